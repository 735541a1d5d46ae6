//! The difference A - B of a trace's outlines as one convex polygon, in floats, for showing only: two hulls, edges merged by direction.

use glam::{DVec2, DVec3};

use super::outline::Contour;
use crate::run::Trace;

/// A vertex of the difference and the two vertices it comes from ([`crate::shape::SMOOTH`] on a smooth outline).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// a - b, world orientation.
    pub at: DVec2,
    /// Vertex of A in file order.
    pub ia: u32,
    /// Vertex of B in file order.
    pub ib: u32,
}

/// The difference of the cores (without their radii), counter-clockwise, in world orientation. Computed in the kernel's frame and
/// then turned, so that two shapes far out and close to each other keep their digits.
pub fn difference(trace: &Trace) -> Vec<Corner> {
    let still = |p: DVec3| p;
    let a = Contour::new(&trace.a, still).core;
    let mirrored: Vec<(DVec2, u32)> = Contour::new(&trace.b, still).core.iter().map(|&(p, i)| (-p, i)).collect();
    let mut corners = merge(&from_lowest(a), &from_lowest(mirrored));
    for corner in &mut corners {
        corner.at = trace.direction_in_world(corner.at.extend(0.0)).truncate();
    }
    corners
}

/// The same ring, begun at its lowest point (of several, the leftmost): there the first edge's direction is in [0, pi).
fn from_lowest(mut ring: Vec<(DVec2, u32)>) -> Vec<(DVec2, u32)> {
    let lowest = (0..ring.len())
        .min_by(|&i, &j| ring[i].0.y.total_cmp(&ring[j].0.y).then(ring[i].0.x.total_cmp(&ring[j].0.x)))
        .unwrap_or(0);
    ring.rotate_left(lowest);
    ring
}

/// Minkowski sum of two counter-clockwise rings that start at their lowest points; points and segments are rings of 1 and 2.
fn merge(a: &[(DVec2, u32)], b: &[(DVec2, u32)]) -> Vec<Corner> {
    if a.is_empty() || b.is_empty() {
        return vec![];
    }
    let edge = |ring: &[(DVec2, u32)], i: usize| {
        let n = ring.len();
        (i < n && n > 1).then(|| ring[(i + 1) % n].0 - ring[i].0)
    };
    let mut corners = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    for _ in 0..a.len() + b.len() {
        let ((p, ia), (q, ib)) = (a[i % a.len()], b[j % b.len()]);
        corners.push(Corner { at: p + q, ia, ib });
        let (step_a, step_b) = match (edge(a, i), edge(b, j)) {
            (None, None) => break,
            (Some(_), None) => (true, false),
            (None, Some(_)) => (false, true),
            (Some(e), Some(f)) => match (upper(e), upper(f)) {
                (true, false) => (true, false),
                (false, true) => (false, true),
                // Within one half turn the sign of the product orders the directions.
                _ => (e.perp_dot(f) >= 0.0, e.perp_dot(f) <= 0.0),
            },
        };
        (i, j) = (i + step_a as usize, j + step_b as usize);
        if !step_a && !step_b || edge(a, i).is_none() && edge(b, j).is_none() {
            break;
        }
    }
    corners
}

/// Direction in [0, pi).
fn upper(e: DVec2) -> bool {
    e.y > 0.0 || (e.y == 0.0 && e.x > 0.0)
}
