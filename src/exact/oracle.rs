//! The right answer for a pair of 2D shapes: the types, and the exact answer for polygonal cores with radii.

use glam::DVec3;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::ellipse;
use super::number::sign;
use super::outline::{Pair, Vector, Vertex, cross, dot, minus};
use super::rounding::{bits, decimal, round_ratio, surd, unit};
use crate::shape::{PoseDef, ShapeDef};

/// How two shapes stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// No common point.
    Separated,
    /// Common points, but no common inner point.
    Touching,
    /// A common inner point.
    Overlapping,
}

/// What the set of minimising normals looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalKind {
    /// One normal.
    Unique,
    /// Several, all listed.
    Finite,
    /// A continuous set spanned by the listed ones.
    Cone,
    /// Every direction is one.
    Any,
}

/// The exact answer to "do they touch, how far apart, how deep".
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// How they stand to each other.
    pub class: Class,
    /// Distance, or minus the depth, scene units, rounded to the nearest f64.
    pub signed_distance: f64,
    /// The same with 30 significant digits.
    pub digits: String,
    /// Unit vectors in the world frame from A toward B: moving B by depth x normal separates the pair.
    pub normals: Vec<DVec3>,
    /// What the set of normals looks like.
    pub normal_kind: NormalKind,
    /// Certified bound of |signed_distance - the real number|: rounding to f64 apart it is 0 for polygonal cores, > 0 for ellipses.
    pub gap: f64,
    /// A pair of closest (or deepest) points in the world frame, on A and on B.
    pub witnesses: Option<(DVec3, DVec3)>,
}

/// The truth about A and B as written.
///
/// Everything is decided in exact arithmetic where both rotations are rational (no angle, quarter turns, a cosine and sine of
/// rational length). An angle is a real number known to 1e-86: what then differs from touching, or from another depth, by less
/// than 6e-61 of the largest coordinate (depths: 1e-50 of themselves) counts as equal. Numbers that are not finite count as 0
/// and negative radii as 0, since a scene refuses them before; z is ignored.
///
/// The first normal belongs to the witnesses. A `Cone` is listed counter-clockwise from one end to the other.
pub fn truth(a: &ShapeDef, pose_a: &PoseDef, b: &ShapeDef, pose_b: &PoseDef) -> Truth {
    let pair = Pair::new(a, pose_a, b, pose_b);
    let vertices = pair.difference();
    if pair.a.ellipse.is_some() || pair.b.ellipse.is_some() {
        return ellipse::truth(&pair, &vertices);
    }
    let core = core_truth(&pair, &vertices);
    let radius = pair.radius();
    // core = ±√(n/d); the answer is core - radius.
    let (num, den) = surd(core.side, &core.n, &core.d, &-&radius);
    let touching = if pair.exact {
        num.is_zero()
    } else {
        // num / den against the tolerance, on the grid.
        num.abs() <= &pair.tolerance * &den
    };
    let num = if touching { BigInt::zero() } else { num };
    let class = match sign(&num) {
        1 => Class::Separated,
        0 => Class::Touching,
        _ => Class::Overlapping,
    };
    let normals: Vec<DVec3> = core.normals.iter().filter_map(to_unit).collect();
    let first = normals.first().copied().unwrap_or(DVec3::X);
    let witnesses = core.feature.witnesses(&pair, &vertices, first);
    let den = den * &pair.q;
    Truth {
        class,
        signed_distance: round_ratio(&num, &den, pair.exp),
        digits: decimal(&num, &den, pair.exp),
        normals,
        normal_kind: core.kind,
        gap: 0.0,
        witnesses: Some(witnesses),
    }
}

/// Where the origin is against the core difference.
struct CoreTruth {
    /// 1: the origin is outside (or on), -1: inside.
    side: i32,
    /// The distance to the boundary is √(n / d), on the grid.
    n: BigInt,
    d: BigInt,
    normals: Vec<Vector>,
    kind: NormalKind,
    feature: Feature,
}

impl CoreTruth {
    /// The origin is on the difference, which has no interior there or ends there.
    fn on(normals: Vec<Vector>, kind: NormalKind, feature: Feature) -> CoreTruth {
        CoreTruth { side: 1, n: BigInt::zero(), d: BigInt::one(), normals, kind, feature }
    }
}

/// The feature of the difference nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Feature {
    /// A vertex.
    Vertex(usize),
    /// The edge from this vertex to the next.
    Edge(usize),
}

