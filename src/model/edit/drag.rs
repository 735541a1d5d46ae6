//! What dragging does to a scene. Each takes the scene as the gesture found it, so the same drag always gives the same numbers.

use glam::{DVec2, DVec3};

use super::contact::{self, Contact};
use crate::model::Handle;
use crate::num::Precision;
use crate::run::short;
use crate::scene::{Body, Scene};
use crate::shape::{RotationDef, ShapeDef};

/// A vertex of a body: index into [`ShapeDef::points`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Index of the body.
    pub body: usize,
    /// Index of the vertex.
    pub vertex: usize,
}

/// What a drag keeps to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Snap {
    /// Nothing.
    Free,
    /// Multiples of this spacing; angles: of 15 degrees.
    Grid(f64),
    /// Vertices of the other bodies (and of its own, for a vertex) that are no farther than this.
    Vertices(f64),
    /// The first float on the way at which the pair touches.
    Contact,
}

/// Moves what a handle stands for by that much from where the scene has it. Returns a word for the person about what it snapped to.
pub fn drag(scene: &mut Scene, handle: Handle, by: DVec2, decimals: i32, snap: Snap) -> Option<String> {
    let pair = pair(scene);
    match handle {
        Handle::Body(body) => return drag_body_to(scene, body, by, decimals, snap),
        Handle::Difference => return drag_body_to(scene, pair?.1, -by, decimals, snap),
        Handle::Vertex(vertex) => {
            let (by, decimals, word) = snapped_vertex(scene, vertex, by, decimals, snap);
            drag_vertex(scene, vertex, by, decimals);
            return word;
        }
        Handle::Edge(edge) => {
            let snap = if matches!(snap, Snap::Vertices(_)) { Snap::Free } else { snap };
            let (by, decimals, word) = snapped_vertex(scene, edge, by, decimals, snap);
            drag_edge(scene, edge, by, decimals);
            return word;
        }
        Handle::Radius(body) => drag_radius(scene, body, by, decimals, snap),
        Handle::SemiAxis(axis) => drag_semi_axis(scene, axis, by, decimals, snap),
        Handle::Turn(_) | Handle::Pan(_) => {}
    }
    None
}

fn pair(scene: &Scene) -> Option<(usize, usize)> {
    let find = |name: &str| scene.bodies.iter().position(|b| b.name == name);
    Some((find(&scene.query.a)?, find(&scene.query.b)?))
}

fn drag_body_to(scene: &mut Scene, body: usize, by: DVec2, decimals: i32, snap: Snap) -> Option<String> {
    let from = scene.bodies.get(body)?.pose.translation;
    match snap {
        Snap::Free => drag_body(scene, body, by, decimals),
        Snap::Grid(step) => {
            let to = DVec3::new(on_grid(from.x, by.x, step), on_grid(from.y, by.y, step), from.z);
            scene.bodies[body].pose.translation = to;
            return Some(format!("grid {}", short(step)));
        }
        Snap::Vertices(reach) => match nearest_vertices(scene, body, by, reach) {
            Some((place, word)) => {
                scene.bodies[body].pose.translation = DVec3::new(place.x, place.y, from.z);
                return Some(word);
            }
            None => drag_body(scene, body, by, decimals),
        },
        Snap::Contact => {
            drag_body(scene, body, by, decimals);
            let to = scene.bodies[body].pose.translation;
            let still = pair(scene).and_then(|(a, b)| if body == a { Some(b) } else { (body == b).then_some(a) })?;
            let contact = contact::on_the_way(scene, body, still, from, to)?;
            scene.bodies[body].pose.translation = contact.touching;
            return Some(word_of(&contact, scene.query.precision));
        }
    }
    None
}

/// What a person reads about a contact that was found.
fn word_of(contact: &Contact, precision: Precision) -> String {
    let axis = ["x", "y"][contact.axis];
    let [at, apart] = [contact.touching, contact.apart].map(|p| digits(p[contact.axis], precision));
    format!("touches at {axis} = {at}, the first {} that does; {apart} is apart", precision.id())
}

