//! What dragging does to a scene. Each takes the scene as the gesture found it, so the same drag always gives the same numbers.

use glam::{DVec2, DVec3};

use crate::scene::Scene;
use crate::shape::{RotationDef, ShapeDef};

/// A vertex of a body: index into [`ShapeDef::points`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Index of the body.
    pub body: usize,
    /// Index of the vertex.
    pub vertex: usize,
}

/// `x` rounded to so many decimals; negative counts round to tens, hundreds, ...
fn rounded(x: f64, decimals: i32) -> f64 {
    if decimals > 15 {
        return x;
    }
    if decimals < 0 {
        let unit = 10f64.powi(-decimals);
        return (x / unit).round() * unit;
    }
    let text = format!("{x:.*}", decimals as usize);
    // A rounded minus zero would be written as such.
    text.parse().map_or(x, |y: f64| y + 0.0)
}

/// A coordinate moved by `by` and rounded; untouched where it does not move.
fn moved(x: f64, by: f64, decimals: i32) -> f64 {
    if by == 0.0 { x } else { rounded(x + by, decimals) }
}

fn moved_point(p: DVec3, by: DVec2, decimals: i32) -> DVec3 {
    DVec3::new(moved(p.x, by.x, decimals), moved(p.y, by.y, decimals), p.z)
}

/// Moves a body.
pub fn drag_body(scene: &mut Scene, body: usize, by: DVec2, decimals: i32) {
    if let Some(body) = scene.bodies.get_mut(body) {
        body.pose.translation = moved_point(body.pose.translation, by, decimals);
    }
}

/// Turns a body about its centroid, which stays where it is up to rounding.
pub fn turn_body(scene: &mut Scene, body: usize, by: f64, decimals: i32) {
    let Some(body) = scene.bodies.get_mut(body) else { return };
    if by == 0.0 {
        return;
    }
    let center = center(&body.shape);
    let at = body.pose.pose().point(center);
    body.pose.rotation = RotationDef::Angle(rounded(body.pose.rotation.angle() + by, decimals.max(2)));
    if center != DVec3::ZERO {
        body.pose.translation = at - body.pose.pose().direction(center);
    }
}

/// Moves a vertex, or what a handle at that vertex stands for: a corner of a box its extents, the centre of a circle.
pub fn drag_vertex(scene: &mut Scene, vertex: Vertex, by: DVec2, decimals: i32) {
    let Some(body) = scene.bodies.get_mut(vertex.body) else { return };
    let by = body.pose.pose().inverse_direction(DVec3::new(by.x, by.y, 0.0)).truncate();
    let i = vertex.vertex;
    match &mut body.shape {
        ShapeDef::Point { at, .. } => *at = moved_point(*at, by, decimals),
        ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => {
            let end = if i == 0 { a } else { b };
            *end = moved_point(*end, by, decimals);
        }
        ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } => {
            if let Some(p) = points.get_mut(i) {
                *p = moved_point(*p, by, decimals);
            }
        }
        ShapeDef::Box { half_extents: h, .. } => {
            let sign = [DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0), DVec2::new(1.0, 1.0), DVec2::new(-1.0, 1.0)];
            let s = sign[i % 4];
            h.x = moved(h.x, by.x * s.x, decimals).max(0.0);
            h.y = moved(h.y, by.y * s.y, decimals).max(0.0);
        }
        ShapeDef::Circle { center, .. } | ShapeDef::Ellipse { center, .. } => {
            *center = moved_point(*center, by, decimals);
        }
    }
}

/// The point a body is turned about, in its own frame: the mean of its points.
pub fn center(shape: &ShapeDef) -> DVec3 {
    match shape {
        ShapeDef::Ellipse { center, .. } => *center,
        other => other
            .points()
            .filter(|p| !p.is_empty())
            .map_or(DVec3::ZERO, |points| points.iter().sum::<DVec3>() / points.len() as f64),
    }
}
