//! `gjkscope figure --check`: whether figures on disk are still what their command draws.

use std::path::{Path, PathBuf};

use clap::Parser;

use super::super::output::{Failure, complain, plain, print};
use super::{DrawWindow, FigureArgs, draw, loaded};
use crate::export::Format;

/// Largest figure that is read, 256 MiB.
const MOST_BYTES: u64 = 256 << 20;

/// A command line by itself, as a figure has it.
#[derive(Parser)]
#[command(name = "gjkscope figure", no_binary_name = true)]
struct Alone {
    #[command(flatten)]
    figure: FigureArgs,
}

enum Judged {
    Current,
    /// And the command that draws it anew.
    Stale(String),
    /// No figure of this program.
    Foreign,
}

/// One line a figure on standard output, what is unreadable on standard error. 0: all current; 1: one is not; 2: one is unreadable.
pub fn run(paths: &[PathBuf], window: Option<DrawWindow>) -> Result<u8, Failure> {
    let (mut current, mut stale, mut unreadable) = (0, 0, 0);
    for path in paths {
        let folder = path.is_dir();
        let files = if folder { figures(path)? } else { vec![path.clone()] };
        for file in files {
            let shown = file.display();
            match judge(&file, window) {
                Ok(Judged::Current) => {
                    current += 1;
                    print(&format!("current  {shown}\n"))?;
                }
                Ok(Judged::Stale(command)) => {
                    stale += 1;
                    print(&format!("stale    {shown}: {command} --force\n"))?;
                }
                Ok(Judged::Foreign) if folder => {}
                Ok(Judged::Foreign) => {
                    unreadable += 1;
                    complain(&format!("error: no figure of gjkscope: there is no command in it ({shown})"));
                }
                Err(failure) => {
                    unreadable += 1;
                    complain(&format!("error: {failure}; in the command of a figure ({shown})"));
                }
            }
        }
    }
    print(&format!("{current} current, {stale} stale, {unreadable} unreadable\n"))?;
    Ok(if unreadable > 0 { 2 } else { u8::from(stale > 0) })
}

fn judge(file: &Path, window: Option<DrawWindow>) -> Result<Judged, Failure> {
    let cannot = |e: &std::io::Error| Failure(format!("cannot read: {}", plain(e)));
    let about = std::fs::metadata(file).map_err(|e| cannot(&e))?;
    if crate::scene::waits(file, &about) {
        return Err(Failure("not a regular file".into()));
    }
    let length = about.len();
    if length > MOST_BYTES {
        return Err(Failure("larger than 256 MiB".into()));
    }
    let bytes = std::fs::read(file).map_err(|e| cannot(&e))?;
    let ending = file.extension().and_then(|e| e.to_str()).unwrap_or("");
    let Some(command) = Format::of_ending(ending).and_then(|format| format.command(&bytes)) else {
        return Ok(Judged::Foreign);
    };
    let args = parsed(&command)?;
    let call = args.call(args.scene.clone());
    let loaded = loaded(&call)?;
    let jobs = call.jobs(&loaded, None).map_err(Failure)?;
    let [job] = jobs.as_slice() else {
        return Err(Failure(format!("the command makes {} files", jobs.len())));
    };
    let drawn = draw::draw(job, &loaded, window)?;
    Ok(if drawn.bytes == bytes { Judged::Current } else { Judged::Stale(command) })
}

/// The arguments of a command as a figure has it.
fn parsed(command: &str) -> Result<FigureArgs, Failure> {
    let words = words(command).ok_or_else(|| Failure("a quote is not closed".into()))?;
    let ["gjkscope", "figure", rest @ ..] = &words.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
        return Err(Failure("it does not begin with gjkscope figure".into()));
    };
    let first_line = |e: clap::Error| {
        let text = e.to_string();
        Failure(text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned())
    };
    let args = Alone::try_parse_from(rest).map_err(first_line)?.figure;
    if !args.check.is_empty() || args.scene.as_deref().is_some_and(Path::is_dir) {
        return Err(Failure("it does not draw one figure".into()));
    }
    Ok(args)
}

/// The words of a command line as [`crate::run::shell_word`] writes them; `None` if a quote is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

/// The files of a folder and its folders that may be figures, in order of their paths; links are not followed.
fn figures(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = vec![];
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let refused = |e: std::io::Error| Failure(format!("cannot read: {} ({})", plain(&e), folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(refused)? {
            let entry = entry.map_err(refused)?;
            let (kind, path) = (entry.file_type().map_err(refused)?, entry.path());
            let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && Format::of_ending(ending).is_some() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::shell_word;

    #[test]
    fn words_read_back_what_the_shell_would() {
        let all = ["plain", "two words", "it's", "", "#fff", "a\\b", "\"q\"", "图"];
        let line: Vec<String> = all.iter().map(|w| shell_word(w)).collect();
        assert_eq!(words(&line.join(" ")).expect("quotes are closed"), all);
        assert_eq!(words("'open"), None);
    }
}
