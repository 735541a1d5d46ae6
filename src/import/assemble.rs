//! Pieces as scenes: who is A and who is B, which pose belongs to whom, and every reading where that is not certain.

use std::collections::BTreeSet;

use glam::DVec3;

use super::lex::{Num, Span, Tok, Unit};
use super::meaning::{Form, Found, Piece, Pose, Pt, Rot, Shape, THREE_D, What};
use super::names::{self, Side};
use super::{Assignment, Ignored, ImportError, Reading, Source};
use crate::kernel::Settings;
use crate::num::{Precision, radians};
use crate::scene::{self, Body, MOST_BODIES, MOST_POINTS, Query, Scene};
use crate::shape::{PoseDef, RotationDef, ShapeDef};

/// Most readings that are offered.
const MOST_READINGS: usize = 12;

/// A body before it has numbers of a scene.
#[derive(Clone, Debug)]
struct Draft {
    side: Option<Side>,
    shape: Shape,
    names: Vec<String>,
    at: usize,
}

/// A pose that may be any body's.
struct Loose {
    side: Option<Side>,
    pose: Pose,
    names: Vec<String>,
    at: usize,
}

/// All readings of what was found, none if there is no shape.
pub(super) fn readings(source: &Source, importer: &'static str, found: Found) -> Result<Vec<Reading>, ImportError> {
    let numbers = numbering(&found.pieces);
    let side = |names: &[String]| side(names, &numbers);
    let mut drafts: Vec<Draft> = Vec::new();
    let mut poses: Vec<Loose> = Vec::new();
    let mut run: Option<(usize, Vec<String>)> = None;
    let mut last_is_pose = false;
    for piece in found.pieces {
        let own = side(&piece.names);
        let after_pose = std::mem::replace(&mut last_is_pose, matches!(piece.what, What::Pose(_)));
        match piece.what {
            What::Point(p) => {
                let open = match own {
                    Some(_) => drafts.iter().position(|d| d.side == own && loose(d)),
                    None => run
                        .as_ref()
                        .filter(|(i, _)| drafts[*i].side.is_none() && loose(&drafts[*i]))
                        .filter(|(_, names)| {
                            names.first() == piece.names.first() || !capital(names) && !capital(&piece.names)
                        })
                        .map(|(i, _)| *i),
                };
                match open.map(|i| &mut drafts[i].shape.form) {
                    Some(Form::Points { points, .. }) => points.push(p),
                    _ => {
                        let form = Form::Points { points: vec![p], loose: true };
                        let shape = Shape { form, radius: None, pose: None };
                        drafts.push(Draft { side: own, shape, names: piece.names.clone(), at: piece.at });
                        run = Some((drafts.len() - 1, piece.names));
                    }
                }
                continue;
            }
            What::Shape(shape) => drafts.push(Draft { side: own, shape, names: piece.names, at: piece.at }),
            What::Radius(r) => {
                let owner = match own {
                    Some(_) => drafts.iter_mut().find(|d| d.side == own),
                    None => drafts.last_mut(),
                };
                if let Some(draft) = owner {
                    draft.shape.radius = Some(r);
                }
            }
            What::Pose(pose) if piece.chained && !drafts.is_empty() => {
                if let Some(draft) = drafts.last_mut() {
                    draft.shape.pose = Some(merged(draft.shape.pose.take(), pose));
                }
            }
            What::Pose(pose) => {
                // The place and the turn of one body may be two fields side by side.
                let beside = after_pose && own.is_none();
                let part = match beside {
                    true => poses.last_mut().filter(|l| l.side.is_none() && same_owner(&l.names, &piece.names)),
                    false => poses.iter_mut().find(|l| l.side == own && own.is_some() && disjoint(&l.pose, &pose)),
                };
                let part = part.filter(|l| disjoint(&l.pose, &pose));
                match part {
                    Some(part) => part.pose = merged(Some(part.pose.clone()), pose),
                    None => poses.push(Loose { side: own, pose, names: piece.names, at: piece.at }),
                }
            }
        }
        run = None;
    }
    // Three or more single points are the corners of one shape, whatever they are called.
    let single = |d: &Draft| matches!(&d.shape.form, Form::Points { points, loose: true } if points.len() == 1);
    if drafts.len() > 2 && drafts.iter().all(single) && poses.is_empty() {
        let at = drafts[0].at;
        let points = drafts.drain(..).flat_map(|d| match d.shape.form {
            Form::Points { points, .. } => points,
            _ => Vec::new(),
        });
        let form = Form::Points { points: points.collect(), loose: true };
        drafts = vec![Draft { side: None, shape: Shape { form, radius: None, pose: None }, names: Vec::new(), at }];
    }
    if drafts.is_empty() {
        return Ok(Vec::new());
    }
    if drafts.len() > MOST_BODIES {
        return Err(source.error(drafts[MOST_BODIES].at, "more than 1,000 shapes; paste fewer"));
    }
    let mut out = Vec::new();
    for choice in choices(source, drafts)? {
        for (bodies, note) in posed(source, choice.bodies, &poses)? {
            let notes: Vec<&str> = [choice.note.as_str(), note.as_str()]
                .into_iter()
                .chain(found.notes.iter().map(String::as_str))
                .filter(|note| !note.is_empty())
                .collect();
            for (pair, stand_in) in pairs(&bodies) {
                out.push(build(source, importer, &bodies, pair, stand_in, &notes, &found.used)?);
                if out.len() == MOST_READINGS {
                    return Ok(out);
                }
            }
        }
    }
    Ok(out)
}

