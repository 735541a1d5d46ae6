//! The whole judgement of a run: truth, tolerance, all checks, the scene's expectation, the verdict.

use glam::DVec3;

use super::{CHECKS, Expectation, Finding, Report, Severity, Verdict};
use crate::exact::{self, Audited, Judged, Truth};
use crate::kernel::{Answer, Answers};
use crate::num::Precision;
use crate::run::{self, Outline, Trace};
use crate::scene::{Expect, KnownFailure, Scene};
use crate::shape::{PoseDef, ShapeDef};

/// What checks look at.
pub struct Context<'a> {
    /// The scene that was run.
    pub scene: &'a Scene,
    /// What the run left.
    pub trace: &'a Trace,
    /// A with its numbers rounded to the run's precision.
    pub a: (ShapeDef, PoseDef),
    /// B likewise.
    pub b: (ShapeDef, PoseDef),
    /// The truth about those.
    pub truth: &'a Truth,
    /// The truth about the numbers as written.
    pub truth_as_written: &'a Truth,
    /// What the answer may be off by, scene units.
    pub tolerance: f64,
    /// The larger diameter of the two shapes, scene units.
    pub size: f64,
    /// The judgement of every decision.
    pub audit: &'a [Audited],
}

/// The largest extent of an outline over sixteen directions: its diameter to half a percent, never more.
fn diameter(outline: &Outline) -> f64 {
    let mut largest = 0.0f64;
    for k in 0..16 {
        let (c, s) = crate::num::cos_sin(k as f64 * std::f64::consts::PI / 16.0);
        let d = DVec3::new(c, s, 0.0);
        let (low, high) = extremes(outline, d);
        largest = largest.max(high - low);
    }
    largest + 2.0 * outline.radius
}

/// Least and greatest d . p over an outline without its radius, in the kernel's frame.
pub fn extremes(outline: &Outline, d: DVec3) -> (f64, f64) {
    if let Some((center, u, v)) = outline.ellipse {
        let reach = u.dot(d).hypot(v.dot(d));
        return (center.dot(d) - reach, center.dot(d) + reach);
    }
    outline.vertices.iter().map(|p| p.dot(d)).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
}

/// The largest absolute coordinate of an outline in the kernel's frame.
fn largest_coordinate(outline: &Outline) -> f64 {
    let largest = |p: DVec3| p.abs().max_element();
    match outline.ellipse {
        Some((center, u, v)) => largest(center.abs() + u.abs() + v.abs()),
        None => outline.vertices.iter().map(|&p| largest(p)).fold(0.0, f64::max),
    }
}

fn size(trace: &Trace) -> f64 {
    diameter(&trace.a).max(diameter(&trace.b))
}

/// What a right answer may be off by: 64 eps M + r D, M the largest coordinate in the kernel's frame, D the larger diameter of
/// the two shapes, eps that of the precision, r = 1e-12 in f64 and 4e-6 in f32, and 1e-9 D more for a smooth outline, whose
/// extreme points lie on a curve.
pub fn tolerance(trace: &Trace) -> f64 {
    let m = largest_coordinate(&trace.a).max(largest_coordinate(&trace.b));
    let d = size(trace);
    let r = match trace.precision {
        Precision::F64 => 1e-12,
        Precision::F32 => 4e-6,
    };
    let smooth = if trace.a.ellipse.is_some() || trace.b.ellipse.is_some() { 1e-9 } else { 0.0 };
    64.0 * trace.precision.epsilon() * m + (r + smooth) * d
}

/// How far h(n), the depth along a returned normal, is above what the signed distance allows; <= 0 is right. World frame.
pub fn right_normal(context: &Context, n: DVec3, signed_distance: f64) -> f64 {
    let h = exact::width(n, &context.a.0, &context.a.1, &context.b.0, &context.b.1);
    h + signed_distance
}

/// Judges a run of `scene` that left `trace`. `None` if the scene's query names no two bodies.
pub fn judge(scene: &Scene, trace: &Trace) -> Option<Report> {
    let (body_a, body_b) = run::bodies(scene)?;
    let (a, b) = (run::rounded(body_a, trace.precision), run::rounded(body_b, trace.precision));
    let truth = exact::truth(&a.0, &a.1, &b.0, &b.1);
    let as_written = (body_a.shape.clone(), body_a.pose) != a || (body_b.shape.clone(), body_b.pose) != b;
    let written = as_written.then(|| exact::truth(&body_a.shape, &body_a.pose, &body_b.shape, &body_b.pose));
    let mut context = Context {
        scene,
        trace,
        a,
        b,
        truth: &truth,
        truth_as_written: written.as_ref().unwrap_or(&truth),
        tolerance: tolerance(trace),
        size: size(trace),
        audit: &[],
    };
    let audit = audited(&context);
    context.audit = &audit;
    let mut findings: Vec<Finding> = Vec::new();
    for check in CHECKS.iter().filter(|c| (c.applies)(trace.kernel)) {
        (check.run)(&context, &mut |found| {
            findings.push(Finding {
                check: check.id,
                severity: check.severity,
                step: found.step,
                measured: found.measured,
                allowed: found.allowed,
                message: found.message,
            });
        });
    }
    findings.sort_by_key(|f| f.step.unwrap_or(u32::MAX));
    let tolerance = context.tolerance;
    let expectation = expectation(scene, &findings);
    let undecided = trace.answered.answer == Answer::Undecided || truth.gap > tolerance;
    let failed = findings.iter().any(|f| f.severity == Severity::Error);
    let exact = trace.kernel.answers != Answers::DepthBound;
    let error = trace.answered.signed_distance.filter(|_| exact).map(|s| (s - truth.signed_distance).abs());
    let verdict = verdict(scene, trace, failed, undecided);
    let pose_rounding = pose_rounding(&context);
    let culprit = culprit(&audit, &findings, trace);
    Some(Report {
        pose_rounding,
        culprit,
        truth_as_written: written.filter(|w| *w != truth),
        truth,
        tolerance,
        error,
        expectation,
        findings,
        verdict,
        audit,
    })
}

