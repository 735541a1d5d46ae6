//! Separating axes for points, segments and polygons, rounded or not: a witness that is no iteration at all.
//!
//! Gottschalk, Lin, Manocha, "OBBTree", 1996, for the theorem; Gregorius, "The Separating Axis Test between Convex Polyhedra",
//! GDC 2013, for the support form used here; Ericson, Real-Time Collision Detection, 5.2. The faces of a planar difference are
//! the edges of A and of B, so the axis that separates most gives the exact depth, and the exact distance where the origin's foot
//! lies on that face. Elsewhere a corner is nearest. Among separating axes the separation is unimodal, so that corner is the
//! face's end, and one support call proves it; where rounding (parallel or nearly straight edges, flat shapes) makes that fail,
//! all corners are held against all edges.
//!
//! An ellipse has no edges: exit `not-applicable`, undecided. Coordinates are A's; normals of B's edges are turned, not its
//! vertices' differences, so short edges keep their direction.
//!
//! Letters: n unit axis from A toward B, w = a - b the corner pair that is extreme along n, s = -w·n its separation.

use super::gjk::{progress_noise, progress_test};
use super::outcome::Outcome;
use super::plain::less;
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::{Core, Outline, Pair, Points, Pose, SupportPoint};

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "for each edge of A: n ← its outward normal",
    "    w ← its corner − farthest of B along −n;  s ← −w·n",
    "    if s > best: best ← s",
    "for each edge of B: n ← its inward normal",
    "    w ← farthest of A along n − its corner;  s ← −w·n",
    "    if s > best: best ← s",
    "if best < 0 by more than rounding: stop, depth = −best",
    "if the origin's foot lies on that face: stop, distance = best",
    "w ← the end of the face beside the foot;  n ← −w / |w|",
    "if nothing lies beyond w along n: stop, distance = |w|",
    "for each corner of one and edge of the other:",
    "    if they are nearer: keep them",
    "stop, distance = the least of them",
    "(an ellipse has no edges)",
];

mod line {
    use super::Line;
    pub const OF_A: [Line; 3] = [0, 1, 2];
    pub const OF_B: [Line; 3] = [3, 4, 5];
    pub const DEPTH: Line = 6;
    pub const FOOT: Line = 7;
    pub const CORNER: Line = 8;
    pub const PROVEN: Line = 9;
    pub const NEARER: Line = 11;
    pub const LEAST: Line = 12;
    pub const NOT_APPLICABLE: Line = 13;
}

/// The corners of one shape in A's frame.
struct Corners<'a, V: Space> {
    points: &'a Points<V>,
    /// Up to eight of them.
    lanes: V::Lanes,
    /// More than eight.
    many: Vec<V>,
}

impl<'a, V: Space> Corners<'a, V> {
    /// `None` for an ellipse.
    #[inline(always)]
    fn new(core: &'a Core<V>, pose: Option<&Pose<V>>) -> Option<Self> {
        let Outline::Points(points) = &core.outline else { return None };
        let place = |&i: &u32| {
            let p = points.vertices[i as usize];
            pose.map_or(p, |pose| pose.point(p))
        };
        let lanes = match pose {
            Some(pose) => V::moved(&points.corner_lanes, false, &pose.rotation, pose.translation),
            None => points.corner_lanes,
        };
        let many = if points.corners.len() > 8 { points.corners.iter().map(place).collect() } else { Vec::new() };
        Some(Corners { points, lanes, many })
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.points.corners.len()
    }

    #[inline(always)]
    fn at(&self, i: usize) -> V {
        if self.many.is_empty() { V::lane(&self.lanes, i as u32) } else { self.many[i] }
    }

    #[inline(always)]
    fn next(&self, i: usize) -> usize {
        if i + 1 < self.len() { i + 1 } else { 0 }
    }

    #[inline(always)]
    fn before(&self, i: usize) -> usize {
        if i > 0 { i - 1 } else { self.len() - 1 }
    }

