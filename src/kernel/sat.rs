//! Separating axes for points, segments and polygons, rounded or not: a witness that is no iteration at all.
//!
//! Gottschalk, Lin, Manocha, "OBBTree", 1996, for the theorem; Gregorius, "The Separating Axis Test between Convex Polyhedra",
//! GDC 2013, for the support form used here; Ericson, Real-Time Collision Detection, 5.2. The faces of a planar difference are
//! the edges of A and of B, so the axis that separates most gives the exact depth, and the exact distance where the origin's foot
//! lies on that face. Elsewhere a corner is nearest. Among separating axes the separation is unimodal, so that corner is the
//! face's end, and one support call proves it; where rounding (parallel or nearly straight edges, flat shapes) makes that fail,
//! all corners are held against all edges. Shapes of more corners than the lanes hold walk from one to the other and back first: no pair is nearer
//! than the separation along any direction, so one that is as near but for rounding ends it; else a bound on each pair of edges leaves out most.
//!
//! An ellipse has no edges: exit `not-applicable`, undecided. Coordinates are A's; normals of B's edges are turned, not its
//! vertices' differences, so short edges keep their direction.
//!
//! Letters: n unit axis from A toward B, w = a - b the corner pair that is extreme along n, s = -w·n its separation.

use super::gjk::{gain_noise, progress_test};
use super::outcome::{Answer, Outcome};
use super::plain::less;
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::{Outline, Pair, Points, Pose, SupportPoint};

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

