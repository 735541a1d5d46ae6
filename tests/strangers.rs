//! Pastes as strangers write them: code of many engines, dumps of debuggers, logs, tables and prose. Each part of
//! `data/strangers.txt` is a text and what it must become, be asked about or be refused for.

use std::fmt::Write;

use gjkscope::import::{Reading, paste};
use gjkscope::num::Precision;
use gjkscope::scene::Body;
use gjkscope::shape::{RotationDef, ShapeDef};
use glam::DVec3;

const PASTES: &str = include_str!("data/strangers.txt");

/// Numbers in the shortest way that reads back the same in the scene's precision.
struct Short(Precision);

impl Short {
    fn num(&self, x: f64) -> String {
        let text = if self.0 == Precision::F32 { format!("{:?}", x as f32) } else { format!("{x:?}") };
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    }

    fn point(&self, p: &DVec3) -> String {
        format!("({},{})", self.num(p.x), self.num(p.y))
    }

    fn points(&self, points: &[DVec3]) -> String {
        points.iter().map(|p| self.point(p)).collect()
    }

    fn shape(&self, shape: &ShapeDef) -> String {
        let kind = shape.kind().id;
        let (mut text, radius) = match shape {
            ShapeDef::Point { at, radius } => (format!("{kind} {}", self.point(at)), *radius),
            ShapeDef::Segment { a, b, radius } => (format!("{kind} {}", self.points(&[*a, *b])), *radius),
            ShapeDef::Polygon { points, radius } | ShapeDef::Hull { points, radius } => {
                (format!("{kind} {}", self.points(points)), *radius)
            }
            ShapeDef::Box { half_extents, radius } => (format!("{kind} {}", self.point(half_extents)), *radius),
            ShapeDef::Circle { radius, center } => {
                (format!("{kind} {} {}", self.num(*radius), self.point(center)), 0.0)
            }
            ShapeDef::Capsule { a, b, radius } => {
                (format!("{kind} {} {}", self.points(&[*a, *b]), self.num(*radius)), 0.0)
            }
            ShapeDef::Ellipse { semi_axes, center, radius } => {
                (format!("{kind} {} {}", self.point(semi_axes), self.point(center)), *radius)
            }
        };
        if radius != 0.0 {
            let _ = write!(text, " round {}", self.num(radius));
        }
        text
    }

    fn body(&self, body: &Body) -> String {
        let mut text = format!("{}: {}", body.name, self.shape(&body.shape));
        if body.pose.translation != DVec3::ZERO {
            let _ = write!(text, " @ {}", self.point(&body.pose.translation));
        }
        match body.pose.rotation {
            RotationDef::Angle(0.0) => {}
            RotationDef::Angle(a) => {
                let _ = write!(text, " turn {}", self.num(a));
            }
            RotationDef::CosSin(c, s) => {
                let _ = write!(text, " turn {}", self.point(&DVec3::new(c, s, 0.0)));
            }
            other => {
                let _ = write!(text, " turn {other:?}");
            }
        }
        text
    }
}

fn said(reading: &Reading) -> String {
    let precision = reading.scene.query.precision;
    let short = Short(precision);
    let bodies: Vec<String> = reading.scene.bodies.iter().map(|body| short.body(body)).collect();
    let f32 = if precision == Precision::F32 { "f32 " } else { "" };
    format!("{f32}{}", bodies.join("; "))
}

/// Name, what it should become, text.
fn pastes() -> Vec<(&'static str, &'static str, &'static str)> {
    let blocks = PASTES.split("\n##### ").skip(1);
    blocks
        .map(|block| {
            let (head, text) = block.split_once('\n').unwrap();
            let (name, should) = head.split_once(" => ").unwrap();
            (name, should, text)
        })
        .collect()
}

/// What became of a text, in a line that can be compared: `asks N: ..` and `refuses: ..` begin with what is compared.
fn outcome(text: &str) -> String {
    match paste(text) {
        Ok(paste) => match &paste.readings[..] {
            [reading] => said(reading),
            many => {
                let all: Vec<String> = many.iter().map(said).collect();
                format!("asks {}: {}", many.len(), all.join(" | "))
            }
        },
        Err(e) => format!("refuses: {e}"),
    }
}

#[test]
fn strangers_are_understood() {
    let (mut wrong, mut right) = (String::new(), 0);
    let all = pastes();
    for (name, should, text) in &all {
        let is = outcome(text);
        // `asks` and `refuses: word` are beginnings or parts of what is said.
        let fits = match should.split_once(": ") {
            Some(("refuses", word)) => is.starts_with("refuses: ") && is.contains(word),
            Some(("asks", word)) => is.starts_with("asks ") && is.contains(word),
            _ => is == *should,
        };
        if fits {
            right += 1;
        } else {
            let _ = write!(wrong, "\n{name}\n  should {should}\n  is     {is}");
        }
    }
    assert!(wrong.is_empty(), "{right} of {} right{wrong}", all.len());
}

/// Texts that are nearly these: nothing panics, and what is read can be written and read again.
#[test]
fn nearly_as_strangers_write_is_safe() {
    // A linear congruential generator (Knuth's MMIX).
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    const PUT: [&str; 16] =
        ["", "(", ")", "{", "}", ",", ";", "\n", " ", "=", ":", "1", "-", "\u{e9}", "\t", "<repeats 9 times>"];
    for (name, _, text) in pastes() {
        let chars: Vec<char> = text.chars().collect();
        for _ in 0..100 {
            let (at, cut) = (random(chars.len()), random(9));
            let rest = &chars[(at + cut).min(chars.len())..];
            let mutated: String = chars[..at]
                .iter()
                .chain(PUT[random(PUT.len())].chars().collect::<Vec<_>>().iter())
                .chain(rest)
                .collect();
            for reading in paste(&mutated).map_or_else(|_| Vec::new(), |paste| paste.readings) {
                let scene = gjkscope::scene::parse(&gjkscope::scene::write(&reading.scene), "").unwrap().scene;
                assert_eq!(scene, reading.scene, "{name}\n{mutated}");
            }
        }
    }
}