    /// The edges, each by its first corner, with their outward normals in the shape's own frame.
    #[inline(always)]
    fn edges(&self) -> impl Iterator<Item = (usize, V)> + 'a {
        let normals = if self.len() > 1 { &self.points.normals[..] } else { &[] };
        normals.iter().copied().enumerate().filter(|&(_, n)| n != V::ZERO)
    }

    /// The corner farthest along `d`, the first of equals.
    #[inline(always)]
    fn farthest(&self, d: V) -> usize {
        if self.many.is_empty() {
            return (V::farthest(&self.lanes, d) | 1 << 8).trailing_zeros() as usize & 7;
        }
        let mut best = 0;
        let mut reach = self.many[0].dot(d);
        for (i, v) in self.many.iter().enumerate().skip(1) {
            let s = v.dot(d);
            if s > reach {
                (best, reach) = (i, s);
            }
        }
        best
    }
}

/// A face of the difference: an edge of one shape against a corner of the other.
#[derive(Clone, Copy)]
struct Face<V: Space, I> {
    separation: V::R,
    n: V,
    /// Corner of A and of B at the edge's start.
    start: (usize, usize),
    /// Corner of A and of B at the edge's end.
    end: (usize, usize),
    id: I,
}

/// Signed distance, normal and witness points of a planar pair whose shapes have corners.
pub fn sat<V: Plane, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    let mut outcome = Outcome::undecided(Exit::AllAxes, settings.touching_tolerance(pair));
    let (Some(a), Some(b)) = (Corners::new(pair.a, None), Corners::new(pair.b, Some(&pair.b_pose))) else {
        outcome.exit = Exit::NotApplicable;
        rec.exit(line::NOT_APPLICABLE, Exit::NotApplicable);
        return outcome;
    };
    // How far a separation can be off: the pose, the turned normal and the products, each a few roundings of the coordinates.
    let noise = V::R::from_f64(16.0) * V::R::EPSILON * pair.scale();
    let face = best_face(pair, &a, &b, rec, &mut outcome);
    let at = match face {
        Some(face) if !face.separation.is_finite() => {
            outcome.exit = Exit::NotFinite;
            line::DEPTH
        }
        Some(face) if rec.test(line::DEPTH, face.separation < -noise, || overlap_test(&face, noise)) => {
            on_face(pair, &a, &b, &face, foot(&a, &b, &face), &mut outcome);
            line::DEPTH
        }
        _ => nearest(pair, &a, &b, face, noise, rec, &mut outcome),
    };
    rec.exit(at, outcome.exit);
    outcome
}

/// The face of the difference that separates most, the first of equals; `None` where neither shape has an edge.
#[inline(always)]
fn best_face<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    a: &Corners<V>,
    b: &Corners<V>,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> Option<Face<V, R::Point>> {
    let mut best: Option<Face<V, R::Point>> = None;
    let mut consider = |face: Face<V, R::Point>, w: V, at: Line, rec: &mut R| {
        let least = best.map_or(-V::R::INFINITY, |f| f.separation);
        let s = face.separation;
        let more = rec.test(at, s > least, || Test {
            left: &[Op::W(0), Op::D, Op::Dot, Op::Neg],
            relation: Relation::Greater,
            right: &[Op::Num(0)],
            points: [face.id; 3],
            numbers: [least, V::R::ZERO],
            left_value: -(w.dot(face.n)),
            right_value: least,
            if_held: Claim::BestAxis,
            if_not: Claim::NotBestAxis,
        });
        if more {
            best = Some(face);
        }
    };
    for (i, n) in a.edges() {
        let next = a.next(i);
        outcome.iterations += 1;
        outcome.supports += 1;
        rec.iteration();
        let n = rec.direction(n);
        let j = b.farthest(-n);
        let w = a.at(i) - b.at(j);
        let id = rec.support(line::OF_A[1], &point(a, b, (i, j)));
        let face = Face { separation: -(w.dot(n)), n, start: (i, j), end: (next, j), id };
        consider(face, w, line::OF_A[2], rec);
    }
    for (j, outward) in b.edges() {
        let next = b.next(j);
        outcome.iterations += 1;
        outcome.supports += 1;
        rec.iteration();
        let n = rec.direction(pair.b_pose.direction(-outward));
        let i = a.farthest(n);
        let w = a.at(i) - b.at(j);
        let id = rec.support(line::OF_B[1], &point(a, b, (i, j)));
        let face = Face { separation: -(w.dot(n)), n, start: (i, j), end: (i, next), id };
        consider(face, w, line::OF_B[2], rec);
    }
    best
}

#[inline(always)]
fn point<V: Space>(a: &Corners<V>, b: &Corners<V>, (i, j): (usize, usize)) -> SupportPoint<V> {
    let (pa, pb) = (a.at(i), b.at(j));
    SupportPoint { a: pa, b: pb, w: pa - pb, ia: a.points.corners[i], ib: b.points.corners[j] }
}

