//! The scenes that travel inside the program: what the window opens with when no file is named.

use super::{Document, SceneError, parse};

/// The scene that is shown first.
pub const FIRST: &str = "tutorial/two-squares.ron";

macro_rules! scenes {
    ($($name:literal),* $(,)?) => {
        /// `(path below scenes/, text)`, in bytewise order of the paths.
        pub const EMBEDDED: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../scenes/", $name)))),*];
    };
}

scenes![
    "tutorial/circle-and-square.ron",
    "tutorial/concentric-squares.ron",
    "tutorial/distance-capsules.ron",
    "tutorial/naive-epa-inward-normal.ron",
    "tutorial/naive-epa-squares.ron",
    "tutorial/naive-epa-tiny.ron",
    "tutorial/nearest-edge-same-centre-listed-otherwise.ron",
    "tutorial/nearest-edge-same-centre.ron",
    "tutorial/nearest-edge-squares.ron",
    "tutorial/nearest-edge-touching.ron",
    "tutorial/origin-on-edge.ron",
    "tutorial/perpendicular-circle.ron",
    "tutorial/perpendicular-foot-apart.ron",
    "tutorial/perpendicular-foot-right-by-luck.ron",
    "tutorial/perpendicular-tiny.ron",
    "tutorial/perpendicular-touching.ron",
    "tutorial/squares-apart.ron",
    "tutorial/touching-squares.ron",
    "tutorial/triangle-and-square-missed.ron",
    "tutorial/triangle-and-square.ron",
    "tutorial/triple-product-never-fires.ron",
    "tutorial/triple-product-small.ron",
    "tutorial/triple-product-squares.ron",
    "tutorial/triple-product-wrong-depth.ron",
    "tutorial/two-squares.ron",
];

/// The embedded scene with this path.
pub fn embedded(path: &str) -> Option<Result<Document, SceneError>> {
    EMBEDDED.iter().find(|(name, _)| *name == path).map(|(name, text)| parse(text, name))
}

/// The first scene.
pub fn first() -> Result<Document, SceneError> {
    let text = EMBEDDED.iter().find(|(name, _)| *name == FIRST).map_or("", |(_, text)| text);
    parse(text, FIRST)
}
