//! Figures: steps of a run as a display list, from the same pictures as the window.

use glam::DVec2;

use super::below::{self, Below};
use super::drawing::{About, Drawing};
use super::fonts::measure;
use super::{sheet, svg::svg};
use crate::draw::{
    Anchor, Camera, Ink, Look, MarkKind, Painted, Picture, Rgba, Role, Shape, Stage, Theme, Viewport, bystanders,
    chart, lattice_spacing, loupe, loupe_camera, minkowski, paint, paint_chart, visible_lattice, world,
};
use crate::run::{NumberStyle, Trace, sentence_in};
use crate::scene::{Background, Figure, FigureTheme, Language, Length, Note, Part, Scene, View};

/// A figure as it is drawn: a [`Figure`] with every question answered.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is shown.
    pub view: View,
    /// What each picture of a sheet shows.
    pub of: View,
    /// Width and height, pixels; a sheet without a height grows.
    pub size: DVec2,
    /// White space on every side, pixels.
    pub margin: f64,
    /// Colours.
    pub theme: Theme,
    /// The colour that covers what is behind a hollow dot or a label.
    pub paper: Rgba,
    /// Factor of line widths, dots and arrows; `None`: what suits the size of the picture.
    pub lines: Option<f64>,
    /// Factor of the size of text; `None`: what suits the size of the picture.
    pub text: Option<f64>,
    /// What of a step is shown.
    pub look: Look,
    /// Beside the difference, what is around the origin.
    pub loupe: bool,
    /// What is behind the picture.
    pub background: Option<Rgba>,
    /// Lower left and upper right corner of what is shown, scene units, where it is not what holds all steps.
    pub range: Option<(DVec2, DVec2)>,
    /// The step's sentence below the picture.
    pub caption: bool,
    /// What the forms mean, below the picture.
    pub legend: bool,
    /// The language of every word.
    pub language: Language,
    /// Pictures in a row of a sheet.
    pub columns: Option<u32>,
    /// What the author adds.
    pub notes: Vec<Note>,
}

/// Size of letters that name things, and width of the outline of the difference, in pixels, when nothing else is asked for.
const LETTER: f64 = 15.0;
const OUTLINE: f64 = 1.5;
/// Least and most pixels along a side.
const SIDES: (f64, f64) = (64.0, 8192.0);

/// Width and height of a view that nobody gave a size, pixels. A sheet's height is what it needs.
fn natural(view: View, loupe: bool) -> DVec2 {
    match view {
        View::Minkowski if loupe => DVec2::new(900.0, 460.0),
        View::Pair if loupe => DVec2::new(1200.0, 440.0),
        View::World | View::Minkowski => DVec2::new(480.0, 460.0),
        View::Pair => DVec2::new(900.0, 460.0),
        View::Sheet => DVec2::new(900.0, 0.0),
        View::Chart => DVec2::new(640.0, 240.0),
        View::Window => DVec2::new(1600.0, 1000.0),
    }
}

/// Width and height of a figure, pixels; of a sheet without a height the height is 0. `Err` names what is out of range.
pub fn size(figure: &Figure, view: View) -> Result<DVec2, String> {
    let natural = natural(view, shows(figure, Part::Loupe));
    let ratio = natural.y / natural.x;
    let size = match (figure.width.map(Length::px), figure.height.map(Length::px)) {
        (None, None) => natural,
        (Some(w), None) => DVec2::new(w, w * ratio),
        (None, Some(h)) => DVec2::new(if ratio > 0.0 { h / ratio } else { natural.x }, h),
        (Some(w), Some(h)) => DVec2::new(w, h),
    };
    let fits = |x: f64| (SIDES.0..=SIDES.1).contains(&x);
    let grows = view == View::Sheet && figure.height.is_none();
    if fits(size.x) && (fits(size.y) || grows) {
        return Ok(size);
    }
    let (least, most) = SIDES;
    Err(format!("a figure of {:.0} x {:.0} px; each side has {least} to {most} px (--width, --height)", size.x, size.y))
}

