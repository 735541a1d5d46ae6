//! Edits of a scene's bodies: [`Edit`] says what a person can do to them, the files below do it to a scene.

mod actions;
mod bodies;
mod bounds;
mod contact;
mod convert;
mod drag;
mod pair;
mod sketch;
mod split;

use glam::DVec2;

pub use actions::ACTIONS;
pub use bounds::Bounds;
pub use contact::{Side, Way, neighbour};
pub use convert::{Form, convert, regular};
pub use drag::{Grip, Part, Snap, Vertex, center, grips, snapped};
pub use pair::{Axis, Line};
pub use sketch::Sketch;

use super::update::{dragged, edited, say, tell};
use super::{Command, Effect, Handle, Model};
use crate::scene::{Scene, convex_corners};
use crate::shape::{PoseDef, SHAPES, ShapeDef};

/// What a person does to the bodies.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Opens or closes the palette of shapes.
    Palette(bool),
    /// Adds a body of the kind in this row of [`SHAPES`], beside what is there.
    Add(usize),
    /// Adds a regular polygon with as many vertices as [`Editing::sides`] says.
    AddRegular,
    /// How many vertices a regular polygon gets.
    Sides(u32),
    /// Takes a body out.
    Remove(usize),
    /// Puts a copy beside it.
    Duplicate(usize),
    /// Opens the field for a body's name.
    AskRename(usize),
    /// Its text changed.
    RenameText(String),
    /// Takes the name, if it may be one.
    RenameConfirm,
    /// Lets a body play A.
    PlayA(usize),
    /// Lets a body play B.
    PlayB(usize),
    /// Selects the next body, around; with the number of bodies to go on by.
    SelectBy(i64),
    /// Turns a body into another form.
    Convert(usize, Form),
    /// Replaces a polygon by the polygon of its hull.
    TakeHull(usize),
    /// Splits a polygon into convex parts, each a body.
    Split(usize),
    /// Adds a vertex in the middle of an edge.
    InsertVertex(Vertex),
    /// Takes a vertex out.
    RemoveVertex(Vertex),
    /// Aligns B with A.
    Align(Axis, Line),
    /// Puts the centre of B on that of A.
    Concentric,
    /// Swaps A and B.
    Swap,
    /// Mirrors the whole scene in the origin along an axis.
    Mirror(Axis),
    /// Mirrors a body in its own centre along an axis.
    Flip(usize, Axis),
    /// Turns a body by so many quarters.
    QuarterTurn(usize, i64),
    /// Lists the vertices of a body from so many further on.
    ShiftStart(usize, i64),
    /// Lists the vertices of a body the other way round.
    Reverse(usize),
    /// Moves a body by so many units in the last place of the precision along x and y.
    NudgeUlp(usize, [i64; 2]),
    /// Moves a body by so many steps along x and y.
    NudgeStep(usize, [i64; 2]),
    /// Puts the place of a body on multiples of a step.
    OnGrid(usize),
    /// Moves B so that its vertex nearest to one of A's lies on it.
    MeetVertices,
    /// How long a step is.
    Step(f64),
    /// Slides B until it touches A.
    Slide(Way, Side),
    /// Moves what a handle stands for by that much from where the gesture found it.
    Drag {
        /// What is moved.
        handle: Handle,
        /// By how much, world frame.
        by: DVec2,
        /// Coordinates are rounded to so many.
        decimals: i32,
        /// What it keeps to.
        snap: Snap,
    },
    /// Turns a body about its centroid by that angle from where the gesture found it; `steps` keeps to multiples of 15 degrees.
    Turn {
        /// Which body.
        body: usize,
        /// Radians.
        by: f64,
        /// The angle is rounded to so many.
        decimals: i32,
        /// Multiples of 15 degrees, quarters exactly.
        steps: bool,
    },
    /// Begins to draw a polygon, or a hull of points.
    Draw {
        /// The hull of the points.
        hull: bool,
    },
    /// Another point of what is drawn.
    DrawPoint(DVec2),
    /// Takes the last point back.
    DrawBack,
    /// What is drawn becomes a body.
    DrawDone,
}

