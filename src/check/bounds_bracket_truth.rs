//! Lower and upper bound enclose the true signed distance at every step.

use super::Found;
use super::judge::Context;
use crate::kernel::EventKind;
use crate::run::{Trace, short};

pub(super) fn run(context: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let truth = context.truth;
    let slack = context.tolerance + truth.gap;
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Bounds { lower, upper } = event.kind else { continue };
        // GJK's bounds are of the distance: where the cores overlap its lower bound says nothing and its upper bound only "not apart".
        let s = truth.signed_distance;
        if !(lower <= s + slack && s - slack <= upper) {
            found(Found {
                step: Some(step as u32),
                measured: Some(s),
                allowed: Some(slack),
                message: format!(
                    "the bounds {} and {} do not enclose the true {}",
                    short(lower),
                    short(upper),
                    short(s)
                ),
            });
        }
    }
}