/// A label that ends in one capital letter: `segment C`.
fn capital(names: &[String]) -> bool {
    let last = names.first().and_then(|label| label.split_whitespace().last());
    last.is_some_and(|word| word.len() == 1 && word.starts_with(char::is_uppercase))
}

fn loose(d: &Draft) -> bool {
    matches!(d.shape.form, Form::Points { loose: true, .. })
}

fn disjoint(a: &Pose, b: &Pose) -> bool {
    !(a.translation.is_some() && b.translation.is_some() || a.rotation.is_some() && b.rotation.is_some())
}

fn merged(a: Option<Pose>, b: Pose) -> Pose {
    let a = a.unwrap_or_default();
    Pose { translation: b.translation.or(a.translation), rotation: b.rotation.or(a.rotation) }
}

/// The two numbers that names end in, where there are just two or one of them: the smaller is A.
fn numbering(pieces: &[Piece]) -> Vec<u32> {
    let mut seen = BTreeSet::new();
    for piece in pieces.iter().filter(|p| !matches!(p.what, What::Point(_))) {
        if let Some(Side::Number(n)) = piece.names.iter().find_map(|name| names::side(name)) {
            seen.insert(n);
        }
    }
    match seen.iter().copied().collect::<Vec<_>>() {
        two if two.len() == 2 => two,
        one if one == [1] || one == [2] => vec![1, 2],
        one if one == [0] => vec![0, 1],
        _ => Vec::new(),
    }
}

fn side(names: &[String], numbers: &[u32]) -> Option<Side> {
    let letter = names.iter().find_map(|name| names::side(name).filter(|s| !matches!(s, Side::Number(_))));
    letter.or_else(|| {
        names.iter().find_map(|name| match names::side(name) {
            Some(Side::Number(n)) if numbers.len() == 2 => match numbers.iter().position(|m| *m == n) {
                Some(0) => Some(Side::A),
                Some(_) => Some(Side::B),
                None => None,
            },
            _ => None,
        })
    })
}

/// One way to cut the numbers into shapes.
struct Choice {
    bodies: Vec<Draft>,
    note: String,
}

