//! Judging a run or another engine's answer: truth against answer, expectation, and one invariant a file; one scene or folders of them.

mod agrees_with_truth;
mod answers;
mod bless;
mod bounds_bracket_truth;
mod claim_is_right;
mod depth_separates;
mod direction_is_finite;
mod exchanged_is_same;
mod exit_is_an_answer;
mod expectation_agrees_with_truth;
mod json;
mod judge;
mod junit;
mod kept_is_independent;
mod matches_expectation;
mod moved_is_same;
mod nearest_point_is_optimal;
mod numbers_are_finite;
mod polygon_is_convex;
mod portal_holds_ray;
mod reduction_is_nearest;
mod repeated_support;
mod results;
mod sign_is_right;
mod simplex_is_new;
mod support_is_extreme;
mod table;
mod turned_is_same;
mod twin;
mod upper_bound_falls;
mod weights_are_convex;
mod witness_points_fit;

pub use answers::{EngineAnswer, judge_answers, plain_path, read as read_answers};
pub use bless::{Blessing, bless, difference, expectation_from_truth};
pub use json::{reply_json, truth_json, vector};
pub use judge::{Asked, Context, Reply, class_word, judge, judge_by, judge_reply, right_normal};
pub use results::{Checked, Plan, Results, check_files, files, folder, shown};
pub use table::{finding_words, table, visible};

use crate::exact::{Audited, Judged, Truth};
use crate::kernel::KernelRow;
use crate::run::Trace;
use crate::scene::Scene;

/// A row of the list of checks.
pub struct CheckRow {
    /// Kebab-case word in findings, on the command line and in JSON.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// How bad its findings are.
    pub severity: Severity,
    /// Whose runs it looks at.
    pub applies: fn(&KernelRow) -> bool,
    /// Looks and says what it finds.
    pub looks: Looks,
}

/// What a check looks at.
pub enum Looks {
    /// The answer alone, so it judges another engine's answers too.
    AtAnswer(fn(&Context, &mut dyn FnMut(Found))),
    /// The steps that led to it.
    AtTrace(fn(&Context, &Trace, &mut dyn FnMut(Found))),
}

/// What a check says; the list adds id and severity.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Where in the trace; `None`: the result as a whole.
    pub step: Option<u32>,
    /// The number that was looked at.
    pub measured: Option<f64>,
    /// What it may be.
    pub allowed: Option<f64>,
    /// One sentence for a person.
    pub message: String,
}

fn every(_: &KernelRow) -> bool {
    true
}

/// Kernels that claim to be right. Of the others everybody knows that an answer may hang on luck, and comparing shows it.
fn sound(kernel: &KernelRow) -> bool {
    !kernel.tutorial
}

/// Every check, the result first, then the steps. Adding one is one file and a row here.
pub const CHECKS: &[CheckRow] = &[
    CheckRow {
        id: "agrees-with-truth",
        label: "The answer is the true one",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtAnswer(agrees_with_truth::run),
    },
    CheckRow {
        id: "witness-points-fit",
        label: "Witness points lie on the outlines and differ by the answer",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtAnswer(witness_points_fit::run),
    },
    CheckRow {
        id: "depth-separates",
        label: "B moved by depth times normal touches A",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtAnswer(depth_separates::run),
    },
    CheckRow {
        id: "matches-expectation",
        label: "The answer is the one the scene expects",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtAnswer(matches_expectation::run),
    },
    CheckRow {
        id: "expectation-agrees-with-truth",
        label: "What the scene expects is true",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtAnswer(expectation_agrees_with_truth::run),
    },
    CheckRow {
        id: "exit-is-an-answer",
        label: "Running out of iterations is not given as an answer",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(exit_is_an_answer::run),
    },
    CheckRow {
        id: "exchanged-is-same",
        label: "With A and B exchanged the answer is the same",
        severity: Severity::Error,
        applies: sound,
        looks: Looks::AtTrace(exchanged_is_same::run),
    },
    CheckRow {
        id: "moved-is-same",
        label: "With both moved the answer is the same",
        severity: Severity::Error,
        applies: sound,
        looks: Looks::AtTrace(moved_is_same::run),
    },
    CheckRow {
        id: "turned-is-same",
        label: "With both turned by a quarter the answer is the same",
        severity: Severity::Error,
        applies: sound,
        looks: Looks::AtTrace(turned_is_same::run),
    },
    CheckRow {
        id: "numbers-are-finite",
        label: "No number is NaN, no point infinite",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(numbers_are_finite::run),
    },
    CheckRow {
        id: "claim-is-right",
        label: "What each decision concludes is so",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(claim_is_right::run),
    },
    CheckRow {
        id: "sign-is-right",
        label: "Each test comes out as it does in exact arithmetic",
        severity: Severity::Note,
        applies: every,
        looks: Looks::AtTrace(sign_is_right::run),
    },
    CheckRow {
        id: "direction-is-finite",
        label: "Search directions are finite and not zero",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(direction_is_finite::run),
    },
    CheckRow {
        id: "support-is-extreme",
        label: "Support points are a − b and farthest along d",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(support_is_extreme::run),
    },
    CheckRow {
        id: "repeated-support",
        label: "A support point comes back only in the last iteration",
        severity: Severity::Note,
        applies: every,
        looks: Looks::AtTrace(repeated_support::run),
    },
    CheckRow {
        id: "weights-are-convex",
        label: "Weights are not negative, sum to 1 and give v",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(weights_are_convex::run),
    },
    CheckRow {
        id: "reduction-is-nearest",
        label: "A reduction keeps the nearest feature of the simplex",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(reduction_is_nearest::run),
    },
    CheckRow {
        id: "nearest-point-is-optimal",
        label: "v is the point of the simplex nearest to the origin",
        severity: Severity::Error,
        applies: nearest_point_is_optimal::knows_nearest,
        looks: Looks::AtTrace(nearest_point_is_optimal::run),
    },
    CheckRow {
        id: "kept-is-independent",
        label: "The vertices kept are affinely independent",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(kept_is_independent::run),
    },
    CheckRow {
        id: "simplex-is-new",
        label: "No simplex is kept twice",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(simplex_is_new::run),
    },
    CheckRow {
        id: "portal-holds-ray",
        label: "The ray to the origin leaves through the portal",
        severity: Severity::Error,
        applies: portal_holds_ray::has_portal,
        looks: Looks::AtTrace(portal_holds_ray::run),
    },
    CheckRow {
        id: "upper-bound-falls",
        label: "The upper bound never rises",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(upper_bound_falls::run),
    },
    CheckRow {
        id: "bounds-bracket-truth",
        label: "The bounds enclose the true signed distance",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(bounds_bracket_truth::run),
    },
    CheckRow {
        id: "polygon-is-convex",
        label: "EPA's polygon is convex and closed around the origin",
        severity: Severity::Error,
        applies: every,
        looks: Looks::AtTrace(polygon_is_convex::run),
    },
];

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; the run still passes.
    Note,
    /// The run fails.
    Error,
}

