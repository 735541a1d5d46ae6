//! The answer is the one the scene expects.

use super::Found;
use super::judge::{Context, expected, right_normal};
use crate::kernel::Answer;
use crate::run::short;
use crate::scene;

pub(super) fn run(context: &Context, found: &mut dyn FnMut(Found)) {
    let answered = context.reply;
    if answered.answer == Answer::Undecided {
        return;
    }
    let Some(expect) = expected(context.scene, context.precision) else {
        // An f32 run without an expectation of its own is held to the truth of the rounded numbers.
        if let Some(expect) = &context.scene.expect {
            super::agrees_with_truth::run(context, found);
            iterations(expect, context, found);
        }
        return;
    };
    let tolerance = expect.tolerance.unwrap_or(0.0).max(context.tolerance);
    let mut say = |measured: f64, message: String| {
        found(Found { step: None, measured: Some(measured), allowed: Some(tolerance), message });
    };
    let (class, value) = match expect.answer {
        scene::Answer::Separated(distance) => (Answer::Separated, distance),
        scene::Answer::Touching => (Answer::Touching, Some(0.0)),
        scene::Answer::Overlapping(depth) => (Answer::Overlapping, depth.map(|d| -d)),
    };
    let near_zero = value.unwrap_or(context.truth.signed_distance).abs() <= tolerance
        && answered.signed_distance.is_none_or(|s| s.abs() <= tolerance);
    if answered.answer != class && !near_zero {
        say(
            answered.signed_distance.unwrap_or(f64::NAN),
            format!("answers {}, expected is {}", answered.answer.id(), class.id()),
        );
        return;
    }
    // A depth that is only an upper bound is looked at by `agrees-with-truth`.
    let bound = context.bound;
    if let (Some(signed), Some(value), false) = (answered.signed_distance, value, bound)
        && !((signed - value).abs() <= tolerance)
    {
        say((signed - value).abs(), format!("signed distance {}, expected is {}", short(signed), short(value)));
    }
    if let (Some(n), false) = (answered.normal, expect.normals.is_empty() || bound) {
        let listed = expect.normals.iter().any(|m| (n - *m).length() <= 1e-6);
        let excess = right_normal(context, n, value.unwrap_or(context.truth.signed_distance));
        // Near ties another normal can be right as well; by its value it counts.
        if !listed && !(excess <= tolerance) {
            say(excess, format!("the normal ({}, {}) is none of the expected ones", short(n.x), short(n.y)));
        }
    }
    iterations(expect, context, found);
}

/// The run takes no more iterations than expected.
fn iterations(expect: &scene::Expect, context: &Context, found: &mut dyn FnMut(Found)) {
    if let Some(most) = expect.max_iterations
        && let Some(taken) = context.reply.iterations.filter(|&taken| taken > most)
    {
        found(Found {
            step: None,
            measured: Some(taken as f64),
            allowed: Some(most as f64),
            message: format!("takes {taken} iterations, expected are at most {most}"),
        });
    }
}
