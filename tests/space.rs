//! GJK for the distance in space, written once and run in both precisions: closed forms, and two slow roads that share
//! nothing with it. In space EPA is yet to come, so of shapes that meet only that they meet is asked.

use gjkscope::kernel::{Answer, EventKind, Exit, Gjk, Off, Outcome, Settings, Tape, gjk_distance};
use gjkscope::num::{Precision, Real, Space};
use gjkscope::shape::{Core, Pair, Pose};
use glam::{DMat3, DQuat, DVec3, Vec3};

/// A rounded hull of points and where it stands.
#[derive(Clone, Debug)]
struct Solid {
    points: Vec<DVec3>,
    radius: f64,
    turn: DMat3,
    at: DVec3,
}

impl Solid {
    fn new(points: &[DVec3]) -> Solid {
        Solid { points: points.to_vec(), radius: 0.0, turn: DMat3::IDENTITY, at: DVec3::ZERO }
    }
    fn cuboid(x: f64, y: f64, z: f64) -> Solid {
        let corner = |i: usize| {
            let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            DVec3::new(x * sign(0), y * sign(1), z * sign(2))
        };
        Solid::new(&(0..8).map(corner).collect::<Vec<_>>())
    }
    fn ball(radius: f64) -> Solid {
        Solid { radius, ..Solid::new(&[DVec3::ZERO]) }
    }
    fn rounded(self, radius: f64) -> Solid {
        Solid { radius, ..self }
    }
    fn at(self, x: f64, y: f64, z: f64) -> Solid {
        Solid { at: DVec3::new(x, y, z), ..self }
    }
    fn turned(self, turn: DQuat) -> Solid {
        Solid { turn: DMat3::from_quat(turn), ..self }
    }
    /// Each number rounded once.
    fn in_precision(&self, p: Precision) -> Solid {
        let v = |v: DVec3| DVec3::from_array(v.to_array().map(|x| p.round(x)));
        Solid {
            points: self.points.iter().copied().map(v).collect(),
            radius: p.round(self.radius),
            at: v(self.at),
            ..*self
        }
    }
    fn posed(&self) -> Vec<DVec3> {
        self.points.iter().map(|&p| self.turn * p + self.at).collect()
    }
    fn core<V: Space>(&self) -> Core<V> {
        Core::from_points(self.points.iter().copied().map(V::from_dvec3).collect(), V::R::from_f64(self.radius))
    }
}

/// The answer in plain numbers, in A's frame, which is the world's here.
#[derive(Debug)]
struct Found {
    answer: Answer,
    exit: Exit,
    signed_distance: Option<f64>,
    normal: Option<DVec3>,
    witnesses: Option<(DVec3, DVec3)>,
}

fn solve<V: Space>(a: &Solid, b: &Solid, settings: &Settings) -> Found {
    assert_eq!((a.turn, a.at), (DMat3::IDENTITY, DVec3::ZERO), "A stands in its own frame");
    let (core_a, core_b) = (a.core::<V>(), b.core::<V>());
    let turn = V::rotation(&b.turn);
    let pair = Pair::new(&core_a, &core_b, Pose { rotation: turn, translation: V::from_dvec3(b.at) }, false);
    let bare: Gjk<V, _> = gjk_distance(&pair, settings, &mut off::<V>());
    let mut tape = Tape::default();
    let outcome: Outcome<V> = gjk_distance(&pair, settings, &mut tape).outcome(&pair, settings);
    assert_eq!(bare.outcome(&pair, settings), outcome, "traced and untraced differ");
    assert_eq!(tape.events.last().map(|e| e.kind), Some(EventKind::Exit { exit: outcome.exit, by: last_test(&tape) }));
    Found {
        answer: outcome.answer,
        exit: outcome.exit,
        signed_distance: outcome.signed_distance.map(Real::to_f64),
        normal: outcome.normal.map(Space::to_dvec3),
        witnesses: outcome.witnesses.map(|(a, b)| (a.to_dvec3(), b.to_dvec3())),
    }
}

fn last_test(tape: &Tape) -> Option<u32> {
    tape.events.iter().rposition(|e| matches!(e.kind, EventKind::Test(_))).map(|i| i as u32)
}

