//! Running out of iterations, or numbers that are not finite, are not given as an answer.

use super::Found;
use super::judge::Context;
use crate::kernel::{Answer, Exit};
use crate::run::Trace;

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let answered = &trace.answered;
    let ran_out = matches!(answered.exit, Exit::IterationLimit | Exit::NotFinite);
    if ran_out && answered.answer != Answer::Undecided {
        found(Found {
            step: trace.len().checked_sub(1).map(|s| s as u32),
            measured: Some(answered.iterations as f64),
            allowed: None,
            message: format!("answers {} although it stopped at “{}”", answered.answer.id(), answered.exit.id()),
        });
    }
    let numbers = [answered.signed_distance, answered.normal.map(|n| n.x + n.y + n.z)];
    if numbers.into_iter().flatten().any(|x| !x.is_finite()) {
        found(Found { message: "the answer holds a number that is not finite".to_owned(), ..Found::default() });
    }
}
