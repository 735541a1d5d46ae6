//! Rotations as pairs of rationals: exact for quarter turns and rational cosines, right to 1e-80 for any other angle, however large.

use std::sync::OnceLock;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::number::split;
use super::rounding::{bits, shift};
use crate::shape::RotationDef;

/// Binary digits after the point of an inexact cosine or sine: 2^-288 = 2e-87.
const FRACTION: i64 = 288;
/// Binary digits after the point of pi: 1024 for the largest f64, twice 40 to spare, the rest for the fraction.
const PI_FRACTION: i64 = 1504;

/// cosine = c / (q 2^shift), sine = s / (q 2^shift).
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The cosine's numerator.
    pub c: BigInt,
    /// The sine's numerator.
    pub s: BigInt,
    /// Positive.
    pub q: BigInt,
    /// Not negative.
    pub shift: i64,
    /// c² + s² = (q 2^shift)² and the angle is the one meant.
    pub exact: bool,
}

impl Turn {
    /// What is not finite, or has no direction, counts as no rotation.
    pub fn new(def: RotationDef) -> Turn {
        match def {
            RotationDef::Quarter(n) => quarter(n.rem_euclid(4)),
            RotationDef::CosSin(c, s) => normalised(c, s),
            RotationDef::Angle(x) if x != 0.0 && x.is_finite() => of_angle(x),
            RotationDef::Angle(_) => quarter(0),
        }
    }

    /// No rotation, exactly.
    pub fn is_identity(&self) -> bool {
        self.s.is_zero() && self.c.is_one() && self.q.is_one() && self.shift == 0
    }

    /// The image of (x, y), times q 2^shift.
    pub fn apply(&self, x: &BigInt, y: &BigInt) -> [BigInt; 2] {
        [&self.c * x - &self.s * y, &self.s * x + &self.c * y]
    }
}

fn quarter(n: i64) -> Turn {
    let (c, s) = [(1, 0), (0, 1), (-1, 0), (0, -1)][n.rem_euclid(4) as usize];
    Turn { c: c.into(), s: s.into(), q: BigInt::one(), shift: 0, exact: true }
}

fn normalised(c: f64, s: f64) -> Turn {
    let ((mc, ec), (ms, es)) = (split(c), split(s));
    if mc == 0 && ms == 0 {
        return quarter(0);
    }
    let e = if mc == 0 {
        es
    } else if ms == 0 {
        ec
    } else {
        ec.min(es)
    };
    let at = |m: i64, from: i64| if m == 0 { BigInt::zero() } else { BigInt::from(m) << (from - e) as u64 };
    let (c, s) = (at(mc, ec), at(ms, es));
    let square = &c * &c + &s * &s;
    let length = square.sqrt();
    if &length * &length == square {
        let g = c.gcd(&s).gcd(&length);
        return Turn { c: c / &g, s: s / &g, q: length / g, shift: 0, exact: true };
    }
    let k = (FRACTION + 64 - bits(&square) / 2).max(0);
    let length = (square << (2 * k) as u64).sqrt();
    let over = |x: BigInt| nearest(x << (FRACTION + k) as u64, &length);
    Turn { c: over(c), s: over(s), q: BigInt::one(), shift: FRACTION, exact: false }
}

/// n / d to the nearest integer, d > 0.
fn nearest(n: BigInt, d: &BigInt) -> BigInt {
    ((n << 1u32) + d).div_floor(&(d << 1u32))
}

/// Argument reduction to [-pi/4, pi/4] with as many digits of pi as the exponent asks for, then Taylor's series.
fn of_angle(x: f64) -> Turn {
    let work = FRACTION + 40;
    let (m, e) = split(x);
    let wide = work + (e + 64).max(0);
    let x_wide = shift(&BigInt::from(m), e + wide);
    let half_pi = pi() >> (PI_FRACTION - wide + 1).max(0) as u64;
    let k = nearest(x_wide.clone(), &half_pi);
    // k pi/2 with all digits of pi, rounded after the product.
    let r = x_wide - ((&k * pi()) >> (PI_FRACTION - wide + 1).max(0) as u64);
    let (c, s) = taylor(&shift(&r, work - wide), work);
    let quadrant = k.mod_floor(&BigInt::from(4));
    let (c, s) = match u8::try_from(quadrant).unwrap_or(0) {
        0 => (c, s),
        1 => (-s, c),
        2 => (-c, -s),
        _ => (s, -c),
    };
    let cut = |v: BigInt| nearest(v, &(BigInt::one() << (work - FRACTION) as u64));
    Turn { c: cut(c), s: cut(s), q: BigInt::one(), shift: FRACTION, exact: false }
}

