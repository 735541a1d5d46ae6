//! Reading a body: its name, shape and pose, and the rules for their numbers.

use glam::DVec3;

use super::convex::{self, Fault};
use super::reader::{Fields, Read, Reader, Trail, suggestion, thousands};
use super::tree::Node;
use super::{Body, MOST_POINTS};
use crate::shape::{PoseDef, RotationDef, SHAPES, ShapeDef};

/// A body; its trail starts with its name.
pub(super) fn body(r: &Reader, node: &Node, place: &Trail) -> Read<Body> {
    let name = super::dimension::body_name(r, node);
    let trail = name.as_ref().map_or(*place, |name| Trail::body(name));
    let fields = r.fields(node, &trail, "Body", &["name", "shape", "translation", "rotation"])?;
    let name_node = fields.required("name", &trail, "\"A\"")?;
    let name = r.text(name_node, &place.field("name"))?;
    if r.judge && (name.is_empty() || name.chars().any(char::is_control)) {
        let message = "a name is one line with at least one letter";
        return Err(r.error(&name_node.span, &place.field("name"), message));
    }
    let shape = fields.required("shape", &trail, "Box(half_extents: (1, 1))")?;
    let shape = self::shape(r, shape, &trail.field("shape"))?;
    let mut pose = PoseDef::default();
    if let Some(node) = fields.optional("translation") {
        pose.translation = r.point(node, &trail.field("translation"))?;
    }
    if let Some(node) = fields.optional("rotation") {
        pose.rotation = rotation(r, node, &trail.field("rotation"))?;
    }
    Ok(Body { name, shape, pose })
}

fn shape(r: &Reader, node: &Node, trail: &Trail) -> Read<ShapeDef> {
    let names: Vec<&str> = SHAPES.iter().map(|kind| kind.ron).collect();
    let word = r.variant(node).ok_or_else(|| r.expected(node, trail, "a shape, as Box(half_extents: (1, 1))"))?;
    let Some(kind) = SHAPES.iter().find(|kind| kind.ron == word) else {
        let word = super::reader::shortened(word);
        return Err(r.error(&node.span, trail, format!("unknown shape {word}; {}", suggestion(&word, &names))));
    };
    let known: Vec<&str> = kind.fields.iter().map(|field| field.trim_end_matches('?')).collect();
    let f = ShapeFields { r, fields: r.variant_fields(node, trail, &known)?, trail };
    Ok(match kind.ron {
        "Point" => ShapeDef::Point { at: f.point("at")?, radius: f.rounding()? },
        "Segment" => ShapeDef::Segment { a: f.point("a")?, b: f.point("b")?, radius: f.rounding()? },
        "Polygon" => ShapeDef::Polygon { points: f.polygon()?, radius: f.rounding()? },
        "Hull" => ShapeDef::Hull { points: f.points("Hull")?, radius: f.rounding()? },
        "Box" => ShapeDef::Box { half_extents: f.sizes("half_extents", "half extent", false)?, radius: f.rounding()? },
        "Circle" => ShapeDef::Circle { radius: f.radius()?, center: f.center()? },
        "Capsule" => ShapeDef::Capsule { a: f.point("a")?, b: f.point("b")?, radius: f.radius()? },
        "Ellipse" => ShapeDef::Ellipse {
            semi_axes: f.sizes("semi_axes", "semi-axis", true)?,
            center: f.center()?,
            radius: f.rounding()?,
        },
        other => unreachable!("{other} is listed in SHAPES but not read"),
    })
}

/// The fields of one shape.
struct ShapeFields<'n, 't, 'r> {
    r: &'r Reader<'t>,
    fields: Fields<'n, 't, 'r>,
    trail: &'r Trail<'r>,
}

