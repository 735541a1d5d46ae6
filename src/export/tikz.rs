//! A figure as TikZ: to be put into a document by `\input`, or compiled as it is; labels are mathematics in the document's own font.

use std::collections::BTreeSet;
use std::fmt::Write;

use glam::DVec2;

use super::drawing::{Drawing, POINT};
use crate::draw::{Anchor, Painted, Rgba, Shape};

/// The file. Lengths are in big points (1/72 inch) with two decimals; letters keep the sizes of the figure.
pub fn tikz(drawing: &Drawing) -> String {
    let mut out = String::new();
    for text in drawing.about.lines() {
        line(&mut out, &format!("% {text}"));
    }
    let (w, h) = (number(drawing.size.x * POINT), number(drawing.size.y * POINT));
    preamble(&mut out, &w, &h, drawing);
    line(&mut out, "\\begin{tikzpicture}[x=1bp, y=-1bp, line join=round, inner sep=0pt, outer sep=0pt]");
    for rgb in colors(&drawing.shapes) {
        line(&mut out, &format!("  \\definecolor{{{}}}{{HTML}}{{{rgb}}}", color_name(&rgb)));
    }
    line(&mut out, &format!("  \\path[use as bounding box] (0,0) rectangle ({w},{h});"));
    if let Some(rgb) = drawing.background.map(hex) {
        line(&mut out, &format!("  \\definecolor{{gjkpaper}}{{HTML}}{{{rgb}}}"));
        line(&mut out, &format!("  \\fill[gjkpaper] (0,0) rectangle ({w},{h});"));
    }
    for painted in &drawing.shapes {
        shape(&mut out, &painted.shape);
    }
    line(&mut out, "\\end{tikzpicture}%");
    line(&mut out, "\\gjkscopeend");
    out
}

/// A document of one page of the figure's size, unless there is a document already: there `\@nodocument` is empty.
fn preamble(out: &mut String, w: &str, h: &str, drawing: &Drawing) {
    let chinese = drawing.shapes.iter().any(|p| match &p.shape {
        Shape::Text { text, .. } => text.chars().any(|c| ('\u{2e80}'..='\u{9fff}').contains(&c)),
        _ => false,
    });
    let font = if chinese { "  \\usepackage{xeCJK} % compile with xelatex\n" } else { "" };
    let _ = write!(
        out,
        "\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\n  \\def\\gjkscopeend{{}}%\n\\else\n  \\documentclass{{article}}\n  \
         \\usepackage{{tikz}}\n{font}  \
         \\usepackage[paperwidth={w}bp, paperheight={h}bp, margin=0bp]{{geometry}}\n  \\pagestyle{{empty}}\n  \
         \\setlength{{\\parindent}}{{0pt}}\n  \\setlength{{\\topskip}}{{0pt}}\n  \\def\\gjkscopeend{{\\end{{document}}}}\n  \
         \\begin{{document}}%\n\\fi\n",
    );
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn hex(color: Rgba) -> String {
    let [r, g, b, _] = color.0;
    format!("{r:02X}{g:02X}{b:02X}")
}

fn color_name(rgb: &str) -> String {
    format!("gjk{rgb}")
}

fn colors(shapes: &[Painted]) -> BTreeSet<String> {
    shapes.iter().flat_map(|painted| painted.shape.colors()).map(hex).collect()
}

/// `fill=..` or `draw=..` with its opacity.
fn paint(what: &str, color: Rgba) -> String {
    let name = color_name(&hex(color));
    match color.0[3] {
        255 => format!("{what}={name}"),
        a => format!("{what}={name}, {what} opacity={}", number(f64::from(a) / 255.0)),
    }
}

fn width(width: f64) -> String {
    format!("line width={}bp", number(width * POINT))
}

fn shape(out: &mut String, shape: &Shape) {
    let text = match shape {
        Shape::Polygon { points, fill } => format!("  \\path[{}] {} -- cycle;", paint("fill", *fill), path(points)),
        Shape::Polyline { points, closed, width: w, color, dash } => {
            let dash = dash.map_or(String::new(), |d| {
                format!(", dash pattern=on {}bp off {}bp", number(d.on * POINT), number(d.off * POINT))
            });
            let end = if *closed { " -- cycle" } else { "" };
            format!("  \\path[{}, {}{dash}] {}{end};", paint("draw", *color), width(*w), path(points))
        }
        Shape::Circle { center, radius, fill, stroke } => {
            let mut options: Vec<String> = fill.iter().map(|&c| paint("fill", c)).collect();
            options.extend(stroke.iter().flat_map(|&(w, c)| [paint("draw", c), width(w)]));
            format!("  \\path[{}] {} circle ({}bp);", options.join(", "), point(*center), number(radius * POINT))
        }
        Shape::Text { pos, anchor, text, size, color, italic, halo } => {
            node(*pos, *anchor, text, *size, *color, *italic, *halo)
        }
    };
    line(out, &text);
}

fn node(pos: DVec2, anchor: Anchor, text: &str, size: f64, color: Rgba, italic: bool, halo: Option<Rgba>) -> String {
    let anchor = match anchor {
        Anchor::Start => "anchor=mid west",
        Anchor::Middle => "anchor=mid",
        Anchor::End => "anchor=mid east",
    };
    let halo = halo.map_or(String::new(), |c| format!(", inner sep=1bp, {}", paint("fill", c)));
    let (size, skip) = (number(size * POINT), number(size * POINT * 1.2));
    let name = color_name(&hex(color));
    // `mid` is half the height of an x above the baseline, this is half that of a capital.
    let pos = point(pos + DVec2::new(0.0, 0.1 * size_px(&size)));
    let text = if italic || is_number(text) { format!("${}$", math(text)) } else { plain(text) };
    format!(
        "  \\node[{anchor}, text={name}{halo}, font=\\fontsize{{{size}bp}}{{{skip}bp}}\\selectfont] at {pos} {{{text}}};"
    )
}

fn size_px(points: &str) -> f64 {
    points.parse::<f64>().map_or(0.0, |p| p / POINT)
}

fn is_number(text: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit() || ".−e".contains(c);
    text.chars().any(|c| c.is_ascii_digit()) && text.chars().all(digits)
}

/// A label as mathematics: `w0` is w with an index, `1e−7` a power of ten.
fn math(text: &str) -> String {
    if let Some((mantissa, exponent)) = text.split_once('e').filter(|_| is_number(text)) {
        let factor = if mantissa == "1" { String::new() } else { format!("{}\\cdot ", math(mantissa)) };
        return format!("{factor}10^{{{}}}", exponent.replace('−', "-"));
    }
    // A word is no product of its letters.
    let word = |w: &str| w.chars().count() > 1 && w.chars().all(char::is_alphabetic);
    let parts = text.split(' ').map(|w| if word(w) { format!("\\mathrm{{{w}}}\\ ") } else { symbols(w) });
    parts.collect::<Vec<_>>().join(" ").trim_end_matches("\\ ").to_owned()
}

/// Letters with their indices, and signs.
fn symbols(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push_str(&sign(c, true));
        if c.is_alphabetic() && chars.peek().is_some_and(char::is_ascii_digit) {
            out.push_str("_{");
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                out.push(digit);
            }
            out.push('}');
        }
    }
    out
}