/// The shortest decimal that reads back to the same number of the precision.
pub(super) fn digits(x: f64, precision: Precision) -> String {
    match precision {
        Precision::F32 => format!("{}", x as f32),
        Precision::F64 => format!("{x}"),
    }
}

/// A coordinate moved and put on a grid; untouched where it does not move.
fn on_grid(x: f64, by: f64, step: f64) -> f64 {
    if by == 0.0 { x } else { multiple(x + by, step) }
}

/// The nearest multiple of a step, without the digits that rounding leaves.
fn multiple(x: f64, step: f64) -> f64 {
    rounded((x / step).round() * step, (1.0 - step.log10()).ceil() as i32)
}

/// The vertices of a body in the world.
fn world_vertices(body: &Body) -> impl Iterator<Item = DVec2> + '_ {
    let pose = body.pose.pose();
    body.shape.points().unwrap_or_default().into_iter().map(move |p| pose.point(p).truncate())
}

/// Most pairs of vertices that are looked at while dragging.
const MOST_PAIRS: usize = 1 << 20;

/// Where a body moved by `by` goes on to so that one of its vertices meets one of another body no farther than `reach`.
fn nearest_vertices(scene: &Scene, body: usize, by: DVec2, reach: f64) -> Option<(DVec2, String)> {
    let mover = scene.bodies.get(body)?;
    let pose = mover.pose.pose();
    let turned = |p: &DVec3| pose.direction(*p).truncate();
    // From the body's origin: the place that is found is a difference of two numbers, not a sum of three.
    let own: Vec<DVec2> = mover.shape.points().unwrap_or_default().iter().map(turned).collect();
    let at = pose.translation.truncate() + by;
    let mut best: Option<(f64, DVec2, String)> = None;
    let others = scene.bodies.iter().enumerate().filter(|(i, _)| *i != body);
    for (_, other) in others {
        for (j, q) in world_vertices(other).enumerate() {
            if own.len().saturating_mul(j) > MOST_PAIRS {
                break;
            }
            for (i, p) in own.iter().enumerate() {
                let far = (at + *p).distance(q);
                if far <= reach && best.as_ref().is_none_or(|b| far < b.0) {
                    best = Some((far, q - *p, format!("vertex {i} on {}'s vertex {j}", other.name)));
                }
            }
        }
    }
    best.map(|(_, place, word)| (place, word))
}

/// How a vertex moves instead, in the world, and to how many decimals.
fn snapped_vertex(scene: &Scene, vertex: Vertex, by: DVec2, decimals: i32, snap: Snap) -> (DVec2, i32, Option<String>) {
    let free = (by, decimals, None);
    let Some(body) = scene.bodies.get(vertex.body) else { return free };
    let Some(p) = world_vertices(body).nth(vertex.vertex) else { return free };
    match snap {
        Snap::Grid(step) => {
            let to = DVec2::new(on_grid(p.x, by.x, step), on_grid(p.y, by.y, step));
            (to - p, 15, Some(format!("grid {}", short(step))))
        }
        Snap::Vertices(reach) => {
            let mut best: Option<(f64, DVec2, String)> = None;
            for (b, other) in scene.bodies.iter().enumerate() {
                for (j, q) in world_vertices(other).enumerate().filter(|(j, _)| b != vertex.body || *j != vertex.vertex)
                {
                    let far = (p + by).distance(q);
                    if far <= reach && best.as_ref().is_none_or(|best| far < best.0) {
                        best = Some((far, q - p, format!("{}'s vertex {j}", other.name)));
                    }
                }
            }
            best.map_or(free, |(_, by, word)| (by, 16, Some(word)))
        }
        Snap::Free | Snap::Contact => free,
    }
}