/// Every way to cut what was found into shapes.
fn choices(source: &Source, drafts: Vec<Draft>) -> Result<Vec<Choice>, ImportError> {
    let paired = |nums: &[Num], at: usize| -> Result<Vec<Pt>, ImportError> {
        if nums.len() % 2 == 1 {
            let message = match nums.len() % 3 {
                0 => THREE_D.to_owned(),
                _ => format!("{} numbers in a row; points in 2D need an even count", nums.len()),
            };
            return Err(source.error(at, &message));
        }
        Ok(nums.chunks(2).map(|p| Pt { x: p[0].clone(), y: p[1].clone(), z: None }).collect())
    };
    let columns = |rows: &[Vec<Num>]| -> Vec<Pt> {
        rows[0].iter().zip(&rows[1]).map(|(x, y)| Pt { x: x.clone(), y: y.clone(), z: None }).collect()
    };
    let with = |d: &Draft, points: Vec<Pt>| Draft {
        shape: Shape { form: Form::Points { points, loose: false }, ..d.shape.clone() },
        ..d.clone()
    };
    let bare = |d: &Draft, form: Form| Draft {
        shape: Shape { form, radius: None, pose: None },
        side: None,
        names: d.names.clone(),
        at: d.at,
    };
    let plain = |d: &Draft| -> Result<Draft, ImportError> {
        Ok(match &d.shape.form {
            Form::Flat(nums) => with(d, paired(nums, d.at)?),
            Form::Rows(rows) => with(d, columns(rows)),
            _ => d.clone(),
        })
    };
    let mut choices = Vec::new();
    let mut add = |bodies: Vec<Draft>, note: String| choices.push(Choice { bodies, note });

    if let [d] = &drafts[..] {
        let halves = |points: &[Pt]| {
            let (a, b) = points.split_at(points.len() / 2);
            vec![with(d, a.to_vec()), with(d, b.to_vec())]
                .into_iter()
                .map(|d| Draft { side: None, ..d })
                .collect::<Vec<_>>()
        };
        match &d.shape.form {
            Form::Flat(nums) => {
                let points = paired(nums, d.at)?;
                if points.len() % 2 == 0 {
                    add(halves(&points), "the first half of the numbers is A, the second B".into());
                }
                if let [x, y, r, u, v, s] = &nums[..]
                    && r.value > 0.0
                    && s.value > 0.0
                {
                    let circle = |x: &Num, y: &Num, r: &Num| {
                        let center = Some(Pt { x: x.clone(), y: y.clone(), z: None });
                        bare(d, Form::Circle { center, radius: r.clone() })
                    };
                    add(vec![circle(x, y, r), circle(u, v, s)], "x, y, radius twice".into());
                }
            }
            Form::Rows(rows) if rows[0].len() % 2 == 0 => {
                let shapes = [paired(&rows[0], d.at)?, paired(&rows[1], d.at)?];
                add(
                    shapes.into_iter().map(|points| Draft { side: None, ..with(d, points) }).collect(),
                    "one row is A, the other B: x y x y ..".into(),
                );
            }
            Form::Points { points, loose }
                if points.len() % 2 == 0 && (*loose || points.len() == 2) && d.side.is_none() =>
            {
                add(halves(points), "the first half of the points is A, the second B".into());
            }
            _ => {}
        }
    }
    // x y x y, or two corners, or a corner and a size.
    let fours: Vec<&Vec<Num>> = drafts
        .iter()
        .filter_map(|d| match &d.shape.form {
            Form::Flat(nums) if nums.len() == 4 => Some(nums),
            _ => None,
        })
        .collect();
    if fours.len() == drafts.len() && drafts.len() == 2 {
        let pt = |x: &Num, y: &Num| Pt { x: x.clone(), y: y.clone(), z: None };
        let corners = |n: &[Num]| vec![pt(&n[0], &n[1]), pt(&n[2], &n[1]), pt(&n[2], &n[3]), pt(&n[0], &n[3])];
        let literal = |n: &Num| source.text[n.span.clone()].trim().to_owned();
        let sum = |a: &Num, b: &Num| Num {
            value: a.value + b.value,
            computed: Some(format!("{} + {}", literal(a), literal(b))),
            other: Some(b.span.clone()),
            ..a.clone()
        };
        let make =
            |f: &dyn Fn(&[Num]) -> Vec<Pt>| drafts.iter().zip(&fours).map(|(d, n)| with(d, f(n))).collect::<Vec<_>>();
        add(make(&|n| vec![pt(&n[0], &n[1]), pt(&n[2], &n[3])]), "four numbers are a segment: x y x y".into());
        if fours.iter().all(|n| n[0].value < n[2].value && n[1].value < n[3].value) {
            add(make(&|n| corners(n)), "four numbers are a box: its lower and its upper corner".into());
        }
        if fours.iter().all(|n| n[2].value > 0.0 && n[3].value > 0.0) {
            let sized = |n: &[Num]| corners(&[n[0].clone(), n[1].clone(), sum(&n[0], &n[2]), sum(&n[1], &n[3])]);
            add(make(&sized), "four numbers are a box: a corner, width and height".into());
        }
        return Ok(choices);
    }
    let whole = drafts.iter().map(plain).collect::<Result<Vec<_>, _>>()?;
    choices.push(Choice { bodies: whole, note: String::new() });
    Ok(choices)
}

