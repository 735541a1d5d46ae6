//! Keeping the scene as a regression scene: story, source, expectation, known failures, and the file they go to.

use super::update::{replace, say};
use super::{Effect, INSIDE, Model, Write};
use crate::check::{Verdict, expectation_from_truth};
use crate::num::Precision;
use crate::scene::{Document, Expect, KnownFailure, Scene, parse};
use crate::search::Compared;

/// Most words of a story that become a file name.
const NAME_WORDS: usize = 6;

/// What a person does in the dialog, and what comes back.
#[derive(Clone, Debug)]
pub enum KeepCommand {
    /// Opens it.
    Open,
    /// What happens in the scene.
    Story(String),
    /// Where its numbers come from.
    Source(String),
    /// What is expected.
    Expect(Box<Expect>),
    /// Why the tolerance is what it is.
    Reason(String),
    /// A failing run is known, or not.
    Known(usize, bool),
    /// Why it fails.
    Why(usize, String),
    /// The file.
    Path(String),
    /// Writes it.
    Confirm,
    /// The runs of a kernel came. The number is the try's generation.
    Ran(u32, Vec<Compared>),
}

/// A run that fails now.
#[derive(Clone, Debug, PartialEq)]
pub struct Failing {
    /// How the file names it.
    pub known: KnownFailure,
    /// What is wrong, by the checks.
    pub message: String,
    /// It goes into the file.
    pub checked: bool,
}

/// The dialog.
#[derive(Clone, Debug)]
pub struct Keep {
    /// What happens in the scene.
    pub story: String,
    /// Where its numbers come from.
    pub source: String,
    /// What is expected; its known failures are those that were there before.
    pub expect: Expect,
    /// Why the tolerance is what it is; written as a comment beside it.
    pub reason: String,
    /// Runs that fail now.
    pub failing: Vec<Failing>,
    /// Kernels that have answered, and how many there are.
    pub tried: (usize, usize),
    /// The file.
    pub path: String,
    /// The tolerance that stood there already, with whatever reason.
    pub stood: Option<f64>,
    /// The name follows the story until a person changes it.
    pub named: bool,
    generation: u32,
}

impl Keep {
    /// A tolerance was typed.
    pub fn asks_reason(&self) -> bool {
        self.expect.tolerance.is_some() && self.expect.tolerance != self.stood
    }

    /// Why it cannot be written yet.
    pub fn lacks(&self) -> Option<&'static str> {
        match () {
            () if self.story.trim().is_empty() => Some("Say in a sentence what happens"),
            () if self.asks_reason() && self.reason.trim().is_empty() => Some("Say why the tolerance is what it is"),
            () if self.path.trim().is_empty() => Some("Name the file"),
            () => None,
        }
    }

    /// The scene as it would be written.
    pub fn scene(&self, scene: &Scene) -> Scene {
        let mut expect = self.expect.clone();
        expect.known_failures.extend(self.failing.iter().filter(|f| f.checked).map(|f| f.known.clone()));
        Scene {
            story: self.story.trim().to_owned(),
            source: self.source.trim().to_owned(),
            expect: Some(expect),
            ..scene.clone()
        }
    }
}

/// Does what a person asked for.
pub(super) fn update(model: &mut Model, command: KeepCommand) -> Vec<Effect> {
    if let KeepCommand::Open = command {
        return open(model);
    }
    let Some(keep) = &mut model.keep else { return vec![] };
    match command {
        KeepCommand::Open => {}
        KeepCommand::Story(text) => {
            keep.story = text;
            if !keep.named {
                let folder = keep.path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
                keep.path = super::update::join(&folder, &file_name(&keep.story));
            }
        }
        KeepCommand::Source(text) => keep.source = text,
        KeepCommand::Reason(text) => keep.reason = text,
        KeepCommand::Path(text) => (keep.path, keep.named) = (text, true),
        KeepCommand::Expect(expect) => {
            keep.expect = *expect;
            return vec![retry(model), Effect::Repaint];
        }
        KeepCommand::Known(i, checked) => keep.failing.iter_mut().skip(i).take(1).for_each(|f| f.checked = checked),
        KeepCommand::Why(i, text) => {
            keep.failing.iter_mut().skip(i).take(1).for_each(|f| f.known.reason.clone_from(&text));
        }
        KeepCommand::Ran(generation, runs) if generation == keep.generation => {
            keep.tried.0 += 1;
            keep.failing.extend(runs.iter().filter_map(failing));
        }
        KeepCommand::Ran(..) => return vec![],
        KeepCommand::Confirm => return confirm(model),
    }
    vec![Effect::Repaint]
}

