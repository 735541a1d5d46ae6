//! One list of commands: it feeds the keys themselves, the tooltips of buttons, the help and the palette. A new command is a row.

use super::{ACTIONS, Command, FigureCommand, FolderCommand, KeepCommand, Model, PaletteCommand, Panel, PasteCommand};

/// A key, free of any window library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Arrow.
    Left,
    /// Arrow.
    Right,
    /// Arrow.
    Up,
    /// Arrow.
    Down,
    /// First.
    Home,
    /// Last.
    End,
    /// Space bar.
    Space,
    /// Escape.
    Escape,
    /// Delete, or Backspace.
    Delete,
    /// Function key.
    F2,
    /// A letter, digit or sign, as typed without shift; `?` stands for itself.
    Char(char),
}

/// A key with modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// Ctrl, or Command on a Mac.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// The key.
    pub key: Key,
}

impl std::fmt::Display for Chord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl+")?;
        }
        if self.shift {
            f.write_str("Shift+")?;
        }
        match self.key {
            Key::Left => f.write_str("Left"),
            Key::Right => f.write_str("Right"),
            Key::Up => f.write_str("Up"),
            Key::Down => f.write_str("Down"),
            Key::Home => f.write_str("Home"),
            Key::End => f.write_str("End"),
            Key::Space => f.write_str("Space"),
            Key::Escape => f.write_str("Esc"),
            Key::Delete => f.write_str("Delete"),
            Key::F2 => f.write_str("F2"),
            Key::Char(c) => write!(f, "{}", c.to_ascii_uppercase()),
        }
    }
}

/// A row of the list.
#[derive(Clone, Copy)]
pub struct Binding {
    /// What is pressed; `None`: only the palette has it.
    pub chord: Option<Chord>,
    /// What it does, for a person.
    pub label: &'static str,
    /// Heading in the help.
    pub group: &'static str,
    /// The command.
    pub command: fn(&Model) -> Command,
}

/// A row of the list.
pub(super) const fn row(
    chord: Option<Chord>,
    label: &'static str,
    group: &'static str,
    command: fn(&Model) -> Command,
) -> Binding {
    Binding { chord, label, group, command }
}

pub(super) const fn plain(key: Key) -> Option<Chord> {
    Some(Chord { ctrl: false, shift: false, key })
}
pub(super) const fn shift(key: Key) -> Option<Chord> {
    Some(Chord { ctrl: false, shift: true, key })
}
pub(super) const fn ctrl(key: Key) -> Option<Chord> {
    Some(Chord { ctrl: true, shift: false, key })
}
pub(super) const fn ctrl_shift(key: Key) -> Option<Chord> {
    Some(Chord { ctrl: true, shift: true, key })
}

const STEP: &str = "Step";
const EDIT: &str = "Scene";
const SHOW: &str = "View";

macro_rules! speeds {
    ($($digit:literal $label:literal),*) => {
        [$(row(plain(Key::Char($digit)), $label, "Speed", |_| Command::Speed(speed($digit)))),*]
    };
}

/// Steps per second of a digit key.
fn speed(digit: char) -> f64 {
    f64::from(1u32 << (digit as u32).saturating_sub('1' as u32).min(8))
}

/// Every command that needs no more than the model, but the digits.
pub static BINDINGS: &[Binding] = &joined::<{ GENERAL.len() + ACTIONS.len() }>(GENERAL, ACTIONS);