/// The draw theme of a figure's.
pub fn theme(theme: FigureTheme) -> Theme {
    match theme {
        FigureTheme::Light => Theme::Light,
        FigureTheme::Dark => Theme::Dark,
        FigureTheme::Print => Theme::Print,
        FigureTheme::ColourBlind => Theme::ColourBlind,
    }
}

impl Settings {
    /// Every question answered: by `figure`, else by what suits its view. `Err` is a sentence about what cannot be.
    pub fn new(figure: &Figure) -> Result<Settings, String> {
        let view = figure.view.unwrap_or(View::Pair);
        let of = figure.of.unwrap_or(View::Minkowski);
        if matches!(of, View::Sheet | View::Window | View::Chart) {
            return Err(format!("a sheet of {of} cannot be drawn; its pictures are world, minkowski or pair (--of)"));
        }
        let theme = theme(figure.theme.unwrap_or(FigureTheme::Light));
        let factor = |length: Option<Length>, natural: f64, name: &str| match length.map(Length::px) {
            None => Ok(None),
            Some(px) if (0.1..=100.0).contains(&(px / natural)) => Ok(Some(px / natural)),
            Some(_) => Err(format!("{name} is out of range: a tenth to a hundred times {natural} px")),
        };
        let background = match figure.background.unwrap_or(Background::Transparent) {
            Background::Transparent => None,
            Background::Theme => theme.background(),
            Background::Color(rgb) => Some(Rgba::asked(rgb)),
        };
        let size = size(figure, view)?;
        let margin = figure.margin.map_or(0.0, Length::px);
        if margin * 2.0 + SIDES.0 * 0.5 > size.x || (size.y > 0.0 && margin * 2.0 + SIDES.0 * 0.5 > size.y) {
            return Err("the margin leaves no room for the picture (--margin)".into());
        }
        let one_plane = matches!(view, View::World | View::Minkowski)
            || (view == View::Sheet && matches!(of, View::World | View::Minkowski));
        let loupe = shows(figure, Part::Loupe);
        let pictured = if view == View::Sheet { of } else { view };
        if loupe && !matches!(pictured, View::Minkowski | View::Pair) {
            return Err(format!(
                "{pictured} has no loupe; it stands beside the difference: draw minkowski or pair (--show)"
            ));
        }
        let range = match figure.range {
            Some(_) if !one_plane => {
                return Err(format!("{view} has no one range; draw world or minkowski (--range)"));
            }
            Some([x0, y0, x1, y1]) if x0 < x1 && y0 < y1 => Some((DVec2::new(x0, y0), DVec2::new(x1, y1))),
            Some(_) => return Err("the range is x0,y0,x1,y1 with x0 < x1 and y0 < y1 (--range)".into()),
            None => None,
        };
        Ok(Settings {
            view,
            of,
            size,
            margin,
            theme,
            paper: background.unwrap_or(theme.paper()),
            lines: factor(figure.line_width, OUTLINE, "--line-width")?,
            text: factor(figure.font_size, LETTER, "--font-size")?,
            look: look(figure),
            loupe,
            background,
            range,
            caption: shows(figure, Part::Caption),
            legend: shows(figure, Part::Legend),
            language: figure.caption.unwrap_or(Language::En),
            columns: figure.columns.map(|n| n.clamp(1, 64)),
            notes: figure.notes.clone(),
        })
    }
}

impl Settings {
    /// A view in a theme with its background, of that size in pixels, nothing else asked for.
    pub fn plain(view: View, theme: Theme, size: DVec2) -> Settings {
        let figure = Figure::default();
        Settings {
            view,
            of: View::Minkowski,
            size,
            margin: 0.0,
            theme,
            paper: theme.paper(),
            lines: Some(1.0),
            text: Some(1.0),
            look: look(&figure),
            loupe: false,
            background: theme.background(),
            range: None,
            caption: false,
            legend: false,
            language: Language::En,
            columns: None,
            notes: vec![],
        }
    }
}

/// Pictures of a plane below this width have smaller text and thinner lines, down to this factor: at 80 mm letters of 8.5 points.
const ROOMY: f64 = 400.0;
const SMALLEST: f64 = 0.7;

