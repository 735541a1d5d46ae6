//! The depth where the outline is curved: a lower bound from discs inside the difference, which is what EPA's polygon never reaches on an arc.
//!
//! A disc as wide as the least radius of curvature fits into a convex outline at every point of it (Blaschke's rolling theorem), and what
//! is left without it, the centres of all such discs, has corners where the outline has arcs.

use super::epa::{Edge, Polygon, at_foot, counter_clockwise};
use super::gjk::{progress_noise, toward_origin};
use super::record::{Claim, Line, Off, Op, Recorder, Relation, Test};
use super::simplex::{Closest, Simplex, Vertex};
use super::{Plane, Settings};
use crate::num::{Real, Space};
use crate::shape::{Pair, SupportPoint};

/// Where discs inside the difference tell the depth: it, the normal, and the witness points on both outlines.
pub struct Inscribed<V: Space> {
    pub depth: V::R,
    pub normal: V,
    pub a: V,
    pub b: V,
}

/// Steps of GJK: a circle has one centre, a straight edge two; of centres on a curve so few are not always enough, and the polygon goes on.
const STEPS: u32 = 16;

/// The depth, from discs that fill the difference up to its border; their radius r is the sum of `discs`. w, found along n, is a point where such
/// a disc touches the border from inside; its centre is c = w - r n. A disc about every point of the hull of such centres is inside as well.
///
/// With v the hull's point nearest to the origin no direction has less depth than r - |v|, and along -v the difference reaches just as far, or
/// the support point there gives a centre beyond: GJK for the distance of the centres. If the origin is in the hull, at least δ deep, no
/// direction has less depth than r + δ, and along the normal of the nearest edge there is no more, or a centre beyond: EPA on the centres.
/// The border of the centres has corners where the difference has arcs, so there a few steps do.
///
/// `None` where the polygon knows better. Where the limit is reached the radii become 0: it would be the same with the next w.
#[expect(clippy::too_many_arguments, reason = "a stop of the loop, with what the loop has")]
#[cold]
#[inline(never)]
pub fn inscribed<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    discs: &mut (V::R, V::R),
    distance: V::R,
    (w, mut n): (Vertex<V, R::Point>, V),
    line: Line,
    rec: &mut R,
    supports: &mut u32,
) -> Option<Inscribed<V>> {
    let radii = *discs;
    let radius = radii.0 + radii.1;
    let mut on = Discs { pair, radii, tolerance: settings.relative_tolerance(), line, supports, rec };
    let mut centres: Simplex<V, ()> = Simplex::default();
    let mut w = Some(w);
    for _ in 0..STEPS {
        let found = w.take().unwrap_or_else(|| on.support(n));
        let reach = found.point.w.dot(n);
        centres.push(on.centre(&found, n));
        let closest = centres.closest([line; 3], &mut Off);
        if on.around(&centres, &closest) {
            break;
        }
        centres.keep(closest.kept);
        let (a, b, v) = centres.combine(&closest.packed().normalised());
        let depth = radius - v.length();
        if !(depth > distance) {
            return None;
        }
        if on.reaches_no_farther(&found, depth, reach, n) {
            return Some(Inscribed { depth, normal: n, a: a + n * radii.0, b: b - n * radii.1 });
        }
        let toward = toward_origin(&centres);
        // Between two centres either side will do.
        let toward = if toward == V::ZERO { (centres.w(1) - centres.w(0)).any_perpendicular() } else { toward };
        n = toward.unit()?;
    }
    let deeper = on.deeper(&centres, settings.max_expansions);
    if deeper.is_none() {
        *discs = (V::R::ZERO, V::R::ZERO);
    }
    deeper
}

/// The difference as discs of these radii, of A and B, about centres.
struct Discs<'a, 'p, V: Space, R: Recorder<V>> {
    pair: &'a Pair<'p, V>,
    radii: (V::R, V::R),
    tolerance: V::R,
    /// Of the listing, where all of this is recorded.
    line: Line,
    supports: &'a mut u32,
    rec: &'a mut R,
}

impl<V: Plane, R: Recorder<V>> Discs<'_, '_, V, R> {
    fn support(&mut self, n: V) -> Vertex<V, R::Point> {
        let point = self.pair.support(self.rec.direction(n));
        *self.supports += 1;
        Vertex { point, id: self.rec.support(self.line, &point) }
    }