/// Puts the place of a body on multiples of a step.
pub(super) fn on_step(scene: &mut Scene, body: usize, step: f64) {
    if let Some(body) = scene.bodies.get_mut(body) {
        let t = body.pose.translation;
        body.pose.translation = DVec3::new(multiple(t.x, step), multiple(t.y, step), t.z);
    }
}

/// Moves a body so that its vertex nearest to one of another's lies on it.
pub(super) fn meet_vertices(scene: &mut Scene, still: usize, body: usize) {
    let [one, two] = [still, body].map(|i| scene.bodies[i].clone());
    let two_alone = Scene { bodies: vec![one, two], ..scene.clone() };
    if let Some((place, _)) = nearest_vertices(&two_alone, 1, DVec2::ZERO, f64::INFINITY) {
        scene.bodies[body].pose.translation = DVec3::new(place.x, place.y, 0.0);
    }
}

/// A new point of the world: rounded, or on what the snap says.
pub fn snapped(scene: &Scene, p: DVec2, decimals: i32, snap: Snap) -> DVec2 {
    let round = |x: f64| rounded(x, decimals);
    match snap {
        Snap::Grid(step) => DVec2::new(multiple(p.x, step), multiple(p.y, step)),
        Snap::Vertices(reach) => {
            let vertices = scene.bodies.iter().flat_map(world_vertices).filter(|q| q.distance(p) <= reach);
            let nearest = vertices.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)));
            nearest.unwrap_or(DVec2::new(round(p.x), round(p.y)))
        }
        Snap::Free | Snap::Contact => DVec2::new(round(p.x), round(p.y)),
    }
}

/// Moves both ends of an edge; of a box the half extent on that side.
fn drag_edge(scene: &mut Scene, edge: Vertex, by: DVec2, decimals: i32) {
    let Some(body) = scene.bodies.get_mut(edge.body) else { return };
    let local = body.pose.pose().inverse_direction(DVec3::new(by.x, by.y, 0.0)).truncate();
    if let ShapeDef::Box { half_extents: h, .. } = &mut body.shape {
        // Sides from corner (-x, -y) on: below, right, above, left.
        let (i, sign) = [(1, -1.0), (0, 1.0), (1, 1.0), (0, -1.0)][edge.vertex % 4];
        h[i] = moved(h[i], local[i] * sign, decimals).max(0.0);
        return;
    }
    let Some(n) = body.shape.points().map(|p| p.len()).filter(|n| *n > 1) else { return };
    for vertex in [edge.vertex % n, (edge.vertex + 1) % n] {
        drag_vertex(scene, Vertex { body: edge.body, vertex }, by, decimals);
    }
}

/// A size that grows by what is dragged along `out`, a direction of the world.
fn grown(x: f64, by: DVec2, out: DVec2, decimals: i32, snap: Snap) -> f64 {
    let along = by.dot(out);
    match snap {
        Snap::Grid(step) => on_grid(x, along, step),
        _ => moved(x, along, decimals),
    }
    .max(0.0)
}

fn drag_radius(scene: &mut Scene, index: usize, by: DVec2, decimals: i32, snap: Snap) {
    let Some(body) = scene.bodies.get_mut(index) else { return };
    let Some(grip) = grips(body).into_iter().find(|g| g.part == Part::Radius) else { return };
    let radius = grown(body.shape.radius(), by, grip.out, decimals, snap);
    body.shape.set_radius(radius);
}

fn drag_semi_axis(scene: &mut Scene, axis: Vertex, by: DVec2, decimals: i32, snap: Snap) {
    let Some(body) = scene.bodies.get_mut(axis.body) else { return };
    let out = body.pose.pose().direction([DVec3::X, DVec3::Y][axis.vertex % 2]).truncate();
    if let ShapeDef::Ellipse { semi_axes, .. } = &mut body.shape {
        let to = grown(semi_axes[axis.vertex % 2], by, out, decimals, snap);
        // A flat ellipse cannot be saved; it has a better name.
        if to > 0.0 {
            semi_axes[axis.vertex % 2] = to;
        }
    }
}

