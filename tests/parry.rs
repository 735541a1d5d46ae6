//! The answers of the library parry beside the truth: right where it is right, and found wrong where it is wrong.

use assert_cmd::Command;
use gjkscope::check::{self, Report, Severity, Verdict};
use gjkscope::kernel::{self, Answer, EventKind, Exit, KERNELS};
use gjkscope::num::Precision;
use gjkscope::run::{Trace, quick};
use gjkscope::scene::{Body, Query, Scene};
use gjkscope::search::applicable;
use gjkscope::shape::{PoseDef, RotationDef, ShapeDef};
use glam::DVec3;

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn square() -> ShapeDef {
    ShapeDef::Box { half_extents: p(1.0, 1.0), radius: 0.0 }
}

fn scene(a: ShapeDef, b: ShapeDef, translation: DVec3, angle: f64, precision: Precision) -> Scene {
    let body = |name: &str, shape, translation, angle| Body {
        name: name.into(),
        shape,
        pose: PoseDef { translation, rotation: RotationDef::Angle(angle) },
    };
    let query = Query { a: "A".into(), b: "B".into(), kernel: "parry".into(), precision, settings: Default::default() };
    let bodies = vec![body("A", a, p(0.0, 0.0), 0.0), body("B", b, translation, angle)];
    Scene { story: String::new(), source: String::new(), bodies, query, expect: None, figure: None }
}

fn asked(a: ShapeDef, b: ShapeDef, at: DVec3, angle: f64, precision: Precision) -> (Trace, Report) {
    let scene = scene(a, b, at, angle, precision);
    let (trace, report) = check::run(&scene).unwrap();
    assert_eq!(quick(&scene).unwrap().signed_distance, trace.answered.signed_distance);
    (trace, report)
}

#[test]
fn plain_squares_are_right_in_both_precisions() {
    for precision in Precision::ALL {
        let apart = (p(3.5, 0.5), Answer::Separated, 1.5, p(1.0, 0.0));
        let overlapping = (p(0.25, -1.5), Answer::Overlapping, -0.5, p(0.0, -1.0));
        for (at, answer, signed, normal) in [apart, overlapping] {
            let (trace, report) = asked(square(), square(), at, 0.0, precision);
            assert_eq!(report.verdict, Verdict::Pass, "{:?} {:#?}", trace.answered, report.findings);
            assert_eq!((trace.answered.answer, trace.answered.exit), (answer, Exit::ExternalAnswer));
            assert_eq!(trace.answered.signed_distance, Some(signed));
            assert_eq!(trace.answered.normal, Some(normal));
            let (a, b) = trace.answered.witnesses.unwrap();
            assert!((b - a - normal * signed).length() <= 1e-6, "{a} {b}");
            let kinds: Vec<&EventKind> = trace.events.iter().map(|e| &e.kind).collect();
            assert!(matches!(kinds[..], [EventKind::Start { .. }, EventKind::Exit { .. }]), "{kinds:?}");
        }
    }
}