/// Something a check found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Id of the check.
    pub check: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Where in the trace; `None`: the result as a whole.
    pub step: Option<u32>,
    /// The number that was looked at.
    pub measured: Option<f64>,
    /// What it should have been at most (or at least; the message says).
    pub allowed: Option<f64>,
    /// One sentence for a person.
    pub message: String,
}

/// The result for a scene, kernel and precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Right, and as expected.
    Pass,
    /// Wrong.
    Fail,
    /// Wrong as the scene says it will be.
    KnownFailure,
    /// Right although the scene says it fails.
    UnexpectedPass,
    /// Stopped without an answer, or the truth's own gap is too wide to tell.
    Undecided,
}

impl Verdict {
    /// The word in JSON and on the screen.
    pub fn id(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::KnownFailure => "known-failure",
            Verdict::UnexpectedPass => "unexpected-pass",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Whether the answer is the one the scene expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// As expected.
    Met,
    /// Not as expected.
    Missed,
    /// The scene expects nothing.
    None,
}

impl Expectation {
    /// The word in JSON and on the screen.
    pub fn id(self) -> &'static str {
        match self {
            Expectation::Met => "met",
            Expectation::Missed => "missed",
            Expectation::None => "none",
        }
    }
}

/// Everything that is known about a run besides its trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The truth about the numbers the run or engine was given.
    pub truth: Truth,
    /// The truth about the numbers as written, where it differs.
    pub truth_as_written: Option<Truth>,
    /// What the answer may be off by, scene units.
    pub tolerance: f64,
    /// |signed distance - truth|, where the kernel gave one.
    pub error: Option<f64>,
    /// Whether the scene's expectation is met.
    pub expectation: Expectation,
    /// How much the rounding of the posed vertices changes the true signed distance; not the kernel's fault. `None` for an ellipse.
    pub pose_rounding: Option<f64>,
    /// The step to blame, if the run is not right: the first bad step.
    pub culprit: Option<u32>,
    /// The judgement of every decision, in order of the steps.
    pub audit: Vec<Audited>,
    /// In order of their steps, findings of the whole run last.
    pub findings: Vec<Finding>,
    /// The result.
    pub verdict: Verdict,
}

impl Report {
    /// What is wrong with a step: the first error found there, else what exact arithmetic says of its decision.
    pub fn fault(&self, step: usize) -> Option<&str> {
        let at = |s: u32| s as usize == step;
        let found = self.findings.iter().find(|f| f.severity == Severity::Error && f.step.is_some_and(at));
        let audited =
            || self.audit.iter().find(|a| at(a.step) && matches!(a.judged, Judged::FalseSign | Judged::FalseClaim));
        found.map(|f| f.message.as_str()).or_else(|| audited().map(|a| a.message.as_str()))
    }
}

/// Runs a scene's query, recorded, and judges it. `None` if the query names no two bodies or no kernel.
pub fn run(scene: &Scene) -> Option<(Trace, Report)> {
    let trace = crate::run::traced(scene)?;
    let report = judge(scene, &trace)?;
    Some((trace, report))
}
