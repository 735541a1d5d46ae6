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
    "tutorial/origin-on-edge.ron",
    "tutorial/squares-apart.ron",
    "tutorial/touching-squares.ron",
    "tutorial/triangle-and-square-missed.ron",
    "tutorial/triangle-and-square.ron",
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
