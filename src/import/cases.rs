//! Case files in JSON: two posed shapes, the right answer and what went wrong. Each static 2D case becomes a scene.

use std::collections::BTreeSet;
use std::fmt;

use glam::DVec3;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::num::Precision;
use crate::scene::{self, Answer, Body, Expect, Query, Scene, SceneError};
use crate::shape::{PoseDef, RotationDef, ShapeDef};

/// One case of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedCase {
    /// Its id, a word that can name a file; no two cases of a file share one. `case-3` where the third has none.
    pub id: String,
    /// Its scene, or why it is left out.
    pub scene: Result<Scene, LeftOut>,
}

/// Why one case of a file becomes no scene; the others do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// Nothing is wrong with it; it can't be a scene yet.
    Later(String),
    /// It is broken, and where.
    Broken(ImportError),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftOut::Later(reason) => f.write_str(reason),
            LeftOut::Broken(error) => write!(f, "{} ({}:{})", error.message, error.line, error.column),
        }
    }
}

/// Why a text holds no cases, and where. Its `Display` is one line without the leading `error: `, the place last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The case's id, where it is known; else empty.
    pub case: String,
    /// What is wrong and what to do about it.
    pub message: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl ImportError {
    /// The same error naming the file, as those of scenes do.
    pub fn in_file(self, path: &str) -> SceneError {
        SceneError {
            field: self.case,
            message: self.message,
            path: path.to_owned(),
            place: Some((self.line, self.column)),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.case.is_empty() {
            write!(f, "{}: ", self.case)?;
        }
        write!(f, "{} ({}:{})", self.message, self.line, self.column)
    }
}

impl std::error::Error for ImportError {}

/// Largest text, 64 MiB.
const MOST_BYTES: usize = 64 << 20;

/// What is read of a case before it is known whether it can be a scene.
#[derive(Deserialize)]
struct Head {
    id: Option<String>,
    dim: Option<u32>,
    query: Option<serde_json::Value>,
}

/// A static case in 2D.
#[derive(Deserialize)]
struct Case {
    a: Shape,
    b: Shape,
    #[serde(default)]
    source: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    what_went_wrong: String,
    #[serde(default)]
    notes: String,
    expected: Option<Expected>,
    sensitivity: Option<Sensitivity>,
    scale: Option<f64>,
    reported: Option<serde_json::Value>,
}

/// A shape with the fields of all kinds.
#[derive(Deserialize)]
struct Shape {
    #[serde(rename = "type")]
    kind: String,
    points: Option<Vec<Vec<f64>>>,
    point: Option<Vec<f64>>,
    center: Option<Vec<f64>>,
    a: Option<Vec<f64>>,
    b: Option<Vec<f64>>,
    half_extents: Option<Vec<f64>>,
    semi_axes: Option<Vec<f64>>,
    radius: Option<f64>,
    pose: Option<Pose>,
}

#[derive(Deserialize)]
struct Pose {
    translation: Option<Vec<f64>>,
    #[serde(default)]
    rotation: f64,
}

#[derive(Deserialize)]
struct Expected {
    /// `true`, `false` or `"touching"`.
    intersects: serde_json::Value,
    distance: Option<f64>,
    depth: Option<f64>,
    normal: Option<Vec<f64>>,
    normals: Option<Vec<Vec<f64>>>,
    normal_kind: Option<String>,
}

#[derive(Deserialize)]
struct Sensitivity {
    f64: Option<Reading>,
    f32: Option<Reading>,
}

/// The answer for the literals read in one precision.
#[derive(Deserialize)]
struct Reading {
    class: String,
    signed_distance: String,
}

/// Why one case is no scene.
enum Refusal {
    /// Nothing is wrong with it; it can't be one yet.
    Skip(String),
    /// It is broken.
    Broken(String),
}

fn broken<T>(message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Broken(message.into()))
}

