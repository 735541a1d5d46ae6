//! The loupe: an inset of the view of the difference, locked on the origin, that magnifies down to single units in the last place.

use glam::DVec2;

use super::layout::{Anchor, Measure, Painted, Shape, paint};
use super::now::Now;
use super::{Camera, Look, MarkKind, Picture, Role, Stage, Theme, Viewport, minkowski};
use crate::num::Precision;
use crate::run::{Trace, short};

/// Side of the inset as a share of the smaller side of its plot, and its bounds, pixels.
const SHARE: f64 = 0.42;
const SIDES: (f64, f64) = (96.0, 320.0);
/// Distance from the right and the lower side of the plot, above the numbers of its grid, pixels.
const CORNER: DVec2 = DVec2::new(10.0, 22.0);
/// Height of the line with the scale, pixels.
const CAPTION: f64 = 18.0;
/// Where the nearest thing to the origin is put: share of half the side.
const NEAREST: f64 = 0.5;
/// Least distance of two points of the lattice that are drawn, pixels.
const APART: f64 = 7.0;

/// The step between neighbouring floats of the run's precision at its largest coordinate: what a difference of two vertices can
/// move by; 0 where there is no coordinate but 0. Scene units.
pub fn lattice_spacing(trace: &Trace) -> f64 {
    let scale = trace.scale.abs();
    // Bits of the fraction, and the exponent of the smallest float.
    let (digits, least) = match trace.precision {
        Precision::F32 => (23, -149),
        Precision::F64 => (52, -1074),
    };
    if !(scale > 0.0 && scale.is_finite()) {
        return 0.0;
    }
    let (_, exponent) = libm::frexp(scale);
    libm::ldexp(1.0, (exponent - 1 - digits).max(least))
}

/// Where the inset lies in a plot: its lower right corner.
pub fn loupe_view(plot: &Viewport) -> Viewport {
    let side = (plot.size().min_element() * SHARE).clamp(SIDES.0, SIDES.1);
    let max = plot.max - CORNER - DVec2::new(0.0, CAPTION);
    Viewport { min: max - side, max }
}

/// What the inset covers of a plot, the line with the scale included.
pub fn loupe_box(plot: &Viewport) -> Viewport {
    let Viewport { min, max } = loupe_view(plot);
    Viewport { min, max: max + DVec2::new(0.0, CAPTION) }
}

/// Its camera. `scale`: pixels per scene unit; `None`: what is nearest to the origin at this step, but is not on it, is well inside.
pub fn loupe_camera(trace: &Trace, stage: &Stage, step: usize, view: Viewport, scale: Option<f64>) -> Camera {
    let radius = view.size().min_element() * 0.5;
    let scale = scale.unwrap_or_else(|| NEAREST * radius / nearest(trace, stage, step));
    let unit = Camera { center: DVec2::ZERO, scale: 1.0, view };
    if scale.is_finite() && scale > 0.0 { unit.zoomed(scale, view.center()) } else { unit }
}

/// The smallest distance from the origin that this step is about; several lattice steps where all of them are zero, or where the
/// origin is on the border of the difference, so that the last place decides.
fn nearest(trace: &Trace, stage: &Stage, step: usize) -> f64 {
    let Some(now) = Now::new(trace, step) else { return 1.0 };
    let simplex = now.simplex.iter().filter_map(|id| now.w(*id)).map(DVec2::length);
    let v = now.step.closest().map(|(_, v)| v.length());
    let edge = now.nearest.map(|e| e.distance.abs());
    let rim = to_ring(&stage.rim);
    let few_steps = 4.0 * lattice_spacing(trace);
    if few_steps > 0.0 && rim.is_some_and(|rim| rim <= few_steps * 0.25) {
        return few_steps;
    }
    let candidates = simplex.chain(v).chain(edge).chain(rim);
    let least = candidates.filter(|x| x.is_finite() && *x > few_steps * 0.25).fold(f64::INFINITY, f64::min);
    match least.is_finite() {
        true => least,
        false if few_steps > 0.0 => few_steps,
        false => 1.0,
    }
}

/// How far a ring's sides are from the origin.
fn to_ring(ring: &[DVec2]) -> Option<f64> {
    let next = ring.iter().cycle().skip(1);
    let far = |(a, b): (&DVec2, &DVec2)| super::hit::to_segment(DVec2::ZERO, *a, *b);
    ring.iter().zip(next).map(far).min_by(f64::total_cmp)
}

/// What the inset shows: the difference at this step, and the lattice of floats where it is wide enough to be seen.
pub fn loupe(trace: &Trace, stage: &Stage, step: usize, look: &Look, camera: &Camera) -> Picture {
    let mut picture = minkowski(trace, stage, step, &Look { grid: false, ..*look });
    let spacing = lattice_spacing(trace);
    if spacing * camera.scale >= APART {
        let (low, high) = camera.visible();
        let (low, high) = ((low / spacing).ceil(), (high / spacing).floor());
        let columns = low.x as i64..=high.x as i64;
        let lattice = columns.flat_map(|x| (low.y as i64..=high.y as i64).map(move |y| (x, y)));
        let dots = lattice.map(|(x, y)| {
            let at = DVec2::new(x as f64, y as f64) * spacing;
            super::Mark { role: Role::Axis, kind: MarkKind::Dot(at, super::Dot::Tiny), target: None }
        });
        picture.marks.splice(0..0, dots);
    }
    picture
}

/// The inset with its frame and a line that says how large a pixel is.
pub fn paint_loupe(picture: &Picture, camera: &Camera, spacing: f64, theme: Theme, measure: Measure) -> Vec<Painted> {
    let view = camera.view;
    let corners = super::clip::corners(&view).to_vec();
    let mut out = Vec::new();
    let mut frame = |shape| out.push(Painted { shape, role: Role::Text, target: None });
    let below = |y: f64| DVec2::new(view.min.x, view.max.y + y);
    let caption = [view.min, DVec2::new(view.max.x, view.min.y), view.max + DVec2::Y * CAPTION, below(CAPTION)];
    frame(Shape::Polygon { points: caption.to_vec(), fill: theme.paper() });
    out.extend(paint(picture, camera, theme, measure));
    let mut frame = |shape| out.push(Painted { shape, role: Role::Text, target: None });
    let color = theme.weak_text();
    frame(Shape::Polyline { points: corners, closed: true, width: 1.0, color, dash: None });
    let half = view.size().x * 0.5 / camera.scale;
    let text = match visible_lattice(camera, spacing) {
        Some(spacing) => format!("floats {} apart", brief(spacing)),
        None => format!("± {}", brief(half)),
    };
    let pos = below(CAPTION * 0.5);
    frame(Shape::Text { pos, anchor: Anchor::Start, text, size: 10.5, color, italic: false, halo: None });
    out
}

/// The spacing of the lattice of floats, where it is wide enough to be seen and less than half the view.
pub fn visible_lattice(camera: &Camera, spacing: f64) -> Option<f64> {
    let half = camera.view.size().min_element() * 0.5 / camera.scale;
    (spacing * camera.scale >= APART && spacing < half).then_some(spacing)
}

/// Two digits.
pub fn brief(x: f64) -> String {
    format!("{x:.1e}").parse().map_or(String::new(), short)
}
