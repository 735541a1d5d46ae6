//! A figure as PDF: text stays text in the letters it needs of the shipped fonts, and there is no date or random number in the file.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineJoinStyle, StructRole, SystemInfo, UnicodeCmap};
use pdf_writer::writers::{ExtGraphicsState, StructTreeRoot};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::drawing::{Drawing, POINT};
use super::fonts::{self, Font, Glyph};
use super::png::{HALO, start};
use crate::draw::{Dash, Painted, Rgba, Shape};

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
const FIGURE: Ref = Ref::new(6);
const PARENTS: Ref = Ref::new(7);
const TREE: Ref = Ref::new(8);
/// The first of five objects of each font.
const FONTS: i32 = 10;
/// Effort of compression, from 1 to 10.
const EFFORT: u8 = 9;
const IDENTITY: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The file: one page of the figure's size. `Err` says in a sentence what could not be written.
pub fn pdf(drawing: &Drawing) -> Result<Vec<u8>, String> {
    let letters = letters(&drawing.shapes);
    let size = drawing.size * POINT;
    let mut pdf = Pdf::new();
    let mut catalog = pdf.catalog(CATALOG);
    catalog.pages(PAGES).lang(TextStr("en"));
    catalog.mark_info().marked(true);
    catalog.viewer_preferences().display_doc_title(true);
    catalog.pair(Name(b"StructTreeRoot"), TREE);
    catalog.finish();
    let mut tree = pdf.indirect(TREE).start::<StructTreeRoot>();
    tree.child(FIGURE);
    tree.parent_tree().nums().insert(0, PARENTS);
    tree.parent_tree_next_key(1);
    tree.finish();
    pdf.pages(PAGES).kids([PAGE]).count(1);
    pdf.indirect(PARENTS).array().item(FIGURE);
    let mut figure = pdf.struct_element(FIGURE);
    figure.kind(StructRole::Figure).parent(TREE).page(PAGE).alt(TextStr(&drawing.about.alt));
    figure.marked_content_child().marked_content_id(0);
    figure.finish();

    let alphas = alphas(drawing);
    let mut page = pdf.page(PAGE);
    page.parent(PAGES).contents(CONTENT).struct_parents(0);
    page.media_box(Rect::new(0.0, 0.0, round(size.x), round(size.y)));
    let mut resources = page.resources();
    let mut states = resources.ext_g_states();
    for &alpha in &alphas {
        let opacity = f32::from(alpha) / 255.0;
        let mut state = states.insert(Name(state_name(alpha).as_bytes())).start::<ExtGraphicsState>();
        state.stroking_alpha(opacity).non_stroking_alpha(opacity);
    }
    states.finish();
    let mut list = resources.fonts();
    for &font in letters.keys() {
        list.pair(Name(font_name(font).as_bytes()), objects(font)[0]);
    }
    list.finish();
    resources.finish();
    page.finish();

    let content = compress_to_vec_zlib(&content(drawing, &letters), EFFORT);
    pdf.stream(CONTENT, &content).filter(Filter::FlateDecode);
    for (&font, used) in &letters {
        embed(&mut pdf, font, used)?;
    }
    let mut info = pdf.document_info(INFO);
    info.title(TextStr(&drawing.about.title)).subject(TextStr(&drawing.about.alt)).creator(TextStr("gjkscope"));
    for (name, value) in drawing.about.fields().into_iter().skip(2).filter(|f| !f.1.is_empty()) {
        info.pair(Name(name.as_bytes()), TextStr(value));
    }
    info.finish();
    Ok(pdf.finish())
}

/// The letters of one font that a figure uses, numbered anew from 1, with the character each stands for.
struct Used {
    numbers: GlyphRemapper,
    glyphs: BTreeMap<u16, Glyph>,
}

fn letters(shapes: &[Painted]) -> BTreeMap<Font, Used> {
    let mut letters: BTreeMap<Font, Used> = BTreeMap::new();
    for painted in shapes {
        if let Shape::Text { text, italic, .. } = &painted.shape {
            for glyph in fonts::line(text, *italic).0 {
                let fresh = || Used { numbers: GlyphRemapper::new(), glyphs: BTreeMap::new() };
                let used = letters.entry(glyph.font).or_insert_with(fresh);
                let number = used.numbers.remap(glyph.id);
                used.glyphs.insert(number, glyph);
            }
        }
    }
    letters
}

fn objects(font: Font) -> [Ref; 5] {
    let first = FONTS + 5 * font as i32;
    [0, 1, 2, 3, 4].map(|i| Ref::new(first + i))
}

fn font_name(font: Font) -> String {
    format!("F{}", font as u8)
}

fn state_name(alpha: u8) -> String {
    format!("A{alpha}")
}

