//! From a picture to a flat display list in screen pixels, which window and figures translate one to one.

use glam::DVec2;

use super::clip;
use super::labels::{Obstacles, Request};
use super::outline::unit;
use super::{Camera, Dash, Dot, Ink, Mark, MarkKind, Picture, Rgba, Role, Style, Target, Viewport};

/// Width and height in pixels of one line of text of that size, italic or not.
pub type Measure<'a> = &'a dyn Fn(&str, f64, bool) -> DVec2;

/// Which part of a text its position is, horizontally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// Something to paint. Positions and lengths in pixels, y down.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled convex polygon without outline.
    Polygon { points: Vec<DVec2>, fill: Rgba },
    /// A line through points, with round joins.
    Polyline { points: Vec<DVec2>, closed: bool, width: f64, color: Rgba, dash: Option<Dash> },
    /// A disc, a ring or both.
    Circle { center: DVec2, radius: f64, fill: Option<Rgba>, stroke: Option<(f64, Rgba)> },
    /// One line of text; `pos.y` is the middle of its height. `halo`: paint its outline in that colour underneath, 3 px wide.
    Text { pos: DVec2, anchor: Anchor, text: String, size: f64, color: Rgba, italic: bool, halo: Option<Rgba> },
}

impl Shape {
    /// Every colour it is painted with.
    pub fn colors(&self) -> impl Iterator<Item = Rgba> {
        let (one, other) = match self {
            Shape::Polygon { fill, .. } => (Some(*fill), None),
            Shape::Polyline { color, .. } => (Some(*color), None),
            Shape::Circle { fill, stroke, .. } => (*fill, stroke.map(|(_, color)| color)),
            Shape::Text { color, halo, .. } => (Some(*color), *halo),
        };
        one.into_iter().chain(other)
    }
}

/// A shape with what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Painted {
    /// What to paint.
    pub shape: Shape,
    /// What the mark it comes from means.
    pub role: Role,
    /// What the mark it comes from stands for.
    pub target: Option<Target>,
}

/// The box of a text; `None` for other shapes.
pub fn text_box(shape: &Shape, measure: Measure) -> Option<Viewport> {
    let Shape::Text { pos, anchor, text, size, italic, .. } = shape else { return None };
    let extent = measure(text, *size, *italic);
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    Some(Viewport::new(*pos - extent * DVec2::new(left, 0.5), extent))
}

/// Length of the arrows that have no length of their own, pixels.
const ARROW: f64 = 46.0;
/// Length and half width of an arrow's head, pixels.
const HEAD: (f64, f64) = (10.0, 3.8);
/// Radius of the ring around what the pointer is over, pixels.
const HOVER: f64 = 8.0;
/// Text sizes: letters that name things, notes, numbers at the grid.
const SIZES: (f64, f64, f64) = (15.0, 11.5, 10.5);
/// Distance of the lines that hatch an area, pixels.
const HATCH: f64 = 6.0;
/// Radius of the dot of a vertex of the simplex, pixels.
const VERTEX: f64 = 4.2;
/// Numbers of the grid that are wider are written as what is more than the first, pixels: eight digits are not.
const NUMBER: f64 = 60.0;
/// Grid lines are at least this far apart, pixels.
const GRID: f64 = 64.0;

/// The spacing of the grid at that many pixels per scene unit: 1, 2 or 5 times a power of ten.
pub fn grid_step(scale: f64) -> f64 {
    round_step(GRID / scale)
}

/// The display list of a picture, first to last, clipped to the camera's viewport; labels are placed where they cover as little as possible.
pub fn paint(picture: &Picture, camera: &Camera, ink: impl Into<Ink>, measure: Measure) -> Vec<Painted> {
    paint_under(picture, camera, ink, measure, None)
}

/// The same where something else will cover a part of the view: no label is placed there, nor for what is there.
pub fn paint_under(
    picture: &Picture,
    camera: &Camera,
    ink: impl Into<Ink>,
    measure: Measure,
    covered: Option<Viewport>,
) -> Vec<Painted> {
    let ink = ink.into();
    let arrows = arrows(picture, camera);
    let mut painter =
        Painter { out: vec![], obstacles: Obstacles::default(), camera, ink, measure, arrows, named: vec![], covered };
    covered.into_iter().for_each(|area| painter.obstacles.area(area));
    let is_text = |m: &&Mark| m.kind.is_text();
    let on_top = |m: &&Mark| matches!(m.kind, MarkKind::Dot(_, Dot::Origin));
    for mark in picture.marks.iter().filter(|m| !is_text(m) && !on_top(m)) {
        painter.mark(mark);
    }
    // Above everything but its letter; before the labels are placed, so that they keep off it.
    let above = painter.out.len();
    for mark in picture.marks.iter().filter(on_top) {
        painter.mark(mark);
    }
    let origin = painter.out.split_off(above);
    // Names of regions and lines may stand anywhere along them, so they take what room is left.
    let anywhere = |m: &&Mark| matches!(m.role, Role::Region | Role::SupportLine);
    for mark in picture.marks.iter().filter(is_text).filter(|m| !anywhere(m)) {
        painter.label(mark);
    }
    for mark in picture.marks.iter().filter(is_text).filter(anywhere) {
        painter.label(mark);
    }
    painter.out.extend(origin);
    painter.out
}