/// The corners and edges of both shapes, A (0) and B (1), in A's frame. `FEW`: the lanes hold everything.
struct Shapes<'a, V: Space, const FEW: bool> {
    points: [&'a Points<V>; 2],
    /// Number of corners.
    len: [usize; 2],
    /// Up to eight corners.
    lanes: [V::Lanes; 2],
    /// Of up to eight edges the outward normals.
    normals: [V::Lanes; 2],
    /// The corners and normals where the lanes do not hold everything.
    many: [&'a [(V, V)]; 2],
}

impl<V: Space, const FEW: bool> Shapes<'_, V, FEW> {
    /// Corner `i` of shape `of`.
    #[inline(always)]
    fn at(&self, of: usize, i: usize) -> V {
        if FEW { V::lane(&self.lanes[of], i as u32) } else { self.many[of].get(i).copied().unwrap_or_default().0 }
    }

    /// The outward unit normal of the edge from that corner to the next; zero of an edge too short to have one.
    #[inline(always)]
    fn normal(&self, of: usize, i: usize) -> V {
        if FEW { V::lane(&self.normals[of], i as u32) } else { self.many[of].get(i).copied().unwrap_or_default().1 }
    }

    /// Of that corner the index in the shape's own list.
    #[inline(always)]
    fn index(&self, of: usize, i: usize) -> u32 {
        self.points[of].corners.get(i).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn next(&self, of: usize, i: usize) -> usize {
        if i + 1 < self.len[of] { i + 1 } else { 0 }
    }

    /// Number of edges, each known by its first corner.
    #[inline(always)]
    fn edges(&self, of: usize) -> usize {
        if self.len[of] > 1 { self.len[of] } else { 0 }
    }

    /// The corner farthest along `d`, the first of equals.
    #[inline(always)]
    fn farthest(&self, of: usize, d: V) -> usize {
        if FEW { first_lane(V::farthest(&self.lanes[of], d)) } else { self.first_of_most(of, |c| c.dot(d)) }
    }

    /// The corner nearest to the line through `p` with the unit normal `n`, or farthest behind it, the first of equals, and how far
    /// it is in front of the line.
    #[inline(always)]
    fn in_front(&self, of: usize, p: V, n: V) -> (usize, V::R) {
        let j = self.first_of_most(of, |c| (p - c).dot(n));
        (j, (self.at(of, j) - p).dot(n))
    }

    #[inline(always)]
    fn first_of_most(&self, of: usize, measure: impl Fn(V) -> V::R) -> usize {
        let (mut best, mut most) = (0, -V::R::INFINITY);
        for i in 0..self.len[of] {
            let s = measure(self.at(of, i));
            if s > most {
                (best, most) = (i, s);
            }
        }
        best
    }

    /// The corner pair `(i, j)` of A and B.
    #[inline(always)]
    fn point(&self, (i, j): (usize, usize)) -> SupportPoint<V> {
        let (a, b) = (self.at(0, i), self.at(1, j));
        SupportPoint { a, b, w: a - b, ia: self.index(0, i), ib: self.index(1, j) }
    }

    /// The corner pair that is extreme along `n`.
    #[inline(always)]
    fn support(&self, n: V) -> SupportPoint<V> {
        self.point((self.farthest(0, n), self.farthest(1, -n)))
    }
}

/// `x` of A's and `y` of B's, or the other way round where the first is of B.
#[inline(always)]
fn a_first<T>(of: usize, x: T, y: T) -> (T, T) {
    if of == 0 { (x, y) } else { (y, x) }
}

/// The first lane of a mask; lane 0 where there is none.
#[inline(always)]
fn first_lane(mask: u32) -> usize {
    (mask | 1 << 8).trailing_zeros() as usize & 7
}

/// A face of the difference: an edge of one shape against a corner of the other.
#[derive(Clone, Copy)]
struct Face<V: Space, I> {
    separation: V::R,
    n: V,
    /// Whose edge it is: 0 for A, 1 for B.
    of: usize,
    /// The edge's first corner and the other shape's corner.
    at: (usize, usize),
    /// Where the edge's corners and the other shape's corner are.
    edge: (V, V),
    corner: V,
    id: I,
}

/// The answer of the cores: signed distance, normal, nearest or deepest points of A and of B.
type Found<V> = (<V as Space>::R, V, (V, V));

/// Signed distance, normal and witness points of a planar pair whose shapes have corners.
#[inline(always)]
pub fn sat<V: Plane, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    let tolerance = settings.touching_tolerance(pair);
    let (Outline::Points(a), Outline::Points(b)) = (&pair.a.outline, &pair.b.outline) else {
        rec.exit(line::NOT_APPLICABLE, Exit::NotApplicable);
        return Outcome::undecided(Exit::NotApplicable, tolerance);
    };
    // How far a separation can be off: the pose, the turned normal and the products, each a few roundings of the coordinates.
    let noise = V::R::from_f64(16.0) * V::R::EPSILON * pair.scale();
    let (found, at, axes, supports) = if a.in_lanes && b.in_lanes {
        axes::<V, R, true>([a, b], [&[], &[]], pair.b_pose, noise, rec)
    } else {
        axes_of_many([a, b], pair.b_pose, noise, rec)
    };
    let exit = if found.is_some() { Exit::AllAxes } else { Exit::NotFinite };
    rec.exit(at, exit);
    let undecided = Outcome { iterations: axes, supports, ..Outcome::undecided(exit, tolerance) };
    let Some((signed, n, (on_a, on_b))) = found else { return undecided };
    let signed = signed - pair.radius;
    Outcome {
        answer: Answer::of(signed, tolerance),
        signed_distance: Some(signed),
        normal: Some(n),
        witnesses: Some((on_a + n * pair.radii.0, on_b - n * pair.radii.1)),
        ..undecided
    }
}

/// What was found and on which line, the number of axes and of support calls.
type End<V> = (Option<Found<V>>, Line, u32, u32);

/// [`axes`] of shapes that the lanes do not hold.
#[inline(never)]
fn axes_of_many<V: Plane, R: Recorder<V>>(
    points: [&Points<V>; 2],
    b_pose: Pose<V>,
    noise: V::R,
    rec: &mut R,
) -> End<V> {
    let posed = |points: &Points<V>, pose: &Pose<V>| -> Vec<(V, V)> {
        let corners = points.corners.iter().map(|&i| pose.point(points.vertices[i as usize]));
        corners.zip(points.normals.iter().map(|&n| pose.direction(n))).collect()
    };
    let many = [posed(points[0], &Pose::IDENTITY), posed(points[1], &b_pose)];
    axes::<V, R, false>(points, [&many[0], &many[1]], b_pose, noise, rec)
}

