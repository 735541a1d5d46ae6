//! How a figure of a scene is to look: what the field `figure` of a scene says and what `gjkscope figure` is asked for, in the same words.

use std::fmt;
use std::str::FromStr;

use glam::DVec3;

use super::number::shortest;

/// A wish for a figure; what is `None` or empty is not said. A command's wish goes before the scene's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// What is drawn.
    pub view: Option<View>,
    /// What each picture of a sheet shows.
    pub of: Option<View>,
    /// Which step or steps.
    pub step: Option<Steps>,
    /// Colours.
    pub theme: Option<FigureTheme>,
    /// Width.
    pub width: Option<Length>,
    /// Height.
    pub height: Option<Length>,
    /// White space on every side.
    pub margin: Option<Length>,
    /// Size of the letters that name things; all other text keeps its proportion to it.
    pub font_size: Option<Length>,
    /// Width of the outline of the difference; all other lines, dots and arrows keep their proportion to it.
    pub line_width: Option<Length>,
    /// Pictures in a row of a sheet.
    pub columns: Option<u32>,
    /// Pixels of a PNG or GIF to a pixel of the figure.
    pub scale: Option<f64>,
    /// Seconds each step of a GIF is shown.
    pub delay: Option<f64>,
    /// x0, y0, x1, y1 of what is shown, scene units, instead of what holds all steps of the run.
    pub range: Option<[f64; 4]>,
    /// What is behind the picture.
    pub background: Option<Background>,
    /// What is shown besides.
    pub show: Vec<Part>,
    /// What is left out.
    pub hide: Vec<Part>,
    /// The language of caption, legend and every other word; said, there is a caption.
    pub caption: Option<Language>,
    /// Arrows and texts of the author.
    pub notes: Vec<Note>,
}

impl Figure {
    /// This wish, and `other`'s where this one says nothing. Parts and notes of both, those of this one later.
    pub fn over(self, other: &Figure) -> Figure {
        let joined = |first: &[Part], then: Vec<Part>, not: &[Part]| {
            first.iter().copied().filter(|part| !not.contains(part)).chain(then).collect()
        };
        Figure {
            view: self.view.or(other.view),
            of: self.of.or(other.of),
            step: self.step.or(other.step.clone()),
            theme: self.theme.or(other.theme),
            width: self.width.or(other.width),
            height: self.height.or(other.height),
            margin: self.margin.or(other.margin),
            font_size: self.font_size.or(other.font_size),
            line_width: self.line_width.or(other.line_width),
            columns: self.columns.or(other.columns),
            scale: self.scale.or(other.scale),
            delay: self.delay.or(other.delay),
            range: self.range.or(other.range),
            background: self.background.or(other.background),
            show: joined(&other.show, self.show.clone(), &self.hide),
            hide: joined(&other.hide, self.hide, &self.show),
            caption: self.caption.or(other.caption),
            notes: other.notes.iter().cloned().chain(self.notes).collect(),
        }
    }
}

/// An enum whose variants are words: kebab-case in a command, Rust case in a scene.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$variant_doc:meta])* $variant:ident = $id:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word in a command.
            pub fn id(self) -> &'static str {
                match self {
                    $($name::$variant => $id,)+
                }
            }

            /// The word in a scene.
            pub fn ron(self) -> &'static str {
                match self {
                    $($name::$variant => stringify!($variant),)+
                }
            }
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(word: &str) -> Result<$name, String> {
                let found = $name::ALL.iter().find(|x| x.id() == word);
                found.copied().ok_or_else(|| {
                    let ids: Vec<&str> = $name::ALL.iter().map(|x| x.id()).collect();
                    format!("unknown {} {word:?}; known: {}", $what, ids.join(", "))
                })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }
    };
}

words! {
    /// What a figure shows.
    View, "view" {
        /// The shapes in the world.
        World = "world",
        /// The difference around the origin.
        Minkowski = "minkowski",
        /// Both, side by side.
        Pair = "pair",
        /// Many steps as numbered small pictures.
        Sheet = "sheet",
        /// Bounds over steps.
        Chart = "chart",
        /// The real window, drawn without a display.
        Window = "window",
    }
}

words! {
    /// The colours of a figure.
    FigureTheme, "theme" {
        /// Dark on white.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
        /// For printing without colours: hatched shapes.
        Print = "print",
        /// Colours that differ in lightness and for every kind of colour vision.
        ColourBlind = "colour-blind",
    }
}

words! {
    /// Something that can be shown or hidden.
    Part, "part" {
        /// Lines at round coordinates with their numbers.
        Grid = "grid",
        /// The lines x = 0 and y = 0, with numbers.
        Axes = "axes",
        /// Names and letters: A, B, a, b, w, d.
        Labels = "labels",
        /// Names of all vertices: a0, b1, a1−b0.
        Indices = "indices",
        /// Coordinates of the points that are named.
        Coordinates = "coordinates",
        /// The search direction d.
        Direction = "direction",
        /// Supporting lines, and the line through the origin perpendicular to d.
        SupportLines = "support-lines",
        /// The side beyond the supporting line, where nothing of the difference is.
        HalfPlane = "half-plane",
        /// Witness points, nearest point v, their distance.
        Witness = "witness",
        /// Normals of the nearest edge and of the answer.
        Normals = "normals",
        /// Voronoi regions of a simplex that is being reduced.
        Regions = "regions",
        /// B moved by depth times normal.
        Moved = "moved",
        /// Bodies that the question is not about, in the world.
        Others = "others",
        /// Beside the difference, what is around the origin, magnified as far as the step needs.
        Loupe = "loupe",
        /// What the forms and colours mean, below the picture.
        Legend = "legend",
        /// The step's sentence, below the picture.
        Caption = "caption",
    }
}