/// Where the arrows without a length of their own begin, pixels, and their unit directions.
fn arrows(picture: &Picture, camera: &Camera) -> Vec<(DVec2, DVec2)> {
    let arrow = |mark: &Mark| match mark.kind {
        MarkKind::Arrow(from, along) => Some((camera.to_screen(from), unit(Camera::turn(along))?)),
        _ => None,
    };
    picture.marks.iter().filter_map(arrow).collect()
}

struct Painter<'a> {
    out: Vec<Painted>,
    obstacles: Obstacles,
    camera: &'a Camera,
    ink: Ink,
    measure: Measure<'a>,
    /// See [`arrows`].
    arrows: Vec<(DVec2, DVec2)>,
    /// What something else will cover.
    covered: Option<Viewport>,
    /// Where vertices are that have their names, pixels.
    named: Vec<DVec2>,
}

impl Painter<'_> {
    /// How long an arrow without a length of its own may be where another one comes head-on, so that both have a head of their own;
    /// any length where none comes, or where they begin so close together that nothing would be left of them.
    fn room(&self, from: DVec2, u: DVec2) -> f64 {
        let (free, gap, beside) = (ARROW * self.ink.lines, 3.0 * self.ink.lines, 8.0 * self.ink.lines);
        let facing = |(at, v): &(DVec2, DVec2)| {
            let to = *at - from;
            let ahead = to.dot(u);
            // Opposite to within 5 degrees.
            (v.dot(u) < -0.996 && to.perp_dot(u).abs() < beside).then_some(ahead * 0.5 - gap)
        };
        self.arrows.iter().filter_map(facing).filter(|&x| x > 0.4 * free).fold(f64::INFINITY, f64::min)
    }

    /// How long such an arrow is.
    fn length(&self, from: DVec2, u: DVec2) -> f64 {
        self.room(from, u).min(ARROW * self.ink.lines)
    }

    fn mark(&mut self, mark: &Mark) {
        let style = self.ink.style(mark.role);
        let px = |p: &DVec2| self.camera.to_screen(*p);
        match &mark.kind {
            MarkKind::Area(points) => {
                let ring: Vec<DVec2> = points.iter().map(px).collect();
                self.fill(mark, &style, &ring);
                self.stroke(mark, &style, &ring, true);
            }
            MarkKind::Path(points) => {
                let line: Vec<DVec2> = points.iter().map(px).collect();
                self.stroke(mark, &style, &line, false);
            }
            MarkKind::Dot(at, dot) => self.dot(mark, &style, px(at), *dot),
            MarkKind::Arrow(from, along) => {
                if let Some(u) = unit(Camera::turn(*along)) {
                    let from = px(from);
                    self.arrow(mark, &style, from, from + u * self.length(from, u));
                }
            }
            MarkKind::Vector(from, to) => self.arrow(mark, &style, px(from), px(to)),
            MarkKind::Line(p, along) => {
                if let Some((a, b)) = clip::line(px(p), Camera::turn(*along), &self.camera.view) {
                    self.stroke(mark, &style, &[a, b], false);
                }
            }
            MarkKind::Ray(from, along) => {
                if let Some((a, b)) = clip::ray(px(from), Camera::turn(*along), &self.camera.view) {
                    self.stroke(mark, &style, &[a, b], false);
                }
            }
            MarkKind::HalfPlane(p, normal) => self.region(mark, &style, &[(*p, *normal)]),
            MarkKind::Region(sides) => self.region(mark, &style, sides),
            MarkKind::Grid => self.grid(mark, &style, false),
            MarkKind::Axes => self.grid(mark, &style, true),
            MarkKind::Label(..) | MarkKind::TipLabel(..) | MarkKind::Note(..) | MarkKind::Within(..) => {}
        }
    }

    fn push(&mut self, mark: &Mark, shape: Shape) {
        self.out.push(Painted { shape, role: mark.role, target: mark.target });
    }

    fn fill(&mut self, mark: &Mark, style: &Style, ring: &[DVec2]) {
        let points = clip::area(ring, &self.camera.view);
        if points.len() < 3 {
            return;
        }
        let hatch = style.hatch.map_or(vec![], |angle| clip::hatch(&points, angle, HATCH * self.ink.lines));
        if let Some(fill) = style.fill {
            self.push(mark, Shape::Polygon { points, fill });
        }
        let color = style.color.percent(45);
        for (a, b) in hatch {
            self.push(
                mark,
                Shape::Polyline { points: vec![a, b], closed: false, width: 0.6 * self.ink.lines, color, dash: None },
            );
        }
    }

    /// What of the view lies on the inner side of all half-planes.
    fn region(&mut self, mark: &Mark, style: &Style, sides: &[(DVec2, DVec2)]) {
        let mut area = clip::corners(&self.camera.view).to_vec();
        for (p, normal) in sides {
            let (p, Some(n)) = (self.camera.to_screen(*p), unit(Camera::turn(*normal))) else { return };
            if !p.is_finite() {
                return;
            }
            area = clip::half_plane(&area, p, n);
        }
        self.fill(mark, style, &area);
    }

    fn stroke(&mut self, mark: &Mark, style: &Style, line: &[DVec2], closed: bool) {
        if style.width <= 0.0 {
            return;
        }
        let weight = match mark.role {
            Role::Axis | Role::Hover => 0.0,
            Role::SupportLine | Role::Tested | Role::Region | Role::Core | Role::Dropped | Role::MovedB => 0.6,
            _ => 1.0,
        };
        let (pieces, closed) = clip::path(line, closed, &self.camera.view);
        for points in pieces.into_iter().filter(|p| p.len() > 1) {
            if weight > 0.0 {
                let ends = points.iter().zip(points.iter().cycle().skip(1));
                for (a, b) in ends.take(points.len() - !closed as usize) {
                    self.obstacles.segment(*a, *b, weight, style.width * 0.5);
                }
            }
            let Style { width, color, dash, .. } = *style;
            self.push(mark, Shape::Polyline { points, closed, width, color, dash });
        }
    }

    fn arrow(&mut self, mark: &Mark, style: &Style, from: DVec2, to: DVec2) {
        let length = from.distance(to);
        let Some(u) = unit(to - from).filter(|_| length > 3.0 && length < 1e6) else { return };
        if !self.camera.view.contains(from) && !self.camera.view.contains(to) {
            return;
        }
        let size = (length / (2.0 * HEAD.0)).min(self.ink.lines);
        let base = to - u * (HEAD.0 * size);
        let side = u.perp() * (HEAD.1 * size);
        let color = style.color;
        self.stroke(mark, style, &[from, base + u], false);
        let head =
            clip::area(&[to, base + side, base + u * (2.0 * size), base - side], &self.camera.view.shrunk(-HEAD.0));
        // As two triangles: with its notch the head is not convex.
        if let [tip, left, notch, right] = head[..] {
            self.push(mark, Shape::Polygon { points: vec![tip, left, notch], fill: color });
            self.push(mark, Shape::Polygon { points: vec![tip, notch, right], fill: color });
        }
        self.obstacles.segment(base + side, to, 1.0, 0.0);
        self.obstacles.segment(base - side, to, 1.0, 0.0);
    }

    fn dot(&mut self, mark: &Mark, style: &Style, at: DVec2, dot: Dot) {
        // In a figure nothing cuts off what reaches into the picture beside this one.
        if !at.is_finite() || !self.camera.view.contains(at) {
            return;
        }
        let Style { color, .. } = *style;
        let paper = self.ink.paper;
        let size = self.ink.lines;
        let stroke = |width: f64| Some((width * size, color));
        let disc = |radius: f64, fill: Option<Rgba>, stroke: Option<(f64, Rgba)>| Shape::Circle {
            center: at,
            radius: radius * size,
            fill,
            stroke,
        };
        let bar = |by: DVec2, width: f64, color: Rgba| Shape::Polyline {
            points: vec![at - by * size, at + by * size],
            closed: false,
            width: width * size,
            color,
            dash: None,
        };
        let (radius, shapes) = match dot {
            // Of the lattice of floats: more than a grid, as it is what the loupe is about.
            Dot::Tiny if mark.role == Role::Axis => (1.5, vec![disc(1.5, Some(self.ink.theme.weak_text()), None)]),
            Dot::Tiny => (1.5, vec![disc(1.5, Some(color), None)]),
            Dot::Small => (2.5, vec![disc(2.5, Some(color), None)]),
            Dot::Filled => (VERTEX, vec![disc(VERTEX, Some(color), Some((size, paper)))]),
            Dot::Ring if mark.role == Role::Hover => (0.0, vec![disc(HOVER, Some(color.percent(30)), stroke(2.0))]),
            Dot::Ring => (7.5, vec![disc(7.5, None, stroke(1.8)), disc(3.5, Some(color), None)]),
            Dot::Crossed => {
                let (x, y) = (DVec2::new(3.2, 3.2), DVec2::new(3.2, -3.2));
                (4.6, vec![disc(4.6, Some(paper), stroke(1.4)), bar(x, 1.4, color), bar(y, 1.4, color)])
            }
            Dot::Diamond => {
                let corner = |u: DVec2| at + u * (6.5 * size);
                let points: Vec<DVec2> = [DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y].map(corner).into();
                let width = 1.5 * size;
                let edge = Shape::Polyline { points: points.clone(), closed: true, width, color, dash: None };
                (6.5, vec![Shape::Polygon { points, fill: paper }, edge])
            }
            Dot::Origin => {
                let (x, y) = (DVec2::X * 9.0, DVec2::Y * 9.0);
                let halo = [bar(x, 4.0, paper), bar(y, 4.0, paper), disc(5.0, None, Some((4.0 * size, paper)))];
                let sign = [bar(x, 1.6, color), bar(y, 1.6, color), disc(5.0, None, stroke(1.6))];
                (9.0, halo.into_iter().chain(sign).collect())
            }
        };
        if radius > 0.0 {
            self.obstacles.dot(at, radius * size);
        }
        for shape in shapes {
            self.push(mark, shape);
        }
    }

    /// Lines at multiples of 1, 2 or 5 times a power of ten, the axes stronger, numbers at the lower and left edge.
    fn grid(&mut self, mark: &Mark, style: &Style, axes_alone: bool) {
        let view = self.camera.view;
        let (low, high) = self.camera.visible();
        let step = grid_step(self.camera.scale);
        for axis in [DVec2::X, DVec2::Y] {
            let (from, to) = ((low.dot(axis) / step).ceil(), (high.dot(axis) / step).floor());
            // Beyond 2^53 neighbouring multiples are the same float: no grid there.
            let countable = to - from < 400.0 && from.abs().max(to.abs()) < 9e15;
            if !countable {
                continue;
            }
            let ticks = from as i64..=to as i64;
            for k in ticks.clone() {
                let at = self.grid_point(axis, k as f64 * step);
                let line = Style { width: if k == 0 { 1.6 * self.ink.lines } else { style.width }, ..*style };
                if let Some((a, b)) = clip::line(at, axis.perp(), &view).filter(|_| k == 0 || !axes_alone) {
                    self.stroke(mark, &line, &[a, b], false);
                }
            }
            self.numbers(mark, axis, ticks, step);
        }
    }

    /// Where a line of the grid crosses the middle of the view.
    fn grid_point(&self, axis: DVec2, value: f64) -> DVec2 {
        self.camera.to_screen(axis * value + axis.perp().abs() * self.camera.center)
    }

    /// The numbers of an axis. Where they are longer than the grid is wide, or would cover much of what is drawn, the first is whole
    /// and the others say how much more.
    fn numbers(&mut self, mark: &Mark, axis: DVec2, ticks: std::ops::RangeInclusive<i64>, step: f64) {
        let view = self.camera.view;
        let size = SIZES.2 * self.ink.text;
        let width = |k: i64| (self.measure)(&tick(k as f64 * step, step), size, false).x;
        let room = (0.85 * step * self.camera.scale).min(NUMBER * self.ink.text);
        let long = width(*ticks.start()).max(width(*ticks.end())) > room;
        let mut first: Option<i64> = None;
        let mut last: Option<Viewport> = None;
        for k in ticks {
            let at = self.grid_point(axis, k as f64 * step);
            let text = match first.filter(|_| long) {
                Some(first) => format!("+{}", tick((k - first) as f64 * step, step)),
                None => tick(k as f64 * step, step),
            };
            let extent = (self.measure)(&text, size, false);
            let (pos, anchor) = if axis == DVec2::X {
                (DVec2::new(at.x, view.max.y - 4.0 - extent.y * 0.5), Anchor::Middle)
            } else {
                (DVec2::new(view.min.x + 4.0, at.y), Anchor::Start)
            };
            let color = self.ink.theme.weak_text();
            let halo = Some(self.ink.paper);
            let text = Shape::Text { pos, anchor, text, size, color, italic: false, halo };
            let Some(area) = text_box(&text, self.measure) else { continue };
            // The corner belongs to the lower numbers.
            let corner = axis == DVec2::Y && area.max.y > view.max.y - 2.0 * extent.y;
            let taken = last.is_some_and(|last| area.shrunk(-2.0).overlaps(&last));
            if !corner && !taken && view.contains(area.min) && view.contains(area.max) {
                self.obstacles.area(area);
                self.push(mark, text);
                first = first.or(Some(k));
                last = Some(area);
            }
        }
    }

    fn label(&mut self, mark: &Mark) {
        let (at, text, wish, optional) = match &mark.kind {
            MarkKind::Label(at, text, wish) => (self.camera.to_screen(*at), text, Camera::turn(*wish), false),
            MarkKind::Within(_, at, text, wish) | MarkKind::Note(at, text, wish) => {
                (self.camera.to_screen(*at), text, Camera::turn(*wish), true)
            }
            MarkKind::TipLabel(from, along, text) => {
                let Some(u) = unit(Camera::turn(*along)) else { return };
                let from = self.camera.to_screen(*from);
                let length = self.length(from, u);
                // At two tips that meet the letters would not say which is whose.
                let meets = self.room(from, u) < ARROW * self.ink.lines + SIZES.0 * self.ink.text;
                let (at, side) = if meets { (from + u * length * 0.5, u.perp()) } else { (from + u * length, u) };
                (at, text, side, false)
            }
            _ => return,
        };
        if self.covered.is_some_and(|area| area.contains(at)) {
            return;
        }
        if matches!(mark.role, Role::Simplex | Role::NearestEdge | Role::Polytope) {
            // Of vertices of a polygon whose dots cover each other one name is enough.
            let near = |p: &DVec2| p.distance(at) < VERTEX * 2.0 * self.ink.lines;
            if mark.role == Role::Polytope && self.named.iter().any(near) {
                return;
            }
            self.named.push(at);
        }
        // The author's words and names that others gave are no letters of the text.
        let letter = !matches!(mark.role, Role::Note | Role::Other)
            && text.chars().next().is_some_and(|c| {
                c.is_alphabetic() || text.starts_with('−') && !text[3..].starts_with(|c: char| c.is_ascii_digit())
            });
        let size = self.ink.text * if optional || !letter { SIZES.1 } else { SIZES.0 };
        let extent = (self.measure)(text, size, letter);
        let clear = if mark.role == Role::Hover { HOVER * self.ink.lines } else { 0.0 };
        // Among the vertices of a polygon there is no room for lines to names.
        let leads = mark.role != Role::Polytope;
        let within = match &mark.kind {
            MarkKind::Within(sides, ..) => {
                sides.iter().filter_map(|(p, n)| Some((self.camera.to_screen(*p), unit(Camera::turn(*n))?))).collect()
            }
            _ => vec![],
        };
        let request = Request { at, clear, wish, extent: extent + DVec2::new(2.0, 0.0), optional, leads, within };
        let Some(place) = self.obstacles.place(&request, &self.camera.view.shrunk(2.0)) else { return };
        if let Some((a, b)) = place.leader {
            let color = self.ink.theme.weak_text();
            self.push(
                mark,
                Shape::Polyline { points: vec![a, b], closed: false, width: 0.7 * self.ink.lines, color, dash: None },
            );
        }
        let pos = place.area.center();
        let color = self.ink.theme.label(mark.role);
        let halo = place.crosses.then_some(self.ink.paper);
        self.push(
            mark,
            Shape::Text { pos, anchor: Anchor::Middle, text: text.clone(), size, color, italic: letter, halo },
        );
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `x`; 1 where there is none.
pub(super) fn round_step(x: f64) -> f64 {
    if !(x > 0.0 && x.is_finite()) {
        return 1.0;
    }
    let decade = libm::pow(10.0, libm::log10(x).floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * decade).find(|&s| s >= x).unwrap_or(10.0 * decade)
}

/// A multiple of `step` with as many digits as it takes to tell it from its neighbours.
pub(super) fn tick(value: f64, step: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let decade = libm::log10(step.abs()).floor();
    let top = libm::log10(value.abs()).floor();
    let text = if (-5.0..7.0).contains(&decade) && top < 9.0 {
        format!("{value:.*}", (-decade).max(0.0) as usize)
    } else {
        let text = format!("{value:.*e}", (top - decade).clamp(0.0, 17.0) as usize);
        // 2.50e5 and 2.5e5 side by side are only noise.
        match text.split_once('e') {
            Some((m, e)) if m.contains('.') => format!("{}e{e}", m.trim_end_matches('0').trim_end_matches('.')),
            _ => text,
        }
    };
    text.replace('-', "−")
}
