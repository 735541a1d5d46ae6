//! From exact numbers to what a person reads: the nearest f64, 30 decimal digits, unit vectors, and square roots to 256 bits.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// `x` times 2^`by`, rounded toward minus infinity where `by` is negative.
pub(super) fn shift(x: &BigInt, by: i64) -> BigInt {
    if by >= 0 { x << by as u64 } else { x >> by.unsigned_abs() }
}

/// Number of binary digits of |x|.
pub(super) fn bits(x: &BigInt) -> i64 {
    x.bits() as i64
}

/// num / den 2^exp rounded once to the nearest f64, ties to even; infinite where it overflows. `den` must be positive, else 0.
pub(super) fn round_ratio(num: &BigInt, den: &BigInt, exp: i64) -> f64 {
    if num.is_zero() || !den.is_positive() {
        return 0.0;
    }
    let negative = num.is_negative();
    let num = num.magnitude();
    // A quotient of 66 or 67 bits, its last bit set where something was cut off.
    let by = 66 - (num.bits() as i64 - bits(den));
    let (mut quotient, exact) = if den.is_one() {
        if by >= 0 {
            ((num << by as u64).to_u128().unwrap_or(0), true)
        } else {
            let cut = by.unsigned_abs();
            ((num >> cut).to_u128().unwrap_or(0), num.trailing_zeros().unwrap_or(0) >= cut)
        }
    } else {
        let (n, d) = if by >= 0 {
            (num << by as u64, den.magnitude().clone())
        } else {
            (num.clone(), den.magnitude() << by.unsigned_abs())
        };
        let (q, r) = n.div_rem(&d);
        (q.to_u128().unwrap_or(0), r.is_zero())
    };
    if !exact {
        quotient |= 1;
    }
    let unit = exp - by;
    let length = 128 - quotient.leading_zeros() as i64;
    // Subnormal numbers have fewer than 53 bits; the value lies in [2^(length + unit - 1), 2^(length + unit)).
    let keep = (length + unit + 1074).clamp(-1, 53);
    if keep < 0 {
        return if negative { -0.0 } else { 0.0 };
    }
    let drop = length - keep;
    let (kept, rest, half) = (quotient >> drop, quotient & ((1 << drop) - 1), 1u128 << (drop - 1));
    let mantissa = kept + u128::from(rest > half || (rest == half && kept & 1 == 1));
    let power = (unit + drop).clamp(-5000, 5000) as i32;
    let value = libm::scalbn(mantissa as f64, power);
    if negative { -value } else { value }
}

/// num / den 2^exp with 30 significant digits, trailing zeros cut off: `-0.5`, `7.07169643391172286750779420332e-13`, `0.0`.
/// Plain between 1e-9 and 1e30, else with an exponent.
pub(super) fn decimal(num: &BigInt, den: &BigInt, exp: i64) -> String {
    const DIGITS: i64 = 30;
    if num.is_zero() || !den.is_positive() {
        return "0.0".into();
    }
    let ten = BigInt::from(10);
    let limit = ten.pow(DIGITS as u32);
    // log10(2) = 0.30103; off by one at most, put right below.
    let mut lead = ((bits(num) - bits(den) + exp) as f64 * std::f64::consts::LOG10_2).floor() as i64;
    let mut digits = BigInt::zero();
    for _ in 0..4 {
        let (mut n, mut d) = (num.abs(), den.clone());
        if exp >= 0 {
            n <<= exp as u64
        } else {
            d <<= exp.unsigned_abs()
        }
        let power = DIGITS - 1 - lead;
        let scale = ten.pow(power.unsigned_abs().min(100_000) as u32);
        if power >= 0 {
            n *= scale
        } else {
            d *= scale
        }
        digits = ((n << 1u32) + &d) / (d << 1u32);
        if digits >= limit {
            lead += 1;
        } else if &digits * &ten < limit {
            lead -= 1;
        } else {
            break;
        }
    }
    let text = digits.to_string();
    let text = text.trim_end_matches('0');
    let sign = if num.is_negative() { "-" } else { "" };
    let tail = |s: &str| if s.is_empty() { "0".to_string() } else { s.to_string() };
    if lead <= -10 || lead >= DIGITS {
        let plus = if lead >= 0 { "+" } else { "" };
        return format!("{sign}{}.{}e{plus}{lead}", &text[..1], tail(&text[1..]));
    }
    if lead < 0 {
        return format!("{sign}0.{}{text}", "0".repeat((-lead - 1) as usize));
    }
    let whole = lead as usize + 1;
    if text.len() <= whole {
        return format!("{sign}{text}{}.0", "0".repeat(whole - text.len()));
    }
    format!("{sign}{}.{}", &text[..whole], &text[whole..])
}

