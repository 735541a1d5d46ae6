//! GJK for the distance: the point of the difference nearest to the origin, by Voronoi regions, with witness points.
//!
//! Gilbert, Johnson, Keerthi 1988; van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex
//! Objects", 1999, section 4 for the bounds; Catto, "Computing Distance", GDC 2010, for the direction from the edge's
//! perpendicular instead of the rounded nearest point, and for equal indices as the main exit.
//!
//! Letters: d search direction (toward the origin), w support point of A - B along d, v nearest point of the simplex.

use super::gjk::{Gjk, Lines, StopLines, Subalgorithm, converged_test, keep, run};
use super::outcome::Outcome;
use super::record::{Exit, Line, Recorder};
use super::simplex::{Closest, Simplex, Vertex};
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
    pub const REGIONS: [Line; 3] = [9, 8, 8];
    pub const KEEP: Line = 10;
}

const LINES: Lines = Lines {
    start: 0,
    support: 2,
    stop: StopLines { bounds: 3, duplicate: 4, converged: 5, progress: 6 },
    contains: 11,
    beyond: 14,
    on_simplex: 15,
    limit: 16,
};

/// The sub-algorithm: the Voronoi region of the simplex that the origin is in.
struct Voronoi;

impl<V: Space, R: Recorder<V>> Subalgorithm<V, R> for Voronoi {
    const LINES: Lines = LINES;

    #[inline(always)]
    fn reduce(simplex: &mut Simplex<V, R::Point>, _: &mut Closest<V>, given: bool, rec: &mut R) {
        let kept = if given {
            simplex.closest(line::REGIONS, rec).kept
        } else {
            simplex.closest_with_newest(line::REGIONS, rec)
        };
        keep(simplex, kept, line::KEEP, rec);
    }

    /// Its weights are not kept from step to step.
    #[inline(always)]
    fn closest(simplex: &Simplex<V, R::Point>, _: &Closest<V>) -> Closest<V> {
        simplex.whole()
    }
}

/// Runs GJK on the cores until it is known how they stand to each other. Never fails: trouble is an exit.
#[inline(always)]
pub fn gjk_distance<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Gjk<V, R::Point> {
    if pair.is_point() { of_points(pair, settings, rec) } else { run::<V, R, Voronoi>(pair, settings, rec) }
}

/// [`gjk_distance`] and what follows from it: the distance of shapes that are apart.
#[inline(always)]
pub fn distance<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    // Where the two meet only the outcome is handed on, not two simplices.
    if pair.is_point() {
        of_points(pair, settings, rec).outcome(pair, settings)
    } else {
        run::<V, R, Voronoi>(pair, settings, rec).outcome(pair, settings)
    }
}

/// Two points, which a radius makes circles or spheres: whatever the direction, the support point is all there is, and both bounds
/// are its distance.
#[inline(always)]
fn of_points<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Gjk<V, R::Point> {
    let first = rec.start(LINES.start, first_direction(pair, settings));
    rec.iteration();
    let mut d = rec.direction(first);
    let point = pair.support(d);
    let id = rec.support(LINES.support, &point);
    let mut simplex = Simplex::default();
    let mut exit = Exit::NotFinite;
    if point.w.dot(d).is_finite() {
        simplex.grow(Vertex { point, id });
        keep(&mut simplex, 0b1, line::KEEP, rec);
        // Where the points coincide any direction separates them.
        if point.w != V::ZERO {
            d = rec.direction(-point.w);
        }
        let tolerance = settings.relative_tolerance::<V::R>();
        rec.test(LINES.stop.converged, true, || {
            converged_test([id; 3], tolerance, V::R::ZERO, tolerance * -(point.w.dot(d)))
        });
        exit = Exit::Converged;
    }
    rec.exit(LINES.of(exit), exit);
    Gjk { simplex, closest: Closest::FIRST, d, exit, iterations: 1, supports: 1 }
}
