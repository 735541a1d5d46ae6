//! The recorder that writes everything down, as plain f64 data that no longer depends on the space.

use glam::DVec3;

use super::record::{Claim, Exit, Formula, Line, Recorder, Relation, Test};
use super::simplex::Simplex;
use crate::num::{Real, Space};
use crate::shape::SupportPoint;

/// Index of a support point in [`Tape::points`].
pub type PointId = u32;
/// Index of an edge in [`Tape::edges`].
pub type EdgeId = u32;

/// A recorded support point, in the kernel's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointRecord {
    /// The event that made it.
    pub step: u32,
    /// The direction it is extreme along; for a given point the current one.
    pub d: DVec3,
    /// Point of A.
    pub a: DVec3,
    /// Point of B.
    pub b: DVec3,
    /// a - b, as the kernel had it.
    pub w: DVec3,
    /// Index of A's vertex, or [`crate::shape::SMOOTH`].
    pub ia: u32,
    /// Index of B's vertex, or [`crate::shape::SMOOTH`].
    pub ib: u32,
}

/// A recorded edge of EPA's polygon, in the kernel's frame. It is part of the polygon from step `born` up to, not including, step `died`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeRecord {
    /// First vertex, counter-clockwise.
    pub from: PointId,
    /// Second vertex.
    pub to: PointId,
    /// Outward unit normal.
    pub normal: DVec3,
    /// How far the origin lies inside its line.
    pub distance: f64,
    /// The event from which on it is there.
    pub born: u32,
    /// The event from which on it is gone; `u32::MAX` while it stays.
    pub died: u32,
}

/// A set of up to four recorded points, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointSet {
    len: u8,
    ids: [PointId; 4],
}

impl std::ops::Deref for PointSet {
    type Target = [PointId];
    fn deref(&self) -> &[PointId] {
        &self.ids[..self.len as usize]
    }
}

/// A recorded decision. See [`Test`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestRecord {
    /// Left side as a formula.
    pub left: Formula,
    /// How the sides were compared.
    pub relation: Relation,
    /// Right side as a formula.
    pub right: Formula,
    /// PointSet in the slots.
    pub points: [PointId; 3],
    /// Numbers in the slots.
    pub numbers: [f64; 2],
    /// The current search direction, what [`super::record::Op::D`] stands for.
    pub d: DVec3,
    /// Left side as the kernel had it.
    pub left_value: f64,
    /// Right side as the kernel had it.
    pub right_value: f64,
    /// Whether it held.
    pub held: bool,
    /// What the kernel concludes.
    pub claim: Claim,
}

/// What one event says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind {
    /// The first search direction.
    Start { d: DVec3 },
    /// A support call.
    Support { point: PointId },
    /// A vertex of the simplex that the settings give to start from.
    Given { point: PointId },
    /// A decision.
    Test(TestRecord),
    /// The simplex before and after reduction; weights by vertex of `before`, v the nearest point to the origin.
    Reduce { before: PointSet, after: PointSet, weights: [f64; 4], v: DVec3 },
    /// Bounds of the signed distance. `lower` is the best so far.
    Bounds { lower: f64, upper: f64 },
    /// EPA's polygon stands, or was expanded by a point.
    Polygon { by: Option<PointId> },
    /// The edge taken as the nearest.
    Nearest { edge: EdgeId },
    /// GJK hands its simplex to EPA; the rank is its number of vertices less one.
    HandOver { simplex: PointSet },
    /// The end, with the step of the decision that stopped it.
    Exit { exit: Exit, by: Option<u32> },
}

impl EventKind {
    /// Kebab-case word, for JSON, CSV and the table of events.
    pub fn id(&self) -> &'static str {
        match self {
            EventKind::Start { .. } => "start",
            EventKind::Support { .. } => "support",
            EventKind::Given { .. } => "given",
            EventKind::Test(_) => "test",
            EventKind::Reduce { .. } => "reduce",
            EventKind::Bounds { .. } => "bounds",
            EventKind::Polygon { .. } => "polygon",
            EventKind::Nearest { .. } => "nearest",
            EventKind::HandOver { .. } => "hand-over",
            EventKind::Exit { .. } => "exit",
        }
    }
}

/// One event with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Iteration, from 0, counted through hand-over.
    pub iteration: u32,
    /// 0 for the first kernel, 1 after the hand-over.
    pub phase: u8,
    /// Line of the phase's listing.
    pub line: Line,
    /// What is said.
    pub kind: EventKind,
}

/// Everything a kernel said, in order. Reusable: [`Tape::clear`] keeps the memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tape {
    /// In order; the index is the step.
    pub events: Vec<Event>,
    /// Support points in order of the calls.
    pub points: Vec<PointRecord>,
    /// Edges in order of birth.
    pub edges: Vec<EdgeRecord>,
    iteration: u32,
    started: bool,
    phase: u8,
    d: DVec3,
    lower: Option<f64>,
    last_test: Option<u32>,
}

