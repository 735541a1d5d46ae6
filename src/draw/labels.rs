//! Where labels go: beside what they name, on no dot, on no other label, across as few lines as possible. Greedy in the order asked for, so the same picture always gives the same places.

use glam::DVec2;

use super::Viewport;
use super::hit::to_segment;

/// What labels should not cover, in pixels.
#[derive(Default)]
pub struct Obstacles {
    dots: Vec<(DVec2, f64)>,
    segments: Vec<(DVec2, DVec2, f64)>,
    boxes: Vec<Viewport>,
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
/// From this gap on a line leads from the point to its label.
const LEADER_FROM: f64 = 18.0;
/// Directions that are tried, from the wished side outward: 16 of the circle.
const TURNS: [i32; 16] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8];
/// Beyond this cost a place covers a dot or a label or leaves the view; no line costs as much.
const FORBIDDEN: f64 = 1e4;
/// Cost of a line of weight 1 across a label.
const LINE: f64 = 8.0;

impl Obstacles {
    pub fn dot(&mut self, at: DVec2, radius: f64) {
        self.dots.push((at, radius));
    }

    /// A line; `weight` 1 for a solid one.
    pub fn segment(&mut self, a: DVec2, b: DVec2, weight: f64) {
        self.segments.push((a, b, weight));
    }

    pub fn area(&mut self, area: Viewport) {
        self.boxes.push(area);
    }

    /// The best place for a label, which from now on is an obstacle itself; `None` where every place is bad.
    pub fn place(&mut self, request: &Request, view: &Viewport) -> Option<Place> {
        let Request { at, extent, optional, .. } = *request;
        if !(at.is_finite() && extent.is_finite() && view.contains(at)) {
            return None;
        }
        // What could matter at all: all that follows is linear in it.
        let reach = GAPS[GAPS.len() - 1] + extent.length() + 24.0;
        let near = Obstacles {
            dots: self.dots.iter().copied().filter(|d| d.0.distance(at) < reach + d.1).collect(),
            segments: self.segments.iter().copied().filter(|s| to_segment(at, s.0, s.1) < reach).collect(),
            boxes: self.boxes.clone(),
        };
        let own = near.dots.iter().filter(|d| d.0.distance(at) < 1.5).map(|d| d.1).fold(request.clear, f64::max);
        let mut best: Option<(f64, f64, Place)> = None;
        for (area, leader, taste) in candidates(request, own) {
            if best.as_ref().is_some_and(|b| b.0 <= taste) {
                continue;
            }
            let lines = near.cost(&area, view);
            let cost = lines + taste;
            if best.as_ref().is_none_or(|b| cost < b.0) {
                best = Some((cost, lines, Place { area, crosses: lines > 0.0, leader }));
            }
        }
        let (_, lines, place) = best?;
        if lines >= if optional { 0.5 * LINE } else { FORBIDDEN } {
            return None;
        }
        self.boxes.push(place.area);
        Some(place)
    }

    fn cost(&self, area: &Viewport, view: &Viewport) -> f64 {
        let inside = view.contains(area.min) && view.contains(area.max);
        let boxes = self.boxes.iter().filter(|b| overlap(area, b)).count();
        let dots =
            self.dots.iter().filter(|(at, radius)| at.clamp(area.min, area.max).distance(*at) < radius + 1.0).count();
        let crossing = |s: &&(DVec2, DVec2, f64)| super::clip::segment(s.0, s.1, area).is_some();
        // Many chords of one arc count as one line.
        let lines: f64 = self.segments.iter().filter(crossing).map(|s| s.2).sum::<f64>().min(6.0);
        FORBIDDEN * (!inside as usize + boxes + dots) as f64 + LINE * lines
    }
}

/// Boxes with the start of a leader line where one is due, and how little each is liked.
fn candidates(request: &Request, own: f64) -> impl Iterator<Item = (Viewport, Option<(DVec2, DVec2)>, f64)> + use<> {
    let Request { at, wish, extent, .. } = *request;
    let side = super::outline::unit(wish);
    let boxed = move |center: DVec2| Viewport { min: center - extent * 0.5, max: center + extent * 0.5 };
    let on_it = side.is_none().then(|| (boxed(at), None, 0.0));
    let around = GAPS.into_iter().enumerate().flat_map(move |(ring, gap)| {
        TURNS.into_iter().map(move |turn| {
            let (c, s) = crate::num::cos_sin(turn as f64 * std::f64::consts::TAU / 16.0);
            let u = DVec2::new(c, s).rotate(side.unwrap_or(-DVec2::Y));
            let from = own + gap;
            let center = at + u * (from + u.abs().dot(extent) * 0.5);
            let leader = (gap >= LEADER_FROM && side.is_some()).then(|| (at + u * (own + 2.0), at + u * (from - 2.0)));
            let away = if side.is_some() { 3.0 * (1.0 - c) } else { 1.0 };
            (boxed(center), leader, away + 1.6 * ring as f64)
        })
    });
    on_it.into_iter().chain(around)
}

fn overlap(a: &Viewport, b: &Viewport) -> bool {
    a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all()
}
