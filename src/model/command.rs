//! The vocabulary: what a person can do, and what the shell does for the model.

use glam::DVec2;

use super::{
    Align, Badge, Edit, Entry, ExportCommand, FigureCommand, FolderCommand, Grab, KeepCommand, Listed, PaletteCommand,
    Panel, PasteCommand, Recovered, ToExport, ToPreview, ToWrite, View,
};
use crate::draw::{Target, Theme};
use crate::kernel::{Settings, StartRule, Tie};
use crate::num::Precision;
use crate::run::NumberStyle;
use crate::scene::{Document, Expect, Scene};
use crate::search::{Compared, Twist};
use crate::shape::{PoseDef, ShapeDef};

/// Everything a person can do, and the answers to effects.
#[derive(Clone, Debug)]
pub enum Command {
    /// Moves the cursor by events.
    StepBy(i64),
    /// Moves the cursor to the first event of an iteration: of this one when going back from its middle, else of one so many away.
    IterationBy(i64),
    /// Moves the cursor to a step, clamped.
    GoTo(usize),
    /// To the first step.
    Home,
    /// To the last step.
    End,
    /// To the next step with a finding.
    NextProblem,
    /// To the previous step with a finding.
    PrevProblem,
    /// Starts or stops playing; at the end it starts anew.
    TogglePlay,
    /// Steps per second.
    Speed(f64),
    /// That many seconds passed.
    Tick(f64),
    /// Opens the field for a step number.
    AskGoTo,
    /// Its text changed.
    GoToText(String),
    /// Goes there, if it is a number.
    GoToConfirm,
    /// Closes whatever is open on top: dialog, field, help, selection.
    Escape,

    /// The kernel and the precision of the command line: another question than the file's, and no edit of it.
    Ask(Option<String>, Option<Precision>),
    /// Another kernel, by id.
    SetKernel(String),
    /// Kernel so many rows further in the list, around.
    KernelBy(i64),
    /// Another precision.
    SetPrecision(Precision),
    /// The other precision.
    TogglePrecision,
    /// All settings at once.
    SetSettings(Settings),
    /// First search direction.
    SetStart(StartRule),
    /// Tie rule of the support mapping.
    SetTie(Tie),
    /// Relative tolerance of GJK and EPA; `None`: the kernel's own.
    SetTolerance(Option<f64>),
    /// Relative tolerance of "touching"; `None`: the kernel's own.
    SetTouching(Option<f64>),
    /// Iteration limit of GJK, at least 1.
    SetMaxIterations(u32),
    /// Expansion limit of EPA.
    SetMaxExpansions(u32),
    /// Fills the last run's final simplex into the settings.
    WarmStartFromLast,
    /// Starts cold again.
    ClearWarmStart,
    /// Which bodies the question is about.
    SetPair(String, String),

    /// What follows is one step to undo.
    GestureBegin,
    /// The pointer takes hold of something in a plot: a gesture begins.
    Grab(Grab),
    /// The gesture ends and counts.
    GestureEnd,
    /// The gesture never happened.
    GestureCancel,
    /// An edit of the bodies.
    Edit(Edit),
    /// Another shape for a body.
    SetShape(usize, ShapeDef),
    /// Another place for a body.
    SetPose(usize, PoseDef),
    /// Back one edit.
    Undo,
    /// And forth.
    Redo,

    /// A new scene; asks first where edited bodies would be lost.
    New,
    /// A new scene whatever is lost.
    NewAnyway,
    /// About the palette.
    Palette(PaletteCommand),
    /// About the listed folder.
    Folder(FolderCommand),
    /// About a pasted text.
    Paste(PasteCommand),
    /// About exporting.
    Export(ExportCommand),
    /// About the figure dialog.
    Figure(FigureCommand),
    /// About keeping the scene as a regression scene.
    Keep(KeepCommand),
    /// Another expectation, or none.
    SetExpect(Option<Box<Expect>>),
    /// The answer that the truth gives as the expectation; its tolerance, limits and known failures stay.
    ExpectFromTruth,
    /// Copies the scene as it would be saved.
    CopyScene,
    /// A window that ended unexpectedly left edits behind: offers them.
    Recovered(Box<Recovered>),
    /// Brings them back; asks first where edits would be lost.
    Restore(Box<Recovered>),
    /// Brings them back whatever is lost.
    RestoreAnyway(Box<Recovered>),
    /// Gives them up, by their id.
    Discard(String),
    /// The file of the scene is not what it was: the document that stands there now, or why it cannot be read.
    Changed(String, Result<Box<Document>, String>),
    /// Takes what stands there; undo brings the scene of before back.
    Reload(Box<Document>),
    /// Keeps the scene; saving it may replace this text.
    KeepMine(String),
    /// Files that were opened or saved last.
    Recent(Vec<String>),
    /// Opens a file or lists a folder; asks first where edited bodies would be lost.
    Open(String),
    /// Opens it whatever is lost.
    OpenAnyway(String),
    /// The window is to be closed; asks first where edited bodies would be lost.
    Close,
    /// Closes it whatever is lost.
    CloseAnyway,
    /// It was read.
    Opened(String, Box<Document>),
    /// It could not be read; one line.
    OpenFailed(String),
    /// Writes the scene to its file, or asks where to.
    Save,
    /// Writes it there; `true`: whatever stands there.
    SaveAs(String, bool),
    /// It was written.
    Saved(String, Box<Document>),
    /// It could not be written: one line, and the path if it may be overwritten after asking.
    SaveFailed(String, Option<String>),
    /// A folder was listed: its paths, or why not.
    Listed(String, Vec<String>),
    /// A scene of the listed folder was judged. The number is the folder's generation.
    Judged(u32, usize, Badge),
    /// Opens the dialog for opening.
    AskOpen,
    /// Opens the dialog for saving under another name.
    AskSave,
    /// Text in the dialog's path field.
    DialogText(String),
    /// Another folder in the dialog.
    Browse(String),
    /// What is in it.
    Browsed(String, Vec<Entry>),
    /// The dialog's button.
    DialogConfirm,

