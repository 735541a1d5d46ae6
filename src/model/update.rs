//! What each command does to the model.

use super::cursor::Anchor;
use super::{
    Command, Dialog, DialogKind, Edit, Effect, FigureCommand, Folder, Gesture, INSIDE, Message, Model, Tone, View,
    Write, Zoomed, edit,
};
use super::{EventTable, Loupe, Pinned, compare, events};
use super::{export, figure, files, folder, keep, palette, paste, recovery};
use crate::check::{self, expectation_from_truth};
use crate::draw::{Target, Theme};
use crate::kernel::KERNELS;
use crate::num::Precision;
use crate::run::{NumberStyle, sentence, shell_word};
use crate::scene::{Scene, same};
use crate::shape::SMOOTH;

/// Does what a person asked for. Never fails; what makes no sense now does nothing.
pub fn update(model: &mut Model, command: Command) -> Vec<Effect> {
    model.editing.not_nudging(&command);
    let mut effects = apply(model, command);
    effects.extend(compare::follow(model));
    effects.extend(figure::follow(model));
    effects
}

pub(super) fn apply(model: &mut Model, command: Command) -> Vec<Effect> {
    let repaint = vec![Effect::Repaint];
    match command {
        Command::Hover(target) => {
            if model.hover == target {
                return vec![];
            }
            model.hover = target;
        }
        Command::Tick(seconds) => return tick(model, seconds),
        Command::StepBy(by) => go(model, model.cursor.saturating_add_signed(by as isize)),
        Command::IterationBy(by) => go(model, iteration_by(model, by)),
        Command::GoTo(step) => go(model, step),
        Command::Home => go(model, 0),
        Command::End => go(model, usize::MAX),
        Command::NextProblem => {
            let next = model.timeline.problems.iter().find(|p| p.step as usize > model.cursor);
            go(model, next.map_or(model.cursor, |p| p.step as usize));
        }
        Command::PrevProblem => {
            let previous = model.timeline.problems.iter().rev().find(|p| (p.step as usize) < model.cursor);
            go(model, previous.map_or(model.cursor, |p| p.step as usize));
        }
        Command::TogglePlay => {
            model.playback.playing = !model.playback.playing && model.steps() > 1;
            model.playback.part = 0.0;
            if model.playback.playing && model.cursor + 1 >= model.steps() {
                model.cursor = 0;
            }
        }
        Command::Speed(speed) => model.playback.speed = speed.clamp(0.1, 1000.0),
        Command::AskGoTo => model.go_to = Some(String::new()),
        Command::GoToText(text) => model.go_to = Some(text),
        Command::GoToConfirm => {
            if let Some(step) = model.go_to.take().and_then(|t| t.trim().parse().ok()) {
                go(model, step);
            }
        }
        Command::Escape => return escape(model),

        Command::Ask(kernel, precision) => {
            edited(model, |s| {
                s.query.kernel = kernel.unwrap_or_else(|| s.query.kernel.clone());
                s.query.precision = precision.unwrap_or(s.query.precision);
            });
            model.asked = Some((model.document.text.clone(), model.scene.query.clone()));
            model.seek_problem();
        }
        Command::SetKernel(id) => edited(model, |s| s.query.kernel = id),
        Command::KernelBy(by) => {
            let now = KERNELS.iter().position(|k| k.id == model.scene.query.kernel).unwrap_or(0) as i64;
            let next = (now + by).rem_euclid(KERNELS.len() as i64) as usize;
            edited(model, |s| s.query.kernel = KERNELS[next].id.into());
        }
        Command::SetPrecision(precision) => edited(model, |s| s.query.precision = precision),
        Command::TogglePrecision => edited(model, |s| {
            s.query.precision = match s.query.precision {
                Precision::F32 => Precision::F64,
                Precision::F64 => Precision::F32,
            }
        }),
        Command::SetStart(start) => edited(model, |s| s.query.settings.start = start),
        Command::SetSettings(settings) => edited(model, |s| s.query.settings = settings),
        Command::SetTie(tie) => edited(model, |s| s.query.settings.tie = tie),
        Command::SetTolerance(x) => edited(model, |s| s.query.settings.tolerance = x),
        Command::SetTouching(x) => edited(model, |s| s.query.settings.touching = x),
        Command::SetMaxIterations(n) => edited(model, |s| s.query.settings.max_iterations = n.max(1)),
        Command::SetMaxExpansions(n) => edited(model, |s| s.query.settings.max_expansions = n),
        Command::WarmStartFromLast => {
            let simplex = final_simplex(model);
            edited(model, |s| s.query.settings.warm_start = simplex);
        }
        Command::ClearWarmStart => edited(model, |s| s.query.settings.warm_start.clear()),
        Command::SetPair(a, b) => {
            edited(model, |s| (s.query.a, s.query.b) = (a, b));
            model.fit();
        }

        Command::GestureBegin => begin(model),
        Command::Grab(grab) => {
            model.grab = Some(grab);
            begin(model);
        }
        Command::GestureEnd => end(model),
        Command::GestureCancel => {
            model.grab = None;
            model.editing.hint = None;
            if let Some(gesture) = model.gesture.take() {
                model.scene = gesture.scene;
                model.record();
                model.cursor = gesture.cursor.find(model.trace.as_ref());
            }
        }
        Command::Edit(edit) => return edit::apply(model, edit),
        Command::SetShape(body, shape) => edited(model, |s| {
            if let Some(body) = s.bodies.get_mut(body) {
                body.shape = shape;
            }
        }),
        Command::SetPose(body, pose) => edited(model, |s| {
            if let Some(body) = s.bodies.get_mut(body) {
                body.pose = pose;
            }
        }),
        Command::Undo if model.editing.sketch.is_some() => return edit::apply(model, Edit::DrawBack),
        Command::Undo => travel(model, true),
        Command::Redo => travel(model, false),

        Command::New if model.would_lose() => {
            let text = format!("{} has changes that are not saved; a new scene drops them", model.name());
            say(model, text, Some(("New anyway".to_owned(), Command::NewAnyway)));
        }
        Command::New | Command::NewAnyway => files::fresh(model, files::blank()),
        Command::Palette(command) => return palette::update(model, command),
        Command::Folder(command) => return folder::update(model, command),
        Command::Paste(command) => return paste::update(model, command),
        Command::Export(command) => return export::update(model, command),
        Command::Figure(command) => return figure::update(model, command),
        Command::Keep(command) => return keep::update(model, command),
        Command::SetExpect(expect) => edited(model, |s| s.expect = expect.map(|e| *e)),
        Command::ExpectFromTruth => {
            let Some(truth) = expectation_from_truth(&model.scene) else { return vec![] };
            edited(model, |s| {
                s.expect = Some(match s.expect.take() {
                    Some(old) => {
                        crate::scene::Expect { answer: truth.answer, normals: truth.normals, f32: truth.f32, ..old }
                    }
                    None => truth,
                });
            });
        }
        Command::CopyScene => {
            let text = model.document.render(&model.scene);
            tell(model, "Copied: the scene's text".into());
            return vec![Effect::Copy(text), Effect::Repaint];
        }
        Command::Recovered(found) => recovery::offer(model, found),
        Command::Restore(found) => return recovery::restore(model, found, false),
        Command::RestoreAnyway(found) => return recovery::restore(model, found, true),
        Command::Discard(id) => return vec![Effect::Forget(id, true), Effect::Repaint],
        Command::Changed(path, now) => return recovery::changed(model, path, now),
        Command::Reload(document) => recovery::reload(model, *document),
        Command::KeepMine(text) => model.on_disk = Some(text),
        Command::Recent(files) => model.recent = files,
        Command::Open(path) if model.would_lose() => {
            let text = format!("{} has changes that are not saved; opening {path} drops them", model.name());
            say(model, text, Some(("Open anyway".to_owned(), Command::OpenAnyway(path))));
        }
        Command::Open(path) | Command::OpenAnyway(path) => {
            model.dialog = None;
            return vec![Effect::Read(path), Effect::Repaint];
        }
        Command::Close if model.would_lose() => {
            let text = format!("{} has changes that are not saved; closing drops them", model.name());
            say(model, text, Some(("Close anyway".to_owned(), Command::CloseAnyway)));
        }
        Command::Close | Command::CloseAnyway => return vec![Effect::Close],
        Command::Opened(path, document) => {
            let notes = document.notes.iter().map(|note| format!("note: {note}")).collect::<Vec<_>>();
            model.document = *document;
            model.scene = model.document.scene.clone();
            model.path = Some(path);
            (model.unsaved, model.on_disk) = (false, None);
            model.dialog = None;
            model.start();
            notes.into_iter().for_each(|text| tell(model, text));
            return noted(model);
        }
        Command::OpenFailed(text) => say(model, text, None),
        Command::Save => match model.file().map(str::to_owned) {
            Some(path) => return write(model, path, false),
            None => return ask(model, DialogKind::Save),
        },
        Command::SaveAs(path, force) => return write(model, path, force),
        Command::Saved(path, document) => {
            model.document = *document;
            (model.unsaved, model.on_disk) = (false, None);
            model.dialog = None;
            model.keep = None;
            let judged = super::badge_of(&model.scene);
            let folder = model.folder.as_mut();
            if let Some(scene) = folder.and_then(|f| f.scenes.iter_mut().find(|s| s.path == path)) {
                scene.badge = judged;
            }
            model.folder.iter_mut().for_each(Folder::list);
            model.path = Some(path);
            return noted(model);
        }
        Command::SaveFailed(text, overwrite) => {
            let action = overwrite.map(|path| ("Save anyway".to_owned(), Command::SaveAs(path, true)));
            say(model, text, action);
        }
        Command::Listed(path, files) => return listed(model, path, files),
        Command::Judged(generation, index, badge) => {
            if let Some(folder) = model.folder.as_mut().filter(|f| f.generation == generation) {
                folder.judged(index, badge);
            }
        }
        Command::AskOpen => return ask(model, DialogKind::Open),
        Command::AskSave => return ask(model, DialogKind::Save),
        Command::DialogText(text) => {
            if let Some(dialog) = &mut model.dialog {
                dialog.text = text;
            }
        }
        Command::Browse(folder) => return vec![Effect::Browse(folder)],
        Command::Browsed(folder, entries) => {
            if let Some(dialog) = &mut model.dialog {
                let name = dialog.text.rsplit('/').next().unwrap_or_default().to_owned();
                dialog.text = match dialog.kind {
                    DialogKind::Save => join(&folder, if name.is_empty() { "scene.ron" } else { &name }),
                    DialogKind::Export(_) | DialogKind::Figure => join(&folder, &name),
                    DialogKind::Open => join(&folder, ""),
                };
                dialog.folder = folder;
                dialog.entries = entries;
            }
        }
        Command::DialogConfirm => return confirm(model),

        Command::Select(body) => model.selected = body.filter(|b| *b < model.scene.bodies.len()),
        Command::Fit => model.fit(),
        Command::SetView { view, center, scale } => {
            let state = match view {
                View::World => &mut model.world,
                View::Minkowski => &mut model.minkowski,
            };
            if center.is_finite() && scale.is_finite() && scale > 0.0 {
                state.zoomed = Some(Zoomed { center, scale });
            }
        }
        Command::SetTheme(theme) => model.theme = theme,
        Command::ToggleTheme => {
            model.theme = match model.theme {
                Theme::Light | Theme::Print | Theme::ColourBlind => Theme::Dark,
                Theme::Dark => Theme::Light,
            }
        }
        Command::SetNumbers(style) => {
            model.numbers = style;
            events::refresh(model);
        }
        Command::NextNumbers => {
            model.numbers = match model.numbers {
                NumberStyle::Short => NumberStyle::Exact,
                NumberStyle::Exact => NumberStyle::Hex,
                NumberStyle::Hex => NumberStyle::Short,
            };
            events::refresh(model);
        }
        Command::TogglePanel(panel) => match model.folded.iter().position(|p| *p == panel) {
            Some(i) => drop(model.folded.remove(i)),
            None => model.folded.push(panel),
        },
        Command::ChartGap(gap) => model.chart_gap = Some(gap),
        Command::ToggleHelp => model.help = !model.help,
        Command::ToggleCompare => {
            let effect = if model.comparison.is_some() { compare::stop(model) } else { compare::start(model) };
            return vec![effect, Effect::Repaint];
        }
        Command::Compared(generation, runs) => {
            let Some(comparison) = model.comparison.as_mut().filter(|c| c.generation == generation) else {
                return vec![];
            };
            comparison.runs.extend(runs);
            comparison.answered += 1;
        }
        Command::OpenRun(kernel, precision) => edited(model, |s| {
            s.query.kernel = kernel;
            s.query.precision = precision;
        }),
        Command::OpenTwisted(kernel, precision, twist) => {
            let asked = compare::asked(&model.scene, kernel, precision, Some(twist));
            edited(model, |s| s.query = asked.query);
        }
        Command::ToggleEvents => {
            model.events = if model.events.is_some() { None } else { Some(EventTable::default()) };
            events::refresh(model);
        }
        Command::FilterEvents(filter) => {
            if let Some(table) = &mut model.events {
                table.filter = filter;
                events::refresh(model);
            }
        }
        Command::CopyEvents => return vec![Effect::Copy(events::as_text(model))],
        Command::ToggleLoupe => {
            model.loupe = if model.loupe.is_some() { None } else { Some(Loupe::default()) };
        }
        Command::SetLoupeScale(scale) => {
            let scale = scale.filter(|s| s.is_finite() && *s > 0.0);
            model.loupe = model.loupe.map(|_| Loupe { scale });
        }
        Command::TogglePin => {
            if let (None, Some(trace)) = (model.pinned.take(), model.trace.clone()) {
                model.pin(Pinned::new(trace, model.report.as_ref(), None));
            }
        }
        Command::PinRun(kernel, precision, twist) => {
            if let Some((trace, report)) = check::run(&compare::asked(&model.scene, kernel, precision, twist)) {
                model.pin(Pinned::new(trace, Some(&report), twist));
            }
        }
        Command::SetAlign(align) => {
            if let Some(pinned) = &mut model.pinned {
                pinned.align = align;
            }
        }
        Command::CopyView => return copy_view(model),
        Command::Dismiss(i) => {
            if i < model.messages.len() {
                model.messages.remove(i);
            }
        }
        Command::Say(text) => say(model, text, None),
        Command::CopySentence => {
            let text = model.trace.as_ref().map(|t| sentence(t, model.cursor, model.numbers)).unwrap_or_default();
            return vec![Effect::Copy(text)];
        }
    }
    repaint
}