/// What is under way while a person edits, and the sizes they chose for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Editing {
    /// The palette of shapes is open.
    pub palette: bool,
    /// Vertices of a regular polygon, and of a circle that becomes one.
    pub sides: u32,
    /// Length of a nudge by a step, scene units.
    pub step: f64,
    /// Body whose name is typed, and the text.
    pub renaming: Option<(usize, String)>,
    /// What is being drawn.
    pub sketch: Option<Sketch>,
    /// What the drag under way keeps to, in words.
    pub hint: Option<String>,
    /// Per body the vertices that keep its polygon from being convex.
    pub faults: Vec<Vec<usize>>,
    /// The nudge just done: the next like it belongs to the same step of undo.
    nudged: Option<usize>,
}

impl Default for Editing {
    fn default() -> Self {
        Editing {
            palette: false,
            sides: 6,
            step: 0.1,
            renaming: None,
            sketch: None,
            hint: None,
            faults: Vec::new(),
            nudged: None,
        }
    }
}

/// Most vertices of a regular polygon that is asked for.
pub const MOST_SIDES: u32 = 1_000;

impl Editing {
    /// Another document: what was under way ends, what was chosen stays.
    pub(super) fn restart(&mut self) {
        *self = Editing { sides: self.sides, step: self.step, ..Editing::default() };
    }

    /// The bodies changed: which polygons are not convex.
    pub(super) fn look(&mut self, scene: &Scene) {
        let of = |shape: &ShapeDef| match shape {
            ShapeDef::Polygon { points, .. } => crate::scene::faults(points),
            _ => vec![],
        };
        self.faults = scene.bodies.iter().map(|b| of(&b.shape)).collect();
    }

    /// Any command but another nudge: the nudge is done.
    pub(super) fn not_nudging(&mut self, command: &Command) {
        let same = matches!(
            command,
            Command::Edit(Edit::NudgeUlp(..) | Edit::NudgeStep(..)) | Command::Hover(_) | Command::Tick(_)
        );
        if !same {
            self.nudged = None;
        }
    }
}

impl Model {
    /// The body that commands without a body of their own mean: the selected one, else B, else the last one.
    pub fn subject(&self) -> Option<usize> {
        self.selected.or(self.pair().map(|(_, b)| b)).or(self.scene.bodies.len().checked_sub(1))
    }

    /// The vertices that keep a body from being convex.
    pub fn faults(&self, body: usize) -> &[usize] {
        self.editing.faults.get(body).map_or(&[], Vec::as_slice)
    }
}

/// Closes what of this is open on top; `false` if nothing is.
pub(super) fn escape(model: &mut Model) -> bool {
    let editing = &mut model.editing;
    editing.renaming.take().is_some() || editing.sketch.take().is_some() || std::mem::take(&mut editing.palette)
}

