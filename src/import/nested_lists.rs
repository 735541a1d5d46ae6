//! Lists in square or round brackets: Python, numpy, JSON, Julia, MATLAB, logs.

use super::{ImportError, Reading, Source};

const ID: &str = "nested-lists";

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    if source.has_open(b"[(") { source.read(ID) } else { Ok(Vec::new()) }
}
