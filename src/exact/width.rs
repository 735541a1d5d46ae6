//! Two questions about the difference A - B beside its distance: how wide it is along a given direction, and what it looks like.

use glam::DVec3;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::number::split;
use super::outline::{Ellipse, Outline, Pair, Vector, dot};
use super::rounding::{round_ratio, surd};
use crate::shape::{PoseDef, ShapeDef};

/// Binary digits kept below one grid unit where square roots are added up.
const FRACTION: u64 = 256;
/// Directions at which the outline of a difference with an ellipse is sampled.
const SAMPLES: usize = 256;

/// h(n) = max over A of n.a - min over B of n.b, the support function of A - B, for any finite n as it is given (z is ignored):
/// the depth along n times |n|, or minus the gap. World frame.
///
/// Exact and rounded once where no ellipse takes part; else right to 1e-15 of itself, or to 1e-70 of the largest term where
/// terms cancel. NaN where `n` is not finite.
pub fn width(n: DVec3, a: &ShapeDef, pose_a: &PoseDef, b: &ShapeDef, pose_b: &PoseDef) -> f64 {
    if !(n.x.is_finite() && n.y.is_finite()) {
        return f64::NAN;
    }
    let pair = Pair::new(a, pose_a, b, pose_b);
    let parts = [n.x, n.y].map(split);
    let unit = parts.iter().filter(|x| x.0 != 0).map(|x| x.1).min().unwrap_or(0);
    let n: Vector = parts.map(|(m, e)| if m == 0 { BigInt::zero() } else { BigInt::from(m) << (e - unit) as u64 });
    let most = |outline: &Outline, way: i32| {
        outline.points.iter().map(|p| dot(&n, p) * way).max().unwrap_or_else(BigInt::zero)
    };
    let core = most(&pair.a, 1) + most(&pair.b, -1);
    let radius = pair.radius();
    let round = &radius * &radius * dot(&n, &n);
    let ellipses: Vec<&Ellipse> = [&pair.a, &pair.b].into_iter().filter_map(|o| o.ellipse.as_ref()).collect();
    if ellipses.is_empty() {
        let (num, den) = surd(1, &round, &BigInt::one(), &core);
        return round_ratio(&num, &(den * &pair.q), pair.exp + unit);
    }
    let mut sum = (core << FRACTION) + (round << (2 * FRACTION)).sqrt();
    for e in ellipses {
        // h_e(n)² = a² (n.u)² + b² (n.v)², u = (c, s), v = (-s, c).
        let u = &e.axes[0] * (&e.c * &n[0] + &e.s * &n[1]);
        let v = &e.axes[1] * (&e.c * &n[1] - &e.s * &n[0]);
        let square = (u.pow(2) + v.pow(2)) << (2 * FRACTION);
        sum += square.sqrt() / &e.denominator;
    }
    round_ratio(&sum, &pair.q, pair.exp + unit - FRACTION as i64)
}

/// The vertices of the difference A - B of the cores (without radii) in world orientation, counter-clockwise, with the indices
/// of the points of A and of B they come from ([`ShapeDef::points`]; of coinciding points the lowest). Each coordinate is
/// rounded once. With an ellipse: its outline at 256 directions, right to a few units in the last place, indices `usize::MAX`.
pub fn difference_hull(a: &ShapeDef, pose_a: &PoseDef, b: &ShapeDef, pose_b: &PoseDef) -> Vec<(DVec3, usize, usize)> {
    let pair = Pair::new(a, pose_a, b, pose_b);
    let world = |x: &BigInt| round_ratio(x, &pair.q, pair.exp) + 0.0;
    let vertices: Vec<(DVec3, usize, usize)> = pair
        .difference()
        .iter()
        .map(|v| (DVec3::new(world(&v.at[0]), world(&v.at[1]), 0.0), pair.a.index[v.a], pair.b.index[v.b]))
        .collect();
    let ellipses: Vec<[f64; 4]> = [&pair.a, &pair.b]
        .into_iter()
        .filter_map(|o| o.ellipse.as_ref())
        .map(|e| {
            let [c, s] = [&e.c, &e.s].map(|x| round_ratio(x, &e.denominator, 0));
            [world(&e.axes[0]), world(&e.axes[1]), c, s]
        })
        .collect();
    if ellipses.is_empty() {
        return vertices;
    }
    (0..SAMPLES)
        .map(|i| {
            let (y, x) = libm::sincos(std::f64::consts::TAU * i as f64 / SAMPLES as f64);
            let along = |v: &DVec3| v.x * x + v.y * y;
            let corner = vertices.iter().map(|v| v.0).max_by(|v, w| along(v).total_cmp(&along(w)));
            let mut at = corner.unwrap_or(DVec3::ZERO);
            for &[a, b, c, s] in &ellipses {
                let (p, q) = (a * (c * x + s * y), b * (c * y - s * x));
                let h = libm::hypot(p, q);
                if h > 0.0 {
                    let (u, v) = (a * (p / h), b * (q / h));
                    at += DVec3::new(c * u - s * v, s * u + c * v, 0.0);
                }
            }
            (at, usize::MAX, usize::MAX)
        })
        .collect()
}
