//! A reduction keeps every vertex that takes part in the nearest point.

use super::Found;
use super::judge::Context;
use crate::kernel::EventKind;
use crate::run::{Trace, point_name};

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Reduce { before, after, weights, .. } = &event.kind else { continue };
        for (&p, &weight) in before.iter().zip(weights) {
            if weight > 0.0 && !after.contains(&p) {
                let message = format!("{} is dropped, though the nearest point needs it", point_name(p));
                found(Found { step: Some(step as u32), measured: Some(weight), allowed: Some(0.0), message });
            }
        }
    }
}
