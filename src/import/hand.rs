//! A reading put together by hand: a person says which numbers of a text are which field of A and B.

use std::ops::Range;

use glam::DVec3;

use super::lex::{Tok, Unit};
use super::{Assignment, ImportError, Reading, Source, assemble};
use crate::num::Precision;
use crate::scene::{self, Body, MOST_POINTS};
use crate::shape::{PoseDef, RotationDef, ShapeDef};

/// Id of a reading made by hand; it is no row of [`IMPORTERS`](super::IMPORTERS).
pub const BY_HAND: &str = "by-hand";
/// More numbers than this are not offered one by one.
const MOST_NUMBERS: usize = 20_000;

/// Whose number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// A's.
    A,
    /// B's.
    B,
}

impl Whose {
    /// Both.
    pub const ALL: [Whose; 2] = [Whose::A, Whose::B];

    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            Whose::A => "A",
            Whose::B => "B",
        }
    }
}

/// What a number can be of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// Coordinates: one point is a point (or a circle's centre), two are a segment (or a capsule), more a polygon or hull.
    Points,
    /// Half of a box's width and height.
    HalfExtents,
    /// Semi-axes of an ellipse.
    SemiAxes,
    /// A radius, of the shape or of its rounding.
    Radius,
    /// Translation of the pose.
    Place,
    /// Rotation of the pose: an angle, or cosine and sine.
    Rotation,
}

impl Field {
    /// Every field.
    pub const ALL: [Field; 6] =
        [Field::Points, Field::HalfExtents, Field::SemiAxes, Field::Radius, Field::Place, Field::Rotation];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Field::Points => "points",
            Field::HalfExtents => "half extents",
            Field::SemiAxes => "semi-axes",
            Field::Radius => "radius",
            Field::Place => "place",
            Field::Rotation => "rotation",
        }
    }

    /// It belongs to the pose.
    pub fn posed(self) -> bool {
        matches!(self, Field::Place | Field::Rotation)
    }
}

/// What a group of numbers is; `None`: nothing.
pub type Part = Option<(Whose, Field)>;

/// How coordinates follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// x y x y ..
    #[default]
    Xy,
    /// y x y x ..
    Yx,
    /// All x, then all y.
    Columns,
}

impl Order {
    /// Every order.
    pub const ALL: [Order; 3] = [Order::Xy, Order::Yx, Order::Columns];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Order::Xy => "x y x y",
            Order::Yx => "y x y x",
            Order::Columns => "x x y y",
        }
    }
}

/// A number of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// Line and column, both from 1, the column in characters.
    pub place: (usize, usize),
    /// As pasted, or as computed from what was pasted.
    pub literal: String,
    /// Its value.
    pub value: f64,
    /// It is an f32.
    pub single: bool,
    /// An angle in degrees.
    pub degrees: bool,
}

/// Numbers that are the same part of the scene, in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// At least one.
    pub numbers: Vec<Number>,
    /// What they are.
    pub part: Part,
    /// How coordinates follow each other.
    pub order: Order,
}

impl Group {
    fn of(part: Part, number: Number) -> Group {
        Group { numbers: vec![number], part, order: Order::Xy }
    }
}

/// Every number of a text in groups: as a reading has them, and the rest as nothing.
pub fn groups(text: &str, reading: Option<&Reading>) -> Vec<Group> {
    let mut out: Vec<Group> = Vec::new();
    for assigned in reading.map_or(&[][..], |r| &r.assigned) {
        let part = part_of(&assigned.what);
        let number = taken(assigned, part, reading);
        match out.iter_mut().find(|g| part.is_some() && g.part == part) {
            Some(group) => group.numbers.push(number),
            None => out.push(Group::of(part, number)),
        }
    }
    let mut used: Vec<Range<usize>> = out.iter().flat_map(|g| &g.numbers).map(|n| n.span.clone()).collect();
    used.sort_by_key(|span| (span.start, span.end));
    out.extend(rest(text, &used));
    out.sort_by_key(|group| (group.part.is_none(), group.part, group.numbers[0].span.start));
    out
}

