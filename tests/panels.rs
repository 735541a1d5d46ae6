//! The window's panels, by what a person presses and reads. No display, no GPU.

use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::{Harness, kittest::Queryable};
use gjkscope::draw::{Target, Theme};
use gjkscope::model::{Command, Effect, Model, Panel, update};
use gjkscope::ui::{prepare, window_ui};

/// The window around a model; effects are kept for the test to look at.
struct State {
    model: Model,
    effects: Vec<Effect>,
}

impl State {
    fn new(model: Model) -> Self {
        State { model, effects: vec![] }
    }
}

fn window_of(model: Model) -> Harness<'static, State> {
    let mut window = Harness::builder()
        .with_size(Vec2::new(1280.0, 800.0))
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
            State::new(model),
        );
    window.run();
    window
}

fn window() -> Harness<'static, State> {
    window_of(Model::embedded())
}

fn cursor(window: &Harness<'static, State>) -> usize {
    window.state().model.cursor
}

fn command(window: &mut Harness<'static, State>, command: Command) {
    drop(update(&mut window.state_mut().model, command));
    window.run();
}

fn b_at(window: &Harness<'static, State>) -> (f64, f64) {
    let t = window.state().model.scene.bodies[1].pose.translation;
    (t.x, t.y)
}

/// Turns the wheel up where the pointer is.
fn wheel(window: &mut Harness<'static, State>) {
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        source: egui::MouseWheelSource::Wheel,
        delta: Vec2::new(0.0, 200.0),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
    });
}

/// Presses at one place, moves in steps to another, lets go.
fn drag(window: &mut Harness<'static, State>, from: Pos2, by: Vec2) {
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    for i in 1..=5 {
        window.hover_at(from + by * (i as f32 / 5.0));
        window.step();
    }
    window.drop_at(from + by);
    window.run();
}

/// Where a scene point lies in a plot: the middle of the fitted range is the middle of the plot.
fn in_plot(window: &Harness<'static, State>, plot: &str, x: f64, y: f64) -> Pos2 {
    let rect = window.get_by_label(plot).rect();
    let model = &window.state().model;
    let view = if plot == "World plot" { &model.world } else { &model.minkowski };
    let view_rect = gjkscope::draw::Viewport {
        min: glam::DVec2::new(rect.min.x.into(), rect.min.y.into()),
        max: glam::DVec2::new(rect.max.x.into(), rect.max.y.into()),
    };
    let p = gjkscope::draw::Camera::fit(view.range, view_rect).to_screen(glam::DVec2::new(x, y));
    Pos2::new(p.x as f32, p.y as f32)
}

#[test]
fn keys_step_through_the_trace() {
    let mut window = window();
    for (key, modifiers, at) in [
        (Key::ArrowRight, Modifiers::NONE, 1),
        (Key::ArrowRight, Modifiers::NONE, 2),
        (Key::ArrowLeft, Modifiers::NONE, 1),
        (Key::Home, Modifiers::NONE, 0),
    ] {
        window.key_press_modifiers(modifiers, key);
        window.run();
        assert_eq!(cursor(&window), at);
    }
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    window.run();
    let first = window.state().model.timeline.iterations[1] as usize;
    assert_eq!(cursor(&window), first);
    window.key_press(Key::End);
    window.run();
    assert_eq!(cursor(&window) + 1, window.state().model.steps());
    window.key_press(Key::Space);
    window.step();
    assert!(window.state().model.playback.playing);
}

#[test]
fn buttons_step_through_the_trace() {
    let mut window = window();
    for (label, at) in [("Next event", 1), ("Next event", 2), ("Previous event", 1), ("First step", 0)] {
        window.get_by_label(label).click();
        window.run();
        assert_eq!(cursor(&window), at, "{label}");
    }
    window.get_by_label("Last step").click();
    window.run();
    assert_eq!(cursor(&window) + 1, window.state().model.steps());
    window.get_by_label("Previous iteration").click();
    window.run();
    assert!(cursor(&window) + 1 < window.state().model.steps());
}

#[test]
fn going_to_a_step_by_its_number() {
    let mut window = window();
    window.key_press(Key::G);
    window.run();
    window.event(egui::Event::Text("12".into()));
    window.run();
    window.key_press(Key::Enter);
    window.run();
    assert_eq!(cursor(&window), 12);
    assert_eq!(window.state().model.go_to, None);
}