    /// The centre of the disc that touches the border in w, found along the unit vector n.
    fn centre(&self, w: &Vertex<V, R::Point>, n: V) -> Vertex<V, ()> {
        let (a, b) = (w.point.a - n * self.radii.0, w.point.b + n * self.radii.1);
        Vertex { point: SupportPoint { a, b, w: a - b, ..SupportPoint::default() }, id: () }
    }

    /// Do these centres hold the origin as far as floats can tell: in their triangle, or within rounding of it?
    ///
    /// With the origin on an edge pq of the triangle but for rounding, GJK finds it beyond pq, looks there, finds it beyond pq again from the other
    /// side, and so on. A polygon looks to both sides, and does not mind an origin outside.
    ///
    /// How far a centre w - r n can be off, where no |w| and no r is above m: a coordinate of w by 1 rounding of m; r n by 2 (n = d / |d| by 3
    /// halves, a product by one), as a vector; the three differences, of A, of B and of both, by 3 halves. Together less than
    /// √2 (1 + 3/2) + 2 < 6, and the triangle's nearest point v is a mean of centres. Where |v| is no more than that the depth told, r + δ, is right:
    /// an origin in the hull has no less; one outside is outside every polygon in it, so δ <= 0, and its depth is no less than r - |v|.
    fn around(&self, centres: &Simplex<V, ()>, closest: &Closest<V>) -> bool {
        if centres.len() <= V::DIM {
            return false;
        }
        let (_, _, v) = centres.combine(&closest.normalised());
        let farthest = centres.vertices().iter().fold(V::R::ZERO, |m, c| m.max(c.point.w.max_abs()));
        let m = farthest + self.radii.0 + self.radii.1;
        closest.kept == centres.all()
            // No polygon starts from a flat triangle: GJK goes on with its edge.
            || v.length() <= V::R::from_f64(6.0) * self.pair.noise(m) && counter_clockwise(self.pair, centres).is_some()
    }

    /// Along n the difference ends where the discs give every direction at least as much depth.
    fn reaches_no_farther(&mut self, w: &Vertex<V, R::Point>, depth: V::R, reach: V::R, n: V) -> bool {
        // The centre carries the rounding of w.
        let allowed = (self.tolerance * reach).max(progress_noise(self.pair, w.point.w.max_abs(), n));
        self.rec.test(self.line, reach - depth <= allowed, || inscribed_test(w.id, depth, reach, allowed))
    }

    /// The depth of an origin inside the triangle of these centres, or within rounding of it.
    fn deeper(&mut self, centres: &Simplex<V, ()>, limit: u32) -> Option<Inscribed<V>> {
        let mut hull = Polygon::<V, Off>::new();
        hull.start(counter_clockwise(self.pair, centres)?, &mut Off);
        for _ in 0..limit {
            let i = hull.nearest();
            let Edge { normal, distance, from, next, .. } = hull.edges[i];
            let w = self.support(normal);
            let (depth, reach) = (self.radii.0 + self.radii.1 + distance, w.point.w.dot(normal));
            if !reach.is_finite() {
                return None;
            }
            if self.reaches_no_farther(&w, depth, reach, normal) {
                let (pair, to) = (self.pair, hull.edges[next].from);
                let look = |d: V| {
                    let d = d.unit().unwrap_or(normal);
                    let w = self.support(d);
                    self.centre(&w, d)
                };
                let (a, b) = at_foot(pair, [from, to], normal, distance, look);
                return Some(Inscribed { depth, normal, a: a + normal * self.radii.0, b: b - normal * self.radii.1 });
            }
            hull.expand(i, self.centre(&w, normal), &mut Off);
        }
        None
    }
}

/// w . n - (r - |v|) <= what is allowed
fn inscribed_test<V: Plane, I: Copy>(w: I, depth: V::R, reach: V::R, allowed: V::R) -> Test<V, I> {
    Test {
        left: &[Op::W(0), Op::D, Op::Dot, Op::Num(1), Op::Sub],
        relation: Relation::LessEqual,
        right: &[Op::Num(0)],
        points: [w; 3],
        numbers: [allowed, depth],
        left_value: reach - depth,
        right_value: allowed,
        if_held: Claim::Inscribed,
        if_not: Claim::Open,
    }
}