fn off<V: Space>() -> impl gjkscope::kernel::Recorder<V, Point = ()> {
    Off
}

/// Runs in both precisions.
fn both(a: &Solid, b: &Solid, mut look: impl FnMut(Precision, &Solid, &Solid, Found)) {
    for p in Precision::ALL {
        let (a, b) = (a.in_precision(p), b.in_precision(p));
        let found = match p {
            Precision::F32 => solve::<Vec3>(&a, &b, &Settings::default()),
            Precision::F64 => solve::<DVec3>(&a, &b, &Settings::default()),
        };
        look(p, &a, &b, found);
    }
}

/// What an answer may be off by: that of the checks in the plane, 64 eps M + r D.
fn tolerance(p: Precision, a: &Solid, b: &Solid) -> f64 {
    let points: Vec<DVec3> = a.posed().into_iter().chain(b.posed()).collect();
    let m = points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let size = |s: &Solid| {
        let p = s.posed();
        p.iter().flat_map(|x| p.iter().map(move |y| x.distance(*y))).fold(0.0, f64::max) + 2.0 * s.radius
    };
    let r = if p == Precision::F64 { 1e-12 } else { 4e-6 };
    64.0 * p.epsilon() * m + r * size(a).max(size(b))
}

/// Least b.n less the greatest a.n: with |n| = 1 never more than the distance.
fn gap(a: &Solid, b: &Solid, n: DVec3) -> f64 {
    let far = a.posed().iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
    let near = b.posed().iter().map(|p| p.dot(n)).fold(f64::INFINITY, f64::min);
    near - far - a.radius - b.radius
}

/// Asks for a distance, and that normal and witness points prove it.
fn assert_apart(a: &Solid, b: &Solid, distance: f64) {
    both(a, b, |p, a, b, found| {
        let allowed = tolerance(p, a, b);
        let case = format!("{p:?} {a:?} {b:?}: {found:?}, true is {distance}");
        let s = found.signed_distance.unwrap_or_else(|| panic!("no distance: {case}"));
        assert_eq!(found.answer, Answer::Separated, "{case}");
        assert_ne!(found.exit, Exit::IterationLimit, "{case}");
        assert!((s - distance).abs() <= allowed, "off by {:e}, allowed {allowed:e}: {case}", s - distance);
        assert_proven(p, a, b, &found, &case);
    });
}

/// The normal bounds the distance from below, the witness points from above.
fn assert_proven(p: Precision, a: &Solid, b: &Solid, found: &Found, case: &str) {
    let allowed = tolerance(p, a, b);
    let (Some(s), Some(n), Some((wa, wb))) = (found.signed_distance, found.normal, found.witnesses) else {
        panic!("something is missing: {case}")
    };
    assert!((n.length() - 1.0).abs() <= 4.0 * p.epsilon(), "{case}");
    assert!(gap(a, b, n) >= s - allowed, "the normal proves only {}: {case}", gap(a, b, n));
    assert!(((wb - wa).length() - s.abs()).abs() <= allowed, "witness points {} apart: {case}", (wb - wa).length());
    for (name, solid, w) in [("A", a, wa), ("B", b, wb)] {
        let away = nearest(&solid.posed(), &[w]);
        assert!(away <= solid.radius + allowed, "the witness point is {away} away from the core of {name}: {case}");
    }
}

fn assert_meet(a: &Solid, b: &Solid) {
    both(a, b, |p, a, b, found| {
        let near = found.signed_distance.is_none_or(|s| s <= tolerance(p, a, b));
        let meets = matches!(found.answer, Answer::Touching | Answer::Overlapping);
        assert!(meets && near, "{p:?} {a:?} {b:?}: {found:?}");
    });
}

// Slow roads, in f64