/// What of a body can be taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A vertex by its index.
    Vertex(usize),
    /// The edge from this vertex to the next.
    Edge(usize),
    /// Its radius.
    Radius,
    /// A semi-axis: 0 along its own x, 1 along its own y.
    SemiAxis(usize),
}

/// A place to take hold of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// What it moves.
    pub part: Part,
    /// Where it is, world frame: a vertex, the middle of an edge, the end of an axis, a point of the rim.
    pub at: DVec2,
    /// The other end of an edge, else the same place.
    pub ends: (DVec2, DVec2),
    /// Unit vector of the world in which it moves; zero for a vertex, which goes anywhere.
    pub out: DVec2,
}

/// Every grip of a body; edges are those of its outline as listed, so a polygon with dents keeps its own.
pub fn grips(body: &Body) -> Vec<Grip> {
    let pose = body.pose.pose();
    let world = |p: DVec3| pose.point(p).truncate();
    let turned = |d: DVec3| pose.direction(d).truncate();
    let radius = body.shape.radius();
    let size = |part, from: DVec3, out: DVec3, by: f64| {
        let at = world(from + out * by);
        Grip { part, at, ends: (at, at), out: turned(out) }
    };
    let mut grips = Vec::new();
    if let ShapeDef::Ellipse { semi_axes, center, .. } = &body.shape {
        grips.push(size(Part::SemiAxis(0), *center, DVec3::X, semi_axes.x));
        grips.push(size(Part::SemiAxis(1), *center, DVec3::Y, semi_axes.y));
        grips.push(size(Part::Radius, *center, -DVec3::X, semi_axes.x + radius));
        return grips;
    }
    let points = body.shape.points().unwrap_or_default();
    for (i, p) in points.iter().enumerate() {
        let at = world(*p);
        grips.push(Grip { part: Part::Vertex(i), at, ends: (at, at), out: DVec2::ZERO });
    }
    let sides = match &body.shape {
        ShapeDef::Polygon { .. } | ShapeDef::Box { .. } if points.len() > 2 => points.len(),
        // The one edge of a segment or capsule is all of it: that moves as a body.
        _ => 0,
    };
    // The outer side of an edge is its right one where the outline goes counter-clockwise.
    let turn =
        |i: usize| (points[i] - points[0]).truncate().perp_dot((points[(i + 1) % points.len()] - points[0]).truncate());
    let sense = if (0..points.len()).map(turn).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
    for i in 0..sides {
        let (p, q) = (points[i], points[(i + 1) % points.len()]);
        let e = (q - p).truncate().normalize_or_zero();
        let out = turned(DVec3::new(e.y, -e.x, 0.0) * sense);
        grips.push(Grip { part: Part::Edge(i), at: world(p * 0.5 + q * 0.5), ends: (world(p), world(q)), out });
    }
    let first = points.first().copied().unwrap_or(DVec3::ZERO);
    let (from, out) = match points.as_slice() {
        _ if matches!(body.shape, ShapeDef::Hull { .. }) || points.len() < 2 => {
            // The vertex farthest along x, so that the grip is on the rim.
            let far = points.iter().copied().fold(first, |best, p| if p.x > best.x { p } else { best });
            (far, DVec3::X)
        }
        [p, q, ..] => {
            let e = (*q - *p).truncate().normalize_or_zero();
            // Beside the middle of the edge, which is a grip of its own.
            let out = if e == DVec2::ZERO { DVec3::X } else { DVec3::new(e.y, -e.x, 0.0) * sense };
            (*p * 0.75 + *q * 0.25, out)
        }
        _ => (first, DVec3::X),
    };
    grips.push(size(Part::Radius, from, out, radius));
    grips
}

