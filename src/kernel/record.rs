//! The vocabulary of a trace: what a kernel says while it runs, and the two recorders that listen ([`Off`], [`super::Tape`]).
//!
//! A kernel is generic over a [`Recorder`]. With [`Off`] every call here vanishes and the bare algorithm remains; with a tape the
//! same code writes events. A recorder may also steer: what `test`, `direction` and `keep` return is what the kernel goes on with.

use super::simplex::Simplex;
use crate::num::Space;
use crate::shape::SupportPoint;

/// Index of a line of the kernel's listing, from 0.
pub type Line = u8;

/// One operation of a [`Formula`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// Pushes w of the point in that slot of the test.
    W(u8),
    /// Pushes the current search direction d.
    D,
    /// Pushes the number in that slot of the test: a float the kernel had computed before.
    Num(u8),
    /// Pushes a constant.
    Const(f64),
    /// x, y -> x + y, of vectors or numbers.
    Add,
    /// x, y -> x - y, of vectors or numbers.
    Sub,
    /// x -> -x, of a vector or number.
    Neg,
    /// x -> |x|, of a number.
    Abs,
    /// x, y -> x y, of numbers, or of a vector x and a number y.
    Mul,
    /// x, y -> x / y, of numbers.
    Div,
    /// A vector -> its component along that axis, 0 for x.
    Axis(u8),
    /// A vector -> the square of its length, its inner product with itself.
    Square,
    /// Vectors x, y -> their inner product.
    Dot,
    /// Vectors x, y -> their outer product ([`Space::wedge`]).
    Wedge,
    /// Outer products n, m -> m measured along n ([`Space::along`]).
    Along,
    /// A vector -> its perpendicular ([`Space::any_perpendicular`]): in 2D a quarter turn counter-clockwise.
    Perp,
}

/// A small expression over what the kernel had, in postfix order, over the slots of its [`Test`]. One interpreter gives its
/// value in floats, in exact arithmetic and as words.
pub type Formula = &'static [Op];

/// How the two sides of a test are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// left < right
    Less,
    /// left <= right
    LessEqual,
    /// left > right
    Greater,
    /// left = right
    Equal,
}

impl Relation {
    /// As written in a formula.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessEqual => "≤",
            Relation::Greater => ">",
            Relation::Equal => "=",
        }
    }

    /// What the comparison says of two floats; false for NaN.
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Relation::Less => left < right,
            Relation::LessEqual => left <= right,
            Relation::Greater => left > right,
            Relation::Equal => left == right,
        }
    }
}

