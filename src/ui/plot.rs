//! The two plots: what they show is draw's, here is only what a pointer does in them.

use egui::{Align2, CursorIcon, FontId, PointerButton, Pos2, Rect, Response, Role as Access, Sense, Stroke, Ui, vec2};
use glam::{DVec2, DVec3};

use super::paint::{dvec, measure, paint_list, pos, viewport};
use super::style::{Colors, SMALL, TEXT, color};
use crate::draw::{self, Camera, Look, Picture, Role, Target};
use crate::model::{Command, Grab, Handle, Model, Vertex, View, center};
use crate::run::{NumberStyle, format_number, short};

/// Height of a plot's header line.
const HEADER: f32 = 24.0;
/// How near a handle grabs, points of the screen.
const NEAR: f64 = 9.0;
/// How far the rotation handle stands off its body, points of the screen.
const STAND_OFF: f64 = 20.0;

/// Both plots, equally large.
pub fn plots_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    let rect = ui.available_rect_before_wrap();
    let middle = rect.center().x.round();
    let left = Rect::from_min_max(rect.min, egui::pos2(middle, rect.max.y));
    let right = Rect::from_min_max(egui::pos2(middle, rect.min.y), rect.max);
    plot_ui(ui, model, View::World, left, out);
    plot_ui(ui, model, View::Minkowski, right, out);
    ui.painter().vline(middle, rect.y_range(), Stroke::new(1.0, colors.line));
    ui.allocate_rect(rect, Sense::hover());
}

/// The camera of a plot in a rectangle.
fn camera(model: &Model, view: View, rect: Rect) -> Camera {
    let state = model.view(view);
    let view = viewport(rect);
    match state.zoomed {
        Some(z) => Camera { center: z.center, scale: z.scale, view },
        None => Camera::fit(state.range, view),
    }
}

fn plot_ui(ui: &mut Ui, model: &Model, view: View, rect: Rect, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    let (header, body) = rect.split_top_bottom_at_y(rect.top() + HEADER);
    let (name, title) = match view {
        View::World => ("World plot", "World"),
        View::Minkowski => ("Minkowski plot", "Difference A − B"),
    };
    let response = ui.interact(body, egui::Id::unique(name), Sense::click_and_drag());
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Access::Canvas);
        node.set_label(name);
    });
    let painter = ui.painter().with_clip_rect(body);
    painter.rect_filled(body, 0.0, colors.ground);
    let camera = camera(model, view, body);
    let picture = match (&model.trace, &model.stage) {
        (Some(trace), Some(stage)) => {
            let look = Look { hover: model.hover, ..Look::window() };
            let at = |step: usize, look: &Look| match view {
                View::World => draw::world(trace, stage, step, look),
                View::Minkowski => draw::minkowski(trace, stage, step, look),
            };
            let picture = at(model.cursor, &look);
            let list = draw::paint(&picture, &camera, model.theme, &measure(&painter));
            paint_list(&painter, &list);
            if let Some(step) = model.ghost() {
                let mut list = draw::paint(&at(step, &Look::default()), &camera, model.theme, &measure(&painter));
                list.retain(|p| is_state(p.role));
                let mut faint = painter.clone();
                faint.set_opacity(0.4);
                paint_list(&faint, &list);
            }
            picture
        }
        _ => {
            empty_ui(ui, model, body);
            Picture::default()
        }
    };
    let turns = if view == View::World { turn_handles(model, &camera) } else { vec![] };
    let pointer = response.hover_pos().or(response.interact_pointer_pos());
    turn_handles_ui(ui, model, &turns, pointer, body);
    header_ui(
        ui,
        model,
        title,
        header,
        pointer.filter(|p| body.contains(*p)).map(|p| camera.to_scene(dvec(p))),
        &camera,
    );
    let hit = |p: Pos2| under(model, view, &picture, &camera, &turns, dvec(p));
    pointer_ui(ui, model, view, &response, &camera, &hit, out);
}

/// Roles that belong to a step and not to the scene: what the ghost of another step shows.
fn is_state(role: Role) -> bool {
    matches!(
        role,
        Role::Simplex | Role::Direction | Role::Closest | Role::Polytope | Role::NearestEdge | Role::SupportLine
    )
}

fn empty_ui(ui: &Ui, model: &Model, rect: Rect) {
    let text = if model.scene.bodies.len() < 2 {
        "This scene has fewer than two bodies.\nOpen another one with Ctrl+O."
    } else {
        "The question names a body or kernel that does not exist.\nChoose both at the left."
    };
    let colors = Colors::of(model.theme);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(TEXT), colors.weak);
}

