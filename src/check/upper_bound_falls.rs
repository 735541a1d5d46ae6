//! From one iteration to the next the upper bound of the signed distance falls or stays; the lower one is the best so far by definition.
//!
//! GJK's upper bound is |v|, and v is the nearest point of a simplex that holds the last v; EPA's is minus the nearest edge's
//! distance, and the polygon only grows. Momentum moves the direction, not v, so the bound falls with it as well.

use super::Found;
use super::judge::Context;
use crate::kernel::EventKind;
use crate::run::{Trace, short};

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let radius = if trace.kernel.rounded_support { trace.a.radius + trace.b.radius } else { 0.0 };
    // A bound is w . d / |d|, d perpendicular to a difference of two rounded points: four roundings of the largest coordinate each.
    let slack = 16.0 * trace.precision.epsilon() * (trace.scale + radius);
    let mut last: Option<(u8, f64)> = None;
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Bounds { upper, .. } = event.kind else { continue };
        if let Some((_, before)) = last.filter(|l| l.0 == event.phase)
            && !(upper <= before + slack)
        {
            found(Found {
                step: Some(step as u32),
                measured: Some(upper - before),
                allowed: Some(slack),
                message: format!("the upper bound rises from {} to {}", short(before), short(upper)),
            });
        }
        last = Some((event.phase, upper));
    }
}
