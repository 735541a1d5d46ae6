//! A support point that was there before comes back only in the last iteration of its phase: anywhere else the call was useless.

use std::collections::HashMap;

use super::Found;
use super::judge::Context;
use crate::kernel::EventKind;
use crate::run::{Trace, point_name};
use crate::shape::SMOOTH;

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let mut seen: HashMap<(u8, u32, u32), u32> = HashMap::new();
    let mut last = [0u32; 2];
    for event in &trace.events {
        last[usize::from(event.phase.min(1))] = event.iteration;
    }
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Support { point } = event.kind else { continue };
        let p = &trace.points[point as usize];
        if p.ia == SMOOTH || p.ib == SMOOTH {
            continue;
        }
        let before = seen.insert((event.phase, p.ia, p.ib), point);
        if let Some(before) = before
            && event.iteration < last[usize::from(event.phase.min(1))]
        {
            found(Found {
                step: Some(step as u32),
                message: format!("{} is the same point as {}", point_name(point), point_name(before)),
                ..Found::default()
            });
        }
    }
}
