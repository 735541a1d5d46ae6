//! Message bar: one line each, until it is dismissed.

use egui::{Align, Label, Layout, RichText, Ui};

use super::icon::{Icon, icon_button_ui};
use super::style::Colors;
use crate::model::{Command, Model};

/// Most messages that are shown at once; the older ones come up when these are dismissed.
const MOST: usize = 4;

/// The message bar.
pub fn messages_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    let hidden = model.messages.len().saturating_sub(MOST);
    for (i, message) in model.messages.iter().enumerate().skip(hidden) {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if icon_button_ui(ui, Icon::Close, "Dismiss", true).clicked() {
                out.push(Command::Dismiss(i));
            }
            for (label, command) in message.actions.iter().rev() {
                if ui.button(label).clicked() {
                    out.push(Command::Dismiss(i));
                    out.push(command.clone());
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.painter().circle_filled(ui.cursor().left_top() + egui::vec2(4.0, 9.0), 3.5, colors.wrong);
                ui.add_space(14.0);
                ui.add(Label::new(RichText::new(&message.text)).wrap().selectable(true));
            });
        });
    }
    if hidden > 0 {
        ui.weak(format!("{hidden} earlier"));
    }
}
