//! The tutorial that keeps the nearest edge of the triangle (seed 002), faults and all.
//!
//! Known faults: p·d <= 0 is "apart", so touching is a miss, though its text calls an origin on a segment a collision; for equal
//! centres the start direction is zero; nothing bounds its loop, which here is stopped by the iteration limit without an answer,
//! since the original never gives one.
//!
//! Filled in, since the listing has no `handle_simplex`: what the text says of it, in the plainest form. The origin is on the
//! segment if it is on its line (p·d > 0 has put it between the ends); in the triangle if no two areas have different signs; the
//! nearest edge is that whose nearest point is nearest, of equals the one that holds the newer vertices; its direction is its
//! perpendicular on the origin's side; a shape's centre is the mean of its vertices. World-posed vertices, rounded support points.
//!
//! Letters: d search direction, p support point.

use super::gjk_boolean::apart_test;
use super::outcome::{Answer, Outcome};
use super::plain::{PERP_AO, choice, keep, less, support, triangle_holds_origin};
use super::record::{Claim, Exit, Line, Recorder, Relation, Test};
use super::simplex::Simplex;
use super::{Plane, Settings};
use crate::num::Real;
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d = centre of A - centre of B",
    "simplex = [support(d)]; d = -simplex[0]",
    "while True:",
    "    p = support(A, d) - support(B, -d)",
    "    if p·d <= 0: return False",
    "    append p",
    "    if two points: if the origin is on the segment: return True",
    "        d = perpendicular of the segment, toward the origin",
    "    else: if the origin is in the triangle: return True",
    "        keep the edge nearest to the origin",
    "        d = its perpendicular, toward the origin",
    "(no limit; stopped here without an answer)",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const FIRST: Line = 1;
    pub const SUPPORT: Line = 3;
    pub const APART: Line = 4;
    pub const PUSH: Line = 5;
    pub const ON_SEGMENT: Line = 6;
    pub const TURN: Line = 7;
    pub const INSIDE: Line = 8;
    pub const NEAREST: Line = 9;
    pub const TURN_EDGE: Line = 10;
    pub const LIMIT: Line = 11;
}

/// Do the shapes meet? As the listing and its text have it.
pub fn tutorial_nearest_edge<V: Plane, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    let (answer, exit, at) = gjk(&pair.rounded(), settings.max_iterations, rec, &mut outcome);
    (outcome.answer, outcome.exit) = (answer, exit);
    rec.exit(at, exit);
    outcome
}

fn gjk<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    limit: u32,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> (Answer, Exit, Line) {
    let zero = V::R::ZERO;
    let mut simplex = Simplex::default();
    let d = rec.start(line::START, -pair.center_line());
    let d = rec.direction(d);
    let first = support(pair, d, line::FIRST, rec, outcome);
    simplex.push(first);
    let mut d = -first.point.w;
    while outcome.iterations < limit {
        outcome.iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let p = support(pair, d, line::SUPPORT, rec, outcome);
        let reach = p.point.w.dot(d);
        let apart = || Test { relation: Relation::LessEqual, ..apart_test(p.id, reach) };
        if rec.test(line::APART, reach <= zero, apart) {
            return (Answer::Separated, Exit::Apart, line::APART);
        }
        simplex.push(p);
        if simplex.len() == 2 {
            keep(&mut simplex, 0b11, line::PUSH, rec);
            let points = [p.id, simplex.id(0), p.id];
            let side = (simplex.w(0) - p.point.w).any_perpendicular().dot(-p.point.w);
            let on_segment = || Test::sign(PERP_AO, Relation::Equal, points, side, Claim::OriginOnSimplex, Claim::Open);
            if rec.test(line::ON_SEGMENT, side == zero, on_segment) {
                return (Answer::Overlapping, Exit::OriginOnSimplex, line::ON_SEGMENT);
            }
            d = perpendicular(&simplex, [1, 0], line::TURN, rec);
            continue;
        }
        if triangle_holds_origin(&simplex, line::INSIDE, rec) {
            keep(&mut simplex, 0b111, line::INSIDE, rec);
            return (Answer::Overlapping, Exit::ContainsOrigin, line::INSIDE);
        }
        let mut nearest = [2, 1];
        for other in [[2, 0], [1, 0]] {
            let (there, here) = (square(&simplex, other), square(&simplex, nearest));
            let points = [simplex.id(other[0]), simplex.id(other[1]), simplex.id(nearest[0] ^ nearest[1] ^ 3)];
            if rec.test(line::NEAREST, there < here, || less(points, there, here)) {
                nearest = other;
            }
        }
        keep(&mut simplex, (1 << nearest[0]) | (1 << nearest[1]), line::NEAREST, rec);
        d = perpendicular(&simplex, [1, 0], line::TURN_EDGE, rec);
    }
    (Answer::Undecided, Exit::IterationLimit, line::LIMIT)
}

/// The perpendicular of edge ij, on the origin's side.
fn perpendicular<V: Plane, R: Recorder<V>>(
    simplex: &Simplex<V, R::Point>,
    [i, j]: [usize; 2],
    line: Line,
    rec: &mut R,
) -> V {
    let perp = (simplex.w(j) - simplex.w(i)).any_perpendicular();
    let side = perp.dot(-simplex.w(i));
    let points = [simplex.id(i), simplex.id(j), simplex.id(i)];
    if rec.test(line, side < V::R::ZERO, || choice(PERP_AO, Relation::Less, points, side)) { -perp } else { perp }
}

/// The squared distance of the origin from edge ij; NaN for an edge without length.
fn square<V: Plane, I: Copy + Default>(simplex: &Simplex<V, I>, [i, j]: [usize; 2]) -> V::R {
    let (p, e) = (simplex.w(i), simplex.w(j) - simplex.w(i));
    let t = (-(p.dot(e)) / e.length_squared()).max(V::R::ZERO).min(V::R::ONE);
    (p + e * t).length_squared()
}
