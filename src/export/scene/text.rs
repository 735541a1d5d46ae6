//! Words that exporters share: identifiers from paths, sentences for comments, the hull of a shape.

use glam::DVec3;

use crate::check::class_word;
use crate::exact::{self, Truth};
use crate::shape::{PoseDef, ShapeDef};

/// The file's name without folders and ending.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".ron").unwrap_or(name)
}

/// The words of a name: letters and digits of ASCII, everything else parts them.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// `own-touch-0.7` as `own_touch_0_7`; a digit or nothing in front gets `scene_`.
pub fn snake(name: &str) -> String {
    let joined = words(name).collect::<Vec<_>>().join("_").to_lowercase();
    match joined.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => joined,
        _ => format!("scene_{joined}"),
    }
}

/// `own-touch-0.7` as `OwnTouch0_7`.
pub fn camel(name: &str) -> String {
    let mut out = String::new();
    for word in words(&snake(name)) {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if digit(out.chars().last()) && digit(word.chars().next()) {
            out.push('_');
        }
        out += &word[..1].to_uppercase();
        out += &word[1..];
    }
    out
}

/// Text as lines of a comment, each with `mark` in front; no character ends the comment or the line early.
pub fn comment(text: &str, mark: &str) -> String {
    let plain = |c: char| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\\') { ' ' } else { c };
    text.lines().map(|line| format!("{mark} {}\n", line.chars().map(plain).collect::<String>().trim_end())).collect()
}

/// `overlapping, signed distance -0.5`
pub fn truth_words(truth: &Truth) -> String {
    format!("{}, signed distance {}", class_word(truth.class), truth.digits)
}

/// The corners of a shape's core, counter-clockwise, exactly as given; one or two where it is flat. `None` for an ellipse.
pub fn corners(shape: &ShapeDef) -> Option<Vec<DVec3>> {
    let points = shape.points()?;
    let origin = ShapeDef::Point { at: DVec3::ZERO, radius: 0.0 };
    let here = PoseDef::default();
    let hull = exact::difference_hull(shape, &here, &origin, &here);
    Some(hull.into_iter().map(|(_, i, _)| points[i]).collect())
}

/// Whether the points are in clockwise order, exactly.
pub fn clockwise(points: &[DVec3], corners: &[DVec3]) -> bool {
    let place = |c: &DVec3| points.iter().position(|p| p == c).unwrap_or(0);
    match corners {
        [a, b, c, ..] => {
            let (i, j, k) = (place(a), place(b), place(c));
            // Counter-clockwise corners come in the order of the list, but for one step over its end.
            [i < j, j < k, k < i].into_iter().filter(|forward| *forward).count() < 2
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        assert_eq!(stem("a/b\\own-touch-0.7.ron"), "own-touch-0.7");
        assert_eq!((snake("own-touch-0.7"), camel("own-touch-0.7")), ("own_touch_0_7".into(), "OwnTouch0_7".into()));
        assert_eq!((snake("7-ends"), snake("Ünder")), ("scene_7_ends".into(), "nder".into()));
        assert_eq!(snake("-"), "scene_");
    }

    #[test]
    fn comments_stay_comments() {
        assert_eq!(comment("a\nb\u{7}c \\", "//"), "// a\n// b c\n");
    }
}