const fn joined<const N: usize>(one: &[Binding], two: &[Binding]) -> [Binding; N] {
    let mut all = [one[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < one.len() { one[i] } else { two[i - one.len()] };
        i += 1;
    }
    all
}

/// All of them but the edits of bodies.
const GENERAL: &[Binding] = &[
    row(plain(Key::Right), "Next event", STEP, |_| Command::StepBy(1)),
    row(plain(Key::Left), "Previous event", STEP, |_| Command::StepBy(-1)),
    row(shift(Key::Right), "Next iteration", STEP, |_| Command::IterationBy(1)),
    row(shift(Key::Left), "Previous iteration", STEP, |_| Command::IterationBy(-1)),
    row(plain(Key::Home), "First step", STEP, |_| Command::Home),
    row(plain(Key::End), "Last step", STEP, |_| Command::End),
    row(plain(Key::Space), "Play or pause", STEP, |_| Command::TogglePlay),
    row(plain(Key::Char('n')), "Next problem", STEP, |_| Command::NextProblem),
    row(shift(Key::Char('n')), "Previous problem", STEP, |_| Command::PrevProblem),
    row(plain(Key::Char('g')), "Go to step number", STEP, |_| Command::AskGoTo),
    row(plain(Key::Char('c')), "Copy the sentence", STEP, |_| Command::CopySentence),
    row(plain(Key::Char('b')), "Pin this run, or let it go", STEP, |_| Command::TogglePin),
    row(plain(Key::Char('k')), "Next kernel", EDIT, |_| Command::KernelBy(1)),
    row(shift(Key::Char('k')), "Previous kernel", EDIT, |_| Command::KernelBy(-1)),
    row(plain(Key::Char('p')), "Other precision", EDIT, |_| Command::TogglePrecision),
    row(ctrl(Key::Char('z')), "Undo", EDIT, |_| Command::Undo),
    row(ctrl_shift(Key::Char('z')), "Redo", EDIT, |_| Command::Redo),
    row(ctrl(Key::Char('s')), "Save", EDIT, |_| Command::Save),
    row(ctrl_shift(Key::Char('s')), "Save as", EDIT, |_| Command::AskSave),
    row(ctrl(Key::Char('o')), "Open", EDIT, |_| Command::AskOpen),
    row(ctrl(Key::Char('k')), "Keep as regression scene", EDIT, |_| Command::Keep(KeepCommand::Open)),
    row(ctrl(Key::Char('f')), "Figure…", EDIT, |_| Command::Figure(FigureCommand::Toggle)),
    row(None, "Copy the scene's text", EDIT, |_| Command::CopyScene),
    row(None, "Expectation from the truth", EDIT, |_| Command::ExpectFromTruth),
    row(ctrl(Key::Char('n')), "New scene", EDIT, |_| Command::New),
    row(ctrl(Key::Char('v')), "Paste numbers", EDIT, |_| Command::Paste(PasteCommand::Open(String::new()))),
    row(plain(Key::Char('u')), "Next failing scene", EDIT, |_| Command::Folder(FolderCommand::NextFailing(false))),
    row(shift(Key::Char('u')), "Previous failing scene", EDIT, |_| Command::Folder(FolderCommand::NextFailing(true))),
    row(None, "Run all listed scenes", EDIT, |_| Command::Folder(FolderCommand::Run)),
    row(ctrl(Key::Char('p')), "Find a command", SHOW, |_| Command::Palette(PaletteCommand::Toggle)),
    row(plain(Key::Char('f')), "Fit both views", SHOW, |_| Command::Fit),
    row(plain(Key::Char('x')), "Numbers: short, exact, hex", SHOW, |_| Command::NextNumbers),
    row(plain(Key::Char('l')), "Light or dark", SHOW, |_| Command::ToggleTheme),
    row(plain(Key::Char('s')), "Scene panel", SHOW, |_| Command::TogglePanel(Panel::Scene)),
    row(plain(Key::Char('d')), "Step panel", SHOW, |_| Command::TogglePanel(Panel::Step)),
    row(plain(Key::Char('t')), "Timeline panel", SHOW, |_| Command::TogglePanel(Panel::Timeline)),
    row(plain(Key::Char('z')), "Origin loupe", SHOW, |_| Command::ToggleLoupe),
    row(plain(Key::Char('e')), "Table of events", SHOW, |_| Command::ToggleEvents),
    row(plain(Key::Char('m')), "Compare all kernels", SHOW, |_| Command::ToggleCompare),
    row(plain(Key::Char('v')), "Copy this view as a command", SHOW, |_| Command::CopyView),
    row(plain(Key::Char('?')), "These keys", SHOW, |_| Command::ToggleHelp),
    row(plain(Key::Escape), "Close what is open", SHOW, |_| Command::Escape),
];

/// The digits: steps per second while playing.
pub static SPEEDS: &[Binding] = &speeds![
    '1' "1 step per second", '2' "2 steps per second", '3' "4 steps per second", '4' "8 steps per second",
    '5' "16 steps per second", '6' "32 steps per second", '7' "64 steps per second", '8' "128 steps per second",
    '9' "256 steps per second"
];

/// Every row of every list.
pub fn commands() -> impl Iterator<Item = &'static Binding> {
    BINDINGS.iter().chain(SPEEDS)
}

/// The command of a chord, if it is bound.
pub fn command_for(chord: Chord, model: &Model) -> Option<Command> {
    bound_to(chord).map(|b| (b.command)(model))
}

/// The binding of a chord.
pub fn bound_to(chord: Chord) -> Option<&'static Binding> {
    commands().find(|b| b.chord == Some(chord))
}

/// The keys of what a person reads, for a tooltip: `Next event (Right)`.
pub fn keys_of(label: &str) -> Option<String> {
    commands().find(|b| b.label == label)?.chord.map(|chord| chord.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_chord_is_bound_twice() {
        let all: Vec<Chord> = commands().filter_map(|b| b.chord).collect();
        for (i, one) in all.iter().enumerate() {
            assert!(!all[..i].contains(one), "{one}");
        }
    }

    #[test]
    fn digits_double_the_speed() {
        assert_eq!(('1'..='9').map(speed).collect::<Vec<_>>(), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]);
    }
}
