//! Where a body is taken hold of in the world plot: vertices, edges, radius, semi-axes, rotation. Seen near their body, and quiet.

use egui::{Color32, CursorIcon, Painter, Stroke};
use glam::{DVec2, DVec3};

use super::bodies::{paint_dent, part_of};
use super::paint::pos;
use super::style::{Colors, color};
use crate::draw::Camera;
use crate::model::{Grab, Handle, Model, Part, Vertex, center, grips};
use crate::scene::Body;
use crate::shape::ShapeDef;

/// How near a handle grabs, points of the screen.
pub const NEAR: f64 = 9.0;
/// How near an edge grabs.
const NEAR_EDGE: f64 = 5.0;
/// How far the rotation handle stands off its body.
const STAND_OFF: f64 = 20.0;
/// How far the radius handle stands off the rim: edges keep their own place.
const RADIUS_OFF: f64 = 14.0;
/// An edge shorter than this on the screen has no mark of its own.
const SHORT_EDGE: f64 = 36.0;
/// Bodies with more vertices than this show none of their handles but rotation and radius.
const MOST_GRIPS: usize = 256;

/// A handle on the screen.
struct Place {
    handle: Handle,
    at: DVec2,
    ends: (DVec2, DVec2),
    out: DVec2,
    /// The end of the body, from where a stem leads to a handle that stands off.
    stem: Option<DVec2>,
}

/// The handles of one body.
pub struct Grips {
    body: usize,
    center: DVec2,
    /// How far from the centre a pointer may be to see them.
    reach: f64,
    places: Vec<Place>,
}

/// The handles of every body, those of the selected one first, then of the pair, last of the others.
pub fn of_bodies(model: &Model, camera: &Camera) -> Vec<Grips> {
    let mut order: Vec<usize> = (0..model.scene.bodies.len()).collect();
    order.sort_by_key(|i| (model.selected != Some(*i), part_of(model, *i).is_none(), *i));
    order.into_iter().map(|i| of_body(i, &model.scene.bodies[i], camera)).collect()
}

fn of_body(index: usize, body: &Body, camera: &Camera) -> Grips {
    let pose = body.pose.pose();
    let middle = center(&body.shape);
    let points = body.shape.points().unwrap_or_default();
    let far = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
    let far = match &body.shape {
        ShapeDef::Ellipse { semi_axes, .. } => semi_axes.max_element(),
        _ => far,
    } + body.shape.radius();
    let at = camera.to_screen(pose.point(middle).truncate());
    let up = Camera::turn(pose.direction(DVec3::Y).truncate());
    let reach = far * camera.scale + STAND_OFF;
    let turn = at + up * reach;
    let mut places = vec![Place {
        handle: Handle::Turn(index),
        at: turn,
        ends: (turn, turn),
        out: up,
        stem: Some(turn - up * STAND_OFF),
    }];
    for grip in grips(body) {
        let screen = |p| camera.to_screen(p);
        let (at, out) = (screen(grip.at), Camera::turn(grip.out));
        let ends = (screen(grip.ends.0), screen(grip.ends.1));
        let vertex = |vertex| Vertex { body: index, vertex };
        places.push(match grip.part {
            Part::Radius => {
                let off = at + out * RADIUS_OFF;
                Place { handle: Handle::Radius(index), at: off, ends: (off, off), out, stem: Some(at) }
            }
            Part::SemiAxis(i) => Place { handle: Handle::SemiAxis(vertex(i)), at, ends, out, stem: None },
            _ if points.len() > MOST_GRIPS => continue,
            Part::Vertex(i) => Place { handle: Handle::Vertex(vertex(i)), at, ends, out, stem: None },
            Part::Edge(i) => Place { handle: Handle::Edge(vertex(i)), at, ends, out, stem: None },
        });
    }
    Grips { body: index, center: at, reach: reach + 12.0, places }
}

/// Which body a handle belongs to.
pub fn body_of(handle: Handle) -> Option<usize> {
    match handle {
        Handle::Body(body) | Handle::Turn(body) | Handle::Radius(body) => Some(body),
        Handle::Vertex(v) | Handle::Edge(v) | Handle::SemiAxis(v) => Some(v.body),
        Handle::Difference | Handle::Pan(_) => None,
    }
}

/// Handles show while the pointer is near their body, while it is selected, and while they are dragged.
fn shows(model: &Model, grips: &Grips, pointer: Option<DVec2>) -> bool {
    if model.editing.sketch.is_some() {
        return false;
    }
    let near = pointer.is_some_and(|p| p.distance(grips.center) <= grips.reach);
    let held = matches!(model.grab, Some(Grab { handle, .. }) if body_of(handle) == Some(grips.body));
    (near && model.grab.is_none()) || held || model.selected == Some(grips.body)
}

/// The handle under a pointer, apart from bodies as a whole: one that stands alone before a vertex, a vertex before an edge.
pub fn under(model: &Model, all: &[Grips], p: DVec2) -> Option<Handle> {
    let shown = || all.iter().filter(|g| shows(model, g, Some(p)));
    let alone = |h: &Handle| matches!(h, Handle::Turn(_) | Handle::Radius(_) | Handle::SemiAxis(_));
    let nearest = |wanted: &dyn Fn(&Handle) -> bool, far: &dyn Fn(&Place) -> f64, reach: f64| {
        let places = shown().flat_map(|g| &g.places).filter(|place| wanted(&place.handle));
        let near = places.map(|place| (far(place), place.handle)).filter(|(far, _)| *far <= reach);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, handle)| handle)
    };
    nearest(&alone, &|place| place.at.distance(p), NEAR)
        .or_else(|| nearest(&|h| matches!(h, Handle::Vertex(_)), &|place| place.at.distance(p), NEAR))
        .or_else(|| nearest(&|h| matches!(h, Handle::Edge(_)), &|place| to_segment(p, place.ends), NEAR_EDGE))
}