/// What a kernel concludes from a test. Vertices are slots of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nothing yet: the next test decides.
    Open,
    /// The shapes are apart along d.
    Apart,
    /// The difference reaches past the origin along d, so the shapes may meet.
    MayMeet,
    /// The simplex contains the origin, so the shapes meet.
    ContainsOrigin,
    /// The origin lies on the simplex itself (a vertex or an edge).
    OriginOnSimplex,
    /// The point of the simplex nearest to the origin lies on the feature spanned by this many first slots.
    Region(u8),
    /// The nearest point does not lie on the feature spanned by this many first slots: not at that vertex, not inside that edge.
    NotRegion(u8),
    /// The origin is outside the edge spanned by slots 0 and 1; the other vertex goes.
    OutsideEdge,
    /// The origin is on the inner side of the edge spanned by slots 0 and 1.
    InsideEdge,
    /// The support point is one the simplex has already, so nothing nearer exists.
    Duplicate,
    /// The support point is new.
    NewPoint,
    /// Lower and upper bound agree to the tolerance.
    Converged,
    /// The bounds are still apart.
    NotConverged,
    /// What is gained is below the rounding error of the gain.
    NoProgress,
    /// The gain is real.
    Progress,
    /// A disc inside the difference leaves every direction at least as much depth as d has: d is the normal.
    Inscribed,
    /// The difference does not extend beyond this line, so the origin is on its boundary.
    OnBoundary,
    /// The difference extends beyond this line.
    Extends,
    /// The new point lies outside this edge of the polygon too, so the edge goes.
    EdgeVisible,
    /// The edge stays.
    EdgeHidden,
    /// In the affine combination of the first so many slots that is nearest to the origin (where the origin's foot lies on their
    /// line or plane) the vertex in slot 0 has a weight > 0: seen from the facet of the other ones, the foot is on its side. Of
    /// four vertices the slots hold the other three, and slot 0 stands for the one that is missing.
    Weight(u8),
    /// There the vertex in slot 0 has a weight <= 0, so it has no part in the nearest point of these slots' hull.
    NoWeight(u8),
    /// Of two features of the simplex the one whose squared distance from the origin is on the left is nearer than the one on the right.
    Nearer,
    /// It is not nearer.
    NotNearer,
    /// The absolute value on the left is within its rounding error, so its sign says nothing.
    SignUnsure,
    /// It is beyond its rounding error, so its sign is right.
    SignSure,
    /// By the signs the kernel computed, no subset of the simplex holds the nearest point; one of the signs is false.
    NoSubset,
    /// By the signs the kernel computed, a subset holds the nearest point.
    Subset,
    /// The support point along the momentum direction is no nearer to the origin, along d from the simplex's nearest point, than the
    /// simplex is (up to what the right side allows); that says nothing about the difference, only that momentum no longer helps.
    MomentumSpent,
    /// It is nearer along d, so adding it brings the simplex nearer to the origin.
    MomentumHelps,
    /// The support point along the momentum direction is one the simplex has already; that says nothing about the difference.
    MomentumRepeats,
    /// The origin lies on the segment, and that is called apart. (A tutorial's fault.)
    OnSegmentSoApart,
    /// Of all axes so far this one separates most.
    BestAxis,
    /// An earlier axis separates as much or more.
    NotBestAxis,
    /// Seen from the inner point, the origin lies to the right of the point in slot 1.
    RayRight,
    /// Seen from the inner point, the origin does not lie to the right of the point in slot 1.
    RayLeft,
}

impl Claim {
    /// Kebab-case word in JSON and CSV.
    pub fn id(self) -> &'static str {
        match self {
            Claim::Open => "open",
            Claim::Apart => "apart",
            Claim::MayMeet => "may-meet",
            Claim::ContainsOrigin => "contains-origin",
            Claim::OriginOnSimplex => "origin-on-simplex",
            Claim::Region(1) => "vertex-region",
            Claim::Region(2) => "edge-region",
            Claim::Region(_) => "face-region",
            Claim::NotRegion(_) => "not-region",
            Claim::OutsideEdge => "outside-edge",
            Claim::InsideEdge => "inside-edge",
            Claim::Duplicate => "duplicate",
            Claim::NewPoint => "new-point",
            Claim::Converged => "converged",
            Claim::NotConverged => "not-converged",
            Claim::NoProgress => "no-progress",
            Claim::Progress => "progress",
            Claim::Inscribed => "inscribed",
            Claim::OnBoundary => "on-boundary",
            Claim::Extends => "extends",
            Claim::EdgeVisible => "edge-visible",
            Claim::EdgeHidden => "edge-hidden",
            Claim::Weight(_) => "weight",
            Claim::NoWeight(_) => "no-weight",
            Claim::Nearer => "nearer",
            Claim::NotNearer => "not-nearer",
            Claim::SignUnsure => "sign-unsure",
            Claim::SignSure => "sign-sure",
            Claim::NoSubset => "no-subset",
            Claim::Subset => "subset",
            Claim::MomentumSpent => "momentum-spent",
            Claim::MomentumHelps => "momentum-helps",
            Claim::MomentumRepeats => "momentum-repeats",
            Claim::OnSegmentSoApart => "on-segment-so-apart",
            Claim::BestAxis => "best-axis",
            Claim::NotBestAxis => "not-best-axis",
            Claim::RayRight => "ray-right",
            Claim::RayLeft => "ray-left",
        }
    }
}

/// A decision: two sides, how they were compared, and what is concluded from the result.
#[derive(Clone, Copy, Debug)]
pub struct Test<V: Space, I> {
    /// Left side as a formula over the slots.
    pub left: Formula,
    /// How the sides are compared.
    pub relation: Relation,
    /// Right side as a formula over the slots.
    pub right: Formula,
    /// The recorded points in slots 0 to 2.
    pub points: [I; 3],
    /// The numbers in slots 0 and 1.
    pub numbers: [V::R; 2],
    /// The left side as the kernel computed it.
    pub left_value: V::R,
    /// The right side as the kernel computed it.
    pub right_value: V::R,
    /// Concluded if it holds.
    pub if_held: Claim,
    /// Concluded if not.
    pub if_not: Claim,
}

