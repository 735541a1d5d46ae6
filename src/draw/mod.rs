//! What a step looks like: pictures made of marks with a meaning, in scene units, without colours or pixels until a theme and a camera are chosen.

mod picture;

pub use picture::{Dot, Mark, MarkKind, Picture, Role, Target};
