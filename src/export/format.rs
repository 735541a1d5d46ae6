//! The formats of figures: the only list of them.

use super::{gif, pdf, png, svg, tikz};

/// A format of figures, by the ending of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A drawing for screens, its text as text.
    Svg,
    /// A drawing for paper, its text as text.
    Pdf,
    /// Pixels.
    Png,
    /// Moving pixels.
    Gif,
    /// A drawing for LaTeX.
    Tex,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 5] = [Format::Svg, Format::Pdf, Format::Png, Format::Gif, Format::Tex];

    /// The ending of its files, without the dot.
    pub fn id(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Pdf => "pdf",
            Format::Png => "png",
            Format::Gif => "gif",
            Format::Tex => "tex",
        }
    }

    /// What a person reads in a list.
    pub fn label(self) -> &'static str {
        match self {
            Format::Svg => "a drawing, its text as text",
            Format::Pdf => "a drawing for print, its text as text",
            Format::Png => "pixels",
            Format::Gif => "steps as moving pixels",
            Format::Tex => "TikZ, for \\input or compiled as it is",
        }
    }

    /// The format with that ending.
    pub fn of_ending(ending: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|f| ending.eq_ignore_ascii_case(f.id()))
    }

    /// Whether its files are made of pixels.
    pub fn is_pixels(self) -> bool {
        matches!(self, Format::Png | Format::Gif)
    }

    /// The command that made a file of this format, as its metadata say.
    pub fn command(self, bytes: &[u8]) -> Option<String> {
        let text = || std::str::from_utf8(bytes).ok();
        match self {
            Format::Svg => svg::read(text()?, "command"),
            Format::Pdf => pdf::read(bytes, "Command"),
            Format::Png => png::read(bytes, "Command"),
            Format::Gif => gif::read(bytes, "Command"),
            Format::Tex => tikz::read(text()?, "Command"),
        }
    }
}
