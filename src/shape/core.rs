//! What runs of a shape: a core (points or an ellipse) with a support mapping, plus a radius of rounding.

use glam::DVec3;

use super::{Pose, ShapeDef};
use crate::num::{Real, Space};

/// From this many hull vertices on, the support mapping looks up a start vertex by direction and climbs; below, a scan of all
/// vertices is as fast and simpler to follow.
pub const CLIMB_FROM: usize = 32;

/// Index of a support point that is no vertex: a point of a smooth outline.
pub const SMOOTH: u32 = u32::MAX;

/// A shape as kernels see it, in its body's frame: all points at most `radius` from the outline's hull.
#[derive(Clone, Debug)]
pub struct Core<V: Space> {
    /// What spans it.
    pub outline: Outline<V>,
    /// Radius of rounding, scene units; 0 for a sharp shape.
    pub radius: V::R,
    /// Mean of the vertices, or the centre.
    pub centroid: V,
    /// The largest absolute coordinate of the outline.
    pub extent: V::R,
    /// The first eight vertices; copies of the last one fill up. Of an ellipse its centre.
    pub(super) lanes: V::Lanes,
    /// Number of vertices; none of an ellipse.
    pub(super) count: u32,
    /// How the farthest vertex is found.
    search: Search,
    /// For [`Search::Climb`].
    ring: Option<Ring<V>>,
}

/// The sharp part of a shape.
#[derive(Clone, Debug)]
pub enum Outline<V: Space> {
    /// The convex hull of vertices, numbered as the file lists them.
    Points(Points<V>),
    /// An ellipse with its axes turned by `axes`.
    Ellipse {
        /// Along its own axes.
        semi_axes: V,
        /// In the body's frame.
        center: V,
        /// Body from ellipse.
        axes: V::Rotation,
    },
}

/// Vertices, and in the plane the corners of their hull.
#[derive(Clone, Debug)]
pub struct Points<V: Space> {
    /// All vertices in file order.
    pub vertices: Vec<V>,
    /// Indices of the strictly convex corners of the hull, counter-clockwise: one of a point, two of a flat set. Empty in 3D.
    pub corners: Vec<u32>,
    /// Outward unit normal of the edge from each corner to the next; zero where an edge is too short to have one.
    pub normals: Vec<V>,
    /// The first eight corners; see [`Space::lanes`].
    pub corner_lanes: V::Lanes,
    /// The first eight normals.
    pub normal_lanes: V::Lanes,
    /// The lanes hold all corners and normals, and no normal is zero.
    pub in_lanes: bool,
}

/// Ways to the farthest vertex, by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// There is but one.
    Only,
    /// There are two.
    Two,
    /// The four corners of an axis-aligned box, counter-clockwise from (-x, -y): by the signs of the direction.
    Corners,
    /// Up to eight, all at once.
    Few,
    /// One after the other.
    Scan,
    /// From [`CLIMB_FROM`] on.
    Climb,
    /// No vertices: an ellipse.
    Smooth,
}

/// A corner, with the index in file order of the first and of the last vertex that stands there.
#[derive(Clone, Copy, Debug)]
struct Corner<V> {
    at: V,
    first: u32,
    last: u32,
}

/// The strictly convex corners of a planar point set, counter-clockwise, and for each bucket of directions a corner to start from.
#[derive(Clone, Debug)]
struct Ring<V: Space> {
    corner: Vec<Corner<V>>,
    /// Bucket of pseudo-angle -> position in `corner` without its last `shift` bits: as short as it can be, since a table that does
    /// not fit into the cache costs more than a step of the climb.
    table: Vec<u16>,
    shift: u32,
    /// Buckets to a quarter turn.
    per_quarter: V::R,
}

