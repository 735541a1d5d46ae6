//! The model by scripts: what was before, what a person does, what is after.

use gjkscope::draw::{Target, Theme};
use gjkscope::kernel::{EventKind, StartRule, Tie};
use gjkscope::model::{
    Align, Badge, Chord, Command, Edit, Effect, Grab, Handle, Key, Model, Panel, Side, Snap, Vertex, View, Way, Write,
    command_for, update,
};
use gjkscope::num::Precision;
use gjkscope::run::{NumberStyle, sentence};
use gjkscope::scene::parse;
use gjkscope::search::{applicable, compare_one};
use gjkscope::shape::ShapeDef;
use glam::DVec2;

fn after(commands: impl IntoIterator<Item = Command>) -> Model {
    let mut model = Model::embedded();
    play(&mut model, commands);
    model
}

fn play(model: &mut Model, commands: impl IntoIterator<Item = Command>) -> Vec<Effect> {
    commands.into_iter().flat_map(|c| update(model, c)).collect()
}

fn b_at(model: &Model) -> (f64, f64) {
    let t = model.scene.bodies[1].pose.translation;
    (t.x, t.y)
}

fn drag_b(by: DVec2) -> Command {
    Command::Edit(Edit::Drag { handle: Handle::Body(1), by, decimals: 2, snap: Snap::Free })
}

#[test]
fn a_fresh_model_has_a_trace_and_stands_at_its_start() {
    let model = Model::embedded();
    assert_eq!(model.cursor, 0);
    assert!(model.steps() > 10);
    assert!(!model.dirty() && !model.can_undo() && model.messages.is_empty());
}

#[test]
fn the_cursor_walks_and_stays_inside() {
    use Command::{End, GoTo, Home, StepBy};
    let end = Model::embedded().steps() - 1;
    for (commands, cursor) in [
        (vec![StepBy(1)], 1),
        (vec![StepBy(-1)], 0),
        (vec![StepBy(i64::MAX)], end),
        (vec![End, StepBy(1)], end),
        (vec![End, StepBy(i64::MIN)], 0),
        (vec![GoTo(5), StepBy(-2)], 3),
        (vec![GoTo(usize::MAX)], end),
        (vec![End, Home], 0),
    ] {
        assert_eq!(after(commands.clone()).cursor, cursor, "{commands:?}");
    }
}

#[test]
fn iterations_are_walked_by_their_first_steps() {
    let model = Model::embedded();
    let starts = model.timeline.iterations.clone();
    assert!(starts.len() > 2 && starts[0] == 0);
    let (one, two) = (starts[1] as usize, starts[2] as usize);
    assert_eq!(after([Command::IterationBy(1)]).cursor, one);
    assert_eq!(after([Command::IterationBy(2)]).cursor, two);
    // From inside an iteration back to its start first.
    assert_eq!(after([Command::GoTo(two + 1), Command::IterationBy(-1)]).cursor, two);
    assert_eq!(after([Command::GoTo(two), Command::IterationBy(-1)]).cursor, one);
    assert_eq!(after([Command::IterationBy(-1)]).cursor, 0);
    let all = model.steps() - 1;
    assert_eq!(after([Command::IterationBy(1000)]).cursor, all);
}

#[test]
fn time_moves_the_cursor_only_while_playing() {
    assert_eq!(after([Command::Tick(1.0)]).cursor, 0);
    let mut model = after([Command::Speed(4.0), Command::TogglePlay]);
    play(&mut model, [Command::Tick(0.1)]);
    assert_eq!(model.cursor, 0);
    play(&mut model, [Command::Tick(0.2)]);
    assert_eq!(model.cursor, 1);
    play(&mut model, (0..100).map(|_| Command::Tick(1.0)));
    assert_eq!(model.cursor + 1, model.steps());
    assert!(!model.playback.playing);
    // At the end it starts anew; a step by hand stops it.
    play(&mut model, [Command::TogglePlay]);
    assert!(model.playback.playing && model.cursor == 0);
    play(&mut model, [Command::StepBy(1)]);
    assert!(!model.playback.playing);
    for bad in [f64::NAN, -1.0, f64::INFINITY] {
        let model = after([Command::TogglePlay, Command::Tick(bad)]);
        assert!(model.cursor <= 2);
    }
}

