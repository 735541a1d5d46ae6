//! GJK as first published, with Johnson's subalgorithm: the subset of the simplex whose cofactors say that it holds the nearest point.
//!
//! Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in Three-Dimensional Space", 1988, with
//! its backup procedure; van den Bergen 1999 for the bounds and for cofactors from edges instead of differences of squares.
//!
//! For a subset X of the simplex Δ_i({i}) = 1 and Δ_i(X ∪ {i}) = Σ_{j in X} Δ_j(X) (y_m - y_i) . y_j, m the first in X. The nearest point is
//! Σ_{i in X} Δ_i(X) y_i / Σ Δ_i(X) for the one X with Δ_i(X) > 0 for all i in X and Δ_j(X ∪ {j}) <= 0 for all j not in X.
//!
//! The weakness: a cofactor of three vertices is an area times an area, of size L^4, so in a thin triangle its sign is lost long before the
//! signs of the areas are. Then no subset passes, or a wrong one. Departures:
//! - The backup runs also where the least sure sign that decided is within its rounding error. (November 2026, 1,500 pairs of hulls thinner
//!   than 1e-2 of their length: without this 275 of them in f32 and 268 in f64 ran in circles up to the iteration limit, with it none.)
//! - The backup takes the nearest of all subsets with positive cofactors, as published, but has the signs of a full simplex and its facets from
//!   areas (volumes) themselves, and prefers a facet to what is below it: by distance alone an edge and a vertex closer to it than the
//!   square root of the rounding error compare either way, and the loop would run in circles.
//! - d is the perpendicular of the feature instead of the rounded -v; a support point that is in the simplex ends the search.
//!
//! Letters: d search direction (toward the origin), w support point of A - B along d, y vertices of the simplex, Δ cofactors, X a subset,
//! v nearest point.

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
    "    for each subset X:",
    "        does Δi(X) > 0 hold for all i in X,",
    "        and Δj(X ∪ j) ≤ 0 for all others? Then take X",
    "    if none passes, or a sign is within its rounding error: backup",
    "        which edges is the origin outside of?",
    "        of those and their vertices with all Δi(X) > 0",
    "        take the nearest X",
    "    keep X, v ← Σ Δi(X) yi / Σ Δi(X)",
    "    if the simplex contains the origin: stop, they meet",
    "    d ← perpendicular of the feature, toward the origin",
    "    if d = 0: the origin is on the simplex",
    "        if nothing lies beyond it on one side: stop, they touch",
    "        else: stop, they overlap",
    "stop at the iteration limit: undecided",
];

mod line {
    use super::Line;
    pub const INSIDE: Line = 9;
    pub const OUTSIDE: Line = 10;
    pub const BACKUP: Line = 11;
    pub const BACKUP_SIDES: Line = 12;
    pub const BACKUP_WEIGHTS: Line = 13;
    pub const BACKUP_NEAREST: Line = 14;
    pub const KEEP: Line = 15;
}

/// The sub-algorithm.
struct Johnson;

impl<V: Space, R: Recorder<V>> Subalgorithm<V, R> for Johnson {
    const LINES: Lines = Lines {
        start: 0,
        support: 2,
        stop: StopLines { bounds: 3, duplicate: 4, converged: 5, progress: 6 },
        contains: 16,
        beyond: 19,
        on_simplex: 20,
        limit: 21,
    };

    #[inline(always)]
    fn reduce(simplex: &mut Simplex<V, R::Point>, found: &mut Closest<V>, _: bool, rec: &mut R) {
        *found = johnson(simplex, rec);
        reduce(simplex, found, line::KEEP, rec);
    }
}

/// Runs GJK on the cores until it is known how they stand to each other. Never fails: trouble is an exit.
#[inline]
pub fn gjk_johnson<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Gjk<V, R::Point> {
    run::<V, R, Johnson>(pair, settings, rec)
}

