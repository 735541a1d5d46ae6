//! Convex shapes: what a file says of them ([`ShapeDef`], [`PoseDef`]) and what runs.

mod def;
mod pose;

pub use def::{SHAPES, ShapeDef, ShapeKind};
pub use pose::{Pose, PoseDef, RotationDef};