/// Reads an array of cases, one object or one object a line. Cases in 3D, moving ones and ones with a shape that scenes do
/// not have are left out with the reason, and so are broken ones; an error is a text that holds no objects at all.
///
/// Bodies are named A and B. A polygon whose points are not exactly convex in order becomes a hull. The answer expected is
/// the one for the literals read as f64; that for f32 is added where its class differs, or its value by more than a
/// millionth of the case's scale.
pub fn cases(text: &str) -> Result<Vec<ImportedCase>, ImportError> {
    if text.len() > MOST_BYTES {
        return Err(error(text, 0, "", "larger than 64 MiB; split the file"));
    }
    let mut ids = BTreeSet::new();
    let mut cases = Vec::new();
    for (i, raw) in objects(text)?.into_iter().enumerate() {
        let (id, scene) = case(text, raw, &mut ids);
        let id = id.unwrap_or_else(|| {
            let mut id = format!("case-{}", i + 1);
            while !ids.insert(id.clone()) {
                id.push('+');
            }
            id
        });
        cases.push(ImportedCase { id, scene });
    }
    Ok(cases)
}

/// The id of one case, where it has a usable one, and its scene.
fn case(text: &str, raw: &RawValue, ids: &mut BTreeSet<String>) -> (Option<String>, Result<Scene, LeftOut>) {
    let at = raw.get().as_ptr() as usize - text.as_ptr() as usize;
    let broken = |id: &str, message: &str| Err(LeftOut::Broken(error(text, at, id, message)));
    if !raw.get().starts_with('{') {
        return (None, broken("", "not a case; expected {\"id\": .., \"dim\": 2, ..}"));
    }
    let head: Head = match serde_json::from_str(raw.get()) {
        Ok(head) => head,
        Err(e) => return (None, Err(LeftOut::Broken(inside(text, at, "", &e)))),
    };
    let id = head.id.clone().unwrap_or_default();
    if head.id.is_some() && !is_file_name(&id) {
        let message = "the id must be letters, digits, '-', '_', '.' and '+', as it names a file";
        return (None, broken("", message));
    }
    if head.id.is_some() && !ids.insert(id.to_lowercase()) {
        return (None, broken(&id, "this id is used twice; change one"));
    }
    let scene = match skip(&head) {
        Some(reason) => Err(LeftOut::Later(reason)),
        None => match serde_json::from_str::<Case>(raw.get()) {
            Err(e) => Err(LeftOut::Broken(inside(text, at, &id, &e))),
            Ok(case) => match scene(&case) {
                Ok(scene) => Ok(scene),
                Err(Refusal::Skip(reason)) => Err(LeftOut::Later(reason)),
                Err(Refusal::Broken(message)) => broken(&id, &message),
            },
        },
    };
    (head.id, scene)
}

/// The cases of a text that is one of case objects: JSON with an id or a dimension, and two shapes with a type under "a" and
/// "b". `None` if it is another kind of text; without a key "expected" it is one only where a case of it can be read.
pub fn case_text(text: &str) -> Option<Result<Vec<ImportedCase>, ImportError>> {
    let start = text.trim_start();
    let has = |key: &str| start.contains(&format!("\"{key}\""));
    let named = start.starts_with(['[', '{']) && (has("id") || has("dim"));
    if !named || !(has("expected") || has("a") && has("b") && has("type")) {
        return None;
    }
    // A comma behind an object cut from its array.
    let cases = cases(text.trim_end().trim_end_matches(','));
    let sure = has("expected") && has("id") && has("dim");
    let any = cases.as_ref().is_ok_and(|cases| cases.iter().any(|case| case.scene.is_ok()));
    (sure || any).then_some(cases)
}

/// The cases' own texts, which are parts of `text`.
fn objects(text: &str) -> Result<Vec<&RawValue>, ImportError> {
    let start = text.len() - text.trim_start().len();
    match text[start..].chars().next() {
        Some('[') => serde_json::from_str(text).map_err(|e| inside(text, 0, "", &e)),
        Some('{') => {
            let all = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
            all.map(|raw| raw.map_err(|e| inside(text, 0, "", &e))).collect()
        }
        _ => Err(error(text, start, "", "not a case file; expected [{\"id\": .., \"dim\": 2, ..}, ..]")),
    }
}

fn error(text: &str, at: usize, case: &str, message: &str) -> ImportError {
    let (line, column) = scene::place(text, at);
    ImportError { case: case.to_owned(), message: message.to_owned(), line, column }
}