impl<V: Space, I: Copy> Test<V, I> {
    /// `left relation 0` over up to three points.
    #[inline(always)]
    pub fn sign(
        left: Formula,
        relation: Relation,
        points: [I; 3],
        left_value: V::R,
        if_held: Claim,
        if_not: Claim,
    ) -> Self {
        use crate::num::Real;
        let zero = V::R::ZERO;
        Test {
            left,
            relation,
            right: &[Op::Const(0.0)],
            points,
            numbers: [zero; 2],
            left_value,
            right_value: zero,
            if_held,
            if_not,
        }
    }
}

/// Why a kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Exit {
    /// A separating direction was found.
    Apart,
    /// The bounds agree to the tolerance.
    Converged,
    /// The support point was already there.
    DuplicateSupport,
    /// The gain fell below its rounding error.
    NoProgress,
    /// The simplex contains the origin.
    ContainsOrigin,
    /// The origin lies on a vertex or an edge of the simplex.
    OriginOnSimplex,
    /// The difference has no inside and the origin lies on it.
    FlatDifference,
    /// The origin lies on the boundary of the difference.
    OnBoundary,
    /// The iteration limit was reached; the answer is undecided.
    IterationLimit,
    /// A value became infinite or NaN; the answer is undecided.
    NotFinite,
    /// A tutorial called an origin on the first segment "apart".
    OriginOnSegment,
    /// All axes were looked at.
    AllAxes,
    /// The kernel cannot run on such shapes; the answer is undecided.
    NotApplicable,
    /// The answer of another library, whose inside is not traced.
    ExternalAnswer,
}

impl Exit {
    /// All exits.
    pub const ALL: [Exit; 14] = [
        Exit::Apart,
        Exit::Converged,
        Exit::DuplicateSupport,
        Exit::NoProgress,
        Exit::ContainsOrigin,
        Exit::OriginOnSimplex,
        Exit::FlatDifference,
        Exit::OnBoundary,
        Exit::IterationLimit,
        Exit::NotFinite,
        Exit::OriginOnSegment,
        Exit::AllAxes,
        Exit::NotApplicable,
        Exit::ExternalAnswer,
    ];

    /// Kebab-case word in JSON, scenes and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Exit::Apart => "apart",
            Exit::Converged => "converged",
            Exit::DuplicateSupport => "duplicate-support",
            Exit::NoProgress => "no-progress",
            Exit::ContainsOrigin => "contains-origin",
            Exit::OriginOnSimplex => "origin-on-simplex",
            Exit::FlatDifference => "flat-difference",
            Exit::OnBoundary => "on-boundary",
            Exit::IterationLimit => "iteration-limit",
            Exit::NotFinite => "not-finite",
            Exit::OriginOnSegment => "origin-on-segment",
            Exit::AllAxes => "all-axes",
            Exit::NotApplicable => "not-applicable",
            Exit::ExternalAnswer => "external-answer",
        }
    }

    /// What it means, for a person.
    pub fn meaning(self) -> &'static str {
        match self {
            Exit::Apart => "a direction separates the shapes",
            Exit::Converged => "lower and upper bound agree to the tolerance",
            Exit::DuplicateSupport => "the support point was already there, so nothing nearer exists",
            Exit::NoProgress => "the gain fell below its rounding error",
            Exit::ContainsOrigin => "the simplex contains the origin",
            Exit::OriginOnSimplex => "the origin lies on a vertex or an edge of the simplex",
            Exit::FlatDifference => "the difference has no inside and the origin lies on it",
            Exit::OnBoundary => "the origin lies on the boundary of the difference",
            Exit::IterationLimit => "the iteration limit was reached before an answer",
            Exit::NotFinite => "a value became infinite or NaN",
            Exit::OriginOnSegment => "the origin lies on the first segment, which this tutorial calls apart",
            Exit::AllAxes => "all axes were looked at, and the one that separates most is the answer",
            Exit::NotApplicable => "this kernel cannot run on such shapes",
            Exit::ExternalAnswer => "the answer of another library, whose inside is not traced",
        }
    }
}

