//! The vertices that a reduction keeps are affinely independent: two are not in one place, three not on one line.

use super::Found;
use super::judge::Context;
use crate::exact::orient2d;
use crate::kernel::EventKind;
use crate::run::{Trace, point_name};

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Reduce { after, .. } = &event.kind else { continue };
        let w = |i: usize| trace.points[after[i] as usize].w;
        let flat = |i: usize| [w(i).x, w(i).y];
        let name = |i: usize| point_name(after[i]);
        let message = match after.len() {
            2 if w(0) == w(1) => format!("{} and {} are in the same place", name(0), name(1)),
            3 if orient2d(flat(0), flat(1), flat(2)) == 0 => {
                format!("{}, {} and {} are on one line", name(0), name(1), name(2))
            }
            _ => continue,
        };
        found(Found { step: Some(step as u32), message, ..Found::default() });
    }
}
