//! A scene as the values a file is made of, in the order of the format, and as text: what a new scene looks like.

use glam::DVec3;

use super::number::shortest;
use super::{Answer, Body, Expect, FORMAT, Figure, KnownFailure, Length, Note, Part, Query, Scene, Steps, Unit, View};
use crate::kernel::{Settings, StartRule, Tie};
use crate::num::Precision;
use crate::shape::{PoseDef, RotationDef, ShapeDef};

/// A value of a scene file.
#[derive(Clone, Debug)]
pub(super) enum Val {
    /// A number; compared by its bits.
    Number(f64),
    /// An integer.
    Integer(i64),
    /// A string.
    Text(String),
    /// `[..]`
    List(Vec<Val>),
    /// `(..)` or `Name(..)` without field names; a bare `Name` if there are no values.
    Tuple(&'static str, Vec<Val>),
    /// `(name: ..)` or `Name(name: ..)`; a bare `Name` if no field is written.
    Struct(&'static str, Vec<Field>),
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: &'static str,
    pub val: Val,
    /// It is not written, since leaving it out says the same.
    pub silent: bool,
}

impl PartialEq for Val {
    fn eq(&self, other: &Val) -> bool {
        match (self, other) {
            (Val::Number(a), Val::Number(b)) => a.to_bits() == b.to_bits(),
            (Val::Integer(a), Val::Integer(b)) => a == b,
            (Val::Text(a), Val::Text(b)) => a == b,
            (Val::List(a), Val::List(b)) => a == b,
            (Val::Tuple(m, a), Val::Tuple(n, b)) => m == n && a == b,
            (Val::Struct(m, a), Val::Struct(n, b)) => {
                m == n && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && a.val == b.val)
            }
            _ => false,
        }
    }
}

/// Whether two scenes are the same to the last bit, the sign of zero included.
pub(super) fn same(a: &Scene, b: &Scene) -> bool {
    scene(a, Layout::default()) == scene(b, Layout::default())
}

/// Choices of a file that say nothing about the scene.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    /// The normals stand beside the answer, not in it.
    pub normals_outside: bool,
    /// The same for the answer in f32.
    pub f32_normals_outside: bool,
}

fn field(name: &'static str, val: Val) -> Field {
    Field { name, val, silent: false }
}

/// A field that is silent while it has its default.
fn unless(name: &'static str, val: Val, default: bool) -> Field {
    Field { name, val, silent: default }
}

fn some<T>(name: &'static str, value: &Option<T>, val: impl Fn(&T) -> Val) -> Option<Field> {
    value.as_ref().map(|value| field(name, val(value)))
}

pub(super) fn scene(s: &Scene, layout: Layout) -> Val {
    let mut fields = vec![
        field("format", Val::Integer(FORMAT)),
        field("story", Val::Text(s.story.clone())),
        unless("source", Val::Text(s.source.clone()), s.source.is_empty()),
        field("bodies", Val::List(s.bodies.iter().map(body).collect())),
        field("query", query(&s.query)),
    ];
    fields.extend(some("expect", &s.expect, |e| expect(e, layout)));
    fields.extend(some("figure", &s.figure, figure));
    Val::Struct("", fields)
}

pub(super) fn body(b: &Body) -> Val {
    let PoseDef { translation, rotation } = b.pose;
    Val::Struct(
        "",
        vec![
            field("name", Val::Text(b.name.clone())),
            field("shape", shape(&b.shape)),
            unless("translation", point(&translation), plain_zero(translation)),
            unless("rotation", self::rotation(rotation), matches!(rotation, RotationDef::Angle(a) if a.to_bits() == 0)),
        ],
    )
}

/// Zero, and not minus zero.
fn plain_zero(p: DVec3) -> bool {
    p.x.to_bits() == 0 && p.y.to_bits() == 0
}

fn point(p: &DVec3) -> Val {
    Val::Tuple("", vec![Val::Number(p.x), Val::Number(p.y)])
}

fn points(points: &[DVec3]) -> Val {
    Val::List(points.iter().map(point).collect())
}

fn shape(shape: &ShapeDef) -> Val {
    let number = |name, x: &f64| field(name, Val::Number(*x));
    let rounding = |radius: &f64| unless("radius", Val::Number(*radius), radius.to_bits() == 0);
    let center = |center: &DVec3| unless("center", point(center), plain_zero(*center));
    let fields = match shape {
        ShapeDef::Point { at, radius } => vec![field("at", point(at)), rounding(radius)],
        ShapeDef::Segment { a, b, radius } => vec![field("a", point(a)), field("b", point(b)), rounding(radius)],
        ShapeDef::Polygon { points: p, radius } | ShapeDef::Hull { points: p, radius } => {
            vec![field("points", points(p)), rounding(radius)]
        }
        ShapeDef::Box { half_extents, radius } => vec![field("half_extents", point(half_extents)), rounding(radius)],
        ShapeDef::Circle { radius, center: c } => vec![number("radius", radius), center(c)],
        ShapeDef::Capsule { a, b, radius } => {
            vec![field("a", point(a)), field("b", point(b)), number("radius", radius)]
        }
        ShapeDef::Ellipse { semi_axes, center: c, radius } => {
            vec![field("semi_axes", point(semi_axes)), center(c), rounding(radius)]
        }
    };
    Val::Struct(shape.kind().ron, fields)
}

