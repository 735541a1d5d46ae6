//! No simplex is kept twice: what follows from a simplex is always the same, so a kernel that comes back to one runs in circles.

use std::collections::HashMap;

use super::Found;
use super::judge::Context;
use crate::kernel::{EventKind, PointId};
use crate::run::{Trace, point_name};
use crate::shape::SMOOTH;

/// What tells a vertex from another: its two vertices, or its place where it lies on a curve.
type Key = [u64; 2];

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let key = |&p: &PointId| -> Key {
        let p = &trace.points[p as usize];
        match p.ia == SMOOTH || p.ib == SMOOTH {
            // + 0.0: one zero is as good as the other.
            true => [(p.w.x + 0.0).to_bits(), (p.w.y + 0.0).to_bits()],
            false => [u64::from(p.ia), u64::from(p.ib)],
        }
    };
    let mut seen: HashMap<(u8, Vec<Key>), u32> = HashMap::new();
    let mut started = false;
    for (step, event) in trace.events.iter().enumerate() {
        match &event.kind {
            // A given simplex may be thrown away and come back by itself.
            EventKind::Support { .. } => started = true,
            EventKind::Reduce { before, after, .. } if started => {
                let mut keys: Vec<Key> = after.iter().map(key).collect();
                keys.sort_unstable();
                // A kernel may say more than once in an iteration what it holds.
                if let Some(first) = seen.insert((event.phase, keys), event.iteration)
                    && first != event.iteration
                {
                    let names: Vec<String> = after.iter().map(|&p| point_name(p)).collect();
                    found(Found {
                        step: Some(step as u32),
                        measured: Some(before.len() as f64),
                        allowed: None,
                        message: format!("the simplex {} was there before, in iteration {first}", names.join(" ")),
                    });
                }
            }
            _ => {}
        }
    }
}
