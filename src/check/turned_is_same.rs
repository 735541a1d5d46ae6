//! Both turned by a quarter about the origin: the same class and value, the normal turned along.

use super::Found;
use super::judge::Context;
use super::twin;
use crate::run::Trace;

pub(super) fn run(context: &Context, _: &Trace, found: &mut dyn FnMut(Found)) {
    twin::look(context, &twin::turned(context), found);
}