/// Distance of the nearest points of two segments, or of a point and a segment. Ericson, RTCD 5.1.9 in its robust form: the
/// minimum over the inner candidate and the four ends.
fn segments(p: [DVec3; 2], q: [DVec3; 2]) -> f64 {
    let to = |x: DVec3, [a, b]: [DVec3; 2]| {
        let e = b - a;
        let t = if e == DVec3::ZERO { 0.0 } else { ((x - a).dot(e) / e.length_squared()).clamp(0.0, 1.0) };
        x.distance(a + e * t)
    };
    let ends = to(p[0], q).min(to(p[1], q)).min(to(q[0], p)).min(to(q[1], p));
    let (u, v, w) = (p[1] - p[0], q[1] - q[0], p[0] - q[0]);
    let n = u.cross(v);
    if n.length_squared() <= 1e-24 * u.length_squared() * v.length_squared() {
        return ends;
    }
    let (s, t) = (v.cross(w).dot(n) / n.length_squared(), u.cross(w).dot(n) / n.length_squared());
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) { ends.min(w.dot(n).abs() / n.length()) } else { ends }
}

/// Distance of a point from a triangle's inside, infinite where the foot lies outside.
fn face(x: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let n = (b - a).cross(c - a);
    if n.length_squared() <= 1e-24 * (b - a).length_squared() * (c - a).length_squared() {
        return f64::INFINITY;
    }
    let inside = |p: DVec3, q: DVec3| (q - p).cross(x - p).dot(n) >= 0.0;
    if inside(a, b) && inside(b, c) && inside(c, a) { (x - a).dot(n).abs() / n.length() } else { f64::INFINITY }
}

/// Is a point inside a tetrahedron?
fn within(x: DVec3, [a, b, c, d]: [DVec3; 4]) -> bool {
    let side = |p: DVec3, q: DVec3, r: DVec3, s: DVec3| {
        let n = (q - p).cross(r - p);
        n.dot(x - p) * n.dot(s - p) >= 0.0
    };
    (b - a).cross(c - a).dot(d - a).abs() > 1e-12
        && side(a, b, c, d)
        && side(a, b, d, c)
        && side(a, c, d, b)
        && side(b, c, d, a)
}

/// Distance of two hulls: the least over every pair of features that any of their points span, be they on the hull or not.
/// Right where the hulls are apart or one of them is a point.
fn nearest(a: &[DVec3], b: &[DVec3]) -> f64 {
    let mut least = f64::INFINITY;
    let pairs = |p: &[DVec3]| -> Vec<[DVec3; 2]> {
        (0..p.len()).flat_map(|i| (i..p.len()).map(move |j| (i, j))).map(|(i, j)| [p[i], p[j]]).collect()
    };
    for p in pairs(a) {
        for q in pairs(b) {
            least = least.min(segments(p, q));
        }
    }
    for (points, hull) in [(a, b), (b, a)] {
        for (i, &p) in hull.iter().enumerate() {
            for (j, &q) in hull.iter().enumerate().skip(i + 1) {
                for (k, &r) in hull.iter().enumerate().skip(j + 1) {
                    for &x in points {
                        least = least.min(face(x, [p, q, r]));
                    }
                    if points.len() == 1 && hull.iter().skip(k + 1).any(|&s| within(points[0], [p, q, r, s])) {
                        return 0.0;
                    }
                }
            }
        }
    }
    least
}

/// The widest gap over every direction that edges span: normals of faces and of pairs of edges, the edges themselves, and for
/// flat hulls the normals within their plane. Positive if and only if the hulls are apart.
fn widest_gap(a: &[DVec3], b: &[DVec3]) -> f64 {
    let edges =
        |p: &[DVec3]| (0..p.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| p[i] - p[j]).collect();
    let (mut all, of_b): (Vec<DVec3>, Vec<DVec3>) = (edges(a), edges(b));
    all.extend(of_b);
    all.push(b[0] - a[0]);
    let mut widest = f64::NEG_INFINITY;
    let mut look = |n: DVec3| {
        for n in [n, -n] {
            let far = a.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
            widest = widest.max(b.iter().map(|p| p.dot(n)).fold(f64::INFINITY, f64::min) - far);
        }
    };
    for (i, &u) in all.iter().enumerate() {
        look(u.normalize_or_zero());
        for &v in &all[..i] {
            let n = u.cross(v);
            if n.length_squared() > 1e-20 * u.length_squared() * v.length_squared() {
                let n = n.normalize();
                look(n);
                look(n.cross(u).normalize());
                look(n.cross(v).normalize());
            }
        }
    }
    widest
}

