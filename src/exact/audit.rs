//! Every recorded decision judged twice: its sign in exact arithmetic on the floats the kernel had, and its claim against the geometry of those floats.
//!
//! It knows the vocabulary of events, never an algorithm of a kernel. A claim that is off by no more than rounding is fragile, not
//! false: floats of that format cannot do better there.

use glam::DVec3;

use super::formula::signed;
use super::orient2d;
use crate::kernel::{Claim, EdgeRecord, Event, EventKind, Exit, PointId, PointRecord, Relation, TestRecord};
use crate::shape::SMOOTH;

/// What an audit looks at; all of it in the kernel's frame.
pub struct Recorded<'a> {
    /// The events; the index is the step.
    pub events: &'a [Event],
    /// The support points.
    pub points: &'a [PointRecord],
    /// EPA's edges.
    pub edges: &'a [EdgeRecord],
    /// How far A reaches along a direction and how far B reaches along it at least: max a . d and min b . d, as the kernel's support mapping has them.
    pub reach: &'a dyn Fn(DVec3) -> (f64, f64),
    /// The largest absolute coordinate.
    pub scale: f64,
    /// Distance from 1 to the next larger number of the kernel's format.
    pub eps: f64,
    /// The true signed distance of the shapes.
    pub truth: f64,
    /// What of the radii the kernel takes off its answer; 0 where they are part of its support points.
    pub radius: f64,
    /// What a right answer may be off by.
    pub tolerance: f64,
    /// What is wrong with the answer, if anything is.
    pub wrong_answer: Option<String>,
}

/// The judgement of one decision, better first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judged {
    /// Right, and rounding could not have changed it.
    Right,
    /// Right, or wrong by no more than rounding; a breath could have changed it.
    Fragile,
    /// The sign is wrong in exact arithmetic, by rounding.
    FalseSign,
    /// What is concluded is not so.
    FalseClaim,
}

impl Judged {
    /// The word in JSON and on the screen.
    pub fn id(self) -> &'static str {
        match self {
            Judged::Right => "right",
            Judged::Fragile => "fragile",
            Judged::FalseSign => "false-sign",
            Judged::FalseClaim => "false-claim",
        }
    }
}

/// A judged step.
#[derive(Clone, Debug, PartialEq)]
pub struct Audited {
    /// Which one.
    pub step: u32,
    /// How it is judged.
    pub judged: Judged,
    /// The exact sign of left minus right; `None` for a decision without sides.
    pub sign: Option<i32>,
    /// How far left and right are apart, in units in the last place of the largest term.
    pub margin: Option<f64>,
    /// What is wrong, or why it is fragile; empty for a right one.
    pub message: String,
}

/// What stands around a test.
pub(super) struct Around<'a> {
    /// The simplex whose reduction follows.
    pub before: &'a [PointId],
    /// The simplex that holds.
    pub simplex: &'a [PointId],
    /// How far the best of the axes before separates.
    best_axis: f64,
    /// The step of the test.
    pub step: u32,
}

/// A claim held against the geometry: true, wrong by rounding only, or false with the reason.
pub(super) enum Held {
    True,
    Barely(String),
    False(String),
}

