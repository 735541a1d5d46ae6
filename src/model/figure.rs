//! The figure dialog: what is asked for, what is written of it in a command and kept in the scene, and what a preview shows.
//!
//! The dialog keeps a wish, as a command line does. What is written is drawn by the same [`Call`] as a command's, from the scene's
//! file, so that the command in the figure draws it again.

use std::path::PathBuf;

use glam::{DVec2, DVec3};

use super::update::{ask, edited, join, say, tell};
use super::{DialogKind, Effect, INSIDE, Model};
use crate::export::{self, Call, Format, Job, Loaded, Pixels, shows};
use crate::scene::{Figure, FigureTheme, Language, Note, Part, Scene, Steps, View, same};

/// What a person does in the dialog, and what comes back.
#[derive(Clone, Debug)]
pub enum FigureCommand {
    /// Opens or closes it.
    Toggle,
    /// Another look; parts, caption and notes apart.
    Look(Box<Figure>),
    /// Other themes, a file each.
    Themes(Vec<FigureTheme>),
    /// Other steps.
    Step(Which),
    /// Steps as typed: numbers and ranges.
    StepText(String),
    /// Another format.
    Format(Format),
    /// Shows a part, or leaves it out.
    Show(Part, bool),
    /// The step's sentence below the picture in a language, or no sentence.
    Caption(Option<Language>),
    /// A new note in the middle of the picture: an edit of the scene.
    AddNote,
    /// Another note in the place of one: an edit of the scene.
    SetNote(usize, Note),
    /// A note goes: an edit of the scene.
    RemoveNote(usize),
    /// Where it is written to.
    File(String),
    /// Asks for a folder and a name.
    Browse,
    /// Writes it; `true`: whatever stands there.
    Save(bool),
    /// What stands there stays.
    DoNotOverwrite,
    /// Copies the command line that draws it.
    Copy,
    /// The look becomes that of the scene: an edit.
    Keep,
    /// Columns and rows of the screen's pixels that a preview has.
    Room([u32; 2]),
    /// Most pixels along a side of a picture on this screen.
    Side(u32),
    /// The preview nearer, or another part of it.
    Zoom(Zoom),
    /// A preview came. The number is its generation.
    Drawn(u32, Result<FigurePreview, String>),
    /// It was written to these files; characters that no shipped font has.
    Written(Vec<String>, String),
    /// These files stand there already.
    Exist(Vec<String>),
    /// It was not written: one line.
    Failed(String),
}

/// Which steps the dialog asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one that the window shows.
    Current,
    /// Those the scene names, else what suits the view.
    Natural,
    /// These.
    Said(Steps),
}

/// How near a preview is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zoom {
    /// 1: all of it.
    pub factor: f64,
    /// What is in the middle: shares of the width and height of all pictures together.
    pub center: DVec2,
}

/// As near as single letters.
const NEAREST: f64 = 16.0;

impl Default for Zoom {
    fn default() -> Zoom {
        Zoom { factor: 1.0, center: DVec2::splat(0.5) }
    }
}

impl Zoom {
    /// So many times nearer; what is `to` away from the middle, in shares as `center` has them, stays where it is.
    pub fn nearer(self, factor: f64, to: DVec2) -> Zoom {
        let factor = (self.factor * factor).clamp(1.0, NEAREST);
        Zoom { factor, center: self.center + to * (1.0 - self.factor / factor) }.bounded()
    }

    /// Within the picture.
    fn bounded(self) -> Zoom {
        let factor = if self.factor.is_finite() { self.factor.clamp(1.0, NEAREST) } else { 1.0 };
        let center = if self.center.is_finite() { self.center } else { DVec2::splat(0.5) };
        let edge = DVec2::splat(0.5 / factor);
        Zoom { factor, center: center.clamp(edge, 1.0 - edge) }
    }

    /// What is drawn for it: a power of two, so that few pictures are, and no more than is quickly drawn.
    fn drawn(self) -> f64 {
        [1.0, 2.0, 4.0].into_iter().find(|&x| x >= self.factor).unwrap_or(4.0)
    }
}

