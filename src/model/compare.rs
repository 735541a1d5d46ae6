//! Every kernel on the scene of the window, as the answers come in.

use super::{Effect, Model};
use crate::exact::Truth;
use crate::num::Precision;
use crate::scene::Scene;
use crate::search::{Compared, Twist};

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

/// Both ask every kernel the same.
fn same_question(one: &Scene, two: &Scene) -> bool {
    let (p, q) = (&one.query, &two.query);
    one.bodies == two.bodies && one.expect == two.expect && p.a == q.a && p.b == q.b && p.settings == q.settings
}

/// The scene with another kernel and precision, and one thing changed that must not change the answer.
pub(super) fn asked(scene: &Scene, kernel: String, precision: Precision, twist: Option<Twist>) -> Scene {
    let mut scene = scene.clone();
    (scene.query.kernel, scene.query.precision) = (kernel, precision);
    twist.map_or_else(|| scene.clone(), |t| t.apply(&scene))
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
