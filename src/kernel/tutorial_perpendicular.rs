//! The tutorial that turns a perpendicular to the right side (seed 000), to the letter: its tolerances, its test for equality, its
//! 32 rounds.
//!
//! It answers yes or no. Its weak spots: 1e-12 is absolute, so small shapes are called touching whatever they do; a product is
//! compared with == 0; running out of rounds is answered "apart". It runs on world-posed vertices, as the listing does; nothing
//! had to be filled in. Its circle (centre + direction · radius) is the rounded support mapping here.
//!
//! Letters: d search direction, p support point, a newest vertex, b and c the older ones, ao = -a.

use super::Plane;
use super::gjk_boolean::apart_test;
use super::outcome::{Answer, Outcome};
use super::plain::{D_AO, D_D, PERP_AC, PERP_AO, choice, keep, support};
use super::record::{Claim, Exit, Formula, Line, Op, Recorder, Relation, Test};
use super::settings::Settings;
use super::simplex::Simplex;
use crate::num::Real;
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d = (1, 0); p = support(A, d) - support(B, -d)",
    "if |p|² < 1e-12: return true",
    "simplex = [p]; d = -p",
    "for 32 rounds:",
    "    p = support(A, d) - support(B, -d)",
    "    if p·d < 0: return false",
    "    append p",
    "    if two points: perp = perpendicular of ab",
    "        if perp·ao < 0: perp = -perp",
    "        if |perp|² < 1e-12: return true",
    "        if perp·ao == 0: return true",
    "        d = perp",
    "    else: abPerp = perpendicular of ab; if abPerp·ac > 0: turn it",
    "        acPerp = perpendicular of ac; if acPerp·ab > 0: turn it",
    "        if abPerp·ao > 0: drop c, d = abPerp",
    "        else if acPerp·ao > 0: drop b, d = acPerp",
    "        else: return true",
    "return false",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const AT_ORIGIN: Line = 1;
    pub const SUPPORT: Line = 4;
    pub const APART: Line = 5;
    pub const PUSH: Line = 6;
    pub const TURN: Line = 8;
    pub const SHORT: Line = 9;
    pub const ON_SEGMENT: Line = 10;
    pub const TURN_AB: Line = 12;
    pub const TURN_AC: Line = 13;
    pub const OUTSIDE_AB: Line = 14;
    pub const OUTSIDE_AC: Line = 15;
    pub const INSIDE: Line = 16;
    pub const LIMIT: Line = 17;
}

const ROUNDS: usize = 32;

/// Do the shapes meet? As the listing has it.
pub fn tutorial_perpendicular<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
) -> Outcome<V> {
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    let (answer, exit, at) = gjk(&pair.rounded(), rec, &mut outcome);
    (outcome.answer, outcome.exit) = (answer, exit);
    rec.exit(at, exit);
    outcome
}

fn gjk<V: Plane, R: Recorder<V>>(pair: &Pair<V>, rec: &mut R, outcome: &mut Outcome<V>) -> (Answer, Exit, Line) {
    let zero = V::R::ZERO;
    let limit = V::R::from_f64(1e-12);
    let tiny = |left: Formula, points, value: V::R| Test {
        left,
        relation: Relation::Less,
        right: &[Op::Num(0)],
        points,
        numbers: [limit, zero],
        left_value: value,
        right_value: limit,
        if_held: Claim::OriginOnSimplex,
        if_not: Claim::Open,
    };
    let mut simplex = Simplex::default();
    let x = rec.start(line::START, V::from_dvec3(glam::DVec3::X));
    let x = rec.direction(x);
    let p = support(pair, x, line::START, rec, outcome);
    let square = p.point.w.length_squared();
    if rec.test(line::AT_ORIGIN, square < limit, || tiny(&[Op::W(0), Op::W(0), Op::Dot], [p.id; 3], square)) {
        return (Answer::Overlapping, Exit::OriginOnSimplex, line::AT_ORIGIN);
    }
    simplex.push(p);
    let mut d = -p.point.w;
    for _ in 0..ROUNDS {
        outcome.iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let p = support(pair, d, line::SUPPORT, rec, outcome);
        let reach = p.point.w.dot(d);
        if rec.test(line::APART, reach < zero, || apart_test(p.id, reach)) {
            return (Answer::Separated, Exit::Apart, line::APART);
        }
        simplex.push(p);
        let a = p.point.w;
        let ao = -a;
        if simplex.len() == 2 {
            keep(&mut simplex, 0b11, line::PUSH, rec);
            let points = [p.id, simplex.id(0), p.id];
            let mut perp = (simplex.w(0) - a).any_perpendicular();
            let side = perp.dot(ao);
            if rec.test(line::TURN, side < zero, || choice(PERP_AO, Relation::Less, points, side)) {
                perp = -perp;
            }
            d = rec.direction(perp);
            let square = d.length_squared();
            if rec.test(line::SHORT, square < limit, || tiny(D_D, points, square)) {
                return (Answer::Overlapping, Exit::OriginOnSimplex, line::SHORT);
            }
            let side = d.dot(ao);
            let on_segment = || Test::sign(D_AO, Relation::Equal, points, side, Claim::OriginOnSimplex, Claim::Open);
            if rec.test(line::ON_SEGMENT, side == zero, on_segment) {
                return (Answer::Overlapping, Exit::OriginOnSimplex, line::ON_SEGMENT);
            }
            continue;
        }
        let (ab, ac) = (simplex.w(1) - a, simplex.w(0) - a);
        let (to_b, to_c) = ([p.id, simplex.id(1), simplex.id(0)], [p.id, simplex.id(0), simplex.id(1)]);
        let mut ab_perp = ab.any_perpendicular();
        let side = ab_perp.dot(ac);
        if rec.test(line::TURN_AB, side > zero, || choice(PERP_AC, Relation::Greater, to_b, side)) {
            ab_perp = -ab_perp;
        }
        let mut ac_perp = ac.any_perpendicular();
        let side = ac_perp.dot(ab);
        if rec.test(line::TURN_AC, side > zero, || choice(PERP_AC, Relation::Greater, to_c, side)) {
            ac_perp = -ac_perp;
        }
        let outside =
            |points, side| Test::sign(D_AO, Relation::Greater, points, side, Claim::OutsideEdge, Claim::InsideEdge);
        ab_perp = rec.direction(ab_perp);
        let side = ab_perp.dot(ao);
        if rec.test(line::OUTSIDE_AB, side > zero, || outside(to_b, side)) {
            keep(&mut simplex, 0b110, line::OUTSIDE_AB, rec);
            d = ab_perp;
            continue;
        }
        ac_perp = rec.direction(ac_perp);
        let side = ac_perp.dot(ao);
        if rec.test(line::OUTSIDE_AC, side > zero, || outside(to_c, side)) {
            keep(&mut simplex, 0b101, line::OUTSIDE_AC, rec);
            d = ac_perp;
            continue;
        }
        keep(&mut simplex, 0b111, line::INSIDE, rec);
        return (Answer::Overlapping, Exit::ContainsOrigin, line::INSIDE);
    }
    (Answer::Separated, Exit::IterationLimit, line::LIMIT)
}
