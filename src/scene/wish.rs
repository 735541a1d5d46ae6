//! Reading the field `figure`: how a figure of the scene is to look, and what its author adds.

use std::str::FromStr;

use super::figure::{Background, Figure, FigureTheme, Language, Length, Note, Part, Steps, View};
use super::reader::{Read, Reader, Trail, suggestion};
use super::tree::{Item, Kind, Node};

/// No figure shows more notes.
const MOST_NOTES: usize = 1_000;
/// Largest number of columns, and of pixels to a pixel.
const MOST_COLUMNS: i64 = 64;

const KNOWN: [&str; 18] = [
    "view",
    "of",
    "step",
    "theme",
    "width",
    "height",
    "margin",
    "font_size",
    "line_width",
    "columns",
    "scale",
    "delay",
    "range",
    "background",
    "show",
    "hide",
    "caption",
    "notes",
];

pub(super) fn figure(r: &Reader, node: &Node, trail: &Trail) -> Read<Figure> {
    let fields = r.fields(node, trail, "Figure", &KNOWN)?;
    let at = |name: &'static str| fields.optional(name).map(|node| (node, trail.field(name)));
    let length = |name| at(name).map(|(node, trail)| length(r, node, &trail)).transpose();
    let view = |name| at(name).map(|(node, trail)| word(r, node, &trail, View::ALL, View::ron)).transpose();
    let above_zero = |name| at(name).map(|(node, trail)| above_zero(r, node, &trail)).transpose();
    let parts = |name| at(name).map_or(Ok(vec![]), |(node, trail)| parts(r, node, &trail));
    let theme = at("theme").map(|(node, trail)| word(r, node, &trail, FigureTheme::ALL, FigureTheme::ron));
    let language = at("caption").map(|(node, trail)| word(r, node, &trail, Language::ALL, Language::ron));
    let columns = at("columns").map(|(node, trail)| r.integer(node, &trail, 1, MOST_COLUMNS));
    let background = at("background").map(|(node, trail)| spelled::<Background>(r, node, &trail));
    Ok(Figure {
        view: view("view")?,
        of: view("of")?,
        step: at("step").map(|(node, trail)| steps(r, node, &trail)).transpose()?,
        theme: theme.transpose()?,
        width: length("width")?,
        height: length("height")?,
        margin: length("margin")?,
        font_size: length("font_size")?,
        line_width: length("line_width")?,
        columns: columns.transpose()?.map(|n| n as u32),
        scale: above_zero("scale")?,
        delay: above_zero("delay")?,
        range: at("range").map(|(node, trail)| range(r, node, &trail)).transpose()?,
        background: background.transpose()?,
        show: parts("show")?,
        hide: parts("hide")?,
        caption: language.transpose()?,
        notes: at("notes").map_or(Ok(vec![]), |(node, trail)| notes(r, node, &trail))?,
    })
}

/// A bare word of a list, in Rust case.
fn word<T: Copy>(r: &Reader, node: &Node, trail: &Trail, all: &[T], ron: fn(T) -> &'static str) -> Read<T> {
    let words: Vec<&str> = all.iter().map(|&x| ron(x)).collect();
    let Some(found) = r.variant(node).filter(|_| matches!(node.kind, Kind::Word)) else {
        return Err(r.expected(node, trail, &words.join(", ")));
    };
    let known = all.iter().find(|&&x| ron(x) == found).copied();
    known.ok_or_else(|| r.error(&node.span, trail, format!("unknown word {found}; {}", suggestion(found, &words))))
}

/// Text as a command would have it.
fn spelled<T: FromStr<Err = String>>(r: &Reader, node: &Node, trail: &Trail) -> Read<T> {
    r.text(node, trail)?.parse().map_err(|message: String| r.error(&node.span, trail, message))
}

/// `"80mm"`, or a number of pixels.
fn length(r: &Reader, node: &Node, trail: &Trail) -> Read<Length> {
    match node.kind {
        Kind::Number => {
            let text = r.number(node, trail)?.to_string();
            text.parse().map_err(|message: String| r.error(&node.span, trail, message))
        }
        _ => spelled(r, node, trail),
    }
}

