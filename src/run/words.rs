//! What happens at a step, in one plain sentence with the numbers in it.

use glam::DVec3;

use super::number::{NumberStyle, format_number};
use super::trace::Trace;
use crate::kernel::{Claim, EventKind, PointId, TestRecord, Words, words};
use crate::scene::Language;
use crate::shape::SMOOTH;

/// The name of a recorded point: `w0`, `w1`, ... in order of the support calls.
pub fn point_name(point: PointId) -> String {
    format!("w{point}")
}

/// A direction or point as `(x, y)`.
pub fn direction_words(d: DVec3, style: NumberStyle) -> String {
    format!("({}, {})", format_number(d.x, style), format_number(d.y, style))
}

/// The test as a line: `w1·d = −0.25 < 0`, and whether it holds.
pub fn test_words(test: &TestRecord, style: NumberStyle) -> (String, String, String) {
    let number = |x: f64| format_number(x, style);
    let names = Words { point: &point_name, number: &number };
    (words(test.left, test, &names), test.relation.symbol().to_owned(), words(test.right, test, &names))
}

/// What the kernel concludes, as half a sentence.
pub fn claim_sentence(test: &TestRecord) -> String {
    let [p, q, r] = test.points.map(point_name);
    match test.claim {
        Claim::Open => "undecided so far; the next test says more".into(),
        Claim::Apart => "even the farthest point does not pass the origin, so the shapes are apart".into(),
        Claim::MayMeet => "the difference reaches past the origin along d, so the shapes may meet".into(),
        Claim::ContainsOrigin => "the simplex contains the origin, so the shapes meet".into(),
        Claim::OriginOnSimplex => "the origin lies on the simplex".into(),
        Claim::Region(1) => format!("the origin's foot lies before {p}, so vertex {p} is nearest"),
        Claim::Region(2) => format!("the origin's foot lies on edge {p}{q}, so that edge is nearest"),
        Claim::Region(_) => "the nearest point lies inside the face".into(),
        Claim::NotRegion(_) => "the nearest feature is another one".into(),
        Claim::OutsideEdge => format!("the origin is not on the inner side of edge {p}{q}"),
        Claim::InsideEdge => format!("the origin is on the inner side of edge {p}{q}"),
        Claim::Duplicate => format!("{p} is in the simplex already, so nothing lies nearer along d"),
        Claim::NewPoint => format!("{p} is a new point"),
        Claim::Converged => "the bounds agree to the tolerance, so this is the answer".into(),
        Claim::NotConverged => "the bounds are still apart".into(),
        Claim::NoProgress => {
            "the gain is no more than its rounding error, so this is as near as these numbers can tell".into()
        }
        Claim::Progress => "the gain is real".into(),
        Claim::Inscribed => {
            "a disc inside the difference reaches as far along d, and no direction has less depth than its least".into()
        }
        Claim::OnBoundary => "nothing of the difference lies beyond, so the origin is on its boundary".into(),
        Claim::Extends => "the difference extends to this side".into(),
        Claim::EdgeVisible => format!("{p} lies outside this edge as well, so it goes"),
        Claim::EdgeHidden => "this edge stays".into(),
        Claim::Weight(2) => format!("on the line of {p} and {q} the origin's foot lies on {p}'s side of {q}"),
        Claim::Weight(3) => format!("the origin's foot lies on {p}'s side of edge {q}{r}"),
        Claim::Weight(_) => format!("the origin lies on the inner side of face {p}{q}{r}"),
        Claim::NoWeight(2) => format!("on the line of {p} and {q} the origin's foot does not lie on {p}'s side of {q}"),
        Claim::NoWeight(3) => format!("the origin's foot does not lie on {p}'s side of edge {q}{r}"),
        Claim::NoWeight(_) => format!("the origin does not lie on the inner side of face {p}{q}{r}"),
        Claim::Nearer => "this feature is nearer than the best so far and takes its place".into(),
        Claim::NotNearer => "the best feature so far is at least as near".into(),
        Claim::SignUnsure => {
            format!("the cofactor of {p} is within its rounding error, so its sign says nothing; the backup decides")
        }
        Claim::SignSure => format!("the cofactor of {p} is beyond its rounding error, so its sign is right"),
        Claim::NoSubset => "no subset passes, so one of the signs is false; the backup decides".into(),
        Claim::Subset => "a subset passes".into(),
        Claim::MomentumSpent => {
            format!("{p}, found along the momentum direction, comes no nearer to the origin; plain GJK takes over")
        }
        Claim::MomentumHelps => format!("{p}, found along the momentum direction, comes nearer to the origin"),
        Claim::MomentumRepeats => {
            format!("{p}, found along the momentum direction, is in the simplex already; plain GJK takes over")
        }
        Claim::OnSegmentSoApart => "the origin lies on the segment, and this tutorial calls that apart".into(),
        Claim::BestAxis => "no axis so far separates the shapes more".into(),
        Claim::NotBestAxis => "an earlier axis separates the shapes as much or more".into(),
        Claim::RayRight => format!("seen from the inner point, the origin lies to the right of {q}"),
        Claim::RayLeft => format!("seen from the inner point, the origin does not lie to the right of {q}"),
    }
}

