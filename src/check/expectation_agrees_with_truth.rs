//! What the scene expects is true: the expectation itself is judged, on the numbers it speaks of.

use super::Found;
use super::judge::{Context, class_word, expected};
use crate::exact::{Class, Truth};
use crate::num::Precision;
use crate::run::short;
use crate::scene::{Answer, Expect};

pub(super) fn run(context: &Context, found: &mut dyn FnMut(Found)) {
    let Some(expect) = expected(context.scene, context.precision) else { return };
    let truth = match context.precision {
        Precision::F64 => context.truth_as_written,
        Precision::F32 => context.truth,
    };
    contradiction(expect, truth, context.tolerance).into_iter().for_each(found);
}

/// How the expectation differs from the truth of the numbers it speaks of, if it does. `tolerance`: that of an answer.
pub(super) fn contradiction(expect: &Expect, truth: &Truth, tolerance: f64) -> Option<Found> {
    let tolerance = expect.tolerance.unwrap_or(0.0).max(tolerance) + truth.gap;
    let (class, value) = match expect.answer {
        Answer::Separated(distance) => (Class::Separated, distance),
        Answer::Touching => (Class::Touching, Some(0.0)),
        Answer::Overlapping(depth) => (Class::Overlapping, depth.map(|d| -d)),
    };
    let near_zero = truth.signed_distance.abs() <= tolerance && value.is_none_or(|v| v.abs() <= tolerance);
    let wrong_value = value.is_some_and(|v| !((v - truth.signed_distance).abs() <= tolerance));
    (wrong_value || (class != truth.class && !near_zero)).then(|| Found {
        step: None,
        measured: value,
        allowed: Some(tolerance),
        message: format!(
            "the scene expects {} {}, but the truth is {} {}; correct `expect`",
            class_word(class),
            value.map_or(String::new(), short),
            class_word(truth.class),
            short(truth.signed_distance)
        ),
    })
}
