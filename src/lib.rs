//! gjkscope: a debugger for the GJK and EPA collision algorithms.
//!
//! The order of the modules below is the order of the layers: a module uses only modules above its own line.

// Numbers and vectors: f32 or f64, 2D or 3D, behind one pair of traits.
pub mod num;
// Convex shapes as files say them and as kernels run them, poses, and the difference of a pair as one support call.
pub mod shape;
// The algorithms, one a file, and the vocabulary of what they record.
pub mod kernel;
// The truth about a pair by another road, in exact arithmetic.
pub mod exact;
// The scene file: reading, writing, and every error with its place.
pub mod scene;
// From a scene to a trace: the only place that chooses among dimensions and precisions.
pub mod run;
// Judging a run: truth against answer, expectation, invariants.
pub mod check;
// Looking across many runs of one scene.
pub mod search;
// What a step looks like, as marks with a meaning.
pub mod draw;
// Figures as files, and scenes as tests and reports for elsewhere.
pub mod export;
// What people paste, turned into scenes.
pub mod import;
// What the window knows and does, without a window.
pub mod model;
// The commands: arguments in, text out.
pub mod cli;
// The window: `&Model` in, commands out.
#[cfg(feature = "gui")]
pub mod ui;
