//! GJK for the distance: the point of the difference nearest to the origin, by Voronoi regions, with witness points.
//!
//! Gilbert, Johnson, Keerthi 1988; van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex
//! Objects", 1999, section 4 for the bounds; Catto, "Computing Distance", GDC 2010, for the direction from the edge's
//! perpendicular instead of the rounded nearest point, and for equal indices as the main exit.
//!
//! Letters: d search direction (toward the origin), w support point of A - B along d, v nearest point of the simplex.

use super::boundary::boundary_normal;
use super::gjk::{Gjk, converged_test, given, keep, stop, toward_origin};
use super::record::{Exit, Line, Recorder};
use super::simplex::{Simplex, Vertex};
use super::{Settings, first_direction};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d ← first direction, from A's centre to B's",
    "repeat",
    "    w ← support(A, d) − support(B, −d)",
    "    lower ← −w·d / |d|,  upper ← |v|",
    "    if w is in the simplex: stop, v is nearest",
    "    if upper − lower ≤ tolerance · upper: stop, converged",
    "    if the gain (w − w₀)·d is rounding only: stop",
    "    add w to the simplex",
    "    edge regions: is the origin outside an edge?",
    "    vertex regions: does the foot lie before a vertex?",
    "    keep the nearest feature, v ← its nearest point",
    "    if the simplex contains the origin: stop, they meet",
    "    d ← perpendicular of the feature, toward the origin",
    "    if d = 0: the origin is on the simplex",
    "        if nothing lies beyond it on one side: stop, they touch",
    "        else: stop, they overlap",
    "stop at the iteration limit: undecided",
];

mod line {
    use super::Line;
    use crate::kernel::gjk::StopLines;
    pub const START: Line = 0;
    pub const SUPPORT: Line = 2;
    pub const STOP: StopLines = StopLines { bounds: 3, duplicate: 4, converged: 5, progress: 6 };
    pub const REGIONS: [Line; 3] = [9, 8, 8];
    pub const KEEP: Line = 10;
    pub const CONTAINS: Line = 11;
    pub const BEYOND: Line = 14;
    pub const ON_SIMPLEX: Line = 15;
    pub const LIMIT: Line = 16;
}

/// Runs GJK on the cores until it is known how they stand to each other. Never fails: trouble is an exit.
#[inline(always)]
pub fn gjk_distance<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Gjk<V, R::Point> {
    let mut d = rec.start(line::START, first_direction(pair, settings));
    let tolerance = settings.relative_tolerance::<V::R>();
    // A given simplex is reduced like one of our own; where it holds the origin already it is of no use.
    let mut simplex = Simplex::default();
    given(&mut simplex, pair, settings, line::START, rec);
    if !simplex.is_empty() {
        let kept = simplex.closest(line::REGIONS, rec).kept;
        keep(&mut simplex, kept, line::KEEP, rec);
        let toward = toward_origin(&simplex);
        if toward != V::ZERO && simplex.len() <= V::DIM {
            d = toward;
        } else {
            simplex = Simplex::default();
        }
    }
    // The largest coordinate so far: what rounding errors of a gain are relative to.
    let mut largest = simplex.max_abs();
    let (mut exit, mut at) = (Exit::IterationLimit, line::LIMIT);
    let (mut iterations, mut beside, mut limit) = (0, 0, settings.max_iterations);
    if pair.is_point() {
        (iterations, limit) = (1, 0);
        (exit, at) = only_point(pair, tolerance, &mut simplex, &mut d, rec);
    }
    while iterations < limit {
        iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let point = pair.support(d);
        let id = rec.support(line::SUPPORT, &point);
        largest = largest.max(point.w.max_abs());
        if !point.w.dot(d).is_finite() {
            (exit, at) = (Exit::NotFinite, line::SUPPORT);
            break;
        }
        let new = Vertex { point, id };
        if !simplex.is_empty()
            && let Some(stopped) = stop(pair, tolerance, largest, &simplex, &new, d, &line::STOP, rec)
        {
            (exit, at) = stopped;
            break;
        }
        simplex.push(new);
        let kept = simplex.closest_with_newest(line::REGIONS, rec);
        keep(&mut simplex, kept, line::KEEP, rec);
        if simplex.len() > V::DIM {
            (exit, at) = (Exit::ContainsOrigin, line::CONTAINS);
            break;
        }
        let toward = toward_origin(&simplex);
        if toward == V::ZERO {
            match boundary_normal(pair, &simplex.copy(), d, line::BEYOND, rec, &mut beside) {
                Some(n) => (exit, at, d) = (Exit::OnBoundary, line::BEYOND, n),
                None => (exit, at) = (Exit::OriginOnSimplex, line::ON_SIMPLEX),
            }
            break;
        }
        d = toward;
    }
    rec.exit(at, exit);
    Gjk { simplex, closest: simplex.whole(), d, exit, iterations, supports: iterations + beside }
}

/// Two points, which a radius makes circles or spheres: whatever the direction, the support point is all there is, and both bounds
/// are its distance.
#[inline(always)]
fn only_point<V: Space, R: Recorder<V>>(
    pair: &Pair<V>,
    tolerance: V::R,
    simplex: &mut Simplex<V, R::Point>,
    d: &mut V,
    rec: &mut R,
) -> (Exit, Line) {
    rec.iteration();
    *d = rec.direction(*d);
    let point = pair.support(*d);
    let id = rec.support(line::SUPPORT, &point);
    if !point.w.dot(*d).is_finite() {
        return (Exit::NotFinite, line::SUPPORT);
    }
    *simplex = Simplex::default();
    simplex.push(Vertex { point, id });
    keep(simplex, 0b1, line::KEEP, rec);
    // Where the points coincide any direction separates them.
    if point.w != V::ZERO {
        *d = rec.direction(-point.w);
    }
    rec.test(line::STOP.converged, true, || {
        converged_test([id; 3], tolerance, V::R::ZERO, tolerance * -(point.w.dot(*d)))
    });
    (Exit::Converged, line::STOP.converged)
}
