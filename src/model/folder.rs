//! The folder whose scenes are listed, their badges, and the file dialog.

use super::update::tell;
use super::{Command, Effect, Model};
use crate::check::{Verdict, judge};
use crate::run::traced;
use crate::scene::Scene;

/// How a scene of the folder fares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Badge {
    /// Not run yet.
    #[default]
    NotRun,
    /// Run; what the checks say.
    Run(Verdict),
    /// Run, but not judged.
    Unjudged,
    /// Cannot be read.
    Unreadable,
}

impl Badge {
    /// The word beside the sign.
    pub fn word(self) -> &'static str {
        match self {
            Badge::NotRun => "not run",
            Badge::Run(verdict) => verdict.id(),
            Badge::Unjudged => "not judged",
            Badge::Unreadable => "unreadable",
        }
    }
}

impl Badge {
    /// Something is wrong that nobody knows of yet.
    pub fn needs_a_look(self) -> bool {
        let surprising = [Verdict::Fail, Verdict::Undecided, Verdict::UnexpectedPass];
        self == Badge::Unreadable || surprising.into_iter().any(|v| self == Badge::Run(v))
    }
}

/// The badge of a scene that was read.
pub fn badge_of(scene: &Scene) -> Badge {
    match traced(scene).and_then(|trace| judge(scene, &trace)) {
        Some(report) => Badge::Run(report.verdict),
        None => Badge::Unjudged,
    }
}

/// A scene of the folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its path, with `/`.
    pub path: String,
    /// Its path inside the folder.
    pub name: String,
    /// How it fares.
    pub badge: Badge,
}

impl Listed {
    /// The folder inside the folder, empty for the folder itself.
    pub fn folder(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The last part of its path, without the ending.
    pub fn short(&self) -> &str {
        let last = self.name.rsplit('/').next().unwrap_or(&self.name);
        last.strip_suffix(".ron").unwrap_or(last)
    }
}

/// A row of the list of scenes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A folder inside the folder.
    Group(String),
    /// A scene, by its index.
    Scene(usize),
}

impl Row {
    /// The scene's index.
    pub fn scene(&self) -> Option<usize> {
        match self {
            Row::Scene(i) => Some(*i),
            Row::Group(_) => None,
        }
    }
}

/// A folder with its scenes.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    /// Its path.
    pub path: String,
    /// In bytewise order of their paths.
    pub scenes: Vec<Listed>,
    /// What a list shows: the scenes, each folder's name above its own.
    pub rows: Vec<Row>,
    /// Words that a scene's path has to have, or its badge; empty: every scene is listed.
    pub filter: String,
    /// Scenes are being run.
    pub running: bool,
    /// Counts folders and their runs, so that a late badge of an earlier one is not taken for this one's.
    pub generation: u32,
}

impl Folder {
    /// A folder with these files.
    pub fn new(path: String, files: Vec<String>, generation: u32) -> Self {
        let inside = |file: &str| {
            let rest = file.strip_prefix(path.as_str()).map(|r| r.trim_start_matches('/'));
            rest.filter(|r| !r.is_empty()).unwrap_or(file).to_owned()
        };
        let scenes: Vec<Listed> =
            files.into_iter().map(|f| Listed { name: inside(&f), path: f, badge: Badge::NotRun }).collect();
        let mut folder = Folder { path, scenes, rows: Vec::new(), filter: String::new(), running: true, generation };
        folder.list();
        folder
    }

    /// The rows that fit the filter.
    pub(super) fn list(&mut self) {
        let words: Vec<String> = self.filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let fits = |scene: &Listed| {
            let name = if words.is_empty() { String::new() } else { scene.name.to_lowercase() };
            words.iter().all(|word| name.contains(word) || scene.badge.word() == word)
        };
        self.rows.clear();
        let mut group = "";
        for (i, scene) in self.scenes.iter().enumerate().filter(|(_, scene)| fits(scene)) {
            if scene.folder() != group {
                group = scene.folder();
                self.rows.push(Row::Group(group.to_owned()));
            }
            self.rows.push(Row::Scene(i));
        }
    }