/// `x` rounded to so many decimals; negative counts round to tens, hundreds, ...
pub(super) fn rounded(x: f64, decimals: i32) -> f64 {
    if decimals > 15 {
        return x;
    }
    if decimals < 0 {
        let unit = 10f64.powi(-decimals);
        return (x / unit).round() * unit;
    }
    let text = format!("{x:.*}", decimals as usize);
    // A rounded minus zero would be written as such.
    text.parse().map_or(x, |y: f64| y + 0.0)
}

/// A coordinate moved by `by` and rounded; untouched where it does not move.
fn moved(x: f64, by: f64, decimals: i32) -> f64 {
    if by == 0.0 { x } else { rounded(x + by, decimals) }
}

fn moved_point(p: DVec3, by: DVec2, decimals: i32) -> DVec3 {
    DVec3::new(moved(p.x, by.x, decimals), moved(p.y, by.y, decimals), p.z)
}

/// Moves a body.
fn drag_body(scene: &mut Scene, body: usize, by: DVec2, decimals: i32) {
    if let Some(body) = scene.bodies.get_mut(body) {
        body.pose.translation = moved_point(body.pose.translation, by, decimals);
    }
}

/// Turns a body about its centroid, which stays where it is up to rounding; `steps` keeps to multiples of 15 degrees.
pub fn turn_body(scene: &mut Scene, body: usize, by: f64, decimals: i32, steps: bool) {
    let Some(body) = scene.bodies.get_mut(body) else { return };
    if by == 0.0 {
        return;
    }
    let center = center(&body.shape);
    let at = body.pose.pose().point(center);
    let angle = body.pose.rotation.angle() + by;
    let twelfths = (angle / std::f64::consts::PI * 12.0).round();
    body.pose.rotation = match steps {
        true if twelfths.rem_euclid(6.0) == 0.0 => RotationDef::Quarter((twelfths / 6.0) as i64),
        true => RotationDef::Angle(twelfths * std::f64::consts::PI / 12.0),
        false => RotationDef::Angle(rounded(angle, decimals.max(2))),
    };
    if center != DVec3::ZERO {
        body.pose.translation = at - body.pose.pose().direction(center);
    }
}

/// Moves a vertex, or what a handle at that vertex stands for: a corner of a box its extents, the centre of a circle.
fn drag_vertex(scene: &mut Scene, vertex: Vertex, by: DVec2, decimals: i32) {
    let Some(body) = scene.bodies.get_mut(vertex.body) else { return };
    let by = body.pose.pose().inverse_direction(DVec3::new(by.x, by.y, 0.0)).truncate();
    let i = vertex.vertex;
    match &mut body.shape {
        ShapeDef::Point { at, .. } => *at = moved_point(*at, by, decimals),
        ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => {
            let end = if i == 0 { a } else { b };
            *end = moved_point(*end, by, decimals);
        }
        ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } => {
            if let Some(p) = points.get_mut(i) {
                *p = moved_point(*p, by, decimals);
            }
        }
        ShapeDef::Box { half_extents: h, .. } => {
            let sign = [DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0), DVec2::new(1.0, 1.0), DVec2::new(-1.0, 1.0)];
            let s = sign[i % 4];
            h.x = moved(h.x, by.x * s.x, decimals).max(0.0);
            h.y = moved(h.y, by.y * s.y, decimals).max(0.0);
        }
        ShapeDef::Circle { center, .. } | ShapeDef::Ellipse { center, .. } => {
            *center = moved_point(*center, by, decimals);
        }
    }
}

/// The point a body is turned about, in its own frame: the mean of its points.
pub fn center(shape: &ShapeDef) -> DVec3 {
    match shape {
        ShapeDef::Ellipse { center, .. } => *center,
        other => other
            .points()
            .filter(|p| !p.is_empty())
            .map_or(DVec3::ZERO, |points| points.iter().sum::<DVec3>() / points.len() as f64),
    }
}