words! {
    /// The language of captions, legends and all other words of a figure.
    Language, "language" {
        /// English.
        En = "en",
        /// Chinese, simplified.
        Zh = "zh",
    }
}

/// What is behind a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Nothing: the page shows through.
    Transparent,
    /// What the theme has.
    Theme,
    /// 0xRRGGBB.
    Color(u32),
}

impl FromStr for Background {
    type Err = String;

    fn from_str(word: &str) -> Result<Background, String> {
        let hex = word.strip_prefix('#').filter(|digits| digits.len() == 6);
        match (word, hex.and_then(|digits| u32::from_str_radix(digits, 16).ok())) {
            ("none", _) => Ok(Background::Transparent),
            ("theme", _) => Ok(Background::Theme),
            (_, Some(rgb)) => Ok(Background::Color(rgb)),
            _ => Err(format!("unknown background {word:?}; write none, theme or a colour as #rrggbb")),
        }
    }
}

impl fmt::Display for Background {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Background::Transparent => f.write_str("none"),
            Background::Theme => f.write_str("theme"),
            Background::Color(rgb) => write!(f, "#{rgb:06x}"),
        }
    }
}

/// A length on paper or screen, as `80mm`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// Finite and >= 0.
    pub value: f64,
    /// In this unit.
    pub unit: Unit,
}

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 1/96 inch.
    Px,
    /// 1/72 inch.
    Pt,
    /// Millimetre.
    Mm,
    /// Centimetre.
    Cm,
    /// Inch, 25.4 mm.
    In,
}

impl Unit {
    const ALL: [(Unit, &'static str, f64); 5] = [
        (Unit::Px, "px", 1.0),
        (Unit::Pt, "pt", 96.0 / 72.0),
        (Unit::Mm, "mm", 96.0 / 25.4),
        (Unit::Cm, "cm", 96.0 / 2.54),
        (Unit::In, "in", 96.0),
    ];
}

/// No length of a figure is longer, pixels: 100 pages side by side.
const LONGEST: f64 = 1e5;

impl Length {
    /// In pixels of 1/96 inch.
    pub fn px(self) -> f64 {
        let factor = Unit::ALL.iter().find(|u| u.0 == self.unit).map_or(1.0, |u| u.2);
        self.value * factor
    }

    /// In points of 1/72 inch.
    pub fn pt(self) -> f64 {
        self.px() * 0.75
    }
}

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Length, String> {
        let bad = || format!("unknown length {text:?}; write a number with px, pt, mm, cm or in, such as 80mm");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match text[digits.len()..].trim() {
            "" => Unit::Px,
            word => Unit::ALL.iter().find(|u| u.1 == word).ok_or_else(bad)?.0,
        };
        let value: f64 = digits.trim().parse().map_err(|_| bad())?;
        let length = Length { value, unit };
        let fits = value >= 0.0 && length.px() <= LONGEST;
        if fits { Ok(length) } else { Err(format!("the length {text:?} is not between 0 and {LONGEST} px")) }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = Unit::ALL.iter().find(|u| u.0 == self.unit).map_or("px", |u| u.1);
        write!(f, "{}{unit}", shortest(self.value))
    }
}

/// Which steps a figure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// Step 0.
    First,
    /// The last one.
    Last,
    /// The one to blame; the last where the run is right.
    Problem,
    /// All.
    All,
    /// The last one of each iteration.
    Iterations,
    /// These, both ends included.
    Chosen(Vec<(u32, u32)>),
}

impl FromStr for Steps {
    type Err = String;

    fn from_str(text: &str) -> Result<Steps, String> {
        let bad = || {
            format!(
                "unknown step {text:?}; write a number, first, last, problem, all, iterations, or numbers and ranges such as 0,3,5..8"
            )
        };
        let range = |part: &str| {
            let (from, to) = part.split_once("..").unwrap_or((part, part));
            let number = |s: &str| s.trim().parse::<u32>().map_err(|_| bad());
            let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
            if from <= to { Ok((from, to)) } else { Err(bad()) }
        };
        Ok(match text {
            "first" => Steps::First,
            "last" => Steps::Last,
            "problem" => Steps::Problem,
            "all" => Steps::All,
            "iterations" => Steps::Iterations,
            list => Steps::Chosen(list.split(',').map(range).collect::<Result<_, _>>()?),
        })
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Steps::First => f.write_str("first"),
            Steps::Last => f.write_str("last"),
            Steps::Problem => f.write_str("problem"),
            Steps::All => f.write_str("all"),
            Steps::Iterations => f.write_str("iterations"),
            Steps::Chosen(ranges) => {
                let range = |&(a, b): &(u32, u32)| if a == b { a.to_string() } else { format!("{a}..{b}") };
                f.write_str(&ranges.iter().map(range).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// Something the author of a figure adds, scene units.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Where an arrow begins; `None`: no arrow.
    pub from: Option<DVec3>,
    /// What is pointed at; without an arrow, where the text stands.
    pub at: DVec3,
    /// May be empty at an arrow.
    pub text: String,
    /// In which view, world or difference; `None`: in the figure's own, in a pair the world.
    pub view: Option<View>,
}
