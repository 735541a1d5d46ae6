//! From scene units to pixels and back: equal scale on both axes, y up in the scene and down on the screen, all in f64 and pure.

use glam::DVec2;

/// A rectangle of the screen in pixels, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Upper left corner.
    pub min: DVec2,
    /// Lower right corner.
    pub max: DVec2,
}

impl Viewport {
    /// From the upper left corner and the size.
    pub fn new(min: DVec2, size: DVec2) -> Self {
        Viewport { min, max: min + size }
    }

    /// Width and height, at least 1 pixel each.
    pub fn size(&self) -> DVec2 {
        let size = self.max - self.min;
        let one = |x: f64| if x.is_finite() { x.max(1.0) } else { 1.0 };
        DVec2::new(one(size.x), one(size.y))
    }

    /// The middle.
    pub fn center(&self) -> DVec2 {
        let center = (self.min + self.max) * 0.5;
        if center.is_finite() { center } else { DVec2::ZERO }
    }

    /// Whether a point lies inside or on the edge.
    pub fn contains(&self, p: DVec2) -> bool {
        p.cmpge(self.min).all() && p.cmple(self.max).all()
    }

    /// The same rectangle with each side moved inward by that many pixels.
    pub fn shrunk(&self, by: f64) -> Viewport {
        Viewport { min: self.min + by, max: self.max - by }
    }

    /// Whether the two have more than a border in common.
    pub fn overlaps(&self, other: &Viewport) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }
}

/// What part of the scene is shown where. `scale` is finite and > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The scene point in the middle of the viewport.
    pub center: DVec2,
    /// Pixels per scene unit, on both axes.
    pub scale: f64,
    /// Where on the screen.
    pub view: Viewport,
}

/// Share of the viewport left free on each side when fitting; at least room for an arrow and its letter, in pixels, as long as
/// that is no more than the larger share.
const MARGIN: f64 = 0.08;
const ROOM_FOR_ARROWS: f64 = 64.0;
const LARGER_MARGIN: f64 = 0.15;
/// Limits of the scale: beyond them products with coordinates of f64 would overflow or vanish.
const SCALES: (f64, f64) = (1e-140, 1e140);

impl Camera {
    /// Shows `range` (lower left and upper right corner, scene units) with a margin of 8 % on each side, or what the arrows need. A range without extent
    /// shows 1 unit around it; one that is not finite shows the unit square around the origin.
    pub fn fit(range: (DVec2, DVec2), view: Viewport) -> Camera {
        let center = range.0 * 0.5 + range.1 * 0.5;
        let extent = (range.1 - range.0).abs();
        let (center, extent) = match center.is_finite() && extent.is_finite() {
            true if extent.max_element() > 0.0 => (center, extent),
            true => (center, DVec2::ONE),
            false => (DVec2::ZERO, DVec2::ONE),
        };
        let size = view.size();
        let margin = DVec2::splat(ROOM_FOR_ARROWS).min(size * LARGER_MARGIN).max(size * MARGIN);
        let room = size - margin * 2.0;
        // A side without extent asks for nothing: the other one decides.
        let along = |room: f64, extent: f64| if extent > 0.0 { room / extent } else { f64::INFINITY };
        let scale = along(room.x, extent.x).min(along(room.y, extent.y));
        Camera { center, scale: limited(scale), view }
    }

    /// Shows exactly `range` (lower left and upper right corner, scene units) and what else the viewport has room for.
    pub fn showing(range: (DVec2, DVec2), view: Viewport) -> Camera {
        let fitted = Camera::fit(range, view);
        let extent = (range.1 - range.0).abs();
        let scale = (view.size() / extent).min_element();
        if scale.is_finite() && scale > 0.0 { Camera { scale: limited(scale), ..fitted } } else { fitted }
    }

    /// Where a scene point lands on the screen.
    pub fn to_screen(&self, p: DVec2) -> DVec2 {
        let d = (p - self.center) * self.scale;
        self.view.center() + DVec2::new(d.x, -d.y)
    }

    /// The scene point under a point of the screen.
    pub fn to_scene(&self, p: DVec2) -> DVec2 {
        let d = (p - self.view.center()) / self.scale;
        self.center + DVec2::new(d.x, -d.y)
    }

    /// A scene direction as a direction on the screen, same length.
    pub fn turn(d: DVec2) -> DVec2 {
        DVec2::new(d.x, -d.y)
    }

    /// Magnified by `factor`, with the scene point under the screen point `about` kept where it is.
    pub fn zoomed(&self, factor: f64, about: DVec2) -> Camera {
        let scale = limited(self.scale * factor);
        if factor.is_nan() || factor <= 0.0 || !about.is_finite() {
            return *self;
        }
        let offset = Camera::turn(about - self.view.center());
        // The fixed point is center + offset / scale before and after.
        let center = self.center + offset * (1.0 / self.scale - 1.0 / scale);
        if center.is_finite() { Camera { center, scale, ..*self } } else { *self }
    }

    /// Moved so that what was under a pointer stays under it after the pointer moved by that many pixels.
    pub fn panned(&self, by: DVec2) -> Camera {
        let center = self.center - Camera::turn(by) / self.scale;
        if center.is_finite() { Camera { center, ..*self } } else { *self }
    }

    /// Lower left and upper right corner of what is shown, scene units.
    pub fn visible(&self) -> (DVec2, DVec2) {
        let half = self.view.size() * (0.5 / self.scale);
        (self.center - half, self.center + half)
    }
}

fn limited(scale: f64) -> f64 {
    if scale.is_nan() { 1.0 } else { scale.clamp(SCALES.0, SCALES.1) }
}