fn open(model: &mut Model) -> Vec<Effect> {
    let Some(truth) = expectation_from_truth(&model.scene) else {
        say(model, "the question names no two bodies; choose A and B first".into(), None);
        return vec![Effect::Repaint];
    };
    let pasted = model.scene.story == "Pasted.";
    let stood = model.scene.expect.as_ref().and_then(|e| e.tolerance);
    let story = if pasted { String::new() } else { model.scene.story.clone() };
    let folder = folder(model);
    model.keep = Some(Box::new(Keep {
        path: super::update::join(&folder, &file_name(&story)),
        story,
        source: model.scene.source.clone(),
        expect: model.scene.expect.clone().unwrap_or(truth),
        reason: String::new(),
        failing: Vec::new(),
        tried: (0, 0),
        stood,
        named: false,
        generation: 0,
    }));
    vec![retry(model), Effect::Repaint]
}

/// Where regression scenes are kept: beside those that are listed, else beside the scene.
fn folder(model: &Model) -> String {
    let listed = model.folder.as_ref().filter(|f| !f.path.starts_with(INSIDE));
    match (listed, model.file()) {
        (Some(folder), _) => {
            let inside = folder.scenes.iter().any(|s| s.name.starts_with("regression/"));
            if inside { super::update::join(&folder.path, "regression") } else { folder.path.clone() }
        }
        (None, Some(path)) => path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned(),
        (None, None) => ".".to_owned(),
    }
}

/// A file name from the first words of a story.
fn file_name(story: &str) -> String {
    let words = story.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: Vec<String> = words.take(NAME_WORDS).map(str::to_ascii_lowercase).collect();
    if name.is_empty() { "kept.ron".to_owned() } else { format!("{}.ron", name.join("-")) }
}

/// Runs every kernel against what is expected now.
fn retry(model: &mut Model) -> Effect {
    model.comparisons += 1;
    let generation = model.comparisons;
    let Some(keep) = &mut model.keep else { return Effect::Try(generation, None) };
    keep.failing.clear();
    keep.generation = generation;
    let scene = keep.scene(&model.scene);
    keep.tried = (0, crate::search::applicable(&scene).len());
    Effect::Try(generation, Some(Box::new(scene)))
}

/// What a run that fails is known by: kernel, precision, the class it answers and its exit.
fn failing(run: &Compared) -> Option<Failing> {
    if !matches!(run.report.verdict, Verdict::Fail | Verdict::Undecided) {
        return None;
    }
    let (answer, exit) = (run.answered.answer.id().to_owned(), run.answered.exit.id().to_owned());
    let error = run.report.findings.iter().find(|f| f.severity == crate::check::Severity::Error);
    let message = error.map_or_else(|| format!("{answer}, exit {exit}"), |f| f.message.clone());
    let precision: Precision = run.precision;
    let known = KnownFailure {
        kernel: Some(run.kernel.id.to_owned()),
        precision: Some(precision),
        answer: Some(answer),
        exit: Some(exit),
        reason: message.clone(),
    };
    Some(Failing { known, message, checked: true })
}

/// The scene becomes what is written, as one edit, and is written.
fn confirm(model: &mut Model) -> Vec<Effect> {
    let Some(keep) = model.keep.as_ref().filter(|k| k.lacks().is_none()) else { return vec![] };
    let scene = keep.scene(&model.scene);
    let path = keep.path.trim().to_owned();
    let path = if path.ends_with(".ron") { path } else { format!("{path}.ron") };
    let document = model.document.edited(scene.clone());
    let text = match keep.asks_reason() {
        true => with_reason(&document.text, &scene, &keep.reason),
        false => document.text.clone(),
    };
    // What cannot be read again is no regression scene: a polygon that is not convex yet.
    if let Err(error) = parse(&text, &path) {
        say(model, error.to_string(), None);
        return vec![Effect::Repaint];
    }
    let document = Box::new(Document { text, ..document });
    replace(model, scene);
    let loaded = (model.file() == Some(path.as_str())).then(|| model.loaded().to_owned());
    vec![Effect::Write(Write { path, document, loaded, force: false }), Effect::Repaint]
}

/// The text with the reason of the tolerance in a line of its own above the expectation.
fn with_reason(text: &str, scene: &Scene, reason: &str) -> String {
    let tolerance = scene.expect.as_ref().and_then(|e| e.tolerance);
    let mut at = 0;
    let line = text.split_inclusive('\n').find(|line| {
        let found = line.trim_start().starts_with("expect:");
        at += if found { 0 } else { line.len() };
        found
    });
    let (Some(tolerance), Some(line)) = (tolerance, line) else { return text.to_owned() };
    let indent = &line[..line.len() - line.trim_start().len()];
    let reason: String = reason.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let comment = format!("{indent}// Tolerance {tolerance:?}: {reason}\n");
    if text.contains(&comment) { text.to_owned() } else { format!("{}{comment}{}", &text[..at], &text[at..]) }
}
