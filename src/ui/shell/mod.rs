//! The thin shell: an eframe window around [`window_ui`], and the effects: files, clipboard, repaint, one worker thread.

mod disk;
mod figure;
mod recovery;

use std::cell::Cell;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};

pub use recovery::{INTERVAL, Recovery, left_behind};

use egui::{Context, ViewportBuilder, ViewportCommand};

use self::disk::Watch;
pub use self::figure::write_figure;
use super::worker::Worker;
use super::{prepare, window_ui};
use crate::import;
use crate::model::{Command, Effect, Entry, ExportCommand, INSIDE, Model, PasteCommand, Write, update};
use crate::num::Precision;
use crate::scene::{self, Document, Over, SaveError, SceneError};

/// What the window opens with.
pub struct Start {
    /// The model, its first scene already in it.
    pub model: Model,
    /// What is to be done at once, such as listing a folder or going to a step.
    pub commands: Vec<Command>,
}

impl Start {
    /// A file, a folder, or the scenes inside the program; with another kernel or precision, at a step.
    pub fn at(path: Option<String>, kernel: Option<String>, precision: Option<Precision>, step: Option<usize>) -> Self {
        let inside = || scene::EMBEDDED.iter().map(|(name, _)| format!("{INSIDE}{name}")).collect();
        let mut commands = vec![match path {
            Some(path) => Command::OpenAnyway(path),
            None => Command::Listed(INSIDE.to_owned(), inside()),
        }];
        if kernel.is_some() || precision.is_some() {
            commands.push(Command::Ask(kernel, precision));
        }
        commands.extend(step.map(Command::GoTo));
        Start { model: Model::embedded(), commands }
    }
}

/// Opens the window and returns when it is closed. An error is in plain words, one line, without a place in this program.
pub fn run(start: Start) -> Result<(), String> {
    if cfg!(all(unix, not(target_os = "macos")))
        && ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
            .iter()
            .all(|v| std::env::var_os(v).is_none_or(|v| v.is_empty()))
    {
        return Err("no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".into());
    }
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("gjkscope")
            .with_app_id("gjkscope")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([960.0, 600.0]),
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    };
    // A missing library for the keyboard panics inside a crate of the window's: that is an error like the others, said quietly.
    let opened = Arc::new(AtomicU32::new(0));
    let seen = opened.clone();
    let before = std::panic::take_hook();
    let loud = Arc::new(before);
    let hook = loud.clone();
    std::panic::set_hook(Box::new(move |info| {
        if seen.load(Ordering::Relaxed) > 0 {
            hook(info);
        }
    }));
    let shown = opened.clone();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        eframe::run_native(
            "gjkscope",
            options,
            Box::new(move |cc| {
                shown.store(1, Ordering::Relaxed);
                prepare(&cc.egui_ctx);
                Ok(Box::new(Shell::new(start, &cc.egui_ctx)))
            }),
        )
    }));
    std::panic::set_hook(Box::new(move |info| loud(info)));
    match result {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(plain(&error.to_string())),
        Err(panic) if opened.load(Ordering::Relaxed) > 0 => std::panic::resume_unwind(panic),
        Err(_) => Err("a display library is missing (libxkbcommon-x11)".into()),
    }
}

/// An error of the window library in plain words: its own text names source paths and internals.
fn plain(error: &str) -> String {
    let has = |word: &str| error.contains(word);
    if has("LibraryOpenError") || has("Failed to load") {
        "a display library is missing (libX11, libXcursor, libXi or libX11-xcb)".into()
    } else if has("XOpenDisplayFailed") || has("Failed to open connection") || has("NoCompositor") {
        "the display does not answer (DISPLAY or WAYLAND_DISPLAY names none that runs)".into()
    } else if has("Glutin") || has("glutin") || has("OpenGL") || has("config") {
        "no OpenGL driver was found (libGL, libEGL and a DRI driver)".into()
    } else if has("DISPLAY") {
        "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".into()
    } else {
        "the window cannot be opened on this display".into()
    }
}

/// The window's program: the model and the doors to the world.
struct Shell {
    model: Model,
    waiting: Vec<Command>,
    answers: Receiver<Command>,
    worker: Worker,
    watch: Watch,
    /// `None`: there is no place for it.
    recovery: Option<Recovery>,
    data: Option<PathBuf>,
    title: String,
    last_time: Option<f64>,
    /// The person meant it.
    closing: Cell<bool>,
}

