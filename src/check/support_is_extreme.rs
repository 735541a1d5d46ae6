//! A support point is a - b, and no point of the difference is farther along d.

use super::Found;
use super::judge::{Context, extremes};
use crate::kernel::EventKind;
use crate::run::{Trace, short};

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let eps = trace.precision.epsilon();
    let radius = if trace.kernel.rounded_support { trace.a.radius + trace.b.radius } else { 0.0 };
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Support { point } = event.kind else { continue };
        let p = &trace.points[point as usize];
        let reach = p.w.dot(p.d);
        let farthest = extremes(&trace.a, p.d).1 - extremes(&trace.b, p.d).0 + radius * p.d.length();
        // Rounding of posed points, of the turned direction, and of the products: 16 roundings of the largest coordinate.
        let allowed = 16.0 * eps * (trace.scale + radius) * (p.d.x.abs() + p.d.y.abs() + p.d.z.abs());
        let short_by = farthest - reach;
        let off = (p.a - p.b - p.w).length();
        let step = Some(step as u32);
        if !(short_by.abs() <= allowed) {
            found(Found {
                step,
                measured: Some(short_by),
                allowed: Some(allowed),
                message: format!("w·d is {}, but the difference reaches {} along d", short(reach), short(farthest)),
            });
        }
        if !(off <= 2.0 * eps * (trace.scale + radius)) {
            found(Found { step, measured: Some(off), allowed: Some(0.0), message: "w is not a − b".to_owned() });
        }
    }
}
