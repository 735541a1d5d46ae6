//! EPA in the plane: the edge of the difference nearest to an origin inside it, by expanding a polygon.
//!
//! Van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", 2001, brought down to a polygon.
//! Departures: it starts from a simplex of any rank, so a flat difference has depth 0 and not a guess; the polygon is kept
//! convex, every edge that the new point sees is replaced; it stops by the gap between the nearest edge and the support line; where the
//! outline is curved a disc inside the difference is a lower bound too, or an arc around the origin would take an edge for every 4 sqrt(eps) of its angle.
//!
//! Letters: n outward unit normal of the nearest edge, w support point of A - B along n, δ the origin's distance inside an edge.

use smallvec::SmallVec;

use super::discs::inscribed;
use super::gjk::{Gjk, progress_noise, progress_test};
use super::outcome::Outcome;
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::simplex::{Simplex, Vertex};
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "take GJK's simplex",
    "if it is less than a triangle: look to both sides of it",
    "if nothing is there: stop, the difference is flat, depth 0",
    "polygon ← the triangle, counter-clockwise",
    "repeat",
    "    n, δ ← normal and distance of the edge nearest to the origin",
    "    w ← support(A, n) − support(B, −n)",
    "    lower ← δ,  upper ← least w·n so far",
    "    if w·n − δ ≤ tolerance · w·n: stop, converged",
    "    if the gain w·n − δ is rounding only: stop",
    "    drop the edges that w sees beside it",
    "    put w in their place: two new edges",
    "stop at the expansion limit: undecided",
    "at the end: if the origin's foot lies beside the edge, stretch the edge",
    "a curved outline: if discs inside it reach as far as w: stop, converged",
];

mod line {
    use super::Line;
    pub const SIMPLEX: Line = 0;
    pub const SIDES: Line = 1;
    pub const FLAT: Line = 2;
    pub const POLYGON: Line = 3;
    pub const NEAREST: Line = 5;
    pub const SUPPORT: Line = 6;
    pub const BOUNDS: Line = 7;
    pub const CONVERGED: Line = 8;
    pub const PROGRESS: Line = 9;
    pub const VISIBLE: Line = 10;
    pub const EXPAND: Line = 11;
    pub const LIMIT: Line = 12;
    pub const STRETCH: Line = 13;
    pub const DISCS: Line = 14;
}

/// An edge from its own vertex to that of the next edge.
#[derive(Clone, Copy)]
pub(super) struct Edge<V: Space, R: Recorder<V>> {
    pub from: Vertex<V, R::Point>,
    pub normal: V,
    /// How far the origin lies inside it. Infinite once the edge is gone, so that it is never the nearest.
    pub distance: V::R,
    id: R::Edge,
    /// Its neighbours in the polygon, counter-clockwise.
    before: usize,
    pub next: usize,
}

/// A convex polygon: a ring of edges in any order. Most runs need few edges; more than that go to the heap.
pub(super) struct Polygon<V: Space, R: Recorder<V>> {
    pub edges: SmallVec<[Edge<V, R>; 32]>,
    /// The same distances in a row, to be compared several at a time.
    distances: SmallVec<[V::R; 32]>,
    /// How many edges are not gone.
    count: usize,
}

