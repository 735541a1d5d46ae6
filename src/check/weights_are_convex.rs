//! The weights of a reduced simplex are not negative and sum to 1, and v is their combination of the vertices.

use glam::DVec3;

use super::Found;
use super::judge::Context;
use crate::kernel::EventKind;
use crate::run::{Trace, short};

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let eps = trace.precision.epsilon();
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Reduce { before, weights, v, .. } = &event.kind else { continue };
        let step = Some(step as u32);
        let weights = &weights[..before.len()];
        let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
        let sum: f64 = weights.iter().sum();
        if !(least >= 0.0 && (sum - 1.0).abs() <= 8.0 * eps) {
            found(Found {
                step,
                measured: Some(sum),
                allowed: Some(1.0),
                message: format!("the weights sum to {}, the least is {}", short(sum), short(least)),
            });
        }
        let at: DVec3 = before.iter().zip(weights).map(|(&p, &x)| trace.points[p as usize].w * x).sum();
        let allowed =
            16.0 * eps * before.iter().map(|&p| trace.points[p as usize].w.abs().max_element()).fold(0.0, f64::max);
        let off = (at - *v).length();
        if !(off <= allowed) {
            found(Found {
                step,
                measured: Some(off),
                allowed: Some(allowed),
                message: "v is not the weighted sum of the vertices".to_owned(),
            });
        }
    }
}
