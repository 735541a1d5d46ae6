//! The window as a whole: which panel stands where.

use egui::{CentralPanel, Frame, Margin, Panel as Side, Ui};

use super::{
    compare, dialog, events, field, figure, help, keep, keyboard, messages, palette, paste, plot, scene, status, step,
    style, timeline,
};
use crate::model::{Command, Model, Panel};

/// Draws everything and collects what the person did. One call a frame.
pub fn window_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let ctx = ui.ctx().clone();
    style::dress(&ctx, model.theme);
    let colors = style::Colors::of(model.theme);
    field::set_up(&ctx, model);
    keyboard::keyboard_ui(ui, model, out);
    let first = out.len();
    let roomy = ctx.content_rect().width() >= 1500.0;
    let pick = |small: f32, large: f32| if roomy { large } else { small };
    let frame = |x: i8, y: i8| Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(x, y));
    // Sizes that a person drags are kept apart for small and large windows.
    let id = |name: &'static str| (name, roomy);

    if !model.messages.is_empty() {
        Side::top("messages").frame(frame(12, 4)).show(ui, |ui| messages::messages_ui(ui, model, out));
    }
    Side::bottom("status").exact_size(28.0).frame(frame(12, 4)).show(ui, |ui| status::status_ui(ui, model, out));
    if model.open(Panel::Timeline) {
        Side::bottom(id("timeline"))
            .resizable(true)
            .default_size(pick(180.0, 210.0))
            .size_range(110.0..=420.0)
            .frame(frame(12, 4))
            .show(ui, |ui| timeline::timeline_ui(ui, model, out));
    }
    if model.comparison.is_some() {
        Side::bottom(id("compare"))
            .resizable(true)
            .default_size(pick(230.0, 330.0))
            .size_range(120.0..=560.0)
            .frame(frame(12, 4))
            .show(ui, |ui| compare::compare_ui(ui, model, out));
    }
    if model.events.is_some() {
        Side::bottom(id("events"))
            .resizable(true)
            .default_size(pick(200.0, 280.0))
            .size_range(100.0..=560.0)
            .frame(frame(12, 4))
            .show(ui, |ui| events::events_ui(ui, model, out));
    }
    if model.open(Panel::Scene) {
        Side::left(id("scene"))
            .resizable(true)
            .default_size(pick(240.0, 260.0))
            .size_range(200.0..=420.0)
            .frame(frame(12, 8))
            .show(ui, |ui| scene::scene_ui(ui, model, out));
    }
    if model.open(Panel::Step) {
        Side::right(id("step"))
            .resizable(true)
            .default_size(pick(320.0, 360.0))
            .size_range(260.0..=560.0)
            .frame(frame(12, 8))
            .show(ui, |ui| step::step_ui(ui, model, out));
    }
    CentralPanel::no_frame().frame(Frame::new().fill(colors.ground)).show(ui, |ui| plot::plots_ui(ui, model, out));
    help::help_ui(&ctx, model, out);
    figure::figure_ui(&ctx, model, out);
    paste::paste_ui(&ctx, model, out);
    keep::keep_ui(&ctx, model, out);
    dialog::dialog_ui(&ctx, model, out);
    palette::palette_ui(&ctx, model, out);

    // A field that went away while it was dragged or nudged leaves its gesture behind.
    let held = ctx.input(|i| i.pointer.any_down()) || field::typing(&ctx);
    if model.in_gesture() && model.grab.is_none() && !held && !out.iter().any(|c| matches!(c, Command::GestureEnd)) {
        out.push(Command::GestureEnd);
    }
    // Panels say what the pointer is over; where none does, nothing is.
    if model.hover.is_some() && !out[first..].iter().any(|c| matches!(c, Command::Hover(_))) {
        out.push(Command::Hover(None));
    }
}
