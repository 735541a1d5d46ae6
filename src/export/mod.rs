//! What leaves the program: figures of a step, and whole scenes as tests and reports for elsewhere.

mod figure;
mod scene;
mod svg;

pub use figure::{View, composed, figure};
pub use scene::{EXPORTERS, Exporter, Kept, exporter};
pub use svg::svg;
