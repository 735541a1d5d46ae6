//! A monkey at the window: random keys, drags, wheels, words and commands from a seed, saving and reloading on the way. Nothing
//! panics, what is saved reads back as itself, and undo leads back to the start bit for bit. No display, no GPU.

use std::collections::BTreeMap;
use std::path::Path;

use egui::{Event, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use gjkscope::kernel::KERNELS;
use gjkscope::model::{
    Axis, BINDINGS, Chord, Command, Edit, Effect, Form, KeepCommand, Key, Line, Model, PasteCommand, Side, Way, update,
};
use gjkscope::scene::{Scene, load, parse};
use gjkscope::search::{applicable, compare_one};
use gjkscope::shape::SHAPES;
use gjkscope::ui::{prepare, window_ui};
use glam::DVec2;

/// Acts of one monkey; four of them make 20,000.
const ACTS: usize = 5_000;
const SIZE: Vec2 = Vec2::new(1000.0, 640.0);

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    fn part(&mut self) -> f64 {
        self.next() as f64 / u64::MAX as f64
    }
    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
    fn place(&mut self) -> Pos2 {
        Pos2::new(SIZE.x * self.part() as f32, SIZE.y * self.part() as f32)
    }
}

/// The window with a shell that keeps its files in memory.
struct State {
    model: Model,
    files: BTreeMap<String, String>,
    /// The scene as the document that is open began.
    start: Scene,
    /// How many commands left another scene.
    changes: usize,
    waiting: Vec<Command>,
}

impl State {
    fn new(model: Model) -> State {
        State { start: model.scene.clone(), model, files: BTreeMap::new(), changes: 0, waiting: vec![] }
    }

    fn act(&mut self, command: Command) {
        let mut commands = vec![command];
        while let Some(command) = commands.pop() {
            // What may begin a new document, whose first scene is where undo ends.
            let opens = matches!(
                command,
                Command::Opened(..)
                    | Command::New
                    | Command::NewAnyway
                    | Command::Paste(PasteCommand::Take | PasteCommand::TakeAnyway)
            );
            let before = self.model.scene.clone();
            let effects = update(&mut self.model, command);
            self.changes += usize::from(self.model.scene != before);
            for effect in effects {
                commands.extend(self.serve(effect));
            }
            if opens && !self.model.can_undo() && !self.model.can_redo() {
                self.start = self.model.scene.clone();
            }
        }
    }

    fn serve(&mut self, effect: Effect) -> Option<Command> {
        Some(match effect {
            Effect::Read(path) => match self.files.get(&path).map(|text| parse(text, &path)) {
                Some(Ok(document)) => Command::Opened(path, Box::new(document)),
                Some(Err(error)) => Command::OpenFailed(error.to_string()),
                None => Command::OpenFailed(format!("no such file ({path})")),
            },
            Effect::Write(write) => match (self.files.contains_key(&write.path), write.force) {
                (true, false) if write.loaded.as_ref() != self.files.get(&write.path) => {
                    Command::SaveFailed("a file is there".into(), Some(write.path))
                }
                _ => {
                    let text = write.document.text.clone();
                    let read = parse(&text, &write.path).expect("what is saved can be read");
                    assert_eq!(bits(&read.scene), bits(&self.model.scene), "{text}");
                    self.files.insert(write.path.clone(), text);
                    Command::Saved(write.path, write.document)
                }
            },
            Effect::Browse(folder) => Command::Browsed(folder, vec![]),
            Effect::Compare(generation, Some(scene)) => {
                let kernel = *applicable(&scene).first()?;
                Command::Compared(generation, compare_one(&scene, kernel))
            }
            _ => return None,
        })
    }
}

/// A scene's every bit: -0.0 and 0.0 are told apart.
fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}

