//! A reduction keeps every vertex that takes part in the nearest point, and that point is the nearest of the whole simplex.

use super::Found;
use super::judge::Context;
use crate::kernel::{EventKind, KernelRow};
use crate::run::{Trace, point_name};

/// Kernels whose v is the simplex's nearest point to the origin, not only some point of it.
fn knows_nearest(kernel: &KernelRow) -> bool {
    kernel.id.starts_with("gjk-") && !kernel.tutorial && !kernel.rounded_support
}

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let eps = trace.precision.epsilon();
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Reduce { before, after, weights, v } = &event.kind else { continue };
        let step = Some(step as u32);
        for (&p, &weight) in before.iter().zip(weights) {
            if weight > 0.0 && !after.contains(&p) {
                let message = format!("{} is dropped, though the nearest point needs it", point_name(p));
                found(Found { step, measured: Some(weight), allowed: Some(0.0), message });
            }
        }
        if !knows_nearest(trace.kernel) {
            continue;
        }
        // Optimality: no vertex lies on the origin's side of the line through v that is perpendicular to v.
        let w = |p: u32| trace.points[p as usize].w;
        let largest = before.iter().map(|&p| w(p).abs().max_element()).fold(0.0, f64::max);
        let allowed = 32.0 * eps * largest * largest;
        for &p in before.iter() {
            let beyond = -v.dot(w(p) - *v);
            if !(beyond <= allowed) {
                let message = format!("v is not the nearest point of the simplex: {} reaches nearer", point_name(p));
                found(Found { step, measured: Some(beyond), allowed: Some(allowed), message });
            }
        }
    }
}
