//! What of a step both views show, in world orientation: read off the trace once, so that the views cannot differ.

use glam::DVec2;

use super::outline::unit;
use super::{Look, Target};
use crate::kernel::{Answers, EdgeId, EventKind, PointId, PointRecord};
use crate::run::{Step, Trace};

/// EPA's edge that is nearest to the origin.
#[derive(Clone, Copy)]
pub struct Nearest {
    pub id: EdgeId,
    pub from: PointId,
    pub to: PointId,
    /// Outward unit normal.
    pub normal: DVec2,
    pub distance: f64,
}

/// The state of a step as pictures need it.
pub struct Now<'a> {
    pub trace: &'a Trace,
    pub step: Step<'a>,
    /// The last event of the run: the answer holds.
    pub last: bool,
    /// The support point found in this iteration, not yet part of the simplex.
    pub pending: Option<PointId>,
    /// Unit direction that is being searched along, while it is.
    pub searched: Option<DVec2>,
    /// Unit direction the step is about: the one searched along, but for a test that has a direction of its own.
    pub direction: Option<DVec2>,
    /// Nearest edge of EPA's polygon, while it stands.
    pub nearest: Option<Nearest>,
    /// The simplex; empty once EPA's polygon stands.
    pub simplex: &'a [PointId],
    pub polygon: bool,
}

impl<'a> Now<'a> {
    /// `None` only for an empty trace.
    pub fn new(trace: &'a Trace, step: usize) -> Option<Now<'a>> {
        let step = trace.step(step)?;
        let last = step.index + 1 == trace.len();
        let polygon = step.polygon().next().is_some();
        let answered = last && trace.answered.normal.is_some();
        let pending = step.pending().filter(|&p| !answered && (p as usize) < trace.points.len());
        let searching = pending.is_some() || matches!(step.event.kind, EventKind::Start { .. });
        let turned = |d: glam::DVec3| unit(trace.direction_in_world(d).truncate());
        // While a point is pending, its own record says along which direction it was asked for.
        let searched = match pending {
            Some(p) => turned(trace.points[p as usize].d),
            None if searching => step.direction().and_then(turned),
            None => None,
        };
        let direction = step.own_direction().filter(|_| searching).map_or(searched, turned);
        let nearest = step.nearest_edge().and_then(|id| {
            let e = trace.edges.get(id as usize)?;
            let normal = turned(e.normal)?;
            Some(Nearest { id, from: e.from, to: e.to, normal, distance: e.distance })
        });
        let simplex = if polygon { &[] } else { step.simplex() };
        Some(Now { trace, step, last, pending, searched, direction, nearest, simplex, polygon })
    }

    /// A recorded support point.
    pub fn point(&self, id: PointId) -> Option<&'a PointRecord> {
        self.trace.points.get(id as usize)
    }

    /// w of a recorded point, in world orientation.
    pub fn w(&self, id: PointId) -> Option<DVec2> {
        self.point(id).map(|p| self.trace.direction_in_world(p.w).truncate()).filter(|w| w.is_finite())
    }

    /// Where a recorded point's sources stand in the world.
    pub fn sources(&self, id: PointId) -> Option<(DVec2, DVec2)> {
        let at = |p| self.trace.point_in_world(p).truncate();
        self.point(id).map(|p| (at(p.a), at(p.b))).filter(|(a, b)| a.is_finite() && b.is_finite())
    }

    /// The simplex's nearest point and the weights of its vertices, where this kernel knows a nearest point at all and the
    /// simplex is not the whole answer already.
    pub fn closest(&self) -> Option<(Vec<f64>, DVec2)> {
        let knows = matches!(self.trace.kernel.answers, Answers::Distance | Answers::SignedDistance);
        let (weights, v) = self.step.closest().filter(|_| knows && !self.polygon)?;
        let v = self.trace.direction_in_world(v).truncate();
        (weights.len() < 3 && v.is_finite() && weights.iter().all(|w| w.is_finite())).then_some((weights, v))
    }

    /// The answer's witness points, at the last step.
    pub fn witnesses(&self) -> Option<(DVec2, DVec2)> {
        let (a, b) = self.trace.answered.witnesses.filter(|_| self.last)?;
        Some((a.truncate(), b.truncate())).filter(|(a, b)| a.is_finite() && b.is_finite())
    }

    /// The answer's normal, at the last step.
    pub fn normal(&self) -> Option<DVec2> {
        unit(self.trace.answered.normal.filter(|_| self.last)?.truncate())
    }
}

/// What is lit: the hovered target and all that belongs to it.
pub fn lit(trace: &Trace, stage: &super::Stage, look: &Look) -> Vec<Target> {
    look.hover.map_or(vec![], |target| super::linked(trace, stage, target))
}

/// The sum of the radii where recorded points lie on the cores, 0 where the kernel took the radii into its support mapping:
/// told from the first support point, which is as far along d as the core reaches, or as the rim does.
pub fn radius_beyond_points(trace: &Trace) -> f64 {
    let Some(p) = trace.points.first() else { return 0.0 };
    let beyond = |outline: &crate::run::Outline, point: glam::DVec3, d: glam::DVec3| {
        let core = match outline.ellipse {
            Some((center, x, y)) => center.dot(d) + x.dot(d).hypot(y.dot(d)),
            None => outline.vertices.iter().map(|v| v.dot(d)).fold(f64::NEG_INFINITY, f64::max),
        };
        if point.dot(d) - core < 0.5 * outline.radius { outline.radius.max(0.0) } else { 0.0 }
    };
    let Some(d) = unit(p.d.truncate()).map(|d| d.extend(0.0)) else { return 0.0 };
    beyond(&trace.a, p.a, d) + beyond(&trace.b, p.b, -d)
}
