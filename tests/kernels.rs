//! The kernels against the exact truth: closed forms, the degenerate lattice, and random and snapped pairs.

use gjkscope::check::{self, Verdict};
use gjkscope::kernel::{
    self, Answer, Answers, Claim, Event, EventKind, KERNELS, PointId, Recorded, Settings, StartRule, Tie, replay,
};
use gjkscope::num::{Precision, Real, Space};
use gjkscope::run::{Trace, quick, traced};
use gjkscope::scene::{Body, Query, Scene};
use gjkscope::shape::{PoseDef, RotationDef, ShapeDef};
use glam::{DVec2, DVec3, Vec2};

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn body(name: &str, shape: ShapeDef, translation: DVec3, rotation: RotationDef) -> Body {
    Body { name: name.into(), shape, pose: PoseDef { translation, rotation } }
}

fn scene(a: Body, b: Body, kernel: &str, precision: Precision) -> Scene {
    let query =
        Query { a: a.name.clone(), b: b.name.clone(), kernel: kernel.into(), precision, settings: Default::default() };
    Scene { story: String::new(), source: String::new(), bodies: vec![a, b], query, expect: None, figure: None }
}

/// Kernels that claim to be right.
fn sound() -> impl Iterator<Item = &'static str> {
    KERNELS.iter().filter(|k| !k.tutorial).map(|k| k.id)
}

/// xorshift64*, seeded: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
    }
    fn pick(&mut self, values: &[f64]) -> f64 {
        values[self.below(values.len())]
    }
    /// Either any number in -1..1 or one of few, both zeros among them.
    fn coordinate(&mut self, snapped: bool) -> f64 {
        if snapped { self.pick(&[0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 0.25, 2.0]) } else { self.unit() }
    }
    fn shape(&mut self, snapped: bool) -> ShapeDef {
        let radius = if self.below(4) == 0 { self.pick(&[0.25, 0.5, 1.0]) } else { 0.0 };
        let points = |r: &mut Self, n| (0..n).map(|_| p(r.coordinate(snapped), r.coordinate(snapped))).collect();
        match self.below(8) {
            0 => ShapeDef::Point { at: p(self.coordinate(snapped), self.coordinate(snapped)), radius },
            1 => {
                let [a, b] = [(); 2].map(|()| p(self.coordinate(snapped), self.coordinate(snapped)));
                ShapeDef::Segment { a, b, radius }
            }
            2 | 3 => ShapeDef::Box {
                half_extents: p(self.coordinate(snapped).abs(), self.coordinate(snapped).abs()),
                radius,
            },
            4 => ShapeDef::Circle { radius: 0.5, center: p(self.coordinate(snapped), self.coordinate(snapped)) },
            5 => {
                let n = 3 + self.below(40);
                ShapeDef::Hull { points: points(self, n), radius }
            }
            _ => {
                let n = 3 + self.below(4);
                ShapeDef::Hull { points: points(self, n), radius }
            }
        }
    }
    /// Two bodies: one shape twice now and then, any size, near or far from the world's origin, often touching when snapped.
    fn pair(&mut self, snapped: bool) -> (Body, Body) {
        let shape = self.shape(snapped);
        let other = if self.below(10) == 0 { shape.clone() } else { self.shape(snapped) };
        let scale = self.pick(&[1.0, 1.0, 1.0, 1e-6, 1e6]);
        let offset = self.pick(&[0.0, 0.0, 0.0, 1e3, 1e7]);
        let at = p(self.coordinate(snapped), self.coordinate(snapped)) * self.pick(&[1.0, 1.0, 2.0, 0.0]);
        let (ra, rb) = (self.rotation(snapped), self.rotation(snapped));
        let a = body("A", shape.map(|x| x * scale), p(offset, -offset), ra);
        let b = body("B", other.map(|x| x * scale), p(offset, -offset) + at * scale, rb);
        (a, b)
    }
    /// Any tie rule, start direction and warm start, among them ones that lie the wrong way, are flat, or name no vertex.
    fn settings(&mut self) -> Settings {
        Settings {
            tie: if self.below(2) == 0 { Tie::Last } else { Tie::First },
            start: match self.below(3) {
                0 => StartRule::Centers,
                1 => StartRule::PlusX,
                _ => StartRule::Direction(p(self.coordinate(true), self.coordinate(true))),
            },
            warm_start: (0..self.below(4)).map(|_| (self.below(5) as u32, self.below(5) as u32)).collect(),
            ..Settings::default()
        }
    }
    fn rotation(&mut self, snapped: bool) -> RotationDef {
        if snapped { RotationDef::Quarter(self.below(4) as i64) } else { RotationDef::Angle(self.unit() * 4.0) }
    }
}