#[test]
fn going_to_a_number() {
    let model = after([Command::AskGoTo, Command::GoToText(" 7 ".into()), Command::GoToConfirm]);
    assert_eq!((model.cursor, model.go_to), (7, None));
    let model = after([Command::AskGoTo, Command::GoToText("seven".into()), Command::GoToConfirm]);
    assert_eq!((model.cursor, model.go_to), (0, None));
    assert_eq!(after([Command::AskGoTo, Command::Escape]).go_to, None);
}

#[test]
fn settings_change_the_trace_at_once_and_can_be_undone() {
    for (command, differs) in [
        (Command::SetKernel("gjk-boolean".into()), true),
        (Command::KernelBy(-1), true),
        (Command::SetPrecision(Precision::F64), true),
        (Command::TogglePrecision, true),
        (Command::SetStart(StartRule::Direction(glam::DVec3::new(0.3, -1.0, 0.0))), true),
        (Command::SetTie(Tie::Last), true),
        (Command::SetTolerance(Some(0.5)), true),
        (Command::SetTouching(Some(0.5)), true),
        (Command::SetMaxIterations(1), true),
        (Command::SetMaxExpansions(0), true),
        (Command::WarmStartFromLast, true),
        (Command::SetMaxIterations(64), false),
    ] {
        let before = Model::embedded();
        let mut model = after([command.clone()]);
        assert_eq!(model.dirty(), differs, "{command:?}");
        let trace = model.trace.as_ref().expect("a trace");
        assert_eq!(trace.settings, model.scene.query.settings);
        assert_eq!(trace.kernel.id, model.scene.query.kernel);
        assert!(model.cursor < model.steps());
        play(&mut model, [Command::Undo]);
        assert_eq!(model.scene, before.scene, "{command:?}");
        play(&mut model, [Command::Redo]);
        assert_eq!(model.dirty(), differs, "{command:?}");
    }
}

#[test]
fn an_unknown_kernel_leaves_no_trace_and_does_no_harm() {
    let mut model = after([Command::SetKernel("nonsense".into()), Command::StepBy(3), Command::TogglePlay]);
    assert!(model.trace.is_none() && model.cursor == 0);
    play(&mut model, [Command::Fit, Command::End, Command::NextProblem, Command::Undo]);
    assert!(model.trace.is_some());
}

#[test]
fn a_gesture_is_one_step_to_undo() {
    let begin = Grab { view: View::World, handle: Handle::Body(1), from: DVec2::ZERO };
    let mut model = after([Command::Grab(begin)]);
    play(&mut model, (1..=10).map(|i| drag_b(DVec2::new(0.1 * f64::from(i), 0.0))));
    assert_eq!(b_at(&model), (2.5, 0.0));
    play(&mut model, [Command::Undo]);
    assert_eq!(b_at(&model), (2.5, 0.0), "no undo while the hand is on it");
    play(&mut model, [Command::GestureEnd]);
    assert!(model.grab.is_none() && model.can_undo());
    play(&mut model, [Command::Undo]);
    assert_eq!(b_at(&model), (1.5, 0.0));
    assert!(!model.can_undo() && model.can_redo());
    play(&mut model, [Command::Redo]);
    assert_eq!(b_at(&model), (2.5, 0.0));
    // Another edit forgets what could be done again.
    play(&mut model, [Command::Undo, Command::SetTie(Tie::Last)]);
    assert!(!model.can_redo());
}

#[test]
fn a_gesture_that_changes_nothing_or_is_cancelled_leaves_nothing() {
    let mut model = after([Command::GestureBegin, Command::GestureEnd]);
    assert!(!model.can_undo());
    play(&mut model, [Command::GestureBegin, drag_b(DVec2::ONE), Command::Escape]);
    assert!(!model.can_undo() && !model.dirty() && !model.in_gesture());
}

