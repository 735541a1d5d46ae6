//! The recovery file: while a scene has unsaved edits, they stand in a file of this process, written by a thread of its own, at
//! most every [`INTERVAL`], each time as a whole or not at all. A lock that ends with the process tells a crash from a window
//! that is still open. No window library here, so that a test can kill a process that uses it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use crate::model::{Model, Recovered};
use crate::scene::{self, Document, Over, Scene};

/// Time between two writes: what a crash may cost at most, besides the write itself. A person makes few edits in it.
pub const INTERVAL: Duration = Duration::from_millis(250);

/// Ending of the files that hold edits.
const ENDING: &str = "recovery";

/// What stands in the file.
#[derive(Serialize, Deserialize)]
struct Kept {
    format: u32,
    /// The scene's path.
    path: Option<String>,
    /// The text that was edited.
    loaded: Option<String>,
    /// The text with the edits.
    edited: String,
}

/// Edits to be kept.
#[derive(Clone)]
struct Edits {
    path: Option<String>,
    base: Arc<Document>,
    unsaved: bool,
    scene: Scene,
}

#[derive(Default)]
struct State {
    wanted: Option<Edits>,
    /// `wanted` is not what stands in the file.
    changed: bool,
    /// Files of other processes that go as soon as these edits are safe.
    forget: Vec<PathBuf>,
    closed: bool,
}

type Shared = Arc<(Mutex<State>, Condvar)>;

/// The keeper of one window's unsaved edits.
pub struct Recovery {
    shared: Shared,
    thread: Option<JoinHandle<()>>,
    /// Held as long as this process lives.
    _lock: File,
    lock_path: PathBuf,
    /// The document that edits are made to, to be shared and not copied at each edit.
    base: Option<Arc<Document>>,
    last: Option<Scene>,
}

fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recovery {
    /// Begins to keep edits in a file of this process in that folder, which is made if need be.
    pub fn new(folder: &Path) -> std::io::Result<Recovery> {
        fs::create_dir_all(folder)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let stem = folder.join(format!("{}-{}", std::process::id(), now.as_nanos()));
        let lock_path = stem.with_extension("lock");
        let lock = File::create(&lock_path)?;
        lock.lock()?;
        let shared = Shared::default();
        let (theirs, file) = (shared.clone(), stem.with_extension(ENDING));
        let thread = std::thread::Builder::new().name("recovery".into()).spawn(move || write_all(&theirs, &file))?;
        Ok(Recovery { shared, thread: Some(thread), _lock: lock, lock_path, base: None, last: None })
    }

    /// Looks whether there is something new to be kept. Cheap where nothing changed.
    pub fn keep(&mut self, model: &Model) {
        if !model.dirty() {
            if self.last.take().is_some() {
                self.give(|state| (state.wanted, state.changed) = (None, true));
            }
            return;
        }
        let fresh = self.base.as_ref().is_none_or(|base| base.text != model.document.text);
        // To the last bit: a minus zero is an edit.
        if !fresh && self.last.as_ref().is_some_and(|last| scene::same(last, &model.scene)) {
            return;
        }
        if fresh {
            self.base = Some(Arc::new(model.document.clone()));
        }
        let Some(base) = self.base.clone() else { return };
        self.last = Some(model.scene.clone());
        let edits = Edits { path: model.path.clone(), base, unsaved: model.unsaved, scene: model.scene.clone() };
        self.give(|state| (state.wanted, state.changed) = (Some(edits), true));
    }

    /// Removes what another process left: at once, or as soon as this one's edits are written.
    pub fn forget(&self, id: &str, now: bool) {
        if now {
            remove(Path::new(id));
        } else {
            self.give(|state| state.forget.push(id.into()));
        }
    }

    fn give(&self, change: impl FnOnce(&mut State)) {
        change(&mut lock(&self.shared));
        self.shared.1.notify_all();
    }
}

impl Drop for Recovery {
    /// A window that is closed has nothing to recover; one that ends by a panic has.
    fn drop(&mut self) {
        let crashed = std::thread::panicking();
        self.give(|state| {
            if !crashed {
                (state.wanted, state.changed) = (None, true);
            }
            state.closed = true;
        });
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        if !crashed {
            drop(fs::remove_file(&self.lock_path));
        }
    }
}

/// The thread: the newest edits, not more often than every [`INTERVAL`].
fn write_all(shared: &Shared, file: &Path) {
    let mut written: Option<Instant> = None;
    loop {
        let mut state = lock(shared);
        while !state.changed && !state.closed {
            state = shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let since = written.map_or(INTERVAL, |at| at.elapsed());
        if since < INTERVAL && !state.closed {
            drop(shared.1.wait_timeout(state, INTERVAL - since));
            continue;
        }
        let (wanted, closed) = (state.wanted.clone(), state.closed);
        let changed = std::mem::take(&mut state.changed);
        let forget = std::mem::take(&mut state.forget);
        drop(state);
        let safe = !changed || put(file, wanted);
        if safe {
            forget.iter().for_each(|other| remove(other));
        } else {
            lock(shared).forget.extend(forget);
        }
        written = Some(Instant::now());
        if closed {
            return;
        }
    }
}

/// Whether the file now holds these edits, or is gone if there are none.
fn put(file: &Path, wanted: Option<Edits>) -> bool {
    let Some(edits) = wanted else {
        remove(file);
        return true;
    };
    let loaded = (!edits.unsaved).then(|| edits.base.text.clone());
    let kept = Kept { format: 1, path: edits.path, loaded, edited: edits.base.render(&edits.scene) };
    serde_json::to_string(&kept).is_ok_and(|text| scene::save(file, &text, Over::Anything).is_ok())
}

/// The file and the lock beside it. What is gone already is fine.
fn remove(file: &Path) {
    drop(fs::remove_file(file));
    if ended(file) {
        drop(fs::remove_file(file.with_extension("lock")));
    }
}

/// What processes that have ended left behind, oldest first; and how many of their files cannot be read.
pub fn left_behind(folder: &Path) -> (Vec<Recovered>, usize) {
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|end| end == ENDING) && ended(&path) {
            let at = entry.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            files.push((at, path));
        }
    }
    files.sort();
    let mut unreadable = 0;
    let mut found = Vec::new();
    for (at, file) in files {
        match read(&file, at) {
            Some(recovered) => found.push(recovered),
            None => unreadable += 1,
        }
    }
    (found, unreadable)
}

/// Nobody holds the lock of this file any more.
fn ended(file: &Path) -> bool {
    File::open(file.with_extension("lock")).map_or(true, |lock| lock.try_lock().is_ok())
}

fn read(file: &Path, at: SystemTime) -> Option<Recovered> {
    let kept: Kept = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    let name = kept.path.clone().unwrap_or_default();
    let edited = scene::parse_edited(&kept.edited, &name).ok()?;
    let loaded = match &kept.loaded {
        Some(text) => Some(scene::parse_edited(text, &name).ok()?),
        None => None,
    };
    Some(Recovered {
        id: file.to_string_lossy().into_owned(),
        path: kept.path,
        loaded,
        scene: edited.scene,
        when: ago(SystemTime::now().duration_since(at).unwrap_or_default()),
    })
}

fn ago(time: Duration) -> String {
    let count = |n: u64, unit: &str| if n == 1 { format!("1 {unit} ago") } else { format!("{n} {unit}s ago") };
    match time.as_secs() {
        s if s < 60 => "less than a minute ago".to_owned(),
        s if s < 3600 => count(s / 60, "minute"),
        s if s < 86_400 => count(s / 3600, "hour"),
        s => count(s / 86_400, "day"),
    }
}
