//! The Minkowski difference A - B as one support mapping: the only door through which kernels see shapes.

use super::{Core, Pose, SMOOTH};
use crate::num::{Real, Space};

/// Two cores and where B stands in A's frame. All points and directions it takes and gives are in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a, V: Space> {
    /// The first shape.
    pub a: &'a Core<V>,
    /// The second shape, in its own frame.
    pub b: &'a Core<V>,
    /// `a_from_b`.
    pub b_pose: Pose<V>,
    /// Sum of the two radii that are taken off the distance of the outlines.
    pub radius: V::R,
    /// Those two radii, of A and of B.
    pub radii: (V::R, V::R),
    /// Of equally far vertices take the last listed one instead of the first.
    pub last: bool,
    /// The radii are part of the support mapping, and `radius` is 0. See [`Pair::rounded`].
    pub inflated: bool,
    /// B's vertices in A's frame, if there are two to eight.
    b_lanes: V::Lanes,
    /// What a coordinate's rounding error is relative to at least: 0 where all points are vertices, else the scale. See [`Pair::noise`].
    noise_floor: V::R,
}

/// A point w = a - b of the difference and where it came from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SupportPoint<V: Space> {
    /// Point of A.
    pub a: V,
    /// Point of B, posed.
    pub b: V,
    /// a - b.
    pub w: V,
    /// Index of the vertex in A's list, or [`SMOOTH`].
    pub ia: u32,
    /// Index of the vertex in B's list, or [`SMOOTH`].
    pub ib: u32,
}

impl<V: Space> SupportPoint<V> {
    /// Both come from the same two vertices. Points of smooth outlines are never the same.
    #[inline(always)]
    pub fn same_vertices(&self, other: &Self) -> bool {
        self.ia == other.ia && self.ib == other.ib && self.ia != SMOOTH && self.ib != SMOOTH
    }
}

impl<'a, V: Space> Pair<'a, V> {
    /// The difference of `a` and `b`, with `b` posed by `b_pose` in A's frame.
    #[inline(always)]
    pub fn new(a: &'a Core<V>, b: &'a Core<V>, b_pose: Pose<V>, last: bool) -> Self {
        Self::build(a, b, b_pose, last, false)
    }

    /// The same pair with the radii taken into the support mapping: what kernels without a notion of radius run on. The outlines
    /// are then smooth, so no two support points count as the same vertices.
    #[inline(always)]
    pub fn rounded(&self) -> Self {
        Self::build(self.a, self.b, self.b_pose, self.last, true)
    }

    #[inline(always)]
    fn build(a: &'a Core<V>, b: &'a Core<V>, b_pose: Pose<V>, last: bool, rounded: bool) -> Self {
        let zero = V::R::ZERO;
        let radius = a.radius + b.radius;
        let inflated = rounded && radius > zero;
        let mut pair = Pair {
            a,
            b,
            b_pose,
            radius: if rounded { zero } else { radius },
            radii: if rounded { (zero, zero) } else { (a.radius, b.radius) },
            last,
            inflated,
            b_lanes: if b.has_lanes() {
                V::moved(&b.lanes, b.has_half_lanes(), &b_pose.rotation, b_pose.translation)
            } else {
                V::Lanes::default()
            },
            noise_floor: zero,
        };
        if inflated || !(a.is_sharp() && b.is_sharp()) {
            pair.noise_floor = pair.scale();
        }
        pair
    }

    /// An upper bound of the absolute coordinates of both shapes in A's frame: what rounding errors of posed points are relative to.
    #[inline(always)]
    pub fn scale(&self) -> V::R {
        // A turn can lengthen the largest coordinate by the square root of the dimension, at most 1.75.
        let turned = if self.b_pose.rotation == V::UNTURNED { V::R::ONE } else { V::R::from_f64(1.75) };
        let scale = self.a.extent.max(self.b_pose.translation.max_abs() + self.b.extent * turned);
        if self.inflated { scale + self.a.radius.max(self.b.radius) } else { scale }
    }

    /// The point of A - B that is farthest along `d`: farthest of A along d minus farthest of B along -d.
    #[inline(always)]
    pub fn support(&self, d: V) -> SupportPoint<V> {
        if self.last || self.inflated {
            return self.uncommon_support(d);
        }
        self.sharp_support::<false>(d)
    }

    /// The last of equally far vertices, or the radii in the support point: apart, so that the common case stays short.
    #[cold]
    #[inline(never)]
    fn uncommon_support(&self, d: V) -> SupportPoint<V> {
        let point = if self.last { self.sharp_support::<true>(d) } else { self.sharp_support::<false>(d) };
        if self.inflated { self.inflate(point, d) } else { point }
    }

    #[inline(always)]
    fn sharp_support<const LAST: bool>(&self, d: V) -> SupportPoint<V> {
        let (a, ia) = self.a.support::<LAST>(d);
        let (b, ib) = self.b.posed_support::<LAST>(&self.b_lanes, &self.b_pose, -d);
        SupportPoint { a, b, w: a - b, ia, ib }
    }

    /// Moves both points outward along d by their shape's radius; a zero direction moves nothing.
    #[inline]
    fn inflate(&self, mut s: SupportPoint<V>, d: V) -> SupportPoint<V> {
        if let Some(u) = d.unit() {
            s.a = s.a + u * self.a.radius;
            s.b = s.b - u * self.b.radius;
            s.w = s.a - s.b;
        }
        (s.ia, s.ib) = (SMOOTH, SMOOTH);
        s
    }

    /// The point of the difference from vertex `ia` of A and vertex `ib` of B, if both exist.
    #[inline]
    pub fn vertex(&self, ia: u32, ib: u32) -> Option<SupportPoint<V>> {
        let (a, b) = (self.a.vertex(ia)?, self.b_vertex(ib)?);
        Some(SupportPoint { a, b, w: a - b, ia, ib })
    }

    /// B's vertex with this index in A's frame.
    #[inline(always)]
    fn b_vertex(&self, index: u32) -> Option<V> {
        if index < self.b.count && self.b.has_lanes() {
            return Some(V::lane(&self.b_lanes, index));
        }
        Some(self.b_pose.point(self.b.vertex(index)?))
    }

    /// From the centroid of A to that of B: the direction toward the origin, seen from the middle of the difference.
    #[inline(always)]
    pub fn center_line(&self) -> V {
        self.b_pose.point(self.b.centroid) - self.a.centroid
    }

    /// The difference of the outlines is a single point.
    #[inline(always)]
    pub fn is_point(&self) -> bool {
        !self.inflated && self.a.is_point() && self.b.is_point()
    }

    /// The radii of discs that fit into A and into B, as the support mapping has them, at every point of the outline of a planar pair; a disc
    /// of their sum fits into the difference. Both 0 where the difference has corners.
    #[inline(always)]
    pub fn rolling_radii(&self) -> (V::R, V::R) {
        let (a, b) = if self.inflated { (self.a.radius, self.b.radius) } else { (V::R::ZERO, V::R::ZERO) };
        (a + self.a.rolling_radius(), b + self.b.rolling_radius())
    }

    /// How far a computed coordinate of a difference point as large as `w` can be from the difference that the posed floats
    /// stand for: one rounding of w for vertices (which are always the same floats), of the posed point for a smooth outline.
    #[inline(always)]
    pub fn noise(&self, w: V::R) -> V::R {
        V::R::EPSILON * self.noise_floor.max(w)
    }
}
