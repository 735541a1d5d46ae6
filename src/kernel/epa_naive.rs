//! EPA as tutorials write it (seeds 001 and 003): the new point is inserted after the nearest edge, and nothing keeps the polygon
//! convex or its normals outward. A witness of what goes wrong, not claimed to be right.
//!
//! Known faults: it stops at an absolute gain (the tolerance of the settings, else 1e-6), so small shapes stop at once and large
//! ones in f32 may never; a normal is turned by the sign of its own distance, so with the origin on an edge it may look inward;
//! a simplex of less than a triangle is taken as it is, and a single point has no edge to start from.
//! Where it runs out of expansions it stays undecided.
//!
//! Letters: n outward unit normal of the nearest edge, p support point of A - B along n.

use super::gjk::Gjk;
use super::outcome::Outcome;
use super::plain::support;
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::simplex::Vertex;
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "polygon ← the simplex",
    "repeat",
    "    n, distance ← nearest edge, n turned so that distance ≥ 0",
    "    p ← support(A, n) − support(B, −n)",
    "    if p·n − distance < tolerance: stop, converged",
    "    insert p after the edge's first vertex",
    "stop at the expansion limit: undecided",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const NEAREST: Line = 2;
    pub const SUPPORT: Line = 3;
    pub const GAIN: Line = 4;
    pub const INSERT: Line = 5;
    pub const LIMIT: Line = 6;
}

struct Edge<V: Space, R: Recorder<V>> {
    normal: V,
    distance: V::R,
    id: R::Edge,
}

/// The edge from p to q; without length it is infinitely far, so never the nearest.
fn edge<V: Plane, R: Recorder<V>>(p: Vertex<V, R::Point>, q: Vertex<V, R::Point>, rec: &mut R) -> Edge<V, R> {
    let (mut normal, mut distance) = (V::ZERO, V::R::INFINITY);
    if let Some(n) = (q.point.w - p.point.w).any_perpendicular().unit() {
        (normal, distance) = (n, n.dot(p.point.w));
    }
    if distance < V::R::ZERO {
        (normal, distance) = (-normal, -distance);
    }
    Edge { normal, distance, id: rec.edge(p.id, q.id, normal, distance) }
}

/// Depth and normal of a pair whose cores have the origin in their difference, from GJK's last simplex.
pub fn epa_naive<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    gjk: &Gjk<V, R::Point>,
    rec: &mut R,
) -> Outcome<V> {
    rec.hand_over(line::START, &gjk.simplex);
    let tolerance = V::R::from_f64(settings.tolerance.unwrap_or(1e-6));
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    (outcome.iterations, outcome.supports) = (gjk.iterations, gjk.supports);
    let mut polygon: Vec<Vertex<V, R::Point>> = gjk.simplex.vertices().to_vec();
    let corners = polygon.len();
    let mut edges: Vec<Edge<V, R>> = (0..corners).map(|i| edge(polygon[i], polygon[(i + 1) % corners], rec)).collect();
    rec.polygon(line::START, None);
    let mut at = line::LIMIT;
    for _ in 0..settings.max_expansions {
        outcome.iterations += 1;
        rec.iteration();
        let mut i = 0;
        for (k, e) in edges.iter().enumerate() {
            if e.distance < edges[i].distance {
                i = k;
            }
        }
        let Some(Edge { normal, distance, id }) = edges.get(i) else { break };
        let (normal, distance) = (*normal, *distance);
        rec.nearest(line::NEAREST, *id);
        if !distance.is_finite() {
            (outcome.exit, at) = (Exit::NotFinite, line::NEAREST);
            break;
        }
        let n = rec.direction(normal);
        let p = support(pair, n, line::SUPPORT, rec, &mut outcome);
        let gain = p.point.w.dot(n) - distance;
        let j = (i + 1) % polygon.len();
        let done = rec.test(line::GAIN, gain < tolerance, || Test {
            left: &[Op::W(0), Op::D, Op::Dot, Op::Num(1), Op::Sub],
            relation: Relation::Less,
            right: &[Op::Num(0)],
            points: [p.id, polygon[i].id, polygon[j].id],
            numbers: [tolerance, distance],
            left_value: gain,
            right_value: tolerance,
            if_held: Claim::Converged,
            if_not: Claim::NotConverged,
        });
        if done {
            (outcome.exit, at) = (Exit::Converged, line::GAIN);
            outcome.decide(V::R::ZERO - distance - pair.radius);
            outcome.normal = Some(n);
            break;
        }
        rec.edge_gone(edges[i].id);
        let replacements = [edge(polygon[i], p, rec), edge(p, polygon[j], rec)];
        edges.splice(i..=i, replacements);
        polygon.insert(i + 1, p);
        rec.polygon(line::INSERT, Some(p.id));
    }
    rec.exit(at, outcome.exit);
    outcome
}
