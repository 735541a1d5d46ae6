// shot OUT W H [light] [file=..] [k=kernel] [step=N] [sel] [exact|hex] [help]
use gjkscope::draw::Theme;
use gjkscope::model::{Command, Model, update};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (w, h) = (args[1].parse().unwrap(), args[2].parse().unwrap());
    let mut m = Model::embedded();
    for a in &args[3..] {
        let cs = match a.split_once('=').unwrap_or((a, "")) {
            ("light", _) => vec![Command::SetTheme(Theme::Light)],
            ("file", f) => match gjkscope::scene::load(std::path::Path::new(f)) {
                Ok(d) => vec![Command::Opened(f.into(), Box::new(d))],
                Err(e) => vec![Command::OpenFailed(e.to_string())],
            },
            ("dir", f) => {
                let l = gjkscope::scene::list(std::path::Path::new(f)).unwrap();
                vec![Command::Listed(f.into(), l.iter().map(|p| p.display().to_string()).collect())]
            }
            ("k", k) => vec![Command::SetKernel(k.into())],
            ("step", n) => vec![Command::GoTo(n.parse().unwrap())],
            ("sel", _) => vec![Command::Select(Some(1))],
            ("exact", _) => vec![Command::NextNumbers],
            ("hex", _) => vec![Command::NextNumbers, Command::NextNumbers],
            ("help", _) => vec![Command::ToggleHelp],
            ("say", t) => vec![Command::Say(t.into())],
            _ => panic!("{a}"),
        };
        for c in cs {
            update(&mut m, c);
        }
    }
    gjkscope::ui::picture(&mut m, w, h, 1.0).save(&args[0]).unwrap();
}
