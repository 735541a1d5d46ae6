//! The figure dialog: what is asked, shown, written, copied and kept; and that the command line draws the same bytes.

use std::path::Path;
use std::process::Command as Process;

use gjkscope::draw::Theme;
use gjkscope::export::Format;
use gjkscope::model::{Command, Edit, Effect, FigureCommand, Handle, Model, Snap, Tone, Which, Zoom, update};
use gjkscope::scene::{self, Figure, FigureTheme, Language, Length, Part, Steps, Unit, View};
use gjkscope::ui::write_figure;
use glam::DVec2;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with a scene, and the window's model on it with the dialog open.
fn opened() -> (tempfile::TempDir, Model) {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("s.ron");
    std::fs::copy(root().join("scenes/tutorial/two-squares.ron"), &path).expect("a copy");
    let mut model = Model::embedded();
    let document = Box::new(scene::load(&path).expect("it can be read"));
    play(&mut model, [Command::Opened(path.display().to_string(), document), Command::GoTo(7)]);
    ask(&mut model, [FigureCommand::Toggle, FigureCommand::Room([600, 400])]);
    (dir, model)
}

/// Plays commands; previews and files are made at once, as the worker makes them. Returns the other effects.
fn play(model: &mut Model, commands: impl IntoIterator<Item = Command>) -> Vec<Effect> {
    let mut rest = vec![];
    for command in commands {
        for effect in update(model, command) {
            let answer = match effect {
                Effect::Preview(generation, asked) => FigureCommand::Drawn(generation, asked.draw()),
                Effect::WriteFigure(asked) => write_figure(&asked),
                Effect::Write(write) => {
                    std::fs::write(&write.path, &write.document.text).expect("it can be written");
                    rest.extend(play(model, [Command::Saved(write.path, write.document)]));
                    continue;
                }
                Effect::Repaint => continue,
                other => {
                    rest.push(other);
                    continue;
                }
            };
            rest.extend(play(model, [Command::Figure(answer)]));
        }
    }
    rest
}

fn ask(model: &mut Model, commands: impl IntoIterator<Item = FigureCommand>) -> Vec<Effect> {
    play(model, commands.into_iter().map(Command::Figure))
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "s.ron");
    names.sort();
    names
}

fn figure(model: &Model) -> Figure {
    model.figuring.as_ref().expect("open").figure(model)
}

fn copied(model: &mut Model) -> String {
    let effects = ask(model, [FigureCommand::Copy]);
    let [Effect::Copy(command)] = &effects[..] else { panic!("{effects:?}") };
    command.clone()
}