impl Shell {
    fn new(start: Start, ctx: &Context) -> Self {
        let (sender, answers) = channel();
        let data = disk::data_folder();
        let mut waiting = start.commands;
        let mut keeper = None;
        if let Some(data) = &data {
            let folder = data.join("recovery");
            waiting.push(Command::Recent(disk::recent(data)));
            let (found, unreadable) = left_behind(&folder);
            waiting.extend(found.into_iter().map(|found| Command::Recovered(Box::new(found))));
            if unreadable > 0 {
                waiting
                    .push(Command::Say(format!("{unreadable} recovery files cannot be read ({})", slashed(&folder))));
            }
            match Recovery::new(&folder) {
                Ok(recovery) => keeper = Some(recovery),
                Err(error) => {
                    let text = format!("edits are not kept against a crash: {error} ({})", slashed(&folder));
                    waiting.push(Command::Say(text));
                }
            }
        }
        Shell {
            model: start.model,
            waiting,
            answers,
            watch: Watch::new(sender.clone(), ctx.clone()),
            worker: Worker::new(sender, ctx.clone()),
            recovery: keeper,
            data,
            title: String::new(),
            last_time: None,
            closing: Cell::new(false),
        }
    }

    fn apply(&mut self, ctx: &Context, commands: Vec<Command>) {
        let mut queue = std::collections::VecDeque::from(commands);
        while let Some(command) = queue.pop_front() {
            // Answers come before what waits: a step to go to is one of the scene that was opened.
            let answers: Vec<Command> =
                update(&mut self.model, command).into_iter().flat_map(|effect| self.perform(ctx, effect)).collect();
            answers.into_iter().rev().for_each(|answer| queue.push_front(answer));
        }
        if let Some(recovery) = &mut self.recovery {
            recovery.keep(&self.model);
        }
        self.watch.at(self.model.file());
    }

    fn perform(&self, ctx: &Context, effect: Effect) -> Vec<Command> {
        match effect {
            Effect::Repaint => {
                ctx.request_repaint();
                vec![]
            }
            Effect::Read(path) => vec![read(&path)],
            Effect::Write(write) => vec![save(write)],
            Effect::Browse(folder) => vec![browse(folder)],
            Effect::Close => {
                self.closing.set(true);
                ctx.send_viewport_cmd(ViewportCommand::Close);
                vec![]
            }
            Effect::Remember(path) => {
                self.data.iter().map(|data| Command::Recent(disk::remember(data, &path))).collect()
            }
            Effect::Forget(id, now) => {
                match &self.recovery {
                    Some(recovery) => recovery.forget(&id, now),
                    None if now => drop(fs::remove_file(&id)),
                    None => {}
                }
                vec![]
            }
            Effect::Copy(text) => {
                ctx.copy_text(text);
                vec![]
            }
            Effect::Judge(generation, scenes) => {
                self.worker.judge(generation, scenes);
                vec![]
            }
            Effect::Export(asked) => {
                self.worker.export(*asked);
                vec![]
            }
            Effect::Preview(generation, asked) => {
                self.worker.preview(generation, asked);
                vec![]
            }
            Effect::WriteFigure(asked) => {
                self.worker.write_figure(*asked);
                vec![]
            }
            Effect::WriteFiles(id, texts, force) => vec![write_files(id, &texts, force)],
            Effect::Try(generation, scene) => {
                self.worker.attempt(generation, scene);
                vec![]
            }
            Effect::Compare(generation, scene) => {
                self.worker.compare(generation, scene);
                vec![]
            }
        }
    }
}

impl eframe::App for Shell {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let mut commands = std::mem::take(&mut self.waiting);
        commands.extend(self.answers.try_iter());
        let now = ctx.input(|i| i.time);
        let last = self.last_time.replace(now);
        if self.model.playback.playing {
            commands.push(Command::Tick(now - last.unwrap_or(now)));
        }
        let dropped = ctx.input(|i| i.raw.dropped_files.first().map(|f| f.path().to_string_lossy().into_owned()));
        commands.extend(dropped.map(|path| self::dropped(&path)));
        if ctx.input(|i| i.viewport().close_requested()) && !self.closing.get() && self.model.would_lose() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            commands.push(Command::Close);
        }
        self.apply(&ctx, commands);
        let mut commands = Vec::new();
        window_ui(ui, &self.model, &mut commands);
        self.apply(&ctx, commands);
        if self.model.playback.playing {
            ctx.request_repaint();
        }
        let title = format!("{} - gjkscope", self.model.title());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// A scene's document, from a file or from inside the program.
