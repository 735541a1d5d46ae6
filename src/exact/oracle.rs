//! The right answer for a pair of 2D shapes.

use glam::DVec3;

use crate::shape::{PoseDef, ShapeDef};

/// How two shapes stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// No common point.
    Separated,
    /// Common points, but no common inner point.
    Touching,
    /// A common inner point.
    Overlapping,
}

/// What the set of minimising normals looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalKind {
    /// One normal.
    Unique,
    /// Several, all listed.
    Finite,
    /// A continuous set spanned by the listed ones.
    Cone,
    /// Every direction is one.
    Any,
}

/// The exact answer to "do they touch, how far apart, how deep".
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// How they stand to each other.
    pub class: Class,
    /// Distance, or minus the depth, scene units, rounded to the nearest f64.
    pub signed_distance: f64,
    /// The same with 30 significant digits.
    pub digits: String,
    /// Unit vectors in the world frame from A toward B: moving B by depth x normal separates the pair.
    pub normals: Vec<DVec3>,
    /// What the set of normals looks like.
    pub normal_kind: NormalKind,
    /// Certified bound of |signed_distance - the real number|: rounding to f64 apart it is 0 for polygonal cores, > 0 for ellipses.
    pub gap: f64,
    /// A pair of closest (or deepest) points in the world frame, on A and on B.
    pub witnesses: Option<(DVec3, DVec3)>,
}

/// The truth about A and B as written.
pub fn truth(_a: &ShapeDef, _pose_a: &PoseDef, _b: &ShapeDef, _pose_b: &PoseDef) -> Truth {
    unimplemented!("being built")
}