/// Δ of slot 0 with slots 1 and 2: Δ_1({1, 2}) (y_1 - y_0) . y_1 + Δ_2({1, 2}) (y_1 - y_0) . y_2.
macro_rules! cofactor_of_three {
    ($($then:expr)?) => {
        [
            Op::W(2),
            Op::W(1),
            Op::Sub,
            Op::W(2),
            Op::Dot,
            Op::W(1),
            Op::W(0),
            Op::Sub,
            Op::W(1),
            Op::Dot,
            Op::Mul,
            Op::W(1),
            Op::W(2),
            Op::Sub,
            Op::W(1),
            Op::Dot,
            Op::W(1),
            Op::W(0),
            Op::Sub,
            Op::W(2),
            Op::Dot,
            Op::Mul,
            Op::Add,
            $($then)?
        ]
    };
}

/// The cofactors of every subset (a mask) and their rounding error bounds.
struct Cofactors<V: Space> {
    value: [[V::R; 4]; 16],
    error: [[V::R; 4]; 16],
}

impl<V: Space> Cofactors<V> {
    #[inline(always)]
    fn new<I: Copy + Default>(simplex: &Simplex<V, I>) -> Self {
        let n = simplex.len();
        let mut value = [[V::R::ZERO; 4]; 16];
        // The size of what is summed, instead of the sum: Σ |Δ_j| |y_m - y_i| |y_j|, each inner product by its largest components.
        let mut size = [[V::R::ZERO; 4]; 16];
        let dim = V::R::from_f64(V::DIM as f64);
        for set in 1..1usize << n {
            for i in (0..n).filter(|i| set & 1 << i != 0) {
                let rest = set ^ 1 << i;
                if rest == 0 {
                    (value[set][i], size[set][i]) = (V::R::ONE, V::R::ONE);
                    continue;
                }
                let edge = simplex.w(rest.trailing_zeros() as usize) - simplex.w(i);
                let mut sum: Option<V::R> = None;
                for j in (0..n).filter(|j| rest & 1 << j != 0) {
                    let term = value[rest][j] * edge.dot(simplex.w(j));
                    sum = Some(sum.map_or(term, |s| s + term));
                    size[set][i] = size[set][i] + size[rest][j] * (dim * edge.max_abs() * simplex.w(j).max_abs());
                }
                value[set][i] = sum.unwrap_or(V::R::ZERO);
            }
        }
        // Each rank adds the rounding of an edge, of an inner product of DIM terms, of the product with Δ and of the sum: at most
        // DIM + 3 half epsilons of the size; and there are at most DIM ranks.
        let roundings = V::R::EPSILON * V::R::from_f64(0.5 * (V::DIM * (V::DIM + 3)) as f64);
        Cofactors { value, error: size.map(|row| row.map(|x| x * roundings)) }
    }

    /// The weights of a subset.
    #[inline(always)]
    fn closest(&self, set: usize) -> Closest<V> {
        let mut weights = [V::R::ZERO; 4];
        for (i, weight) in weights.iter_mut().enumerate() {
            if set & 1 << i != 0 {
                *weight = self.value[set][i];
            }
        }
        Closest::new(set as u8, weights)
    }
}

