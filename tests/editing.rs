//! Editing in the window, by what a person presses, types and drags. No display, no GPU.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::{Harness, kittest::Queryable};
use gjkscope::draw::{Camera, Target, Viewport};
use gjkscope::model::{Command, Effect, Model, Panel, update};
use gjkscope::scene::parse;
use gjkscope::shape::{RotationDef, ShapeDef};
use gjkscope::ui::{prepare, window_ui};
use glam::DVec2;

type Window = Harness<'static, (Model, Vec<Effect>)>;

fn window_of(model: Model) -> Window {
    let mut window = Harness::builder()
        .with_size(Vec2::new(1280.0, 800.0))
        .with_max_steps(20)
        .with_context_setup(prepare)
        .build_ui_state(
            |ui, (model, effects): &mut (Model, Vec<Effect>)| {
                let mut commands = vec![];
                window_ui(ui, model, &mut commands);
                for command in commands {
                    for effect in update(model, command) {
                        match effect {
                            Effect::Repaint => ui.ctx().request_repaint(),
                            other => effects.push(other),
                        }
                    }
                }
            },
            (model, vec![]),
        );
    window.run();
    window
}

fn window() -> Window {
    window_of(Model::embedded())
}

fn model(window: &Window) -> &Model {
    &window.state().0
}

fn does(window: &mut Window, command: Command) {
    drop(update(&mut window.state_mut().0, command));
    window.run();
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

fn types(window: &mut Window, text: &str) {
    window.event(Event::Text(text.into()));
    window.run();
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run();
}

fn field<'a>(window: &'a Window, label: &'a str) -> egui_kittest::Node<'a> {
    window.get_by_role_and_label(egui::Role::SpinButton, label)
}

/// Where a scene point lies in the world plot as it is shown now.
fn in_world(window: &Window, x: f64, y: f64) -> Pos2 {
    let rect = window.get_by_label("World plot").rect();
    let view = Viewport {
        min: DVec2::new(rect.min.x.into(), rect.min.y.into()),
        max: DVec2::new(rect.max.x.into(), rect.max.y.into()),
    };
    let state = &model(window).world;
    let camera = match state.zoomed {
        Some(z) => Camera { center: z.center, scale: z.scale, view },
        None => Camera::fit(state.range, view),
    };
    let p = camera.to_screen(DVec2::new(x, y));
    Pos2::new(p.x as f32, p.y as f32)
}

/// Presses at one place, moves in steps to another with these modifiers, lets go.
fn drag(window: &mut Window, from: Pos2, to: Pos2, modifiers: Modifiers) {
    window.hover_at(from);
    window.step();
    window.event(Event::ModifiersChanged(modifiers));
    window.drag_at(from);
    window.step();
    for i in 1..=5 {
        window.hover_at(from + (to - from) * (i as f32 / 5.0));
        window.step();
    }
    window.drop_at(to);
    window.run();
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    window.run();
}

fn click_at(window: &mut Window, at: Pos2, button: PointerButton) {
    window.hover_at(at);
    window.step();
    for pressed in [true, false] {
        window.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        window.step();
    }
    // Farther apart in time than a double click.
    window.run_steps(4);
}

fn names(window: &Window) -> String {
    model(window).scene.bodies.iter().map(|b| b.name.as_str()).collect::<Vec<_>>().join(" ")
}

fn b_at(window: &Window) -> (f64, f64) {
    let t = model(window).scene.bodies[1].pose.translation;
    (t.x, t.y)
}

#[test]
fn a_body_is_added_from_the_palette_and_removed() {
    let mut window = window();
    press(&mut window, Modifiers::NONE, Key::I);
    for kind in gjkscope::shape::SHAPES {
        assert!(window.query_by_label(kind.label).is_some(), "{}", kind.label);
    }
    click(&mut window, "Capsule");
    assert!(!model(&window).editing.palette && window.query_by_label("Ellipse").is_none());
    assert_eq!((names(&window).as_str(), model(&window).selected), ("A B C", Some(2)));
    assert!(window.query_by_label("C: Capsule").is_some() && window.query_by_label("C radius").is_some());
    // It is seen in the world and taken hold of like the others.
    let at = model(&window).scene.bodies[2].pose.translation;
    let middle = in_world(&window, at.x, at.y);
    window.hover_at(middle);
    window.run();
    assert_eq!(model(&window).hover, Some(Target::Body(2)));
    let to = in_world(&window, at.x, at.y + 1.0);
    drag(&mut window, middle, to, Modifiers::NONE);
    assert!((model(&window).scene.bodies[2].pose.translation.y - 1.0).abs() < 0.05);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(names(&window), "A B");
    for left in ["A B C", "A B C", "A B"] {
        press(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(names(&window), left);
    }
    assert!(!model(&window).dirty());
    // Escape closes the palette and nothing else.
    click(&mut window, "Add");
    assert!(model(&window).editing.palette);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!model(&window).editing.palette);
}

#[test]
fn a_body_is_renamed_in_its_row() {
    let mut window = window();
    click(&mut window, "B: Box");
    press(&mut window, Modifiers::NONE, Key::F2);
    press(&mut window, Modifiers::COMMAND, Key::A);
    types(&mut window, "A");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), "A B");
    assert!(window.query_by_label("another body is called A; choose another name").is_some());
    press(&mut window, Modifiers::COMMAND, Key::A);
    types(&mut window, "wheel");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!((names(&window).as_str(), model(&window).scene.query.b.as_str()), ("A wheel", "wheel"));
    assert!(window.query_by_label("wheel as B: Box").is_some());
    // Left alone it stays what it was.
    press(&mut window, Modifiers::NONE, Key::F2);
    types(&mut window, "xyz");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!((names(&window).as_str(), model(&window).selected), ("A wheel", Some(1)));
}