/// [`sat`] of these shapes; `many`: their corners and normals in A's frame, where the lanes do not hold everything.
#[inline(always)]
fn axes<V: Plane, R: Recorder<V>, const FEW: bool>(
    points: [&Points<V>; 2],
    many: [&[(V, V)]; 2],
    b_pose: Pose<V>,
    noise: V::R,
    rec: &mut R,
) -> End<V> {
    let [a, b] = points;
    let len = [a.corners.len(), b.corners.len()];
    let posed = |lanes, by| V::moved(lanes, len[1] <= 4, &b_pose.rotation, by);
    let shapes = Shapes::<V, FEW> {
        points,
        len,
        lanes: [a.corner_lanes, posed(&b.corner_lanes, b_pose.translation)],
        normals: [a.normal_lanes, posed(&b.normal_lanes, V::ZERO)],
        many,
    };
    let (face, axes) = best_face(&shapes, rec);
    let mut supports = axes;
    let (found, at) = match face {
        None if axes > 0 => (None, line::DEPTH),
        Some(face) if !face.separation.is_finite() => (None, line::DEPTH),
        Some(face) if rec.test(line::DEPTH, face.separation < -noise, || overlap_test(&face, noise)) => {
            (Some(on_face(&shapes, &face, foot(&face))), line::DEPTH)
        }
        _ => nearest(&shapes, face, noise, rec, &mut supports),
    };
    (found, at, axes, supports)
}

/// The axis that separates most so far.
struct Best<V: Space, I> {
    separation: V::R,
    /// The edge it is normal to, those of B counted after those of A; `usize::MAX`: none yet.
    edge: usize,
    id: I,
    /// An edge and the direction that was looked along instead of its normal.
    steered: Option<(usize, V)>,
}

/// The face of the difference that separates most, the first of equals, and the number of axes; `None` where neither shape has an
/// edge, or no separation is a number.
#[inline(always)]
fn best_face<V: Plane, R: Recorder<V>, const FEW: bool>(
    shapes: &Shapes<V, FEW>,
    rec: &mut R,
) -> (Option<Face<V, R::Point>>, u32) {
    let mut best = Best { separation: -V::R::INFINITY, edge: usize::MAX, id: R::Point::default(), steered: None };
    let (axes_a, corners_a) = best_axis(shapes, 0, &mut best, rec);
    let (axes_b, corners_b) = best_axis(shapes, 1, &mut best, rec);
    let axes = axes_a + axes_b;
    if best.edge == usize::MAX {
        return (None, axes);
    }
    let of_a = shapes.len[0];
    let face = if best.edge < of_a {
        face(shapes, 0, best.edge, corners_a, best)
    } else {
        face(shapes, 1, best.edge - of_a, corners_b, best)
    };
    (Some(face), axes)
}

/// The face of edge `i` of shape `of`; `corners`: of its edges the nearest corners of the other shape, where they are few.
#[inline(always)]
fn face<V: Plane, I: Copy, const FEW: bool>(
    shapes: &Shapes<V, FEW>,
    of: usize,
    i: usize,
    corners: [V::R; 8],
    best: Best<V, I>,
) -> Face<V, I> {
    let edge = (shapes.at(of, i), shapes.at(of, shapes.next(of, i)));
    let toward_b = |n: V| if of == 0 { n } else { -n };
    let steered = best.steered.filter(|s| s.0 == best.edge).map(|s| s.1);
    let n = steered.unwrap_or(toward_b(shapes.normal(of, i)));
    let j = if FEW && steered.is_none() {
        corners[i & 7].to_u32() as usize
    } else {
        shapes.in_front(1 - of, edge.0, toward_b(n)).0
    };
    Face { separation: best.separation, n, of, at: (i, j), edge, corner: shapes.at(1 - of, j), id: best.id }
}