/// The dialog.
#[derive(Clone, Debug)]
pub struct Figuring {
    /// What is asked for besides the scene's own wish; steps, theme and notes apart.
    pub look: Figure,
    /// Themes; none: the scene's, else light.
    pub themes: Vec<FigureTheme>,
    /// Steps.
    pub which: Which,
    /// Numbers and ranges of steps as typed, while they are.
    pub typed_steps: Option<String>,
    /// Files that stand where the figure is to go, while it is asked whether they may be overwritten.
    pub asking: Vec<String>,
    /// A figure is being written.
    pub writing: bool,
    /// The last preview that came, and which it was; or why there is none.
    pub preview: Option<(u32, Result<FigurePreview, String>)>,
    /// Pixels of the screen for the preview.
    pub room: [u32; 2],
    /// Most pixels along a side of its pictures.
    pub side: u32,
    /// How near it is seen.
    pub zoom: Zoom,
    format: Format,
    typed: Option<String>,
    generation: u32,
    asked: Option<Box<ToPreview>>,
}

/// What the preview shows: the pixels that a PNG of this scale has.
#[derive(Clone, Debug, PartialEq)]
pub struct FigurePreview {
    /// One a theme, all of the same size.
    pub pictures: Vec<(FigureTheme, Pixels)>,
    /// They stand side by side, not one above the other.
    pub beside: bool,
    /// Pixels of the screen to a pixel of the figure, where all of it is seen.
    pub scale: f64,
    /// Pixels of `pictures` to a pixel of the screen then.
    pub finer: f64,
    /// Width and height of the figure, pixels of 1/96 inch.
    pub size: [f64; 2],
    /// The files that are written.
    pub files: Vec<String>,
    /// The steps of the picture that is shown.
    pub steps: Vec<usize>,
}

/// Free pixels between two pictures.
pub const FIGURE_GAP: f64 = 8.0;
/// What every graphics card takes, pixels along a side.
const LEAST_SIDE: u32 = 2048;
/// Pictures with longer sides would take long to draw, pixels.
const MOST_SIDE: u32 = 8192;
/// A small figure is shown at most so much larger than it is.
const LARGEST: f64 = 2.0;

/// A figure of the scene as it is in the window.
#[derive(Clone, Debug, PartialEq)]
pub struct ToPreview {
    /// What is asked.
    pub call: Call,
    /// Of which scene.
    pub scene: Scene,
    /// The step that is shown where several files are made and this is one of them.
    pub at: usize,
    /// Pixels it may have.
    pub room: [u32; 2],
    /// So many times as many it has.
    pub finer: f64,
    /// But no more than this along a side.
    pub side: u32,
}

impl ToPreview {
    /// Draws it. Work for a thread: the word "problem" judges the run.
    pub fn draw(&self) -> Result<FigurePreview, String> {
        let path = self.call.scene.as_ref().map_or_else(String::new, |path| path.display().to_string());
        let loaded = Loaded::new(&self.call, self.scene.clone(), path)?;
        let jobs = self.call.jobs(&loaded, None)?;
        let shown = |job: &&Job| job.steps.contains(&self.at);
        let steps = jobs.iter().find(shown).or(jobs.first()).map_or_else(Vec::new, |job| job.steps.clone());
        let drawing = |job: &Job| match job.is_animation() && job.steps.contains(&self.at) {
            true => job.drawing(&loaded, &[self.at]),
            false => job.drawing(&loaded, &steps),
        };
        let of_step = jobs.iter().filter(|job| job.steps == steps);
        let drawings = of_step.map(|job| Ok((job.figure.theme, drawing(job)?))).collect::<Result<Vec<_>, String>>()?;
        let size = drawings.first().map_or(DVec2::ONE, |(_, d)| d.size);
        let (scale, beside) = fitting(size, drawings.len(), self.room);
        let finer = self.finer.min(f64::from(self.side) / (size.max_element() * scale));
        let raster = |(theme, d): &(Option<FigureTheme>, export::Drawing)| {
            Ok((theme.unwrap_or(FigureTheme::Light), export::raster(d, scale * finer)?))
        };
        Ok(FigurePreview {
            pictures: drawings.iter().map(raster).collect::<Result<_, String>>()?,
            beside,
            scale,
            finer,
            size: size.to_array(),
            files: jobs.iter().map(|job| job.output.to_string_lossy().into_owned()).collect(),
            steps,
        })
    }
}

