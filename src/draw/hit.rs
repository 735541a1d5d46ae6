//! What the pointer is over.

use glam::DVec2;

use super::{Camera, Picture, Target};

/// The nearest dot within 8 pixels, else the nearest edge within 5, else the topmost area around the pointer.
pub fn hit(_picture: &Picture, _camera: &Camera, _pointer: DVec2) -> Option<Target> {
    None
}
