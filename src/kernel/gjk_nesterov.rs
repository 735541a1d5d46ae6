//! GJK with Nesterov momentum: the support direction remembers the ones before it, until the gap says that this no longer helps.
//!
//! Montaut, Le Lidec, Petrik, Sivic, Carpentier, "Collision Detection Accelerated: An Optimization Perspective", 2022, algorithm 2 with
//! normalised directions (section IV: for shapes with flat sides), and the implementation in coal. Signs here are of the search direction, the
//! paper's are of its opposite.
//!
//! The direction m is not perpendicular to the simplex's feature. What follows from its support point w: the lower bound -w . m / |m|, as from
//! any direction; and, where w gains along the perpendicular d, that the simplex comes nearer. Where it does not (the Frank-Wolfe gap at v is within
//! the tolerance), nothing is known of the difference: momentum is off for good and plain GJK has the last word. So the answer always
//! comes from a support call along d.
//!
//! Departures: the gap is measured along the exact perpendicular d instead of -v, and a gain that is rounding or a point that is in the
//! simplex ends momentum too; the nearest feature is found by Voronoi regions.
//!
//! Letters: d perpendicular of the simplex's feature toward the origin, m momentum direction, w support point of A - B along m or d,
//! v nearest point of the simplex, δ = (k + 1) / (k + 3) with k the momentum steps so far.

use super::boundary::boundary_normal;
use super::gjk::{
    Gjk, converged_test, duplicate_test, given, progress_noise, progress_test, reduce, stop, toward_origin,
};
use super::record::{Claim, Exit, Line, Recorder, Test};
use super::simplex::{Closest, Simplex, Vertex};
use super::{Settings, first_direction};
use crate::num::{Real, Space};
use crate::shape::Pair;

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &[
    "d ← first direction, from A's centre to B's;  m ← d",
    "repeat",
    "    while momentum is on: δ ← (k + 1) / (k + 3)",
    "        m ← δ m / |m| − (1 − δ) y / |y|,  y = δ v + (1 − δ) w",
    "        w ← support(A, m) − support(B, −m)",
    "        lower ← −w·m / |m|,  upper ← |v|",
    "        if w is in the simplex: momentum off",
    "        if the gap (w − w₀)·d ≤ tolerance · upper: momentum off",
    "        if the gain (w − w₀)·d is rounding only: momentum off",
    "    else: w ← support(A, d) − support(B, −d)",
    "        lower ← −w·d / |d|,  upper ← |v|",
    "        if w is in the simplex: stop, v is nearest",
    "        if upper − lower ≤ tolerance · upper: stop, converged",
    "        if the gain (w − w₀)·d is rounding only: stop",
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
    use crate::kernel::gjk::{Lines, StopLines};
    pub const LINES: Lines = Lines {
        start: 0,
        support: 9,
        stop: StopLines { bounds: 10, duplicate: 11, converged: 12, progress: 13 },
        contains: 18,
        beyond: 21,
        on_simplex: 22,
        limit: 23,
    };
    pub const MOMENTUM_SUPPORT: Line = 4;
    pub const OFF: StopLines = StopLines { bounds: 5, duplicate: 6, converged: 7, progress: 8 };
    pub const REGIONS: [Line; 3] = [16, 15, 15];
    pub const KEEP: Line = 17;
}