/// Moves the cursor by hand: playing stops.
fn go(model: &mut Model, step: usize) {
    model.cursor = step.min(model.steps().saturating_sub(1));
    model.playback.playing = false;
    if matches!(model.hover, Some(Target::Step(_))) {
        model.hover = None;
    }
}

fn iteration_by(model: &Model, by: i64) -> usize {
    let starts = &model.timeline.iterations;
    let here = starts.partition_point(|s| *s as usize <= model.cursor).saturating_sub(1);
    let inside = starts.get(here).is_some_and(|s| (*s as usize) < model.cursor);
    let by = if by < 0 && inside { by + 1 } else { by };
    match here.checked_add_signed(by as isize) {
        Some(i) => starts.get(i).map_or(usize::MAX, |s| *s as usize),
        None => 0,
    }
}

fn tick(model: &mut Model, seconds: f64) -> Vec<Effect> {
    if !model.playback.playing || !(seconds > 0.0) {
        return vec![];
    }
    let end = model.steps().saturating_sub(1);
    let part = model.playback.part + seconds.min(1.0) * model.playback.speed;
    model.playback.part = part.fract();
    model.cursor = (model.cursor + part as usize).min(end);
    model.playback.playing = model.cursor < end;
    vec![Effect::Repaint]
}

fn escape(model: &mut Model) -> Vec<Effect> {
    if model.gesture.is_some() {
        drop(apply(model, Command::GestureCancel));
    } else if model.palette.take().is_none()
        && model.dialog.take().is_none()
        && model.pasting.take().is_none()
        && model.keep.take().is_none()
        && !figure::escape(model)
        && model.go_to.take().is_none()
        && !edit::escape(model)
    {
        if model.help {
            model.help = false;
        } else if model.selected.take().is_none() && model.events.take().is_none() && model.comparison.is_some() {
            return vec![compare::stop(model), Effect::Repaint];
        }
    }
    vec![Effect::Repaint]
}

