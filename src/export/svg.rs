//! A display list as SVG: text stays text, numbers are rounded to 2 decimals, so the same list gives the same bytes everywhere.

use std::fmt::Write;

use glam::DVec2;

use super::drawing::Drawing;
use super::fonts::MIDDLE;
use super::png::HALO;
use crate::draw::{Anchor, Rgba, Shape};

/// The namespace of the metadata.
const NAMESPACE: &str = "urn:gjkscope";
/// What draws text where the shipped fonts are not installed: DejaVu Sans, the one nearest to it in width, a Chinese one.
const FAMILY: &str =
    "DejaVu Sans, Verdana, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, Droid Sans Fallback, sans-serif";

/// The document. Title, alternative text, and the command that draws it are in its metadata.
pub fn svg(drawing: &Drawing) -> String {
    let (w, h) = (number(drawing.size.x), number(drawing.size.y));
    let about = &drawing.about;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
         font-family=\"{FAMILY}\" stroke-linejoin=\"round\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escaped(&about.title),
        escaped(&about.alt)
    );
    let fields = about.fields().into_iter().skip(2).filter(|(_, value)| !value.is_empty());
    let fields: String =
        fields.map(|(name, value)| format!(" {}=\"{}\"", name.to_lowercase(), escaped(value))).collect();
    line(&mut out, format_args!("<metadata><g:figure xmlns:g=\"{NAMESPACE}\"{fields}/></metadata>"));
    if let Some(background) = drawing.background {
        line(&mut out, format_args!("<rect width=\"{w}\" height=\"{h}\"{}/>", paint("fill", background)));
    }
    for painted in &drawing.shapes {
        element(&mut out, &painted.shape);
    }
    out.push_str("</svg>\n");
    out
}

/// An attribute of the metadata of a document of [`svg`].
pub(super) fn read(text: &str, name: &str) -> Option<String> {
    let rest = &text[text.find(&format!("<g:figure xmlns:g=\"{NAMESPACE}\""))?..];
    let rest = &rest[..rest.find("/>")?];
    let rest = &rest[rest.find(&format!(" {name}=\""))? + name.len() + 3..];
    let value = &rest[..rest.find('"')?];
    Some(value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

fn element(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Polygon { points, fill } => {
            line(out, format_args!("<path d=\"{}\"{}/>", path(points, true), paint("fill", *fill)));
        }
        Shape::Polyline { points, closed, width, color, dash } => {
            let dash =
                dash.map_or(String::new(), |d| format!(" stroke-dasharray=\"{} {}\"", number(d.on), number(d.off)));
            let stroke = stroke(*width, *color);
            line(out, format_args!("<path d=\"{}\" fill=\"none\"{stroke}{dash}/>", path(points, *closed)));
        }
        Shape::Circle { center, radius, fill, stroke: edge } => {
            let fill = fill.map_or(" fill=\"none\"".to_owned(), |c| paint("fill", c));
            let edge = edge.map_or(String::new(), |(width, color)| stroke(width, color));
            let (x, y, r) = (number(center.x), number(center.y), number(*radius));
            line(out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{fill}{edge}/>"));
        }
        Shape::Text { pos, anchor, text, size, color, italic, halo } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let (x, y) = (number(pos.x), number(pos.y + MIDDLE * size));
            let style = if *italic { " font-style=\"italic\"" } else { "" };
            let halo = halo.map_or(String::new(), |c| format!("{} paint-order=\"stroke\"", stroke(HALO, c)));
            let (size, fill, text) = (number(*size), paint("fill", *color), escaped(text));
            line(
                out,
                format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{style}{fill}{halo}>{text}</text>"),
            );
        }
    }
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

fn path(points: &[DVec2], closed: bool) -> String {
    let mut d = String::new();
    for (i, p) in points.iter().enumerate() {
        let _ = write!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, number(p.x), number(p.y));
    }
    if closed {
        d.push('Z');
    }
    d
}

fn stroke(width: f64, color: Rgba) -> String {
    format!("{} stroke-width=\"{}\"", paint("stroke", color), number(width))
}

fn paint(what: &str, color: Rgba) -> String {
    let [r, g, b, a] = color.0;
    let opacity = if a == 255 { String::new() } else { format!(" {what}-opacity=\"{}\"", number(a as f64 / 255.0)) };
    format!(" {what}=\"#{r:02x}{g:02x}{b:02x}\"{opacity}")
}

/// Two decimals at most, no negative zero; what is not finite becomes 0.
pub(super) fn number(x: f64) -> String {
    let x = if x.is_finite() { x } else { 0.0 };
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escaped for text; characters XML forbids become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                out.push('\u{fffd}')
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_nan() {
        for (x, text) in [(1.0, "1"), (-0.001, "0"), (2.345, "2.35"), (f64::NAN, "0"), (10.5, "10.5"), (100.0, "100")] {
            assert_eq!(number(x), text);
        }
        assert_eq!(escaped("a<b & c\u{1}"), "a&lt;b &amp; c\u{fffd}");
    }
}