/// The command, run by a shell with the program in the place of its name.
fn run(command: &str) {
    let rest = command.strip_prefix("gjkscope ").expect("it names the program");
    let line = format!("'{}' {rest}", env!("CARGO_BIN_EXE_gjkscope"));
    let out = Process::new("sh").args(["-c", &line]).output().expect("a shell");
    assert!(out.status.success(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
}

fn check(folder: &Path) -> String {
    let out = Process::new(env!("CARGO_BIN_EXE_gjkscope")).args(["figure", "--check"]).arg(folder).output();
    String::from_utf8_lossy(&out.expect("it runs").stdout).into_owned()
}

/// A look that asks for much.
fn busy(model: &Model) -> Figure {
    let length = |value: f64, unit: Unit| Some(Length { value, unit });
    Figure {
        view: Some(View::World),
        width: length(80.0, Unit::Mm),
        font_size: length(9.5, Unit::Pt),
        line_width: length(0.8, Unit::Pt),
        ..model.figuring.as_ref().expect("open").look.clone()
    }
}

/// By two roads: the dialog's worker, and the copied command in a shell.
#[test]
fn the_copied_command_draws_what_the_dialog_saved() {
    for format in Format::ALL {
        let (dir, mut model) = opened();
        let look = Box::new(busy(&model));
        ask(
            &mut model,
            [
                FigureCommand::Look(look),
                FigureCommand::Format(format),
                FigureCommand::Step(Which::Said(Steps::Chosen(vec![(2, 3), (9, 9)]))),
                FigureCommand::Themes(vec![FigureTheme::Light, FigureTheme::Dark]),
                FigureCommand::Show(Part::Grid, true),
                FigureCommand::Show(Part::Labels, false),
                FigureCommand::Caption(Some(Language::Zh)),
                FigureCommand::Save(false),
            ],
        );
        let names = files(dir.path());
        assert_eq!(names.len(), if format == Format::Gif { 2 } else { 6 }, "{format:?}: {names:?}");
        let read = |name: &String| std::fs::read(dir.path().join(name)).expect("it was written");
        let saved: Vec<Vec<u8>> = names.iter().map(read).collect();
        assert!(check(dir.path()).ends_with(&format!("{} current, 0 stale, 0 unreadable\n", names.len())));
        names.iter().for_each(|name| std::fs::remove_file(dir.path().join(name)).expect("it goes"));
        run(&copied(&mut model));
        assert_eq!(files(dir.path()), names);
        assert!(names.iter().map(read).collect::<Vec<_>>() == saved, "{format:?}: other bytes");
    }
}

#[test]
fn the_preview_is_the_picture_that_is_written() {
    let (dir, mut model) = opened();
    ask(&mut model, [FigureCommand::Format(Format::Png)]);
    let preview = |model: &Model| model.figuring.as_ref().and_then(|f| f.preview.clone()).expect("it came").1;
    let scale = preview(&model).expect("it can be drawn").scale;
    let look = Figure { scale: Some(scale), ..Figure::default() };
    ask(&mut model, [FigureCommand::Look(Box::new(look)), FigureCommand::Save(false)]);
    let shown = preview(&model).expect("it can be drawn");
    let written = image::open(dir.path().join("s-07.png")).expect("a picture").into_rgba8();
    let pixels = &shown.pictures[0].1;
    assert!(pixels.width <= 600 && pixels.height <= 400);
    assert!((written.width(), written.height()) == (pixels.width, pixels.height) && *written.as_raw() == pixels.rgba);
    // It follows the step and the scene.
    play(&mut model, [Command::StepBy(1)]);
    let next = preview(&model).expect("it can be drawn");
    assert_eq!((next.steps.as_slice(), shown.steps.as_slice()), (&[8][..], &[7][..]));
    assert!(next.pictures != shown.pictures);
    ask(&mut model, [FigureCommand::Themes(vec![FigureTheme::Light, FigureTheme::Dark])]);
    assert_eq!(preview(&model).expect("it can be drawn").pictures.len(), 2);
}

/// The wheel keeps what is under the pointer, nothing beyond the picture is shown, and a nearer preview is drawn finer.
#[test]
fn the_preview_is_magnified() {
    let (_dir, mut model) = opened();
    let shown = |model: &Model| {
        let figuring = model.figuring.as_ref().expect("open");
        let (_, preview) = figuring.preview.clone().expect("it came");
        (figuring.zoom, preview.expect("it can be drawn"))
    };
    ask(&mut model, [FigureCommand::Side(4096)]);
    let (all, small) = shown(&model);
    assert_eq!((all, small.finer), (Zoom::default(), 1.0));
    let to = DVec2::new(0.25, -0.1);
    let nearer = all.nearer(3.0, to);
    // What was `to` from the middle is so many times as far from it, where it was on the screen.
    assert!((all.center + to - (nearer.center + to / 3.0)).length() < 1e-12, "{nearer:?}");
    ask(&mut model, [FigureCommand::Zoom(nearer)]);
    let (zoom, fine) = shown(&model);
    assert_eq!((zoom, fine.finer, fine.scale), (nearer, 4.0, small.scale));
    assert!(fine.pictures[0].1.width.abs_diff(small.pictures[0].1.width * 4) <= 4);
    for (asked, factor) in [(1e9, 16.0), (0.0, 1.0), (f64::NAN, 1.0), (f64::INFINITY, 1.0)] {
        ask(&mut model, [FigureCommand::Zoom(Zoom { factor: asked, center: DVec2::new(7.0, -7.0) })]);
        let (zoom, _) = shown(&model);
        let edge = 0.5 / factor;
        assert_eq!((zoom.factor, zoom.center), (factor, DVec2::new(1.0 - edge, edge)), "{asked}");
    }
    ask(&mut model, [FigureCommand::Zoom(Zoom::default())]);
    assert_eq!(shown(&model).1, small);
    // Larger than a screen takes it is never made.
    ask(&mut model, [FigureCommand::Room([5000, 5000]), FigureCommand::Side(0), FigureCommand::Zoom(nearer)]);
    let (_, huge) = shown(&model);
    assert_eq!(huge.pictures[0].1.width.max(huge.pictures[0].1.height), 2048);
}

#[test]
fn a_message_says_of_what_kind_it_is() {
    let (dir, mut model) = opened();
    let last = |model: &Model| model.messages.last().map(|m| m.tone);
    copied(&mut model);
    assert_eq!(last(&model), Some(Tone::News));
    ask(&mut model, [FigureCommand::File(format!("{}/no/x.svg", dir.path().display())), FigureCommand::Save(false)]);
    assert_eq!(last(&model), Some(Tone::Wrong));
    let drag = Edit::Drag { handle: Handle::Body(1), by: DVec2::X, decimals: 2, snap: Snap::Free };
    play(&mut model, [Command::Edit(drag), Command::New]);
    assert_eq!(last(&model), Some(Tone::Asks));
}

/// A look that is kept can always be drawn, whatever the scene kept for another view before.
#[test]
fn another_view_forgets_the_range_of_the_old_one() {
    let (_dir, mut model) = opened();
    let look = Figure { view: Some(View::Minkowski), range: Some([-4.0, -3.0, 2.0, 3.0]), ..Figure::default() };
    ask(&mut model, [FigureCommand::Look(Box::new(look)), FigureCommand::Show(Part::Loupe, true), FigureCommand::Keep]);
    assert!(model.scene.figure.as_ref().is_some_and(|f| f.range.is_some()));
    ask(&mut model, [FigureCommand::Toggle, FigureCommand::Toggle, FigureCommand::Room([600, 400])]);
    let look = Figure { view: Some(View::World), ..Figure::default() };
    ask(&mut model, [FigureCommand::Look(Box::new(look))]);
    let figuring = model.figuring.as_ref().expect("open");
    assert!(matches!(figuring.preview, Some((_, Ok(_)))), "{:?}", figuring.preview);
    ask(&mut model, [FigureCommand::Keep]);
    let kept = model.scene.figure.clone().expect("it is kept");
    assert_eq!((kept.view, kept.range, kept.show), (Some(View::World), None, vec![]));
}

#[test]
fn no_figure_is_written_of_a_scene_that_is_in_no_file() {
    let (dir, mut model) = opened();
    let drag = Edit::Drag { handle: Handle::Body(1), by: DVec2::X, decimals: 2, snap: Snap::Free };
    play(&mut model, [Command::Edit(drag)]);
    ask(&mut model, [FigureCommand::Save(false)]);
    assert!(files(dir.path()).is_empty() && model.figuring.as_ref().and_then(|f| f.lacks(&model)).is_some());
    play(&mut model, [Command::Save]);
    ask(&mut model, [FigureCommand::Save(false)]);
    assert_eq!(files(dir.path()).len(), 1);
    // A file that somebody else changed is not drawn as what the window shows.
    std::fs::copy(root().join("scenes/tutorial/two-squares.ron"), dir.path().join("s.ron")).expect("a copy");
    ask(&mut model, [FigureCommand::Save(true)]);
    assert!(model.messages.last().is_some_and(|m| m.text.contains("was changed since")), "{:?}", model.messages);
    play(&mut model, [Command::New, Command::NewAnyway]);
    assert!(model.figuring.as_ref().and_then(|f| f.lacks(&model)).is_some());
}

#[test]
fn an_existing_file_stays_until_it_is_said() {
    let (dir, mut model) = opened();
    let file = dir.path().join("s-07.svg");
    std::fs::write(&file, "mine").expect("it can be written");
    ask(&mut model, [FigureCommand::Save(false)]);
    assert_eq!(model.figuring.as_ref().map(|f| f.asking.clone()), Some(vec![file.display().to_string()]));
    assert_eq!(std::fs::read(&file).expect("it is there"), b"mine");
    play(&mut model, [Command::Escape]);
    assert!(model.figuring.as_ref().is_some_and(|f| f.asking.is_empty()));
    ask(&mut model, [FigureCommand::Save(false), FigureCommand::Save(true)]);
    assert!(std::fs::read(&file).expect("it is there").starts_with(b"<svg"));
}

#[test]
fn the_scene_keeps_the_look_and_forgets_it_by_undo() {
    let (dir, mut model) = opened();
    let look = Box::new(busy(&model));
    ask(&mut model, [FigureCommand::Look(look), FigureCommand::Show(Part::Grid, true), FigureCommand::AddNote]);
    let (long, before) = (copied(&mut model), figure(&model));
    ask(&mut model, [FigureCommand::Keep]);
    let short = copied(&mut model);
    let path = dir.path().join("s.ron").display().to_string();
    let out = dir.path().join("s-07.svg").display().to_string();
    assert_eq!(short, format!("gjkscope figure {path} -o {out}"));
    assert_eq!((figure(&model).width, figure(&model).show), (before.width, before.show));
    assert!(model.would_lose() && !model.figuring.as_ref().expect("open").keeps(&model));
    play(&mut model, [Command::Undo]);
    assert_eq!(copied(&mut model), long);
    play(&mut model, [Command::Redo, Command::Save]);
    ask(&mut model, [FigureCommand::Save(false)]);
    assert!(check(dir.path()).ends_with("1 current, 0 stale, 0 unreadable\n"));
    let read = scene::load(&dir.path().join("s.ron")).expect("it can be read").scene.figure.expect("it is kept");
    assert_eq!((read.notes.len(), read.step), (1, Some(Steps::Chosen(vec![(7, 7)]))));
}

#[test]
fn a_sheet_shows_all_steps_and_a_view_one() {
    let (_dir, mut model) = opened();
    let view = |view| FigureCommand::Look(Box::new(Figure { view: Some(view), ..Figure::default() }));
    ask(&mut model, [view(View::Sheet)]);
    assert_eq!(model.figuring.as_ref().map(|f| f.which.clone()), Some(Which::Natural));
    ask(&mut model, [view(View::World)]);
    assert_eq!(model.figuring.as_ref().map(|f| f.which.clone()), Some(Which::Current));
    // A sheet that the scene keeps opens as one.
    ask(&mut model, [view(View::Sheet), FigureCommand::Keep, FigureCommand::Toggle, FigureCommand::Toggle]);
    assert_eq!(model.figuring.as_ref().map(|f| f.which.clone()), Some(Which::Natural));
    ask(&mut model, [FigureCommand::File("out/x.pdf".into())]);
    assert_eq!(model.figuring.as_ref().map(|f| f.format()), Some(Format::Pdf));
    ask(&mut model, [FigureCommand::Format(Format::Tex)]);
    assert_eq!(model.figuring.as_ref().map(|f| f.file(&model)), Some("out/x.tex".to_owned()));
}

/// The window around a model, its previews drawn at once.
fn window_of(model: Model, size: [f32; 2]) -> egui_kittest::Harness<'static, (Model, Vec<Effect>)> {
    window_in_steps(model, size, 0.25)
}

/// The same with frames of so many seconds.
fn window_in_steps(model: Model, size: [f32; 2], seconds: f32) -> egui_kittest::Harness<'static, (Model, Vec<Effect>)> {
    let mut window = egui_kittest::Harness::builder()
        .with_size(egui::Vec2::from(size))
        .with_step_dt(seconds)
        .with_max_steps(100)
        .with_context_setup(gjkscope::ui::prepare)
        .build_ui_state(
            |ui, (model, effects): &mut (Model, Vec<Effect>)| {
                let mut commands = vec![];
                gjkscope::ui::window_ui(ui, model, &mut commands);
                if !commands.is_empty() {
                    ui.ctx().request_repaint();
                }
                effects.extend(play(model, commands));
            },
            (model, vec![]),
        );
    window.run();
    window
}