    /// What the pointer is over.
    Hover(Option<Target>),
    /// Which body's fields are shown.
    Select(Option<usize>),
    /// Fits both plots.
    Fit,
    /// Shows this part of a plot.
    SetView { view: View, center: DVec2, scale: f64 },
    /// Light or dark.
    SetTheme(Theme),
    /// The other theme.
    ToggleTheme,
    /// How numbers are shown.
    SetNumbers(NumberStyle),
    /// The next way.
    NextNumbers,
    /// Folds or opens a panel.
    TogglePanel(Panel),
    /// Shows or hides the keys.
    ToggleHelp,
    /// The chart shows the logarithm of the gap, or the bounds.
    ChartGap(bool),
    /// Opens or closes the panel that compares all kernels.
    ToggleCompare,
    /// The runs of the next kernel came. The number is the comparison's generation.
    Compared(u32, Vec<Compared>),
    /// Shows this kernel's run in this precision.
    OpenRun(String, Precision),
    /// The same with one thing changed in the question.
    OpenTwisted(String, Precision, Twist),
    /// Keeps this run beside the current one.
    PinRun(String, Precision, Option<Twist>),
    /// How the pinned run lies beside the current one.
    SetAlign(Align),
    /// Opens or closes the table of all events.
    ToggleEvents,
    /// Which of its rows are shown: see [`EventTable::filter`](super::EventTable::filter).
    FilterEvents(String),
    /// Copies the rows that are shown as text.
    CopyEvents,
    /// Opens or closes the origin loupe.
    ToggleLoupe,
    /// How far it magnifies, points of the screen per scene unit; `None`: as each step needs it.
    SetLoupeScale(Option<f64>),
    /// Keeps the current run beside the ones to come, or lets the kept one go.
    TogglePin,
    /// Copies the command line that opens this step.
    CopyView,
    /// Removes a message.
    Dismiss(usize),
    /// Shows a message.
    Say(String),
    /// Copies the sentence of the step.
    CopySentence,
}

/// What the shell has to do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Paint again.
    Repaint,
    /// Read a scene or list a folder; the answer is `Opened`, `OpenFailed` or `Listed`.
    Read(String),
    /// Write the document; the answer is `Saved` or `SaveFailed`.
    Write(Write),
    /// Read and judge these files one after the other, each answered by `Judged` with this generation.
    Judge(u32, Vec<Listed>),
    /// List what is in a folder for the dialog; the answer is `Browsed`.
    Browse(String),
    /// Compare every kernel that applies to this scene instead of what was compared before, each answered by `Compared` with this
    /// generation; `None`: compare nothing.
    Compare(u32, Option<Box<Scene>>),
    /// Export a scene; the answer is `Export(Done)`.
    Export(Box<ToExport>),
    /// Write these texts to these paths, `true`: whatever stands there; the answer is `Export(Written)` or `Export(Refused)`.
    WriteFiles(&'static str, Vec<(String, String)>, bool),
    /// Draw this figure instead of the one before for the dialog; the answer is `Figure(Drawn)` with this generation.
    Preview(u32, Box<ToPreview>),
    /// Draw the files of a figure from the scene's file; the answer is `Figure(Written)`, `Figure(Exist)` or `Figure(Failed)`.
    WriteFigure(Box<ToWrite>),
    /// Run every kernel on the scene that is to be kept instead of what was tried before, each answered by `Keep(Ran)` with this
    /// generation; `None`: nothing.
    Try(u32, Option<Box<Scene>>),
    /// This file was opened or saved; the answer is `Recent`.
    Remember(String),
    /// Remove the edits that another window left, by their id: at once (`true`), or when this window's are kept.
    Forget(String, bool),
    /// Close the window.
    Close,
    /// Put text on the clipboard.
    Copy(String),
}

/// A file to write.
#[derive(Clone, Debug)]
pub struct Write {
    /// Where to.
    pub path: String,
    /// The document after saving.
    pub document: Box<Document>,
    /// The text that is expected to stand there: as loaded; `None`: nothing.
    pub loaded: Option<String>,
    /// Overwrite whatever stands there.
    pub force: bool,
}
