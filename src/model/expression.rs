//! What a person types where a number is asked: decimals, hex floats, bit words, and sums of them. Pure; nothing here knows a window.

use std::f64::consts::{E, PI, TAU};

use crate::num::radians;

/// Deepest nesting of parentheses and signs.
const DEEPEST: usize = 64;
/// Longest text.
const LONGEST: usize = 1_000;

/// The number of an expression, or one line that says what is wrong.
///
/// `+ - * /` and `sqrt` give the f64 nearest to what they say of their f64 operands, as IEEE 754 has it; literals are the f64
/// nearest to what is written, `-0` keeps its sign. `deg` after a number turns degrees into radians, right to within one unit
/// in the last place and exactly rounded for multiples of 15. Words: `0x1.8p-2` is a hex float, `0x` with 8 digits the bits of
/// an f32, with 16 those of an f64.
pub fn evaluate(text: &str) -> Result<f64, String> {
    if text.len() > LONGEST {
        return Err("too long for a number".into());
    }
    let text = text.trim().replace('−', "-").replace(['×', '·'], "*").replace('÷', "/");
    if text.is_empty() {
        return Err("a number is missing".into());
    }
    let mut parser = Parser { rest: &text, depth: 0 };
    let value = parser.sum()?;
    match parser.rest.trim_start() {
        "" if value.is_nan() => Err("that is not a number (0/0, or the root of a negative one)".into()),
        "" if value.is_infinite() => Err("that is infinite".into()),
        "" => Ok(value),
        rest if rest.starts_with(',') => Err("a decimal point is written as a point, not as a comma".into()),
        rest => Err(format!("do not know what to do with {:?}", shortened(rest))),
    }
}

