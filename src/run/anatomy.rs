//! Everything about one float that a person may want to know: its exact value, its bits, its neighbours.

use super::number::{NumberStyle, plain_number};
use crate::num::Precision;

/// What a float is, in words and digits. Numbers are written with the ASCII minus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anatomy {
    /// Its value to the last digit: every float has a finite decimal.
    pub exact: String,
    /// As a hexadecimal float.
    pub hex: String,
    /// Its 16 digits in f64.
    pub bits64: String,
    /// The 8 digits of the f32 nearest to it.
    pub bits32: String,
    /// The next smaller and the next larger number of the precision, shortest decimals that read back.
    pub neighbours: (String, String),
    /// The f32 nearest to it where that is another number: its exact value.
    pub rounded: Option<String>,
}

/// The anatomy of a finite number; neighbours are those of its rounding to `precision`.
pub fn anatomy(x: f64, precision: Precision) -> Anatomy {
    let single = x as f32;
    let neighbours = match precision {
        Precision::F32 => (f64::from(single.next_down()), f64::from(single.next_up())),
        Precision::F64 => (x.next_down(), x.next_up()),
    };
    let shortest = |x: f64| match precision {
        Precision::F32 => format!("{}", Shortest(x as f32)),
        Precision::F64 => plain_number(x, NumberStyle::Exact),
    };
    Anatomy {
        exact: exact_decimal(x),
        hex: plain_number(x, NumberStyle::Hex),
        bits64: format!("0x{:016x}", x.to_bits()),
        bits32: format!("0x{:08x}", single.to_bits()),
        neighbours: (shortest(neighbours.0), shortest(neighbours.1)),
        rounded: (f64::from(single) != x).then(|| exact_decimal(f64::from(single))),
    }
}

/// The shortest decimal that reads back to the same f32.
struct Shortest(f32);

impl std::fmt::Display for Shortest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:?}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// A float as a decimal, exactly; with an exponent where plain digits would begin or end with many zeros.
pub fn exact_decimal(x: f64) -> String {
    if !x.is_finite() {
        return plain_number(x, NumberStyle::Exact);
    }
    let trimmed = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    if x == 0.0 || (1e-9..1e25).contains(&x.abs()) {
        // A float has at most 1074 binary, so at most as many decimal places; from 1e-9 on at most 82.
        return trimmed(&format!("{x:.90}"));
    }
    // No f64 has more than 767 significant digits.
    let text = format!("{x:.767e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", trimmed(mantissa))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_taken_apart() {
        let a = anatomy(0.1, Precision::F64);
        assert_eq!(a.exact, "0.1000000000000000055511151231257827021181583404541015625");
        assert_eq!(a.hex, "0x1.999999999999ap-4");
        assert_eq!((a.bits64.as_str(), a.bits32.as_str()), ("0x3fb999999999999a", "0x3dcccccd"));
        assert_eq!(a.neighbours, ("0.09999999999999999".into(), "0.10000000000000002".into()));
        assert_eq!(a.rounded.as_deref(), Some("0.100000001490116119384765625"));
        let a = anatomy(0.1, Precision::F32);
        assert_eq!(a.neighbours, ("0.099999994".into(), "0.10000001".into()));
        assert_eq!(anatomy(0.5, Precision::F32).rounded, None);
    }

    #[test]
    fn exact_decimals_read_back() {
        for x in [0.0, 1.0, -1.5, 0.3, 1e-9, 1e-10, 5e-324, f64::MAX, -1e300, 123456789.125, 2f64.powi(-52), 1e24, 1e25]
        {
            let text = exact_decimal(x);
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(x.to_bits()), "{text}");
        }
        assert_eq!(exact_decimal(-0.0), "-0");
        assert_eq!(exact_decimal(2f64.powi(-40)), "9.094947017729282379150390625e-13");
        assert_eq!(exact_decimal(1e22), "10000000000000000000000");
        assert!(exact_decimal(5e-324).len() > 750 && exact_decimal(5e-324).ends_with("e-324"));
    }
}
