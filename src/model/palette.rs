//! The palette: every command with its key, found by a few letters. Rows come from [`SOURCES`]: the one list of
//! commands, and what makes rows from the model.

use super::keys::commands;
use super::{Command, Effect, ExportCommand, Model};
use crate::export::EXPORTERS;
use crate::kernel::{KERNELS, PRESETS};

/// What a person does with the palette.
#[derive(Clone, Debug)]
pub enum PaletteCommand {
    /// Opens or closes it.
    Toggle,
    /// The letters.
    Text(String),
    /// Moves the choice by so many rows, around.
    By(i64),
    /// Runs the chosen row.
    Run,
    /// Runs this row.
    RunAt(usize),
}

/// A row of the palette.
#[derive(Clone, Debug)]
pub struct PaletteRow {
    /// What a person reads.
    pub label: String,
    /// Its key, if it has one.
    pub keys: Option<String>,
    /// What it does.
    pub command: Command,
}

/// The palette while it is open.
#[derive(Clone, Debug)]
pub struct Palette {
    /// The letters.
    pub text: String,
    /// What fits them, best first.
    pub rows: Vec<PaletteRow>,
    /// Index of the chosen row.
    pub at: usize,
}

/// Where rows come from, in the order in which they stand while no letter is typed.
static SOURCES: &[fn(&Model, &mut Vec<PaletteRow>)] = &[bound, exports, kernels, presets, recent, scenes];

fn bound(model: &Model, out: &mut Vec<PaletteRow>) {
    for row in commands() {
        let command = (row.command)(model);
        if !matches!(command, Command::Palette(_) | Command::Escape) {
            let keys = row.chord.map(|chord| chord.to_string());
            out.push(PaletteRow { label: row.label.to_owned(), keys, command });
        }
    }
}

fn exports(model: &Model, out: &mut Vec<PaletteRow>) {
    for exporter in EXPORTERS.iter().filter(|e| (e.applies)(&model.scene).is_ok()) {
        for (word, command) in
            [("Copy as", ExportCommand::Copy(exporter.id)), ("Export to a file", ExportCommand::Ask(exporter.id))]
        {
            out.push(plain(format!("{word}: {}", exporter.label), Command::Export(command)));
        }
    }
}

fn kernels(_: &Model, out: &mut Vec<PaletteRow>) {
    out.extend(KERNELS.iter().map(|k| plain(format!("Kernel: {}", k.label), Command::SetKernel(k.id.to_owned()))));
}

fn presets(model: &Model, out: &mut Vec<PaletteRow>) {
    let precision = model.scene.query.precision;
    out.extend(PRESETS.iter().map(|preset| {
        plain(format!("Settings: {}", preset.label), Command::SetSettings((preset.settings)(precision)))
    }));
}

fn recent(model: &Model, out: &mut Vec<PaletteRow>) {
    out.extend(model.recent.iter().map(|path| plain(format!("Open recent: {path}"), Command::Open(path.clone()))));
}

fn scenes(model: &Model, out: &mut Vec<PaletteRow>) {
    let listed = model.folder.iter().flat_map(|folder| &folder.scenes);
    out.extend(listed.map(|s| plain(format!("Scene: {}", s.name), Command::Open(s.path.clone()))));
}

fn plain(label: String, command: Command) -> PaletteRow {
    PaletteRow { label, keys: None, command }
}

/// Every row that fits the letters, best first; equally good ones in their order.
fn found(model: &Model, text: &str) -> Vec<PaletteRow> {
    let mut rows = Vec::new();
    SOURCES.iter().for_each(|source| source(model, &mut rows));
    let mut fitting: Vec<(i64, PaletteRow)> =
        rows.into_iter().filter_map(|row| fit(&row.label, text).map(|score| (score, row))).collect();
    fitting.sort_by_key(|(score, _)| -score);
    fitting.into_iter().map(|(_, row)| row).collect()
}

/// How well the words of a text fit a label, each by its letters. `None`: one does not.
fn fit(label: &str, text: &str) -> Option<i64> {
    let label: Vec<char> = label.chars().flat_map(char::to_lowercase).collect();
    text.split_whitespace().map(|word| fit_word(&label, word)).sum()
}

/// How well the letters of a word fit: all of them in their order, better at the beginnings of words and side by side.
fn fit_word(label: &[char], word: &str) -> Option<i64> {
    let (mut at, mut score, mut last) = (0, 0, None);
    for letter in word.chars().flat_map(char::to_lowercase) {
        let start = |i: usize| i == 0 || !label[i - 1].is_alphanumeric();
        let next = |ok: &dyn Fn(usize) -> bool| (at..label.len()).find(|i| label[*i] == letter && ok(*i));
        // Side by side with the letter before, else at the beginning of a word, else anywhere.
        let beside = next(&|i| last.is_some_and(|last| i == last + 1));
        let (i, worth) = match (beside, next(&start), next(&|_| true)) {
            (Some(i), ..) => (i, 6),
            (None, Some(i), _) => (i, 5),
            (None, None, Some(i)) => (i, 1),
            (None, None, None) => return None,
        };
        score += worth * 8 - (i - at).min(8) as i64;
        (at, last) = (i + 1, Some(i));
    }
    Some(score)
}

/// Does what a person asked for.
pub(super) fn update(model: &mut Model, command: PaletteCommand) -> Vec<Effect> {
    let chosen = match command {
        PaletteCommand::Toggle => {
            model.palette = match model.palette.take() {
                Some(_) => None,
                None => Some(Palette { text: String::new(), rows: found(model, ""), at: 0 }),
            };
            None
        }
        PaletteCommand::Text(text) => {
            if model.palette.is_some() {
                model.palette = Some(Palette { rows: found(model, &text), text, at: 0 });
            }
            None
        }
        PaletteCommand::By(by) => {
            if let Some(palette) = model.palette.as_mut().filter(|p| !p.rows.is_empty()) {
                palette.at = (palette.at as i64 + by).rem_euclid(palette.rows.len() as i64) as usize;
            }
            None
        }
        PaletteCommand::Run => model.palette.as_ref().map(|p| p.at),
        PaletteCommand::RunAt(at) => Some(at),
    };
    let palette = chosen.and_then(|at| Some((at, model.palette.take()?)));
    match palette.and_then(|(at, palette)| palette.rows.into_iter().nth(at)) {
        Some(row) => super::update::apply(model, row.command),
        None => vec![Effect::Repaint],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_fit_in_their_order_and_best_at_beginnings() {
        for (label, text, fits) in
            [("Next problem", "np", true), ("Next problem", "pn", false), ("Save as", "save as", true), ("x", "", true)]
        {
            assert_eq!(fit(label, text).is_some(), fits, "{label} {text}");
        }
        assert!(fit("Next problem", "np") > fit("Iteration up", "np").or(Some(i64::MIN)));
        assert!(fit("Fit both views", "fit") > fit("Numbers: first it", "fit"));
        assert!(fit("Save", "save") >= fit("Save as", "save"));
    }
}
