//! One scene by every kernel in both precisions, and each of those runs with one thing changed that must not change the answer.

use glam::DVec3;

use crate::check::{self, Report};
use crate::kernel::{self, EventKind, KERNELS, KernelRow, StartRule, Tie};
use crate::num::Precision;
use crate::run::{self, Answered, Trace};
use crate::scene::Scene;

/// A change that leaves the question the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// A and B change places; the normal turns round.
    Swapped,
    /// The first direction is +x (or the difference of the centres, where the scene says +x).
    Start,
    /// The first direction is given as (-1, -2).
    Oblique,
    /// Of equally far vertices the other one is taken.
    Tie,
}

impl Twist {
    /// Every twist.
    pub const ALL: [Twist; 4] = [Twist::Swapped, Twist::Start, Twist::Oblique, Twist::Tie];

    /// Kebab-case word in JSON and tables.
    pub fn id(self) -> &'static str {
        match self {
            Twist::Swapped => "swapped",
            Twist::Start => "other-start",
            Twist::Oblique => "oblique-start",
            Twist::Tie => "other-tie",
        }
    }

    /// The scene with the change made.
    pub fn apply(self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        let query = &mut scene.query;
        match self {
            Twist::Swapped => {
                std::mem::swap(&mut query.a, &mut query.b);
                query.settings.warm_start.iter_mut().for_each(|(a, b)| std::mem::swap(a, b));
                if let StartRule::Direction(d) = &mut query.settings.start {
                    // In the plane z is 0, and no minus zero, which a file could not say.
                    *d = DVec3::new(-d.x, -d.y, 0.0 - d.z);
                }
            }
            Twist::Start => {
                query.settings.start = match query.settings.start {
                    StartRule::PlusX => StartRule::Centers,
                    _ => StartRule::PlusX,
                }
            }
            Twist::Oblique => query.settings.start = StartRule::Direction(DVec3::new(-1.0, -2.0, 0.0)),
            Twist::Tie => {
                query.settings.tie = match query.settings.tie {
                    Tie::First => Tie::Last,
                    Tie::Last => Tie::First,
                }
            }
        }
        scene
    }
}

/// What a twisted run answered.
#[derive(Clone, Debug)]
pub struct Twisted {
    /// What was changed.
    pub twist: Twist,
    /// The answer.
    pub answered: Answered,
    /// Class and value are those of the run without the change, to the tolerance.
    pub same: bool,
}

/// One kernel in one precision.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The kernel.
    pub kernel: &'static KernelRow,
    /// The precision.
    pub precision: Precision,
    /// The answer.
    pub answered: Answered,
    /// The judgement; its findings come in order of the steps.
    pub report: Report,
    /// The step at which this run and the same kernel's in the other precision part; `None` if they never do.
    pub parts: Option<u32>,
    /// (iteration, how far the bounds then are from the truth, at most), the answer's error last; see [`convergence`].
    pub convergence: Vec<(u32, f64)>,
    /// The same with one thing changed.
    pub twisted: Vec<Twisted>,
}

/// The first step at which two traces part: another kind of event, another vertex, another decision or another exit. Numbers may differ by
/// rounding. `swapped`: the second run has A and B exchanged.
pub fn part(one: &Trace, two: &Trace, swapped: bool) -> Option<u32> {
    let same_point = |p: u32, q: u32| {
        let (Some(p), Some(q)) = (one.points.get(p as usize), two.points.get(q as usize)) else { return false };
        if swapped { (p.ia, p.ib) == (q.ib, q.ia) } else { (p.ia, p.ib) == (q.ia, q.ib) }
    };
    let same = |i: usize| match (&one.events[i].kind, &two.events[i].kind) {
        (EventKind::Support { point: p }, EventKind::Support { point: q })
        | (EventKind::Given { point: p }, EventKind::Given { point: q }) => same_point(*p, *q),
        (EventKind::Test(p), EventKind::Test(q)) => {
            one.events[i].line == two.events[i].line && p.held == q.held && p.claim == q.claim
        }
        (EventKind::Reduce { after: p, .. }, EventKind::Reduce { after: q, .. }) => p == q,
        (EventKind::Nearest { edge: p }, EventKind::Nearest { edge: q }) => p == q,
        (EventKind::Exit { exit: p, .. }, EventKind::Exit { exit: q, .. }) => p == q,
        (p, q) => std::mem::discriminant(p) == std::mem::discriminant(q),
    };
    let shorter = one.len().min(two.len());
    let first = (0..shorter).find(|&i| !same(i));
    first.or((one.len() != two.len()).then_some(shorter)).map(|i| i as u32)
}

