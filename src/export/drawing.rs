//! A figure as every format takes it: a display list with its size and what the file says about itself.

use glam::DVec2;

use crate::draw::{Painted, Rgba};

/// A figure before it becomes a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Painted first to last.
    pub shapes: Vec<Painted>,
    /// Width and height, pixels of 1/96 inch.
    pub size: DVec2,
    /// What is behind everything; `None`: nothing, the page shows through.
    pub background: Option<Rgba>,
    /// What the file says about itself.
    pub about: About,
}

/// Pixels to points, of which 72 make an inch.
pub const POINT: f64 = 0.75;

/// The metadata of a figure: what it shows and how to draw it again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// One line.
    pub title: String,
    /// What the figure shows, for those who cannot see it.
    pub alt: String,
    /// The command that draws it.
    pub command: String,
    /// The scene's path as it was given.
    pub scene: String,
    /// The kernel's id.
    pub kernel: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// The step or steps, and the last step of the run.
    pub step: String,
}

impl About {
    /// Name and value of every field, in this order in every format.
    pub fn fields(&self) -> [(&'static str, &str); 7] {
        [
            ("Title", &self.title),
            ("Description", &self.alt),
            ("Scene", &self.scene),
            ("Kernel", &self.kernel),
            ("Precision", &self.precision),
            ("Step", &self.step),
            ("Command", &self.command),
        ]
    }

    /// The fields that are not empty, a line each: `Command: gjkscope figure ..`.
    pub fn lines(&self) -> Vec<String> {
        let said = self.fields().into_iter().filter(|(_, value)| !value.is_empty());
        said.map(|(name, value)| format!("{name}: {}", value.replace(['\n', '\r'], " "))).collect()
    }
}
