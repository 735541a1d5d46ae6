//! The file dialog, drawn by the window itself so that it works on every desktop; and the field for a step number.

use egui::{Context, Key, RichText, ScrollArea, TextEdit};

use super::style::centered;
use crate::model::{Command, Dialog, DialogKind, Model};

/// Whatever asks for text.
pub fn dialog_ui(ctx: &Context, model: &Model, out: &mut Vec<Command>) {
    if let Some(dialog) = &model.dialog {
        file_ui(ctx, dialog, out);
    }
}

fn file_ui(ctx: &Context, dialog: &Dialog, out: &mut Vec<Command>) {
    let (title, button) = match dialog.kind {
        DialogKind::Open => ("Open a scene or a folder", "Open"),
        DialogKind::Save => ("Save the scene", "Save"),
        DialogKind::Export(_) => ("Export the scene", "Export"),
        DialogKind::Figure => ("Save the figure", "Save"),
    };
    let mut open = true;
    centered(title).default_width(520.0).open(&mut open).show(ctx, |ui| {
        ui.set_width(520.0);
        ui.horizontal(|ui| {
            let label = ui.label("Path");
            let mut text = dialog.text.clone();
            let field = ui.add(TextEdit::singleline(&mut text).desired_width(400.0)).labelled_by(label.id);
            if !field.lost_focus() && ui.ctx().memory(|m| m.focused().is_none()) {
                field.request_focus();
            }
            if text != dialog.text {
                out.push(Command::DialogText(text));
            }
            let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            if ui.button(button).clicked() || enter {
                out.push(Command::DialogConfirm);
            }
        });
        ui.add_space(4.0);
        entries_ui(ui, dialog, out);
    });
    if !open {
        out.push(Command::Escape);
    }
}

fn entries_ui(ui: &mut egui::Ui, dialog: &Dialog, out: &mut Vec<Command>) {
    let join = |name: &str| {
        if dialog.folder.ends_with('/') {
            format!("{}{name}", dialog.folder)
        } else {
            format!("{}/{name}", dialog.folder)
        }
    };
    ui.label(RichText::new(&dialog.folder).weak());
    let rows = dialog.entries.len() + 1;
    ScrollArea::vertical().max_height(300.0).auto_shrink([false, false]).show_rows(ui, 18.0, rows, |ui, range| {
        for row in range {
            let Some(i) = row.checked_sub(1) else {
                if ui.selectable_label(false, "../").on_hover_text("The folder above").clicked() {
                    out.push(Command::Browse(join("..")));
                }
                continue;
            };
            let Some(entry) = dialog.entries.get(i) else { continue };
            let path = join(&entry.name);
            let name = if entry.folder { format!("{}/", entry.name) } else { entry.name.clone() };
            let response = ui.selectable_label(dialog.text == path, name);
            match (entry.folder, response.clicked(), response.double_clicked()) {
                (true, true, _) => out.push(Command::Browse(path)),
                (false, _, true) => {
                    out.push(Command::DialogText(path));
                    out.push(Command::DialogConfirm);
                }
                (false, true, _) => out.push(Command::DialogText(path)),
                _ => {}
            }
        }
    });
}
