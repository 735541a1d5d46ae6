//! The folder whose scenes are listed, their badges, and the file dialog.

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

/// A folder with its scenes.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    /// Its path.
    pub path: String,
    /// In bytewise order of their paths.
    pub scenes: Vec<Listed>,
    /// What a list shows: the scenes, each folder's name above its own.
    pub rows: Vec<Row>,
    /// Counts folders, so that a late badge of an earlier one is not taken for this one's.
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
        let mut rows = Vec::with_capacity(scenes.len());
        let mut group = "";
        for (i, scene) in scenes.iter().enumerate() {
            let folder = scene.folder();
            if folder != group {
                rows.push(Row::Group(folder.to_owned()));
                group = folder;
            }
            rows.push(Row::Scene(i));
        }
        Folder { path, scenes, rows, generation }
    }
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