#[test]
fn arrows_belong_to_text_while_it_is_edited() {
    let mut window = window();
    window.key_press(Key::G);
    window.run();
    window.key_press(Key::ArrowRight);
    window.key_press(Key::N);
    window.run();
    assert_eq!(cursor(&window), 0);
    window.key_press(Key::Escape);
    window.run();
    window.key_press(Key::ArrowRight);
    window.run();
    assert_eq!((cursor(&window), window.state().model.go_to.clone()), (1, None));
}

#[test]
fn the_timeline_is_clicked_and_scrubbed() {
    let mut window = window();
    let rect = window.get_by_label("Timeline").rect();
    let at = |part: f32| Pos2::new(rect.left() + 80.0 + part * (rect.width() - 90.0), rect.center().y);
    window.hover_at(at(0.5));
    window.step();
    window.drag_at(at(0.5));
    window.step();
    window.drop_at(at(0.5));
    window.run();
    let half = cursor(&window);
    let steps = window.state().model.steps();
    assert!(half.abs_diff(steps / 2) <= 1, "{half}");
    drag(&mut window, at(0.5), at(0.9) - at(0.5));
    assert!(cursor(&window).abs_diff(steps * 9 / 10) <= 1);
}

#[test]
fn hovering_a_pip_shows_its_sentence_and_a_ghost() {
    let mut window = window();
    let rect = window.get_by_label("Timeline").rect();
    window.hover_at(Pos2::new(rect.left() + 80.0 + 0.5 * (rect.width() - 90.0), rect.center().y));
    for _ in 0..4 {
        window.step();
    }
    let step = window.state().model.ghost().expect("a ghost");
    assert!(window.query_by_label(&format!("Step {step}")).is_some());
    window.hover_at(Pos2::new(600.0, 5.0));
    window.run();
    assert_eq!(window.state().model.ghost(), None);
}

#[test]
fn what_is_hovered_lights_up_everywhere() {
    let mut window = window();
    let corner = in_plot(&window, "Minkowski plot", 0.5, 2.0);
    window.hover_at(corner);
    window.run();
    let hover = window.state().model.hover;
    assert!(matches!(hover, Some(Target::VertexPair(2, 0))), "{hover:?}");
    let vertex = in_plot(&window, "World plot", -1.0, -1.0);
    window.hover_at(vertex);
    window.run();
    assert_eq!(window.state().model.hover, Some(Target::VertexA(0)));
    window.hover_at(Pos2::new(600.0, 5.0));
    window.run();
    assert_eq!(window.state().model.hover, None);
    // A row of the table.
    command(&mut window, Command::GoTo(8));
    let row = window.get_by_label("Simplex row w1").rect().center();
    window.hover_at(row);
    window.run();
    assert_eq!(window.state().model.hover, Some(Target::Point(1)));
}

#[test]
fn b_is_dragged_in_the_world_and_the_trace_follows() {
    let mut window = window();
    let from = in_plot(&window, "World plot", 2.2, 0.4);
    let unit = in_plot(&window, "World plot", 3.2, 0.4).x - from.x;
    drag(&mut window, from, Vec2::new(unit, 0.0));
    let (x, y) = b_at(&window);
    assert!((x - 2.5).abs() < 0.02 && y == 0.0, "{x} {y}");
    let answered = window.state().model.trace.as_ref().map(|t| t.answered.answer);
    assert_eq!(answered, Some(gjkscope::kernel::Answer::Separated));
    // One drag is one step to undo, and done again by the same key with shift.
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run();
    assert_eq!(b_at(&window), (1.5, 0.0));
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.run();
    assert_eq!(b_at(&window), (x, y));
    window.get_by_label("Undo").click();
    window.run();
    assert_eq!(b_at(&window), (1.5, 0.0));
}

#[test]
fn the_difference_is_dragged_and_moves_b() {
    let mut window = window();
    let from = in_plot(&window, "Minkowski plot", -2.0, 1.0);
    let unit = in_plot(&window, "Minkowski plot", -1.0, 1.0).x - from.x;
    drag(&mut window, from, Vec2::new(unit, 0.0));
    let (x, _) = b_at(&window);
    assert!((x - 0.5).abs() < 0.02, "{x}");
}

