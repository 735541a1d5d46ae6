//! The bounds of the signed distance over the steps: the data of the chart, and the chart as a display list.

use glam::DVec2;

use super::clip;
use super::layout::{Anchor, Measure, Painted, Shape, round_step, text_box, tick};
use super::{Dash, Ink, Rgba, Role, Target, Viewport};
use crate::kernel::EventKind;
use crate::run::{Trace, short};
use crate::scene::Language;

/// Bounds over steps. Only finite values; steps ascend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoundsChart {
    /// (step, best lower bound of the signed distance so far).
    pub lower: Vec<(u32, f64)>,
    /// (step, latest upper bound).
    pub upper: Vec<(u32, f64)>,
    /// (step, upper minus lower), where it is > 0.
    pub gap: Vec<(u32, f64)>,
    /// (step, distance of EPA's nearest edge plus the radii: the depth so far).
    pub depth: Vec<(u32, f64)>,
    /// The gap spans more than three decades, so its logarithm says more than the bounds themselves.
    pub log: bool,
    /// Number of steps of the trace.
    pub steps: u32,
    /// First step of EPA, if any.
    pub hand_over: Option<u32>,
}

/// Ratio of the largest to the smallest gap from which on a logarithm helps: three decades.
const LOG_FROM: f64 = 1e3;

/// The bounds of a trace.
pub fn chart(trace: &Trace) -> BoundsChart {
    let mut chart = BoundsChart { steps: trace.len() as u32, ..BoundsChart::default() };
    let radius = super::now::radius_beyond_points(trace);
    for (event, step) in trace.events.iter().zip(0..) {
        let put = |list: &mut Vec<(u32, f64)>, value: f64| {
            if value.is_finite() {
                list.push((step, value));
            }
        };
        match event.kind {
            EventKind::Bounds { lower, upper } => {
                put(&mut chart.lower, lower);
                put(&mut chart.upper, upper);
                if upper - lower > 0.0 {
                    put(&mut chart.gap, upper - lower);
                }
            }
            EventKind::Nearest { edge } => {
                if let Some(edge) = trace.edges.get(edge as usize) {
                    put(&mut chart.depth, edge.distance + radius);
                }
            }
            EventKind::HandOver { .. } => chart.hand_over = Some(step),
            _ => {}
        }
    }
    let (low, high) = extent(chart.gap.iter().map(|g| g.1));
    chart.log = low > 0.0 && high / low > LOG_FROM;
    chart
}

fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (x.min(l), x.max(h)))
}

/// Room for the numbers at the left, the steps below, and the names of the lines at the right, pixels.
const LEFT: f64 = 64.0;
const BELOW: f64 = 20.0;
const RIGHT: f64 = 52.0;
const ABOVE: f64 = 20.0;
/// Text size, pixels.
const SIZE: f64 = 10.5;

/// `text`: factor of the size of text.
fn plot_area(view: &Viewport, text: f64) -> Viewport {
    let min = view.min + DVec2::new(LEFT, ABOVE) * text;
    Viewport { min, max: (view.max - DVec2::new(RIGHT, BELOW) * text).max(min + 1.0) }
}

/// The step under that pixel column of the chart.
pub fn step_at(chart: &BoundsChart, x: f64, view: Viewport) -> usize {
    let area = plot_area(&view, 1.0);
    let last = chart.steps.saturating_sub(1) as f64;
    let t = (x - area.min.x) / (area.max.x - area.min.x);
    (t * last).round().clamp(0.0, last) as usize
}

struct Plot<'a> {
    out: Vec<Painted>,
    area: Viewport,
    ink: Ink,
    measure: Measure<'a>,
    last: f64,
    low: f64,
    high: f64,
    log: bool,
}

/// The words of a chart.
struct Words {
    none: &'static str,
    distance: &'static str,
    difference: &'static str,
    gap: &'static str,
    lower: &'static str,
    upper: &'static str,
    depth: &'static str,
    truth: &'static str,
    step: &'static str,
}

const EN: Words = Words {
    none: "this kernel records no bounds",
    distance: "signed distance",
    difference: "upper − lower bound",
    gap: "gap",
    lower: "lower",
    upper: "upper",
    depth: "−depth",
    truth: "truth",
    step: "step",
};
const ZH: Words = Words {
    none: "此算法没有记录上下界",
    distance: "有符号距离",
    difference: "上界 − 下界",
    gap: "间距",
    lower: "下界",
    upper: "上界",
    depth: "−深度",
    truth: "真值",
    step: "步",
};

