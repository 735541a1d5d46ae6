//! Exact numbers built from f64 (an integer times a power of two) and the exact orientation of three points; nothing here knows of shapes.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use glam::DVec3;
use num_bigint::{BigInt, Sign};
use num_traits::Zero;

use super::rounding::round_ratio;

/// An integer times a power of two: every finite f64 is one, and sums, differences and products of them are exact.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The integer.
    mantissa: BigInt,
    /// The power of two.
    exponent: i64,
}

impl Exact {
    /// Zero.
    pub fn zero() -> Exact {
        Exact { mantissa: BigInt::zero(), exponent: 0 }
    }

    /// The value of `x`, or `None` where it is a NaN or infinite.
    pub fn new(x: f64) -> Option<Exact> {
        x.is_finite().then(|| {
            let (m, exponent) = split(x);
            Exact { mantissa: BigInt::from(m), exponent }
        })
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i32 {
        sign(&self.mantissa)
    }

    /// Rounded once to the nearest f64, ties to even; infinite where it overflows.
    pub fn to_f64(&self) -> f64 {
        round_ratio(&self.mantissa, &BigInt::from(1), self.exponent)
    }

    /// Both as integers at the smaller of the two exponents.
    fn aligned(&self, other: &Exact) -> (BigInt, BigInt, i64) {
        // A zero takes any exponent.
        let e = match (self.mantissa.is_zero(), other.mantissa.is_zero()) {
            (true, _) => other.exponent,
            (_, true) => self.exponent,
            _ => self.exponent.min(other.exponent),
        };
        let at = |x: &Exact| if x.mantissa.is_zero() { BigInt::zero() } else { &x.mantissa << (x.exponent - e) as u64 };
        (at(self), at(other), e)
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: &Exact) -> Exact {
        let (a, b, exponent) = self.aligned(other);
        Exact { mantissa: a + b, exponent }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: &Exact) -> Exact {
        let (a, b, exponent) = self.aligned(other);
        Exact { mantissa: a - b, exponent }
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: &Exact) -> Exact {
        Exact { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent.saturating_add(other.exponent) }
    }
}

impl Neg for &Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact { mantissa: -&self.mantissa, exponent: self.exponent }
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Exact) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }
}

/// The sign of the doubled area of the triangle a, b, c, decided exactly: 1 counter-clockwise, 0 on one line, -1 clockwise.
/// Components that are not finite count as 0.
pub fn orient2d(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> i32 {
    // Shewchuk's first filter (Adaptive Precision Floating-Point Arithmetic, 1997): (3 + 16 eps) eps with eps = 2^-53.
    const BOUND: f64 = 3.3306690738754716e-16;
    let left = (a[0] - c[0]) * (b[1] - c[1]);
    let right = (a[1] - c[1]) * (b[0] - c[0]);
    let size = left.abs() + right.abs();
    let det = left - right;
    // Below 1e-280 a product may have lost bits to underflow; a NaN fails the comparison and goes on.
    if size > 1e-280 && size < f64::INFINITY && det.abs() > BOUND * size {
        return if det > 0.0 { 1 } else { -1 };
    }
    let x = |v: f64| Exact::new(v).unwrap_or_else(Exact::zero);
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|p| p.map(x));
    (&(&(&ax - &cx) * &(&by - &cy)) - &(&(&ay - &cy) * &(&bx - &cx))).sign()
}

/// The sign of (p - q) . d, decided exactly. Components that are not finite count as 0; z is left out.
pub(super) fn sign_along(p: DVec3, q: DVec3, d: DVec3) -> i32 {
    let (x, y) = ((p.x - q.x) * d.x, (p.y - q.y) * d.y);
    let (sum, size) = (x + y, x.abs() + y.abs());
    // Difference, product and sum round once each, by 2^-53 of at most `size`: 3 of them and a little for their products.
    if size > 1e-280 && size < f64::INFINITY && sum.abs() > 2.0 * f64::EPSILON * size {
        return if sum > 0.0 { 1 } else { -1 };
    }
    let exact = |v: f64| Exact::new(v).unwrap_or_else(Exact::zero);
    let [px, py, qx, qy, dx, dy] = [p.x, p.y, q.x, q.y, d.x, d.y].map(exact);
    (&(&(&px - &qx) * &dx) + &(&(&py - &qy) * &dy)).sign()
}

/// `x` = m 2^e with m odd (or 0, with e = 0); what is not finite counts as 0.
pub(super) fn split(x: f64) -> (i64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (0, 0);
    }
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i64;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (m, e) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    let z = m.trailing_zeros();
    let m = m >> z;
    (if x < 0.0 { -m } else { m }, e + z as i64)
}

/// -1, 0 or 1.
pub(super) fn sign(x: &BigInt) -> i32 {
    match x.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn e(x: f64) -> Exact {
        Exact::new(x).unwrap()
    }

    #[test]
    fn floats_go_in_and_come_out_unchanged() {
        for x in [0.0, 1.0, -0.1, 5e-324, -2.2250738585072014e-308, f64::MAX, 1e-310, 3.0e200] {
            assert_eq!(e(x).to_f64(), x);
        }
        assert_eq!(Exact::new(f64::NAN), None);
        assert_eq!(Exact::new(f64::NEG_INFINITY), None);
    }

    #[test]
    fn sums_and_products_lose_nothing() {
        let sum = &(&e(1e300) + &e(1e-300)) - &e(1e300);
        assert_eq!(sum, e(1e-300));
        // 0.1 0.1 is not the float 0.01: what is left is the rounding error.
        assert_eq!((&(&e(0.1) * &e(0.1)) - &e(0.1 * 0.1)).sign(), -1);
        assert_eq!((-&e(2.0)).to_f64(), -2.0);
        assert!(e(-1e-320) < Exact::zero() && e(3.0) > e(2.0) && e(0.0) == e(-0.0));
    }

    #[test]
    fn the_side_of_a_line_is_exact_where_floats_are_not() {
        let v = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let tiny = f64::EPSILON;
        assert_eq!(sign_along(v(0.1, 0.3), v(0.1, 0.3), v(0.7, -0.2)), 0);
        // 0.1 0.1 is not 0.01: the products do not cancel.
        assert_eq!(sign_along(v(0.1, 0.01), v(0.0, 0.0), v(0.1, -1.0)), 1);
        assert_eq!(sign_along(v(1.0 + tiny, 1.0), v(0.0, 0.0), v(1.0, -1.0)), 1);
        assert_eq!(sign_along(v(1e-200, 0.0), v(0.0, 0.0), v(-1e-200, 0.0)), -1);
    }

    #[test]
    fn orientation_is_exact_where_floats_are_not() {
        let tiny = f64::EPSILON;
        assert_eq!(orient2d([0.5, 0.5], [12.0, 12.0], [24.0, 24.0]), 0);
        assert_eq!(orient2d([0.5 + tiny, 0.5], [12.0, 12.0], [24.0, 24.0]), -1);
        assert_eq!(orient2d([0.5, 0.5 + tiny], [12.0, 12.0], [24.0, 24.0]), 1);
        assert_eq!(orient2d([0.0, 0.0], [1e-200, 0.0], [0.0, 1e-200]), 1);
        assert_eq!(orient2d([0.0, 0.0], [1e300, 0.0], [0.0, 1e300]), 1);
    }
}
