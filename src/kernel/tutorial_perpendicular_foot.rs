//! The tutorial that takes the foot of the perpendicular from the origin (seed 004), faults and all.
//!
//! Known faults: its support function asks shape A twice, so the difference is that of A with itself and always holds the origin:
//! it always answers "hit"; the direction is zero where the line through two points passes through the origin, which with that
//! difference it always does; of a triangle it keeps the nearer *line*, not the nearer segment (never reached, for the same
//! reason); nothing bounds its loop, which here is stopped by the iteration limit without an answer.
//!
//! Filled in: the first direction (the project's own rule, which is never zero); `contains`, which needs three points and counts
//! the border in; the foot of the perpendicular, p + e t with t = -p·e / e·e. World-posed vertices, rounded support points.
//!
//! Letters: d search direction, p support point.

use super::gjk_boolean::apart_test;
use super::outcome::{Answer, Outcome};
use super::plain::{keep, less, triangle_holds_origin};
use super::record::{Exit, Line, Recorder};
use super::simplex::{Simplex, Vertex};
use super::{Plane, Settings, first_direction};
use crate::num::Real;
use crate::shape::{Pair, Pose, SMOOTH};

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "direction = findFirstDirection()",
    "simplex.add(support(direction)); direction = -direction",
    "while (true)",
    "    p = farthest(shapeA, direction) - farthest(shapeA, -direction)",
    "    if (p·direction < 0) return false",
    "    simplex.add(p)",
    "    if (simplex.contains(origin)) return true",
    "    if two points: direction = -foot(simplex[0], simplex[1])",
    "    else: if foot(2, 0) is nearer than foot(2, 1)",
    "            simplex.remove(1); direction = -foot(2, 0)",
    "        else: simplex.remove(0); direction = -foot(2, 1)",
    "(no limit; stopped here without an answer)",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const FIRST: Line = 1;
    pub const SUPPORT: Line = 3;
    pub const APART: Line = 4;
    pub const PUSH: Line = 5;
    pub const CONTAINS: Line = 6;
    pub const NEARER: Line = 8;
    pub const REMOVE: Line = 9;
    pub const LIMIT: Line = 11;
}

/// Do the shapes meet? As the listing has it.
pub fn tutorial_perpendicular_foot<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
) -> Outcome<V> {
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    let (answer, exit, at) = gjk(&pair.rounded(), settings, rec, &mut outcome);
    (outcome.answer, outcome.exit) = (answer, exit);
    rec.exit(at, exit);
    outcome
}

fn gjk<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> (Answer, Exit, Line) {
    // shapeA twice. The second point is no vertex of B, so it has no index there.
    let twice = Pair::new(pair.a, pair.a, Pose::IDENTITY, pair.last).rounded();
    let support = |d: V, line: Line, rec: &mut R, outcome: &mut Outcome<V>| {
        outcome.supports += 1;
        let mut point = twice.support(d);
        point.ib = SMOOTH;
        Vertex { point, id: rec.support(line, &point) }
    };
    let mut simplex = Simplex::default();
    let first = rec.start(line::START, first_direction(pair, settings));
    let first = rec.direction(first);
    simplex.push(support(first, line::FIRST, rec, outcome));
    let mut d = -first;
    while outcome.iterations < settings.max_iterations {
        outcome.iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let p = support(d, line::SUPPORT, rec, outcome);
        let reach = p.point.w.dot(d);
        if rec.test(line::APART, reach < V::R::ZERO, || apart_test(p.id, reach)) {
            return (Answer::Separated, Exit::Apart, line::APART);
        }
        simplex.push(p);
        let all = (1 << simplex.len()) - 1;
        keep(&mut simplex, all, line::PUSH, rec);
        if simplex.len() < 3 {
            d = V::ZERO - foot(simplex.w(0), simplex.w(1));
            continue;
        }
        if triangle_holds_origin(&simplex, line::CONTAINS, rec) {
            return (Answer::Overlapping, Exit::ContainsOrigin, line::CONTAINS);
        }
        let (ca, cb) = (foot(simplex.w(2), simplex.w(0)), foot(simplex.w(2), simplex.w(1)));
        let (near_ca, near_cb) = (ca.length_squared(), cb.length_squared());
        let points = [simplex.id(2), simplex.id(0), simplex.id(1)];
        let (kept, toward) = match rec.test(line::NEARER, near_ca < near_cb, || less(points, near_ca, near_cb)) {
            true => (0b101, ca),
            false => (0b110, cb),
        };
        keep(&mut simplex, kept, line::REMOVE, rec);
        d = V::ZERO - toward;
    }
    (Answer::Undecided, Exit::IterationLimit, line::LIMIT)
}

/// The foot of the origin on the line through p and q; NaN where they coincide.
fn foot<V: Plane>(p: V, q: V) -> V {
    let e = q - p;
    p + e * (-(p.dot(e)) / e.length_squared())
}