/// A CID font of the letters used, with their widths and what they mean.
fn embed(pdf: &mut Pdf, font: Font, used: &Used) -> Result<(), String> {
    let [font_ref, cid, descriptor, file, unicode] = objects(font);
    let face = font.face().ok_or("a shipped font cannot be read")?;
    let bytes = subsetter::subset(font.bytes(), 0, &used.numbers).map_err(|e| format!("cannot embed a font: {e}"))?;
    // Six capitals mark a subset; they need not differ between files.
    let name = format!("GJKSCO+{}", font.name());
    let name = Name(name.as_bytes());
    pdf.type0_font(font_ref)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(unicode);
    let mut cid_font = pdf.cid_font(cid);
    cid_font.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY).font_descriptor(descriptor);
    cid_font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid_font.widths();
    for (&number, glyph) in &used.glyphs {
        widths.consecutive(number, [round(glyph.advance * 1000.0)]);
    }
    widths.finish();
    cid_font.finish();
    let em = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());
    let b = face.global_bounding_box();
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(em(b.x_min), em(b.y_min), em(b.x_max), em(b.y_max)))
        .italic_angle(if font == Font::Oblique { -11.0 } else { 0.0 })
        .ascent(em(face.ascender()))
        .descent(em(face.descender()))
        .cap_height(em(face.capital_height().unwrap_or(face.ascender())))
        .stem_v(80.0)
        .font_file2(file);
    pdf.stream(file, &compress_to_vec_zlib(&bytes, EFFORT))
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), bytes.len() as i32);
    let mut map = UnicodeCmap::new(Name(b"Letters"), IDENTITY);
    for (&number, glyph) in &used.glyphs {
        map.pair(number, glyph.char);
    }
    pdf.cmap(unicode, &map.finish());
    Ok(())
}

fn alphas(drawing: &Drawing) -> BTreeSet<u8> {
    let used = drawing.shapes.iter().flat_map(|painted| painted.shape.colors()).map(|color| color.0[3]);
    used.chain([255]).collect()
}

fn content(drawing: &Drawing, letters: &BTreeMap<Font, Used>) -> Vec<u8> {
    let mut pen = Pen { content: Content::new(), letters };
    pen.content.begin_marked_content_with_properties(Name(b"Figure")).properties().identify(0);
    // From here on in pixels, y down.
    let point = POINT as f32;
    pen.content.transform([point, 0.0, 0.0, -point, 0.0, round(drawing.size.y * POINT)]);
    pen.content.set_line_join(LineJoinStyle::RoundJoin);
    if let Some(background) = drawing.background {
        pen.fill_color(background);
        pen.content.rect(0.0, 0.0, round(drawing.size.x), round(drawing.size.y)).fill_nonzero();
    }
    for painted in &drawing.shapes {
        pen.shape(&painted.shape);
    }
    pen.content.end_marked_content();
    pen.content.finish().to_vec()
}

struct Pen<'a> {
    content: Content,
    letters: &'a BTreeMap<Font, Used>,
}