/// The four twists of a scene's own run.
pub fn twists(scene: &Scene, report: &Report, answered: &Answered) -> Vec<Twisted> {
    Twist::ALL
        .into_iter()
        .filter_map(|twist| {
            let twisted = run::quick(&twist.apply(scene))?;
            let tolerance = 2.0 * report.tolerance;
            let close = match (answered.signed_distance, twisted.signed_distance) {
                (Some(a), Some(b)) => (a - b).abs() <= tolerance,
                (a, b) => a.is_none() == b.is_none(),
            };
            let same_class =
                answered.answer == twisted.answer || report.truth.signed_distance.abs() <= report.tolerance;
            Some(Twisted { twist, same: close && same_class, answered: twisted })
        })
        .collect()
}

/// How a run closes in on the truth: for each iteration that gave finite bounds of the signed distance, how far the worse of
/// its last bounds is from the truth; then the error of the answer, where it gave a number.
pub fn convergence(trace: &Trace, report: &Report) -> Vec<(u32, f64)> {
    let truth = report.truth.signed_distance;
    let mut points: Vec<(u32, f64)> = Vec::new();
    for event in &trace.events {
        let EventKind::Bounds { lower, upper } = event.kind else { continue };
        let far = [lower, upper].into_iter().filter(|b| b.is_finite()).map(|b| (b - truth).abs()).reduce(f64::max);
        if let Some(far) = far {
            points.pop_if(|p| p.0 == event.iteration);
            points.push((event.iteration, far));
        }
    }
    if let Some(error) = report.error.filter(|e| e.is_finite()) {
        let last = trace.events.last().map_or(0, |e| e.iteration);
        points.push((last + 1, error));
    }
    points
}

/// The kernels that can answer for the scene's shapes, in the order of the list.
pub fn applicable(scene: &Scene) -> Vec<&'static KernelRow> {
    let Some((a, b)) = run::bodies(scene) else { return vec![] };
    KERNELS.iter().filter(|k| kernel::applies(k, &a.shape, &b.shape)).collect()
}

/// One kernel in both precisions.
pub fn compare_one(scene: &Scene, kernel: &'static KernelRow) -> Vec<Compared> {
    let mut scene = scene.clone();
    scene.query.kernel = kernel.id.to_owned();
    let runs: Vec<(Scene, Trace, Report)> = Precision::ALL
        .into_iter()
        .filter_map(|precision| {
            scene.query.precision = precision;
            let (trace, report) = check::run(&scene)?;
            Some((scene.clone(), trace, report))
        })
        .collect();
    let parts = match &runs[..] {
        [one, two] => part(&one.1, &two.1, false),
        _ => None,
    };
    runs.into_iter()
        .map(|(scene, trace, report)| Compared {
            kernel,
            precision: trace.precision,
            convergence: convergence(&trace, &report),
            twisted: twists(&scene, &report, &trace.answered),
            answered: trace.answered,
            report,
            parts,
        })
        .collect()
}

/// Every kernel that applies in both precisions, in the order of the list.
pub fn compare(scene: &Scene) -> Vec<Compared> {
    applicable(scene).into_iter().flat_map(|kernel| compare_one(scene, kernel)).collect()
}
