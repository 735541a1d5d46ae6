//! What roles look like: the only place with colours. Colour is never the only difference between two roles.

use super::{Dot, Role};

/// Red, green, blue, alpha, not premultiplied, sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgba(pub [u8; 4]);

impl Rgba {
    /// Opaque, from 0xRRGGBB.
    pub const fn hex(rgb: u32) -> Rgba {
        Rgba([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255])
    }

    /// A colour that a person asked for, opaque, from 0xRRGGBB.
    pub const fn asked(rgb: u32) -> Rgba {
        Rgba::hex(rgb)
    }

    /// The same colour with that opacity in percent.
    pub const fn percent(self, percent: u32) -> Rgba {
        let [r, g, b, _] = self.0;
        Rgba([r, g, b, (percent * 255 / 100) as u8])
    }
}

/// On and off lengths of a dashed line, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dash {
    /// Drawn.
    pub on: f64,
    /// Left out.
    pub off: f64,
}

/// How a role is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Lines, dots and text.
    pub color: Rgba,
    /// Line width, pixels.
    pub width: f64,
    /// Areas.
    pub fill: Option<Rgba>,
    /// Broken lines.
    pub dash: Option<Dash>,
    /// Areas are hatched by lines at this angle, degrees counter-clockwise.
    pub hatch: Option<f64>,
    /// The form of its dots where a mark leaves the choice.
    pub dot: Dot,
}

/// A set of colours and line widths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// For paper: no background, hatched shapes.
    Print,
    /// Dark on white, with colours that differ in lightness and for every kind of colour vision.
    ColourBlind,
}

/// A theme at some size: what paints a picture. Made from a theme alone it is that of the window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Colours and forms.
    pub theme: Theme,
    /// The colour that covers what is behind a hollow dot or a label.
    pub paper: Rgba,
    /// Factor of line widths, dashes, dots and arrows; finite and > 0.
    pub lines: f64,
    /// Factor of the size of text; finite and > 0.
    pub text: f64,
}

impl From<Theme> for Ink {
    fn from(theme: Theme) -> Ink {
        Ink { theme, paper: theme.paper(), lines: 1.0, text: 1.0 }
    }
}