/// The bodies with their poses, in every way that names and order leave open.
fn posed(source: &Source, bodies: Vec<Draft>, poses: &[Loose]) -> Result<Vec<(Vec<Draft>, String)>, ImportError> {
    let mut bodies = sided(bodies);
    if !poses.is_empty() {
        // `b2MakeOffsetBox(w, h, {0, 0}, b2Rot_identity)`: an offset that is none is no second pose.
        bodies.iter_mut().for_each(|d| d.shape.pose = d.shape.pose.take().filter(|p| !p.is_identity()));
    }
    let mut open: Vec<&Loose> = Vec::new();
    for pose in poses {
        let own = |d: &Draft| pose.side.is_some() && d.side == pose.side;
        // One of its own words in the names of one body alone: `ball_pos` is the pose of `ball`.
        let alike: Vec<usize> =
            (0..bodies.len()).filter(|i| pose.side.is_none() && share_a_word(&bodies[*i].names, &pose.names)).collect();
        let owner = match &alike[..] {
            [i] => Some(*i),
            _ => bodies.iter().position(own),
        };
        match owner.map(|i| &mut bodies[i]) {
            Some(draft) if draft.shape.pose.is_none() => draft.shape.pose = Some(pose.pose.clone()),
            Some(_) => {
                let message =
                    "two poses for one shape, as a box with an offset and a transform; write the one they make";
                return Err(source.error(pose.at, message));
            }
            None => open.push(pose),
        }
    }
    let free: Vec<usize> = (0..bodies.len()).filter(|i| bodies[*i].shape.pose.is_none()).collect();
    if open.is_empty() {
        return Ok(vec![(bodies, String::new())]);
    }
    if open.len() == free.len() {
        for (i, pose) in free.iter().zip(&open) {
            bodies[*i].shape.pose = Some(pose.pose.clone());
        }
        let note = if open.len() > 1 { "poses and shapes are matched in their order" } else { "" };
        return Ok(vec![(bodies, note.into())]);
    }
    if open.len() == 1 && free.len() > 1 && free.len() <= MOST_READINGS {
        let one = |i: &usize| {
            let mut bodies = bodies.clone();
            bodies[*i].shape.pose = Some(open[0].pose.clone());
            let side = match bodies[*i].side {
                Some(Side::A) => "A".to_owned(),
                Some(Side::B) => "B".to_owned(),
                _ => format!("shape {}", i + 1),
            };
            (bodies, format!("the one pose belongs to {side}"))
        };
        return Ok(free.iter().map(one).collect());
    }
    let message = format!("{} poses for {} shapes; name them alike, as poseA and shapeA", poses.len(), bodies.len());
    Err(source.error(open[0].at, &message))
}

