//! The palette: a field, and the commands that fit its letters.

use egui::{Align, Align2, Context, Key, Layout, Modifiers, RichText, ScrollArea, Sense, TextEdit, Ui, Window, vec2};

use super::style::{Colors, TEXT};
use crate::model::{Command, Model, Palette, PaletteCommand};

const WIDTH: f32 = 520.0;
const ROW: f32 = 22.0;
/// Rows that are seen at once.
const SEEN: f32 = 14.0;

/// The palette, while it is open.
pub fn palette_ui(ctx: &Context, model: &Model, out: &mut Vec<Command>) {
    let Some(palette) = &model.palette else { return };
    let say = |command| Command::Palette(command);
    let moves = ctx.input_mut(|i| {
        let mut press = |key| i.consume_key(Modifiers::NONE, key);
        let pages = [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, 10), (Key::PageUp, -10)];
        let by: i64 = pages.into_iter().map(|(key, by)| if press(key) { by } else { 0 }).sum();
        (by, press(Key::Enter))
    });
    if moves.0 != 0 {
        out.push(say(PaletteCommand::By(moves.0)));
    }
    if moves.1 {
        out.push(say(PaletteCommand::Run));
    }
    Window::new("Commands")
        .title_bar(false)
        .anchor(Align2::CENTER_TOP, vec2(0.0, 60.0))
        .resizable(false)
        .fixed_size(vec2(WIDTH, ROW * (SEEN + 2.0)))
        .show(ctx, |ui| {
            let mut text = palette.text.clone();
            let edit = TextEdit::singleline(&mut text).hint_text("What do you want to do?").desired_width(WIDTH - 8.0);
            let field = ui.add(edit);
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Find a command"));
            if !field.has_focus() {
                field.request_focus();
            }
            if text != palette.text {
                out.push(say(PaletteCommand::Text(text)));
            }
            ui.add_space(4.0);
            if palette.rows.is_empty() {
                ui.weak("No command fits these letters.");
            }
            rows_ui(ui, model, palette, moves.0 != 0, out);
        });
}

fn rows_ui(ui: &mut Ui, model: &Model, palette: &Palette, moved: bool, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().id_salt("commands").max_height(ROW * SEEN).auto_shrink([false, true]);
    if moved || palette.at == 0 {
        // The next frame has the choice in the middle of what is seen.
        area = area.vertical_scroll_offset((palette.at as f32 - SEEN * 0.5).max(0.0) * ROW);
    }
    let colors = Colors::of(model.theme);
    area.show_rows(ui, ROW, palette.rows.len(), |ui, range| {
        for i in range {
            let row = &palette.rows[i];
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &row.label));
            if i == palette.at {
                ui.painter().rect_filled(rect, 3.0, colors.lit);
            } else if response.hovered() {
                ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
            }
            let inside = rect.shrink2(vec2(8.0, 0.0));
            let mut line =
                ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(Layout::right_to_left(Align::Center)));
            if let Some(keys) = &row.keys {
                line.label(RichText::new(keys).monospace().color(colors.weak));
            }
            line.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(&row.label).size(TEXT)).truncate());
            });
            if response.clicked() {
                out.push(Command::Palette(PaletteCommand::RunAt(i)));
            }
        }
    });
}