/// Does an edit.
pub(super) fn apply(model: &mut Model, edit: Edit) -> Vec<Effect> {
    match edit {
        Edit::Palette(open) => model.editing.palette = open,
        Edit::Add(row) => {
            if let Some(kind) = SHAPES.get(row) {
                let shape = (kind.sample)();
                added(model, |s| bodies::add(s, &shape));
            }
        }
        Edit::AddRegular => {
            let shape = ShapeDef::Polygon { points: regular(model.editing.sides, 1.0, 6), radius: 0.0 };
            added(model, |s| bodies::add(s, &shape));
        }
        Edit::Sides(sides) => model.editing.sides = sides.clamp(3, MOST_SIDES),
        Edit::Remove(body) => {
            edited(model, |s| bodies::remove(s, body));
            model.selected = None;
            model.hover = None;
        }
        Edit::Duplicate(body) => added(model, |s| bodies::duplicate(s, body)),
        Edit::AskRename(body) => {
            let name = model.scene.bodies.get(body).map(|b| b.name.clone());
            model.editing.renaming = name.map(|name| (body, name));
        }
        Edit::RenameText(text) => {
            if let Some(renaming) = &mut model.editing.renaming {
                renaming.1 = text;
            }
        }
        Edit::RenameConfirm => rename(model),
        Edit::PlayA(body) => play(model, body, true),
        Edit::PlayB(body) => play(model, body, false),
        Edit::SelectBy(by) => {
            let n = model.scene.bodies.len() as i64;
            let now = model.selected.map_or(if by > 0 { -1 } else { 0 }, |i| i as i64);
            model.selected = (n > 0).then(|| (now + by).rem_euclid(n.max(1)) as usize);
        }
        Edit::Convert(body, form) => edited(model, |s| {
            if let Some(body) = s.bodies.get_mut(body)
                && let Some(other) = convert(body, form)
            {
                *body = other;
            }
        }),
        Edit::TakeHull(body) => edited(model, |s| {
            if let Some(ShapeDef::Polygon { points, .. }) = s.bodies.get_mut(body).map(|b| &mut b.shape) {
                *points = convex_corners(points);
            }
        }),
        Edit::Split(body) => split(model, body),
        Edit::InsertVertex(edge) => edited(model, |s| insert_vertex(s, edge)),
        Edit::RemoveVertex(vertex) => edited(model, |s| {
            if let Some(ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. }) =
                s.bodies.get_mut(vertex.body).map(|b| &mut b.shape)
                && points.len() > 1
                && vertex.vertex < points.len()
            {
                points.remove(vertex.vertex);
            }
        }),
        Edit::Align(axis, line) => of_pair(model, |s, a, b| pair::align(s, a, b, axis, line)),
        Edit::Concentric => of_pair(model, pair::concentric),
        Edit::Swap => {
            edited(model, pair::swap);
            model.fit();
        }
        Edit::Mirror(axis) => {
            edited(model, |s| pair::mirror(s, axis));
            model.fit();
        }
        Edit::Flip(body, axis) => edited(model, |s| pair::flip(s, body, axis)),
        Edit::QuarterTurn(body, quarters) => edited(model, |s| pair::quarter_turn(s, body, quarters)),
        Edit::ShiftStart(body, by) => edited(model, |s| pair::shift_start(s, body, by)),
        Edit::Reverse(body) => edited(model, |s| pair::reverse(s, body)),
        Edit::NudgeUlp(body, by) => {
            let precision = model.scene.query.precision;
            nudge(model, body, &|x, i| if by[i] == 0 { x } else { neighbour(x, by[i], precision) });
        }
        Edit::NudgeStep(body, by) => {
            let step = model.editing.step;
            nudge(model, body, &|x, i| if by[i] == 0 { x } else { plus(x, step * by[i] as f64) });
        }
        Edit::OnGrid(body) => {
            let step = model.editing.step;
            edited(model, |s| drag::on_step(s, body, step));
        }
        Edit::MeetVertices => of_pair(model, drag::meet_vertices),
        Edit::Step(step) if step > 0.0 && step.is_finite() => model.editing.step = step,
        Edit::Step(_) => {}
        Edit::Slide(way, side) => slide(model, way, side),
        Edit::Drag { handle, by, decimals, snap } => {
            let mut hint = None;
            dragged(model, |s| hint = drag::drag(s, handle, by, decimals, snap));
            model.editing.hint = hint;
        }
        Edit::Turn { body, by, decimals, steps } => {
            dragged(model, |s| drag::turn_body(s, body, by, decimals, steps));
        }
        Edit::Draw { hull } => {
            model.editing.palette = false;
            model.editing.sketch = Some(Sketch { hull, points: Vec::new() });
        }
        Edit::DrawPoint(p) => {
            if let Some(sketch) = model.editing.sketch.as_mut().filter(|_| p.is_finite())
                && sketch.points.len() < crate::scene::MOST_POINTS
            {
                sketch.points.push(p);
            }
        }
        Edit::DrawBack => {
            if let Some(sketch) = &mut model.editing.sketch
                && sketch.points.pop().is_none()
            {
                model.editing.sketch = None;
            }
        }
        Edit::DrawDone => {
            if let Some(shape) = model.editing.sketch.take().and_then(|s| s.shape()) {
                drawn(model, shape);
            }
        }
    }
    vec![Effect::Repaint]
}

/// `x + by` without the digits that adding decimals leaves: as many decimals as the two have, where that is the sum but for rounding.
pub fn plus(x: f64, by: f64) -> f64 {
    let decimals = |x: f64| {
        let text = format!("{x}");
        text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32)
    };
    let sum = x + by;
    let short = drag::rounded(sum, decimals(x).max(decimals(by)));
    if (short - sum).abs() <= 4.0 * f64::EPSILON * x.abs().max(by.abs()) { short } else { sum }
}

/// A body more, selected and in sight.
fn added(model: &mut Model, add: impl FnOnce(&mut Scene) -> Result<usize, String>) {
    let mut added = Err(String::new());
    edited(model, |s| added = add(s));
    match added {
        Ok(body) => {
            model.editing.palette = false;
            model.selected = Some(body);
            model.fit();
        }
        Err(why) => say(model, why, None),
    }
}