#[test]
fn a_vertex_is_dragged() {
    let mut window = window();
    command(&mut window, Command::GoTo(0));
    let from = in_plot(&window, "World plot", -1.0, 1.0);
    let unit = in_plot(&window, "World plot", 0.0, 1.0).x - from.x;
    drag(&mut window, from, Vec2::new(-0.5 * unit, 0.0));
    let gjkscope::shape::ShapeDef::Polygon { points, .. } = &window.state().model.scene.bodies[0].shape else {
        panic!("a polygon")
    };
    assert!((points[3].x + 1.5).abs() < 0.02 && points[3].y == 1.0, "{points:?}");
}

#[test]
fn b_is_turned_by_its_handle() {
    let mut window = window();
    command(&mut window, Command::Select(Some(1)));
    let middle = in_plot(&window, "World plot", 1.5, 0.0);
    let corner = in_plot(&window, "World plot", 2.5, 1.0);
    let handle = middle - Vec2::new(0.0, (corner - middle).length() + 20.0);
    let reach = middle.y - handle.y;
    drag(&mut window, handle, Vec2::new(-reach, reach));
    let angle = window.state().model.scene.bodies[1].pose.rotation.angle();
    assert!((angle - std::f64::consts::FRAC_PI_2).abs() < 0.05, "{angle}");
}

#[test]
fn elsewhere_a_drag_pans_and_the_wheel_zooms_at_the_pointer() {
    let mut window = window();
    let empty = in_plot(&window, "World plot", 0.0, 2.5);
    drag(&mut window, empty, Vec2::new(30.0, 20.0));
    let model = &window.state().model;
    assert!(model.world.zoomed.is_some() && !model.dirty() && !model.can_undo());
    command(&mut window, Command::Fit);
    let pointer = in_plot(&window, "Minkowski plot", 0.0, 0.0);
    window.hover_at(pointer);
    wheel(&mut window);
    window.run_steps(12);
    let model = &window.state().model;
    let zoomed = model.minkowski.zoomed.expect("zoomed");
    let rect = window.get_by_label("Minkowski plot").rect();
    // The origin is still under the pointer.
    let x = f64::from(rect.center().x) - zoomed.center.x * zoomed.scale;
    assert!((x - f64::from(pointer.x)).abs() < 0.01, "{x}");
    window.key_press(Key::F);
    window.run();
    assert!(window.state().model.minkowski.zoomed.is_none());
}

#[test]
fn the_kernel_and_the_precision_are_switched() {
    let mut window = window();
    window.get_by_role_and_label(egui::Role::ComboBox, "kernel").click();
    window.run();
    window.get_by_label("GJK yes or no").click();
    window.run();
    assert_eq!(window.state().model.trace.as_ref().map(|t| t.kernel.id), Some("gjk-boolean"));
    window.get_by_label("f64").click();
    window.run();
    assert_eq!(window.state().model.scene.query.precision, gjkscope::num::Precision::F64);
    window.key_press(Key::K);
    window.run();
    let kernels = gjkscope::kernel::KERNELS;
    let next = kernels.iter().position(|k| k.id == "gjk-boolean").map_or(0, |i| (i + 1) % kernels.len());
    assert_eq!(window.state().model.scene.query.kernel, kernels[next].id);
    window.get_by_label("From the last run").click();
    window.run();
}

#[test]
fn a_broken_file_says_so_until_it_is_dismissed_and_the_scene_stays() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    window.run();
    window.event(egui::Event::Text("broken.ron".into()));
    window.run();
    window.key_press(Key::Enter);
    window.run();
    let read = window.state().effects.iter().any(|e| matches!(e, Effect::Read(path) if path.ends_with("broken.ron")));
    assert!(read, "{:?}", window.state().effects);
    let error = gjkscope::scene::parse("(format: 1, bodies: [(name: \"A\"", "broken.ron").expect_err("broken");
    command(&mut window, Command::OpenFailed(error.to_string()));
    assert!(window.query_by_label(&error.to_string()).is_some());
    window.key_press(Key::ArrowRight);
    window.run();
    assert_eq!(cursor(&window), 1);
    assert_eq!(window.state().model.title(), "two-squares.ron");
    assert!(window.query_by_label(&error.to_string()).is_some());
    window.get_by_label("Dismiss").click();
    window.run();
    assert!(window.query_by_label(&error.to_string()).is_none());
}

