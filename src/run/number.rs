//! Numbers as text for a person: short, exact or as a hexadecimal float.

/// How numbers are shown everywhere at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberStyle {
    /// Six significant digits.
    #[default]
    Short,
    /// The shortest decimal that reads back to the same bits.
    Exact,
    /// The bits as a hexadecimal float, such as 0x1.8p+1.
    Hex,
}

/// A number in the given style. The minus is U+2212, as wide as a plus; the sign of zero is kept where it is exact.
pub fn format_number(x: f64, style: NumberStyle) -> String {
    match style {
        NumberStyle::Short => short(x),
        _ => plain_number(x, style).replace('-', "−"),
    }
}

/// The same for programs: the minus is the ASCII one, the sign of zero is kept.
pub fn plain_number(x: f64, style: NumberStyle) -> String {
    match style {
        NumberStyle::Short => short(x).replace('−', "-"),
        NumberStyle::Exact => exact(x),
        NumberStyle::Hex => hex(x),
    }
}

/// Six significant digits, without trailing zeros; very large and very small ones with an exponent.
pub fn short(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if !x.is_finite() {
        return exact(x).replace('-', "−");
    }
    let scientific = format!("{x:.5e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |s: &str| {
        if s.contains('.') { s.trim_end_matches('0').trim_end_matches('.').to_owned() } else { s.to_owned() }
    };
    let text = if (-4..6).contains(&exponent) {
        trim(&format!("{x:.*}", (5 - exponent).max(0) as usize))
    } else {
        format!("{}e{exponent}", trim(mantissa))
    };
    text.replace('-', "−")
}

fn exact(x: f64) -> String {
    if x.is_nan() {
        "NaN".to_owned()
    } else if x.is_infinite() {
        (if x > 0.0 { "∞" } else { "-∞" }).to_owned()
    } else {
        let text = format!("{x:?}");
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    }
}

fn hex(x: f64) -> String {
    if !x.is_finite() {
        return exact(x);
    }
    let bits = x.to_bits();
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52 & 0x7ff) as i32;
    let (lead, exponent) = match (biased, fraction) {
        (0, 0) => return format!("{sign}0x0p+0"),
        (0, _) => (0, -1022),
        _ => (1, biased - 1023),
    };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let dot = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{lead}{dot}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_have_six_digits_and_no_padding() {
        for (x, text) in [
            (0.0, "0"),
            (-0.25, "−0.25"),
            (1.5, "1.5"),
            (1.0 / 3.0, "0.333333"),
            (123456.7, "123457"),
            (1e7, "1e7"),
            (1e-7, "1e−7"),
            (-12345678.0, "−1.23457e7"),
            (0.00012345678, "0.000123457"),
            (999999.9, "1e6"),
        ] {
            assert_eq!(short(x), text);
        }
    }

    #[test]
    fn hex_floats_show_the_bits() {
        assert_eq!(format_number(3.0, NumberStyle::Hex), "0x1.8p+1");
        assert_eq!(format_number(-0.1, NumberStyle::Hex), "−0x1.999999999999ap−4");
        assert_eq!(format_number(5e-324, NumberStyle::Hex), "0x0.0000000000001p−1022");
        assert_eq!(format_number(-0.0, NumberStyle::Exact), "−0");
        assert_eq!(format_number(0.1, NumberStyle::Exact), "0.1");
    }
}
