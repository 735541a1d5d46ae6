//! GJK with the sub-algorithm of signed volumes: which side of each facet is the origin's projection on?
//!
//! Montanari, Petrinic, Barbieri, "Improving the GJK Algorithm for Faster and More Reliable Distance Queries Between Convex
//! Objects", ACM Transactions on Graphics 36, 2017: S1D, S2D and S3D, each of which falls to the one below it for the facets
//! that the projection is outside of, and keeps the nearest result.
//!
//! Departures, each against a rounding error that makes the loop run in circles:
//! - S1D measures the projection p from either end, C1 = p - s2 = λ1 (s1 - s2), and does not form p, whose rounding is relative to s and not to C;
//!   it falls to the end that p lies beyond, not always to s1.
//! - S2D measures its areas along the triangle's own normal, not in the coordinate plane where the triangle is largest: in the plane
//!   that is the same, in space it needs no projection. They are the products that d's side is taken from.
//! - S2D prefers an edge that holds p to any vertex. The nearest result is always such an edge where there is one; but the squared
//!   distances of an edge and of a vertex closer to it than the square root of the rounding error compare either way.
//! - d is the perpendicular of the feature instead of the rounded -v; a support point that is in the simplex ends the search.
//!
//! Letters: d search direction (toward the origin), w support point of A - B along d, s vertices of the simplex, μ signed length, area
//! or volume of the simplex, C_j that of the simplex with s_j moved to the origin's projection, λ_j = C_j / μ weights, v nearest point.

use super::Settings;
use super::gjk::{EDGE, Gjk, Lines, StopLines, Subalgorithm, nearer_test, reduce, run, squared_distance};
use super::record::{Claim, Formula, Line, Op, Recorder, Relation, Test};
use super::simplex::{Closest, Simplex};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d ← first direction, from A's centre to B's",
    "repeat",
    "    w ← support(A, d) − support(B, −d)",
    "    lower ← −w·d / |d|,  upper ← |v|",
    "    if w is in the simplex: stop, v is nearest",
    "    if upper − lower ≤ tolerance · upper: stop, converged",
    "    if the gain (w − w₀)·d is rounding only: stop",
    "    add w to the simplex",
    "    S3D: C ← volumes with the origin; all like μ: λ ← C / μ",
    "    S2D: C ← areas with the origin's projection; all like μ: λ ← C / μ",
    "    S1D: C ← lengths to the origin's projection; both like μ: λ ← C / μ",
    "    each C unlike μ: try the facet without that vertex,",
    "        take the nearest of those",
    "    keep the vertices with a weight, v ← Σ λ s",
    "    if the simplex contains the origin: stop, they meet",
    "    d ← perpendicular of the feature, toward the origin",
    "    if d = 0: the origin is on the simplex",
    "        if nothing lies beyond it on one side: stop, they touch",
    "        else: stop, they overlap",
    "stop at the iteration limit: undecided",
];

mod line {
    use super::Line;
    pub const S3D: Line = 8;
    pub const S2D: Line = 9;
    pub const S1D: Line = 10;
    pub const NEAREST: Line = 12;
    pub const KEEP: Line = 13;
}

/// The sub-algorithm.
struct SignedVolumes;

impl<V: Space, R: Recorder<V>> Subalgorithm<V, R> for SignedVolumes {
    const LINES: Lines = Lines {
        start: 0,
        support: 2,
        stop: StopLines { bounds: 3, duplicate: 4, converged: 5, progress: 6 },
        contains: 14,
        beyond: 17,
        on_simplex: 18,
        limit: 19,
    };

    #[inline(always)]
    fn reduce(simplex: &mut Simplex<V, R::Point>, found: &mut Closest<V>, _: bool, rec: &mut R) {
        *found = signed_volumes(simplex, rec);
        reduce(simplex, found, line::KEEP, rec);
    }
}

/// Runs GJK on the cores until it is known how they stand to each other. Never fails: trouble is an exit.
#[inline]
pub fn gjk_signed_volumes<V: Space, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
) -> Gjk<V, R::Point> {
    run::<V, R, SignedVolumes>(pair, settings, rec)
}

/// The feature of the simplex nearest to the origin.
#[inline(always)]
fn signed_volumes<V: Space, R: Recorder<V>>(simplex: &Simplex<V, R::Point>, rec: &mut R) -> Closest<V> {
    match simplex.len() {
        0 | 1 => Closest::FIRST,
        2 => s1d(simplex, [1, 0], rec),
        3 => s2d(simplex, [0, 1, 2], rec),
        _ => s3d(simplex, rec),
    }
}

/// On the edge of vertices i and j.
#[inline(always)]
fn s1d<V: Space, R: Recorder<V>>(simplex: &Simplex<V, R::Point>, [i, j]: [usize; 2], rec: &mut R) -> Closest<V> {
    let mut weights = [V::R::ZERO; 4];
    for (k, other) in [(i, j), (j, i)] {
        // Along the edge's longest axis, from the other end to this one: μ, and C from the other end to the projection.
        let t = simplex.w(k) - simplex.w(other);
        let axis = t.largest_axis();
        let mu = t.component(axis);
        let square = t.length_squared();
        if square == V::R::ZERO {
            // Two given vertices in one place, or nearer than their squares can tell.
            weights[other] = V::R::ONE;
            weights[k] = V::R::ZERO;
            return Closest::new(1 << other, weights);
        }
        let c = -simplex.w(other).dot(t) / square * mu;
        let like = if mu > V::R::ZERO { c > V::R::ZERO } else { c < V::R::ZERO };
        if !rec.test(line::S1D, like, || length_test(simplex, k, other, axis, mu > V::R::ZERO, c)) {
            weights[other] = V::R::ONE;
            weights[k] = V::R::ZERO;
            return Closest::new(1 << other, weights);
        }
        weights[k] = c.abs();
    }
    Closest::new(1 << i | 1 << j, weights)
}

