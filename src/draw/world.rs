//! The shapes as they stand in the world, and what a step says about them.

use glam::DVec2;

use super::now::{Now, lit};
use super::outline::Contour;
use super::{Dot, Look, MarkKind, Picture, Role, Stage, Target};
use crate::run::{Trace, short};
use crate::shape::SMOOTH;

/// More vertices than this are not drawn one by one.
pub(super) const MOST_DOTS: usize = 512;
/// More vertices than this get no index of their own; hovering names them.
pub(super) const MOST_NOTES: usize = 16;

/// The world view of step `step` (clamped).
pub fn world(trace: &Trace, stage: &Stage, step: usize, look: &Look) -> Picture {
    let mut p = Picture { marks: vec![], range: stage.world_range };
    p.grid(look);
    let lit = lit(trace, stage, look);
    let now = Now::new(trace, step);
    if let Some(now) = &now {
        support_lines(&mut p, now, look);
    }
    shape(&mut p, Role::A, Target::A, &stage.a);
    shape(&mut p, Role::B, Target::B, &stage.b);
    if let (true, true, Some(by)) = (look.moved, now.as_ref().is_some_and(|n| n.last), stage.escape) {
        p.add_outline(None, Role::MovedB, stage.b.rim.iter().map(|&q| q + by).collect());
    }
    hover(&mut p, trace, stage, &lit);
    vertices(&mut p, Role::A, &stage.a, Target::VertexA);
    vertices(&mut p, Role::B, &stage.b, Target::VertexB);
    if let Some(now) = &now {
        witness(&mut p, now, stage, look);
        simplex_sources(&mut p, now);
        nearest_edge(&mut p, now, look);
        support(&mut p, now, stage, look);
    }
    if look.labels {
        p.add_for(Target::A, Role::A, MarkKind::Label(stage.a.middle(), "A".into(), DVec2::ZERO));
        p.add_for(Target::B, Role::B, MarkKind::Label(stage.b.middle(), "B".into(), DVec2::ZERO));
    }
    for (role, letter, contour, target) in
        [(Role::A, "a", &stage.a, Target::VertexA as fn(u32) -> Target), (Role::B, "b", &stage.b, Target::VertexB)]
    {
        let all = look.indices && contour.vertices.len() <= MOST_NOTES;
        names(&mut p, role, letter, contour, target, all, &lit);
    }
    p
}

/// The outline; under it, thin, the core that kernels see where it is rounded.
fn shape(p: &mut Picture, role: Role, target: Target, contour: &Contour) {
    p.add_outline(Some(target), role, contour.rim.clone());
    if contour.radius > 0.0 && contour.core.len() > 1 {
        let mut core: Vec<DVec2> = contour.core.iter().map(|c| c.0).collect();
        if core.len() > 2 {
            core.push(core[0]);
        }
        p.add(Role::Core, MarkKind::Path(core));
    }
}

/// The dot of one of so many vertices.
pub(super) fn vertex_dot(vertices: usize) -> Dot {
    if vertices > 24 { Dot::Tiny } else { Dot::Small }
}

fn vertices(p: &mut Picture, role: Role, contour: &Contour, target: impl Fn(u32) -> Target) {
    if contour.vertices.len() <= MOST_DOTS {
        let dot = vertex_dot(contour.vertices.len());
        for (&at, i) in contour.vertices.iter().zip(0..) {
            p.add_for(target(i), role, MarkKind::Dot(at, dot));
        }
    }
}

/// Names of vertices: of those that are lit, and of all if asked for.
fn names(
    p: &mut Picture,
    role: Role,
    letter: &str,
    contour: &Contour,
    target: fn(u32) -> Target,
    all: bool,
    lit: &[Target],
) {
    let middle = contour.middle();
    for (&at, i) in contour.vertices.iter().zip(0..) {
        let is_lit = !lit.is_empty() && lit.contains(&target(i));
        if all || is_lit {
            let role = if is_lit { Role::Hover } else { role };
            p.add_for(target(i), role, MarkKind::Note(at, format!("{letter}{i}"), at - middle));
        }
    }
}

/// Both supporting lines, through the source vertices and perpendicular to d.
fn support_lines(p: &mut Picture, now: &Now, look: &Look) {
    if let (true, Some(d), Some((a, b))) =
        (look.support_lines, now.searched, now.pending.and_then(|id| now.sources(id)))
    {
        p.add(Role::SupportLine, MarkKind::Line(a, d.perp()));
        p.add(Role::SupportLine, MarkKind::Line(b, d.perp()));
    }
}

/// The support call: rings on both sources, d on A's, -d on B's.
fn support(p: &mut Picture, now: &Now, stage: &Stage, look: &Look) {
    let sources = now.pending.and_then(|id| now.sources(id));
    // Before the first call the arrows start in the middle of their shapes.
    let (a, b) = sources.unwrap_or((stage.a.middle(), stage.b.middle()));
    // A test with a direction of its own is about the difference; another d here would contradict it.
    let arrow = now.searched.filter(|_| now.step.own_direction().is_none());
    if let (true, Some(d)) = (look.direction, arrow) {
        p.add(Role::Direction, MarkKind::Arrow(a, d));
        p.add(Role::Direction, MarkKind::Arrow(b, -d));
    }
    if let (Some(id), Some(_)) = (now.pending, sources) {
        let (ta, tb) = targets(now, id);
        p.add_for(ta, Role::A, MarkKind::Dot(a, Dot::Ring));
        p.add_for(tb, Role::B, MarkKind::Dot(b, Dot::Ring));
        if look.labels {
            let d = now.searched.unwrap_or(DVec2::ZERO);
            p.add_for(ta, Role::A, MarkKind::Label(a, "a".into(), d.perp() - d));
            p.add_for(tb, Role::B, MarkKind::Label(b, "b".into(), d.perp() + d));
            p.coordinates(look, Role::A, a, -d);
            p.coordinates(look, Role::B, b, d);
        }
    }
    if let (true, true, Some(d)) = (look.labels, look.direction, arrow) {
        p.add(Role::Direction, MarkKind::TipLabel(a, d, "d".into()));
        p.add(Role::Direction, MarkKind::TipLabel(b, -d, "−d".into()));
    }
}

