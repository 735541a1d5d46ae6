//! A and B exchanged: the same class and value, the normal the other way round.

use super::Found;
use super::judge::Context;
use super::twin;
use crate::run::Trace;

pub(super) fn run(context: &Context, _: &Trace, found: &mut dyn FnMut(Found)) {
    twin::look(context, &twin::exchanged(context), found);
}
