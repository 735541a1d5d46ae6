//! `gjkscope check`: judges scenes and says so in a table, JSON or JUnit XML.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::PrecisionArg;
use super::output::{Failure, complain, emit, table};
use super::trace::{known_kernel, precisions, vector};
use crate::check::{self, Finding, Report, Severity, Verdict};
use crate::exact::{Class, NormalKind};
use crate::kernel::{self, KERNELS, KernelRow};
use crate::num::Precision;
use crate::run::{Answered, Trace, bodies, short};
use crate::scene;

/// Arguments of `check`.
#[derive(Args, Debug, Default)]
pub struct CheckArgs {
    /// Scenes (*.ron) and folders of scenes.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Kernels to run instead of each scene's own, or `all`.
    #[arg(long, value_name = "ID,..|all", value_delimiter = ',')]
    pub kernel: Vec<String>,
    /// Precision to run in instead of each scene's own.
    #[arg(long, value_name = "P")]
    pub precision: Option<Precisions>,
    /// How to print it.
    #[arg(long, default_value = "table")]
    pub format: Format,
    /// Only scenes with this word in their path or story.
    #[arg(long, value_name = "WORD")]
    pub filter: Option<String>,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long)]
    pub force: bool,
}

/// Which precisions to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Precisions {
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// One after the other.
    Both,
}

impl From<PrecisionArg> for Precisions {
    fn from(p: PrecisionArg) -> Self {
        match p {
            PrecisionArg::F32 => Precisions::F32,
            PrecisionArg::F64 => Precisions::F64,
        }
    }
}

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// For a person.
    #[default]
    Table,
    /// An array with one object a run.
    Json,
    /// XML that CI servers show.
    Junit,
}

/// One run of one scene.
struct Run {
    scene: String,
    trace: Trace,
    report: Report,
}

pub(super) fn run(args: CheckArgs) -> Result<u8, Failure> {
    let kernels: Vec<&str> = match &args.kernel[..] {
        [all] if all == "all" => KERNELS.iter().map(|k| k.id).collect(),
        ids => ids.iter().map(|id| known_kernel(id)).collect::<Result<_, _>>()?,
    };
    let mut unreadable = 0;
    let mut refuse = |error: String| {
        complain(&format!("error: {error}"));
        unreadable += 1;
    };
    let mut files = Vec::new();
    for path in &args.paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        match scene::list(path) {
            Ok(found) if found.is_empty() => {
                refuse(format!("no scenes in this folder; a scene is a file ending in .ron ({})", path.display()));
            }
            Ok(found) => files.extend(found),
            Err(e) => refuse(e.to_string()),
        }
    }
    let mut runs = Vec::new();
    for file in &files {
        let document = match scene::load(file) {
            Ok(document) => document,
            Err(e) => {
                refuse(e.to_string());
                continue;
            }
        };
        let name = shown(file);
        let mut scene = document.scene;
        if args.filter.as_deref().is_some_and(|word| !name.contains(word) && !scene.story.contains(word)) {
            continue;
        }
        let own = (scene.query.kernel.clone(), scene.query.precision);
        let own_kernel = [own.0.as_str()];
        let all = matches!(&args.kernel[..], [all] if all == "all");
        for &kernel in if kernels.is_empty() { &own_kernel[..] } else { &kernels } {
            // `all` means those that can answer; one that is named runs in any case.
            let applies = kernel::find(kernel)
                .zip(bodies(&scene))
                .is_none_or(|(k, (a, b))| kernel::applies(k, &a.shape, &b.shape));
            if all && !applies {
                continue;
            }
            for precision in precisions(args.precision, own.1) {
                scene.query.kernel = kernel.to_owned();
                scene.query.precision = precision;
                if let Some((trace, report)) = check::run(&scene) {
                    runs.push(Run { scene: name.clone(), trace, report });
                }
            }
        }
    }
    let text = match args.format {
        Format::Table => as_table(&runs),
        Format::Json => {
            let all: Vec<Value> = runs.iter().map(|r| run_json(&r.scene, &r.trace, &r.report)).collect();
            serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
        }
        Format::Junit => junit(&runs),
    };
    emit(&text, args.output.as_deref(), args.force)?;
    let bad =
        runs.iter().any(|r| matches!(r.report.verdict, Verdict::Fail | Verdict::Undecided | Verdict::UnexpectedPass));
    Ok(if unreadable > 0 { 2 } else { u8::from(bad) })
}

/// A path with `/` on every system.
fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// The error that explains the verdict: the first in order of steps, else the first of the result.
fn first_error(report: &Report) -> Option<&Finding> {
    report.findings.iter().find(|f| f.severity == Severity::Error)
}

fn count(runs: &[Run], verdict: Verdict) -> usize {
    runs.iter().filter(|r| r.report.verdict == verdict).count()
}

