//! Edits of the pair as a whole: aligning, mirroring, swapping; and the order of vertices.

use glam::DVec3;

use super::bounds::Bounds;
use super::drag::center;
use crate::kernel::StartRule;
use crate::scene::{Expect, Scene};
use crate::shape::{PoseDef, RotationDef, ShapeDef};

/// An axis of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Left and right.
    X,
    /// Up and down.
    Y,
}

impl Axis {
    fn index(self) -> usize {
        match self {
            Axis::X => 0,
            Axis::Y => 1,
        }
    }
}

/// Which of their sides meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The sides with the smaller coordinates: left, bottom.
    Low,
    /// The middles.
    Middle,
    /// The sides with the larger coordinates: right, top.
    High,
}

/// Moves a body along an axis so that the boxes of both meet at a line.
pub fn align(scene: &mut Scene, still: usize, body: usize, axis: Axis, line: Line) {
    let (Some(one), Some(two)) = (scene.bodies.get(still).map(Bounds::of), scene.bodies.get(body).map(Bounds::of))
    else {
        return;
    };
    let i = axis.index();
    let at = |b: &Bounds| match line {
        Line::Low => b.min[i],
        Line::Middle => b.min[i] * 0.5 + b.max[i] * 0.5,
        Line::High => b.max[i],
    };
    let by = at(&one) - at(&two);
    if by != 0.0 && by.is_finite() {
        scene.bodies[body].pose.translation[i] += by;
    }
}

/// Moves a body so that its centre is the other one's: the point it turns about.
pub fn concentric(scene: &mut Scene, still: usize, body: usize) {
    let middle = |i: usize| scene.bodies.get(i).map(|b| b.pose.pose().point(center(&b.shape)));
    let (Some(to), Some(from)) = (middle(still), middle(body)) else { return };
    for i in 0..2 {
        // Untouched where it does not move, and exact where the centre is the body's origin.
        if to[i] != from[i] {
            let t = &mut scene.bodies[body].pose.translation[i];
            *t = if from[i] == *t { to[i] } else { *t + (to[i] - from[i]) };
        }
    }
}

/// Swaps who plays A and B, and turns around what depends on it: normals, start direction, warm start.
pub fn swap(scene: &mut Scene) {
    let query = &mut scene.query;
    std::mem::swap(&mut query.a, &mut query.b);
    if let StartRule::Direction(d) = &mut query.settings.start {
        *d = d.map(negated);
    }
    query.settings.warm_start.iter_mut().for_each(|(a, b)| std::mem::swap(a, b));
    normals(&mut scene.expect, &|n| n.map(negated));
}

fn normals(expect: &mut Option<Expect>, f: &dyn Fn(DVec3) -> DVec3) {
    let Some(expect) = expect else { return };
    for e in std::iter::once(&mut expect.normals).chain(expect.f32.as_mut().map(|e| &mut e.normals)) {
        e.iter_mut().for_each(|n| *n = f(*n));
    }
}

/// The other sign; zeros stay as they are, or every flat side would get a minus zero.
fn negated(x: f64) -> f64 {
    if x == 0.0 { x } else { -x }
}

fn mirrored_point(mut p: DVec3, axis: Axis) -> DVec3 {
    p[axis.index()] = negated(p[axis.index()]);
    p
}

/// A shape and its pose seen in a mirror through the origin: exact, since only signs change. M R(a) = R(-a) M, so the shape
/// is mirrored in its own frame and turns the other way.
fn mirrored(shape: &ShapeDef, pose: PoseDef, axis: Axis) -> (ShapeDef, PoseDef) {
    let mut shape = shape.clone();
    match &mut shape {
        ShapeDef::Point { at, .. } => *at = mirrored_point(*at, axis),
        ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => {
            (*a, *b) = (mirrored_point(*a, axis), mirrored_point(*b, axis));
        }
        ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } => {
            points.iter_mut().for_each(|p| *p = mirrored_point(*p, axis));
        }
        ShapeDef::Box { .. } => {}
        ShapeDef::Circle { center, .. } | ShapeDef::Ellipse { center, .. } => *center = mirrored_point(*center, axis),
    }
    let rotation = match pose.rotation {
        RotationDef::Angle(a) => RotationDef::Angle(negated(a)),
        RotationDef::Quarter(n) => RotationDef::Quarter(n.saturating_neg()),
        RotationDef::CosSin(c, s) => RotationDef::CosSin(c, negated(s)),
    };
    (shape, PoseDef { translation: mirrored_point(pose.translation, axis), rotation })
}

