//! Moving B by depth times normal leaves the shapes touching: the exact truth about the moved pair.

use super::Found;
use super::judge::Context;
use crate::exact;
use crate::kernel::Answer;
use crate::run::short;

pub(super) fn run(context: &Context, found: &mut dyn FnMut(Found)) {
    let reply = context.reply;
    let (Answer::Overlapping, Some(signed), Some(n)) = (reply.answer, reply.signed_distance, reply.normal) else {
        return;
    };
    // Of shapes that are apart no depth is right; that is said elsewhere.
    if context.truth.gap > context.tolerance || context.truth.signed_distance > context.tolerance {
        return;
    }
    let mut moved = context.b.1;
    moved.translation -= n * signed;
    let left = exact::truth(&context.a.0, &context.a.1, &context.b.0, &moved);
    // Depth and normal may be off by the tolerance each, and the sum rounds in f64.
    let rounding = 2.0 * f64::EPSILON * moved.translation.abs().max_element();
    let allowed = 2.0 * context.tolerance + left.gap + rounding;
    // A depth that is only an upper bound may move B too far.
    let off = if context.bound { -left.signed_distance } else { left.signed_distance.abs() };
    if !(off <= allowed) {
        let word = if left.signed_distance > 0.0 { "apart" } else { "deep in each other" };
        let message = format!("B moved by depth times normal leaves them {} {word}", short(left.signed_distance.abs()));
        found(Found { step: None, measured: Some(left.signed_distance), allowed: Some(allowed), message });
    }
}