/// The tutorial scene whose kernel draws a false conclusion.
fn missed() -> Model {
    let path = "tutorial/triangle-and-square-missed.ron";
    let document = gjkscope::scene::embedded(path).expect("inside the program").expect("a scene");
    Model::new(document, Some(path.to_owned()))
}

#[test]
fn a_scene_opens_at_its_culprit_and_problems_are_walked() {
    let mut window = window_of(missed());
    let culprit = window.state().model.report.as_ref().and_then(|r| r.culprit).expect("a culprit") as usize;
    assert_eq!(cursor(&window), culprit);
    let judged = window.query_all_by_label_contains("false claim").count();
    assert!(judged >= 1);
    window.key_press(Key::Home);
    window.run();
    window.key_press(Key::N);
    window.run();
    let first = window.state().model.timeline.problems[0].step as usize;
    assert_eq!(cursor(&window), first);
    window.key_press(Key::End);
    window.run();
    let last = cursor(&window);
    window.key_press_modifiers(Modifiers::SHIFT, Key::N);
    window.run();
    assert!(cursor(&window) < last);
    window.key_press(Key::C);
    window.run();
    assert!(matches!(window.state().effects.last(), Some(Effect::Copy(text)) if !text.is_empty()));
}

#[test]
fn the_current_line_is_seen_at_every_step() {
    let mut window = window();
    for step in 0..window.state().model.steps() {
        command(&mut window, Command::GoTo(step));
        let line = window.get_by_label_contains("Current line").rect();
        assert!(line.bottom() <= 596.0 && line.top() > 60.0, "step {step}: {line:?}");
    }
}

#[test]
fn the_theme_is_switched() {
    let mut window = window();
    window.key_press(Key::L);
    window.run();
    assert_eq!(window.state().model.theme, Theme::Light);
    assert!(!window.ctx.global_style().visuals.dark_mode);
    window.get_by_label("Dark").click();
    window.run();
    assert_eq!(window.state().model.theme, Theme::Dark);
}

#[test]
fn panels_fold_and_the_plots_take_their_room() {
    let mut window = window();
    let wide = |w: &Harness<'static, State>| w.get_by_label("World plot").rect().width();
    let before = wide(&window);
    for (key, panel) in [(Key::S, Panel::Scene), (Key::D, Panel::Step), (Key::T, Panel::Timeline)] {
        window.key_press(key);
        window.run();
        assert!(!window.state().model.open(panel));
    }
    let (world, other) = (window.get_by_label("World plot").rect(), window.get_by_label("Minkowski plot").rect());
    assert!(world.width() > before + 200.0 && world.height() > 700.0);
    assert!((world.width() - other.width()).abs() <= 1.0 && world.height() == other.height());
    window.key_press(Key::S);
    window.run();
    assert!(window.query_by_label("Open").is_some());
}

#[test]
fn help_lists_every_key() {
    let mut window = window();
    window.event(egui::Event::Key {
        key: Key::Questionmark,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::SHIFT,
    });
    window.run();
    assert!(window.state().model.help);
    for binding in gjkscope::model::BINDINGS.iter().filter(|b| b.chord.is_some()) {
        assert!(window.query_all_by_label(binding.label).count() >= 1, "{}", binding.label);
    }
    window.key_press(Key::Escape);
    window.run();
    assert!(!window.state().model.help);
}

#[test]
fn fields_of_the_selected_body_are_edited() {
    let mut window = window();
    window.get_by_label("B: Box").click();
    window.run();
    assert_eq!(window.state().model.selected, Some(1));
    for label in ["B place x", "B rotation", "B half x", "B radius"] {
        assert!(window.query_by_label(label).is_some(), "{label}");
    }
}

