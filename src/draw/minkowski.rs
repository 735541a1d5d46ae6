//! The difference A - B around the origin, and what a step says about it.

use glam::DVec2;

use super::now::{Nearest, Now, lit};
use super::outline::middle;
use super::regions::regions;
use super::world::{MOST_DOTS, MOST_NOTES, vertex_dot};
use super::{Corner, Dot, Look, MarkKind, Picture, Role, Stage, Target};
use crate::kernel::{Claim, EventKind, PointId};
use crate::run::{Trace, point_name, short};
use crate::shape::SMOOTH;

/// The view of the difference at step `step` (clamped), in world orientation.
pub fn minkowski(trace: &Trace, stage: &Stage, step: usize, look: &Look) -> Picture {
    let mut p = Picture { marks: vec![], range: stage.minkowski_range };
    p.grid(look);
    let lit = lit(trace, stage, look);
    let now = Now::new(trace, step);
    if let Some(now) = &now {
        regions(&mut p, now, look);
        support_lines(&mut p, now, look);
    }
    outline(&mut p, stage);
    hover(&mut p, trace, stage, &lit);
    vertices(&mut p, stage);
    if let Some(now) = &now {
        tested(&mut p, now);
        simplex(&mut p, now);
        polygon(&mut p, now);
        if let Some(edge) = &now.nearest {
            nearest_edge(&mut p, now, edge, look);
        }
        nearest_point(&mut p, now, look);
        simplex_vertices(&mut p, now);
        direction(&mut p, now, look);
        dropped(&mut p, now);
        pending(&mut p, now);
    }
    if look.labels {
        if let Some(now) = &now {
            labels(&mut p, now, stage, look);
        }
        name(&mut p, stage);
    }
    names(&mut p, stage, look, &lit);
    p.add_for(Target::Origin, Role::Origin, MarkKind::Dot(DVec2::ZERO, Dot::Origin));
    p
}

fn named(corners: &[Corner]) -> impl Iterator<Item = &Corner> {
    corners.iter().filter(|c| c.ia != SMOOTH && c.ib != SMOOTH)
}

fn pair_name(c: &Corner) -> String {
    format!("a{}−b{}", c.ia, c.ib)
}

fn outline(p: &mut Picture, stage: &Stage) {
    p.add_outline(Some(Target::Difference), Role::Difference, stage.rim.clone());
    if stage.rim.len() != stage.difference.len() && stage.difference.len() > 1 {
        let mut core: Vec<DVec2> = stage.difference.iter().map(|c| c.at).collect();
        if core.len() > 2 {
            core.push(core[0]);
        }
        p.add(Role::Core, MarkKind::Path(core));
    }
}

fn vertices(p: &mut Picture, stage: &Stage) {
    if stage.difference.len() <= MOST_DOTS {
        let dot = vertex_dot(stage.difference.len());
        for c in named(&stage.difference) {
            p.add_for(Target::VertexPair(c.ia, c.ib), Role::Difference, MarkKind::Dot(c.at, dot));
        }
    }
}

/// The line p . d = 0 through the origin, the supporting line through w, and the side beyond it, where nothing of the difference is.
fn support_lines(p: &mut Picture, now: &Now, look: &Look) {
    if let (Some(d), Some(w)) = (now.searched, now.pending.and_then(|id| now.w(id))) {
        if look.half_plane {
            // With radii the core's supporting line is not the rim's; only what lies beyond the rim cannot be reached.
            let radius = super::now::radius_beyond_points(now.trace);
            p.add(Role::HalfPlane, MarkKind::HalfPlane(w + d * radius, d));
        }
        if look.support_lines {
            p.add(Role::SupportLine, MarkKind::Line(w, d.perp()));
        }
    }
    if let (true, Some(d)) = (look.support_lines, now.direction) {
        p.add(Role::SupportLine, MarkKind::Line(DVec2::ZERO, d.perp()));
    }
}

