//! Search directions are finite and not zero.

use super::Found;
use super::judge::Context;
use crate::kernel::EventKind;
use crate::run::Trace;

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Support { point } = event.kind else { continue };
        let d = trace.points[point as usize].d;
        let message = if !d.is_finite() {
            "the search direction is not finite"
        } else if d == glam::DVec3::ZERO {
            "the search direction is zero, so every point is as far as any other"
        } else {
            continue;
        };
        found(Found { step: Some(step as u32), message: message.to_owned(), ..Found::default() });
    }
}
