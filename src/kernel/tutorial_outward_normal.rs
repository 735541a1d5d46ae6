//! The tutorial that tests a triangle by its outward normals (seed 003), GJK and EPA to the letter, faults and all.
//!
//! Known faults: an origin on the first segment is answered "apart", so concentric squares, squares offset along x and touching
//! squares are missed; EPA inserts the new point without keeping the polygon convex; both loops answer when they run out.
//! It runs on world-posed vertices, as the listing does. The listing has polygons only; for rounded shapes the radius is added
//! to the support point, and an ellipse uses its own support point: that much is filled in.
//!
//! Letters: d search direction, p support point, a newest vertex, b and c the older ones, ao = -a.

use super::outcome::{Answer, Outcome};
use super::plain::{D_AO, keep, support};
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::simplex::{Simplex, Vertex};
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps of its GJK; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d = (1, 0); simplex = [support(d)]; d = -simplex[0]",
    "for 32 rounds:",
    "    p = support(A, d) - support(B, -d)",
    "    if p·d < 0: return False",
    "    insert p in front",
    "    if two points: d = perpendicular toward the origin",
    "        if |d·ao| < 1e-12: return False",
    "    else: nab = outward normal of ab",
    "        if nab·ao > 0: drop c, d = nab",
    "        else if nac·ao > 0: drop b, d = nac",
    "        else: return True",
    "return False",
];

/// What the panel shows beside the steps of its EPA; [`epa_line`] names the rows.
pub const EPA_LISTING: &[&str] = &[
    "poly = list(simplex)",
    "for 32 rounds:",
    "    n, dist = nearest edge",
    "    p = support(A, n) - support(B, -n)",
    "    if p·n - dist < 1e-5: return n * dist",
    "    insert p after the edge's first vertex",
    "return n * dist",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const SUPPORT: Line = 2;
    pub const APART: Line = 3;
    pub const PUSH: Line = 4;
    pub const ON_SEGMENT: Line = 6;
    pub const NAB: Line = 8;
    pub const NAC: Line = 9;
    pub const INSIDE: Line = 10;
    pub const LIMIT: Line = 11;
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

const ROUNDS: usize = 32;

/// GJK, and EPA on a hit, as the listing has them.
pub fn tutorial_outward_normal<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
) -> Outcome<V> {
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    let pair = &pair.rounded();
    let Some(simplex) = gjk(pair, rec, &mut outcome) else {
        outcome.answer = Answer::Separated;
        return outcome;
    };
    rec.hand_over(epa_line::START, &simplex);
    epa(pair, &simplex, rec, &mut outcome);
    outcome
}

/// The perpendicular of `edge` on the side where its product with `target` is > 0, else the right one.
fn perp_toward<V: Plane>(edge: V, target: V) -> V {
    let left = edge.any_perpendicular();
    if left.dot(target) > V::R::ZERO { left } else { -left }
}

/// The perpendicular of `edge` that looks away from `interior`.
fn outward<V: Plane>(edge: V, interior: V) -> V {
    let left = edge.any_perpendicular();
    if left.dot(interior) < V::R::ZERO { left } else { -left }
}