fn simplex(p: &mut Picture, now: &Now) {
    let at: Vec<DVec2> = now.simplex.iter().filter_map(|&id| now.w(id)).collect();
    // Areas are counter-clockwise.
    let turned = matches!(at[..], [a, b, c] if (b - a).perp_dot(c - a) < 0.0);
    let ring = if turned { at.iter().rev().copied().collect() } else { at };
    if ring.len() > 1 {
        p.add_outline(None, Role::Simplex, ring);
    }
}

/// The edge that this step's test asks about.
fn tested(p: &mut Picture, now: &Now) {
    let EventKind::Test(test) = &now.step.event.kind else { return };
    let [from, to, other] = test.points;
    let ends = match test.claim {
        // EPA names the edge by its first vertex and its normal.
        Claim::EdgeVisible | Claim::EdgeHidden => {
            let edge = now.step.polygon().find(|(_, e)| e.from == to && e.normal == test.d);
            edge.map(|(_, e)| (e.from, e.to))
        }
        Claim::Open
        | Claim::Region(_)
        | Claim::NotRegion(_)
        | Claim::OutsideEdge
        | Claim::InsideEdge
        | Claim::Weight(2)
        | Claim::NoWeight(2)
        | Claim::OnSegmentSoApart => (from != to).then_some((from, to)),
        Claim::Weight(3) | Claim::NoWeight(3) => Some((to, other)),
        Claim::Apart
        | Claim::MayMeet
        | Claim::Weight(_)
        | Claim::NoWeight(_)
        | Claim::BestAxis
        | Claim::NotBestAxis
        | Claim::RayRight
        | Claim::RayLeft
        | Claim::Nearer
        | Claim::NotNearer
        | Claim::SignUnsure
        | Claim::SignSure
        | Claim::NoSubset
        | Claim::Subset
        | Claim::MomentumSpent
        | Claim::MomentumHelps
        | Claim::MomentumRepeats
        | Claim::ContainsOrigin
        | Claim::OriginOnSimplex
        | Claim::Duplicate
        | Claim::NewPoint
        | Claim::Converged
        | Claim::NotConverged
        | Claim::NoProgress
        | Claim::Progress
        | Claim::Inscribed
        | Claim::OnBoundary
        | Claim::Extends => None,
    };
    if let Some((from, to)) = ends.and_then(|(i, j)| Some((now.w(i)?, now.w(j)?))) {
        p.add(Role::Tested, MarkKind::Path(vec![from, to]));
    }
}

fn simplex_vertices(p: &mut Picture, now: &Now) {
    for &id in now.simplex {
        if let Some(w) = now.w(id) {
            p.add_for(Target::Point(id), Role::Simplex, MarkKind::Dot(w, Dot::Filled));
        }
    }
}

/// EPA's polygon, and the edges that this event took from it.
fn polygon(p: &mut Picture, now: &Now) {
    for edge in now.trace.edges.iter().filter(|e| e.died == now.step.index as u32) {
        if let (Some(from), Some(to)) = (now.w(edge.from), now.w(edge.to)) {
            p.add(Role::Dropped, MarkKind::Path(vec![from, to]));
        }
    }
    for (id, edge) in now.step.polygon() {
        if let (Some(from), Some(to)) = (now.w(edge.from), now.w(edge.to)) {
            p.add_for(Target::Edge(id), Role::Polytope, MarkKind::Path(vec![from, to]));
        }
    }
    for (_, edge) in now.step.polygon() {
        if let Some(from) = now.w(edge.from) {
            p.add_for(Target::Point(edge.from), Role::Polytope, MarkKind::Dot(from, Dot::Filled));
        }
    }
}

/// v: of the simplex, at the end that of the rounded shapes.
fn v(now: &Now) -> Option<DVec2> {
    // normal x signed distance is w_a - w_b of the witness points without their cancellation.
    let answer = now.normal().zip(now.trace.answered.signed_distance.filter(|_| now.last));
    let answer = answer.map(|(n, s)| n * -s).filter(|v| v.is_finite());
    answer.or_else(|| now.closest().map(|(_, v)| v))
}

