//! A picture: marks with roles, in scene units. What a role looks like is the theme's business, where it lands the camera's.

use glam::DVec2;

use super::Look;
use crate::kernel::{EdgeId, PointId};
use crate::run::short;

/// What a mark means. One role has one look in every view, theme and export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Shape A.
    A,
    /// Shape B.
    B,
    /// A body that the question is not about.
    Other,
    /// The difference A - B.
    Difference,
    /// The core of a rounded shape: what kernels see.
    Core,
    /// The simplex and its vertices.
    Simplex,
    /// A vertex that was dropped just now.
    Dropped,
    /// What the test of this step looks at.
    Tested,
    /// The search direction d (and -d on B).
    Direction,
    /// A supporting line, or the line through the origin perpendicular to d.
    SupportLine,
    /// The side that cannot be reached.
    HalfPlane,
    /// The nearest point v and the witness points.
    Closest,
    /// The origin.
    Origin,
    /// EPA's polygon.
    Polytope,
    /// The polygon's nearest edge.
    NearestEdge,
    /// A normal: of the nearest edge, or of the answer.
    Normal,
    /// B moved by depth x normal.
    MovedB,
    /// What the pointer is over, in every view.
    Hover,
    /// The Voronoi regions of the simplex.
    Region,
    /// Grid and axes.
    Axis,
    /// What the author of a figure adds.
    Note,
    /// Plain text.
    Text,
}

/// What a mark stands for: the key that links views, table and timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The whole shape A.
    A,
    /// The whole shape B.
    B,
    /// A body that the question is not about, by its index in the scene.
    Body(u32),
    /// The whole difference.
    Difference,
    /// Vertex of A by its index in file order.
    VertexA(u32),
    /// Vertex of B by its index in file order.
    VertexB(u32),
    /// Vertex of the difference, from these vertices of A and B.
    VertexPair(u32, u32),
    /// A recorded support point.
    Point(PointId),
    /// An edge of EPA's polygon.
    Edge(EdgeId),
    /// A step of the trace.
    Step(u32),
    /// The origin of the difference.
    Origin,
}

/// The form of a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dot {
    /// Very small and filled: a vertex of very many.
    Tiny,
    /// Small and filled: a vertex.
    Small,
    /// Filled: a vertex of the simplex.
    Filled,
    /// A ring around a dot: the support point of now.
    Ring,
    /// Hollow with a cross: dropped.
    Crossed,
    /// Hollow diamond: nearest and witness points.
    Diamond,
    /// A cross in a ring: the origin.
    Origin,
}

/// The geometry of a mark, in scene units unless said otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkKind {
    /// A filled convex outline, counter-clockwise.
    Area(Vec<DVec2>),
    /// A line through points.
    Path(Vec<DVec2>),
    /// A point.
    Dot(DVec2, Dot),
    /// An arrow from a point along a direction, of constant length on the screen (the theme's).
    Arrow(DVec2, DVec2),
    /// An arrow between two points.
    Vector(DVec2, DVec2),
    /// An infinite line through a point along a direction.
    Line(DVec2, DVec2),
    /// The half-plane of all p with (p - point) . normal >= 0.
    HalfPlane(DVec2, DVec2),
    /// A half-line from a point along a direction.
    Ray(DVec2, DVec2),
    /// All p with (p - point) . normal >= 0 for each of these pairs of point and normal.
    Region(Vec<(DVec2, DVec2)>),
    /// Text that belongs to a point; the vector says on which side it reads best (zero: no wish).
    Label(DVec2, String, DVec2),
    /// A label at the tip of the [`MarkKind::Arrow`] with the same point and direction.
    TipLabel(DVec2, DVec2, String),
    /// A small label that may be left out where there is no room.
    Note(DVec2, String, DVec2),
    /// A small label that stands wholly inside a region, as [`MarkKind::Region`] has it, near a point and on a side of it; left out
    /// where there is no room.
    Within(Vec<(DVec2, DVec2)>, DVec2, String, DVec2),
    /// Lines at round coordinates, axes and their numbers, for whatever the camera shows.
    Grid,
    /// Of the grid only the axes and their numbers.
    Axes,
}

impl MarkKind {
    /// It is a label, which looks for a place of its own.
    pub fn is_text(&self) -> bool {
        use MarkKind::{Label, Note, TipLabel, Within};
        matches!(self, Label(..) | TipLabel(..) | Note(..) | Within(..))
    }
}

/// One thing that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What it means.
    pub role: Role,
    /// Where and how.
    pub kind: MarkKind,
    /// What it stands for, if it can be pointed at.
    pub target: Option<Target>,
}

/// Marks in painting order, and the range that shows all steps of the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Painted first to last.
    pub marks: Vec<Mark>,
    /// Lower left and upper right corner of what every step of this run fits into, scene units, without margin.
    pub range: (DVec2, DVec2),
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 22] = [
        Role::A,
        Role::B,
        Role::Other,
        Role::Difference,
        Role::Core,
        Role::Simplex,
        Role::Dropped,
        Role::Tested,
        Role::Direction,
        Role::SupportLine,
        Role::HalfPlane,
        Role::Closest,
        Role::Origin,
        Role::Polytope,
        Role::NearestEdge,
        Role::Normal,
        Role::MovedB,
        Role::Hover,
        Role::Region,
        Role::Axis,
        Role::Note,
        Role::Text,
    ];
}

impl Picture {
    /// Adds a mark that stands for nothing one could point at.
    pub fn add(&mut self, role: Role, kind: MarkKind) {
        self.marks.push(Mark { role, kind, target: None });
    }

    /// Adds a mark that stands for `target`.
    pub fn add_for(&mut self, target: Target, role: Role, kind: MarkKind) {
        self.marks.push(Mark { role, kind, target: Some(target) });
    }

    /// Adds the grid, or the axes alone, as the look has it.
    pub fn grid(&mut self, look: &Look) {
        if look.grid {
            self.add(Role::Axis, MarkKind::Grid);
        } else if look.axes {
            self.add(Role::Axis, MarkKind::Axes);
        }
    }

    /// Adds the coordinates of a point beside it, as the look has it.
    pub fn coordinates(&mut self, look: &Look, role: Role, at: DVec2, wish: DVec2) {
        if look.coordinates {
            self.add(role, MarkKind::Note(at, format!("({}, {})", short(at.x), short(at.y)), wish));
        }
    }

    /// Adds an area, or the line or dot that is left of one with too few corners.
    pub fn add_outline(&mut self, target: Option<Target>, role: Role, points: Vec<DVec2>) {
        let kind = match points.as_slice() {
            [] => return,
            &[p] => MarkKind::Dot(p, Dot::Small),
            [_, _] => MarkKind::Path(points),
            _ => MarkKind::Area(points),
        };
        self.marks.push(Mark { role, kind, target });
    }
}