/// The vertex pairs of the last simplex of GJK, for a warm start.
fn final_simplex(model: &Model) -> Vec<(u32, u32)> {
    let Some(trace) = &model.trace else { return vec![] };
    let end = trace.events.iter().rposition(|e| e.phase == 0).unwrap_or(0);
    let points = trace.step(end).map(|s| s.simplex()).unwrap_or_default();
    let pair = |p: &u32| trace.points.get(*p as usize).map(|p| (p.ia, p.ib));
    points.iter().filter_map(pair).filter(|(a, b)| *a != SMOOTH && *b != SMOOTH).collect()
}

/// Applies an edit of the scene: one snapshot, or part of the gesture that is under way.
pub(super) fn edited(model: &mut Model, edit: impl FnOnce(&mut Scene)) {
    let mut scene = model.scene.clone();
    edit(&mut scene);
    edit::tidy(&mut scene);
    replace(model, scene);
}

/// Applies a drag to the scene as the gesture found it.
pub(super) fn dragged(model: &mut Model, drag: impl FnOnce(&mut Scene)) {
    let mut scene = model.gesture.as_ref().map_or(&model.scene, |g| &g.scene).clone();
    drag(&mut scene);
    replace(model, scene);
}

pub(super) fn replace(model: &mut Model, scene: Scene) {
    if same(&scene, &model.scene) {
        return;
    }
    let before = std::mem::replace(&mut model.scene, scene);
    if model.gesture.is_none() {
        model.history.remember(before);
    }
    follow(model);
}