/// Names have a word in common that is not one of poses.
fn share_a_word(a: &[String], b: &[String]) -> bool {
    !own_words(a).is_disjoint(&own_words(b))
}

fn same_owner(a: &[String], b: &[String]) -> bool {
    own_words(a) == own_words(b)
}

/// The words of names that say whose something is.
fn own_words(names: &[String]) -> BTreeSet<String> {
    let all = names.iter().flat_map(|name| names::parts(name));
    all.map(|word| word.to_lowercase()).filter(|word| word.len() > 2 && !OF_POSES.contains(&word.as_str())).collect()
}

/// Words that say that something is a pose or a declaration, and not whose.
const OF_POSES: [&str; 19] = [
    "angle",
    "rot",
    "origin",
    "let",
    "mut",
    "const",
    "auto",
    "var",
    "new",
    "pos",
    "pose",
    "position",
    "transform",
    "isometry",
    "iso",
    "translation",
    "rotation",
    "input",
    "shape",
];

/// Two bodies get their sides; of more only those named keep theirs.
fn sided(mut bodies: Vec<Draft>) -> Vec<Draft> {
    for side in [Side::A, Side::B] {
        // A side named twice says nothing.
        if bodies.iter().filter(|d| d.side == Some(side)).count() > 1 {
            bodies.iter_mut().filter(|d| d.side == Some(side)).for_each(|d| d.side = None);
        }
    }
    if let [first, second] = &mut bodies[..] {
        let (a, b) = match (first.side, second.side) {
            (Some(Side::B), _) | (_, Some(Side::A)) => (Side::B, Side::A),
            _ => (Side::A, Side::B),
        };
        (first.side, second.side) = (Some(a), Some(b));
    }
    bodies
}

/// The pairs that may be asked about, by index; and whether one of the two is missing.
fn pairs(bodies: &[Draft]) -> Vec<([usize; 2], bool)> {
    let of = |side: Side| bodies.iter().position(|d| d.side == Some(side));
    match (of(Side::A), of(Side::B), bodies.len()) {
        (_, Some(_), 1) => vec![([1, 0], true)],
        (Some(_), _, 1) => vec![([0, 1], true)],
        (_, _, 1) => vec![([0, 1], true), ([1, 0], true)],
        (Some(a), Some(b), _) => vec![([a, b], false)],
        (Some(a), None, n) => (0..n).filter(|b| *b != a).map(|b| ([a, b], false)).take(MOST_READINGS).collect(),
        (None, Some(b), n) => (0..n).filter(|a| *a != b).map(|a| ([a, b], false)).take(MOST_READINGS).collect(),
        (None, None, n) => {
            let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| ([a, b], false)));
            all.take(MOST_READINGS).collect()
        }
    }
}

/// A scene while it is filled, with what came from where.
struct Builder<'s> {
    source: &'s Source<'s>,
    assigned: Vec<Assignment>,
    /// Places of all numbers that were used.
    used: Vec<Span>,
    notes: Vec<String>,
    single: bool,
    length: Option<String>,
    /// Third coordinates of points, of places.
    third: [Option<f64>; 2],
}

