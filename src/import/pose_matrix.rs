//! Shapes beside matrices that say where they stand; the matrix itself is read in `matrix`.

use super::{ImportError, Reading, Source, assemble, meaning};

const ID: &str = "pose-matrix";

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let found = meaning::pieces(source, &source.tree)?;
    match found.matrix {
        true => assemble::readings(source, ID, found),
        false => Ok(Vec::new()),
    }
}