#[test]
fn a_number_is_typed_as_an_expression() {
    let mut window = window();
    click(&mut window, "B: Box");
    let label = "B place x";
    field(&window, label).click();
    window.run();
    types(&mut window, "sqrt(2)/");
    assert!(window.query_by_label("a number is missing at the end").is_some());
    // Enter on what cannot be read keeps the text and the keyboard, and the old value.
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(b_at(&window), (1.5, 0.0));
    types(&mut window, "2");
    let half = 2f64.sqrt() / 2.0;
    assert!(window.query_by_label("= 0.7071067811865476").is_some());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(b_at(&window), (half, 0.0));
    // Escape gives the old value back and leaves the body selected.
    field(&window, label).click();
    window.run();
    types(&mut window, "77");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!((b_at(&window), model(&window).selected), ((half, 0.0), Some(1)));
    // What cannot be read when the keyboard goes elsewhere is said, and the value stays.
    field(&window, label).click();
    window.run();
    types(&mut window, "1,5");
    press(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(b_at(&window), (half, 0.0));
    let said = &model(&window).messages.last().expect("said").text;
    assert!(said.starts_with("B place x stays 0.7071067811865476: a decimal point"), "{said}");
    // One edit, one undo.
    press(&mut window, Modifiers::NONE, Key::Escape);
    does(&mut window, Command::Undo);
    assert!(!model(&window).dirty());
}

#[test]
fn bits_and_minus_zero_are_typed_and_degrees() {
    let mut window = window();
    click(&mut window, "B: Box");
    for (label, text) in [("B place x", "0x3ee66666"), ("B place y", "-0.0"), ("B rotation", "90deg")] {
        field(&window, label).click();
        window.run();
        types(&mut window, text);
        press(&mut window, Modifiers::NONE, Key::Enter);
    }
    let pose = model(&window).scene.bodies[1].pose;
    assert_eq!(pose.translation.x, f64::from(f32::from_bits(0x3ee66666)));
    assert_eq!(pose.translation.y.to_bits(), (-0.0f64).to_bits());
    assert_eq!(pose.rotation, RotationDef::Angle(std::f64::consts::FRAC_PI_2));
    // Under the pointer everything about the number.
    let at = field(&window, "B place x").rect().center();
    window.hover_at(at);
    window.run_steps(6);
    for word in
        ["0.449999988079071044921875", "0x1.ccccccp-2", "0x3fdcccccc0000000", "0x3ee66666", "0.44999996", "0.45000002"]
    {
        assert!(window.query_all_by_label_contains(word).count() > 0, "{word}");
    }
}

#[test]
fn up_and_down_in_a_field_go_by_the_last_place() {
    let mut window = window();
    click(&mut window, "B: Box");
    field(&window, "B place x").click();
    window.run();
    // The scene is asked in f32.
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(b_at(&window).0, f64::from(1.5f32.next_up().next_up()));
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(b_at(&window).0, 1.6);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!model(&window).in_gesture());
    does(&mut window, Command::Undo);
    assert!(!model(&window).dirty() && !model(&window).can_undo(), "one stay in the field is one step");
    // Escape takes all of it back.
    field(&window, "B place x").click();
    window.run();
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert!(model(&window).dirty());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!model(&window).dirty() && !model(&window).in_gesture());
}