/// A number as a reading took it.
fn taken(assigned: &Assignment, part: Part, reading: Option<&Reading>) -> Number {
    let scene = reading.map(|r| &r.scene);
    let body = part.and_then(|(whose, _)| scene?.bodies.iter().find(|b| b.name == whose.letter()));
    let quarter = body.is_some_and(|b| matches!(b.pose.rotation, RotationDef::Quarter(_)));
    Number {
        span: assigned.span.clone(),
        place: assigned.place,
        literal: assigned.literal.clone(),
        value: assigned.value,
        single: scene.is_some_and(|s| s.query.precision == Precision::F32),
        degrees: quarter && part.is_some_and(|(_, field)| field == Field::Rotation),
    }
}

/// `A.points[0].x` is one of A's points.
fn part_of(what: &str) -> Part {
    let (body, rest) = what.split_once('.')?;
    let whose = Whose::ALL.into_iter().find(|w| w.letter() == body)?;
    let word = rest.split(['.', '[']).next().unwrap_or(rest);
    let field = match word {
        "half_extents" => Field::HalfExtents,
        "semi_axes" => Field::SemiAxes,
        "radius" => Field::Radius,
        "translation" => Field::Place,
        "rotation" => Field::Rotation,
        _ => Field::Points,
    };
    Some((whose, field))
}

/// The numbers that are not used, in groups as blank lines, words and used numbers between them cut them.
fn rest(text: &str, used: &[Range<usize>]) -> Vec<Group> {
    let Ok(source) = Source::new(text) else { return Vec::new() };
    let mut out: Vec<Group> = Vec::new();
    let (mut cut, mut newlines, mut count) = (true, 0, 0);
    for token in &source.tokens {
        match &token.tok {
            Tok::Num(num) => {
                let i = used.partition_point(|span| span.start < token.span.end);
                if i > 0 && used[..i].iter().rev().take(4).any(|span| span.end > token.span.start) {
                    cut = true;
                    continue;
                }
                let number = Number {
                    span: token.span.clone(),
                    place: source.place(token.span.start),
                    literal: text[token.span.clone()].trim().to_owned(),
                    value: num.value,
                    single: num.single,
                    degrees: num.unit == Some(Unit::Degrees),
                };
                match out.last_mut().filter(|_| !cut) {
                    Some(group) => group.numbers.push(number),
                    None => out.push(Group::of(None, number)),
                }
                (cut, newlines) = (false, 0);
                count += 1;
                if count >= MOST_NUMBERS {
                    break;
                }
            }
            Tok::Newline => {
                newlines += 1;
                cut |= newlines > 1;
            }
            Tok::Word(_) | Tok::Is => cut = true,
            _ => {}
        }
    }
    out
}

/// Makes the numbers inside `span` a group of their own; those they were with keep their part. `None`: there are none.
pub fn select(groups: &[Group], span: &Range<usize>, part: Part) -> Option<Vec<Group>> {
    let inside = |n: &Number| n.span.start < span.end && span.start < n.span.end;
    let mut chosen: Vec<Number> = Vec::new();
    let mut out: Vec<Group> = Vec::new();
    for group in groups {
        let (mine, others): (Vec<Number>, Vec<Number>) = group.numbers.iter().cloned().partition(inside);
        chosen.extend(mine);
        if !others.is_empty() {
            out.push(Group { numbers: others, ..group.clone() });
        }
    }
    chosen.sort_by_key(|n| n.span.start);
    let first = chosen.first()?.span.start;
    let single = part.and_then(|_| out.iter_mut().find(|g| g.part == part && g.order != Order::Columns));
    match single {
        // What is the same part is one list, in the order of the text.
        Some(group) => {
            group.numbers.extend(chosen);
            group.numbers.sort_by_key(|n| n.span.start);
        }
        None => {
            let at = out.iter().position(|g| g.numbers[0].span.start > first).unwrap_or(out.len());
            out.insert(at, Group { numbers: chosen, part, order: Order::Xy });
        }
    }
    Some(out)
}

