//! Text that was pasted or dropped, shown with what it means before it becomes a scene.

use std::ops::Range;

use super::files::fresh;
use super::{Effect, Model};
use crate::check::{self, Report};
use crate::import::{self, Group, ImportError, Order, Part, Reading};
use crate::run::Trace;

/// What a person does with a pasted text.
#[derive(Clone, Debug)]
pub enum PasteCommand {
    /// Shows a text; an empty one is filled by hand.
    Open(String),
    /// The text was edited.
    Text(String),
    /// Chooses a reading.
    Reading(usize),
    /// These bytes of the text are selected.
    Select(Range<usize>),
    /// The selected numbers become a group of their own.
    Assign(Part),
    /// A group becomes something else.
    Part(usize, Part),
    /// The coordinates of a group follow each other otherwise.
    Order(usize, Order),
    /// What was changed by hand is given up.
    Reset,
    /// The reading becomes a new scene; asks first where edits would be lost.
    Take,
    /// It becomes a new scene whatever is lost.
    TakeAnyway,
}

/// A pasted text.
#[derive(Clone, Debug)]
pub struct Pasting {
    /// As it is now.
    pub text: String,
    /// Everything it can mean.
    pub readings: Vec<Reading>,
    /// Which of them is taken; `None`: several are there and nobody has chosen.
    pub chosen: Option<usize>,
    /// Every number and what it is: by the reading, or by hand.
    pub groups: Vec<Group>,
    /// What the groups make, once they were changed by hand.
    pub by_hand: Option<Result<Reading, ImportError>>,
    /// Why the text has no reading.
    pub error: Option<ImportError>,
    /// Selected bytes.
    pub selected: Range<usize>,
    /// The pair as it would be, run and judged.
    pub preview: Option<Box<(Trace, Report)>>,
    /// It is asked whether the edits of the scene in the window may go.
    pub asking: bool,
}

impl Pasting {
    fn new(text: String) -> Pasting {
        let mut pasting = Pasting {
            text: String::new(),
            readings: Vec::new(),
            chosen: None,
            groups: Vec::new(),
            by_hand: None,
            error: None,
            selected: 0..0,
            preview: None,
            asking: false,
        };
        pasting.set_text(text);
        pasting
    }

    /// What is shown: what was made by hand, the chosen reading, or the first one while nobody has chosen.
    pub fn shown(&self) -> Option<&Reading> {
        match &self.by_hand {
            Some(made) => made.as_ref().ok(),
            None => self.readings.get(self.chosen.unwrap_or(0)),
        }
    }

    /// What can be taken: never a guess among several readings.
    pub fn takes(&self) -> Option<&Reading> {
        self.shown().filter(|_| self.by_hand.is_some() || self.chosen.is_some())
    }

    /// Why nothing can be shown.
    pub fn fault(&self) -> Option<&ImportError> {
        match &self.by_hand {
            Some(made) => made.as_ref().err(),
            None => self.error.as_ref(),
        }
    }

    /// Numbers among the selected bytes.
    pub fn selected_numbers(&self) -> usize {
        let s = &self.selected;
        let inside = |span: &Range<usize>| span.start < s.end && s.start < span.end;
        self.groups.iter().flat_map(|g| &g.numbers).filter(|n| inside(&n.span)).count()
    }

    fn set_text(&mut self, text: String) {
        self.text = text;
        self.selected = 0..0;
        (self.readings, self.error) = match import::paste(&self.text) {
            _ if self.text.trim().is_empty() => (Vec::new(), None),
            Ok(paste) => (paste.readings, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        self.chosen = (self.readings.len() == 1).then_some(0);
        self.reset();
    }

    fn reset(&mut self) {
        self.by_hand = None;
        self.groups = import::groups(&self.text, self.readings.get(self.chosen.unwrap_or(0)));
        self.look();
    }

    fn by_hand(&mut self, groups: Vec<Group>) {
        self.groups = groups;
        self.by_hand = Some(import::by_hand(&self.text, &self.groups));
        self.look();
    }

    fn look(&mut self) {
        self.asking = false;
        self.preview = self.shown().and_then(|r| check::run(&r.scene)).map(Box::new);
    }
}

/// Does what a person asked for.
pub(super) fn update(model: &mut Model, command: PasteCommand) -> Vec<Effect> {
    if let PasteCommand::Open(text) = command {
        model.dialog = None;
        model.pasting = Some(Box::new(Pasting::new(text)));
        return vec![Effect::Repaint];
    }
    let would_lose = model.would_lose();
    let Some(pasting) = &mut model.pasting else { return vec![] };
    match command {
        PasteCommand::Open(_) => {}
        PasteCommand::Text(text) => pasting.set_text(text),
        PasteCommand::Reading(i) if i < pasting.readings.len() => {
            pasting.chosen = Some(i);
            pasting.reset();
        }
        PasteCommand::Reading(_) => {}
        PasteCommand::Select(span) => pasting.selected = span,
        PasteCommand::Assign(part) => {
            if let Some(groups) = import::select(&pasting.groups, &pasting.selected, part) {
                pasting.by_hand(groups);
            }
        }
        PasteCommand::Part(i, part) => {
            let mut groups = pasting.groups.clone();
            if let Some(group) = groups.get_mut(i) {
                group.part = part;
                pasting.by_hand(groups);
            }
        }
        PasteCommand::Order(i, order) => {
            let mut groups = pasting.groups.clone();
            if let Some(group) = groups.get_mut(i) {
                group.order = order;
                pasting.by_hand(groups);
            }
        }
        PasteCommand::Reset => pasting.reset(),
        PasteCommand::Take if would_lose && pasting.takes().is_some() => pasting.asking = true,
        PasteCommand::Take | PasteCommand::TakeAnyway => {
            if let Some(reading) = pasting.takes() {
                let scene = reading.scene.clone();
                model.pasting = None;
                fresh(model, scene);
            }
        }
    }
    vec![Effect::Repaint]
}
