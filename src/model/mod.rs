//! What the window knows and everything a person can do to it: [`Model`], [`Command`], [`update`]. No window, no files, no clock.
//!
//! `update` is deterministic: the same model and commands give the same model and effects. What touches the world is returned
//! as an [`Effect`]; time comes in as [`Command::Tick`].

mod command;
mod compare;
mod cursor;
mod edit;
mod events;
mod export;
mod expression;
mod figure;
mod files;
mod folder;
mod history;
mod keep;
mod keys;
mod palette;
mod paste;
mod pinned;
mod recovery;
mod timeline;
mod update;

use glam::DVec2;

pub use command::{Command, Effect, Write};
pub use compare::Comparison;
pub use edit::{
    ACTIONS, Axis, Bounds, Edit, Editing, Form, Grip, Line, MOST_SIDES, Part, Side, Sketch, Snap, Vertex, Way, center,
    convert, grips, neighbour, plus, regular, snapped,
};
pub use events::{EVENT_COLUMNS, EventTable, event_cells};
pub use export::{ExportCommand, ToExport};
pub use expression::{evaluate, is_plain};
pub use figure::{FIGURE_GAP, FigureCommand, FigurePreview, Figuring, ToPreview, ToWrite, Which, Zoom};
pub use folder::{Badge, Dialog, DialogKind, Entry, Folder, FolderCommand, Listed, Row, badge_of};
pub use keep::{Failing, Keep, KeepCommand};
pub use keys::{BINDINGS, Binding, Chord, Key, SPEEDS, bound_to, command_for, commands, keys_of};
pub use palette::{Palette, PaletteCommand, PaletteRow};
pub use paste::{PasteCommand, Pasting};
pub use pinned::{Align, Pinned};
pub use recovery::Recovered;
pub use timeline::{Bin, Kind, Mark, Timeline};
pub use update::update;

use crate::check::{Report, judge};
use crate::draw::{Stage, Target, Theme};
use crate::run::{NumberStyle, Trace, traced};
use crate::scene::{Document, Query, Scene};

/// What the paths of scenes that travel inside the program begin with.
pub const INSIDE: &str = "embedded:";

/// One of the two plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The shapes where they stand.
    World,
    /// Their difference around the origin.
    Minkowski,
}

/// What a plot shows when a person has moved it; else it is fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zoomed {
    /// Scene point in the middle.
    pub center: DVec2,
    /// Points of the screen per scene unit.
    pub scale: f64,
}

/// A plot: the range it is fitted to, and where a person moved it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewState {
    /// Lower left and upper right corner that a fitted plot shows, scene units. Changes only when a scene opens or on "fit".
    pub range: (DVec2, DVec2),
    /// `None`: fitted.
    pub zoomed: Option<Zoomed>,
}

/// A panel that folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Left: scene and settings.
    Scene,
    /// Right: the step.
    Step,
    /// Bottom: transport, timeline, chart.
    Timeline,
}

/// The inset of the difference plot around the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loupe {
    /// Points of the screen per scene unit; `None`: as each step needs it.
    pub scale: Option<f64>,
}

/// Playing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// Whether time moves the cursor.
    pub playing: bool,
    /// Steps per second.
    pub speed: f64,
    /// Part of a step that has passed, from 0 to 1.
    pub part: f64,
}

/// A line that stays until it is dismissed.
#[derive(Clone, Debug)]
pub struct Message {
    /// One line.
    pub text: String,
    /// What kind of news it is.
    pub tone: Tone,
    /// Buttons beside it: their labels and what they do.
    pub actions: Vec<(String, Command)>,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What was asked for was done, or something is worth knowing.
    News,
    /// A decision is asked for.
    Asks,
    /// What was asked for could not be done.
    Wrong,
}

/// Where a step of interest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The step.
    pub step: u32,
    /// An error, not a mere note.
    pub error: bool,
    /// Index of the finding in the report.
    pub finding: u32,
}

