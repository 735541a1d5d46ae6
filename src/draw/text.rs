//! How wide text is where no font is at hand: DejaVu Sans by classes of glyphs, rounded up.

use glam::DVec2;

/// Width and height in pixels of one line in DejaVu Sans of that size.
pub fn estimate(text: &str, size: f64, _italic: bool) -> DVec2 {
    let width: f64 = text.chars().map(advance).sum();
    DVec2::new(width * size, size * 1.17)
}

/// Advance in units of the font size.
fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.34,
        ' ' | '.' | ',' | ':' | ';' | 'I' => 0.35,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '·' => 0.42,
        '0'..='9' => 0.64,
        'a'..='l' | 'n'..='v' | 'x'..='z' => 0.64,
        'm' | 'M' | 'W' | '@' | '%' => 0.99,
        _ => 0.84,
    }
}