fn to_segment(p: DVec2, (a, b): (DVec2, DVec2)) -> f64 {
    let ab = b - a;
    let length = ab.length();
    if length == 0.0 || !length.is_finite() {
        return p.distance(a);
    }
    let along = (p - a).dot(ab / length).clamp(0.0, length);
    p.distance(a + ab / length * along)
}

/// The pointer over a handle: along which way it goes.
pub fn cursor(all: &[Grips], handle: Handle) -> Option<CursorIcon> {
    let out = all.iter().flat_map(|g| &g.places).find(|place| place.handle == handle).map(|place| place.out);
    Some(match handle {
        Handle::Body(_) | Handle::Difference | Handle::Turn(_) => CursorIcon::Grab,
        Handle::Vertex(_) => CursorIcon::PointingHand,
        Handle::Edge(_) | Handle::Radius(_) | Handle::SemiAxis(_) => along(out?),
        Handle::Pan(_) => return None,
    })
}

/// The arrow that lies nearest to a direction of the screen, y down.
fn along(out: DVec2) -> CursorIcon {
    let eighths = (out.to_angle() / std::f64::consts::FRAC_PI_4).round() as i32;
    match eighths.rem_euclid(4) {
        0 => CursorIcon::ResizeHorizontal,
        1 => CursorIcon::ResizeNwSe,
        2 => CursorIcon::ResizeVertical,
        _ => CursorIcon::ResizeNeSw,
    }
}

/// Paints the handles that show, and marks what spoils a polygon.
pub fn paint(painter: &Painter, model: &Model, all: &[Grips], pointer: Option<DVec2>) {
    let colors = Colors::of(model.theme);
    let lit = match model.grab {
        Some(grab) => Some(grab.handle),
        None => pointer.and_then(|p| under(model, all, p)),
    };
    for grips in all.iter().rev().filter(|g| shows(model, g, pointer)) {
        let ink = part_of(model, grips.body).map_or(colors.weak, |role| color(model.theme.style(role).color));
        for place in &grips.places {
            paint_place(painter, place, ink, &colors, lit == Some(place.handle));
        }
    }
}

fn paint_place(painter: &Painter, place: &Place, ink: Color32, colors: &Colors, lit: bool) {
    let (ink, width) = if lit { (colors.accent, 2.0) } else { (ink, 1.2) };
    if let Some(stem) = place.stem {
        painter.line_segment([pos(stem), pos(place.at)], Stroke::new(1.0, ink));
    }
    let at = pos(place.at);
    let diamond = |r: f32| {
        let points = [(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)].map(|(x, y)| at + egui::vec2(x, y)).to_vec();
        painter.add(egui::Shape::convex_polygon(points, colors.ground, Stroke::new(width, ink)));
    };
    match place.handle {
        Handle::Turn(_) => drop(painter.circle(at, 5.0, colors.ground, Stroke::new(if lit { 2.5 } else { 1.6 }, ink))),
        Handle::Radius(_) | Handle::SemiAxis(_) => diamond(5.0),
        Handle::Vertex(_) => {
            let square = egui::Rect::from_center_size(at, egui::Vec2::splat(7.0));
            painter.rect(square, 0.0, colors.ground, Stroke::new(width, ink), egui::StrokeKind::Middle);
        }
        Handle::Edge(_) => {
            let (a, b) = place.ends;
            if lit {
                painter.line_segment([pos(a), pos(b)], Stroke::new(3.0, ink));
            } else if a.distance(b) >= SHORT_EDGE {
                let half = (b - a).normalize_or_zero() * 5.0;
                painter.line_segment([pos(place.at - half), pos(place.at + half)], Stroke::new(4.0, ink));
            }
        }
        Handle::Body(_) | Handle::Difference | Handle::Pan(_) => {}
    }
}

/// The outline of each polygon that is not convex, as it is listed, and a mark at each vertex that spoils it.
pub fn paint_dents(painter: &Painter, model: &Model, camera: &Camera) {
    let colors = Colors::of(model.theme);
    for (i, body) in model.scene.bodies.iter().enumerate() {
        let faults = model.faults(i);
        if faults.is_empty() {
            continue;
        }
        let pose = body.pose.pose();
        let points = body.shape.points().unwrap_or_default();
        let mut ring: Vec<egui::Pos2> =
            points.iter().map(|p| pos(camera.to_screen(pose.point(*p).truncate()))).collect();
        let at: Vec<egui::Pos2> = faults.iter().filter_map(|k| ring.get(*k).copied()).collect();
        ring.extend(ring.first().copied());
        painter.extend(egui::Shape::dashed_line(&ring, Stroke::new(1.5, colors.wrong), 5.0, 3.0));
        for at in at {
            painter.circle_stroke(at, 8.0, Stroke::new(1.5, colors.wrong));
            paint_dent(painter, at + egui::vec2(11.0, 11.0), &colors);
        }
    }
}
