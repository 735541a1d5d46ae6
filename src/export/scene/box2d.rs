//! A C test of Box2D's `b2ShapeDistance`, for its folder of tests. Box2D computes in f32, so the truth is that of the numbers
//! rounded to f32. Box2D v3.1 takes both poses, later versions the relative one; the test has both.

use std::fmt::Write as _;

use super::Kept;
use super::text::{camel, comment, stem, truth_words};
use crate::check::Asked;
use crate::num::Precision;
use crate::run::{self, NumberStyle, plain_number};
use crate::scene::Scene;
use crate::shape::{PoseDef, ShapeDef};

/// `B2_MAX_POLYGON_VERTICES`, the most points of a proxy.
const MOST_POINTS: usize = 8;

pub fn applies(scene: &Scene) -> Result<(), String> {
    let (a, b) = run::bodies(scene).ok_or("the query names no two bodies")?;
    for body in [a, b] {
        match body.shape.points() {
            None => return Err(format!("Box2D has no ellipse, as {} is", body.name)),
            Some(points) if points.len() > MOST_POINTS => {
                return Err(format!(
                    "a Box2D proxy has at most {MOST_POINTS} points, {} has {}",
                    body.name,
                    points.len()
                ));
            }
            Some(_) => {}
        }
    }
    let rounded = |x: f64| ((x as f32).is_finite()).then_some(()).ok_or("a number is too large for f32".to_owned());
    let mut fits = Ok(());
    for body in [a, b] {
        let mut look = |x: f64| fits = fits.clone().and(rounded(x));
        look(body.shape.radius());
        body.shape.points().unwrap_or_default().iter().for_each(|p| [p.x, p.y].into_iter().for_each(&mut look));
        [body.pose.translation.x, body.pose.translation.y].into_iter().for_each(&mut look);
    }
    fits
}

/// An f32 as a hexadecimal literal, exact.
fn float(x: f64) -> String {
    format!("{}f", plain_number(x as f32 as f64, NumberStyle::Hex))
}

fn vector(x: f64, y: f64) -> String {
    format!("{{ {}, {} }}", float(x), float(y))
}

fn points(name: &str, shape: &ShapeDef) -> String {
    let mut out = format!("\tb2Vec2 {name}[] = {{\n");
    for p in shape.points().unwrap_or_default() {
        let decimal = |x: f64| plain_number(x, NumberStyle::Exact);
        let _ = writeln!(out, "\t\t{}, // {}, {}", vector(p.x, p.y), decimal(p.x), decimal(p.y));
    }
    out + "\t};\n"
}

fn transform(pose: &PoseDef) -> String {
    let (c, s) = pose.rotation.cos_sin();
    format!("{{ {}, {} }}", vector(pose.translation.x, pose.translation.y), vector(c, s))
}

pub fn write(kept: &Kept) -> String {
    let scene = kept.scene();
    let Some(asked) = Asked::new(scene, Precision::F32) else { return String::new() };
    let truth = &asked.truth;
    let name = camel(stem(kept.path));
    let tolerance = asked.tolerance + truth.gap;
    let apart = if truth.signed_distance > tolerance { "\tENSURE( output.distance > 0.0f );\n" } else { "" };
    let mut out = comment(&format!("{}: {}", stem(kept.path), scene.story.trim()), "//");
    if !scene.source.is_empty() {
        out += &comment(&format!("Source: {}.", scene.source.trim()), "//");
    }
    out += &comment(
        &format!("Truth of these exact numbers: {}; b2ShapeDistance gives 0 for an overlap.", truth_words(truth)),
        "//",
    );
    out += &comment(
        &format!(
            "For test/test_distance.c; call it by RUN_SUBTEST( {name} ).\nBOX2D_3_1: the version whose input has a pose for each shape."
        ),
        "//",
    );
    let count = |shape: &ShapeDef| shape.points().map_or(0, |p| p.len());
    let _ = write!(
        out,
        "static int {name}( void )\n{{\n{a}{b}\
         \tb2Transform worldA = {pose_a};\n\
         \tb2Transform worldB = {pose_b};\n\n\
         \tb2DistanceInput input = {{ 0 }};\n\
         \tinput.proxyA = b2MakeProxy( a, {count_a}, {radius_a} );\n\
         \tinput.proxyB = b2MakeProxy( b, {count_b}, {radius_b} );\n\
         #ifdef BOX2D_3_1\n\
         \tinput.transformA = worldA;\n\
         \tinput.transformB = worldB;\n\
         #else\n\
         \tinput.transform = b2InvMulTransforms( worldA, worldB );\n\
         #endif\n\
         \tinput.useRadii = true;\n\n\
         \tb2SimplexCache cache = {{ 0 }};\n\
         \tb2DistanceOutput output = b2ShapeDistance( &input, &cache, NULL, 0 );\n\n\
         {apart}\tENSURE_SMALL( output.distance - {distance}, {tolerance} );\n\n\
         \treturn 0;\n}}\n",
        a = points("a", &asked.a.0),
        b = points("b", &asked.b.0),
        pose_a = transform(&asked.a.1),
        pose_b = transform(&asked.b.1),
        count_a = count(&asked.a.0),
        count_b = count(&asked.b.0),
        radius_a = float(asked.a.0.radius()),
        radius_b = float(asked.b.0.radius()),
        distance = float(truth.signed_distance.max(0.0)),
        tolerance = float(tolerance),
    );
    out
}
