//! `gjkscope check`: judges scenes, or another engine's answers to them, and says so in a table, JSON or JUnit XML; writes missing expectations.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::PrecisionArg;
use super::output::{Failure, complain, emit, print, read_text};
use super::trace::known_kernel;
use crate::check::{self, Blessing, Plan, Results};
use crate::kernel::KERNELS;
use crate::num::Precision;
use crate::scene::{self, Over, SaveError, SceneError};

/// Arguments of `check`.
#[derive(Args, Debug, Default)]
pub struct CheckArgs {
    /// Scenes (*.ron) and folders of scenes. With --answers they may be left out: the scenes that are answered.
    #[arg(required_unless_present = "answers")]
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
    /// Overwrite an existing file; with --bless, an expectation that is not true.
    #[arg(long)]
    pub force: bool,
    /// Threads; 0: one for each core. The output does not depend on it.
    #[arg(short, long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub jobs: usize,
    /// Judge another engine's answers instead of running a kernel: [{"scene": "PATH", "answer": "separated|touching|overlapping",
    /// "signed_distance": X, "normal": [X, Y], "witness_a": .., "witness_b": .., "engine": "NAME", "precision": "f32|f64"}].
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["kernel", "precision"])]
    pub answers: Option<PathBuf>,
    /// Write the truth as expectation into scenes that have none, and show what changed.
    #[arg(long, conflicts_with_all = ["kernel", "precision", "format", "output", "answers"])]
    pub bless: bool,
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

impl Precisions {
    /// As a list.
    pub fn list(self) -> &'static [Precision] {
        match self {
            Precisions::F32 => &[Precision::F32],
            Precisions::F64 => &[Precision::F64],
            Precisions::Both => &Precision::ALL,
        }
    }
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

pub(super) fn run(args: CheckArgs) -> Result<u8, Failure> {
    let all = matches!(&args.kernel[..], [all] if all == "all");
    let kernels = match &args.kernel[..] {
        _ if all => KERNELS.iter().filter(|k| !k.external()).map(|k| k.id.to_owned()).collect(),
        ids => ids.iter().map(|id| known_kernel(id).map(str::to_owned)).collect::<Result<_, _>>()?,
    };
    let plan = Plan {
        kernels,
        only_fitting: all,
        precisions: args.precision.map_or(Vec::new(), |p| p.list().to_vec()),
        filter: args.filter.clone(),
        jobs: args.jobs,
    };
    let (files, mut unreadable) = check::files(&args.paths);
    if args.bless {
        return bless(&files, &plan, args.force, unreadable);
    }
    let results = match &args.answers {
        Some(path) => answered(path, files, &plan)?,
        None => check::check_files(&files, &plan),
    };
    unreadable.extend(results.unreadable);
    let results = Results { unreadable, ..results };
    refuse(&results.unreadable);
    // A CI that checks nothing must not be green.
    let nothing = args.filter.as_deref().filter(|_| results.checked.is_empty());
    if let Some(word) = nothing {
        complain(&unmatched(word));
    }
    let text = match args.format {
        Format::Table => results.table(),
        Format::Json => results.json(),
        Format::Junit => results.junit(),
    };
    emit(&text, args.output.as_deref(), args.force)?;
    Ok(if nothing.is_some() { 2 } else { results.exit_code() })
}

fn unmatched(word: &str) -> String {
    format!("error: nothing was checked: no scene has {word:?} in its path or story (--filter)")
}

fn refuse(errors: &[SceneError]) {
    errors.iter().for_each(|e| complain(&format!("error: {e}")));
}

/// Judges the answers in a file; without `files` they are answers to whatever scenes they name.
fn answered(path: &Path, mut files: Vec<PathBuf>, plan: &Plan) -> Result<Results, Failure> {
    let shown = path.display().to_string();
    let answers = check::read_answers(&read_text(&shown)?, &shown)?;
    if files.is_empty() {
        files = answers.iter().map(|a| PathBuf::from(&a.scene)).collect();
    }
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(check::shown(file)));
    let (mut scenes, mut unreadable) = (Vec::new(), Vec::new());
    for file in &files {
        match scene::load(file) {
            Ok(document) => scenes.push((check::shown(file), document.scene)),
            Err(e) => unreadable.push(e),
        }
    }
    // An answer to a scene that cannot be read has its error already.
    let failed: HashSet<String> = unreadable.iter().map(|e: &SceneError| e.path.replace('\\', "/")).collect();
    let failed: HashSet<&str> = failed.iter().map(|path| check::plain_path(path)).collect();
    let answers: Vec<_> = answers.into_iter().filter(|a| !failed.contains(a.scene.as_str())).collect();
    for answer in &answers {
        if let Err(reason) = &answer.reply {
            complain(&format!("skipped: {}: {reason} ({})", answer.scene, answer.engine));
        }
    }
    let mut results = check::judge_answers(&scenes, &answers, plan, &shown);
    results.unreadable.splice(0..0, unreadable);
    Ok(results)
}

/// Writes missing expectations; 1 if one that is there is not true and was left.
fn bless(files: &[PathBuf], plan: &Plan, force: bool, mut unreadable: Vec<SceneError>) -> Result<u8, Failure> {
    let (mut written, mut kept, mut wrong) = (0, 0, 0);
    let mut out = String::new();
    for file in files {
        let name = check::shown(file);
        let document = match scene::load(file) {
            Ok(document) if plan.takes(&name, &document.scene) => document,
            Ok(_) => continue,
            Err(e) => {
                unreadable.push(e);
                continue;
            }
        };
        match check::bless(&document, force) {
            Blessing::Kept => kept += 1,
            Blessing::Contradicts(how) => {
                wrong += 1;
                out += &format!("{name}: left as it is: {how}, or --force\n");
            }
            Blessing::Written(text) => {
                scene::save(file, &text, Over::Loaded(&document.text))
                    .map_err(|e: SaveError| Failure(e.to_string()))?;
                written += 1;
                out += &format!("{name}: expectation written\n{}", check::difference(&document.text, &text));
            }
        }
    }
    refuse(&unreadable);
    let nothing = plan.filter.as_deref().filter(|_| written + kept + wrong == 0);
    if let Some(word) = nothing {
        complain(&unmatched(word));
    }
    print(&format!("{out}{written} written, {kept} as they were, {wrong} not true and left\n"))?;
    Ok(if unreadable.is_empty() && nothing.is_none() { u8::from(wrong > 0) } else { 2 })
}