fn window(scene: &str) -> Harness<'static, State> {
    let path = format!("{}/scenes/{scene}", env!("CARGO_MANIFEST_DIR"));
    let document = load(Path::new(&path)).expect("a scene");
    let state = State::new(Model::new(document, Some("start.ron".into())));
    Harness::builder().with_size(SIZE).with_max_steps(4).with_context_setup(prepare).build_ui_state(
        |ui, state: &mut State| {
            let mut commands = std::mem::take(&mut state.waiting);
            window_ui(ui, &state.model, &mut commands);
            for command in commands {
                state.act(command);
            }
        },
        state,
    )
}

fn egui_key(key: Key) -> Option<egui::Key> {
    Some(match key {
        Key::Left => egui::Key::ArrowLeft,
        Key::Right => egui::Key::ArrowRight,
        Key::Home => egui::Key::Home,
        Key::End => egui::Key::End,
        Key::Space => egui::Key::Space,
        Key::Escape => egui::Key::Escape,
        Key::Delete => egui::Key::Delete,
        Key::Char(c) => egui::Key::from_name(&c.to_ascii_uppercase().to_string())?,
        _ => return None,
    })
}

fn press(window: &mut Harness<'static, State>, dice: &mut Dice) {
    let chord: Chord = dice.of(BINDINGS).chord.unwrap_or(Chord { ctrl: false, shift: false, key: Key::Escape });
    let Some(key) = egui_key(chord.key) else { return };
    let modifiers = Modifiers { ctrl: chord.ctrl, command: chord.ctrl, shift: chord.shift, ..Modifiers::NONE };
    window.key_press_modifiers(modifiers, key);
}

fn point(window: &mut Harness<'static, State>, dice: &mut Dice) {
    let at = dice.place();
    window.hover_at(at);
    match dice.below(4) {
        0 => {
            let unit = egui::MouseWheelUnit::Point;
            let delta = Vec2::new(0.0, 120.0 * (dice.part() as f32 - 0.5));
            let source = egui::MouseWheelSource::Wheel;
            let (modifiers, phase) = (Modifiers::NONE, egui::TouchPhase::Move);
            window.event(Event::MouseWheel { unit, source, delta, modifiers, phase });
        }
        1 => {
            window.drag_at(at);
            window.step();
            for _ in 0..2 {
                window.hover_at(dice.place());
                window.step();
            }
            window.drop_at(dice.place());
        }
        _ => {
            window.drag_at(at);
            window.step();
            window.drop_at(at);
        }
    }
}

const WORDS: [&str; 10] = ["1/3", "-0.0", "0x1.8p1", "sqrt(2)", "nan", "B", "1e400", "exit w1", "((", "0.25"];

