//! The shapes and poses that all contenders answer, with the exact truth of each.

use gjkscope::exact::{Truth, truth};
use gjkscope::kernel::{Off, Plane, Settings, solve};
use gjkscope::num::{Real, Space};
use gjkscope::shape::{Core, Pair, Pose, PoseDef, RotationDef, ShapeDef};
use glam::{DVec2, DVec3};

/// How the shapes of a pool stand to each other. Lengths are for shapes about 2 wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// Gap 0.5 to 5.
    Separated,
    /// Gap 1e-5 to 0.1, evenly by its logarithm.
    Near,
    /// Depth 1e-5 to 0.05, evenly by its logarithm.
    Shallow,
    /// Centres 5 % to 60 % as far apart as when they touch.
    Deep,
}

/// What shapes a pool is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Boxes,
    /// Regular polygons with this many vertices.
    Regular(usize),
    Circles,
    /// Capsules against regular 8-gons.
    CapsulePolygon,
}

/// B in A's frame and the truth about it. Lengths are f32 numbers; cosine and sine are rounded by whoever runs in f32.
pub struct Item {
    pub a: usize,
    pub b: usize,
    pub translation: DVec3,
    pub rotation: (f64, f64),
    pub truth: Truth,
}

/// Shapes with f32 numbers and poses of pairs of them.
pub struct Pool {
    pub shapes: Vec<ShapeDef>,
    pub items: Vec<Item>,
}

/// The same pool as a kernel takes it.
pub struct World<V: Space> {
    pub cores: Vec<Core<V>>,
    pub items: Vec<(usize, usize, Pose<V>)>,
}

/// xorshift64*, seeded: the same poses on every machine.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    fn log_between(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }
}

/// As many poses as branch predictors do not learn by heart.
const POSES: usize = 1024;
/// A pool has so many shapes that are taken as A and as many for B.
const SHAPES: usize = 8;

fn f32ed(x: f64) -> f64 {
    x as f32 as f64
}

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(f32ed(x), f32ed(y), 0.0)
}

fn regular(n: usize, random: &mut Random) -> ShapeDef {
    let (r, phase) = (random.between(0.6, 1.4), random.between(0.0, 7.0));
    let corner = |i: usize| phase + i as f64 * std::f64::consts::TAU / n as f64;
    ShapeDef::Polygon { points: (0..n).map(|i| p(r * corner(i).cos(), r * corner(i).sin())).collect(), radius: 0.0 }
}

/// First halves of the shapes are taken as A, second halves as B.
fn shapes(kind: Kind, random: &mut Random) -> Vec<ShapeDef> {
    (0..2 * SHAPES)
        .map(|i| match kind {
            Kind::Boxes => {
                ShapeDef::Box { half_extents: p(random.between(0.4, 1.4), random.between(0.4, 1.4)), radius: 0.0 }
            }
            Kind::Regular(n) => regular(n, random),
            Kind::Circles => ShapeDef::Circle { radius: f32ed(random.between(0.4, 1.4)), center: DVec3::ZERO },
            Kind::CapsulePolygon if i < SHAPES => {
                let half = random.between(0.4, 1.2);
                ShapeDef::Capsule { a: p(-half, 0.0), b: p(half, 0.0), radius: f32ed(random.between(0.1, 0.5)) }
            }
            Kind::CapsulePolygon => regular(8, random),
        })
        .collect()
}

/// The signed distance by the f64 kernel: good enough to put a pose into its regime.
fn signed(a: &Core<DVec2>, b: &Core<DVec2>, rotation: (f64, f64), at: DVec2) -> f64 {
    let pair = Pair::new(a, b, Pose { rotation, translation: at }, false);
    solve("gjk-distance+epa", &pair, &Settings::default(), &mut Off).signed_distance.unwrap_or(0.0)
}