/// (cosine, sine) of r 2^-f, |r 2^-f| < 1, with f binary digits after the point.
fn taylor(r: &BigInt, f: i64) -> (BigInt, BigInt) {
    let mut term = BigInt::one() << f as u64;
    let (mut c, mut s) = (term.clone(), BigInt::zero());
    // 1/100! < 2^-524: the terms vanish long before.
    for n in 1..100u32 {
        term = ((term * r) >> f as u64) / n;
        if term.is_zero() || term == BigInt::from(-1) {
            break;
        }
        match n % 4 {
            1 => s += &term,
            2 => c -= &term,
            3 => s -= &term,
            _ => c += &term,
        }
    }
    (c, s)
}

/// pi with [`PI_FRACTION`] binary digits after the point, by Machin's formula 16 atan(1/5) - 4 atan(1/239).
fn pi() -> &'static BigInt {
    static PI: OnceLock<BigInt> = OnceLock::new();
    PI.get_or_init(|| {
        let guard = 32;
        let atan = |inverse: i64| {
            let square = inverse * inverse;
            let mut power = (BigInt::one() << (PI_FRACTION + guard) as u64) / inverse;
            let mut sum = BigInt::zero();
            let mut n = 1i64;
            // Each round gains at least log2(25) = 4.6 digits.
            while power.is_positive() && n < 4 * PI_FRACTION {
                let term = &power / n;
                sum += if n % 4 == 1 { term } else { -term };
                power /= square;
                n += 2;
            }
            sum
        };
        (atan(5) * 16 - atan(239) * 4) >> guard as u64
    })
}

#[cfg(test)]
mod tests {
    use super::super::rounding::decimal;
    use super::*;

    fn digits(def: RotationDef) -> (String, String) {
        let t = Turn::new(def);
        (decimal(&t.c, &t.q, -t.shift), decimal(&t.s, &t.q, -t.shift))
    }

    #[test]
    fn cosine_and_sine_agree_with_published_digits() {
        let (c, s) = digits(RotationDef::Angle(1.0));
        assert_eq!(c, "0.540302305868139717400936607443");
        assert_eq!(s, "0.841470984807896506652502321630".trim_end_matches('0'));
        // sin(10^22), the classic test of argument reduction.
        assert_eq!(digits(RotationDef::Angle(1e22)).1, "-0.852200849767188801772705893753");
        assert_eq!(digits(RotationDef::Angle(std::f64::consts::PI)).1, "1.22464679914735317722606593227e-16");
        assert_eq!(digits(RotationDef::Angle(std::f64::consts::FRAC_PI_2)).0, "6.12323399573676588613032966138e-17");
    }

    #[test]
    fn every_turn_keeps_lengths() {
        for x in [1e-300, 0.3, -2.5, 1e5, -1e22, 1.7e308, f64::MIN_POSITIVE, 5e-324] {
            let t = Turn::new(RotationDef::Angle(x));
            let one = BigInt::one() << (2 * t.shift) as u64;
            let off = (&t.c * &t.c + &t.s * &t.s - &one).abs();
            assert!(bits(&off) <= t.shift + 4, "{x}: {}", bits(&off) - 2 * t.shift);
            assert!((num_traits::ToPrimitive::to_f64(&t.s).unwrap() / 2f64.powi(288) - x.sin()).abs() < 1e-15);
        }
    }

    #[test]
    fn rational_rotations_are_exact() {
        let t = Turn::new(RotationDef::CosSin(3e3, -4e3));
        assert_eq!((t.c, t.s, t.q, t.exact), (3.into(), (-4).into(), 5.into(), true));
        assert!(!Turn::new(RotationDef::CosSin(1.0, 1.0)).exact);
        assert!(Turn::new(RotationDef::CosSin(0.0, 0.0)).is_identity());
        assert!(Turn::new(RotationDef::Quarter(i64::MIN)).is_identity());
        assert_eq!(digits(RotationDef::CosSin(1e300, 1e300)).0, "0.707106781186547524400844362105");
        assert_eq!(digits(RotationDef::CosSin(5e-324, 1e300)).0, "0.0");
    }
}
