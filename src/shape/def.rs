//! What a file says of a shape: its kind, its fields as written, and the rules for them. What runs is [`super::Core`].

use glam::DVec3;

/// A convex shape in its body's frame, lengths in scene units. 2D points have z = 0.
///
/// Every kind but circle and capsule may be rounded by an optional `radius` (0 where left out): the shape is then the set
/// of all points at most `radius` away from it.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeDef {
    /// One point.
    Point { at: DVec3, radius: f64 },
    /// All points between `a` and `b`, which may coincide.
    Segment { a: DVec3, b: DVec3, radius: f64 },
    /// A convex polygon, vertices in order, either way round; repeated and collinear vertices are legal.
    Polygon { points: Vec<DVec3>, radius: f64 },
    /// The convex hull of points in any order.
    Hull { points: Vec<DVec3>, radius: f64 },
    /// An axis-aligned box around the body's origin.
    Box { half_extents: DVec3, radius: f64 },
    /// All points at most `radius` from `center`.
    Circle { radius: f64, center: DVec3 },
    /// All points at most `radius` from the segment `a`, `b`.
    Capsule { a: DVec3, b: DVec3, radius: f64 },
    /// An axis-aligned ellipse, semi-axes along x and y.
    Ellipse { semi_axes: DVec3, center: DVec3, radius: f64 },
}

/// A row of the list of shapes.
pub struct ShapeKind {
    /// Kebab-case word on the command line and in JSON.
    pub id: &'static str,
    /// The word in a scene file.
    pub ron: &'static str,
    /// Its fields, as in a scene file; `?` marks an optional one.
    pub fields: &'static [&'static str],
    /// What a person reads.
    pub label: &'static str,
    /// A default instance, about 2 units wide: what "add a shape" starts from.
    pub sample: fn() -> ShapeDef,
}

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

/// Every shape, in the order in which menus show them. Adding one is a variant above, a row here and an arm in each `match` of this folder.
pub const SHAPES: &[ShapeKind] = &[
    ShapeKind {
        id: "point",
        ron: "Point",
        fields: &["at", "radius?"],
        label: "Point",
        sample: || ShapeDef::Point { at: DVec3::ZERO, radius: 0.0 },
    },
    ShapeKind {
        id: "segment",
        ron: "Segment",
        fields: &["a", "b", "radius?"],
        label: "Segment",
        sample: || ShapeDef::Segment { a: p(-1.0, 0.0), b: p(1.0, 0.0), radius: 0.0 },
    },
    ShapeKind {
        id: "polygon",
        ron: "Polygon",
        fields: &["points", "radius?"],
        label: "Polygon",
        sample: || ShapeDef::Polygon { points: vec![p(-1.0, -1.0), p(1.0, -1.0), p(0.0, 1.0)], radius: 0.0 },
    },
    ShapeKind {
        id: "hull",
        ron: "Hull",
        fields: &["points", "radius?"],
        label: "Hull of points",
        sample: || ShapeDef::Hull { points: vec![p(-1.0, -1.0), p(1.0, 1.0), p(1.0, -1.0), p(-1.0, 1.0)], radius: 0.0 },
    },
    ShapeKind {
        id: "box",
        ron: "Box",
        fields: &["half_extents", "radius?"],
        label: "Box",
        sample: || ShapeDef::Box { half_extents: p(1.0, 1.0), radius: 0.0 },
    },
    ShapeKind {
        id: "circle",
        ron: "Circle",
        fields: &["radius", "center?"],
        label: "Circle",
        sample: || ShapeDef::Circle { radius: 1.0, center: DVec3::ZERO },
    },
    ShapeKind {
        id: "capsule",
        ron: "Capsule",
        fields: &["a", "b", "radius"],
        label: "Capsule",
        sample: || ShapeDef::Capsule { a: p(-1.0, 0.0), b: p(1.0, 0.0), radius: 0.5 },
    },
    ShapeKind {
        id: "ellipse",
        ron: "Ellipse",
        fields: &["semi_axes", "center?", "radius?"],
        label: "Ellipse",
        sample: || ShapeDef::Ellipse { semi_axes: p(1.5, 1.0), center: DVec3::ZERO, radius: 0.0 },
    },
];