fn header_ui(ui: &Ui, model: &Model, title: &str, rect: Rect, pointer: Option<DVec2>, camera: &Camera) {
    let colors = Colors::of(model.theme);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, colors.ground);
    let font = FontId::proportional(TEXT);
    painter.text(rect.left_center() + vec2(12.0, 0.0), Align2::LEFT_CENTER, title, font, colors.text);
    if let Some(p) = pointer {
        let places = decimals(camera.scale) + 1;
        let number = |x: f64| match usize::try_from(places) {
            Ok(places) if places <= 12 => format!("{x:.places$}").replace('-', "−"),
            Ok(_) => format_number(x, NumberStyle::Exact),
            Err(_) => short(x),
        };
        let text = format!("x {}   y {}", number(p.x), number(p.y));
        let font = FontId::monospace(SMALL);
        painter.text(rect.right_center() - vec2(12.0, 0.0), Align2::RIGHT_CENTER, text, font, colors.weak);
    }
}

/// Decimals to which a drag rounds: about one point of the screen.
fn decimals(scale: f64) -> i32 {
    scale.log10().ceil() as i32
}

/// A rotation handle: body, its centre and the handle on the screen, and how far a pointer may be to see it.
struct Turn {
    body: usize,
    center: DVec2,
    handle: DVec2,
    reach: f64,
}

fn turn_handles(model: &Model, camera: &Camera) -> Vec<Turn> {
    let Some((a, b)) = model.pair() else { return vec![] };
    let turn = |i: usize| {
        let body = &model.scene.bodies[i];
        let pose = body.pose.pose();
        let middle = center(&body.shape);
        let points = body.shape.points().unwrap_or_default();
        let far = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
        let far = match &body.shape {
            crate::shape::ShapeDef::Ellipse { semi_axes, .. } => semi_axes.max_element(),
            _ => far,
        } + body.shape.radius();
        let at = camera.to_screen(pose.point(middle).truncate());
        let up = Camera::turn(pose.direction(DVec3::Y).truncate());
        let reach = far * camera.scale + STAND_OFF;
        Turn { body: i, center: at, handle: at + up * reach, reach: reach + 12.0 }
    };
    vec![turn(a), turn(b)]
}

/// Rotation handles show while the pointer is near their body, while it is selected, and while they are dragged.
fn shows(model: &Model, turn: &Turn, pointer: Option<Pos2>) -> bool {
    let near = pointer.is_some_and(|p| dvec(p).distance(turn.center) <= turn.reach);
    let held = matches!(model.grab, Some(Grab { handle: Handle::Turn(body), .. }) if body == turn.body);
    (near && model.grab.is_none()) || held || model.selected == Some(turn.body)
}

fn turn_handles_ui(ui: &Ui, model: &Model, turns: &[Turn], pointer: Option<Pos2>, clip: Rect) {
    let painter = ui.painter().with_clip_rect(clip);
    for (i, turn) in turns.iter().enumerate().filter(|(_, t)| shows(model, t, pointer)) {
        let ink = color(model.theme.style(if i == 0 { Role::A } else { Role::B }).color);
        let stem = turn.handle + (turn.center - turn.handle).normalize_or_zero() * STAND_OFF;
        painter.line_segment([pos(stem), pos(turn.handle)], Stroke::new(1.0, ink));
        painter.circle(pos(turn.handle), 5.0, Colors::of(model.theme).ground, Stroke::new(2.0, ink));
    }
}

/// What the pointer is over, and what a drag from there would take.
fn under(
    model: &Model,
    view: View,
    picture: &Picture,
    camera: &Camera,
    turns: &[Turn],
    p: DVec2,
) -> (Option<Target>, Option<Handle>) {
    let near = |t: &&Turn| t.handle.distance(p) <= NEAR && shows(model, t, Some(pos(p)));
    if let Some(turn) = turns.iter().find(near) {
        return (None, Some(Handle::Turn(turn.body)));
    }
    let target = draw::hit(picture, camera, p);
    let Some((a, b)) = model.pair() else { return (target, None) };
    let handle = match (view, target) {
        (View::World, Some(Target::A)) => Some(Handle::Body(a)),
        (View::World, Some(Target::B)) => Some(Handle::Body(b)),
        (View::World, Some(Target::VertexA(v))) => Some(Handle::Vertex(Vertex { body: a, vertex: v as usize })),
        (View::World, Some(Target::VertexB(v))) => Some(Handle::Vertex(Vertex { body: b, vertex: v as usize })),
        (View::World, Some(Target::Point(_))) => point_handle(model, target, (a, b), camera, p),
        (View::Minkowski, Some(Target::Origin) | None) => None,
        (View::Minkowski, Some(_)) => Some(Handle::Difference),
        _ => None,
    };
    (target, handle)
}

