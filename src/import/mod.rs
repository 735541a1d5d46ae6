//! What people paste, as scenes; reading and writing files is the caller's.

mod cases;

pub use cases::{ImportError, ImportedCase, cases};
