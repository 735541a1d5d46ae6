//! Pasting, keeping, opening, saving and recovering, by scripts of what a person does.

use gjkscope::check::Verdict;
use gjkscope::export::EXPORTERS;
use gjkscope::import::{Field, Order, Whose, by_hand, groups, paste, select};
use gjkscope::model::{
    BINDINGS, Badge, Command, Edit, Effect, ExportCommand, FolderCommand, Handle, KeepCommand, Model, PaletteCommand,
    PasteCommand, Snap, update,
};
use gjkscope::num::Precision;
use gjkscope::scene::{Answer, Expect, parse, write};
use gjkscope::search::{applicable, compare_one};
use gjkscope::shape::ShapeDef;
use glam::DVec2;

fn play(model: &mut Model, commands: impl IntoIterator<Item = Command>) -> Vec<Effect> {
    commands.into_iter().flat_map(|c| update(model, c)).collect()
}

fn pasted(text: &str) -> Model {
    let mut model = Model::embedded();
    play(&mut model, [Command::Paste(PasteCommand::Open(text.to_owned()))]);
    model
}

fn edited() -> Model {
    let mut model = Model::embedded();
    play(
        &mut model,
        [Command::Edit(Edit::Drag { handle: Handle::Body(1), by: DVec2::X, decimals: 2, snap: Snap::Free })],
    );
    assert!(model.would_lose());
    model
}

/// Two triangles, one number that is neither's.
const TRIANGLES: &str =
    "frame 41\nA = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}\nB = {{2.0f, 0.5f}, {3.0f, 0.5f}, {2.0f, 1.5f}}\n";

#[test]
fn the_kernel_of_the_command_line_is_no_edit() {
    let mut model = Model::embedded();
    let before = model.scene.clone();
    let kernel = if before.query.kernel == "gjk-boolean" { "sat" } else { "gjk-boolean" };
    play(&mut model, [Command::Ask(Some(kernel.into()), Some(Precision::F64))]);
    assert_eq!((model.scene.query.kernel.as_str(), model.scene.query.precision), (kernel, Precision::F64));
    assert!(!model.dirty(), "nothing of the file was edited");
    let drag = Edit::Drag { handle: Handle::Body(1), by: DVec2::X, decimals: 2, snap: Snap::Free };
    play(&mut model, [Command::Edit(drag)]);
    assert!(model.dirty() && model.would_lose());
    play(&mut model, [Command::Undo]);
    assert!(!model.dirty(), "undone to what was asked");
    play(&mut model, [Command::SetPrecision(Precision::F32)]);
    assert!(
        model.dirty() || before.query.precision == Precision::F32 && model.scene.query.kernel == before.query.kernel
    );
}

#[test]
fn a_minus_zero_is_an_edit() {
    let mut model = Model::embedded();
    let index = model.scene.bodies.iter().position(|b| b.pose.translation.y == 0.0).expect("a body on the x axis");
    let mut pose = model.scene.bodies[index].pose;
    pose.translation.y = -pose.translation.y;
    play(&mut model, [Command::SetPose(index, pose)]);
    assert!(model.dirty() && model.would_lose());
}

#[test]
fn a_paste_is_shown_before_it_is_taken() {
    let mut model = pasted(TRIANGLES);
    let before = model.scene.clone();
    let pasting = model.pasting.as_ref().expect("a dialog");
    let reading = pasting.takes().expect("one reading");
    assert_eq!(reading.label, "A: polygon of 3 points, B: polygon of 3 points");
    let b = pasting.groups.iter().find(|g| g.part == Some((Whose::B, Field::Points))).expect("B's points");
    assert_eq!(b.numbers.iter().map(|n| n.value).collect::<Vec<_>>(), [2.0, 0.5, 3.0, 0.5, 2.0, 1.5]);
    let nothing: Vec<&str> = pasting
        .groups
        .iter()
        .filter(|g| g.part.is_none())
        .flat_map(|g| &g.numbers)
        .map(|n| n.literal.as_str())
        .collect();
    assert_eq!(nothing, ["41"]);
    let (trace, report) = &**pasting.preview.as_ref().expect("a preview");
    assert_eq!((trace.precision, report.truth.signed_distance), (Precision::F32, 1.25f64.sqrt()));
    assert_eq!(model.scene, before, "nothing is taken yet");
    play(&mut model, [Command::Paste(PasteCommand::Take)]);
    assert!(model.pasting.is_none() && model.path.is_none() && model.dirty() && model.would_lose());
    assert_eq!(model.scene.bodies.len(), 2);
    assert_eq!(parse(&model.document.text, "").expect("a scene").scene, model.scene);
}