/// A word as a shell reads it back: quoted where it has to be.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./+:,=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The step in words of a language. Never empty for a step that exists.
pub fn sentence_in(trace: &Trace, index: usize, style: NumberStyle, language: Language) -> String {
    match language {
        Language::En => sentence(trace, index, style),
        Language::Zh => super::chinese::sentence(trace, index, style),
    }
}

/// What happens at a step, in a word or two; empty for a step that does not exist.
pub fn kind_words(trace: &Trace, index: usize, language: Language) -> &'static str {
    let Some(step) = trace.step(index) else { return "" };
    let kind = &step.event.kind;
    match (language, kind) {
        (Language::Zh, _) => super::chinese::kind(kind),
        (_, EventKind::Start { .. }) => "start",
        (_, EventKind::Support { .. }) => "support point",
        (_, EventKind::Given { .. }) => "given point",
        (_, EventKind::Test(_)) => "test",
        (_, EventKind::Reduce { .. }) => "reduction",
        (_, EventKind::Bounds { .. }) => "bounds",
        (_, EventKind::Polygon { .. }) => "polygon",
        (_, EventKind::Nearest { .. }) => "nearest edge",
        (_, EventKind::HandOver { .. }) => "hand-over to EPA",
        (_, EventKind::Exit { .. }) => "exit",
    }
}