pub(super) fn load(path: &str) -> Result<Document, SceneError> {
    match path.strip_prefix(INSIDE).and_then(scene::embedded) {
        Some(document) => document,
        None => scene::load(Path::new(path)),
    }
}

/// A scene or folder that is dropped is opened; any other file is text with numbers.
fn dropped(path: &str) -> Command {
    let at = Path::new(path);
    if at.is_dir() || path.ends_with(".ron") {
        return Command::Open(path.to_owned());
    }
    let mut bytes = Vec::new();
    let limit = import::MOST_PASTED as u64 + 1;
    match fs::File::open(at).and_then(|file| file.take(limit).read_to_end(&mut bytes)) {
        Ok(_) => match String::from_utf8(bytes) {
            Ok(text) => Command::Paste(PasteCommand::Open(text)),
            // What is cut inside a character is too large anyway.
            Err(error) if error.as_bytes().len() as u64 == limit => {
                Command::Say(format!("larger than 1 MiB; drop less ({path})"))
            }
            Err(_) => Command::Say(format!("not text: nothing to read numbers from ({path})")),
        },
        Err(error) => Command::Say(format!("cannot be read: {error} ({path})")),
    }
}

/// A scene, or a folder's scenes.
fn read(path: &str) -> Command {
    let at = Path::new(path);
    if at.is_dir() {
        return match scene::list(at) {
            Ok(files) => Command::Listed(path.to_owned(), files.iter().map(|f| slashed(f)).collect()),
            Err(error) => Command::OpenFailed(error.to_string()),
        };
    }
    match load(path) {
        Ok(document) => Command::Opened(path.to_owned(), Box::new(document)),
        Err(error) => Command::OpenFailed(error.to_string()),
    }
}

fn save(write: Write) -> Command {
    let over = match (&write.loaded, write.force) {
        (_, true) => Over::Anything,
        (Some(text), false) => Over::Loaded(text),
        (None, false) => Over::Nothing,
    };
    match scene::save(Path::new(&write.path), &write.document.text, over) {
        Ok(()) => Command::Saved(write.path, write.document),
        Err(error @ (SaveError::Changed(_) | SaveError::Exists(_))) => {
            Command::SaveFailed(error.to_string(), Some(write.path))
        }
        Err(error) => Command::SaveFailed(error.to_string(), None),
    }
}

/// Texts for elsewhere, each to its file.
fn write_files(id: &'static str, texts: &[(String, String)], force: bool) -> Command {
    let over = if force { Over::Anything } else { Over::Nothing };
    let first = texts.first().map_or("", |(path, _)| path).to_owned();
    for (path, text) in texts {
        if let Err(error) = scene::save(Path::new(path), text, over) {
            let may = matches!(error, SaveError::Exists(_));
            return Command::Export(ExportCommand::Refused(id, first, error.to_string(), may));
        }
    }
    let paths: Vec<&str> = texts.iter().map(|(path, _)| path.as_str()).collect();
    Command::Export(ExportCommand::Written(paths.join(", ")))
}

/// What the dialog shows of a folder: folders and scenes, by name; nothing hidden.
fn browse(folder: String) -> Command {
    let path = fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone().into());
    let mut entries: Vec<Entry> = match fs::read_dir(&path) {
        Ok(entries) => entries
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                let folder = entry.path().is_dir();
                (!name.starts_with('.') && (folder || name.ends_with(".ron"))).then_some(Entry { name, folder })
            })
            .collect(),
        Err(_) => return Command::Say(format!("this folder cannot be read ({})", slashed(&path))),
    };
    entries.sort_by(|a, b| b.folder.cmp(&a.folder).then_with(|| a.name.cmp(&b.name)));
    Command::Browsed(slashed(&path), entries)
}
