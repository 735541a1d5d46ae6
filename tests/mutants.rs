//! Broken kernels: each mutant does one thing wrong once, and the diagnosis has to name that step (or the result) as the culprit.
//! It also proves of each check that it can fail.

use std::collections::BTreeMap;

use gjkscope::check::{self, Report, Severity, Verdict};
use gjkscope::kernel::{
    self, Answer, Claim, Exit, Formula, KernelRow, Line, Op, Outcome, Plane, Recorder, Settings, Simplex, Slots, Tape,
    Test, replay,
};
use gjkscope::num::{Precision, Real, Space};
use gjkscope::run::{self, Solve, Trace};
use gjkscope::scene::{Answer as Expected, Body, Expect, Query, Scene};
use gjkscope::shape::{Pair, PoseDef, RotationDef, ShapeDef, SupportPoint};
use glam::DVec3;

/// What a mutant does wrong, once, at its `skip`-th chance.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The result of a test that would conclude this is turned round.
    Turn(Claim),
    /// A test that did not conclude this concludes it, because it looks at something else. Its sign is right on what it looks at.
    Test(Claim, fn(&mut Measured)),
    /// The search direction is replaced.
    Direction(fn(DVec3) -> DVec3),
    /// The mask of kept vertices is replaced.
    Keep(fn(u8) -> u8),
    /// The weights of a reduction are replaced.
    Weights(fn([f64; 4]) -> [f64; 4]),
    /// Bounds are replaced.
    Bounds(fn(f64, f64) -> (f64, f64)),
    /// A recorded support point is replaced: (a, b, w).
    Support(fn(DVec3, DVec3, DVec3) -> (DVec3, DVec3, DVec3)),
    /// The normal of an edge of the polygon is replaced.
    EdgeNormal(fn(DVec3) -> DVec3),
    /// The outcome is replaced.
    Outcome(fn(&mut Plain)),
    /// A recorded support point is the one before it once more.
    Again,
    /// The kernel gets shape A in place of B.
    SameShape,
    /// The kernel takes A to stand at the world's origin.
    ForgetsPlace,
}

/// What a test looks at.
struct Measured<'a> {
    left: Formula,
    points: [Tag; 3],
    numbers: [f64; 2],
    d: DVec3,
    tape: &'a Tape,
}

impl<V: Space> Slots<V> for Measured<'_> {
    fn w(&self, slot: u8) -> V {
        V::from_dvec3(self.tape.points[self.points[usize::from(slot)] as usize].w)
    }
    fn d(&self) -> V {
        V::from_dvec3(self.d)
    }
    fn number(&self, slot: u8) -> V::R {
        V::R::from_f64(self.numbers[usize::from(slot)])
    }
}

/// The gain is measured from the point that lies farthest back of all so far, or from half of an edge's distance.
fn from_behind(m: &mut Measured) {
    let along = |i: &Tag| m.tape.points[*i as usize].w.dot(m.d);
    m.points[1] = (0..m.tape.points.len() as Tag).min_by(|i, j| along(i).total_cmp(&along(j))).unwrap();
    m.numbers[1] *= 0.5;
}

/// A minus is lost: a foot is measured the wrong way.
fn without_minus(m: &mut Measured) {
    if let [rest @ .., Op::Neg] = m.left {
        m.left = rest;
    }
}

/// The rounding error is taken for a thousand times as large as the whole difference.
fn much_noise(m: &mut Measured) {
    m.numbers[0] = 1e3 * m.d.length();
}

/// An outcome as plain numbers.
struct Plain {
    answer: Answer,
    signed: Option<f64>,
    normal: Option<DVec3>,
    witnesses: Option<(DVec3, DVec3)>,
    exit: Exit,
}

/// A tape that lies once.
struct Liar<'a> {
    tape: &'a mut Tape,
    fault: Fault,
    skip: usize,
    /// The step at which the lie was told.
    told: Option<u32>,
    /// The support point before.
    last: Option<[DVec3; 3]>,
    /// The current direction.
    d: DVec3,
}