#[test]
fn taking_a_paste_asks_before_edits_are_lost() {
    let mut model = edited();
    let before = model.scene.clone();
    let commands = [PasteCommand::Open(TRIANGLES.into()), PasteCommand::Take].map(Command::Paste);
    play(&mut model, commands);
    assert!(model.pasting.as_ref().is_some_and(|p| p.asking));
    assert_eq!(model.scene, before);
    play(&mut model, [Command::Escape]);
    assert!(model.pasting.is_none() && model.scene == before && model.can_undo());
    let commands = [PasteCommand::Open(TRIANGLES.into()), PasteCommand::TakeAnyway].map(Command::Paste);
    play(&mut model, commands);
    assert_ne!(model.scene, before);
}

#[test]
fn an_ambiguous_paste_is_never_chosen_for_a_person() {
    let mut model = pasted("0 0 2 2\n\n3 1 2 2\n");
    let pasting = model.pasting.as_ref().expect("a dialog");
    assert!(pasting.readings.len() > 1 && pasting.takes().is_none() && pasting.shown().is_some());
    let before = model.scene.clone();
    play(&mut model, [Command::Paste(PasteCommand::Take)]);
    assert!(model.pasting.is_some() && model.scene == before);
    let last = model.pasting.as_ref().map_or(0, |p| p.readings.len() - 1);
    let label = model.pasting.as_ref().map(|p| p.readings[last].scene.clone()).expect("readings");
    play(&mut model, [PasteCommand::Reading(last), PasteCommand::Take].map(Command::Paste));
    assert_eq!(model.scene, label);
}

#[test]
fn what_cannot_be_read_is_assigned_by_hand() {
    // Nothing here says where A ends; three numbers each are no 2D points.
    let text = "1 2 3\n4 5 6\n7 8 9\n10 11 12";
    let mut model = pasted(text);
    assert!(model.pasting.as_ref().is_some_and(|p| p.error.is_some() && p.takes().is_none()));
    let at = |word: &str| text.find(word).expect("in the text");
    let a = Some((Whose::A, Field::Points));
    let b = Some((Whose::B, Field::Points));
    let commands = [
        PasteCommand::Select(0..at("7")),
        PasteCommand::Assign(a),
        PasteCommand::Select(at("7")..at("11")),
        PasteCommand::Assign(b),
    ];
    play(&mut model, commands.map(Command::Paste));
    let pasting = model.pasting.as_ref().expect("a dialog");
    let reading = pasting.takes().expect("by hand");
    assert_eq!(reading.label, "A: polygon of 3 points, B: segment");
    assert_eq!(reading.ignored.iter().map(|i| i.text.as_str()).collect::<Vec<_>>(), ["11", "12"]);
    assert!(matches!(&reading.scene.bodies[1].shape, ShapeDef::Segment { a, b, .. }
        if (a.x, a.y, b.x, b.y) == (7.0, 8.0, 9.0, 10.0)));
    // The order of coordinates, then back.
    let i = pasting.groups.iter().position(|g| g.part == b).expect("B");
    play(&mut model, [Command::Paste(PasteCommand::Order(i, Order::Yx))]);
    let shape = model.pasting.as_ref().and_then(|p| p.takes()).map(|r| r.scene.bodies[1].shape.clone());
    assert!(matches!(shape, Some(ShapeDef::Segment { a, .. }) if (a.x, a.y) == (8.0, 7.0)));
    play(&mut model, [Command::Paste(PasteCommand::Reset)]);
    assert!(model.pasting.as_ref().is_some_and(|p| p.by_hand.is_none() && p.takes().is_none()));
}

