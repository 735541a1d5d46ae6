//! Both moved by the same vector: the same answer, the witness points moved along.

use super::Found;
use super::judge::Context;
use super::twin;
use crate::run::Trace;

pub(super) fn run(context: &Context, _: &Trace, found: &mut dyn FnMut(Found)) {
    if let Some(moved) = twin::moved(context) {
        twin::look(context, &moved, found);
    }
}
