//! Well-known text of geometry: `POLYGON ((0 0, 1 0, 1 1, 0 0))`.

use super::lex::{Num, Span, tokens_of_number};
use super::meaning::{Form, Found, Piece, Pt, Shape, THREE_D, What};
use super::{ImportError, Reading, Source, assemble};

const KEYWORDS: [&str; 6] = ["MULTIPOLYGON", "MULTIPOINT", "LINESTRING", "POLYGON", "TRIANGLE", "POINT"];

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let text = source.text;
    let mut found = Found::default();
    let mut at = 0;
    while at < text.len() {
        let Some((keyword, open, solid)) = keyword(text, at) else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let Some((rings, end)) = rings(source, open)? else {
            at = open;
            continue;
        };
        if solid || rings.iter().flatten().any(|p| p.z.is_some()) {
            let z: Vec<f64> = rings.iter().flatten().filter_map(|p| p.z.as_ref().map(|z| z.value)).collect();
            if z.iter().any(|v| *v != z[0]) {
                return Err(source.error(at, THREE_D));
            }
        }
        let names = label(text, at);
        let mut push = |points: Vec<Pt>| {
            let shape = Shape { form: Form::Points { points, loose: false }, radius: None, pose: None };
            found.pieces.push(Piece { what: What::Shape(shape), names: names.clone(), at, chained: false });
        };
        match keyword {
            "POLYGON" | "TRIANGLE" => {
                let holes = rings.len() - 1;
                let mut rings = rings.into_iter();
                let mut ring = rings.next().unwrap_or_default();
                let closed = open_ring(&mut ring);
                push(ring);
                if closed {
                    found.notes.push("a ring's last point, which repeats its first, is left out".into());
                }
                if holes > 0 {
                    found.notes.push(format!("{holes} holes are left out"));
                }
            }
            "MULTIPOLYGON" => {
                for mut ring in rings {
                    open_ring(&mut ring);
                    push(ring);
                }
                found.notes.push("each ring of the MULTIPOLYGON is a shape".into());
            }
            _ => push(rings.into_iter().flatten().collect()),
        }
        at = end;
    }
    found.notes.dedup();
    assemble::readings(source, "wkt", found)
}

/// Drops a last point that repeats the first.
fn open_ring(ring: &mut Vec<Pt>) -> bool {
    let same = |p: &Pt, q: &Pt| p.x.value == q.x.value && p.y.value == q.y.value;
    let closed = ring.len() > 1 && same(&ring[0], &ring[ring.len() - 1]);
    if closed {
        ring.pop();
    }
    closed
}

/// The words before a keyword on its line.
fn label(text: &str, at: usize) -> Vec<String> {
    let before: String = text[..at].chars().rev().take(60).take_while(|c| !matches!(c, '\n' | ')' | '(')).collect();
    let before: String = before.chars().rev().collect();
    let words = before.trim_matches([' ', ':', '=', '"', '\'', ',', ';']);
    if words.is_empty() { Vec::new() } else { vec![words.to_owned()] }
}

/// A keyword here, the place of its bracket, and whether it says Z.
fn keyword(text: &str, at: usize) -> Option<(&'static str, usize, bool)> {
    if text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':')) {
        return None;
    }
    let rest = &text[at..];
    let upper = |n: usize| rest.get(..n).map(str::to_ascii_uppercase);
    let keyword = KEYWORDS.iter().find(|k| upper(k.len()).as_deref() == Some(k))?;
    let mut tail = rest[keyword.len()..].trim_start_matches([' ', '\t']);
    let mut solid = false;
    for word in ["ZM", "Z", "M", "z"] {
        if let Some(after) = tail.strip_prefix(word) {
            solid = !word.eq_ignore_ascii_case("M");
            tail = after.trim_start_matches([' ', '\t']);
            break;
        }
    }
    tail.starts_with('(').then(|| (*keyword, text.len() - tail.len(), solid))
}

/// The lists of points of one geometry.
type Rings = Vec<Vec<Pt>>;

/// The lists of points in the bracket that opens at `open`, and its end; `None` if it is not of this kind.
fn rings(source: &Source, open: usize) -> Result<Option<(Rings, usize)>, ImportError> {
    let text = source.text;
    let mut depth = 0usize;
    let mut rings: Vec<Vec<Pt>> = vec![Vec::new()];
    let mut start = open;
    for (i, c) in text[open..].char_indices() {
        let at = open + i;
        match c {
            '(' | ')' | ',' => {
                if let Some(words) = Some(words(text, start..at)).filter(|w| !w.is_empty()) {
                    let nums: Option<Vec<Num>> = words.into_iter().map(|span| num(text, span)).collect();
                    let point = match nums.as_deref() {
                        Some([x, y]) => Pt { x: x.clone(), y: y.clone(), z: None },
                        Some([x, y, z] | [x, y, z, _]) => Pt { x: x.clone(), y: y.clone(), z: Some(z.clone()) },
                        _ => return Ok(None),
                    };
                    if let Some(ring) = rings.last_mut() {
                        ring.push(point);
                    }
                }
                start = at + 1;
                match c {
                    '(' => depth += 1,
                    ')' => {
                        depth -= 1;
                        if depth == 0 {
                            rings.retain(|ring| !ring.is_empty());
                            return Ok((!rings.is_empty()).then_some((rings, at + 1)));
                        }
                        if rings.last().is_some_and(|ring| !ring.is_empty()) {
                            rings.push(Vec::new());
                        }
                    }
                    _ => {}
                }
            }
            c if c.is_whitespace() || c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '\u{2212}') => {}
            _ => return Ok(None),
        }
    }
    Ok(None)
}

fn words(text: &str, span: Span) -> Vec<Span> {
    let mut words = Vec::new();
    let mut start = None;
    for (i, c) in text[span.clone()].char_indices() {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(span.start + i),
            (true, Some(s)) => {
                words.push(s..span.start + i);
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|s| s..span.end));
    words
}

fn num(text: &str, span: Span) -> Option<Num> {
    tokens_of_number(&text[span.clone()]).map(|num| Num { span, ..num })
}
