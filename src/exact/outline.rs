//! A pair of posed shapes as exact outlines on one integer grid, and their difference A - B by merging edges in order of direction.

use std::cmp::Ordering;

use glam::DVec3;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::number::{orient2d, sign, split};
use super::rounding::bits;
use super::turn::Turn;
use crate::shape::{PoseDef, ShapeDef};

/// A point or vector on the pair's grid.
pub(super) type Vector = [BigInt; 2];

/// x1 y2 - y1 x2.
pub(super) fn cross(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[1] - &a[1] * &b[0]
}

/// Inner product.
pub(super) fn dot(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1]
}

/// a - b.
pub(super) fn minus(a: &Vector, b: &Vector) -> Vector {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

/// What of a shape is exact: the hull of its core around a centre, radii, and the semi-axes of an ellipse.
struct Core {
    /// Strictly convex, counter-clockwise from the lowest x; around `center`.
    hull: Vec<([f64; 2], usize)>,
    center: [f64; 2],
    /// Their sum is the radius.
    radii: [f64; 2],
    /// Semi-axes of a proper ellipse around the (single) hull point.
    semi_axes: Option<[f64; 2]>,
}

/// What is not finite counts as 0.
fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

fn xy(v: DVec3) -> [f64; 2] {
    [finite(v.x), finite(v.y)]
}

impl Core {
    fn new(def: &ShapeDef) -> Core {
        // A negative radius is refused by the scene; here it counts as 0.
        let radius = finite(def.radius()).max(0.0);
        if let ShapeDef::Ellipse { semi_axes, center, .. } = def {
            let [a, b] = xy(*semi_axes).map(f64::abs);
            let (points, extra, axes) = if a == b {
                (vec![[0.0, 0.0]], a, None)
            } else if b == 0.0 {
                (vec![[-a, 0.0], [a, 0.0]], 0.0, None)
            } else if a == 0.0 {
                (vec![[0.0, -b], [0.0, b]], 0.0, None)
            } else {
                (vec![[0.0, 0.0]], 0.0, Some([a, b]))
            };
            let hull = points.into_iter().map(|p| (p, usize::MAX)).collect();
            return Core { hull, center: xy(*center), radii: [radius, extra], semi_axes: axes };
        }
        let points: Vec<_> = def.points().unwrap_or_default().into_iter().map(xy).collect();
        Core { hull: convex_hull(&points), center: [0.0; 2], radii: [radius, 0.0], semi_axes: None }
    }

    /// Every number that must fall on the grid before it is turned.
    fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        let axes = self.semi_axes.unwrap_or_default();
        self.hull.iter().flat_map(|(p, _)| *p).chain(self.center).chain(axes)
    }
}

/// Strictly convex hull, counter-clockwise from the leftmost (then lowest) point, by Andrew's monotone chain with exact
/// signs; of coinciding points the lowest index stays. No point gives the origin.
fn convex_hull(points: &[[f64; 2]]) -> Vec<([f64; 2], usize)> {
    let mut sorted: Vec<_> = points.iter().copied().zip(0..).collect();
    sorted.sort_by(|(a, i), (b, j)| {
        a[0].partial_cmp(&b[0])
            .unwrap_or(Ordering::Equal)
            .then(a[1].partial_cmp(&b[1]).unwrap_or(Ordering::Equal))
            .then(i.cmp(j))
    });
    sorted.dedup_by(|later, first| later.0 == first.0);
    if sorted.len() < 3 {
        return if sorted.is_empty() { vec![([0.0; 2], usize::MAX)] } else { sorted };
    }
    let mut hull: Vec<([f64; 2], usize)> = Vec::with_capacity(sorted.len() + 1);
    let half = |points: &mut dyn Iterator<Item = ([f64; 2], usize)>, hull: &mut Vec<([f64; 2], usize)>| {
        let base = hull.len();
        for p in points {
            while hull.len() >= base + 2 && orient2d(hull[hull.len() - 2].0, hull[hull.len() - 1].0, p.0) <= 0 {
                hull.pop();
            }
            hull.push(p);
        }
        // The last point opens the other half.
        hull.pop();
    };
    half(&mut sorted.iter().copied(), &mut hull);
    half(&mut sorted.iter().rev().copied(), &mut hull);
    hull
}