/// The largest scale at which so many pictures fit, and whether they stand side by side then.
fn fitting(size: DVec2, count: usize, room: [u32; 2]) -> (f64, bool) {
    let room = DVec2::new(f64::from(room[0]), f64::from(room[1]));
    let n = count.max(1) as f64;
    let gaps = FIGURE_GAP * (n - 1.0);
    let scale = |free: DVec2, all: DVec2| (free / all).min_element();
    let beside = scale(room - DVec2::new(gaps, 0.0), size * DVec2::new(n, 1.0));
    let below = scale(room - DVec2::new(0.0, gaps), size * DVec2::new(1.0, n));
    // Never less than a pixel of a figure of 8192.
    (beside.max(below).clamp(1e-3, LARGEST), beside >= below && count > 1)
}

/// A figure to be written.
#[derive(Clone, Debug)]
pub struct ToWrite {
    /// What is asked.
    pub call: Call,
    /// The scene that the window knows to stand in the file.
    pub scene: Scene,
    /// Overwrite whatever stands there.
    pub force: bool,
}

impl Figuring {
    fn new(model: &Model) -> Figuring {
        let sheet = model.scene.figure.as_ref().is_some_and(|figure| figure.view == Some(View::Sheet));
        Figuring {
            look: Figure::default(),
            themes: vec![],
            which: if sheet { Which::Natural } else { alone(model) },
            typed_steps: None,
            asking: vec![],
            writing: false,
            preview: None,
            room: [0, 0],
            side: LEAST_SIDE,
            zoom: Zoom::default(),
            format: Format::Svg,
            typed: None,
            generation: 0,
            asked: None,
        }
    }

    /// The figure as it is asked for, the scene's wish included; without the themes of a pair.
    pub fn figure(&self, model: &Model) -> Figure {
        self.call(model).over(&model.scene)
    }

    /// The format, by the ending of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The themes, each a file.
    pub fn themes(&self, model: &Model) -> Vec<FigureTheme> {
        match self.themes[..] {
            [] => vec![self.figure(model).theme.unwrap_or(FigureTheme::Light)],
            _ => self.themes.clone(),
        }
    }

    /// Where it goes: as typed, else beside the scene, named by scene and step.
    pub fn file(&self, model: &Model) -> String {
        self.typed.clone().unwrap_or_else(|| suggested(self, model))
    }

    /// What the command says: no more than what the scene does not say already.
    pub fn call(&self, model: &Model) -> Call {
        let base = model.scene.figure.clone().unwrap_or_default();
        let step = self.step(model).filter(|step| base.step.as_ref() != Some(step));
        let themes = match self.themes[..] {
            [theme] if base.theme == Some(theme) => vec![],
            _ => self.themes.clone(),
        };
        let (query, saved) = (&model.scene.query, &model.document.scene.query);
        Call {
            scene: model.path.as_ref().map(|path| PathBuf::from(no_option(path))),
            wish: Figure { step, ..besides(&self.look, &base) },
            themes,
            kernel: (query.kernel != saved.kernel).then(|| query.kernel.clone()),
            precision: (query.precision != saved.precision).then_some(query.precision),
            output: PathBuf::from(self.file(model).trim()),
        }
    }

    fn step(&self, model: &Model) -> Option<Steps> {
        match &self.which {
            Which::Current => {
                let step = u32::try_from(model.cursor).unwrap_or(u32::MAX);
                Some(Steps::Chosen(vec![(step, step)]))
            }
            Which::Natural => None,
            Which::Said(steps) => Some(steps.clone()),
        }
    }

    /// Why the figure cannot be written yet, and whether saving the scene helps.
    pub fn lacks(&self, model: &Model) -> Option<(String, bool)> {
        if model.path.is_none() {
            return Some((
                "The scene is in no file yet; a figure is drawn from a file, so that it can be drawn again".into(),
                true,
            ));
        }
        if self.typed_steps.as_ref().is_some_and(|text| text.trim().parse::<Steps>().is_err()) {
            return Some(("Steps are numbers and ranges such as 0,3,5..8".into(), false));
        }
        if !as_in_file(model) {
            return Some(("The scene has changes; a figure is drawn from its file, so save them first".into(), true));
        }
        let impossible = match &self.preview {
            Some((_, Err(why))) => Some(why.clone()),
            _ => self.call(model).format().err(),
        };
        impossible.map(|why| (why, false))
    }

