//! A figure as PNG: the display list painted with antialiasing by scalar code and the shipped fonts, so the same bytes on every machine.

use glam::DVec2;
use tiny_skia::{
    Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, StrokeDash, Transform,
};
use ttf_parser::{GlyphId, OutlineBuilder};

use super::drawing::{About, Drawing};
use super::fonts::{self, MIDDLE};
use crate::draw::{Anchor, Rgba, Shape};

/// Most pixels along a side: 1 GiB of picture.
pub const LARGEST: u32 = 16_384;
/// Pixels of a figure to the inch at scale 1.
pub const DPI: f64 = 96.0;
const METRES_PER_INCH: f64 = 0.0254;

/// A picture in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue, alpha (not premultiplied) of each pixel, row by row.
    pub rgba: Vec<u8>,
}

/// The drawing in pixels, `scale` of them to a pixel of the drawing. `Err` says in a sentence what is too large.
pub fn raster(drawing: &Drawing, scale: f64) -> Result<Pixels, String> {
    let side = |x: f64| (x * scale).round();
    let (w, h) = (side(drawing.size.x), side(drawing.size.y));
    let fits = |x: f64| (1.0..=f64::from(LARGEST)).contains(&x);
    let pixmap = (fits(w) && fits(h)).then(|| Pixmap::new(w as u32, h as u32)).flatten();
    let Some(pixmap) = pixmap else {
        return Err(format!(
            "a picture of {w} x {h} pixels; each side has 1 to {LARGEST}: change --width, --height or --scale"
        ));
    };
    let mut canvas = Canvas { pixmap, to_pixels: Transform::from_scale(scale as f32, scale as f32) };
    if let Some([r, g, b, a]) = drawing.background.map(|c| c.0) {
        canvas.pixmap.fill(Color::from_rgba8(r, g, b, a));
    }
    for painted in &drawing.shapes {
        canvas.shape(&painted.shape);
    }
    let plain = |p: &PremultipliedColorU8| {
        let p = p.demultiply();
        [p.red(), p.green(), p.blue(), p.alpha()]
    };
    let rgba = canvas.pixmap.pixels().iter().flat_map(plain).collect();
    Ok(Pixels { width: canvas.pixmap.width(), height: canvas.pixmap.height(), rgba })
}

struct Canvas {
    pixmap: Pixmap,
    to_pixels: Transform,
}

impl Canvas {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Polygon { points, fill } => {
                if let Some(path) = path(points, true) {
                    self.fill(&path, *fill, self.to_pixels);
                }
            }
            Shape::Polyline { points, closed, width, color, dash } => {
                let dash = dash.and_then(|d| StrokeDash::new(vec![d.on as f32, d.off as f32], 0.0));
                if let Some(path) = path(points, *closed) {
                    self.stroke(&path, *width, *color, dash, self.to_pixels);
                }
            }
            Shape::Circle { center, radius, fill, stroke } => {
                let Some(path) = PathBuilder::from_circle(center.x as f32, center.y as f32, *radius as f32) else {
                    return;
                };
                if let Some(fill) = fill {
                    self.fill(&path, *fill, self.to_pixels);
                }
                if let Some((width, color)) = stroke {
                    self.stroke(&path, *width, *color, None, self.to_pixels);
                }
            }
            Shape::Text { pos, anchor, text, size, color, italic, halo } => {
                let outline = outline(text, *italic, *size, start(*pos, *anchor, text, *size, *italic));
                let Some(path) = outline else { return };
                if let Some(halo) = halo {
                    self.stroke(&path, HALO, *halo, None, self.to_pixels);
                }
                self.fill(&path, *color, self.to_pixels);
            }
        }
    }

    fn fill(&mut self, path: &Path, color: Rgba, at: Transform) {
        self.pixmap.fill_path(path, &paint(color), FillRule::Winding, at, None);
    }

    fn stroke(&mut self, path: &Path, width: f64, color: Rgba, dash: Option<StrokeDash>, at: Transform) {
        let stroke = Stroke { width: width as f32, line_join: LineJoin::Round, dash, ..Stroke::default() };
        self.pixmap.stroke_path(path, &paint(color), &stroke, at, None);
    }
}

/// Width of the halo of a text, pixels; half of it shows.
pub const HALO: f64 = 3.0;

/// Where a text begins on its baseline.
pub fn start(pos: DVec2, anchor: Anchor, text: &str, size: f64, italic: bool) -> DVec2 {
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    pos + DVec2::new(-left * fonts::line(text, italic).1, MIDDLE) * size
}

/// The outline of a text that begins at `at` on its baseline; `None` where nothing is black.
pub fn outline(text: &str, italic: bool, size: f64, at: DVec2) -> Option<Path> {
    let mut pen = Pen { path: PathBuilder::new(), origin: at, size: 1.0 };
    for glyph in fonts::line(text, italic).0 {
        let Some(face) = glyph.font.face() else { continue };
        pen.origin = at + DVec2::new(glyph.x * size, 0.0);
        pen.size = size / f64::from(face.units_per_em());
        face.outline_glyph(GlyphId(glyph.id), &mut pen);
    }
    pen.path.finish()
}

struct Pen {
    path: PathBuilder,
    origin: DVec2,
    /// Pixels to a unit of the font.
    size: f64,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let p = self.origin + DVec2::new(f64::from(x), -f64::from(y)) * self.size;
        (p.x as f32, p.y as f32)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn path(points: &[DVec2], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, p) in points.iter().enumerate() {
        match i {
            0 => path.move_to(p.x as f32, p.y as f32),
            _ => path.line_to(p.x as f32, p.y as f32),
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn paint(color: Rgba) -> Paint<'static> {
    let [r, g, b, a] = color.0;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, a);
    paint
}

/// The file: its resolution is `scale` times 96 pixels an inch.
pub fn png(pixels: &Pixels, scale: f64, about: &About) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut info = png::Info::with_size(pixels.width, pixels.height);
    info.color_type = png::ColorType::Rgba;
    info.bit_depth = png::BitDepth::Eight;
    let per_metre = (DPI * scale / METRES_PER_INCH).round() as u32;
    info.pixel_dims = Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter });
    let failed = |e: png::EncodingError| format!("cannot write a PNG: {e}");
    let mut encoder = png::Encoder::with_info(&mut out, info).map_err(failed)?;
    for (name, value) in about.fields().into_iter().filter(|f| !f.1.is_empty()) {
        encoder.add_itxt_chunk(name.to_owned(), value.to_owned()).map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels.rgba).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}

/// A text chunk of a PNG file.
pub(super) fn read(bytes: &[u8], keyword: &str) -> Option<String> {
    let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
    let found = reader.info().utf8_text.iter().find(|t| t.keyword == keyword)?;
    found.get_text().ok()
}
