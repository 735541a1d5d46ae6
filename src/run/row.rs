//! An event as a row of a table: its numbers by column, for CSV and the window's table.

use glam::DVec3;

use super::trace::Trace;
use super::words::point_name;
use crate::kernel::{EventKind, PointId, TestRecord};
use crate::shape::SMOOTH;

/// What an event says, in columns; a column that the event says nothing of is `None`. Vectors are in the kernel's frame.
#[derive(Clone, Debug, Default)]
pub struct Row<'a> {
    /// The kind's kebab-case word.
    pub kind: &'static str,
    /// The support point it is about.
    pub point: Option<PointId>,
    /// Indices of the point's vertices in A and in B; `None` on a curved outline.
    pub indices: [Option<u32>; 2],
    /// The search direction, or the normal of the nearest edge.
    pub d: Option<DVec3>,
    /// The point of A.
    pub a: Option<DVec3>,
    /// The point of B, posed.
    pub b: Option<DVec3>,
    /// Their difference a - b.
    pub w: Option<DVec3>,
    /// The test, with both sides and its claim.
    pub test: Option<&'a TestRecord>,
    /// Lower and upper bound of the signed distance.
    pub bounds: Option<(f64, f64)>,
    /// The nearest point of the simplex to the origin.
    pub v: Option<DVec3>,
}

impl Trace {
    /// The row of an event; an empty one past the end.
    pub fn row(&self, step: usize) -> Row<'_> {
        let Some(event) = self.events.get(step) else { return Row::default() };
        let mut row = Row { kind: event.kind.id(), ..Row::default() };
        match &event.kind {
            EventKind::Start { d } => row.d = Some(*d),
            EventKind::Support { point } | EventKind::Given { point } => {
                let p = &self.points[*point as usize];
                row.point = Some(*point);
                row.indices = [p.ia, p.ib].map(|i| (i != SMOOTH).then_some(i));
                (row.d, row.a, row.b, row.w) = (Some(p.d), Some(p.a), Some(p.b), Some(p.w));
            }
            EventKind::Test(test) => (row.d, row.test) = (Some(test.d), Some(test)),
            EventKind::Reduce { v, .. } => row.v = Some(*v),
            EventKind::Bounds { lower, upper } => row.bounds = Some((*lower, *upper)),
            EventKind::Nearest { edge } => row.d = self.edges.get(*edge as usize).map(|e| e.normal),
            EventKind::Polygon { by } => row.point = *by,
            EventKind::HandOver { .. } | EventKind::Exit { .. } => {}
        }
        row
    }
}

impl Row<'_> {
    /// The point's name, or nothing.
    pub fn point_name(&self) -> String {
        self.point.map(point_name).unwrap_or_default()
    }
}