fn rotation(rotation: RotationDef) -> Val {
    match rotation {
        RotationDef::Angle(angle) => Val::Number(angle),
        RotationDef::Quarter(n) => Val::Tuple("Quarter", vec![Val::Integer(n)]),
        RotationDef::CosSin(c, s) => Val::Tuple("CosSin", vec![Val::Number(c), Val::Number(s)]),
    }
}

fn precision(precision: &Precision) -> Val {
    match precision {
        Precision::F32 => Val::Tuple("F32", vec![]),
        Precision::F64 => Val::Tuple("F64", vec![]),
    }
}

fn query(q: &Query) -> Val {
    let settings = settings(&q.settings);
    let silent = settings.iter().all(|field| field.silent);
    Val::Struct(
        "",
        vec![
            field("a", Val::Text(q.a.clone())),
            field("b", Val::Text(q.b.clone())),
            field("kernel", Val::Text(q.kernel.clone())),
            unless("precision", precision(&q.precision), q.precision == Precision::F64),
            unless("settings", Val::Struct("", settings), silent),
        ],
    )
}

fn settings(s: &Settings) -> Vec<Field> {
    let default = Settings::default();
    let start = match s.start {
        StartRule::Centers => Val::Tuple("Centers", vec![]),
        StartRule::PlusX => Val::Tuple("PlusX", vec![]),
        StartRule::Direction(d) => Val::Tuple("Direction", vec![point(&d)]),
    };
    let tie = match s.tie {
        Tie::First => "First",
        Tie::Last => "Last",
    };
    let count = |name, n: u32, default: u32| unless(name, Val::Integer(n.into()), n == default);
    let pair = |(a, b): &(u32, u32)| Val::Tuple("", vec![Val::Integer((*a).into()), Val::Integer((*b).into())]);
    let mut fields = vec![
        unless("start", start, s.start == default.start),
        unless("tie", Val::Tuple(tie, vec![]), s.tie == default.tie),
        count("max_iterations", s.max_iterations, default.max_iterations),
        count("max_expansions", s.max_expansions, default.max_expansions),
    ];
    fields.extend(some("tolerance", &s.tolerance, |x| Val::Number(*x)));
    fields.extend(some("touching", &s.touching, |x| Val::Number(*x)));
    let warm_start = Val::List(s.warm_start.iter().map(pair).collect());
    fields.push(unless("warm_start", warm_start, s.warm_start.is_empty()));
    fields
}

fn expect(e: &Expect, layout: Layout) -> Val {
    let mut fields = judgement(e, layout.normals_outside);
    let reported = fields.iter().position(|field| field.name == "reported").map(|i| fields.remove(i));
    fields.extend(e.f32.as_ref().map(|e| field("f32", Val::Struct("", judgement(e, layout.f32_normals_outside)))));
    let known = e.known_failures.iter().map(known_failure).collect();
    fields.push(unless("known_failures", Val::List(known), e.known_failures.is_empty()));
    fields.extend(reported);
    Val::Struct("", fields)
}

/// What the expectations for f64 and for f32 have in common.
fn judgement(e: &Expect, normals_outside: bool) -> Vec<Field> {
    let normals = unless("normals", points(&e.normals), e.normals.is_empty());
    let (name, amount) = match e.answer {
        Answer::Separated(distance) => ("Separated", some("distance", &distance, |x| Val::Number(*x))),
        Answer::Touching => ("Touching", None),
        Answer::Overlapping(depth) => ("Overlapping", some("depth", &depth, |x| Val::Number(*x))),
    };
    let mut inside: Vec<Field> = amount.into_iter().collect();
    let mut fields = Vec::new();
    match normals_outside {
        true => fields.push(normals),
        false => inside.push(normals),
    }
    fields.insert(0, field("answer", Val::Struct(name, inside)));
    fields.extend(some("tolerance", &e.tolerance, |x| Val::Number(*x)));
    fields.extend(some("max_iterations", &e.max_iterations, |n| Val::Integer((*n).into())));
    fields.extend(some("reported", &e.reported, |text| Val::Text(text.clone())));
    fields
}

fn known_failure(k: &KnownFailure) -> Val {
    let text = |text: &String| Val::Text(text.clone());
    let mut fields = Vec::new();
    fields.extend(some("kernel", &k.kernel, text));
    fields.extend(some("precision", &k.precision, precision));
    fields.extend(some("answer", &k.answer, text));
    fields.extend(some("exit", &k.exit, text));
    fields.push(field("reason", text(&k.reason)));
    Val::Struct("", fields)
}

