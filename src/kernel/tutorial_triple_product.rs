//! The tutorial that makes perpendiculars with a triple product (seed 001), GJK and EPA to the letter, faults and all.
//!
//! Known faults: its product is a x (b x c), but its triangle tests want (a x b) x c, and with the arguments they give it is zero:
//! both tests never fire, so the first triangle is called a hit. It takes index 0 for the newest vertex, though new ones are
//! appended. EPA inserts without keeping the polygon convex, calls running out of rounds "no collision", and treats edges shorter
//! than 1e-5 as having no normal. All its tolerances are absolute.
//!
//! Filled in: operators that the print lost; `direction`, which the triangle case sets without being given it; the centre of a
//! shape as the mean of its vertices; a normalised vector shorter than 1e-5 is zero, as the engine it is written for has it.
//! It runs on world-posed vertices. For rounded shapes the radius is part of the support point.
//!
//! Letters: d search direction, p support point, a, b, c the vertices in the order they were appended, ao = -a.

use super::gjk_boolean::apart_test;
use super::outcome::{Answer, Outcome};
use super::plain::{D_AO, D_D, keep, support};
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::simplex::{Simplex, Vertex};
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps of its GJK; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d = centre of B - centre of A; if |d|² < 1e-6: d = (1, 0)",
    "simplex = [support(d)]; d = -simplex[0]",
    "for 20 rounds:",
    "    p = support(A, d) - support(B, -d)",
    "    if p·d < 0: return false",
    "    append p; a, b, c = simplex[0], simplex[1], simplex[2]",
    "    if two points: perp = TripleProduct(ab, ao, ab)",
    "        if |perp|² < 1e-6: return true",
    "        d = perp",
    "    else: abPerp = TripleProduct(ac, ab, ab)",
    "        if abPerp·ao > 0: drop c, d = abPerp",
    "        acPerp = TripleProduct(ab, ac, ac)",
    "        if acPerp·ao > 0: drop b, d = acPerp",
    "        return true",
    "return false",
    "TripleProduct(a, b, c) = b (a·c) - c (a·b)",
];

/// What the panel shows beside the steps of its EPA; [`epa_line`] names the rows.
pub const EPA_LISTING: &[&str] = &[
    "polytope = simplex",
    "for 30 rounds:",
    "    n, distance, i = nearest edge",
    "    p = support(A, n) - support(B, -n)",
    "    if p·n - distance < 1e-4: return n, p·n",
    "    insert p after vertex i",
    "return false",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const FIRST: Line = 1;
    pub const SUPPORT: Line = 3;
    pub const APART: Line = 4;
    pub const PUSH: Line = 5;
    pub const ON_SEGMENT: Line = 7;
    pub const AB: Line = 10;
    pub const AC: Line = 12;
    pub const INSIDE: Line = 13;
    pub const LIMIT: Line = 14;
}

mod epa_line {
    use super::Line;
    pub const START: Line = 0;
    pub const NEAREST: Line = 2;
    pub const SUPPORT: Line = 3;
    pub const GAIN: Line = 4;
    pub const INSERT: Line = 5;
    pub const LIMIT: Line = 6;
}

const ROUNDS: usize = 20;
const EPA_ROUNDS: usize = 30;

/// GJK, and EPA on a hit, as the listing has them.
pub fn tutorial_triple_product<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
) -> Outcome<V> {
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    outcome.answer = Answer::Separated;
    let pair = &pair.rounded();
    if let Some(simplex) = gjk(pair, rec, &mut outcome) {
        rec.hand_over(epa_line::START, &simplex);
        epa(pair, &simplex, rec, &mut outcome);
    }
    outcome
}

/// The listing's product, with its letters: b (a·c) - c (a·b).
fn triple_product<V: Plane>(a: V, b: V, c: V) -> V {
    b * a.dot(c) - c * a.dot(b)
}

/// |d|² < 1e-6.
fn short<V: Plane, I: Copy>(points: [I; 3], square: V::R, if_held: Claim) -> Test<V, I> {
    let limit = V::R::from_f64(1e-6);
    Test {
        left: D_D,
        relation: Relation::Less,
        right: &[Op::Num(0)],
        points,
        numbers: [limit, V::R::ZERO],
        left_value: square,
        right_value: limit,
        if_held,
        if_not: Claim::Open,
    }
}