/// A pool of [`POSES`] poses.
pub fn pool(kind: Kind, regime: Regime) -> Pool {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ ((regime as u64 + 1) << 32));
    let shapes = shapes(kind, &mut random);
    let cores: Vec<Core<DVec2>> = shapes.iter().map(Core::new).collect();
    let items = (0..POSES)
        .map(|i| {
            let (a, b) = (i % SHAPES, SHAPES + (i / SHAPES) % SHAPES);
            let turn = random.between(0.0, std::f64::consts::TAU);
            let rotation = (turn.cos(), turn.sin());
            let direction = DVec2::from_angle(random.between(0.0, std::f64::consts::TAU));
            // The signed distance grows along the ray from the common centre.
            let ray_at = |want: f64| {
                let (mut low, mut high) = (0.0, 16.0);
                for _ in 0..48 {
                    let t = 0.5 * (low + high);
                    let at = signed(&cores[a], &cores[b], rotation, direction * t);
                    *(if at < want { &mut low } else { &mut high }) = t;
                }
                high
            };
            let t = match regime {
                Regime::Separated => ray_at(random.between(0.5, 5.0)),
                Regime::Near => ray_at(random.log_between(1e-5, 0.1)),
                Regime::Shallow => ray_at(-random.log_between(1e-5, 0.05)),
                Regime::Deep => ray_at(0.0) * random.between(0.05, 0.6),
            };
            item(&shapes, a, b, direction * t, rotation)
        })
        .collect();
    Pool { shapes, items }
}

/// Walks of 16 small steps each, apart or near: what a caller that keeps the last simplex sees.
pub fn coherent(n: usize) -> Pool {
    let mut random = Random(0x1234_5678_9abc_def1);
    let shapes = shapes(Kind::Regular(n), &mut random);
    let mut items = Vec::new();
    for walk in 0..POSES / 16 {
        let (a, b) = (walk % SHAPES, SHAPES + (walk / 4) % SHAPES);
        let mut at = DVec2::from_angle(random.between(0.0, std::f64::consts::TAU)) * random.between(2.9, 3.6);
        let mut turn = random.between(0.0, std::f64::consts::TAU);
        let step = DVec2::from_angle(random.between(0.0, std::f64::consts::TAU)) * 0.02;
        for _ in 0..16 {
            items.push(item(&shapes, a, b, at, (turn.cos(), turn.sin())));
            at += step;
            turn += 0.02;
        }
    }
    Pool { shapes, items }
}

fn item(shapes: &[ShapeDef], a: usize, b: usize, at: DVec2, rotation: (f64, f64)) -> Item {
    let translation = p(at.x, at.y);
    let pose = PoseDef { translation, rotation: RotationDef::CosSin(rotation.0, rotation.1) };
    let truth = truth(&shapes[a], &PoseDef::default(), &shapes[b], &pose);
    Item { a, b, translation, rotation, truth }
}

impl Pool {
    /// All shapes and poses in one space, converted once.
    pub fn world<V: Plane<Rotation = (<V as Space>::R, <V as Space>::R)>>(&self) -> World<V> {
        let pose = |i: &Item| Pose {
            rotation: (V::R::from_f64(i.rotation.0), V::R::from_f64(i.rotation.1)),
            translation: V::from_dvec3(i.translation),
        };
        World {
            cores: self.shapes.iter().map(Core::new).collect(),
            items: self.items.iter().map(|i| (i.a, i.b, pose(i))).collect(),
        }
    }

    /// How far apart the shapes of a pose are along the unit vector `n`, in f64: at most the signed distance, and equal to it
    /// where n is a right normal.
    pub fn separation(&self, item: &Item, n: DVec2) -> f64 {
        let (a, b) = (&self.shapes[item.a], &self.shapes[item.b]);
        let (c, s) = item.rotation;
        let points = |def: &ShapeDef| def.points().unwrap_or_default();
        let far_a = points(a).iter().map(|q| n.dot(q.truncate())).fold(f64::NEG_INFINITY, f64::max);
        let near_b = points(b)
            .iter()
            .map(|q| n.dot(DVec2::new(c * q.x - s * q.y, s * q.x + c * q.y) + item.translation.truncate()))
            .fold(f64::INFINITY, f64::min);
        near_b - far_a - a.radius() - b.radius()
    }
}
