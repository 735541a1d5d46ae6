//! The whole judgement of an answer, with or without a trace: truth, tolerance, all checks, the scene's expectation, the verdict.

use glam::DVec3;

use super::{CHECKS, Expectation, Finding, Found, Looks, Report, Severity, Verdict};
use crate::exact::{self, Audited, Class, Judged, Truth};
use crate::kernel::{Answer, Answers, Exit};
use crate::num::Precision;
use crate::run::{self, Answered, Outline, Trace};
use crate::scene::{Expect, KnownFailure, Scene};
use crate::shape::{PoseDef, ShapeDef};

/// An answer to a scene's query, by a kernel or by another engine, in the world frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// How the shapes stand to each other.
    pub answer: Answer,
    /// Distance, or minus the depth, scene units.
    pub signed_distance: Option<f64>,
    /// Unit vector from A toward B.
    pub normal: Option<DVec3>,
    /// Nearest (or deepest) points on A and on B.
    pub witnesses: Option<(DVec3, DVec3)>,
    /// Iterations begun, where known.
    pub iterations: Option<u32>,
    /// Support calls of the difference, where known.
    pub supports: Option<u32>,
    /// Why it stopped, where known.
    pub exit: Option<Exit>,
}

impl From<&Answered> for Reply {
    fn from(a: &Answered) -> Reply {
        Reply {
            answer: a.answer,
            signed_distance: a.signed_distance,
            normal: a.normal,
            witnesses: a.witnesses,
            iterations: Some(a.iterations),
            supports: Some(a.supports),
            exit: Some(a.exit),
        }
    }
}

impl Reply {
    /// The distance, where the shapes are said to be apart or touching.
    pub fn distance(&self) -> Option<f64> {
        self.signed_distance.filter(|_| self.answer != Answer::Overlapping)
    }

    /// The depth, where the shapes are said to overlap or touch.
    pub fn depth(&self) -> Option<f64> {
        self.signed_distance.filter(|_| self.answer != Answer::Separated).map(|s| 0.0 - s)
    }
}

/// A scene's question in one precision, its true answer, and what a right one may be off by.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The precision of the run or engine.
    pub precision: Precision,
    /// A with its numbers rounded to that precision.
    pub a: (ShapeDef, PoseDef),
    /// B likewise.
    pub b: (ShapeDef, PoseDef),
    /// The truth about those.
    pub truth: Truth,
    /// The truth about the numbers as written, where rounding changed any.
    pub truth_as_written: Option<Truth>,
    /// What the answer may be off by, scene units.
    pub tolerance: f64,
    /// The larger diameter of the two shapes, scene units.
    pub size: f64,
    /// Whether the point that is farthest along a direction lies on a curve.
    pub curved: bool,
}

impl Asked {
    /// The question as any engine is asked it: the largest coordinate, on which the tolerance rests, is that of the bodies' own
    /// frames and of the world. `None` if the query names no two bodies.
    pub fn new(scene: &Scene, precision: Precision) -> Option<Asked> {
        let (a, b) = run::bodies(scene)?;
        let (a, b) = (run::rounded(a, precision), run::rounded(b, precision));
        let posed = [run::world_outline(&a.0, &a.1), run::world_outline(&b.0, &b.1)];
        let own = [&a.0, &b.0].map(|shape| largest_coordinate(&run::world_outline(shape, &PoseDef::default())));
        let largest = own.into_iter().chain([a.1, b.1].map(|p| p.translation.abs().max_element())).fold(0.0, f64::max);
        Asked::of(scene, precision, &posed[0], &posed[1], largest, true)
    }

    /// The question as a kernel of this project was asked it.
    fn traced(scene: &Scene, trace: &Trace) -> Option<Asked> {
        Asked::of(scene, trace.precision, &trace.a, &trace.b, 0.0, trace.kernel.rounded_support)
    }

