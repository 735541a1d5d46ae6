//! The two plots: what they show is draw's, here is only what a pointer does in them.

use egui::{Align2, CursorIcon, FontId, PointerButton, Pos2, Rect, Response, Role as Access, Sense, Stroke, Ui, vec2};
use glam::{DVec2, DVec3};

use super::grips::{self, Grips};
use super::paint::{dvec, measure, paint_list, viewport};
use super::style::{Colors, SMALL, TEXT};
use super::{bodies, sketch};
use crate::draw::{self, Camera, Look, Mark, MarkKind, Picture, Role, Stage, Target};
use crate::model::{Command, Edit, Grab, Handle, Model, Snap, Vertex, View, center};
use crate::run::{NumberStyle, Trace, format_number, short};
use crate::shape::ShapeDef;

/// Height of a plot's header line.
const HEADER: f32 = 24.0;

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
    let picture = picture(model, view, model.cursor, &Look { hover: model.hover, ..Look::window() });
    let loupe = (view == View::Minkowski && model.loupe.is_some() && model.trace.is_some())
        .then(|| draw::loupe_box(&camera.view));
    let list = draw::paint_under(&picture, &camera, model.theme, &measure(&painter), loupe);
    paint_list(&painter, &list);
    ghost_ui(&painter, model, view, &camera);
    if model.trace.is_none() {
        empty_ui(ui, model, view, body);
    }
    if view == View::Minkowski {
        super::loupe::loupe_ui(ui, model, body, out);
    }
    let grips = if view == View::World { grips::of_bodies(model, &camera) } else { vec![] };
    let pointer = response.hover_pos().or(response.interact_pointer_pos());
    if view == View::World {
        grips::paint_dents(&painter, model, &camera);
        grips::paint(&painter, model, &grips, pointer.map(dvec));
    }
    header_ui(
        ui,
        model,
        title,
        header,
        pointer.filter(|p| body.contains(*p)).map(|p| camera.to_scene(dvec(p))),
        &camera,
    );
    let hit = |p: Pos2| under(model, view, &picture, &camera, &grips, dvec(p));
    let icon = |handle| grips::cursor(&grips, handle);
    pointer_ui(ui, model, view, &response, &camera, (&hit, &icon), out);
    if view == View::World {
        world_menu_ui(ui, model, &response, &hit, out);
    }
    let sketch = model.editing.sketch.as_ref().filter(|_| view == View::World);
    let hint = model.editing.hint.as_deref().filter(|_| model.grab.is_some_and(|grab| grab.view == view));
    if let Some(sketch) = sketch {
        sketch::sketch_ui(ui, model, sketch, &response, &camera, decimals(camera.scale), out);
    }
    if let Some(words) = hint.or(sketch.map(sketch::words)) {
        sketch::banner_ui(ui, model, body, words);
    }
}

/// The hovered step, or else the pinned run beside this step, faintly.
fn ghost_ui(painter: &egui::Painter, model: &Model, view: View, camera: &Camera) {
    let other = match (model.ghost(), &model.trace, &model.stage, &model.pinned) {
        (Some(step), Some(trace), Some(stage), _) => (trace, stage, step),
        (None, _, _, Some(pinned)) => (&pinned.trace, &pinned.stage, pinned.step_beside(model.cursor)),
        (_, _, _, _) => return,
    };
    let ghost = draw::ghost(of_step(view, other.0, other.1, other.2, &Look::default()), camera);
    let mut faint = painter.clone();
    faint.set_opacity(0.4);
    paint_list(&faint, &draw::paint(&ghost, camera, model.theme, &measure(painter)));
}

fn of_step(view: View, trace: &Trace, stage: &Stage, step: usize, look: &Look) -> Picture {
    match view {
        View::World => draw::world(trace, stage, step, look),
        View::Minkowski => draw::minkowski(trace, stage, step, look),
    }
}