    /// The scene would say something new if the look were kept in it.
    pub fn keeps(&self, model: &Model) -> bool {
        let kept = kept(self, model);
        model.scene.figure.clone().unwrap_or_default() != kept
    }

    fn together(&self, model: &Model) -> bool {
        self.format == Format::Gif || self.figure(model).view == Some(View::Sheet)
    }
}

/// The steps of a view of one step: the scene's, else the current one.
fn alone(model: &Model) -> Which {
    let said = model.scene.figure.as_ref().is_some_and(|figure| figure.step.is_some());
    if said { Which::Natural } else { Which::Current }
}

/// The scene in the window is what its file says, kernel and precision apart, which a command says.
fn as_in_file(model: &Model) -> bool {
    let mut saved = model.document.scene.clone();
    let query = &model.scene.query;
    (saved.query.kernel, saved.query.precision) = (query.kernel.clone(), query.precision);
    !model.unsaved && same(&saved, &model.scene)
}

/// A path that begins like an option is no option in its folder.
fn no_option(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_owned() }
}

/// What `look` says and `base` does not.
fn besides(look: &Figure, base: &Figure) -> Figure {
    fn new<T: PartialEq + Clone>(look: &Option<T>, base: &Option<T>) -> Option<T> {
        look.clone().filter(|_| look != base)
    }
    let plain = Figure { show: vec![], hide: vec![], notes: vec![], ..look.clone() }.over(base);
    let asked = |parts: &[Part], on: bool| parts.iter().copied().filter(|&p| shows(&plain, p) != on).collect();
    Figure {
        view: new(&look.view, &base.view),
        of: new(&look.of, &base.of),
        step: None,
        theme: None,
        width: new(&look.width, &base.width),
        height: new(&look.height, &base.height),
        margin: new(&look.margin, &base.margin),
        font_size: new(&look.font_size, &base.font_size),
        line_width: new(&look.line_width, &base.line_width),
        columns: new(&look.columns, &base.columns),
        scale: new(&look.scale, &base.scale),
        delay: new(&look.delay, &base.delay),
        range: new(&look.range, &base.range),
        background: new(&look.background, &base.background),
        show: asked(&look.show, true),
        hide: asked(&look.hide, false),
        caption: new(&look.caption, &base.caption),
        notes: vec![],
    }
}

/// The scene's own wish after keeping the look: all that the command says, but for two themes at once.
fn kept(figuring: &Figuring, model: &Model) -> Figure {
    let call = figuring.call(model);
    let base = model.scene.figure.clone().unwrap_or_default();
    let theme = match call.themes[..] {
        [theme] => Some(theme),
        _ => base.theme,
    };
    Figure { theme, ..call.wished(&model.scene) }
}

/// A file beside the scene: its name, the step where there is one, the ending of the format.
fn suggested(figuring: &Figuring, model: &Model) -> String {
    let inside = model.path.as_deref().and_then(|path| path.strip_prefix(INSIDE));
    let name = inside.map_or(model.name(), |path| path.rsplit('/').next().unwrap_or(path));
    let stem = name.strip_suffix(".ron").unwrap_or(name).replace(' ', "-");
    let width = model.steps().saturating_sub(1).to_string().len();
    let step = match (&figuring.which, model.cursor) {
        (Which::Current, step) => format!("-{step:0width$}"),
        (Which::Said(steps @ (Steps::First | Steps::Last | Steps::Problem)), _) => format!("-{steps}"),
        _ => String::new(),
    };
    let folder = model.file().and_then(|path| path.rsplit_once('/')).map_or("", |(folder, _)| folder);
    no_option(&join(folder, &format!("{stem}{step}.{}", figuring.format.id())))
}

