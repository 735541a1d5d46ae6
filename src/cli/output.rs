//! Where results go: standard output that may be closed early, or a file that is not overwritten by accident.

use std::fmt;
use std::io::{ErrorKind, Read as _, Write};
use std::path::Path;

pub use crate::check::{table, visible};

/// Largest input, as for scenes.
const MOST_BYTES: u64 = 16 << 20;

/// One line for standard error, without the word "error".
#[derive(Debug)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<crate::scene::SceneError> for Failure {
    fn from(e: crate::scene::SceneError) -> Self {
        Failure(e.to_string())
    }
}

/// Prints to standard output; a closed pipe ends quietly.
///
/// Control characters, which may stand in any file that was read, do nothing to a terminal: they are written as in JSON, \u001b.
pub fn print(text: &str) -> Result<(), Failure> {
    let text = visible(text, &['\n', '\t', '\r']);
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Failure(format!("cannot write to standard output: {e}"))),
        _ => Ok(()),
    }
}

/// Says one line on standard error; where nobody listens any more, nothing happens.
pub fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible(line, &['\t']));
}

/// Prints, or writes to `file`; an existing file stays unless `force`. What is written is no scene, so it never takes a scene's place.
pub fn emit(text: &str, file: Option<&Path>, force: bool) -> Result<(), Failure> {
    match file {
        None => print(text),
        Some(path) if path.as_os_str() == "-" => print(text),
        Some(path) if path.extension().is_some_and(|ending| ending == "ron") => Err(Failure(format!(
            "only scenes end in .ron, and this is none; choose another ending ({})",
            path.display()
        ))),
        Some(path) => write(text.as_bytes(), path, force),
    }
}

/// Writes a whole file; an existing one stays unless `force`.
pub fn write(bytes: &[u8], path: &Path, force: bool) -> Result<(), Failure> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let written = options.open(path).and_then(|mut file| file.write_all(bytes));
    written.map_err(|e| {
        Failure(match e.kind() {
            ErrorKind::AlreadyExists => {
                format!("the file exists already; add --force to overwrite it ({})", path.display())
            }
            ErrorKind::NotFound => format!("the folder does not exist ({})", path.display()),
            _ => format!("cannot write: {} ({})", plain(&e), path.display()),
        })
    })
}

/// An i/o error without the number that means nothing to a person.
pub fn plain(e: &std::io::Error) -> String {
    let text = e.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The text of a file, or of standard input for `-`.
pub fn read_text(input: &str) -> Result<String, Failure> {
    let failed = |e: std::io::Error| {
        Failure(match e.kind() {
            ErrorKind::InvalidData => format!("this is not text in UTF-8 ({input})"),
            _ => format!("cannot read: {} ({input})", plain(&e)),
        })
    };
    let mut text = String::new();
    let regular = |about: &std::fs::Metadata| !crate::scene::waits(Path::new(input), about);
    if input != "-" && !regular(&std::fs::metadata(input).map_err(failed)?) {
        return Err(Failure(format!("{} ({input})", crate::scene::NOT_REGULAR)));
    }
    let read = if input == "-" {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_string(&mut text)
    } else {
        std::fs::File::open(input).map_err(failed)?.take(MOST_BYTES + 1).read_to_string(&mut text)
    };
    read.map_err(failed)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(Failure(format!("more than 16 MiB; split it ({input})")));
    }
    Ok(text)
}
