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
        [$(Binding {
            chord: plain(Key::Char($digit)),
            label: $label,
            group: "Speed",
            command: |_| Command::Speed(speed($digit)),
        }),*]
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
    Binding { chord: plain(Key::Right), label: "Next event", group: STEP, command: |_| Command::StepBy(1) },
    Binding { chord: plain(Key::Left), label: "Previous event", group: STEP, command: |_| Command::StepBy(-1) },
    Binding { chord: shift(Key::Right), label: "Next iteration", group: STEP, command: |_| Command::IterationBy(1) },
    Binding {
        chord: shift(Key::Left),
        label: "Previous iteration",
        group: STEP,
        command: |_| Command::IterationBy(-1),
    },
    Binding { chord: plain(Key::Home), label: "First step", group: STEP, command: |_| Command::Home },
    Binding { chord: plain(Key::End), label: "Last step", group: STEP, command: |_| Command::End },
    Binding { chord: plain(Key::Space), label: "Play or pause", group: STEP, command: |_| Command::TogglePlay },
    Binding { chord: plain(Key::Char('n')), label: "Next problem", group: STEP, command: |_| Command::NextProblem },
    Binding { chord: shift(Key::Char('n')), label: "Previous problem", group: STEP, command: |_| Command::PrevProblem },
    Binding { chord: plain(Key::Char('g')), label: "Go to step number", group: STEP, command: |_| Command::AskGoTo },
    Binding {
        chord: plain(Key::Char('c')),
        label: "Copy the sentence",
        group: STEP,
        command: |_| Command::CopySentence,
    },
    Binding {
        chord: plain(Key::Char('b')),
        label: "Pin this run, or let it go",
        group: STEP,
        command: |_| Command::TogglePin,
    },
    Binding { chord: plain(Key::Char('k')), label: "Next kernel", group: EDIT, command: |_| Command::KernelBy(1) },
    Binding { chord: shift(Key::Char('k')), label: "Previous kernel", group: EDIT, command: |_| Command::KernelBy(-1) },
    Binding {
        chord: plain(Key::Char('p')),
        label: "Other precision",
        group: EDIT,
        command: |_| Command::TogglePrecision,
    },
    Binding { chord: ctrl(Key::Char('z')), label: "Undo", group: EDIT, command: |_| Command::Undo },
    Binding { chord: ctrl_shift(Key::Char('z')), label: "Redo", group: EDIT, command: |_| Command::Redo },
    Binding { chord: ctrl(Key::Char('s')), label: "Save", group: EDIT, command: |_| Command::Save },
    Binding { chord: ctrl_shift(Key::Char('s')), label: "Save as", group: EDIT, command: |_| Command::AskSave },
    Binding { chord: ctrl(Key::Char('o')), label: "Open", group: EDIT, command: |_| Command::AskOpen },
    Binding {
        chord: ctrl(Key::Char('k')),
        label: "Keep as regression scene",
        group: EDIT,
        command: |_| Command::Keep(KeepCommand::Open),
    },
    Binding {
        chord: ctrl(Key::Char('f')),
        label: "Figure…",
        group: EDIT,
        command: |_| Command::Figure(FigureCommand::Toggle),
    },
    Binding { chord: None, label: "Copy the scene's text", group: EDIT, command: |_| Command::CopyScene },
    Binding { chord: None, label: "Expectation from the truth", group: EDIT, command: |_| Command::ExpectFromTruth },
    Binding { chord: ctrl(Key::Char('n')), label: "New scene", group: EDIT, command: |_| Command::New },
    Binding {
        chord: ctrl(Key::Char('v')),
        label: "Paste numbers",
        group: EDIT,
        command: |_| Command::Paste(PasteCommand::Open(String::new())),
    },
    Binding {
        chord: plain(Key::Char('u')),
        label: "Next failing scene",
        group: EDIT,
        command: |_| Command::Folder(FolderCommand::NextFailing(false)),
    },
    Binding {
        chord: shift(Key::Char('u')),
        label: "Previous failing scene",
        group: EDIT,
        command: |_| Command::Folder(FolderCommand::NextFailing(true)),
    },
    Binding {
        chord: None,
        label: "Run all listed scenes",
        group: EDIT,
        command: |_| Command::Folder(FolderCommand::Run),
    },
    Binding {
        chord: ctrl(Key::Char('p')),
        label: "Find a command",
        group: SHOW,
        command: |_| Command::Palette(PaletteCommand::Toggle),
    },
    Binding { chord: plain(Key::Char('f')), label: "Fit both views", group: SHOW, command: |_| Command::Fit },
    Binding {
        chord: plain(Key::Char('x')),
        label: "Numbers: short, exact, hex",
        group: SHOW,
        command: |_| Command::NextNumbers,
    },
    Binding { chord: plain(Key::Char('l')), label: "Light or dark", group: SHOW, command: |_| Command::ToggleTheme },
    Binding {
        chord: plain(Key::Char('s')),
        label: "Scene panel",
        group: SHOW,
        command: |_| Command::TogglePanel(Panel::Scene),
    },
    Binding {
        chord: plain(Key::Char('d')),
        label: "Step panel",
        group: SHOW,
        command: |_| Command::TogglePanel(Panel::Step),
    },
    Binding {
        chord: plain(Key::Char('t')),
        label: "Timeline panel",
        group: SHOW,
        command: |_| Command::TogglePanel(Panel::Timeline),
    },
    Binding { chord: plain(Key::Char('z')), label: "Origin loupe", group: SHOW, command: |_| Command::ToggleLoupe },
    Binding { chord: plain(Key::Char('e')), label: "Table of events", group: SHOW, command: |_| Command::ToggleEvents },
    Binding {
        chord: plain(Key::Char('m')),
        label: "Compare all kernels",
        group: SHOW,
        command: |_| Command::ToggleCompare,
    },
    Binding {
        chord: plain(Key::Char('v')),
        label: "Copy this view as a command",
        group: SHOW,
        command: |_| Command::CopyView,
    },
    Binding { chord: plain(Key::Char('?')), label: "These keys", group: SHOW, command: |_| Command::ToggleHelp },
    Binding { chord: plain(Key::Escape), label: "Close what is open", group: SHOW, command: |_| Command::Escape },
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