impl Feature {
    /// The points of A and B, in the world, that make the point of the feature nearest to the origin, each moved by its
    /// radius along the unit vector `normal`.
    fn witnesses(self, pair: &Pair, vertices: &[Vertex], normal: DVec3) -> (DVec3, DVec3) {
        let world = |p: &Vector, den: &BigInt| {
            let den = den * &pair.q;
            let [x, y] = [0, 1].map(|k| round_ratio(&p[k], &den, pair.exp));
            DVec3::new(x, y, 0.0)
        };
        let (i, t, den) = match self {
            Feature::Vertex(i) => (i, BigInt::zero(), BigInt::one()),
            Feature::Edge(i) => {
                let v = &vertices[i].at;
                let e = minus(&vertices[(i + 1) % vertices.len()].at, v);
                let den = dot(&e, &e);
                (i, (-dot(v, &e)).clamp(BigInt::zero(), den.clone()), den)
            }
        };
        let (from, to) = (&vertices[i], &vertices[(i + 1) % vertices.len()]);
        let between = |p: &Vector, q: &Vector| [0, 1].map(|k| &p[k] * &den + (&q[k] - &p[k]) * &t);
        let a = between(&pair.a.points[from.a], &pair.a.points[to.a]);
        let b = between(&pair.b.points[from.b], &pair.b.points[to.b]);
        let [ra, rb] = [&pair.a.radius, &pair.b.radius].map(|r| round_ratio(r, &pair.q, pair.exp));
        (world(&a, &den) + normal * ra, world(&b, &den) - normal * rb)
    }
}

/// A grid vector as a unit vector of the world; `None` for zero.
pub(super) fn to_unit(v: &Vector) -> Option<DVec3> {
    unit(&v[0], &v[1]).map(|[x, y]| DVec3::new(x, y, 0.0))
}

/// (y, -x): the outward normal of a counter-clockwise edge.
pub(super) fn outward(e: &Vector) -> Vector {
    [e[1].clone(), -&e[0]]
}

fn negated(v: &Vector) -> Vector {
    [-&v[0], -&v[1]]
}

/// The distance from the origin to the boundary of the core difference, and every normal that reaches it.
fn core_truth(pair: &Pair, vertices: &[Vertex]) -> CoreTruth {
    let tolerance = &pair.tolerance;
    let tolerance2 = tolerance * tolerance;
    let near = |v: &Vector| dot(v, v) <= tolerance2;
    let count = vertices.len();
    let edges: Vec<Vector> = (0..count).map(|i| minus(&vertices[(i + 1) % count].at, &vertices[i].at)).collect();
    // What touches: which normals does the boundary have at (or, within the tolerance, next to) the origin?
    let at_vertex = |i: usize| match count {
        1 => CoreTruth::on(vec![], NormalKind::Any, Feature::Vertex(0)),
        2 => {
            // Half a circle of normals around the end of a segment: its ends and its middle.
            let side = outward(&edges[i]);
            let normals = vec![negated(&side), negated(&edges[i]), side];
            CoreTruth::on(normals, NormalKind::Cone, Feature::Vertex(i))
        }
        _ => {
            let normals = vec![outward(&edges[(i + count - 1) % count]), outward(&edges[i])];
            CoreTruth::on(normals, NormalKind::Cone, Feature::Vertex(i))
        }
    };
    let on_edge = |i: usize| {
        let n = outward(&edges[i]);
        if count == 2 {
            let other = negated(&n);
            CoreTruth::on(vec![n, other], NormalKind::Finite, Feature::Edge(i))
        } else {
            CoreTruth::on(vec![n], NormalKind::Unique, Feature::Edge(i))
        }
    };
    if let Some(i) = vertices.iter().position(|v| near(&v.at)) {
        return at_vertex(i);
    }
    // Twice the area of the triangle origin, vertex, next vertex: positive where the origin is on the inner side.
    let sides: Vec<BigInt> = (0..count).map(|i| cross(&vertices[i].at, &edges[i])).collect();
    let outside = count < 3 || sides.iter().any(Signed::is_negative);
    if !outside {
        if let Some(i) = sides.iter().position(Zero::is_zero) {
            return on_edge(i);
        }
        return depth(pair, &edges, &sides, on_edge);
    }
    let (feature, n, d) = nearest(vertices, &edges, &sides);
    if n <= &tolerance2 * &d {
        return match feature {
            Feature::Vertex(i) => at_vertex(i),
            Feature::Edge(i) => on_edge(i),
        };
    }
    let normal = match feature {
        Feature::Vertex(i) => negated(&vertices[i].at),
        Feature::Edge(i) if sides[i].is_negative() => outward(&edges[i]),
        Feature::Edge(i) => negated(&outward(&edges[i])),
    };
    CoreTruth { side: 1, n, d, normals: vec![normal], kind: NormalKind::Unique, feature }
}