/// Looks at the normals of the edges of shape `of`, each against the corner of the other that is nearest to it or deepest behind
/// it. Returns how many there are and, of few, those corners.
#[inline(always)]
fn best_axis<V: Plane, R: Recorder<V>, const FEW: bool>(
    shapes: &Shapes<V, FEW>,
    of: usize,
    best: &mut Best<V, R::Point>,
    rec: &mut R,
) -> (u32, [V::R; 8]) {
    let lines = [line::OF_A, line::OF_B][of];
    let toward_b = |n: V| if of == 0 { n } else { -n };
    let (other, before) = (1 - of, [0, shapes.len[0]][of]);
    // Few edges against few corners: all at once, with the products that one edge alone has.
    let [separations, corners] = if FEW {
        let half = [of, other].map(|k| shapes.len[k] <= 4);
        V::in_front(&shapes.lanes[of], &shapes.normals[of], &shapes.lanes[other], half)
    } else {
        [[V::R::ZERO; 8]; 2]
    };
    let mut axes = 0;
    for i in 0..shapes.edges(of) {
        let (p, normal) = (shapes.at(of, i), toward_b(shapes.normal(of, i)));
        if !FEW && normal == V::ZERO {
            continue;
        }
        axes += 1;
        rec.iteration();
        let n = rec.direction(normal);
        if !n.is_same(normal) {
            best.steered = Some((before + i, n));
        }
        let (j, s) = if FEW && n.is_same(normal) {
            (corners[i & 7].to_u32() as usize, separations[i & 7])
        } else {
            shapes.in_front(other, p, toward_b(n))
        };
        let point = shapes.point(a_first(of, i, j));
        let id = rec.support(lines[1], &point);
        let least = best.separation;
        let more = rec.test(lines[2], s > least, || Test {
            left: &[Op::W(0), Op::D, Op::Dot, Op::Neg],
            relation: Relation::Greater,
            right: &[Op::Num(0)],
            points: [id; 3],
            numbers: [least, V::R::ZERO],
            left_value: -(point.w.dot(n)),
            right_value: least,
            if_held: Claim::BestAxis,
            if_not: Claim::NotBestAxis,
        });
        // One by one and without a branch, which would be anybody's guess.
        best.separation = if more { s } else { least };
        best.edge = if more { before + i } else { best.edge };
        best.id = if more { id } else { best.id };
    }
    (axes, corners)
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
fn foot<V: Space, I>(face: &Face<V, I>) -> (V::R, V::R) {
    let w = |on_edge: V| if face.of == 0 { on_edge - face.corner } else { face.corner - on_edge };
    let (p, q) = (w(face.edge.0), w(face.edge.1));
    (-(p.dot(q - p)), -(q.dot(p - q)))
}

/// The answer from a face: the signed distance is its separation.
#[inline(always)]
fn on_face<V: Plane, I: Copy, const FEW: bool>(
    shapes: &Shapes<V, FEW>,
    face: &Face<V, I>,
    (u, v): (V::R, V::R),
) -> Found<V> {
    // 0 at the start, 1 at the end.
    let mut t = u / (u + v);
    if !(t >= V::R::ZERO && t <= V::R::ONE) {
        t = beside(shapes, face, t);
    }
    let across = face.n * face.separation;
    let (p, q) = face.edge;
    let own = p + (q - p) * t;
    let witnesses = if face.of == 0 { (own, own + across) } else { (own - across, own) };
    (face.separation, face.n, witnesses)
}

/// Where the witness point is on the line of the face's edge if the origin's foot is at `t` there, beside the edge.
#[cold]
fn beside<V: Plane, I: Copy, const FEW: bool>(shapes: &Shapes<V, FEW>, face: &Face<V, I>, t: V::R) -> V::R {
    let (zero, one) = (V::R::ZERO, V::R::ONE);
    let (of, (i, _), (p, q)) = (face.of, face.at, face.edge);
    let next = shapes.next(of, i);
    if t > one {
        one + past(p, q, shapes.at(of, shapes.next(of, next)), face.n, t - one)
    } else if t < zero {
        let before = if i > 0 { i } else { shapes.len[of] } - 1;
        zero - past(q, p, shapes.at(of, before), face.n, -t)
    } else {
        // NaN is the start.
        zero
    }
}

/// How far the witness point goes past the end q of edge pq where the origin's foot lies `beyond` it, both in lengths of the edge; n is the
/// edge's normal. Either this shape's next edge, to r, hardly turns, so that both are equally near for floats: then the point is on it, off by
/// no more than rounding. Or the other shape's edge is parallel and goes on: then q is its partner.
fn past<V: Plane>(p: V, q: V, r: V, n: V, beyond: V::R) -> V::R {
    let (e, next) = (q - p, r - q);
    let run = next.dot(e) / e.length_squared();
    let reached = (beyond / run).min(V::R::ONE);
    let off = next.dot(n).abs() * reached;
    let noise = gain_noise(V::R::EPSILON * p.max_abs().max(q.max_abs()).max(r.max_abs()), n);
    if run > V::R::ZERO && off <= noise { run * reached } else { V::R::ZERO }
}

/// The distance of shapes that do not overlap by more than rounding.
#[inline(always)]
fn nearest<V: Plane, R: Recorder<V>, const FEW: bool>(
    shapes: &Shapes<V, FEW>,
    face: Option<Face<V, R::Point>>,
    noise: V::R,
    rec: &mut R,
    supports: &mut u32,
) -> (Option<Found<V>>, Line) {
    let zero = V::R::ZERO;
    let Some(face) = face else {
        // Two points.
        let only = shapes.point((0, 0));
        rec.given(line::CORNER, &only);
        let n = (-only.w).unit().unwrap_or_else(|| V::from_dvec3(glam::DVec3::X));
        return (Some((zero - only.w.dot(n), n, (only.a, only.b))), line::CORNER);
    };
    let (u, v) = foot(&face);
    let (of, (i, j)) = (face.of, face.at);
    let [start, end] = [i, shapes.next(of, i)].map(|i| shapes.point(a_first(of, i, j)));
    let end_id = rec.given(line::FOOT, &end);
    let start_id = face.id;
    // An edge that far coordinates have rounded away has u = v = 0 and is a corner.
    let before = rec.test(line::FOOT, u <= zero, || foot_test([start_id, end_id, start_id], u));
    let after = !before && rec.test(line::FOOT, v <= zero, || foot_test([end_id, start_id, end_id], v));
    if !before && !after {
        return (Some(on_face(shapes, &face, (u, v))), line::FOOT);
    }
    let (corner, id) = if before { (start, start_id) } else { (end, end_id) };
    let Some(n) = (-corner.w).unit() else {
        // The corners coincide.
        return (Some(on_face(shapes, &face, (u, v))), line::CORNER);
    };
    let n = rec.direction(n);
    let beyond = shapes.support(n);
    *supports += 1;
    let beyond_id = rec.support(line::CORNER, &beyond);
    let gain = beyond.w.dot(n) - corner.w.dot(n);
    let rounding = gain_noise(V::R::EPSILON * beyond.w.max_abs().max(corner.w.max_abs()), n);
    if rec.test(line::PROVEN, gain <= rounding, || progress_test([beyond_id, id, id], gain, rounding)) {
        return (Some((zero - corner.w.dot(n), n, (corner.a, corner.b))), line::PROVEN);
    }
    (Some(all_features(shapes, &face, noise, rec, supports)), line::LEAST)
}

/// "The origin's foot on edge pq does not lie beyond p": -p . (q - p) <= 0.
fn foot_test<V: Space, I: Copy>(points: [I; 3], value: V::R) -> Test<V, I> {
    const TOWARD: &[Op] = &[Op::W(0), Op::W(1), Op::W(0), Op::Sub, Op::Dot, Op::Neg];
    Test::sign(TOWARD, Relation::LessEqual, points, value, Claim::NotRegion(2), Claim::Open)
}

impl<V: Space, const FEW: bool> Shapes<'_, V, FEW> {
    /// The edge from that corner to the next.
    fn edge(&self, of: usize, i: usize) -> (V, V) {
        (self.at(of, i), self.at(of, self.next(of, i)))
    }

    /// The point of that shape's outline nearest to `x`.
    fn nearest_to(&self, of: usize, x: V) -> V {
        let (mut least, mut best) = (V::R::INFINITY, self.at(of, 0));
        for i in 0..self.len[of] {
            let (p, q) = self.edge(of, i);
            let on = closest(p, q, x);
            let square = (on - x).length_squared();
            if square < least {
                (least, best) = (square, on);
            }
        }
        best
    }

    /// Near points of A and B: from the face's corners to what is nearest on the other shape, and back, twice.
    fn near<I>(&self, face: &Face<V, I>) -> (V, V) {
        let (mut x, mut y) = a_first(face.of, face.edge.0, face.corner);
        for _ in 0..2 {
            y = self.nearest_to(1, x);
            x = self.nearest_to(0, y);
        }
        (x, y)
    }

    /// Of many edges the middle and half of the length.
    fn spans(&self, of: usize) -> Vec<(V, V::R)> {
        let half = V::R::from_f64(0.5);
        let span = |(p, q): (V, V)| (p + (q - p) * half, (q - p).length() * half);
        if FEW { Vec::new() } else { (0..self.len[of]).map(|i| span(self.edge(of, i))).collect() }
    }
}

