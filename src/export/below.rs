//! What stands below a picture: the caption, which is the step's sentence, and the legend. Both keep one height for all steps of a run.

use std::collections::BTreeSet;

use glam::DVec2;

use super::figure::{Drawn, Settings, plain_text, unmarked};
use super::fonts::measure;
use crate::draw::{Camera, Dot, MarkKind, Painted, Picture, Role, Viewport, brief, paint};
use crate::run::{NumberStyle, sentence_in};
use crate::scene::{Language, View};

/// Size of captions, pixels, before the factor of the ink, and the distance of their lines.
const SIZE: f64 = 11.5;
const LINE: f64 = 16.0;
/// Distance of the rows of the legend, and its distance from the caption, pixels.
const ROW: f64 = 19.0;
const BETWEEN: f64 = 5.0;
/// Space above the first line and below the last, pixels.
const PAD: f64 = 6.0;
/// Width of a sample of the legend, and the space after it and after its word, pixels.
const SAMPLE: f64 = 22.0;
const GAPS: (f64, f64) = (6.0, 16.0);
/// The roles of no more steps than that are looked at for the legend.
const MOST_STEPS: usize = 2048;

/// Titles of the two halves of a pair.
pub(super) fn titles(language: Language) -> [&'static str; 2] {
    match language {
        Language::En => ["World", "Difference A − B"],
        Language::Zh => ["世界", "差集 A − B"],
    }
}

/// Title of the loupe, long and short: the distance of neighbouring floats where they are seen, else half its side.
pub(super) fn loupe_title(half: f64, lattice: Option<f64>, language: Language) -> [String; 2] {
    let [place, size] = match (language, lattice) {
        (Language::En, Some(apart)) => ["Around the origin: ".into(), format!("floats {} apart", brief(apart))],
        (Language::En, None) => ["Around the origin: ".into(), format!("± {}", brief(half))],
        (Language::Zh, Some(apart)) => [String::from("原点："), format!("数间距 {}", brief(apart))],
        (Language::Zh, None) => [String::from("原点："), format!("± {}", brief(half))],
    };
    [format!("{place}{size}"), size]
}

/// Caption and legend of a step.
pub(super) struct Below {
    lines: Vec<String>,
    /// Lines of the longest caption of the run.
    room: usize,
    rows: Vec<Vec<Role>>,
    /// Factor of the size of text.
    text: f64,
}

impl Below {
    /// What stands below a step's picture of that width.
    pub fn of_step(drawn: &Drawn, step: usize, width: f64) -> Below {
        let s = drawn.settings;
        let text = s.outer_ink().text;
        let words = |step: usize| {
            let sentence = sentence_in(drawn.trace, step, NumberStyle::Short, s.language);
            wrapped(&format!("{}{sentence}", numbered(step, s.language)), width - 2.0 * PAD, SIZE * text)
        };
        let (lines, room) = match s.caption && s.view != View::Chart {
            true => (words(step), (0..drawn.trace.len()).map(|step| words(step).len()).max().unwrap_or(0)),
            false => (vec![], 0),
        };
        Below { lines, room, rows: rows(drawn, &[s.view], width), text }
    }

    /// What stands below a sheet: these words, and one legend for all.
    pub fn of_sheet(drawn: &Drawn, words: &str, width: f64) -> Below {
        let s = drawn.settings;
        let text = s.outer_ink().text;
        let lines = if s.caption { wrapped(words, width - 2.0 * PAD, SIZE * text) } else { vec![] };
        Below { room: lines.len(), lines, rows: rows(drawn, &[s.of], width), text }
    }

    /// Pixels.
    pub fn height(&self) -> f64 {
        let (lines, rows) = (self.room as f64, self.rows.len() as f64);
        let between = if lines * rows > 0.0 { BETWEEN } else { 0.0 };
        if lines + rows == 0.0 { 0.0 } else { (lines * LINE + rows * ROW + between + 2.0 * PAD) * self.text }
    }

    /// At that upper left corner.
    pub fn paint(&self, at: DVec2, settings: &Settings) -> Vec<Painted> {
        let ink = settings.outer_ink();
        let mut middle = at + DVec2::new(PAD, (PAD + LINE * 0.5) * self.text);
        let mut shapes = vec![];
        for row in &self.rows {
            let mut x = middle.x;
            for &role in row {
                let sample =
                    Viewport::new(DVec2::new(x, middle.y - 6.0 * self.text), DVec2::new(SAMPLE, 12.0) * self.text);
                shapes.extend(paint(&self::sample(role, sample), &camera(sample), ink, &measure));
                x += (SAMPLE + GAPS.0) * self.text;
                let word = meaning(role, settings.language);
                shapes.push(unmarked(plain_text(word, DVec2::new(x, middle.y), SIZE, ink, ink.theme.text())));
                x += measure(word, SIZE * self.text, false).x + GAPS.1 * self.text;
            }
            middle.y += ROW * self.text;
        }
        if !self.rows.is_empty() {
            middle.y += BETWEEN * self.text;
        }
        for line in &self.lines {
            shapes.push(unmarked(plain_text(line, middle, SIZE, ink, ink.theme.text())));
            middle.y += LINE * self.text;
        }
        shapes
    }
}

/// The number of a step as a caption begins.
fn numbered(step: usize, language: Language) -> String {
    match language {
        Language::En => format!("Step {step}. "),
        Language::Zh => format!("第 {step} 步。"),
    }
}

