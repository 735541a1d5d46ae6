//! The errors of reading and saving a scene: one line each, place last.

use std::fmt;

/// Why a text is no scene, and where. Its `Display` is one line without the leading `error: `:
/// `B.shape.points[2]: not convex; use Hull (scenes/x.ron:12:31)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// Where in the scene: a body's name, `query` or `expect`, then fields and indices from 0; empty where no field is to blame.
    pub field: String,
    /// What is wrong and what to do about it.
    pub message: String,
    /// The path as it was given.
    pub path: String,
    /// Line and column in the file, both from 1, the column in characters; `None` where the file could not be read at all.
    pub place: Option<(usize, usize)>,
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", one_line(&self.field))?;
        }
        write!(f, "{} ({}", one_line(&self.message), one_line(&self.path))?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ")")
    }
}

impl std::error::Error for SceneError {}

/// Why a scene was not saved. Its `Display` is one line without the leading `error: `, the path last.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Somebody else wrote the file since it was loaded; nothing was written.
    #[error("the file was changed by somebody else since it was loaded; load it again or save anyway ({})", one_line(.0))]
    Changed(String),
    /// A file is there already; nothing was written.
    #[error("a file is there already; choose another name or overwrite it ({})", one_line(.0))]
    Exists(String),
    /// The system refused.
    #[error("cannot be saved: {} ({})", .1, one_line(.0))]
    Io(String, std::io::Error),
}

/// `text` with line breaks and other control characters escaped and cut to a length that a terminal can show.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 400;
    let mut line = String::new();
    for (count, c) in text.chars().enumerate() {
        match c {
            _ if count == LONGEST => {
                line.push_str("...");
                break;
            }
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}
