//! Basic shapes of SVG. Its y axis points down; the numbers are kept, so the picture stands on its head.

use super::lex::{Num, tokens_of_number};
use super::meaning::{Form, Found, Piece, Pt, Shape, What};
use super::{ImportError, Reading, Source, assemble};

const TAGS: [&str; 6] = ["polygon", "polyline", "line", "rect", "circle", "ellipse"];

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let text = source.text;
    let mut found = Found::default();
    let mut at = 0;
    while let Some(i) = text[at..].find('<') {
        let start = at + i + 1;
        at = start;
        let tag = TAGS.iter().find(|tag| {
            text[start..]
                .strip_prefix(**tag)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '/'))
        });
        if text[start..].starts_with("path ") {
            return Err(source.error(start, "an SVG path is not read; write a polygon with its points"));
        }
        let Some(tag) = tag else { continue };
        let end = text[start..].find('>').map_or(text.len(), |i| start + i);
        element(source, tag, start + tag.len(), end, &mut found)?;
        at = end;
    }
    // Only the attribute was pasted.
    if found.pieces.is_empty() {
        while let Some(i) = text[at..].find("points=") {
            let start = at + i;
            let open = start + "points=".len();
            at = open;
            let quoted = text[open..].starts_with(['"', '\'']);
            let Some(len) = text[open..].get(1..).and_then(|rest| rest.find(['"', '\''])).filter(|_| quoted) else {
                continue;
            };
            at = open + 1 + len;
            let element_end = at + 1;
            element(source, "polygon", start, element_end, &mut found)?;
        }
    }
    if !found.pieces.is_empty() {
        found.notes.push("y points down in SVG and up here; the numbers are kept".into());
    }
    assemble::readings(source, "svg", found)
}

/// The attributes of an element: name, value, place of the value.
fn attributes(text: &str, from: usize, to: usize) -> Vec<(&str, &str, usize)> {
    let mut out = Vec::new();
    let mut at = from;
    while out.len() < 100 {
        let Some(i) = text[at..to].find('=') else { break };
        let name = text[at..at + i].trim().rsplit(char::is_whitespace).next().unwrap_or("");
        let mut open = at + i + 1;
        open += text[open..to].len() - text[open..to].trim_start().len();
        let Some(quote) = text[open..to].chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            at = open;
            continue;
        };
        let Some(len) = text[open + 1..to].find(quote) else { break };
        out.push((name, &text[open + 1..open + 1 + len], open + 1));
        at = open + len + 2;
    }
    out
}

/// All numbers of an attribute: separated by spaces, commas, or only by a sign.
fn numbers(source: &Source, value: &str, at: usize) -> Result<Vec<Num>, ImportError> {
    let mut nums = Vec::new();
    let mut start = 0;
    let bytes = value.as_bytes();
    while start < bytes.len() {
        if bytes[start].is_ascii_whitespace() || bytes[start] == b',' {
            start += 1;
            continue;
        }
        let mut end = start + 1;
        while end < bytes.len() && !bytes[end].is_ascii_whitespace() && bytes[end] != b',' {
            let sign = matches!(bytes[end], b'-' | b'+') && !matches!(bytes[end - 1], b'e' | b'E');
            if sign {
                break;
            }
            end += 1;
        }
        let word = value.get(start..end).unwrap_or("");
        let bare = word.trim_end_matches("px");
        match tokens_of_number(bare) {
            Some(num) => nums.push(Num { span: at + start..at + start + bare.len(), ..num }),
            None => return Err(source.error(at, "not a list of numbers")),
        }
        start = end;
    }
    Ok(nums)
}

fn element(source: &Source, tag: &str, from: usize, to: usize, found: &mut Found) -> Result<(), ImportError> {
    let attributes = attributes(source.text, from, to);
    let get = |name: &str| attributes.iter().find(|(n, ..)| *n == name);
    if let Some((_, _, at)) = get("transform") {
        return Err(source.error(*at, "a transform of SVG is not read; write its result into the points"));
    }
    let one = |name: &str| -> Result<Option<Num>, ImportError> {
        let Some((_, value, at)) = get(name) else { return Ok(None) };
        Ok(numbers(source, value, *at)?.into_iter().next())
    };
    let need = |name: &str| -> Result<Num, ImportError> {
        one(name)?.ok_or_else(|| source.error(from, &format!("{tag}: {name} is missing")))
    };
    // A coordinate that is left out is 0.
    let zero = Num { value: 0.0, span: from..from, single: false, unit: None, computed: Some("0".into()), other: None };
    let or_zero = |name: &str| Ok(one(name)?.unwrap_or_else(|| zero.clone()));
    let literal = |n: &Num| n.computed.clone().unwrap_or_else(|| source.text[n.span.clone()].to_owned());
    let sum = |a: &Num, b: &Num| Num {
        value: a.value + b.value,
        computed: Some(format!("{} + {}", literal(a), literal(b))),
        other: Some(b.span.clone()),
        ..a.clone()
    };
    let pt = |x: &Num, y: &Num| Pt { x: x.clone(), y: y.clone(), z: None };
    let form = match tag {
        "polygon" | "polyline" => {
            let Some((_, value, at)) = get("points") else {
                return Err(source.error(from, &format!("{tag}: points is missing")));
            };
            let nums = numbers(source, value, *at)?;
            if nums.is_empty() || nums.len() % 2 == 1 {
                return Err(source.error(*at, "points: an even count of numbers is needed"));
            }
            Form::Points { points: nums.chunks(2).map(|p| pt(&p[0], &p[1])).collect(), loose: false }
        }
        "line" => Form::Segment { a: pt(&or_zero("x1")?, &or_zero("y1")?), b: pt(&or_zero("x2")?, &or_zero("y2")?) },
        "circle" => Form::Circle { center: Some(pt(&or_zero("cx")?, &or_zero("cy")?)), radius: need("r")? },
        "ellipse" => {
            Form::Ellipse { rx: need("rx")?, ry: need("ry")?, center: Some(pt(&or_zero("cx")?, &or_zero("cy")?)) }
        }
        _ => {
            let (x, y, w, h) = (or_zero("x")?, or_zero("y")?, need("width")?, need("height")?);
            let (right, top) = (sum(&x, &w), sum(&y, &h));
            if one("rx")?.or(one("ry")?).is_some_and(|r| r.value != 0.0) {
                return Err(source.error(from, "a rect with round corners is not read"));
            }
            let points = vec![pt(&x, &y), pt(&right, &y), pt(&right, &top), pt(&x, &top)];
            Form::Points { points, loose: false }
        }
    };
    let names = get("id").or(get("class")).map(|(_, value, _)| (*value).to_owned());
    let what = What::Shape(Shape { form, radius: None, pose: None });
    found.pieces.push(Piece { what, names: names.into_iter().collect(), at: from, chained: false });
    Ok(())
}