/// A sentence: its signs as mathematics one by one.
fn plain(text: &str) -> String {
    text.chars().map(|c| sign(c, false)).collect()
}

/// A character as TeX has it, inside mathematics or not.
fn sign(c: char, in_math: bool) -> String {
    let command = match c {
        '−' => "-",
        '·' => "\\cdot ",
        '×' => "\\times ",
        '≤' => "\\le ",
        '≥' => "\\ge ",
        '≈' => "\\approx ",
        '∞' => "\\infty ",
        '→' => "\\to ",
        '²' => "^2",
        '<' | '>' | '=' | '|' => {
            return if in_math { c.to_string() } else { format!("${c}$") };
        }
        '“' => return "``".into(),
        '”' => return "''".into(),
        '’' => return "'".into(),
        '–' => return "--".into(),
        '\\' => return if in_math { "\\backslash ".into() } else { "\\textbackslash{}".into() },
        '~' => return "\\textasciitilde{}".into(),
        '^' => return "\\textasciicircum{}".into(),
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => return format!("\\{c}"),
        c => return c.to_string(),
    };
    if in_math { command.into() } else { format!("${}$", command.trim_end()) }
}

fn path(points: &[DVec2]) -> String {
    points.iter().map(|&p| point(p)).collect::<Vec<_>>().join(" -- ")
}

fn point(p: DVec2) -> String {
    format!("({},{})", number(p.x * POINT), number(p.y * POINT))
}

/// Two decimals at most, no negative zero; what is not finite becomes 0.
fn number(x: f64) -> String {
    super::svg::number(x)
}

/// A comment of a file of [`tikz`].
pub(super) fn read(text: &str, name: &str) -> Option<String> {
    let comments = text.lines().take_while(|line| line.starts_with("% "));
    let value =
        comments.into_iter().find_map(|line| line.strip_prefix("% ")?.strip_prefix(name)?.strip_prefix(": "))?;
    Some(value.to_owned())
}