impl ShapeDef {
    /// Its row in [`SHAPES`].
    pub fn kind(&self) -> &'static ShapeKind {
        let index = match self {
            ShapeDef::Point { .. } => 0,
            ShapeDef::Segment { .. } => 1,
            ShapeDef::Polygon { .. } => 2,
            ShapeDef::Hull { .. } => 3,
            ShapeDef::Box { .. } => 4,
            ShapeDef::Circle { .. } => 5,
            ShapeDef::Capsule { .. } => 6,
            ShapeDef::Ellipse { .. } => 7,
        };
        &SHAPES[index]
    }

    /// The radius of rounding, 0 where none is given; for a circle and a capsule their own radius.
    pub fn radius(&self) -> f64 {
        match self {
            ShapeDef::Point { radius, .. }
            | ShapeDef::Segment { radius, .. }
            | ShapeDef::Polygon { radius, .. }
            | ShapeDef::Hull { radius, .. }
            | ShapeDef::Box { radius, .. }
            | ShapeDef::Circle { radius, .. }
            | ShapeDef::Capsule { radius, .. }
            | ShapeDef::Ellipse { radius, .. } => *radius,
        }
    }

    /// Another radius; see [`ShapeDef::radius`].
    pub fn set_radius(&mut self, to: f64) {
        match self {
            ShapeDef::Point { radius, .. }
            | ShapeDef::Segment { radius, .. }
            | ShapeDef::Polygon { radius, .. }
            | ShapeDef::Hull { radius, .. }
            | ShapeDef::Box { radius, .. }
            | ShapeDef::Circle { radius, .. }
            | ShapeDef::Capsule { radius, .. }
            | ShapeDef::Ellipse { radius, .. } => *radius = to,
        }
    }

    /// The points that span the core, as written and in the order written: vertices, ends, the centre of a circle, the four
    /// corners of a box counter-clockwise from (-x, -y). `None` for an ellipse. Body frame. A vertex index anywhere in a
    /// trace is an index into this list.
    pub fn points(&self) -> Option<Vec<DVec3>> {
        Some(match self {
            ShapeDef::Point { at, .. } => vec![*at],
            ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => vec![*a, *b],
            ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } => points.clone(),
            ShapeDef::Box { half_extents: h, .. } => vec![p(-h.x, -h.y), p(h.x, -h.y), p(h.x, h.y), p(-h.x, h.y)],
            ShapeDef::Circle { center, .. } => vec![*center],
            ShapeDef::Ellipse { .. } => return None,
        })
    }

    /// The same shape with `f` applied to every number of it: rounding to f32, scaling.
    pub fn map(&self, f: impl Fn(f64) -> f64) -> ShapeDef {
        let v = |p: &DVec3| DVec3::new(f(p.x), f(p.y), f(p.z));
        let vs = |ps: &[DVec3]| ps.iter().map(v).collect::<Vec<_>>();
        match self {
            ShapeDef::Point { at, radius } => ShapeDef::Point { at: v(at), radius: f(*radius) },
            ShapeDef::Segment { a, b, radius } => ShapeDef::Segment { a: v(a), b: v(b), radius: f(*radius) },
            ShapeDef::Polygon { points, radius } => ShapeDef::Polygon { points: vs(points), radius: f(*radius) },
            ShapeDef::Hull { points, radius } => ShapeDef::Hull { points: vs(points), radius: f(*radius) },
            ShapeDef::Box { half_extents, radius } => {
                ShapeDef::Box { half_extents: v(half_extents), radius: f(*radius) }
            }
            ShapeDef::Circle { radius, center } => ShapeDef::Circle { radius: f(*radius), center: v(center) },
            ShapeDef::Capsule { a, b, radius } => ShapeDef::Capsule { a: v(a), b: v(b), radius: f(*radius) },
            ShapeDef::Ellipse { semi_axes, center, radius } => {
                ShapeDef::Ellipse { semi_axes: v(semi_axes), center: v(center), radius: f(*radius) }
            }
        }
    }
}