impl Settings {
    /// What paints a picture of that width, pixels.
    pub(super) fn ink(&self, width: f64) -> Ink {
        let fitting = (width / ROOMY).clamp(SMALLEST, 1.0);
        let fitting = if fitting.is_nan() { 1.0 } else { fitting };
        let factor = |asked: Option<f64>| asked.unwrap_or(fitting);
        Ink { theme: self.theme, paper: self.paper, lines: factor(self.lines), text: factor(self.text) }
    }

    /// What paints titles, captions and legends.
    pub(super) fn outer_ink(&self) -> Ink {
        let width = self.size.x - 2.0 * self.margin;
        self.ink(width / self.panels(self.view).len() as f64)
    }

    /// What stands side by side in a view; one panel is the view itself.
    pub(super) fn panels(&self, view: View) -> &'static [Panel] {
        match (view, self.loupe) {
            (View::World, _) => &[Panel::World],
            (View::Minkowski, false) => &[Panel::Difference],
            (View::Minkowski, true) => &[Panel::Difference, Panel::Loupe],
            (View::Pair, false) => &[Panel::World, Panel::Difference],
            (View::Pair, true) => &[Panel::World, Panel::Difference, Panel::Loupe],
            (View::Sheet | View::Window | View::Chart, _) => &[Panel::Whole],
        }
    }
}

/// A step as SVG, `size` in pixels, on the theme's background. The metadata say kernel, precision, step and its sentence.
pub fn figure(trace: &Trace, step: usize, view: View, theme: Theme, size: DVec2) -> String {
    svg(&Drawn::new(trace, &Settings::plain(view, theme, size)).figure(&[step], About::default()))
}

fn shown(figure: &Figure, part: Part, otherwise: bool) -> bool {
    (otherwise || figure.show.contains(&part)) && !figure.hide.contains(&part)
}

/// Whether a figure that is asked for so shows a part.
pub fn shows(figure: &Figure, part: Part) -> bool {
    let look = look(figure);
    match part {
        Part::Grid => look.grid,
        Part::Axes => look.axes,
        Part::Labels => look.labels,
        Part::Indices => look.indices,
        Part::Coordinates => look.coordinates,
        Part::Direction => look.direction,
        Part::SupportLines => look.support_lines,
        Part::HalfPlane => look.half_plane,
        Part::Witness => look.witness,
        Part::Normals => look.normals,
        Part::Regions => look.regions,
        Part::Moved => look.moved,
        Part::Others => look.others,
        Part::Legend | Part::Loupe => shown(figure, part, false),
        Part::Caption => shown(figure, part, figure.caption.is_some()),
    }
}

fn look(figure: &Figure) -> Look {
    let plain = Look::default();
    let is = |part: Part, otherwise: bool| shown(figure, part, otherwise);
    Look {
        labels: is(Part::Labels, plain.labels),
        indices: is(Part::Indices, plain.indices),
        direction: is(Part::Direction, plain.direction),
        support_lines: is(Part::SupportLines, plain.support_lines),
        half_plane: is(Part::HalfPlane, plain.half_plane),
        witness: is(Part::Witness, plain.witness),
        normals: is(Part::Normals, plain.normals),
        moved: is(Part::Moved, plain.moved),
        others: is(Part::Others, plain.others),
        regions: is(Part::Regions, plain.regions),
        grid: is(Part::Grid, plain.grid),
        axes: is(Part::Axes, plain.axes),
        coordinates: is(Part::Coordinates, plain.coordinates),
        hover: None,
        language: figure.caption.unwrap_or(plain.language),
    }
}

/// A run with what all its pictures share.
pub struct Drawn<'a> {
    pub(super) trace: &'a Trace,
    pub(super) stage: Stage,
    pub(super) settings: &'a Settings,
    /// Bodies that the question is not about.
    others: Picture,
}

