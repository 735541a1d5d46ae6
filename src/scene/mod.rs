//! The scene file: what it says, reading, writing, and every error with its place.

mod body;
mod convex;
mod dimension;
mod embedded;
mod error;
mod expect;
mod figure;
mod file;
mod number;
mod query;
mod read;
mod reader;
mod render;
mod tree;
mod wish;
mod write;

use glam::DVec3;

pub use embedded::{EMBEDDED, FIRST, embedded, first};
pub use error::{SaveError, SceneError};
pub(crate) use tree::place;

pub use figure::{Background, Figure, FigureTheme, Language, Length, Note, Part, Steps, Unit, View};
pub use file::{NOT_REGULAR, Over, list, load, save, waits};
pub use write::write;

use crate::kernel::Settings;
use crate::num::Precision;
use crate::shape::{PoseDef, ShapeDef};

/// The format that is read and written.
pub const FORMAT: i64 = 1;
/// Most points of one shape.
pub const MOST_POINTS: usize = 65_536;
/// Most bodies of a scene.
pub const MOST_BODIES: usize = 1_000;
/// Largest file, 16 MiB.
pub const MOST_BYTES: usize = 16 << 20;
/// The kernel of a scene that names none.
pub const DEFAULT_KERNEL: &str = "gjk-distance+epa";

/// A scene together with the text it was read from, so that saving it changes only what was edited.
#[derive(Clone, Debug)]
pub struct Document {
    /// The source, byte for byte.
    pub text: String,
    /// What it says.
    pub scene: Scene,
    /// What was accepted but should be known, as a dent in a polygon that is mere rounding; in file order.
    pub notes: Vec<SceneError>,
}

/// Reads a scene from text. `path` is what errors and notes name as the file.
///
/// The first error is returned: text that is not RON or too large, a later format, a field that is unknown, missing or given
/// twice, a value of the wrong kind or out of its range, 3D, a polygon that is not convex in order, a name used twice or not
/// known. Memory is bounded by the sizes above, the stack by a limit on nesting.
pub fn parse(text: &str, path: &str) -> Result<Document, SceneError> {
    let reading = read::read(text, path, true)?;
    Ok(Document { text: text.to_owned(), scene: reading.scene, notes: reading.notes })
}

/// Reads a scene in the middle of edits: its form counts, its values are not judged, so a polygon need not be convex yet.
pub fn parse_edited(text: &str, path: &str) -> Result<Document, SceneError> {
    let reading = read::read(text, path, false)?;
    Ok(Document { text: text.to_owned(), scene: reading.scene, notes: reading.notes })
}

/// The f64 nearest to a hex float as `-0x1.8p3`, ties to even; `None` where it is none or too large.
pub(crate) fn hex_float(spelling: &str) -> Option<f64> {
    number::hex(spelling).ok()
}

/// Whether points in this order are a convex polygon, exactly and once around, either way round; see [`ShapeDef::Polygon`].
pub fn convex_in_order(points: &[DVec3]) -> bool {
    convex::check(points) == Ok(None)
}

/// Whether two scenes are the same to the last bit, the sign of zero included; `==` takes both zeros for one.
pub fn same(one: &Scene, other: &Scene) -> bool {
    one == other && write::same(one, other)
}

/// Every vertex that keeps points in this order from being a convex polygon, ascending; see [`convex_in_order`].
pub fn faults(points: &[DVec3]) -> Vec<usize> {
    convex::faults(points)
}

/// The corners of the convex hull, counter-clockwise, no three on a line, judged exactly.
pub fn convex_corners(points: &[DVec3]) -> Vec<DVec3> {
    convex::hull(points)
}

/// A scene: bodies, a question about two of them, and the answer expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What happens here, for a person.
    pub story: String,
    /// Where the numbers come from; may be empty.
    pub source: String,
    /// In file order; names are unique.
    pub bodies: Vec<Body>,
    /// The question.
    pub query: Query,
    /// The answer.
    pub expect: Option<Expect>,
    /// How figures of it look.
    pub figure: Option<Figure>,
}

/// A named shape and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Unique in the scene.
    pub name: String,
    /// In the body's frame.
    pub shape: ShapeDef,
    /// The body's frame in the world.
    pub pose: PoseDef,
}

/// Which pair, by which kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Name of the body that plays A.
    pub a: String,
    /// Name of the body that plays B.
    pub b: String,
    /// Id of a kernel of [`crate::kernel::KERNELS`].
    pub kernel: String,
    /// The precision the scene is run in.
    pub precision: Precision,
    /// Its parameters.
    pub settings: Settings,
}

/// An answer to a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Apart by that much; `None`: not said.
    Separated(Option<f64>),
    /// Common points, none inside.
    Touching,
    /// Common inner points, that deep; `None`: not said.
    Overlapping(Option<f64>),
}

/// What the answer has to be, for the numbers as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// Class and value.
    pub answer: Answer,
    /// Any of these is right; empty: not said. World frame.
    pub normals: Vec<DVec3>,
    /// Absolute, scene units; `None`: the default of the checks.
    pub tolerance: Option<f64>,
    /// More iterations are a miss.
    pub max_iterations: Option<u32>,
    /// The answer in f32, where the rounded numbers have another one.
    pub f32: Option<Box<Expect>>,
    /// Runs that are known to fail.
    pub known_failures: Vec<KnownFailure>,
    /// What an engine answered, in its own words; free text.
    pub reported: Option<String>,
}

/// A run that is known to fail; what is `None` matches anything.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KnownFailure {
    /// Kernel id.
    pub kernel: Option<String>,
    /// Precision.
    pub precision: Option<Precision>,
    /// The wrong class it answers: `separated`, `touching`, `overlapping`, `undecided`.
    pub answer: Option<String>,
    /// The exit it takes.
    pub exit: Option<String>,
    /// Why, for a person.
    pub reason: String,
}
