//! The window: one file a panel. Panels take `&Model` and push commands; egui's memory holds only what is scrolled or unfolded.

mod beside;
mod bodies;
mod compare;
mod dialog;
mod events;
mod document;
mod expect;
mod field;
mod figure;
mod folder;
mod grips;
mod help;
mod icon;
mod keep;
mod keyboard;
mod loupe;
mod messages;
mod paint;
mod palette;
mod paste;
mod plot;
mod raster;
mod scene;
mod shell;
mod sketch;
mod status;
mod step;
mod style;
mod timeline;
mod window;
mod worker;

pub use raster::picture;
pub use shell::{INTERVAL, Recovery, Start, left_behind, run, write_figure};
pub use style::prepare;
pub use window::window_ui;