#[test]
fn a_figure_is_made_in_the_window() {
    use egui_kittest::kittest::Queryable;
    for (size, dark) in [([1280.0, 800.0], true), ([1600.0, 1000.0], false)] {
        let (dir, mut model) = opened();
        ask(&mut model, [FigureCommand::Toggle]);
        play(&mut model, [Command::SetTheme(if dark { Theme::Dark } else { Theme::Light })]);
        let mut window = window_of(model, size);
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::F);
        window.run();
        let preview = window.get_by_label("Figure preview").rect();
        assert!(preview.width() > 200.0 && preview.height() > 150.0 && preview.right() < size[0], "{preview:?}");
        window.get_by_label("grid").click();
        window.run();
        window.key_press(egui::Key::ArrowRight);
        window.run();
        assert_eq!(window.state().0.cursor, 8);
        assert_eq!(figure(&window.state().0).show, [Part::Grid]);
        window.get_by_label("Copy command").click();
        window.run();
        let copied = window.state().1.iter().any(|e| matches!(e, Effect::Copy(c) if c.contains("--show grid -o")));
        assert!(copied, "{:?}", window.state().1);
        window.get_by_label("Save figure").click();
        window.run();
        assert_eq!(files(dir.path()), ["s-08.svg"]);
        window.key_press(egui::Key::Escape);
        window.run();
        assert!(window.state().0.figuring.is_none() && window.query_by_label("Figure preview").is_none());
    }
}

