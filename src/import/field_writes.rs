//! Writes to fields of fields, as in code and in debuggers.

use super::{ImportError, Reading, Source};

const ID: &str = "field-writes";

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    if source.tree.writes { source.read(ID) } else { Ok(Vec::new()) }
}
