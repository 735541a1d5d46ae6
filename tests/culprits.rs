//! The faults of the tutorials, each on a pair that shows it: the diagnosis has to name the very decision (or support call) that is wrong.

use gjkscope::check::{self, Report, Severity};
use gjkscope::exact::Judged;
use gjkscope::kernel::{Claim, EventKind};
use gjkscope::num::Precision;
use gjkscope::run::Trace;
use gjkscope::scene::{Body, Query, Scene};
use gjkscope::shape::{PoseDef, RotationDef, ShapeDef};
use glam::DVec3;

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn hull(points: &[(f64, f64)]) -> ShapeDef {
    ShapeDef::Hull { points: points.iter().map(|&(x, y)| p(x, y)).collect(), radius: 0.0 }
}

fn square(half: f64) -> ShapeDef {
    hull(&[(-half, -half), (half, -half), (half, half), (-half, half)])
}

fn circle(radius: f64) -> ShapeDef {
    ShapeDef::Circle { radius, center: DVec3::ZERO }
}

fn judged(kernel: &str, a: ShapeDef, b: ShapeDef, at: (f64, f64)) -> (Trace, Report) {
    let body = |name: &str, shape, translation| Body {
        name: name.into(),
        shape,
        pose: PoseDef { translation, rotation: RotationDef::Angle(0.0) },
    };
    let query = Query {
        a: "A".into(),
        b: "B".into(),
        kernel: kernel.into(),
        precision: Precision::F64,
        settings: Default::default(),
    };
    let bodies = vec![body("A", a, DVec3::ZERO), body("B", b, p(at.0, at.1))];
    check::run(&Scene { story: String::new(), source: String::new(), bodies, query, expect: None, figure: None })
        .unwrap()
}

/// What the culprit is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum At {
    /// A decision with this conclusion.
    Claim(Claim),
    /// A support call.
    Support,
    /// A simplex that was kept.
    Reduction,
    /// A polygon that was put together.
    Polygon,
    /// The end.
    Exit,
}

fn what(event: &EventKind) -> At {
    match event {
        EventKind::Test(test) => At::Claim(test.claim),
        EventKind::Support { .. } | EventKind::Start { .. } | EventKind::Given { .. } => At::Support,
        EventKind::Reduce { .. } | EventKind::Bounds { .. } | EventKind::HandOver { .. } => At::Reduction,
        EventKind::Polygon { .. } | EventKind::Nearest { .. } => At::Polygon,
        EventKind::Exit { .. } => At::Exit,
    }
}

struct Fault {
    /// What the tutorial does wrong.
    words: &'static str,
    kernel: &'static str,
    a: ShapeDef,
    b: ShapeDef,
    at: (f64, f64),
    culprit: At,
    /// Words of the line of the listing it stands on.
    line: &'static str,
    check: &'static str,
}

