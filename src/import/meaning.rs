//! What a tree of groups means: points, shapes, poses and radii, each with the numbers it was read from.

use super::lex::{Num, Span, Unit};
use super::matrix;
use super::names;
use super::tree::{Kind, Node, Tree};
use super::{ImportError, Source};

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
    let mut reader = Reader { source, tree, found: Found::default(), single: 0 };
    let pieces = reader.top()?;
    Ok(Found { pieces, ..reader.found })
}

/// Things that stand beside shapes and are none.
const NO_SHAPE: [&str; 33] = [
    "normals",
    "mnormals",
    "normal",
    "centroid",
    "mcentroid",
    "velocity",
    "linearvelocity",
    "angularvelocity",
    "color",
    "colour",
    "id",
    "friction",
    "restitution",
    "density",
    "mass",
    "userdata",
    "iterations",
    "gravity",
    "distance",
    "depth",
    "separation",
    "tolerance",
    "penetration",
    "witness",
    "closest",
    "direction",
    "dir",
    "simplex",
    "pointa",
    "pointb",
    "dtype",
    "expected",
    "shape_id",
];
const RADIUS: [&str; 6] = ["radius", "r", "mradius", "rad", "skin", "rounding"];
const COUNT: [&str; 9] =
    ["count", "mcount", "n", "vertexcount", "mvertexcount", "numvertices", "numpoints", "pointcount", "size"];
const ANGLE: [&str; 8] = ["angle", "rotation", "rot", "theta", "rotationdeg", "angledeg", "heading", "yaw"];
const PLACE: [&str; 10] =
    ["translation", "position", "pos", "p", "origin", "offset", "location", "o", "t", "transform"];
const TURN: [&str; 4] = ["q", "rotation", "rot", "mq"];
const CENTER: [&str; 6] = ["center", "centre", "c", "mid", "mp", "point"];
const HALF: [&str; 6] = ["halfextents", "halfsize", "halfextent", "he", "half", "hsize"];
const SEMI: [&str; 3] = ["semiaxes", "radii", "axes"];
const ENDS: [[&str; 2]; 9] = [
    ["a", "b"],
    ["p1", "p2"],
    ["p0", "p1"],
    ["point1", "point2"],
    ["center1", "center2"],
    ["v1", "v2"],
    ["start", "end"],
    ["from", "to"],
    ["vertex1", "vertex2"],
];
/// Words that name what follows them even without a sign between.
const FIELDS: [&str; 19] = [
    "radius",
    "r",
    "angle",
    "rotation",
    "position",
    "pos",
    "translation",
    "center",
    "centre",
    "count",
    "x",
    "y",
    "z",
    "width",
    "height",
    "halfextents",
    "w",
    "h",
    "at",
];

/// Whether a call of this name makes a point.
fn makes_point(word: &str) -> bool {
    const PARTS: [&str; 16] = [
        "vec", "point", "pnt", "coord", "pos", "vert", "float2", "float3", "double2", "double3", "real2", "complex",
        "tuple", "pair", "array", "cpv",
    ];
    let lower = word.to_lowercase();
    let mut segs = lower.rsplit("::");
    let last = segs.next().unwrap_or("");
    PARTS.iter().any(|part| lower.contains(part))
        || last.len() < 4
        || matches!(last, "size2" | "list" | "print" | "log" | "println")
}

