//! What the pointer is over.

use glam::DVec2;

use super::{Camera, Mark, MarkKind, Picture, Role, Target};

/// A dot answers from this far, pixels.
const DOT: f64 = 8.0;
/// An edge answers from this far, pixels.
const EDGE: f64 = 5.0;

/// The nearest dot within 8 pixels of `pointer` (screen), else the nearest edge within 5, else the topmost area around it. Of
/// equally near ones the one painted last.
pub fn hit(picture: &Picture, camera: &Camera, pointer: DVec2) -> Option<Target> {
    // What is lit because it is pointed at must not answer: it would flicker.
    let marks = || picture.marks.iter().filter(|m| m.role != Role::Hover);
    let nearest = |distance: &dyn Fn(&Mark) -> Option<f64>, reach: f64| {
        let mut best: Option<(f64, Target)> = None;
        for mark in marks() {
            let Some((target, d)) = mark.target.zip(distance(mark)) else { continue };
            if d <= reach && best.is_none_or(|b| d <= b.0) {
                best = Some((d, target));
            }
        }
        best.map(|b| b.1)
    };
    let dot = |mark: &Mark| match &mark.kind {
        MarkKind::Dot(at, _) => Some(camera.to_screen(*at).distance(pointer)),
        _ => None,
    };
    let edge = |mark: &Mark| match &mark.kind {
        MarkKind::Path(points) => edges(points, camera, pointer, false),
        MarkKind::Area(points) => edges(points, camera, pointer, true),
        _ => None,
    };
    let inside = |mark: &&Mark| match &mark.kind {
        MarkKind::Area(points) => contains(points, camera.to_scene(pointer)),
        _ => false,
    };
    nearest(&dot, DOT)
        .or_else(|| nearest(&edge, EDGE))
        .or_else(|| marks().rev().filter(|m| m.target.is_some()).find(inside).and_then(|m| m.target))
}

fn edges(points: &[DVec2], camera: &Camera, pointer: DVec2, closed: bool) -> Option<f64> {
    let next = points.iter().cycle().skip(1);
    let sides = points.len().saturating_sub(!closed as usize);
    let distance = |(a, b): (&DVec2, &DVec2)| to_segment(pointer, camera.to_screen(*a), camera.to_screen(*b));
    points.iter().zip(next).take(sides).map(distance).min_by(f64::total_cmp)
}

/// Distance of a point from a segment; NaN where the segment is.
pub(super) fn to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let ab = b - a;
    let length = ab.length();
    // By the unit vector: the square of a length beyond 1e154 would overflow.
    let along = if length > 0.0 { (p - a).dot(ab / length).clamp(0.0, length) } else { 0.0 };
    let foot = if length > 0.0 { a + ab / length * along } else { a };
    p.distance(foot)
}

/// Whether a convex counter-clockwise ring contains a point; false for NaN.
fn contains(ring: &[DVec2], p: DVec2) -> bool {
    let next = ring.iter().cycle().skip(1);
    ring.len() > 2 && ring.iter().zip(next).all(|(a, b)| (*b - *a).perp_dot(p - *a) >= 0.0)
}