/// Depth, normal and witness points of a pair whose cores have the origin in their difference, from GJK's last simplex.
/// Never fails: trouble is an exit. The answer is that of the rounded shapes.
pub fn epa<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    gjk: &Gjk<V, R::Point>,
    rec: &mut R,
) -> Outcome<V> {
    rec.hand_over(line::SIMPLEX, &gjk.simplex);
    let tolerance = settings.relative_tolerance::<V::R>();
    let mut outcome = Outcome::undecided(Exit::IterationLimit, settings.touching_tolerance(pair));
    outcome.iterations = gjk.iterations;
    outcome.supports = gjk.supports;
    let corners = match triangle(pair, gjk, rec, &mut outcome.supports) {
        Ok(corners) => corners,
        Err(flat) => {
            outcome.exit = flat.exit;
            outcome.decide(V::R::ZERO - pair.radius);
            outcome.normal = Some(flat.normal);
            let (a, b) = (flat.at.point.a, flat.at.point.b);
            outcome.witnesses = Some((a + flat.normal * pair.radii.0, b - flat.normal * pair.radii.1));
            rec.exit(line::FLAT, flat.exit);
            return outcome;
        }
    };
    let mut polygon = Polygon::new();
    polygon.start(corners, rec);
    rec.polygon(line::POLYGON, None);

    let mut discs = pair.rolling_radii();
    let mut upper = V::R::INFINITY;
    let mut at = line::LIMIT;
    for _ in 0..settings.max_expansions {
        outcome.iterations += 1;
        rec.iteration();
        let i = polygon.nearest();
        let Edge { normal: n, distance, from, id: edge, .. } = polygon.edges[i];
        rec.nearest(line::NEAREST, edge);
        let n = rec.direction(n);
        let point = pair.support(n);
        outcome.supports += 1;
        let w = Vertex { point, id: rec.support(line::SUPPORT, &point) };
        let reach = point.w.dot(n);
        if !(reach.is_finite() && distance.is_finite()) {
            (outcome.exit, at) = (Exit::NotFinite, line::SUPPORT);
            break;
        }
        upper = upper.min(reach);
        rec.bounds(line::BOUNDS, || (-upper - pair.radius, -distance - pair.radius));
        let slots = [w.id, from.id, from.id];
        let gain = reach - distance;
        let allowed = tolerance * reach;
        if rec.test(line::CONVERGED, gain <= allowed, || converged_test(slots, tolerance, distance, gain, allowed)) {
            (outcome.exit, at) = (Exit::Converged, line::CONVERGED);
            answer(pair, &polygon, i, rec, &mut outcome);
            break;
        }
        let noise = progress_noise(pair, point.w.max_abs().max(from.point.w.max_abs()), n);
        let gain = reach - from.point.w.dot(n);
        if rec.test(line::PROGRESS, gain <= noise, || progress_test(slots, gain, noise)) {
            (outcome.exit, at) = (Exit::NoProgress, line::PROGRESS);
            answer(pair, &polygon, i, rec, &mut outcome);
            break;
        }
        if discs.0 + discs.1 > V::R::ZERO
            && let Some(found) =
                inscribed(pair, settings, &mut discs, distance, (w, n), line::DISCS, rec, &mut outcome.supports)
        {
            (outcome.exit, at) = (Exit::Converged, line::DISCS);
            outcome.decide(V::R::ZERO - found.depth - pair.radius);
            outcome.normal = Some(found.normal);
            outcome.witnesses = Some((found.a + found.normal * pair.radii.0, found.b - found.normal * pair.radii.1));
            break;
        }
        polygon.expand(i, w, rec);
        rec.polygon(line::EXPAND, Some(w.id));
    }
    rec.exit(at, outcome.exit);
    outcome
}

/// Three vertices, counter-clockwise.
pub(super) type Triangle<V, I> = [Vertex<V, I>; 3];

/// A difference without an inside: the origin lies on it.
struct Flat<V: Space, I> {
    normal: V,
    at: Vertex<V, I>,
    exit: Exit,
}

/// A triangle with an inside that holds the origin, counter-clockwise, from a simplex of any rank; or the news that there is none.
fn triangle<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    gjk: &Gjk<V, R::Point>,
    rec: &mut R,
    supports: &mut u32,
) -> Result<Triangle<V, R::Point>, Flat<V, R::Point>> {
    match counter_clockwise(pair, &gjk.simplex) {
        Some(corners) => Ok(corners),
        None => grown(pair, gjk, rec, supports),
    }
}

/// The triangle of a simplex; `None` of another one, or if it is too flat to have an inside.
#[inline(always)]
pub(super) fn counter_clockwise<V: Plane, I: Copy + Default>(
    pair: &Pair<V>,
    simplex: &Simplex<V, I>,
) -> Option<Triangle<V, I>> {
    let &[p, q, r] = simplex.vertices() else { return None };
    let area = area(pair, [p.point.w, q.point.w, r.point.w])?;
    Some(if area > V::R::ZERO { [p, q, r] } else { [p, r, q] })
}