/// The chart as a display list; `step` is marked by a line, `truth` (signed distance) by another one. `log`: the gap on a
/// logarithmic scale instead of the bounds.
pub fn paint_chart(
    chart: &BoundsChart,
    step: Option<usize>,
    truth: Option<f64>,
    (log, language): (bool, Language),
    view: Viewport,
    ink: impl Into<Ink>,
    measure: Measure,
) -> Vec<Painted> {
    let ink: Ink = ink.into();
    let words = if language == Language::En { EN } else { ZH };
    let log = log && !chart.gap.is_empty();
    let truth = truth.filter(|t| t.is_finite() && !log);
    let values = |list: &[(u32, f64)]| list.iter().map(|p| p.1).collect::<Vec<_>>();
    let shown = match log {
        true => values(&chart.gap).into_iter().map(libm::log10).collect(),
        false => [values(&chart.lower), values(&chart.upper), chart.depth.iter().map(|d| -d.1).collect()].concat(),
    };
    let (low, high) = extent(shown.into_iter().chain(truth));
    let last = chart.steps.saturating_sub(1).max(1) as f64;
    let area = plot_area(&view, ink.text);
    let mut plot = Plot { out: vec![], area, ink, measure, last, low, high, log };
    // Nothing to show: the range is still the empty one.
    if low > high {
        plot.text(view.center(), Anchor::Middle, words.none.into(), ink.theme.weak_text());
        return plot.out;
    }
    plot.widen();
    plot.axes();
    plot.name_steps(words.step);
    let unit = if log { words.difference } else { words.distance };
    plot.text(view.min + DVec2::new(8.0, 8.0) * ink.text, Anchor::Start, unit.into(), ink.theme.weak_text());
    if let Some(truth) = truth {
        plot.level(truth, words.truth);
    }
    if log {
        plot.series(&chart.gap, chart, Role::Closest, words.gap, libm::log10);
    } else {
        plot.series(&chart.lower, chart, Role::SupportLine, words.lower, |y| y);
        plot.series(&chart.upper, chart, Role::Closest, words.upper, |y| y);
        plot.series(&chart.depth, chart, Role::Normal, words.depth, |y| -y);
    }
    if let Some(step) = step {
        plot.mark_step(step);
    }
    plot.out
}

