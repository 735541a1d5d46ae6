//! What kernels share that know no nearest point: a counted support call, a reduction shown by the middle of what is kept, and
//! the test whether a triangle holds the origin as tutorials write it.

use super::Plane;
use super::outcome::Outcome;
use super::record::{Claim, Formula, Line, Op, Recorder, Relation, Test};
use super::simplex::{Simplex, Vertex};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// d . ao, with a in slot 0.
pub const D_AO: Formula = &[Op::D, Op::W(0), Op::Neg, Op::Dot];
/// perp(b - a) . ao, with a and b in slots 0 and 1: > 0 where the quarter turn of ab looks to the origin's side.
pub const PERP_AO: Formula = &[Op::W(1), Op::W(0), Op::Sub, Op::Perp, Op::W(0), Op::Neg, Op::Dot];
/// perp(b - a) . (c - a), with a, b and c in slots 0 to 2: > 0 where the quarter turn of ab looks to c's side.
pub const PERP_AC: Formula = &[Op::W(1), Op::W(0), Op::Sub, Op::Perp, Op::W(2), Op::W(0), Op::Sub, Op::Dot];
/// d . d.
pub const D_D: Formula = &[Op::D, Op::D, Op::Dot];

/// One support call along `d`, counted and recorded.
pub fn support<V: Space, R: Recorder<V>>(
    pair: &Pair<V>,
    d: V,
    line: Line,
    rec: &mut R,
    outcome: &mut Outcome<V>,
) -> Vertex<V, R::Point> {
    outcome.supports += 1;
    let point = pair.support(d);
    Vertex { point, id: rec.support(line, &point) }
}

/// Drops vertices. No nearest point is known; the middle of what is kept stands for it in pictures.
pub fn keep<V: Space, R: Recorder<V>>(simplex: &mut Simplex<V, R::Point>, kept: u8, line: Line, rec: &mut R) {
    let kept = rec.keep(line, simplex, kept, || super::middle(simplex, kept));
    simplex.keep(kept);
}

/// A test from which nothing follows by itself: which of two things the kernel goes on with.
pub fn choice<V: Space, I: Copy>(left: Formula, relation: Relation, points: [I; 3], value: V::R) -> Test<V, I> {
    Test::sign(left, relation, points, value, Claim::Open, Claim::Open)
}

/// Of two numbers the kernel has, is the first one less? Nothing follows from it by itself.
pub fn less<V: Space, I: Copy>(points: [I; 3], left: V::R, right: V::R) -> Test<V, I> {
    Test {
        left: &[Op::Num(0)],
        relation: Relation::Less,
        right: &[Op::Num(1)],
        points,
        numbers: [left, right],
        left_value: left,
        right_value: right,
        if_held: Claim::Open,
        if_not: Claim::Open,
    }
}

/// Is the origin inside the triangle of the first three vertices or on its border? As tutorials ask it: the areas of the origin
/// with the three edges have no two different signs, so a flat triangle holds every origin on its line.
pub fn triangle_holds_origin<V: Plane, R: Recorder<V>>(
    simplex: &Simplex<V, R::Point>,
    line: Line,
    rec: &mut R,
) -> bool {
    /// w0 x w1, written as perp(w0) . w1: the same two products.
    const AREA: Formula = &[Op::W(0), Op::Perp, Op::W(1), Op::Dot];
    let area = |i: usize| simplex.w(i).any_perpendicular().dot(simplex.w((i + 1) % 3));
    let (mut least, mut greatest) = (0, 0);
    for i in 1..3 {
        if area(i) < area(least) {
            least = i;
        }
        if area(i) > area(greatest) {
            greatest = i;
        }
    }
    let zero = V::R::ZERO;
    let points = |i: usize| [simplex.id(i), simplex.id((i + 1) % 3), simplex.id((i + 2) % 3)];
    let negative = rec.test(line, area(least) < zero, || {
        let (value, points) = (area(least), points(least));
        Test::sign(AREA, Relation::Less, points, value, Claim::Open, Claim::ContainsOrigin)
    });
    !negative
        || !rec.test(line, area(greatest) > zero, || {
            let (value, points) = (area(greatest), points(greatest));
            Test::sign(AREA, Relation::Greater, points, value, Claim::Open, Claim::ContainsOrigin)
        })
}