#[test]
fn drags_round_to_what_a_person_can_point_at() {
    let model = after([Command::GestureBegin, drag_b(DVec2::new(0.123456, -0.98765))]);
    assert_eq!(b_at(&model), (1.62, -0.99));
    let model = after([Command::Edit(Edit::Drag {
        handle: Handle::Difference,
        by: DVec2::new(0.25, 0.5),
        decimals: 2,
        snap: Snap::Free,
    })]);
    assert_eq!(b_at(&model), (1.25, -0.5));
    let vertex = Vertex { body: 0, vertex: 2 };
    let model = after([Command::Edit(Edit::Drag {
        handle: Handle::Vertex(vertex),
        by: DVec2::new(0.504, 0.0),
        decimals: 1,
        snap: Snap::Free,
    })]);
    let ShapeDef::Polygon { points, .. } = &model.scene.bodies[0].shape else { panic!("a polygon") };
    assert_eq!((points[2].x, points[2].y), (1.5, 1.0));
    // Turning keeps the centroid in place.
    let model = after([Command::Edit(Edit::Turn { body: 1, by: 0.5, decimals: 2, steps: false })]);
    assert_eq!(model.scene.bodies[1].pose.rotation.angle(), 0.5);
    assert_eq!(b_at(&model), (1.5, 0.0));
}

#[test]
fn the_cursor_stays_at_its_like_while_the_scene_changes() {
    let kind = |m: &Model| {
        let event = m.trace.as_ref().and_then(|t| t.step(m.cursor)).expect("a step").event;
        (event.iteration, std::mem::discriminant(&event.kind))
    };
    let model = Model::embedded();
    let trace = model.trace.as_ref().expect("a trace");
    let reduce = trace.events.iter().position(|e| matches!(e.kind, EventKind::Reduce { .. })).expect("a reduction");
    let mut model = after([Command::GoTo(reduce), Command::GestureBegin]);
    let before = kind(&model);
    play(&mut model, [drag_b(DVec2::new(0.2, 0.1))]);
    assert_eq!(kind(&model), before);
    // Through a scene with another course and back again: the same step.
    play(&mut model, [drag_b(DVec2::new(9.0, 4.0)), drag_b(DVec2::ZERO)]);
    assert_eq!(model.cursor, reduce);
    // Who watches the answer goes on watching it.
    let model = after([Command::End, drag_b(DVec2::new(3.0, 0.3))]);
    assert_eq!(model.cursor + 1, model.steps());
}

#[test]
fn warm_start_takes_the_last_simplex() {
    let mut model = after([Command::WarmStartFromLast]);
    let warm = model.scene.query.settings.warm_start.clone();
    assert!(!warm.is_empty() && warm.iter().all(|(a, b)| *a < 4 && *b < 4));
    play(&mut model, [Command::ClearWarmStart]);
    assert!(model.scene.query.settings.warm_start.is_empty());
}

#[test]
fn opening_replaces_the_scene_and_failing_to_open_does_not() {
    let effects = play(&mut Model::embedded(), [Command::Open("x.ron".into())]);
    assert!(matches!(&effects[0], Effect::Read(path) if path == "x.ron"));
    let text = Model::embedded().document.text.replace("(1.5, 0)", "(3.5, 0)");
    let document = Box::new(parse(&text, "x.ron").expect("a scene"));
    let mut model = after([drag_b(DVec2::X), Command::Opened("x.ron".into(), document)]);
    assert_eq!((b_at(&model), model.title()), ((3.5, 0.0), "x.ron".to_owned()));
    assert!(!model.can_undo() && !model.dirty());
    let error = parse("(format: 1", "y.ron").expect_err("an error").to_string();
    play(&mut model, [Command::OpenFailed(error.clone()), Command::OpenFailed(error.clone())]);
    assert_eq!(b_at(&model), (3.5, 0.0));
    assert_eq!(model.messages.len(), 1, "the same message once");
    play(&mut model, [Command::StepBy(1), Command::Escape, drag_b(DVec2::X)]);
    assert_eq!(model.messages[0].text, error, "it stays until it is dismissed");
    play(&mut model, [Command::Dismiss(7), Command::Dismiss(0)]);
    assert!(model.messages.is_empty());
}

#[test]
fn edited_bodies_are_not_lost_without_asking() {
    let mut model = after([Command::SetTie(Tie::Last)]);
    assert!(matches!(play(&mut model, [Command::Open("x.ron".into())])[0], Effect::Read(_)));
    let mut model = after([drag_b(DVec2::X)]);
    for (ask, anyway) in [(Command::Open("x.ron".into()), "Open anyway"), (Command::Close, "Close anyway")] {
        let effects = play(&mut model, [ask]);
        assert!(!effects.iter().any(|e| matches!(e, Effect::Read(_) | Effect::Close)), "{effects:?}");
        let (label, command) = model.messages.last().and_then(|m| m.actions.first().cloned()).expect("a way on");
        assert_eq!(label, anyway);
        let effects = play(&mut model, [command]);
        assert!(effects.iter().any(|e| matches!(e, Effect::Read(_) | Effect::Close)), "{effects:?}");
    }
}