impl Liar<'_> {
    fn chance(&mut self) -> bool {
        if self.told.is_some() {
            return false;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        self.told = Some(self.tape.events.len() as u32);
        true
    }
}

type Tag = u32;

impl<V: Space> Recorder<V> for Liar<'_> {
    type Point = Tag;
    type Edge = Tag;
    fn iteration(&mut self) {
        Recorder::<V>::iteration(self.tape);
    }
    fn start(&mut self, line: Line, d: V) -> V {
        self.tape.start(line, d)
    }
    fn direction(&mut self, d: V) -> V {
        let mut d = d;
        if let Fault::Direction(f) = self.fault
            && self.chance()
        {
            d = V::from_dvec3(f(d.to_dvec3()));
        }
        self.d = d.to_dvec3();
        self.tape.direction(d)
    }
    fn support(&mut self, line: Line, p: &SupportPoint<V>) -> Tag {
        let mut p = *p;
        if let Fault::Support(f) = self.fault
            && self.chance()
        {
            let (a, b, w) = f(p.a.to_dvec3(), p.b.to_dvec3(), p.w.to_dvec3());
            (p.a, p.b, p.w) = (V::from_dvec3(a), V::from_dvec3(b), V::from_dvec3(w));
        }
        if matches!(self.fault, Fault::Again)
            && let Some(last) = self.last
            && self.chance()
        {
            [p.a, p.b, p.w] = last.map(V::from_dvec3);
        }
        self.last = Some([p.a, p.b, p.w].map(V::to_dvec3));
        self.tape.support(line, &p)
    }
    fn given(&mut self, line: Line, p: &SupportPoint<V>) -> Tag {
        self.tape.given(line, p)
    }
    fn test(&mut self, line: Line, held: bool, test: impl FnOnce() -> Test<V, Tag>) -> bool {
        let mut test = test();
        let mut held = held;
        if let Fault::Test(claim, change) = self.fault {
            let numbers = test.numbers.map(Real::to_f64);
            let mut m = Measured { left: test.left, points: test.points, numbers, d: self.d, tape: self.tape };
            change(&mut m);
            let (left, right) = (replay::<V>(m.left, &m).unwrap(), replay::<V>(test.right, &m).unwrap());
            let now = test.relation.holds(left, right);
            let (left_formula, points, numbers) = (m.left, m.points, m.numbers);
            let concludes = |held: bool| if held { test.if_held } else { test.if_not };
            if now != held && concludes(now) == claim && self.chance() {
                (test.left, test.points, test.numbers) = (left_formula, points, numbers.map(V::R::from_f64));
                (test.left_value, test.right_value, held) = (left, right, now);
            }
        }
        if let Fault::Turn(claim) = self.fault {
            let (now, turned) = if held { (test.if_held, test.if_not) } else { (test.if_not, test.if_held) };
            if now != turned && turned == claim && self.chance() {
                held = !held;
            }
        }
        self.tape.test(line, held, || test)
    }
    fn keep(
        &mut self,
        line: Line,
        simplex: &Simplex<V, Tag>,
        kept: u8,
        closest: impl FnOnce() -> ([V::R; 4], V),
    ) -> u8 {
        let (mut weights, v) = closest();
        let mut kept = kept;
        let fault = self.fault;
        match fault {
            Fault::Keep(f) if f(kept) != kept && simplex.len() > 1 && self.chance() => kept = f(kept),
            Fault::Weights(f) if simplex.len() > 1 && self.chance() => {
                weights = f(weights.map(Real::to_f64)).map(V::R::from_f64);
            }
            _ => {}
        }
        self.tape.keep(line, simplex, kept, || (weights, v))
    }
    fn bounds(&mut self, line: Line, bounds: impl FnOnce() -> (V::R, V::R)) {
        let (mut lower, mut upper) = bounds();
        if let Fault::Bounds(f) = self.fault
            && self.chance()
        {
            let (l, u) = f(lower.to_f64(), upper.to_f64());
            (lower, upper) = (V::R::from_f64(l), V::R::from_f64(u));
        }
        Recorder::<V>::bounds(self.tape, line, || (lower, upper));
    }
    fn edge(&mut self, from: Tag, to: Tag, normal: V, distance: V::R) -> Tag {
        let mut normal = normal;
        if let Fault::EdgeNormal(f) = self.fault
            && self.chance()
        {
            normal = V::from_dvec3(f(normal.to_dvec3()));
        }
        self.tape.edge(from, to, normal, distance)
    }
    fn edge_gone(&mut self, edge: Tag) {
        Recorder::<V>::edge_gone(self.tape, edge);
    }
    fn polygon(&mut self, line: Line, by: Option<Tag>) {
        Recorder::<V>::polygon(self.tape, line, by);
    }
    fn nearest(&mut self, line: Line, edge: Tag) {
        Recorder::<V>::nearest(self.tape, line, edge);
    }
    fn hand_over(&mut self, line: Line, simplex: &Simplex<V, Tag>) {
        self.tape.hand_over(line, simplex);
    }
    fn exit(&mut self, line: Line, exit: Exit) {
        Recorder::<V>::exit(self.tape, line, exit);
    }
}

