//! Numbers between text and f64: every spelling a scene allows, and the shortest one to write.

/// Why a spelling is no number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BadNumber {
    Unknown,
    NotANumber,
    Infinite,
    TooLarge,
}

/// The f64 nearest to a decimal (or one of ron's other spellings of a number); an integer of any size is fine.
pub(super) fn decimal(spelling: &str) -> Result<f64, BadNumber> {
    let word = spelling.trim_start_matches(['+', '-']);
    match word {
        "NaN" | "nan" => return Err(BadNumber::NotANumber),
        "inf" | "infinity" => return Err(BadNumber::Infinite),
        _ => {}
    }
    let plain = spelling.bytes().all(|b| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    let value = match plain {
        true => spelling.parse().map_err(|_| BadNumber::Unknown)?,
        false => ron::from_str(spelling).map_err(|_| BadNumber::Unknown)?,
    };
    finite(value)
}

fn finite(value: f64) -> Result<f64, BadNumber> {
    if value.is_finite() { Ok(value) } else { Err(BadNumber::TooLarge) }
}

/// The f64 nearest to a hex float, ties to even: `0x1.99999ap-2`, sign first, the exponent may be left out.
pub(super) fn hex(spelling: &str) -> Result<f64, BadNumber> {
    let unsigned = spelling.strip_prefix(['-', '+']).unwrap_or(spelling);
    let digits = unsigned.strip_prefix("0x").or(unsigned.strip_prefix("0X")).ok_or(BadNumber::Unknown)?;
    let (digits, exponent) = match digits.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().map_err(|_| BadNumber::Unknown)? as i64),
        None => (digits, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return Err(BadNumber::Unknown);
    }

    // value = mantissa * 2^power, plus something below the mantissa's last bit if `more`.
    let (mut mantissa, mut power, mut more) = (0u64, exponent - 4 * fraction.len() as i64, false);
    for c in whole.chars().chain(fraction.chars()) {
        let digit = c.to_digit(16).ok_or(BadNumber::Unknown)? as u64;
        if mantissa >> 60 == 0 {
            mantissa = mantissa << 4 | digit;
        } else {
            more |= digit != 0;
            power += 4;
        }
    }
    let magnitude = rounded(mantissa, power, more)?;
    Ok(if spelling.starts_with('-') { -magnitude } else { magnitude })
}

/// `mantissa * 2^power` (a bit more if `more`) to the nearest f64, ties to even.
fn rounded(mantissa: u64, power: i64, more: bool) -> Result<f64, BadNumber> {
    if mantissa == 0 {
        return Ok(0.0);
    }
    let top = power + 63 - mantissa.leading_zeros() as i64;
    if top > 1023 {
        return Err(BadNumber::TooLarge);
    }
    // The last bit an f64 of this size has: 52 below the top one, never below 2^-1074.
    let last = (top - 52).max(-1074);
    let wide = (mantissa as u128) << 2 | more as u128;
    let drop = last - (power - 2);
    let kept = match drop {
        ..=0 => (wide << -drop) as u64,
        1..=127 => {
            let (kept, lost, half) = ((wide >> drop) as u64, wide & ((1 << drop) - 1), 1u128 << (drop - 1));
            kept + (lost > half || (lost == half && kept & 1 == 1)) as u64
        }
        _ => 0,
    };
    finite(libm::ldexp(kept as f64, last as i32))
}

/// The shortest decimal that reads back to the same bits; `1` for 1.0, `-0.0` for minus zero.
pub(super) fn shortest(value: f64) -> String {
    let text = format!("{value:?}");
    match text.strip_suffix(".0") {
        Some(whole) if whole != "-0" => whole.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_floats_are_exact() {
        let of = |s: &str| hex(s).unwrap();
        assert_eq!(of("0x1.99999ap-2"), 0.4f32 as f64);
        assert_eq!(of("0x1.999999999999ap-2").to_bits(), 0.4f64.to_bits());
        assert_eq!(of("-0x0p0").to_bits(), (-0.0f64).to_bits());
        assert_eq!(of("0x1p-1074").to_bits(), 1);
        assert_eq!(of("0x0.fffffffffffffp-1022").to_bits(), f64::MIN_POSITIVE.to_bits() - 1);
        assert_eq!(of("0x1.fffffffffffffp1023"), f64::MAX);
        assert_eq!(of("0x10"), 16.0);
        assert_eq!(of("0x.8p+1"), 1.0);
        assert_eq!(hex("0x1p1024"), Err(BadNumber::TooLarge));
        assert_eq!(hex("0x1.fffffffffffff8p1023"), Err(BadNumber::TooLarge), "rounds up past the largest");
        for bad in ["", "1.5", "0x", "0x.", "0xg", "0x1p", "0x1p99999999999", "0x1..p1", "--0x1"] {
            assert_eq!(hex(bad), Err(BadNumber::Unknown), "{bad}");
        }
    }

    #[test]
    fn hex_floats_round_to_even() {
        let of = |s: &str| hex(s).unwrap();
        assert_eq!(of("0x1.00000000000008p0"), 1.0, "half, even below");
        assert_eq!(of("0x1.00000000000018p0"), 1.0 + 2.0 * f64::EPSILON, "half, odd below");
        assert_eq!(of("0x1.000000000000080000000000000000001p0"), 1.0 + f64::EPSILON, "just above half");
        assert_eq!(of("0x1p-1075"), 0.0);
        assert_eq!(of("0x1.8p-1075").to_bits(), 1);
        assert_eq!(of("0x1p-2000"), 0.0);
    }

    #[test]
    fn written_numbers_read_back() {
        for (x, text) in [(1.0, "1"), (-0.0, "-0.0"), (0.0, "0"), (0.1, "0.1"), (1e-6, "1e-6"), (1e22, "1e22")] {
            assert_eq!(shortest(x), text);
            assert_eq!(decimal(text).unwrap().to_bits(), f64::to_bits(x));
        }
        assert_eq!(decimal("-0").unwrap().to_bits(), (-0.0f64).to_bits());
        assert_eq!(decimal("1_000.5"), Ok(1000.5));
        assert_eq!(decimal("1e999"), Err(BadNumber::TooLarge));
        assert_eq!(decimal("-inf"), Err(BadNumber::Infinite));
        assert_eq!(decimal("1.2.3"), Err(BadNumber::Unknown));
    }
}