fn written(effects: &[Effect]) -> Option<&Write> {
    effects.iter().find_map(|e| match e {
        Effect::Write(write) => Some(write),
        _ => None,
    })
}

#[test]
fn saving_writes_what_was_edited_and_asks_before_overwriting() {
    let mut model = after([drag_b(DVec2::new(0.5, 0.0))]);
    let effects = play(&mut model, [Command::Save]);
    assert!(model.dialog.is_some(), "a scene without a file asks where to");
    assert!(effects.iter().any(|e| matches!(e, Effect::Browse(_))));
    let effects = play(&mut model, [Command::DialogText("here/new".into()), Command::DialogConfirm]);
    let write = written(&effects).expect("a file to write");
    assert_eq!((write.path.as_str(), write.force, &write.loaded), ("here/new.ron", false, &None));
    assert!(write.document.text.contains("translation: (2, 0)"), "{}", write.document.text);
    let failed = Command::SaveFailed("a file is there already (here/new.ron)".into(), Some(write.path.clone()));
    play(&mut model, [failed]);
    let (_, again) = model.messages[0].actions.first().cloned().expect("a way on");
    assert!(written(&play(&mut model, [again])).is_some_and(|w| w.force));
    let (path, document) = (write.path.clone(), write.document.clone());
    play(&mut model, [Command::Saved(path, document)]);
    assert!(!model.dirty() && model.dialog.is_none());
    let effects = play(&mut model, [drag_b(DVec2::X), Command::Save]);
    assert_eq!(written(&effects).and_then(|w| w.loaded.clone()), Some(model.document.text.clone()));
}

#[test]
fn a_folder_is_listed_with_badges_of_its_own_generation() {
    let files = vec!["s/a.ron".to_owned(), "s/deep/b.ron".to_owned()];
    let mut model = Model::embedded();
    let effects = play(&mut model, [Command::Listed("s".into(), files)]);
    assert!(matches!(&effects[0], Effect::Read(path) if path == "s/a.ron"));
    assert!(matches!(&effects[1], Effect::Judge(0, scenes) if scenes.len() == 2));
    let badge = |m: &Model, i: usize| m.folder.as_ref().map(|f| f.scenes[i].badge);
    assert_eq!(model.folder.as_ref().map(|f| f.scenes[1].name.as_str()), Some("deep/b.ron"));
    play(&mut model, [Command::Judged(0, 1, Badge::Unreadable), Command::Judged(3, 0, Badge::Unreadable)]);
    assert_eq!((badge(&model, 0), badge(&model, 1)), (Some(Badge::NotRun), Some(Badge::Unreadable)));
    play(&mut model, [Command::Listed("t".into(), vec![])]);
    assert_eq!(model.messages.len(), 1);
    assert!(model.folder.is_some(), "an empty folder leaves the old one");
}

#[test]
fn views_are_fitted_and_do_not_move_while_stepping_or_dragging() {
    let mut model = Model::embedded();
    let range = model.world.range;
    play(&mut model, [Command::End, Command::GestureBegin, drag_b(DVec2::new(50.0, 0.0)), Command::GestureEnd]);
    assert_eq!(model.world.range, range);
    let zoom = Command::SetView { view: View::World, center: DVec2::ONE, scale: 20.0 };
    play(&mut model, [zoom]);
    assert!(model.world.zoomed.is_some() && model.minkowski.zoomed.is_none());
    let bad = Command::SetView { view: View::Minkowski, center: DVec2::NAN, scale: 0.0 };
    play(&mut model, [bad, Command::Fit]);
    assert!(model.world.zoomed.is_none() && model.minkowski.zoomed.is_none());
    assert!(model.world.range.1.x > range.1.x);
}

