//! What belongs together: the vertices, points and edges that light up with a target.

use super::{Stage, Target};
use crate::kernel::{EventKind, PointId};
use crate::run::Trace;
use crate::shape::SMOOTH;

/// `target` itself and everything that belongs to it in any view, without repetition, `target` first.
pub fn linked(trace: &Trace, stage: &Stage, target: Target) -> Vec<Target> {
    let mut found = vec![target];
    match target {
        Target::VertexPair(ia, ib) => {
            found.extend(sources(ia, ib));
            found.extend(points(trace, |a, b| (a, b) == (ia, ib)));
        }
        Target::VertexA(i) => {
            found.extend(pairs(stage, |a, _| a == i));
            found.extend(points(trace, |a, _| a == i));
        }
        Target::VertexB(i) => {
            found.extend(pairs(stage, |_, b| b == i));
            found.extend(points(trace, |_, b| b == i));
        }
        Target::Point(id) => of_point(trace, id, &mut found),
        Target::Edge(id) => {
            if let Some(edge) = trace.edges.get(id as usize) {
                of_point(trace, edge.from, &mut found);
                of_point(trace, edge.to, &mut found);
            }
        }
        Target::Step(step) => of_step(trace, step, &mut found),
        Target::A | Target::B | Target::Body(_) | Target::Difference | Target::Origin => {}
    }
    let mut seen = std::collections::HashSet::with_capacity(found.len());
    found.retain(|t| seen.insert(*t));
    found
}

/// What the event of a step speaks of. (A test's unused slots repeat its points.)
fn of_step(trace: &Trace, step: u32, found: &mut Vec<Target>) {
    let Some(event) = trace.events.get(step as usize) else { return };
    let ids: &[PointId] = match &event.kind {
        EventKind::Support { point } | EventKind::Given { point } => &[*point],
        EventKind::Polygon { by: Some(point) } => &[*point],
        EventKind::Test(test) => &test.points,
        EventKind::Reduce { after, .. } => after,
        EventKind::HandOver { simplex } => simplex,
        EventKind::Nearest { edge } => {
            found.push(Target::Edge(*edge));
            &[]
        }
        EventKind::Start { .. }
        | EventKind::Bounds { .. }
        | EventKind::Polygon { by: None }
        | EventKind::Exit { .. } => &[],
    };
    for &id in ids {
        of_point(trace, id, found);
    }
}

fn of_point(trace: &Trace, id: PointId, found: &mut Vec<Target>) {
    let Some(point) = trace.points.get(id as usize) else { return };
    found.push(Target::Point(id));
    found.extend(sources(point.ia, point.ib));
    if point.ia != SMOOTH && point.ib != SMOOTH {
        found.push(Target::VertexPair(point.ia, point.ib));
    }
}

fn sources(ia: u32, ib: u32) -> impl Iterator<Item = Target> {
    let a = (ia != SMOOTH).then_some(Target::VertexA(ia));
    a.into_iter().chain((ib != SMOOTH).then_some(Target::VertexB(ib)))
}

fn pairs(stage: &Stage, which: impl Fn(u32, u32) -> bool) -> impl Iterator<Item = Target> {
    let with_names = stage.difference.iter().filter(|c| c.ia != SMOOTH && c.ib != SMOOTH);
    with_names.filter(move |c| which(c.ia, c.ib)).map(|c| Target::VertexPair(c.ia, c.ib))
}

fn points(trace: &Trace, which: impl Fn(u32, u32) -> bool) -> impl Iterator<Item = Target> {
    trace.points.iter().zip(0..).filter(move |(p, _)| which(p.ia, p.ib)).map(|(_, id)| Target::Point(id))
}