/// A command of those that change something, with whatever arguments.
fn command(model: &Model, dice: &mut Dice) -> Command {
    let body = dice.below(model.scene.bodies.len() + 1);
    let name = |dice: &mut Dice| {
        let names: Vec<String> = model.scene.bodies.iter().map(|b| b.name.clone()).collect();
        if names.is_empty() { "A".to_owned() } else { dice.of(&names).clone() }
    };
    let axis = *dice.of(&[Axis::X, Axis::Y]);
    match dice.below(30) {
        0 if model.scene.bodies.len() < 8 => Command::Edit(Edit::Add(dice.below(SHAPES.len() + 1))),
        1 if model.scene.bodies.len() < 8 => Command::Edit(Edit::AddRegular),
        2 => Command::Edit(Edit::Remove(body)),
        3 if model.scene.bodies.len() < 8 => Command::Edit(Edit::Duplicate(body)),
        4 => Command::Edit(Edit::Convert(body, *dice.of(&Form::all(5)))),
        5 => Command::Edit(Edit::TakeHull(body)),
        6 if model.scene.bodies.len() < 8 => Command::Edit(Edit::Split(body)),
        7 => Command::Edit(Edit::Align(axis, *dice.of(&[Line::Low, Line::Middle, Line::High]))),
        8 => Command::Edit(Edit::Concentric),
        9 => Command::Edit(Edit::Swap),
        10 => Command::Edit(Edit::Mirror(axis)),
        11 => Command::Edit(Edit::Flip(body, axis)),
        12 => Command::Edit(Edit::QuarterTurn(body, dice.below(5) as i64 - 2)),
        13 => Command::Edit(Edit::ShiftStart(body, dice.below(9) as i64 - 4)),
        14 => Command::Edit(Edit::Reverse(body)),
        15 => Command::Edit(Edit::NudgeUlp(body, [dice.below(3) as i64 - 1, dice.below(3) as i64 - 1])),
        16 => Command::Edit(Edit::NudgeStep(body, [dice.below(3) as i64 - 1, 1])),
        17 => {
            let way = if dice.below(2) == 0 { Way::Shortest } else { Way::Along(DVec2::new(dice.part() - 0.5, 0.3)) };
            Command::Edit(Edit::Slide(way, *dice.of(&[Side::Touching, Side::Apart])))
        }
        18 => Command::SetPair(name(dice), name(dice)),
        19 => Command::SetKernel(dice.of(KERNELS).id.into()),
        20 => Command::SetMaxIterations(dice.below(9) as u32),
        21 => Command::ExpectFromTruth,
        22 => Command::SetExpect(None),
        23 => Command::WarmStartFromLast,
        24 => Command::Tick(dice.part()),
        25 => Command::GoTo(dice.below(60)),
        26 => Command::Paste(PasteCommand::Open("a = [[0,0],[1,0],[0,1]]\nb = [[2,.5],[3,.25],[2,1.5]]".into())),
        27 => Command::Keep(KeepCommand::Open),
        28 => Command::Escape,
        _ => Command::GestureEnd,
    }
}

/// Writes the scene and reads it again: it is the same to the last bit.
fn save_and_reload(state: &mut State) {
    state.act(Command::GestureEnd);
    let before = bits(&state.model.scene);
    // A scene that could not be read again is not written.
    state.files.remove("kept.ron");
    state.act(Command::SaveAs("kept.ron".into(), true));
    let written = state.files.contains_key("kept.ron");
    state.act(Command::OpenAnyway("kept.ron".into()));
    if written {
        assert_eq!(bits(&state.model.scene), before);
        state.start = state.model.scene.clone();
    }
}

fn monkey(seed: u64, scene: &str) {
    let mut dice = Dice(seed);
    let mut window = window(scene);
    for act in 0..ACTS {
        match dice.below(100) {
            0 if act % 7 == 0 => save_and_reload(window.state_mut()),
            0..=34 => press(&mut window, &mut dice),
            35..=59 => point(&mut window, &mut dice),
            60..=66 => window.event(Event::Text((*dice.of(&WORDS)).into())),
            67..=69 => window.key_press(*dice.of(&[egui::Key::Enter, egui::Key::Tab, egui::Key::Escape])),
            _ => {
                let command = command(&window.state().model, &mut dice);
                window.state_mut().waiting.push(command);
            }
        }
        window.step();
    }
    let state = window.state_mut();
    for command in [Command::Escape, Command::Escape, Command::GestureEnd] {
        state.act(command);
    }
    // It did something.
    assert!(state.changes > ACTS / 20, "{} changes", state.changes);
    let mut undone = 0;
    while state.model.can_undo() && undone < 2 * ACTS {
        state.act(Command::Undo);
        undone += 1;
    }
    assert_eq!(bits(&state.model.scene), bits(&state.start), "seed {seed}, after {undone} times undo");
    assert!(state.model.steps() > 0 || state.model.pair().is_none());
}

#[test]
fn two_squares_survive_a_monkey() {
    monkey(1, "tutorial/two-squares.ron");
}

#[test]
fn a_failing_tutorial_survives_a_monkey() {
    monkey(2, "tutorial/triple-product-wrong-depth.ron");
}

#[test]
fn an_ellipse_survives_a_monkey() {
    monkey(3, "regression/dyn4j-circle-ellipse.ron");
}

#[test]
fn many_vertices_survive_a_monkey() {
    monkey(4, "regression/own-polygon-64-on-64.ron");
}
