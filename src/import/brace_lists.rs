//! Lists in braces: C, C++, Lua, and what debuggers print.

use super::{ImportError, Reading, Source};

const ID: &str = "brace-lists";

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    if source.has_open(b"{") { source.read(ID) } else { Ok(Vec::new()) }
}
