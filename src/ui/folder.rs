//! Left panel: the folder's scenes with their badges.

use egui::{Align, Label, Layout, ProgressBar, RichText, ScrollArea, Sense, Stroke, TextEdit, Ui, vec2};

use super::style::{Colors, SMALL, TEXT};
use crate::check::Verdict;
use crate::model::{Badge, Command, Folder, FolderCommand, Model, Row as FolderRow};

/// A form and a colour for a badge; the word is read aloud and in the tooltip.
fn badge_ui(ui: &mut Ui, badge: Badge, colors: &Colors) {
    let (rect, response) = ui.allocate_exact_size(vec2(12.0, 16.0), Sense::hover());
    response.on_hover_text(badge.word());
    paint_badge(ui, rect.center(), badge, colors);
}

/// Paints the form of a badge.
pub fn paint_badge(ui: &Ui, c: egui::Pos2, badge: Badge, colors: &Colors) {
    let painter = ui.painter();
    let line = |ink| Stroke::new(1.6, ink);
    let triangle = || vec![c + vec2(0.0, -4.5), c + vec2(4.5, 3.5), c + vec2(-4.5, 3.5)];
    match badge {
        Badge::Run(Verdict::Pass) => {
            painter.line(vec![c + vec2(-4.0, 0.0), c + vec2(-1.0, 3.5), c + vec2(4.5, -4.0)], line(colors.text));
        }
        Badge::Run(Verdict::Fail) => {
            painter.add(egui::Shape::convex_polygon(triangle(), colors.wrong, Stroke::NONE));
        }
        Badge::Run(Verdict::KnownFailure) => {
            painter.add(egui::Shape::closed_line(triangle(), line(colors.fragile)));
        }
        Badge::Run(Verdict::UnexpectedPass) => {
            painter.line(vec![c + vec2(-4.0, 0.0), c + vec2(-1.0, 3.5), c + vec2(4.5, -4.0)], line(colors.fragile));
            painter.circle_stroke(c, 6.0, Stroke::new(1.0, colors.fragile));
        }
        Badge::Run(Verdict::Undecided) => {
            painter.text(c, egui::Align2::CENTER_CENTER, "?", egui::FontId::proportional(TEXT), colors.fragile);
        }
        Badge::Unreadable => {
            painter.line_segment([c + vec2(-4.0, -4.0), c + vec2(4.0, 4.0)], line(colors.wrong));
            painter.line_segment([c + vec2(-4.0, 4.0), c + vec2(4.0, -4.0)], line(colors.wrong));
        }
        Badge::NotRun | Badge::Unjudged => drop(painter.circle_filled(c, 1.5, colors.weak)),
    }
}

/// The list of scenes.
pub fn folder_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let Some(folder) = &model.folder else { return };
    let colors = Colors::of(model.theme);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Scenes ({})", folder.scenes.len())).strong().size(TEXT));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| run_ui(ui, folder, out));
    });
    if folder.running {
        let part = folder.run() as f32 / folder.scenes.len().max(1) as f32;
        ui.add(ProgressBar::new(part).desired_height(3.0)).on_hover_text(format!(
            "{} of {} scenes run",
            folder.run(),
            folder.scenes.len()
        ));
    }
    if folder.scenes.len() > FEW {
        filter_ui(ui, folder, &colors, out);
    }
    let height = ui.ctx().content_rect().height() * 0.26;
    ScrollArea::vertical().id_salt("folder").max_height(height).auto_shrink([false, true]).show_rows(
        ui,
        ROW,
        folder.rows.len(),
        |ui, range| {
            for row in &folder.rows[range] {
                ui.horizontal(|ui| row_ui(ui, model, folder, row, &colors, out));
            }
        },
    );
    if folder.rows.is_empty() {
        ui.weak("No scene has these words.");
    }
}

/// A list with more scenes has a filter.
const FEW: usize = 5;
/// Height of a row: what a button is at least.
const ROW: f32 = 20.0;

fn run_ui(ui: &mut Ui, folder: &Folder, out: &mut Vec<Command>) {
    let link = |text: &str| Label::new(RichText::new(text).weak()).sense(Sense::click());
    if folder.running {
        if ui.add(link("Stop")).on_hover_text("Stops running the scenes").clicked() {
            out.push(Command::Folder(FolderCommand::Stop));
        }
    } else if ui.add(link("Run all")).on_hover_text("Runs every scene anew").clicked() {
        out.push(Command::Folder(FolderCommand::Run));
    }
}

/// The words, and how many scenes have which badge; a press on one lists those.
fn filter_ui(ui: &mut Ui, folder: &Folder, colors: &Colors, out: &mut Vec<Command>) {
    let mut text = folder.filter.clone();
    let edit = TextEdit::singleline(&mut text).hint_text("Filter by words").desired_width(f32::INFINITY);
    let field = ui.add(edit).on_hover_text("Words of the path, or of a badge: fail, known-failure, pass ..");
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Filter scenes"));
    if text != folder.filter {
        out.push(Command::Folder(FolderCommand::Filter(text)));
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (badge, count) in folder.counts() {
            let (rect, mark) = ui.allocate_exact_size(vec2(14.0, ROW), Sense::click());
            paint_badge(ui, rect.center(), badge, colors);
            let number = ui.add(Label::new(RichText::new(count.to_string()).size(SMALL)).sense(Sense::click()));
            let chosen = folder.filter == badge.word();
            let tip = if chosen { "list all again" } else { "list these" };
            let tip = format!("{count} {}: {tip}", badge.word());
            if mark.union(number).on_hover_text(tip).clicked() {
                let word = if chosen { String::new() } else { badge.word().to_owned() };
                out.push(Command::Folder(FolderCommand::Filter(word)));
            }
            ui.add_space(6.0);
        }
    });
}

fn row_ui(ui: &mut Ui, model: &Model, folder: &Folder, row: &FolderRow, colors: &Colors, out: &mut Vec<Command>) {
    let listed = match row {
        FolderRow::Group(name) => {
            ui.add(Label::new(RichText::new(format!("{name}/")).weak()).truncate());
            return;
        }
        FolderRow::Scene(i) => &folder.scenes[*i],
    };
    ui.spacing_mut().item_spacing.x = 4.0;
    badge_ui(ui, listed.badge, colors);
    let open = model.path.as_deref() == Some(listed.path.as_str());
    let row = egui::Button::selectable(open, listed.short()).truncate();
    let tip = format!("{}: {}", listed.name, listed.badge.word());
    if ui.add(row).on_hover_text(tip).clicked() && !open {
        out.push(Command::Open(listed.path.clone()));
    }
}