/// Twice the area of a triangle, positive if it is counter-clockwise; `None` if it is too flat to have an inside.
#[inline(always)]
fn area<V: Plane>(pair: &Pair<V>, [p, q, r]: [V; 3]) -> Option<V::R> {
    let area = (q - p).wedge(r - p);
    let longest = (q - p).max_abs().max((r - q).max_abs()).max((p - r).max_abs());
    let m = p.max_abs().max(q.max_abs()).max(r.max_abs());
    (area.abs() > V::R::from_f64(8.0) * pair.noise(m) * longest).then_some(area)
}

/// [`triangle`] from a simplex that is none, or a flat one.
#[cold]
fn grown<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    gjk: &Gjk<V, R::Point>,
    rec: &mut R,
    supports: &mut u32,
) -> Result<Triangle<V, R::Point>, Flat<V, R::Point>> {
    let mut known: SmallVec<[Vertex<V, R::Point>; 4]> = gjk.simplex.vertices().iter().copied().collect();
    let x = V::from_dvec3(glam::DVec3::X);
    let mut look = |known: &[Vertex<V, R::Point>], d: V, rec: &mut R| {
        let d = rec.direction(d);
        let point = pair.support(d);
        *supports += 1;
        let id = rec.support(line::SIDES, &point);
        let gain = point.w.dot(d) - known[0].point.w.dot(d);
        let noise = progress_noise(pair, point.w.max_abs().max(known[0].point.w.max_abs()), d);
        let ends = known[known.len() - 1].id;
        let flat = rec.test(line::SIDES, gain <= noise, || Test {
            if_held: Claim::OnBoundary,
            if_not: Claim::Extends,
            ..progress_test([id, known[0].id, ends], gain, noise)
        });
        (!flat).then_some(Vertex { point, id })
    };
    if known.len() >= 3 {
        // Too flat to have an inside of its own: keep its longest edge.
        let (i, j) = [(0, 1), (1, 2), (0, 2)]
            .into_iter()
            .max_by(|&(i, j), &(k, l)| {
                let length = |i: usize, j: usize| (known[i].point.w - known[j].point.w).length_squared().to_f64();
                length(i, j).total_cmp(&length(k, l))
            })
            .unwrap_or((0, 1));
        known = SmallVec::from_slice(&[known[i], known[j]]);
    }
    if known.is_empty() {
        let d = rec.direction(x);
        let point = pair.support(d);
        known.push(Vertex { point, id: rec.support(line::SIDES, &point) });
    }
    if known.len() == 1 {
        let y = x.any_perpendicular();
        match [x, -x, y, -y].into_iter().find_map(|d| look(&known, d, rec)) {
            Some(second) => known.push(second),
            None => {
                let normal = pair.center_line().unit().unwrap_or(x);
                return Err(Flat { normal, at: known[0], exit: Exit::FlatDifference });
            }
        }
    }
    let (p, q) = (known[0], known[1]);
    let Some(n) = (q.point.w - p.point.w).any_perpendicular().unit() else {
        return Err(Flat { normal: x, at: p, exit: Exit::NotFinite });
    };
    if let Some(r) = look(&known, n, rec) {
        return Ok([p, q, r]);
    }
    if let Some(r) = look(&known, -n, rec) {
        return Ok([q, p, r]);
    }
    // Flat: a segment. The origin is on it, nearest to one of its ends or between them.
    let e = q.point.w - p.point.w;
    let t = (-(p.point.w.dot(e)) / e.length_squared()).max(V::R::ZERO).min(V::R::ONE);
    let lerp = |a: V, b: V| a + (b - a) * t;
    let mut at = p;
    at.point.a = lerp(p.point.a, q.point.a);
    at.point.b = lerp(p.point.b, q.point.b);
    // Both sides separate equally; take the one that looks from A to B.
    let normal = if n.dot(pair.center_line()) < V::R::ZERO { -n } else { n };
    Err(Flat { normal, at, exit: Exit::FlatDifference })
}

/// An edge with its outward normal, not yet in a ring; `None` if its ends coincide.
#[inline(always)]
fn edge<V: Plane, R: Recorder<V>>(
    from: Vertex<V, R::Point>,
    to: Vertex<V, R::Point>,
    rec: &mut R,
) -> Option<Edge<V, R>> {
    let normal = -(to.point.w - from.point.w).any_perpendicular().unit()?;
    let distance = from.point.w.dot(normal);
    let id = rec.edge(from.id, to.id, normal, distance);
    Some(Edge { from, normal, distance, id, before: 0, next: 0 })
}

