//! A shape that is drawn by clicking points in the world.

use glam::{DVec2, DVec3};

use crate::scene::{convex_corners, faults};
use crate::shape::ShapeDef;

/// What is drawn, so far. World frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// The hull of the points, in any order; else a polygon with these vertices.
    pub hull: bool,
    /// In the order of the clicks.
    pub points: Vec<DVec2>,
}

impl Sketch {
    /// The outline with one more point at the pointer.
    pub fn outline(&self, pointer: Option<DVec2>) -> Vec<DVec2> {
        let points: Vec<DVec2> = self.points.iter().copied().chain(pointer).collect();
        if !self.hull {
            return points;
        }
        convex_corners(&points.iter().map(|p| p.extend(0.0)).collect::<Vec<_>>()).iter().map(|p| p.truncate()).collect()
    }

    /// Indices of the vertices that spoil its being convex, with one more point at the pointer.
    pub fn faults(&self, pointer: Option<DVec2>) -> Vec<usize> {
        if self.hull {
            return vec![];
        }
        faults(&self.points.iter().copied().chain(pointer).map(|p| p.extend(0.0)).collect::<Vec<DVec3>>())
    }

    /// The shape, if a point was clicked: one is a point, two are a segment.
    pub fn shape(&self) -> Option<ShapeDef> {
        let points: Vec<DVec3> = self.points.iter().map(|p| p.extend(0.0)).collect();
        let radius = 0.0;
        Some(match points.as_slice() {
            [] => return None,
            [at] => ShapeDef::Point { at: *at, radius },
            [a, b] => ShapeDef::Segment { a: *a, b: *b, radius },
            _ if self.hull => ShapeDef::Hull { points, radius },
            _ => ShapeDef::Polygon { points, radius },
        })
    }
}