impl Plot<'_> {
    fn push(&mut self, shape: Shape, role: Role, target: Option<Target>) {
        self.out.push(Painted { shape, role, target });
    }

    fn text(&mut self, pos: DVec2, anchor: Anchor, text: String, color: Rgba) {
        let size = SIZE * self.ink.text;
        let shape = Shape::Text { pos, anchor, text, size, color, italic: false, halo: None };
        self.push(shape, Role::Text, None);
    }

    /// A little air above and below; a flat line gets a range of its own.
    fn widen(&mut self) {
        let span = self.high - self.low;
        let flat = 1e-9 * self.high.abs().max(self.low.abs());
        let pad = if self.log {
            0.3
        } else if span > flat {
            0.06 * span
        } else if flat > 0.0 {
            0.5 * self.high.abs().max(self.low.abs())
        } else {
            1.0
        };
        (self.low, self.high) = (self.low - pad, self.high + pad);
    }

    fn at(&self, step: f64, value: f64) -> DVec2 {
        let Viewport { min, max } = self.area;
        let t = DVec2::new(step / self.last, (self.high - value) / (self.high - self.low));
        min + (max - min) * t
    }

    fn rule(&mut self, a: DVec2, b: DVec2, width: f64, color: Rgba, dash: Option<Dash>) {
        let width = width * self.ink.lines;
        self.push(Shape::Polyline { points: vec![a, b], closed: false, width, color, dash }, Role::Axis, None);
    }

    fn axes(&mut self) {
        let (color, weak) = (self.ink.style(Role::Axis).color, self.ink.theme.weak_text());
        let Viewport { min, max } = self.area;
        let room = self.high - self.low;
        let step =
            round_step(room * 28.0 * self.ink.text / (max.y - min.y).max(1.0)).max(if self.log { 1.0 } else { 0.0 });
        let (from, to) = ((self.low / step).ceil(), (self.high / step).floor());
        if to - from < 200.0 && from.abs().max(to.abs()) < 9e15 {
            // Numbers longer than their room: the first in short, the others as what is more.
            let wide = |k: f64| (self.measure)(&tick(k * step, step), SIZE * self.ink.text, false).x;
            let long = !self.log && wide(from).max(wide(to)) > (LEFT - 10.0) * self.ink.text;
            for k in from as i64..=to as i64 {
                let value = k as f64 * step;
                let y = self.at(0.0, value).y;
                let strong = k == 0 && !self.log;
                self.rule(DVec2::new(min.x, y), DVec2::new(max.x, y), if strong { 1.8 } else { 1.0 }, color, None);
                let text = match (self.log, long) {
                    (true, _) => format!("1e{value}").replace('-', "−"),
                    (_, true) if value == from * step => short(value),
                    (_, true) => format!("+{}", tick(value - from * step, step)),
                    _ => tick(value, step),
                };
                self.text(DVec2::new(min.x - 6.0, y), Anchor::End, text, weak);
            }
        }
        let step = round_step(self.last * 44.0 * self.ink.text / (max.x - min.x).max(1.0)).max(1.0);
        for k in 0..=((self.last / step).floor() as i64).min(200) {
            let value = k as f64 * step;
            let x = self.at(value, 0.0).x;
            self.rule(DVec2::new(x, max.y), DVec2::new(x, max.y + 4.0), 1.0, weak, None);
            self.text(DVec2::new(x, max.y + 12.0 * self.ink.text), Anchor::Middle, tick(value, step), weak);
        }
    }

    fn name_steps(&mut self, name: &str) {
        let at = self.area.max + DVec2::new(16.0, 12.0) * self.ink.text;
        self.text(at, Anchor::Start, name.into(), self.ink.theme.weak_text());
    }

    fn level(&mut self, value: f64, name: &str) {
        let y = self.at(0.0, value).y;
        let color = self.ink.theme.accent();
        let Viewport { min, max } = self.area;
        self.rule(DVec2::new(min.x, y), DVec2::new(max.x, y), 1.0, color, Some(Dash { on: 2.0, off: 3.0 }));
        self.text(DVec2::new(min.x + 6.0, y - 8.0 * self.ink.text), Anchor::Start, name.into(), color);
    }

    /// One line of data, broken where EPA takes over, with a dot for every value while there are few, and its name at its end.
    fn series(&mut self, data: &[(u32, f64)], chart: &BoundsChart, role: Role, name: &str, map: impl Fn(f64) -> f64) {
        let style = self.ink.style(role);
        let split = data.partition_point(|p| chart.hand_over.is_some_and(|h| p.0 < h));
        for part in [&data[..split], &data[split..]] {
            let points: Vec<DVec2> = thinned(part, self.area).map(|&(s, y)| self.at(s as f64, map(y))).collect();
            let dots = if points.len() <= 64 { points.clone() } else { vec![] };
            for points in clip::path(&points, false, &self.area.shrunk(-1.0)).0 {
                let width = 1.5 * self.ink.lines;
                let line = Shape::Polyline { points, closed: false, width, color: style.color, dash: style.dash };
                self.push(line, role, None);
            }
            for (center, &(step, _)) in dots.into_iter().zip(part) {
                let dot = Shape::Circle { center, radius: 2.4 * self.ink.lines, fill: Some(style.color), stroke: None };
                self.push(dot, role, Some(Target::Step(step)));
            }
        }
        let Some(&(step, y)) = data.last() else { return };
        let end = self.at(step as f64, map(y));
        let mut pos = DVec2::new(self.area.max.x + 6.0, end.y);
        let color = self.ink.theme.label(role);
        // Names of lines that end together stand below each other.
        for _ in 0..4 {
            let text = Shape::Text {
                pos,
                anchor: Anchor::Start,
                text: name.into(),
                size: SIZE * self.ink.text,
                color,
                italic: false,
                halo: None,
            };
            let Some(area) = text_box(&text, self.measure) else { return };
            let taken = |p: &Painted| {
                p.role != Role::Axis && text_box(&p.shape, self.measure).is_some_and(|b| area.overlaps(&b))
            };
            if !self.out.iter().any(taken) {
                self.push(text, role, None);
                return;
            }
            pos.y -= SIZE * 1.2 * self.ink.text;
        }
    }

    fn mark_step(&mut self, step: usize) {
        let x = self.at((step as f64).min(self.last), 0.0).x;
        let Viewport { min, max } = self.area;
        let color = self.ink.theme.accent();
        self.rule(DVec2::new(x, min.y), DVec2::new(x, max.y), 1.5, color, None);
        self.text(DVec2::new(x, min.y - 7.0 * self.ink.text), Anchor::Middle, step.to_string(), color);
    }
}

/// At most about four values a pixel column, first and last kept.
fn thinned(part: &[(u32, f64)], area: Viewport) -> impl Iterator<Item = &(u32, f64)> {
    let most = ((area.max.x - area.min.x) * 4.0).max(8.0) as usize;
    let every = part.len().div_ceil(most).max(1);
    part.iter().enumerate().filter(move |(i, _)| i % every == 0 || i + 1 == part.len()).map(|(_, p)| p)
}