fn as_table(runs: &[Run]) -> String {
    let head = ["verdict", "scene", "kernel", "in", "answer", "distance", "truth", "exit"];
    let rows: Vec<Vec<String>> = runs
        .iter()
        .map(|r| {
            let a = &r.trace.answered;
            vec![
                r.report.verdict.id().to_owned(),
                r.scene.clone(),
                r.trace.kernel.id.to_owned(),
                r.trace.precision.id().to_owned(),
                a.answer.id().to_owned(),
                a.signed_distance.map_or("-".to_owned(), short),
                short(r.report.truth.signed_distance),
                a.exit.id().to_owned(),
            ]
        })
        .collect();
    let out = table(&head, &rows, &[5, 6], |i| {
        let report = &runs[i].report;
        let f = first_error(report).filter(|_| report.verdict != Verdict::Pass)?;
        Some(format!("{}: {} [{}]", f.step.map_or("result".to_owned(), |s| format!("step {s}")), f.message, f.check))
    });
    out + &format!(
        "{} passed, {} failed, {} known failures, {} unexpected passes, {} undecided\n",
        count(runs, Verdict::Pass),
        count(runs, Verdict::Fail),
        count(runs, Verdict::KnownFailure),
        count(runs, Verdict::UnexpectedPass),
        count(runs, Verdict::Undecided)
    )
}

/// The object of one run, as the contract has it.
pub(super) fn run_json(scene: &str, trace: &Trace, report: &Report) -> Value {
    answer_json(scene, trace.kernel, trace.precision, &trace.answered, report)
}

/// The same without the trace at hand.
pub(super) fn answer_json(
    scene: &str,
    kernel: &KernelRow,
    precision: Precision,
    a: &Answered,
    report: &Report,
) -> Value {
    let truth = &report.truth;
    json!({
        "format": 1,
        "scene": scene,
        "kernel": kernel.id,
        "precision": precision.id(),
        "answer": a.answer.id(),
        "signed_distance": a.signed_distance,
        "distance": a.distance(),
        "depth": a.depth(),
        "normal": a.normal.map(vector),
        "witness_a": a.witnesses.map(|w| vector(w.0)),
        "witness_b": a.witnesses.map(|w| vector(w.1)),
        "tolerance": report.tolerance,
        "iterations": a.iterations,
        "supports": a.supports,
        "exit": a.exit.id(),
        "truth": {
            "answer": match truth.class {
                Class::Separated => "separated",
                Class::Touching => "touching",
                Class::Overlapping => "overlapping",
            },
            "signed_distance": truth.signed_distance,
            "normals": truth.normals.iter().map(|&n| vector(n)).collect::<Vec<_>>(),
            "normal_kind": match truth.normal_kind {
                NormalKind::Unique => "unique",
                NormalKind::Finite => "finite",
                NormalKind::Cone => "cone",
                NormalKind::Any => "any",
            },
            "gap": truth.gap,
        },
        "expectation": report.expectation.id(),
        "findings": report.findings.iter().map(|f| json!({
            "check": f.check,
            "severity": match f.severity { Severity::Note => "note", Severity::Error => "error" },
            "step": f.step,
            "measured": f.measured,
            "allowed": f.allowed,
            "message": f.message,
        })).collect::<Vec<_>>(),
        "culprit": report.culprit,
        "pose_rounding": report.pose_rounding,
        "verdict": report.verdict.id(),
    })
}

fn junit(runs: &[Run]) -> String {
    let failures = runs.iter().filter(|r| matches!(r.report.verdict, Verdict::Fail | Verdict::UnexpectedPass)).count();
    let errors = count(runs, Verdict::Undecided);
    let skipped = count(runs, Verdict::KnownFailure);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"gjkscope\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">\n",
        runs.len()
    );
    for r in runs {
        let message = first_error(&r.report).map_or(String::new(), |f| {
            format!("{}{} [{}]", f.step.map_or(String::new(), |s| format!("step {s}: ")), f.message, f.check)
        });
        let inner = match r.report.verdict {
            Verdict::Pass => None,
            Verdict::Fail => Some(("failure", message)),
            Verdict::UnexpectedPass => Some(("failure", "passes although it is listed as a known failure".to_owned())),
            Verdict::Undecided => Some(("error", "stopped without an answer".to_owned())),
            Verdict::KnownFailure => Some(("skipped", format!("known failure: {message}"))),
        };
        let name = format!("{} {}", r.trace.kernel.id, r.trace.precision.id());
        out += &format!("  <testcase classname=\"{}\" name=\"{}\"", xml(&r.scene), xml(&name));
        out += &match inner {
            None => "/>\n".to_owned(),
            Some((tag, text)) => format!("><{tag} message=\"{}\"/></testcase>\n", xml(&text)),
        };
    }
    out + "</testsuite>\n"
}

fn xml(text: &str) -> String {
    text.chars()
        .filter(|c| *c >= ' ' || *c == '\t')
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            c => c.to_string(),
        })
        .collect()
}
