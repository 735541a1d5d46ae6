//! The window's dialogs about documents, by what a person presses and reads. No display, no GPU.

use egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::{Harness, kittest::Queryable};
use gjkscope::model::{Command, Effect, Model, PasteCommand, update};
use gjkscope::ui::{prepare, window_ui};

/// The window around a model; effects are kept for the test to look at.
struct State {
    model: Model,
    effects: Vec<Effect>,
}

type Window = Harness<'static, State>;

fn window_of(model: Model) -> Window {
    let mut window = Harness::builder()
        .with_size(Vec2::new(1280.0, 1100.0))
        .with_max_steps(20)
        .with_context_setup(prepare)
        .build_ui_state(
            |ui, state: &mut State| {
                let mut commands = vec![];
                window_ui(ui, &state.model, &mut commands);
                for command in commands {
                    for effect in update(&mut state.model, command) {
                        match effect {
                            Effect::Repaint => ui.ctx().request_repaint(),
                            other => state.effects.push(other),
                        }
                    }
                }
            },
            State { model, effects: vec![] },
        );
    window.run();
    window
}

fn window() -> Window {
    window_of(Model::embedded())
}

fn command(window: &mut Window, command: Command) {
    drop(update(&mut window.state_mut().model, command));
    window.run();
}

fn press(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run();
}

const TWO: &str = "A = {{0, 0}, {1, 0}, {0, 1}};\nB = {{2, 0.5}, {3, 0.5}, {2, 1.5}};";

#[test]
fn text_on_the_clipboard_becomes_a_scene_by_two_keys() {
    let mut window = window();
    window.event(Event::Paste(TWO.into()));
    window.run();
    assert!(window.query_by_label("Preview").is_some());
    assert!(window.query_all_by_label_contains("A: polygon of 3 points").count() > 0);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.run();
    let model = &window.state().model;
    assert!(model.pasting.is_none() && model.dirty() && model.name() == "new scene");
    assert_eq!(model.scene.bodies[1].shape.points().map(|points| points.len()), Some(3));
}

#[test]
fn a_text_field_takes_its_own_paste() {
    let mut window = window();
    window.key_press(Key::G);
    window.run();
    window.event(Event::Paste("12".into()));
    window.run();
    let model = &window.state().model;
    assert_eq!((model.pasting.is_none(), model.go_to.as_deref()), (true, Some("12")));
}

#[test]
fn the_menu_opens_an_empty_paste_that_is_typed_into() {
    let mut window = window();
    press(&mut window, "File");
    window.get_by_label_contains("Paste numbers").click();
    window.run();
    assert!(window.state().model.pasting.is_some());
    window.event(Event::Paste(TWO.into()));
    window.run();
    let text = window.state().model.pasting.as_ref().map(|p| p.text.clone());
    assert_eq!(text.as_deref(), Some(TWO));
    press(&mut window, "Take as a new scene");
    assert!(window.state().model.pasting.is_none());
}

#[test]
fn a_group_of_numbers_is_given_to_another_body_by_hand() {
    let mut window = window();
    command(&mut window, Command::Paste(PasteCommand::Open(TWO.into())));
    press(&mut window, "Group 1 is");
    window.get_all_by_label("nothing").last().expect("a row").click();
    window.run();
    let pasting = window.state().model.pasting.as_ref().expect("a dialog");
    let label = pasting.takes().map(|r| r.label.clone());
    assert_eq!(label.as_deref(), Some("A: point, B: polygon of 3 points"));
    press(&mut window, "As it was read");
    assert!(window.state().model.pasting.as_ref().is_some_and(|p| p.by_hand.is_none()));
    window.key_press(Key::Escape);
    window.run();
    assert!(window.state().model.pasting.is_none());
}

#[test]
fn a_scene_is_kept_with_story_source_and_file_name() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    window.run();
    for label in ["story", "source", "file", "Keep", "Expected answer"] {
        assert!(window.query_all_by_label(label).count() > 0, "{label}");
    }
    let keep = window.state().model.keep.as_ref().expect("a dialog");
    assert_eq!(keep.path, "./two-squares-of-side-2-1.ron");
    press(&mut window, "Keep");
    let written = window.state().effects.iter().any(|e| matches!(e, Effect::Write(_)));
    assert!(written, "{:?}", window.state().model.messages);
}

#[test]
fn the_expectation_is_edited_in_its_panel() {
    let mut window = window();
    press(&mut window, "Remove");
    assert_eq!(window.state().model.scene.expect, None);
    press(&mut window, "From the truth");
    assert!(window.state().model.scene.expect.is_some());
    for label in ["Expected answer", "Expected depth", "Expected normal 0 x", "Any depth", "Remove normal 0"] {
        assert!(window.query_all_by_label(label).count() > 0, "{label}");
    }
    press(&mut window, "Remove normal 0");
    assert!(window.state().model.scene.expect.as_ref().is_some_and(|e| e.normals.is_empty()));
}

#[test]
fn the_menu_exports_to_the_clipboard() {
    let mut window = window();
    press(&mut window, "File");
    window.get_by_label_contains("Copy as").click();
    window.run();
    window.get_by_label_contains("A Rust test of parry2d").click();
    window.run();
    assert!(window.state().effects.iter().any(|e| matches!(e, Effect::Export(asked) if asked.id == "parry")));
}

#[test]
fn the_palette_is_opened_typed_into_and_answered_by_keys() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::P);
    window.run();
    window.event(Event::Text("step".into()));
    window.run();
    let labels = |w: &Window| w.state().model.palette.as_ref().map(|p| (p.at, p.rows[p.at].label.clone()));
    let (at, first) = labels(&window).expect("open");
    assert!(at == 0 && window.query_all_by_label(&first).count() > 0);
    window.key_press(Key::ArrowDown);
    window.run();
    assert_eq!(labels(&window).map(|l| l.0), Some(1));
    window.key_press(Key::Enter);
    window.run();
    assert!(window.state().model.palette.is_none());
    assert_eq!(window.state().model.cursor, 0, "the arrow was the palette's");
}

#[test]
fn thousands_of_scenes_draw_only_what_is_seen() {
    let mut window = window();
    let files: Vec<String> = (0..5000).map(|i| format!("s/scene-{i:04}.ron")).collect();
    command(&mut window, Command::Listed("s".into(), files));
    let drawn = window.query_all_by_label_contains("scene-").count();
    assert!((5..40).contains(&drawn), "{drawn} rows");
    let field = window.get_by_label("Filter scenes");
    field.focus();
    window.run();
    window.event(Event::Text("4321".into()));
    window.run();
    assert_eq!(window.query_all_by_label("scene-4321").count(), 1);
    press(&mut window, "Stop");
    assert!(window.query_by_label("Run all").is_some());
}