/// Judges the tests, the choice of the nearest edge and the exits of a planar run, in order of their steps.
pub fn audit(recorded: &Recorded) -> Vec<Audited> {
    let mut audited = Vec::new();
    // For each step the simplex whose reduction follows: what region claims speak of.
    let mut next_reduce = vec![None; recorded.events.len()];
    let mut next = None;
    for (i, event) in recorded.events.iter().enumerate().rev() {
        if let EventKind::Reduce { before, .. } = &event.kind {
            next = Some(before);
        }
        next_reduce[i] = next;
    }
    let mut simplex: &[PointId] = &[];
    // How far the best of the axes so far separates.
    let mut best_axis = f64::NEG_INFINITY;
    for (i, event) in recorded.events.iter().enumerate() {
        let step = i as u32;
        match &event.kind {
            EventKind::Reduce { after, .. } => simplex = after,
            EventKind::HandOver { simplex: handed } => simplex = handed,
            EventKind::Test(test) => {
                let before = next_reduce[i].map_or(&[][..], |b| b);
                audited.push(recorded.test(test, &Around { before, simplex, best_axis, step }));
                if matches!(test.claim, Claim::BestAxis | Claim::NotBestAxis) {
                    best_axis = best_axis.max(recorded.separation(test.d));
                }
            }
            EventKind::Nearest { edge } => {
                let held = recorded.nearest(step, *edge as usize);
                audited.push(judged_claim(step, held));
            }
            EventKind::Exit { exit: Exit::ContainsOrigin, .. } if simplex.len() == 3 => {
                audited.push(judged_claim(step, recorded.contains_origin(simplex)));
            }
            EventKind::Exit { exit: Exit::OriginOnSimplex, .. } if !simplex.is_empty() => {
                audited.push(judged_claim(step, recorded.on_simplex(simplex)));
            }
            _ => {}
        }
    }
    // A wrong answer has a culprit: if no decision before it is false, it is the one that stopped the kernel. Nothing decided where the kernel ran out.
    if let Some(message) = &recorded.wrong_answer
        && !audited.iter().any(|a| a.judged == Judged::FalseClaim)
        && let Some((step, EventKind::Exit { by, exit })) =
            recorded.events.iter().enumerate().map(|(i, e)| (i as u32, &e.kind)).next_back()
    {
        let ran_out = matches!(exit, Exit::IterationLimit | Exit::NotFinite);
        let culprit = by.filter(|_| !ran_out).unwrap_or(step);
        match audited.iter_mut().find(|a| a.step == culprit) {
            Some(a) => (a.judged, a.message) = (Judged::FalseClaim, format!("it ends the run, but {message}")),
            None => audited.push(judged_claim(step, Held::False(format!("it ends the run, but {message}")))),
        }
    }
    audited
}

fn judged_claim(step: u32, held: Held) -> Audited {
    let (judged, message) = match held {
        Held::True => (Judged::Right, String::new()),
        Held::Barely(why) => (Judged::Fragile, why),
        Held::False(why) => (Judged::FalseClaim, why),
    };
    Audited { step, judged, sign: None, margin: None, message }
}

/// `excess` is how far a claim is off, in the unit of `slack`, which is what rounding explains. <= 0 is true.
pub(super) fn within(excess: f64, slack: f64, why: impl Fn() -> String) -> Held {
    if excess <= 0.0 {
        Held::True
    } else if excess <= slack {
        Held::Barely(why())
    } else {
        Held::False(why())
    }
}