/// What a drag in a plot moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// A body, by its index.
    Body(usize),
    /// A body about its centroid.
    Turn(usize),
    /// A vertex.
    Vertex(Vertex),
    /// The edge from a vertex to the next: both move.
    Edge(Vertex),
    /// The radius of a body.
    Radius(usize),
    /// A semi-axis of an ellipse: 0 or 1 in the place of the vertex.
    SemiAxis(Vertex),
    /// The difference, and B with it.
    Difference,
    /// The plot itself, from where its middle was.
    Pan(DVec2),
}

/// A drag in a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// In which plot.
    pub view: View,
    /// What is dragged.
    pub handle: Handle,
    /// Where the pointer took it, scene units.
    pub from: DVec2,
}

/// Between the beginning and the end of a gesture: what it started from.
#[derive(Clone, Debug)]
struct Gesture {
    scene: Scene,
    cursor: cursor::Anchor,
}

/// Everything the window shows.
#[derive(Clone, Debug)]
pub struct Model {
    /// The scene as it was loaded or saved last, with its text.
    pub document: Document,
    /// Where it came from; `None`: not from a file.
    pub path: Option<String>,
    /// The scene as it is edited.
    pub scene: Scene,
    /// It was never in a file and nobody has saved it yet.
    pub unsaved: bool,
    /// The text that stands in the file on disk, where a person knows that it is not the document's.
    on_disk: Option<String>,
    /// The question that the command line put to the document of this text, which is no edit of it.
    asked: Option<(String, Query)>,
    /// Files that were opened or saved last, newest first.
    pub recent: Vec<String>,
    /// The record of the run; `None` only where the query names what does not exist.
    pub trace: Option<Trace>,
    /// What all steps of the run share in the plots.
    pub stage: Option<Stage>,
    /// What the checks say.
    pub report: Option<Report>,
    /// What the timeline shows of trace and report.
    pub timeline: Timeline,
    /// The step that is shown.
    pub cursor: usize,
    /// Playing.
    pub playback: Playback,
    /// What the pointer is over, in any view.
    pub hover: Option<Target>,
    /// Index of the selected body.
    pub selected: Option<usize>,
    /// How numbers are shown.
    pub numbers: NumberStyle,
    /// Light or dark.
    pub theme: Theme,
    /// The world plot.
    pub world: ViewState,
    /// The difference plot.
    pub minkowski: ViewState,
    /// Panels that are folded away.
    pub folded: Vec<Panel>,
    /// Oldest first.
    pub messages: Vec<Message>,
    /// The chart shows the logarithm of the gap instead of the bounds; `None`: where that helps.
    pub chart_gap: Option<bool>,
    /// The keys are shown.
    pub help: bool,
    /// Text of the "go to step" field while it is open.
    pub go_to: Option<String>,
    /// The file dialog while it is open.
    pub dialog: Option<Dialog>,
    /// The palette while it is open.
    pub palette: Option<Palette>,
    /// A pasted text while it is looked at.
    pub pasting: Option<Box<Pasting>>,
    /// The scene while it is kept as a regression scene.
    pub keep: Option<Box<Keep>>,
    /// The figure dialog while it is open.
    pub figuring: Option<Box<Figuring>>,
    /// The folder whose scenes are listed.
    pub folder: Option<Folder>,
    /// What the pointer drags in a plot.
    pub grab: Option<Grab>,
    /// Every kernel on this scene, while that panel is open.
    pub comparison: Option<Comparison>,
    /// The table of all events, while it is open.
    pub events: Option<EventTable>,
    /// The origin loupe, while it is open.
    pub loupe: Option<Loupe>,
    /// A run that is kept beside the current one.
    pub pinned: Option<Pinned>,
    /// What is under way while bodies are edited.
    pub editing: Editing,
    /// Counts comparisons.
    comparisons: u32,
    gesture: Option<Gesture>,
    history: history::History,
}