/// An error of serde_json about the part of `text` that begins at byte `start`. Its columns count bytes.
fn inside(text: &str, start: usize, case: &str, e: &serde_json::Error) -> ImportError {
    let part = &text[start..];
    let line: usize = part.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (start + line + e.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let message = e.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    error(text, at, case, &format!("not a case: {message}"))
}

fn is_file_name(id: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    (1..=200).contains(&id.len()) && id.chars().all(legal) && !id.starts_with('.')
}

fn skip(head: &Head) -> Option<String> {
    match (head.dim.unwrap_or(2), &head.query) {
        (2, None) => None,
        (3, _) => Some("3D scenes are not supported yet".into()),
        (2, Some(query)) => {
            let kind = query.get("type").and_then(|kind| kind.as_str()).unwrap_or("query");
            Some(format!("a moving case ({kind}) is not supported yet"))
        }
        (n, _) => Some(format!("{n} dimensions")),
    }
}

fn scene(case: &Case) -> Result<Scene, Refusal> {
    let scene = Scene {
        story: story(case),
        source: case.source.clone(),
        bodies: vec![body("A", &case.a)?, body("B", &case.b)?],
        query: Query {
            a: "A".into(),
            b: "B".into(),
            kernel: scene::DEFAULT_KERNEL.into(),
            precision: Precision::F64,
            settings: Default::default(),
        },
        expect: case.expected.as_ref().map(|expected| expect(case, expected)).transpose()?,
        figure: None,
    };
    // What a scene file may not say, a case may not either.
    match scene::parse(&scene::write(&scene), "") {
        Ok(_) => Ok(scene),
        Err(e) => broken(format!("{}: {}", e.field, e.message)),
    }
}

fn story(case: &Case) -> String {
    let mut story = case.what_went_wrong.trim().to_owned();
    let mut add = |text: String| {
        if !story.is_empty() {
            story.push(' ');
        }
        story.push_str(&text);
    };
    if !case.notes.is_empty() {
        add(format!("Note: {}.", case.notes.trim().trim_end_matches('.')));
    }
    if !case.kind.is_empty() {
        add(format!("Kind: {}.", case.kind));
    }
    if !case.tags.is_empty() {
        add(format!("Tags: {}.", case.tags.join(", ")));
    }
    story
}

fn body(name: &str, shape: &Shape) -> Result<Body, Refusal> {
    let mut pose = PoseDef::default();
    if let Some(Pose { translation, rotation }) = &shape.pose {
        pose.rotation = RotationDef::Angle(*rotation);
        if let Some(translation) = translation {
            pose.translation = point("pose.translation", translation)?;
        }
    }
    let shape = self::shape(shape).map_err(|refusal| match refusal {
        Refusal::Broken(message) => Refusal::Broken(format!("{}: {message}", name.to_lowercase())),
        skip => skip,
    })?;
    Ok(Body { name: name.to_owned(), shape, pose })
}

fn point(field: &str, coordinates: &[f64]) -> Result<DVec3, Refusal> {
    match coordinates {
        [x, y] => Ok(DVec3::new(*x, *y, 0.0)),
        other => broken(format!("{field}: expected 2 coordinates, found {}", other.len())),
    }
}

fn points(field: &str, points: &[Vec<f64>]) -> Result<Vec<DVec3>, Refusal> {
    points.iter().map(|coordinates| point(field, coordinates)).collect()
}

fn shape(s: &Shape) -> Result<ShapeDef, Refusal> {
    let at = |field: &str, coordinates: &Option<Vec<f64>>| match coordinates {
        Some(coordinates) => point(field, coordinates),
        None => broken(format!("{field}: missing")),
    };
    let center = || s.center.as_ref().map_or(Ok(DVec3::ZERO), |center| point("center", center));
    let own_radius = || s.radius.map_or_else(|| broken("radius: missing"), Ok);
    let radius = s.radius.unwrap_or(0.0);
    Ok(match s.kind.as_str() {
        "point" => {
            let field = if s.point.is_some() { &s.point } else { &s.center };
            ShapeDef::Point { at: at("point", field)?, radius }
        }
        "segment" => ShapeDef::Segment { a: at("a", &s.a)?, b: at("b", &s.b)?, radius },
        "polygon" | "hull" | "rounded-polygon" => {
            let Some(list) = &s.points else { return broken("points: missing") };
            let points = points("points", list)?;
            match scene::convex_in_order(&points) {
                true => ShapeDef::Polygon { points, radius },
                false => ShapeDef::Hull { points, radius },
            }
        }
        "box" => ShapeDef::Box { half_extents: at("half_extents", &s.half_extents)?, radius },
        "circle" => ShapeDef::Circle { radius: own_radius()?, center: center()? },
        "capsule" => ShapeDef::Capsule { a: at("a", &s.a)?, b: at("b", &s.b)?, radius: own_radius()? },
        "ellipse" => ShapeDef::Ellipse { semi_axes: at("semi_axes", &s.semi_axes)?, center: center()?, radius },
        other => return Err(Refusal::Skip(format!("no shape of a scene is a {other:?}"))),
    })
}

fn expect(case: &Case, expected: &Expected) -> Result<Expect, Refusal> {
    let read = |pick: fn(&Sensitivity) -> &Option<Reading>| case.sensitivity.as_ref().and_then(|s| pick(s).as_ref());
    let (in_f64, in_f32) = (read(|s| &s.f64), read(|s| &s.f32));
    let class = match (&expected.intersects, in_f64) {
        (_, Some(reading)) => reading.class.as_str(),
        (serde_json::Value::Bool(true), None) => "overlapping",
        (serde_json::Value::Bool(false), None) => "separated",
        (serde_json::Value::String(word), None) if word == "touching" => "touching",
        (other, None) => return broken(format!("expected.intersects: true, false or \"touching\", not {other}")),
    };
    let answer = answer(class, expected.distance, expected.depth)?;
    let f32 = match (in_f64, in_f32) {
        (Some(f64), Some(f32)) => other_in_f32(f64, f32, case.scale.unwrap_or(1.0))?,
        _ => None,
    };
    Ok(Expect { normals: normals(expected)?, f32, reported: case.reported.as_ref().map(reported), ..bare(answer) })
}

fn bare(answer: Answer) -> Expect {
    Expect {
        answer,
        normals: Vec::new(),
        tolerance: None,
        max_iterations: None,
        f32: None,
        known_failures: Vec::new(),
        reported: None,
    }
}

/// A value that does not fit the class is left out.
fn answer(class: &str, distance: Option<f64>, depth: Option<f64>) -> Result<Answer, Refusal> {
    let positive = |x: Option<f64>| x.filter(|x| *x > 0.0);
    match class {
        "separated" => Ok(Answer::Separated(positive(distance))),
        "touching" => Ok(Answer::Touching),
        "overlapping" => Ok(Answer::Overlapping(positive(depth))),
        other => broken(format!("unknown class {other:?}; known: separated, touching, overlapping")),
    }
}

/// The answer in f32 where its class differs from that in f64, or its value by more than a millionth of `scale`.
fn other_in_f32(in_f64: &Reading, in_f32: &Reading, scale: f64) -> Result<Option<Box<Expect>>, Refusal> {
    const NOTABLE: f64 = 1e-6;
    let value = |reading: &Reading| match reading.signed_distance.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => broken(format!("sensitivity: {:?} is no number", reading.signed_distance)),
    };
    let (f64, f32) = (value(in_f64)?, value(in_f32)?);
    if in_f64.class == in_f32.class && (f64 - f32).abs() <= NOTABLE * scale {
        return Ok(None);
    }
    Ok(Some(Box::new(bare(answer(&in_f32.class, Some(f32), Some(-f32))?))))
}

/// All normals that are right, where they can be listed.
fn normals(expected: &Expected) -> Result<Vec<DVec3>, Refusal> {
    match (expected.normal_kind.as_deref(), &expected.normal, &expected.normals) {
        (Some("cone" | "any"), _, _) => Ok(Vec::new()),
        (_, _, Some(normals)) => points("expected.normals", normals),
        (_, Some(normal), None) => Ok(vec![point("expected.normal", normal)?]),
        (_, None, None) => Ok(Vec::new()),
    }
}

/// An engine's answer as compact text: `depth: 69.8, hit: true`.
fn reported(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
