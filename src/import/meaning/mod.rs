//! What a tree of groups means: points, shapes, poses and radii, each with the numbers it was read from.

mod call;
mod gather;
mod object;
mod words;

use super::lex::{Num, Span, Unit};
use super::matrix;
use super::names;
use super::tree::{Kind, Node, Tree};
use super::{ImportError, Source};
use words::{FIELDS, NO_SHAPE, TWO_WORDS, makes_point, names_pose, normal, says_identity, takes_degrees};

/// A point; the third coordinate is kept until all are known.
#[derive(Clone, Debug)]
pub(super) struct Pt {
    pub x: Num,
    pub y: Num,
    pub z: Option<Num>,
}

/// A rotation.
#[derive(Clone, Debug)]
pub(super) enum Rot {
    /// Radians or degrees, by its unit.
    Angle(Num),
    CosSin(Num, Num),
}

/// A pose; what is `None` was not given.
#[derive(Clone, Debug, Default)]
pub(super) struct Pose {
    pub translation: Option<Pt>,
    pub rotation: Option<Rot>,
}

impl Pose {
    /// It leaves everything where it is.
    pub fn is_identity(&self) -> bool {
        let at_zero = |p: &Pt| p.x.value == 0.0 && p.y.value == 0.0 && p.z.as_ref().is_none_or(|z| z.value == 0.0);
        let unturned = |r: &Rot| match r {
            Rot::Angle(a) => a.value == 0.0,
            Rot::CosSin(c, s) => c.value == 1.0 && s.value == 0.0,
        };
        self.translation.as_ref().is_none_or(at_zero) && self.rotation.as_ref().is_none_or(unturned)
    }
}

/// A shape without its place.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// A list of points; `loose` ones stand in no bracket of their own.
    Points {
        points: Vec<Pt>,
        loose: bool,
    },
    /// Numbers in one list, not paired.
    Flat(Vec<Num>),
    /// Rows of as many numbers each, at least four.
    Rows(Vec<Vec<Num>>),
    Circle {
        center: Option<Pt>,
        radius: Num,
    },
    Box {
        hx: Num,
        hy: Num,
    },
    Segment {
        a: Pt,
        b: Pt,
    },
    Capsule {
        a: Pt,
        b: Pt,
        radius: Num,
    },
    Ellipse {
        rx: Num,
        ry: Num,
        center: Option<Pt>,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub form: Form,
    /// A rounding.
    pub radius: Option<Num>,
    pub pose: Option<Pose>,
}

// Few are alive at a time, most are the large ones.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(super) enum What {
    Shape(Shape),
    Pose(Pose),
    Point(Pt),
    Radius(Num),
}

/// Something found, with the names on the way to it, outermost first.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub what: What,
    pub names: Vec<String>,
    pub at: usize,
    /// Belongs to the piece before.
    pub chained: bool,
}

/// What a node means.
// As many as a group has members; a point is what most are.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
enum Meaning {
    Nothing,
    Bad(String),
    Num(Num),
    Point(Pt),
    Flat(Vec<Num>),
    Rot(Rot),
    Pose(Pose),
    Shape(Box<Shape>),
    Pieces(Vec<Piece>),
}

struct Kid {
    id: usize,
    /// In lower case, letters and digits only; empty for none.
    name: String,
    meaning: Meaning,
}

impl Kid {
    fn num(&self) -> Option<Num> {
        match &self.meaning {
            Meaning::Num(n) => Some(n.clone()),
            _ => None,
        }
    }

    fn point(&self) -> Option<Pt> {
        match &self.meaning {
            Meaning::Point(p) => Some(p.clone()),
            _ => None,
        }
    }
}

/// Everything found in a text.
#[derive(Default)]
pub(super) struct Found {
    pub pieces: Vec<Piece>,
    /// A pose was read from a matrix.
    pub matrix: bool,
    pub notes: Vec<String>,
    /// Places of numbers that were used but became none of the scene.
    pub used: Vec<Span>,
}

/// The pieces of a tree.
pub(super) fn pieces(source: &Source, tree: &Tree) -> Result<Found, ImportError> {
    let mut reader = Reader { source, tree, found: Found::default(), single: 0, followed: Vec::new() };
    let pieces = reader.top()?;
    Ok(Found { pieces, ..reader.found })
}