/// Does what a person asked for.
pub(super) fn update(model: &mut Model, command: FigureCommand) -> Vec<Effect> {
    if let FigureCommand::Toggle = command {
        model.figuring = if model.figuring.is_some() { None } else { Some(Box::new(Figuring::new(model))) };
        return vec![Effect::Repaint];
    }
    let Some(mut figuring) = model.figuring.take() else { return late(model, command) };
    let together = figuring.together(model);
    let mut effects = vec![Effect::Repaint];
    match command {
        FigureCommand::Browse => {
            model.figuring = Some(figuring);
            return ask(model, DialogKind::Figure);
        }
        FigureCommand::Save(force) => effects.extend(save(model, &mut figuring, force)),
        FigureCommand::Copy => effects.extend(copy(model, &figuring)),
        FigureCommand::Keep => {
            let kept = kept(&figuring, model);
            edited(model, |scene| scene.figure = said(kept));
        }
        FigureCommand::AddNote | FigureCommand::SetNote(..) | FigureCommand::RemoveNote(_) => {
            let at = middle(model, figuring.figure(model).view);
            edited(model, |scene| noted(scene, command, at));
        }
        command => set(model, &mut figuring, command),
    }
    // A sheet or an animation of one step is seldom meant.
    match (together, figuring.together(model), &figuring.which) {
        (false, true, Which::Current) => figuring.which = Which::Natural,
        (true, false, Which::Natural) => figuring.which = alone(model),
        _ => {}
    }
    model.figuring = Some(figuring);
    effects
}

/// What comes after the dialog was closed is still said.
fn late(model: &mut Model, command: FigureCommand) -> Vec<Effect> {
    match command {
        FigureCommand::Written(files, missing) => written(model, &files, &missing),
        FigureCommand::Failed(text) => say(model, text, None),
        FigureCommand::Exist(files) => {
            say(model, format!("Not written, it exists already: {}", files.join(", ")), None)
        }
        _ => return vec![],
    }
    vec![Effect::Repaint]
}

/// What changes the dialog alone.
fn set(model: &mut Model, figuring: &mut Figuring, command: FigureCommand) {
    if !matches!(
        command,
        FigureCommand::Room(_) | FigureCommand::Side(_) | FigureCommand::Zoom(_) | FigureCommand::Drawn(..)
    ) {
        figuring.asking.clear();
    }
    match command {
        FigureCommand::Look(look) => figuring.look = *look,
        FigureCommand::Themes(themes) => figuring.themes = themes,
        FigureCommand::Step(which) => (figuring.which, figuring.typed_steps) = (which, None),
        FigureCommand::StepText(text) => {
            if let Ok(steps) = text.trim().parse() {
                figuring.which = Which::Said(steps);
            }
            figuring.typed_steps = Some(text);
        }
        FigureCommand::Format(format) => {
            figuring.format = format;
            figuring.typed = figuring.typed.take().map(|path| with_ending(&path, format));
        }
        FigureCommand::Show(part, on) => show(&mut figuring.look, part, on),
        FigureCommand::Caption(language) => {
            figuring.look.caption = language.or(figuring.look.caption);
            show(&mut figuring.look, Part::Caption, language.is_some());
        }
        FigureCommand::File(path) => {
            let ending = path.trim().rsplit_once('.').map_or("", |(_, ending)| ending);
            figuring.format = Format::of_ending(ending).unwrap_or(figuring.format);
            figuring.typed = Some(path);
        }
        FigureCommand::Room(room) => figuring.room = room,
        FigureCommand::Side(side) => figuring.side = side.clamp(LEAST_SIDE, MOST_SIDE),
        FigureCommand::Zoom(zoom) => figuring.zoom = zoom.bounded(),
        FigureCommand::Drawn(generation, drawn) if generation == figuring.generation => {
            figuring.preview = Some((generation, drawn));
        }
        FigureCommand::Written(files, missing) => {
            figuring.writing = false;
            written(model, &files, &missing);
        }
        FigureCommand::Exist(files) => (figuring.writing, figuring.asking) = (false, files),
        FigureCommand::Failed(text) => {
            figuring.writing = false;
            say(model, text, None);
        }
        _ => {}
    }
}

fn show(look: &mut Figure, part: Part, on: bool) {
    look.show.retain(|p| *p != part);
    look.hide.retain(|p| *p != part);
    if on { look.show.push(part) } else { look.hide.push(part) }
}