/// The origin is strictly inside: the nearest edge lines, all of them.
fn depth(pair: &Pair, edges: &[Vector], sides: &[BigInt], on_edge: impl Fn(usize) -> CoreTruth) -> CoreTruth {
    let squares: Vec<BigInt> = edges.iter().map(|e| dot(e, e)).collect();
    // Floats first: heights with a relative error near 1e-15, on a scale on which the largest is about 1.
    let scale = sides.iter().map(bits).max().unwrap_or(0);
    let wide = squares.iter().map(bits).max().unwrap_or(0) / 2 * 2;
    let one = BigInt::one();
    let heights: Vec<f64> = sides
        .iter()
        .zip(&squares)
        .map(|(s, q)| round_ratio(s, &one, -scale) / round_ratio(q, &one, -wide).sqrt())
        .collect();
    let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
    // A square that underflowed makes an infinite or NaN height: it is kept, and decided exactly.
    let close: Vec<usize> = (0..heights.len())
        .filter(|&i| !(heights[i] > least * (1.0 + 1e-12) + 1e-290 && heights[i].is_finite()))
        .collect();
    let (mut best, mut tied) = (close.first().copied().unwrap_or(0), Vec::new());
    if pair.exact {
        for &i in &close {
            let order = (&sides[i] * &sides[i] * &squares[best]).cmp(&(&sides[best] * &sides[best] * &squares[i]));
            if order.is_lt() {
                best = i;
                tied.clear();
            }
            if order.is_le() {
                tied.push(i);
            }
        }
    } else {
        // On a grid as fine as the cosines the integer part of a height is enough.
        let height = |i: usize| (&sides[i] * &sides[i] / &squares[i]).sqrt();
        let exact: Vec<_> = close.iter().map(|&i| (height(i), i)).collect();
        if let Some((h, i)) = exact.iter().min() {
            if *h <= pair.tolerance {
                return on_edge(*i);
            }
            best = *i;
            // 2^-166 = 1e-50, and the error of the coordinates, 2^-250 of the largest.
            let slack = (h >> 166u32) + (&pair.tolerance >> 50u32);
            tied = exact.iter().filter(|(other, _)| other - h <= slack).map(|x| x.1).collect();
        }
    }
    let kind = if tied.len() > 1 { NormalKind::Finite } else { NormalKind::Unique };
    let first = tied.first().copied().unwrap_or(best);
    CoreTruth {
        side: -1,
        n: &sides[best] * &sides[best],
        d: squares[best].clone(),
        normals: tied.iter().map(|&i| outward(&edges[i])).collect(),
        kind,
        feature: Feature::Edge(first),
    }
}

/// The origin is not inside: the nearest feature and the squared distance n / d to it. A vertex or edge whose own region holds
/// the origin is nearest of all, since the difference is convex.
fn nearest(vertices: &[Vertex], edges: &[Vector], sides: &[BigInt]) -> (Feature, BigInt, BigInt) {
    let count = vertices.len();
    let corner = |i: usize| (Feature::Vertex(i), dot(&vertices[i].at, &vertices[i].at), BigInt::one());
    if count == 1 {
        return corner(0);
    }
    // How far the origin is ahead of the start of each edge, and behind its end.
    for i in 0..count {
        let next = (i + 1) % count;
        if count > 2 && !sides[i].is_negative() {
            continue;
        }
        let (v, e) = (&vertices[i].at, &edges[i]);
        let length2 = dot(e, e);
        let ahead = -dot(v, e);
        if ahead.is_positive() && ahead < length2 {
            return (Feature::Edge(i), &sides[i] * &sides[i], length2);
        }
        // The end is nearest where the following edge turns away from the origin too.
        if ahead >= length2 && !dot(&vertices[next].at, &edges[next]).is_negative() {
            return corner(next);
        }
        if ahead <= BigInt::zero() {
            let before = (i + count - 1) % count;
            if !dot(&vertices[i].at, &edges[before]).is_positive() {
                return corner(i);
            }
        }
    }
    // Not reached for a convex outline; the nearest vertex is then the honest answer.
    let best = (0..count).min_by_key(|&i| dot(&vertices[i].at, &vertices[i].at)).unwrap_or(0);
    corner(best)
}