/// Its origin is on an edge of the simplex but for rounding. Which side of the edge the third vertex is on is then no news, however
/// far away it is. Found among random pairs.
#[test]
fn an_origin_on_an_edge_by_rounding_has_no_side() {
    let points = [
        (-1e-6, 2.5e-7),
        (1e-6, 0.0),
        (0.0, -1e-6),
        (-5e-7, 5e-7),
        (0.0, 0.0),
        (2e-6, 2e-6),
        (5e-7, 2.5e-7),
        (-5e-7, -1e-6),
        (-1e-6, -1e-6),
        (5e-7, 2e-6),
    ];
    let hull = ShapeDef::Hull { points: points.map(|(x, y)| p(x, y)).to_vec(), radius: 2.5e-7 };
    let segment = ShapeDef::Segment { a: p(2.5e-7, 2e-6), b: p(2.5e-7, 5e-7), radius: 0.0 };
    let a = body("A", hull, p(1000.0, -1000.0), RotationDef::Quarter(0));
    let b = body("B", segment, p(1000.000001, -999.99999975), RotationDef::Quarter(3));
    for kernel in sound() {
        for precision in Precision::ALL {
            let scene = scene(a.clone(), b.clone(), kernel, precision);
            if kernel::applies(kernel::find(kernel).unwrap(), &scene.bodies[0].shape, &scene.bodies[1].shape) {
                let (_, report) = check::run(&scene).unwrap();
                assert_eq!(report.verdict, Verdict::Pass, "{kernel} {precision:?} {:#?}", report.findings);
            }
        }
    }
}

#[test]
fn random_and_snapped_pairs_agree_with_the_truth() {
    // 100,000 pairs by the reference and one other kernel in turn; a number in the environment runs that many by every kernel.
    let asked: Option<usize> = std::env::var("GJKSCOPE_PAIRS").ok().and_then(|n| n.parse().ok());
    let rounds = asked.unwrap_or(100_000);
    let kernels: Vec<&str> = sound().collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut wrong, mut skipped) = (0, 0);
    for round in 0..rounds {
        let (a, b) = random.pair(round % 2 == 0);
        let turn = ["gjk-distance+epa", kernels[round % kernels.len()]];
        for &kernel in if asked.is_some() { &kernels[..] } else { &turn[..] } {
            if !kernel::applies(kernel::find(kernel).unwrap(), &a.shape, &b.shape) {
                skipped += 1;
                continue;
            }
            for precision in Precision::ALL {
                let scene = scene(a.clone(), b.clone(), kernel, precision);
                let (trace, report) = check::run(&scene).unwrap();
                assert_eq!(Some(&trace.answered), quick(&scene).as_ref(), "traced and untraced differ");
                if report.verdict != Verdict::Pass {
                    wrong += 1;
                    if wrong <= 20 {
                        println!(
                            "round {round} {kernel} {precision:?} {:?} {:?} truth {} findings {:#?}\n{:?}\n{:?}",
                            report.verdict,
                            trace.answered,
                            report.truth.digits,
                            report.findings,
                            scene.bodies[0],
                            scene.bodies[1]
                        );
                    }
                }
            }
        }
    }
    // No ellipse is drawn here, so every sound kernel has to answer every pair.
    assert_eq!((wrong, skipped), (0, 0));
}

/// A regular polygon of n sides.
fn regular(n: usize, r: f64) -> ShapeDef {
    let corner = |i: usize| {
        let (c, s) = gjkscope::num::cos_sin(i as f64 * std::f64::consts::TAU / n as f64);
        p(r * c, r * s)
    };
    ShapeDef::Polygon { points: (0..n).map(corner).collect(), radius: 0.0 }
}