impl Recorded<'_> {
    fn test(&self, test: &TestRecord, around: &Around) -> Audited {
        let exact = signed(test, self.points, self.eps);
        let claim = self.claim(test, around);
        let mut judged = judged_claim(around.step, claim);
        // An infinity to start a search from is beyond any rounding.
        if (test.left_value.is_infinite() || test.right_value.is_infinite())
            && !(test.left_value - test.right_value).is_nan()
        {
            return judged;
        }
        let Some(exact) = exact else {
            return Audited { judged: Judged::FalseSign, message: "a side is not finite".into(), ..judged };
        };
        judged.sign = Some(exact.sign);
        judged.margin = Some(exact.margin);
        let holds = match test.relation {
            Relation::Less => exact.sign < 0,
            Relation::LessEqual => exact.sign <= 0,
            Relation::Greater => exact.sign > 0,
            Relation::Equal => exact.sign == 0,
        };
        let of_sign = if holds != test.held && !exact.within_rounding {
            Some((Judged::FalseClaim, "the test does not come out like this, by more than rounding".to_owned()))
        } else if holds != test.held {
            Some((
                Judged::FalseSign,
                format!("exactly, left − right is {}: rounding turned the test round", sign_word(exact.sign)),
            ))
        } else if exact.within_rounding {
            Some((Judged::Fragile, "left and right are closer than the rounding of either".to_owned()))
        } else {
            None
        };
        if let Some((of_sign, message)) = of_sign
            && of_sign > judged.judged
        {
            judged.judged = of_sign;
            judged.message = message;
        }
        judged
    }

    /// How far the difference reaches along d.
    pub(super) fn farthest(&self, d: DVec3) -> f64 {
        let (a, b) = (self.reach)(d);
        a - b
    }

    /// What rounding explains of a value w . d: sixteen roundings of the largest coordinate.
    pub(super) fn slack(&self, d: DVec3) -> f64 {
        16.0 * self.eps * self.scale * (d.x.abs() + d.y.abs() + d.z.abs())
    }

    pub(super) fn w(&self, p: PointId) -> DVec3 {
        self.points.get(p as usize).map_or(DVec3::ZERO, |p| p.w)
    }

    fn claim(&self, test: &TestRecord, around: &Around) -> Held {
        let d = test.d;
        let [p, q, r] = test.points;
        let along = |p: PointId| self.w(p).dot(d);
        match test.claim {
            Claim::Apart if self.farthest(d) == 0.0 => {
                Held::Barely("the difference ends at the origin, so the shapes may touch".to_owned())
            }
            Claim::Apart => within(self.farthest(d), self.slack(d), || {
                format!("the difference reaches {:.3e} past the origin along d", self.farthest(d) / d.length())
            }),
            Claim::OnSegmentSoApart if self.truth.abs() <= self.tolerance => Held::Barely(self.not_apart()),
            Claim::OnSegmentSoApart => within(-self.truth, self.tolerance, || self.not_apart()),
            Claim::MayMeet => within(-self.farthest(d), self.slack(d), || {
                "the difference does not reach the origin along d".to_owned()
            }),
            Claim::ContainsOrigin => self.contains_origin(&test.points),
            Claim::OriginOnSimplex => self.on_simplex(&test.points),
            Claim::Duplicate | Claim::MomentumRepeats if !self.has(around.simplex, p) => {
                Held::False(format!("w{p} is not in the simplex"))
            }
            Claim::NewPoint if self.has(around.simplex, p) => {
                Held::False(format!("w{p} is a point that the simplex has already"))
            }
            Claim::Converged => self.converged(test, around),
            Claim::NotConverged => self.not_converged(test, around),
            Claim::NoProgress => self.no_progress(test, around),
            Claim::Progress => self.progress(test, around),
            Claim::Inscribed => self.inscribed(test),
            Claim::Extends => self.extends(test),
            Claim::NotRegion(1) => self.vertex_is_not_nearest(test, around),
            Claim::NotRegion(_) => self.edge_is_not_nearest(test, around),
            Claim::Duplicate => {
                let beyond = self.farthest(d) - along(p);
                within(beyond, self.slack(d), || "the difference reaches farther along d than this point".to_owned())
            }
            Claim::OnBoundary => {
                let beyond = self.farthest(d) - along(q);
                within(beyond, self.slack(d), || "the difference extends beyond the simplex along d".to_owned())
            }
            Claim::Region(1) => self.vertex_is_nearest(p, around.before),
            Claim::Region(2) => self.edge_is_nearest(p, q, around.before),
            Claim::OutsideEdge => self.side(p, q, r, -1),
            Claim::InsideEdge => self.side(p, q, r, 1),
            // A cofactor brings its rounding error bound along: within it, rounding explains any sign.
            Claim::Weight(2) => self.weight(p, q, 1),
            Claim::NoWeight(2) => self.weight(p, q, -1),
            Claim::Weight(3) => explained(self.side(q, r, p, 1), test),
            Claim::NoWeight(3) => explained(self.side(q, r, p, -1), test),
            Claim::MomentumHelps => within(along(q) - along(p), self.slack(d), || {
                format!("w{p} is no nearer to the origin along d than the simplex")
            }),
            Claim::MomentumSpent => within(along(p) - along(q) - test.right_value, self.slack(d), || {
                format!("w{p} is nearer to the origin along d than the simplex")
            }),
            Claim::EdgeVisible => within(along(q) - along(p), self.slack(d), || format!("w{p} lies inside this edge")),
            Claim::EdgeHidden => within(along(p) - along(q), self.slack(d), || format!("w{p} lies outside this edge")),
            Claim::BestAxis => within(around.best_axis - self.separation(d), 2.0 * self.slack(unit(d)), || {
                "an axis before this one separates more".to_owned()
            }),
            Claim::NotBestAxis => within(self.separation(d) - around.best_axis, 2.0 * self.slack(unit(d)), || {
                "this axis separates more than those before".to_owned()
            }),
            Claim::RayRight => self.beside_ray(test, 1),
            Claim::RayLeft => self.beside_ray(test, -1),
            // Nothing follows yet, or what follows is what the exact sign of the test says.
            Claim::Open
            | Claim::Weight(_)
            | Claim::NoWeight(_)
            | Claim::Nearer
            | Claim::NotNearer
            | Claim::SignUnsure
            | Claim::SignSure
            | Claim::NoSubset
            | Claim::Subset
            | Claim::MomentumRepeats
            | Claim::Region(_)
            | Claim::NewPoint => Held::True,
        }
    }

    /// How far the shapes are apart along an axis; NaN for none.
    fn separation(&self, d: DVec3) -> f64 {
        -self.farthest(d) / d.length()
    }

    /// A vertex of `simplex` comes from the same two vertices as p.
    fn has(&self, simplex: &[PointId], p: PointId) -> bool {
        let pair = |p: PointId| {
            let p = self.points.get(p as usize)?;
            (p.ia != SMOOTH && p.ib != SMOOTH).then_some((p.ia, p.ib))
        };
        pair(p).is_some_and(|own| simplex.iter().any(|&q| pair(q) == Some(own)))
    }

    /// The point in slot 1 lies to the left of the ray (`side` = 1: the origin lies to its right) or to the right of it (-1). The ray goes from the
    /// inner point, in slots 0 and 2, through the origin; from an inner point at the origin it goes through the point in slot 0.
    fn beside_ray(&self, test: &TestRecord, side: i32) -> Held {
        let [from, p, inner] = test.points;
        let ray = if from == inner { -self.w(from) } else { self.w(from) };
        let w = self.w(p);
        if orient2d([0.0; 2], [ray.x, ray.y], [w.x, w.y]) * side >= 0 {
            return Held::True;
        }
        let area = (ray.x * w.y - ray.y * w.x).abs();
        within(area, 16.0 * self.eps * ray.abs().max_element() * w.abs().max_element(), || {
            format!("w{p} lies to the {} of the ray", if side > 0 { "right" } else { "left" })
        })
    }

    fn not_apart(&self) -> String {
        if self.truth < 0.0 { format!("the shapes overlap by {}", -self.truth) } else { "the shapes touch".to_owned() }
    }

    /// p is the point of the simplex nearest to the origin: p . (q - p) >= 0 for each other vertex q.
    fn vertex_is_nearest(&self, p: PointId, simplex: &[PointId]) -> Held {
        let w = self.w(p);
        let largest = simplex.iter().map(|&q| self.w(q).abs().max_element()).fold(0.0, f64::max);
        let excess = simplex.iter().map(|&q| -w.dot(self.w(q) - w)).fold(0.0, f64::max);
        within(excess, 16.0 * self.eps * largest * largest, || format!("vertex w{p} is not the nearest feature"))
    }

    /// The weight of p in the point of line pq nearest to the origin, q . (q - p) / |q - p|², is > 0 (`side` = 1) or <= 0 (-1).
    fn weight(&self, p: PointId, q: PointId, side: i32) -> Held {
        let (a, b) = (self.w(p), self.w(q));
        let excess = -f64::from(side) * b.dot(b - a);
        let largest = a.abs().max_element().max(b.abs().max_element());
        within(excess, 16.0 * self.eps * largest * largest, || {
            format!("the weight of w{p} on the line w{p} w{q} is {}", if side > 0 { "negative" } else { "positive" })
        })
    }

    /// The foot of the origin lies on edge pq, and no other vertex lies on the origin's side of it.
    fn edge_is_nearest(&self, p: PointId, q: PointId, simplex: &[PointId]) -> Held {
        let (a, b) = (self.w(p), self.w(q));
        let e = b - a;
        let largest = simplex.iter().map(|&s| self.w(s).abs().max_element()).fold(0.0, f64::max);
        let beside = a.dot(e).max(-b.dot(e)).max(0.0);
        let line = |s: DVec3| e.x * (s.y - a.y) - e.y * (s.x - a.x);
        let origin = line(DVec3::ZERO);
        let toward = simplex
            .iter()
            .filter(|&&s| s != p && s != q)
            // That far from being right: as far as the origin is from the edge's other side, or that vertex.
            .map(|&s| origin.abs().min(line(self.w(s)) * origin.signum()))
            .fold(0.0, f64::max);
        let slack = 16.0 * self.eps * largest * largest.min(e.abs().max_element());
        within(beside.max(toward), slack, || format!("edge w{p} w{q} is not the nearest feature"))
    }

    /// The origin is on r's side of the line pq (`side` = 1) or on the other one (-1); on the line counts as either.
    fn side(&self, p: PointId, q: PointId, r: PointId, side: i32) -> Held {
        let (a, b, c) = (self.w(p), self.w(q), self.w(r));
        let flat = |v: DVec3| [v.x, v.y];
        let origin = orient2d(flat(a), flat(b), [0.0, 0.0]);
        let third = orient2d(flat(a), flat(b), flat(c));
        if origin * third * side >= 0 {
            return Held::True;
        }
        let e = b - a;
        let largest = a.abs().max_element().max(b.abs().max_element());
        // Twice the area of p, q, O against its rounding error; the third point can be as close to the line as well.
        let area = (a.x * b.y - a.y * b.x).abs();
        let other = (e.x * (c.y - a.y) - e.y * (c.x - a.x)).abs();
        let slack = 16.0 * self.eps * largest * e.abs().max_element();
        within(area.min(other), slack, || {
            let word = if side > 0 { "outside" } else { "inside" };
            format!("the origin is {word} edge w{p} w{q}")
        })
    }

    /// The origin lies in the triangle of these points or on its border. A test over a single point speaks of the shapes as a whole.
    fn contains_origin(&self, points: &[PointId]) -> Held {
        let &[p, q, r] = points else { return Held::True };
        if p == q && q == r {
            return within(self.truth + self.radius, self.tolerance, || "the shapes do not overlap".to_owned());
        }
        let flat = |p: PointId| [self.w(p).x, self.w(p).y];
        if orient2d(flat(p), flat(q), flat(r)) == 0 {
            return self.on_simplex(points);
        }
        for (p, q, r) in [(p, q, r), (q, r, p), (r, p, q)] {
            match self.side(p, q, r, 1) {
                Held::True => {}
                Held::Barely(why) => return Held::Barely(why),
                Held::False(why) => return Held::False(format!("the simplex does not contain the origin: {why}")),
            }
        }
        Held::True
    }

    /// The origin lies on one of these points or on an edge between two of them.
    fn on_simplex(&self, points: &[PointId]) -> Held {
        let away = |p: DVec3, q: DVec3| {
            let e = q - p;
            let t = if e == DVec3::ZERO { 0.0 } else { (-p.dot(e) / e.length_squared()).clamp(0.0, 1.0) };
            // Across the edge by its area, which keeps more digits than the foot does.
            if t > 0.0 && t < 1.0 { (p.x * q.y - p.y * q.x).abs() / e.length() } else { (p + e * t).length() }
        };
        let ends = points.iter().flat_map(|&p| points.iter().map(move |&q| (self.w(p), self.w(q))));
        let distance = ends.map(|(p, q)| away(p, q)).fold(f64::INFINITY, f64::min);
        within(distance, 16.0 * self.eps * self.scale, || {
            format!("the simplex does not contain the origin: it is {distance:.3e} away from it")
        })
    }

    /// No edge of the polygon at this step is nearer to the origin than this one.
    fn nearest(&self, step: u32, edge: usize) -> Held {
        // The origin's distance from an edge's line, and what rounding of the ends makes of it: the more the shorter the edge.
        let distance = |e: &EdgeRecord| {
            let (a, b) = (self.w(e.from), self.w(e.to));
            let length = (b - a).truncate().length();
            let slack = 16.0 * self.eps * self.scale * (1.0 + self.scale / length);
            (length > 0.0).then(|| ((a.x * b.y - a.y * b.x).abs() / length, slack))
        };
        let Some((taken, slack)) = self.edges.get(edge).and_then(distance) else { return Held::True };
        let alive = self.edges.iter().enumerate().take_while(|(_, e)| e.born <= step).filter(|(_, e)| e.died > step);
        let least = alive.filter_map(|(i, e)| Some((i, distance(e)?))).min_by(|x, y| x.1.0.total_cmp(&y.1.0));
        match least {
            Some((i, (least, other))) => within(taken - least, slack.max(other), || {
                let e = &self.edges[i];
                format!("edge w{} w{} is nearer to the origin", e.from, e.to)
            }),
            None => Held::True,
        }
    }
}

/// A false claim whose test lies within the rounding error bound that the kernel itself gave in its second number.
fn explained(held: Held, test: &TestRecord) -> Held {
    match held {
        Held::False(why) if test.left_value.abs() <= test.numbers[1] => Held::Barely(why),
        held => held,
    }
}

/// The direction as a unit vector; zero stays.
fn unit(d: DVec3) -> DVec3 {
    d.normalize_or_zero()
}

fn sign_word(sign: i32) -> &'static str {
    match sign {
        1 => "positive",
        -1 => "negative",
        _ => "zero",
    }
}
