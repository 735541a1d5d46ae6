//! Cutting lines and convex areas to what the screen shows, in pixels.

use glam::DVec2;

use super::Viewport;

/// The part of segment a, b inside the rectangle (Liang and Barsky 1984); `None` where nothing is, or where a number is not finite.
pub fn segment(a: DVec2, b: DVec2, view: &Viewport) -> Option<(DVec2, DVec2)> {
    let (from, to) = span(a, b - a, (0.0, 1.0), view)?;
    let at = |t: f64| {
        if t == 0.0 {
            a
        } else if t == 1.0 {
            b
        } else {
            a + (b - a) * t
        }
    };
    Some((at(from), at(to)))
}

/// The part of the infinite line through `p` along `d` inside the rectangle.
pub fn line(p: DVec2, d: DVec2, view: &Viewport) -> Option<(DVec2, DVec2)> {
    let d = super::outline::unit(d)?;
    // From the foot of the middle of the view: p itself may be far away.
    let p = p + d * (view.center() - p).dot(d);
    let (from, to) = span(p, d, (f64::NEG_INFINITY, f64::INFINITY), view)?;
    (from.is_finite() && to.is_finite()).then(|| (p + d * from, p + d * to))
}

/// The part of the half-line from `p` along `d` inside the rectangle.
pub fn ray(p: DVec2, d: DVec2, view: &Viewport) -> Option<(DVec2, DVec2)> {
    let d = super::outline::unit(d)?;
    let (from, to) = span(p, d, (0.0, f64::INFINITY), view)?;
    to.is_finite().then(|| (p + d * from, p + d * to))
}

/// The parameters of p + t d inside the rectangle.
fn span(p: DVec2, d: DVec2, within: (f64, f64), view: &Viewport) -> Option<(f64, f64)> {
    if !(p.is_finite() && d.is_finite()) {
        return None;
    }
    let (mut from, mut to) = within;
    for (p, d, low, high) in [(p.x, d.x, view.min.x, view.max.x), (p.y, d.y, view.min.y, view.max.y)] {
        if d == 0.0 {
            if p < low || p > high {
                return None;
            }
            continue;
        }
        let (s, t) = ((low - p) / d, (high - p) / d);
        from = from.max(s.min(t));
        to = to.min(s.max(t));
    }
    (from <= to).then_some((from, to))
}

/// The part of a convex area where (p - point) . normal >= 0 (Sutherland and Hodgman 1974).
pub fn half_plane(area: &[DVec2], point: DVec2, normal: DVec2) -> Vec<DVec2> {
    let side = |p: DVec2| (p - point).dot(normal);
    let mut kept = Vec::with_capacity(area.len() + 1);
    for (i, &p) in area.iter().enumerate() {
        let q = area[(i + 1) % area.len()];
        let (s, t) = (side(p), side(q));
        if s >= 0.0 {
            kept.push(p);
        }
        if (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0) {
            kept.push(p + (q - p) * (s / (s - t)));
        }
    }
    kept
}

/// The part of a convex area inside the rectangle.
pub fn area(points: &[DVec2], view: &Viewport) -> Vec<DVec2> {
    if points.iter().all(|&p| view.contains(p)) {
        return points.to_vec();
    }
    let sides = [(view.min, DVec2::X), (view.min, DVec2::Y), (view.max, -DVec2::X), (view.max, -DVec2::Y)];
    let mut cut: Vec<DVec2> = points.iter().copied().filter(|p| p.is_finite()).collect();
    for (point, normal) in sides {
        cut = half_plane(&cut, point, normal);
    }
    cut
}

/// The corners of the rectangle.
pub fn corners(view: &Viewport) -> [DVec2; 4] {
    [view.min, DVec2::new(view.max.x, view.min.y), view.max, DVec2::new(view.min.x, view.max.y)]
}

/// A line through points cut to the rectangle: the pieces that are left, and whether the one piece is the whole closed line.
pub fn path(points: &[DVec2], closed: bool, view: &Viewport) -> (Vec<Vec<DVec2>>, bool) {
    if points.iter().all(|&p| view.contains(p)) {
        return (vec![points.to_vec()], closed);
    }
    let mut pieces: Vec<Vec<DVec2>> = Vec::new();
    let sides = points.len().saturating_sub(!closed as usize);
    for i in 0..sides {
        let Some((a, b)) = segment(points[i], points[(i + 1) % points.len()], view) else { continue };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&a) => piece.push(b),
            _ => pieces.push(vec![a, b]),
        }
    }
    (pieces, false)
}

/// Parallel lines across a convex area, `gap` apart, at `angle` degrees counter-clockwise; the same lines for every area, so that they do not crawl.
pub fn hatch(area: &[DVec2], angle: f64, gap: f64) -> Vec<(DVec2, DVec2)> {
    let (c, s) = crate::num::cos_sin(angle.to_radians());
    let (along, across) = (DVec2::new(c, -s), DVec2::new(s, c));
    let reach = area.iter().map(|p| p.dot(across));
    let (low, high) = reach.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (x.min(l), x.max(h)));
    if !(low <= high && high - low < 1e5) {
        return vec![];
    }
    let (first, last) = ((low / gap).ceil() as i64, (high / gap).floor() as i64);
    let cut = |k: i64| {
        let height = k as f64 * gap;
        let mut ends: Option<(f64, f64)> = None;
        for (i, &p) in area.iter().enumerate() {
            let q = area[(i + 1) % area.len()];
            let (s, t) = (p.dot(across) - height, q.dot(across) - height);
            if (s <= 0.0) != (t <= 0.0) {
                let x = (p + (q - p) * (s / (s - t))).dot(along);
                ends = Some(ends.map_or((x, x), |(l, h)| (x.min(l), x.max(h))));
            }
        }
        ends.map(|(l, h)| (across * height + along * l, across * height + along * h))
    };
    (first..=last).filter_map(cut).filter(|(a, b)| a.distance(*b) > 1.0).collect()
}