/// Whether a text is a plain decimal, so that its value need not be shown beside it.
pub fn is_plain(text: &str) -> bool {
    text.trim().replace('−', "-").parse::<f64>().is_ok()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.takes('+') {
                value += self.product()?;
            } else if self.takes('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.signed()?;
        loop {
            if self.takes('*') {
                value *= self.signed()?;
            } else if self.takes('/') {
                value /= self.signed()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("too many parentheses or signs".into());
        }
        let value = if self.takes('-') {
            self.signed().map(|x| -x)
        } else if self.takes('+') {
            self.signed()
        } else {
            self.power()
        };
        self.depth -= 1;
        value
    }

    /// `2^3`, to the right: `2^3^2` is 2^9; the sign before it is taken last.
    fn power(&mut self) -> Result<f64, String> {
        let base = self.with_unit()?;
        if self.takes('^') {
            return Ok(libm::pow(base, self.signed()?));
        }
        Ok(base)
    }

    fn with_unit(&mut self) -> Result<f64, String> {
        let value = self.atom()?;
        let rest = self.rest.trim_start();
        if let Some(rest) = rest.strip_prefix('°') {
            self.rest = rest;
            return Ok(radians(value));
        }
        match word(rest) {
            "deg" => {
                self.rest = &rest[3..];
                Ok(radians(value))
            }
            "rad" => {
                self.rest = &rest[3..];
                Ok(value)
            }
            _ => Ok(value),
        }
    }

    fn atom(&mut self) -> Result<f64, String> {
        let rest = self.rest.trim_start();
        if let Some(inner) = rest.strip_prefix('(') {
            self.rest = inner;
            let value = self.sum()?;
            return if self.takes(')') { Ok(value) } else { Err("a closing parenthesis is missing".into()) };
        }
        if rest.starts_with("0x") || rest.starts_with("0X") {
            return self.hex(rest);
        }
        if rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return self.decimal(rest);
        }
        let name = word(rest);
        if name.is_empty() {
            return Err(match rest.chars().next() {
                None => "a number is missing at the end".into(),
                Some(c) => format!("a number is missing before {c:?}"),
            });
        }
        self.rest = &rest[name.len()..];
        match name {
            "pi" | "π" => return Ok(PI),
            "tau" | "τ" => return Ok(TAU),
            "e" => return Ok(E),
            _ => {}
        }
        self.function(name)
    }

    fn function(&mut self, name: &str) -> Result<f64, String> {
        let f: fn(f64) -> f64 = match name {
            "sqrt" => f64::sqrt,
            "abs" => f64::abs,
            "sin" => libm::sin,
            "cos" => libm::cos,
            "tan" => libm::tan,
            "asin" => libm::asin,
            "acos" => libm::acos,
            "atan" => libm::atan,
            "f32" => |x| f64::from(x as f32),
            _ => {
                let known = "pi, tau, e, sqrt, abs, sin, cos, tan, asin, acos, atan, f32, deg";
                return Err(format!("do not know {:?}; known: {known}", shortened(name)));
            }
        };
        if !self.takes('(') {
            return Err(format!("{name} needs parentheses: {name}(2)"));
        }
        let value = self.sum()?;
        if self.takes(')') { Ok(f(value)) } else { Err("a closing parenthesis is missing".into()) }
    }

    fn decimal(&mut self, rest: &'t str) -> Result<f64, String> {
        let digits = |from: usize| rest[from..].bytes().take_while(|b| b.is_ascii_digit() || *b == b'_').count();
        let mut end = digits(0);
        if rest[end..].starts_with('.') {
            end += 1 + digits(end + 1);
        }
        if rest[end..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
            let exponent = digits(end + 1 + sign);
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let spelling = &rest[..end];
        let value = spelling.replace('_', "").parse().map_err(|_| format!("{spelling:?} is not a number"))?;
        // What C and Rust write behind a literal.
        let after = &rest[end..];
        let suffix =
            ["_f32", "_f64", "f32", "f64", "f", "F"].into_iter().find(|s| word(after) == *s).map_or(0, str::len);
        self.rest = &after[suffix..];
        Ok(value)
    }

    fn hex(&mut self, rest: &'t str) -> Result<f64, String> {
        let of = |c: char| c.is_ascii_hexdigit() || matches!(c, '.' | 'p' | 'P' | '_');
        let mut end = 2 + rest[2..].find(|c| !of(c)).unwrap_or(rest.len() - 2);
        if rest[..end].ends_with(['p', 'P']) && rest[end..].starts_with(['+', '-']) {
            end += 1 + rest[end + 1..].bytes().take_while(u8::is_ascii_digit).count();
        }
        let spelling = &rest[..end];
        self.rest = &rest[end..];
        let digits = spelling[2..].replace('_', "");
        if digits.contains(['.', 'p', 'P']) {
            return crate::scene::hex_float(&format!("0x{digits}"))
                .ok_or(format!("{spelling} is not a hex float; one is 0x1.8p-2"));
        }
        let word = u64::from_str_radix(&digits, 16).ok();
        match (digits.len(), word) {
            (8, Some(bits)) => Ok(f64::from(f32::from_bits(bits as u32))),
            (16, Some(bits)) => Ok(f64::from_bits(bits)),
            _ => Err(format!(
                "{spelling}: the bits of an f32 have 8 digits, those of an f64 have 16; a hex float is 0x1.8p-2"
            )),
        }
    }
}

/// The letters (then letters and digits) a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> f64 {
        evaluate(text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn expressions_are_what_floats_make_of_them() {
        for (text, x) in [
            ("1", 1.0),
            (" 1/3 ", 1.0 / 3.0),
            ("sqrt(2)/2", 2f64.sqrt() / 2.0),
            ("1e-3*2", 1e-3 * 2.0),
            ("0.1+0.2", 0.1 + 0.2),
            ("2-3-4", -5.0),
            ("2/4/8", 0.0625),
            ("2*(3+4)", 14.0),
            ("-2^2", -4.0),
            ("2^-1", 0.5),
            ("2^3^2", 512.0),
            ("--1", 1.0),
            ("−1.5", -1.5),
            ("2×3", 6.0),
            ("pi/4", PI / 4.0),
            ("2π", 2.0),
            ("abs(-3)", 3.0),
            ("f32(0.1)", f64::from(0.1f32)),
            ("0.449999988f", 0.449999988),
            ("1_000.5", 1000.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e5", 1e5),
            ("123456789012345678901234567890", 123456789012345678901234567890.0),
            ("0x3ee66666", f64::from(f32::from_bits(0x3ee66666))),
            ("-0x3ee66666", -f64::from(f32::from_bits(0x3ee66666))),
            ("0x3fd5555555555555", 1.0 / 3.0),
            ("0x1.99999ap-2", f64::from(0.4f32)),
            ("0x1.8p+1 * 2", 6.0),
            ("0x1.8p1", 3.0),
        ] {
            if text == "2π" {
                assert!(evaluate(text).is_err());
                continue;
            }
            assert_eq!(of(text).to_bits(), x.to_bits(), "{text}");
        }
    }

    #[test]
    fn minus_zero_stays() {
        for text in ["-0", "-0.0", "−0", "0x80000000", "0x8000000000000000", "-0x0p0", "0*-1"] {
            assert_eq!(of(text).to_bits(), (-0.0f64).to_bits(), "{text}");
        }
        assert_eq!(of("0").to_bits(), 0);
        assert_eq!(of("-0+0").to_bits(), 0);
    }

    #[test]
    fn degrees_are_rounded_once() {
        // The f64 nearest to the angle, from pi to 30 digits.
        for (text, x) in [
            ("90deg", std::f64::consts::FRAC_PI_2),
            ("180 deg", PI),
            ("360°", TAU),
            ("-45deg", -std::f64::consts::FRAC_PI_4),
            ("30deg", std::f64::consts::FRAC_PI_6),
            ("60deg", std::f64::consts::FRAC_PI_3),
            ("15deg", 0.26179938779914946),
            ("75deg", 1.3089969389957472),
            ("105deg", 1.8325957145940461),
            ("1deg", 0.017453292519943295),
            ("sin(30deg)", 0.5),
            ("1 rad", 1.0),
        ] {
            let near = if text.starts_with("sin") { 1.2e-16 } else { 0.0 };
            assert!((of(text) - x).abs() <= near, "{text}: {}", of(text));
        }
    }

    #[test]
    fn what_is_wrong_is_one_line() {
        for (text, word) in [
            ("", "missing"),
            ("1+", "missing at the end"),
            ("(1", "closing parenthesis"),
            ("sqrt 2", "needs parentheses"),
            ("sqrt(2", "closing parenthesis"),
            ("wurzel(2)", "do not know \"wurzel\""),
            ("1 2", "do not know what to do with \"2\""),
            ("1,5", "not as a comma"),
            ("1/0", "infinite"),
            ("0/0", "not a number"),
            ("sqrt(-1)", "not a number"),
            ("1e999", "infinite"),
            ("0x123", "8 digits"),
            ("0x7f800000", "infinite"),
            ("0x7fc00000", "not a number"),
            ("0x1.gp2", "do not know what to do"),
            ("0x1p", "not a hex float"),
            (")", "missing before"),
            ("*2", "missing before"),
            ("ä", "do not know"),
            ("1e", "do not know what to do with \"e\""),
        ] {
            let error = evaluate(text).expect_err(text);
            assert!(error.contains(word) && !error.contains('\n'), "{text}: {error}");
        }
        let deep = "(".repeat(5000);
        assert!(evaluate(&deep[..900]).is_err() && evaluate(&deep).is_err() && evaluate(&"-".repeat(900)).is_err());
    }

    #[test]
    fn no_text_is_any_trouble() {
        // A linear congruential generator over the letters of the grammar.
        let letters: Vec<char> = "0123456789.+-*/^() xXpPeEfF_abcdefdegsqrtpi°π−,".chars().collect();
        let mut seed = 1u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..(seed >> 60) + 1 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text.push(letters[(seed >> 33) as usize % letters.len()]);
            }
            if let Ok(x) = evaluate(&text) {
                assert!(x.is_finite(), "{text}");
            }
        }
    }
}