/// Records the run of a changed scene; the cursor stays at the like of its step.
fn follow(model: &mut Model) {
    let anchor = match &model.gesture {
        Some(gesture) => gesture.cursor,
        None => Anchor::of(model.trace.as_ref(), model.cursor),
    };
    model.record();
    model.cursor = anchor.find(model.trace.as_ref());
}

fn begin(model: &mut Model) {
    if model.gesture.is_none() {
        let cursor = Anchor::of(model.trace.as_ref(), model.cursor);
        model.gesture = Some(Gesture { scene: model.scene.clone(), cursor });
    }
}

fn end(model: &mut Model) {
    model.grab = None;
    model.editing.hint = None;
    let before = model.gesture.take().map(|g| g.scene);
    if let Some(before) = before.filter(|b| !same(b, &model.scene)) {
        model.history.remember(before);
    }
}

fn travel(model: &mut Model, back: bool) {
    if model.gesture.is_some() {
        return;
    }
    let (history, now) = (&mut model.history, &model.scene);
    if let Some(scene) = if back { history.back(now) } else { history.forth(now) } {
        model.scene = scene;
        model.selected = model.selected.filter(|s| *s < model.scene.bodies.len());
        follow(model);
    }
}

/// Something that could not be done; with actions beside it, a decision is asked for.
pub(super) fn say(model: &mut Model, text: String, actions: impl IntoIterator<Item = (String, Command)>) {
    let actions: Vec<(String, Command)> = actions.into_iter().collect();
    let tone = if actions.is_empty() { Tone::Wrong } else { Tone::Asks };
    message(model, Message { text, tone, actions });
}

