//! Many scenes checked: read, run, judged, in the order given, on as many threads as wanted.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::json::reply_json;
use super::{Reply, Report, Verdict, junit, run, table};
use crate::kernel;
use crate::num::Precision;
use crate::run::bodies;
use crate::scene::{self, Scene, SceneError};

/// One answer to one scene's question, judged.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Path of the scene, with `/`.
    pub scene: String,
    /// Id of the kernel, or name of another engine.
    pub kernel: String,
    /// The precision it ran in.
    pub precision: Precision,
    /// What it answered.
    pub reply: Reply,
    /// The judgement.
    pub report: Report,
}

/// What came of a check.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// In order of the files, then as the plan lists kernels and precisions.
    pub checked: Vec<Checked>,
    /// What could not be read; the others were checked still.
    pub unreadable: Vec<SceneError>,
}

/// How to run scenes.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Ids of the kernels to run; none: each scene's own.
    pub kernels: Vec<String>,
    /// Of these kernels, only those that can answer the scene's query.
    pub only_fitting: bool,
    /// The precisions to run in; none: each scene's own.
    pub precisions: Vec<Precision>,
    /// Only scenes with this word in their path or story.
    pub filter: Option<String>,
    /// Threads; 0: one for each core. The results do not depend on it.
    pub jobs: usize,
}

impl Plan {
    /// Whether the scene takes part.
    pub fn takes(&self, path: &str, scene: &Scene) -> bool {
        self.filter.as_deref().is_none_or(|word| path.contains(word) || scene.story.contains(word))
    }
}

/// Checks a scene file, or every scene in a folder and its folders: each with its own kernel, in its own precision.
///
/// This is all that a `#[test]` of a project's own scenes needs:
///
/// ```
/// gjkscope::check::folder("scenes/tutorial").assert_passed();
/// ```
pub fn folder(path: impl AsRef<Path>) -> Results {
    let (files, unreadable) = files(&[path.as_ref().to_owned()]);
    let mut results = check_files(&files, &Plan::default());
    results.unreadable.splice(0..0, unreadable);
    results
}

/// The scene files that paths name: files as they are, folders with all that is in them. A folder without scenes is an error.
pub fn files(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<SceneError>) {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        match scene::list(path) {
            Ok(found) if found.is_empty() => errors.push(SceneError {
                field: String::new(),
                message: "no scenes in this folder; a scene is a file ending in .ron".to_owned(),
                path: shown(path),
                place: None,
            }),
            Ok(found) => files.extend(found),
            Err(e) => errors.push(e),
        }
    }
    (files, errors)
}

/// Reads, runs and judges scene files.
pub fn check_files(files: &[PathBuf], plan: &Plan) -> Results {
    let mut results = Results::default();
    for outcome in in_order(files, plan.jobs, |file| check_file(file, plan)) {
        match outcome {
            Ok(checked) => results.checked.extend(checked),
            Err(e) => results.unreadable.push(e),
        }
    }
    results
}

fn check_file(file: &Path, plan: &Plan) -> Result<Vec<Checked>, SceneError> {
    let mut scene = scene::load(file)?.scene;
    let name = shown(file);
    if !plan.takes(&name, &scene) {
        return Ok(Vec::new());
    }
    let own = ([scene.query.kernel.clone()], [scene.query.precision]);
    let kernels = if plan.kernels.is_empty() { &own.0[..] } else { &plan.kernels };
    let precisions = if plan.precisions.is_empty() { &own.1[..] } else { &plan.precisions };
    let mut checked = Vec::new();
    for kernel in kernels {
        if plan.only_fitting && !fits(&scene, kernel) {
            continue;
        }
        for &precision in precisions {
            scene.query.kernel.clone_from(kernel);
            scene.query.precision = precision;
            let Some((trace, report)) = run(&scene) else { continue };
            let reply = Reply::from(&trace.answered);
            checked.push(Checked { scene: name.clone(), kernel: kernel.clone(), precision, reply, report });
        }
    }
    Ok(checked)
}

/// Whether the kernel can answer the query.
fn fits(scene: &Scene, kernel: &str) -> bool {
    let asked = kernel::find(kernel).zip(bodies(scene));
    asked.is_none_or(|(row, (a, b))| kernel::applies(row, &a.shape, &b.shape))
}

/// `work` done for each item on `jobs` threads (0: one for each core), the results in the order of the items.
fn in_order<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = if jobs == 0 { cores() } else { jobs }.min(items.len());
    if jobs < 2 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { return done };
            done.push((i, work(item)));
        }
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(some)).collect();
        let join = |t: std::thread::ScopedJoinHandle<Vec<(usize, R)>>| {
            t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    });
    done.sort_unstable_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A path with `/` on every system.
pub fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

impl Results {
    /// How many answers have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.checked.iter().filter(|c| c.report.verdict == verdict).count()
    }

    /// The exit code of the command: 2 if anything was unreadable, 1 if anything failed, is undecided or passed unexpectedly.
    pub fn exit_code(&self) -> u8 {
        let bad = [Verdict::Fail, Verdict::Undecided, Verdict::UnexpectedPass];
        match self.unreadable.is_empty() {
            true => u8::from(bad.into_iter().any(|v| self.count(v) > 0)),
            false => 2,
        }
    }

    /// Everything was read, and is right or fails as its scene says it will.
    pub fn passed(&self) -> bool {
        self.exit_code() == 0
    }

    /// Panics unless everything [`passed`](Results::passed), with the table and what could not be read.
    #[track_caller]
    pub fn assert_passed(&self) {
        let unreadable: String = self.unreadable.iter().map(|e| format!("error: {e}\n")).collect();
        assert!(self.passed(), "not every scene passed\n{}{unreadable}", self.table());
    }

    /// For a person.
    pub fn table(&self) -> String {
        table::results(self)
    }

    /// An array with one object an answer.
    pub fn json(&self) -> String {
        let object = |c: &Checked| reply_json(&c.scene, &c.kernel, c.precision, &c.reply, &c.report);
        let all: Vec<Value> = self.checked.iter().map(object).collect();
        serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
    }

    /// XML that CI servers show.
    pub fn junit(&self) -> String {
        junit::junit(self)
    }
}