/// What was drawn stays where it was drawn: the view does not jump.
fn drawn(model: &mut Model, shape: ShapeDef) {
    let views = (model.world, model.trace.is_some());
    added(model, |s| bodies::push(s, shape, PoseDef::default()));
    if views.1 {
        model.world = views.0;
    }
}

fn rename(model: &mut Model) {
    let Some((body, name)) = model.editing.renaming.take() else { return };
    let name = name.trim().to_owned();
    match bodies::bad_name(&model.scene, body, &name) {
        None => edited(model, |s| bodies::rename(s, body, &name)),
        Some(why) => {
            say(model, why, None);
            model.editing.renaming = Some((body, name));
        }
    }
}

fn play(model: &mut Model, body: usize, first: bool) {
    edited(model, |s| bodies::play(s, body, first));
    model.fit();
}

fn of_pair(model: &mut Model, f: impl FnOnce(&mut Scene, usize, usize)) {
    if let Some((a, b)) = model.pair() {
        edited(model, |s| f(s, a, b));
    }
}

/// Moves a body's place by `f(coordinate, axis)`; nudges of one body in a row are one step to undo.
fn nudge(model: &mut Model, body: usize, f: &dyn Fn(f64, usize) -> f64) {
    let Some(mut t) = model.scene.bodies.get(body).map(|b| b.pose.translation) else { return };
    for i in 0..2 {
        t[i] = f(t[i], i);
    }
    let again = model.editing.nudged == Some(body) && model.can_undo();
    edited(model, |s| s.bodies[body].pose.translation = t);
    if again {
        model.forget_last_snapshot();
    }
    model.editing.nudged = Some(body);
}

fn slide(model: &mut Model, way: Way, side: Side) {
    let Some((a, b)) = model.pair() else { return };
    match contact::slide(&model.scene, b, a, way) {
        Ok(contact) => {
            let to = if side == Side::Touching { contact.touching } else { contact.apart };
            let (name, precision) = (&model.scene.bodies[b].name, model.scene.query.precision);
            let [at, apart, touching] =
                [to, contact.apart, contact.touching].map(|p| drag::digits(p[contact.axis], precision));
            let (now, next) = match side {
                Side::Touching => ("touches", format!("the first {} that does; {apart} is apart", precision.id())),
                Side::Apart => ("is apart", format!("the last {} that is; {touching} touches", precision.id())),
            };
            let text = format!("{name} {now} at {} = {at}, {next}", ["x", "y"][contact.axis]);
            let moved = [format!("{name} touches at "), format!("{name} is apart at ")];
            edited(model, |s| s.bodies[b].pose.translation = to);
            model.messages.retain(|m| !moved.iter().any(|begin| m.text.starts_with(begin)));
            tell(model, text);
        }
        Err(why) => say(model, why, None),
    }
}

fn split(model: &mut Model, body: usize) {
    let Some(ShapeDef::Polygon { points, radius }) = model.scene.bodies.get(body).map(|b| b.shape.clone()) else {
        return;
    };
    let parts = match split::split(&points) {
        Ok(parts) => parts,
        Err(why) => return say(model, format!("{} cannot be split: {why}", model.scene.bodies[body].name), None),
    };
    let room = crate::scene::MOST_BODIES - model.scene.bodies.len();
    if parts.len() > room + 1 {
        return say(model, format!("{} parts are more bodies than a scene has", parts.len()), None);
    }
    edited(model, |s| {
        let pose = s.bodies[body].pose;
        let mut shapes = parts.into_iter().map(|points| ShapeDef::Polygon { points, radius });
        if let Some(first) = shapes.next() {
            s.bodies[body].shape = first;
        }
        for shape in shapes {
            // There is room: counted above.
            drop(bodies::push(s, shape, pose));
        }
    });
}

fn insert_vertex(scene: &mut Scene, edge: Vertex) {
    let Some(ShapeDef::Polygon { points, .. }) = scene.bodies.get_mut(edge.body).map(|b| &mut b.shape) else { return };
    let n = points.len();
    if n > 1 && edge.vertex < n && n < crate::scene::MOST_POINTS {
        let middle = points[edge.vertex] * 0.5 + points[(edge.vertex + 1) % n] * 0.5;
        points.insert(edge.vertex + 1, middle);
    }
}

/// What every edit leaves behind: a question that fits its bodies.
pub(super) fn tidy(scene: &mut Scene) {
    bodies::tidy(scene);
}
