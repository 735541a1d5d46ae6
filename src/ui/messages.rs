//! Message bar: one line each, until it is dismissed.

use egui::{Align, Label, Layout, Painter, Pos2, RichText, Stroke, Ui, vec2};

use super::icon::{Icon, icon_button_ui};
use super::style::Colors;
use crate::model::{Command, Model, Tone};

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
                mark(ui.painter(), ui.cursor().left_top() + vec2(4.0, 9.0), message.tone, &colors);
                ui.add_space(14.0);
                ui.add(Label::new(RichText::new(&message.text)).wrap().selectable(true));
            });
        });
    }
    if hidden > 0 {
        ui.weak(format!("{hidden} earlier"));
    }
}

/// What kind of message it is, by form and colour: as a note, a fragile decision and a finding are marked elsewhere.
fn mark(painter: &Painter, at: Pos2, tone: Tone, colors: &Colors) {
    match tone {
        Tone::News => drop(painter.circle_filled(at, 3.0, colors.weak)),
        Tone::Asks => {
            let corners = vec![at + vec2(0.0, -4.5), at + vec2(4.5, 3.5), at + vec2(-4.5, 3.5)];
            painter.add(egui::Shape::closed_line(corners, Stroke::new(1.5, colors.fragile)));
        }
        Tone::Wrong => {
            painter.circle_filled(at, 6.0, colors.wrong);
            let stroke = Stroke::new(1.6, colors.ground);
            painter.line_segment([at + vec2(0.0, -3.4), at + vec2(0.0, 0.9)], stroke);
            painter.circle_filled(at + vec2(0.0, 3.0), 1.0, colors.ground);
        }
    }
}