/// The scene that these groups make. An error names the place of the first number that does not fit.
pub fn by_hand(text: &str, groups: &[Group]) -> Result<Reading, ImportError> {
    let source = Source::new(text)?;
    let mut hand = Hand { source: &source, groups, assigned: Vec::new(), notes: Vec::new(), single: false };
    let mut bodies: Vec<Body> = Vec::new();
    for whose in Whose::ALL {
        bodies.extend(hand.body(whose)?);
    }
    if bodies.is_empty() {
        return Err(source.error(0, "no number is a point of A or B yet; say what the numbers are"));
    }
    hand.notes.extend(assemble::stand_in(&mut bodies));
    let label: Vec<String> = bodies.iter().map(|b| format!("{}: {}", b.name, assemble::described(&b.shape))).collect();
    let precision = if hand.single { Precision::F32 } else { Precision::F64 };
    let scene = assemble::scene_of(bodies, precision);
    if let Err(e) = scene::parse(&scene::write(&scene), "") {
        let at = hand.assigned.first().map_or(0, |a| a.span.start);
        return Err(source.error(at, &format!("{}: {}", e.field, e.message)));
    }
    let used: Vec<Range<usize>> = hand.assigned.iter().map(|a| a.span.clone()).collect();
    let ignored = assemble::ignored(&source, &used);
    Ok(Reading {
        importer: BY_HAND,
        label: label.join(", "),
        scene,
        assigned: hand.assigned,
        ignored,
        note: hand.notes.join("; "),
    })
}

/// A scene while it is put together.
struct Hand<'s> {
    source: &'s Source<'s>,
    groups: &'s [Group],
    assigned: Vec<Assignment>,
    notes: Vec<String>,
    single: bool,
}