/// The triangle on a hit, `None` on a miss. Simplices are kept oldest first, where the listing has the newest in front.
fn gjk<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> Option<Simplex<V, R::Point>> {
    let zero = V::R::ZERO;
    let mut simplex = Simplex::default();
    let x = rec.start(line::START, V::from_dvec3(glam::DVec3::X));
    let x = rec.direction(x);
    let first = support(pair, x, line::START, rec, outcome);
    simplex.push(first);
    let mut d = -first.point.w;
    for _ in 0..ROUNDS {
        outcome.iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let p = support(pair, d, line::SUPPORT, rec, outcome);
        let reach = p.point.w.dot(d);
        let apart =
            || Test::sign(&[Op::W(0), Op::D, Op::Dot], Relation::Less, [p.id; 3], reach, Claim::Apart, Claim::MayMeet);
        if rec.test(line::APART, reach < zero, apart) {
            outcome.exit = Exit::Apart;
            rec.exit(line::APART, Exit::Apart);
            return None;
        }
        simplex.push(p);
        let ao = -p.point.w;
        if simplex.len() == 2 {
            keep(&mut simplex, 0b11, line::PUSH, rec);
            d = rec.direction(perp_toward(simplex.w(0) - p.point.w, ao));
            let side = d.dot(ao);
            let limit = V::R::from_f64(1e-12);
            let on_segment = rec.test(line::ON_SEGMENT, side.abs() < limit, || Test {
                left: &[Op::D, Op::W(0), Op::Neg, Op::Dot, Op::Abs],
                relation: Relation::Less,
                right: &[Op::Num(0)],
                points: [p.id, simplex.id(0), p.id],
                numbers: [limit, zero],
                left_value: side.abs(),
                right_value: limit,
                if_held: Claim::OnSegmentSoApart,
                if_not: Claim::Open,
            });
            if on_segment {
                outcome.exit = Exit::OriginOnSegment;
                rec.exit(line::ON_SEGMENT, Exit::OriginOnSegment);
                return None;
            }
            continue;
        }
        let (c, b) = (simplex.w(0), simplex.w(1));
        let (ab, ac) = (b - p.point.w, c - p.point.w);
        let outside = |i: usize, j: usize, value: V::R| {
            let points = [p.id, simplex.id(i), simplex.id(j)];
            Test::sign(D_AO, Relation::Greater, points, value, Claim::OutsideEdge, Claim::InsideEdge)
        };
        let nab = rec.direction(outward(ab, ac));
        let side = nab.dot(ao);
        if rec.test(line::NAB, side > zero, || outside(1, 0, side)) {
            keep(&mut simplex, 0b110, line::NAB, rec);
            d = nab;
            continue;
        }
        let nac = rec.direction(outward(ac, ab));
        let side = nac.dot(ao);
        if rec.test(line::NAC, side > zero, || outside(0, 1, side)) {
            keep(&mut simplex, 0b101, line::NAC, rec);
            d = nac;
            continue;
        }
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

/// Normal and distance of the edge from p to q as the listing computes them: turned by the sign of its own distance, so always >= 0.
fn edge<V: Plane, R: Recorder<V>>(p: Vertex<V, R::Point>, q: Vertex<V, R::Point>, rec: &mut R) -> Edge<V, R> {
    let e = q.point.w - p.point.w;
    let mut n = -e.any_perpendicular();
    if n.dot(p.point.w) < V::R::ZERO {
        n = -n;
    }
    let length = n.length();
    let distance = n.dot(p.point.w) / length;
    let normal = if length > V::R::from_f64(1e-12) { n * (V::R::ONE / length) } else { V::ZERO };
    Edge { normal, distance, id: rec.edge(p.id, q.id, normal, distance) }
}

fn epa<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    simplex: &Simplex<V, R::Point>,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) {
    let mut poly: Vec<Vertex<V, R::Point>> = simplex.vertices().iter().rev().copied().collect();
    let mut edges: Vec<Edge<V, R>> = (0..poly.len()).map(|i| edge(poly[i], poly[(i + 1) % poly.len()], rec)).collect();
    rec.polygon(epa_line::START, None);
    outcome.exit = Exit::IterationLimit;
    let mut at = epa_line::LIMIT;
    for _ in 0..ROUNDS {
        outcome.iterations += 1;
        rec.iteration();
        // A NaN distance (coinciding vertices) is never the smaller one, as in the listing.
        let mut nearest = (V::R::INFINITY, V::ZERO, 0);
        for (i, e) in edges.iter().enumerate() {
            if e.distance < nearest.0 {
                nearest = (e.distance, e.normal, i);
            }
        }
        let (distance, n, i) = nearest;
        rec.nearest(epa_line::NEAREST, edges[i].id);
        outcome.signed_distance = Some(-distance);
        outcome.normal = Some(n);
        let n = rec.direction(n);
        let p = support(pair, n, epa_line::SUPPORT, rec, outcome);
        let gain = p.point.w.dot(n) - distance;
        let limit = V::R::from_f64(1e-5);
        let done = rec.test(epa_line::GAIN, gain < limit, || Test {
            left: &[Op::W(0), Op::D, Op::Dot, Op::Num(1), Op::Sub],
            relation: Relation::Less,
            right: &[Op::Num(0)],
            points: [p.id, poly[i].id, poly[(i + 1) % poly.len()].id],
            numbers: [limit, distance],
            left_value: gain,
            right_value: limit,
            if_held: Claim::Converged,
            if_not: Claim::NotConverged,
        });
        if done {
            (outcome.exit, at) = (Exit::Converged, epa_line::GAIN);
            break;
        }
        rec.edge_gone(edges[i].id);
        let j = (i + 1) % poly.len();
        let replacements = [edge(poly[i], p, rec), edge(p, poly[j], rec)];
        edges.splice(i..=i, replacements);
        poly.insert(i + 1, p);
        rec.polygon(epa_line::INSERT, Some(p.id));
    }
    outcome.answer = Answer::Overlapping;
    rec.exit(at, outcome.exit);
}