/// `n` times `factor`, which must be exact: a half or minus one.
fn times(n: &Num, factor: f64, text: &str) -> Num {
    Num { value: n.value * factor, computed: Some(text.to_owned()), ..n.clone() }
}

struct Reader<'s> {
    source: &'s Source<'s>,
    tree: &'s Tree,
    found: Found,
    /// How many of the groups around say that their numbers are f32.
    single: usize,
    /// Nodes whose names stood for them in a call.
    followed: Vec<usize>,
}

/// Most names that are followed to their values.
const MOST_FOLLOWED: usize = 64;

impl Reader<'_> {
    fn error<T>(&self, id: usize, message: impl AsRef<str>) -> Result<T, ImportError> {
        Err(self.source.error(self.tree.nodes[id].span.start, message.as_ref()))
    }

    fn literal(&self, n: &Num) -> String {
        n.computed.clone().unwrap_or_else(|| self.source.text[n.span.clone()].trim().to_owned())
    }

    fn half(&self, n: &Num) -> Num {
        times(n, 0.5, &format!("{} / 2", self.literal(n)))
    }

    fn minus(&self, n: &Num) -> Num {
        times(n, -1.0, &format!("-({})", self.literal(n)))
    }

    /// `a + b`, rounded once.
    fn sum(&self, a: &Num, b: &Num) -> Num {
        let computed = Some(format!("{} + {}", self.literal(a), self.literal(b)));
        Num { value: a.value + b.value, computed, other: Some(b.span.clone()), ..a.clone() }
    }

    /// The corners of an upright rectangle.
    fn rectangle(&self, x: &Num, y: &Num, w: &Num, h: &Num) -> Form {
        let (right, top) = (self.sum(x, w), self.sum(y, h));
        self.corners(x, y, &right, &top)
    }

    fn corners(&self, left: &Num, low: &Num, right: &Num, top: &Num) -> Form {
        let point = |x: &Num, y: &Num| Pt { x: x.clone(), y: y.clone(), z: None };
        let points = vec![point(left, low), point(right, low), point(right, top), point(left, top)];
        Form::Points { points, loose: false }
    }

    fn meaning(&mut self, id: usize) -> Result<Meaning, ImportError> {
        let tree = self.tree;
        let node = &tree.nodes[id];
        match &node.kind {
            Kind::Num(num) if self.single > 0 && !num.single => {
                Ok(Meaning::Num(Num { value: self.nearest_single(num), single: true, ..num.clone() }))
            }
            Kind::Num(num) => Ok(Meaning::Num(num.clone())),
            Kind::Bad(message) => Ok(Meaning::Bad(message.clone())),
            Kind::Group { .. } => {
                self.single += node.single as usize;
                let meaning = self.group(id);
                self.single -= node.single as usize;
                meaning
            }
        }
    }

    fn kid_name(&self, node: &Node) -> String {
        if let Some(name) = &node.name {
            return normal(name);
        }
        // `half extents`, `radius of`
        let mut words = node.head.iter().rev().skip_while(|word| matches!(word.as_str(), "of" | "is" | "equals"));
        let Some(last) = words.next().map(|word| normal(word)) else { return String::new() };
        if node.chained {
            // The points at a distance from a shape are the shape rounded.
            return if last == "buffer" { "rounding".into() } else { String::new() };
        }
        // `with normal (1, 0)`
        if !node.call && NO_SHAPE.contains(&last.as_str()) && !last.starts_with("point") {
            return last;
        }
        let two = words.next().map(|word| normal(word) + &last).filter(|two| TWO_WORDS.contains(&two.as_str()));
        match two {
            Some(two) => two,
            None if FIELDS.contains(&last.as_str()) => last,
            _ => String::new(),
        }
    }

    /// The points that a name in this group stands for, where they were written earlier.
    fn followed(&mut self, id: usize) -> Result<Option<Vec<Pt>>, ImportError> {
        let tree = self.tree;
        let node = &tree.nodes[id];
        let Kind::Group { items, .. } = &tree.nodes[0].kind else { return Ok(None) };
        if node.words.is_empty() || self.followed.len() >= MOST_FOLLOWED {
            return Ok(None);
        }
        let earlier = |item: &&usize| {
            let other = &tree.nodes[**item];
            other.span.end <= node.span.start && other.name.as_ref().is_some_and(|name| node.words.contains(name))
        };
        let Some(&item) = items.iter().rev().find(earlier) else { return Ok(None) };
        self.followed.push(item);
        let meaning = self.meaning(item)?;
        Ok(match meaning {
            Meaning::Shape(shape) => match *shape {
                Shape { form: Form::Points { points, .. }, pose: None, radius: None } => Some(points),
                _ => None,
            },
            _ => None,
        })
    }

    fn kids(&mut self, id: usize) -> Result<Vec<Kid>, ImportError> {
        let tree = self.tree;
        let Kind::Group { items, .. } = &tree.nodes[id].kind else { return Ok(Vec::new()) };
        let mut kids = Vec::with_capacity(items.len());
        for &id in items {
            let name = self.kid_name(&tree.nodes[id]);
            if NO_SHAPE.contains(&name.as_str()) {
                continue;
            }
            let meaning = self.meaning(id)?;
            let turned = |unit: &Option<Unit>| matches!(unit, Some(Unit::Degrees | Unit::Radians));
            let name = match &meaning {
                Meaning::Num(n) if name.is_empty() && turned(&n.unit) && tree.nodes[id].head.len() > 1 => {
                    "angle".into()
                }
                _ => name,
            };
            if !matches!(meaning, Meaning::Nothing) {
                kids.push(Kid { id, name, meaning });
            }
        }
        // Field writes may come in any order.
        if kids.iter().all(|kid| tree.nodes[kid.id].index.is_some()) {
            kids.sort_by_key(|kid| tree.nodes[kid.id].index);
        }
        Ok(kids)
    }

    fn group(&mut self, id: usize) -> Result<Meaning, ImportError> {
        let tree = self.tree;
        let node = &tree.nodes[id];
        if names::is_solid(&node.head) {
            return self.error(id, format!("{}: {THREE_D}", node.head.join(" ")));
        }
        let kids = self.kids(id)?;
        if let Some(Kid { id, meaning: Meaning::Bad(message), .. }) =
            kids.iter().find(|kid| matches!(kid.meaning, Meaning::Bad(_)))
        {
            // Prose in brackets is left out as a whole; a value that is none among values is an error.
            if kids.len() > 1 || !node.head.is_empty() || node.name.is_some() {
                return self.error(*id, message);
            }
            return Ok(Meaning::Nothing);
        }
        if let Some(meaning) = self.call(id, &kids)? {
            return Ok(meaning);
        }
        let open = matches!(node.kind, Kind::Group { open: b'(', .. });
        if open
            && node.head.is_empty()
            && kids.iter().all(|kid| matches!(kid.meaning, Meaning::Num(_)))
            && let Some(mut points) = self.followed(id)?
        {
            // `polygon.Set(vertices, 3)`
            if let Some(count) = kids.first().and_then(Kid::num) {
                self.counted(id, &count, &mut points)?;
            }
            return Ok(shape(Form::Points { points, loose: false }));
        }
        if node.name.as_deref().is_some_and(names_pose)
            && let Some(pose) = self.posed(id, &kids)?
        {
            return Ok(Meaning::Pose(pose));
        }
        if kids.is_empty() {
            return Ok(Meaning::Nothing);
        }
        let mut meaning = match self.plain(id, &kids)? {
            Some(meaning) => meaning,
            None => self.object(id, kids, false)?,
        };
        if let (Some("coordinates"), Meaning::Shape(shape)) = (node.name.as_deref(), &mut meaning) {
            self.ring(&mut shape.form);
        }
        Ok(meaning)
    }

    /// Drops a last point that repeats the first, as GeoJSON wants it.
    fn ring(&mut self, form: &mut Form) {
        let Form::Points { points, .. } = form else { return };
        let same = |p: &Pt, q: &Pt| p.x.value == q.x.value && p.y.value == q.y.value;
        if points.len() > 3 && same(&points[0], &points[points.len() - 1]) {
            let last = points.pop();
            self.found.used.extend(last.into_iter().flat_map(|p| [p.x.span, p.y.span]));
            self.found.notes.push("a ring's last point, which repeats its first, is left out".into());
        }
    }

    /// A group that its name says is a pose: a place and an angle, or a place and (cos, sin).
    fn posed(&self, id: usize, kids: &[Kid]) -> Result<Option<Pose>, ImportError> {
        /// How far printed digits of a cosine and a sine may be from unit length.
        const SLOP: f64 = 1e-3;
        let bare = kids.iter().all(|kid| kid.name.is_empty());
        let pose = |p: &Pt, rotation: Rot| Some(Pose { translation: Some(p.clone()), rotation: Some(rotation) });
        let meanings: Vec<&Meaning> = kids.iter().map(|kid| &kid.meaning).collect();
        let words = &self.tree.nodes[id].words;
        Ok(match &meanings[..] {
            _ if !bare => None,
            // `{{1.2f, 0.3f}, b2Rot_identity}`
            [Meaning::Point(p)] if !words.is_empty() => match words.iter().find(|word| !says_identity(word)) {
                None => Some(Pose { translation: Some(p.clone()), rotation: None }),
                Some(word) => return self.error(id, format!("{word} is not evaluated here; write the value")),
            },
            [Meaning::Point(p), Meaning::Num(angle)] => pose(p, Rot::Angle(angle.clone())),
            [Meaning::Point(p), Meaning::Point(q)] if q.z.is_none() => {
                let length = q.x.value.hypot(q.y.value);
                if (length - 1.0).abs() > SLOP {
                    return self.error(id, "a pose of two points of which the second is no cosine and sine");
                }
                pose(p, Rot::CosSin(q.x.clone(), q.y.clone()))
            }
            [Meaning::Num(_), Meaning::Num(_), Meaning::Num(third)] if third.value != 0.0 => {
                return self
                    .error(id, "a pose of three numbers: is the third an angle? Write translation and rotation");
            }
            _ => None,
        })
    }

    /// A group of nothing but numbers, points or rows.
    fn plain(&mut self, id: usize, kids: &[Kid]) -> Result<Option<Meaning>, ImportError> {
        let tree = self.tree;
        let node = &tree.nodes[id];
        let unnamed = kids.iter().all(|kid| kid.name.is_empty() || tree.nodes[kid.id].index.is_some());
        if !unnamed {
            return Ok(None);
        }
        // Slots 0, 1, 3: one is missing, unless counting starts at 1.
        let indices: Vec<u64> = kids.iter().filter_map(|kid| tree.nodes[kid.id].index).collect();
        if indices.len() == kids.len()
            && kids.len() > 1
            && let Some(i) = (1..indices.len()).find(|i| indices[*i] != indices[0] + *i as u64)
        {
            let message = format!("index {} follows {}; one is missing or given twice", indices[i], indices[i - 1]);
            return self.error(kids[i].id, message);
        }
        let nums: Vec<Num> = kids.iter().filter_map(Kid::num).collect();
        if let (true, [word, ..]) = (nums.len() == kids.len(), &node.words[..]) {
            // `vector![1.0, y]`
            return Ok(Some(Meaning::Bad(format!("{word} is not evaluated here; write the value"))));
        }
        if nums.len() == kids.len() {
            return self.numbers(node, nums).map(Some);
        }
        if let Some(rows) = rows(kids) {
            match matrix::pose(&rows) {
                Ok(Some(pose)) => {
                    self.found.matrix = true;
                    if let Some(note) = pose.1 {
                        self.found.notes.push(note.to_owned());
                    }
                    return Ok(Some(Meaning::Pose(pose.0)));
                }
                Ok(None) => {}
                Err(message) => return self.error(id, message),
            }
            let semicolons = kids.iter().any(|kid| matches!(tree.nodes[kid.id].kind, Kind::Group { open: b';', .. }));
            let width = rows[0].len();
            if rows.len() == 2 && (width >= 4 && width == rows[1].len() || width == 3 && semicolons) {
                return Ok(Some(shape(Form::Rows(rows))));
            }
        }
        let points: Vec<Pt> = kids.iter().filter_map(Kid::point).collect();
        if points.len() == kids.len() {
            if let ([point], true) = (&points[..], indices.is_empty()) {
                return Ok(Some(Meaning::Point(point.clone())));
            }
            return Ok(Some(shape(Form::Points { points, loose: false })));
        }
        Ok(None)
    }

    /// A group of bare numbers.
    fn numbers(&self, node: &Node, mut nums: Vec<Num>) -> Result<Meaning, ImportError> {
        let head = node.head.last().map(|word| normal(word)).unwrap_or_default();
        let head_word = node.head.last().map(|word| word.to_lowercase()).unwrap_or_default();
        let open = match node.kind {
            Kind::Group { open, .. } => open,
            _ => 0,
        };
        Ok(match (nums.len(), open) {
            (1, _) if node.head.last().is_some_and(|word| takes_degrees(word)) => match nums[0].unit {
                None => Meaning::Num(Num { unit: Some(Unit::Degrees), ..nums.remove(0) }),
                Some(_) => Meaning::Bad(format!("{}(..) of a number with a unit", node.head.join(" "))),
            },
            (1, _) if head == "buffer" => Meaning::Num(nums.remove(0)),
            (1, _) if head_word.ends_with("splat") => {
                Meaning::Point(Pt { x: nums[0].clone(), y: nums[0].clone(), z: None })
            }
            (1, _) => {
                let known = ["f32", "f64", "float32", "float64", "single", "realt", "number", "staticcast", "fixed"];
                let number = head.is_empty()
                    || known.contains(&head.as_str())
                    || ["float", "double", "scalar", "real"].iter().any(|end| head.ends_with(end));
                let named = FIELDS.contains(&head.as_str());
                match number || named || open != b'(' {
                    true => Meaning::Num(nums.remove(0)),
                    false => {
                        Meaning::Bad(format!("{}(..) is not evaluated here; write the value", node.head.join(" ")))
                    }
                }
            }
            (2 | 3, b'(') if node.call && !node.head.iter().any(|word| makes_point(word)) => {
                Meaning::Bad(format!("{}(..) is not known as a point or a shape", node.head.join(" ")))
            }
            (2, _) => Meaning::Point(Pt { x: nums[0].clone(), y: nums[1].clone(), z: None }),
            (3, _) => Meaning::Point(Pt { x: nums[0].clone(), y: nums[1].clone(), z: Some(nums[2].clone()) }),
            (4, _) if head.contains("vector3") || head.contains("vec3") || head.ends_with("vector4") => {
                Meaning::Point(Pt { x: nums[0].clone(), y: nums[1].clone(), z: Some(nums[2].clone()) })
            }
            (n, _) => {
                let side = if n == 16 { 4 } else { 3 };
                if n == 9 || n == 16 {
                    let rows: Vec<Vec<Num>> = nums.chunks(side).map(<[Num]>::to_vec).collect();
                    if let Ok(Some((pose, _))) = matrix::pose(&rows) {
                        return Ok(Meaning::Pose(pose));
                    }
                }
                Meaning::Flat(nums)
            }
        })
    }

    /// The f32 nearest to a literal.
    fn nearest_single(&self, n: &Num) -> f64 {
        let literal: String = self.source.text[n.span.clone()].chars().filter(|c| *c != '_').collect();
        literal.trim().parse::<f32>().ok().filter(|x| x.is_finite()).map_or(n.value as f32 as f64, f64::from)
    }
}

/// Why 3D is refused.
pub(super) const THREE_D: &str = "these are 3D points; 3D scenes are not supported yet";

fn shape(form: Form) -> Meaning {
    Meaning::Shape(Box::new(Shape { form, radius: None, pose: None }))
}

/// The kids as rows of numbers, if all are.
fn rows(kids: &[Kid]) -> Option<Vec<Vec<Num>>> {
    if kids.len() < 2 {
        return None;
    }
    let row = |k: &Kid| match &k.meaning {
        Meaning::Flat(nums) => Some(nums.clone()),
        Meaning::Point(Pt { x, y, z: Some(z) }) => Some(vec![x.clone(), y.clone(), z.clone()]),
        _ => None,
    };
    kids.iter().map(row).collect()
}