fn build(
    source: &Source,
    importer: &'static str,
    drafts: &[Draft],
    pair: [usize; 2],
    stand_in: bool,
    notes: &[&str],
    used: &[Span],
) -> Result<Reading, ImportError> {
    let mut builder = Builder {
        source,
        assigned: Vec::new(),
        used: used.to_vec(),
        notes: notes.iter().map(|n| (*n).to_owned()).collect(),
        single: false,
        length: None,
        third: [None, None],
    };
    let mut bodies = Vec::new();
    for (i, draft) in drafts.iter().enumerate() {
        let name = match pair.iter().position(|p| *p == i) {
            Some(0) => "A".to_owned(),
            Some(_) => "B".to_owned(),
            None => format!("body {}", i + 1),
        };
        bodies.push(builder.body(name, draft)?);
    }
    bodies.sort_by_key(|body| (body.name != "A", body.name != "B"));
    if stand_in {
        builder.notes.extend(self::stand_in(&mut bodies));
    }
    for (z, what) in builder.third.iter().zip(["point", "translation"]) {
        if let Some(z) = z {
            builder.notes.push(format!("the third coordinate of every {what} is {z:?}: left out"));
        }
    }
    let precision = if builder.single { Precision::F32 } else { Precision::F64 };
    let label: Vec<String> = bodies.iter().map(|b| format!("{}: {}", b.name, described(&b.shape))).collect();
    let scene = scene_of(bodies, precision);
    // What a scene file may not say, a paste may not either.
    if let Err(e) = scene::parse(&scene::write(&scene), "") {
        return Err(source.error(drafts[0].at, &format!("{}: {}", e.field, e.message)));
    }
    let ignored = ignored(source, &builder.used);
    Ok(Reading {
        importer,
        scene,
        assigned: builder.assigned,
        ignored,
        note: builder.notes.join("; "),
        label: label.join(", "),
    })
}

/// A point at the origin in place of A or B where one is missing, and the note that says so.
pub(super) fn stand_in(bodies: &mut Vec<Body>) -> Option<String> {
    let missing = ["A", "B"].into_iter().find(|name| bodies.iter().all(|b| b.name != *name))?;
    let shape = ShapeDef::Point { at: DVec3::ZERO, radius: 0.0 };
    bodies.push(Body { name: missing.to_owned(), shape, pose: PoseDef::default() });
    bodies.sort_by(|a, b| a.name.cmp(&b.name));
    Some(format!("{missing} is missing: a point at the origin stands in for it"))
}

/// A scene that asks about A and B.
pub(super) fn scene_of(bodies: Vec<Body>, precision: Precision) -> Scene {
    Scene {
        story: "Pasted.".into(),
        source: String::new(),
        bodies,
        query: Query {
            a: "A".into(),
            b: "B".into(),
            kernel: scene::DEFAULT_KERNEL.into(),
            precision,
            settings: Settings::default(),
        },
        expect: None,
        figure: None,
    }
}

/// A shape in a few words: "polygon of 4 points".
pub(super) fn described(shape: &ShapeDef) -> String {
    let kind = shape.kind().id;
    match shape {
        ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } => {
            format!("{kind} of {} points", points.len())
        }
        _ => kind.to_owned(),
    }
}

/// A rotation by an angle, and the number that says so: degrees for whole quarter turns, which are exact, else radians.
pub(super) fn turned(angle: f64, in_degrees: bool) -> (RotationDef, f64) {
    let quarters = angle / 90.0;
    match in_degrees {
        true if quarters == 0.0 => (RotationDef::Angle(0.0), angle),
        true if quarters.fract() == 0.0 && quarters.abs() < 1e6 => (RotationDef::Quarter(quarters as i64), angle),
        true => (RotationDef::Angle(radians(angle)), radians(angle)),
        false => (RotationDef::Angle(angle), angle),
    }
}

