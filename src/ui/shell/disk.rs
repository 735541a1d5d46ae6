//! What the window remembers between runs, and a look at the open file once a second.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use egui::Context;

use crate::model::Command;
use crate::scene::{self, Over};

/// Most files that are remembered.
const MOST_RECENT: usize = 12;
/// Time between two looks.
const LOOK: Duration = Duration::from_secs(1);

/// Where programs keep what is theirs on this system, for this one; `None` where the system names no such place.
pub fn data_folder() -> Option<PathBuf> {
    let at = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        at("APPDATA")
    } else if cfg!(target_os = "macos") {
        at("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        at("XDG_DATA_HOME").or_else(|| at("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("gjkscope"))
}

/// The files that were opened or saved last, newest first; those that are gone are left out.
pub fn recent(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("recent")).unwrap_or_default();
    text.lines().filter(|line| Path::new(line).is_file()).take(MOST_RECENT).map(str::to_owned).collect()
}

/// Puts a file in front of the recent ones. That it cannot be remembered is no reason to bother anybody.
pub fn remember(folder: &Path, path: &str) -> Vec<String> {
    let whole = fs::canonicalize(path).map_or_else(|_| path.to_owned(), |p| super::slashed(&p));
    let mut list = recent(folder);
    list.retain(|other| *other != whole);
    list.insert(0, whole);
    list.truncate(MOST_RECENT);
    let text: String = list.iter().map(|path| format!("{path}\n")).collect();
    if fs::create_dir_all(folder).is_ok() {
        drop(scene::save(&folder.join("recent"), &text, Over::Anything));
    }
    list
}

/// Looks at one file until it is told another.
pub struct Watch(Arc<Mutex<Option<String>>>);

impl Watch {
    /// Starts the thread; a change is answered by [`Command::Changed`].
    pub fn new(sender: Sender<Command>, ctx: Context) -> Watch {
        let watched: Arc<Mutex<Option<String>>> = Arc::default();
        let theirs = Arc::downgrade(&watched);
        let work = move || {
            let mut seen: Option<(String, Stamp)> = None;
            while let Some(watched) = theirs.upgrade() {
                let path = watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
                drop(watched);
                if let Some(command) = path.and_then(|path| look(path, &mut seen)) {
                    if sender.send(command).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
                std::thread::sleep(LOOK);
            }
        };
        drop(std::thread::Builder::new().name("watch".into()).spawn(work));
        Watch(watched)
    }

    /// The file to look at.
    pub fn at(&self, path: Option<&str>) {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if watched.as_deref() != path {
            *watched = path.map(str::to_owned);
        }
    }
}

/// Time of the last change and size; `None`: no such file.
type Stamp = Option<(SystemTime, u64)>;

fn look(path: String, seen: &mut Option<(String, Stamp)>) -> Option<Command> {
    let stamp = || fs::metadata(&path).ok().and_then(|m| Some((m.modified().ok()?, m.len())));
    let now = stamp();
    match seen {
        Some((same, then)) if *same == path && *then == now => return None,
        // The first look: whether it changed since it was loaded is for the model to see.
        _ => {}
    }
    let read = scene::load(Path::new(&path)).map(Box::new).map_err(|e| e.to_string());
    // Somebody is still writing: the next look will tell.
    if stamp() != now {
        return None;
    }
    *seen = Some((path.clone(), now));
    Some(Command::Changed(path, read))
}
