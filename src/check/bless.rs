//! The expectation that the truth gives: written into scenes that have none.

use super::expectation_agrees_with_truth;
use super::judge::{Asked, expected};
use crate::exact::{Class, NormalKind, Truth};
use crate::num::Precision;
use crate::scene::{Answer, Document, Expect, Scene};

/// What blessing does to a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Blessing {
    /// It has an expectation, and that is true.
    Kept,
    /// It has an expectation that is not true; the sentence says how. Only changed when forced.
    Contradicts(String),
    /// The text of the file with the expectation in it.
    Written(String),
}

/// What the truth expects of the scene's numbers as written, and in f32 where the rounded numbers have another class. `None` if
/// the query names no two bodies.
pub fn expectation_from_truth(scene: &Scene) -> Option<Expect> {
    let asked = Asked::new(scene, Precision::F64)?;
    let mut expect = expect(&asked.truth);
    if scene.query.precision == Precision::F32 {
        let rounded = Asked::new(scene, Precision::F32)?;
        let other = rounded.truth.class != asked.truth.class && rounded.truth.gap.is_finite();
        expect.f32 = other.then(|| Box::new(self::expect(&rounded.truth)));
    }
    Some(expect)
}

fn expect(truth: &Truth) -> Expect {
    let amount = Some(truth.signed_distance.abs()).filter(|&x| x > 0.0);
    // Of a continuous set the ends would be a choice; its normals are judged by their value.
    let listed = matches!(truth.normal_kind, NormalKind::Unique | NormalKind::Finite);
    Expect {
        answer: match truth.class {
            Class::Separated => Answer::Separated(amount),
            Class::Touching => Answer::Touching,
            Class::Overlapping => Answer::Overlapping(amount),
        },
        normals: if listed { truth.normals.clone() } else { Vec::new() },
        tolerance: None,
        max_iterations: None,
        f32: None,
        known_failures: Vec::new(),
        reported: None,
    }
}

/// Writes a missing expectation from the truth. One that is there and not true is replaced when `force`d, its tolerance, most
/// iterations, known failures and reports kept. Comments and spellings of the file stay.
pub fn bless(document: &Document, force: bool) -> Blessing {
    let scene = &document.scene;
    let Some(new) = expectation_from_truth(scene) else { return Blessing::Kept };
    let expect = match &scene.expect {
        None => new,
        Some(old) => match contradiction(scene) {
            None => return Blessing::Kept,
            Some(how) if !force => return Blessing::Contradicts(how),
            Some(_) => {
                let f32 = match (&old.f32, new.f32) {
                    (Some(old), Some(new)) => Some(Box::new(renewed(old, *new))),
                    (_, new) => new,
                };
                Expect { f32, ..renewed(old, Expect { f32: None, ..new }) }
            }
        },
    };
    Blessing::Written(document.render(&Scene { expect: Some(expect), ..scene.clone() }))
}

fn renewed(old: &Expect, new: Expect) -> Expect {
    Expect { answer: new.answer, normals: new.normals, ..old.clone() }
}

/// How an expectation differs from the truth, if one does; the same judgement is a check of every run.
fn contradiction(scene: &Scene) -> Option<String> {
    Precision::ALL.into_iter().find_map(|precision| {
        let (expect, asked) = (expected(scene, precision)?, Asked::new(scene, precision)?);
        let pair = [&asked.a, &asked.b].map(|(shape, pose)| (shape, pose));
        expectation_agrees_with_truth::contradiction(expect, &asked.truth, pair, asked.tolerance, asked.size)
            .map(|found| found.message)
    })
}

/// What changed from one text to another: the lines between the first and the last that differ, `-` old and `+` new, each with
/// its number.
pub fn difference(old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - head;
    let tail = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x == y).count();
    let side = |sign: char, lines: &[&str]| {
        let changed = lines[head..lines.len() - tail].iter().enumerate();
        changed.map(|(i, line)| format!("{sign}{:4}  {line}\n", head + i + 1)).collect::<String>()
    };
    side('-', &a) + &side('+', &b)
}