/// A hull with many points within `thin` of one side.
fn bowed(random: &mut Random, thin: f64) -> ShapeDef {
    let mut points: Vec<DVec3> = (0..3 + random.below(10))
        .map(|_| {
            let x = random.unit();
            p(x, (1.0 - x * x) * thin * (1.0 + 0.1 * random.unit()))
        })
        .collect();
    points.push(p(random.unit() * 0.5, -1.0 + 0.5 * random.unit()));
    ShapeDef::Hull { points, radius: 0.0 }
}

/// Edges of the difference that turn by 1e-7 to 1e-2 are equally near for floats, though the origin's foot is on one of them only: as far past
/// the corner as their rounding allows. (Of 40,000 such pairs in f32 witness points of 108 were off by up to 0.07.)
#[test]
fn witness_points_are_right_past_a_corner_that_hardly_turns() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..3000 {
        let turn = 10f64.powf(-4.5 + 2.5 * random.unit());
        let (sa, sb, turn) = if round % 2 == 0 {
            let n = [16, 64][round / 2 % 2];
            let symmetry = random.below(n) as f64 * std::f64::consts::TAU / n as f64;
            (regular(n, 1.0 + 0.5 * random.unit()), regular(n, 1.0 + 0.5 * random.unit()), turn + symmetry)
        } else {
            (bowed(&mut random, turn), bowed(&mut random, turn), random.pick(&[0.0, 0.0, std::f64::consts::PI]) + turn)
        };
        let at = p(random.unit(), random.unit()) * random.pick(&[0.1, 1.0, 1.5]);
        let a = body("A", sa, DVec3::ZERO, RotationDef::Angle(0.0));
        let b = body("B", sb, at, RotationDef::Angle(turn));
        for precision in Precision::ALL {
            let (trace, report) = check::run(&scene(a.clone(), b.clone(), "gjk-distance+epa", precision)).unwrap();
            let case = format!("round {round} {precision:?} {:?} {:#?}\n{a:?}\n{b:?}", trace.answered, report.findings);
            assert_eq!(report.verdict, Verdict::Pass, "{case}");
        }
    }
}

/// The origin on, beside or near a core with a radius: whole arcs are nearest, or nearly so.
#[test]
fn arcs_about_the_origin_are_answered_in_few_steps() {
    let polygon = || vec![p(0.0, 0.0), p(2.0, 1.0), p(1.0, 2.0)];
    let others = [
        ShapeDef::Circle { radius: 0.5, center: DVec3::ZERO },
        ShapeDef::Box { half_extents: p(0.5, 0.5), radius: 0.25 },
        ShapeDef::Capsule { a: DVec3::ZERO, b: p(0.5, 0.0), radius: 0.5 },
        ShapeDef::Point { at: DVec3::ZERO, radius: 0.0 },
        ShapeDef::Polygon { points: polygon(), radius: 3.0 },
        ShapeDef::Polygon { points: polygon(), radius: 0.125 },
    ];
    for other in &others {
        for off in [0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5] {
            for toward in [p(1.0, 1.0), p(-1.0, 1.0), p(1.0, 0.0), p(0.0, -1.0), p(-2.0, 1.0)] {
                for precision in Precision::ALL {
                    let circle = ShapeDef::Circle { radius: 1.0, center: DVec3::ZERO };
                    let a = body("A", circle, DVec3::ZERO, RotationDef::Angle(0.0));
                    let b = body("B", other.clone(), toward * off, RotationDef::Angle(0.0));
                    let (trace, report) = check::run(&scene(a, b, "gjk-boolean+epa", precision)).unwrap();
                    let case = format!(
                        "{other:?} {toward} {off:e} {precision:?}: {:?} {:#?}",
                        trace.answered, report.findings
                    );
                    assert_eq!(report.verdict, Verdict::Pass, "{case}");
                    // A few expansions, and one try with the discs that may take its 16 steps.
                    assert!(trace.answered.supports <= 64, "{case}");
                }
            }
        }
    }
}

