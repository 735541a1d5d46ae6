//! A finished trace and what is true after each of its events.

use glam::DVec3;

use super::Given;
use crate::kernel::{
    Answer, EdgeId, EdgeRecord, Event, EventKind, Exit, Frame, KernelRow, Op, Outcome, PointId, PointRecord, Settings,
    Tape,
};
use crate::num::{Precision, Real, Space};
use crate::scene::Query;
use crate::shape::{Core, Outline as CoreOutline, Pose};

/// A kernel's answer as plain data, in the world frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// How the shapes stand to each other.
    pub answer: Answer,
    /// Distance, or minus the depth, scene units.
    pub signed_distance: Option<f64>,
    /// Unit vector from A toward B.
    pub normal: Option<DVec3>,
    /// Nearest (or deepest) points on A and on B.
    pub witnesses: Option<(DVec3, DVec3)>,
    /// Iterations begun.
    pub iterations: u32,
    /// Support calls of the difference.
    pub supports: u32,
    /// Why it stopped.
    pub exit: Exit,
    /// |signed distance| up to which the kernel says "touching".
    pub tolerance: f64,
}

impl Answered {
    pub(super) fn new<V: Space>(outcome: &Outcome<V>, world_from_frame: &Pose<DVec3>) -> Self {
        Answered {
            answer: outcome.answer,
            signed_distance: outcome.signed_distance.map(Real::to_f64),
            normal: outcome.normal.map(|n| world_from_frame.direction(n.to_dvec3())),
            witnesses: outcome
                .witnesses
                .map(|(a, b)| (world_from_frame.point(a.to_dvec3()), world_from_frame.point(b.to_dvec3()))),
            iterations: outcome.iterations,
            supports: outcome.supports,
            exit: outcome.exit,
            tolerance: outcome.tolerance.to_f64(),
        }
    }

    /// The distance, where the shapes are said to be apart or touching.
    pub fn distance(&self) -> Option<f64> {
        self.signed_distance.filter(|_| self.answer != Answer::Overlapping)
    }

    /// The depth, where the shapes are said to overlap or touch.
    pub fn depth(&self) -> Option<f64> {
        self.signed_distance.filter(|_| self.answer != Answer::Separated).map(|s| 0.0 - s)
    }
}

/// One shape as the kernel saw it, in the kernel's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Posed vertices in file order; for an ellipse empty.
    pub vertices: Vec<DVec3>,
    /// For an ellipse its centre and two half-axis vectors.
    pub ellipse: Option<(DVec3, DVec3, DVec3)>,
    /// Radius of rounding.
    pub radius: f64,
}

impl Outline {
    pub(super) fn new<V: Space>(core: &Core<V>, pose: &Pose<V>) -> Self {
        let radius = core.radius.to_f64();
        match &core.outline {
            CoreOutline::Points(points) => Outline {
                vertices: points.vertices.iter().map(|&v| pose.point(v).to_dvec3()).collect(),
                ellipse: None,
                radius,
            },
            CoreOutline::Ellipse { semi_axes, center, axes } => {
                let a = semi_axes.to_dvec3();
                let axis = |v: DVec3| pose.direction(V::from_dvec3(v).turned(axes)).to_dvec3();
                let half = (axis(DVec3::X * a.x), axis(DVec3::Y * a.y));
                Outline { vertices: vec![], ellipse: Some((pose.point(*center).to_dvec3(), half.0, half.1)), radius }
            }
        }
    }
}

/// Where the things that hold at a step were last said: indices of events.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// The latest support event of this phase.
    pub support: Option<u32>,
    /// The latest reduction of this phase.
    pub reduce: Option<u32>,
    /// The latest bounds of this phase.
    pub bounds: Option<u32>,
    /// The latest nearest edge.
    pub nearest: Option<u32>,
    /// The hand-over, once it has happened.
    pub hand_over: Option<u32>,
    /// The first event of this iteration.
    pub iteration_start: u32,
}