/// The whole scene in a mirror through the origin: along x left and right change places.
pub fn mirror(scene: &mut Scene, axis: Axis) {
    for body in &mut scene.bodies {
        (body.shape, body.pose) = mirrored(&body.shape, body.pose, axis);
    }
    if let StartRule::Direction(d) = &mut scene.query.settings.start {
        *d = mirrored_point(*d, axis);
    }
    normals(&mut scene.expect, &|n| mirrored_point(n, axis));
}

/// One body in a mirror through its own centre: it stays where it is.
pub fn flip(scene: &mut Scene, body: usize, axis: Axis) {
    let Some(body) = scene.bodies.get_mut(body) else { return };
    let before = body.pose.pose().point(center(&body.shape));
    let place = body.pose.translation;
    (body.shape, body.pose) = mirrored(&body.shape, body.pose, axis);
    body.pose.translation = place;
    let after = body.pose.pose().point(center(&body.shape));
    if before != after {
        body.pose.translation += before - after;
    }
}

/// Turns a body by quarter turns about its centre; exact where its rotation is a count of quarters or none.
pub fn quarter_turn(scene: &mut Scene, body: usize, quarters: i64) {
    let Some(body) = scene.bodies.get_mut(body) else { return };
    let before = body.pose.pose().point(center(&body.shape));
    body.pose.rotation = match body.pose.rotation {
        RotationDef::Angle(0.0) => RotationDef::Quarter(quarters.rem_euclid(4)),
        RotationDef::Angle(a) => RotationDef::Angle(a + quarters as f64 * std::f64::consts::FRAC_PI_2),
        RotationDef::Quarter(n) => RotationDef::Quarter((n.rem_euclid(4) + quarters).rem_euclid(4)),
        RotationDef::CosSin(c, s) => match quarters.rem_euclid(4) {
            0 => RotationDef::CosSin(c, s),
            1 => RotationDef::CosSin(negated(s), c),
            2 => RotationDef::CosSin(negated(c), negated(s)),
            _ => RotationDef::CosSin(s, negated(c)),
        },
    };
    let after = body.pose.pose().point(center(&body.shape));
    if before != after {
        body.pose.translation += before - after;
    }
}

/// Lists the vertices of a body from another one: `by` further on.
pub fn shift_start(scene: &mut Scene, body: usize, by: i64) {
    reorder(scene, body, &|i, n| (i as i64 + by).rem_euclid(n as i64) as usize);
}

/// Lists the vertices of a body the other way round, the first one first.
pub fn reverse(scene: &mut Scene, body: usize) {
    reorder(scene, body, &|i, n| (n - i) % n);
}

/// New place `i` of `n` takes the vertex from place `from(i, n)`. A warm start goes on naming the same vertices.
fn reorder(scene: &mut Scene, index: usize, from: &dyn Fn(usize, usize) -> usize) {
    let Some(body) = scene.bodies.get_mut(index) else { return };
    let n = match &mut body.shape {
        ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => {
            if from(0, 2) != 0 || from(1, 2) != 1 {
                std::mem::swap(a, b);
            }
            2
        }
        ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } if !points.is_empty() => {
            let old = std::mem::take(points);
            *points = (0..old.len()).map(|i| old[from(i, old.len())]).collect();
            old.len()
        }
        _ => return,
    };
    let name = body.name.clone();
    let to = |old: u32| (0..n).find(|i| from(*i, n) == old as usize).map_or(old, |i| i as u32);
    let (first, second) = (scene.query.a == name, scene.query.b == name);
    for (a, b) in &mut scene.query.settings.warm_start {
        if first {
            *a = to(*a);
        }
        if second {
            *b = to(*b);
        }
    }
}
