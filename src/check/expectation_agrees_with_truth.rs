//! What the scene expects is true: the expectation itself is judged, on the numbers it speaks of.

use super::Found;
use super::judge::{Context, class_word};
use crate::exact::{Class, Truth, width};
use crate::num::Precision;
use crate::run::{bodies, short};
use crate::scene::{Answer, Expect};
use crate::shape::{PoseDef, ShapeDef};

pub(super) fn run(context: &Context, found: &mut dyn FnMut(Found)) {
    let (Some(expect), Some((a, b))) = (&context.scene.expect, bodies(context.scene)) else { return };
    let written = [(&a.shape, &a.pose), (&b.shape, &b.pose)];
    contradiction(expect, context.truth_as_written, written, context.tolerance, context.size).map(&mut *found);
    if let (Precision::F32, Some(expect)) = (context.precision, &expect.f32) {
        let rounded = [context.a, context.b].map(|(shape, pose)| (shape, pose));
        contradiction(expect, context.truth, rounded, context.tolerance, context.size).map(&mut *found);
    }
}

/// How far a normal may be from the one it is a spelling of: as far as the reader lets its length be from 1.
const SPELLING: f64 = 1e-5;

/// How the expectation differs from the truth of the numbers it speaks of, those of `pair`, if it does. `tolerance`: that of an
/// answer; `size`: the larger diameter, both in scene units.
pub(super) fn contradiction(
    expect: &Expect,
    truth: &Truth,
    pair: [(&ShapeDef, &PoseDef); 2],
    tolerance: f64,
    size: f64,
) -> Option<Found> {
    value_contradicts(expect, truth, tolerance).or_else(|| {
        let allowed = expect.tolerance.unwrap_or(0.0).max(tolerance) + truth.gap + SPELLING * size;
        let [a, b] = pair;
        expect.normals.iter().find_map(|&n| {
            // The depth along n is no more than the true one, if n is a normal that reaches it.
            let excess = width(n, a.0, a.1, b.0, b.1) + truth.signed_distance;
            (!(excess <= allowed)).then(|| Found {
                step: None,
                measured: Some(excess),
                allowed: Some(allowed),
                message: format!(
                    "the scene expects the normal ({}, {}), along which the shapes reach {} further than along a true one; correct `expect`",
                    short(n.x),
                    short(n.y),
                    short(excess)
                ),
            })
        })
    })
}

fn value_contradicts(expect: &Expect, truth: &Truth, tolerance: f64) -> Option<Found> {
    let tolerance = expect.tolerance.unwrap_or(0.0).max(tolerance) + truth.gap;
    let (class, value) = match expect.answer {
        Answer::Separated(distance) => (Class::Separated, distance),
        Answer::Touching => (Class::Touching, Some(0.0)),
        Answer::Overlapping(depth) => (Class::Overlapping, depth.map(|d| -d)),
    };
    let near_zero = truth.signed_distance.abs() <= tolerance && value.is_none_or(|v| v.abs() <= tolerance);
    let wrong_value = value.is_some_and(|v| !((v - truth.signed_distance).abs() <= tolerance));
    (wrong_value || (class != truth.class && !near_zero)).then(|| Found {
        step: None,
        measured: value,
        allowed: Some(tolerance),
        message: format!(
            "the scene expects {} {}, but the truth is {} {}; correct `expect`",
            class_word(class),
            value.map_or(String::new(), short),
            class_word(truth.class),
            short(truth.signed_distance)
        ),
    })
}