#[test]
fn switches() {
    let mut model = after([Command::ToggleTheme, Command::NextNumbers, Command::TogglePanel(Panel::Step)]);
    assert_eq!((model.theme, model.numbers), (Theme::Light, NumberStyle::Exact));
    assert!(!model.open(Panel::Step) && model.open(Panel::Scene));
    play(&mut model, [Command::TogglePanel(Panel::Step), Command::ToggleTheme, Command::NextNumbers]);
    assert!(model.open(Panel::Step) && model.theme == Theme::Dark && model.numbers == NumberStyle::Hex);
    play(&mut model, [Command::ToggleHelp, Command::Escape]);
    assert!(!model.help);
    let unchanged = play(&mut model, [Command::Hover(None)]);
    assert!(unchanged.is_empty(), "nothing to paint where nothing changed");
    play(&mut model, [Command::Hover(Some(Target::Step(3)))]);
    assert_eq!(model.ghost(), Some(3));
}

#[test]
fn keys_are_bound_as_the_help_says() {
    let model = Model::embedded();
    let chord = |ctrl, shift, key| command_for(Chord { ctrl, shift, key }, &model);
    assert!(matches!(chord(false, false, Key::Right), Some(Command::StepBy(1))));
    assert!(matches!(chord(false, true, Key::Left), Some(Command::IterationBy(-1))));
    assert!(matches!(chord(false, true, Key::Char('n')), Some(Command::PrevProblem)));
    assert!(matches!(chord(true, true, Key::Char('z')), Some(Command::Redo)));
    assert!(matches!(chord(false, false, Key::Char('3')), Some(Command::Speed(s)) if s == 4.0));
    assert!(chord(true, true, Key::Char('q')).is_none());
}

#[test]
fn bins_sum_up_all_steps_and_never_exceed_what_fits() {
    let model = Model::embedded();
    let steps = model.steps() as u32;
    for most in [1, 2, 7, 10, 1000] {
        let (bins, size) = model.timeline.bins(most);
        assert!(bins.len() <= most && (bins.len() - 1) * size < steps as usize);
        assert_eq!(bins.iter().flat_map(|b| b.kinds).sum::<u32>(), steps);
    }
}

#[test]
fn the_same_commands_give_the_same_model() {
    let script = || {
        vec![Command::GoTo(4), Command::GestureBegin, drag_b(DVec2::new(0.3, 0.4)), Command::GestureEnd, Command::End]
    };
    let (one, two) = (after(script()), after(script()));
    assert_eq!((one.scene, one.cursor), (two.scene, two.cursor));
    assert_eq!(one.trace.map(|t| t.events), two.trace.map(|t| t.events));
}

/// Does the work that a comparison asks for.
fn answers(effects: &[Effect]) -> Vec<Command> {
    let asked = effects.iter().rev().find_map(|e| match e {
        Effect::Compare(generation, scene) => Some((*generation, scene.as_ref()?)),
        _ => None,
    });
    let Some((generation, scene)) = asked else { return vec![] };
    let kernels = applicable(scene).into_iter();
    kernels.map(|k| Command::Compared(generation, compare_one(scene, k))).collect()
}

#[test]
fn all_kernels_are_compared_kernel_by_kernel() {
    let mut model = Model::embedded();
    let effects = play(&mut model, [Command::ToggleCompare]);
    let answers = answers(&effects);
    assert!(answers.len() > 10);
    for (i, answer) in answers.into_iter().enumerate() {
        let comparison = model.comparison.as_ref().expect("open");
        assert_eq!((comparison.answered, comparison.runs.len(), comparison.done()), (i, 2 * i, false));
        play(&mut model, [answer]);
    }
    let comparison = model.comparison.as_ref().expect("open");
    assert!(comparison.done() && comparison.truth().is_some_and(|t| t.signed_distance == -0.5));
    // Another kernel or precision is the same question; a step is none.
    let more = [Command::KernelBy(1), Command::TogglePrecision, Command::StepBy(1), Command::Undo];
    assert!(!play(&mut model, more).iter().any(|e| matches!(e, Effect::Compare(..))));
    let closed = play(&mut model, [Command::ToggleCompare]);
    assert!(model.comparison.is_none() && matches!(closed[0], Effect::Compare(_, None)));
}

#[test]
fn an_edit_starts_the_comparison_anew_and_late_answers_are_dropped() {
    let mut model = Model::embedded();
    let first = play(&mut model, [Command::ToggleCompare]);
    let late = answers(&first);
    let again = play(&mut model, [Command::SetTie(Tie::Last)]);
    assert_eq!(again.iter().filter(|e| matches!(e, Effect::Compare(_, Some(_)))).count(), 1);
    play(&mut model, late);
    assert_eq!(model.comparison.as_ref().map(|c| c.answered), Some(0));
    play(&mut model, answers(&again));
    assert!(model.comparison.as_ref().is_some_and(|c| c.done() && c.scene == model.scene));
}

