//! A Rust test of parry2d, or parry2d-f64 where the scene runs in f64; written for parry 0.31.

use std::fmt::Write as _;

use glam::DVec3;

use super::Kept;
use super::text::{clockwise, comment, corners, snake, stem, truth_words};
use crate::check::Asked;
use crate::exact::Class;
use crate::num::Precision;
use crate::run::{self, NumberStyle, plain_number};
use crate::scene::Scene;
use crate::shape::{PoseDef, RotationDef, ShapeDef};

pub fn applies(scene: &Scene) -> Result<(), String> {
    let (a, b) = run::bodies(scene).ok_or("the query names no two bodies")?;
    let ellipse = |shape: &ShapeDef| matches!(shape, ShapeDef::Ellipse { .. });
    match ellipse(&a.shape) || ellipse(&b.shape) {
        true => Err("parry has no ellipse".to_owned()),
        false => Ok(()),
    }
}

/// Numbers of one precision as literals.
struct Literals(Precision);

impl Literals {
    /// The exact bits, and the decimal for a person.
    fn number(&self, x: f64) -> String {
        let decimal = plain_number(x, NumberStyle::Exact);
        match self.0 {
            Precision::F64 => format!("f(0x{:016x}) /* {decimal} */", x.to_bits()),
            Precision::F32 => format!("f(0x{:08x}) /* {decimal} */", (x as f32).to_bits()),
        }
    }

    fn vector(&self, p: DVec3) -> String {
        format!("Vector::new({}, {})", self.number(p.x), self.number(p.y))
    }

    fn vectors(&self, points: &[DVec3]) -> String {
        points.iter().map(|&p| format!("        {},\n", self.vector(p))).collect()
    }

    fn pose(&self, pose: &PoseDef) -> String {
        let translation = self.vector(pose.translation);
        match pose.rotation {
            RotationDef::Angle(0.0) => format!("Pose::from_translation({translation})"),
            RotationDef::Angle(angle) => format!("Pose::new({translation}, {})", self.number(angle)),
            turned => {
                let (c, s) = turned.cos_sin();
                let (c, s) = (self.number(c), self.number(s));
                format!("Pose::from_parts({translation}, Rotation::from_cos_sin_unchecked({c}, {s}))")
            }
        }
    }

    /// A shape, its type for `use`, and the centre that parry's shape cannot have.
    fn shape(&self, shape: &ShapeDef) -> Option<(String, &'static str, DVec3)> {
        let corners = corners(shape)?;
        let radius = shape.radius();
        let rounded = |core: String, name: &'static str, round: &'static str| match radius > 0.0 {
            true => {
                let radius = self.number(radius);
                (format!("RoundShape {{ inner_shape: {core}, border_radius: {radius} }}"), round, DVec3::ZERO)
            }
            false => (core, name, DVec3::ZERO),
        };
        Some(match (shape, &corners[..]) {
            (ShapeDef::Box { half_extents, .. }, [_, _, _, ..]) => {
                rounded(format!("Cuboid::new({})", self.vector(*half_extents)), "Cuboid", "Cuboid, RoundShape")
            }
            (ShapeDef::Capsule { a, b, .. }, _) => {
                let (a, b, radius) = (self.vector(*a), self.vector(*b), self.number(radius));
                (format!("Capsule::new({a}, {b}, {radius})"), "Capsule", DVec3::ZERO)
            }
            (_, [] | [_]) => {
                let center = corners.first().copied().unwrap_or_default();
                (format!("Ball::new({})", self.number(radius)), "Ball", center)
            }
            (_, [a, b]) if radius > 0.0 => {
                let (a, b, radius) = (self.vector(*a), self.vector(*b), self.number(radius));
                (format!("Capsule::new({a}, {b}, {radius})"), "Capsule", DVec3::ZERO)
            }
            (_, [a, b]) => (format!("Segment::new({}, {})", self.vector(*a), self.vector(*b)), "Segment", DVec3::ZERO),
            (ShapeDef::Hull { points, .. }, _) => {
                let points = self.vectors(points);
                let core = format!(
                    "ConvexPolygon::from_convex_hull(&[\n{points}    ])\n    .expect(\"parry refuses these points\")"
                );
                rounded(core, "ConvexPolygon", "ConvexPolygon, RoundShape")
            }
            _ => {
                let mut points = shape.points()?;
                if clockwise(&points, &corners) {
                    points.reverse();
                }
                let points = self.vectors(&points);
                let core = format!(
                    "ConvexPolygon::from_convex_polyline(vec![\n{points}    ])\n    .expect(\"parry refuses these points\")"
                );
                rounded(core, "ConvexPolygon", "ConvexPolygon, RoundShape")
            }
        })
    }
}

