//! Tables of a spreadsheet that writes 0.5 as `0,5`: found by their separators, read with points in place of commas.

/// What the commas of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Commas {
    /// They separate values, or there are none.
    Separate,
    /// They stand before decimals, as in `0,5;1`.
    Decimal,
    /// Both can be meant: `0,5;1,5` may be two numbers or two points.
    Either,
}

/// Digits around at most one comma; `None` if the field is no such number.
fn number(field: &str) -> Option<bool> {
    let digits = field.trim_start_matches(['-', '+', '\u{2212}']);
    let (whole, part) = match digits.split_once(',') {
        Some((whole, part)) => (whole, Some(part)),
        None => (digits, None),
    };
    let all = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    (all(whole) && part.is_none_or(|part| all(part.split(['e', 'E']).next().unwrap_or("")))).then_some(part.is_some())
}

/// What the commas of `text` are: decimal ones stand between digits in fields that `;`, a tab or `|` separates.
pub(super) fn commas(text: &str) -> Commas {
    let (mut mixed, mut pairs, mut header) = (false, true, false);
    let mut any = false;
    for line in text.lines() {
        let line = line.trim();
        let Some(separator) = [';', '\t', '|'].into_iter().find(|c| line.contains(*c)) else {
            // A name or a sentence between tables.
            match line.contains(',') {
                true => return Commas::Separate,
                false => continue,
            }
        };
        let (mut with, mut without) = (0, 0);
        for field in line.split(separator).map(str::trim).filter(|field| !field.is_empty()) {
            match number(field) {
                Some(true) => with += 1,
                Some(false) => without += 1,
                None if field.contains(',') => return Commas::Separate,
                None if field.contains('.') && field.contains(|c: char| c.is_ascii_digit()) => return Commas::Separate,
                None => header |= field.eq_ignore_ascii_case("x"),
            }
        }
        any |= with > 0;
        mixed |= with > 0 && without > 0;
        pairs &= with + without == 2 || with + without == 0;
    }
    match (any, mixed || header, pairs) {
        (false, ..) => Commas::Separate,
        (true, true, _) => Commas::Decimal,
        (true, false, true) => Commas::Either,
        (true, false, false) => Commas::Separate,
    }
}

/// The text with a point for every comma between digits: as long as it was, so that places stay.
pub(super) fn with_points(text: &str) -> String {
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let point = |(i, c): (usize, char)| if c == ',' && i > 0 && digit(i - 1) && digit(i + 1) { '.' } else { c };
    text.char_indices().map(point).collect()
}