#[rustfmt::skip] // a table
fn faults() -> Vec<Fault> {
    let fault = |words, kernel, a, b, at, culprit, line, check| Fault { words, kernel, a, b, at, culprit, line, check };
    let needle = [(0.5, 0.75), (0.500001, 0.750002)];
    let on_segment = At::Claim(Claim::OnSegmentSoApart);
    let on_simplex = At::Claim(Claim::OriginOnSimplex);
    let converged = At::Claim(Claim::Converged);
    vec![
        // Seed 000. Its second 1e-12 never fires wrongly: a segment that reaches from one side of the origin to the other is no shorter than 1e-6.
        fault("1e-12 is absolute: a first point that near is a hit", "tutorial-perpendicular",
            square(1e-7), square(1e-7), (3e-7, 0.0), on_simplex, "|p|² < 1e-12", "claim-is-right"),
        // Seed 001.
        fault("its triple product is zero, so an origin outside an edge is called inside", "tutorial-triple-product",
            circle(1.0), hull(&[(-0.75, 1.5), (0.25, -1.5)]), (0.5, 2.0), At::Claim(Claim::InsideEdge), "acPerp·ao > 0", "claim-is-right"),
        fault("index 0 is not the newest vertex, so the edge of the two newest is never looked at", "tutorial-triple-product",
            hull(&[(-2.0, 0.5), (2.0, 0.25)]), hull(&[(0.5, -1.25), (-1.5, -1.5)]), (-0.25, 2.0), At::Exit, "return true", "claim-is-right"),
        fault("1e-6 is absolute: a product that small is a hit", "tutorial-triple-product",
            hull(&needle), hull(&[(-1.5, 0.5), (0.0, -1.0)]), (0.5, 1.75), on_simplex, "|perp|² < 1e-6", "claim-is-right"),
        fault("a segment is taken for a polygon", "tutorial-triple-product",
            circle(1.0), circle(1.0), (1.5, -1.0), At::Polygon, "polytope = simplex", "polygon-is-convex"),
        fault("EPA stops at a gain of 1e-4, whatever the size", "tutorial-triple-product",
            circle(1.0), circle(1.0), (1.5, 0.75), converged, "p·n - distance < 1e-4", "claim-is-right"),
        fault("running out of rounds in EPA is no collision", "tutorial-triple-product",
            circle(1.0), circle(751.0), (2.0, 0.5), At::Exit, "return false", "exit-is-an-answer"),
        fault("a first point at the origin gives no direction", "tutorial-triple-product",
            hull(&[(0.0, -1.0)]), hull(&[(2.0, 1.0), (1.25, -1.0)]), (-1.25, 0.0), At::Support, "p = support(A, d)", "direction-is-finite"),
        fault("an edge shorter than 1e-5 has no normal", "tutorial-triple-product",
            hull(&[(-0.75, 0.25), (-0.75, 0.25), (-0.749999, 0.250002)]), hull(&[(-1.5, -1.5)]), (0.75, 1.75),
            At::Support, "p = support(A, n)", "direction-is-finite"),
        // Seed 002.
        fault("equal centres give no direction", "tutorial-nearest-edge",
            square(1.0), square(1.0), (0.0, 0.0), At::Support, "simplex = [support(d)]", "direction-is-finite"),
        fault("nothing bounds its loop", "tutorial-nearest-edge",
            circle(501.0), hull(&[(0.75, 0.5)]), (1.75, 1.0), At::Reduction, "keep the edge nearest to the origin", "simplex-is-new"),
        // Seed 003.
        fault("an origin on the first segment is apart: equal centres", "tutorial-outward-normal",
            square(1.0), square(1.0), (0.0, 0.0), on_segment, "|d·ao| < 1e-12", "claim-is-right"),
        fault("an origin on the first segment is apart: offset along x", "tutorial-outward-normal",
            square(1.0), square(1.0), (1.5, 0.0), on_segment, "|d·ao| < 1e-12", "claim-is-right"),
        fault("a normal is turned by the sign of its own distance", "tutorial-outward-normal",
            hull(&[(-2.0, 0.0), (2.0, 2.0)]), hull(&[(1.25, 0.75), (0.5, 1.0)]), (0.5, 0.5), At::Polygon, "poly = list(simplex)", "polygon-is-convex"),
        fault("EPA stops at a gain of 1e-5, whatever the size", "tutorial-outward-normal",
            circle(1.0), circle(1.0), (1.5, -1.0), converged, "p·n - dist < 1e-5", "claim-is-right"),
        fault("running out of rounds in EPA is an answer", "tutorial-outward-normal",
            circle(1.0), circle(751.0), (2.0, 0.5), At::Exit, "return n * dist", "exit-is-an-answer"),
        fault("a first point at the origin gives no direction", "tutorial-outward-normal",
            hull(&[(0.0, -1.0)]), hull(&[(2.0, 1.0), (1.25, -1.0)]), (-1.25, 0.0), At::Support, "p = support(A, d)", "direction-is-finite"),
        // Seed 004. Its choice of the nearer line is never reached: the line of its first two points always passes through the origin.
        fault("both points are taken from A", "tutorial-perpendicular-foot",
            square(1.0), square(1.0), (30.0, 0.0), At::Support, "simplex.add(support(direction))", "support-is-extreme"),
        fault("a line through the origin gives no direction", "tutorial-perpendicular-foot",
            square(1.0), square(1.0), (0.0, 0.0), At::Support, "p = farthest(shapeA, direction)", "direction-is-finite"),
        // Seeds 001 and 003, their EPA from a sound GJK.
        fault("a gain of 1e-6 is absolute", "gjk-distance+epa-naive",
            square(1e-7), square(1e-7), (1e-7, 5e-8), converged, "p·n − distance < tolerance", "claim-is-right"),
        fault("a normal is turned by the sign of its own distance, and a segment is taken for a polygon", "gjk-distance+epa-naive",
            hull(&[(-1.5, -1.5), (1.0, 2.0), (2.0, -2.0)]), hull(&[(1.0, -0.25), (1.75, -1.5)]), (0.25, 0.5), At::Polygon, "polygon ← the simplex", "polygon-is-convex"),
        fault("the same, seen on snapped hulls", "gjk-distance+epa-naive",
            hull(&[(-1.0, 2.0), (2.0, 1.0), (0.0, -2.0), (-1.0, 0.0)]), hull(&[(2.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.0, -1.0)]), (-0.5, 1.75),
            At::Polygon, "polygon ← the simplex", "polygon-is-convex"),
    ]
}

#[test]
fn each_fault_is_blamed_on_the_step_that_commits_it() {
    let mut missed = Vec::new();
    for fault in faults() {
        let (trace, report) = judged(fault.kernel, fault.a, fault.b, fault.at);
        let culprit = report.culprit.and_then(|step| trace.events.get(step as usize));
        let line = culprit.map(|e| trace.kernel.listings[usize::from(e.phase)][usize::from(e.line)]);
        let errors = |f: &&gjkscope::check::Finding| f.severity == Severity::Error && f.step == report.culprit;
        let found: Vec<_> = report.findings.iter().filter(errors).map(|f| (f.check, f.message.as_str())).collect();
        println!("{}: {}: step {:?}, {line:?} {found:?}", fault.kernel, fault.words, report.culprit);
        let right = culprit.is_some_and(|e| what(&e.kind) == fault.culprit)
            && line.is_some_and(|l| l.contains(fault.line))
            && found.iter().any(|(check, _)| *check == fault.check);
        if !right {
            let kind = culprit.map(|e| what(&e.kind));
            missed.push(format!("{}: {}: {:?} {kind:?} {line:?} {found:?}", fault.kernel, fault.words, report.culprit));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Two shapes that touch may be called apart or meeting; which test hangs on a hair is marked all the same.
#[test]
fn a_touching_pair_called_apart_is_fragile_at_that_test() {
    for (kernel, at, claim) in [
        ("tutorial-nearest-edge", (2.0, 0.0), Claim::Apart),
        ("tutorial-outward-normal", (-2.0, 0.0), Claim::OnSegmentSoApart),
    ] {
        let (trace, report) = judged(kernel, square(1.0), square(1.0), at);
        let first = report.audit.iter().find(|a| a.judged > Judged::Right).unwrap();
        let EventKind::Test(test) = &trace.events[first.step as usize].kind else { panic!("{kernel}: {first:?}") };
        assert_eq!(
            (test.claim, first.judged, report.culprit),
            (claim, Judged::Fragile, None),
            "{kernel}: {}",
            first.message
        );
    }
}
