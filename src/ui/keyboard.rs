//! Keys to commands, by the model's one list of bindings.

use egui::{Event, EventFilter, Modifiers, Ui};

use super::field;
use crate::model::{Chord, Command, Edit, Key, Model, PasteCommand, command_for};

fn key_of(key: egui::Key) -> Option<Key> {
    Some(match key {
        egui::Key::ArrowLeft => Key::Left,
        egui::Key::ArrowRight => Key::Right,
        egui::Key::ArrowUp => Key::Up,
        egui::Key::ArrowDown => Key::Down,
        egui::Key::Delete | egui::Key::Backspace => Key::Delete,
        egui::Key::F2 => Key::F2,
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
    // Escape takes the keyboard from a field before anybody can look: what it had a frame ago counts.
    let number = field::typing(&ctx);
    if !editing && let Some(id) = ctx.memory(|m| m.focused()) {
        // Arrows belong to the transport; they shall not move the focus.
        let arrows = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ctx.memory_mut(|m| m.set_focus_lock_filter(id, arrows));
    }
    // While a shape is drawn, Enter belongs to it and not to a button that has the focus.
    if !editing && model.editing.sketch.is_some() && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, egui::Key::Enter))
    {
        out.push(Command::Edit(Edit::DrawDone));
    }
    let menu = egui::Popup::is_any_open(&ctx);
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
            // Behind a dialog nothing may change unseen.
            if model.asks() && chord.key != Key::Escape {
                return true;
            }
            // Text being edited has its own undo, paste and ways to go.
            let arrow = matches!(chord.key, Key::Left | Key::Right | Key::Up | Key::Down);
            if editing && (arrow || matches!(chord.key, Key::Char('z' | 'v'))) {
                return true;
            }
            // Escape closes a menu first, and gives a number its old value back.
            if chord.key == Key::Escape && (menu || number && !model.in_gesture()) {
                return true;
            }
            match command_for(chord, model) {
                Some(command) => {
                    out.push(command);
                    (editing || number) && chord.key == Key::Escape
                }
                None => true,
            }
        });
    });
}