/// Good news.
pub(super) fn tell(model: &mut Model, text: String) {
    message(model, Message { text, tone: Tone::News, actions: vec![] });
}

fn message(model: &mut Model, message: Message) {
    let text = message.text.replace(['\n', '\r'], " ");
    if !model.messages.iter().any(|m| m.text == text) {
        model.messages.push(Message { text, ..message });
    }
}

/// What the message about a copied command begins with.
const COPIED: &str = "Copied: ";

/// The command line of the step that is shown, to the clipboard.
fn copy_view(model: &mut Model) -> Vec<Effect> {
    let query = &model.scene.query;
    let Some(path) = &model.path else {
        say(model, "This scene is in no file yet; save it, then a command can open it.".into(), None);
        return vec![Effect::Repaint];
    };
    // A path that begins like an option is no option in its folder.
    let path = if path.starts_with('-') { format!("./{path}") } else { path.clone() };
    let command = format!(
        "gjkscope {} --kernel {} --precision {} --step {}",
        shell_word(&path),
        shell_word(&query.kernel),
        query.precision.id(),
        model.cursor
    );
    let mut saved = model.document.scene.clone();
    (saved.query.kernel, saved.query.precision) = (query.kernel.clone(), query.precision);
    let note = if saved == model.scene { "" } else { "   (opens the scene as saved, without the changes made since)" };
    model.messages.retain(|m| !m.text.starts_with(COPIED));
    tell(model, format!("{COPIED}{command}{note}"));
    vec![Effect::Copy(command), Effect::Repaint]
}