    /// A scene was run.
    pub(super) fn judged(&mut self, index: usize, badge: Badge) {
        if let Some(scene) = self.scenes.get_mut(index) {
            scene.badge = badge;
        }
        if !self.filter.is_empty() {
            self.list();
        }
        self.running &= self.scenes.iter().any(|s| s.badge == Badge::NotRun);
    }

    /// How many scenes have been run.
    pub fn run(&self) -> usize {
        self.scenes.iter().filter(|s| s.badge != Badge::NotRun).count()
    }

    /// Every badge that some scene has, worst first, and how many.
    pub fn counts(&self) -> Vec<(Badge, usize)> {
        let worst = [
            Badge::Unreadable,
            Badge::Run(Verdict::Fail),
            Badge::Run(Verdict::Undecided),
            Badge::Run(Verdict::UnexpectedPass),
            Badge::Run(Verdict::KnownFailure),
            Badge::Run(Verdict::Pass),
            Badge::Unjudged,
            Badge::NotRun,
        ];
        let count = |badge: Badge| (badge, self.scenes.iter().filter(|s| s.badge == badge).count());
        worst.into_iter().map(count).filter(|(_, n)| *n > 0).collect()
    }

    /// The next listed scene after `path` (before it, if `back`) that needs a look, around.
    fn failing(&self, path: Option<&str>, back: bool) -> Option<&Listed> {
        let listed: Vec<&Listed> = self.rows.iter().filter_map(|row| self.scenes.get(row.scene()?)).collect();
        let here = listed.iter().position(|s| Some(s.path.as_str()) == path);
        let n = listed.len();
        let start = here.unwrap_or(if back { 0 } else { n.saturating_sub(1) });
        let at = |k: usize| listed[if back { (start + n - k) % n } else { (start + k) % n }];
        (1..=n).map(at).find(|s| s.badge.needs_a_look())
    }
}

/// What a person does with the listed folder.
#[derive(Clone, Debug)]
pub enum FolderCommand {
    /// The filter's words.
    Filter(String),
    /// Runs every scene anew.
    Run,
    /// Stops running.
    Stop,
    /// Opens the next scene that needs a look, or the one before (`true`).
    NextFailing(bool),
}

/// Does what a person asked for.
pub(super) fn update(model: &mut Model, command: FolderCommand) -> Vec<Effect> {
    let path = model.path.clone();
    let Some(folder) = &mut model.folder else { return vec![] };
    match command {
        FolderCommand::Filter(text) => {
            folder.filter = text;
            folder.list();
        }
        FolderCommand::Run => {
            folder.generation += 1;
            folder.running = true;
            folder.scenes.iter_mut().for_each(|s| s.badge = Badge::NotRun);
            folder.list();
            return vec![Effect::Judge(folder.generation, folder.scenes.clone()), Effect::Repaint];
        }
        FolderCommand::Stop => {
            folder.generation += 1;
            folder.running = false;
            return vec![Effect::Judge(folder.generation, Vec::new()), Effect::Repaint];
        }
        FolderCommand::NextFailing(back) => {
            let Some(next) = folder.failing(path.as_deref(), back).map(|s| s.path.clone()) else {
                let running = if folder.running { " so far" } else { "" };
                tell(model, format!("no listed scene fails{running}"));
                return vec![Effect::Repaint];
            };
            if Some(next.as_str()) != path.as_deref() {
                return super::update::apply(model, Command::Open(next));
            }
        }
    }
    vec![Effect::Repaint]
}

/// What the dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogKind {
    /// Opening a scene or folder.
    Open,
    /// Saving the scene under another name.
    Save,
    /// Exporting it, by the exporter's id.
    Export(&'static str),
    /// Saving a figure of it.
    Figure,
}

/// A row of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Last part of its path.
    pub name: String,
    /// A folder, not a scene.
    pub folder: bool,
}

/// The file dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct Dialog {
    /// What for.
    pub kind: DialogKind,
    /// The folder it shows.
    pub folder: String,
    /// Folders first, then scenes.
    pub entries: Vec<Entry>,
    /// The path field.
    pub text: String,
}
