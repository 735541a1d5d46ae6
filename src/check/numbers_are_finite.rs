//! No number that a kernel records is NaN, and no point, weight or edge is infinite. (A bound or a side of a test may be: that is how a
//! search for the least begins.)

use glam::DVec3;

use super::Found;
use super::judge::Context;
use crate::kernel::EventKind;
use crate::run::{Trace, point_name};

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let mut say = |step: u32, message: String| found(Found { step: Some(step), message, ..Found::default() });
    let finite = |vectors: &[DVec3]| vectors.iter().all(|v| v.is_finite());
    for (i, p) in trace.points.iter().enumerate() {
        if !finite(&[p.a, p.b, p.w]) {
            say(p.step, format!("{} is not finite", point_name(i as u32)));
        }
    }
    for e in &trace.edges {
        if !finite(&[e.normal]) || e.distance.is_nan() {
            let names = (point_name(e.from), point_name(e.to));
            say(e.born, format!("normal or distance of edge {} {} is not finite", names.0, names.1));
        }
    }
    for (step, event) in trace.events.iter().enumerate() {
        let bad = match &event.kind {
            EventKind::Test(t) => [t.left_value, t.right_value].into_iter().any(f64::is_nan),
            EventKind::Bounds { lower, upper } => lower.is_nan() || upper.is_nan(),
            EventKind::Reduce { weights, v, .. } => !weights.iter().all(|w| w.is_finite()) || !v.is_finite(),
            _ => false,
        };
        if bad {
            say(step as u32, "a number of this step is not finite".to_owned());
        }
    }
}