/// What a point's two sources stand for.
fn targets(now: &Now, id: u32) -> (Target, Target) {
    let named = |i: u32, vertex: Target| if i == SMOOTH { Target::Point(id) } else { vertex };
    let (ia, ib) = now.point(id).map_or((SMOOTH, SMOOTH), |p| (p.ia, p.ib));
    (named(ia, Target::VertexA(ia)), named(ib, Target::VertexB(ib)))
}

fn simplex_sources(p: &mut Picture, now: &Now) {
    for &id in now.simplex {
        source_dots(p, now, id);
    }
}

fn source_dots(p: &mut Picture, now: &Now, id: u32) {
    if let Some((a, b)) = now.sources(id) {
        let (ta, tb) = targets(now, id);
        p.add_for(ta, Role::A, MarkKind::Dot(a, Dot::Filled));
        p.add_for(tb, Role::B, MarkKind::Dot(b, Dot::Filled));
    }
}

/// The two witness points and the line between them: the answer's at the end, before it those of the simplex.
fn witness(p: &mut Picture, now: &Now, stage: &Stage, look: &Look) {
    let (a, b) = match now.witnesses().or_else(|| of_simplex(now)) {
        Some(pair) if look.witness => pair,
        None if look.normals => {
            // A kernel that answers with a normal and no points: from the middle of B, which the normal is to move.
            if let Some(n) = now.normal() {
                p.add(Role::Normal, MarkKind::Arrow(stage.b.middle(), n));
                if look.labels {
                    p.add(Role::Normal, MarkKind::TipLabel(stage.b.middle(), n, "n".into()));
                }
            }
            return;
        }
        _ => return,
    };
    p.add(Role::Closest, MarkKind::Path(vec![a, b]));
    let normal = now.normal().filter(|_| look.normals);
    if let Some(n) = normal {
        // From the end of the line, so that the line and its number stay visible.
        let tip = if stage.escape.is_some() { a } else { b };
        p.add(Role::Normal, MarkKind::Arrow(tip, n));
        if look.labels {
            p.add(Role::Normal, MarkKind::TipLabel(tip, n, "n".into()));
        }
    }
    p.add(Role::Closest, MarkKind::Dot(a, Dot::Diamond));
    p.add(Role::Closest, MarkKind::Dot(b, Dot::Diamond));
    if look.labels {
        let length = match now.trace.answered.signed_distance.filter(|_| now.last) {
            Some(s) => s.abs(),
            None => now.closest().map_or((a - b).length(), |(_, v)| v.length()),
        };
        if length > 0.0 {
            p.add(Role::Closest, MarkKind::Label((a + b) * 0.5, short(length), (b - a).perp()));
        }
    }
}

fn of_simplex(now: &Now) -> Option<(DVec2, DVec2)> {
    let (weights, _) = now.closest().filter(|_| !now.last)?;
    let mut sum = (DVec2::ZERO, DVec2::ZERO);
    for (&id, &weight) in now.simplex.iter().zip(&weights) {
        let (a, b) = now.sources(id)?;
        sum = (sum.0 + a * weight, sum.1 + b * weight);
    }
    (!now.simplex.is_empty()).then_some(sum)
}

/// The sources of EPA's nearest edge, and its normal.
fn nearest_edge(p: &mut Picture, now: &Now, look: &Look) {
    let Some(edge) = now.nearest.filter(|_| !now.last) else { return };
    source_dots(p, now, edge.from);
    source_dots(p, now, edge.to);
    if let (true, true, Some(from), Some(to)) =
        (look.normals, now.pending.is_none(), now.sources(edge.from), now.sources(edge.to))
    {
        let middle = (from.0 + to.0) * 0.5;
        p.add_for(Target::Edge(edge.id), Role::Normal, MarkKind::Arrow(middle, edge.normal));
        if look.labels {
            p.add(Role::Normal, MarkKind::TipLabel(middle, edge.normal, "n".into()));
        }
    }
}

/// Rings and edges under what is lit.
fn hover(p: &mut Picture, trace: &Trace, stage: &Stage, lit: &[Target]) {
    for &target in lit {
        let dots = match target {
            Target::VertexA(i) => [stage.a.vertices.get(i as usize).copied(), None],
            Target::VertexB(i) => [None, stage.b.vertices.get(i as usize).copied()],
            Target::Point(id) => match trace.points.get(id as usize) {
                Some(point) => [point.a, point.b].map(|q| Some(trace.point_in_world(q).truncate())),
                None => [None, None],
            },
            Target::A | Target::B => {
                let contour = if target == Target::A { &stage.a } else { &stage.b };
                let closed = contour.rim.iter().chain(contour.rim.first()).copied().collect();
                p.add_for(target, Role::Hover, MarkKind::Path(closed));
                [None, None]
            }
            _ => [None, None],
        };
        for dot in dots.into_iter().flatten() {
            p.add_for(target, Role::Hover, MarkKind::Dot(dot, Dot::Ring));
        }
    }
}
