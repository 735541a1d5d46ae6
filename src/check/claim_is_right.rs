//! What each decision concludes holds in the geometry of the numbers the kernel had.

use super::Found;
use super::judge::Context;
use crate::exact::Judged;
use crate::run::Trace;

pub(super) fn run(context: &Context, _: &Trace, found: &mut dyn FnMut(Found)) {
    for a in context.audit.iter().filter(|a| a.judged == Judged::FalseClaim) {
        found(Found { step: Some(a.step), message: a.message.clone(), ..Found::default() });
    }
}
