//! GJK for the distance: the point of the difference nearest to the origin, by Voronoi regions, with witness points.
//!
//! Gilbert, Johnson, Keerthi 1988; van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex
//! Objects", 1999, section 4 for the bounds; Catto, "Computing Distance", GDC 2010, for the direction from the edge's
//! perpendicular instead of the rounded nearest point, and for equal indices as the main exit.
//!
//! Letters: d search direction (toward the origin), w support point of A - B along d, v nearest point of the simplex.
//! All vertices of the simplex have the same w . d = -|v| |d|, so |d| times each bound is had without a root:
//! upper |v| |d| = -w0 . d, lower -w . d.

use super::boundary::boundary_normal;
use super::outcome::{Answer, Outcome};
use super::record::{Claim, Exit, Line, Op, Recorder, Relation, Test};
use super::simplex::{Closest, Simplex, Vertex};
use super::{Settings, first_direction};
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
    "    edge regions: is the origin outside an edge?",
    "    vertex regions: does the foot lie before a vertex?",
    "    keep the nearest feature, v ← its nearest point",
    "    if the simplex contains the origin: stop, they meet",
    "    d ← perpendicular of the feature, toward the origin",
    "    if d = 0: the origin is on the simplex",
    "        if nothing lies beyond it on one side: stop, they touch",
    "        else: stop, they overlap",
    "stop at the iteration limit: undecided",
];

mod line {
    use super::Line;
    pub const START: Line = 0;
    pub const SUPPORT: Line = 2;
    pub const BOUNDS: Line = 3;
    pub const DUPLICATE: Line = 4;
    pub const CONVERGED: Line = 5;
    pub const PROGRESS: Line = 6;
    pub const REGIONS: [Line; 3] = [9, 8, 8];
    pub const KEEP: Line = 10;
    pub const CONTAINS: Line = 11;
    pub const BEYOND: Line = 14;
    pub const ON_SIMPLEX: Line = 15;
    pub const LIMIT: Line = 16;
}

/// Where GJK stopped.
#[derive(Clone, Copy, Debug)]
pub struct Gjk<V: Space, I> {
    /// The last simplex, reduced.
    pub simplex: Simplex<V, I>,
    /// Weights of its nearest point.
    pub closest: Closest<V>,
    /// The last direction: perpendicular to the feature the nearest point lies on, toward the origin.
    pub d: V,
    /// Why it stopped.
    pub exit: Exit,
    /// Iterations begun.
    pub iterations: u32,
    /// Support calls made.
    pub supports: u32,
}

/// (w - w0) . d, the gain along d over the simplex; slot 0 is the new point, slot 1 a vertex of the simplex.
const GAIN: &[Op] = &[Op::W(0), Op::D, Op::Dot, Op::W(1), Op::D, Op::Dot, Op::Sub];

/// Runs GJK on the cores until it is known how they stand to each other. Never fails: trouble is an exit.
#[inline(always)]
pub fn gjk_distance<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Gjk<V, R::Point> {
    let mut simplex = Simplex::default();
    let mut closest = Closest { kept: 1, weights: [V::R::ONE, V::R::ZERO, V::R::ZERO, V::R::ZERO] };
    let mut d = rec.start(line::START, first_direction(pair, settings));
    // A given simplex is reduced like one of our own; where it holds the origin already it is of no use.
    for &(ia, ib) in settings.warm_start.iter().take(V::DIM + 1) {
        if let Some(point) = pair.vertex(ia, ib)
            && !simplex.has(&point)
        {
            let id = rec.given(line::START, &point);
            simplex.push(Vertex { point, id });
        }
    }
    if !simplex.is_empty() {
        closest = simplex.closest(line::REGIONS, rec);
        reduce(&mut simplex, &closest, rec);
        match toward_origin(&simplex) {
            Some(toward) if simplex.len() <= V::DIM => d = toward,
            _ => simplex = Simplex::default(),
        }
    }
    resume(pair, settings, rec, simplex, closest, d)
}

/// The loop of [`gjk_distance`], from a reduced simplex (or none) and a direction.
#[inline(always)]
pub fn resume<V: Space, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
    mut simplex: Simplex<V, R::Point>,
    mut closest: Closest<V>,
    mut d: V,
) -> Gjk<V, R::Point> {
    let tolerance = settings.relative_tolerance::<V::R>();
    // The largest coordinate so far: what rounding errors of a gain are relative to.
    let mut largest = simplex.max_abs();
    let mut supports = 0;
    let mut exit = Exit::IterationLimit;
    let mut at = line::LIMIT;
    let mut iterations = 0;
    while iterations < settings.max_iterations {
        iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let point = pair.support(d);
        supports += 1;
        let id = rec.support(line::SUPPORT, &point);
        let reach = point.w.dot(d);
        largest = largest.max(point.w.max_abs());
        if !reach.is_finite() {
            (exit, at) = (Exit::NotFinite, line::SUPPORT);
            break;
        }
        if !simplex.is_empty() {
            let base = simplex.w(0).dot(d);
            let slots = [id, simplex.id(0), simplex.id(0)];
            rec.bounds(line::BOUNDS, || (-(reach / d.length()) - pair.radius, -(base / d.length()) - pair.radius));
            if rec.test(line::DUPLICATE, simplex.has(&point), || duplicate_test(slots, simplex.has(&point))) {
                (exit, at) = (Exit::DuplicateSupport, line::DUPLICATE);
                break;
            }
            let gain = reach - base;
            let allowed = tolerance * -base;
            if rec.test(line::CONVERGED, gain <= allowed, || converged_test(slots, tolerance, gain, allowed)) {
                (exit, at) = (Exit::Converged, line::CONVERGED);
                break;
            }
            let noise = progress_noise(pair, largest, d);
            if rec.test(line::PROGRESS, gain <= noise, || progress_test(slots, gain, noise)) {
                (exit, at) = (Exit::NoProgress, line::PROGRESS);
                break;
            }
        }
        simplex.push(Vertex { point, id });
        closest = simplex.closest(line::REGIONS, rec);
        reduce(&mut simplex, &closest, rec);
        if simplex.len() > V::DIM {
            (exit, at) = (Exit::ContainsOrigin, line::CONTAINS);
            break;
        }
        match toward_origin(&simplex) {
            Some(toward) => d = toward,
            None => {
                match boundary_normal(pair, &simplex, d, line::BEYOND, rec, &mut supports) {
                    Some(n) => (exit, at, d) = (Exit::OnBoundary, line::BEYOND, n),
                    None => (exit, at) = (Exit::OriginOnSimplex, line::ON_SIMPLEX),
                }
                break;
            }
        }
    }
    rec.exit(at, exit);
    Gjk { simplex, closest: closest.packed(), d, exit, iterations, supports }
}