impl<V: Space> Core<V> {
    /// The core of a shape, its numbers rounded once to the space's precision. An ellipse with equal semi-axes is a point with a radius.
    pub fn new(def: &ShapeDef) -> Self {
        let radius = V::R::from_f64(def.radius());
        if let ShapeDef::Ellipse { semi_axes, center, .. } = def {
            let (rx, ry) = (V::R::from_f64(semi_axes.x), V::R::from_f64(semi_axes.y));
            let center = V::from_dvec3(*center);
            if rx == ry {
                return Core::from_points(vec![center], radius + rx);
            }
            return Core::ellipse(V::from_dvec3(*semi_axes), center, V::UNTURNED, radius);
        }
        let vertices: Vec<V> = def.points().unwrap_or_default().into_iter().map(V::from_dvec3).collect();
        Core::from_points(vertices, radius)
    }

    /// The rounded hull of vertices; none at all count as one at the origin.
    pub fn from_points(mut vertices: Vec<V>, radius: V::R) -> Self {
        if vertices.is_empty() {
            vertices.push(V::ZERO);
        }
        let mut sum = DVec3::ZERO;
        let mut extent = V::R::ZERO;
        for v in &vertices {
            sum += v.to_dvec3();
            extent = extent.max(v.max_abs());
        }
        let centroid = V::from_dvec3(sum / vertices.len() as f64);
        let hull = if V::DIM == 2 { hull(&vertices) } else { Vec::new() };
        let corners: Vec<u32> = hull.iter().map(|&(_, first, _)| first).collect();
        let search = search(&vertices, hull.len());
        let ring = (search == Search::Climb).then(|| Ring::new(&hull));
        let (lanes, count) = (V::lanes(&vertices), vertices.len() as u32);
        let outline = Outline::Points(Points::new(vertices, corners));
        Core { outline, radius, centroid, extent, lanes, count, search, ring }
    }

    fn ellipse(semi_axes: V, center: V, axes: V::Rotation, radius: V::R) -> Self {
        Core {
            outline: Outline::Ellipse { semi_axes, center, axes },
            radius,
            centroid: center,
            extent: center.max_abs() + semi_axes.max_abs(),
            lanes: V::lanes(&[center]),
            count: 0,
            search: Search::Smooth,
            ring: None,
        }
    }

    /// The same shape with its vertices moved by `pose`, in the space's own arithmetic.
    pub fn posed(&self, pose: &Pose<V>) -> Self {
        match &self.outline {
            Outline::Points(points) => {
                Core::from_points(points.vertices.iter().map(|&v| pose.point(v)).collect(), self.radius)
            }
            Outline::Ellipse { semi_axes, center, .. } => {
                Core::ellipse(*semi_axes, pose.point(*center), pose.rotation, self.radius)
            }
        }
    }

    /// True where support points are vertices with an index.
    #[inline(always)]
    pub fn is_sharp(&self) -> bool {
        self.search != Search::Smooth
    }

    /// The vertex with this index in file order, if there is one.
    #[inline]
    pub fn vertex(&self, index: u32) -> Option<V> {
        if index < self.count.min(8) {
            return Some(V::lane(&self.lanes, index));
        }
        match &self.outline {
            Outline::Points(points) => points.vertices.get(index as usize).copied(),
            Outline::Ellipse { .. } => None,
        }
    }

    /// The radius of a disc that fits into the outline (without the radius) at every point of it: the least radius of curvature, b^2 / a of an
    /// ellipse with semi-axes a >= b (Blaschke's rolling theorem), 0 of a polygon.
    #[inline(always)]
    pub(super) fn rolling_radius(&self) -> V::R {
        match &self.outline {
            Outline::Ellipse { semi_axes, .. } => {
                let (x, y) = (semi_axes.component(0), semi_axes.component(1));
                let (a, b) = (x.max(y), x.min(y));
                b * (b / a)
            }
            Outline::Points(_) => V::R::ZERO,
        }
    }

    /// True for a single vertex.
    #[inline(always)]
    pub fn is_point(&self) -> bool {
        self.search == Search::Only
    }

    /// It has two to eight vertices, which are in the lanes.
    #[inline(always)]
    pub(super) fn has_lanes(&self) -> bool {
        matches!(self.search, Search::Two | Search::Corners | Search::Few)
    }

    /// Only the first four lanes are ever looked at.
    #[inline(always)]
    pub(super) fn has_half_lanes(&self) -> bool {
        matches!(self.search, Search::Two | Search::Corners)
    }