/// What the worker does: answers the last comparison that was asked for, in one go.
fn compare_now(window: &mut Harness<'static, State>) -> usize {
    let state = window.state_mut();
    let asked = state.effects.iter().rev().find_map(|e| match e {
        Effect::Compare(generation, scene) => Some((*generation, scene.clone()?)),
        _ => None,
    });
    let (generation, scene) = asked.expect("a comparison was asked for");
    let kernels = gjkscope::search::applicable(&scene);
    for kernel in &kernels {
        let runs = gjkscope::search::compare_one(&scene, kernel);
        drop(update(&mut state.model, Command::Compared(generation, runs)));
    }
    window.run();
    kernels.len()
}

#[test]
fn all_kernels_are_compared_and_a_click_opens_a_run() {
    let mut window = window();
    window.key_press(Key::M);
    window.run();
    let kernels = window.state().model.comparison.as_ref().map_or(0, |c| c.kernels);
    assert!(kernels > 10 && window.query_by_label(&format!("0 of {kernels} kernels")).is_some());
    assert_eq!(window.query_all_by_label_contains("Run gjk").count(), 0);
    let kernels = compare_now(&mut window);
    assert_eq!(window.state().model.comparison.as_ref().map(|c| c.runs.len()), Some(2 * kernels));
    assert!(window.query_by_label("truth: overlapping, signed distance −0.5").is_some());
    assert!(window.query_by_label("Convergence plot").is_some());
    let row = "Run gjk-boolean+epa in f64: pass: overlapping, depth 0.5";
    window.get_by_label_contains(row).click();
    window.run();
    let trace = window.state().model.trace.as_ref().expect("a trace");
    assert_eq!((trace.kernel.id, trace.precision.id()), ("gjk-boolean+epa", "f64"));
    // Under the pointer the row is said in full, and its line in the plot stands out.
    let at = window.get_by_label_contains("Run gjk-distance+epa in f32").rect().center();
    window.hover_at(at);
    for _ in 0..4 {
        window.step();
    }
    assert!(window.query_all_by_label_contains("Run gjk-distance+epa in f32").count() > 1);
    window.get_by_label("Close the comparison").click();
    window.run();
    assert!(window.state().model.comparison.is_none());
    window.get_by_label("Compare").click();
    window.run();
    assert!(window.state().model.comparison.is_some());
}

#[test]
fn rows_say_what_is_wrong_and_stay_inside_the_panel() {
    let mut window = window_of(missed());
    window.key_press(Key::M);
    window.run();
    compare_now(&mut window);
    let comparison = window.state().model.comparison.as_ref().expect("open");
    let wrong = comparison.runs.iter().filter(|r| !r.report.findings.is_empty()).count();
    assert!(wrong > 0);
    // As many rows as fit are made, no more.
    let rows = window.query_all_by_label_contains("Run ").count();
    assert!((4..2 * comparison.kernels).contains(&rows), "{rows}");
    let timeline = window.get_by_label("Timeline").rect();
    let plot = window.get_by_label("Convergence plot").rect();
    assert!(plot.bottom() < timeline.top() && plot.right() <= 1280.0 && plot.height() > 100.0, "{plot:?}");
    let world = window.get_by_label("World plot").rect();
    assert!(world.bottom() <= plot.top() && world.height() > 250.0, "{world:?}");
    // Every kernel of every scene inside the program is drawn at least once.
    for (name, _) in gjkscope::scene::EMBEDDED {
        let document = gjkscope::scene::embedded(name).expect("inside the program").expect("a scene");
        for effect in update(&mut window.state_mut().model, Command::Opened(name.to_string(), Box::new(document))) {
            window.state_mut().effects.push(effect);
        }
        compare_now(&mut window);
    }
}