/// Reduces the simplex to the closest feature.
#[inline(always)]
fn reduce<V: Space, R: Recorder<V>>(simplex: &mut Simplex<V, R::Point>, closest: &Closest<V>, rec: &mut R) {
    let kept = rec.keep(line::KEEP, simplex, closest.kept, || {
        let weights = closest.normalised();
        (weights, simplex.combine(&weights).2)
    });
    simplex.keep(kept);
}

/// From the simplex's feature toward the origin, perpendicular to the feature; `None` where the origin lies on it. In 2D as
/// long as the edge, which keeps every product of the loop at the square of a length.
#[inline(always)]
pub fn toward_origin<V: Space, I: Copy + Default>(simplex: &Simplex<V, I>) -> Option<V> {
    let w = |i: usize| simplex.w(i);
    let d = match simplex.len() {
        1 => -w(0),
        2 => V::edge_toward_origin(w(0), w(1)),
        _ => V::triangle_normal(w(0), w(1), w(2)),
    };
    (d != V::ZERO).then_some(d)
}

/// Rounding error bound of a gain (w - w0) . d, in the same unit: four roundings of w per unit of |d|.
#[inline(always)]
pub fn progress_noise<V: Space>(pair: &Pair<V>, w: V::R, d: V) -> V::R {
    V::R::from_f64(4.0) * pair.noise(w) * d.max_abs()
}

/// "The support point is in the simplex": the number of equal vertices is > 0.
#[inline(always)]
pub fn duplicate_test<V: Space, I: Copy>(points: [I; 3], found: bool) -> Test<V, I> {
    let count = if found { V::R::ONE } else { V::R::ZERO };
    Test {
        left: &[Op::Num(0)],
        relation: Relation::Greater,
        right: &[Op::Const(0.0)],
        points,
        numbers: [count, V::R::ZERO],
        left_value: count,
        right_value: V::R::ZERO,
        if_held: Claim::Duplicate,
        if_not: Claim::NewPoint,
    }
}

#[inline(always)]
fn converged_test<V: Space, I: Copy>(points: [I; 3], tolerance: V::R, gain: V::R, allowed: V::R) -> Test<V, I> {
    Test {
        left: GAIN,
        relation: Relation::LessEqual,
        right: &[Op::Num(0), Op::W(1), Op::D, Op::Dot, Op::Neg, Op::Mul],
        points,
        numbers: [tolerance, V::R::ZERO],
        left_value: gain,
        right_value: allowed,
        if_held: Claim::Converged,
        if_not: Claim::NotConverged,
    }
}

#[inline(always)]
pub fn progress_test<V: Space, I: Copy>(points: [I; 3], gain: V::R, noise: V::R) -> Test<V, I> {
    Test {
        left: GAIN,
        relation: Relation::LessEqual,
        right: &[Op::Num(0)],
        points,
        numbers: [noise, V::R::ZERO],
        left_value: gain,
        right_value: noise,
        if_held: Claim::NoProgress,
        if_not: Claim::Progress,
    }
}

impl<V: Space, I: Copy + Default> Gjk<V, I> {
    /// The last direction is the normal: nothing of the difference of the cores lies beyond the nearest point along it.
    pub fn knows_distance(&self) -> bool {
        matches!(self.exit, Exit::Converged | Exit::DuplicateSupport | Exit::NoProgress | Exit::OnBoundary)
    }

    /// The answer where the cores are apart or touch: signed distance |v| - radius, normal along d, witness points on the rounded shapes.
    /// Where the cores overlap, only that they do; EPA knows more.
    #[inline(always)]
    pub fn outcome(&self, pair: &Pair<V>, settings: &Settings) -> Outcome<V> {
        let mut outcome = Outcome::undecided(self.exit, settings.touching_tolerance(pair));
        outcome.iterations = self.iterations;
        outcome.supports = self.supports;
        if self.knows_distance()
            && let Some(n) = self.d.unit()
        {
            let (a, b, _) = self.simplex.combine(&self.closest.normalised());
            let distance = V::R::ZERO - self.simplex.w(0).dot(n);
            outcome.decide(distance - pair.radius);
            outcome.normal = Some(n);
            outcome.witnesses = Some((a + n * pair.radii.0, b - n * pair.radii.1));
        } else if matches!(self.exit, Exit::ContainsOrigin | Exit::OriginOnSimplex) {
            outcome.answer = Answer::Overlapping;
        }
        outcome
    }
}