impl<V: Plane, R: Recorder<V>> Polygon<V, R> {
    /// No edge yet.
    #[inline(always)]
    pub fn new() -> Self {
        Polygon { edges: SmallVec::new(), distances: SmallVec::new(), count: 0 }
    }

    /// Makes an empty polygon the triangle of three counter-clockwise corners. In its place, since it is long to move.
    #[inline(always)]
    pub fn start(&mut self, [p, q, r]: Triangle<V, R::Point>, rec: &mut R) {
        for (from, to) in [(p, q), (q, r), (r, p)] {
            let i = self.edges.len();
            if let Some(edge) = edge(from, to, rec) {
                self.distances.push(edge.distance);
                self.edges.push(Edge { before: i.max(1) - 1, next: i + 1, ..edge });
            }
        }
        self.count = self.edges.len();
        if let [first, .., last] = &mut self.edges[..] {
            (first.before, last.next) = (self.count - 1, 0);
        }
    }

    /// Index of the edge nearest to the origin; the first of equally near ones.
    #[inline(always)]
    pub fn nearest(&self) -> usize {
        // Eight minima side by side, and only then the place: one after the other each comparison would wait for the last.
        let (blocks, rest) = self.distances.as_chunks::<8>();
        let mut least = [V::R::INFINITY; 8];
        for block in blocks {
            for (least, &d) in least.iter_mut().zip(block) {
                *least = d.min(*least);
            }
        }
        let least = least.iter().chain(rest).fold(V::R::INFINITY, |least, &d| d.min(least));
        self.distances.iter().position(|&d| d == least).unwrap_or(0)
    }

    /// Puts `w` in the place of edge `i` and of those beside it that w sees; the polygon stays convex.
    #[inline(always)]
    pub fn expand(&mut self, i: usize, w: Vertex<V, R::Point>, rec: &mut R) {
        let edges = &mut self.edges;
        let (mut before, mut next) = (edges[i].before, edges[i].next);
        let mut gone = 1;
        while gone + 1 < self.count && sees(&w, &edges[next], rec) {
            (next, gone) = (edges[next].next, gone + 1);
        }
        while gone + 1 < self.count && sees(&w, &edges[before], rec) {
            (before, gone) = (edges[before].before, gone + 1);
        }
        let mut dead = edges[before].next;
        let (left, right) = (edges[dead].from, edges[next].from);
        for _ in 0..gone {
            rec.edge_gone(edges[dead].id);
            (edges[dead].distance, self.distances[dead]) = (V::R::INFINITY, V::R::INFINITY);
            dead = edges[dead].next;
        }
        self.count -= gone;
        let (mut last, mut place) = (before, i);
        for (from, to) in [(left, w), (w, right)] {
            let Some(edge) = edge(from, to, rec) else { continue };
            let (edge, distance) = (Edge { before: last, next, ..edge }, edge.distance);
            edges[last].next = place;
            if place < edges.len() {
                edges[place] = edge;
                self.distances[place] = distance;
            } else {
                edges.push(edge);
                self.distances.push(distance);
            }
            self.count += 1;
            (last, place) = (place, edges.len());
        }
        (edges[last].next, edges[next].before) = (next, last);
    }
}

/// Does w lie outside the edge's line?
#[inline(always)]
fn sees<V: Plane, R: Recorder<V>>(w: &Vertex<V, R::Point>, edge: &Edge<V, R>, rec: &mut R) -> bool {
    let Edge { normal, distance, from, .. } = *edge;
    let normal = rec.direction(normal);
    let reach = w.point.w.dot(normal);
    rec.test(line::VISIBLE, reach > distance, || Test {
        left: &[Op::W(0), Op::D, Op::Dot],
        relation: Relation::Greater,
        right: &[Op::Num(0)],
        points: [w.id, from.id, from.id],
        numbers: [distance, V::R::ZERO],
        left_value: reach,
        right_value: distance,
        if_held: Claim::EdgeVisible,
        if_not: Claim::EdgeHidden,
    })
}

