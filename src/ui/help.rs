//! The keys, from the model's one list.

use egui::{Context, Grid, RichText};

use super::step::heading_ui;
use super::style::centered;
use crate::model::{BINDINGS, Command, Model};

/// The overlay of all keys.
pub fn help_ui(ctx: &Context, model: &Model, out: &mut Vec<Command>) {
    if !model.help {
        return;
    }
    let mut open = true;
    centered("Keys")
        .open(&mut open)
        .show(ctx, |ui| {
            ui.horizontal_top(|ui| {
                for group in ["Step", "Scene", "View", "Bodies"] {
                    ui.vertical(|ui| {
                        heading_ui(ui, group);
                        Grid::new(group).num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
                            for binding in BINDINGS.iter().filter(|b| b.group == group) {
                                let Some(chord) = binding.chord else { continue };
                                ui.label(RichText::new(chord.to_string()).monospace());
                                ui.label(binding.label);
                                ui.end_row();
                            }
                            if group == "Step" {
                                ui.label(RichText::new("1 to 9").monospace());
                                ui.label("Speed: 1 to 256 steps per second");
                                ui.end_row();
                            }
                        });
                    });
                    ui.add_space(16.0);
                }
            });
            ui.add_space(8.0);
            ui.weak("In the plots: the wheel zooms at the pointer; a drag moves what is under it, or the plot; a double click fits.");
        });
    if !open {
        out.push(Command::ToggleHelp);
    }
}