impl Pen<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Polygon { points, fill } => {
                self.path(points, true);
                self.fill_color(*fill);
                self.content.fill_nonzero();
            }
            Shape::Polyline { points, closed, width, color, dash } => {
                self.path(points, *closed);
                self.stroke(*width, *color, *dash);
            }
            Shape::Circle { center, radius, fill, stroke } => {
                if let Some(fill) = fill {
                    self.circle(*center, *radius);
                    self.fill_color(*fill);
                    self.content.fill_nonzero();
                }
                if let Some((width, color)) = stroke {
                    self.circle(*center, *radius);
                    self.stroke(*width, *color, None);
                }
            }
            Shape::Text { pos, anchor, text, size, color, italic, halo } => {
                let at = start(*pos, *anchor, text, *size, *italic);
                if let Some(halo) = halo {
                    self.halo(text, *italic, *size, at, *halo);
                }
                self.text(text, *italic, *size, at, *color);
            }
        }
    }

    fn path(&mut self, points: &[DVec2], closed: bool) {
        for (i, p) in points.iter().enumerate() {
            match i {
                0 => self.content.move_to(round(p.x), round(p.y)),
                _ => self.content.line_to(round(p.x), round(p.y)),
            };
        }
        if closed && !points.is_empty() {
            self.content.close_path();
        }
    }

    /// Four cubic arcs; with this length of the handles they are off by 0.03 % of the radius.
    fn circle(&mut self, c: DVec2, r: f64) {
        const HANDLE: f64 = 0.552_284_75;
        let at = |x: f64, y: f64| (round(c.x + r * x), round(c.y + r * y));
        let quarter = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
        let (x, y) = at(1.0, 0.0);
        self.content.move_to(x, y);
        for arc in quarter.windows(2) {
            let ((ax, ay), (bx, by)) = (arc[0], arc[1]);
            let ((x1, y1), (x2, y2), (x, y)) =
                (at(ax + HANDLE * bx, ay + HANDLE * by), at(bx + HANDLE * ax, by + HANDLE * ay), at(bx, by));
            self.content.cubic_to(x1, y1, x2, y2, x, y);
        }
        self.content.close_path();
    }

    fn fill_color(&mut self, color: Rgba) {
        let [r, g, b, a] = color.0;
        let [r, g, b] = [r, g, b].map(|x| f32::from(x) / 255.0);
        self.content.set_parameters(Name(state_name(a).as_bytes())).set_fill_rgb(r, g, b);
    }

    fn stroke(&mut self, width: f64, color: Rgba, dash: Option<Dash>) {
        let [r, g, b, a] = color.0;
        let [r, g, b] = [r, g, b].map(|x| f32::from(x) / 255.0);
        self.content.set_parameters(Name(state_name(a).as_bytes())).set_stroke_rgb(r, g, b);
        self.content.set_line_width(round(width));
        let pattern = dash.map(|d| [round(d.on), round(d.off)]);
        self.content.set_dash_pattern(pattern.iter().flatten().copied(), 0.0).stroke();
    }

    /// As outlines: a second text of the same words would be copied twice.
    fn halo(&mut self, text: &str, italic: bool, size: f64, at: DVec2, color: Rgba) {
        let Some(path) = super::png::outline(text, italic, size, at) else { return };
        let xy = |p: tiny_skia::Point| (round(p.x.into()), round(p.y.into()));
        let mut last = (0.0, 0.0);
        for segment in path.segments() {
            use tiny_skia::PathSegment::{Close, CubicTo, LineTo, MoveTo, QuadTo};
            match segment {
                MoveTo(p) => {
                    last = xy(p);
                    self.content.move_to(last.0, last.1);
                }
                LineTo(p) => {
                    last = xy(p);
                    self.content.line_to(last.0, last.1);
                }
                QuadTo(c, p) => {
                    // The same curve as a cubic one.
                    let (c, end) = (xy(c), xy(p));
                    let third = |from: f32, to: f32| from + (to - from) * (2.0 / 3.0);
                    let (x1, y1) = (third(last.0, c.0), third(last.1, c.1));
                    self.content.cubic_to(x1, y1, third(end.0, c.0), third(end.1, c.1), end.0, end.1);
                    last = end;
                }
                CubicTo(c, d, p) => {
                    let (c, d, end) = (xy(c), xy(d), xy(p));
                    self.content.cubic_to(c.0, c.1, d.0, d.1, end.0, end.1);
                    last = end;
                }
                Close => {
                    self.content.close_path();
                }
            }
        }
        self.stroke(HALO, color, None);
    }

    fn text(&mut self, text: &str, italic: bool, size: f64, at: DVec2, color: Rgba) {
        let (glyphs, _) = fonts::line(text, italic);
        self.fill_color(color);
        for run in glyphs.chunk_by(|a, b| a.font == b.font) {
            let Some(used) = self.letters.get(&run[0].font) else { continue };
            let number = |g: &Glyph| used.numbers.get(g.id).unwrap_or(0).to_be_bytes();
            let bytes: Vec<u8> = run.iter().flat_map(number).collect();
            self.content.begin_text();
            self.content.set_font(Name(font_name(run[0].font).as_bytes()), round(size));
            self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, round(at.x + run[0].x * size), round(at.y)]);
            self.content.show(Str(&bytes));
            self.content.end_text();
        }
    }
}

/// Two decimals; what is not finite becomes 0.
fn round(x: f64) -> f32 {
    if x.is_finite() { ((x * 100.0).round() / 100.0) as f32 } else { 0.0 }
}

/// A text of the document information of a file of [`pdf`].
pub(super) fn read(bytes: &[u8], name: &str) -> Option<String> {
    let key = format!("/{name} ");
    let at = bytes.windows(key.len()).rposition(|w| w == key.as_bytes())? + key.len();
    let rest = &bytes[at..];
    match rest.first()? {
        b'(' => literal(&rest[1..]),
        b'<' => {
            let end = rest.iter().position(|&b| b == b'>')?;
            let hex = std::str::from_utf8(&rest[1..end]).ok()?;
            let digits = |i: usize| u16::from_str_radix(hex.get(i..i + 4)?, 16).ok();
            let words: Option<Vec<u16>> = (0..hex.len()).step_by(4).map(digits).collect();
            let text = String::from_utf16(&words?).ok()?;
            Some(text.trim_start_matches('\u{feff}').to_owned())
        }
        _ => None,
    }
}

/// A literal string up to its closing bracket.
fn literal(bytes: &[u8]) -> Option<String> {
    let (mut text, mut depth) = (vec![], 1);
    let mut rest = bytes.iter();
    while let Some(&b) = rest.next() {
        match b {
            b'\\' => text.push(*rest.next()?),
            b'(' => {
                depth += 1;
                text.push(b);
            }
            b')' if depth == 1 => return String::from_utf8(text).ok(),
            b')' => {
                depth -= 1;
                text.push(b);
            }
            _ => text.push(b),
        }
    }
    None
}