/// xorshift64*, seeded.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
    }
    fn below(&mut self, n: usize) -> usize {
        ((self.unit() + 1.0) * 0.5 * n as f64) as usize % n
    }
    fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }
    fn snapped(&mut self) -> DVec3 {
        let mut pick = || [0.0, -0.0, 0.5, -0.5, 1.0, -1.0][self.below(6)];
        DVec3::new(pick(), pick(), pick())
    }
    fn turn(&mut self) -> DMat3 {
        let q = glam::DVec4::new(self.unit(), self.unit(), self.unit(), self.unit());
        let q = if q.length_squared() > 0.01 { DQuat::from_vec4(q.normalize()) } else { DQuat::IDENTITY };
        DMat3::from_quat(q)
    }
    /// One of the 24 turns that take the axes to the axes, exactly; zeros of either sign.
    fn quarters(&mut self) -> DMat3 {
        let quarter = [
            DMat3::IDENTITY,
            DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z),
            DMat3::from_cols(DVec3::X, DVec3::Z, -DVec3::Y),
            DMat3::from_cols(-DVec3::Z, DVec3::Y, DVec3::X),
        ];
        let mut turn = DMat3::IDENTITY;
        for _ in 0..self.below(5) {
            turn *= quarter[self.below(4)];
        }
        turn
    }
}

// Closed forms