    /// A point of the outline (without the radius) that is farthest along `d`, and its index in file order, [`SMOOTH`] for an
    /// ellipse. Of equally far vertices the first listed one, or with `LAST` the last. A zero or NaN direction gives some vertex.
    #[inline(always)]
    pub fn support<const LAST: bool>(&self, d: V) -> (V, u32) {
        let i = match self.search {
            Search::Corners => d.box_corner::<LAST>(),
            Search::Few => self.farthest_lane::<LAST>(&self.lanes, d),
            Search::Two => self.farther_lane::<LAST>(&self.lanes, d),
            Search::Only => 0,
            Search::Scan | Search::Climb | Search::Smooth => return self.search_all::<LAST>(d),
        };
        (V::lane(&self.lanes, i), i)
    }

    /// [`Core::support`] of the shape moved by `pose`, `d` and the point in the frame that it is moved to. `lanes` are the core's
    /// own, moved: up to eight vertices are moved once and not at every call.
    #[inline(always)]
    pub(super) fn posed_support<const LAST: bool>(&self, lanes: &V::Lanes, pose: &Pose<V>, d: V) -> (V, u32) {
        let i = match self.search {
            Search::Corners => pose.inverse_direction(d).box_corner::<LAST>(),
            Search::Few => self.farthest_lane::<LAST>(lanes, d),
            Search::Two => self.farther_lane::<LAST>(lanes, d),
            Search::Only => return (pose.point(V::lane(&self.lanes, 0)), 0),
            Search::Scan | Search::Climb | Search::Smooth => {
                let (p, i) = self.search_all::<LAST>(pose.inverse_direction(d));
                return (pose.point(p), i);
            }
        };
        (V::lane(lanes, i), i)
    }

    /// The lane farthest along `d`; where d is NaN no lane is farthest, and it is lane 0.
    #[inline(always)]
    fn farthest_lane<const LAST: bool>(&self, lanes: &V::Lanes, d: V) -> u32 {
        let farthest = V::farthest(lanes, d);
        if LAST { (farthest | 1).ilog2().min(self.count - 1) } else { (farthest | 1 << 8).trailing_zeros() & 7 }
    }

    /// The same of the first two lanes.
    #[inline(always)]
    fn farther_lane<const LAST: bool>(&self, lanes: &V::Lanes, d: V) -> u32 {
        let [s, t] = [0, 1].map(|i| V::lane(lanes, i).dot(d));
        u32::from(t > s || (LAST && t == s))
    }

    /// [`Core::support`] where the lanes do not hold everything.
    #[inline(always)]
    fn search_all<const LAST: bool>(&self, d: V) -> (V, u32) {
        match (&self.ring, &self.outline) {
            (Some(ring), _) => ring.support::<LAST>(d),
            (_, Outline::Points(points)) => scan::<V, LAST>(&points.vertices, d),
            (_, Outline::Ellipse { semi_axes, center, axes }) => {
                (ellipse_support(*semi_axes, *center, axes, d), SMOOTH)
            }
        }
    }
}

impl<V: Space> Points<V> {
    fn new(vertices: Vec<V>, corners: Vec<u32>) -> Self {
        let at: Vec<V> = corners.iter().map(|&i| vertices[i as usize]).collect();
        let next = at.iter().cycle().skip(1);
        let normals: Vec<V> =
            at.iter().zip(next).map(|(&p, &q)| -(q - p).any_perpendicular().unit().unwrap_or(V::ZERO)).collect();
        let lanes = |of: &[V]| if of.is_empty() { V::Lanes::default() } else { V::lanes(of) };
        let (corner_lanes, normal_lanes) = (lanes(&at), lanes(&normals));
        let in_lanes = at.len() <= 8 && (at.len() < 2 || !normals.contains(&V::ZERO));
        Points { vertices, corners, normals, corner_lanes, normal_lanes, in_lanes }
    }
}

