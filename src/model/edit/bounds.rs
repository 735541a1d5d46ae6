//! How far bodies reach along the axes of the world, in floats: for placing and aligning.

use glam::DVec2;

use crate::scene::Body;
use crate::shape::ShapeDef;

/// Lower left and upper right corner of an axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lower left.
    pub min: DVec2,
    /// Upper right.
    pub max: DVec2,
}

impl Bounds {
    /// The box of a body in the world.
    pub fn of(body: &Body) -> Bounds {
        let pose = body.pose.pose();
        let world = |p| pose.point(p).truncate();
        let (mut min, mut max) = match &body.shape {
            ShapeDef::Ellipse { semi_axes, center, .. } => {
                let (c, s) = body.pose.rotation.cos_sin();
                // The support of an ellipse along the unit vector u is |(u.x' rx, u.y' ry)| in its own axes.
                let half =
                    DVec2::new((semi_axes.x * c).hypot(semi_axes.y * s), (semi_axes.x * s).hypot(semi_axes.y * c));
                (world(*center) - half, world(*center) + half)
            }
            shape => {
                let points = shape.points().unwrap_or_default();
                let first = points.first().map_or(pose.translation.truncate(), |p| world(*p));
                points.iter().fold((first, first), |(min, max), p| (min.min(world(*p)), max.max(world(*p))))
            }
        };
        min -= body.shape.radius();
        max += body.shape.radius();
        Bounds { min, max }
    }

    /// The box of several bodies; `None` of none.
    pub fn of_all<'a>(bodies: impl IntoIterator<Item = &'a Body>) -> Option<Bounds> {
        let boxes = bodies.into_iter().map(Bounds::of).filter(|b| b.min.is_finite() && b.max.is_finite());
        boxes.reduce(|a, b| Bounds { min: a.min.min(b.min), max: a.max.max(b.max) })
    }

    /// Width and height.
    pub fn size(&self) -> DVec2 {
        self.max - self.min
    }

    /// The middle.
    pub fn center(&self) -> DVec2 {
        self.min * 0.5 + self.max * 0.5
    }
}