/// The feature of the simplex nearest to the origin.
#[inline(always)]
fn johnson<V: Space, R: Recorder<V>>(simplex: &Simplex<V, R::Point>, rec: &mut R) -> Closest<V> {
    let n = simplex.len();
    if n < 2 {
        return Closest::FIRST;
    }
    let all = 1usize << n;
    let delta = Cofactors::new(simplex);
    let zero = V::R::ZERO;
    // Subsets with the newest vertex first: it is always one of them, but for rounding.
    let found = (0..all).map(|k| (k + all / 2) % all).filter(|&x| x != 0).find(|&x| {
        (0..n).filter(|i| x & 1 << i != 0 && x.count_ones() > 1).all(|i| {
            let c = delta.value[x][i];
            rec.test(line::INSIDE, c > zero, || cofactor_test(simplex, &delta, x, i))
        }) && (0..n).filter(|j| x & 1 << j == 0).all(|j| {
            let c = delta.value[x | 1 << j][j];
            rec.test(line::OUTSIDE, c <= zero, || Test {
                relation: Relation::LessEqual,
                if_held: Claim::NoWeight(x.count_ones() as u8 + 1),
                if_not: Claim::Weight(x.count_ones() as u8 + 1),
                ..cofactor_test(simplex, &delta, x | 1 << j, j)
            })
        })
    });
    let count = if found.is_some() { V::R::ONE } else { zero };
    let newest = simplex.id(n - 1);
    let none = rec.test(line::BACKUP, found.is_none(), || Test {
        numbers: [count, zero],
        ..Test::sign(&[Op::Num(0)], Relation::Equal, [newest; 3], count, Claim::NoSubset, Claim::Subset)
    });
    let Some(x) = found.filter(|_| !none) else {
        return backup(simplex, &delta, rec);
    };
    // The least sure of the signs that decided, for its size. A cofactor of two vertices is a single inner product, whose sign nobody knows better.
    let mut least: Option<(usize, usize, V::R)> = None;
    for i in 0..n {
        let set = x | 1 << i;
        let margin = delta.value[set][i].abs() / delta.error[set][i];
        if set.count_ones() > 2 && !least.is_some_and(|(_, _, m)| margin >= m) {
            least = Some((set, i, margin));
        }
    }
    if let Some((set, i, _)) = least {
        let (c, error) = (delta.value[set][i], delta.error[set][i]);
        if !rec.test(line::BACKUP, c.abs() > error, || sure_test(simplex, set, i, c, error)) {
            return backup(simplex, &delta, rec);
        }
    }
    delta.closest(x)
}

/// The nearest of the subsets with positive cofactors, with the signs of the full simplex from areas or volumes.
#[cold]
fn backup<V: Space, R: Recorder<V>>(simplex: &Simplex<V, R::Point>, delta: &Cofactors<V>, rec: &mut R) -> Closest<V> {
    let n = simplex.len();
    let zero = V::R::ZERO;
    // The vertices opposite to the facets that the origin is outside of.
    let mut outside = 0usize;
    let mut shares = [zero; 4];
    match n {
        3 => {
            let s = [0, 1, 2].map(|i| simplex.w(i));
            let normal = (s[1] - s[0]).wedge(s[2] - s[0]);
            for (k, share) in shares.iter_mut().enumerate().take(3) {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                let area = V::along(normal, s[i].wedge(s[j]));
                *share = area;
                if !rec.test(line::BACKUP_SIDES, area > zero, || Test {
                    relation: Relation::Greater,
                    if_held: Claim::InsideEdge,
                    if_not: Claim::OutsideEdge,
                    ..simplex.area_test([0, 1, 2], i, j, k, area)
                }) {
                    outside |= 1 << k;
                }
            }
        }
        4 => {
            let w = |i: usize| simplex.w(i);
            let volume = V::volume(w(1) - w(0), w(2) - w(0), w(3) - w(0));
            for (k, face) in [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]].into_iter().enumerate() {
                let share = V::volume(w(face[0]), w(face[1]), w(face[2]));
                let share = if volume < zero { -share } else { share };
                shares[k] = share;
                let ids = face.map(|i| simplex.id(i));
                if !rec.test(line::BACKUP_SIDES, share > zero && volume != zero, || Test {
                    numbers: [share, zero],
                    ..Test::sign(&[Op::Num(0)], Relation::Greater, ids, share, Claim::Weight(4), Claim::NoWeight(4))
                }) {
                    outside |= 1 << k;
                }
            }
        }
        _ => outside = 0b11,
    }
    let full = (1usize << n) - 1;
    if outside == 0 {
        return Closest::new(full as u8, shares);
    }
    let mut best: Option<(usize, V::R)> = None;
    for x in (1..full).rev() {
        // A subset lies on a facet that the origin is outside of, or is none of the candidates.
        if (0..n).all(|k| x & 1 << k != 0 || outside & 1 << k == 0) {
            continue;
        }
        let positive = (0..n).filter(|i| x & 1 << i != 0 && x.count_ones() > 1).all(|i| {
            let c = delta.value[x][i];
            rec.test(line::BACKUP_WEIGHTS, c > zero, || cofactor_test(simplex, delta, x, i))
        });
        if !positive {
            continue;
        }
        let square = nearest_square(simplex, delta, x);
        let facet = |set: usize| set.count_ones() as usize + 1 == n;
        let nearer = match best {
            None => true,
            Some((other, _)) if facet(other) != facet(x) => facet(x),
            Some((other, least)) => {
                rec.test(line::BACKUP_NEAREST, square < least, || nearest_test(simplex, x, other, square, least))
            }
        };
        if nearer {
            best = Some((x, square));
        }
    }
    best.map_or(Closest::FIRST, |(x, _)| delta.closest(x))
}