/// The centres of the discs in the difference are a polygon with the origin on a line between two of its corners but for rounding, a diagonal or
/// an edge: GJK steps from one side of it to the other. The first two were found among random pairs.
#[test]
fn an_origin_on_a_line_between_centres_by_rounding_is_answered() {
    let square = |hx, hy, radius| ShapeDef::Box { half_extents: p(hx, hy), radius };
    let hull = [(2.0, 0.0), (1.0, -1.0), (0.25, -1.0), (-1.0, -0.5), (-1.0, 2.0), (-0.5, 2.0)];
    let hull = ShapeDef::Hull { points: hull.map(|(x, y)| p(x * 1e-6, y * 1e-6)).to_vec(), radius: 0.0 };
    let circle = ShapeDef::Circle { radius: 5e-7, center: p(-1e-6, 2.5e-7) };
    let corner = p(1000.000001, -1000.000001);
    let mut cases = vec![
        (square(5e-7, 1e-6, 5e-7), p(1000.0, -1000.0), 1, square(5e-7, 0.0, 1e-6), corner, 1),
        (hull, p(1000.0, -1000.0), 2, circle, p(999.9999995, -1000.0), 3),
    ];
    // The origin on a diagonal of the centres' square, ever nearer to the corner, and beyond it.
    for halvings in 0..56 {
        for inside in [1.0, -1.0] {
            for toward in [p(1.0, 1.0), p(-1.0, 1.0), p(1.0, -1.0), p(-1.0, -1.0)] {
                let at = toward * (1.0 - inside * 0.5f64.powi(halvings));
                cases.push((square(1.0, 0.5, 0.5), DVec3::ZERO, 0, square(0.5, 0.0, 1.0), at, 1));
            }
        }
    }
    for (sa, at_a, turn_a, sb, at_b, turn_b) in cases {
        let a = body("A", sa, at_a, RotationDef::Quarter(turn_a));
        let b = body("B", sb, at_b, RotationDef::Quarter(turn_b));
        for kernel in ["gjk-boolean+epa", "gjk-distance+epa"] {
            for precision in Precision::ALL {
                let (trace, report) = check::run(&scene(a.clone(), b.clone(), kernel, precision)).unwrap();
                let case = format!("{kernel} {precision:?} {:?} {:#?}\n{a:?}\n{b:?}", trace.answered, report.findings);
                assert_eq!(report.verdict, Verdict::Pass, "{case}");
                // As with arcs about the origin: a few expansions, and one try with the discs.
                assert!(trace.answered.supports <= 64, "{case}");
            }
        }
    }
}

/// Two nearly circular ellipses about one centre: their difference is its own mirror image, so of its discs' centres too the opposite ones are in line
/// with the origin. (With the first of these spreads 13, with the second 92 of 200 in f64 were undecided while GJK stepped about that line.)
#[test]
fn nearly_circular_ellipses_about_one_centre_are_answered() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..150 {
        let spread = [0.2, 0.02, 1e-3][round % 3];
        let mut axes = || p(1.0 + spread * random.unit(), 1.0 + spread * random.unit());
        let [sa, sb] =
            [axes(), axes()].map(|semi_axes| ShapeDef::Ellipse { semi_axes, center: DVec3::ZERO, radius: 0.0 });
        let a = body("A", sa, DVec3::ZERO, RotationDef::Angle(0.0));
        let b = body("B", sb, DVec3::ZERO, RotationDef::Angle(if round % 2 == 0 { random.unit() * 4.0 } else { 0.0 }));
        for kernel in ["gjk-boolean+epa", "gjk-distance+epa"] {
            for precision in Precision::ALL {
                let (trace, report) = check::run(&scene(a.clone(), b.clone(), kernel, precision)).unwrap();
                let case = format!("{kernel} {precision:?} {:?} {:#?}\n{a:?}\n{b:?}", trace.answered, report.findings);
                assert_eq!(report.verdict, Verdict::Pass, "{case}");
            }
        }
    }
}

