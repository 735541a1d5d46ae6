//! What belongs together: the vertices, points and edges that light up with a target.

use super::{Stage, Target};
use crate::run::Trace;

/// `target` itself and everything that belongs to it in any view, without repetition.
pub fn linked(_trace: &Trace, _stage: &Stage, target: Target) -> Vec<Target> {
    vec![target]
}
