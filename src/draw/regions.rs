//! The Voronoi regions of a segment or triangle in the view of the difference: which of its features is nearest to the origin
//! (Ericson, Real-Time Collision Detection, 2005, 5.1). The region of the feature that the kernel keeps is shaded, so a wrong
//! reduction shows as an origin outside the shade.

use glam::DVec2;

use super::now::Now;
use super::outline::unit;
use super::{Look, MarkKind, Picture, Role};
use crate::kernel::{Claim, Event, EventKind, Exit, PointId};
use crate::run::point_name;
use crate::scene::Language;

/// Draws the regions of the simplex that is being reduced: at the reduction and at the tests that lead to it.
pub(super) fn regions(p: &mut Picture, now: &Now, look: &Look) {
    if !look.regions {
        return;
    }
    let Some((before, after)) = reduction(now) else { return };
    let at: Option<Vec<DVec2>> = before.iter().map(|id| now.w(*id)).collect();
    let Some(at) = at else { return };
    let kept = |ids: &[PointId]| ids.len() == after.len() && ids.iter().all(|id| after.contains(id));
    for region in features(&before, &at) {
        if kept(&region.of) {
            p.add(Role::Region, MarkKind::Region(region.sides.clone()));
        }
        for (from, along) in region.rays {
            p.add(Role::Region, MarkKind::Ray(from, along));
        }
        if look.labels {
            let names: Vec<String> = region.of.iter().map(|id| point_name(*id)).collect();
            let [vertex, edge, inside] = match look.language {
                Language::En => ["vertex", "edge", "inside"],
                Language::Zh => ["顶点", "边", "内部"],
            };
            let text = match region.of.len() {
                1 => format!("{vertex} {}", names[0]),
                2 => format!("{edge} {}", names.concat()),
                _ => inside.to_owned(),
            };
            p.add(Role::Region, MarkKind::Within(region.sides, region.name_at, text, region.name_side));
        }
    }
}

/// The simplex before and after the reduction that this step is part of.
fn reduction(now: &Now) -> Option<(Vec<PointId>, Vec<PointId>)> {
    let asked = match &now.step.event.kind {
        EventKind::Reduce { .. } => true,
        EventKind::Test(test) => matches!(
            test.claim,
            Claim::Region(_)
                | Claim::NotRegion(_)
                | Claim::OutsideEdge
                | Claim::InsideEdge
                | Claim::Weight(_)
                | Claim::NoWeight(_)
                | Claim::Nearer
                | Claim::NotNearer
        ),
        _ => false,
    };
    let here = now.step.event;
    let rest = now.trace.events.get(now.step.index..).filter(|_| asked)?;
    let rest = rest.iter().take_while(|e| (e.phase, e.iteration) == (here.phase, here.iteration));
    rest.clone()
        .find_map(|e| match &e.kind {
            EventKind::Reduce { before, after, .. } => Some((before.to_vec(), after.to_vec())),
            _ => None,
        })
        .or_else(|| {
            // Where the simplex contains the origin a kernel may stop without a reduction.
            let all: Vec<PointId> = now.simplex.iter().copied().chain(now.pending).collect();
            let whole = |e: &Event| matches!(e.kind, EventKind::Exit { exit: Exit::ContainsOrigin, .. });
            rest.clone().any(whole).then(|| (all.clone(), all))
        })
}

/// The points nearest to one feature of a simplex.
struct Region {
    /// The feature's vertices.
    of: Vec<PointId>,
    /// It is where (x - point) . normal >= 0 for all of these.
    sides: Vec<(DVec2, DVec2)>,
    /// Borders that no earlier region has drawn: from a vertex along a direction.
    rays: Vec<(DVec2, DVec2)>,
    /// Where its name stands, and on which side of that.
    name_at: DVec2,
    name_side: DVec2,
}

/// The regions of a segment (3) or of a triangle (7); none of a point, of coinciding points or of a flat triangle.
fn features(ids: &[PointId], at: &[DVec2]) -> Vec<Region> {
    match (ids, at) {
        (&[i, j], &[p, q]) => segment(i, j, p, q),
        (&[i, j, k], &[p, q, r]) => match (q - p).perp_dot(r - p) {
            area if area > 0.0 => triangle([i, j, k], [p, q, r]),
            area if area < 0.0 => triangle([i, k, j], [p, r, q]),
            _ => vec![],
        },
        _ => vec![],
    }
}

