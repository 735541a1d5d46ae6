//! Where the cursor goes when the run changes under it.

use crate::kernel::EventKind;
use crate::run::Trace;

/// What a step is, apart from its number: enough to find its like in another run of nearly the same scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Anchor {
    iteration: u32,
    phase: u8,
    kind: Option<std::mem::Discriminant<EventKind>>,
    /// The how-manieth event of its kind in its iteration and phase.
    nth: usize,
    /// The step was the first or last one of its run.
    first: bool,
    last: bool,
}

impl Anchor {
    /// The anchor of a step.
    pub fn of(trace: Option<&Trace>, step: usize) -> Anchor {
        let Some((trace, at)) = trace.and_then(|t| Some((t, t.step(step)?))) else { return Anchor::default() };
        let kind = std::mem::discriminant(&at.event.kind);
        let start = at.state.iteration_start as usize;
        let before = trace.events[start..at.index].iter();
        Anchor {
            iteration: at.event.iteration,
            phase: at.event.phase,
            kind: Some(kind),
            nth: before.filter(|e| e.phase == at.event.phase && std::mem::discriminant(&e.kind) == kind).count(),
            first: at.index == 0,
            last: at.index + 1 == trace.len(),
        }
    }

    /// The step of a run that is most like it: the ends stay the ends; else the same iteration and kind; else the last step of
    /// that iteration; else the last step of all.
    pub fn find(&self, trace: Option<&Trace>) -> usize {
        let Some(trace) = trace.filter(|t| !t.is_empty()) else { return 0 };
        let end = trace.len() - 1;
        if self.first {
            return 0;
        }
        if self.last {
            return end;
        }
        let from = trace.events.partition_point(|e| e.iteration < self.iteration);
        let to = trace.events.partition_point(|e| e.iteration <= self.iteration);
        let like = |i: &usize| {
            let e = &trace.events[*i];
            e.phase == self.phase && Some(std::mem::discriminant(&e.kind)) == self.kind
        };
        (from..to)
            .filter(like)
            .nth(self.nth)
            .or_else(|| (from..to).rev().find(like))
            .unwrap_or_else(|| to.saturating_sub(1).min(end))
    }
}