fn figure(f: &Figure) -> Val {
    let word = |ron: &'static str| Val::Tuple(ron, vec![]);
    let view = |view: &View| word(view.ron());
    let number = |x: &f64| Val::Number(*x);
    let parts = |parts: &[Part]| Val::List(parts.iter().map(|part| word(part.ron())).collect());
    let corner = |x: f64, y: f64| point(&DVec3::new(x, y, 0.0));
    let optional = [
        some("view", &f.view, view),
        some("of", &f.of, view),
        some("step", &f.step, steps),
        some("theme", &f.theme, |theme| word(theme.ron())),
        some("width", &f.width, length),
        some("height", &f.height, length),
        some("margin", &f.margin, length),
        some("font_size", &f.font_size, length),
        some("line_width", &f.line_width, length),
        some("columns", &f.columns, |n| Val::Integer((*n).into())),
        some("scale", &f.scale, number),
        some("delay", &f.delay, number),
        some("range", &f.range, |r| Val::Tuple("", vec![corner(r[0], r[1]), corner(r[2], r[3])])),
        some("background", &f.background, |b| Val::Text(b.to_string())),
    ];
    let mut fields: Vec<Field> = optional.into_iter().flatten().collect();
    fields.push(unless("show", parts(&f.show), f.show.is_empty()));
    fields.push(unless("hide", parts(&f.hide), f.hide.is_empty()));
    fields.extend(some("caption", &f.caption, |language| word(language.ron())));
    fields.push(unless("notes", Val::List(f.notes.iter().map(note).collect()), f.notes.is_empty()));
    Val::Struct("", fields)
}

fn steps(steps: &Steps) -> Val {
    let word = match steps {
        Steps::First => "First",
        Steps::Last => "Last",
        Steps::Problem => "Problem",
        Steps::All => "All",
        Steps::Iterations => "Iterations",
        Steps::Chosen(list) => {
            return match list[..] {
                [(a, b)] if a == b => Val::Integer(a.into()),
                _ => Val::Text(steps.to_string()),
            };
        }
    };
    Val::Tuple(word, vec![])
}

fn length(length: &Length) -> Val {
    if length.unit == Unit::Px { Val::Number(length.value) } else { Val::Text(length.to_string()) }
}

fn note(note: &Note) -> Val {
    let text = field("text", Val::Text(note.text.clone()));
    let view = some("view", &note.view, |view| Val::Tuple(view.ron(), vec![]));
    let (name, mut fields) = match note.from {
        Some(from) => ("Arrow", vec![field("from", point(&from)), field("to", point(&note.at)), text]),
        None => ("Text", vec![field("at", point(&note.at)), text]),
    };
    fields.extend(view);
    Val::Struct(name, fields)
}

/// The text of a new scene: one body a line, numbers as the shortest decimals that read back to the same bits.
pub fn write(scene: &Scene) -> String {
    let mut out = String::new();
    broken(&self::scene(scene, Layout::default()), 0, &mut out);
    out.push('\n');
    out
}

/// Longer fields are broken into lines, except bodies, which stay on one.
const WIDTH: usize = 120;
const INDENT: &str = "    ";

/// A struct or list with one member a line; anything else as [`inline`].
fn broken(val: &Val, depth: usize, out: &mut String) {
    let indent = INDENT.repeat(depth + 1);
    match val {
        Val::Struct(name, fields) => {
            out.push_str(name);
            out.push_str("(\n");
            for field in fields.iter().filter(|field| !field.silent) {
                out.push_str(&format!("{indent}{}: ", field.name));
                let line = inline(&field.val);
                match field.name == "bodies" || indent.len() + field.name.len() + 3 + line.chars().count() > WIDTH {
                    true => broken(&field.val, depth + 1, out),
                    false => out.push_str(&line),
                }
                out.push_str(",\n");
            }
            out.push_str(&INDENT.repeat(depth));
            out.push(')');
        }
        Val::List(items) => {
            out.push_str("[\n");
            for item in items {
                out.push_str(&format!("{indent}{},\n", inline(item)));
            }
            out.push_str(&INDENT.repeat(depth));
            out.push(']');
        }
        other => out.push_str(&inline(other)),
    }
}

/// A value on one line.
pub(super) fn inline(val: &Val) -> String {
    let joined = |items: Vec<String>| items.join(", ");
    match val {
        Val::Number(x) => shortest(*x),
        Val::Integer(n) => n.to_string(),
        Val::Text(text) => quoted(text),
        Val::List(items) => format!("[{}]", joined(items.iter().map(inline).collect())),
        Val::Tuple(name, items) if items.is_empty() => (*name).to_owned(),
        Val::Tuple(name, items) => format!("{name}({})", joined(items.iter().map(inline).collect())),
        Val::Struct(name, fields) => {
            let written = fields.iter().filter(|field| !field.silent);
            let fields = joined(written.map(|f| format!("{}: {}", f.name, inline(&f.val))).collect());
            if fields.is_empty() && !name.is_empty() { (*name).to_owned() } else { format!("{name}({fields})") }
        }
    }
}

/// A string with RON's quotes and escapes; letters of all languages stand as they are.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
