//! What of a step is shown: switches of the views, and what the pointer is over.

use super::Target;
use crate::scene::Language;

/// What is shown. The default is what a figure shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Names and letters: A, B, a, b, w, d.
    pub labels: bool,
    /// Vertex indices (a0, b1, a1-b0) where there is room.
    pub indices: bool,
    /// Direction arrows d and -d.
    pub direction: bool,
    /// Supporting lines and the line through the origin perpendicular to d.
    pub support_lines: bool,
    /// The side beyond the supporting line of the difference.
    pub half_plane: bool,
    /// Witness points with their distance, and the nearest point v.
    pub witness: bool,
    /// Normals: of the nearest edge, of the answer.
    pub normals: bool,
    /// B moved by depth x normal, at the exit.
    pub moved: bool,
    /// Bodies that the question is not about, in the world.
    pub others: bool,
    /// The Voronoi regions of a simplex that is being reduced, the one of the feature that is kept shaded.
    pub regions: bool,
    /// Grid and axes.
    pub grid: bool,
    /// The lines x = 0 and y = 0 alone.
    pub axes: bool,
    /// Coordinates beside the points that are named.
    pub coordinates: bool,
    /// What the pointer is over, or what is selected: it and all that belongs to it is lit.
    pub hover: Option<Target>,
    /// The language of words; letters and numbers are the same in all.
    pub language: Language,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            labels: true,
            indices: false,
            direction: true,
            support_lines: true,
            half_plane: true,
            witness: true,
            normals: true,
            moved: true,
            others: true,
            regions: true,
            grid: false,
            axes: false,
            coordinates: false,
            hover: None,
            language: Language::En,
        }
    }
}

impl Look {
    /// What the window starts with: also the grid and vertex indices.
    pub fn window() -> Look {
        Look { grid: true, indices: true, ..Look::default() }
    }
}