fn nearest_point(p: &mut Picture, now: &Now, look: &Look) {
    if let (true, Some(v)) = (look.witness, v(now)) {
        p.add(Role::Closest, MarkKind::Path(vec![DVec2::ZERO, v]));
        p.add(Role::Closest, MarkKind::Dot(v, Dot::Diamond));
    }
}

fn nearest_edge(p: &mut Picture, now: &Now, edge: &Nearest, look: &Look) {
    let (Some(from), Some(to)) = (now.w(edge.from), now.w(edge.to)) else { return };
    p.add_for(Target::Edge(edge.id), Role::NearestEdge, MarkKind::Path(vec![from, to]));
    for (id, at) in [(edge.from, from), (edge.to, to)] {
        p.add_for(Target::Point(id), Role::Polytope, MarkKind::Dot(at, Dot::Filled));
    }
    let foot = edge.normal * edge.distance;
    if !foot.is_finite() || !look.normals {
        return;
    }
    if !now.last {
        p.add(Role::Normal, MarkKind::Path(vec![DVec2::ZERO, foot]));
    }
    // While a support point is sought along it, the normal is d.
    if now.direction.is_none() {
        p.add_for(Target::Edge(edge.id), Role::Normal, MarkKind::Arrow(foot, edge.normal));
        if look.labels {
            p.add(Role::Normal, MarkKind::TipLabel(foot, edge.normal, "n".into()));
        }
    }
    if look.labels && !now.last && edge.distance > 0.0 {
        p.add(Role::Normal, MarkKind::Label(foot * 0.5, short(edge.distance), edge.normal.perp()));
    }
}

fn direction(p: &mut Picture, now: &Now, look: &Look) {
    if let (true, Some(d)) = (look.direction, now.direction) {
        p.add(Role::Direction, MarkKind::Arrow(DVec2::ZERO, d));
        if look.labels {
            p.add(Role::Direction, MarkKind::TipLabel(DVec2::ZERO, d, "d".into()));
        }
    }
}

/// The vertices this event dropped, with the edges that went with them.
fn dropped(p: &mut Picture, now: &Now) {
    if let EventKind::Reduce { before, .. } = &now.step.event.kind {
        let gone = now.step.dropped();
        for (i, &u) in before.iter().enumerate() {
            for &v in &before[i + 1..] {
                if let (true, Some(a), Some(b)) = (gone.contains(&u) || gone.contains(&v), now.w(u), now.w(v)) {
                    p.add(Role::Dropped, MarkKind::Path(vec![a, b]));
                }
            }
        }
        for id in gone {
            if let Some(w) = now.w(id) {
                p.add_for(Target::Point(id), Role::Dropped, MarkKind::Dot(w, Dot::Crossed));
            }
        }
    }
}

fn pending(p: &mut Picture, now: &Now) {
    if let Some((id, w)) = now.pending.and_then(|id| Some((id, now.w(id)?))) {
        p.add_for(Target::Point(id), Role::Simplex, MarkKind::Dot(w, Dot::Ring));
    }
}