/// A strictly convex outline on the grid, counter-clockwise: one point, two, or more.
pub(super) struct Outline {
    /// Grid points.
    pub points: Vec<Vector>,
    /// Their indices in the shape's own list of points.
    pub index: Vec<usize>,
    /// A proper ellipse: semi-axes in grid units times `1 / (turn.q 2^turn.shift)`, to be turned by `turn`.
    pub ellipse: Option<Ellipse>,
    /// The radius of this shape, on the grid.
    pub radius: BigInt,
}

/// An ellipse around the single point of its outline.
pub(super) struct Ellipse {
    /// Semi-axes on the grid.
    pub axes: [BigInt; 2],
    /// The vectors (cosine, sine) and (-sine, cosine) of its axes are to be divided by this.
    pub denominator: BigInt,
    /// Cosine times the denominator.
    pub c: BigInt,
    /// Sine times the denominator.
    pub s: BigInt,
}

/// Two posed shapes on one grid: a grid coordinate x stands for x 2^exp / q.
pub(super) struct Pair {
    /// A.
    pub a: Outline,
    /// B.
    pub b: Outline,
    /// The power of two of the grid.
    pub exp: i64,
    /// The odd part of the grid's denominator, positive.
    pub q: BigInt,
    /// Whether both rotations are exact rationals; if not, grid coordinates are right to `tolerance`.
    pub exact: bool,
    /// 2^-200 (6e-61) of the largest coordinate where a rotation is not rational, else 0.
    pub tolerance: BigInt,
}

impl Pair {
    /// Both shapes posed.
    pub fn new(a: &ShapeDef, pose_a: &PoseDef, b: &ShapeDef, pose_b: &PoseDef) -> Pair {
        let cores = [Core::new(a), Core::new(b)];
        let turns = [Turn::new(pose_a.rotation), Turn::new(pose_b.rotation)];
        let moves = [xy(pose_a.translation), xy(pose_b.translation)];
        let lowest =
            |numbers: &mut dyn Iterator<Item = f64>| numbers.map(split).filter(|x| x.0 != 0).map(|x| x.1).min();
        // The coarsest grid on which everything falls.
        let mut exp = None::<i64>;
        for (core, turn) in cores.iter().zip(&turns) {
            let turned = lowest(&mut core.numbers()).map(|e| e - turn.shift);
            let kept = lowest(&mut core.radii.into_iter());
            exp = exp.into_iter().chain(turned).chain(kept).min();
        }
        let moved = lowest(&mut moves.into_iter().flatten());
        let exp = exp.into_iter().chain(moved).min().unwrap_or(0);
        let q = &turns[0].q * &turns[1].q;
        let at = |x: f64| {
            let (m, e) = split(x);
            if m == 0 { BigInt::zero() } else { BigInt::from(m) << (e - exp).max(0) as u64 }
        };
        let place = |i: usize| {
            let (core, turn, other_q) = (&cores[i], &turns[i], &turns[1 - i].q);
            let times = |x: BigInt, k: &BigInt| if k.is_one() { x } else { x * k };
            // Before the turn a unit is 2^(exp + shift), after it 2^exp / q.
            let local = |x: f64| {
                let (m, e) = split(x);
                if m == 0 { BigInt::zero() } else { BigInt::from(m) << (e - exp - turn.shift).max(0) as u64 }
            };
            let center = core.center.map(local);
            let [tx, ty] = moves[i].map(|x| times(at(x), &q));
            let put = |p: [f64; 2]| {
                let [x, y] = p.map(local);
                let (x, y) = (x + &center[0], y + &center[1]);
                let [x, y] = if turn.is_identity() { [x, y] } else { turn.apply(&x, &y) };
                [times(x, other_q) + &tx, times(y, other_q) + &ty]
            };
            Outline {
                points: core.hull.iter().map(|(p, _)| put(*p)).collect(),
                index: core.hull.iter().map(|(_, i)| *i).collect(),
                ellipse: core.semi_axes.map(|axes| Ellipse {
                    axes: axes.map(|x| times(at(x), &q)),
                    denominator: &turn.q << turn.shift as u64,
                    c: turn.c.clone(),
                    s: turn.s.clone(),
                }),
                radius: times(core.radii.into_iter().map(at).sum(), &q),
            }
        };
        let (a, b) = (place(0), place(1));
        let exact = turns.iter().all(|t| t.exact);
        let tolerance = if exact {
            BigInt::zero()
        } else {
            let largest = a.points.iter().chain(&b.points).flatten().map(bits).max().unwrap_or(0);
            BigInt::one() << (largest - 200).max(0) as u64
        };
        Pair { a, b, exp, q, exact, tolerance }
    }