impl ShapeFields<'_, '_, '_> {
    fn point(&self, name: &str) -> Read<DVec3> {
        self.r.point(self.fields.required(name, self.trail, "(x, y)")?, &self.trail.field(name))
    }

    fn center(&self) -> Read<DVec3> {
        let node = self.fields.optional("center");
        node.map_or(Ok(DVec3::ZERO), |node| self.r.point(node, &self.trail.field("center")))
    }

    fn radius(&self) -> Read<f64> {
        self.r.size(self.fields.required("radius", self.trail, "0.5")?, &self.trail.field("radius"), "radius")
    }

    fn rounding(&self) -> Read<f64> {
        let node = self.fields.optional("radius");
        node.map_or(Ok(0.0), |node| self.r.size(node, &self.trail.field("radius"), "radius"))
    }

    /// Two sizes; flat ones are refused only where `solid` says so: a flat box is what people debug, a flat ellipse has a better name.
    fn sizes(&self, name: &str, what: &str, solid: bool) -> Read<DVec3> {
        let node = self.fields.required(name, self.trail, "(1, 1)")?;
        let trail = self.trail.field(name);
        let sizes = self.r.point(node, &trail)?;
        for (node, axis) in self.r.tuple(node).unwrap_or_default().iter().zip(["x", "y"]) {
            let size = self.r.size(&node.value, &trail.field(axis), what)?;
            if self.r.judge && solid && size == 0.0 {
                let message = format!("the {what} is 0; write a positive one, or a Segment or Point");
                return Err(self.r.error(&node.value.span, &trail.field(axis), message));
            }
        }
        Ok(sizes)
    }

    fn points(&self, shape: &str) -> Read<Vec<DVec3>> {
        let node = self.fields.required("points", self.trail, "[(x, y), ..]")?;
        let trail = self.trail.field("points");
        let items = self.r.list(node, &trail, "(x, y)")?;
        if items.is_empty() {
            return Err(self.r.error(&node.span, &trail, format!("too few points; a {shape} has at least 1")));
        }
        if items.len() > MOST_POINTS {
            let (many, most) = (thousands(items.len()), thousands(MOST_POINTS));
            return Err(self.r.error(&node.span, &trail, format!("{many} points; a {shape} has at most {most}")));
        }
        items.iter().enumerate().map(|(i, item)| self.r.point(&item.value, &trail.index(i))).collect()
    }

    fn polygon(&self) -> Read<Vec<DVec3>> {
        let points = self.points("Polygon")?;
        if !self.r.judge {
            return Ok(points);
        }
        let node = self.fields.required("points", self.trail, "")?;
        let items = self.r.list(node, self.trail, "(x, y)")?;
        let trail = self.trail.field("points");
        let refuse = |i: usize, message: &str| Err(self.r.error(&items[i].value.span, &trail.index(i), message));
        match convex::check(&points) {
            Ok(None) => Ok(points),
            Ok(Some(i)) => {
                let message = "a dent of less than 4 units in the last place; taken as convex";
                self.r.note(&items[i].value.span, &trail.index(i), message);
                Ok(points)
            }
            Err(Fault::Dent(i)) => refuse(i, "not convex; use Hull"),
            Err(Fault::Order(i)) => refuse(i, "not in order around the polygon; sort the points or use Hull"),
            Err(Fault::Winds(n)) => {
                let message = format!("goes around {n} times; list each point once or use Hull");
                Err(self.r.error(&node.span, &trail, message))
            }
        }
    }
}

fn rotation(r: &Reader, node: &Node, trail: &Trail) -> Read<RotationDef> {
    let values = r.tuple(node).filter(|_| r.variant(node).is_some()).unwrap_or_default();
    match (r.variant(node), values) {
        (Some("Quarter"), [n]) => Ok(RotationDef::Quarter(r.integer(&n.value, trail, i64::MIN, i64::MAX)?)),
        (Some("Quarter"), _) => Err(r.expected(node, trail, "Quarter(n), n turns of 90 degrees")),
        (Some("CosSin"), [c, s]) => {
            let (c, s) = (r.number(&c.value, trail)?, r.number(&s.value, trail)?);
            if r.judge && c == 0.0 && s == 0.0 {
                return Err(r.error(&node.span, trail, "CosSin(0, 0) is no rotation; write CosSin(1, 0) for none"));
            }
            Ok(RotationDef::CosSin(c, s))
        }
        (Some("CosSin"), _) => Err(r.expected(node, trail, "CosSin(cosine, sine)")),
        (Some("Angle"), [angle]) => Ok(RotationDef::Angle(r.number(&angle.value, trail)?)),
        (Some(word), _) if !matches!(word, "NaN" | "inf") => {
            Err(r.expected(node, trail, "an angle in radians, Quarter(n) or CosSin(c, s)"))
        }
        _ => Ok(RotationDef::Angle(r.number(node, trail)?)),
    }
}