#[test]
fn any_start_leads_to_the_truth() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for round in 0..2000 {
        let (a, b) = random.pair(round % 2 == 0);
        let settings = random.settings();
        for row in KERNELS.iter().filter(|k| !k.tutorial && !k.rounded_support) {
            for precision in Precision::ALL {
                let mut scene = scene(a.clone(), b.clone(), row.id, precision);
                scene.query.settings = settings.clone();
                let (trace, report) = check::run(&scene).unwrap();
                assert_eq!(
                    report.verdict,
                    Verdict::Pass,
                    "round {round} {} {precision:?} {settings:?} {:?} truth {} findings {:#?}\n{:?}\n{:?}",
                    row.id,
                    trace.answered,
                    report.truth.digits,
                    report.findings,
                    scene.bodies[0],
                    scene.bodies[1]
                );
            }
        }
    }
}

/// Hulls of points within `thin` of a line, beside or across each other: where cofactors lose their signs long before areas do.
#[test]
fn thin_pairs_are_right_and_johnson_needs_its_backup() {
    let mut random = Random(0x0fed_cba9_8765_4321);
    let mut unsure = 0;
    for round in 0..1000 {
        let thin = random.pick(&[1e-2, 1e-4, 1e-6, 1e-8, 1e-12]);
        let [shape, other] = [(); 2].map(|()| {
            let points = (0..3 + random.below(5)).map(|_| p(random.unit(), random.unit() * thin)).collect();
            ShapeDef::Hull { points, radius: 0.0 }
        });
        let turn = if round % 2 == 0 { 0.0 } else { random.unit() * thin };
        let a = body("A", shape, DVec3::ZERO, RotationDef::Angle(0.0));
        let b = body("B", other, p(random.unit(), random.unit() * thin * 2.0), RotationDef::Angle(turn));
        for kernel in sound() {
            for precision in Precision::ALL {
                let (trace, report) = check::run(&scene(a.clone(), b.clone(), kernel, precision)).unwrap();
                let case = format!("round {round} {kernel} {precision:?} {:?} {:#?}", trace.answered, report.findings);
                assert_eq!(report.verdict, Verdict::Pass, "{case}\n{a:?}\n{b:?}");
                let backup = |e: &Event| matches!(&e.kind, EventKind::Test(t) if matches!(t.claim, Claim::SignUnsure | Claim::NoSubset));
                unsure += trace.events.iter().filter(|e| backup(e)).count();
            }
        }
    }
    assert!(unsure > 500, "{unsure}");
}

/// Replays every recorded test of a trace in the space's own floats; both sides must have the recorded bits, and the result must follow.
fn replay_all<V: Space>(trace: &Trace, case: &str) -> usize {
    let w = |p: PointId| trace.points[p as usize].w;
    let mut tests = 0;
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Test(test) = &event.kind else { continue };
        let slots = Recorded { test, w: &w };
        for (side, formula, value) in [("left", test.left, test.left_value), ("right", test.right, test.right_value)] {
            let again = replay::<V>(formula, &slots).map(Real::to_f64);
            assert!(
                again.is_some_and(|x| x.to_bits() == value.to_bits() || (x.is_nan() && value.is_nan())),
                "{case} step {step} line {}: {side} is {value:e}, replayed {again:?}: {test:?}",
                event.line
            );
        }
        assert_eq!(test.held, test.relation.holds(test.left_value, test.right_value), "{case} step {step}: {test:?}");
        tests += 1;
    }
    tests
}

#[test]
fn every_recorded_test_replays_bit_for_bit() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut tests = 0;
    for round in 0..4000 {
        let (a, b) = random.pair(round % 2 == 0);
        let settings = random.settings();
        for row in KERNELS {
            for precision in Precision::ALL {
                let mut scene = scene(a.clone(), b.clone(), row.id, precision);
                scene.query.settings = settings.clone();
                let trace = traced(&scene).unwrap();
                let case = format!("round {round} {} {precision:?}", row.id);
                tests += match precision {
                    Precision::F32 => replay_all::<Vec2>(&trace, &case),
                    Precision::F64 => replay_all::<DVec2>(&trace, &case),
                };
            }
        }
    }
    assert!(tests > 100_000, "{tests}");
}

