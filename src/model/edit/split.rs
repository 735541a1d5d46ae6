//! A polygon that is not convex as convex parts: triangles by constrained Delaunay triangulation, merged while they stay convex.

use glam::DVec3;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use crate::exact::orient2d;
use crate::scene::convex_in_order;

/// More vertices than this are not split: whether a polygon crosses itself is asked of all pairs of edges.
const MOST: usize = 2_000;

/// Convex polygons that make up `points`, each vertex one of the given, or why it cannot be done. The parts are listed by
/// their smallest vertex.
///
/// Merging triangles across their common edges while both ends stay convex gives at most four times as many parts as are
/// needed (S. Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", 1983).
pub fn split(points: &[DVec3]) -> Result<Vec<Vec<DVec3>>, String> {
    let ring = ring(points);
    if ring.len() < 4 {
        return Err("there is nothing to split".into());
    }
    if ring.len() > MOST {
        return Err(format!("more than {MOST} vertices are not split; take the hull"));
    }
    if crosses(&ring) {
        return Err(
            "the outline crosses or touches itself, so it has no inside to split; take the hull or move a vertex"
                .into(),
        );
    }
    let ring = if area_sign(&ring) < 0 { ring.iter().rev().copied().collect() } else { ring };
    let triangles = triangles(&ring).ok_or("the triangulation does not take these numbers; take the hull")?;
    let parts = merged(&ring, triangles);
    let as_points = |part: &Vec<usize>| part.iter().map(|i| DVec3::new(ring[*i][0], ring[*i][1], 0.0)).collect();
    let mut parts: Vec<Vec<DVec3>> = {
        let mut sorted = parts;
        sorted.iter_mut().for_each(|part| rotate_to_least(part));
        sorted.sort();
        sorted.iter().map(as_points).collect()
    };
    parts.retain(|part| part.len() > 2);
    match parts.iter().all(|part| convex_in_order(part)) && parts.len() > 1 {
        true => Ok(parts),
        false => Err("no parts were found; take the hull".into()),
    }
}

