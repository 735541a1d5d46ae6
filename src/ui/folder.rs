//! Left panel: the folder's scenes with their badges.

use egui::{Label, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::step::heading_ui;
use super::style::{Colors, TEXT};
use crate::check::Verdict;
use crate::model::{Badge, Command, Model, Row as FolderRow};

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
    heading_ui(ui, &format!("Scenes ({})", folder.scenes.len()));
    let height = ui.ctx().content_rect().height() * 0.26;
    ScrollArea::vertical().id_salt("folder").max_height(height).auto_shrink([false, true]).show_rows(
        ui,
        18.0,
        folder.rows.len(),
        |ui, range| {
            for row in &folder.rows[range] {
                let listed = match row {
                    FolderRow::Group(name) => {
                        ui.add(Label::new(RichText::new(format!("{name}/")).weak()).truncate());
                        continue;
                    }
                    FolderRow::Scene(i) => &folder.scenes[*i],
                };
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    badge_ui(ui, listed.badge, &colors);
                    let open = model.path.as_deref() == Some(listed.path.as_str());
                    let row = egui::Button::selectable(open, listed.short()).truncate();
                    let tip = format!("{}: {}", listed.name, listed.badge.word());
                    if ui.add(row).on_hover_text(tip).clicked() && !open {
                        out.push(Command::Open(listed.path.clone()));
                    }
                });
            }
        },
    );
}
