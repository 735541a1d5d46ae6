//! The loop of `gjk_distance` in the plane with every recording line removed: what a kernel without a debugger would be.
//!
//! Made by hand from `src/kernel/gjk_distance.rs` and `src/kernel/simplex.rs` of the library: calls of `rec` go, tests become
//! plain `if`s, names and lines of the listing go, helpers that take a recorder are repeated here. Nothing else differs, so the
//! instruction counts of the two may be compared, and their answers have to be equal bit for bit. To be kept in step by hand.

use gjkscope::kernel::{Closest, Exit, Gjk, Outcome, Plane, Settings, Simplex, Vertex, first_direction};
use gjkscope::num::Real;
use gjkscope::shape::Pair;

/// `distance` of the library.
#[inline(always)]
pub fn distance<V: Plane>(pair: &Pair<V>, settings: &Settings) -> Outcome<V> {
    if pair.is_point() {
        of_points(pair, settings).outcome(pair, settings)
    } else {
        of_more(pair, settings).outcome(pair, settings)
    }
}

#[inline(always)]
fn of_more<V: Plane>(pair: &Pair<V>, settings: &Settings) -> Gjk<V, ()> {
    let mut d = first_direction(pair, settings);
    let tolerance = settings.relative_tolerance::<V::R>();
    let mut simplex: Simplex<V, ()> = Simplex::default();
    for &(ia, ib) in settings.warm_start.iter().take(V::DIM + 1) {
        if let Some(point) = pair.vertex(ia, ib)
            && !simplex.has(&point)
        {
            simplex.grow(Vertex { point, id: () });
        }
    }
    if !simplex.is_empty() {
        let kept = closest(&simplex);
        simplex.keep(kept);
        let toward = toward_origin(&simplex);
        if toward != V::ZERO && simplex.len() <= V::DIM {
            d = toward;
        } else {
            simplex = Simplex::default();
        }
    }
    let mut largest = simplex.max_abs();
    let mut exit = Exit::IterationLimit;
    let (mut iterations, mut beside, limit) = (0, 0, settings.max_iterations);
    while iterations < limit {
        iterations += 1;
        let point = pair.support(d);
        largest = largest.max(point.w.max_abs());
        if !point.w.dot(d).is_finite() {
            exit = Exit::NotFinite;
            break;
        }
        if !simplex.is_empty()
            && let Some(stopped) = stop(pair, tolerance, largest, &simplex, &Vertex { point, id: () }, d)
        {
            exit = stopped;
            break;
        }
        simplex.grow(Vertex { point, id: () });
        let kept = closest_with_newest(&simplex);
        simplex.keep(kept);
        if simplex.len() > V::DIM {
            exit = Exit::ContainsOrigin;
            break;
        }
        let toward = toward_origin(&simplex);
        if toward == V::ZERO {
            match boundary_normal(pair, &{ simplex }, d, &mut beside) {
                Some(n) => (exit, d) = (Exit::OnBoundary, n),
                None => exit = Exit::OriginOnSimplex,
            }
            break;
        }
        d = toward;
    }
    Gjk { simplex, closest: simplex.whole(), d, exit, iterations, supports: iterations + beside }
}

#[inline(always)]
fn of_points<V: Plane>(pair: &Pair<V>, settings: &Settings) -> Gjk<V, ()> {
    let mut d = first_direction(pair, settings);
    let point = pair.support(d);
    let mut simplex: Simplex<V, ()> = Simplex::default();
    let mut exit = Exit::NotFinite;
    if point.w.dot(d).is_finite() {
        simplex.grow(Vertex { point, id: () });
        simplex.keep(0b1);
        if point.w != V::ZERO {
            d = -point.w;
        }
        exit = Exit::Converged;
    }
    Gjk { simplex, closest: Closest::FIRST, d, exit, iterations: 1, supports: 1 }
}

