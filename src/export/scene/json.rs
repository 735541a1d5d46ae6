//! A scene's numbers with their bits, the truth in both precisions and what every kernel answers, as JSON for other programs.

use glam::DVec3;
use serde_json::{Value, json};

use super::Kept;
use crate::check::{Asked, Reply, reply_json, truth_json, vector};
use crate::num::Precision;
use crate::run;
use crate::scene::Body;
use crate::shape::ShapeDef;

/// `0x3ff0000000000000`: the bits of an f64.
fn bits(x: f64) -> Value {
    json!(format!("0x{:016x}", x.to_bits()))
}

fn vector_bits(p: DVec3) -> Value {
    json!([bits(p.x), bits(p.y)])
}

/// A body: the points of its core in its own frame and in the world, its radius and pose. Numbers as written.
fn body(body: &Body) -> Value {
    let points = body.shape.points();
    let list = |points: &[DVec3], to: fn(DVec3) -> Value| points.iter().map(|&p| to(p)).collect::<Vec<_>>();
    let pose = body.pose.pose();
    let world: Option<Vec<DVec3>> = points.as_ref().map(|points| points.iter().map(|&p| pose.point(p)).collect());
    let (c, s) = body.pose.rotation.cos_sin();
    let ellipse = match &body.shape {
        ShapeDef::Ellipse { semi_axes, center, .. } => {
            json!({ "semi_axes": vector(*semi_axes), "center": vector(*center), "world_center": vector(pose.point(*center)) })
        }
        _ => Value::Null,
    };
    json!({
        "name": body.name,
        "shape": body.shape.kind().id,
        "points": points.as_deref().map(|p| list(p, vector)),
        "world_points": world.as_deref().map(|p| list(p, vector)),
        "radius": body.shape.radius(),
        "ellipse": ellipse,
        "translation": vector(body.pose.translation),
        "angle": body.pose.rotation.angle(),
        "cos_sin": [c, s],
        "bits": {
            "points": points.as_deref().map(|p| list(p, vector_bits)),
            "world_points": world.as_deref().map(|p| list(p, vector_bits)),
            "radius": bits(body.shape.radius()),
            "translation": vector_bits(body.pose.translation),
            "angle": bits(body.pose.rotation.angle()),
            "cos_sin": [bits(c), bits(s)],
        },
    })
}

pub fn write(kept: &Kept) -> String {
    let scene = kept.scene();
    let Some((a, b)) = run::bodies(scene) else { return String::new() };
    let truth = |precision: Precision| {
        Asked::new(scene, precision).map(|asked| {
            let mut truth = truth_json(&asked.truth);
            if let Value::Object(o) = &mut truth {
                o.insert("digits".to_owned(), json!(asked.truth.digits));
                o.insert("tolerance".to_owned(), json!(asked.tolerance));
            }
            truth
        })
    };
    let mut runs = Vec::new();
    super::by_every_kernel(scene, |trace, report| {
        runs.push(reply_json(kept.path, trace.kernel.id, trace.precision, &Reply::from(&trace.answered), report));
    });
    let all = json!({
        "format": 1,
        "scene": kept.path,
        "story": scene.story,
        "source": scene.source,
        "kernel": scene.query.kernel,
        "precision": scene.query.precision.id(),
        "a": body(a),
        "b": body(b),
        "truth": { "f64": truth(Precision::F64), "f32": truth(Precision::F32) },
        "run": reply_json(kept.path, kept.trace.kernel.id, kept.trace.precision, &Reply::from(&kept.trace.answered), kept.report),
        "runs": runs,
    });
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}