#[test]
fn nothing_is_compared_while_dragging() {
    let mut model = Model::embedded();
    let effects = play(&mut model, [Command::ToggleCompare]);
    play(&mut model, answers(&effects));
    let compares = |effects: &[Effect]| {
        let of = |e: &Effect| match e {
            Effect::Compare(_, scene) => Some(scene.is_some()),
            _ => None,
        };
        effects.iter().filter_map(of).collect::<Vec<_>>()
    };
    let drag = [Command::GestureBegin, drag_b(DVec2::new(0.5, 0.0)), drag_b(DVec2::new(1.0, 0.0))];
    assert_eq!(compares(&play(&mut model, drag)), [false], "what runs is stopped once, nothing is begun");
    // The rows of before stay to be read.
    assert!(model.comparison.as_ref().is_some_and(|c| c.waiting && !c.done() && !c.runs.is_empty()));
    assert_eq!(compares(&play(&mut model, [Command::GestureEnd])), [true]);
    assert!(model.comparison.as_ref().is_some_and(|c| !c.waiting && c.runs.is_empty()));
    // A drag that is given up is compared anew too: its rows were let go.
    let cancelled = [Command::GestureBegin, drag_b(DVec2::new(9.0, 0.0)), Command::Escape];
    assert_eq!(compares(&play(&mut model, cancelled)), [false, true]);
}

#[test]
fn opening_a_run_sets_kernel_and_precision_as_one_edit() {
    let mut model = after([Command::OpenRun("mpr".into(), Precision::F64)]);
    let trace = model.trace.as_ref().expect("a trace");
    assert_eq!((trace.kernel.id, trace.precision), ("mpr", Precision::F64));
    play(&mut model, [Command::Undo]);
    assert!(!model.dirty() && !model.can_undo());
}

#[test]
fn a_pinned_run_is_kept_and_the_first_other_step_is_known() {
    let mut model = after([Command::TogglePin]);
    assert_eq!(model.pinned.as_ref().map(|p| p.parts), Some(None));
    play(&mut model, [Command::SetKernel("gjk-boolean".into())]);
    let pinned = model.pinned.clone().expect("kept");
    assert_eq!(pinned.name(), "gjk-distance+epa, f32");
    let parts = pinned.parts.expect("they part") as usize;
    let (now, then) = (model.trace.as_ref().expect("a trace"), &pinned.trace);
    assert!(parts < now.len());
    let kind = |t: &gjkscope::run::Trace, i: usize| std::mem::discriminant(&t.events[i].kind);
    assert!((0..parts).all(|i| kind(now, i) == kind(then, i)));
    play(&mut model, [Command::Undo]);
    assert_eq!(model.pinned.as_ref().map(|p| p.parts), Some(None), "the same run again");
    play(&mut model, [Command::TogglePin]);
    assert!(model.pinned.is_none());
    // It belongs to the scene it was made of.
    let document = Box::new(model.document.clone());
    play(&mut model, [Command::TogglePin, Command::Opened("other.ron".into(), document)]);
    assert!(model.pinned.is_none());
}

#[test]
fn a_run_is_pinned_from_the_comparison_and_a_twisted_one_opens() {
    use gjkscope::search::Twist;
    let pin = |kernel: &str, twist| Command::PinRun(kernel.into(), Precision::F64, twist);
    let mut model = after([pin("mpr", None)]);
    let pinned = model.pinned.as_ref().expect("kept");
    assert_eq!((pinned.name().as_str(), pinned.parts.is_some()), ("mpr, f64", true));
    assert_eq!(model.scene.query.kernel, "gjk-distance+epa", "the shown run stays");
    play(&mut model, [pin("gjk-distance", Some(Twist::Swapped))]);
    assert_eq!(model.pinned.as_ref().map(|p| p.name()).as_deref(), Some("gjk-distance, f64, swapped"));
    play(&mut model, [pin("no such kernel", None)]);
    assert!(model.pinned.is_some(), "what cannot run is not kept");
    let (a, b) = (model.scene.query.a.clone(), model.scene.query.b.clone());
    play(&mut model, [Command::OpenTwisted("mpr".into(), Precision::F64, Twist::Swapped)]);
    let query = &model.scene.query;
    assert_eq!((&query.a, &query.b, query.kernel.as_str()), (&b, &a, "mpr"));
    play(&mut model, [Command::Undo]);
    assert!(!model.dirty() && !model.can_undo(), "it is one edit");
}

