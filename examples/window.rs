fn main() {
    let start = gjkscope::ui::Start::at(std::env::args().nth(1), None, None, None);
    if let Err(e) = gjkscope::ui::run(start) {
        eprintln!("error: {e}");
    }
}
