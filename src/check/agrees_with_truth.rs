//! The answer is the true one: value first, then class, then normal.

use super::Found;
use super::judge::{Context, class_word, right_normal};
use crate::exact::Class;
use crate::kernel::Answer;
use crate::run::short;

pub(super) fn run(context: &Context, found: &mut dyn FnMut(Found)) {
    context.wrong.iter().cloned().for_each(found);
}

/// What is wrong with the context's answer.
pub(super) fn look(context: &Context) -> Vec<Found> {
    let mut wrong = Vec::new();
    judge(context, &mut |found| wrong.push(found));
    wrong
}

fn judge(context: &Context, found: &mut dyn FnMut(Found)) {
    let answered = context.reply;
    let truth = context.truth;
    let tolerance = context.tolerance;
    if answered.answer == Answer::Undecided || truth.gap > tolerance {
        return;
    }
    let mut say = |measured: f64, allowed: f64, message: String| {
        found(Found { step: None, measured: Some(measured), allowed: Some(allowed), message });
    };
    let near_zero =
        truth.signed_distance.abs() <= tolerance && answered.signed_distance.is_none_or(|s| s.abs() <= tolerance);
    if !near_zero && !same_class(answered.answer, truth.class) {
        say(
            answered.signed_distance.unwrap_or(f64::NAN),
            tolerance,
            format!(
                "answers {}, but the shapes are {} (signed distance {})",
                answered.answer.id(),
                class_word(truth.class),
                short(truth.signed_distance)
            ),
        );
        return;
    }
    let Some(signed) = answered.signed_distance else { return };
    // A depth that is only an upper bound may be too large, never too small; that its normal needs no more is looked at below.
    let bound = context.bound;
    let error = if bound { signed - truth.signed_distance } else { (signed - truth.signed_distance).abs() };
    // NaN is not within.
    if !(error <= tolerance + truth.gap) {
        let (own, right) = (short(signed), short(truth.signed_distance));
        let words = match own == right {
            true => format!("signed distance {own} is {} off", short(error)),
            false => format!("signed distance {own}, true is {right}"),
        };
        say(error, tolerance, words);
    }
    if let Some(n) = answered.normal {
        let excess = right_normal(context, n, if bound { signed } else { truth.signed_distance });
        let length = (n.length() - 1.0).abs();
        let allowed = 16.0 * context.precision.epsilon();
        if !(length <= allowed) {
            say(length, allowed, format!("the normal has length {} more or less than 1", short(length)));
        } else if !(excess <= tolerance + truth.gap) {
            say(
                excess,
                tolerance,
                format!(
                    "the normal ({}, {}) needs {} more to separate the shapes than the true one",
                    short(n.x),
                    short(n.y),
                    short(excess)
                ),
            );
        }
    }
}

fn same_class(answer: Answer, class: Class) -> bool {
    matches!(
        (answer, class),
        (Answer::Separated, Class::Separated)
            | (Answer::Touching, Class::Touching)
            | (Answer::Overlapping, Class::Overlapping)
    )
}