impl<'a> Drawn<'a> {
    /// The pictures of a run as `settings` have them.
    pub fn new(trace: &'a Trace, settings: &'a Settings) -> Drawn<'a> {
        Drawn { trace, stage: Stage::new(trace), settings, others: Picture::default() }
    }

    /// With the bodies of the run's scene that its question is not about.
    pub fn with_others(self, scene: &Scene) -> Drawn<'a> {
        let asked = [&scene.query.a, &scene.query.b];
        let bodies = scene.bodies.iter().enumerate().filter(|(_, body)| !asked.contains(&&body.name));
        Drawn { others: bystanders(bodies), ..self }
    }

    /// `Err` is a sentence about why these steps do not fit the size that is asked for.
    pub fn fits(&self, steps: &[usize]) -> Result<(), String> {
        if self.settings.view == View::Sheet { sheet::fits(self, steps) } else { Ok(()) }
    }

    /// The figure of these steps; views other than a sheet show the first of them. `about` gets title, text and step.
    pub fn figure(&self, steps: &[usize], about: About) -> Drawing {
        let last = self.trace.len().saturating_sub(1);
        let step = steps.first().map_or(last, |&s| s.min(last));
        let Settings { size, background, .. } = *self.settings;
        let (shapes, size) = match self.settings.view {
            View::Sheet => sheet::sheet(self, steps),
            _ => (self.with_below(step), size),
        };
        Drawing { shapes, size, background, about: self.about(steps, step, last, about) }
    }

    fn about(&self, steps: &[usize], step: usize, last: usize, about: About) -> About {
        let (kernel, precision) = (self.trace.kernel.id, self.trace.precision.id());
        let sheet = self.settings.view == View::Sheet;
        let shown = if sheet { sheet::spelled(steps) } else { step.to_string() };
        let words = if sheet && steps.len() != 1 { "steps" } else { "step" };
        let scene = if about.scene.is_empty() { String::new() } else { format!("{}: ", about.scene) };
        let which = match self.settings.language {
            Language::En => format!("{words} {shown} of {last}"),
            Language::Zh => format!("第 {shown} 步（末步 {last}）"),
        };
        About {
            title: format!("{scene}{kernel}, {precision}, {which}"),
            alt: match sheet {
                true => sheet::words(self, steps),
                false => sentence_in(self.trace, step, NumberStyle::Short, self.settings.language),
            },
            kernel: kernel.into(),
            precision: precision.into(),
            step: format!("{shown} of {last}"),
            ..about
        }
    }

    /// A view with its caption and legend below it.
    fn with_below(&self, step: usize) -> Vec<Painted> {
        let Settings { size, margin, .. } = *self.settings;
        let inner = Viewport::new(DVec2::ZERO, size).shrunk(margin);
        let below = Below::of_step(self, step, inner.size().x);
        let area = Viewport { max: DVec2::new(inner.max.x, inner.max.y - below.height()), ..inner };
        let mut shapes = self.view(self.settings.view, step, area);
        shapes.extend(below.paint(DVec2::new(inner.min.x, area.max.y), self.settings));
        shapes
    }

    /// One view of a step in a part of the figure.
    pub(super) fn view(&self, view: View, step: usize, area: Viewport) -> Vec<Painted> {
        match self.settings.panels(view) {
            [Panel::World] => self.plane(View::World, step, area),
            [Panel::Difference] => self.plane(View::Minkowski, step, area),
            [Panel::Whole] | [] => {
                let bounds = chart(self.trace);
                let ink = self.settings.ink(area.size().x);
                paint_chart(&bounds, Some(step), None, (bounds.log, self.settings.language), area, ink, &measure)
            }
            panels => self.row(panels, step, area),
        }
    }

    /// The marks of a step in a view, notes included.
    pub(super) fn picture(&self, view: View, step: usize) -> Picture {
        let Settings { look, notes, .. } = self.settings;
        let mut picture = match view {
            View::World => world(self.trace, &self.stage, step, look),
            _ => minkowski(self.trace, &self.stage, step, look),
        };
        if view == View::World && look.others {
            // Under the pair, above grid and axes.
            let under = picture.marks.iter().take_while(|mark| mark.role == Role::Axis).count();
            picture.marks.splice(under..under, self.others.marks.iter().cloned());
        }
        let own = match self.settings.view {
            View::Sheet => self.settings.of,
            view => view,
        };
        let own = if own == View::Pair { View::World } else { own };
        for note in notes.iter().filter(|note| note.view.unwrap_or(own) == view) {
            add_note(&mut picture, note);
        }
        picture
    }

    fn plane(&self, view: View, step: usize, area: Viewport) -> Vec<Painted> {
        let picture = self.picture(view, step);
        let camera = match self.settings.range {
            Some(range) => Camera::showing(range, area),
            None => Camera::fit(picture.range, area),
        };
        paint(&picture, &camera, self.settings.ink(area.size().x), &measure)
    }

    /// Panels side by side, with a title each and a rule between them.
    fn row(&self, panels: &[Panel], step: usize, area: Viewport) -> Vec<Painted> {
        let wide = area.size().x / panels.len() as f64;
        let ink = self.settings.ink(wide);
        let title = TITLE * ink.text;
        let (mut shapes, mut rules, mut titles) = (vec![], vec![], vec![]);
        for (i, panel) in panels.iter().enumerate() {
            let left = area.min.x + wide * i as f64;
            let inner =
                Viewport { min: DVec2::new(left, area.min.y + title), max: DVec2::new(left + wide, area.max.y) };
            let (own, words) = self.panel(*panel, step, inner, ink);
            shapes.extend(own);
            let at = DVec2::new(left + 12.0, area.min.y + title * 0.5 + 2.0);
            titles.push(plain_text(&words, at, 12.0, ink, ink.theme.weak_text()));
            if i > 0 {
                let points = vec![DVec2::new(left, area.min.y + 8.0), DVec2::new(left, area.max.y - 8.0)];
                let color = ink.style(Role::Axis).color;
                rules.push(Shape::Polyline { points, closed: false, width: ink.lines, color, dash: None });
            }
        }
        shapes.extend(rules.into_iter().chain(titles).map(unmarked));
        shapes
    }

    /// One panel of a row, and its title.
    fn panel(&self, panel: Panel, step: usize, area: Viewport, ink: Ink) -> (Vec<Painted>, String) {
        let [world, difference] = below::titles(self.settings.language);
        match panel {
            Panel::World => (self.plane(View::World, step, area), world.to_owned()),
            Panel::Loupe => {
                let camera = loupe_camera(self.trace, &self.stage, step, area, None);
                let picture = loupe(self.trace, &self.stage, step, &self.settings.look, &camera);
                let lattice = visible_lattice(&camera, lattice_spacing(self.trace));
                let half = area.size().min_element() * 0.5 / camera.scale;
                let [words, short] = below::loupe_title(half, lattice, self.settings.language);
                let fits = 24.0 + measure(&words, 12.0 * ink.text, false).x <= area.size().x;
                let words = if fits { words } else { short };
                (paint(&picture, &camera, ink, &measure), words)
            }
            Panel::Difference | Panel::Whole => (self.plane(View::Minkowski, step, area), difference.to_owned()),
        }
    }
}

/// What stands beside what in a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Panel {
    World,
    Difference,
    /// What is around the origin of the difference.
    Loupe,
    /// A view that stands alone.
    Whole,
}

/// Height of a view's title in the pair, pixels.
const TITLE: f64 = 24.0;

fn add_note(picture: &mut Picture, note: &Note) {
    let at = note.at.truncate();
    match note.from.map(|from| from.truncate()) {
        Some(from) => {
            picture.add(Role::Note, MarkKind::Vector(from, at));
            if !note.text.is_empty() {
                picture.add(Role::Note, MarkKind::Label(from, note.text.clone(), from - at));
            }
        }
        None => picture.add(Role::Note, MarkKind::Label(at, note.text.clone(), DVec2::ZERO)),
    }
}

/// Upright text that starts at a point; `size` before the factor of the ink.
pub(super) fn plain_text(text: &str, pos: DVec2, size: f64, ink: Ink, color: Rgba) -> Shape {
    let size = size * ink.text;
    Shape::Text { pos, anchor: Anchor::Start, text: text.into(), size, color, italic: false, halo: None }
}

/// A shape that stands for nothing in the scene.
pub(super) fn unmarked(shape: Shape) -> Painted {
    Painted { shape, role: Role::Text, target: None }
}
