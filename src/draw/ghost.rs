//! What is shown of another step or run over the current one: its state and no more than the pixels can tell.

use std::collections::HashMap;

use glam::DVec2;

use super::{Camera, Dot, MarkKind, Picture, Role};

/// Points of a line that are nearer to each other on the screen than this are one.
const APART: f64 = 2.5;
/// More dots than this are left out.
const MOST_DOTS: usize = 48;

/// Of a picture the marks that belong to a step and not to the scene, without words. EPA's polygon becomes one line.
pub fn ghost(picture: Picture, camera: &Camera) -> Picture {
    let Picture { mut marks, range } = picture;
    let state = |role: Role| {
        matches!(
            role,
            Role::Simplex | Role::Direction | Role::Closest | Role::Polytope | Role::NearestEdge | Role::SupportLine
        )
    };
    let text = |kind: &MarkKind| kind.is_text();
    marks.retain(|m| state(m.role) && !text(&m.kind));
    let edges: Vec<[DVec2; 2]> = marks
        .iter()
        .filter(|m| m.role == Role::Polytope)
        .filter_map(|m| match &m.kind {
            MarkKind::Path(ends) => ends.as_slice().try_into().ok(),
            _ => None,
        })
        .collect();
    let many = marks.iter().filter(|m| m.role == Role::Polytope && is_dot(&m.kind)).count() > MOST_DOTS;
    marks.retain(|m| m.role != Role::Polytope || (is_dot(&m.kind) && !many));
    for m in &mut marks {
        m.target = None;
    }
    let mut ghost = Picture { marks, range };
    for line in lines(&edges) {
        ghost.add(Role::Polytope, MarkKind::Path(thinned(line, camera)));
    }
    ghost
}

fn is_dot(kind: &MarkKind) -> bool {
    matches!(kind, MarkKind::Dot(_, Dot::Filled | Dot::Small | Dot::Tiny))
}

/// Edges put end to end.
fn lines(edges: &[[DVec2; 2]]) -> Vec<Vec<DVec2>> {
    let key = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
    let mut from: HashMap<[u64; 2], Vec<usize>> = HashMap::new();
    for (i, e) in edges.iter().enumerate().rev() {
        from.entry(key(e[0])).or_default().push(i);
    }
    let mut used = vec![false; edges.len()];
    let mut lines = Vec::new();
    for start in 0..edges.len() {
        let mut line = Vec::new();
        let mut next = Some(start).filter(|&i| !used[i]);
        while let Some(i) = next {
            used[i] = true;
            if line.is_empty() {
                line.push(edges[i][0]);
            }
            line.push(edges[i][1]);
            next = from.get(&key(edges[i][1])).and_then(|out| out.iter().copied().find(|&j| !used[j]));
        }
        if line.len() > 1 {
            lines.push(line);
        }
    }
    lines
}

/// A line without the points that no eye could tell from the one before.
fn thinned(line: Vec<DVec2>, camera: &Camera) -> Vec<DVec2> {
    let last = line.len() - 1;
    let mut kept: Vec<DVec2> = Vec::new();
    for (i, p) in line.into_iter().enumerate() {
        if i == last || kept.last().is_none_or(|q| p.distance(*q) * camera.scale >= APART) {
            kept.push(p);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Target, Viewport};

    #[test]
    fn a_polygon_of_a_thousand_edges_is_one_line_of_as_many_points_as_can_be_seen() {
        let at = |i: usize| DVec2::from_angle(std::f64::consts::TAU * (i % 1000) as f64 / 1000.0);
        let mut picture = Picture::default();
        for i in (0..1000).map(|i| i * 7 % 1000) {
            picture.add_for(Target::Edge(i as u32), Role::Polytope, MarkKind::Path(vec![at(i), at(i + 1)]));
            picture.add_for(Target::Point(i as u32), Role::Polytope, MarkKind::Dot(at(i), Dot::Filled));
        }
        picture.add(Role::A, MarkKind::Grid);
        let view = Viewport { min: DVec2::ZERO, max: DVec2::splat(200.0) };
        let camera = Camera { center: DVec2::ZERO, scale: 50.0, view };
        let ghost = ghost(picture, &camera);
        let [mark] = &ghost.marks[..] else { panic!("{} marks", ghost.marks.len()) };
        let MarkKind::Path(line) = &mark.kind else { panic!("{mark:?}") };
        assert!((100..170).contains(&line.len()), "{}", line.len());
        assert_eq!(line.first(), line.last());
    }
}