fn with_ending(path: &str, format: Format) -> String {
    let stem = match path.rsplit_once('.') {
        Some((stem, ending)) if Format::of_ending(ending.trim()).is_some() => stem,
        _ => path.trim_end(),
    };
    format!("{stem}.{}", format.id())
}

fn written(model: &mut Model, files: &[String], missing: &str) {
    let boxes = match missing {
        "" => String::new(),
        letters => format!("; drawn as boxes, as no shipped font has them: {letters}; svg and tex keep them"),
    };
    let text = match files {
        [first, .., last] if files.len() > 3 => format!("{} files, {first} to {last}", files.len()),
        _ => files.join(", "),
    };
    model.messages.retain(|m| !m.text.starts_with(WRITTEN));
    tell(model, format!("{WRITTEN}{text}{boxes}"));
}

/// What the message about a written figure begins with.
const WRITTEN: &str = "Written: ";
/// What the message about a copied command begins with.
const COPIED: &str = "Copied: ";

fn save(model: &Model, figuring: &mut Figuring, force: bool) -> Option<Effect> {
    figuring.asking.clear();
    if figuring.lacks(model).is_some() || figuring.writing {
        return None;
    }
    figuring.writing = true;
    let (call, scene) = (figuring.call(model), model.document.scene.clone());
    Some(Effect::WriteFigure(Box::new(ToWrite { call, scene, force })))
}

fn copy(model: &mut Model, figuring: &Figuring) -> Option<Effect> {
    model.path.as_ref()?;
    let command = figuring.call(model).command();
    let note = if as_in_file(model) { "" } else { "   (draws the scene as saved, without the changes made since)" };
    model.messages.retain(|m| !m.text.starts_with(COPIED));
    tell(model, format!("{COPIED}{command}{note}"));
    Some(Effect::Copy(command))
}

/// A wish that says nothing is none.
fn said(figure: Figure) -> Option<Figure> {
    (figure != Figure::default()).then_some(figure)
}

fn noted(scene: &mut Scene, command: FigureCommand, at: DVec3) {
    let mut figure = scene.figure.clone().unwrap_or_default();
    match command {
        FigureCommand::AddNote => figure.notes.push(Note { from: None, at, text: "note".into(), view: None }),
        FigureCommand::SetNote(i, note) => figure.notes.iter_mut().skip(i).take(1).for_each(|n| n.clone_from(&note)),
        FigureCommand::RemoveNote(i) if i < figure.notes.len() => drop(figure.notes.remove(i)),
        _ => {}
    }
    scene.figure = said(figure);
}

/// The middle of what a view shows, scene units, to two digits.
fn middle(model: &Model, view: Option<View>) -> DVec3 {
    let Some(stage) = &model.stage else { return DVec3::ZERO };
    let (low, high) = if view == Some(View::Minkowski) { stage.minkowski_range } else { stage.world_range };
    let middle = (low + high) * 0.5;
    let unit = 10f64.powi(((high - low).max_element().max(1e-300).log10() - 2.0).floor() as i32);
    let at = (middle / unit).round() * unit;
    if at.is_finite() { at.extend(0.0) } else { DVec3::ZERO }
}

/// Closes the dialog, or what it asks.
pub(super) fn escape(model: &mut Model) -> bool {
    match &mut model.figuring {
        Some(figuring) if !figuring.asking.is_empty() => figuring.asking.clear(),
        Some(_) => model.figuring = None,
        None => return false,
    }
    true
}

/// Asks for a preview of what the dialog would write now, where that is another one than before.
pub(super) fn follow(model: &mut Model) -> Option<Effect> {
    let figuring = model.figuring.as_ref().filter(|f| f.room[0] > 0 && f.room[1] > 0)?;
    let sheet = figuring.figure(model).view == Some(View::Sheet);
    let now = ToPreview {
        call: figuring.call(model),
        scene: model.scene.clone(),
        at: if sheet { 0 } else { model.cursor },
        room: figuring.room,
        finer: figuring.zoom.drawn(),
        side: figuring.side,
    };
    let figuring = model.figuring.as_mut().filter(|f| f.asked.as_deref() != Some(&now))?;
    figuring.generation += 1;
    figuring.asked = Some(Box::new(now.clone()));
    Some(Effect::Preview(figuring.generation, Box::new(now)))
}