/// A support point shown in the world lies on a vertex of A or of B: that vertex is taken.
fn point_handle(
    model: &Model,
    target: Option<Target>,
    (a, b): (usize, usize),
    camera: &Camera,
    p: DVec2,
) -> Option<Handle> {
    let (Some(trace), Some(Target::Point(id))) = (&model.trace, target) else { return None };
    let point = trace.points.get(id as usize)?;
    let far = |x: DVec3| camera.to_screen(trace.point_in_world(x).truncate()).distance(p);
    let (body, index) = if far(point.a) <= far(point.b) { (a, point.ia) } else { (b, point.ib) };
    let smooth = index == crate::shape::SMOOTH;
    Some(if smooth { Handle::Body(body) } else { Handle::Vertex(Vertex { body, vertex: index as usize }) })
}

/// Wheel, drag, click, hover.
fn pointer_ui(
    ui: &Ui,
    model: &Model,
    view: View,
    response: &Response,
    camera: &Camera,
    under: &dyn Fn(Pos2) -> (Option<Target>, Option<Handle>),
    out: &mut Vec<Command>,
) {
    let show = |camera: Camera| Command::SetView { view, center: camera.center, scale: camera.scale };
    let grab = model.grab.filter(|g| g.view == view);
    if response.drag_started()
        && let Some(at) = ui.input(|i| i.pointer.press_origin())
    {
        let (_, handle) = under(at);
        let primary = response.drag_started_by(PointerButton::Primary);
        let handle = handle.filter(|_| primary).unwrap_or(Handle::Pan(camera.center));
        out.push(Command::Grab(Grab { view, handle, from: camera.to_scene(dvec(at)) }));
    }
    if let (Some(grab), Some(at)) = (grab, ui.input(|i| i.pointer.latest_pos()))
        && response.dragged()
    {
        out.extend(dragged(model, grab, camera, dvec(at)));
        ui.ctx().set_cursor_icon(match grab.handle {
            Handle::Pan(_) => CursorIcon::Move,
            _ => CursorIcon::Grabbing,
        });
    }
    if grab.is_some() && (response.drag_stopped() || !response.dragged()) {
        out.push(Command::GestureEnd);
    }
    if response.double_clicked() {
        out.push(Command::Fit);
    }
    let Some(at) = response.hover_pos().filter(|_| model.grab.is_none()) else { return };
    let (target, handle) = under(at);
    if target.is_some() {
        out.push(Command::Hover(target));
    }
    match handle {
        Some(Handle::Body(_) | Handle::Difference | Handle::Turn(_)) => ui.ctx().set_cursor_icon(CursorIcon::Grab),
        Some(Handle::Vertex(_)) => ui.ctx().set_cursor_icon(CursorIcon::PointingHand),
        Some(Handle::Pan(_)) | None => {}
    }
    if response.clicked() && view == View::World {
        out.push(Command::Select(match handle {
            Some(Handle::Body(b) | Handle::Turn(b) | Handle::Vertex(Vertex { body: b, .. })) => Some(b),
            _ => None,
        }));
    }
    let (wheel, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
    let factor = f64::from((wheel * 0.005).exp() * pinch);
    if factor != 1.0 {
        out.push(show(camera.zoomed(factor, dvec(at))));
    }
}

/// What a drag does with the pointer now at `at`.
fn dragged(model: &Model, grab: Grab, camera: &Camera, at: DVec2) -> Option<Command> {
    let decimals = decimals(camera.scale);
    let to = camera.to_scene(at);
    let by = to - grab.from;
    Some(match grab.handle {
        Handle::Body(body) => Command::DragBody { body, by, decimals },
        Handle::Vertex(vertex) => Command::DragVertex { vertex, by, decimals },
        Handle::Difference => Command::DragDifference { by, decimals },
        Handle::Turn(body) => {
            let b = model.scene.bodies.get(body)?;
            let c = b.pose.pose().point(center(&b.shape)).truncate();
            let by = (grab.from - c).angle_to(to - c);
            if !by.is_finite() {
                return None;
            }
            Command::TurnBody { body, by, decimals: 2 }
        }
        Handle::Pan(_) => {
            // The point that was taken stays under the pointer.
            let center = camera.center - by;
            Command::SetView { view: grab.view, center, scale: camera.scale }
        }
    })
}