/// The audit of a run: the sign and the claim of each decision, on the numbers that the kernel had.
fn audited(context: &Context) -> Vec<Audited> {
    let trace = context.trace;
    let radius = if trace.kernel.rounded_support { (trace.a.radius, trace.b.radius) } else { (0.0, 0.0) };
    let reach = |d: DVec3| {
        let length = d.length();
        (extremes(&trace.a, d).1 + radius.0 * length, extremes(&trace.b, d).0 - radius.1 * length)
    };
    let mut wrong_answer = None;
    super::agrees_with_truth::run(context, &mut |found| {
        wrong_answer.get_or_insert(found.message);
    });
    exact::audit(&exact::Recorded {
        events: &trace.events,
        points: &trace.points,
        edges: &trace.edges,
        reach: &reach,
        scale: trace.scale + radius.0 + radius.1,
        eps: trace.precision.epsilon(),
        truth: context.truth.signed_distance,
        tolerance: context.tolerance,
        wrong_answer,
    })
}

/// The first step that is to blame for a run that is not right: the first false claim or error at a step, else the first false sign of a wrong run.
fn culprit(audit: &[Audited], findings: &[Finding], trace: &Trace) -> Option<u32> {
    let error = findings.iter().filter(|f| f.severity == Severity::Error).filter_map(|f| f.step).min();
    let wrong = findings.iter().any(|f| f.severity == Severity::Error);
    let claim = audit.iter().find(|a| a.judged == Judged::FalseClaim).map(|a| a.step);
    let first = [error, claim].into_iter().flatten().min();
    first.or_else(|| wrong.then(|| trace.len().saturating_sub(1) as u32))
}

/// How much the answer for the vertices as the kernel posed them differs from the answer for the exact pose: what no kernel can
/// be blamed for. `None` for an ellipse.
fn pose_rounding(context: &Context) -> Option<f64> {
    let hull = |outline: &Outline| {
        let points = outline.vertices.clone();
        outline.ellipse.is_none().then_some(ShapeDef::Hull { points, radius: outline.radius })
    };
    let (a, b) = (hull(&context.trace.a)?, hull(&context.trace.b)?);
    let unmoved = |body: &(ShapeDef, PoseDef)| body.1 == PoseDef::default();
    if unmoved(&context.a) && unmoved(&context.b) {
        return Some(0.0);
    }
    let posed = exact::truth(&a, &PoseDef::default(), &b, &PoseDef::default());
    Some((posed.signed_distance - context.truth.signed_distance).abs())
}

fn expectation(scene: &Scene, findings: &[Finding]) -> Expectation {
    match &scene.expect {
        None => Expectation::None,
        Some(_) if findings.iter().any(|f| f.check == "matches-expectation") => Expectation::Missed,
        Some(_) => Expectation::Met,
    }
}

fn verdict(scene: &Scene, trace: &Trace, failed: bool, undecided: bool) -> Verdict {
    let known = scene.expect.as_ref().map_or(&[][..], |e| &e.known_failures);
    let same_run = |k: &KnownFailure| {
        k.kernel.as_deref().is_none_or(|id| id == trace.kernel.id) && k.precision.is_none_or(|p| p == trace.precision)
    };
    let same_way = |k: &KnownFailure| {
        k.answer.as_deref().is_none_or(|a| a == trace.answered.answer.id())
            && k.exit.as_deref().is_none_or(|e| e == trace.answered.exit.id())
    };
    match failed || undecided {
        true if known.iter().any(|k| same_run(k) && same_way(k)) => Verdict::KnownFailure,
        // A wrong answer is worse than none, and is named first.
        true if failed && trace.answered.answer != Answer::Undecided => Verdict::Fail,
        true => Verdict::Undecided,
        false if known.iter().any(same_run) => Verdict::UnexpectedPass,
        false => Verdict::Pass,
    }
}

/// The expectation that a run in the trace's precision is held to; `None` where an f32 run is held to the truth of the rounded numbers.
pub fn expected(scene: &Scene, precision: Precision) -> Option<&Expect> {
    let expect = scene.expect.as_ref()?;
    match precision {
        Precision::F64 => Some(expect),
        Precision::F32 => expect.f32.as_deref(),
    }
}