#[test]
fn parts_by_hand_make_every_kind_of_body() {
    use Field::{HalfExtents, Place, Points, Radius, Rotation, SemiAxes};
    let text = "1 2 3 4 5";
    let of = |parts: &[(usize, Field)]| {
        let mut made = groups(text, None);
        for (from, field) in parts {
            let count = if matches!(field, Radius | Rotation) { 1 } else { 2 };
            let span = 2 * from..2 * (from + count) - 1;
            made = select(&made, &span, Some((Whose::A, *field))).expect("numbers");
        }
        by_hand(text, &made).map(|r| (r.label, r.scene.bodies[0].pose))
    };
    for (parts, label) in [
        (&[(0, Points)][..], "A: point, B: point"),
        (&[(0, Points), (2, Points)], "A: segment, B: point"),
        (&[(0, Points), (2, Radius)], "A: circle, B: point"),
        (&[(0, Points), (2, Points), (4, Radius)], "A: capsule, B: point"),
        (&[(0, HalfExtents), (2, Place), (4, Rotation)], "A: box, B: point"),
        (&[(0, SemiAxes), (2, Points)], "A: ellipse, B: point"),
        (&[(4, Radius)], "A: circle, B: point"),
    ] {
        assert_eq!(of(parts).map(|made| made.0).as_deref(), Ok(label), "{parts:?}");
    }
    let pose = of(&[(0, HalfExtents), (2, Place), (4, Rotation)]).expect("a box").1;
    assert_eq!((pose.translation.x, pose.translation.y, pose.rotation.angle()), (3.0, 4.0, 5.0));
    for (parts, word) in [
        (&[][..], "no number is a point"),
        (&[(0, HalfExtents), (2, Points)], "several shapes"),
        (&[(0, HalfExtents), (2, HalfExtents)], "already"),
        (&[(0, Points), (2, Radius), (3, Radius)], "radius already"),
    ] {
        let error = of(parts).expect_err("refused");
        assert!(error.message.contains(word), "{parts:?}: {error:?}");
    }
    // An odd number of coordinates names the last one.
    let odd = select(&groups(text, None), &(0..5), Some((Whose::A, Points))).expect("numbers");
    assert_eq!(by_hand(text, &odd).map(|_| ()).map_err(|e| (e.line, e.column)), Err((1, 5)));
}

#[test]
fn a_reading_taken_apart_and_put_together_by_hand_is_the_same_scene() {
    for text in [
        TRIANGLES,
        "polyA = [[0, 0], [1, 0], [1, 1]]\npolyB = [[4, 0], [5, 0], [5, 2]]\nposA = [1, 2]\nangleA = 90 deg",
        "a = b2Circle{{1.5, -0.25}, 0.5}; b: Capsule(Vec2(0, 0), Vec2(0, 2), 0.25)",
        "Cuboid::new(Vector2::new(0.5, 1.5)) Isometry2::new(Vector2::new(3.0, 1.0), 0.5)\nBall::new(0.75)",
    ] {
        let Ok(read) = paste(text) else { panic!("{text}: {:?}", paste(text)) };
        for reading in &read.readings {
            let made = by_hand(text, &groups(text, Some(reading))).expect("a scene");
            let bare = |scene: &gjkscope::scene::Scene| write(scene);
            assert_eq!(bare(&made.scene), bare(&reading.scene), "{text}");
        }
    }
}

#[test]
fn new_begins_with_a_pair_and_asks_where_edits_would_be_lost() {
    let mut model = Model::embedded();
    play(&mut model, [Command::New]);
    assert!(model.path.is_none() && model.dirty() && model.pair().is_some() && model.steps() > 0);
    let mut model = edited();
    let before = model.scene.clone();
    play(&mut model, [Command::New]);
    assert_eq!(model.scene, before);
    let (label, anyway) = model.messages[0].actions[0].clone();
    assert_eq!(label, "New anyway");
    play(&mut model, [anyway]);
    assert_ne!(model.scene, before);
}

/// Does what shell and worker do for a scene that is to be kept: tries every kernel.
fn tried(model: &mut Model, effects: Vec<Effect>) {
    for effect in effects {
        let Effect::Try(generation, Some(scene)) = effect else { continue };
        for kernel in applicable(&scene) {
            let runs = compare_one(&scene, kernel);
            play(model, [Command::Keep(KeepCommand::Ran(generation, runs))]);
        }
    }
}