/// x = c + R (a_i^2 d_i / |a d|), the point of an ellipse with outward normal d.
#[cold]
#[inline(never)]
fn ellipse_support<V: Space>(semi_axes: V, center: V, axes: &V::Rotation, d: V) -> V {
    let d = d.unturned(axes).to_dvec3();
    let a = semi_axes.to_dvec3();
    let scaled = a * d;
    match Space::unit(scaled) {
        Some(u) => center + V::from_dvec3(a * u).turned(axes),
        // d = 0, or a flat ellipse seen along its flat side: every point is farthest.
        None => center,
    }
}

fn search<V: Space>(vertices: &[V], corners: usize) -> Search {
    match vertices {
        [_] => Search::Only,
        [_, _] => Search::Two,
        &[a, b, c, d] if V::is_box([a, b, c, d]) => Search::Corners,
        _ if vertices.len() <= 8 => Search::Few,
        _ if corners >= CLIMB_FROM => Search::Climb,
        _ => Search::Scan,
    }
}

#[inline(always)]
fn scan<V: Space, const LAST: bool>(vertices: &[V], d: V) -> (V, u32) {
    let mut best = 0;
    let mut farthest = vertices[0].dot(d);
    for (i, v) in vertices.iter().enumerate().skip(1) {
        let s = v.dot(d);
        if s > farthest || (LAST && s == farthest) {
            farthest = s;
            best = i;
        }
    }
    (vertices[best], best as u32)
}