fn normal(name: &str) -> String {
    let last = name.rsplit("::").next().unwrap_or(name);
    last.chars().filter(|c| c.is_alphanumeric()).take(60).flat_map(char::to_lowercase).collect()
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
}

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
        match node.head.last().map(|word| normal(word)) {
            Some(word) if FIELDS.contains(&word.as_str()) && !node.chained => word,
            _ => String::new(),
        }
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
        if kids.is_empty() {
            return Ok(Meaning::Nothing);
        }
        if let Some(meaning) = self.plain(id, &kids)? {
            return Ok(meaning);
        }
        self.object(id, kids, false)
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
        let nums: Vec<Num> = kids
            .iter()
            .filter_map(|k| match &k.meaning {
                Meaning::Num(n) => Some(n.clone()),
                _ => None,
            })
            .collect();
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
        let points: Vec<Pt> = kids
            .iter()
            .filter_map(|k| match &k.meaning {
                Meaning::Point(p) => Some(p.clone()),
                _ => None,
            })
            .collect();
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

    /// A group behind the name of a shape or a pose.
    fn call(&mut self, id: usize, kids: &[Kid]) -> Result<Option<Meaning>, ImportError> {
        let tree = self.tree;
        let node = &tree.nodes[id];
        let Some((name, method)) = node.head.iter().rev().find_map(|word| known_call(word)) else { return Ok(None) };
        let nums: Vec<Num> = kids
            .iter()
            .filter(|k| k.name.is_empty())
            .filter_map(|k| match &k.meaning {
                Meaning::Num(n) => Some(n.clone()),
                _ => None,
            })
            .collect();
        let mut pts: Vec<Pt> = kids
            .iter()
            .filter_map(|k| match &k.meaning {
                Meaning::Point(p) => Some(p.clone()),
                _ => None,
            })
            .collect();
        let rot = kids.iter().find_map(|k| match &k.meaning {
            Meaning::Rot(r) => Some(r.clone()),
            _ => None,
        });
        if let [Kid { meaning: Meaning::Shape(s), .. }, rest @ ..] = kids
            && let (Form::Points { points, .. }, true) = (&s.form, pts.is_empty() && rest.len() < 2)
        {
            pts = points.clone();
        }
        // Named fields are read by their names.
        if kids
            .iter()
            .any(|k| !k.name.is_empty() && !matches!(k.meaning, Meaning::Pose(_)) && tree.nodes[k.id].index.is_none())
            && !(name == "circle" && nums.len() + pts.len() > 0)
        {
            return Ok(None);
        }
        let named_radius = kids.iter().find_map(|k| match &k.meaning {
            Meaning::Num(n) if RADIUS.contains(&k.name.as_str()) => Some(n.clone()),
            _ => None,
        });
        let point = |x: &Num, y: &Num| Pt { x: x.clone(), y: y.clone(), z: None };
        let solid = |p: &Pt| p.z.is_some();
        let form = match name {
            "circle" => match (&nums[..], &pts[..], &named_radius) {
                ([x, y], [], Some(r)) => Form::Circle { center: Some(point(x, y)), radius: r.clone() },
                ([], [c], Some(r)) => Form::Circle { center: Some(c.clone()), radius: r.clone() },
                ([r], [], None) => Form::Circle { center: None, radius: r.clone() },
                ([r, ..], [c], None) => Form::Circle { center: Some(c.clone()), radius: r.clone() },
                ([x, y, r], [], None) => Form::Circle { center: Some(point(x, y)), radius: r.clone() },
                _ => return Ok(None),
            },
            "cuboid" => match (&nums[..], &pts[..]) {
                ([], [h]) if solid(h) => return self.error(id, THREE_D),
                ([], [h]) => Form::Box { hx: h.x.clone(), hy: h.y.clone() },
                ([h], []) if method.contains("square") => Form::Box { hx: h.clone(), hy: h.clone() },
                ([hx, hy, radius], []) if method.contains("round") => {
                    let form = Form::Box { hx: hx.clone(), hy: hy.clone() };
                    return Ok(Some(Meaning::Shape(Box::new(Shape {
                        form,
                        radius: Some(radius.clone()),
                        pose: None,
                    }))));
                }
                ([_, _, _], []) => return self.error(id, THREE_D),
                ([hx, hy], []) => Form::Box { hx: hx.clone(), hy: hy.clone() },
                ([hx, hy, angle @ ..], [c, turn @ ..]) => {
                    let rotation = match (angle, turn, rot) {
                        (_, _, Some(rot)) => Some(rot),
                        ([angle, ..], _, None) => Some(Rot::Angle(angle.clone())),
                        ([], [cs, ..], None) => Some(Rot::CosSin(cs.x.clone(), cs.y.clone())),
                        _ => None,
                    };
                    let pose = Pose { translation: Some(c.clone()), rotation };
                    let form = Form::Box { hx: hx.clone(), hy: hy.clone() };
                    return Ok(Some(Meaning::Shape(Box::new(Shape { form, radius: None, pose: Some(pose) }))));
                }
                _ => return Ok(None),
            },
            "box" => {
                let (nums, pts) = (nums.len(), pts.len());
                if (nums, pts) == (2, 0) || (nums, pts) == (0, 1) {
                    return self.error(id, "a box: half or whole extents? Write half_extents, or width and height");
                }
                return Ok(None);
            }
            "rectangle" => match (&nums[..], &pts[..]) {
                ([x, y, w, h, ..], []) if method == "centered" => {
                    let pose = Pose { translation: Some(point(x, y)), rotation: None };
                    let form = Form::Box { hx: self.half(w), hy: self.half(h) };
                    return Ok(Some(Meaning::Shape(Box::new(Shape { form, radius: None, pose: Some(pose) }))));
                }
                ([x, y, w, h], []) => {
                    self.found.notes.push("the first two numbers of a rectangle are taken as its corner".into());
                    self.rectangle(x, y, w, h)
                }
                ([w, h], []) => Form::Box { hx: self.half(w), hy: self.half(h) },
                ([], [p, s]) => self.rectangle(&p.x, &p.y, &s.x, &s.y),
                _ => return Ok(None),
            },
            "aabb" => match (&nums[..], &pts[..]) {
                ([], [low, high]) if !solid(low) => self.corners(&low.x, &low.y, &high.x, &high.y),
                ([x, y, right, top], []) => self.corners(x, y, right, top),
                _ => return Ok(None),
            },
            "capsule" => match (&nums[..], &pts[..]) {
                ([r, ..], [a, b]) => Form::Capsule { a: a.clone(), b: b.clone(), radius: r.clone() },
                ([h, r], []) if method.ends_with('y') || method.ends_with('x') => {
                    let zero = times(h, 0.0, "0");
                    let zero = Num { value: 0.0, ..zero };
                    let (low, high) = (self.minus(h), h.clone());
                    let along_y = method.ends_with('y');
                    let end = |h: &Num| if along_y { point(&zero, h) } else { point(h, &zero) };
                    Form::Capsule { a: end(&low), b: end(&high), radius: r.clone() }
                }
                ([_, _], []) => return self.error(id, "a capsule of two numbers: write its two ends and its radius"),
                _ => return Ok(None),
            },
            "segment" => match (&nums[..], &pts[..]) {
                ([], [a, b]) => Form::Segment { a: a.clone(), b: b.clone() },
                ([x, y, z, w], []) => Form::Segment { a: point(x, y), b: point(z, w) },
                _ => return Ok(None),
            },
            "ellipse" => match (&nums[..], &pts[..]) {
                ([a, b], []) => Form::Ellipse { rx: a.clone(), ry: b.clone(), center: None },
                ([cx, cy, a, b], []) => Form::Ellipse { rx: a.clone(), ry: b.clone(), center: Some(point(cx, cy)) },
                _ => return Ok(None),
            },
            "points" => match pts.len() {
                0 => return Ok(None),
                _ if pts.len() == kids.len() || kids.len() == 1 => Form::Points { points: pts, loose: false },
                _ => return Ok(None),
            },
            "pose" => {
                let inner = kids.iter().filter_map(|k| match &k.meaning {
                    Meaning::Pose(p) => Some(p.clone()),
                    _ => None,
                });
                let mut pose = Pose::default();
                for p in inner {
                    pose.translation = pose.translation.or(p.translation);
                    pose.rotation = pose.rotation.or(p.rotation);
                }
                match (&nums[..], &pts[..], method) {
                    (_, _, "rotation") | ([_], [], _) | (_, [], "rot") => {
                        pose.rotation = match (&nums[..], &pts[..]) {
                            ([a], _) => Some(Rot::Angle(a.clone())),
                            ([c, s], _) => Some(Rot::CosSin(c.clone(), s.clone())),
                            (_, [p, ..]) => Some(Rot::CosSin(p.x.clone(), p.y.clone())),
                            _ => pose.rotation,
                        };
                        if pose.rotation.is_none() {
                            return Ok(None);
                        }
                        if let (Some(rot), true) = (pose.rotation.clone(), method == "rot") {
                            return Ok(Some(Meaning::Rot(rot)));
                        }
                    }
                    ([], [x, y, o], _) => {
                        let rows = vec![
                            vec![x.x.clone(), y.x.clone(), o.x.clone()],
                            vec![x.y.clone(), y.y.clone(), o.y.clone()],
                        ];
                        match matrix::pose(&rows) {
                            Ok(Some((p, _))) => pose = p,
                            Ok(None) => return self.error(id, "a transform that is no rotation and translation"),
                            Err(message) => return self.error(id, message),
                        }
                    }
                    (_, [p, turn @ ..], _) => {
                        pose.translation = Some(p.clone());
                        if let Some(turn) = turn.first() {
                            pose.rotation = Some(Rot::CosSin(turn.x.clone(), turn.y.clone()));
                        }
                        if let Some(angle) = nums.first() {
                            pose.rotation = Some(Rot::Angle(angle.clone()));
                        }
                    }
                    ([x, y, angle @ ..], [], _) if angle.len() < 2 => {
                        pose.translation = Some(point(x, y));
                        pose.rotation = angle.first().map(|angle| Rot::Angle(angle.clone())).or(pose.rotation);
                    }
                    ([], [], _) => {}
                    _ => return Ok(None),
                }
                pose.rotation = rot.or(pose.rotation);
                return Ok(Some(Meaning::Pose(pose)));
            }
            _ => return Ok(None),
        };
        Ok(Some(shape(form)))
    }

    /// A group with named fields, or with several things in it.
    fn object(&mut self, id: usize, mut kids: Vec<Kid>, top: bool) -> Result<Meaning, ImportError> {
        let tree = self.tree;
        // Points of a labelled part, beside its other fields.
        let bare = |k: &Kid| k.name.is_empty() && matches!(k.meaning, Meaning::Point(_));
        let other = |k: &Kid| matches!(k.meaning, Meaning::Shape(_) | Meaning::Flat(_) | Meaning::Pieces(_));
        if !top && kids.iter().filter(|k| bare(k)).count() > 1 && !kids.iter().any(other) {
            let mut points = Vec::new();
            let mut first = None;
            let mut rest = Vec::new();
            for kid in kids {
                match kid.meaning {
                    Meaning::Point(p) if kid.name.is_empty() => {
                        first = first.or(Some(kid.id));
                        points.push(p);
                    }
                    _ => rest.push(kid),
                }
            }
            if rest.iter().any(|k| k.name.is_empty() && matches!(k.meaning, Meaning::Num(_))) {
                return self.error(id, "points and bare numbers in one list; name the numbers, as radius = 1");
            }
            let form = Form::Points { points, loose: false };
            rest.insert(0, Kid { id: first.unwrap_or(id), name: String::new(), meaning: shape(form) });
            kids = rest;
        }
        let lone = kids.iter().filter(|k| bare(k)).count() == 1;
        if !top && lone && kids.iter().any(|k| k.name.is_empty() && matches!(k.meaning, Meaning::Num(_))) {
            return self.error(id, "a point and a bare number in one list; name them, as center and radius");
        }
        let num = |names: &[&str]| {
            kids.iter().find_map(|k| match &k.meaning {
                Meaning::Num(n) if names.contains(&k.name.as_str()) => Some(n.clone()),
                _ => None,
            })
        };
        let pt = |names: &[&str]| {
            kids.iter().find_map(|k| match &k.meaning {
                Meaning::Point(p) if names.contains(&k.name.as_str()) => Some(p.clone()),
                _ => None,
            })
        };
        let shapes = kids
            .iter()
            .filter(|k| matches!(k.meaning, Meaning::Shape(_) | Meaning::Flat(_) | Meaning::Pieces(_)))
            .count();
        let first_shape = kids.iter().find_map(|k| match &k.meaning {
            Meaning::Shape(s) => Some((k, (**s).clone())),
            Meaning::Flat(f) => Some((k, Shape { form: Form::Flat(f.clone()), radius: None, pose: None })),
            _ => None,
        });
        let (x, y) = (num(&["x"]), num(&["y"]));
        let xy = x.zip(y).map(|(x, y)| Pt { x, y, z: num(&["z"]) });
        let repeated = kids.iter().filter(|k| k.name == "x").count();

        // x and y over and over: one point each.
        if repeated > 1
            && let Some(points) = pairs(&kids)
        {
            return Ok(shape(Form::Points { points, loose: top }));
        }
        // Two columns by name.
        let column = |name: &[&str]| {
            kids.iter().find_map(|k| match &k.meaning {
                _ if !name.contains(&k.name.as_str()) => None,
                Meaning::Flat(nums) => Some(nums.clone()),
                Meaning::Point(p) => {
                    Some([Some(p.x.clone()), Some(p.y.clone()), p.z.clone()].into_iter().flatten().collect())
                }
                _ => None,
            })
        };
        if let (Some(xs), Some(ys)) = (column(&["x", "xs"]), column(&["y", "ys"]))
            && xs.len() == ys.len()
            && repeated <= 1
        {
            let points = xs.into_iter().zip(ys).map(|(x, y)| Pt { x, y, z: None }).collect();
            return Ok(shape(Form::Points { points, loose: false }));
        }

        // Where it stands.
        let (mut pose, mut many_poses, mut owner) = (None::<Pose>, false, None);
        for k in &kids {
            let Meaning::Pose(p) = &k.meaning else { continue };
            let side = names::side(tree.nodes[k.id].name.as_deref().unwrap_or(""));
            pose = match pose {
                None => Some(p.clone()),
                Some(old) => {
                    let apart = (old.translation.is_none() || p.translation.is_none())
                        && (old.rotation.is_none() || p.rotation.is_none());
                    many_poses |= !apart || side != owner;
                    Some(Pose {
                        translation: old.translation.or_else(|| p.translation.clone()),
                        rotation: old.rotation.or_else(|| p.rotation.clone()),
                    })
                }
            };
            owner = side;
        }
        let turn = kids.iter().find_map(|k| match &k.meaning {
            Meaning::Rot(r) => Some(r.clone()),
            _ => None,
        });
        let turn = turn.or_else(|| pt(&TURN).map(|p| Rot::CosSin(p.x, p.y)));
        let turn = turn.or_else(|| {
            let angle =
                kids.iter().find(|k| matches!(k.meaning, Meaning::Num(_)) && ANGLE.contains(&k.name.as_str()))?;
            let Meaning::Num(n) = &angle.meaning else { return None };
            let unit = if angle.name.ends_with("deg") { Some(Unit::Degrees) } else { n.unit.clone() };
            Some(Rot::Angle(Num { unit, ..n.clone() }))
        });
        let place = pt(&PLACE);
        for k in &kids {
            if let (Meaning::Flat(_), true) = (&k.meaning, TURN.contains(&k.name.as_str()) || k.name == "orientation") {
                return self.error(k.id, format!("a rotation of four numbers; {THREE_D}"));
            }
        }
        let has_place = place.is_some() || turn.is_some();
        if has_place {
            let Pose { translation, rotation } = pose.unwrap_or_default();
            pose = Some(Pose {
                translation: translation.or_else(|| place.clone()),
                rotation: rotation.or_else(|| turn.clone()),
            });
        }

        let radius = num(&RADIUS);
        if let (Some((kid, mut found)), true, false) = (first_shape, shapes == 1, many_poses) {
            let side_kids = kids.iter().filter(|k| matches!(k.meaning, Meaning::Pose(_)) && k.id != kid.id);
            let own = names::side(tree.nodes[kid.id].name.as_deref().unwrap_or(""));
            let foreign = side_kids.clone().any(|k| {
                let other = names::side(tree.nodes[k.id].name.as_deref().unwrap_or(""));
                other.is_some() && other != own
            });
            let other_points = kids.iter().any(|k| {
                matches!(k.meaning, Meaning::Point(_))
                    && !PLACE.contains(&k.name.as_str())
                    && !TURN.contains(&k.name.as_str())
                    && !CENTER.contains(&k.name.as_str())
            });
            let chained = side_kids.clone().all(|k| tree.nodes[k.id].chained);
            let apart = foreign || other_points || (top && !chained);
            if !apart {
                if let (Some(count), Form::Points { points, .. }) = (num(&COUNT), &mut found.form) {
                    self.counted(id, &count, points)?;
                }
                found.radius = radius.or(found.radius);
                let pose = pose.or_else(|| xy.clone().map(|p| Pose { translation: Some(p), rotation: turn.clone() }));
                found.pose = found.pose.or(pose);
                return Ok(Meaning::Shape(Box::new(found)));
            }
        }
        if shapes > 0 || many_poses || top {
            return Ok(Meaning::Pieces(self.gather(&kids)));
        }

        let center = pt(&CENTER);
        let ends = ENDS.iter().find_map(|[a, b]| pt(&[a]).zip(pt(&[b])));
        let half = pt(&HALF)
            .map(|h| (h.x, h.y))
            .or_else(|| num(&["hx", "hw", "halfwidth"]).zip(num(&["hy", "hh", "halfheight"])));
        let whole = pt(&["size", "dimensions", "extents"])
            .map(|s| (s.x, s.y))
            .or_else(|| num(&["width", "w"]).zip(num(&["height", "h"])));
        let semi = pt(&SEMI)
            .map(|s| (s.x, s.y))
            .or_else(|| num(&["rx", "semimajor", "halfwidthx"]).zip(num(&["ry", "semiminor", "halfheighty"])));
        let corners = pt(&["min", "lowerbound", "lower"]).zip(pt(&["max", "upperbound", "upper"]));
        let at_center = |c: &Option<Pt>, pose: &Option<Pose>| match (c, pose) {
            (Some(c), None) => Some(Pose { translation: Some(c.clone()), rotation: None }),
            (Some(c), Some(p)) if p.translation.is_none() => {
                Some(Pose { translation: Some(c.clone()), rotation: p.rotation.clone() })
            }
            (_, pose) => pose.clone(),
        };
        if let Some((hx, hy)) = half {
            let pose = at_center(&center.or(xy), &pose);
            return Ok(Meaning::Shape(Box::new(Shape { form: Form::Box { hx, hy }, radius, pose })));
        }
        if let Some((w, h)) = whole {
            if let (Some(p), None) = (&xy, &pose) {
                return Ok(shape(self.rectangle(&p.x, &p.y, &w, &h)));
            }
            let pose = at_center(&center, &pose);
            let form = Form::Box { hx: self.half(&w), hy: self.half(&h) };
            return Ok(Meaning::Shape(Box::new(Shape { form, radius, pose })));
        }
        if let Some((low, high)) = corners {
            return Ok(shape(self.corners(&low.x, &low.y, &high.x, &high.y)));
        }
        if let Some((rx, ry)) = semi {
            let form = Form::Ellipse { rx, ry, center: center.or(xy) };
            return Ok(Meaning::Shape(Box::new(Shape { form, radius, pose })));
        }
        if let Some((a, b)) = ends {
            let form = match radius.clone() {
                Some(radius) => Form::Capsule { a, b, radius },
                None => Form::Segment { a, b },
            };
            // Three or more points are a polygon whose vertices have names.
            if kids
                .iter()
                .filter(|k| matches!(k.meaning, Meaning::Point(_)) && !PLACE.contains(&k.name.as_str()))
                .count()
                == 2
            {
                return Ok(Meaning::Shape(Box::new(Shape { form, radius: None, pose })));
            }
        }
        if let Some(radius) = radius {
            let alone = kids.len() == 1;
            if center.is_some() || xy.is_some() || has_place || alone {
                let form = Form::Circle { center: center.or(xy), radius };
                return Ok(Meaning::Shape(Box::new(Shape { form, radius: None, pose })));
            }
        }
        if let Some((c, s)) = num(&["c", "cos", "real", "re"]).zip(num(&["s", "sin", "imag", "im"])) {
            return Ok(Meaning::Rot(Rot::CosSin(c, s)));
        }
        if let (Some(x), Some(y), Some(o)) = (pt(&["x"]), pt(&["y"]), pt(&["o", "origin"])) {
            let rows = vec![vec![x.x, y.x, o.x], vec![x.y, y.y, o.y]];
            if let Ok(Some((pose, _))) = matrix::pose(&rows) {
                return Ok(Meaning::Pose(pose));
            }
        }
        if let Some(mut pose) = pose {
            pose.translation = pose.translation.or_else(|| xy.clone());
            pose.rotation = pose.rotation.or(turn);
            return Ok(Meaning::Pose(pose));
        }
        if let Some(point) = xy {
            if num(&["w"]).is_some_and(|w| w.value != 0.0 && w.value != 1.0) && point.z.is_some() {
                return self.error(id, format!("a rotation of four numbers; {THREE_D}"));
            }
            return Ok(Meaning::Point(point));
        }
        let points: Vec<Pt> = kids
            .iter()
            .filter_map(|k| match &k.meaning {
                Meaning::Point(p) => Some(p.clone()),
                _ => None,
            })
            .collect();
        if points.len() > 1 && points.len() == kids.len() {
            let sides: Vec<_> = kids.iter().filter_map(|k| names::side(&k.name)).collect();
            let plain_letters = kids.iter().all(|k| k.name.chars().count() < 3);
            if sides.is_empty() || plain_letters {
                return Ok(shape(Form::Points { points, loose: false }));
            }
        }
        if let [Kid { meaning: Meaning::Point(p), .. }] = &kids[..] {
            return Ok(Meaning::Point(p.clone()));
        }
        Ok(Meaning::Pieces(self.gather(&kids)))
    }

    /// Keeps the points that a count says are valid.
    fn counted(&mut self, id: usize, count: &Num, points: &mut Vec<Pt>) -> Result<(), ImportError> {
        let n = count.value;
        self.found.used.push(count.span.clone());
        if n > points.len() as f64 {
            return self.error(id, format!("the count is {n}, but only {} points are given", points.len()));
        }
        if n >= 1.0 && n.fract() == 0.0 && (n as usize) < points.len() {
            self.found
                .notes
                .push(format!("the count is {n}: {} further points are left out", points.len() - n as usize));
            points.truncate(n as usize);
        }
        Ok(())
    }

    /// The kids as pieces of their own, their names in front.
    fn gather(&self, kids: &[Kid]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for kid in kids {
            let node = &self.tree.nodes[kid.id];
            let mut own: Vec<String> = node.section.iter().cloned().collect();
            own.extend(node.name.clone());
            if node.head.len() > 1 || node.name.is_none() {
                own.extend(node.head.iter().filter(|word| known_call(word).is_none()).cloned());
            }
            let mut piece = |what: What| {
                pieces.push(Piece { what, names: own.clone(), at: node.span.start, chained: node.chained });
            };
            match &kid.meaning {
                Meaning::Nothing | Meaning::Bad(_) => {}
                Meaning::Num(n) if RADIUS.contains(&kid.name.as_str()) || kid.name.starts_with("radius") => {
                    piece(What::Radius(n.clone()))
                }
                Meaning::Num(n) if ANGLE.iter().any(|a| kid.name.starts_with(a)) => {
                    piece(What::Pose(Pose { translation: None, rotation: Some(Rot::Angle(n.clone())) }));
                }
                Meaning::Num(_) => {}
                Meaning::Point(p) if PLACE.iter().any(|w| w.len() > 2 && kid.name.starts_with(w)) => {
                    piece(What::Pose(Pose { translation: Some(p.clone()), rotation: None }));
                }
                Meaning::Point(p) => piece(What::Point(p.clone())),
                Meaning::Flat(nums) => {
                    piece(What::Shape(Shape { form: Form::Flat(nums.clone()), radius: None, pose: None }))
                }
                Meaning::Rot(r) => piece(What::Pose(Pose { translation: None, rotation: Some(r.clone()) })),
                Meaning::Pose(p) => piece(What::Pose(p.clone())),
                Meaning::Shape(s) => piece(What::Shape((**s).clone())),
                Meaning::Pieces(inner) => {
                    for mut p in inner.iter().cloned() {
                        p.names.splice(0..0, own.iter().cloned());
                        pieces.push(p);
                    }
                }
            }
        }
        pieces
    }

    /// The whole text: what stands under one label is one object.
    fn top(&mut self) -> Result<Vec<Piece>, ImportError> {
        let tree = self.tree;
        let kids = self.kids(0)?;
        let mut pieces = Vec::new();
        let mut rest = kids.into_iter().peekable();
        while let Some(first) = rest.next() {
            let section = tree.nodes[first.id].section.clone();
            let mut part = vec![first];
            while rest.peek().is_some_and(|kid| tree.nodes[kid.id].section == section) {
                part.extend(rest.next());
            }
            let labelled = section.is_some() && part.len() > 1;
            let meaning = match labelled && !part.iter().all(|k| matches!(k.meaning, Meaning::Point(_))) {
                true => {
                    let at = part[0].id;
                    let part = part.into_iter().filter(|k| !matches!(k.meaning, Meaning::Bad(_))).collect();
                    Kid { id: at, name: String::new(), meaning: self.object(0, part, false)? }
                }
                false => {
                    let part: Vec<Kid> = part.into_iter().filter(|k| !matches!(k.meaning, Meaning::Bad(_))).collect();
                    if part.is_empty() {
                        continue;
                    }
                    let at = part[0].id;
                    Kid { id: at, name: String::new(), meaning: self.object(0, part, true)? }
                }
            };
            match meaning.meaning {
                Meaning::Pieces(inner) => pieces.extend(inner),
                _ => {
                    let node = &tree.nodes[meaning.id];
                    let mut found = self.gather(std::slice::from_ref(&meaning));
                    if let (None, Some(piece)) = (&node.section, found.first_mut()) {
                        piece.chained = false;
                    }
                    pieces.extend(found);
                }
            }
        }
        Ok(pieces)
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

/// Points from x and y in turn.
fn pairs(kids: &[Kid]) -> Option<Vec<Pt>> {
    let mut points: Vec<Pt> = Vec::new();
    let mut x: Option<Num> = None;
    for kid in kids {
        let Meaning::Num(n) = &kid.meaning else { return None };
        match (kid.name.as_str(), x.take()) {
            ("x", None) => x = Some(n.clone()),
            ("y", Some(x)) => points.push(Pt { x, y: n.clone(), z: None }),
            ("z", None) => points.last_mut()?.z = Some(n.clone()),
            _ => return None,
        }
    }
    x.is_none().then_some(points)
}

/// The family of a known call, and its own word: `SharedShape::cuboid` is (cuboid, cuboid).
fn known_call(word: &str) -> Option<(&'static str, &'static str)> {
    let lower = word.to_lowercase();
    let mut segs = lower.rsplit("::");
    let last = segs.next().unwrap_or("");
    let owner = segs.next().unwrap_or("");
    let call = match last {
        "new" | "from" | "default" | "fromhalfextents" | "from_half_extents" => owner,
        "new_y" | "new_x" if owner == "capsule" => return Some(("capsule", if last == "new_y" { "y" } else { "x" })),
        other => other,
    };
    Some(match call {
        "ball" | "circle" | "b2circle" | "b2circleshape" | "circleshape" | "createcircle" | "makecircle"
        | "circleshape2d" => ("circle", ""),
        "cuboid" | "b2makebox" | "setasbox" | "b2makeoffsetbox" => ("cuboid", ""),
        "b2makesquare" => ("cuboid", "square"),
        "b2makeroundedbox" | "round_cuboid" => ("cuboid", "round"),
        "box" | "boxshape" | "makebox" | "createbox" => ("box", ""),
        "rectangle" if owner == "bodies" => ("rectangle", "centered"),
        "rectangle" | "createrectangle" | "rectangleshape" | "rect" | "rect2" | "rectf" => ("rectangle", ""),
        "aabb" | "b2aabb" => ("aabb", ""),
        "capsule" | "b2capsule" => ("capsule", ""),
        "capsule_y" => ("capsule", "y"),
        "capsule_x" => ("capsule", "x"),
        "segment" | "b2segment" | "edge" | "segmentshape" | "createsegment" => ("segment", ""),
        "ellipse" | "createellipse" => ("ellipse", ""),
        "triangle"
        | "polygon"
        | "convexpolygon"
        | "from_convex_hull"
        | "from_convex_polyline"
        | "convex_hull"
        | "b2computehull"
        | "createpolygon"
        | "b2makepolygon"
        | "hull"
        | "b2makeproxy"
        | "createtriangle" => ("points", ""),
        "isometry2" | "isometry" | "transform" | "transform2" | "transform2d" | "b2transform" | "pose" | "pose2"
        | "pose2d" | "from_parts" | "identity" | "translation" | "translate" | "translation2" | "position" => {
            ("pose", "")
        }
        "rotation" if owner.is_empty() || owner.contains("isometry") || owner.contains("builder") => {
            ("pose", "rotation")
        }
        "b2makerot" | "b2rot" | "rot2" | "rotation2" | "unitcomplex" | "rotation" => ("pose", "rot"),
        // Any other word that speaks of a shape: `newCircleShape`.
        other
            if other.starts_with("new")
                || other.starts_with("create")
                || other.starts_with("make")
                || other.ends_with("shape")
                || other.ends_with("shapenew")
                || ["circle", "capsule", "segment", "ellipse"].iter().any(|end| other.ends_with(end)) =>
        {
            let family = [
                ("circle", "circle"),
                ("ball", "circle"),
                ("ellipse", "ellipse"),
                ("capsule", "capsule"),
                ("segment", "segment"),
                ("edge", "segment"),
                ("rectangle", "rectangle"),
                ("box", "box"),
                ("polygon", "points"),
                ("triangle", "points"),
                ("hull", "points"),
            ];
            (family.iter().find(|(part, _)| other.contains(part))?.1, "")
        }
        _ => return None,
    })
}