impl Hand<'_> {
    fn fail<T>(&self, number: &Number, message: &str) -> Result<T, ImportError> {
        Err(self.source.error(number.span.start, message))
    }

    fn take(&mut self, what: String, number: &Number, value: f64) -> f64 {
        self.single |= number.single;
        let literal = number.literal.clone();
        self.assigned.push(Assignment { what, span: number.span.clone(), place: number.place, literal, value });
        value
    }

    /// The numbers of a field in their order.
    fn plain(&self, whose: Whose, field: Field) -> Vec<Number> {
        let mine = self.groups.iter().filter(|g| g.part == Some((whose, field)));
        mine.flat_map(|g| g.numbers.clone()).collect()
    }

    /// The numbers of a field as pairs (x, y).
    fn pairs(&self, whose: Whose, field: Field) -> Result<Vec<(Number, Number)>, ImportError> {
        let mut pairs = Vec::new();
        for group in self.groups.iter().filter(|g| g.part == Some((whose, field))) {
            let n = &group.numbers;
            if n.len() % 2 == 1 {
                let words = format!("{} {}", whose.letter(), field.label());
                return self.fail(&n[n.len() - 1], &format!("{} numbers for {words}; each needs x and y", n.len()));
            }
            let half = n.len() / 2;
            pairs.extend((0..half).map(|i| match group.order {
                Order::Xy => (n[2 * i].clone(), n[2 * i + 1].clone()),
                Order::Yx => (n[2 * i + 1].clone(), n[2 * i].clone()),
                Order::Columns => (n[i].clone(), n[half + i].clone()),
            }));
        }
        Ok(pairs)
    }

    fn vector(&mut self, what: &str, (x, y): &(Number, Number)) -> DVec3 {
        DVec3::new(self.take(format!("{what}.x"), x, x.value), self.take(format!("{what}.y"), y, y.value), 0.0)
    }

    /// At most one pair of sizes.
    fn sizes(&mut self, whose: Whose, field: Field, word: &str) -> Result<Option<DVec3>, ImportError> {
        let pairs = self.pairs(whose, field)?;
        if let Some((x, _)) = pairs.get(1) {
            return self.fail(x, &format!("{} has {} already; two numbers are enough", whose.letter(), field.label()));
        }
        Ok(pairs.first().map(|pair| self.vector(&format!("{}.{word}", whose.letter()), pair)))
    }

    fn body(&mut self, whose: Whose) -> Result<Option<Body>, ImportError> {
        let name = whose.letter();
        let points = self.pairs(whose, Field::Points)?;
        if points.len() > MOST_POINTS {
            let message = format!("{} points; a shape has at most {MOST_POINTS}", points.len());
            return self.fail(&points[MOST_POINTS].0, &message);
        }
        let what = |i: usize| match points.len() {
            1 => format!("{name}.at"),
            2 => format!("{name}.{}", ["a", "b"][i]),
            _ => format!("{name}.points[{i}]"),
        };
        let list: Vec<DVec3> = points.iter().enumerate().map(|(i, p)| self.vector(&what(i), p)).collect();
        let half = self.sizes(whose, Field::HalfExtents, "half_extents")?;
        let semi = self.sizes(whose, Field::SemiAxes, "semi_axes")?;
        let radii = self.plain(whose, Field::Radius);
        if let Some(second) = radii.get(1) {
            return self.fail(second, &format!("{name} has a radius already"));
        }
        let radius = radii.first().map(|r| self.take(format!("{name}.radius"), r, r.value));
        let pose = self.pose(whose)?;
        let shape = self.shape(name, &list, half, semi, radius)?;
        Ok(shape.map(|shape| Body { name: name.to_owned(), shape, pose }))
    }

    fn shape(
        &mut self,
        name: &str,
        list: &[DVec3],
        half: Option<DVec3>,
        semi: Option<DVec3>,
        radius: Option<f64>,
    ) -> Result<Option<ShapeDef>, ImportError> {
        let r = radius.unwrap_or(0.0);
        let several = usize::from(half.is_some()) + usize::from(semi.is_some()) + usize::from(!list.is_empty());
        let center = list.first().copied().unwrap_or(DVec3::ZERO);
        if several > 1 && !(semi.is_some() && half.is_none() && list.len() == 1) {
            let message = format!("{name} is several shapes at once; leave points, half extents or semi-axes out");
            let at = self.assigned.last().map_or(0, |a| a.span.start);
            return Err(self.source.error(at, &message));
        }
        Ok(Some(match (half, semi, list) {
            (Some(half_extents), ..) => ShapeDef::Box { half_extents, radius: r },
            (_, Some(semi_axes), _) => ShapeDef::Ellipse { semi_axes, center, radius: r },
            (.., []) => match radius {
                Some(radius) => ShapeDef::Circle { center, radius },
                None => return Ok(None),
            },
            (.., &[at]) => match radius {
                Some(radius) => ShapeDef::Circle { center: at, radius },
                None => ShapeDef::Point { at, radius: 0.0 },
            },
            (.., &[a, b]) => match radius {
                Some(radius) => ShapeDef::Capsule { a, b, radius },
                None => ShapeDef::Segment { a, b, radius: 0.0 },
            },
            (.., points) if scene::convex_in_order(points) => ShapeDef::Polygon { points: points.to_vec(), radius: r },
            (.., points) => {
                self.notes.push(format!("the points of {name} are not convex in this order: taken as their hull"));
                ShapeDef::Hull { points: points.to_vec(), radius: r }
            }
        }))
    }

    fn pose(&mut self, whose: Whose) -> Result<PoseDef, ImportError> {
        let name = whose.letter();
        let translation = self.sizes(whose, Field::Place, "translation")?.unwrap_or(DVec3::ZERO);
        let turn = self.plain(whose, Field::Rotation);
        let rotation = match &turn[..] {
            [] => RotationDef::Angle(0.0),
            [angle] => {
                let (rotation, value) = super::assemble::turned(angle.value, angle.degrees);
                self.take(format!("{name}.rotation"), angle, value);
                rotation
            }
            [c, s] => {
                let (c, s) = (
                    self.take(format!("{name}.rotation.cos"), c, c.value),
                    self.take(format!("{name}.rotation.sin"), s, s.value),
                );
                RotationDef::CosSin(c, s)
            }
            [.., last] => {
                let message = format!("{} numbers for {name}'s rotation; an angle, or cosine and sine", turn.len());
                return self.fail(last, &message);
            }
        };
        Ok(PoseDef { translation, rotation })
    }
}