/// The strictly convex corners of a planar point set, counter-clockwise, each with the first and the last index that stands there.
fn hull<V: Space>(vertices: &[V]) -> Vec<(DVec3, u32, u32)> {
    // Andrew's monotone chain; of coinciding vertices the first and the last index are kept.
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    // Adding 0 makes -0.0 and 0.0 the same for the order, as they are for `==`.
    let at = |i: u32| vertices[i as usize].to_dvec3() + DVec3::ZERO;
    order.sort_by(|&i, &j| at(i).x.total_cmp(&at(j).x).then(at(i).y.total_cmp(&at(j).y)).then(i.cmp(&j)));
    let mut distinct: Vec<(DVec3, u32, u32)> = Vec::with_capacity(order.len());
    for &i in &order {
        match distinct.last_mut() {
            Some((p, first, last)) if *p == at(i) => {
                *first = (*first).min(i);
                *last = (*last).max(i);
            }
            _ => distinct.push((at(i), i, i)),
        }
    }
    if distinct.len() == 1 {
        return distinct;
    }
    let chain = |points: &mut dyn Iterator<Item = &(DVec3, u32, u32)>| {
        let mut hull: Vec<(DVec3, u32, u32)> = Vec::new();
        for &q in points {
            while let [.., o, p] = hull[..] {
                if (p.0 - o.0).truncate().perp_dot((q.0 - o.0).truncate()) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(q);
        }
        hull.pop();
        hull
    };
    let mut hull = chain(&mut distinct.iter());
    hull.extend(chain(&mut distinct.iter().rev()));
    hull
}

impl<V: Space> Ring<V> {
    fn new(hull: &[(DVec3, u32, u32)]) -> Self {
        let n = hull.len();
        let buckets = 4 * n;
        let mut table = Vec::with_capacity(buckets);
        let shift = n.ilog2().saturating_sub(15);
        let extreme = |d: DVec3| (0..n).max_by(|&i, &j| hull[i].0.dot(d).total_cmp(&hull[j].0.dot(d))).unwrap_or(0);
        let mut at = extreme(DVec3::X);
        for bucket in 0..buckets {
            // The middle of the bucket, as a direction; the extreme corner only moves forward.
            let t = (bucket as f64 + 0.5) * 4.0 / buckets as f64;
            let (x, y) = if t < 1.0 {
                (1.0 - t, t)
            } else if t < 2.0 {
                (1.0 - t, 2.0 - t)
            } else if t < 3.0 {
                (t - 3.0, 2.0 - t)
            } else {
                (t - 3.0, t - 4.0)
            };
            let d = DVec3::new(x, y, 0.0);
            for _ in 0..n {
                let next = (at + 1) % n;
                if !(hull[next].0.dot(d) > hull[at].0.dot(d)) {
                    break;
                }
                at = next;
            }
            table.push((at >> shift) as u16);
        }
        Ring {
            corner: hull.iter().map(|&(at, first, last)| Corner { at: V::from_dvec3(at), first, last }).collect(),
            table,
            shift,
            per_quarter: V::R::from_f64(n as f64),
        }
    }

    #[inline(always)]
    fn support<const LAST: bool>(&self, d: V) -> (V, u32) {
        let n = self.corner.len();
        let bucket = (d.pseudo_angle() * self.per_quarter).to_u32() as usize;
        let mut at = (self.table[bucket.min(self.table.len() - 1)] as usize) << self.shift;
        let mut far = self.corner[at].at.dot(d);
        let index = |at: usize| if LAST { self.corner[at].last } else { self.corner[at].first };
        let better = |s: V::R, j: usize, far: V::R, at: usize| {
            s > far || (s == far && (if LAST { index(j) > index(at) } else { index(j) < index(at) }))
        };
        // Climb one way or the other; a convex ring has no second hill. Bounded by its length.
        let start = at;
        for step in [1, n - 1] {
            for _ in 0..n {
                let j = if at + step >= n { at + step - n } else { at + step };
                let s = self.corner[j].at.dot(d);
                if !better(s, j, far, at) {
                    break;
                }
                (at, far) = (j, s);
            }
            if at != start {
                break;
            }
        }
        (self.corner[at].at, index(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, Vec2};

    fn polygon(n: usize) -> Vec<DVec3> {
        (0..n)
            .map(|i| {
                let (c, s) = crate::num::cos_sin(i as f64 * std::f64::consts::TAU / n as f64);
                DVec3::new(c * 3.0, s + 0.25, 0.0)
            })
            .collect()
    }

    #[test]
    fn climbing_finds_what_a_scan_finds() {
        for n in [32, 33, 64, 1000] {
            let def = ShapeDef::Polygon { points: polygon(n), radius: 0.0 };
            let (core, core32) = (Core::<DVec2>::new(&def), Core::<Vec2>::new(&def));
            for k in 0..4 * n {
                let (c, s) = crate::num::cos_sin(k as f64 * 1.618);
                let d = DVec2::new(c, s);
                let Outline::Points(p) = &core.outline else { panic!() };
                assert_eq!(core.search, Search::Climb);
                assert_eq!(core.support::<false>(d), scan::<_, false>(&p.vertices, d), "{n} {k}");
                let d = Vec2::new(c as f32, s as f32);
                let Outline::Points(p) = &core32.outline else { panic!() };
                let (got, want) = (core32.support::<false>(d).0, scan::<_, false>(&p.vertices, d).0);
                assert!(got.dot(d) >= want.dot(d) - 4.0 * f32::EPSILON * 3.0, "{n} {k}: {got} {want}");
            }
        }
    }

    #[test]
    fn ties_go_to_the_first_or_the_last_vertex_listed() {
        let square = |more: usize| {
            let mut points = vec![
                DVec3::new(-1.0, -1.0, 0.0),
                DVec3::new(1.0, -1.0, 0.0),
                DVec3::new(1.0, 1.0, 0.0),
                DVec3::new(-1.0, 1.0, 0.0),
            ];
            points.extend(std::iter::repeat_n(DVec3::ZERO, more));
            Core::<DVec2>::new(&ShapeDef::Hull { points, radius: 0.0 })
        };
        for more in [0, 40] {
            assert_eq!(square(more).support::<false>(DVec2::X).1, 1);
            assert_eq!(square(more).support::<true>(DVec2::X).1, 2);
        }
    }

    #[test]
    fn an_ellipse_with_equal_axes_is_a_circle() {
        let core = Core::<DVec2>::new(&ShapeDef::Ellipse {
            semi_axes: DVec3::new(2.0, 2.0, 0.0),
            center: DVec3::X,
            radius: 0.5,
        });
        assert!(core.is_sharp());
        assert_eq!(core.radius, 2.5);
    }
}