/// A recorded run: plain data in the kernel's frame.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Which kernel ran.
    pub kernel: &'static KernelRow,
    /// In which precision.
    pub precision: Precision,
    /// With which parameters.
    pub settings: Settings,
    /// The kernel's frame.
    pub frame: Frame,
    /// Where that frame stands in the world.
    pub world_from_frame: Pose<DVec3>,
    /// A as the kernel saw it.
    pub a: Outline,
    /// B as the kernel saw it.
    pub b: Outline,
    /// The largest absolute coordinate of both in the kernel's frame (an upper bound).
    pub scale: f64,
    /// In order; the index is the step.
    pub events: Vec<Event>,
    /// Support points in order of the calls.
    pub points: Vec<PointRecord>,
    /// EPA's edges in order of birth.
    pub edges: Vec<EdgeRecord>,
    /// The answer, in the world frame.
    pub answered: Answered,
    states: Vec<State>,
}

/// What is true after one event.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Its number, from 0.
    pub index: usize,
    /// The event.
    pub event: &'a Event,
    /// Where earlier things were said.
    pub state: State,
    trace: &'a Trace,
}

impl Trace {
    pub(super) fn new(kernel: &'static KernelRow, query: &Query, tape: Tape, answered: Answered, given: Given) -> Self {
        let Tape { events, points, edges, .. } = tape;
        let mut states = Vec::with_capacity(events.len());
        let mut state = State::default();
        let mut last: Option<&Event> = None;
        for (i, event) in events.iter().enumerate() {
            let i = i as u32;
            if last.is_some_and(|l| l.phase != event.phase) {
                (state.support, state.reduce, state.bounds) = (None, None, None);
            }
            if last.is_none_or(|l| l.iteration != event.iteration) {
                state.iteration_start = i;
            }
            match event.kind {
                EventKind::Support { .. } => state.support = Some(i),
                EventKind::Reduce { .. } => state.reduce = Some(i),
                EventKind::Bounds { .. } => state.bounds = Some(i),
                EventKind::Nearest { .. } => state.nearest = Some(i),
                EventKind::HandOver { .. } => state.hand_over = Some(i),
                EventKind::Start { .. }
                | EventKind::Given { .. }
                | EventKind::Test(_)
                | EventKind::Polygon { .. }
                | EventKind::Exit { .. } => {}
            }
            states.push(state);
            last = Some(event);
        }
        Trace {
            kernel,
            precision: query.precision,
            settings: query.settings.clone(),
            frame: kernel.frame,
            world_from_frame: given.world_from_frame,
            a: given.a,
            b: given.b,
            scale: given.scale,
            events,
            points,
            edges,
            answered,
            states,
        }
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// No step at all; no kernel does that.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// What is true after event `index` (clamped to the last one); `None` only for an empty trace.
    pub fn step(&self, index: usize) -> Option<Step<'_>> {
        let index = index.min(self.events.len().checked_sub(1)?);
        Some(Step { index, event: &self.events[index], state: self.states[index], trace: self })
    }

    /// A point of A or B from the kernel's frame to the world.
    pub fn point_in_world(&self, p: DVec3) -> DVec3 {
        self.world_from_frame.point(p)
    }

    /// A direction, or a point of the difference, from the kernel's frame to world orientation.
    pub fn direction_in_world(&self, d: DVec3) -> DVec3 {
        self.world_from_frame.direction(d)
    }

    /// The number of iterations that have events.
    pub fn iterations(&self) -> u32 {
        self.events.last().map_or(0, |e| e.iteration + 1)
    }
}