#[test]
fn a_pinned_run_lies_beside_the_current_one_by_step_or_by_iteration() {
    let mut model = after([
        Command::TogglePin,
        Command::OpenRun("gjk-johnson+epa".into(), Precision::F64),
        Command::SetAlign(Align::Iteration),
    ]);
    let own = model.trace.clone().expect("a trace");
    let pinned = model.pinned.clone().expect("kept");
    let iteration = |t: &gjkscope::run::Trace, step: usize| t.events[step].iteration;
    assert_ne!(own.len(), pinned.trace.len());
    let last = iteration(&pinned.trace, pinned.trace.len() - 1);
    let mut before = 0;
    for step in 0..own.len() {
        let beside = pinned.step_beside(step);
        assert_eq!(iteration(&pinned.trace, beside), iteration(&own, step).min(last), "step {step}");
        assert!(beside >= before);
        before = beside;
    }
    assert_eq!((pinned.step_beside(0), before), (0, pinned.trace.len() - 1));
    // In the row each of its steps stands within the columns of its iteration, in order; iterations that this run has not come last.
    let columns: Vec<f64> = (0..pinned.trace.len()).map(|s| pinned.column(s)).collect();
    assert!(columns.windows(2).all(|w| w[0] < w[1]), "{columns:?}");
    for (step, column) in columns.iter().enumerate() {
        let here = (column.round() as usize).min(own.len() - 1);
        assert_eq!(iteration(&own, here), iteration(&pinned.trace, step).min(iteration(&own, own.len() - 1)));
    }
    assert!(columns.last().is_some_and(|c| *c <= pinned.columns() as f64 - 0.5));
    play(&mut model, [Command::SetAlign(Align::Step)]);
    let pinned = model.pinned.as_ref().expect("kept");
    assert_eq!((pinned.column(5), pinned.step_beside(5), pinned.step_beside(9999)), (5.0, 5, pinned.trace.len() - 1));
    assert_eq!(pinned.columns(), own.len().max(pinned.trace.len()));
    // It stays laid that way when another run is pinned instead.
    play(&mut model, [Command::SetAlign(Align::Iteration), Command::PinRun("mpr".into(), Precision::F32, None)]);
    assert_eq!(model.pinned.as_ref().map(|p| p.align), Some(Align::Iteration));
}

#[test]
fn a_view_is_copied_as_a_command() {
    let copied = |model: &mut Model| {
        let effects = play(model, [Command::CopyView]);
        effects.into_iter().find_map(|e| if let Effect::Copy(text) = e { Some(text) } else { None })
    };
    let mut model = after([Command::SetKernel("mpr".into()), Command::TogglePrecision, Command::GoTo(3)]);
    model.path = Some("my scenes/a.ron".into());
    let command = "gjkscope 'my scenes/a.ron' --kernel mpr --precision f64 --step 3";
    assert_eq!(copied(&mut model).as_deref(), Some(command));
    assert_eq!(model.messages[0].text, format!("Copied: {command}"));
    // What the command cannot hold is said, and the message takes the place of the one before.
    play(&mut model, [Command::SetTie(Tie::Last)]);
    assert!(copied(&mut model).is_some());
    assert!(model.messages.len() == 1 && model.messages[0].text.contains("as saved"), "{:?}", model.messages);
    model.path = None;
    assert_eq!(copied(&mut model), None);
    assert_eq!(model.messages.len(), 2);
}