fn labels(p: &mut Picture, now: &Now, stage: &Stage, look: &Look) {
    let middle = middle(stage.difference.iter().map(|c| c.at));
    let mut label = |id: PointId, role: Role| {
        if let Some(w) = now.w(id) {
            p.add_for(Target::Point(id), role, MarkKind::Label(w, point_name(id), w - middle));
            p.coordinates(look, role, w, w - middle);
        }
    };
    if let Some(id) = now.pending {
        label(id, Role::Simplex);
    }
    for &id in now.simplex {
        label(id, Role::Simplex);
    }
    for id in now.step.dropped() {
        label(id, Role::Dropped);
    }
    // The ends of the nearest edge first: the step is about them.
    let ends = now.nearest.iter().flat_map(|e| [e.from, e.to]).filter(|&id| now.pending != Some(id));
    let ends: Vec<PointId> = ends.collect();
    for &id in &ends {
        label(id, Role::NearestEdge);
    }
    let mut vertices: Vec<PointId> = now.step.polygon().map(|(_, e)| e.from).collect();
    vertices.retain(|id| now.pending != Some(*id) && !ends.contains(id));
    if vertices.len() <= MOST_NOTES {
        for id in vertices {
            label(id, Role::Polytope);
        }
    }
    if let (true, Some(v)) = (look.witness, v(now)) {
        p.add(Role::Closest, MarkKind::Label(v, "v".into(), v));
        if v != DVec2::ZERO {
            p.add(Role::Closest, MarkKind::Note(v * 0.5, short(v.length()), v.perp()));
        }
    }
    if let (true, Some(d)) = (look.support_lines, now.direction) {
        let along = d.perp() * (stage.minkowski_range.1 - stage.minkowski_range.0).max_element() * 0.36;
        let away = |x: DVec2| (x - middle).length_squared();
        let at = if away(along) > away(-along) { along } else { -along };
        p.add(Role::SupportLine, MarkKind::Note(at, "p·d = 0".into(), -d));
    }
}

/// The name of the difference, inside it.
fn name(p: &mut Picture, stage: &Stage) {
    let middle = middle(stage.difference.iter().map(|c| c.at));
    p.add_for(Target::Difference, Role::Difference, MarkKind::Label(middle, "A − B".into(), DVec2::ZERO));
}

/// Names of vertices: of those that are lit while they are few, and of all if asked for and there is room.
fn names(p: &mut Picture, stage: &Stage, look: &Look, lit: &[Target]) {
    let middle = middle(stage.difference.iter().map(|c| c.at));
    let all = look.indices && stage.difference.len() <= MOST_NOTES;
    let few = lit.iter().filter(|t| matches!(t, Target::VertexPair(..))).count() <= 4;
    for c in named(&stage.difference) {
        let target = Target::VertexPair(c.ia, c.ib);
        let is_lit = !lit.is_empty() && lit.contains(&target);
        if all || is_lit && few {
            let role = if is_lit { Role::Hover } else { Role::Difference };
            p.add_for(target, role, MarkKind::Note(c.at, pair_name(c), c.at - middle));
        }
    }
}

/// Rings and edges under what is lit.
fn hover(p: &mut Picture, trace: &Trace, stage: &Stage, lit: &[Target]) {
    let w = |id: PointId| trace.points.get(id as usize).map(|q| trace.direction_in_world(q.w).truncate());
    for &target in lit {
        let dot = match target {
            Target::VertexPair(ia, ib) => {
                let corner = stage.difference.iter().find(|c| (c.ia, c.ib) == (ia, ib)).map(|c| c.at);
                corner.or_else(|| {
                    let (a, b) = (trace.a.vertices.get(ia as usize)?, trace.b.vertices.get(ib as usize)?);
                    Some(trace.direction_in_world(*a - *b).truncate())
                })
            }
            Target::Point(id) => w(id),
            Target::Origin => Some(DVec2::ZERO),
            Target::Edge(id) => {
                let ends = trace.edges.get(id as usize).and_then(|e| Some(vec![w(e.from)?, w(e.to)?]));
                if let Some(ends) = ends {
                    p.add_for(target, Role::Hover, MarkKind::Path(ends));
                }
                None
            }
            Target::Difference => {
                let closed = stage.rim.iter().chain(stage.rim.first()).copied().collect();
                p.add_for(target, Role::Hover, MarkKind::Path(closed));
                None
            }
            _ => None,
        };
        if let Some(at) = dot {
            p.add_for(target, Role::Hover, MarkKind::Dot(at, Dot::Ring));
        }
    }
}
