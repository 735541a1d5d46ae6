//! What happens to the scene outside the window: edits that a crash left behind, and a file that somebody else changed.

use super::cursor::Anchor;
use super::files;
use super::update::{replace, say, tell};
use super::{Command, Effect, Model};
use crate::scene::{Document, Scene};

/// Unsaved edits that a window left behind when it ended without being closed.
#[derive(Clone, Debug)]
pub struct Recovered {
    /// Names what holds them.
    pub id: String,
    /// The path of the scene; `None`: it had no file yet.
    pub path: Option<String>,
    /// The document they were made to; `None`: it had no file yet.
    pub loaded: Option<Document>,
    /// The scene as it was edited.
    pub scene: Scene,
    /// How long ago they were kept, for a person.
    pub when: String,
}

impl Recovered {
    fn name(&self) -> &str {
        self.path.as_deref().map_or("a new scene", |p| p.rsplit('/').next().unwrap_or(p))
    }
}

/// Offers them.
pub(super) fn offer(model: &mut Model, found: Box<Recovered>) {
    let text =
        format!("Unsaved changes to {} were kept {}, when a window ended unexpectedly", found.name(), found.when);
    let discard = Command::Discard(found.id.clone());
    say(model, text, [("Restore".to_owned(), Command::Restore(found)), ("Discard".to_owned(), discard)]);
}

/// Brings them back, as edits of their document. What holds them goes once this window holds them.
pub(super) fn restore(model: &mut Model, found: Box<Recovered>, anyway: bool) -> Vec<Effect> {
    if model.would_lose() && !anyway {
        let text = format!("{} has changes that are not saved; restoring {} drops them", model.name(), found.name());
        let later = ("Not now".to_owned(), Command::Recovered(found.clone()));
        say(model, text, [("Restore anyway".to_owned(), Command::RestoreAnyway(found)), later]);
        return vec![Effect::Repaint];
    }
    let Recovered { id, path, loaded, scene, .. } = *found;
    files::fresh(model, scene);
    if let Some(document) = loaded {
        model.document = document;
        model.path = path;
        model.unsaved = false;
    }
    vec![Effect::Forget(id, false), Effect::Repaint]
}

/// The file of the scene changed on disk.
pub(super) fn changed(model: &mut Model, path: String, now: Result<Box<Document>, String>) -> Vec<Effect> {
    if model.file() != Some(path.as_str()) {
        return vec![];
    }
    let name = model.name().to_owned();
    let said = format!("{name} changed on disk");
    match now {
        Ok(document) if document.text == model.loaded() => return vec![],
        Ok(document) => {
            model.messages.retain(|m| !m.text.starts_with(&said));
            if model.dirty() {
                let keep = Command::KeepMine(document.text.clone());
                let actions = [("Reload".to_owned(), Command::Reload(document)), ("Keep mine".to_owned(), keep)];
                say(model, format!("{said}; your edits are kept"), actions);
            } else {
                reload(model, *document);
                tell(model, format!("{said} and was loaded again"));
            }
        }
        Err(error) => say(model, format!("{said} and is kept as it was: {error}"), None),
    }
    vec![Effect::Repaint]
}

/// Takes the document from disk; the scene before it can be had back by undo.
pub(super) fn reload(model: &mut Model, document: Document) {
    let anchor = Anchor::of(model.trace.as_ref(), model.cursor);
    let scene = document.scene.clone();
    model.document = document;
    model.on_disk = None;
    replace(model, scene);
    model.cursor = anchor.find(model.trace.as_ref());
}