/// What a plot shows: a step, and in the world under it the bodies that are not asked about (all where nothing is asked).
fn picture(model: &Model, view: View, step: usize, look: &Look) -> Picture {
    let mut picture = match (&model.trace, &model.stage) {
        (Some(trace), Some(stage)) => of_step(view, trace, stage, step, look),
        _ => Picture::default(),
    };
    if view == View::World {
        let grid = Mark { role: Role::Axis, kind: MarkKind::Grid, target: None };
        if picture.marks.first() != Some(&grid) {
            picture.marks.insert(0, grid);
        }
        let asked = |i: usize| model.trace.is_some() && model.pair().is_some_and(|(a, b)| i == a || i == b);
        let others = draw::bystanders(model.scene.bodies.iter().enumerate().filter(|(i, _)| !asked(*i)));
        picture.marks.splice(1..1, others.marks);
    }
    picture
}

fn empty_ui(ui: &Ui, model: &Model, view: View, rect: Rect) {
    if view == View::World && !model.scene.bodies.is_empty() || model.editing.sketch.is_some() {
        return;
    }
    let text = if model.scene.bodies.len() < 2 {
        "This scene has fewer than two bodies.\nAdd one (I), draw one (R), or open another scene (Ctrl+O)."
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
    let at = rect.left_center() + vec2(12.0, 0.0);
    let title = painter.text(at, Align2::LEFT_CENTER, title, font, colors.text);
    // The pointer's coordinates have the room first.
    let room = pointer.is_none() || rect.width() > 460.0;
    let faint = match (model.ghost(), &model.pinned) {
        _ if !room => String::new(),
        (Some(step), _) => format!("faint: step {step}"),
        (None, Some(pinned)) => format!("faint: pinned, step {}", pinned.step_beside(model.cursor)),
        (None, None) => String::new(),
    };
    let font = FontId::proportional(SMALL);
    painter.text(title.right_center() + vec2(12.0, 0.0), Align2::LEFT_CENTER, faint, font, colors.weak);
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

/// What the pointer is over, and what a drag from there would take.
fn under(
    model: &Model,
    view: View,
    picture: &Picture,
    camera: &Camera,
    grips: &[Grips],
    p: DVec2,
) -> (Option<Target>, Option<Handle>) {
    let target = draw::hit(picture, camera, p);
    if let Some(handle) = grips::under(model, grips, p) {
        let alone = matches!(handle, Handle::Turn(_) | Handle::Radius(_) | Handle::SemiAxis(_));
        return (target.filter(|_| !alone), Some(handle));
    }
    let pair = model.pair();
    let part = |first: bool| pair.map(|(a, b)| if first { a } else { b });
    let vertex = |body: Option<usize>, v: u32| body.map(|body| Handle::Vertex(Vertex { body, vertex: v as usize }));
    let handle = match (view, target) {
        (View::World, Some(Target::A)) => part(true).map(Handle::Body),
        (View::World, Some(Target::B)) => part(false).map(Handle::Body),
        (View::World, Some(Target::Body(i))) => Some(Handle::Body(i as usize)),
        (View::World, Some(Target::VertexA(v))) => vertex(part(true), v),
        (View::World, Some(Target::VertexB(v))) => vertex(part(false), v),
        (View::World, Some(Target::Point(_))) => pair.and_then(|pair| point_handle(model, target, pair, camera, p)),
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

type Under<'a> = dyn Fn(Pos2) -> (Option<Target>, Option<Handle>) + 'a;

/// Wheel, drag, click, hover.
fn pointer_ui(
    ui: &Ui,
    model: &Model,
    view: View,
    response: &Response,
    camera: &Camera,
    (under, icon): (&Under, &dyn Fn(Handle) -> Option<CursorIcon>),
    out: &mut Vec<Command>,
) {
    let sketching = view == View::World && model.editing.sketch.is_some();
    let show = |camera: Camera| Command::SetView { view, center: camera.center, scale: camera.scale };
    let grab = model.grab.filter(|g| g.view == view);
    if response.drag_started()
        && let Some(at) = ui.input(|i| i.pointer.press_origin())
    {
        let (_, handle) = under(at);
        let primary = response.drag_started_by(PointerButton::Primary);
        let handle = handle.filter(|_| primary && !sketching).unwrap_or(Handle::Pan(camera.center));
        out.push(Command::Grab(Grab { view, handle, from: camera.to_scene(dvec(at)) }));
    }
    if let (Some(grab), Some(at)) = (grab, ui.input(|i| i.pointer.latest_pos()))
        && response.dragged()
    {
        out.extend(dragged(model, grab, camera, dvec(at), sketch::snap(ui, camera)));
        ui.ctx().set_cursor_icon(match grab.handle {
            Handle::Pan(_) => CursorIcon::Move,
            Handle::Body(_) | Handle::Turn(_) | Handle::Difference => CursorIcon::Grabbing,
            handle => icon(handle).unwrap_or(CursorIcon::Grabbing),
        });
    }
    if grab.is_some() && (response.drag_stopped() || !response.dragged()) {
        out.push(Command::GestureEnd);
    }
    if response.double_clicked() && !sketching {
        out.push(Command::Fit);
    }
    let Some(at) = response.hover_pos().filter(|_| model.grab.is_none()) else { return };
    let (target, handle) = under(at);
    if !sketching {
        if target.is_some() {
            out.push(Command::Hover(target));
        }
        if let Some(icon) = handle.and_then(icon) {
            ui.ctx().set_cursor_icon(icon);
        }
        if response.clicked() && view == View::World {
            out.push(Command::Select(handle.and_then(grips::body_of)));
        }
    }
    let (wheel, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
    let factor = f64::from((wheel * 0.005).exp() * pinch);
    if factor != 1.0 {
        out.push(show(camera.zoomed(factor, dvec(at))));
    }
}

/// The menu of a right click in the world: of the vertex, edge or body that is there, else what can be added.
fn world_menu_ui(ui: &Ui, model: &Model, response: &Response, under: &Under, out: &mut Vec<Command>) {
    #[derive(Clone, Copy)]
    struct Clicked(Option<Handle>);
    let id = response.id.with("clicked");
    if response.secondary_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let (_, handle) = under(at);
        ui.data_mut(|data| data.insert_temp(id, Clicked(handle)));
        if let Some(body) = handle.and_then(grips::body_of) {
            out.push(Command::Select(Some(body)));
        }
    }
    if model.editing.sketch.is_some() {
        return;
    }
    response.context_menu(|ui| {
        let handle = ui.data(|data| data.get_temp::<Clicked>(id)).and_then(|clicked| clicked.0);
        match handle {
            Some(Handle::Vertex(vertex)) => {
                bodies::vertex_menu_ui(ui, model, vertex, out);
                ui.separator();
            }
            Some(Handle::Edge(edge)) if matches!(shape_of(model, edge.body), Some(ShapeDef::Polygon { .. })) => {
                if ui.button("Insert a vertex here").clicked() {
                    out.push(Command::Edit(Edit::InsertVertex(edge)));
                    ui.close();
                }
                ui.separator();
            }
            _ => {}
        }
        match handle.and_then(grips::body_of) {
            Some(body) => bodies::body_menu_ui(ui, model, body, out),
            None => ["Add a body", "Draw a polygon", "Draw a hull of points", "Fit both views"]
                .into_iter()
                .for_each(|label| bodies::action_ui(ui, model, label, out)),
        }
    });
}

fn shape_of(model: &Model, body: usize) -> Option<&ShapeDef> {
    model.scene.bodies.get(body).map(|b| &b.shape)
}

/// What a drag does with the pointer now at `at`.
fn dragged(model: &Model, grab: Grab, camera: &Camera, at: DVec2, snap: Snap) -> Option<Command> {
    let decimals = decimals(camera.scale);
    let to = camera.to_scene(at);
    let by = to - grab.from;
    Some(match grab.handle {
        Handle::Turn(body) => {
            let b = model.scene.bodies.get(body)?;
            let c = b.pose.pose().point(center(&b.shape)).truncate();
            let by = (grab.from - c).angle_to(to - c);
            if !by.is_finite() {
                return None;
            }
            Command::Edit(Edit::Turn { body, by, decimals: 2, steps: matches!(snap, Snap::Grid(_)) })
        }
        Handle::Pan(_) => {
            // The point that was taken stays under the pointer.
            let center = camera.center - by;
            Command::SetView { view: grab.view, center, scale: camera.scale }
        }
        handle => Command::Edit(Edit::Drag { handle, by, decimals, snap }),
    })
}