/// The simplex on a hit, `None` on a miss.
fn gjk<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> Option<Simplex<V, R::Point>> {
    let zero = V::R::ZERO;
    let limit = V::R::from_f64(1e-6);
    let mut simplex = Simplex::default();
    let mut d = rec.start(line::START, pair.center_line());
    let square = d.length_squared();
    if rec.test(line::START, square < limit, || short([R::Point::default(); 3], square, Claim::Open)) {
        d = V::from_dvec3(glam::DVec3::X);
    }
    d = rec.direction(d);
    let first = support(pair, d, line::FIRST, rec, outcome);
    simplex.push(first);
    d = -first.point.w;
    for _ in 0..ROUNDS {
        outcome.iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let p = support(pair, d, line::SUPPORT, rec, outcome);
        let reach = p.point.w.dot(d);
        if rec.test(line::APART, reach < zero, || apart_test(p.id, reach)) {
            outcome.exit = Exit::Apart;
            rec.exit(line::APART, Exit::Apart);
            return None;
        }
        simplex.push(p);
        let (a, b) = (simplex.w(0), simplex.w(1));
        let (ab, ao) = (b - a, -a);
        if simplex.len() == 2 {
            keep(&mut simplex, 0b11, line::PUSH, rec);
            d = rec.direction(triple_product(ab, ao, ab));
            let square = d.length_squared();
            let points = [simplex.id(0), simplex.id(1), simplex.id(1)];
            if rec.test(line::ON_SEGMENT, square < limit, || short(points, square, Claim::OriginOnSimplex)) {
                outcome.exit = Exit::OriginOnSimplex;
                rec.exit(line::ON_SEGMENT, Exit::OriginOnSimplex);
                return Some(simplex);
            }
            continue;
        }
        let ac = simplex.w(2) - a;
        let outside = |i: usize, j: usize, side: V::R| {
            let points = [simplex.id(0), simplex.id(i), simplex.id(j)];
            Test::sign(D_AO, Relation::Greater, points, side, Claim::OutsideEdge, Claim::InsideEdge)
        };
        let ab_perp = rec.direction(triple_product(ac, ab, ab));
        let side = ab_perp.dot(ao);
        if rec.test(line::AB, side > zero, || outside(1, 2, side)) {
            keep(&mut simplex, 0b011, line::AB, rec);
            d = ab_perp;
            continue;
        }
        let ac_perp = rec.direction(triple_product(ab, ac, ac));
        let side = ac_perp.dot(ao);
        if rec.test(line::AC, side > zero, || outside(2, 1, side)) {
            keep(&mut simplex, 0b101, line::AC, rec);
            d = ac_perp;
            continue;
        }
        keep(&mut simplex, 0b111, line::INSIDE, rec);
        outcome.exit = Exit::ContainsOrigin;
        rec.exit(line::INSIDE, Exit::ContainsOrigin);
        return Some(simplex);
    }
    rec.exit(line::LIMIT, Exit::IterationLimit);
    None
}

struct Edge<V: Space, R: Recorder<V>> {
    normal: V,
    distance: V::R,
    id: R::Edge,
}

/// Normal and distance of the edge from p to q as the listing computes them: turned by the sign of its own distance, so always
/// >= 0; zero both for an edge shorter than 1e-5.
fn edge<V: Plane, R: Recorder<V>>(p: Vertex<V, R::Point>, q: Vertex<V, R::Point>, rec: &mut R) -> Edge<V, R> {
    let n = (q.point.w - p.point.w).any_perpendicular();
    let length = n.length();
    let mut normal = if length > V::R::from_f64(1e-5) { n * (V::R::ONE / length) } else { V::ZERO };
    let mut distance = normal.dot(p.point.w);
    if distance < V::R::ZERO {
        (normal, distance) = (-normal, -distance);
    }
    Edge { normal, distance, id: rec.edge(p.id, q.id, normal, distance) }
}

fn epa<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    simplex: &Simplex<V, R::Point>,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) {
    let mut polytope: Vec<Vertex<V, R::Point>> = simplex.vertices().to_vec();
    let n = polytope.len();
    let mut edges: Vec<Edge<V, R>> = (0..n).map(|i| edge(polytope[i], polytope[(i + 1) % n], rec)).collect();
    rec.polygon(epa_line::START, None);
    for _ in 0..EPA_ROUNDS {
        outcome.iterations += 1;
        rec.iteration();
        let mut nearest = (V::R::INFINITY, V::ZERO, 0);
        for (i, e) in edges.iter().enumerate() {
            if e.distance < nearest.0 {
                nearest = (e.distance, e.normal, i);
            }
        }
        let (distance, n, i) = nearest;
        rec.nearest(epa_line::NEAREST, edges[i].id);
        let n = rec.direction(n);
        let p = support(pair, n, epa_line::SUPPORT, rec, outcome);
        let reach = p.point.w.dot(n);
        let gain = reach - distance;
        let limit = V::R::from_f64(1e-4);
        let j = (i + 1) % polytope.len();
        let done = rec.test(epa_line::GAIN, gain < limit, || Test {
            left: &[Op::W(0), Op::D, Op::Dot, Op::Num(1), Op::Sub],
            relation: Relation::Less,
            right: &[Op::Num(0)],
            points: [p.id, polytope[i].id, polytope[j].id],
            numbers: [limit, distance],
            left_value: gain,
            right_value: limit,
            if_held: Claim::Converged,
            if_not: Claim::NotConverged,
        });
        if done {
            outcome.answer = Answer::Overlapping;
            outcome.signed_distance = Some(-reach);
            outcome.normal = Some(n);
            outcome.exit = Exit::Converged;
            rec.exit(epa_line::GAIN, Exit::Converged);
            return;
        }
        rec.edge_gone(edges[i].id);
        let replacements = [edge(polytope[i], p, rec), edge(p, polytope[j], rec)];
        edges.splice(i..=i, replacements);
        polytope.insert(i + 1, p);
        rec.polygon(epa_line::INSERT, Some(p.id));
    }
    outcome.exit = Exit::IterationLimit;
    rec.exit(epa_line::LIMIT, Exit::IterationLimit);
}