#[test]
fn a_number_is_dragged_in_short_numbers() {
    let mut window = window();
    click(&mut window, "B: Box");
    let at = field(&window, "B place x").rect().center();
    drag(&mut window, at, at + Vec2::new(50.0, 0.0), Modifiers::NONE);
    assert_eq!(b_at(&window), (2.0, 0.0));
    does(&mut window, Command::Undo);
    assert!(!model(&window).dirty());
}

#[test]
fn bodies_are_nudged_by_keys() {
    let mut window = window();
    press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    press(&mut window, Modifiers::COMMAND, Key::ArrowUp);
    assert_eq!(b_at(&window), (f64::from(1.5f32.next_up()), f64::from(f32::from_bits(1))));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(b_at(&window), (1.5, 0.0));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!(b_at(&window), (1.4, 0.0));
}

#[test]
fn b_slides_to_contact_by_a_key() {
    let mut window = window();
    press(&mut window, Modifiers::NONE, Key::Q);
    assert_eq!(b_at(&window), (2.0, 0.0));
    let words = "B touches at x = 2, the first f32 that does; 2.0000002 is apart";
    assert!(window.query_by_label(words).is_some(), "{:?}", model(&window).messages);
}

#[test]
fn an_edge_a_radius_and_a_corner_are_dragged() {
    let mut window = window();
    does(&mut window, Command::Select(Some(1)));
    // The right side of B.
    let (from, to) = (in_world(&window, 2.5, 0.3), in_world(&window, 3.0, 0.3));
    drag(&mut window, from, to, Modifiers::NONE);
    let ShapeDef::Box { half_extents, .. } = model(&window).scene.bodies[1].shape else { panic!("a box") };
    assert!((half_extents.x - 1.5).abs() < 0.02 && half_extents.y == 1.0, "{half_extents}");
    does(&mut window, Command::Undo);
    // Its radius: below the lower side, at a quarter of it.
    let from = in_world(&window, 1.0, -1.0) + Vec2::new(0.0, 14.0);
    let unit = in_world(&window, 0.0, 0.0).y - in_world(&window, 0.0, 1.0).y;
    drag(&mut window, from, from + Vec2::new(0.0, 0.5 * unit), Modifiers::NONE);
    assert!((model(&window).scene.bodies[1].shape.radius() - 0.5).abs() < 0.02);
    does(&mut window, Command::Undo);
    // An edge of the polygon A moves both its ends, with shift to the grid, whose spacing is 1 here.
    let (from, to) = (in_world(&window, -1.0, 0.4), in_world(&window, -1.5, 0.4));
    drag(&mut window, from, to, Modifiers::SHIFT);
    let points = model(&window).scene.bodies[0].shape.points().expect("a polygon");
    assert_eq!([points[3].x, points[0].x, points[1].x], [-2.0, -2.0, 1.0]);
    does(&mut window, Command::Undo);
    assert!(!model(&window).dirty());
}

#[test]
fn a_drag_with_alt_stops_where_it_touches() {
    let mut window = window();
    let (from, to) = (in_world(&window, 2.2, 0.4), in_world(&window, 4.2, 0.4));
    drag(&mut window, from, to, Modifiers::ALT);
    assert_eq!(b_at(&window), (2.0, 0.0));
    let (from, to) = (in_world(&window, 2.6, 0.4), in_world(&window, 2.93, 0.4));
    drag(&mut window, from, to, Modifiers::SHIFT);
    // On a multiple of the grid's spacing, 0.5 or 1 here.
    assert_eq!(b_at(&window).0 % 0.5, 0.0);
}

