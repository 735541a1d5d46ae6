//! The loop of `gjk_distance` in the plane with every recording line removed: what a kernel without a debugger would be.
//!
//! Made by hand from the library's `gjk_distance.rs`, `gjk.rs`, `boundary.rs` and `simplex.rs`, function by function: calls of `rec` go,
//! tests become plain `if`s, names and lines of the listing go, and so does what is for space alone. Nothing else differs, so the
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
        run(pair, settings).outcome(pair, settings)
    }
}

#[inline(always)]
fn of_points<V: Plane>(pair: &Pair<V>, settings: &Settings) -> Gjk<V, ()> {
    let mut d = first_direction(pair, settings);
    let point = pair.support(d);
    let mut simplex = Simplex::default();
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
fn run<V: Plane>(pair: &Pair<V>, settings: &Settings) -> Gjk<V, ()> {
    let mut d = first_direction(pair, settings);
    let tolerance = settings.relative_tolerance::<V::R>();
    let mut simplex = Simplex::default();
    given(&mut simplex, pair, settings);
    if !simplex.is_empty() {
        reduce(&mut simplex, true);
        let toward = toward_origin(&simplex);
        if toward != V::ZERO && simplex.len() <= V::DIM {
            d = toward;
        } else {
            simplex = Simplex::default();
        }
    }
    let mut largest = simplex.max_abs();
    let mut exit = Exit::IterationLimit;
    let (mut iterations, mut beside) = (0, 0);
    while iterations < settings.max_iterations {
        iterations += 1;
        let point = pair.support(d);
        let new = Vertex { point, id: () };
        largest = largest.max(point.w.max_abs());
        if !point.w.dot(d).is_finite() {
            exit = Exit::NotFinite;
            break;
        }
        if !simplex.is_empty()
            && let Some(stopped) = stop(pair, tolerance, largest, &simplex, &new, d)
        {
            exit = stopped;
            break;
        }
        simplex.grow(new);
        reduce(&mut simplex, false);
        if simplex.len() > V::DIM {
            exit = Exit::ContainsOrigin;
            break;
        }
        let toward = toward_origin(&simplex);
        if toward == V::ZERO {
            let (normal, supports) = boundary_normal(pair, simplex, d);
            beside = supports;
            match normal {
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
fn given<V: Plane>(simplex: &mut Simplex<V, ()>, pair: &Pair<V>, settings: &Settings) {
    for &(ia, ib) in settings.warm_start.iter().take(V::DIM + 1) {
        if let Some(point) = pair.vertex(ia, ib)
            && !simplex.has(&point)
        {
            simplex.grow(Vertex { point, id: () });
        }
    }
}

#[inline(always)]
fn reduce<V: Plane>(simplex: &mut Simplex<V, ()>, given: bool) {
    let kept = if given { closest(simplex).kept } else { closest_with_newest(simplex) };
    simplex.keep(kept);
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
    let allowed = tolerance * -base;
    if gain <= allowed {
        return Some(Exit::Converged);
    }
    if gain <= progress_noise(pair, largest, d) {
        return Some(Exit::NoProgress);
    }
    None
}

#[inline(always)]
fn progress_noise<V: Plane>(pair: &Pair<V>, w: V::R, d: V) -> V::R {
    V::R::from_f64(4.0) * pair.noise(w) * d.max_abs()
}

#[inline(always)]
fn toward_origin<V: Plane>(simplex: &Simplex<V, ()>) -> V {
    let w = |i: usize| simplex.w(i);
    let noise = V::R::from_f64(4.0) * V::R::EPSILON;
    match simplex.len() {
        1 => -w(0),
        2 => V::edge_toward_origin(w(0), w(1)),
        _ => {
            let (n, side) = (V::triangle_normal(w(0), w(1), w(2)), V::volume(w(0), w(1), w(2)));
            if side.abs() <= noise * w(0).max_abs() * n.max_abs() {
                return V::ZERO;
            }
            if side > V::R::ZERO {
                -n
            } else if side < V::R::ZERO {
                n
            } else {
                n * side
            }
        }
    }
}

#[cold]
#[inline(never)]
fn boundary_normal<V: Plane>(pair: &Pair<V>, simplex: Simplex<V, ()>, d: V) -> (Option<V>, u32) {
    if simplex.len() < 2 {
        return (Some(d), 0);
    }
    let n = (simplex.w(1) - simplex.w(0)).any_perpendicular();
    let mut supports = 0;
    let found = [n, -n].into_iter().find(|&d| {
        let point = pair.support(d);
        supports += 1;
        let gain = point.w.dot(d) - simplex.w(0).dot(d);
        gain <= progress_noise(pair, point.w.max_abs().max(simplex.max_abs()), d)
    });
    (found, supports)
}

#[inline(always)]
fn closest_with_newest<V: Plane>(simplex: &Simplex<V, ()>) -> u8 {
    match simplex.len() {
        0 | 1 => 0b1,
        2 => {
            let u = toward(simplex, 1, 0);
            if u <= V::R::ZERO { 0b10 } else { 0b11 }
        }
        3 => triangle_with_newest(simplex),
        _ => 0b1111,
    }
}

#[inline(always)]
fn triangle_with_newest<V: Plane>(simplex: &Simplex<V, ()>) -> u8 {
    let zero = V::R::ZERO;
    let w = [simplex.w(0), simplex.w(1), simplex.w(2)];
    let n = (w[1] - w[0]).wedge(w[2] - w[0]);
    let mut inside = 0b111;
    for [p, q, other] in [[1, 2, 1], [2, 0, 0]] {
        let share = V::along(n, w[p].wedge(w[q]));
        if share <= zero {
            let u = -w[2].dot(w[other] - w[2]);
            if !(u <= zero) {
                return 1 << 2 | 1 << other;
            }
            inside = 1 << 2;
        }
    }
    inside
}

#[inline(always)]
fn toward<V: Plane>(simplex: &Simplex<V, ()>, i: usize, j: usize) -> V::R {
    -simplex.w(i).dot(simplex.w(j) - simplex.w(i))
}

/// Of a given simplex.
#[inline(always)]
fn closest<V: Plane>(simplex: &Simplex<V, ()>) -> Closest<V> {
    match simplex.len() {
        0 | 1 => Closest::FIRST,
        2 => closest_on_segment(simplex),
        3 => closest_on_triangle(simplex),
        _ => Closest::new(0b1111, [V::R::ONE; 4]),
    }
}

#[inline(always)]
fn closest_on_segment<V: Plane>(simplex: &Simplex<V, ()>) -> Closest<V> {
    let (zero, one) = (V::R::ZERO, V::R::ONE);
    let (u, v) = (toward(simplex, 1, 0), toward(simplex, 0, 1));
    if v <= zero {
        return Closest::new(0b01, [one, zero, zero, zero]);
    }
    if u <= zero {
        return Closest::new(0b10, [zero, one, zero, zero]);
    }
    Closest::new(0b11, [u, v, zero, zero])
}

#[inline(always)]
fn closest_on_triangle<V: Plane>(simplex: &Simplex<V, ()>) -> Closest<V> {
    let zero = V::R::ZERO;
    let t = [0, 1, 2];
    let edges = [[t[1], t[2], t[0]], [t[0], t[1], t[2]], [t[2], t[0], t[1]]];
    let w = [simplex.w(0), simplex.w(1), simplex.w(2), simplex.w(3)];
    let toward = |i: usize, j: usize| -w[i].dot(w[j] - w[i]);
    let n = (w[t[1]] - w[t[0]]).wedge(w[t[2]] - w[t[0]]);
    let mut share = [zero; 4];
    let mut inside = true;
    for [p, q, r] in edges {
        share[r] = V::along(n, w[p].wedge(w[q]));
        inside &= !(share[r] <= zero);
    }
    if inside {
        return Closest::new(1 << t[0] | 1 << t[1] | 1 << t[2], share);
    }
    for [p, q, r] in [[t[2], t[0], t[1]], [t[1], t[2], t[0]], [t[0], t[1], t[2]]] {
        let (pq, pr) = (toward(p, q), toward(p, r));
        if pq <= zero && pr <= zero {
            let mut weights = [zero; 4];
            weights[p] = V::R::ONE;
            return Closest::new(1 << p, weights);
        }
    }
    for [p, q, r] in edges {
        if share[r] <= zero {
            let (u, v) = (toward(q, p), toward(p, q));
            if u > zero && v > zero {
                let mut weights = [zero; 4];
                (weights[p], weights[q]) = (u, v);
                return Closest::new(1 << p | 1 << q, weights);
            }
        }
    }
    let kept = t.into_iter().filter(|&i| share[i] > zero).fold(0, |kept, i| kept | 1 << i);
    Closest::new(kept, share.map(|x| x.max(zero)))
}
