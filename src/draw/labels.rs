//! Where labels go: beside what they name, on no dot, on no other label, across as few lines as possible. Greedy in the order asked for, so the same picture always gives the same places.

use glam::DVec2;

use super::Viewport;
use super::hit::to_segment;

/// What labels should not cover, in pixels.
#[derive(Default)]
pub struct Obstacles {
    dots: Vec<(DVec2, f64)>,
    segments: Vec<Segment>,
    boxes: Vec<Viewport>,
}

/// A line that labels keep off.
#[derive(Clone, Copy)]
struct Segment {
    ends: (DVec2, DVec2),
    /// 1 for a solid one.
    weight: f64,
    /// Half its width, pixels.
    half: f64,
}

/// A label that looks for a place.
pub struct Request {
    /// What it names, pixels.
    pub at: DVec2,
    /// Radius around the point that stays free; its own dot's, if that is larger.
    pub clear: f64,
    /// On which side it reads best; zero: on the point itself.
    pub wish: DVec2,
    /// Width and height.
    pub extent: DVec2,
    /// Left out rather than put across a line.
    pub optional: bool,
    /// May stand so far off that a line has to lead to it; else it is left out.
    pub leads: bool,
    /// Wholly where (p - point) . normal >= 0 for all of these, pixels; then it may stand far off without a line to it.
    pub within: Vec<(DVec2, DVec2)>,
}

/// A place found.
pub struct Place {
    /// The box.
    pub area: Viewport,
    /// It crosses a line.
    pub crosses: bool,
    /// It stands so far off that a line should lead to it, from the first to the second point.
    pub leader: Option<(DVec2, DVec2)>,
}

/// Distances from the edge of the dot that are tried, pixels.
const GAPS: [f64; 5] = [3.0, 9.0, 18.0, 30.0, 44.0];
/// The same where a label names a whole region.
const WIDE_GAPS: [f64; 8] = [3.0, 9.0, 18.0, 30.0, 44.0, 64.0, 90.0, 120.0];
/// From this gap on a line leads from the point to its label.
const LEADER_FROM: f64 = 18.0;
/// Cost of that line.
const LEADER: f64 = 3.0;
/// Directions that are tried, from the wished side outward: 16 of the circle.
const TURNS: [i32; 16] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8];
/// Beyond this cost a place covers a dot or a label or leaves the view; no line costs as much.
const FORBIDDEN: f64 = 1e4;
/// Air above and below the letters of a text in its box, pixels.
const AIR: f64 = 1.5;
/// Cost of a line of weight 1 across a label.
const LINE: f64 = 8.0;

impl Obstacles {
    pub fn dot(&mut self, at: DVec2, radius: f64) {
        self.dots.push((at, radius));
    }

    /// A line; `weight` 1 for a solid one, `half` its width.
    pub fn segment(&mut self, a: DVec2, b: DVec2, weight: f64, half: f64) {
        self.segments.push(Segment { ends: (a, b), weight, half });
    }

    pub fn area(&mut self, area: Viewport) {
        self.boxes.push(area);
    }

