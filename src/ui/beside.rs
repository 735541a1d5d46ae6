//! Two runs side by side in the step panel: what the pinned one says at the step beside this one, and both states in two columns.

use egui::{Align2, FontId, Label, RichText, Sense, Ui, vec2};

use super::step::outcome_words;
use super::style::{Colors, MONO, SMALL, TEXT};
use crate::kernel::{EventKind, PointId};
use crate::model::{Kind, Model, Pinned};
use crate::run::{NumberStyle, Step, Trace, format_number, point_name, sentence};
use crate::shape::SMOOTH;

/// Height of a row of the table.
const ROW: f32 = 15.0;
/// Width of its first column.
const NAMES: f32 = 64.0;

/// What the pinned run does beside this step.
pub fn beside_ui(ui: &mut Ui, model: &Model, pinned: &Pinned, step: &Step) {
    let colors = Colors::of(model.theme);
    let top = ui.cursor().top();
    let part = match pinned.parts {
        Some(at) if at as usize == step.index => "   ·   here they part".to_owned(),
        Some(at) => format!("   ·   they part at step {at}"),
        None => "   ·   the same way".to_owned(),
    };
    ui.label(RichText::new(format!("Pinned: {}{part}", pinned.name())).size(SMALL).color(colors.weak));
    let (trace, beside) = (&pinned.trace, pinned.step_beside(step.index));
    let ended = pinned.align == crate::model::Align::Step && step.index > beside;
    let words = match ended {
        true => format!("ended at step {beside}: {}.", outcome_words(&trace.answered, model.numbers)),
        false => sentence(trace, beside, model.numbers),
    };
    let words = RichText::new(format!("pinned: {words}")).size(TEXT).color(colors.text);
    ui.add(Label::new(words).wrap().selectable(true));
    let used = ui.cursor().top() - top;
    ui.add_space((60.0 - used).max(4.0));
    if let (Some(own), Some(other)) = (&model.trace, trace.step(beside)) {
        table_ui(ui, model, &facts(own, step, model.numbers), &facts(trace, &other, model.numbers));
    }
}

/// What is compared: the same rows in the same order for every run.
fn facts(trace: &Trace, step: &Step, style: NumberStyle) -> [(&'static str, String); 6] {
    let number = |x: f64| format_number(x, style);
    let event = match &step.event.kind {
        EventKind::Test(test) => format!("decision: {}", if test.held { "yes" } else { "no" }),
        other => Kind::of(other).label().to_owned(),
    };
    let name = |&id: &PointId| match trace.points.get(id as usize) {
        Some(p) if p.ia != SMOOTH && p.ib != SMOOTH => format!("a{}−b{}", p.ia, p.ib),
        _ => point_name(id),
    };
    let edge = step.nearest_edge().and_then(|e| trace.edges.get(e as usize)).map(|e| [e.from, e.to]);
    let simplex: Vec<String> = edge.as_ref().map_or(step.simplex(), |ends| ends).iter().map(name).collect();
    let v = match (&edge, step.closest()) {
        (None, Some((_, v))) => number(v.length()),
        (_, _) => String::new(),
    };
    let (lower, upper) = step.bounds().map_or_else(Default::default, |(l, u)| (number(l), number(u)));
    [
        ("step", format!("{} of {}", step.index, trace.len().saturating_sub(1))),
        ("event", event),
        (if edge.is_some() { "edge" } else { "simplex" }, simplex.join("  ")),
        ("length v", v),
        ("lower", lower),
        ("upper", upper),
    ]
}

/// Both in two columns; what differs is strong.
fn table_ui(ui: &mut Ui, model: &Model, own: &[(&'static str, String)], other: &[(&'static str, String)]) {
    let colors = Colors::of(model.theme);
    let width = ui.available_width();
    let half = (width - NAMES) / 2.0;
    let font = |name: bool| if name { FontId::proportional(SMALL) } else { FontId::monospace(MONO) };
    ui.spacing_mut().item_spacing.y = 0.0;
    let (head, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    for (i, word) in ["this run", "pinned"].into_iter().enumerate() {
        let at = head.left_top() + vec2(NAMES + i as f32 * half, 0.0);
        ui.painter().text(at, Align2::LEFT_TOP, word, font(true), colors.weak);
    }
    for ((name, value), (_, beside)) in own.iter().zip(other) {
        if value.is_empty() && beside.is_empty() {
            continue;
        }
        let same = value == beside;
        let ink = if same { colors.weak } else { colors.text };
        let job = |text: &str| {
            let mut job = egui::text::LayoutJob::simple(text.to_owned(), font(false), ink, half - 8.0);
            job.wrap.break_anywhere = false;
            job
        };
        let galleys = [value, beside].map(|text| ui.painter().layout_job(job(text)));
        let height = galleys.iter().map(|g| g.size().y).fold(ROW, f32::max);
        let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let words = format!("{name}: this run {value}, pinned {beside}{}", if same { ", the same" } else { "" });
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Row, true, &words));
        ui.painter().text(rect.left_top(), Align2::LEFT_TOP, name, font(true), colors.weak);
        for (i, galley) in galleys.into_iter().enumerate() {
            let at = rect.left_top() + vec2(NAMES + i as f32 * half, 0.0);
            ui.painter().galley(at, galley, ink);
        }
        if !same && *name != "step" {
            // Not by weight alone.
            let at = rect.left_top() + vec2(NAMES - 12.0, 0.0);
            ui.painter().text(at, Align2::LEFT_TOP, "≠", font(true), colors.accent);
        }
    }
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.add_space(4.0);
}
