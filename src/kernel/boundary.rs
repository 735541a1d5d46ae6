//! Is an origin that lies on the simplex on the boundary of the difference, or inside it? What tells touching from overlapping.

use super::gjk::{progress_noise, progress_test};
use super::record::{Claim, Line, Recorder, Test};
use super::simplex::Simplex;
use crate::num::{Real, Space};
use crate::shape::Pair;

/// With the origin on a vertex or an edge of the simplex: a direction (not normalised) along which nothing of the difference
/// lies beyond the origin, if there is one, and the number of support calls that took. `d` is the direction of the latest support call.
///
/// A vertex is extreme along the direction that found it, so there the origin is on the boundary. Beside an edge in the plane
/// both sides are looked at, and in space those of a triangle. An edge in space has a whole circle of sides and is left to a
/// polyhedron: `None`.
#[cold]
#[inline(never)]
pub fn boundary_normal<V: Space, R: Recorder<V>>(
    pair: &Pair<V>,
    simplex: Simplex<V, R::Point>,
    d: V,
    line: Line,
    rec: &mut R,
) -> (Option<V>, u32) {
    if simplex.len() < 2 {
        return (Some(d), 0);
    }
    let n = match (V::DIM, simplex.len()) {
        (2, _) => (simplex.w(1) - simplex.w(0)).any_perpendicular(),
        (_, 3) => V::triangle_normal(simplex.w(0), simplex.w(1), simplex.w(2)),
        _ => return (None, 0),
    };
    let mut supports = 0;
    let found = [n, -n].into_iter().find(|&side| {
        let d = rec.direction(side);
        let point = pair.support(d);
        supports += 1;
        let id = rec.support(line, &point);
        let gain = point.w.dot(d) - simplex.w(0).dot(d);
        let noise = progress_noise(pair, point.w.max_abs().max(simplex.max_abs()), d);
        rec.test(line, gain <= noise, || Test {
            if_held: Claim::OnBoundary,
            if_not: Claim::Extends,
            ..progress_test([id, simplex.id(0), simplex.id(1)], gain, noise)
        })
    });
    (found, supports)
}