impl Ink {
    /// The look of a role at this size.
    pub fn style(&self, role: Role) -> Style {
        let style = self.theme.style(role);
        let dash = style.dash.map(|d| Dash { on: d.on * self.lines, off: d.off * self.lines });
        Style { width: style.width * self.lines, dash, ..style }
    }
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::Print, Theme::ColourBlind];

    /// The word on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
            Theme::ColourBlind => "colour-blind",
        }
    }

    /// What is behind everything; `None`: the paper.
    pub fn background(self) -> Option<Rgba> {
        match self {
            Theme::Light | Theme::ColourBlind => Some(Rgba::hex(0xffffff)),
            Theme::Dark => Some(Rgba::hex(0x17191c)),
            Theme::Print => None,
        }
    }

    /// The colour that covers what is behind a hollow dot or a label.
    pub fn paper(self) -> Rgba {
        self.background().unwrap_or(Rgba::hex(0xffffff))
    }

    /// Plain text.
    pub fn text(self) -> Rgba {
        match self {
            Theme::Light | Theme::Print | Theme::ColourBlind => Rgba::hex(0x222222),
            Theme::Dark => Rgba::hex(0xe6e6e6),
        }
    }

    /// Less important text: tick labels, titles' second half.
    pub fn weak_text(self) -> Rgba {
        match self {
            Theme::Light | Theme::Print | Theme::ColourBlind => Rgba::hex(0x6b6b6b),
            Theme::Dark => Rgba::hex(0x9a9fa6),
        }
    }

    /// Selection and play head.
    pub fn accent(self) -> Rgba {
        match self {
            Theme::ColourBlind => Rgba::hex(0x00694c),
            Theme::Light | Theme::Print => Rgba::hex(0xb0006a),
            Theme::Dark => Rgba::hex(0xff7ac0),
        }
    }

    /// A wrong decision, a finding.
    pub fn wrong(self) -> Rgba {
        match self {
            Theme::Light | Theme::Print | Theme::ColourBlind => Rgba::hex(0xc00020),
            Theme::Dark => Rgba::hex(0xff6b6b),
        }
    }

    /// A fragile decision.
    pub fn fragile(self) -> Rgba {
        match self {
            Theme::Light | Theme::Print | Theme::ColourBlind => Rgba::hex(0xb07000),
            Theme::Dark => Rgba::hex(0xf0c040),
        }
    }

    /// Text that names something of a role: its colour, moved toward that of plain text until it reads well.
    pub fn label(self, role: Role) -> Rgba {
        let ([r, g, b, _], Rgba([tr, tg, tb, _])) = (self.style(role).color.0, self.text());
        let mix = |x: u8, t: u8| ((x as u32 * 7 + t as u32 * 3) / 10) as u8;
        match role {
            Role::Axis | Role::SupportLine | Role::Region => self.weak_text(),
            Role::Hover => self.accent(),
            _ => Rgba([mix(r, tr), mix(g, tg), mix(b, tb), 255]),
        }
    }

    /// The look of a role.
    pub fn style(self, role: Role) -> Style {
        let pick = |light: u32, dark: u32, blind: u32| {
            Rgba::hex(match self {
                Theme::Light | Theme::Print => light,
                Theme::Dark => dark,
                Theme::ColourBlind => blind,
            })
        };
        // Okabe and Ito's set; for colour-blind, hues and lightnesses that stay apart however two kinds of cones are missing.
        let a = pick(0x0072b2, 0x56b4e9, 0x0b6fc4);
        let b = pick(0xd55e00, 0xe69f00, 0xe69500);
        let difference = pick(0x8a6fb0, 0xb79ce0, 0x949494);
        let simplex = pick(0x009e73, 0x2fd6a3, 0x6e0046);
        let strong = pick(0x333333, 0xeeeeee, 0x333333);
        let weak = pick(0x777777, 0x999999, 0x777777);
        let black = pick(0x000000, 0xffffff, 0x000000);
        let print = self == Theme::Print;
        let plain =
            |color: Rgba, width: f64| Style { color, width, fill: None, dash: None, hatch: None, dot: Dot::Small };
        let filled =
            |color: Rgba, width: f64, percent: u32| Style { fill: Some(color.percent(percent)), ..plain(color, width) };
        let dashed = |style: Style, on: f64, off: f64| Style { dash: Some(Dash { on, off }), ..style };
        match role {
            // A is the wider line, so that both show where outlines coincide.
            Role::A => Style { hatch: print.then_some(45.0), ..filled(a, 2.8, 12) },
            Role::B => Style { hatch: print.then_some(-45.0), ..filled(b, 1.6, 12) },
            Role::Other => filled(pick(0x888888, 0x8a8f96, 0x888888), 1.2, 6),
            Role::Difference => filled(difference, 1.5, 8),
            Role::Core => plain(weak.percent(80), 0.7),
            Role::Simplex => Style { dot: Dot::Filled, ..filled(simplex, 2.5, 15) },
            Role::Dropped => Style { dot: Dot::Crossed, ..dashed(plain(simplex.percent(45), 1.5), 2.0, 3.0) },
            // A band under the edge it marks.
            Role::Tested => plain(strong.percent(22), 9.0),
            Role::Direction => Style { dot: Dot::Ring, ..plain(strong, 1.8) },
            Role::SupportLine => dashed(plain(weak, 1.0), 6.0, 4.0),
            Role::HalfPlane => Style { fill: Some(weak.percent(7)), ..plain(weak, 0.0) },
            Role::Closest => Style { dot: Dot::Diamond, ..plain(black, 1.2) },
            Role::Origin => Style { dot: Dot::Origin, ..plain(black, 1.6) },
            Role::Polytope => dashed(plain(simplex, 1.8), 7.0, 3.0),
            Role::NearestEdge => plain(simplex, 4.0),
            Role::Normal => plain(simplex, 1.8),
            Role::MovedB => dashed(plain(b, 1.5), 1.5, 3.0),
            Role::Hover => Style { dot: Dot::Ring, ..plain(self.accent(), 3.0) },
            Role::Region => dashed(filled(pick(0x5a7d9a, 0x7fa6c8, 0x5a7d9a), 1.0, 10), 1.5, 3.5),
            Role::Axis => plain(pick(0xe2e2e2, 0x2d3136, 0xe2e2e2), 1.0),
            Role::Note => plain(self.accent(), 1.3),
            Role::Text => plain(self.text(), 0.0),
        }
    }
}
