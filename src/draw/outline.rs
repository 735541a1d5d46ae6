//! Outlines as polygons: convex hulls with the original indices, rounding by a radius, ellipses. In floats, for showing only.

use glam::{DVec2, DVec3};

use crate::num::cos_sin;
use crate::run::Outline;
use crate::shape::SMOOTH;

/// Sides of a full circle: at 1,000 pixels across, 128 sides are off by a sixth of a pixel.
const SIDES: usize = 128;

/// A convex outline in the frame of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contour {
    /// Corners without the radius, counter-clockwise, with their index in file order ([`SMOOTH`] on an ellipse).
    pub core: Vec<(DVec2, u32)>,
    /// With the radius, counter-clockwise; the core itself where there is none.
    pub rim: Vec<DVec2>,
    /// Radius of rounding, at least 0.
    pub radius: f64,
    /// All vertices in file order, inner ones too; empty for an ellipse.
    pub vertices: Vec<DVec2>,
}

impl Contour {
    /// The outline of a shape, each of its points mapped by `point`. Points that are not finite are left out of the hull.
    pub fn new(outline: &Outline, point: impl Fn(DVec3) -> DVec3) -> Contour {
        let at = |p: DVec3| point(p).truncate();
        let vertices: Vec<DVec2> = outline.vertices.iter().map(|&v| at(v)).collect();
        let core = match outline.ellipse {
            Some((center, x, y)) => ellipse(center, x, y).map(|p| (at(p), SMOOTH)).collect(),
            None => hull(vertices.iter().zip(0..).map(|(&p, i)| (p, i)).collect()),
        };
        let radius = if outline.radius > 0.0 && outline.radius.is_finite() { outline.radius } else { 0.0 };
        let rim = rounded(&core.iter().map(|c| c.0).collect::<Vec<_>>(), radius);
        Contour { core, rim, radius, vertices }
    }

    /// The mean of the corners; the origin where there are none.
    pub fn middle(&self) -> DVec2 {
        middle(self.core.iter().map(|c| c.0))
    }
}

/// The mean of some points; the origin of none.
pub fn middle(points: impl Iterator<Item = DVec2>) -> DVec2 {
    let (sum, n) = points.fold((DVec2::ZERO, 0.0), |(sum, n), p| (sum + p, n + 1.0));
    if n > 0.0 { sum / n } else { DVec2::ZERO }
}

/// Unit vector, or `None` where there is no direction.
pub fn unit(d: DVec2) -> Option<DVec2> {
    crate::num::Space::unit(d).filter(|u| u.is_finite())
}

/// The strictly convex hull, counter-clockwise from the leftmost point; of equal points the one with the smallest index.
pub fn hull(mut points: Vec<(DVec2, u32)>) -> Vec<(DVec2, u32)> {
    points.retain(|p| p.0.is_finite());
    points.sort_by(|(p, i), (q, j)| {
        (p.x + 0.0).total_cmp(&(q.x + 0.0)).then((p.y + 0.0).total_cmp(&(q.y + 0.0))).then(i.cmp(j))
    });
    points.dedup_by(|later, first| later.0 == first.0);
    if points.len() < 3 {
        return points;
    }
    let mut ring = half_hull(points.iter());
    ring.extend(half_hull(points.iter().rev()));
    ring
}

/// One half of the hull by Andrew's monotone chain, without its last point.
fn half_hull<'a>(points: impl Iterator<Item = &'a (DVec2, u32)>) -> Vec<(DVec2, u32)> {
    let mut chain: Vec<(DVec2, u32)> = Vec::new();
    for &q in points {
        while let [.., o, p] = chain[..] {
            if (p.0 - o.0).perp_dot(q.0 - o.0) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(q);
    }
    chain.pop();
    chain
}

fn ellipse(center: DVec3, x: DVec3, y: DVec3) -> impl Iterator<Item = DVec3> {
    (0..SIDES).map(move |i| {
        let (c, s) = cos_sin(i as f64 * std::f64::consts::TAU / SIDES as f64);
        center + x * c + y * s
    })
}

/// A strictly convex counter-clockwise polygon (or segment, or point) grown by `radius`, with arcs as short chords.
pub fn rounded(core: &[DVec2], radius: f64) -> Vec<DVec2> {
    let n = core.len();
    if radius <= 0.0 || n == 0 {
        return core.to_vec();
    }
    let arc = |center: DVec2, from: f64, sweep: f64| {
        let chords = ((sweep / std::f64::consts::TAU * SIDES as f64).ceil()).clamp(1.0, SIDES as f64) as usize;
        (0..=chords).map(move |i| {
            let (c, s) = cos_sin(from + sweep * i as f64 / chords as f64);
            center + DVec2::new(c, s) * radius
        })
    };
    if n == 1 {
        return arc(core[0], 0.0, std::f64::consts::TAU).take(SIDES).collect();
    }
    // The angle of the outward normal of edge i.
    let normal = |i: usize| {
        let e = core[(i + 1) % n] - core[i % n];
        libm::atan2(-e.x, e.y)
    };
    let mut rim = Vec::with_capacity(2 * n + SIDES);
    for (i, &corner) in core.iter().enumerate() {
        let (from, to) = (normal(i + n - 1), normal(i));
        rim.extend(arc(corner, from, (to - from).rem_euclid(std::f64::consts::TAU)));
    }
    rim
}