#[inline(always)]
fn stop<V: Plane>(
    pair: &Pair<V>,
    tolerance: V::R,
    largest: V::R,
    simplex: &Simplex<V, ()>,
    new: &Vertex<V, ()>,
    d: V,
) -> Option<Exit> {
    let reach = new.point.w.dot(d);
    let base = simplex.w(0).dot(d);
    if simplex.has(&new.point) {
        return Some(Exit::DuplicateSupport);
    }
    let gain = reach - base;
    if gain <= tolerance * -base {
        return Some(Exit::Converged);
    }
    if gain <= V::R::from_f64(4.0) * pair.noise(largest) * d.max_abs() {
        return Some(Exit::NoProgress);
    }
    None
}

#[inline(always)]
fn toward_origin<V: Plane>(simplex: &Simplex<V, ()>) -> V {
    let w = |i: usize| simplex.w(i);
    match simplex.len() {
        1 => -w(0),
        2 => V::edge_toward_origin(w(0), w(1)),
        _ => V::triangle_normal(w(0), w(1), w(2)),
    }
}

#[inline(always)]
fn closest_with_newest<V: Plane>(simplex: &Simplex<V, ()>) -> u8 {
    match simplex.len() {
        0 | 1 => 0b1,
        2 => {
            let u = -simplex.w(1).dot(simplex.w(0) - simplex.w(1));
            if u <= V::R::ZERO { 0b10 } else { 0b11 }
        }
        3 => {
            let w = [simplex.w(0), simplex.w(1), simplex.w(2)];
            let n = (w[1] - w[0]).wedge(w[2] - w[0]);
            let mut inside = 0b111;
            for [p, q, other] in [[1, 2, 1], [2, 0, 0]] {
                let share = V::along(n, w[p].wedge(w[q]));
                if share <= V::R::ZERO {
                    let u = -w[2].dot(w[other] - w[2]);
                    if !(u <= V::R::ZERO) {
                        return 1 << 2 | 1 << other;
                    }
                    inside = 1 << 2;
                }
            }
            inside
        }
        _ => 0b1111,
    }
}

/// Of a given simplex.
#[inline(always)]
fn closest<V: Plane>(simplex: &Simplex<V, ()>) -> u8 {
    let zero = V::R::ZERO;
    let w = [simplex.w(0), simplex.w(1), simplex.w(2)];
    let toward = |i: usize, j: usize| -w[i].dot(w[j] - w[i]);
    match simplex.len() {
        0 | 1 => 1,
        2 => {
            let (u, v) = (toward(1, 0), toward(0, 1));
            if v <= zero {
                0b01
            } else if u <= zero {
                0b10
            } else {
                0b11
            }
        }
        3 => {
            let edges = [[1, 2, 0], [0, 1, 2], [2, 0, 1]];
            let n = (w[1] - w[0]).wedge(w[2] - w[0]);
            let mut share = [zero; 4];
            let mut inside = true;
            for [p, q, r] in edges {
                share[r] = V::along(n, w[p].wedge(w[q]));
                inside &= !(share[r] <= zero);
            }
            if inside {
                return 0b111;
            }
            for [p, q, r] in [[2, 0, 1], [1, 2, 0], [0, 1, 2]] {
                if toward(p, q) <= zero && toward(p, r) <= zero {
                    return 1 << p;
                }
            }
            for [p, q, r] in edges {
                if share[r] <= zero && toward(q, p) > zero && toward(p, q) > zero {
                    return 1 << p | 1 << q;
                }
            }
            (0..3).filter(|&i| share[i] > zero).fold(0, |kept, i| kept | 1 << i)
        }
        _ => 0b1111,
    }
}

#[cold]
#[inline(never)]
fn boundary_normal<V: Plane>(pair: &Pair<V>, simplex: &Simplex<V, ()>, d: V, supports: &mut u32) -> Option<V> {
    if simplex.len() < 2 {
        return Some(d);
    }
    let n = (simplex.w(1) - simplex.w(0)).any_perpendicular();
    [n, -n].into_iter().find(|&d| {
        let point = pair.support(d);
        *supports += 1;
        let gain = point.w.dot(d) - simplex.w(0).dot(d);
        let w = point.w.max_abs().max(simplex.max_abs());
        gain <= V::R::from_f64(4.0) * pair.noise(w) * d.max_abs()
    })
}
