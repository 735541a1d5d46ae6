//! Minkowski portal refinement in the plane: a witness that is not GJK. From an inner point of the difference it looks along the
//! ray through the origin for the edge by which the ray leaves.
//!
//! Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008; libccd, src/mpr.c, for its exits. In the
//! plane the portal is a segment. Departures: an origin on the line to the first support point is looked at from both sides;
//! coinciding centres need no nudge; it refines until nothing is gained, without an absolute tolerance.
//!
//! A hit is rigorous: the origin lies in a triangle of points of the difference. So is a miss: a direction separates. The depth is
//! that along the last portal's normal: it separates the shapes, but another normal may need less. The radius of a rounded shape
//! is part of its support mapping.
//!
//! Letters: c inner point (the difference of the centroids), r the ray from c to the origin, l and p (left and right seen along
//! r) the ends of the portal, n its normal away from c, w support point of A - B along n.

use super::boundary::boundary_normal;
use super::gjk::{progress_noise, progress_test};
use super::gjk_boolean::apart_test;
use super::outcome::{Answer, Outcome};
use super::plain::{keep, support};
use super::record::{Claim, Exit, Formula, Line, Op, Recorder, Relation, Test};
use super::simplex::{Simplex, Vertex};
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::{Pair, SMOOTH, SupportPoint};

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "c ← centre of A − centre of B;  r ← −c, the ray to the origin",
    "w₁ ← support along r;  if w₁·r < 0: stop, r separates them",
    "if the origin is on the line c w₁: look to both sides of it",
    "    if nothing is there: stop, they touch",
    "repeat: find a portal",
    "    w₂ ← support beside c w₁, d = its perpendicular toward the origin",
    "    if w₂·d < 0: stop, d separates them",
    "    if w₂ gains rounding only: stop, they touch",
    "    if r passes between w₁ and w₂: they are the portal",
    "    else: w₁ ← w₂",
    "repeat: refine it",
    "    n ← normal of the portal, away from c",
    "    if the origin is inside the portal: they meet",
    "    w ← support along n",
    "    if w·n < 0: stop, n separates them",
    "    depth along n = w·n",
    "    if the gain over the portal is within the tolerance: stop",
    "    if the gain over the portal is rounding only: stop",
    "    if r passes to the right of w: w is the left end, else the right one",
    "stop at the iteration limit: undecided",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const FIRST: Line = 1;
    pub const SIDES: Line = 3;
    pub const BESIDE: Line = 5;
    pub const BESIDE_APART: Line = 6;
    pub const BESIDE_GAIN: Line = 7;
    pub const PORTAL: Line = 8;
    pub const INSIDE: Line = 12;
    pub const SUPPORT: Line = 13;
    pub const APART: Line = 14;
    pub const DEPTH: Line = 15;
    pub const CONVERGED: Line = 16;
    pub const PROGRESS: Line = 17;
    pub const CHOOSE: Line = 18;
    pub const LIMIT: Line = 19;
}

/// perp(r) . w with r = -c and c in slot 0: > 0 where w lies to the left of the ray.
const SIDE: Formula = &[Op::W(0), Op::Neg, Op::Perp, Op::W(1), Op::Dot];
/// The same with r = the point in slot 0, for a centre at the origin.
const SIDE_FROM_ORIGIN: Formula = &[Op::W(0), Op::Perp, Op::W(1), Op::Dot];
/// perp(p - l) . l with l and p in slots 0 and 1: < 0 where the origin lies beyond the portal.
const INSIDE: Formula = &[Op::W(1), Op::W(0), Op::Sub, Op::Perp, Op::W(0), Op::Dot];

/// How the shapes of a planar pair stand to each other, and a depth that separates them where they meet.
pub fn mpr<V: Plane, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    let pair = &pair.rounded();
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    let at = search(pair, settings, rec, &mut outcome);
    rec.exit(at, outcome.exit);
    outcome
}

/// The ray, as its own perpendicular to the left and the point and formula that record it.
struct Ray<V: Space, I> {
    left: V,
    from: I,
    side: Formula,
}