/// A kernel with a fault.
struct Mutant {
    fault: Fault,
    skip: usize,
    told: Option<u32>,
}

impl Solve for Mutant {
    fn solve<V: Plane>(&mut self, row: &KernelRow, pair: &Pair<V>, settings: &Settings, tape: &mut Tape) -> Outcome<V> {
        let same = Pair::new(pair.a, pair.a, pair.b_pose, pair.last);
        let pair = if matches!(self.fault, Fault::SameShape) { &same } else { pair };
        let mut liar = Liar { tape, fault: self.fault, skip: self.skip, told: None, last: None, d: DVec3::ZERO };
        let mut outcome = kernel::solve(row.id, pair, settings, &mut liar);
        self.told = liar.told;
        if let Fault::Outcome(f) = self.fault {
            let mut plain = Plain {
                answer: outcome.answer,
                signed: outcome.signed_distance.map(Real::to_f64),
                normal: outcome.normal.map(Space::to_dvec3),
                witnesses: outcome.witnesses.map(|(a, b)| (a.to_dvec3(), b.to_dvec3())),
                exit: outcome.exit,
            };
            f(&mut plain);
            outcome.answer = plain.answer;
            outcome.exit = plain.exit;
            outcome.signed_distance = plain.signed.map(V::R::from_f64);
            outcome.normal = plain.normal.map(V::from_dvec3);
            outcome.witnesses = plain.witnesses.map(|(a, b)| (V::from_dvec3(a), V::from_dvec3(b)));
        }
        outcome
    }
}

/// Who is to blame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Blame {
    /// The very step at which the fault was committed.
    Step,
    /// The next support or test after it: the fault itself leaves no event.
    Next,
    /// The decision that stopped the kernel, or the result.
    End,
}

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn scene(at: (f64, f64), kernel: &str) -> Scene {
    world(at, kernel, false, 0.0)
}

/// A hexagon, or a square, and a rectangle with its centre at `at`, both with that radius.
fn world(at: (f64, f64), kernel: &str, square: bool, radius: f64) -> Scene {
    let hexagon = |r: f64| {
        let points = (0..6)
            .map(|i| {
                let (c, s) = gjkscope::num::cos_sin(i as f64 * std::f64::consts::FRAC_PI_3 + 0.2);
                p(r * c, r * s)
            })
            .collect();
        ShapeDef::Polygon { points, radius }
    };
    let body = |name: &str, shape, x, y| Body {
        name: name.into(),
        shape,
        pose: PoseDef { translation: p(x, y), rotation: RotationDef::Angle(0.0) },
    };
    let rectangle = |y| ShapeDef::Box { half_extents: p(1.0, y), radius };
    let a = if square { rectangle(1.0) } else { hexagon(1.5) };
    let query = Query {
        a: "A".into(),
        b: "B".into(),
        kernel: kernel.into(),
        precision: Precision::F64,
        settings: Settings::default(),
    };
    Scene {
        story: String::new(),
        source: String::new(),
        bodies: vec![body("A", a, 0.0, 0.0), body("B", rectangle(1.25), at.0, at.1)],
        query,
        expect: None,
        figure: None,
    }
}

