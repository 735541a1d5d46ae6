//! Status bar: what ran, what came out, what is true.

use egui::{Align, Label, Layout, RichText, Sense, Ui};

use super::step::outcome_words;
use super::style::{Colors, TEXT};
use crate::check::Verdict;
use crate::draw::Theme;
use crate::model::{Command, Model};
use crate::run::{NumberStyle, format_number};

/// A value with its name in front.
fn chip_ui(ui: &mut Ui, name: &str, value: &str, ink: egui::Color32) {
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.label(RichText::new(name).size(TEXT).weak());
    ui.add(Label::new(RichText::new(value).size(TEXT).color(ink)).truncate()).on_hover_text(value);
    ui.add_space(10.0);
}

/// The status bar.
pub fn status_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        switches_ui(ui, model, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| chips_ui(ui, model, &colors));
    });
}

fn chips_ui(ui: &mut Ui, model: &Model, colors: &Colors) {
    let Some(trace) = &model.trace else {
        ui.weak("No run.");
        return;
    };
    let short = |x: f64| format_number(x, NumberStyle::Short);
    let plain = colors.text;
    chip_ui(ui, "kernel", trace.kernel.id, plain);
    chip_ui(ui, "in", trace.precision.id(), plain);
    let a = &trace.answered;
    let outcome = outcome_words(a, NumberStyle::Short);
    let (word, ink) = match model.report.as_ref().map(|r| r.verdict) {
        Some(Verdict::Pass) | None => ("", plain),
        Some(Verdict::Fail) => ("wrong: ", colors.wrong),
        Some(Verdict::KnownFailure) => ("known failure: ", colors.fragile),
        Some(Verdict::UnexpectedPass) => ("unexpected pass: ", colors.fragile),
        Some(Verdict::Undecided) => ("undecided: ", colors.fragile),
    };
    chip_ui(ui, "outcome", &format!("{word}{outcome}"), ink);
    if let Some(report) = &model.report {
        chip_ui(ui, "truth", &short(report.truth.signed_distance), plain);
        if let Some(error) = report.error {
            chip_ui(ui, "error", &short(error), plain);
        }
    }
    chip_ui(ui, "iterations", &a.iterations.to_string(), plain);
    chip_ui(ui, "exit", a.exit.id(), plain);
}

fn switches_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let mut link = |ui: &mut Ui, text: &str, tip: &str, command: Command| {
        let label = Label::new(RichText::new(text).size(TEXT).weak()).sense(Sense::click());
        if ui.add(label).on_hover_text(tip).clicked() {
            out.push(command);
        }
        ui.add_space(4.0);
    };
    link(ui, "Keys", "All keys (?)", Command::ToggleHelp);
    let theme = if model.theme == Theme::Dark { "Light" } else { "Dark" };
    link(ui, theme, "Light or dark (L)", Command::ToggleTheme);
    let numbers = match model.numbers {
        NumberStyle::Short => "Short numbers",
        NumberStyle::Exact => "Exact numbers",
        NumberStyle::Hex => "Hex numbers",
    };
    link(ui, "Compare", "Compare all kernels (M)", Command::ToggleCompare);
    link(ui, numbers, "Numbers: short, exact, hex (X)", Command::NextNumbers);
}