/// Runs GJK on the cores until it is known how they stand to each other. Never fails: trouble is an exit.
#[inline]
pub fn gjk_nesterov<V: Space, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Gjk<V, R::Point> {
    let tolerance = settings.relative_tolerance::<V::R>();
    let mut closest = Closest::FIRST;
    let mut d = rec.start(line::LINES.start, first_direction(pair, settings));
    // A given simplex is reduced like one of our own; where it holds the origin already it is of no use.
    let mut simplex = Simplex::default();
    given(&mut simplex, pair, settings, line::LINES.start, rec);
    let mut last = simplex.vertices().last().map_or(V::ZERO, |v| v.point.w);
    if !simplex.is_empty() {
        closest = simplex.closest(line::REGIONS, rec);
        reduce(&mut simplex, &mut closest, line::KEEP, rec);
        let toward = toward_origin(&simplex);
        if toward != V::ZERO && simplex.len() <= V::DIM {
            d = toward;
        } else {
            simplex = Simplex::default();
        }
    }
    // The largest coordinate so far: what rounding errors of a gain are relative to.
    let mut largest = simplex.max_abs();
    // m, and None from when momentum is off.
    let mut momentum = Some(d);
    let mut k = 0;
    let (mut iterations, mut supports) = (0, 0);
    let mut exit = Exit::IterationLimit;
    while iterations < settings.max_iterations {
        iterations += 1;
        rec.iteration();
        if !simplex.is_empty() {
            let v = simplex.combine(&closest.packed().normalised()).2;
            momentum = momentum.and_then(|m| accelerated(m, v, last, k));
        }
        let along = rec.direction(match momentum {
            Some(m) if !simplex.is_empty() => m,
            _ => d,
        });
        let with_momentum = momentum.is_some() && !simplex.is_empty();
        let point = pair.support(along);
        supports += 1;
        let id = rec.support(if with_momentum { line::MOMENTUM_SUPPORT } else { line::LINES.support }, &point);
        let new = Vertex { point, id };
        largest = largest.max(point.w.max_abs());
        if !point.w.dot(along).is_finite() {
            exit = Exit::NotFinite;
            break;
        }
        if with_momentum {
            d = rec.direction(d);
            if momentum_is_spent(pair, tolerance, largest, &simplex, &new, along, d, rec) {
                momentum = None;
                continue;
            }
            (momentum, k) = (Some(along), k + 1);
        } else {
            d = along;
            if !simplex.is_empty()
                && let Some(stopped) = stop(pair, tolerance, largest, &simplex, &new, d, &line::LINES.stop, rec)
            {
                exit = stopped;
                break;
            }
        }
        last = point.w;
        simplex.grow(new);
        closest = simplex.closest(line::REGIONS, rec);
        reduce(&mut simplex, &mut closest, line::KEEP, rec);
        if simplex.len() > V::DIM {
            exit = Exit::ContainsOrigin;
            break;
        }
        let toward = toward_origin(&simplex);
        if toward == V::ZERO {
            let (normal, beside) = boundary_normal(pair, simplex, along, line::LINES.beyond, rec);
            supports += beside;
            match normal {
                Some(n) => (exit, d) = (Exit::OnBoundary, n),
                None => exit = Exit::OriginOnSimplex,
            }
            break;
        }
        d = toward;
    }
    rec.exit(line::LINES.of(exit), exit);
    Gjk { simplex, closest: closest.packed(), d, exit, iterations, supports }
}

/// The next m, a unit vector; `None` where a part of it has no direction.
#[inline(always)]
fn accelerated<V: Space>(m: V, v: V, w: V, k: u32) -> Option<V> {
    let delta = V::R::from_f64(f64::from(k + 1) / f64::from(k + 3));
    let rest = V::R::ONE - delta;
    let y = v * delta + w * rest;
    (m.unit()? * delta - y.unit()? * rest).unit()
}

/// Whether the support point `new` along m is of no use to the simplex: no nearer along d.
#[expect(clippy::too_many_arguments, reason = "what its tests look at; a struct for one call would only hide it")]
#[inline(always)]
fn momentum_is_spent<V: Space, R: Recorder<V>>(
    pair: &Pair<V>,
    tolerance: V::R,
    largest: V::R,
    simplex: &Simplex<V, R::Point>,
    new: &Vertex<V, R::Point>,
    m: V,
    d: V,
    rec: &mut R,
) -> bool {
    let (reach, base) = (new.point.w.dot(d), simplex.w(0).dot(d));
    let slots = [new.id, simplex.id(0), simplex.id(0)];
    let off = |test| Test { if_held: Claim::MomentumSpent, if_not: Claim::MomentumHelps, ..test };
    rec.bounds(line::OFF.bounds, || {
        (-(new.point.w.dot(m) / m.length()) - pair.radius, -(base / d.length()) - pair.radius)
    });
    let known = simplex.has(&new.point);
    if rec.test(line::OFF.duplicate, known, || Test { if_held: Claim::MomentumRepeats, ..duplicate_test(slots, known) })
    {
        return true;
    }
    let gain = reach - base;
    let allowed = tolerance * -base;
    if rec.test(line::OFF.converged, gain <= allowed, || off(converged_test(slots, tolerance, gain, allowed))) {
        return true;
    }
    let noise = progress_noise(pair, largest, d);
    rec.test(line::OFF.progress, gain <= noise, || off(progress_test(slots, gain, noise)))
}
