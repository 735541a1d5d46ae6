use gjkscope::model::{Command, Model};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let commands = args.iter().map(|a| Command::Open(a.clone())).collect();
    if let Err(e) = gjkscope::ui::run(gjkscope::ui::Start { model: Model::embedded(), commands }) {
        eprintln!("error: {e}");
    }
}