impl<'a> Step<'a> {
    /// The vertices of the simplex that holds after this event: of the last reduction, or what was handed to EPA.
    pub fn simplex(&self) -> &'a [PointId] {
        match (self.kind_at(self.state.reduce), self.kind_at(self.state.hand_over)) {
            (Some(EventKind::Reduce { after, .. }), _) => after,
            (None, Some(EventKind::HandOver { simplex })) => simplex,
            _ => &[],
        }
    }

    /// The weights of [`Step::simplex`]'s vertices in its nearest point, and that point v; `None` before the first reduction.
    pub fn closest(&self) -> Option<(Vec<f64>, DVec3)> {
        let Some(EventKind::Reduce { before, after, weights, v }) = self.kind_at(self.state.reduce) else {
            return None;
        };
        let weight = |id: &PointId| before.iter().position(|b| b == id).map_or(0.0, |i| weights[i]);
        Some((after.iter().map(weight).collect(), *v))
    }

    /// The vertices that this event dropped from the simplex.
    pub fn dropped(&self) -> Vec<PointId> {
        match &self.event.kind {
            EventKind::Reduce { before, after, .. } => before.iter().copied().filter(|p| !after.contains(p)).collect(),
            _ => vec![],
        }
    }

    /// The latest support point of this phase.
    pub fn support(&self) -> Option<PointId> {
        match self.kind_at(self.state.support) {
            Some(EventKind::Support { point }) => Some(*point),
            _ => None,
        }
    }

    /// The support point of this iteration while it is not part of the simplex or polygon yet (or was dropped at once).
    pub fn pending(&self) -> Option<PointId> {
        let support = self.support()?;
        let fresh = self.state.support? >= self.state.iteration_start;
        (fresh && !self.simplex().contains(&support)).then_some(support)
    }

    /// The search direction that holds, in the kernel's frame.
    pub fn direction(&self) -> Option<DVec3> {
        match &self.event.kind {
            EventKind::Start { d } => return Some(*d),
            EventKind::Test(test) => return Some(test.d),
            EventKind::Nearest { edge } => return self.trace.edges.get(*edge as usize).map(|e| e.normal),
            _ => {}
        }
        match (self.support(), self.trace.events.first().map(|e| &e.kind)) {
            (Some(p), _) => Some(self.trace.points[p as usize].d),
            (None, Some(EventKind::Start { d })) if self.event.phase == 0 => Some(*d),
            _ => None,
        }
    }

    /// The direction of a test that uses one no step before has named: not that of the last support call or of the start.
    pub fn own_direction(&self) -> Option<DVec3> {
        let EventKind::Test(test) = &self.event.kind else { return None };
        let named = match (self.support(), self.trace.events.first().map(|e| &e.kind)) {
            (Some(p), _) => Some(self.trace.points[p as usize].d),
            (None, Some(EventKind::Start { d })) => Some(*d),
            _ => None,
        };
        let uses = test.left.iter().chain(test.right).any(|op| matches!(op, Op::D));
        (uses && named != Some(test.d)).then_some(test.d)
    }

    /// Best lower and latest upper bound of the signed distance so far in this phase.
    pub fn bounds(&self) -> Option<(f64, f64)> {
        match self.kind_at(self.state.bounds) {
            Some(EventKind::Bounds { lower, upper }) => Some((*lower, *upper)),
            _ => None,
        }
    }

    /// The edges of EPA's polygon after this event, in order of birth; empty before it stands.
    pub fn polygon(&self) -> impl Iterator<Item = (EdgeId, &'a EdgeRecord)> + use<'a> {
        let now = self.index as u32;
        let edges = &self.trace.edges;
        edges
            .iter()
            .enumerate()
            .take_while(move |(_, e)| e.born <= now)
            .filter(move |(_, e)| e.died > now)
            .map(|(i, e)| (i as EdgeId, e))
    }

    /// The edge of EPA's polygon that was last taken as the nearest, while it is part of the polygon.
    pub fn nearest_edge(&self) -> Option<EdgeId> {
        match self.kind_at(self.state.nearest) {
            Some(EventKind::Nearest { edge }) => {
                (self.trace.edges.get(*edge as usize)?.died > self.index as u32).then_some(*edge)
            }
            _ => None,
        }
    }

    fn kind_at(&self, event: Option<u32>) -> Option<&'a EventKind> {
        self.trace.events.get(event? as usize).map(|e| &e.kind)
    }
}
