//! GJK that only answers yes or no: it hunts for a direction that separates the shapes, or a simplex around the origin.
//!
//! Muratori, "Implementing GJK", 2006; Ericson, Real-Time Collision Detection, 9.5.2. Departures: the first direction never
//! fails; an origin on the simplex is looked at from both sides, so touching is told from overlapping; a support point that is
//! not new ends the search. The radius of a rounded shape is part of its support mapping ([`Pair::rounded`]).
//!
//! Letters: d search direction, w support point of A - B along d, a newest vertex of the simplex, b and c the older ones.

use super::boundary::boundary_normal;
use super::gjk::{Gjk, duplicate_test, progress_noise, progress_test, toward_origin};
use super::outcome::{Answer, Outcome};
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::simplex::{AREA, Closest, Simplex, Vertex};
use super::{Settings, first_direction};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d ← first direction, from A's centre to B's",
    "repeat",
    "    w ← support(A, d) − support(B, −d)",
    "    if w·d < 0: stop, d separates them",
    "    if w is in the simplex: stop, they touch",
    "    if the gain over the simplex is rounding only: stop, they touch",
    "    add w to the simplex as a",
    "    if the origin is outside edge ab: drop c",
    "    if the origin is outside edge ac: drop b",
    "    if neither: stop, the simplex contains the origin",
    "    keep the rest; d ← its perpendicular, toward the origin",
    "    if d = 0: the origin is on the simplex",
    "        if nothing lies beyond it on one side: stop, they touch",
    "        else: stop, they overlap",
    "stop at the iteration limit: undecided",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const SUPPORT: Line = 2;
    pub const APART: Line = 3;
    pub const DUPLICATE: Line = 4;
    pub const PROGRESS: Line = 5;
    pub const OUTSIDE_AB: Line = 7;
    pub const OUTSIDE_AC: Line = 8;
    pub const CONTAINS: Line = 9;
    pub const KEEP: Line = 10;
    pub const BEYOND: Line = 12;
    pub const ON_SIMPLEX: Line = 13;
    pub const LIMIT: Line = 14;
}

/// What [`gjk_boolean`] found: where the loop stopped, and its answer.
pub struct YesNo<V: Space, I> {
    /// The loop's end; its simplex is what EPA starts from.
    pub gjk: Gjk<V, I>,
    /// Separated, touching, overlapping or undecided.
    pub answer: Answer,
}

impl<V: Space, I: Copy + Default> YesNo<V, I> {
    /// The answer as an outcome without a distance; where a direction separates, that is the normal.
    pub fn outcome(&self, pair: &Pair<V>, settings: &Settings) -> Outcome<V> {
        Outcome {
            answer: self.answer,
            iterations: self.gjk.iterations,
            supports: self.gjk.supports,
            ..Outcome::undecided(self.gjk.exit, settings.touching_tolerance(pair))
        }
    }
}

/// Do the two shapes of a planar pair have a common point? A rounded pair must come as [`Pair::rounded`].
#[inline(always)]
pub fn gjk_boolean<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> YesNo<V, R::Point> {
    let zero = V::R::ZERO;
    let mut simplex: Simplex<V, R::Point> = Simplex::default();
    let mut d = rec.start(line::START, first_direction(pair, settings));
    // The largest coordinate so far: what rounding errors of a gain are relative to.
    let mut largest = zero;
    let mut iterations = 0;
    let mut beside = 0;
    let (mut at, mut exit, mut answer) = (line::LIMIT, Exit::IterationLimit, Answer::Undecided);
    while iterations < settings.max_iterations {
        iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let point = pair.support(d);
        let id = rec.support(line::SUPPORT, &point);
        let reach = point.w.dot(d);
        largest = largest.max(point.w.max_abs());
        if !reach.is_finite() {
            (at, exit) = (line::SUPPORT, Exit::NotFinite);
            break;
        }
        if rec.test(line::APART, reach < zero, || apart_test(id, reach)) {
            (at, exit, answer) = (line::APART, Exit::Apart, Answer::Separated);
            break;
        }
        if !simplex.is_empty() {
            let slots = [id, simplex.id(0), simplex.id(0)];
            if rec.test(line::DUPLICATE, simplex.has(&point), || duplicate_test(slots, simplex.has(&point))) {
                (at, exit, answer) = (line::DUPLICATE, Exit::DuplicateSupport, Answer::Touching);
                break;
            }
            let gain = reach - simplex.w(0).dot(d);
            let noise = progress_noise(pair, largest, d);
            if rec.test(line::PROGRESS, gain <= noise, || progress_test(slots, gain, noise)) {
                (at, exit, answer) = (line::PROGRESS, Exit::NoProgress, Answer::Touching);
                break;
            }
        }
        simplex.push(Vertex { point, id });
        let kept = if simplex.len() == 3 { triangle(&simplex, rec) } else { simplex.all() };
        let kept = rec.keep(line::KEEP, &simplex, kept, || super::middle(&simplex, kept));
        simplex.keep(kept);
        if simplex.len() == 3 {
            (at, exit, answer) = (line::CONTAINS, Exit::ContainsOrigin, Answer::Overlapping);
            break;
        }
        let toward = toward_origin(&simplex);
        if toward == V::ZERO {
            let (touching, supports) = boundary_normal(pair, simplex, d, line::BEYOND, rec);
            beside = supports;
            (at, exit, answer) = match touching {
                Some(_) => (line::BEYOND, Exit::OnBoundary, Answer::Touching),
                None => (line::ON_SIMPLEX, Exit::OriginOnSimplex, Answer::Overlapping),
            };
            break;
        }
        d = toward;
    }
    rec.exit(at, exit);
    let closest = Closest { kept: 1, weights: [V::R::ONE, zero, zero, zero] };
    YesNo { gjk: Gjk { simplex, closest, d, exit, iterations, supports: iterations + beside }, answer }
}

/// Which vertices of triangle c, b, a (oldest first) to keep. Edge bc needs no test: a was found beyond the origin, seen from it.
#[inline(always)]
fn triangle<V: Space, R: Recorder<V>>(simplex: &Simplex<V, R::Point>, rec: &mut R) -> u8 {
    let (c, b, a) = (simplex.w(0), simplex.w(1), simplex.w(2));
    let n = (b - a).wedge(c - a);
    let ab = V::along(n, a.wedge(b));
    if rec
        .test(line::OUTSIDE_AB, ab <= V::R::ZERO, || outside_test(0, [simplex.id(2), simplex.id(1), simplex.id(0)], ab))
    {
        return 0b110;
    }
    let ac = V::along(n, c.wedge(a));
    if rec
        .test(line::OUTSIDE_AC, ac <= V::R::ZERO, || outside_test(1, [simplex.id(0), simplex.id(2), simplex.id(1)], ac))
    {
        return 0b101;
    }
    0b111
}

#[inline(always)]
pub fn apart_test<V: Space, I: Copy>(w: I, reach: V::R) -> Test<V, I> {
    Test::sign(&[Op::W(0), Op::D, Op::Dot], Relation::Less, [w; 3], reach, Claim::Apart, Claim::MayMeet)
}

/// "The origin is not on the inner side of the edge of slots 0 and 1"; a is in slot `a`.
#[inline(always)]
fn outside_test<V: Space, I: Copy>(a: usize, points: [I; 3], area: V::R) -> Test<V, I> {
    Test::sign(AREA[a], Relation::LessEqual, points, area, Claim::OutsideEdge, Claim::InsideEdge)
}