/// Fills in depth, normal and witness points from edge `i`.
fn answer<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    polygon: &Polygon<V, R>,
    i: usize,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) {
    let Edge { from, normal, distance, next, .. } = polygon.edges[i];
    let look = |d: V| {
        let point = pair.support(rec.direction(d));
        outcome.supports += 1;
        Vertex { point, id: rec.support(line::STRETCH, &point) }
    };
    let (a, b) = at_foot(pair, [from, polygon.edges[next].from], normal, distance, look);
    outcome.decide(V::R::ZERO - distance - pair.radius);
    outcome.normal = Some(normal);
    outcome.witnesses = Some((a + normal * pair.radii.0, b - normal * pair.radii.1));
}

/// The points of A and B where the normal through the origin meets edge pq. `look` makes a support call.
#[inline(always)]
pub(super) fn at_foot<V: Plane, I: Copy>(
    pair: &Pair<V>,
    [mut p, mut q]: [Vertex<V, I>; 2],
    normal: V,
    distance: V::R,
    look: impl FnMut(V) -> Vertex<V, I>,
) -> (V, V) {
    let (zero, one) = (V::R::ZERO, V::R::ONE);
    // Where along the edge: 0 at p, 1 at q.
    let tangent = normal.any_perpendicular();
    let foot = |p: &Vertex<V, I>, q: &Vertex<V, I>| -(p.point.w.dot(tangent)) / (q.point.w - p.point.w).dot(tangent);
    // The polygon may know only a part of the difference's edge. Then the foot, which lies on that edge, can be beside the part.
    if foot(&p, &q) > one {
        (p, q) = (q, stretch(pair, q, normal, tangent, distance, look));
    } else if foot(&p, &q) < zero {
        (p, q) = (stretch(pair, p, normal, -tangent, distance, look), p);
    }
    let t = foot(&p, &q).max(zero).min(one);
    let lerp = |a: V, b: V| a + (b - a) * t;
    (lerp(p.point.a, q.point.a), lerp(p.point.b, q.point.b))
}

/// The vertex of the difference beyond `end` along `tangent` whose chord to `end` stays by the supporting line of `normal` as far as
/// the origin's foot, or `end` if there is none. It is extreme along the normal tilted a little toward the tangent; the tilt is made smaller
/// until it is. It need not lie on the line itself: two edges that turn by an angle t are equally near for floats if the foot is by no more
/// than their rounding over t beyond the corner between them (1e-3 of the depth for t = 1e-4 in f32), and then the foot is on the other edge.
fn stretch<V: Plane, I: Copy>(
    pair: &Pair<V>,
    end: Vertex<V, I>,
    normal: V,
    tangent: V,
    distance: V::R,
    mut look: impl FnMut(V) -> Vertex<V, I>,
) -> Vertex<V, I> {
    let missing = -end.point.w.dot(tangent);
    let mut tilt = V::R::from_f64(0.0625);
    for _ in 0..5 {
        let found = look(normal + tangent * tilt);
        let point = found.point;
        let noise = progress_noise(pair, point.w.max_abs().max(end.point.w.max_abs()), normal);
        let beyond = point.w.dot(tangent) - end.point.w.dot(tangent);
        let off = (point.w.dot(normal) - distance).abs();
        if !(beyond > V::R::ZERO) && off <= noise {
            return end;
        }
        // How far the chord is off the line where the foot is.
        if beyond > V::R::ZERO && off * (missing / beyond).min(V::R::ONE) <= noise {
            return found;
        }
        tilt = tilt * V::R::from_f64(0.0625);
    }
    end
}

/// w . n - δ <= tolerance w . n
fn converged_test<V: Plane, I: Copy>(
    points: [I; 3],
    tolerance: V::R,
    distance: V::R,
    gain: V::R,
    allowed: V::R,
) -> Test<V, I> {
    Test {
        left: &[Op::W(0), Op::D, Op::Dot, Op::Num(1), Op::Sub],
        relation: Relation::LessEqual,
        right: &[Op::Num(0), Op::W(0), Op::D, Op::Dot, Op::Mul],
        points,
        numbers: [tolerance, distance],
        left_value: gain,
        right_value: allowed,
        if_held: Claim::Converged,
        if_not: Claim::NotConverged,
    }
}