#[test]
fn the_table_of_events_is_filtered_by_words_and_copied() {
    let shown = |filter: &str| {
        let model = after([Command::ToggleEvents, Command::FilterEvents(filter.into())]);
        let table = model.events.as_ref().unwrap();
        (0..table.len(model.steps())).map(|row| table.step(row)).collect::<Vec<_>>()
    };
    let model = after([Command::ToggleEvents]);
    let trace = model.trace.as_ref().unwrap();
    let of_kind = |id: &str| (0..trace.len()).filter(|i| trace.events[*i].kind.id() == id).collect::<Vec<_>>();
    assert_eq!(shown(""), (0..trace.len()).collect::<Vec<_>>());
    assert_eq!(shown("SUPPORT w1"), [of_kind("support")[1]]);
    assert_eq!(shown("exit"), of_kind("exit"));
    assert!(shown("no such word").is_empty());
    let without = shown("-support -w1");
    assert!(!without.is_empty() && of_kind("support").iter().all(|s| !without.contains(s)));

    // The filter holds for the next run too, and the text is what is shown.
    let mut model = after([Command::ToggleEvents, Command::FilterEvents("exit".into())]);
    play(&mut model, [Command::SetKernel("mpr".into())]);
    let [Effect::Copy(text)] = &play(&mut model, [Command::CopyEvents])[..] else { panic!() };
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() >= 2 && lines[0].starts_with("step\t") && lines[1..].iter().any(|l| l.contains("\texit\t")));
    assert!(lines.iter().all(|l| l.split('\t').count() == lines[0].split('\t').count()));
}

/// Two turned boxes, 0.022 deep, as a person pasted them; the tutorial's triple product is always zero on them.
const SHALLOW: &str = r#"(
    format: 1,
    bodies: [
        (name: "A", shape: Box(half_extents: (0.5, 0.25)), translation: (1.25, 0.75), rotation: 0.3),
        (name: "B", shape: Box(half_extents: (1, 0.125)), translation: (1.3, 1.17), rotation: 0.35),
    ],
    query: (a: "A", b: "B", kernel: "gjk-distance+epa", precision: F32),
)"#;

#[test]
fn a_kernel_asked_for_on_the_command_line_opens_at_its_first_problem() {
    let mut model = Model::new(parse(SHALLOW, "shallow.ron").unwrap(), Some("shallow.ron".into()));
    assert_eq!(model.cursor, 0);
    play(&mut model, [Command::Ask(Some("tutorial-triple-product".into()), None)]);
    let report = model.report.as_ref().unwrap();
    assert!(model.cursor > 0);
    assert_eq!(report.culprit, Some(model.cursor as u32));
    assert!(report.fault(model.cursor).is_some_and(|fault| fault.contains("outside edge")));
    assert_eq!(report.fault(0), None);
}

#[test]
fn a_test_names_the_direction_that_no_step_before_has_named() {
    let mut model = Model::new(parse(SHALLOW, "shallow.ron").unwrap(), None);
    play(&mut model, [Command::SetKernel("tutorial-triple-product".into())]);
    let trace = model.trace.as_ref().unwrap();
    let culprit = model.report.as_ref().unwrap().culprit.unwrap() as usize;
    assert_eq!(trace.step(culprit).unwrap().own_direction().map(|d| (d.x, d.y)), Some((0.0, 0.0)));
    assert!(sentence(trace, culprit, NumberStyle::Short).contains("with d = (0, 0)"));
    // A test along the direction of the support call does not repeat it.
    let support = trace.events.iter().rposition(|e| matches!(e.kind, EventKind::Support { .. })).unwrap();
    assert_eq!(trace.step(support + 1).unwrap().own_direction(), None);
}

#[test]
fn a_new_scene_nobody_touched_is_not_asked_about() {
    let mut model = after([Command::New, Command::New]);
    assert!(model.messages.is_empty() && !model.would_lose());
    play(&mut model, [drag_b(DVec2::new(1.0, 0.0)), Command::New]);
    assert_eq!(model.messages.len(), 1);
}

#[test]
fn escape_closes_the_tables_one_by_one() {
    let mut model = after([Command::ToggleEvents, Command::ToggleCompare, Command::Escape]);
    assert!(model.events.is_none() && model.comparison.is_some());
    let effects = play(&mut model, [Command::Escape]);
    assert!(model.comparison.is_none());
    assert!(effects.iter().any(|e| matches!(e, Effect::Compare(_, None))), "the work is stopped, too");
}

#[test]
fn only_the_last_contact_is_reported() {
    let mut model = after([Command::New]);
    let slide = |side| Command::Edit(Edit::Slide(Way::Shortest, side));
    play(&mut model, [slide(Side::Touching), Command::Undo, slide(Side::Apart)]);
    assert_eq!(model.messages.len(), 1, "{:?}", model.messages);
    assert!(model.messages[0].text.starts_with("B is apart at "));
}