/// best < -noise: the shapes overlap by more than rounding.
fn overlap_test<V: Space, I: Copy>(face: &Face<V, I>, noise: V::R) -> Test<V, I> {
    Test {
        left: &[Op::Num(0)],
        relation: Relation::Less,
        right: &[Op::Num(1)],
        points: [face.id; 3],
        numbers: [face.separation, -noise],
        left_value: face.separation,
        right_value: -noise,
        if_held: Claim::ContainsOrigin,
        if_not: Claim::Open,
    }
}

/// Where the origin's foot lies on a face: (toward the end, toward the start), both >= 0 between them.
#[inline(always)]
fn foot<V: Space, I>(a: &Corners<V>, b: &Corners<V>, face: &Face<V, I>) -> (V::R, V::R) {
    let (p, q) = (a.at(face.start.0) - b.at(face.start.1), a.at(face.end.0) - b.at(face.end.1));
    (-(p.dot(q - p)), -(q.dot(p - q)))
}

/// The answer from a face: the signed distance is its separation.
fn on_face<V: Plane, I>(
    pair: &Pair<V>,
    a: &Corners<V>,
    b: &Corners<V>,
    face: &Face<V, I>,
    (u, v): (V::R, V::R),
    outcome: &mut Outcome<V>,
) {
    // 0 at the start, 1 at the end.
    let t = u / (u + v);
    let across = face.n * face.separation;
    let along = |corners: &Corners<V>, i: usize, j: usize| {
        let (p, q) = (corners.at(i), corners.at(j));
        let t = if t > V::R::ONE {
            V::R::ONE + past(pair, p, q, corners.at(corners.next(j)), face.n, t - V::R::ONE)
        } else if t < V::R::ZERO {
            V::R::ZERO - past(pair, q, p, corners.at(corners.before(i)), face.n, -t)
        } else {
            // NaN is the start.
            t.max(V::R::ZERO)
        };
        p + (q - p) * t
    };
    let (on_a, on_b) = if face.start.0 == face.end.0 {
        let on_b = along(b, face.start.1, face.end.1);
        (on_b - across, on_b)
    } else {
        let on_a = along(a, face.start.0, face.end.0);
        (on_a, on_a + across)
    };
    answer(pair, face.separation, face.n, (on_a, on_b), outcome);
}

/// How far the witness point goes past the end q of edge pq where the origin's foot lies `beyond` it, both in lengths of the edge; n is the
/// edge's normal. Either this shape's next edge, to r, hardly turns, so that both are equally near for floats: then the point is on it, off by
/// no more than rounding. Or the other shape's edge is parallel and goes on: then q is its partner.
#[cold]
fn past<V: Plane>(pair: &Pair<V>, p: V, q: V, r: V, n: V, beyond: V::R) -> V::R {
    let (e, next) = (q - p, r - q);
    let run = next.dot(e) / e.length_squared();
    let reached = (beyond / run).min(V::R::ONE);
    let off = next.dot(n).abs() * reached;
    let noise = progress_noise(pair, p.max_abs().max(q.max_abs()).max(r.max_abs()), n);
    if run > V::R::ZERO && off <= noise { run * reached } else { V::R::ZERO }
}

/// Fills in the answer of the rounded shapes from that of their cores.
fn answer<V: Space>(pair: &Pair<V>, signed: V::R, n: V, (on_a, on_b): (V, V), outcome: &mut Outcome<V>) {
    outcome.decide(signed - pair.radius);
    outcome.normal = Some(n);
    outcome.witnesses = Some((on_a + n * pair.radii.0, on_b - n * pair.radii.1));
}

