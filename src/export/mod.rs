//! What leaves the program: figures of a step, and whole scenes as tests and reports for elsewhere.

mod below;
mod call;
mod drawing;
mod figure;
pub mod fonts;
mod format;
mod gif;
mod pdf;
mod png;
mod scene;
mod sheet;
mod svg;
mod tikz;

pub use call::{Bytes, Call, Job, Loaded, delay, unknown_word};
pub use drawing::{About, Drawing};
pub use figure::{Drawn, Settings, figure, shows, size, theme};
pub use format::Format;
pub use gif::gif;
pub use pdf::pdf;
pub use png::{DPI, LARGEST, Pixels, png, raster};
pub use scene::{EXPORTERS, Exporter, Kept, exporter};
pub use sheet::MOST as MOST_OF_SHEET;
pub use svg::svg;
pub use tikz::tikz;