/// Pixels are the units of a sample, y up.
fn camera(sample: Viewport) -> Camera {
    let wide = sample.shrunk(-12.0);
    Camera { center: DVec2::ZERO, scale: 1.0, view: wide }
}

/// What a role looks like, small.
fn sample(role: Role, area: Viewport) -> Picture {
    let half = area.size() * 0.5;
    let (x, y) = (half.x, half.y);
    let mut p = Picture::default();
    match role {
        Role::A | Role::B | Role::Other | Role::Difference | Role::Simplex | Role::HalfPlane | Role::Region => {
            let ring = vec![DVec2::new(-x, -y), DVec2::new(x, -y), DVec2::new(x, y), DVec2::new(-x, y)];
            p.add(role, MarkKind::Area(ring));
        }
        Role::Origin => p.add(role, MarkKind::Dot(DVec2::ZERO, Dot::Origin)),
        Role::Closest => p.add(role, MarkKind::Dot(DVec2::ZERO, Dot::Diamond)),
        Role::Dropped => p.add(role, MarkKind::Dot(DVec2::ZERO, Dot::Crossed)),
        Role::Direction | Role::Normal | Role::Note => {
            p.add(role, MarkKind::Vector(DVec2::new(-x, 0.0), DVec2::new(x, 0.0)));
        }
        _ => p.add(role, MarkKind::Path(vec![DVec2::new(-x, 0.0), DVec2::new(x, 0.0)])),
    }
    p
}

/// What a role means, in the words of a legend.
pub(super) fn meaning(role: Role, language: Language) -> &'static str {
    let (en, zh) = match role {
        Role::A => ("shape A", "形状 A"),
        Role::B => ("shape B", "形状 B"),
        Role::Other => ("other bodies", "其他物体"),
        Role::Difference => ("difference A − B", "差集 A − B"),
        Role::Core => ("core of a rounded shape", "圆角形状的核心"),
        Role::Simplex => ("simplex", "单纯形"),
        Role::Dropped => ("dropped", "舍去的点"),
        Role::Tested => ("edge tested", "被测试的边"),
        Role::Direction => ("search direction", "搜索方向"),
        Role::SupportLine => ("supporting line", "支撑线"),
        Role::HalfPlane => ("cannot be reached", "不可达的一侧"),
        Role::Closest => ("nearest point", "最近点"),
        Role::Origin => ("origin", "原点"),
        Role::Polytope => ("polygon of EPA", "EPA 多边形"),
        Role::NearestEdge => ("its nearest edge", "最近的边"),
        Role::Normal => ("normal", "法线"),
        Role::MovedB => ("B moved out by the depth", "按深度移开的 B"),
        Role::Region => ("region of a feature", "最近特征的区域"),
        Role::Note => ("note", "注释"),
        Role::Hover | Role::Axis | Role::Text => ("", ""),
    };
    if language == Language::En { en } else { zh }
}

/// The roles that these views of the run have, in rows of that width; none without a legend.
fn rows(drawn: &Drawn, views: &[View], width: f64) -> Vec<Vec<Role>> {
    let s = drawn.settings;
    if !s.legend {
        return vec![];
    }
    let text = s.outer_ink().text;
    let views = views.iter().flat_map(|view| match view {
        View::Pair => vec![View::World, View::Minkowski],
        View::World | View::Minkowski => vec![*view],
        View::Sheet | View::Chart | View::Window => vec![],
    });
    let mut seen = BTreeSet::new();
    for view in views {
        for step in 0..drawn.trace.len().min(MOST_STEPS) {
            seen.extend(drawn.picture(view, step).marks.iter().map(|mark| mark.role));
        }
    }
    let mut rows: Vec<Vec<Role>> = vec![];
    let mut left = 0.0;
    for role in seen.into_iter().filter(|&role| !meaning(role, s.language).is_empty()) {
        let word = measure(meaning(role, s.language), SIZE * text, false).x;
        let wide = word + (SAMPLE + GAPS.0 + GAPS.1) * text;
        match rows.last_mut() {
            Some(row) if wide - GAPS.1 * text <= left => row.push(role),
            _ => {
                rows.push(vec![role]);
                left = width - 2.0 * PAD;
            }
        }
        left -= wide;
    }
    rows
}

/// A text in lines of at most that many pixels; broken at spaces, and before any Chinese character but closing punctuation.
pub(super) fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    let mut line = String::new();
    for word in pieces(text) {
        let longer = format!("{line}{word}");
        if line.is_empty() || measure(longer.trim_end(), size, false).x <= width {
            line = longer;
        } else {
            lines.push(line.trim_end().to_owned());
            line = word.trim_start().to_owned();
        }
    }
    lines.push(line.trim_end().to_owned());
    lines.retain(|line| !line.is_empty());
    lines
}

/// Words with the space after them, Chinese characters one by one with the punctuation after them.
fn pieces(text: &str) -> Vec<String> {
    let wide = |c: char| ('\u{2e80}'..='\u{9fff}').contains(&c);
    let closing = |c: char| "，。：；、）”".contains(c);
    let mut pieces: Vec<String> = vec![];
    let mut last = ' ';
    for c in text.chars() {
        let breaks = (last == ' ' && c != ' ') || (wide(c) || wide(last) || closing(last)) && c != ' ' && !closing(c);
        match pieces.last_mut() {
            Some(piece) if !breaks || last == '“' || last == '（' => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        last = c;
    }
    pieces
}