/// The wheel magnifies about the pointer, a drag moves the picture with it, a double click shows all of it.
#[test]
fn the_preview_is_looked_at_closer_by_hand() {
    use egui_kittest::kittest::Queryable;
    let (_dir, mut model) = opened();
    ask(&mut model, [FigureCommand::Toggle]);
    // Two clicks within the third of a second that makes them one double click.
    let mut window = window_in_steps(model, [1280.0, 800.0], 0.03);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::F);
    window.run();
    let at = window.get_by_label("Figure preview").rect().center() + egui::vec2(60.0, 20.0);
    let zoom = |window: &egui_kittest::Harness<'static, (Model, Vec<Effect>)>| {
        window.state().0.figuring.as_ref().map(|f| f.zoom).expect("open")
    };
    window.hover_at(at);
    window.run();
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        source: egui::MouseWheelSource::Wheel,
        delta: egui::vec2(0.0, 200.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
    });
    window.run();
    let near = zoom(&window);
    assert!(near.factor > 1.5 && near.center.x > 0.5 && near.center.y > 0.5, "{near:?}");
    window.drag_at(at);
    window.step();
    window.hover_at(at + egui::vec2(-80.0, 0.0));
    window.step();
    window.drop_at(at + egui::vec2(-80.0, 0.0));
    window.run();
    let moved = zoom(&window);
    assert!(moved.factor == near.factor && moved.center.x > near.center.x + 0.01, "{moved:?}");
    for pressed in [true, false, true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    window.run();
    assert_eq!(zoom(&window), Zoom::default());
}

/// Seventeen digits must not push the panel wider: the plots would jump from scene to scene.
#[test]
fn long_numbers_leave_the_panels_as_they_are() {
    use egui_kittest::kittest::Queryable;
    for size in [[1280.0, 800.0], [1600.0, 1000.0]] {
        let left = |scene: &str| {
            let document = scene::load(&root().join(scene)).expect("it can be read");
            let mut model = Model::embedded();
            play(&mut model, [Command::Opened(scene.to_owned(), Box::new(document))]);
            window_of(model, size).get_by_label("World plot").rect().left()
        };
        let short = left("scenes/tutorial/two-squares.ron");
        for long in [
            "own-huge-cross-terms",
            "own-rounded-corner-corner",
            "own-ellipse-circle-touch",
            "fcl-gjk-test-edge-in-face",
        ] {
            assert_eq!(left(&format!("scenes/regression/{long}.ron")), short, "{long}");
        }
        assert_eq!(left("scenes/tutorial/triple-product-wrong-depth.ron"), short);
    }
}
