//! Every kernel on the scene of the window, as the answers come in; and the run that is kept beside the current one.

use super::{Effect, Model};
use crate::exact::Truth;
use crate::num::Precision;
use crate::run::Trace;
use crate::scene::Scene;
use crate::search::{Compared, part};

/// The runs of every kernel that applies.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Counts comparisons, so that a late answer of an earlier one is not taken for this one's.
    pub generation: u32,
    /// What is compared; kernel and precision in it do not count.
    pub scene: Scene,
    /// In the order of the list of kernels, as far as they have come.
    pub runs: Vec<Compared>,
    /// How many kernels apply.
    pub kernels: usize,
    /// How many of them have answered.
    pub answered: usize,
    /// The scene is being dragged: the runs are those of before, and nothing is computed until the drag ends.
    pub waiting: bool,
}

impl Comparison {
    /// The truth about the numbers as written, once a run has come.
    pub fn truth(&self) -> Option<&Truth> {
        let report = &self.runs.last()?.report;
        Some(report.truth_as_written.as_ref().unwrap_or(&report.truth))
    }

    /// The signed distance of the numbers as f32 holds them, where it is another one than [`Self::truth`] says.
    pub fn truth_in_f32(&self) -> Option<f64> {
        let run = self.runs.iter().find(|r| r.precision == Precision::F32)?;
        let rounded = run.report.truth.signed_distance;
        self.truth().filter(|t| t.signed_distance != rounded).map(|_| rounded)
    }

    /// Every kernel has answered for the scene as it is.
    pub fn done(&self) -> bool {
        self.answered >= self.kernels && !self.waiting
    }
}

/// A run that is kept while others are shown.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// The run.
    pub trace: Trace,
    /// The first step at which the current run goes another way; `None`: they go the same way.
    pub parts: Option<u32>,
}

impl Pinned {
    /// Keeps a run beside itself.
    pub fn new(trace: Trace) -> Self {
        Pinned { trace, parts: None }
    }

    /// Its kernel and precision.
    pub fn name(&self) -> String {
        format!("{}, {}", self.trace.kernel.id, self.trace.precision.id())
    }

    /// Looks where another run parts from this one.
    pub(super) fn beside(&mut self, trace: Option<&Trace>) {
        self.parts = trace.and_then(|trace| part(trace, &self.trace, false));
    }
}

/// Both ask every kernel the same.
fn same_question(one: &Scene, two: &Scene) -> bool {
    let (p, q) = (&one.query, &two.query);
    one.bodies == two.bodies && one.expect == two.expect && p.a == q.a && p.b == q.b && p.settings == q.settings
}

/// Begins a comparison of the scene as it is.
pub(super) fn start(model: &mut Model) -> Effect {
    model.comparisons += 1;
    let scene = model.scene.clone();
    model.comparison = Some(Comparison {
        generation: model.comparisons,
        kernels: crate::search::applicable(&scene).len(),
        scene: scene.clone(),
        runs: Vec::new(),
        answered: 0,
        waiting: false,
    });
    Effect::Compare(model.comparisons, Some(Box::new(scene)))
}

/// Ends it.
pub(super) fn stop(model: &mut Model) -> Effect {
    model.comparisons += 1;
    model.comparison = None;
    Effect::Compare(model.comparisons, None)
}

/// After each command: a changed scene is compared anew, but not before a drag has ended.
pub(super) fn follow(model: &mut Model) -> Option<Effect> {
    let dragging = model.gesture.is_some();
    let comparison = model.comparison.as_mut()?;
    let same = same_question(&comparison.scene, &model.scene);
    if !dragging {
        return (!same || comparison.waiting).then(|| start(model));
    }
    if same || comparison.waiting {
        return None;
    }
    model.comparisons += 1;
    comparison.generation = model.comparisons;
    comparison.waiting = true;
    Some(Effect::Compare(model.comparisons, None))
}
