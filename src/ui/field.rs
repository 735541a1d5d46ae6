//! A number that can be typed or dragged: one gesture is one step to undo.

use egui::{DragValue, Ui};

use crate::model::Command;
use crate::run::{NumberStyle, format_number};

/// A number shown exactly. `label` is what is read aloud and shown as a tooltip; `command` makes the change.
pub fn number_ui(
    ui: &mut Ui,
    label: &str,
    value: f64,
    speed: f64,
    out: &mut Vec<Command>,
    command: impl FnOnce(f64) -> Command,
) {
    let mut x = value;
    let drag = DragValue::new(&mut x)
        .speed(speed)
        .update_while_editing(false)
        .custom_formatter(|x, _| format_number(x, NumberStyle::Exact))
        .custom_parser(|text| text.trim().replace('−', "-").parse().ok());
    let response = ui.add(drag);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, label));
    let response = response.on_hover_text(label);
    if response.drag_started() {
        out.push(Command::GestureBegin);
    }
    if x != value && x.is_finite() {
        out.push(command(x));
    }
    if response.drag_stopped() {
        out.push(Command::GestureEnd);
    }
}
