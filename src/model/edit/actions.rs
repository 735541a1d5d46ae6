//! The editing commands that need no more than the model, as rows of the one list of commands.

use glam::DVec2;

use super::{Axis, Edit, Line, Side, Way};
use crate::model::keys::{Binding, Key, ctrl, ctrl_shift, plain, row, shift};
use crate::model::{Command, Model};

const BODIES: &str = "Bodies";

/// An edit of the selected body, or of B; nothing where there is no body.
fn subject(model: &Model, edit: impl FnOnce(usize) -> Edit) -> Command {
    model.subject().map_or(Command::Select(None), |body| Command::Edit(edit(body)))
}

/// Every editing command; those without a key are in the menus and the palette.
pub const ACTIONS: &[Binding] = &[
    row(plain(Key::Char('i')), "Add a body", BODIES, |m| Command::Edit(Edit::Palette(!m.editing.palette))),
    row(plain(Key::Char('r')), "Draw a polygon", BODIES, |_| Command::Edit(Edit::Draw { hull: false })),
    row(plain(Key::Char('h')), "Draw a hull of points", BODIES, |_| Command::Edit(Edit::Draw { hull: true })),
    row(plain(Key::Char('o')), "Select the next body", BODIES, |_| Command::Edit(Edit::SelectBy(1))),
    row(shift(Key::Char('o')), "Select the previous body", BODIES, |_| Command::Edit(Edit::SelectBy(-1))),
    row(plain(Key::Char('a')), "Selected body, or the next, plays A", BODIES, |m| plays(m, true)),
    row(shift(Key::Char('a')), "Selected body, or the next, plays B", BODIES, |m| plays(m, false)),
    row(plain(Key::Char('w')), "Swap A and B", BODIES, |_| Command::Edit(Edit::Swap)),
    row(plain(Key::F2), "Rename", BODIES, |m| subject(m, Edit::AskRename)),
    row(ctrl(Key::Char('d')), "Duplicate", BODIES, |m| subject(m, Edit::Duplicate)),
    row(plain(Key::Delete), "Remove the selected body", BODIES, |m| match m.selected {
        // While a shape is drawn the key takes its last point back.
        _ if m.editing.sketch.is_some() => Command::Edit(Edit::DrawBack),
        Some(body) => Command::Edit(Edit::Remove(body)),
        None => Command::Select(None),
    }),
    row(ctrl(Key::Left), "Nudge left by one unit in the last place", BODIES, |m| ulp(m, [-1, 0])),
    row(ctrl(Key::Right), "Nudge right by one unit in the last place", BODIES, |m| ulp(m, [1, 0])),
    row(ctrl(Key::Up), "Nudge up by one unit in the last place", BODIES, |m| ulp(m, [0, 1])),
    row(ctrl(Key::Down), "Nudge down by one unit in the last place", BODIES, |m| ulp(m, [0, -1])),
    row(ctrl_shift(Key::Left), "Nudge left by a step", BODIES, |m| step(m, [-1, 0])),
    row(ctrl_shift(Key::Right), "Nudge right by a step", BODIES, |m| step(m, [1, 0])),
    row(ctrl_shift(Key::Up), "Nudge up by a step", BODIES, |m| step(m, [0, 1])),
    row(ctrl_shift(Key::Down), "Nudge down by a step", BODIES, |m| step(m, [0, -1])),
    row(plain(Key::Char('q')), "Slide B until it touches A", BODIES, |_| slide(Way::Shortest, Side::Touching)),
    row(shift(Key::Char('q')), "Slide B until it is just apart from A", BODIES, |_| slide(Way::Shortest, Side::Apart)),
    row(None, "Slide B left until it touches A", BODIES, |_| slide(Way::Along(DVec2::NEG_X), Side::Touching)),
    row(None, "Slide B right until it touches A", BODIES, |_| slide(Way::Along(DVec2::X), Side::Touching)),
    row(None, "Slide B up until it touches A", BODIES, |_| slide(Way::Along(DVec2::Y), Side::Touching)),
    row(None, "Slide B down until it touches A", BODIES, |_| slide(Way::Along(DVec2::NEG_Y), Side::Touching)),
    row(None, "Move B so that the nearest vertices meet", BODIES, |_| Command::Edit(Edit::MeetVertices)),
    row(None, "Put the body on multiples of the step", BODIES, |m| subject(m, Edit::OnGrid)),
    row(None, "Align B with A: left sides", BODIES, |_| Command::Edit(Edit::Align(Axis::X, Line::Low))),
    row(None, "Align B with A: middles, left to right", BODIES, |_| Command::Edit(Edit::Align(Axis::X, Line::Middle))),
    row(None, "Align B with A: right sides", BODIES, |_| Command::Edit(Edit::Align(Axis::X, Line::High))),
    row(None, "Align B with A: lower sides", BODIES, |_| Command::Edit(Edit::Align(Axis::Y, Line::Low))),
    row(None, "Align B with A: middles, bottom to top", BODIES, |_| Command::Edit(Edit::Align(Axis::Y, Line::Middle))),
    row(None, "Align B with A: upper sides", BODIES, |_| Command::Edit(Edit::Align(Axis::Y, Line::High))),
    row(None, "Put B concentric with A", BODIES, |_| Command::Edit(Edit::Concentric)),
    row(None, "Mirror the scene left to right", BODIES, |_| Command::Edit(Edit::Mirror(Axis::X))),
    row(None, "Mirror the scene top to bottom", BODIES, |_| Command::Edit(Edit::Mirror(Axis::Y))),
    row(None, "Flip the body left to right", BODIES, |m| subject(m, |body| Edit::Flip(body, Axis::X))),
    row(None, "Flip the body top to bottom", BODIES, |m| subject(m, |body| Edit::Flip(body, Axis::Y))),
    row(None, "Turn the body a quarter left", BODIES, |m| subject(m, |body| Edit::QuarterTurn(body, 1))),
    row(None, "Turn the body a quarter right", BODIES, |m| subject(m, |body| Edit::QuarterTurn(body, -1))),
    row(None, "List vertices from the next one", BODIES, |m| subject(m, |body| Edit::ShiftStart(body, 1))),
    row(None, "List vertices from the previous one", BODIES, |m| subject(m, |body| Edit::ShiftStart(body, -1))),
    row(None, "List vertices the other way round", BODIES, |m| subject(m, Edit::Reverse)),
    row(None, "Take the hull", BODIES, |m| subject(m, Edit::TakeHull)),
    row(None, "Split into convex parts", BODIES, |m| subject(m, Edit::Split)),
];

fn ulp(model: &Model, by: [i64; 2]) -> Command {
    subject(model, |body| Edit::NudgeUlp(body, by))
}

fn step(model: &Model, by: [i64; 2]) -> Command {
    subject(model, |body| Edit::NudgeStep(body, by))
}

fn slide(way: Way, side: Side) -> Command {
    Command::Edit(Edit::Slide(way, side))
}

/// The selected body, unless it plays that part; else the next body that plays neither, or the other one of two.
fn plays(model: &Model, first: bool) -> Command {
    let edit = if first { Edit::PlayA } else { Edit::PlayB };
    let n = model.scene.bodies.len();
    let Some((a, b)) = model.pair() else { return Command::Select(None) };
    let now = if first { a } else { b };
    if let Some(body) = model.selected.filter(|s| *s != now) {
        return Command::Edit(edit(body));
    }
    let next = (1..n).map(|i| (now + i) % n).find(|i| *i != a && *i != b);
    Command::Edit(edit(next.unwrap_or(if first { b } else { a })))
}
