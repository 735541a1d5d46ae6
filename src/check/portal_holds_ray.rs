//! The ray from the inner point through the origin leaves through the portal: its two ends lie on different sides of the ray.

use super::Found;
use super::judge::Context;
use crate::exact::orient2d;
use crate::kernel::{EventKind, KernelRow};
use crate::run::{Trace, point_name};

/// The kernels that look through a portal.
pub(super) fn has_portal(kernel: &KernelRow) -> bool {
    kernel.id == "mpr"
}

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let eps = trace.precision.epsilon();
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Reduce { after, .. } = &event.kind else { continue };
        let &[inner, one, two] = &**after else { continue };
        let [c, p, q] = [inner, one, two].map(|i| trace.points[i as usize].w);
        let side = |end: glam::DVec3| orient2d([c.x, c.y], [0.0; 2], [end.x, end.y]);
        // An inner point at the origin has no ray of its own.
        if c == glam::DVec3::ZERO || side(p) * side(q) <= 0 {
            continue;
        }
        // Twice the area of c, the origin and an end, against the rounding of its two products.
        let area = |end: glam::DVec3| (c.y * end.x - c.x * end.y).abs();
        let least = area(p).min(area(q));
        let allowed = 16.0 * eps * c.abs().max_element() * p.abs().max_element().max(q.abs().max_element());
        if !(least <= allowed) {
            found(Found {
                step: Some(step as u32),
                measured: Some(least),
                allowed: Some(allowed),
                message: format!("the ray does not pass between {} and {}", point_name(one), point_name(two)),
            });
        }
    }
}