impl Model {
    /// A model of a document, its trace recorded, at its first problem.
    pub fn new(document: Document, path: Option<String>) -> Self {
        let nowhere = ViewState { range: (DVec2::splat(-1.0), DVec2::splat(1.0)), zoomed: None };
        let mut model = Model {
            scene: document.scene.clone(),
            document,
            path,
            unsaved: false,
            on_disk: None,
            asked: None,
            recent: Vec::new(),
            trace: None,
            stage: None,
            report: None,
            timeline: Timeline::default(),
            cursor: 0,
            playback: Playback { playing: false, speed: 2.0, part: 0.0 },
            hover: None,
            selected: None,
            numbers: NumberStyle::Short,
            theme: Theme::Dark,
            world: nowhere,
            minkowski: nowhere,
            folded: Vec::new(),
            messages: Vec::new(),
            chart_gap: None,
            help: false,
            go_to: None,
            dialog: None,
            palette: None,
            pasting: None,
            keep: None,
            figuring: None,
            folder: None,
            grab: None,
            comparison: None,
            events: None,
            loupe: None,
            pinned: None,
            editing: Editing::default(),
            comparisons: 0,
            gesture: None,
            history: Default::default(),
        };
        model.start();
        model
    }

    /// The scene that opens when none is named.
    pub fn embedded() -> Self {
        let document = crate::scene::first().unwrap_or_else(|_| Document::new(nothing()));
        Model::new(document, Some(format!("{INSIDE}{}", crate::scene::FIRST)))
    }

    /// The file the scene came from, if it is one.
    pub fn file(&self) -> Option<&str> {
        self.path.as_deref().filter(|path| !path.starts_with(INSIDE))
    }

    /// The text that stands in the scene's file, as far as is known.
    fn loaded(&self) -> &str {
        self.on_disk.as_deref().unwrap_or(&self.document.text)
    }

    /// The scene differs from what was loaded or saved.
    pub fn dirty(&self) -> bool {
        self.unsaved || !crate::scene::same(&self.scene, &self.document.scene) && !self.only_asked()
    }

    /// The scene is as its file has it, but for the kernel and precision of the command line.
    fn only_asked(&self) -> bool {
        let Some((text, query)) = &self.asked else { return false };
        let as_asked = || Scene { query: query.clone(), ..self.document.scene.clone() };
        *query == self.scene.query && *text == self.document.text && crate::scene::same(&self.scene, &as_asked())
    }

    /// Bodies, the expectation or how figures look were edited: what another scene in the window would lose. A question asked
    /// otherwise is quickly asked again and does not count.
    pub fn would_lose(&self) -> bool {
        // What "New" begins with is nobody's work.
        if self.path.is_none() && crate::scene::same(&self.scene, &files::blank()) {
            return false;
        }
        let saved = &self.document.scene;
        let Scene { story, source, query, .. } = saved.clone();
        // To the last bit: a minus zero is an edit.
        self.unsaved || !crate::scene::same(&Scene { story, source, query, ..self.scene.clone() }, saved)
    }

    /// A dialog is open that covers the scene and asks something of its own; the figure's goes along with the steps and does not.
    pub fn asks(&self) -> bool {
        self.pasting.is_some() || self.keep.is_some() || self.dialog.is_some()
    }

    /// Whether a panel is open.
    pub fn open(&self, panel: Panel) -> bool {
        !self.folded.contains(&panel)
    }