#[test]
fn the_degenerate_lattice_is_right_everywhere() {
    let mut poses = 0;
    let boxes = [
        (1., 1., 1., 1.),
        (2., 1., 1., 1.),
        (3., 1., 1., 2.),
        (1., 2., 2., 1.),
        (2., 2., 1., 3.),
        (4., 4., 4., 4.),
        (5., 1., 1., 5.),
        (3., 2., 4., 1.),
        (1., 1., 6., 3.),
    ];
    for (hax, hay, hbx, hby) in boxes {
        for quarter in 0..4 {
            for x in -10..10 {
                for y in -10..10 {
                    poses += 1;
                    let (ex, ey) = if quarter % 2 == 0 { (hbx, hby) } else { (hby, hbx) };
                    let (gx, gy) = ((x as f64).abs() - hax - ex, (y as f64).abs() - hay - ey);
                    let signed = if gx > 0.0 && gy > 0.0 { gx.hypot(gy) } else { gx.max(gy) };
                    for kernel in sound() {
                        for precision in Precision::ALL {
                            let square = |hx, hy| ShapeDef::Box { half_extents: p(hx, hy), radius: 0.0 };
                            let a = body("A", square(hax, hay), DVec3::ZERO, RotationDef::Angle(0.0));
                            let b = body("B", square(hbx, hby), p(x as f64, y as f64), RotationDef::Quarter(quarter));
                            let got = quick(&scene(a, b, kernel, precision)).unwrap();
                            let class = match signed {
                                s if s > 0.0 => Answer::Separated,
                                0.0 => Answer::Touching,
                                _ => Answer::Overlapping,
                            };
                            let case = format!("{kernel} {precision:?} at ({x}, {y}) quarter {quarter}: {got:?}");
                            assert_eq!(got.answer, class, "{case}");
                            let bound = kernel::find(kernel).unwrap().answers == Answers::DepthBound;
                            if bound && let Some(s) = got.signed_distance {
                                assert!(s <= signed, "{case}, true is {signed}");
                            } else if let Some(s) = got.signed_distance {
                                // Only a corner distance is irrational; everything else is exact in both precisions.
                                let allowed =
                                    if gx > 0.0 && gy > 0.0 { 2.0 * precision.epsilon() * signed } else { 0.0 };
                                assert!((s - signed).abs() <= allowed, "{case}, true is {signed}");
                            }
                        }
                    }
                }
            }
        }
    }
    assert_eq!(poses, 14_400);
}

/// Where rounding hides the nearest corner of two polygons of many corners, sat looks at more; what it looks at stays few.
#[test]
fn sat_holds_few_of_many_corners_against_each_other() {
    let ring = |turn: f64| {
        let corner = |i| DVec2::from_angle(std::f64::consts::TAU * f64::from(i) / 600.0 + turn).extend(0.0);
        ShapeDef::Polygon { points: (0..600).map(corner).collect(), radius: 0.0 }
    };
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    // Found by search; one in a hundred is so.
    let mut places = vec![(DVec2::new(49.61, -6.27), 0.66), (DVec2::new(34.26, 36.41), 0.45)];
    places.extend((0..150).map(|_| {
        let far = random.pick(&[2.01, 3.0, 20.0, 200.0, 2000.0]);
        (DVec2::from_angle(3.2 * random.unit()) * far, random.unit())
    }));
    let mut beyond = 0;
    for (at, turn) in places {
        let (a, b) = (ring(0.0), ring(turn));
        let none = RotationDef::Angle(0.0);
        let scene = scene(body("A", a, DVec3::ZERO, none), body("B", b, at.extend(0.0), none), "sat", Precision::F32);
        let (trace, report) = check::run(&scene).unwrap();
        // Two events for each axis and a few to end with; all pairs of features are 720,000.
        beyond += usize::from(trace.events.iter().any(|e| e.line == 11));
        assert!(trace.events.len() < 2 * 1200 + 100, "{at}: {} events", trace.events.len());
        assert_eq!(report.verdict, Verdict::Pass, "{at}, turned by {turn}: {:#?}", report.findings.first());
    }
    assert!(beyond > 0);
}