    /// `largest`: a coordinate that the outlines do not show.
    fn of(
        scene: &Scene,
        precision: Precision,
        outline_a: &Outline,
        outline_b: &Outline,
        largest: f64,
        rounded_support: bool,
    ) -> Option<Asked> {
        let (body_a, body_b) = run::bodies(scene)?;
        let (a, b) = (run::rounded(body_a, precision), run::rounded(body_b, precision));
        let changed = (&body_a.shape, &body_a.pose) != (&a.0, &a.1) || (&body_b.shape, &body_b.pose) != (&b.0, &b.1);
        let (tolerance, size) = tolerance(precision, outline_a, outline_b, largest);
        let smooth = outline_a.ellipse.is_some() || outline_b.ellipse.is_some();
        let written = || exact::truth(&body_a.shape, &body_a.pose, &body_b.shape, &body_b.pose);
        Some(Asked {
            precision,
            // Of numbers that the precision cannot hold nothing is true: the gap says so.
            truth: match finite(&a) && finite(&b) {
                true => exact::truth(&a.0, &a.1, &b.0, &b.1),
                false => Truth { gap: f64::INFINITY, ..written() },
            },
            truth_as_written: changed.then(written),
            tolerance,
            size,
            curved: smooth || (rounded_support && outline_a.radius + outline_b.radius > 0.0),
            a,
            b,
        })
    }
}

/// All numbers of a body are finite.
fn finite((shape, pose): &(ShapeDef, PoseDef)) -> bool {
    let mark = |x: f64| if x.is_finite() { 0.0 } else { 1.0 };
    let none = |_| 0.0;
    shape.map(mark) == shape.map(none) && pose.map(mark) == pose.map(none)
}

/// What checks look at.
pub struct Context<'a> {
    /// The scene that was run.
    pub scene: &'a Scene,
    /// What was answered.
    pub reply: &'a Reply,
    /// The precision of the run or engine.
    pub precision: Precision,
    /// A with its numbers rounded to that precision.
    pub a: &'a (ShapeDef, PoseDef),
    /// B likewise.
    pub b: &'a (ShapeDef, PoseDef),
    /// The truth about those.
    pub truth: &'a Truth,
    /// The truth about the numbers as written.
    pub truth_as_written: &'a Truth,
    /// What the answer may be off by, scene units.
    pub tolerance: f64,
    /// The larger diameter of the two shapes, scene units.
    pub size: f64,
    /// Whether the point that is farthest along a direction lies on a curve.
    pub curved: bool,
    /// Whether the depth that was answered is only an upper bound.
    pub bound: bool,
    /// The judgement of every decision; none of an answer without a trace.
    pub audit: &'a [Audited],
    /// What is wrong with the answer.
    pub wrong: &'a [Found],
    /// Asks the same kernel about another scene; `None` where that cannot be.
    pub again: &'a dyn Fn(&Scene) -> Option<Answered>,
}