#[test]
fn a_polygon_is_drawn_in_the_world() {
    let mut window = window();
    press(&mut window, Modifiers::NONE, Key::R);
    assert!(window.query_by_label_contains("Click vertices in order").is_some());
    let places = [(-0.5, -2.0), (1.5, -2.0), (1.5, -1.6), (-0.5, -1.2)];
    for (x, y) in places {
        let at = in_world(&window, x, y);
        click_at(&mut window, at, PointerButton::Primary);
    }
    assert_eq!(model(&window).editing.sketch.as_ref().map(|s| s.points.len()), Some(4));
    press(&mut window, Modifiers::NONE, Key::Backspace);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(model(&window).editing.sketch.as_ref().map(|s| s.points.len()), Some(2));
    assert!(names(&window) == "A B" && !model(&window).dirty());
    let at = in_world(&window, 1.5, -1.6);
    click_at(&mut window, at, PointerButton::Primary);
    // The first point closes it.
    let at = in_world(&window, -0.5, -2.0);
    click_at(&mut window, at, PointerButton::Primary);
    assert_eq!((names(&window).as_str(), model(&window).editing.sketch.is_none()), ("A B C", true));
    let points = model(&window).scene.bodies[2].shape.points().expect("a polygon");
    assert!(points.len() == 3 && (points[2].x - 1.5).abs() < 0.02 && (points[2].y + 1.6).abs() < 0.02, "{points:?}");
    // Enter takes a hull of what was clicked; Escape would leave it.
    press(&mut window, Modifiers::NONE, Key::H);
    click_at(&mut window, at, PointerButton::Primary);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(model(&window).scene.bodies[3].shape.kind().id, "point");
    press(&mut window, Modifiers::NONE, Key::H);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(model(&window).editing.sketch.is_none() && names(&window) == "A B C D");
}

#[test]
fn a_dent_is_shown_and_mended() {
    let mut window = window();
    let (from, to) = (in_world(&window, 1.0, 1.0), in_world(&window, -0.3, -0.3));
    drag(&mut window, from, to, Modifiers::NONE);
    assert_eq!(model(&window).faults(0), [2]);
    assert!(window.query_by_label("not convex").is_some());
    click(&mut window, "A: Polygon");
    assert!(window.query_by_label("Not convex at vertex 2: runs as its hull, and cannot be saved.").is_some());
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    does(&mut window, Command::DialogText("x.ron".into()));
    does(&mut window, Command::DialogConfirm);
    assert!(!window.state().1.iter().any(|e| matches!(e, Effect::Write(_))));
    assert!(window.query_by_label("Not saved: A is not convex; take its hull, split it, or undo").is_some());
    click(&mut window, "Split");
    assert_eq!(names(&window), "A B C");
    assert!(window.query_by_label("not convex").is_none());
    press(&mut window, Modifiers::COMMAND, Key::Z);
    window.get_all_by_label("Take the hull").last().expect("a button").click();
    window.run();
    assert_eq!(model(&window).scene.bodies[0].shape.points().map(|p| p.len()), Some(3));
}

#[test]
fn menus_of_a_body_a_vertex_and_the_pair() {
    let mut window = window();
    let at = in_world(&window, -0.4, -0.4);
    click_at(&mut window, at, PointerButton::Secondary);
    assert_eq!(model(&window).selected, Some(0));
    click(&mut window, "Duplicate Ctrl+D");
    assert_eq!(names(&window), "A B C");
    // Escape closes a menu before it does anything else.
    click(&mut window, "What to do with B");
    assert!(window.query_by_label("Turn and flip").is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Turn and flip").is_none());
    assert_eq!(model(&window).selected, Some(2));
    let corner = in_world(&window, -1.0, -1.0);
    click_at(&mut window, corner, PointerButton::Secondary);
    click(&mut window, "Remove vertex 0");
    assert_eq!(model(&window).scene.bodies[0].shape.points().map(|p| p.len()), Some(3));
    click(&mut window, "What to do with A and B");
    click(&mut window, "Swap A and B W");
    assert_eq!((model(&window).scene.query.a.as_str(), model(&window).scene.query.b.as_str()), ("B", "A"));
    press(&mut window, Modifiers::NONE, Key::W);
    press(&mut window, Modifiers::NONE, Key::A);
    assert_eq!(model(&window).scene.query.a, "C");
}

#[test]
fn an_empty_scene_says_what_to_do_and_is_filled() {
    let text = r#"(format: 1, story: "", bodies: [(name: "A", shape: Circle(radius: 1)), (name: "B", shape: Circle(radius: 1))])"#;
    let document = parse(text, "x.ron").expect("a scene");
    let mut window = window_of(Model::new(document, None));
    for _ in 0..2 {
        does(&mut window, Command::Select(Some(0)));
        press(&mut window, Modifiers::NONE, Key::Delete);
    }
    assert!(window.query_by_label("None yet. Add one, or draw one in the world plot.").is_some());
    for shape in ["Box", "Ellipse"] {
        press(&mut window, Modifiers::NONE, Key::I);
        click(&mut window, shape);
    }
    assert!(model(&window).trace.is_some());
    does(&mut window, Command::TogglePanel(Panel::Scene));
    assert!(window.query_by_label("Add").is_none());
}
