//! The v of a reduction is the point of the simplex nearest to the origin, by the optimality conditions.
//!
//! A note, not an error: near a flat simplex Johnson's cofactors lose most of their digits, and v with them, though the answer is
//! still right; what a kernel concludes from v is judged by the claims.

use super::Found;
use super::judge::Context;
use crate::kernel::{EventKind, KernelRow};
use crate::run::{Trace, point_name};

/// Kernels whose v is meant to be the nearest point, not only some point of the simplex.
pub(super) fn knows_nearest(kernel: &KernelRow) -> bool {
    kernel.id.starts_with("gjk-") && !kernel.tutorial && !kernel.rounded_support
}

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let eps = trace.precision.epsilon();
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Reduce { before, v, .. } = &event.kind else { continue };
        // No vertex lies on the origin's side of the line through v that is perpendicular to v.
        let w = |p: u32| trace.points[p as usize].w;
        let largest = before.iter().map(|&p| w(p).abs().max_element()).fold(0.0, f64::max);
        let allowed = 32.0 * eps * largest * largest;
        for &p in before.iter() {
            let beyond = -v.dot(w(p) - *v);
            if !(beyond <= allowed) {
                let message = format!("v is not the nearest point of the simplex: {} reaches nearer", point_name(p));
                found(Found { step: Some(step as u32), measured: Some(beyond), allowed: Some(allowed), message });
            }
        }
    }
}
