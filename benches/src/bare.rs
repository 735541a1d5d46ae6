//! The loop of `gjk_distance` in the plane with every recording line removed: what a kernel without a debugger would be.
//!
//! Made by hand from `src/kernel/gjk_distance.rs` and `src/kernel/simplex.rs` of the library: calls of `rec` go, tests become
//! plain `if`s, names and lines of the listing go, helpers that take a recorder are repeated here. Nothing else differs, so the
//! instruction counts of the two may be compared, and their answers have to be equal bit for bit. To be kept in step by hand.

use gjkscope::kernel::{Closest, Exit, Gjk, Plane, Settings, Simplex, Vertex, first_direction};
use gjkscope::num::Real;
use gjkscope::shape::Pair;

/// `gjk_distance` of the library.
#[inline(always)]
pub fn gjk_distance<V: Plane>(pair: &Pair<V>, settings: &Settings) -> Gjk<V, ()> {
    let mut simplex: Simplex<V, ()> = Simplex::default();
    let mut closest = Closest { kept: 1, weights: [V::R::ONE, V::R::ZERO, V::R::ZERO, V::R::ZERO] };
    let mut d = first_direction(pair, settings);
    for &(ia, ib) in settings.warm_start.iter().take(V::DIM + 1) {
        if let Some(point) = pair.vertex(ia, ib)
            && !simplex.has(&point)
        {
            simplex.push(Vertex { point, id: () });
        }
    }
    if !simplex.is_empty() {
        closest = closest_of(&simplex);
        simplex.keep(closest.kept);
        match toward_origin(&simplex) {
            Some(toward) if simplex.len() <= V::DIM => d = toward,
            _ => simplex = Simplex::default(),
        }
    }
    let tolerance = settings.relative_tolerance::<V::R>();
    let mut largest = simplex.max_abs();
    let mut supports = 0;
    let mut exit = Exit::IterationLimit;
    let mut iterations = 0;
    while iterations < settings.max_iterations {
        iterations += 1;
        let point = pair.support(d);
        supports += 1;
        let reach = point.w.dot(d);
        largest = largest.max(point.w.max_abs());
        if !reach.is_finite() {
            exit = Exit::NotFinite;
            break;
        }
        if !simplex.is_empty() {
            let base = simplex.w(0).dot(d);
            if simplex.has(&point) {
                exit = Exit::DuplicateSupport;
                break;
            }
            let gain = reach - base;
            if gain <= tolerance * -base {
                exit = Exit::Converged;
                break;
            }
            if gain <= V::R::from_f64(4.0) * pair.noise(largest) * d.max_abs() {
                exit = Exit::NoProgress;
                break;
            }
        }
        simplex.push(Vertex { point, id: () });
        closest = closest_of(&simplex);
        simplex.keep(closest.kept);
        if simplex.len() > V::DIM {
            exit = Exit::ContainsOrigin;
            break;
        }
        match toward_origin(&simplex) {
            Some(toward) => d = toward,
            None => {
                match boundary_normal(pair, &simplex, d, &mut supports) {
                    Some(n) => (exit, d) = (Exit::OnBoundary, n),
                    None => exit = Exit::OriginOnSimplex,
                }
                break;
            }
        }
    }
    Gjk { simplex, closest: closest.packed(), d, exit, iterations, supports }
}

#[inline(always)]
fn toward_origin<V: Plane>(simplex: &Simplex<V, ()>) -> Option<V> {
    let w = |i: usize| simplex.w(i);
    let d = match simplex.len() {
        1 => -w(0),
        2 => V::edge_toward_origin(w(0), w(1)),
        _ => V::triangle_normal(w(0), w(1), w(2)),
    };
    (d != V::ZERO).then_some(d)
}

#[inline(always)]
fn closest_of<V: Plane>(simplex: &Simplex<V, ()>) -> Closest<V> {
    let (zero, one) = (V::R::ZERO, V::R::ONE);
    let w = |i: usize| simplex.w(i);
    let toward = |i: usize, j: usize| -w(i).dot(w(j) - w(i));
    match simplex.len() {
        0 | 1 => Closest { kept: 1, weights: [one, zero, zero, zero] },
        2 => {
            let (u, v) = (toward(1, 0), toward(0, 1));
            if v <= zero {
                return Closest { kept: 0b01, weights: [one, zero, zero, zero] };
            }
            if u <= zero {
                return Closest { kept: 0b10, weights: [zero, one, zero, zero] };
            }
            Closest { kept: 0b11, weights: [u, v, zero, zero] }
        }
        _ => {
            let edges = [[1, 2, 0], [0, 1, 2], [2, 0, 1]];
            let n = (w(1) - w(0)).wedge(w(2) - w(0));
            let mut share = [zero; 4];
            let mut inside = true;
            for [p, q, r] in edges {
                share[r] = V::along(n, w(p).wedge(w(q)));
                inside &= !(share[r] <= zero);
            }
            if inside {
                return Closest { kept: 0b111, weights: share };
            }
            for [p, q, r] in [[2, 0, 1], [1, 2, 0], [0, 1, 2]] {
                if toward(p, q) <= zero && toward(p, r) <= zero {
                    let mut weights = [zero; 4];
                    weights[p] = one;
                    return Closest { kept: 1 << p, weights };
                }
            }
            for [p, q, r] in edges {
                if share[r] <= zero {
                    let (u, v) = (toward(q, p), toward(p, q));
                    if u > zero && v > zero {
                        let mut weights = [zero; 4];
                        (weights[p], weights[q]) = (u, v);
                        return Closest { kept: 1 << p | 1 << q, weights };
                    }
                }
            }
            let kept = (0..3).filter(|&i| share[i] > zero).fold(0, |kept, i| kept | 1 << i);
            Closest { kept, weights: share.map(|x| x.max(zero)) }
        }
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