impl Builder<'_> {
    fn fail<T>(&self, num: &Num, message: &str) -> Result<T, ImportError> {
        Err(self.source.error(num.span.start, message))
    }

    fn assign(&mut self, what: String, num: &Num, value: f64) {
        self.single |= num.single;
        let span = num.span.clone();
        self.used.push(span.clone());
        self.used.extend(num.other.clone());
        let literal = num.computed.clone().unwrap_or_else(|| self.source.text[span.clone()].trim().to_owned());
        self.assigned.push(Assignment { what, place: self.source.place(span.start), span, literal, value });
    }

    /// A length or a coordinate.
    fn number(&mut self, what: String, num: &Num) -> Result<f64, ImportError> {
        if !num.value.is_finite() {
            return self.fail(num, "too large");
        }
        match &num.unit {
            Some(Unit::Degrees | Unit::Radians) => return self.fail(num, &format!("{what} is a length, not an angle")),
            Some(Unit::Length(unit)) => match &self.length {
                Some(other) if other != unit => {
                    return self.fail(num, &format!("mixes {other} and {unit}; write all lengths in one unit"));
                }
                _ => self.length = Some(unit.clone()),
            },
            None => {}
        }
        self.assign(what, num, num.value);
        Ok(num.value)
    }

    /// A point; `kind` is 0 for points of shapes and 1 for places.
    fn point(&mut self, what: &str, p: &Pt, kind: usize) -> Result<DVec3, ImportError> {
        if let Some(z) = &p.z {
            match self.third[kind] {
                Some(other) if other != z.value => return self.fail(&p.x, THREE_D),
                _ => self.third[kind] = Some(z.value),
            }
        }
        Ok(DVec3::new(self.number(format!("{what}.x"), &p.x)?, self.number(format!("{what}.y"), &p.y)?, 0.0))
    }

    fn size(&mut self, what: String, num: &Num) -> Result<f64, ImportError> {
        let value = self.number(what.clone(), num)?;
        if value < 0.0 {
            return self.fail(num, &format!("{what} is negative"));
        }
        Ok(value)
    }

    fn body(&mut self, name: String, draft: &Draft) -> Result<Body, ImportError> {
        let shape = &draft.shape;
        let radius = match (&shape.form, &shape.radius) {
            (_, Some(r)) => self.size(format!("{name}.radius"), r)?,
            _ => 0.0,
        };
        let center = |s: &mut Self, c: &Option<Pt>| match c {
            Some(c) => s.point(&format!("{name}.center"), c, 0),
            None => Ok(DVec3::ZERO),
        };
        let def = match &shape.form {
            Form::Points { points, .. } => self.points(&name, draft.at, points, radius)?,
            Form::Flat(_) | Form::Rows(_) => return Err(self.source.error(draft.at, "numbers that are no points")),
            Form::Circle { center: c, radius: r } => {
                ShapeDef::Circle { center: center(self, c)?, radius: self.size(format!("{name}.radius"), r)? }
            }
            Form::Box { hx, hy } => {
                let x = self.size(format!("{name}.half_extents.x"), hx)?;
                let y = self.size(format!("{name}.half_extents.y"), hy)?;
                ShapeDef::Box { half_extents: DVec3::new(x, y, 0.0), radius }
            }
            Form::Segment { a, b } => {
                let (a, b) = (self.point(&format!("{name}.a"), a, 0)?, self.point(&format!("{name}.b"), b, 0)?);
                ShapeDef::Segment { a, b, radius }
            }
            Form::Capsule { a, b, radius: r } => ShapeDef::Capsule {
                a: self.point(&format!("{name}.a"), a, 0)?,
                b: self.point(&format!("{name}.b"), b, 0)?,
                radius: self.size(format!("{name}.radius"), r)?,
            },
            Form::Ellipse { rx, ry, center: c } => {
                let center = center(self, c)?;
                let x = self.size(format!("{name}.semi_axes.x"), rx)?;
                let y = self.size(format!("{name}.semi_axes.y"), ry)?;
                ShapeDef::Ellipse { semi_axes: DVec3::new(x, y, 0.0), center, radius }
            }
        };
        let mut pose = PoseDef::default();
        if let Some(given) = &shape.pose {
            if let Some(p) = &given.translation {
                pose.translation = self.point(&format!("{name}.translation"), p, 1)?;
            }
            match &given.rotation {
                Some(Rot::Angle(angle)) => pose.rotation = self.angle(&name, angle)?,
                Some(Rot::CosSin(c, s)) => {
                    self.assign(format!("{name}.rotation.cos"), c, c.value);
                    self.assign(format!("{name}.rotation.sin"), s, s.value);
                    pose.rotation = match (c.value, s.value) {
                        // An unturned body stays without a rotation in its file.
                        (1.0, 0.0) => RotationDef::Angle(0.0),
                        (c, s) => RotationDef::CosSin(c, s),
                    };
                }
                None => {}
            }
        }
        Ok(Body { name, shape: def, pose })
    }

    fn angle(&mut self, name: &str, angle: &Num) -> Result<RotationDef, ImportError> {
        if angle.unit.is_none() && angle.value.abs() > std::f64::consts::TAU {
            return self.fail(angle, "an angle of more than a turn: degrees or radians? Write 90deg or 1.5708rad");
        }
        let (rotation, value) = turned(angle.value, angle.unit == Some(Unit::Degrees));
        self.assign(format!("{name}.rotation"), angle, value);
        Ok(rotation)
    }

    fn points(&mut self, name: &str, at: usize, points: &[Pt], radius: f64) -> Result<ShapeDef, ImportError> {
        if points.len() > MOST_POINTS {
            let message = format!("{} points; a shape has at most {MOST_POINTS}", points.len());
            return Err(self.source.error(at, &message));
        }
        let what = |i: usize| match points.len() {
            1 => format!("{name}.at"),
            2 => format!("{name}.{}", ["a", "b"][i]),
            _ => format!("{name}.points[{i}]"),
        };
        let mut list = Vec::with_capacity(points.len());
        for (i, p) in points.iter().enumerate() {
            list.push(self.point(&what(i), p, 0)?);
        }
        Ok(match list[..] {
            [at] => ShapeDef::Point { at, radius },
            [a, b] => ShapeDef::Segment { a, b, radius },
            _ if scene::convex_in_order(&list) => ShapeDef::Polygon { points: list, radius },
            _ => {
                self.notes.push(format!("the points of {name} are not convex in this order: taken as their hull"));
                ShapeDef::Hull { points: list, radius }
            }
        })
    }
}