/// Which edges of many are worth a look: those that can hold a pair no farther apart than one that is known.
struct Reach<V: Space> {
    spans: [Vec<(V, V::R)>; 2],
    /// The distance of the known pair, and rounding.
    known: V::R,
}

impl<V: Space> Reach<V> {
    /// Whether A's edge `i` and B's edge `j` can be as near as the known pair. Points of two segments are no nearer than their middles less
    /// half of both lengths, so what is left out holds nothing nearer; of two round polygons with thousands of edges, a few dozen are left.
    fn holds(&self, i: usize, j: usize) -> bool {
        let (Some(&(p, half_p)), Some(&(q, half_q))) = (self.spans[0].get(i), self.spans[1].get(j)) else {
            // Few are all looked at.
            return true;
        };
        let (far, square) = (self.known + half_p + half_q, (q - p).length_squared());
        square < V::R::INFINITY && square <= far * far
    }
}

/// Every corner of one against every edge of the other; of many, those that can be nearest.
#[cold]
fn all_features<V: Plane, R: Recorder<V>, const FEW: bool>(
    shapes: &Shapes<V, FEW>,
    face: &Face<V, R::Point>,
    noise: V::R,
    rec: &mut R,
    supports: &mut u32,
) -> Found<V> {
    let mut least = (V::R::INFINITY, V::ZERO, V::ZERO);
    let mut consider = |on_a: V, on_b: V, rec: &mut R| {
        let square = (on_b - on_a).length_squared();
        if rec.test(line::NEARER, square < least.0, || less([face.id; 3], square, least.0)) {
            least = (square, on_a, on_b);
        }
    };
    let mut reach = Reach { spans: [0, 1].map(|of| shapes.spans(of)), known: V::R::INFINITY };
    let mut open = true;
    if !FEW {
        let (x, y) = shapes.near(face);
        consider(x, y, rec);
        let known = (y - x).length();
        reach.known = known + noise;
        // No pair is nearer than the separation along any direction; the best here is from one of the pair to the other.
        let across = (y - x).unit().map_or(face.separation, |n| -shapes.support(n).w.dot(n));
        open = known - across > noise;
    }
    for i in 0..if open { shapes.len[0] } else { 0 } {
        for j in (0..shapes.len[1]).filter(|&j| reach.holds(i, j)) {
            let (p, q) = (shapes.at(0, i), shapes.at(1, j));
            consider(closest(p, shapes.edge(0, i).1, q), q, rec);
            consider(p, closest(q, shapes.edge(1, j).1, p), rec);
        }
    }
    let (_, on_a, on_b) = least;
    let across = on_b - on_a;
    let distance = across.max_abs();
    let Some(n) = across.unit().filter(|_| distance > noise) else {
        // They touch, but for rounding: the face's own separation is as good as any.
        return (face.separation, face.n, (on_a, on_a + face.n * face.separation));
    };
    // Of the direction across and the face's normal the one that separates more; that of a proven pair fits its points.
    let beyond = shapes.support(rec.direction(n));
    *supports += 1;
    rec.support(line::LEAST, &beyond);
    let n = if !open || -(beyond.w.dot(n)) >= face.separation { n } else { face.n };
    (across.length(), n, (on_a, on_b))
}

/// The point of segment pq nearest to x.
#[inline(always)]
fn closest<V: Space>(p: V, q: V, x: V) -> V {
    let e = q - p;
    let square = e.length_squared();
    // Squares of very short edges underflow, so p stands for them; so it does for NaN.
    if square > V::R::ZERO { p + e * ((x - p).dot(e) / square).max(V::R::ZERO).min(V::R::ONE) } else { p }
}