#[test]
fn turned_and_rounded_shapes_are_right() {
    let hull = |points: &[(f64, f64)], radius| ShapeDef::Hull {
        points: points.iter().map(|&(x, y)| p(x, y)).collect(),
        radius,
    };
    let shapes = [
        ShapeDef::Circle { radius: 0.75, center: p(0.25, -0.5) },
        ShapeDef::Capsule { a: p(-1.0, 0.5), b: p(0.75, 0.25), radius: 0.5 },
        ShapeDef::Box { half_extents: p(1.0, 0.5), radius: 0.25 },
        hull(&[(-1.0, -0.75), (1.25, -0.5), (0.25, 1.0)], 0.0),
        hull(&[(-1.0, -0.75), (1.25, -0.5)], 0.0),
        ShapeDef::Point { at: p(0.5, 0.25), radius: 0.0 },
    ];
    for a in &shapes {
        for b in &shapes {
            for precision in Precision::ALL {
                let mut scene = scene(a.clone(), b.clone(), p(7.5, 9.0), 0.7, precision);
                scene.bodies[0].pose = PoseDef { translation: p(3.0, 5.0), rotation: RotationDef::Angle(-0.4) };
                let (trace, report) = check::run(&scene).unwrap();
                let answered = &trace.answered;
                assert_eq!((answered.answer, answered.exit), (Answer::Separated, Exit::ExternalAnswer), "{a:?} {b:?}");
                // Parry stops at the square root of the precision: right to that, if not to this project's tolerance.
                let truth = report.truth.signed_distance;
                let allowed = precision.epsilon().sqrt() * 32.0;
                assert!(
                    (answered.signed_distance.unwrap() - truth).abs() <= allowed,
                    "{a:?} {b:?} {answered:?} {truth}"
                );
                let (on_a, on_b) = answered.witnesses.unwrap();
                let across = on_b - on_a - answered.normal.unwrap() * truth;
                assert!(across.length() <= allowed.sqrt(), "{a:?} {b:?} {answered:?} {truth}");
            }
        }
    }
}

#[test]
fn its_depth_of_zero_for_identical_squares_is_found() {
    for precision in Precision::ALL {
        let (trace, report) = asked(square(), square(), p(0.0, 0.0), 0.0, precision);
        assert_eq!(trace.answered.exit, Exit::ExternalAnswer);
        assert_eq!(trace.answered.signed_distance, Some(0.0));
        assert_eq!(report.truth.signed_distance, -2.0);
        assert_eq!(report.verdict, Verdict::Fail);
        let wrong = report.findings.iter().find(|f| f.check == "agrees-with-truth").unwrap();
        assert_eq!(wrong.severity, Severity::Error);
    }
}

#[test]
fn what_parry_cannot_take_is_undecided() {
    let ellipse = ShapeDef::Ellipse { semi_axes: p(2.0, 1.0), center: p(0.0, 0.0), radius: 0.0 };
    let long = ShapeDef::Box { half_extents: p(f64::MAX, 1.0), radius: 0.0 };
    // The squares of its sides are 0 in f32.
    let thin = ShapeDef::Hull { points: vec![p(0.0, 0.0), p(1e-25, 0.0), p(0.0, 1e-25)], radius: 0.0 };
    for (shape, precision, exit) in [
        (ellipse, Precision::F64, Exit::NotApplicable),
        (long, Precision::F32, Exit::NotFinite),
        (thin, Precision::F32, Exit::NotApplicable),
    ] {
        let (trace, report) = asked(square(), shape, p(3.0, 0.5), 0.0, precision);
        assert_eq!((trace.answered.answer, trace.answered.exit), (Answer::Undecided, exit));
        assert_eq!(report.verdict, Verdict::Undecided);
    }
}

#[test]
fn it_is_listed_and_compared_but_no_part_of_all() {
    assert!(kernel::find("parry").is_some_and(|row| row.tutorial && row.external()));
    assert_eq!(KERNELS.iter().filter(|k| k.external()).count(), 1);
    let squares = scene(square(), square(), p(3.0, 0.0), 0.0, Precision::F64);
    assert!(applicable(&squares).iter().any(|k| k.id == "parry"));
    let out = |args: &[&str]| {
        let ran = Command::cargo_bin("gjkscope").unwrap().current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output();
        String::from_utf8(ran.unwrap().stdout).unwrap()
    };
    let path = "scenes/tutorial/two-squares.ron";
    assert!(out(&["list", "kernels"]).contains("\nparry "));
    assert!(out(&["compare", path]).contains(" parry "));
    assert!(!out(&["check", path, "--kernel", "all", "--format", "json"]).contains("\"parry\""));
    assert!(out(&["check", path, "--kernel", "parry", "--format", "json"]).contains("\"parry\""));
}
