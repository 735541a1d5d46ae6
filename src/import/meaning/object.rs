//! A group with named fields, or with several things in it.

use super::words::{ANGLE, BOUNDS, CENTER, COUNT, ENDS, HALF, LOWER, PLACE, RADIUS, SEMI, TURN, UPPER};
use super::{Form, Kid, Meaning, Pose, Pt, Reader, Rot, Shape, THREE_D, shape};
use crate::import::lex::{Num, Unit};
use crate::import::{ImportError, matrix, names};

impl Reader<'_> {
    /// A group with named fields, or with several things in it.
    pub(super) fn object(&mut self, id: usize, mut kids: Vec<Kid>, top: bool) -> Result<Meaning, ImportError> {
        let tree = self.tree;
        // A place and a rotation, `{{1, 2}, b2MakeRot(0.5)}`, are a pose.
        if let ([Kid { name, meaning: Meaning::Point(p), .. }, Kid { meaning: Meaning::Rot(rot), .. }], false) =
            (&kids[..], top)
            && (name.is_empty() || PLACE.contains(&name.as_str()))
        {
            return Ok(Meaning::Pose(Pose { translation: Some(p.clone()), rotation: Some(rot.clone()) }));
        }
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
        let (x, y) = (num(&["x", "cx", "centerx"]), num(&["y", "cy", "centery"]));
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
                if let (Form::Points { points, .. }, Some(_), Some(_)) = (&found.form, &radius, pt(&CENTER))
                    && points.len() > 2
                {
                    let message = "points with a center and a radius: is the radius that of a circle around? \
                                   Write rounding, or leave it out";
                    return self.error(id, message);
                }
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
        let extents = kids.iter().find(|k| k.name == "extents" && matches!(k.meaning, Meaning::Point(_)));
        if let (None, Some(k)) = (&half, extents) {
            return self.error(k.id, "extents: half or whole? Write half_extents, or size");
        }
        let whole =
            pt(&["size", "dimensions"]).map(|s| (s.x, s.y)).or_else(|| num(&["width", "w"]).zip(num(&["height", "h"])));
        let semi = pt(&SEMI)
            .map(|s| (s.x, s.y))
            .or_else(|| num(&["rx", "semimajor", "halfwidthx"]).zip(num(&["ry", "semiminor", "halfheighty"])));
        let bounds = BOUNDS.iter().find_map(|names| {
            let side = |i: usize| num(&[names[i]]);
            let point = |x: Num, y: Num| Pt { x, y, z: None };
            Some((point(side(0)?, side(1)?), point(side(2)?, side(3)?)))
        });
        let corners = pt(&LOWER).zip(pt(&UPPER)).or(bounds);
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
        let points: Vec<Pt> = kids.iter().filter_map(Kid::point).collect();
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
    pub(super) fn counted(&mut self, id: usize, count: &Num, points: &mut Vec<Pt>) -> Result<(), ImportError> {
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