impl Tape {
    /// Empties the tape and keeps its memory.
    pub fn clear(&mut self) {
        let Tape { events, points, edges, .. } = std::mem::take(self);
        *self = Tape { events, points, edges, ..Tape::default() };
        self.events.clear();
        self.points.clear();
        self.edges.clear();
    }

    #[inline]
    fn push(&mut self, line: Line, kind: EventKind) {
        self.events.push(Event { iteration: self.iteration, phase: self.phase, line, kind });
    }

    #[inline]
    fn next_step(&self) -> u32 {
        self.events.len() as u32
    }

    #[inline]
    fn point<V: Space>(&mut self, p: &SupportPoint<V>) -> PointId {
        self.points.push(PointRecord {
            step: self.next_step(),
            d: self.d,
            a: p.a.to_dvec3(),
            b: p.b.to_dvec3(),
            w: p.w.to_dvec3(),
            ia: p.ia,
            ib: p.ib,
        });
        self.points.len() as PointId - 1
    }

    fn points_of<V: Space>(simplex: &Simplex<V, PointId>, mask: u8) -> PointSet {
        let mut points = PointSet::default();
        for (i, vertex) in simplex.vertices().iter().enumerate() {
            if mask & (1 << i) != 0 {
                points.ids[points.len as usize] = vertex.id;
                points.len += 1;
            }
        }
        points
    }
}

impl<V: Space> Recorder<V> for Tape {
    type Point = PointId;
    type Edge = EdgeId;

    fn iteration(&mut self) {
        if self.started {
            self.iteration += 1;
        }
        self.started = true;
    }
    fn start(&mut self, line: Line, d: V) -> V {
        self.d = d.to_dvec3();
        self.push(line, EventKind::Start { d: self.d });
        d
    }
    #[inline]
    fn direction(&mut self, d: V) -> V {
        self.d = d.to_dvec3();
        d
    }
    #[inline]
    fn support(&mut self, line: Line, p: &SupportPoint<V>) -> PointId {
        let id = self.point(p);
        self.push(line, EventKind::Support { point: id });
        id
    }
    fn given(&mut self, line: Line, p: &SupportPoint<V>) -> PointId {
        let id = self.point(p);
        self.push(line, EventKind::Given { point: id });
        id
    }
    #[inline]
    fn test(&mut self, line: Line, held: bool, test: impl FnOnce() -> Test<V, PointId>) -> bool {
        let t = test();
        self.last_test = Some(self.next_step());
        self.push(
            line,
            EventKind::Test(TestRecord {
                left: t.left,
                relation: t.relation,
                right: t.right,
                points: t.points,
                numbers: t.numbers.map(Real::to_f64),
                d: self.d,
                left_value: t.left_value.to_f64(),
                right_value: t.right_value.to_f64(),
                held,
                claim: if held { t.if_held } else { t.if_not },
            }),
        );
        held
    }
    #[inline]
    fn keep(
        &mut self,
        line: Line,
        simplex: &Simplex<V, PointId>,
        kept: u8,
        closest: impl FnOnce() -> ([V::R; 4], V),
    ) -> u8 {
        let (weights, v) = closest();
        self.push(
            line,
            EventKind::Reduce {
                before: Self::points_of(simplex, 0xf),
                after: Self::points_of(simplex, kept),
                weights: weights.map(Real::to_f64),
                v: v.to_dvec3(),
            },
        );
        kept
    }
    #[inline]
    fn bounds(&mut self, line: Line, bounds: impl FnOnce() -> (V::R, V::R)) {
        let (lower, upper) = bounds();
        let lower = lower.to_f64();
        let lower = self.lower.map_or(lower, |best| best.max(lower));
        self.lower = Some(lower);
        self.push(line, EventKind::Bounds { lower, upper: upper.to_f64() });
    }
    fn edge(&mut self, from: PointId, to: PointId, normal: V, distance: V::R) -> EdgeId {
        self.edges.push(EdgeRecord {
            from,
            to,
            normal: normal.to_dvec3(),
            distance: distance.to_f64(),
            born: self.next_step(),
            died: u32::MAX,
        });
        self.edges.len() as EdgeId - 1
    }
    fn edge_gone(&mut self, edge: EdgeId) {
        let step = self.next_step();
        if let Some(record) = self.edges.get_mut(edge as usize) {
            record.died = step;
        }
    }
    fn polygon(&mut self, line: Line, by: Option<PointId>) {
        self.push(line, EventKind::Polygon { by });
    }
    fn nearest(&mut self, line: Line, edge: EdgeId) {
        self.push(line, EventKind::Nearest { edge });
    }
    fn hand_over(&mut self, line: Line, simplex: &Simplex<V, PointId>) {
        self.push(line, EventKind::HandOver { simplex: Self::points_of(simplex, 0xf) });
        self.phase += 1;
        self.lower = None;
    }
    fn exit(&mut self, line: Line, exit: Exit) {
        self.push(line, EventKind::Exit { exit, by: self.last_test });
    }
}