/// A scene that loading would refuse is not saved: says why, and what to do about a polygon that is not convex.
fn unsavable(model: &mut Model, text: &str) -> Option<Vec<Effect>> {
    let error = crate::scene::parse(text, "").err()?;
    let dented = model.editing.faults.iter().position(|f| !f.is_empty());
    let (why, actions) = match dented.map(|body| (body, &model.scene.bodies[body].name)) {
        Some((body, name)) => {
            let actions = [("Take the hull", Edit::TakeHull(body)), ("Split it", Edit::Split(body))];
            (format!("{name} is not convex; take its hull, split it, or undo"), actions.to_vec())
        }
        None => (format!("{}: {}", error.field, error.message), vec![]),
    };
    let actions = actions.into_iter().map(|(label, edit)| (label.to_owned(), Command::Edit(edit)));
    model.dialog = None;
    say(model, format!("Not saved: {why}"), actions);
    Some(vec![Effect::Repaint])
}

/// The document's file becomes the most recent one.
fn noted(model: &Model) -> Vec<Effect> {
    let file = model.file().map(|path| Effect::Remember(path.to_owned()));
    file.into_iter().chain([Effect::Repaint]).collect()
}

fn write(model: &mut Model, path: String, force: bool) -> Vec<Effect> {
    let document = Box::new(model.document.edited(model.scene.clone()));
    if let Some(refused) = unsavable(model, &document.text) {
        return refused;
    }
    let loaded = (model.file() == Some(path.as_str())).then(|| model.loaded().to_owned());
    vec![Effect::Write(Write { path, document, loaded, force })]
}

pub(super) fn ask(model: &mut Model, kind: DialogKind) -> Vec<Effect> {
    let listed = model.folder.as_ref().filter(|f| !f.path.starts_with(INSIDE));
    let folder = match (model.file(), listed) {
        (Some(path), _) => path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned(),
        (None, Some(folder)) => folder.path.clone(),
        (None, None) => ".".to_owned(),
    };
    let text = match kind {
        DialogKind::Open => join(&folder, ""),
        DialogKind::Save => model.file().map_or_else(|| join(&folder, &model.name().replace(' ', "-")), str::to_owned),
        DialogKind::Export(id) => {
            let Some(exporter) = crate::export::exporter(id) else { return vec![] };
            join(&folder, &export::suggested(model, exporter))
        }
        DialogKind::Figure => model.figuring.as_ref().map_or_else(String::new, |f| f.file(model)),
    };
    model.dialog = Some(Dialog { kind, folder: folder.clone(), entries: Vec::new(), text });
    vec![Effect::Browse(folder), Effect::Repaint]
}

fn confirm(model: &mut Model) -> Vec<Effect> {
    let Some(dialog) = &model.dialog else { return vec![] };
    let path = dialog.text.trim().to_owned();
    if path.is_empty() {
        return vec![];
    }
    match dialog.kind {
        DialogKind::Open => {
            model.dialog = None;
            apply(model, Command::Open(path))
        }
        DialogKind::Save => {
            let path = if path.ends_with(".ron") { path } else { format!("{path}.ron") };
            write(model, path, false)
        }
        DialogKind::Export(id) => {
            model.dialog = None;
            apply(model, Command::Export(super::ExportCommand::Save(id, path, false)))
        }
        DialogKind::Figure => {
            model.dialog = None;
            drop(figure::update(model, FigureCommand::File(path)));
            figure::update(model, FigureCommand::Save(false))
        }
    }
}

fn listed(model: &mut Model, path: String, files: Vec<String>) -> Vec<Effect> {
    let generation = model.folder.as_ref().map_or(0, |f| f.generation + 1);
    model.dialog = None;
    if files.is_empty() {
        say(model, format!("no scene (*.ron) in this folder ({path})"), None);
        return vec![Effect::Repaint];
    }
    let folder = Folder::new(path, files, generation);
    let scenes = folder.scenes.clone();
    let first = scenes.first().map(|s| s.path.clone());
    let inside = model.path.as_ref().is_some_and(|p| scenes.iter().any(|s| s.path == *p));
    model.folder = Some(folder);
    let mut effects = vec![Effect::Judge(generation, scenes), Effect::Repaint];
    if let Some(first) = first.filter(|_| !inside && !model.would_lose()) {
        effects.insert(0, Effect::Read(first));
    }
    effects
}

pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() || folder.ends_with('/') { format!("{folder}{name}") } else { format!("{folder}/{name}") }
}