/// sign √(n / d) + x as a quotient (numerator, positive denominator): exact where the root is rational, else with a
/// relative error below 2^-250. n >= 0, d > 0, sign = 1 or -1.
pub(super) fn surd(sign: i32, n: &BigInt, d: &BigInt, x: &BigInt) -> (BigInt, BigInt) {
    if n.is_zero() {
        return (x.clone(), BigInt::one());
    }
    let signed = |r: &BigInt| if sign < 0 { -r } else { r.clone() };
    let product = n * d;
    let root = product.sqrt();
    if &root * &root == product {
        return (signed(&root) + x * d, d.clone());
    }
    let k = ((514 - (bits(n) - bits(d))) / 2 + 1).max(0);
    let root = ((n << (2 * k) as u64) / d).sqrt();
    let x_k = x << k as u64;
    if x.is_zero() || (x.is_positive() == (sign > 0)) {
        return (signed(&root) + x_k, BigInt::one() << k as u64);
    }
    // Opposite signs would cancel: (x + s)(x - s) = x² - n/d, and x - s does not cancel.
    let num = (x * x * d - n) << k as u64;
    let den = (x_k - signed(&root)) * d;
    if den.is_negative() { (-num, -den) } else { (num, den) }
}

/// The unit vector along (x, y), each component right to half a unit in the last place; `None` for the zero vector.
pub(super) fn unit(x: &BigInt, y: &BigInt) -> Option<[f64; 2]> {
    let square = x * x + y * y;
    if square.is_zero() {
        return None;
    }
    let k = (256 - bits(&square) / 2).max(0);
    let length = (square << (2 * k) as u64).sqrt();
    // + 0.0 turns -0.0 into 0.0.
    Some([x, y].map(|c| round_ratio(&(c << k as u64), &length, 0) + 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(x: i64) -> BigInt {
        BigInt::from(x)
    }

    #[test]
    fn quotients_round_once_to_nearest_even() {
        for (n, d) in [(1, 3), (2, 3), (1, 10), (-7, 5), (1, 1), (i64::MAX, 7), (9_007_199_254_740_993, 1)] {
            assert_eq!(round_ratio(&int(n), &int(d), 0), if d == 1 { n as f64 } else { exact_quotient(n, d) });
        }
        assert_eq!(round_ratio(&int(1), &int(1), -1074), 5e-324);
        assert_eq!(round_ratio(&int(1), &int(1), -1075), 0.0);
        assert_eq!(round_ratio(&int(3), &int(1), -1076), 5e-324);
        assert_eq!(round_ratio(&int(3), &int(1), -1075), 1e-323);
        assert_eq!(round_ratio(&int(1), &int(1), 1024), f64::INFINITY);
        assert_eq!(round_ratio(&int(1), &int(3), -5000), 0.0);
    }

    /// Reading a decimal of 40 digits back is correctly rounded.
    fn exact_quotient(n: i64, d: i64) -> f64 {
        let scaled = int(n) * int(10).pow(40) / int(d);
        format!("{scaled}e-40").parse().unwrap()
    }

    #[test]
    fn decimals_have_30_digits_and_no_trailing_zeros() {
        assert_eq!(decimal(&int(-9), &int(10), 0), "-0.9");
        assert_eq!(decimal(&int(0), &int(1), 0), "0.0");
        assert_eq!(decimal(&int(100), &int(1), 0), "100.0");
        assert_eq!(decimal(&int(2), &int(3), 0), "0.666666666666666666666666666667");
        assert_eq!(decimal(&int(1), &int(1), -40), "9.094947017729282379150390625e-13");
        assert_eq!(decimal(&int(1), &int(1), 100), "1.26765060022822940149670320538e+30");
        assert_eq!(decimal(&int(5), &int(1_000_000_000), 0), "0.000000005");
        assert_eq!(decimal(&(int(10).pow(35) - 1), &int(10).pow(35), 0), "1.0");
    }

    #[test]
    fn surds_keep_their_digits_when_they_cancel() {
        let (n, d) = surd(1, &int(9), &int(4), &int(-1));
        assert_eq!(round_ratio(&n, &d, 0), 0.5);
        // √(10^40 + 1) - 10^20 = 1 / (2 10^20) nearly.
        let (n, d) = surd(1, &(int(10).pow(40) + 1), &int(1), &-int(10).pow(20));
        assert_eq!(
            decimal(&n, &d, 0),
            "4.99999999999999999999999999999e-21".replace("4.99999999999999999999999999999", "5.0")
        );
        let (n, d) = surd(-1, &int(2), &int(1), &int(-1));
        assert_eq!(decimal(&n, &d, 0), "-2.41421356237309504880168872421");
    }

    #[test]
    fn unit_vectors_survive_any_size() {
        assert_eq!(unit(&int(0), &int(0)), None);
        assert_eq!(unit(&(int(3) << 5000u32), &(int(-4) << 5000u32)), Some([0.6, -0.8]));
        assert_eq!(unit(&int(0), &int(-7)), Some([0.0, -1.0]));
    }
}
