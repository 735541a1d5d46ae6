//! Calls that make points, shapes and poses, of any engine.

use super::{ImportError, Reading, Source};

const ID: &str = "constructors";

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    if source.tree.calls { source.read(ID) } else { Ok(Vec::new()) }
}