const APART: (f64, f64) = (3.5, 1.0);
const OVER: (f64, f64) = (0.9, 0.5);
/// A square of side 2 at the origin touches the rectangle along an edge.
const TOUCHING: (f64, f64) = (2.0, 0.5);

struct Case {
    name: &'static str,
    at: (f64, f64),
    kernel: &'static str,
    fault: Fault,
    skip: usize,
    blame: Blame,
    check: &'static str,
    /// A is a square.
    square: bool,
    /// Of both shapes.
    radius: f64,
}

impl Case {
    const fn square(self) -> Case {
        Case { square: true, ..self }
    }

    const fn rounded(self) -> Case {
        Case { radius: 0.5, ..self }
    }
}

const fn case(
    name: &'static str,
    at: (f64, f64),
    kernel: &'static str,
    fault: Fault,
    skip: usize,
    blame: Blame,
    check: &'static str,
) -> Case {
    Case { name, at, kernel, fault, skip, blame, check, square: false, radius: 0.0 }
}

const MUTANTS: &[Case] = &[
    case(
        "support from the wrong shape",
        APART,
        "gjk-distance+epa",
        Fault::SameShape,
        0,
        Blame::Step,
        "support-is-extreme",
    ),
    case(
        "support point is not extreme",
        APART,
        "gjk-distance+epa",
        Fault::Direction(|d| -d),
        1,
        Blame::Next,
        "bounds-bracket-truth",
    ),
    case(
        "w is a + b",
        OVER,
        "gjk-distance+epa",
        Fault::Support(|a, b, _| (a, b, a + b)),
        1,
        Blame::Step,
        "support-is-extreme",
    ),
    case(
        "w is stale",
        OVER,
        "gjk-distance+epa",
        Fault::Support(|a, b, w| (a, b, w * 0.5)),
        2,
        Blame::Step,
        "support-is-extreme",
    ),
    case(
        "zero direction",
        APART,
        "gjk-distance+epa",
        Fault::Direction(|_| DVec3::ZERO),
        1,
        Blame::Next,
        "direction-is-finite",
    ),
    case(
        "direction is NaN",
        APART,
        "gjk-distance+epa",
        Fault::Direction(|_| DVec3::NAN),
        1,
        Blame::Next,
        "direction-is-finite",
    ),
    case("apart said too early", OVER, "gjk-boolean", Fault::Turn(Claim::Apart), 0, Blame::Step, "claim-is-right"),
    case("apart not seen", APART, "gjk-boolean", Fault::Turn(Claim::MayMeet), 0, Blame::Step, "claim-is-right"),
    case(
        "converged said too early",
        APART,
        "gjk-distance+epa",
        Fault::Turn(Claim::Converged),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "no progress said too early",
        APART,
        "gjk-distance+epa",
        Fault::Turn(Claim::NoProgress),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "duplicate seen where none is",
        APART,
        "gjk-distance+epa",
        Fault::Turn(Claim::Duplicate),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "duplicate check missing",
        APART,
        "gjk-distance",
        Fault::Turn(Claim::NewPoint),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "vertex region taken wrongly",
        APART,
        "gjk-distance+epa",
        Fault::Turn(Claim::Region(1)),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "edge region taken wrongly",
        APART,
        "gjk-distance+epa",
        Fault::Turn(Claim::Region(2)),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "origin called outside an edge",
        OVER,
        "gjk-distance+epa",
        Fault::Turn(Claim::OutsideEdge),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "origin called inside an edge",
        APART,
        "gjk-distance+epa",
        Fault::Turn(Claim::InsideEdge),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "outside edge in the yes-or-no kernel",
        OVER,
        "gjk-boolean",
        Fault::Turn(Claim::OutsideEdge),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "edge of the polygon not replaced",
        OVER,
        "gjk-distance+epa",
        Fault::Turn(Claim::EdgeVisible),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "EPA stops too early",
        OVER,
        "gjk-distance+epa",
        Fault::Turn(Claim::Converged),
        2,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "edge normal flipped",
        OVER,
        "gjk-distance+epa",
        Fault::EdgeNormal(|n| -n),
        1,
        Blame::Step,
        "polygon-is-convex",
    ),
    case(
        "weights not normalised",
        APART,
        "gjk-distance+epa",
        Fault::Weights(|w| w.map(|x| x * 2.0)),
        0,
        Blame::Step,
        "weights-are-convex",
    ),
    case(
        "weights stale",
        APART,
        "gjk-distance+epa",
        Fault::Weights(|_| [1.0, 0.0, 0.0, 0.0]),
        0,
        Blame::Step,
        "weights-are-convex",
    ),
    case(
        "weight negative",
        APART,
        "gjk-distance+epa",
        Fault::Weights(|w| [w[0] - 2.0, w[1] + 2.0, w[2], w[3]]),
        0,
        Blame::Step,
        "weights-are-convex",
    ),
    case(
        "lower bound too high",
        APART,
        "gjk-distance+epa",
        Fault::Bounds(|_, u| (u + 1.0, u)),
        0,
        Blame::Step,
        "bounds-bracket-truth",
    ),
    case(
        "upper bound too low",
        APART,
        "gjk-distance+epa",
        Fault::Bounds(|l, _| (l, l - 1.0)),
        0,
        Blame::Step,
        "bounds-bracket-truth",
    ),
    case(
        "needed vertex dropped, answer kept",
        OVER,
        "gjk-boolean",
        Fault::Keep(|k| if k == 0b111 { 0b011 } else { k }),
        0,
        Blame::Step,
        "reduction-is-nearest",
    ),
    case(
        "newest vertex dropped",
        APART,
        "gjk-distance+epa",
        Fault::Keep(|k| if k & 0b10 != 0 { 0b01 } else { k }),
        0,
        Blame::Step,
        "reduction-is-nearest",
    ),
    case(
        "normal flipped",
        APART,
        "gjk-distance+epa",
        Fault::Outcome(|o| o.normal = o.normal.map(|n| -n)),
        0,
        Blame::End,
        "agrees-with-truth",
    ),
    case(
        "depth of another edge",
        OVER,
        "gjk-distance+epa",
        Fault::Outcome(|o| o.signed = o.signed.map(|s| s * 1.01)),
        0,
        Blame::End,
        "agrees-with-truth",
    ),
    case(
        "witness points swapped",
        APART,
        "gjk-distance+epa",
        Fault::Outcome(|o| o.witnesses = o.witnesses.map(|(a, b)| (b, a))),
        0,
        Blame::End,
        "witness-points-fit",
    ),
    case(
        "witness points beside their shapes",
        APART,
        "gjk-distance+epa",
        Fault::Outcome(|o| o.witnesses = o.witnesses.map(|(a, b)| (a + p(0.1, 0.2), b + p(0.1, 0.2)))),
        0,
        Blame::End,
        "witness-points-fit",
    ),
    case(
        "depth too large",
        OVER,
        "gjk-distance+epa",
        Fault::Outcome(|o| o.signed = o.signed.map(|s| s - 0.25)),
        0,
        Blame::End,
        "depth-separates",
    ),
    case(
        "right only in one order of A and B",
        APART,
        "gjk-distance+epa",
        Fault::Outcome(|o| o.normal = o.normal.map(|n| if n.x < 0.0 { -n } else { n })),
        0,
        Blame::End,
        "exchanged-is-same",
    ),
    case(
        "right only beside the world's origin",
        APART,
        "gjk-distance+epa",
        Fault::ForgetsPlace,
        0,
        Blame::End,
        "moved-is-same",
    ),
    case(
        "right only for normals near x",
        OVER,
        "gjk-distance+epa",
        Fault::Outcome(|o| {
            if o.normal.is_some_and(|n| n.y.abs() > n.x.abs()) {
                o.signed = o.signed.map(|s| s * 1.5);
            }
        }),
        0,
        Blame::End,
        "turned-is-same",
    ),
    case(
        "upper bound rises",
        APART,
        "gjk-distance+epa",
        Fault::Bounds(|l, u| (l, u + 5.0)),
        1,
        Blame::Step,
        "upper-bound-falls",
    ),
    case(
        "newest vertex dropped, so the simplex comes back",
        APART,
        "gjk-signed-volumes",
        Fault::Keep(|k| if k & 0b10 != 0 { 0b01 } else { k }),
        0,
        Blame::Step,
        "simplex-is-new",
    ),
    case(
        "the same point twice in the simplex",
        APART,
        "gjk-johnson",
        Fault::Again,
        0,
        Blame::Step,
        "kept-is-independent",
    ),
    case(
        "wrong end of the portal replaced",
        OVER,
        "mpr",
        Fault::Keep(|k| match k {
            0b1101 => 0b1011,
            0b1011 => 0b1101,
            k => k,
        }),
        0,
        Blame::Step,
        "portal-holds-ray",
    ),
    case("wrong side of the ray", OVER, "mpr", Fault::Turn(Claim::RayRight), 0, Blame::Step, "claim-is-right"),
    case("best axis passed over", APART, "sat", Fault::Turn(Claim::NotBestAxis), 1, Blame::Step, "claim-is-right"),
    case("worse axis taken", OVER, "sat", Fault::Turn(Claim::BestAxis), 0, Blame::Step, "claim-is-right"),
    case(
        "overlap said though apart",
        APART,
        "sat",
        Fault::Turn(Claim::ContainsOrigin),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "momentum dropped too early",
        APART,
        "gjk-nesterov",
        Fault::Turn(Claim::MomentumSpent),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "a weight is NaN",
        APART,
        "gjk-distance+epa",
        Fault::Weights(|_| [f64::NAN; 4]),
        0,
        Blame::Step,
        "numbers-are-finite",
    ),
    case(
        "nearest vertex passed over",
        (3.5, -1.25),
        "gjk-nesterov",
        Fault::Test(Claim::NotRegion(1), without_minus),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "nearest edge passed over",
        (-4.0, 1.5),
        "gjk-nesterov",
        Fault::Test(Claim::NotRegion(2), without_minus),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "nearest edge of two boxes passed over",
        APART,
        "sat",
        Fault::Test(Claim::NotRegion(2), without_minus),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "EPA's gain measured from half of the depth",
        OVER,
        "gjk-distance+epa",
        Fault::Test(Claim::NotConverged, from_behind),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "progress of EPA measured from a point that is gone",
        (-2.0, -2.0),
        "gjk-distance+epa",
        Fault::Test(Claim::Progress, from_behind),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "progress beyond a corner measured from another one",
        (-3.0, -2.0),
        "sat",
        Fault::Test(Claim::Progress, from_behind),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "a border called crossed, measured from a point that is gone",
        TOUCHING,
        "gjk-distance+epa",
        Fault::Test(Claim::Extends, from_behind),
        0,
        Blame::Step,
        "claim-is-right",
    )
    .square(),
    case(
        "progress called rounding by a bound that is too wide",
        APART,
        "gjk-distance+epa",
        Fault::Test(Claim::NoProgress, much_noise),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "a border seen where none is, by a bound that is too wide",
        OVER,
        "mpr",
        Fault::Test(Claim::OnBoundary, much_noise),
        0,
        Blame::Step,
        "claim-is-right",
    ),
    case(
        "a disc believed to reach the border, by a bound that is too wide",
        (2.9, 1.7),
        "gjk-boolean+epa",
        Fault::Test(Claim::Inscribed, much_noise),
        0,
        Blame::Step,
        "claim-is-right",
    )
    .rounded(),
    case(
        "limit reached but answered",
        APART,
        "gjk-distance+epa",
        Fault::Outcome(|o| o.exit = Exit::IterationLimit),
        0,
        Blame::End,
        "exit-is-an-answer",
    ),
];