fn search<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> Line {
    let zero = V::R::ZERO;
    let (a, b) = (pair.a.centroid, pair.b_pose.point(pair.b.centroid));
    let point = SupportPoint { a, b, w: a - b, ia: SMOOTH, ib: SMOOTH };
    let x = V::from_dvec3(glam::DVec3::X);
    let centred = point.w == V::ZERO;
    let mut d = rec.start(line::START, if centred { x } else { -point.w });
    let c = Vertex { point, id: rec.given(line::START, &point) };
    let noise = |w: V, d: V| progress_noise(pair, w.max_abs(), d);

    rec.iteration();
    outcome.iterations += 1;
    d = rec.direction(d);
    let mut first = support(pair, d, line::FIRST, rec, outcome);
    let mut reach = first.point.w.dot(d);
    if !reach.is_finite() {
        outcome.exit = Exit::NotFinite;
        return line::FIRST;
    }
    if rec.test(line::FIRST, reach < zero, || apart_test(first.id, reach)) {
        (outcome.exit, outcome.answer) = (Exit::Apart, Answer::Separated);
        return line::FIRST;
    }
    if centred {
        // The origin is the inner point itself: any ray will do that has some length.
        for other in [-x, x.any_perpendicular(), -x.any_perpendicular()] {
            if first.point.w != V::ZERO {
                break;
            }
            d = rec.direction(other);
            first = support(pair, d, line::FIRST, rec, outcome);
            reach = first.point.w.dot(d);
        }
    }
    let ray = match centred {
        true => Ray { left: first.point.w.any_perpendicular(), from: first.id, side: SIDE_FROM_ORIGIN },
        false => Ray { left: (-c.point.w).any_perpendicular(), from: c.id, side: SIDE },
    };
    let side = |w: V| ray.left.dot(w);
    let side_test = |w: Vertex<V, R::Point>, relation, if_held, if_not| {
        Test::sign(ray.side, relation, [ray.from, w.id, c.id], side(w.point.w), if_held, if_not)
    };

    let (left, right);
    let beside = V::edge_toward_origin(c.point.w, first.point.w);
    if beside == V::ZERO {
        // The origin lies between c and w1.
        let mut simplex = Simplex::default();
        simplex.push(first);
        let at_end = reach <= noise(first.point.w, d);
        if !at_end {
            simplex.push(c);
        }
        keep(&mut simplex, if at_end { 0b1 } else { 0b11 }, line::SIDES, rec);
        let (normal, beside) = boundary_normal(pair, simplex, d, line::SIDES, rec);
        outcome.supports += beside;
        if let Some(n) = normal {
            touch(first.point.w, n, outcome);
            return line::SIDES;
        }
        d = rec.direction(-ray.left);
        let second = support(pair, d, line::BESIDE, rec, outcome);
        (left, right) = (first, second);
    } else {
        let mut beside = beside;
        loop {
            if outcome.iterations >= settings.max_iterations {
                return line::LIMIT;
            }
            rec.iteration();
            outcome.iterations += 1;
            d = rec.direction(beside);
            let second = support(pair, d, line::BESIDE, rec, outcome);
            let reach = second.point.w.dot(d);
            if !reach.is_finite() {
                outcome.exit = Exit::NotFinite;
                return line::BESIDE;
            }
            if rec.test(line::BESIDE_APART, reach < zero, || apart_test(second.id, reach)) {
                (outcome.exit, outcome.answer) = (Exit::Apart, Answer::Separated);
                return line::BESIDE_APART;
            }
            // The inner point on the border: the difference is as flat as its rounding errors, and the origin is on it.
            let gain = reach - first.point.w.dot(d);
            let noise = progress_noise(pair, second.point.w.max_abs().max(first.point.w.max_abs()), d);
            if rec.test(line::BESIDE_GAIN, gain <= noise, || Test {
                if_held: Claim::OnBoundary,
                if_not: Claim::Extends,
                ..progress_test([second.id, first.id, first.id], gain, noise)
            }) {
                touch(first.point.w, d, outcome);
                return line::BESIDE_GAIN;
            }
            let on_left = side(first.point.w) > zero;
            let between = if on_left {
                !rec.test(line::PORTAL, side(second.point.w) > zero, || {
                    side_test(second, Relation::Greater, Claim::RayRight, Claim::RayLeft)
                })
            } else {
                !rec.test(line::PORTAL, side(second.point.w) < zero, || {
                    side_test(second, Relation::Less, Claim::RayLeft, Claim::RayRight)
                })
            };
            if between {
                (left, right) = if on_left { (first, second) } else { (second, first) };
                break;
            }
            first = second;
            beside = V::edge_toward_origin(c.point.w, first.point.w);
        }
    }
    refine(pair, settings, c, [left, right], &side, &side_test, rec, outcome)
}

