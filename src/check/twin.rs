//! The same question asked otherwise: A and B exchanged, both moved, both turned by a quarter. Exact on the floats; the answer is
//! taken back and judged by the truth of the question.

use glam::DVec3;

use super::Found;
use super::agrees_with_truth;
use super::judge::{Context, Reply, tolerance};
use crate::kernel::{Answer, StartRule};
use crate::num::Precision;
use crate::run;
use crate::scene::{Body, Scene};
use crate::shape::{PoseDef, ShapeDef};

/// A question that has the same answer but for `back`.
pub(super) struct Twin {
    /// How a person says it, before "it": `with A and B exchanged`.
    pub words: &'static str,
    /// The question.
    pub scene: Scene,
    /// Takes a vector of the twin's world back, a direction or the difference of two points.
    pub back: fn(DVec3) -> DVec3,
}

/// The question as the run was asked it: both bodies in the run's precision, nothing else in the scene.
fn question(context: &Context, a: (ShapeDef, PoseDef), b: (ShapeDef, PoseDef)) -> Scene {
    let mut query = context.scene.query.clone();
    query.precision = context.precision;
    let body = |name: &str, (shape, pose)| Body { name: name.to_owned(), shape, pose };
    let bodies = vec![body(&query.a, a), body(&query.b, b)];
    Scene { story: String::new(), source: String::new(), bodies, query, expect: None, figure: None }
}

/// A and B change places; the normal turns round.
pub(super) fn exchanged(context: &Context) -> Twin {
    let mut scene = question(context, context.a.clone(), context.b.clone());
    let query = &mut scene.query;
    std::mem::swap(&mut query.a, &mut query.b);
    query.settings.warm_start.iter_mut().for_each(|(a, b)| std::mem::swap(a, b));
    if let StartRule::Direction(d) = &mut query.settings.start {
        *d = -*d;
    }
    Twin { words: "with A and B exchanged", scene, back: |v| -v }
}

/// Both are moved by the same powers of two, along each axis on which both sums are exact; `None` where there is no such.
pub(super) fn moved(context: &Context) -> Option<Twin> {
    let (mut a, mut b) = (context.a.clone(), context.b.clone());
    let (ta, tb) = (a.1.translation, b.1.translation);
    let by = DVec3::new(exact_move(context.precision, ta.x, tb.x), exact_move(context.precision, ta.y, tb.y), 0.0);
    if by == DVec3::ZERO {
        return None;
    }
    a.1.translation += by;
    b.1.translation += by;
    Some(Twin { words: "with both moved", scene: question(context, a, b), back: |v| v })
}

/// A power of two whose sum with either number is exact in the precision, or 0.
fn exact_move(precision: Precision, a: f64, b: f64) -> f64 {
    let exact = |x: f64, by: f64| {
        let sum = x + by;
        sum - by == x && sum - x == by && precision.round(sum) == sum
    };
    let power = |x: f64| if x == 0.0 { 1.0 } else { libm::exp2(libm::floor(libm::log2(x.abs()))) };
    // Farther away by the next power of two, or nearer to the origin, which loses no digit.
    let far = 2.0 * power(a).max(power(b));
    [far, -far, -power(b).copysign(b), -power(a).copysign(a)]
        .into_iter()
        .find(|&by| by.is_finite() && exact(a, by) && exact(b, by))
        .unwrap_or(0.0)
}

/// Both are turned by a quarter about the world's origin. The shapes are, each in its own frame, and the translations: turns about one
/// axis commute, so the rotations stay as they are, whatever angle they are given by.
pub(super) fn turned(context: &Context) -> Twin {
    let turn = |(shape, pose): &(ShapeDef, PoseDef)| {
        (turned_shape(shape), PoseDef { translation: quarter(pose.translation), rotation: pose.rotation })
    };
    let mut scene = question(context, turn(context.a), turn(context.b));
    if let StartRule::Direction(d) = &mut scene.query.settings.start {
        *d = quarter(*d);
    }
    Twin { words: "with both turned by a quarter", scene, back: |v| DVec3::new(v.y, -v.x, v.z) }
}

fn quarter(v: DVec3) -> DVec3 {
    DVec3::new(-v.y, v.x, v.z)
}

fn turned_shape(shape: &ShapeDef) -> ShapeDef {
    let swap = |v: DVec3| DVec3::new(v.y, v.x, v.z);
    let mut shape = shape.clone();
    match &mut shape {
        ShapeDef::Point { at, .. } => *at = quarter(*at),
        ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => (*a, *b) = (quarter(*a), quarter(*b)),
        ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } => {
            points.iter_mut().for_each(|p| *p = quarter(*p));
        }
        ShapeDef::Box { half_extents, .. } => *half_extents = swap(*half_extents),
        ShapeDef::Circle { center, .. } => *center = quarter(*center),
        ShapeDef::Ellipse { semi_axes, center, .. } => {
            (*semi_axes, *center) = (swap(*semi_axes), quarter(*center));
        }
    }
    shape
}

/// Asks the twin and says where its answer is not the true one. Of a run that is wrong itself nothing more is said, and a run
/// without an answer says nothing wrong.
pub(super) fn look(context: &Context, twin: &Twin, found: &mut dyn FnMut(Found)) {
    let own = context.reply;
    if !context.wrong.is_empty() || own.answer == Answer::Undecided {
        return;
    }
    let Some(answered) = (context.again)(&twin.scene) else { return };
    let normal = answered.normal.map(twin.back);
    let same = answered.answer == own.answer && answered.signed_distance == own.signed_distance && normal == own.normal;
    if same || answered.answer == Answer::Undecided {
        return;
    }
    // What it may be off by depends on the frame it ran in.
    let Some(trace) = run::traced(&twin.scene) else { return };
    let allowed = tolerance(context.precision, &trace.a, &trace.b, 0.0).0.max(context.tolerance);
    let reply = Reply { normal, witnesses: None, ..Reply::from(&answered) };
    for wrong in agrees_with_truth::look(&context.other(&reply, allowed)) {
        found(Found { message: format!("{} it {}", twin.words, said(&wrong.message)), ..wrong });
    }
}

/// A message of [`agrees_with_truth`] as the rest of a sentence.
fn said(message: &str) -> String {
    match message.strip_prefix("answers") {
        Some(rest) => format!("answers{rest}"),
        None => format!("is wrong: {message}"),
    }
}
