//! The witness points lie on the outlines of their shapes and differ by the answer along the normal.

use glam::{DVec2, DVec3};

use super::Found;
use super::judge::Context;
use crate::exact;
use crate::run::{short, world_outline};
use crate::shape::{PoseDef, ShapeDef};

pub(super) fn run(context: &Context, found: &mut dyn FnMut(Found)) {
    let reply = context.reply;
    let Some((a, b)) = reply.witnesses else { return };
    if context.truth.gap > context.tolerance {
        return;
    }
    let mut say = |measured: f64, allowed: f64, message: String| {
        if !(measured <= allowed) {
            found(Found { step: None, measured: Some(measured), allowed: Some(allowed), message });
        }
    };
    // A kernel's points are combinations of posed vertices, turned into the world in f64.
    let world = 16.0 * f64::EPSILON * a.abs().max_element().max(b.abs().max_element());
    if let (Some(n), Some(signed)) = (reply.normal, reply.signed_distance) {
        // b - a is signed x n for a gap and for an overlap alike.
        let off = (b - a - n * signed).length();
        // On a curved outline of size D, points up to sqrt(2 t D) aside are extreme to within t.
        let slide = if context.curved { (2.0 * context.tolerance * context.size).sqrt() } else { context.tolerance };
        say(off, 2.0 * slide + world, "the witness points do not differ by the answer along the normal".to_owned());
    }
    for (name, point, (shape, pose)) in [("A", a, context.a), ("B", b, context.b)] {
        let (off, gap) = from_outline(point, shape, pose);
        let message = format!("the witness point on {name} is {} away from its outline", short(off));
        say(off, context.tolerance + world + gap, message);
    }
}

/// How far a point is from the outline of a posed shape, and what that may be off by. World frame; f64 but for an ellipse.
fn from_outline(point: DVec3, shape: &ShapeDef, pose: &PoseDef) -> (f64, f64) {
    let outline = world_outline(shape, pose);
    if outline.ellipse.is_some() {
        let at = ShapeDef::Point { at: point, radius: 0.0 };
        let truth = exact::truth(&at, &PoseDef::default(), shape, pose);
        return (truth.signed_distance.abs(), truth.gap);
    }
    let mut corners: Vec<DVec2> = outline.vertices.iter().map(|v| v.truncate()).collect();
    if matches!(shape, ShapeDef::Hull { .. }) {
        corners = hull(corners);
    }
    let point = point.truncate();
    let next = |i: usize| corners[if i + 1 < corners.len() { i + 1 } else { 0 }];
    let mut nearest = f64::INFINITY;
    let (mut left, mut right) = (false, false);
    for (i, &p) in corners.iter().enumerate() {
        let (e, to) = (next(i) - p, point - p);
        let t = if e == DVec2::ZERO { 0.0 } else { (to.dot(e) / e.length_squared()).clamp(0.0, 1.0) };
        nearest = nearest.min((to - e * t).length());
        let side = e.perp_dot(to);
        (left, right) = (left || side > 0.0, right || side < 0.0);
    }
    // Inside: on the same side of all edges.
    let inside = corners.len() > 2 && left != right;
    let signed = if inside { -nearest } else { nearest };
    ((signed - outline.radius).abs(), 0.0)
}

/// The convex hull of points, counter-clockwise, by Andrew's monotone chain in f64: right to the rounding of the points.
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull: Vec<DVec2> = Vec::new();
    for half in [points.clone(), points.into_iter().rev().collect()] {
        let base = hull.len();
        for p in half {
            while hull.len() >= base + 2
                && (hull[hull.len() - 1] - hull[hull.len() - 2]).perp_dot(p - hull[hull.len() - 1]) <= 0.0
            {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
    }
    hull
}
