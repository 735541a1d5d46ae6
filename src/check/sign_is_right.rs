//! Each test comes out as it does in exact arithmetic. Rounding may turn a test whose sides nearly agree; that alone is no error.

use super::Found;
use super::judge::Context;
use crate::exact::Judged;
use crate::run::Trace;

pub(super) fn run(context: &Context, _: &Trace, found: &mut dyn FnMut(Found)) {
    for a in context.audit.iter().filter(|a| a.judged == Judged::FalseSign) {
        found(Found { step: Some(a.step), measured: a.margin, message: a.message.clone(), ..Found::default() });
    }
}
