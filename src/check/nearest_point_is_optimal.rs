//! The v of a reduction is the point of the simplex nearest to the origin, by the optimality conditions.
//!
//! What rounding explains depends on how flat the simplex is. L is its largest coordinate, F twice its area. On an edge v is off by a
//! few eps L along it, so v . (w - v) by eps L². In a triangle the areas that weigh the vertices, or say which edge is nearest, are off by eps L² of
//! F, so v by eps L L²/F. Johnson's cofactors are areas times areas: there the factor counts twice.

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
    let cofactors = trace.kernel.id.starts_with("gjk-johnson");
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Reduce { before, v, .. } = &event.kind else { continue };
        // No vertex lies on the origin's side of the line through v that is perpendicular to v.
        let w = |p: u32| trace.points[p as usize].w;
        let largest = before.iter().map(|&p| w(p).abs().max_element()).fold(0.0, f64::max);
        let flat = match **before {
            [p, q, r] => (w(q) - w(p)).cross(w(r) - w(p)).z.abs(),
            _ => f64::INFINITY,
        };
        let flatness = (largest * largest / flat).max(1.0);
        let flatness = if cofactors { flatness * flatness } else { flatness };
        let allowed = 32.0 * eps * largest * largest * flatness;
        for &p in before.iter() {
            let beyond = -v.dot(w(p) - *v);
            if !(beyond <= allowed) {
                let message = format!("v is not the nearest point of the simplex: {} reaches nearer", point_name(p));
                found(Found { step: Some(step as u32), measured: Some(beyond), allowed: Some(allowed), message });
            }
        }
    }
}
