//! The fonts that figures ship: how wide a text is, and the outlines of its letters. No font of the machine is ever asked.

use std::sync::OnceLock;

use glam::DVec2;
use ttf_parser::{Face, GlyphId};

/// A font file of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Font {
    /// Upright: Latin, Greek, Cyrillic, mathematical signs.
    Sans,
    /// Slanted: Latin and Greek.
    Oblique,
    /// The words of the Chinese captions.
    Chinese,
}

/// A letter in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Its font.
    pub font: Font,
    /// Its number there; 0 for a character no font has.
    pub id: u16,
    /// The character.
    pub char: char,
    /// From the left end of the text to the left end of the letter, in units of the font size.
    pub x: f64,
    /// Width in units of the font size.
    pub advance: f64,
}

/// Height of a line in units of the font size.
const LINE: f64 = 1.17;
/// From the baseline up to the middle of digits and capitals, in units of the font size.
pub const MIDDLE: f64 = 0.36;

impl Font {
    /// All fonts.
    pub const ALL: [Font; 3] = [Font::Sans, Font::Oblique, Font::Chinese];

    /// The file.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Font::Sans => include_bytes!("fonts/figure-sans.ttf"),
            Font::Oblique => include_bytes!("fonts/figure-sans-oblique.ttf"),
            Font::Chinese => include_bytes!("fonts/figure-chinese.ttf"),
        }
    }

    /// The name in a PDF.
    pub fn name(self) -> &'static str {
        match self {
            Font::Sans => "DejaVuSans",
            Font::Oblique => "DejaVuSans-Oblique",
            Font::Chinese => "DroidSansFallback",
        }
    }

    /// The parsed file; `None` never happens with the files that ship, as a test holds.
    pub fn face(self) -> Option<&'static Face<'static>> {
        static FACES: OnceLock<[Option<Face<'static>>; 3]> = OnceLock::new();
        FACES.get_or_init(|| Font::ALL.map(|font| Face::parse(font.bytes(), 0).ok()))[self as usize].as_ref()
    }
}

/// The letters of a line of text, left to right, and its width, both in units of the font size.
pub fn line(text: &str, italic: bool) -> (Vec<Glyph>, f64) {
    let mut x = 0.0;
    let glyphs = text.chars().map(|char| {
        let (font, id) = find(char, italic);
        let face = font.face();
        let advance = face.and_then(|f| f.glyph_hor_advance(GlyphId(id))).map_or(0.6, f64::from);
        let advance = advance / face.map_or(1.0, |f| f64::from(f.units_per_em()));
        let glyph = Glyph { font, id, char, x, advance };
        x += advance;
        glyph
    });
    let glyphs = glyphs.collect();
    (glyphs, x)
}

fn find(c: char, italic: bool) -> (Font, u16) {
    let order: &[Font] =
        if italic { &[Font::Oblique, Font::Sans, Font::Chinese] } else { &[Font::Sans, Font::Chinese] };
    let has = |font: &Font| Some((*font, font.face()?.glyph_index(c)?.0));
    order.iter().find_map(has).unwrap_or((Font::Sans, 0))
}

/// Width and height in pixels of one line of that size: a [`crate::draw::Measure`].
pub fn measure(text: &str, size: f64, italic: bool) -> DVec2 {
    DVec2::new(line(text, italic).1 * size, LINE * size)
}

/// The characters of a text that no font has, each once.
pub fn missing(text: &str) -> String {
    let mut none: Vec<char> = line(text, false).0.iter().filter(|g| g.id == 0).map(|g| g.char).collect();
    none.sort_unstable();
    none.dedup();
    none.into_iter().collect()
}
