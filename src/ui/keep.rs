//! The dialog that keeps the scene as a regression scene.

use egui::{Context, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::expect::{expect_fields_ui, name_ui};
use super::step::heading_ui;
use super::style::{Colors, SMALL, centered};
use crate::model::{Command, Failing, Keep, KeepCommand, Model};
use crate::num::Precision;

/// The dialog, while it is open.
pub fn keep_ui(ctx: &Context, model: &Model, out: &mut Vec<Command>) {
    let Some(keep) = &model.keep else { return };
    let room = ctx.content_rect().size();
    let size = vec2(560.0, (room.y - 140.0).clamp(360.0, 620.0));
    let mut open = true;
    centered("Keep as regression scene").fixed_size(size).open(&mut open).show(ctx, |ui| {
        ScrollArea::vertical().id_salt("keep").max_height(size.y - 80.0).auto_shrink([false, true]).show(ui, |ui| {
            words_ui(ui, keep, out);
            heading_ui(ui, "Expectation, from the truth unless you change it");
            expect_fields_ui(ui, &keep.expect, out, &|e| say(KeepCommand::Expect(Box::new(e))));
            if keep.asks_reason() {
                let hint = "Why this tolerance: a comment beside it";
                text_ui(ui, "reason", &keep.reason, hint, false, out, KeepCommand::Reason);
            }
            failing_ui(ui, model, keep, out);
        });
        ui.add_space(8.0);
        text_ui(ui, "file", &keep.path, "folder/name.ron", false, out, KeepCommand::Path);
        ui.add_space(4.0);
        buttons_ui(ui, keep, out);
    });
    if !open {
        out.push(Command::Escape);
    }
}

fn say(command: KeepCommand) -> Command {
    Command::Keep(command)
}

fn words_ui(ui: &mut Ui, keep: &Keep, out: &mut Vec<Command>) {
    let hint = "What happens here, in a sentence: what is right, and what goes wrong";
    text_ui(ui, "story", &keep.story, hint, true, out, KeepCommand::Story);
    text_ui(ui, "source", &keep.source, "An issue, a commit, a log", false, out, KeepCommand::Source);
}

fn text_ui(
    ui: &mut Ui,
    name: &str,
    value: &str,
    hint: &str,
    several: bool,
    out: &mut Vec<Command>,
    command: fn(String) -> KeepCommand,
) {
    ui.horizontal_top(|ui| {
        name_ui(ui, name);
        let mut text = value.to_owned();
        let width = ui.available_width() - 8.0;
        let edit = match several {
            true => TextEdit::multiline(&mut text).desired_rows(2),
            false => TextEdit::singleline(&mut text),
        };
        let role = if several { egui::Role::MultilineTextInput } else { egui::Role::TextInput };
        let response = ui.add(edit.hint_text(hint).desired_width(width));
        response.widget_info(|| egui::WidgetInfo::labeled(role, true, name));
        if text != value {
            out.push(say(command(text)));
        }
    });
}

fn failing_ui(ui: &mut Ui, model: &Model, keep: &Keep, out: &mut Vec<Command>) {
    let (answered, all) = keep.tried;
    let count = keep.failing.len();
    let title = match (answered < all, count) {
        (true, _) => format!("Known failures ({answered} of {all} kernels tried)"),
        (false, 0) => "Known failures: none, every kernel passes".to_owned(),
        (false, 1) => "Known failures: one run fails now".to_owned(),
        (false, n) => format!("Known failures: {n} runs fail now"),
    };
    heading_ui(ui, &title);
    for (i, failing) in keep.failing.iter().enumerate() {
        run_ui(ui, model, i, failing, out);
    }
}

fn run_ui(ui: &mut Ui, model: &Model, i: usize, failing: &Failing, out: &mut Vec<Command>) {
    let known = &failing.known;
    let precision = known.precision.map(Precision::id);
    let parts = [known.kernel.as_deref(), precision, known.answer.as_deref(), known.exit.as_deref()];
    let what = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let mut checked = failing.checked;
    if ui.checkbox(&mut checked, &what).on_hover_text(&failing.message).changed() {
        out.push(say(KeepCommand::Known(i, checked)));
    }
    ui.indent(("why", i), |ui| {
        if !checked {
            let colors = Colors::of(model.theme);
            ui.label(RichText::new("check will fail here").size(SMALL).color(colors.wrong));
            return;
        }
        let mut text = known.reason.clone();
        let edit = TextEdit::singleline(&mut text).hint_text("Why it fails").desired_width(ui.available_width() - 8.0);
        let label = format!("Why {what} fails");
        let response = ui.add(edit).on_hover_text(&failing.message);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
        if text != known.reason {
            out.push(say(KeepCommand::Why(i, text)));
        }
    });
}

fn buttons_ui(ui: &mut Ui, keep: &Keep, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let lacks = keep.lacks();
        let button = ui.add_enabled(lacks.is_none(), egui::Button::new("Keep"));
        if button.on_disabled_hover_text(lacks.unwrap_or_default()).clicked() {
            out.push(say(KeepCommand::Confirm));
        }
        if ui.button("Cancel").on_hover_text("Esc").clicked() {
            out.push(Command::Escape);
        }
        if let Some(lacks) = lacks {
            ui.weak(lacks);
        }
    });
}