fn p(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

#[test]
fn points_and_spheres_have_the_distance_of_their_centres() {
    assert_apart(&Solid::new(&[p(1.0, 2.0, 3.0)]), &Solid::new(&[DVec3::ZERO]).at(3.0, 5.0, 9.0), 7.0);
    assert_apart(&Solid::ball(1.0), &Solid::ball(2.0).at(2.0, 3.0, 6.0), 4.0);
    assert_apart(&Solid::ball(1.0), &Solid::new(&[DVec3::ZERO]).at(0.0, 0.0, -3.0), 2.0);
    for scale in [1e-6, 1.0, 1e6] {
        assert_apart(&Solid::ball(scale), &Solid::ball(scale).at(0.0, 3.0 * scale, 4.0 * scale), 3.0 * scale);
    }
    assert_meet(&Solid::ball(1.0), &Solid::ball(1.0).at(1.0, 1.0, 1.0));
    assert_meet(&Solid::ball(1.0), &Solid::ball(1.0));
    assert_meet(&Solid::new(&[p(1.0, 2.0, 3.0)]), &Solid::new(&[DVec3::ZERO]).at(1.0, 2.0, 3.0));
}

#[test]
fn spheres_that_touch_or_overlap_with_centres_apart_know_their_depth() {
    both(&Solid::ball(2.0), &Solid::ball(1.0).at(2.0, 0.0, 0.0), |_, _, _, found| {
        assert_eq!((found.answer, found.signed_distance), (Answer::Overlapping, Some(-1.0)), "{found:?}");
        assert_eq!(found.normal, Some(DVec3::X), "{found:?}");
    });
    both(&Solid::ball(2.0), &Solid::ball(3.0).at(0.0, 0.0, 5.0), |_, _, _, found| {
        assert_eq!((found.answer, found.signed_distance), (Answer::Touching, Some(0.0)), "{found:?}");
    });
}

#[test]
fn segments_skew_parallel_crossing_and_end_to_end() {
    let x = || Solid::new(&[p(-1.0, 0.0, 0.0), p(1.0, 0.0, 0.0)]);
    let y = || Solid::new(&[p(0.0, -1.0, 0.0), p(0.0, 1.0, 0.0)]);
    assert_apart(&x(), &y().at(0.0, 0.0, 2.5), 2.5);
    assert_apart(&x(), &y().at(0.3, -0.2, -0.75), 0.75);
    assert_apart(&x(), &x().at(0.5, 3.0, 4.0), 5.0);
    assert_apart(&x(), &x().at(3.5, 0.0, 0.0), 1.5);
    assert_apart(&x(), &x().at(4.0, 3.0, 6.0), 7.0);
    assert_apart(&x(), &y().at(3.0, 2.0, 0.0), 5f64.sqrt());
    assert_apart(&x().rounded(0.5), &y().rounded(0.25).at(0.0, 0.0, 2.5), 1.75);
    assert_meet(&x(), &y());
    assert_meet(&x(), &x());
    assert_meet(&x(), &x().at(2.0, 0.0, 0.0));
    assert_meet(&x(), &x().at(1.0, 0.0, 0.0));
}

#[test]
fn boxes_by_face_edge_and_corner() {
    let a = Solid::cuboid(1.0, 2.0, 3.0);
    let b = || Solid::cuboid(1.0, 1.0, 1.0);
    assert_apart(&a, &b().at(2.5, 0.25, 0.5), 0.5);
    assert_apart(&a, &b().at(0.0, 0.0, -6.0), 2.0);
    assert_apart(&a, &b().at(5.0, 7.0, 0.5), 5.0);
    assert_apart(&a, &b().at(-4.0, -6.0, -10.0), 7.0);
    let eighth = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
    assert_apart(&a, &b().turned(eighth).at(4.0, 0.0, 0.0), 3.0 - 2f64.sqrt());
    assert_apart(&a.clone().rounded(0.25), &b().rounded(0.5).at(5.0, 7.0, 0.5), 4.25);
    assert_meet(&a, &b());
    assert_meet(&a, &b().at(1.5, 2.5, 3.5));
    assert_meet(&a, &b().at(2.0, 0.0, 0.0));
    assert_meet(&a, &b().at(2.0, 3.0, 4.0));
}

#[test]
fn the_lattice_of_box_poses() {
    let (a, b) = (Solid::cuboid(1.0, 2.0, 1.0), Solid::cuboid(1.0, 1.0, 2.0));
    for x in -3..=3 {
        for y in -4..=4 {
            for z in -4..=4 {
                let at = p(f64::from(x), f64::from(y), f64::from(z));
                let beyond = at.abs() - p(2.0, 3.0, 3.0);
                let b = b.clone().at(at.x, at.y, at.z);
                if beyond.max_element() > 0.0 {
                    assert_apart(&a, &b, beyond.max(DVec3::ZERO).length());
                } else {
                    assert_meet(&a, &b);
                }
            }
        }
    }
}

#[test]
fn a_point_inside_on_and_outside_of_a_hull() {
    let octahedron =
        Solid::new(&[p(1., 0., 0.), p(-1., 0., 0.), p(0., 1., 0.), p(0., -1., 0.), p(0., 0., 1.), p(0., 0., -1.)]);
    let point = |x, y, z| Solid::new(&[DVec3::ZERO]).at(x, y, z);
    for (x, y, z) in [(0.0, 0.0, 0.0), (0.25, 0.25, 0.25), (-0.5, 0.25, 0.1), (0.0, 0.0, 0.9), (1.0, 0.0, 0.0)] {
        assert_meet(&octahedron, &point(x, y, z));
    }
    assert_apart(&octahedron, &point(1.0, 1.0, 1.0), 2.0 / 3f64.sqrt());
    assert_apart(&octahedron, &point(2.0, 0.0, 0.0), 1.0);
    assert_apart(&octahedron, &point(1.0, 1.0, 0.0), 0.5f64.sqrt());
}

#[test]
fn flat_and_repeated_points_are_hulls_too() {
    let square = Solid::new(&[p(-1., -1., 0.), p(1., -1., 0.), p(1., 1., 0.), p(-1., 1., 0.), p(1., 1., 0.)]);
    assert_apart(&square, &square.clone().at(0.25, 0.5, 2.0), 2.0);
    assert_apart(&square, &square.clone().at(3.0, 0.0, 0.0), 1.0);
    assert_apart(&square, &square.clone().at(5.0, 6.0, 0.0), 5.0);
    assert_meet(&square, &square.clone());
    assert_meet(&square, &square.clone().at(1.0, 1.0, 0.0));
    assert_meet(&square, &square.clone().at(2.0, 2.0, 0.0));
    let line = Solid::new(&[p(0., 0., 0.), p(1., 1., 1.), p(2., 2., 2.), p(1., 1., 1.)]);
    assert_apart(&line, &Solid::ball(0.0).at(2.0, 2.0, 5.0), 3.0);
}

// Random hulls

/// Hulls of up to eight points, any way turned, beside, across or in each other.
fn random_pair(random: &mut Random) -> (Solid, Solid) {
    let mut hull = || {
        let n = 1 + random.below(8);
        Solid::new(&(0..n).map(|_| random.point()).collect::<Vec<_>>())
    };
    let (a, b) = (hull(), hull());
    let at = random.point() * [0.25, 1.0, 2.0][random.below(3)];
    (a, Solid { at, turn: random.turn(), ..b })
}

/// Shapes of few distinct numbers, turned by quarters, often exactly touching: boxes, hulls, repeated points, now and then a shape twice.
fn snapped_pair(random: &mut Random) -> (Solid, Solid) {
    let half = |random: &mut Random| [0.0, 0.25, 0.5, 1.0, 2.0][random.below(5)];
    let mut shape = || {
        if random.below(3) == 0 {
            return Solid::cuboid(half(random), half(random), half(random));
        }
        let n = 1 + random.below(8);
        Solid::new(&(0..n).map(|_| random.snapped()).collect::<Vec<_>>())
    };
    let (a, mut b) = (shape(), shape());
    if random.below(10) == 0 {
        b = a.clone();
    }
    let b = Solid { turn: random.quarters(), ..b };
    let mut at = (random.snapped() + random.snapped()) * [0.0, 1.0, 1.0, 2.0][random.below(4)];
    if random.below(3) == 0 {
        // To where one axis has them end at each other.
        let axis = random.below(3);
        let end = |s: &Solid, sign: f64| s.posed().iter().map(|p| p[axis] * sign).fold(f64::NEG_INFINITY, f64::max);
        at[axis] = if random.below(2) == 0 { end(&a, 1.0) + end(&b, -1.0) } else { -end(&a, -1.0) - end(&b, 1.0) };
    }
    (a, Solid { at, ..b })
}

fn agree_with_every_pair_of_features(seed: u64, rounds: usize, pair: impl Fn(&mut Random) -> (Solid, Solid)) {
    let rounds: usize = std::env::var("GJKSCOPE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(rounds);
    let seed: u64 = std::env::var("GJKSCOPE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(seed);
    let mut random = Random(seed);
    let mut met = [0, 0];
    let mut wrong = Vec::new();
    for round in 0..rounds {
        let (mut a, mut b) = pair(&mut random);
        let scale = [1.0, 1.0, 1e-6, 1e6][random.below(4)];
        a.radius = [0.0, 0.0, 0.125 * scale][random.below(3)];
        for solid in [&mut a, &mut b] {
            solid.points.iter_mut().for_each(|p| *p *= scale);
            solid.at *= scale;
        }
        both(&a, &b, |p, a, b, found| {
            let (wa, wb) = (a.posed(), b.posed());
            let allowed = tolerance(p, a, b);
            let case = format!("round {round} {p:?} {a:?} {b:?}: {found:?}");
            let apart = widest_gap(&wa, &wb) > allowed;
            let core = if apart { nearest(&wa, &wb) } else { 0.0 };
            let distance = core - a.radius;
            met[usize::from(apart)] += 1;
            let check = std::panic::catch_unwind(|| {
                assert_ne!(found.exit, Exit::IterationLimit, "{case}");
                if apart {
                    let s = found.signed_distance.unwrap_or_else(|| panic!("no distance, true is {distance}: {case}"));
                    assert!((s - distance).abs() <= allowed, "off by {:e}, allowed {allowed:e}: {case}", s - distance);
                    assert_proven(p, a, b, &found, &case);
                } else {
                    let s = found.signed_distance.unwrap_or(-a.radius);
                    assert!(s + a.radius <= allowed, "they meet: {case}");
                    assert!(matches!(found.answer, Answer::Touching | Answer::Overlapping), "they meet: {case}");
                }
            });
            if let Err(e) = check {
                wrong.push(e.downcast_ref::<String>().cloned().unwrap_or_default());
            }
        });
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
    assert!(met[0] > rounds / 4 && met[1] > rounds / 4, "{met:?}");
}

#[test]
fn random_hulls_agree_with_every_pair_of_features() {
    agree_with_every_pair_of_features(0x9e37_79b9_7f4a_7c15, 1_000, random_pair);
}

#[test]
fn snapped_poses_agree_with_every_pair_of_features() {
    agree_with_every_pair_of_features(0x1234_5678_9abc_def1, 3_000, snapped_pair);
}