fn above_zero(r: &Reader, node: &Node, trail: &Trail) -> Read<f64> {
    let value = r.number(node, trail)?;
    if value > 0.0 { Ok(value) } else { Err(r.error(&node.span, trail, "not above 0")) }
}

/// A number, a word, or text such as `"0,3,5..8"`.
fn steps(r: &Reader, node: &Node, trail: &Trail) -> Read<Steps> {
    match node.kind {
        Kind::Number => {
            let n = r.integer(node, trail, 0, i64::from(u32::MAX))? as u32;
            Ok(Steps::Chosen(vec![(n, n)]))
        }
        Kind::Word => {
            let word = r.variant(node).unwrap_or_default();
            let known = [
                ("First", Steps::First),
                ("Last", Steps::Last),
                ("Problem", Steps::Problem),
                ("All", Steps::All),
                ("Iterations", Steps::Iterations),
            ];
            let names: Vec<&str> = known.iter().map(|k| k.0).collect();
            let found = known.iter().find(|k| k.0 == word).map(|k| k.1.clone());
            found
                .ok_or_else(|| r.error(&node.span, trail, format!("unknown step {word}; {}", suggestion(word, &names))))
        }
        _ => spelled(r, node, trail),
    }
}

/// `((x0, y0), (x1, y1))`
fn range(r: &Reader, node: &Node, trail: &Trail) -> Read<[f64; 4]> {
    let Some([low, high]) = r.tuple(node) else {
        return Err(r.expected(node, trail, "two points ((x0, y0), (x1, y1))"));
    };
    let (low, high) = (r.point(&low.value, &trail.index(0))?, r.point(&high.value, &trail.index(1))?);
    if r.judge && !(low.x < high.x && low.y < high.y) {
        return Err(r.error(&node.span, trail, "the first point is not below and left of the second"));
    }
    Ok([low.x, low.y, high.x, high.y])
}

fn parts(r: &Reader, node: &Node, trail: &Trail) -> Read<Vec<Part>> {
    let part = |(i, item): (usize, &Item)| word(r, &item.value, &trail.index(i), Part::ALL, Part::ron);
    r.list(node, trail, "Grid")?.iter().enumerate().map(part).collect()
}

fn notes(r: &Reader, node: &Node, trail: &Trail) -> Read<Vec<Note>> {
    const KINDS: &str = "Arrow(from: (x, y), to: (x, y), text: \"..\") or Text(at: (x, y), text: \"..\")";
    let items = r.list(node, trail, "Text(at: (x, y), text: \"..\")")?;
    if items.len() > MOST_NOTES {
        return Err(r.error(&node.span, trail, format!("{} notes; a figure has at most {MOST_NOTES}", items.len())));
    }
    let note = |(i, item): (usize, &Item)| {
        let (node, trail) = (&item.value, trail.index(i));
        let arrow = match r.variant(node) {
            Some("Arrow") => true,
            Some("Text") => false,
            _ => return Err(r.expected(node, &trail, KINDS)),
        };
        let known: &[&str] = if arrow { &["from", "to", "text", "view"] } else { &["at", "text", "view"] };
        let fields = r.variant_fields(node, &trail, known)?;
        let point = |name: &str| r.point(fields.required(name, &trail, "(0, 0)")?, &trail.field(name));
        let text = match fields.optional("text") {
            Some(node) => r.text(node, &trail.field("text"))?,
            None if arrow => String::new(),
            None => r.text(fields.required("text", &trail, "\"..\"")?, &trail)?,
        };
        let planes = [View::World, View::Minkowski];
        let view = fields.optional("view").map(|node| word(r, node, &trail.field("view"), &planes, View::ron));
        let (from, at) = if arrow { (Some(point("from")?), point("to")?) } else { (None, point("at")?) };
        Ok(Note { from, at, text, view: view.transpose()? })
    };
    items.iter().enumerate().map(note).collect()
}
