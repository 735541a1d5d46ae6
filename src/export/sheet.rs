//! A sheet: steps of a run as numbered small pictures with one viewport.

use glam::DVec2;

use super::below::Below;
use super::figure::{Drawn, Settings, plain_text, unmarked};
use super::fonts::measure;
use crate::draw::{Painted, Viewport};
use crate::run::{NumberStyle, kind_words, sentence_in};
use crate::scene::Language;

/// Most pictures of a sheet: more are no longer read.
pub const MOST: usize = 64;
/// Space between pictures, and height of the line with a picture's number, pixels.
const GAP: f64 = 12.0;
const NUMBER: f64 = 20.0;
/// Height of a picture to its width, where the sheet has no height of its own.
const TALL: f64 = 0.85;
/// The sheet may be no higher, pixels.
const HIGHEST: f64 = 8192.0;

/// No picture of a sheet is smaller along a side, pixels: below it there is nothing to be seen.
const LEAST: f64 = 24.0;

/// How the pictures of a sheet stand.
struct Grid {
    columns: usize,
    rows: usize,
    /// Width and height of a picture, and height of the line above it.
    wide: f64,
    tall: f64,
    number: f64,
    /// Of the whole sheet, in whole pixels where the sheet has no height of its own.
    height: f64,
}

impl Grid {
    fn fits(&self) -> bool {
        self.wide >= LEAST && self.tall >= LEAST && self.height <= HIGHEST
    }
}

/// The pictures in as few columns as the height allows, unless their number is asked for.
fn grid(settings: &Settings, pictures: usize, below: f64) -> Grid {
    let natural = columns(settings, pictures);
    let most = if settings.columns.is_some() { natural } else { pictures.max(natural) };
    let grids = (natural..=most).map(|columns| of_columns(settings, pictures, columns, below));
    grids.clone().find(Grid::fits).unwrap_or_else(|| of_columns(settings, pictures, natural, below))
}

fn of_columns(settings: &Settings, pictures: usize, columns: usize, below: f64) -> Grid {
    let Settings { size, margin, of, .. } = *settings;
    let rows = pictures.div_ceil(columns).max(1);
    let wide = (size.x - 2.0 * margin - GAP * (columns - 1) as f64) / columns as f64;
    let number = NUMBER * settings.outer_ink().text;
    let gaps = GAP * (rows - 1) as f64;
    let tall = match size.y {
        y if y > 0.0 => (y - 2.0 * margin - below - gaps) / rows as f64 - number,
        // Panels side by side are about square each.
        _ => wide * [TALL, 0.5, 0.36][settings.panels(of).len().clamp(1, 3) - 1],
    };
    let needed = 2.0 * margin + rows as f64 * (tall + number) + gaps + below;
    let height = if size.y > 0.0 { size.y } else { needed.ceil() };
    Grid { columns, rows, wide, tall, number, height }
}

/// What stands below the pictures of a sheet.
fn below(drawn: &Drawn, steps: &[usize]) -> Below {
    let Settings { size, margin, .. } = *drawn.settings;
    Below::of_sheet(drawn, &words(drawn, steps), size.x - 2.0 * margin)
}

/// Why these steps cannot stand on one sheet.
pub(super) fn fits(drawn: &Drawn, steps: &[usize]) -> Result<(), String> {
    let below = below(drawn, steps).height();
    let grid = grid(drawn.settings, steps.len(), below);
    if grid.fits() {
        return Ok(());
    }
    let Grid { columns, rows, wide, tall, height, .. } = grid;
    let pictures = format!("{} pictures in {rows} rows of {columns}", steps.len());
    Err(if wide < LEAST || tall < LEAST {
        let side = wide.min(tall).max(0.0);
        format!(
            "{pictures} would have {side:.0} px each, and less than {LEAST} shows nothing (--columns, --width, --height)"
        )
    } else {
        format!(
            "{pictures} need a sheet {height:.0} px high, and none has more than {HIGHEST} (--columns, --width, --height)"
        )
    })
}