/// The vertices without repetitions of their predecessor.
fn ring(points: &[DVec3]) -> Vec<[f64; 2]> {
    // Zeros lose their sign: both are the same place.
    let mut ring: Vec<[f64; 2]> = points.iter().map(|p| [p.x + 0.0, p.y + 0.0]).collect();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

/// Edges that are no neighbours have a common point, or neighbours fold back onto each other.
fn crosses(ring: &[[f64; 2]]) -> bool {
    let n = ring.len();
    let edge = |i: usize| (ring[i], ring[(i + 1) % n]);
    (0..n).any(|i| {
        let (a, b) = edge(i);
        let (_, c) = edge((i + 1) % n);
        let folds = orient2d(a, b, c) == 0 && within(c, a, b) || orient2d(a, b, c) == 0 && within(a, b, c);
        folds || (i + 2..n).filter(|j| (j + 1) % n != i).any(|j| meet(edge(i), edge(j)))
    })
}

/// On one line with a and b, p lies between them.
fn within(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> bool {
    (0..2).all(|k| a[k].min(b[k]) <= p[k] && p[k] <= a[k].max(b[k]))
}

fn meet((a, b): ([f64; 2], [f64; 2]), (c, d): ([f64; 2], [f64; 2])) -> bool {
    let sides = [orient2d(a, b, c), orient2d(a, b, d), orient2d(c, d, a), orient2d(c, d, b)];
    let proper = sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0;
    proper
        || sides[0] == 0 && within(c, a, b)
        || sides[1] == 0 && within(d, a, b)
        || sides[2] == 0 && within(a, c, d)
        || sides[3] == 0 && within(b, c, d)
}

/// The sense of a simple ring: that of its lexicographically least vertex, which is convex (or of the next such one).
fn area_sign(ring: &[[f64; 2]]) -> i32 {
    let n = ring.len();
    let least = (0..n).min_by(|i, j| ring[*i][0].total_cmp(&ring[*j][0]).then(ring[*i][1].total_cmp(&ring[*j][1])));
    let Some(i) = least else { return 0 };
    // The least vertex of a simple ring is a corner of its hull: its turn is not 0, since folds were refused.
    orient2d(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n])
}

/// Counter-clockwise triangles inside a simple counter-clockwise ring, as indices of its vertices.
fn triangles(ring: &[[f64; 2]]) -> Option<Vec<Vec<usize>>> {
    let vertices: Vec<Point2<f64>> = ring.iter().map(|p| Point2::new(p[0], p[1])).collect();
    vertices
        .iter()
        .try_for_each(|v| {
            spade::validate_coordinate(v.x)?;
            spade::validate_coordinate(v.y)
        })
        .ok()?;
    let mut mesh: ConstrainedDelaunayTriangulation<Point2<f64>> = ConstrainedDelaunayTriangulation::new();
    let mut handles = Vec::with_capacity(ring.len());
    for vertex in &vertices {
        handles.push(mesh.insert(*vertex).ok()?);
    }
    let mut index = vec![0; ring.len()];
    handles.iter().enumerate().for_each(|(i, h)| index[h.index()] = i);
    for i in 0..handles.len() {
        let (from, to) = (handles[i], handles[(i + 1) % handles.len()]);
        if from == to || !mesh.can_add_constraint(from, to) {
            return None;
        }
        mesh.add_constraint(from, to);
    }
    let inside = |face: &[usize]| {
        // A face is inside where it lies left of the ring: walking from vertex to vertex, the side of the diagonal at a
        // vertex tells.
        inside_at(ring, face)
    };
    let mut found = Vec::new();
    for face in mesh.inner_faces() {
        let corners: Vec<usize> = face.vertices().iter().map(|v| index[v.fix().index()]).collect();
        if inside(&corners) {
            found.push(corners);
        }
    }
    Some(found)
}

/// Whether a triangle that crosses no edge of a counter-clockwise ring lies inside it: at one of its corners, whether it lies
/// in the angle between the two edges of the ring.
fn inside_at(ring: &[[f64; 2]], triangle: &[usize]) -> bool {
    let n = ring.len();
    let (i, p, q) = (triangle[0], triangle[1], triangle[2]);
    let (before, here, after) = ((i + n - 1) % n, i, (i + 1) % n);
    let left = |a: usize, b: usize, c: usize| orient2d(ring[a], ring[b], ring[c]);
    // Both other corners lie in the closed angle from the edge out (counter-clockwise) to the edge in.
    let in_angle = |x: usize| {
        if left(before, here, after) >= 0 {
            left(here, after, x) >= 0 && left(before, here, x) >= 0
        } else {
            left(here, after, x) >= 0 || left(before, here, x) >= 0
        }
    };
    in_angle(p) && in_angle(q) && !(p == before && q == after)
}

/// Merges counter-clockwise convex parts across common edges while the union stays convex.
fn merged(ring: &[[f64; 2]], mut parts: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let convex_at = |part: &[usize], k: usize| {
        let n = part.len();
        orient2d(ring[part[(k + n - 1) % n]], ring[part[k]], ring[part[(k + 1) % n]]) >= 0
    };
    let mut i = 0;
    // Each merge removes a part, each miss goes on: at most as many rounds as there are edges.
    'parts: while i < parts.len() {
        for j in i + 1..parts.len() {
            if let Some(joint) = joined(&parts[i], &parts[j])
                && joint.1.iter().all(|k| convex_at(&joint.0, *k))
            {
                parts[i] = joint.0;
                parts.remove(j);
                continue 'parts;
            }
        }
        i += 1;
    }
    parts
}

/// Two rings as one, across the one edge they share, and the two places where they meet.
fn joined(one: &[usize], two: &[usize]) -> Option<(Vec<usize>, [usize; 2])> {
    let next = |ring: &[usize], k: usize| ring[(k + 1) % ring.len()];
    let (i, j) = (0..one.len())
        .find_map(|i| (0..two.len()).find(|j| one[i] == next(two, *j) && next(one, i) == two[*j]).map(|j| (i, j)))?;
    // One from after the edge around to its start, then two likewise.
    let mut ring: Vec<usize> = (1..one.len()).map(|k| one[(i + k) % one.len()]).collect();
    let meets = ring.len();
    ring.extend((1..two.len()).map(|k| two[(j + k) % two.len()]));
    Some((ring, [0, meets]))
}

fn rotate_to_least(part: &mut [usize]) {
    if let Some(least) = (0..part.len()).min_by_key(|k| part[*k]) {
        part.rotate_left(least);
    }
}