fn keep(model: &mut Model, commands: impl IntoIterator<Item = KeepCommand>) {
    for command in commands {
        let effects = play(model, [Command::Keep(command)]);
        tried(model, effects);
    }
}

/// Two squares whose sides touch, on which several tutorial kernels fail.
const TOUCHING: &str = "A = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};\nB = {{1, 0.25}, {2, 0.25}, {2, 0.75}, {1, 0.75}};";

#[test]
fn a_kept_scene_passes_the_check_by_every_kernel() {
    let mut model = pasted(TOUCHING);
    play(&mut model, [Command::Paste(PasteCommand::Take)]);
    keep(&mut model, [KeepCommand::Open]);
    let dialog = model.keep.as_ref().expect("a dialog");
    assert_eq!(dialog.lacks(), Some("Say in a sentence what happens"));
    assert_eq!(dialog.tried.0, dialog.tried.1);
    assert!(!dialog.failing.is_empty(), "some kernel fails on touching squares");
    assert_eq!(dialog.expect.answer, Answer::Touching);
    keep(&mut model, [KeepCommand::Confirm]);
    assert!(!model.messages.iter().any(|m| m.text.contains("Written")));
    let story = KeepCommand::Story("Two squares that touch: sides (one inside the other), exactly.".into());
    keep(&mut model, [story, KeepCommand::Source("issue 12".into())]);
    assert_eq!(model.keep.as_ref().map(|k| k.path.as_str()), Some("./two-squares-that-touch-sides-one.ron"));
    let effects = play(&mut model, [Command::Keep(KeepCommand::Confirm)]);
    let Some(Effect::Write(write)) = effects.into_iter().find(|e| matches!(e, Effect::Write(_))) else {
        panic!("nothing written")
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.ron");
    std::fs::write(&path, &write.document.text).expect("written");
    gjkscope::check::folder(folder.path()).assert_passed();
    let scene = parse(&write.document.text, "").expect("a scene").scene;
    assert_eq!((scene.source.as_str(), &scene), ("issue 12", &model.scene));
    for kernel in applicable(&scene) {
        for run in compare_one(&scene, kernel) {
            let verdict = run.report.verdict;
            assert!(matches!(verdict, Verdict::Pass | Verdict::KnownFailure), "{} {verdict:?}", run.kernel.id);
        }
    }
    play(&mut model, [Command::Saved(write.path, write.document)]);
    assert!(!model.dirty() && model.keep.is_none() && model.can_undo());
}

#[test]
fn an_unknown_failure_and_a_tolerance_without_a_reason_are_said() {
    let mut model = pasted(TOUCHING);
    play(&mut model, [Command::Paste(PasteCommand::Take)]);
    keep(&mut model, [KeepCommand::Open, KeepCommand::Story("Squares that touch.".into())]);
    let first = model.keep.as_ref().map(|k| k.failing[0].known.clone()).expect("a failing run");
    let mut expect = model.keep.as_ref().map(|k| k.expect.clone()).expect("a dialog");
    expect.tolerance = Some(1e-3);
    keep(&mut model, [KeepCommand::Expect(Box::new(expect))]);
    assert_eq!(model.keep.as_ref().and_then(|k| k.lacks()), Some("Say why the tolerance is what it is"));
    keep(&mut model, [KeepCommand::Reason("three digits were reported".into())]);
    let failing = model.keep.as_ref().map(|k| k.failing.clone()).expect("a dialog");
    if let Some(i) = failing.iter().position(|f| f.known == first) {
        keep(&mut model, [KeepCommand::Known(i, false)]);
    }
    let effects = play(&mut model, [Command::Keep(KeepCommand::Confirm)]);
    let text = effects.iter().find_map(|e| match e {
        Effect::Write(write) => Some(write.document.text.clone()),
        _ => None,
    });
    let text = text.expect("written");
    assert!(text.contains("    // Tolerance 0.001: three digits were reported\n    expect:"), "{text}");
    let known = parse(&text, "").expect("a scene").scene.expect.expect("expected").known_failures;
    assert!(!known.contains(&first));
}

#[test]
fn the_expectation_is_edited_taken_from_the_truth_and_removed_and_undone() {
    let mut model = Model::embedded();
    let was = model.scene.expect.clone().expect("one is there");
    let wrong = Expect { answer: Answer::Separated(Some(2.0)), tolerance: Some(0.5), ..was.clone() };
    // In f32 the rounded numbers are judged, by an expectation of their own.
    play(&mut model, [Command::SetPrecision(Precision::F64)]);
    play(&mut model, [Command::SetExpect(Some(Box::new(wrong)))]);
    assert_eq!(model.report.as_ref().map(|r| r.verdict), Some(Verdict::Fail));
    assert!(model.would_lose());
    play(&mut model, [Command::ExpectFromTruth]);
    let now = model.scene.expect.clone().expect("one is there");
    assert_eq!((now.answer, now.tolerance), (Answer::Overlapping(Some(0.5)), Some(0.5)));
    play(&mut model, [Command::SetExpect(None)]);
    assert_eq!(model.scene.expect, None);
    play(&mut model, [Command::Undo, Command::Undo, Command::Undo]);
    assert_eq!(model.scene.expect, Some(was));
}

#[test]
fn every_exporter_goes_to_the_clipboard_and_to_a_file() {
    for exporter in EXPORTERS {
        let mut model = Model::embedded();
        let effects = play(&mut model, [Command::Export(ExportCommand::Copy(exporter.id))]);
        let Some(Effect::Export(asked)) = effects.into_iter().next() else { panic!("{}", exporter.id) };
        let texts = asked.texts();
        let done = ExportCommand::Done(asked, texts);
        let effects = play(&mut model, [Command::Export(done)]);
        assert!(matches!(&effects[0], Effect::Copy(text) if text.len() > 100), "{}", exporter.id);

        play(&mut model, [Command::Export(ExportCommand::Ask(exporter.id))]);
        let suggested = model.dialog.as_ref().map(|d| d.text.clone()).expect("a dialog");
        assert_eq!(suggested, format!("./two-squares.{}", exporter.ending));
        let effects = play(&mut model, [Command::DialogConfirm]);
        let asked = effects.into_iter().find_map(|e| match e {
            Effect::Export(asked) => Some(asked),
            _ => None,
        });
        let asked = asked.expect("asked for");
        let texts = asked.texts().expect("texts");
        assert_eq!(texts.len(), if exporter.picture { 2 } else { 1 });
        assert_eq!(texts[0].0, suggested);
    }
    // A shape the engine has not is refused by name.
    let mut model = pasted("a = Ellipse(2, 1); b = Circle(1)");
    play(&mut model, [Command::Paste(PasteCommand::TakeAnyway)]);
    let effects = play(&mut model, [Command::Export(ExportCommand::Copy("parry"))]);
    assert!(!effects.iter().any(|e| matches!(e, Effect::Export(_))), "{:?}", model.scene);
    assert_eq!(model.messages.len(), 1);
}

fn opened(text: &str) -> Model {
    let mut model = Model::embedded();
    let document = parse(text, "here/x.ron").expect("a scene");
    let effects = play(&mut model, [Command::Opened("here/x.ron".into(), Box::new(document))]);
    assert!(effects.iter().any(|e| matches!(e, Effect::Remember(path) if path == "here/x.ron")));
    model
}

fn text_with_b_at(x: f64) -> String {
    let mut scene = Model::embedded().scene;
    scene.bodies[1].pose.translation.x = x;
    write(&scene)
}

fn on_disk(text: &str) -> Command {
    Command::Changed("here/x.ron".into(), parse(text, "here/x.ron").map(Box::new).map_err(|e| e.to_string()))
}

fn b_at(model: &Model) -> f64 {
    model.scene.bodies[1].pose.translation.x
}

#[test]
fn a_file_that_changed_on_disk_is_loaded_again_where_nothing_is_lost() {
    let mut model = opened(&text_with_b_at(1.5));
    play(&mut model, [Command::GoTo(7), on_disk(&text_with_b_at(1.5))]);
    assert!(model.messages.is_empty(), "the same text is no change");
    play(&mut model, [on_disk(&text_with_b_at(1.25))]);
    assert_eq!((b_at(&model), model.dirty(), model.messages.len()), (1.25, false, 1));
    assert!(model.cursor > 0, "the step stays about where it was");
    play(&mut model, [on_disk("half a sce")]);
    assert_eq!((b_at(&model), model.messages.len()), (1.25, 2));
    let other = Command::Changed("other.ron".into(), Err("gone".into()));
    play(&mut model, [other]);
    assert_eq!(model.messages.len(), 2);
}

#[test]
fn edits_are_kept_when_the_file_changes_on_disk() {
    let drag = Command::Edit(Edit::Drag { handle: Handle::Body(1), by: DVec2::X, decimals: 2, snap: Snap::Free });
    let theirs = text_with_b_at(1.25);
    let mut model = opened(&text_with_b_at(1.5));
    play(&mut model, [drag.clone(), on_disk(&theirs)]);
    assert_eq!(b_at(&model), 2.5);
    let actions = model.messages[0].actions.clone();
    assert_eq!(actions.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(), ["Reload", "Keep mine"]);
    // Keeping mine: saving does not ask again about this very text.
    let mut mine = model.clone();
    play(&mut mine, [actions[1].1.clone(), on_disk(&theirs)]);
    assert_eq!(mine.messages.len(), 1, "not said twice");
    let effects = play(&mut mine, [Command::Save]);
    assert!(effects.iter().any(|e| matches!(e, Effect::Write(w) if w.loaded.as_deref() == Some(&theirs) && !w.force)));
    // Reloading: undo has my edits.
    play(&mut model, [actions[0].1.clone()]);
    assert_eq!((b_at(&model), model.dirty()), (1.25, false));
    play(&mut model, [Command::Undo]);
    assert_eq!((b_at(&model), model.dirty()), (2.5, true));
}

fn listed(count: usize) -> Model {
    let mut model = Model::embedded();
    let files = (0..count).map(|i| format!("s/part-{}/scene-{i:04}.ron", i / 100)).collect();
    play(&mut model, [Command::Listed("s".into(), files)]);
    model
}

fn shown(model: &Model) -> Vec<&str> {
    let folder = model.folder.as_ref().expect("a folder");
    folder.rows.iter().filter_map(|row| Some(folder.scenes[row.scene()?].short())).collect()
}

#[test]
fn a_folder_is_filtered_by_words_and_badges() {
    let mut model = listed(300);
    let filter = |text: &str| Command::Folder(FolderCommand::Filter(text.into()));
    let generation = model.folder.as_ref().map_or(0, |f| f.generation);
    let fail = Badge::Run(Verdict::Fail);
    play(&mut model, [Command::Judged(generation, 7, fail), Command::Judged(generation, 107, fail)]);
    play(&mut model, [filter("PART-1 99")]);
    assert_eq!(shown(&model), ["scene-0199"]);
    assert_eq!(model.folder.as_ref().map(|f| f.rows.len()), Some(2), "its folder stands above it");
    play(&mut model, [filter("fail")]);
    assert_eq!(shown(&model), ["scene-0007", "scene-0107"]);
    play(&mut model, [Command::Judged(generation, 8, fail)]);
    assert_eq!(shown(&model).len(), 3, "badges that come are looked at");
    play(&mut model, [filter("")]);
    assert_eq!(shown(&model).len(), 300);
    let counts = model.folder.as_ref().map(|f| f.counts()).expect("a folder");
    assert_eq!(counts, [(fail, 3), (Badge::NotRun, 297)]);
}

#[test]
fn scenes_are_run_stopped_and_run_again() {
    let mut model = listed(3);
    let running = |m: &Model| m.folder.as_ref().map(|f| (f.running, f.run()));
    assert_eq!(running(&model), Some((true, 0)));
    let pass = Badge::Run(Verdict::Pass);
    play(&mut model, [Command::Judged(0, 0, pass)]);
    let effects = play(&mut model, [Command::Folder(FolderCommand::Stop)]);
    assert!(matches!(&effects[0], Effect::Judge(1, scenes) if scenes.is_empty()));
    play(&mut model, [Command::Judged(0, 1, pass)]);
    assert_eq!(running(&model), Some((false, 1)), "what comes late is of a run that was stopped");
    let effects = play(&mut model, [Command::Folder(FolderCommand::Run)]);
    assert!(matches!(&effects[0], Effect::Judge(2, scenes) if scenes.len() == 3));
    assert_eq!(running(&model), Some((true, 0)));
    play(&mut model, (0..3).map(|i| Command::Judged(2, i, pass)));
    assert_eq!(running(&model), Some((false, 3)));
}

#[test]
fn the_next_failing_scene_is_found_around_and_inside_the_filter() {
    let mut model = listed(300);
    let next = |model: &mut Model, back: bool| {
        let effects = play(model, [Command::Folder(FolderCommand::NextFailing(back))]);
        let path = effects.into_iter().find_map(|e| match e {
            Effect::Read(path) => Some(path),
            _ => None,
        })?;
        model.path = Some(path.clone());
        path.rsplit('/').next().map(str::to_owned)
    };
    assert_eq!(next(&mut model, false), None);
    assert_eq!(model.messages.len(), 1);
    for (i, badge) in [
        (5, Badge::Run(Verdict::Fail)),
        (6, Badge::Run(Verdict::KnownFailure)),
        (150, Badge::Unreadable),
        (250, Badge::Run(Verdict::Undecided)),
    ] {
        play(&mut model, [Command::Judged(0, i, badge)]);
    }
    for right in ["scene-0005.ron", "scene-0150.ron", "scene-0250.ron", "scene-0005.ron"] {
        assert_eq!(next(&mut model, false).as_deref(), Some(right));
    }
    assert_eq!(next(&mut model, true).as_deref(), Some("scene-0250.ron"));
    play(&mut model, [Command::Folder(FolderCommand::Filter("part-1".into()))]);
    assert_eq!(next(&mut model, false).as_deref(), Some("scene-0150.ron"));
}

fn rows(model: &Model) -> Vec<String> {
    model.palette.iter().flat_map(|p| &p.rows).map(|row| row.label.clone()).collect()
}

#[test]
fn the_palette_has_every_command_with_its_key_and_finds_it_by_a_few_letters() {
    let mut model = Model::embedded();
    play(&mut model, [Command::Palette(PaletteCommand::Toggle)]);
    let all = rows(&model);
    for binding in BINDINGS {
        let own = ["Find a command", "Close what is open"].contains(&binding.label);
        assert_eq!(all.iter().filter(|label| *label == binding.label).count(), usize::from(!own), "{}", binding.label);
    }
    let keys = |m: &Model, label: &str| {
        m.palette.as_ref().and_then(|p| p.rows.iter().find(|r| r.label == label)).and_then(|r| r.keys.clone())
    };
    assert_eq!(keys(&model, "Save as").as_deref(), Some("Ctrl+Shift+S"));
    for (letters, first) in [
        ("save", "Save"),
        ("reg sc", "Keep as regression scene"),
        ("nextp", "Next problem"),
        ("kerj", "Kernel: GJK by Johnson"),
        ("parry file", "Export to a file: A Rust test of parry2d"),
    ] {
        play(&mut model, [Command::Palette(PaletteCommand::Text(letters.into()))]);
        let found = rows(&model);
        let word = first.split(':').next().unwrap_or(first);
        assert!(found.first().is_some_and(|label| label.starts_with(word)), "{letters}: {:?}", found.first());
    }
    play(&mut model, [Command::Palette(PaletteCommand::Text("qqqq".into()))]);
    assert!(rows(&model).is_empty());
    play(&mut model, [Command::Palette(PaletteCommand::Run)]);
    assert!(model.palette.is_none());
}

#[test]
fn the_palette_runs_what_is_chosen() {
    let mut model = Model::embedded();
    let palette = |command| Command::Palette(command);
    let open = [PaletteCommand::Toggle, PaletteCommand::Text("last step".into()), PaletteCommand::Run];
    play(&mut model, open.map(palette));
    assert_eq!(model.cursor + 1, model.steps());
    play(&mut model, [PaletteCommand::Toggle, PaletteCommand::By(-1)].map(palette));
    let at = model.palette.as_ref().map(|p| (p.at, p.rows.len())).expect("open");
    assert_eq!(at.0 + 1, at.1, "around");
    play(&mut model, [Command::Escape]);
    assert!(model.palette.is_none());
}