fn judged(case: &Case) -> (Trace, Report, Option<u32>) {
    let scene = world(case.at, case.kernel, case.square, case.radius);
    let sound = check::run(&scene).unwrap();
    assert_eq!(sound.1.verdict, Verdict::Pass, "{}: the sound kernel passes", case.name);
    let solve = |scene: &Scene| {
        let mut mutant = Mutant { fault: case.fault, skip: case.skip, told: None };
        let mut scene = scene.clone();
        if matches!(case.fault, Fault::ForgetsPlace) {
            let a = scene.bodies.iter_mut().find(|b| b.name == scene.query.a).unwrap();
            a.pose.translation = DVec3::ZERO;
        }
        (run::traced_by(&scene, &mut mutant).unwrap(), mutant.told)
    };
    let (trace, told) = solve(&scene);
    let report = check::judge_by(&scene, &trace, &|other| Some(solve(other).0.answered)).unwrap();
    (trace, report, told)
}

#[test]
fn each_mutant_is_caught_and_its_step_is_named() {
    let mut caught: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut missed = Vec::new();
    for case in MUTANTS {
        let (trace, report, told) = judged(case);
        let errors: Vec<_> = report.findings.iter().filter(|f| f.severity == Severity::Error).collect();
        for f in &errors {
            let names = caught.entry(f.check).or_default();
            if !names.contains(&case.name) {
                names.push(case.name);
            }
        }
        let last = trace.len() as u32 - 1;
        let right = match case.blame {
            Blame::Step if matches!(case.fault, Fault::SameShape) => report.culprit == Some(1),
            Blame::Step => report.culprit == told,
            Blame::Next => {
                told.is_some() && report.culprit.is_some_and(|c| c >= told.unwrap() && c <= told.unwrap() + 1)
            }
            Blame::End => report.culprit.is_some_and(|c| {
                c == last
                    || trace
                        .events
                        .get(c as usize + 1)
                        .is_some_and(|e| matches!(e.kind, kernel::EventKind::Exit { .. }))
            }),
        };
        if !right
            || !errors.iter().any(|f| f.check == case.check)
            || !matches!(report.verdict, Verdict::Fail | Verdict::Undecided)
        {
            missed.push(format!(
                "{}: told at {told:?}, culprit {:?} of {last}, verdict {:?}, expected {:?} by {}, findings {:?}",
                case.name,
                report.culprit,
                report.verdict,
                case.blame,
                case.check,
                report.findings.iter().map(|f| (f.check, f.step, f.message.as_str())).collect::<Vec<_>>()
            ));
        }
    }
    for (check, names) in &caught {
        println!("{check}: {}", names.join("; "));
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), MUTANTS.len(), missed.join("\n"));
    assert!(MUTANTS.len() >= 20);
    // No check without a mutant; the scene's expectation has its own test below.
    let proven: Vec<&str> = caught.keys().copied().collect();
    for check in check::CHECKS.iter().filter(|c| c.severity == Severity::Error && !c.id.contains("expectation")) {
        assert!(proven.contains(&check.id), "nothing makes {} fail", check.id);
    }
}

#[test]
fn an_expectation_that_is_not_true_is_found_and_one_that_is_missed_too() {
    let mut scene = scene(APART, "gjk-distance+epa");
    let expect = |answer, most| Expect {
        answer,
        normals: vec![],
        tolerance: None,
        max_iterations: most,
        f32: None,
        known_failures: vec![],
        reported: None,
    };
    scene.expect = Some(expect(Expected::Separated(Some(7.0)), None));
    let checks: Vec<&str> = check::run(&scene).unwrap().1.findings.iter().map(|f| f.check).collect();
    assert!(checks.contains(&"expectation-agrees-with-truth") && checks.contains(&"matches-expectation"), "{checks:?}");
    scene.expect = Some(expect(Expected::Separated(None), Some(1)));
    let checks: Vec<&str> = check::run(&scene).unwrap().1.findings.iter().map(|f| f.check).collect();
    assert_eq!(checks, ["matches-expectation"]);
}
