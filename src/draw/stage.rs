//! What all steps of a run share, computed once a trace: outlines, the difference, and the ranges that keep the views from jumping.

use glam::DVec2;

use super::difference::{Corner, difference};
use super::outline::{Contour, rounded};
use crate::kernel::Answer;
use crate::run::Trace;

/// See the module. Rebuild it whenever the trace changes; a picture of a step then costs the same in a trace of any length.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// A in the world.
    pub a: Contour,
    /// B in the world.
    pub b: Contour,
    /// The difference of the cores, counter-clockwise, world orientation.
    pub difference: Vec<Corner>,
    /// The same with the sum of the radii.
    pub rim: Vec<DVec2>,
    /// What B is moved by to leave A, where the answer is a depth.
    pub escape: Option<DVec2>,
    /// What every step of the world view fits into.
    pub world_range: (DVec2, DVec2),
    /// What every step of the view of the difference fits into.
    pub minkowski_range: (DVec2, DVec2),
}

impl Stage {
    /// Linear in the length of the trace and in the number of vertices (times its logarithm).
    pub fn new(trace: &Trace) -> Stage {
        let a = Contour::new(&trace.a, |p| trace.point_in_world(p));
        let b = Contour::new(&trace.b, |p| trace.point_in_world(p));
        let difference = difference(trace);
        let rim = rounded(&difference.iter().map(|c| c.at).collect::<Vec<_>>(), a.radius + b.radius);
        let answer = &trace.answered;
        let escape = match (answer.answer, answer.normal, answer.signed_distance) {
            (Answer::Overlapping, Some(n), Some(s)) => Some(n.truncate() * -s).filter(|m| m.is_finite()),
            _ => None,
        };
        let witnesses = answer.witnesses.into_iter().flat_map(|(p, q)| [p.truncate(), q.truncate()]);
        let moved = escape.into_iter().flat_map(|m| b.rim.iter().map(move |&p| p + m));
        let world_range = range(a.rim.iter().chain(&b.rim).copied().chain(moved).chain(witnesses));
        let points = trace.points.iter().map(|p| trace.direction_in_world(p.w).truncate());
        let minkowski_range = range(rim.iter().copied().chain(points).chain([DVec2::ZERO]));
        Stage { a, b, difference, rim, escape, world_range, minkowski_range }
    }
}

/// The bounding box of the finite points; the unit square around the origin without any.
fn range(points: impl Iterator<Item = DVec2>) -> (DVec2, DVec2) {
    points
        .filter(|p| p.is_finite())
        .fold(None, |range, p| match range {
            None => Some((p, p)),
            Some((low, high)) => Some((p.min(low), p.max(high))),
        })
        .unwrap_or((-DVec2::ONE, DVec2::ONE))
}