/// The distance of shapes that do not overlap by more than rounding.
#[allow(clippy::too_many_arguments)] // the second half of one function, split only to be read
#[inline(always)]
fn nearest<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    a: &Corners<V>,
    b: &Corners<V>,
    face: Option<Face<V, R::Point>>,
    noise: V::R,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> Line {
    let zero = V::R::ZERO;
    let Some(face) = face else {
        // Two points.
        let only = point(a, b, (0, 0));
        rec.given(line::CORNER, &only);
        let n = (-only.w).unit().unwrap_or_else(|| V::from_dvec3(glam::DVec3::X));
        answer(pair, zero - only.w.dot(n), n, (only.a, only.b), outcome);
        return line::CORNER;
    };
    let (u, v) = foot(a, b, &face);
    let (start, end) = (point(a, b, face.start), point(a, b, face.end));
    let end_id = rec.given(line::FOOT, &end);
    let start_id = face.id;
    // An edge that far coordinates have rounded away has u = v = 0 and is a corner.
    let before = rec.test(line::FOOT, u <= zero, || foot_test([start_id, end_id, start_id], u));
    let after = !before && rec.test(line::FOOT, v <= zero, || foot_test([end_id, start_id, end_id], v));
    if !before && !after {
        on_face(pair, a, b, &face, (u, v), outcome);
        return line::FOOT;
    }
    let (corner, id) = if before { (start, start_id) } else { (end, end_id) };
    let Some(n) = (-corner.w).unit() else {
        // The corners coincide.
        on_face(pair, a, b, &face, (u, v), outcome);
        return line::CORNER;
    };
    let n = rec.direction(n);
    let beyond = support(a, b, n);
    outcome.supports += 1;
    let beyond_id = rec.support(line::CORNER, &beyond);
    let gain = beyond.w.dot(n) - corner.w.dot(n);
    let rounding = progress_noise(pair, beyond.w.max_abs().max(corner.w.max_abs()), n);
    if rec.test(line::PROVEN, gain <= rounding, || progress_test([beyond_id, id, id], gain, rounding)) {
        answer(pair, zero - corner.w.dot(n), n, (corner.a, corner.b), outcome);
        return line::PROVEN;
    }
    all_features(pair, a, b, &face, noise, rec, outcome);
    line::LEAST
}

/// "The origin's foot on edge pq does not lie beyond p": -p . (q - p) <= 0.
fn foot_test<V: Space, I: Copy>(points: [I; 3], value: V::R) -> Test<V, I> {
    const TOWARD: &[Op] = &[Op::W(0), Op::W(1), Op::W(0), Op::Sub, Op::Dot, Op::Neg];
    Test::sign(TOWARD, Relation::LessEqual, points, value, Claim::NotRegion(2), Claim::Open)
}

/// The corner pair that is extreme along `n`.
#[inline(always)]
fn support<V: Space>(a: &Corners<V>, b: &Corners<V>, n: V) -> SupportPoint<V> {
    point(a, b, (a.farthest(n), b.farthest(-n)))
}

/// Every corner of one against every edge of the other.
#[cold]
fn all_features<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    a: &Corners<V>,
    b: &Corners<V>,
    face: &Face<V, R::Point>,
    noise: V::R,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) {
    let mut least = (V::R::INFINITY, V::ZERO, V::ZERO);
    let mut consider = |on_a: V, on_b: V, rec: &mut R| {
        let square = (on_b - on_a).length_squared();
        if rec.test(line::NEARER, square < least.0, || less([face.id; 3], square, least.0)) {
            least = (square, on_a, on_b);
        }
    };
    for i in 0..a.len() {
        for j in 0..b.len() {
            consider(closest(a.at(i), a.at(a.next(i)), b.at(j)), b.at(j), rec);
            consider(a.at(i), closest(b.at(j), b.at(b.next(j)), a.at(i)), rec);
        }
    }
    let (_, on_a, on_b) = least;
    let across = on_b - on_a;
    let distance = across.max_abs();
    let Some(n) = across.unit().filter(|_| distance > noise) else {
        // They touch, but for rounding: the face's own separation is as good as any.
        let (signed, n) = (face.separation, face.n);
        answer(pair, signed, n, (on_a, on_a + n * signed), outcome);
        return;
    };
    // Of the direction across and the face's normal the one that separates more.
    let beyond = support(a, b, rec.direction(n));
    outcome.supports += 1;
    rec.support(line::LEAST, &beyond);
    let n = if -(beyond.w.dot(n)) >= face.separation { n } else { face.n };
    answer(pair, across.length(), n, (on_a, on_b), outcome);
}

/// The point of segment pq nearest to x.
#[inline(always)]
fn closest<V: Space>(p: V, q: V, x: V) -> V {
    let e = q - p;
    let square = e.length_squared();
    // Squares of very short edges underflow, so p stands for them; so it does for NaN.
    if square > V::R::ZERO { p + e * ((x - p).dot(e) / square).max(V::R::ZERO).min(V::R::ONE) } else { p }
}
