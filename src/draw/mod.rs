//! What a step looks like: pictures made of marks with a meaning, in scene units, without colours or pixels until a theme and a camera are chosen.
//!
//! [`Stage::new`] once a trace, then [`world`] and [`minkowski`] once a step, then [`paint`] once a camera. Everything is a pure function.

mod bystanders;
mod camera;
mod chart;
mod clip;
mod difference;
mod ghost;
mod hit;
mod labels;
mod layout;
mod link;
mod look;
mod loupe;
mod minkowski;
mod now;
mod outline;
mod picture;
mod regions;
mod stage;
mod text;
mod theme;
mod world;

pub use bystanders::bystanders;
pub use camera::{Camera, Viewport};
pub use chart::{BoundsChart, chart, paint_chart, step_at};
pub use difference::{Corner, difference};
pub use ghost::ghost;
pub use hit::hit;
pub use layout::{Anchor, Measure, Painted, Shape, grid_step, paint, paint_under, text_box};
pub use link::linked;
pub use look::Look;
pub use loupe::{brief, lattice_spacing, loupe, loupe_box, loupe_camera, loupe_view, paint_loupe, visible_lattice};
pub use minkowski::minkowski;
pub use outline::Contour;
pub use picture::{Dot, Mark, MarkKind, Picture, Role, Target};
pub use stage::Stage;
pub use text::estimate;
pub use theme::{Dash, Ink, Rgba, Style, Theme};
pub use world::world;