/// The squared distance of that subset's nearest point from the origin.
#[inline(always)]
fn nearest_square<V: Space, I: Copy + Default>(simplex: &Simplex<V, I>, delta: &Cofactors<V>, x: usize) -> V::R {
    if simplex.len() > 3 {
        return simplex.combine(&delta.closest(x).normalised()).2.length_squared();
    }
    let w = |i: usize| if i < simplex.len() { simplex.w(i) } else { V::ZERO };
    squared_distance(&[w(0), w(1), w(2)], feature(x))
}

/// A subset's place among the features of a triangle.
#[inline(always)]
fn feature(x: usize) -> usize {
    match x {
        0b011 => EDGE,
        0b110 => EDGE + 1,
        0b101 => EDGE + 2,
        vertex => vertex.trailing_zeros() as usize % 3,
    }
}

/// "Subset x is nearer than the best so far."
#[inline(always)]
fn nearest_test<V: Space, I: Copy + Default>(
    simplex: &Simplex<V, I>,
    x: usize,
    other: usize,
    square: V::R,
    least: V::R,
) -> Test<V, I> {
    let ids = [0, 1, 2].map(|i| simplex.id(i.min(simplex.len() - 1)));
    let test = nearer_test(ids, feature(x), feature(other), square, least);
    if simplex.len() > 3 {
        return Test { left: &[Op::Num(0)], right: &[Op::Num(1)], numbers: [square, least], ..test };
    }
    test
}

/// Δ_i of a subset as a formula and its slots: vertex i first, then the others in order. Of four the number itself, over the other three.
#[inline(always)]
fn cofactor<V: Space, I: Copy + Default>(simplex: &Simplex<V, I>, set: usize, i: usize) -> (usize, [I; 3]) {
    let mut points = [simplex.id(i); 3];
    let first = usize::from(set.count_ones() < 4);
    let others = (0..simplex.len()).filter(|&j| set & 1 << j != 0 && j != i);
    for (slot, j) in (first..3).zip(others) {
        points[slot..].fill(simplex.id(j));
    }
    (set.count_ones() as usize, points)
}

/// "Δ_i(set) > 0"; the second number is its rounding error bound.
#[inline(always)]
fn cofactor_test<V: Space, I: Copy + Default>(
    simplex: &Simplex<V, I>,
    delta: &Cofactors<V>,
    set: usize,
    i: usize,
) -> Test<V, I> {
    let value = delta.value[set][i];
    const TWO: Formula = &[Op::W(1), Op::W(0), Op::Sub, Op::W(1), Op::Dot];
    const THREE: Formula = &cofactor_of_three!();
    let (size, points) = cofactor(simplex, set, i);
    let formula: Formula = match size {
        2 => TWO,
        3 => THREE,
        _ => &[Op::Num(0)],
    };
    let claims = (Claim::Weight(size as u8), Claim::NoWeight(size as u8));
    Test {
        numbers: [value, delta.error[set][i]],
        ..Test::sign(formula, Relation::Greater, points, value, claims.0, claims.1)
    }
}

/// "Δ_i(set) is beyond its rounding error", of three or four vertices.
#[inline(always)]
fn sure_test<V: Space, I: Copy + Default>(
    simplex: &Simplex<V, I>,
    set: usize,
    i: usize,
    value: V::R,
    error: V::R,
) -> Test<V, I> {
    const THREE: Formula = &cofactor_of_three!(Op::Abs);
    let (size, points) = cofactor(simplex, set, i);
    Test {
        left: if size == 3 { THREE } else { &[Op::Num(0), Op::Abs] },
        relation: Relation::Greater,
        right: &[Op::Num(1)],
        points,
        numbers: [value, error],
        left_value: value.abs(),
        right_value: error,
        if_held: Claim::SignSure,
        if_not: Claim::SignUnsure,
    }
}
