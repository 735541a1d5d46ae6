//! A group behind the name of a shape or a pose: `b2MakeBox(1, 2)`, `Isometry2::new(..)`.

use super::words::{RADIUS, known_call, says_identity};
use super::{Form, Kid, Meaning, Pose, Pt, Reader, Rot, Shape, THREE_D, shape, times};
use crate::import::lex::Num;
use crate::import::{ImportError, matrix};

impl Reader<'_> {
    /// Points with their count, with a radius, or both: `b2MakeProxy(points, 3, 0.1f)`, `b2MakePolygon(&hull, 0.1f)`.
    fn counted_points(
        &mut self,
        id: usize,
        method: &str,
        nums: &[Num],
        points: Vec<Pt>,
    ) -> Result<Option<Meaning>, ImportError> {
        let points = if points.is_empty() { self.followed(id)? } else { Some(points) };
        let Some(mut points) = points else { return Ok(None) };
        let (count, radius) = match (method, nums) {
            ("polygon", [radius]) => (None, Some(radius)),
            ("proxy", [count, radius]) => (Some(count), Some(radius)),
            (_, [count]) => (Some(count), None),
            _ => return self.error(id, "points and bare numbers in one list; name the numbers, as radius = 1"),
        };
        if let Some(count) = count {
            self.counted(id, count, &mut points)?;
        }
        let form = Form::Points { points, loose: false };
        Ok(Some(Meaning::Shape(Box::new(Shape { form, radius: radius.cloned(), pose: None }))))
    }

    /// A group behind the name of a shape or a pose.
    pub(super) fn call(&mut self, id: usize, kids: &[Kid]) -> Result<Option<Meaning>, ImportError> {
        let tree = self.tree;
        let node = &tree.nodes[id];
        let Some((name, method)) = node.head.iter().rev().find_map(|word| known_call(word)) else { return Ok(None) };
        let nums: Vec<Num> = kids.iter().filter(|k| k.name.is_empty()).filter_map(Kid::num).collect();
        let mut pts: Vec<Pt> = kids.iter().filter_map(Kid::point).collect();
        let rot = kids.iter().find_map(|k| match &k.meaning {
            Meaning::Rot(r) => Some(r.clone()),
            _ => None,
        });
        if let [Kid { meaning: Meaning::Shape(s), .. }, rest @ ..] = kids
            && let (Form::Points { points, .. }, true) = (&s.form, pts.is_empty() && rest.len() < 3)
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
                if kids.iter().filter_map(Kid::point).any(|p| solid(&p)) || (nums, pts) == (3, 0) {
                    return self.error(id, THREE_D);
                }
                if (nums, pts) == (2, 0) || (nums, pts) == (0, 1) {
                    return self.error(id, "a box: half or whole extents? Write half_extents, or width and height");
                }
                return Ok(None);
            }
            "rectangle" => match (&nums[..], &pts[..]) {
                ([x, y, w, h, ..], []) if method == "centered" => {
                    // Options may turn it: `{ angle: 0.2 }`.
                    let turn = kids.iter().find_map(|k| match &k.meaning {
                        Meaning::Pose(p) => p.rotation.clone(),
                        _ => None,
                    });
                    let pose = Pose { translation: Some(point(x, y)), rotation: turn };
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
                ([_, _], []) if !node.call => return Ok(None),
                ([_, _], []) => return self.error(id, "a capsule of two numbers: write its two ends and its radius"),
                _ => return Ok(None),
            },
            "segment" => match (&nums[..], &pts[..]) {
                ([r], [a, b]) => {
                    let form = Form::Segment { a: a.clone(), b: b.clone() };
                    return Ok(Some(Meaning::Shape(Box::new(Shape { form, radius: Some(r.clone()), pose: None }))));
                }
                ([], [a, b]) => Form::Segment { a: a.clone(), b: b.clone() },
                ([x, y, z, w], []) => Form::Segment { a: point(x, y), b: point(z, w) },
                _ => return Ok(None),
            },
            "ellipse" => match (&nums[..], &pts[..]) {
                ([a, b], []) => Form::Ellipse { rx: a.clone(), ry: b.clone(), center: None },
                ([cx, cy, a, b], []) => Form::Ellipse { rx: a.clone(), ry: b.clone(), center: Some(point(cx, cy)) },
                _ => return Ok(None),
            },
            // No shape has a direction.
            "ray" => return Ok(Some(Meaning::Nothing)),
            "turned" if !nums.is_empty() => {
                return self
                    .error(id, "a rotation that may turn the place too; write the pose as a place and an angle");
            }
            "points" if !method.is_empty() && !nums.is_empty() => return self.counted_points(id, method, &nums, pts),
            "points" => match pts.len() {
                1 if let [p, Kid { meaning: Meaning::Shape(s), .. }] = kids
                    && let (Some(place), Form::Points { .. }) = (p.point(), &s.form) =>
                {
                    // `SAT.Polygon(position, points)`
                    let pose = Some(Pose { translation: Some(place), rotation: None });
                    return Ok(Some(Meaning::Shape(Box::new(Shape { pose, ..(**s).clone() }))));
                }
                0 => match self.followed(id)? {
                    Some(points) => Form::Points { points, loose: false },
                    None => return Ok(None),
                },
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
                let unread = &self.tree.nodes[id].words;
                if let (Some(word), None) = (unread.iter().find(|word| !says_identity(word)), &rot) {
                    // `b2MakeRot(a)`, `Isometry2::new(vector![1, 2], a)`: a part is known, and it is not the whole.
                    if method == "rot" || nums.len() + pts.len() > 0 {
                        return Ok(Some(Meaning::Bad(format!("{word} is not evaluated here; write the value"))));
                    }
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
}