/// Moves the portal outward until nothing is gained.
#[allow(clippy::too_many_arguments)] // the second half of one loop, split only to be read
fn refine<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    c: Vertex<V, R::Point>,
    [mut left, mut right]: [Vertex<V, R::Point>; 2],
    side: &impl Fn(V) -> V::R,
    side_test: &impl Fn(Vertex<V, R::Point>, Relation, Claim, Claim) -> Test<V, R::Point>,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> Line {
    let zero = V::R::ZERO;
    let tolerance = settings.relative_tolerance::<V::R>();
    let mut simplex = portal([c, left, right]);
    keep(&mut simplex, 0b111, line::PORTAL, rec);
    let mut hit = false;
    while outcome.iterations < settings.max_iterations {
        rec.iteration();
        outcome.iterations += 1;
        let n = rec.direction((right.point.w - left.point.w).any_perpendicular());
        if !hit {
            let value = n.dot(left.point.w);
            hit = !rec.test(line::INSIDE, value < zero, || {
                let points = [left.id, right.id, c.id];
                Test::sign(INSIDE, Relation::Less, points, value, Claim::OutsideEdge, Claim::ContainsOrigin)
            });
        }
        let w = support(pair, n, line::SUPPORT, rec, outcome);
        let reach = w.point.w.dot(n);
        if !reach.is_finite() {
            outcome.exit = Exit::NotFinite;
            return line::SUPPORT;
        }
        if !hit && rec.test(line::APART, reach < zero, || apart_test(w.id, reach)) {
            (outcome.exit, outcome.answer) = (Exit::Apart, Answer::Separated);
            return line::APART;
        }
        if hit {
            rec.bounds(line::DEPTH, || (-(reach / n.length()), zero));
        }
        let (l, r) = (left.point.w.dot(n), right.point.w.dot(n));
        let (base, base_id) = if l < r { (r, right.id) } else { (l, left.id) };
        let gain = reach - base;
        let points = [w.id, base_id, base_id];
        let done = if hit {
            let allowed = tolerance * reach;
            rec.test(line::CONVERGED, gain <= allowed, || Test {
                right: &[Op::Num(0), Op::W(0), Op::D, Op::Dot, Op::Mul],
                numbers: [tolerance, zero],
                right_value: allowed,
                if_held: Claim::Converged,
                if_not: Claim::NotConverged,
                ..progress_test(points, gain, zero)
            })
        } else {
            false
        };
        let noise = progress_noise(pair, w.point.w.max_abs().max(left.point.w.max_abs()), n);
        if done || rec.test(line::PROGRESS, gain <= noise, || progress_test(points, gain, noise)) {
            outcome.exit = if done { Exit::Converged } else { Exit::NoProgress };
            if hit {
                let Some(unit) = n.unit() else {
                    outcome.exit = Exit::NotFinite;
                    return line::PROGRESS;
                };
                outcome.decide(zero - w.point.w.dot(unit));
                outcome.normal = Some(unit);
            } else {
                // The origin is beyond the portal and not beyond the difference: within rounding of its border.
                touch(w.point.w, n, outcome);
                outcome.exit = Exit::NoProgress;
            }
            return if done { line::CONVERGED } else { line::PROGRESS };
        }
        simplex.push(w);
        let to_left = rec.test(line::CHOOSE, side(w.point.w) > zero, || {
            side_test(w, Relation::Greater, Claim::RayRight, Claim::RayLeft)
        });
        let kept = if to_left { 0b1101 } else { 0b1011 };
        rec.keep(line::CHOOSE, &simplex, kept, || super::middle(&simplex, kept));
        let (l, r) = if to_left { (w, right) } else { (left, w) };
        (left, right) = (l, r);
        simplex = portal([c, left, right]);
    }
    line::LIMIT
}

/// The triangle of the inner point and the portal.
fn portal<V: Space, I: Copy + Default>(corners: [Vertex<V, I>; 3]) -> Simplex<V, I> {
    let mut simplex = Simplex::default();
    for corner in corners {
        simplex.push(corner);
    }
    simplex
}

/// They touch: nothing of the difference lies beyond the origin along `n`, but for rounding.
fn touch<V: Plane>(w: V, n: V, outcome: &mut Outcome<V>) {
    (outcome.exit, outcome.answer) = (Exit::OnBoundary, Answer::Touching);
    if let Some(unit) = n.unit() {
        outcome.signed_distance = Some(V::R::ZERO - w.dot(unit));
        outcome.normal = Some(unit);
    }
}