/// The step in words. Never empty for a step that exists.
pub fn sentence(trace: &Trace, index: usize, style: NumberStyle) -> String {
    let Some(step) = trace.step(index) else { return String::new() };
    let number = |x: f64| format_number(x, style);
    let vector = |d: DVec3| direction_words(d, style);
    let list = |points: &[PointId]| points.iter().map(|&p| point_name(p)).collect::<Vec<_>>().join(", ");
    match step.event.kind {
        EventKind::Start { d } => format!("The first search direction is d = {}.", vector(d)),
        EventKind::Support { point } => {
            let p = &trace.points[point as usize];
            let vertex = |i: u32, x: DVec3| {
                if i == SMOOTH { format!("the point {}", vector(x)) } else { format!("vertex {i}") }
            };
            format!(
                "Farthest along d = {}: {} of A and, along −d, {} of B give {} = a − b = {}.",
                vector(p.d),
                vertex(p.ia, p.a),
                vertex(p.ib, p.b),
                point_name(point),
                vector(p.w)
            )
        }
        EventKind::Given { point } => {
            let p = &trace.points[point as usize];
            if p.ia == SMOOTH || p.ib == SMOOTH {
                return format!(
                    "{} = {} is the point {} of A less the point {} of B; it was not looked for.",
                    point_name(point),
                    vector(p.w),
                    vector(p.a),
                    vector(p.b)
                );
            }
            let (ia, ib) = (p.ia, p.ib);
            let (name, w) = (point_name(point), vector(p.w));
            format!("{name} = {w} comes from vertex {ia} of A and vertex {ib} of B; it was not looked for.")
        }
        EventKind::Test(test) => {
            let (left, relation, right) = test_words(&test, style);
            let value =
                if left == number(test.left_value) { left } else { format!("{left} = {}", number(test.left_value)) };
            let limit = if right == number(test.right_value) {
                right
            } else {
                format!("{right} = {}", number(test.right_value))
            };
            match test.claim {
                Claim::Duplicate | Claim::NewPoint | Claim::MomentumRepeats | Claim::NoSubset | Claim::Subset => {
                    let text = claim_sentence(&test);
                    format!("{}.", text)
                }
                _ => {
                    let held = if test.held { "" } else { "is not " };
                    let with = step.own_direction().map_or(String::new(), |d| format!(", with d = {}", vector(d)));
                    format!("{value} {held}{relation} {limit}{with}: {}.", claim_sentence(&test))
                }
            }
        }
        EventKind::Reduce { before, after, v, .. } => {
            let kept = match after.len() {
                1 => format!("vertex {}", list(&after)),
                2 => format!("edge {}", list(&after)),
                3 => format!("triangle {}", list(&after)),
                _ => format!("all of {}", list(&after)),
            };
            let what = if before.len() == after.len() {
                format!("The simplex keeps {kept}")
            } else {
                format!("The simplex is reduced to {kept}; {} dropped", {
                    let gone: Vec<PointId> = step.dropped();
                    if gone.len() == 1 { format!("{} is", list(&gone)) } else { format!("{} are", list(&gone)) }
                })
            };
            if step.closest().is_some_and(|(weights, _)| weights.len() <= 2) {
                format!("{what}. Its nearest point to the origin is v = {}, at {}.", vector(v), number(v.length()))
            } else {
                format!("{what}.")
            }
        }
        EventKind::Bounds { lower, upper } => {
            format!("The signed distance lies between {} and {}.", number(lower), number(upper))
        }
        EventKind::Polygon { by: None } => {
            format!("EPA starts from a polygon of {} edges around the origin.", step.polygon().count())
        }
        EventKind::Polygon { by: Some(p) } => {
            format!("The polygon is expanded to {}; it now has {} edges.", point_name(p), step.polygon().count())
        }
        EventKind::Nearest { edge } => {
            let e = &trace.edges[edge as usize];
            format!(
                "Edge {} {} is nearest to the origin: distance {}, outward normal n = {}.",
                point_name(e.from),
                point_name(e.to),
                number(e.distance),
                vector(e.normal)
            )
        }
        EventKind::HandOver { simplex } => match simplex.len() {
            0 => "GJK hands over to EPA without a simplex.".into(),
            1 => format!("GJK hands over to EPA with a point: {} (rank 0).", list(&simplex)),
            2 => format!("GJK hands over to EPA with a segment: {} (rank 1).", list(&simplex)),
            _ => format!("GJK hands over to EPA with a triangle: {} (rank 2).", list(&simplex)),
        },
        EventKind::Exit { exit, .. } => {
            let answered = &trace.answered;
            let last = step.index + 1 == trace.len();
            let so = match answered.signed_distance {
                _ if !last => String::new(),
                Some(s) if answered.answer == crate::kernel::Answer::Overlapping => {
                    format!(" Answer: overlapping, depth {}.", number(-s))
                }
                Some(s) => format!(" Answer: {}, distance {}.", answered.answer.id(), number(s)),
                None => format!(" Answer: {}.", answered.answer.id()),
            };
            format!("Exit “{}”: {}.{so}", exit.id(), exit.meaning())
        }
    }
}
