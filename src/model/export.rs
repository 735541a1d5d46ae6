//! The scene as something for elsewhere: which text, and where it goes.

use super::update::{say, tell};
use super::{Effect, Model};
use crate::check;
use crate::draw::Theme;
use crate::export::{self, Exporter, Kept};
use crate::scene::{Document, View};

/// Size of the picture beside a report, pixels.
const PICTURE: glam::DVec2 = glam::DVec2::new(900.0, 460.0);

/// What a person does, and what comes back.
#[derive(Clone, Debug)]
pub enum ExportCommand {
    /// To the clipboard, by the exporter's id.
    Copy(&'static str),
    /// Asks for a file.
    Ask(&'static str),
    /// To that file; `true`: whatever stands there.
    Save(&'static str, String, bool),
    /// The texts came, each with its path; or why there are none.
    Done(Box<ToExport>, Result<Vec<(String, String)>, String>),
    /// They were written there.
    Written(String),
    /// They were not: one line, and whether they may be written after asking.
    Refused(&'static str, String, String, bool),
}

/// A scene to be exported.
#[derive(Clone, Debug)]
pub struct ToExport {
    /// The exporter's id.
    pub id: &'static str,
    /// What the text names as the scene's file.
    pub path: String,
    /// The scene as it is edited.
    pub document: Document,
    /// Where to; `None`: the clipboard.
    pub file: Option<String>,
    /// Overwrite whatever stands there.
    pub force: bool,
}

impl ToExport {
    /// The texts, each with the path it goes to (empty for the clipboard). Runs every kernel, so it is work for a thread.
    pub fn texts(&self) -> Result<Vec<(String, String)>, String> {
        let exporter = export::exporter(self.id).ok_or("unknown exporter")?;
        (exporter.applies)(&self.document.scene)?;
        let (trace, report) = check::run(&self.document.scene).ok_or("the query names no two bodies")?;
        let stem = self.file.as_deref().filter(|_| exporter.picture).map(without_ending);
        let picture = stem.map(|stem| format!("{stem}.svg"));
        let name = picture.as_ref().map(|p| p.rsplit('/').next().unwrap_or(p).to_owned());
        let kept = Kept {
            path: &self.path,
            document: &self.document,
            trace: &trace,
            report: &report,
            picture: name.as_deref(),
        };
        let mut out = vec![(self.file.clone().unwrap_or_default(), (exporter.write)(&kept))];
        out.extend(picture.map(|p| (p, export::figure(&trace, kept.step(), View::Pair, Theme::Light, PICTURE))));
        Ok(out)
    }
}

fn without_ending(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((stem, end)) if !end.contains('/') => stem,
        _ => path,
    }
}

/// The file's suggested name.
pub(super) fn suggested(model: &Model, exporter: &Exporter) -> String {
    let stem = model.name().trim_end_matches(".ron").replace(' ', "-");
    format!("{stem}.{}", exporter.ending)
}

/// Does what a person asked for.
pub(super) fn update(model: &mut Model, command: ExportCommand) -> Vec<Effect> {
    match command {
        ExportCommand::Copy(id) => return begin(model, id, None, false),
        ExportCommand::Ask(id) => return super::update::ask(model, super::DialogKind::Export(id)),
        ExportCommand::Save(id, path, force) => return begin(model, id, Some(path), force),
        ExportCommand::Done(_, Err(reason)) => say(model, reason, None),
        ExportCommand::Done(asked, Ok(texts)) => match asked.file {
            Some(_) => return vec![Effect::WriteFiles(asked.id, texts, asked.force), Effect::Repaint],
            None => {
                let label = export::exporter(asked.id).map_or(asked.id, |e| e.label);
                tell(model, format!("Copied: {label}"));
                return texts.into_iter().take(1).map(|(_, t)| Effect::Copy(t)).chain([Effect::Repaint]).collect();
            }
        },
        ExportCommand::Written(path) => tell(model, format!("Written: {path}")),
        ExportCommand::Refused(id, path, text, may) => {
            let again = super::Command::Export(ExportCommand::Save(id, path, true));
            say(model, text, may.then(|| ("Overwrite".to_owned(), again)));
        }
    }
    vec![Effect::Repaint]
}

fn begin(model: &mut Model, id: &'static str, file: Option<String>, force: bool) -> Vec<Effect> {
    if let Some(Err(reason)) = export::exporter(id).map(|e| (e.applies)(&model.scene)) {
        say(model, reason, None);
        return vec![Effect::Repaint];
    }
    let document = model.document.edited(model.scene.clone());
    let path = model.path.clone().unwrap_or_else(|| "scene.ron".to_owned());
    vec![Effect::Export(Box::new(ToExport { id, path, document, file, force })), Effect::Repaint]
}