    /// The best place for a label, which from now on is an obstacle itself; `None` where every place is bad.
    pub fn place(&mut self, request: &Request, view: &Viewport) -> Option<Place> {
        let &Request { at, extent, optional, .. } = request;
        if !(at.is_finite() && extent.is_finite() && view.contains(at)) {
            return None;
        }
        // What could matter at all: all that follows is linear in it.
        let reach = gaps(request).last().unwrap_or(&0.0) + extent.length() + 24.0;
        let near = Obstacles {
            dots: self.dots.iter().copied().filter(|d| d.0.distance(at) < reach + d.1).collect(),
            segments: self
                .segments
                .iter()
                .copied()
                .filter(|s| to_segment(at, s.ends.0, s.ends.1) < reach + s.half)
                .collect(),
            boxes: self.boxes.clone(),
        };
        let own = near.dots.iter().filter(|d| d.0.distance(at) < 1.5).map(|d| d.1).fold(request.clear, f64::max);
        let mut best: Option<(f64, f64, Place)> = None;
        for (area, leader, taste) in candidates(request, own) {
            if leader.is_some() && !request.leads || !within(&area, &request.within) {
                continue;
            }
            if best.as_ref().is_some_and(|b| b.0 <= taste) {
                continue;
            }
            let lines = near.cost(&area, view);
            if optional && lines >= 0.5 * LINE {
                continue;
            }
            let under =
                leader.map_or(0, |l| near.boxes.iter().filter(|b| super::clip::segment(l.0, l.1, b).is_some()).count());
            let cost = lines + taste + LINE * under as f64;
            if best.as_ref().is_none_or(|b| cost < b.0) {
                best = Some((cost, lines, Place { area, crosses: lines > 0.0, leader }));
            }
        }
        let (_, lines, place) = best?;
        if lines >= FORBIDDEN {
            return None;
        }
        self.boxes.push(place.area);
        if let Some((a, b)) = place.leader {
            self.segment(a, b, 0.6, 0.0);
        }
        Some(place)
    }

    fn cost(&self, area: &Viewport, view: &Viewport) -> f64 {
        let inside = view.contains(area.min) && view.contains(area.max);
        let boxes = self.boxes.iter().filter(|b| area.overlaps(b)).count();
        let dots =
            self.dots.iter().filter(|(at, radius)| at.clamp(area.min, area.max).distance(*at) < radius + 1.0).count();
        let crossing = |s: &&Segment| {
            let half = DVec2::new(s.half, (s.half - AIR).max(0.0));
            let grown = Viewport { min: area.min - half, max: area.max + half };
            super::clip::segment(s.ends.0, s.ends.1, &grown).is_some()
        };
        // Many chords of one arc count as one line.
        let lines: f64 = self.segments.iter().filter(crossing).map(|s| s.weight).sum::<f64>().min(6.0);
        FORBIDDEN * (!inside as usize + boxes + dots) as f64 + LINE * lines
    }
}

fn gaps(request: &Request) -> &'static [f64] {
    if request.within.is_empty() { &GAPS } else { &WIDE_GAPS }
}

/// Whether the box lies on the inner side of all half-planes.
fn within(area: &Viewport, sides: &[(DVec2, DVec2)]) -> bool {
    let corners = super::clip::corners(area);
    sides.iter().all(|(p, n)| corners.iter().all(|c| (*c - *p).dot(*n) >= 0.0))
}

/// Boxes with the start of a leader line where one is due, and how little each is liked.
fn candidates(request: &Request, own: f64) -> impl Iterator<Item = (Viewport, Option<(DVec2, DVec2)>, f64)> + use<> {
    let &Request { at, wish, extent, .. } = request;
    let point = request.within.is_empty();
    let side = super::outline::unit(wish);
    let boxed = move |center: DVec2| Viewport { min: center - extent * 0.5, max: center + extent * 0.5 };
    let on_it = side.is_none().then(|| (boxed(at), None, 0.0));
    let around = gaps(request).iter().enumerate().flat_map(move |(ring, &gap)| {
        TURNS.into_iter().map(move |turn| {
            let (c, s) = crate::num::cos_sin(turn as f64 * std::f64::consts::TAU / 16.0);
            let u = DVec2::new(c, s).rotate(side.unwrap_or(-DVec2::Y));
            let from = own + gap;
            let center = at + u * (from + u.abs().dot(extent) * 0.5);
            let leader =
                (gap >= LEADER_FROM && side.is_some() && point).then(|| (at + u * (own + 2.0), at + u * (from - 2.0)));
            let away = if side.is_some() { 3.0 * (1.0 - c) } else { 1.0 };
            let line = if leader.is_some() { LEADER } else { 0.0 };
            (boxed(center), leader, away + 1.6 * ring as f64 + line)
        })
    });
    on_it.into_iter().chain(around)
}
