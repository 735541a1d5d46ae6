//! One kind of shape as another: the same set of points where the other kind can say it, else the nearest of its kind.

use glam::DVec3;

use crate::num::cos_sin;
use crate::scene::{Body, convex_corners};
use crate::shape::{PoseDef, ShapeDef};

/// What a shape is turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Its corners in order; a smooth outline gets so many.
    Polygon(u32),
    /// The hull of its corners.
    Hull,
    /// The two ends of a capsule, rounded; the two ends of a flat one.
    Segment,
    /// The rounded segment as a capsule.
    Capsule,
    /// Point with a radius, or ellipse with equal axes.
    Circle,
    /// Circle with two equal axes.
    Ellipse,
    /// The box around it, along its own axes.
    Box,
}

impl Form {
    /// All of them, in the order of the menu; `sides` for smooth outlines.
    pub fn all(sides: u32) -> [Form; 7] {
        use Form::*;
        [Polygon(sides), Hull, Box, Segment, Capsule, Circle, Ellipse]
    }

    /// What a person reads, for a shape it applies to.
    pub fn label(self, of: &ShapeDef) -> String {
        match (self, of) {
            (Form::Polygon(n), ShapeDef::Circle { .. } | ShapeDef::Ellipse { .. }) => {
                format!("Polygon of {n} vertices")
            }
            (Form::Polygon(_), ShapeDef::Hull { .. }) => "Polygon of its hull".into(),
            (Form::Polygon(_), _) => "Polygon".into(),
            (Form::Hull, _) => "Hull of its points".into(),
            (Form::Segment, ShapeDef::Capsule { .. }) => "Rounded segment".into(),
            (Form::Segment, _) => "Segment".into(),
            (Form::Capsule, _) => "Capsule".into(),
            (Form::Circle, _) => "Circle".into(),
            (Form::Ellipse, _) => "Ellipse".into(),
            (Form::Box, _) => "Box around it".into(),
        }
    }
}

/// The vertices of a regular polygon of that radius around the origin, the lowest edge level; coordinates are rounded to so many decimals.
pub fn regular(sides: u32, radius: f64, decimals: i32) -> Vec<DVec3> {
    let sides = sides.max(3);
    let turn = std::f64::consts::TAU / f64::from(sides);
    let down = -std::f64::consts::FRAC_PI_2 - turn / 2.0;
    let corner = |i: u32| {
        let (c, s) = cos_sin(down + turn * f64::from(i + 1));
        DVec3::new(super::drag::rounded(c * radius, decimals), super::drag::rounded(s * radius, decimals), 0.0)
    };
    (0..sides).map(corner).collect()
}

/// The body in another form; `None` where it has that form or cannot take it.
pub fn convert(body: &Body, form: Form) -> Option<Body> {
    let shape = &body.shape;
    let radius = shape.radius();
    let (shape, pose) = match form {
        Form::Box => boxed(body)?,
        form => (reshaped(shape, form, radius)?, body.pose),
    };
    (shape != body.shape).then(|| Body { shape, pose, name: body.name.clone() })
}

fn reshaped(shape: &ShapeDef, form: Form, radius: f64) -> Option<ShapeDef> {
    Some(match (form, shape) {
        (Form::Polygon(_), ShapeDef::Polygon { .. }) | (Form::Hull, ShapeDef::Hull { .. }) => return None,
        (Form::Polygon(n), ShapeDef::Circle { center, .. }) => around(*center, DVec3::splat(radius), n, 0.0),
        (Form::Polygon(n), ShapeDef::Ellipse { semi_axes, center, .. }) => around(*center, *semi_axes, n, radius),
        (Form::Polygon(_), ShapeDef::Hull { points, .. }) => {
            ShapeDef::Polygon { points: convex_corners(points), radius }
        }
        (Form::Polygon(_), other) => ShapeDef::Polygon { points: other.points()?, radius },
        (Form::Hull, ShapeDef::Circle { .. }) => return None,
        (Form::Hull, other) => ShapeDef::Hull { points: other.points()?, radius },
        (Form::Segment, ShapeDef::Segment { .. }) => return None,
        (Form::Segment, other) => {
            let (a, b) = ends(other)?;
            ShapeDef::Segment { a, b, radius }
        }
        (Form::Capsule, ShapeDef::Capsule { .. }) => return None,
        (Form::Capsule, other) => {
            let (a, b) = ends(other)?;
            ShapeDef::Capsule { a, b, radius }
        }
        (Form::Circle, ShapeDef::Point { at, .. }) => ShapeDef::Circle { radius, center: *at },
        (Form::Circle, ShapeDef::Capsule { a, b, .. }) if a == b => ShapeDef::Circle { radius, center: *a },
        (Form::Circle, ShapeDef::Ellipse { semi_axes: s, center, .. }) if s.x == s.y => {
            ShapeDef::Circle { radius: s.x + radius, center: *center }
        }
        (Form::Ellipse, ShapeDef::Circle { center, .. }) if radius > 0.0 => {
            ShapeDef::Ellipse { semi_axes: DVec3::new(radius, radius, 0.0), center: *center, radius: 0.0 }
        }
        _ => return None,
    })
}

/// The two ends of what lies on a line; corners that coincide give one place twice.
fn ends(shape: &ShapeDef) -> Option<(DVec3, DVec3)> {
    match shape {
        ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => Some((*a, *b)),
        ShapeDef::Ellipse { .. } => None,
        other => match convex_corners(&other.points()?).as_slice() {
            [p] => Some((*p, *p)),
            [p, q] => Some((*p, *q)),
            _ => None,
        },
    }
}

/// A polygon on an ellipse; its numbers have as many digits as a picture could show.
fn around(center: DVec3, semi_axes: DVec3, sides: u32, radius: f64) -> ShapeDef {
    let size = semi_axes.x.max(semi_axes.y);
    let digits = if size > 0.0 { 6 - size.log10().floor() as i32 } else { 6 };
    let place = |x: f64, half: f64, c: f64| super::drag::rounded(x + half * c, digits);
    let point = |p: &DVec3| DVec3::new(place(center.x, semi_axes.x, p.x), place(center.y, semi_axes.y, p.y), 0.0);
    let points = regular(sides, 1.0, 16).iter().map(point).collect();
    ShapeDef::Polygon { points, radius }
}

/// The box around a shape along its own axes, and the pose that puts its middle there.
fn boxed(body: &Body) -> Option<(ShapeDef, PoseDef)> {
    let (low, high, radius) = match &body.shape {
        ShapeDef::Box { .. } => return None,
        ShapeDef::Ellipse { semi_axes, center, radius } => (*center - *semi_axes, *center + *semi_axes, *radius),
        ShapeDef::Circle { radius, center } => {
            let r = DVec3::new(*radius, *radius, 0.0);
            (*center - r, *center + r, 0.0)
        }
        other => {
            let points = other.points()?;
            let first = *points.first()?;
            let (low, high) = points.iter().fold((first, first), |(l, h), p| (l.min(*p), h.max(*p)));
            (low, high, other.radius())
        }
    };
    let (middle, half_extents) = (low * 0.5 + high * 0.5, high * 0.5 - low * 0.5);
    let mut pose = body.pose;
    if middle != DVec3::ZERO {
        pose.translation = body.pose.pose().point(middle);
    }
    Some((ShapeDef::Box { half_extents, radius }, pose))
}
