//! Top of the left panel: which document is open, and what can be done with it.

use egui::{Button, Label, RichText, Ui};

use super::icon::{Icon, icon_button_ui};
use super::style::TEXT;
use crate::export::EXPORTERS;
use crate::model::{BINDINGS, Command, ExportCommand, Model};

/// The document's name and its buttons.
pub fn document_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let title = RichText::new(model.title()).strong().size(TEXT);
    let path = model.path.clone().unwrap_or_else(|| "not from a file".into());
    ui.add(Label::new(title).truncate()).on_hover_text(path);
    ui.horizontal(|ui| {
        menu_ui(ui, model, out);
        if ui.button("Open").on_hover_text("Open a scene or folder (Ctrl+O)").clicked() {
            out.push(Command::AskOpen);
        }
        if ui.button("Save").on_hover_text("Save (Ctrl+S); under another name with Ctrl+Shift+S").clicked() {
            out.push(Command::Save);
        }
        ui.spacing_mut().item_spacing.x = 2.0;
        if icon_button_ui(ui, Icon::Undo, "Undo", model.can_undo()).clicked() {
            out.push(Command::Undo);
        }
        if icon_button_ui(ui, Icon::Redo, "Redo", model.can_redo()).clicked() {
            out.push(Command::Redo);
        }
    });
    ui.add_space(4.0);
}

/// Everything that can be done with documents.
fn menu_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let shown = ui.menu_button("File", |ui| {
        ui.set_min_width(210.0);
        rows_ui(ui, model, &["New scene", "Open"], out);
        recent_ui(ui, model, out);
        rows_ui(ui, model, &["Paste numbers"], out);
        ui.separator();
        rows_ui(ui, model, &["Save", "Save as", "Keep as regression scene"], out);
        ui.separator();
        rows_ui(ui, model, &["Figure…"], out);
        exporters_ui(ui, "Copy as", model, out, ExportCommand::Copy);
        exporters_ui(ui, "Export to a file", model, out, ExportCommand::Ask);
        rows_ui(ui, model, &["Copy the scene's text"], out);
    });
    shown.response.on_hover_text("New, open, paste, save, export");
}

/// Rows of the list of commands, by their labels.
fn rows_ui(ui: &mut Ui, model: &Model, labels: &[&str], out: &mut Vec<Command>) {
    for row in labels.iter().filter_map(|label| BINDINGS.iter().find(|row| row.label == *label)) {
        let keys = row.chord.map_or(String::new(), |chord| chord.to_string());
        if ui.add(Button::new(row.label).shortcut_text(keys)).clicked() {
            out.push((row.command)(model));
            ui.close();
        }
    }
}

fn exporters_ui(
    ui: &mut Ui,
    title: &str,
    model: &Model,
    out: &mut Vec<Command>,
    command: fn(&'static str) -> ExportCommand,
) {
    ui.menu_button(title, |ui| {
        for exporter in EXPORTERS {
            let able = (exporter.applies)(&model.scene);
            let row = ui.add_enabled(able.is_ok(), Button::new(exporter.label));
            if row.on_disabled_hover_text(able.err().unwrap_or_default()).clicked() {
                out.push(Command::Export(command(exporter.id)));
                ui.close();
            }
        }
    });
}

fn recent_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    ui.add_enabled_ui(!model.recent.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            ui.set_max_width(420.0);
            for path in &model.recent {
                let name = path.rsplit('/').next().unwrap_or(path);
                if ui.button(name).on_hover_text(path).clicked() {
                    out.push(Command::Open(path.clone()));
                    ui.close();
                }
            }
        });
    });
}