pub fn write(kept: &Kept) -> String {
    let scene = kept.scene();
    let precision = scene.query.precision;
    let literals = Literals(precision);
    let Some(asked) = Asked::new(scene, precision) else { return String::new() };
    let (Some((a, name_a, center_a)), Some((b, name_b, center_b))) =
        (literals.shape(&asked.a.0), literals.shape(&asked.b.0))
    else {
        return String::new();
    };
    let placed = |pose: &PoseDef, center: DVec3| match center == DVec3::ZERO {
        true => literals.pose(pose),
        false => format!("{} * Pose::from_translation({})", literals.pose(pose), literals.vector(center)),
    };
    let (pos_a, pos_b) = (placed(&asked.a.1, center_a), placed(&asked.b.1, center_b));
    let (krate, float, bits) = match precision {
        Precision::F64 => ("parry2d_f64", "f64", "u64"),
        Precision::F32 => ("parry2d", "f32", "u32"),
    };
    let mut names: Vec<&str> = [name_a, name_b].iter().flat_map(|names| names.split(", ")).collect();
    names.sort_unstable();
    names.dedup();
    let rotation = if [&pos_a, &pos_b].iter().any(|pos| pos.contains("Rotation::")) { ", Rotation" } else { "" };
    let truth = &asked.truth;
    let tolerance = asked.tolerance + truth.gap;
    // On a curved outline of size D, points up to sqrt(2 t D) aside are extreme to within t.
    let witness = if asked.curved { (2.0 * tolerance * asked.size).sqrt() } else { tolerance } * 2.0
        + 16.0 * precision.epsilon() * largest(&asked);
    // Far enough to find the shapes, near enough to stay finite when squared.
    let prediction = 2.0 * truth.signed_distance.abs() + asked.size + 2.0 * tolerance;
    let class = match truth.class {
        _ if truth.signed_distance.abs() <= tolerance => String::new(),
        class => format!(
            "    let meet = query::intersection_test(&pos_a, &a, &pos_b, &b).expect(\"parry knows these shapes\").intersecting;\n    \
             if {}meet {{\n        wrong.push(format!(\"intersection_test answers {{meet}}\"));\n    }}\n",
            if class == Class::Separated { "" } else { "!" }
        ),
    };
    let mut out = comment(&format!("{}: {}", stem(kept.path), scene.story.trim()), "///");
    if !scene.source.is_empty() {
        out += &comment(&format!("Source: {}.", scene.source.trim()), "///");
    }
    out += &comment(
        &format!(
            "Truth of these exact numbers: {}. Tolerance {}.",
            truth_words(truth),
            plain_number(tolerance, NumberStyle::Exact)
        ),
        "///",
    );
    let number = |x: f64| literals.number(precision.round(x));
    let _ = write!(
        out,
        "#[test]\nfn {name}() {{\n    \
         use {krate}::math::{{Pose{rotation}, Vector}};\n    \
         use {krate}::query;\n    \
         use {krate}::shape::{{{names}}};\n\n    \
         let f = |bits: {bits}| {float}::from_bits(bits);\n    \
         let a = {a};\n    \
         let pos_a = {pos_a};\n    \
         let b = {b};\n    \
         let pos_b = {pos_b};\n    \
         let (truth, tolerance, prediction) = ({truth}, {tolerance}, {prediction});\n    \
         let mut wrong = Vec::new();\n    \
         match query::contact(&pos_a, &a, &pos_b, &b, prediction).expect(\"parry knows these shapes\") {{\n        \
         None => wrong.push(\"contact answers None within the prediction\".to_owned()),\n        \
         Some(contact) => {{\n            \
         let right = (contact.dist - truth).abs() <= tolerance;\n            \
         if !right {{\n                \
         wrong.push(format!(\"contact answers {{:?}}\", contact.dist));\n            }}\n            \
         let off = (contact.point2 - contact.point1 - contact.normal1 * contact.dist).length();\n            \
         let right = off <= {witness};\n            \
         if !right {{\n                \
         wrong.push(format!(\"the points of contact are {{off:?}} off\"));\n            }}\n        }}\n    }}\n    \
         let distance = query::distance(&pos_a, &a, &pos_b, &b).expect(\"parry knows these shapes\").distance;\n    \
         let right = (distance - truth.max(0.0)).abs() <= tolerance;\n    \
         if !right {{\n        \
         wrong.push(format!(\"distance answers {{distance:?}}\"));\n    }}\n{class}    \
         assert!(wrong.is_empty(), \"true is {{truth:?}} ± {{tolerance:?}}, but {{}}\", wrong.join(\", \"));\n}}\n",
        name = snake(stem(kept.path)),
        names = names.join(", "),
        truth = number(truth.signed_distance),
        tolerance = number(tolerance),
        prediction = number(prediction),
        witness = number(witness),
    );
    out
}

/// The largest coordinate of the true witness points: both engines' points are rounded in the world.
fn largest(asked: &Asked) -> f64 {
    asked.truth.witnesses.map_or(0.0, |(a, b)| a.abs().max_element().max(b.abs().max_element()))
}
