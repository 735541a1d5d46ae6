//! Where results go: standard output that may be closed early, or a file that is not overwritten by accident.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::path::Path;

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
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Failure(format!("cannot write to standard output: {e}"))),
        _ => Ok(()),
    }
}

/// Says one line on standard error; where nobody listens any more, nothing happens.
pub fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints, or writes to `file`; an existing file stays unless `force`.
pub fn emit(text: &str, file: Option<&Path>, force: bool) -> Result<(), Failure> {
    match file {
        None => print(text),
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

/// Columns as wide as their widest cell; those in `right` stand at the right of theirs. `below` gives a line to put under a row.
pub fn table(head: &[&str], rows: &[Vec<String>], right: &[usize], below: impl Fn(usize) -> Option<String>) -> String {
    let mut width: Vec<usize> = head.iter().map(|h| h.chars().count()).collect();
    for row in rows {
        for (w, cell) in width.iter_mut().zip(row) {
            *w = (*w).max(cell.chars().count());
        }
    }
    let line = |row: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (i, (cell, w)) in row.zip(&width).enumerate() {
            let pad = " ".repeat(w.saturating_sub(cell.chars().count()));
            text += &if right.contains(&i) { format!("{pad}{cell}  ") } else { format!("{cell}{pad}  ") };
        }
        text.trim_end().to_owned() + "\n"
    };
    let mut out = line(&mut head.iter().copied());
    for (i, row) in rows.iter().enumerate() {
        out += &line(&mut row.iter().map(String::as_str));
        if let Some(text) = below(i) {
            out += &format!("    {text}\n");
        }
    }
    out
}
