//! The truth about a pair of shapes by another road than the kernels': exact rational arithmetic on the numbers as written.

mod oracle;

pub use oracle::{Class, NormalKind, Truth, truth};
