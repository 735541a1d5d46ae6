//! Keys to commands, by the model's one list of bindings.

use egui::{Event, EventFilter, Ui};

use crate::model::{Chord, Command, Key, Model, PasteCommand, command_for};

fn key_of(key: egui::Key) -> Option<Key> {
    Some(match key {
        egui::Key::ArrowLeft => Key::Left,
        egui::Key::ArrowRight => Key::Right,
        egui::Key::Home => Key::Home,
        egui::Key::End => Key::End,
        egui::Key::Space => Key::Space,
        egui::Key::Escape => Key::Escape,
        egui::Key::Questionmark => Key::Char('?'),
        other => {
            let mut name = other.symbol_or_name().chars();
            match (name.next(), name.next()) {
                (Some(c), None) if c.is_ascii_alphanumeric() => Key::Char(c.to_ascii_lowercase()),
                _ => return None,
            }
        }
    })
}

/// Takes the bound keys out of the input before any widget sees them, unless text is being edited.
pub fn keyboard_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let ctx = ui.ctx().clone();
    let editing = ctx.text_edit_focused();
    if !editing && let Some(id) = ctx.memory(|m| m.focused()) {
        // Arrows belong to the transport; they shall not move the focus.
        let arrows = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ctx.memory_mut(|m| m.set_focus_lock_filter(id, arrows));
    }
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            if let (Event::Paste(text), false) = (event, editing) {
                out.push(Command::Paste(PasteCommand::Open(text.clone())));
                return false;
            }
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            // The sign on a key with shift, as some systems name it.
            let key = if *key == egui::Key::Slash && modifiers.shift { egui::Key::Questionmark } else { *key };
            let Some(key) = key_of(key) else { return true };
            let shift = modifiers.shift && key != Key::Char('?');
            let chord = Chord { ctrl: modifiers.command || modifiers.ctrl, shift, key };
            if modifiers.alt || (editing && !chord.ctrl && chord.key != Key::Escape) {
                return true;
            }
            // Text being edited has its own undo and paste.
            if editing && matches!(chord.key, Key::Char('z' | 'v')) {
                return true;
            }
            match command_for(chord, model) {
                Some(command) => {
                    out.push(command);
                    editing && chord.key == Key::Escape
                }
                None => true,
            }
        });
    });
}