#[test]
fn a_pinned_run_speaks_beside_the_current_one() {
    let mut window = window();
    command(&mut window, Command::GoTo(8));
    let before = gjkscope::run::sentence(
        window.state().model.trace.as_ref().expect("a trace"),
        8,
        gjkscope::run::NumberStyle::Short,
    );
    window.key_press(Key::B);
    window.run();
    assert!(window.query_by_label("Pinned: gjk-distance+epa, f32   ·   the same way").is_some());
    assert!(window.query_by_label(&format!("pinned: {before}")).is_some());
    command(&mut window, Command::SetKernel("gjk-boolean".into()));
    let model = &window.state().model;
    let parts = model.pinned.as_ref().and_then(|p| p.parts).expect("they part") as usize;
    let words = format!("Pinned: gjk-distance+epa, f32   ·   they part at step {parts}");
    command(&mut window, Command::Home);
    assert!(window.query_by_label(&words).is_some());
    // The mark's tooltip.
    let rect = window.get_by_label("Timeline").rect();
    let columns = window.state().model.pinned.as_ref().expect("kept").columns() as f32;
    let pitch = (rect.width() - 80.0).min(64.0 * columns) / columns;
    window.hover_at(Pos2::new(rect.left() + 72.0 + (parts as f32 + 0.5) * pitch, rect.center().y));
    for _ in 0..4 {
        window.step();
    }
    assert!(window.query_by_label("Here this run and the pinned one (gjk-distance+epa, f32) part.").is_some());
    window.get_by_label("pinned").click();
    window.run();
    assert!(window.state().model.pinned.is_none() && window.query_by_label("pin").is_some());
}

/// A row's label, up to what it answered.
fn row(window: &Harness<'static, State>, starts: &str) -> Option<egui::Rect> {
    window.query_all_by_label_contains(starts).map(|node| node.rect()).next()
}

#[test]
fn variants_open_pins_are_set_and_the_current_row_is_seen() {
    let mut window = window();
    window.key_press(Key::M);
    window.run();
    compare_now(&mut window);
    // Under the current run stand its variants.
    assert!(row(&window, "Run gjk-distance+epa in f32, swapped: the same answer").is_some());
    assert!(row(&window, "Run gjk-boolean in f32, swapped").is_none());
    // A pin on another row keeps that run and shows this one.
    window.get_by_label("Pin gjk-distance+epa in f64").click();
    window.run();
    let pinned = |window: &Harness<'static, State>| window.state().model.pinned.as_ref().map(|p| p.name());
    assert_eq!(pinned(&window).as_deref(), Some("gjk-distance+epa, f64"));
    assert_eq!(window.state().model.scene.query.precision, gjkscope::num::Precision::F32);
    window.get_by_label("Pin gjk-distance+epa in f64").click();
    window.run();
    assert_eq!(pinned(&window), None);
    // The last kernel of the list is scrolled to when it becomes the current one, by key or menu.
    assert!(row(&window, "Run sat in f32: pass").is_none(), "it is out of sight");
    command(&mut window, Command::SetKernel("sat".into()));
    window.run();
    let at = row(&window, "Run sat in f32: pass").expect("it is in sight");
    let head = window.get_by_label("All kernels").rect();
    let foot = window.get_by_label("Timeline").rect();
    assert!(at.top() > head.bottom() && at.bottom() < foot.top(), "{at} between {head} and {foot}");
    // A click on a variant opens it: A and B have changed places.
    let (a, b) = (window.state().model.scene.query.a.clone(), window.state().model.scene.query.b.clone());
    window.get_by_label_contains("Run sat in f32, swapped").click();
    window.run();
    let query = &window.state().model.scene.query;
    assert_eq!((&query.a, &query.b, query.kernel.as_str()), (&b, &a, "sat"));
}

#[test]
fn two_runs_stand_in_two_rows_and_two_columns() {
    let mut window = window();
    window.key_press(Key::B);
    window.run();
    command(&mut window, Command::OpenRun("gjk-johnson+epa".into(), gjkscope::num::Precision::F32));
    command(&mut window, Command::GoTo(6));
    let steps = window.state().model.steps() - 1;
    let pinned = window.state().model.pinned.as_ref().expect("kept").trace.len() - 1;
    let row = format!("step: this run 6 of {steps}, pinned 6 of {pinned}");
    assert!(window.query_by_label(&row).is_some(), "{row}");
    window.get_by_label("by iteration").click();
    window.run();
    command(&mut window, Command::End);
    let row = format!("step: this run {steps} of {steps}, pinned {pinned} of {pinned}");
    assert!(window.query_by_label(&row).is_some(), "{row}");
    assert!(window.query_by_label("event: this run exit, pinned exit, the same").is_some());
    for step in 0..=steps {
        command(&mut window, Command::GoTo(step));
    }
}

