//! The run that is kept beside the current one: where the two part, and which of its steps stands beside which.

use super::Timeline;
use crate::check::Report;
use crate::draw::Stage;
use crate::run::Trace;
use crate::search::{Twist, part};

/// How two runs are laid beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// The same number of events after the start.
    #[default]
    Step,
    /// The same iteration; its events share the room of the current run's iteration.
    Iteration,
}

/// A run that is kept while others are shown.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// The run.
    pub trace: Trace,
    /// Its pictures' prepared part.
    pub stage: Stage,
    /// Its own timeline.
    pub timeline: Timeline,
    /// What was changed in the question, if anything.
    pub twist: Option<Twist>,
    /// The first step at which the current run goes another way; `None`: they go the same way.
    pub parts: Option<u32>,
    /// How it lies beside the current run.
    pub align: Align,
    /// First step of each of its iterations, and its end.
    own: Vec<u32>,
    /// The same of the current run.
    current: Vec<u32>,
}

impl Pinned {
    /// Keeps a run; `beside` says beside which.
    pub fn new(trace: Trace, report: Option<&Report>, twist: Option<Twist>) -> Self {
        let timeline = Timeline::new(Some(&trace), report);
        Pinned {
            stage: Stage::new(&trace),
            own: ends(&timeline),
            timeline,
            trace,
            twist,
            parts: None,
            align: Align::default(),
            current: vec![0],
        }
    }

    /// Its kernel and precision, and what was changed.
    pub fn name(&self) -> String {
        let twist = self.twist.map_or(String::new(), |t| format!(", {}", t.id().replace('-', " ")));
        format!("{}, {}{twist}", self.trace.kernel.id, self.trace.precision.id())
    }

    /// Looks where another run parts from this one.
    pub(super) fn beside(&mut self, trace: Option<&Trace>, timeline: &Timeline) {
        let swapped = self.twist == Some(Twist::Swapped);
        self.parts = trace.and_then(|trace| part(trace, &self.trace, swapped));
        self.current = ends(timeline);
    }

    /// How many columns both runs take, a step of the current run being one.
    pub fn columns(&self) -> usize {
        let own = self.trace.len();
        let current = self.current.last().map_or(0, |e| *e as usize);
        match self.align {
            Align::Step => current.max(own),
            Align::Iteration => {
                let rest = self.timeline.iterations.get(self.current.len() - 1);
                current + rest.map_or(0, |first| own - *first as usize)
            }
        }
    }

    /// The column in whose middle one of its steps stands; between columns where more events share an iteration's room.
    pub fn column(&self, step: usize) -> f64 {
        if self.align == Align::Step {
            return step as f64;
        }
        let iteration = self.timeline.iterations.partition_point(|s| *s as usize <= step).saturating_sub(1);
        let own = &self.own;
        let first = own.get(iteration).map_or(0, |s| *s as usize);
        let (Some(from), Some(to)) = (self.current.get(iteration), self.current.get(iteration + 1)) else {
            // Iterations that the current run has not: behind its end, a column a step.
            let behind = own.get(self.current.len() - 1).map_or(0, |s| *s as usize);
            return f64::from(self.current.last().copied().unwrap_or(0)) + step.saturating_sub(behind) as f64;
        };
        let count = own.get(iteration + 1).map_or(1, |e| *e as usize - first).max(1);
        f64::from(*from) + ((step - first) as f64 + 0.5) / count as f64 * f64::from(to - from) - 0.5
    }

    /// Its step beside a step of the current run: the last one where it has ended.
    pub fn step_beside(&self, step: usize) -> usize {
        let last = self.trace.len().saturating_sub(1);
        if self.align == Align::Step {
            return step.min(last);
        }
        let starts = &self.current[..self.current.len().saturating_sub(1)];
        let iteration = starts.partition_point(|s| *s as usize <= step).saturating_sub(1);
        let (Some(first), Some(end)) = (self.own.get(iteration), self.own.get(iteration + 1)) else { return last };
        let (Some(&from), Some(&to)) = (self.current.get(iteration), self.current.get(iteration + 1)) else { return 0 };
        // The first beside the first, the last beside the last.
        let (n, m) = ((end - first).saturating_sub(1) as usize, (to - from).saturating_sub(1).max(1) as usize);
        (*first as usize + (step.saturating_sub(from as usize) * n + m / 2) / m).min(last)
    }
}

/// First step of each iteration, and the end of the last.
fn ends(timeline: &Timeline) -> Vec<u32> {
    timeline.iterations.iter().copied().chain([timeline.len() as u32]).collect()
}