/// Most pieces of text that are listed as ignored.
const MOST_IGNORED: usize = 1_000;

/// What no number was taken from: whole lines, and single numbers and comments of lines that were used.
pub(super) fn ignored(source: &Source, used: &[Span]) -> Vec<Ignored> {
    let mut used: Vec<(usize, usize)> = used.iter().map(|span| (span.start, span.end)).collect();
    used.sort_unstable();
    // Only overlaps count: a quoted list is one token around many numbers.
    let is_used = |start: usize, end: usize| {
        let i = used.partition_point(|(s, _)| *s < end);
        i > 0 && used[i - 1].1 > start
    };
    let mut out: Vec<Ignored> = Vec::new();
    let mut push = |start: usize, end: usize| {
        let text = &source.text[start..end];
        let (head, text) = (text.len() - text.trim_start().len(), text.trim());
        if out.len() < MOST_IGNORED && !text.is_empty() {
            let start = start + head;
            out.push(Ignored { place: source.place(start), span: start..start + text.len(), text: text.to_owned() });
        }
    };
    for line in source.tokens.split(|t| t.tok == Tok::Newline) {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
        let number = |t: &&super::lex::Token| matches!(t.tok, Tok::Num(_) | Tok::Bad(_));
        let any_used = line.iter().any(|t| is_used(t.span.start, t.span.end));
        let any_number = line.iter().any(|t| number(&t));
        let words = line.iter().any(|t| matches!(t.tok, Tok::Word(_) | Tok::Comment));
        let structure = line.iter().any(|t| matches!(t.tok, Tok::Open(_) | Tok::Is));
        let text = &source.text[first.span.start..last.span.end];
        let label = !any_number && (structure || text.len() < 60 && names::side(text.trim_end_matches(':')).is_some());
        if any_used {
            let unused = |t: &&super::lex::Token| number(t) || t.tok == Tok::Comment;
            for t in line.iter().filter(unused).filter(|t| !is_used(t.span.start, t.span.end)) {
                push(t.span.start, t.span.end);
            }
        } else if (words || any_number) && !label {
            push(first.span.start, last.span.end);
        }
    }
    out
}