#[test]
fn the_view_is_copied_as_a_command() {
    let mut window = window();
    window.key_press(Key::V);
    window.run();
    let copied =
        window.state().effects.iter().find_map(|e| if let Effect::Copy(t) = e { Some(t.clone()) } else { None });
    let copied = copied.expect("copied");
    assert!(copied.starts_with("gjkscope ") && copied.ends_with("--kernel gjk-distance+epa --precision f32 --step 0"));
    assert!(window.query_by_label(&format!("Copied: {copied}")).is_some());
}

#[test]
fn every_step_of_every_kernel_is_drawn() {
    let mut window = window();
    for kernel in gjkscope::kernel::KERNELS {
        command(&mut window, Command::SetKernel(kernel.id.into()));
        for style in 0..3 {
            for step in (style..window.state().model.steps()).step_by(3) {
                command(&mut window, Command::GoTo(step));
            }
            command(&mut window, Command::NextNumbers);
        }
    }
}

#[test]
fn the_rasterised_window_is_the_same_every_time() {
    let picture = || gjkscope::ui::picture(&mut Model::embedded(), 640, 400, 1.0);
    let (one, two) = (picture(), picture());
    assert_eq!(one.dimensions(), (640, 400));
    assert!(one == two);
    let colours: std::collections::BTreeSet<[u8; 4]> = one.pixels().map(|p| p.0).collect();
    assert!(colours.len() > 100, "{}", colours.len());
}

#[test]
fn the_table_of_events_filters_and_goes_to_a_step() {
    let mut window = window();
    window.key_press(Key::E);
    window.run();
    window.get_by_label("Filter the events").focus();
    window.run();
    window.get_by_label("Filter the events").type_text("exit");
    window.run();
    let table = window.state().model.events.clone().unwrap();
    assert_eq!(table.filter, "exit");
    let last = window.state().model.steps() - 1;
    assert_eq!(table.step(table.len(last + 1) - 1), last);
    let words =
        gjkscope::run::sentence(window.state().model.trace.as_ref().unwrap(), last, gjkscope::run::NumberStyle::Short);
    window.get_all_by_label(&words).last().unwrap().click();
    window.run();
    assert_eq!(cursor(&window), last);
}

#[test]
fn the_loupe_magnifies_with_the_wheel_and_stays_on_the_origin() {
    let mut window = window();
    window.key_press(Key::Z);
    window.run();
    let scale = |w: &Harness<'static, State>| w.state().model.loupe.expect("open").scale;
    assert_eq!(scale(&window), None);
    let at = window.get_by_label("Origin loupe").rect().center();
    let plot = window.state().model.minkowski;
    window.hover_at(at);
    window.step();
    wheel(&mut window);
    window.run();
    assert!(scale(&window).expect("zoomed") > 0.0);
    // The plot under it did not zoom.
    assert_eq!(window.state().model.minkowski, plot);
    command(&mut window, Command::SetLoupeScale(Some(f64::NAN)));
    assert_eq!(scale(&window), None);
    window.key_press(Key::Z);
    window.run();
    assert!(window.state().model.loupe.is_none());
}

#[test]
fn keys_do_not_edit_the_scene_behind_a_dialog() {
    use gjkscope::model::{KeepCommand, PasteCommand};
    for open in [Command::Paste(PasteCommand::Open("1 2".into())), Command::Keep(KeepCommand::Open)] {
        let mut window = window();
        command(&mut window, open);
        let before = window.state().model.scene.clone();
        for key in [Key::Q, Key::W, Key::K] {
            window.key_press(key);
            window.run();
        }
        assert!(gjkscope::scene::same(&before, &window.state().model.scene));
        window.key_press(Key::Escape);
        window.run();
        assert!(!window.state().model.asks());
        window.key_press(Key::Q);
        window.run();
        assert!(!gjkscope::scene::same(&before, &window.state().model.scene));
    }
}

#[test]
fn a_false_step_says_so_under_its_sentence() {
    let window = window_of(missed());
    let fault = window.state().model.report.as_ref().unwrap().fault(cursor(&window)).unwrap().to_owned();
    let words = format!("False: {fault}.");
    let shown = window.get_by_label(&words);
    assert!(shown.rect().bottom() < 160.0, "in sight without scrolling");
}
