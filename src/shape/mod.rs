//! Convex shapes: what a file says of them ([`ShapeDef`], [`PoseDef`]) and what runs ([`Core`], [`Pose`], [`Pair`]).

mod core;
mod def;
mod pair;
mod pose;

pub use core::{CLIMB_FROM, Core, Outline, Points, SMOOTH};
pub use def::{SHAPES, ShapeDef, ShapeKind};
pub use pair::{Pair, SupportPoint};
pub use pose::{Pose, PoseDef, RotationDef};
