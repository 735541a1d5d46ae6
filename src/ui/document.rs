//! Top of the left panel: which document is open, and what can be done with it.

use egui::{Label, RichText, Ui};

use super::icon::{Icon, icon_button_ui};
use super::style::TEXT;
use crate::model::{Command, Model};

/// The document's name and its buttons.
pub fn document_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let title = RichText::new(model.title()).strong().size(TEXT);
    let path = model.path.clone().unwrap_or_else(|| "not from a file".into());
    ui.add(Label::new(title).truncate()).on_hover_text(path);
    ui.horizontal(|ui| {
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
