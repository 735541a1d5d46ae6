//! Judging a run: truth against answer, expectation, and one invariant a file.

use crate::exact::Truth;
use crate::run::Trace;
use crate::scene::Scene;

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
    /// The truth about the numbers the run was given.
    pub truth: Truth,
    /// The truth about the numbers as written, where it differs.
    pub truth_as_written: Option<Truth>,
    /// What the answer may be off by, scene units.
    pub tolerance: f64,
    /// |signed distance - truth|, where the kernel gave one.
    pub error: Option<f64>,
    /// Whether the scene's expectation is met.
    pub expectation: Expectation,
    /// In order of their steps, findings of the whole run last.
    pub findings: Vec<Finding>,
    /// The result.
    pub verdict: Verdict,
}

/// Judges a run of `scene` that left `trace`.
pub fn judge(_scene: &Scene, _trace: &Trace) -> Option<Report> {
    None
}