/// The pictures and the size of the sheet; no more than [`MOST`] steps are drawn.
pub(super) fn sheet(drawn: &Drawn, steps: &[usize]) -> (Vec<Painted>, DVec2) {
    let Settings { size, margin, of, .. } = *drawn.settings;
    let steps = &steps[..steps.len().min(MOST)];
    let below = below(drawn, steps);
    let Grid { columns, rows, wide, tall, number, height } = grid(drawn.settings, steps.len(), below.height());
    let tall = tall.max(1.0);
    let mut shapes = vec![];
    for (i, &step) in steps.iter().enumerate() {
        let cell = DVec2::new((i % columns) as f64 * (wide + GAP), (i / columns) as f64 * (tall + number + GAP));
        let at = DVec2::splat(margin) + cell;
        shapes.extend(head(drawn, step, at, wide));
        let area = Viewport::new(at + DVec2::new(0.0, number), DVec2::new(wide, tall));
        shapes.extend(drawn.view(of, step, area));
    }
    let bottom = margin + rows as f64 * (tall + number + GAP) - GAP;
    shapes.extend(below.paint(DVec2::new(margin, bottom), drawn.settings));
    (shapes, DVec2::new(size.x, height))
}

/// The number of a picture and what happens there, where there is room for the words.
fn head(drawn: &Drawn, step: usize, at: DVec2, wide: f64) -> Vec<Painted> {
    let ink = drawn.settings.outer_ink();
    let at = at + DVec2::new(4.0, NUMBER * ink.text * 0.5);
    let number = step.to_string();
    let after = measure(&number, 12.0 * ink.text, false).x + 8.0 * ink.text;
    let mut shapes = vec![plain_text(&number, at, 12.0, ink, ink.theme.text())];
    let words = kind_words(drawn.trace, step, drawn.settings.language);
    if 4.0 + after + measure(words, 10.5 * ink.text, false).x <= wide {
        shapes.push(plain_text(words, at + DVec2::new(after, 0.0), 10.5, ink, ink.theme.weak_text()));
    }
    shapes.into_iter().map(unmarked).collect()
}

/// As asked for, else what gives pictures of about 200 pixels and rows of about the same length.
fn columns(settings: &Settings, pictures: usize) -> usize {
    let asked = settings.columns.map(|n| n as usize);
    let least = 200.0 * settings.panels(settings.of).len() as f64 * settings.outer_ink().text.max(0.5);
    let fit = ((settings.size.x / least) as usize).clamp(1, 8);
    let rows = pictures.div_ceil(fit).max(1);
    asked.unwrap_or(pictures.div_ceil(rows)).clamp(1, pictures.max(1))
}

/// Steps as numbers and ranges: `0, 3, 5 to 8`.
pub(super) fn spelled(steps: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = vec![];
    for &step in steps {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == step => run.1 = step,
            _ => runs.push((step, step)),
        }
    }
    let run = |&(a, b): &(usize, usize)| match b - a {
        0 => a.to_string(),
        1 => format!("{a}, {b}"),
        _ => format!("{a} to {b}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// What a sheet shows, in words: of few steps every sentence, of many the last one.
pub(super) fn words(drawn: &Drawn, steps: &[usize]) -> String {
    const FEW: usize = 3;
    let language = drawn.settings.language;
    let sentence = |step: usize| sentence_in(drawn.trace, step, NumberStyle::Short, language);
    let (kernel, precision) = (drawn.trace.kernel.id, drawn.trace.precision.id());
    let shown = &steps[steps.len().saturating_sub(if steps.len() <= FEW { FEW } else { 1 })..];
    let last: Vec<String> = shown
        .iter()
        .map(|&step| match language {
            Language::En => format!("Step {step}: {}", sentence(step)),
            Language::Zh => format!("第 {step} 步：{}", sentence(step)),
        })
        .collect();
    match language {
        Language::En => format!("{kernel} in {precision}. {}", last.join(" ")),
        Language::Zh => format!("{kernel}，{precision}。{}", last.concat()),
    }
}
