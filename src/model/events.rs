//! The table of all events: which rows a filter leaves, what stands in the cells, the table as text.

use glam::DVec3;

use super::{Mark, Model, Timeline};
use crate::run::{NumberStyle, Trace, direction_words, format_number, sentence, test_words};

/// The table while it is open.
#[derive(Clone, Debug, Default)]
pub struct EventTable {
    /// Words that a row must have, each anywhere in its cells or its sentence; with a leading `-`, that it must not have.
    pub filter: String,
    /// The steps that are left, ascending; `None`: all.
    pub rows: Option<Vec<u32>>,
    /// The longest cell of each column, characters; of a very long table as far as it was looked at.
    pub widths: [usize; EVENT_COLUMNS.len()],
}

/// Most rows that are measured for the widths.
const MEASURED: usize = 2000;

/// The headings, in order.
pub const EVENT_COLUMNS: [&str; 16] = [
    "step", "iter.", "event", "point", "judged", "d", "a", "b", "w", "test", "left", "right", "held", "claim",
    "bounds", "v",
];

/// The cells of an event, by [`EVENT_COLUMNS`]; vectors in the kernel's frame. What the event says nothing of is empty.
pub fn event_cells(
    trace: &Trace,
    timeline: &Timeline,
    step: usize,
    style: NumberStyle,
) -> [String; EVENT_COLUMNS.len()] {
    let row = trace.row(step);
    let vector = |v: Option<DVec3>| v.map(|v| direction_words(v, style)).unwrap_or_default();
    let indexed = |v: Option<DVec3>, index: Option<u32>| match index {
        Some(i) => format!("{i}: {}", vector(v)),
        None => vector(v),
    };
    let test = row.test.map(|t| {
        let (left, relation, right) = test_words(t, style);
        format!("{left} {relation} {right}")
    });
    let held = row.test.map_or("", |t| if t.held { "yes" } else { "no" });
    let bounds = row.bounds.map(|(l, u)| format!("{} .. {}", format_number(l, style), format_number(u, style)));
    [
        step.to_string(),
        trace.events.get(step).map_or(String::new(), |e| e.iteration.to_string()),
        row.kind.to_owned(),
        row.point_name(),
        timeline.at(step).map_or("", |bin| mark_word(bin.mark)).to_owned(),
        vector(row.d),
        indexed(row.a, row.indices[0]),
        indexed(row.b, row.indices[1]),
        vector(row.w),
        test.unwrap_or_default(),
        row.test.map_or(String::new(), |t| format_number(t.left_value, style)),
        row.test.map_or(String::new(), |t| format_number(t.right_value, style)),
        held.to_owned(),
        row.test.map_or("", |t| t.claim.id()).to_owned(),
        bounds.unwrap_or_default(),
        vector(row.v),
    ]
}

/// What a step is marked with.
fn mark_word(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "",
        Mark::Fragile => "fragile",
        Mark::Note => "note",
        Mark::Finding => "finding",
        Mark::False => "false",
    }
}

impl EventTable {
    /// Steps of the rows, in order.
    pub fn step(&self, row: usize) -> usize {
        self.rows.as_ref().map_or(row, |rows| rows.get(row).map_or(0, |s| *s as usize))
    }

    /// How many rows are left of `steps`.
    pub fn len(&self, steps: usize) -> usize {
        self.rows.as_ref().map_or(steps, Vec::len)
    }

    /// The row of a step, or of the last step before it that is left.
    pub fn row_of(&self, step: usize) -> Option<usize> {
        match &self.rows {
            None => Some(step),
            Some(rows) => rows.partition_point(|s| *s as usize <= step).checked_sub(1),
        }
    }
}

/// Filters anew: after another filter, another run, or other numbers in the cells.
pub(super) fn refresh(model: &mut Model) {
    let Some(mut table) = model.events.take() else { return };
    let words: Vec<String> = table.filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
    table.rows = match &model.trace {
        Some(trace) if !words.is_empty() => {
            let kept = |step: &usize| matches(trace, &model.timeline, *step, model.numbers, &words);
            Some((0..trace.len()).filter(kept).map(|s| s as u32).collect())
        }
        _ => None,
    };
    table.widths = [0; EVENT_COLUMNS.len()];
    if let Some(trace) = &model.trace {
        let rows = table.len(trace.len());
        for row in (0..rows).step_by(rows.div_ceil(MEASURED).max(1)) {
            let cells = event_cells(trace, &model.timeline, table.step(row), model.numbers);
            for (width, cell) in table.widths.iter_mut().zip(&cells) {
                *width = cell.chars().count().max(*width);
            }
        }
    }
    model.events = Some(table);
}

fn matches(trace: &Trace, timeline: &Timeline, step: usize, style: NumberStyle, words: &[String]) -> bool {
    let cells = event_cells(trace, timeline, step, style);
    // The numbers of step and iteration would match every digit.
    let text = format!("{} {}", cells[2..].join(" "), sentence(trace, step, style)).to_lowercase();
    words.iter().all(|word| match word.strip_prefix('-') {
        Some("") => true,
        // A negative number is looked for as such.
        Some(not) if !not.starts_with(|c: char| c.is_ascii_digit() || c == '.') => !text.contains(not),
        _ => text.contains(&word.replace('-', "−")) || text.contains(word.as_str()),
    })
}

/// The rows that are left as text, columns apart by tabs, for a report or a spreadsheet.
pub(super) fn as_text(model: &Model) -> String {
    let (Some(table), Some(trace)) = (&model.events, &model.trace) else { return String::new() };
    let mut text = format!("{}\tsentence\n", EVENT_COLUMNS.join("\t"));
    for row in 0..table.len(trace.len()) {
        let step = table.step(row);
        let cells = event_cells(trace, &model.timeline, step, model.numbers);
        text += &format!("{}\t{}\n", cells.join("\t"), sentence(trace, step, model.numbers));
    }
    text
}