/// On the triangle of vertices t.
#[inline(always)]
fn s2d<V: Space, R: Recorder<V>>(simplex: &Simplex<V, R::Point>, t: [usize; 3], rec: &mut R) -> Closest<V> {
    let s = t.map(|i| simplex.w(i));
    let n = (s[1] - s[0]).wedge(s[2] - s[0]);
    let mut weights = [V::R::ZERO; 4];
    let mut best: Option<(usize, V::R, Closest<V>)> = None;
    // The two edges of the newest vertex first.
    for k in [1, 2, 0] {
        let (i, j, opposite) = (k, (k + 1) % 3, (k + 2) % 3);
        let c = V::along(n, s[i].wedge(s[j]));
        weights[t[opposite]] = c;
        if rec.test(line::S2D, c > V::R::ZERO, || Test {
            relation: Relation::Greater,
            if_held: Claim::InsideEdge,
            if_not: Claim::OutsideEdge,
            ..simplex.area_test(t, t[i], t[j], t[opposite], c)
        }) {
            continue;
        }
        let found = s1d(simplex, [t[j], t[i]], rec);
        let feature = if found.kept.count_ones() == 2 {
            EDGE + k
        } else if found.kept == 1 << t[i] {
            i
        } else {
            j
        };
        let square = squared_distance(&s, feature);
        let nearer = match best {
            None => true,
            Some((other, _, _)) if (other < EDGE) != (feature < EDGE) => other < EDGE,
            Some((other, _, _)) if other == feature => false,
            Some((other, least, _)) => {
                let ids = t.map(|i| simplex.id(i));
                rec.test(line::NEAREST, square < least, || nearer_test(ids, feature, other, square, least))
            }
        };
        if nearer {
            best = Some((feature, square, found));
        }
    }
    best.map_or(Closest::new(1 << t[0] | 1 << t[1] | 1 << t[2], weights), |(_, _, closest)| closest)
}

/// On the tetrahedron.
fn s3d<V: Space, R: Recorder<V>>(simplex: &Simplex<V, R::Point>, rec: &mut R) -> Closest<V> {
    let w = |i: usize| simplex.w(i);
    let mu = V::volume(w(1) - w(0), w(2) - w(0), w(3) - w(0));
    let mut weights = [V::R::ZERO; 4];
    let mut best: Option<(V::R, Closest<V>)> = None;
    for (opposite, face) in [(0, [1, 2, 3]), (1, [0, 3, 2]), (2, [0, 1, 3]), (3, [0, 2, 1])] {
        let mut c = V::volume(w(face[0]), w(face[1]), w(face[2]));
        if mu < V::R::ZERO {
            c = -c;
        }
        weights[opposite] = c;
        let inside = c > V::R::ZERO && mu != V::R::ZERO;
        if rec.test(line::S3D, inside, || Test {
            numbers: [c, V::R::ZERO],
            ..Test::sign(
                &[Op::Num(0)],
                Relation::Greater,
                face.map(|i| simplex.id(i)),
                c,
                Claim::Weight(4),
                Claim::NoWeight(4),
            )
        }) {
            continue;
        }
        let found = s2d(simplex, face, rec);
        let square = simplex.combine(&found.normalised()).2.length_squared();
        let nearer = match best {
            None => true,
            Some((least, _)) => rec.test(line::NEAREST, square < least, || Test {
                left: &[Op::Num(0)],
                right: &[Op::Num(1)],
                numbers: [square, least],
                ..nearer_test(face.map(|i| simplex.id(i)), 0, 0, square, least)
            }),
        };
        if nearer {
            best = Some((square, found));
        }
    }
    best.map_or(Closest::new(0b1111, weights), |(_, closest)| closest)
}

macro_rules! length_along {
    ($axis:literal) => {
        &[
            Op::W(1),
            Op::W(0),
            Op::W(1),
            Op::Sub,
            Op::Dot,
            Op::Neg,
            Op::W(0),
            Op::W(1),
            Op::Sub,
            Op::Square,
            Op::Div,
            Op::W(0),
            Op::W(1),
            Op::Sub,
            Op::Axis($axis),
            Op::Mul,
        ]
    };
}

/// "C of vertex k has the sign of μ": its projection lies on k's side of the other end.
#[inline(always)]
fn length_test<V: Space, I: Copy + Default>(
    simplex: &Simplex<V, I>,
    k: usize,
    other: usize,
    axis: u8,
    positive: bool,
    c: V::R,
) -> Test<V, I> {
    const LENGTH: [Formula; 3] = [length_along!(0), length_along!(1), length_along!(2)];
    let relation = if positive { Relation::Greater } else { Relation::Less };
    let points = [simplex.id(k), simplex.id(other), simplex.id(other)];
    Test::sign(LENGTH[usize::from(axis.min(2))], relation, points, c, Claim::Weight(2), Claim::NoWeight(2))
}