/// Who listens to a kernel. Each method that returns what it was given may return something else: that is how a run is steered.
pub trait Recorder<V: Space> {
    /// Names a recorded support point; nothing for [`Off`].
    type Point: Copy + Default + std::fmt::Debug;
    /// Names a recorded edge of EPA's polygon; nothing for [`Off`].
    type Edge: Copy + Default + std::fmt::Debug;

    /// A new iteration begins.
    fn iteration(&mut self);
    /// The first search direction, in the kernel's frame.
    fn start(&mut self, line: Line, d: V) -> V;
    /// The direction that the next support call and the next tests use.
    fn direction(&mut self, d: V) -> V;
    /// A support call along the current direction gave `p`.
    fn support(&mut self, line: Line, p: &SupportPoint<V>) -> Self::Point;
    /// A vertex of a given simplex; it was not looked for.
    fn given(&mut self, line: Line, p: &SupportPoint<V>) -> Self::Point;
    /// A decision with its result.
    fn test(&mut self, line: Line, held: bool, test: impl FnOnce() -> Test<V, Self::Point>) -> bool;
    /// The simplex is reduced to the vertices in the mask `kept`; `closest` gives the weight of each vertex (0 if dropped) and the point nearest to the origin.
    fn keep(
        &mut self,
        line: Line,
        simplex: &Simplex<V, Self::Point>,
        kept: u8,
        closest: impl FnOnce() -> ([V::R; 4], V),
    ) -> u8;
    /// The signed distance of the rounded shapes lies between these two.
    fn bounds(&mut self, line: Line, bounds: impl FnOnce() -> (V::R, V::R));
    /// The polygon gains an edge from `from` to `to` with its outward unit normal and the origin's distance inside it. Belongs to the next polygon event.
    fn edge(&mut self, from: Self::Point, to: Self::Point, normal: V, distance: V::R) -> Self::Edge;
    /// The polygon loses an edge. Belongs to the next polygon event.
    fn edge_gone(&mut self, edge: Self::Edge);
    /// The polygon stands for the first time, or has been expanded by `by`.
    fn polygon(&mut self, line: Line, by: Option<Self::Point>);
    /// This edge is taken as the nearest.
    fn nearest(&mut self, line: Line, edge: Self::Edge);
    /// GJK is done and EPA takes over with this simplex.
    fn hand_over(&mut self, line: Line, simplex: &Simplex<V, Self::Point>);
    /// The kernel stops; the decision that stopped it is the last test.
    fn exit(&mut self, line: Line, exit: Exit);
}

/// The recorder that records nothing and costs nothing.
pub struct Off;

impl<V: Space> Recorder<V> for Off {
    type Point = ();
    type Edge = ();
    #[inline(always)]
    fn iteration(&mut self) {}
    #[inline(always)]
    fn start(&mut self, _: Line, d: V) -> V {
        d
    }
    #[inline(always)]
    fn direction(&mut self, d: V) -> V {
        d
    }
    #[inline(always)]
    fn support(&mut self, _: Line, _: &SupportPoint<V>) {}
    #[inline(always)]
    fn given(&mut self, _: Line, _: &SupportPoint<V>) {}
    #[inline(always)]
    fn test(&mut self, _: Line, held: bool, _: impl FnOnce() -> Test<V, ()>) -> bool {
        held
    }
    #[inline(always)]
    fn keep(&mut self, _: Line, _: &Simplex<V, ()>, kept: u8, _: impl FnOnce() -> ([V::R; 4], V)) -> u8 {
        kept
    }
    #[inline(always)]
    fn bounds(&mut self, _: Line, _: impl FnOnce() -> (V::R, V::R)) {}
    #[inline(always)]
    fn edge(&mut self, (): (), (): (), _: V, _: V::R) {}
    #[inline(always)]
    fn edge_gone(&mut self, (): ()) {}
    #[inline(always)]
    fn polygon(&mut self, _: Line, _: Option<()>) {}
    #[inline(always)]
    fn nearest(&mut self, _: Line, (): ()) {}
    #[inline(always)]
    fn hand_over(&mut self, _: Line, _: &Simplex<V, ()>) {}
    #[inline(always)]
    fn exit(&mut self, _: Line, _: Exit) {}
}