fn segment(i: PointId, j: PointId, p: DVec2, q: DVec2) -> Vec<Region> {
    let Some(u) = unit(q - p) else { return vec![] };
    let end = |id, at, out: DVec2| Region {
        of: vec![id],
        sides: vec![(at, out)],
        rays: vec![(at, out.perp()), (at, -out.perp())],
        name_at: at + out * (0.25 * p.distance(q)),
        name_side: out,
    };
    let slab = Region {
        of: vec![i, j],
        sides: vec![(p, u), (q, -u)],
        rays: vec![],
        name_at: p.midpoint(q),
        name_side: -u.perp(),
    };
    vec![end(i, p, -u), end(j, q, u), slab]
}

/// Counter-clockwise.
fn triangle(ids: [PointId; 3], at: [DVec2; 3]) -> Vec<Region> {
    let mut all = Vec::with_capacity(7);
    let longest = (0..3).map(|k| at[k].distance(at[(k + 1) % 3])).fold(0.0, f64::max);
    let mut inside = Region {
        of: ids.to_vec(),
        sides: vec![],
        rays: vec![],
        name_at: (at[0] + at[1] + at[2]) / 3.0,
        name_side: DVec2::ZERO,
    };
    for k in 0..3 {
        let [before, here, next] = [at[(k + 2) % 3], at[k], at[(k + 1) % 3]];
        let (Some(u), Some(b)) = (unit(next - here), unit(before - here)) else { return vec![] };
        // Outward normals of the edge that begins here and of the one that ends here.
        let (n, m) = (-u.perp(), b.perp());
        let out = unit(-u - b).unwrap_or(n);
        all.push(Region {
            of: vec![ids[k]],
            sides: vec![(here, -u), (here, -b)],
            rays: vec![(here, n), (here, m)],
            name_at: here + out * (0.2 * longest),
            name_side: out,
        });
        all.push(Region {
            of: vec![ids[k], ids[(k + 1) % 3]],
            sides: vec![(here, n), (here, u), (next, -u)],
            rays: vec![],
            name_at: here.midpoint(next) + n * (0.12 * longest),
            name_side: n,
        });
        inside.sides.push((here, -n));
    }
    all.push(inside);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(region: &Region, x: DVec2) -> bool {
        region.sides.iter().all(|(p, n)| (x - *p).dot(*n) >= 0.0)
    }

    /// By another road: the nearest feature by the nearest point of each edge.
    fn nearest(ids: &[PointId], at: &[DVec2], x: DVec2) -> Vec<PointId> {
        if let &[p, q, r] = at
            && let turn = (q - p).perp_dot(r - p)
            && [(p, q), (q, r), (r, p)].iter().all(|(a, b)| turn * (*b - *a).perp_dot(x - *a) > 0.0)
        {
            return ids.to_vec();
        }
        let n = at.len();
        let sides = (0..if n == 2 { 1 } else { n }).map(|k| {
            let (a, b) = (at[k], at[(k + 1) % n]);
            let t = (x - a).dot(b - a) / (b - a).length_squared();
            let of = match t {
                t if t <= 0.0 => vec![ids[k]],
                t if t >= 1.0 => vec![ids[(k + 1) % n]],
                _ => vec![ids[k], ids[(k + 1) % n]],
            };
            (x.distance(a + (b - a) * t.clamp(0.0, 1.0)), of)
        });
        sides.min_by(|s, t| s.0.total_cmp(&t.0)).map(|s| s.1).unwrap_or_default()
    }

    #[test]
    fn every_point_lies_in_the_region_of_its_nearest_feature() {
        let corners = [DVec2::new(0.1, 0.2), DVec2::new(3.3, -0.4), DVec2::new(1.2, 2.1)];
        for (ids, at) in [
            (vec![4, 7], vec![corners[0], corners[1]]),
            (vec![4, 7, 9], corners.to_vec()),
            (vec![4, 9, 7], vec![corners[0], corners[2], corners[1]]),
        ] {
            let all = features(&ids, &at);
            assert_eq!(all.len(), if at.len() == 2 { 3 } else { 7 });
            for i in -40..60 {
                for j in -40..60 {
                    let x = DVec2::new(i as f64 * 0.1 + 0.0123, j as f64 * 0.1 - 0.0071);
                    let mut expected = nearest(&ids, &at, x);
                    expected.sort();
                    let found: Vec<Vec<PointId>> = all
                        .iter()
                        .filter(|r| inside(r, x))
                        .map(|r| {
                            let mut of = r.of.clone();
                            of.sort();
                            of
                        })
                        .collect();
                    assert_eq!(found, [expected], "{x}");
                }
            }
        }
    }
}
