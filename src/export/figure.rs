//! Figures: a step of a run as a display list and as a file, from the same pictures as the window.

use glam::DVec2;

use super::svg;
use crate::draw::{
    Anchor, Camera, Look, Painted, Role, Shape, Stage, Theme, Viewport, chart, estimate, minkowski, paint, paint_chart,
    world,
};
use crate::run::{NumberStyle, Trace, sentence};

/// What a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The shapes in the world.
    World,
    /// The difference around the origin.
    Minkowski,
    /// Both, side by side.
    Pair,
    /// Bounds over steps.
    Chart,
}

impl View {
    /// All views.
    pub const ALL: [View; 4] = [View::World, View::Minkowski, View::Pair, View::Chart];

    /// The word on the command line.
    pub fn id(self) -> &'static str {
        match self {
            View::World => "world",
            View::Minkowski => "minkowski",
            View::Pair => "pair",
            View::Chart => "chart",
        }
    }
}

/// Height of a view's title in the pair, pixels.
const TITLE: f64 = 24.0;

/// A step as SVG, `size` in pixels. The metadata say kernel, precision, step and its sentence.
pub fn figure(trace: &Trace, step: usize, view: View, theme: Theme, size: DVec2) -> String {
    let last = trace.len().saturating_sub(1);
    let step = step.min(last);
    let title = format!("{}, {}, step {step} of {last}", trace.kernel.id, trace.precision.id());
    let shapes = composed(trace, step, view, &Look::default(), theme, size);
    svg(&shapes, size, theme, &title, &sentence(trace, step, NumberStyle::Short))
}

/// The display list of a figure: what every format translates.
pub fn composed(trace: &Trace, step: usize, view: View, look: &Look, theme: Theme, size: DVec2) -> Vec<Painted> {
    let whole = Viewport::new(DVec2::ZERO, size);
    let stage = Stage::new(trace);
    let in_world = |view: Viewport| {
        let picture = world(trace, &stage, step, look);
        paint(&picture, &Camera::fit(picture.range, view), theme, &estimate)
    };
    let in_difference = |view: Viewport| {
        let picture = minkowski(trace, &stage, step, look);
        paint(&picture, &Camera::fit(picture.range, view), theme, &estimate)
    };
    match view {
        View::World => in_world(whole),
        View::Minkowski => in_difference(whole),
        View::Chart => {
            let bounds = chart(trace);
            paint_chart(&bounds, Some(step), None, bounds.log, whole, theme, &estimate)
        }
        View::Pair => {
            let half = DVec2::new(size.x * 0.5, size.y - TITLE);
            let (left, right) = (DVec2::new(0.0, TITLE), DVec2::new(size.x * 0.5, TITLE));
            let mut shapes = in_world(Viewport::new(left, half));
            shapes.extend(in_difference(Viewport::new(right, half)));
            let x = size.x * 0.5;
            let rule = Shape::Polyline {
                points: vec![DVec2::new(x, 8.0), DVec2::new(x, size.y - 8.0)],
                closed: false,
                width: 1.0,
                color: theme.style(Role::Axis).color,
                dash: None,
            };
            let frame = [rule, title("World", 12.0, theme), title("Difference A − B", x + 12.0, theme)];
            shapes.extend(frame.map(|shape| Painted { shape, role: Role::Text, target: None }));
            shapes
        }
    }
}

fn title(text: &str, x: f64, theme: Theme) -> Shape {
    Shape::Text {
        pos: DVec2::new(x, TITLE * 0.5 + 2.0),
        anchor: Anchor::Start,
        text: text.into(),
        size: 12.0,
        color: theme.weak_text(),
        italic: false,
        halo: None,
    }
}