    /// There is something to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo() && self.gesture.is_none()
    }

    /// There is something to do again.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo() && self.gesture.is_none()
    }

    /// A gesture is under way.
    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// One of the plots.
    pub fn view(&self, view: View) -> &ViewState {
        match view {
            View::World => &self.world,
            View::Minkowski => &self.minkowski,
        }
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.trace.as_ref().map_or(0, Trace::len)
    }

    /// Indices of the bodies that play A and B.
    pub fn pair(&self) -> Option<(usize, usize)> {
        let find = |name: &str| self.scene.bodies.iter().position(|b| b.name == name);
        Some((find(&self.scene.query.a)?, find(&self.scene.query.b)?))
    }

    /// The title of the document: its name, with a star while it is edited.
    pub fn title(&self) -> String {
        if self.dirty() { format!("{} *", self.name()) } else { self.name().to_owned() }
    }

    /// The last part of the document's path.
    pub fn name(&self) -> &str {
        self.path.as_deref().map_or("new scene", |p| p.rsplit('/').next().unwrap_or(p))
    }

    /// The step that is shown where something is hovered that stands for a step, else the cursor.
    pub fn ghost(&self) -> Option<usize> {
        match self.hover {
            Some(Target::Step(step)) if step as usize != self.cursor => Some(step as usize),
            _ => None,
        }
    }

    /// The chart shows the logarithm of the gap between the bounds.
    pub fn shows_gap(&self) -> bool {
        self.chart_gap.unwrap_or_else(|| self.timeline.gap_spans())
    }

    /// Fresh document: everything that belonged to the old one goes.
    fn start(&mut self) {
        self.history = Default::default();
        self.gesture = None;
        self.grab = None;
        self.selected = None;
        self.hover = None;
        self.pinned = None;
        self.keep = None;
        self.editing.restart();
        self.playback.playing = false;
        self.record();
        self.seek_problem();
        self.fit();
    }

    /// Goes to the step to blame, or to the start of a run that is right.
    fn seek_problem(&mut self) {
        let culprit = self.report.as_ref().and_then(|r| r.culprit);
        let first = culprit.or_else(|| self.timeline.problems.iter().find(|p| p.error).map(|p| p.step));
        self.cursor = first.map_or(0, |step| (step as usize).min(self.steps().saturating_sub(1)));
    }

    /// Records and judges the run of the scene as it is now.
    fn record(&mut self) {
        self.trace = traced(&self.scene);
        self.report = self.trace.as_ref().and_then(|trace| judge(&self.scene, trace));
        self.stage = self.trace.as_ref().map(Stage::new);
        self.timeline = Timeline::new(self.trace.as_ref(), self.report.as_ref());
        self.editing.look(&self.scene);
        if let Some(pinned) = &mut self.pinned {
            pinned.beside(self.trace.as_ref(), &self.timeline);
        }
        events::refresh(self);
    }

    /// The snapshot made last goes: the edit belongs to the one before.
    fn forget_last_snapshot(&mut self) {
        self.history.forget();
    }

    /// Keeps a run beside the current one, laid beside it as the one before was.
    fn pin(&mut self, mut pinned: Pinned) {
        pinned.align = self.pinned.as_ref().map_or(Align::default(), |p| p.align);
        pinned.beside(self.trace.as_ref(), &self.timeline);
        self.pinned = Some(pinned);
    }

    /// Fits both plots to what all steps of this run show, the world to all bodies too.
    fn fit(&mut self) {
        let unit = (-DVec2::ONE, DVec2::ONE);
        let mut ranges = self.stage.as_ref().map_or((unit, unit), |s| (s.world_range, s.minkowski_range));
        if let Some(all) = Bounds::of_all(&self.scene.bodies).filter(|_| self.scene.bodies.len() != 2) {
            let (low, high) = if self.stage.is_some() { ranges.0 } else { (all.min, all.max) };
            ranges.0 = (all.min.min(low), all.max.max(high));
        }
        self.world = ViewState { range: ranges.0, zoomed: None };
        self.minkowski = ViewState { range: ranges.1, zoomed: None };
    }
}

/// A scene without bodies.
fn nothing() -> Scene {
    Scene {
        story: String::new(),
        source: String::new(),
        bodies: Vec::new(),
        query: crate::scene::Query {
            a: "A".into(),
            b: "B".into(),
            kernel: crate::scene::DEFAULT_KERNEL.into(),
            precision: crate::num::Precision::F32,
            settings: Default::default(),
        },
        expect: None,
        figure: None,
    }
}