impl<'a> Context<'a> {
    fn new(scene: &'a Scene, asked: &'a Asked, reply: &'a Reply) -> Context<'a> {
        Context {
            scene,
            reply,
            precision: asked.precision,
            a: &asked.a,
            b: &asked.b,
            truth: &asked.truth,
            truth_as_written: asked.truth_as_written.as_ref().unwrap_or(&asked.truth),
            tolerance: asked.tolerance,
            size: asked.size,
            curved: asked.curved,
            bound: false,
            audit: &[],
            wrong: &[],
            again: &|_| None,
        }
    }

    /// The same question about another answer.
    pub(super) fn other<'b>(&'b self, reply: &'b Reply, tolerance: f64) -> Context<'b> {
        Context { reply, tolerance, ..*self }
    }
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

/// What a right answer may be off by: 64 eps M + r D, M the largest coordinate in the kernel's frame, D the larger diameter of
/// the two shapes, eps that of the precision, r = 1e-12 in f64 and 4e-6 in f32, and 1e-9 D more for a smooth outline, whose
/// extreme points lie on a curve; and D. `largest`: a coordinate that the outlines do not show.
pub(super) fn tolerance(precision: Precision, a: &Outline, b: &Outline, largest: f64) -> (f64, f64) {
    let r = match precision {
        Precision::F64 => 1e-12,
        Precision::F32 => 4e-6,
    };
    let largest = largest_coordinate(a).max(largest_coordinate(b)).max(largest);
    let size = diameter(a).max(diameter(b));
    let smooth = if a.ellipse.is_some() || b.ellipse.is_some() { 1e-9 } else { 0.0 };
    (64.0 * precision.epsilon() * largest + (r + smooth) * size, size)
}

/// How far h(n), the depth along a returned normal, is above what the signed distance allows; <= 0 is right. World frame.
pub fn right_normal(context: &Context, n: DVec3, signed_distance: f64) -> f64 {
    let h = exact::width(n, &context.a.0, &context.a.1, &context.b.0, &context.b.1);
    h + signed_distance
}

/// The word for a class in sentences and JSON.
pub fn class_word(class: Class) -> &'static str {
    match class {
        Class::Separated => "separated",
        Class::Touching => "touching",
        Class::Overlapping => "overlapping",
    }
}

/// Judges a run of `scene` that left `trace`. `None` if the scene's query names no two bodies.
pub fn judge(scene: &Scene, trace: &Trace) -> Option<Report> {
    judge_by(scene, trace, &run::quick)
}

/// The same for a run by another solver than the kernel the trace names: `again` asks that solver about another scene.
pub fn judge_by(scene: &Scene, trace: &Trace, again: &dyn Fn(&Scene) -> Option<Answered>) -> Option<Report> {
    let asked = Asked::traced(scene, trace)?;
    let reply = Reply::from(&trace.answered);
    let mut context = Context::new(scene, &asked, &reply);
    context.bound = trace.kernel.answers == Answers::DepthBound;
    context.again = again;
    let wrong = super::agrees_with_truth::look(&context);
    context.wrong = &wrong;
    let audit = audited(&context, trace);
    context.audit = &audit;
    let findings = findings(&context, Some(trace));
    let known = known_failures(scene, trace);
    let verdict = verdict(&context, &findings, &known);
    let pose_rounding = pose_rounding(&context, trace);
    let culprit = culprit(&audit, &findings, trace);
    let bound = context.bound;
    let report = report(asked, &reply, scene, findings, verdict);
    Some(Report { pose_rounding, culprit, audit, error: report.error.filter(|_| !bound), ..report })
}

/// Judges an answer that came without a trace, as another engine's does. The scene's known failures are of kernels and excuse
/// nothing here.
pub fn judge_reply(scene: &Scene, asked: Asked, reply: &Reply) -> Report {
    let mut context = Context::new(scene, &asked, reply);
    let wrong = super::agrees_with_truth::look(&context);
    context.wrong = &wrong;
    let findings = findings(&context, None);
    let verdict = verdict(&context, &findings, &[]);
    report(asked, reply, scene, findings, verdict)
}

/// What is known of any answer.
fn report(asked: Asked, reply: &Reply, scene: &Scene, findings: Vec<Finding>, verdict: Verdict) -> Report {
    Report {
        error: reply.signed_distance.map(|s| (s - asked.truth.signed_distance).abs()),
        expectation: expectation(scene, reply, &findings),
        truth_as_written: asked.truth_as_written.filter(|w| *w != asked.truth),
        truth: asked.truth,
        tolerance: asked.tolerance,
        pose_rounding: None,
        culprit: None,
        audit: Vec::new(),
        findings,
        verdict,
    }
}

/// What the checks find, in order of the steps, findings of the whole answer last.
fn findings(context: &Context, trace: Option<&Trace>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for check in CHECKS.iter().filter(|c| trace.is_none_or(|t| (c.applies)(t.kernel))) {
        let mut add = |found: Found| {
            findings.push(Finding {
                check: check.id,
                severity: check.severity,
                step: found.step,
                measured: found.measured,
                allowed: found.allowed,
                message: found.message,
            });
        };
        match (&check.looks, trace) {
            (Looks::AtAnswer(look), _) => look(context, &mut add),
            (Looks::AtTrace(look), Some(trace)) => look(context, trace, &mut add),
            (Looks::AtTrace(_), None) => {}
        }
    }
    findings.sort_by_key(|f| f.step.unwrap_or(u32::MAX));
    // A point may stick out of a triangle on both sides of one vertex: that is one finding.
    findings.dedup_by(|b, a| (a.check, a.step, &a.message) == (b.check, b.step, &b.message));
    findings
}

/// The audit of a run: the sign and the claim of each decision, on the numbers that the kernel had.
fn audited(context: &Context, trace: &Trace) -> Vec<Audited> {
    let radius = if trace.kernel.rounded_support { (trace.a.radius, trace.b.radius) } else { (0.0, 0.0) };
    let reach = |d: DVec3| {
        let length = d.length();
        (extremes(&trace.a, d).1 + radius.0 * length, extremes(&trace.b, d).0 - radius.1 * length)
    };
    exact::audit(&exact::Recorded {
        events: &trace.events,
        points: &trace.points,
        edges: &trace.edges,
        reach: &reach,
        scale: trace.scale + radius.0 + radius.1,
        eps: trace.precision.epsilon(),
        truth: context.truth.signed_distance,
        radius: if trace.kernel.rounded_support { 0.0 } else { trace.a.radius + trace.b.radius },
        tolerance: context.tolerance,
        wrong_answer: context.wrong.first().map(|f| f.message.clone()),
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
fn pose_rounding(context: &Context, trace: &Trace) -> Option<f64> {
    let hull = |outline: &Outline| {
        let points = outline.vertices.clone();
        outline.ellipse.is_none().then_some(ShapeDef::Hull { points, radius: outline.radius })
    };
    let (a, b) = (hull(&trace.a)?, hull(&trace.b)?);
    let unmoved = |body: &(ShapeDef, PoseDef)| body.1 == PoseDef::default();
    if unmoved(context.a) && unmoved(context.b) {
        return Some(0.0);
    }
    let posed = exact::truth(&a, &PoseDef::default(), &b, &PoseDef::default());
    Some((posed.signed_distance - context.truth.signed_distance).abs())
}

fn expectation(scene: &Scene, reply: &Reply, findings: &[Finding]) -> Expectation {
    let misses = |f: &Finding| matches!(f.check, "matches-expectation" | "expectation-agrees-with-truth");
    match &scene.expect {
        None => Expectation::None,
        Some(_) if reply.answer == Answer::Undecided || findings.iter().any(misses) => Expectation::Missed,
        Some(_) => Expectation::Met,
    }
}

/// The scene's known failures of this kernel and precision, each with whether this run failed that way.
fn known_failures(scene: &Scene, trace: &Trace) -> Vec<bool> {
    let known = scene.expect.as_ref().map_or(&[][..], |e| &e.known_failures);
    let same_run = |k: &&KnownFailure| {
        k.kernel.as_deref().is_none_or(|id| id == trace.kernel.id) && k.precision.is_none_or(|p| p == trace.precision)
    };
    let same_way = |k: &KnownFailure| {
        k.answer.as_deref().is_none_or(|a| a == trace.answered.answer.id())
            && k.exit.as_deref().is_none_or(|e| e == trace.answered.exit.id())
    };
    known.iter().filter(same_run).map(same_way).collect()
}

fn verdict(context: &Context, findings: &[Finding], known: &[bool]) -> Verdict {
    let answered = context.reply.answer != Answer::Undecided;
    let undecided = !answered || context.truth.gap > context.tolerance;
    let failed = findings.iter().any(|f| f.severity == Severity::Error);
    match failed || undecided {
        true if known.contains(&true) => Verdict::KnownFailure,
        // A wrong answer is worse than none, and is named first.
        true if failed && answered => Verdict::Fail,
        true => Verdict::Undecided,
        false if !known.is_empty() => Verdict::UnexpectedPass,
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
