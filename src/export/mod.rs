//! Figures: a step of a run as a file, from the same pictures as the window.

mod svg;

use glam::DVec2;
pub use svg::svg;

use crate::draw::Theme;
use crate::run::Trace;

/// What a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The shapes in the world.
    World,
    /// The difference around the origin.
    Minkowski,
    /// Both, side by side.
    Pair,
    /// Bounds over steps.
    Chart,
}

/// A step as SVG. `size` in pixels.
pub fn figure(_trace: &Trace, _step: usize, _view: View, _theme: Theme, _size: DVec2) -> String {
    String::new()
}