    /// The sum of both radii, on the grid.
    pub fn radius(&self) -> BigInt {
        &self.a.radius + &self.b.radius
    }

    /// The vertices of the core difference A - B (an ellipse counts by its centre), strictly convex and counter-clockwise
    /// from the lowest, then leftmost one.
    pub fn difference(&self) -> Vec<Vertex> {
        let (a, b) = (&self.a.points, &self.b.points);
        // The lowest vertex of -B is the highest of B.
        let i0 = extreme(a, 1);
        let j0 = extreme(b, -1);
        let edges = |points: &[Vector], start: usize, way: i32| -> Vec<Vector> {
            let n = points.len();
            let count = if n < 2 { 0 } else { n };
            (0..count)
                .map(|k| {
                    let (from, to) = (&points[(start + k) % n], &points[(start + k + 1) % n]);
                    if way > 0 { minus(to, from) } else { minus(from, to) }
                })
                .collect()
        };
        let (ea, eb) = (edges(a, i0, 1), edges(b, j0, -1));
        let (mut i, mut j) = (0, 0);
        let mut vertices = Vec::with_capacity(ea.len() + eb.len() + 1);
        loop {
            let (ia, ib) = ((i0 + i) % a.len(), (j0 + j) % b.len());
            vertices.push(Vertex { at: minus(&a[ia], &b[ib]), a: ia, b: ib });
            let order = match (ea.get(i), eb.get(j)) {
                (Some(x), Some(y)) => by_direction(x, y),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        // Round once: the last vertex is the first again.
        if vertices.len() > 1 {
            vertices.pop();
        }
        vertices
    }
}

/// A vertex of the difference and the two vertices it comes from, as positions in the outlines.
pub(super) struct Vertex {
    /// Where it is, on the grid.
    pub at: Vector,
    /// Position in A's outline.
    pub a: usize,
    /// Position in B's outline.
    pub b: usize,
}

/// The lowest, then leftmost point (`way` = 1) or the highest, then rightmost (-1).
fn extreme(points: &[Vector], way: i32) -> usize {
    let less = |p: &Vector, q: &Vector| {
        let order = p[1].cmp(&q[1]).then_with(|| p[0].cmp(&q[0]));
        if way > 0 { order } else { order.reverse() }
    };
    (0..points.len()).min_by(|&i, &j| less(&points[i], &points[j])).unwrap_or(0)
}

/// The order of directions counter-clockwise from +x, exact; neither vector is zero.
fn by_direction(a: &Vector, b: &Vector) -> Ordering {
    let lower = |v: &Vector| v[1].is_negative() || (v[1].is_zero() && v[0].is_negative());
    lower(a).cmp(&lower(b)).then_with(|| 0.cmp(&sign(&cross(a, b))))
}
