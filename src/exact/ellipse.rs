//! Pairs with an ellipse: the least width over all directions, found by branch and bound in f64 and polished in 256-bit fixed point, with a certified gap.
//!
//! With h(n) = max over A of n.a - min over B of n.b, the support function of the difference, the signed distance is -min h
//! over all unit n, apart or overlapping. Three facts about h as a function of the angle carry the certificate:
//! 1. the difference holds its own support point w at n0, so h(n) >= w.n for every n;
//! 2. h + h'' is the radius of curvature, the sum of a² b² / h_e³ over the ellipses (more at the corners of the polygonal part),
//!    so h is convex on an interval where a lower bound m of that sum exceeds an upper bound of h, and then
//!    h >= h(n) - h'(n)² / 2m there;
//! 3. an ellipse is the sum of a disk of its least radius of curvature and a convex rest: 1. holds for the rest.

use glam::DVec3;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::number::split;
use super::oracle::{Class, NormalKind, Truth, outward, to_unit};
use super::outline::{Ellipse, Outline, Pair, Vector, Vertex, cross, dot, minus};
use super::rounding::{bits, decimal, round_ratio, shift};

/// Binary digits after the point; lengths are scaled so that the whole difference is smaller than 1.
const FRACTION: i64 = 256;
/// Rounding of a fixed-point value: a few hundred operations of one unit each, with room to spare.
const ROUNDING: i64 = 20;
/// Rounding of an f64 value of h: below 20 operations on numbers below 1.
const MARGIN: f64 = 1e-14;
/// Branching ends where an interval cannot be better by more than this.
const RESOLUTION: f64 = 3e-14;
/// Intervals alive at once; met only where h is flat to 1e-6 over a wide range.
const MOST_INTERVALS: usize = 4096;
/// Halvings of an interval: 2^-44 of 0.1 is below the spacing of angles.
const MOST_LEVELS: usize = 44;

/// An ellipse in both number formats: semi-axes, cosine and sine.
struct Smooth {
    f: [f64; 4],
    x: [BigInt; 4],
}

/// The difference without its radius, scaled.
struct Model {
    /// Grid to fixed point: times 2^lift.
    lift: i64,
    corners: Vec<[f64; 2]>,
    corners_x: Vec<Vector>,
    /// Of each edge of the polygonal part: outward normal and its angle; edge i leads from corner i to the next.
    kinks: Vec<(Vector, f64)>,
    ellipses: Vec<Smooth>,
    /// Sum of the least radii of curvature.
    ball: f64,
    /// An upper bound of |h'|.
    steepest: f64,
}

/// h and h' at an angle, and the corner that is extreme there.
#[derive(Clone, Copy)]
struct Sample {
    h: f64,
    slope: f64,
    corner: usize,
}

/// A local minimum, in fixed point.
struct Minimum {
    n: Vector,
    h: BigInt,
    /// Certified lower bound of h in its neighbourhood.
    lower: BigInt,
    corner: usize,
    /// The minimum lies on the edge that begins at `corner`.
    on_edge: bool,
}

/// The truth for a pair with at least one ellipse.
pub(super) fn truth(pair: &Pair, vertices: &[Vertex]) -> Truth {
    let model = Model::new(pair, vertices);
    let (minima, lower) = model.minimise();
    let Some(best) = minima.iter().min_by(|x, y| x.h.cmp(&y.h)) else {
        // Every interval holds a sample, so there is always one; said without a panic.
        return undecided();
    };
    let rounding = BigInt::one() << ROUNDING as u64;
    let gap = (&best.h - &lower).max(BigInt::zero()) + &rounding;
    // Depths closer than 1e-50 of themselves, or than the gap, are one.
    let slack = (best.h.abs() >> 166u32) + (&gap << 1u32);
    let tied: Vec<&Minimum> = minima.iter().filter(|m| &m.h - &best.h <= slack).collect();
    let radius = shift(&pair.radius(), model.lift);
    let value = -&best.h - radius;
    let value = if value.abs() <= gap { BigInt::zero() } else { value };
    let class = if value.is_zero() {
        Class::Touching
    } else if value.is_positive() {
        Class::Separated
    } else {
        Class::Overlapping
    };
    let exp = pair.exp - model.lift;
    let normals: Vec<DVec3> = tied.iter().filter_map(|m| to_unit(&m.n.each_ref().map(unless_noise))).collect();
    Truth {
        class,
        signed_distance: round_ratio(&value, &pair.q, exp),
        digits: decimal(&value, &pair.q, exp),
        normal_kind: if normals.len() > 1 { NormalKind::Finite } else { NormalKind::Unique },
        normals,
        gap: round_ratio(&gap, &pair.q, exp).max(f64::MIN_POSITIVE),
        witnesses: tied.first().map(|m| model.witnesses(pair, vertices, m)),
    }
}

fn undecided() -> Truth {
    Truth {
        class: Class::Touching,
        signed_distance: 0.0,
        digits: "0.0".into(),
        normals: vec![],
        normal_kind: NormalKind::Any,
        gap: f64::INFINITY,
        witnesses: None,
    }
}

/// Fixed-point product.
fn times(a: &BigInt, b: &BigInt) -> BigInt {
    (a * b) >> FRACTION as u64
}

fn float(x: &BigInt) -> f64 {
    round_ratio(x, &BigInt::one(), -FRACTION)
}

fn fixed(x: f64) -> BigInt {
    let (m, e) = split(x);
    shift(&BigInt::from(m), e + FRACTION)
}

/// `x`, or 0 where it is no more than rounding.
fn unless_noise(x: &BigInt) -> BigInt {
    if bits(x) > ROUNDING + 8 { x.clone() } else { BigInt::zero() }
}

fn perpendicular(n: &Vector) -> Vector {
    [-&n[1], n[0].clone()]
}

/// `v` scaled to fixed-point length 1; +x for zero.
fn normalised(v: &Vector) -> Vector {
    let k = (FRACTION + 8 - bits(&v[0]).max(bits(&v[1]))).max(0);
    let v = [0, 1].map(|i| &v[i] << k as u64);
    let length = dot(&v, &v).sqrt();
    if length.is_zero() {
        return [BigInt::one() << FRACTION as u64, BigInt::zero()];
    }
    v.map(|c| (c << FRACTION as u64) / &length)
}

impl Smooth {
    fn new(e: &Ellipse, lift: i64) -> Smooth {
        let axes = e.axes.each_ref().map(|x| shift(x, lift));
        let turn = [&e.c, &e.s].map(|x| (x << FRACTION as u64) / &e.denominator);
        let ([a, b], [c, s]) = (axes, turn);
        let x = [a, b, c, s];
        Smooth { f: x.each_ref().map(float), x }
    }

    /// h and h' in f64; the direction is (x, y).
    fn sample(&self, [x, y]: [f64; 2]) -> (f64, f64) {
        let [a, b, c, s] = self.f;
        let (p, q) = (c * x + s * y, c * y - s * x);
        let h = libm::hypot(a * p, b * q);
        (h, if h > 0.0 { (b - a) * (b + a) * (p * q) / h } else { 0.0 })
    }

    /// The support point, h and h' in fixed point.
    fn exact(&self, n: &Vector) -> (Vector, BigInt, BigInt) {
        let [a, b, c, s] = &self.x;
        let p = times(c, &n[0]) + times(s, &n[1]);
        let q = times(c, &n[1]) - times(s, &n[0]);
        let (ap, bq) = (times(a, &p), times(b, &q));
        let h = (&ap * &ap + &bq * &bq).sqrt();
        if h.is_zero() {
            return ([BigInt::zero(), BigInt::zero()], h.clone(), h);
        }
        let (u, v) = (times(a, &ap), times(b, &bq));
        let (u, v) = ((u << FRACTION as u64) / &h, (v << FRACTION as u64) / &h);
        let slope = times(&v, &p) - times(&u, &q);
        ([times(c, &u) - times(s, &v), times(s, &u) + times(c, &v)], h, slope)
    }

    /// The radius of curvature a² b² / h³ in fixed point.
    fn curvature_exact(&self, n: &Vector) -> BigInt {
        let h = self.exact(n).1;
        if h.is_zero() {
            return h;
        }
        let k = &self.x[0] * &self.x[1] / &h;
        &k * &k / h
    }

    /// The least and the largest semi-axis.
    fn ordered(&self) -> (f64, f64) {
        let [a, b, ..] = self.f;
        (a.min(b), a.max(b))
    }

    /// A lower bound of the radius of curvature at all directions within `reach` of one where h is `h`.
    fn curvature(&self, h: f64, reach: f64) -> f64 {
        let (least, most) = self.ordered();
        // |h'| = (most² - least²) |p q| / h is at most most - least.
        let h = (h + (most - least) * reach + most * 1e-15).min(most) * (1.0 + 1e-15);
        if h > 0.0 { (least / h) * (most / h) * (least / h) * most } else { 0.0 }
    }
}

impl Model {
    fn new(pair: &Pair, vertices: &[Vertex]) -> Model {
        let ellipses: Vec<&Ellipse> = [&pair.a, &pair.b].into_iter().filter_map(|o| o.ellipse.as_ref()).collect();
        let numbers = vertices.iter().flat_map(|v| &v.at).chain(ellipses.iter().flat_map(|e| &e.axes));
        // Four numbers add up at most, and √2 for the diagonal.
        let lift = FRACTION - numbers.map(bits).max().unwrap_or(0) - 3;
        let corners_x: Vec<Vector> = vertices.iter().map(|v| v.at.each_ref().map(|x| shift(x, lift))).collect();
        let corners: Vec<[f64; 2]> = corners_x.iter().map(|v| v.each_ref().map(float)).collect();
        let count = vertices.len();
        let edges = if count > 1 { count } else { 0 };
        let kinks = (0..edges)
            .map(|i| {
                let n = normalised(&outward(&minus(&vertices[(i + 1) % count].at, &vertices[i].at)));
                let angle = libm::atan2(float(&n[1]), float(&n[0]));
                (n, angle)
            })
            .collect();
        let ellipses: Vec<Smooth> = ellipses.into_iter().map(|e| Smooth::new(e, lift)).collect();
        let ball = ellipses
            .iter()
            .map(|e| {
                let (least, most) = e.ordered();
                if most > 0.0 { least * (least / most) * (1.0 - 1e-15) } else { 0.0 }
            })
            .sum();
        let reach = corners.iter().map(|c| libm::hypot(c[0], c[1])).fold(0.0, f64::max);
        let lengths = ellipses.iter().map(|e| e.ordered()).map(|(least, most)| most - least);
        let steepest = (reach + lengths.sum::<f64>()) * (1.0 + 1e-14) + 1e-16;
        Model { lift, corners, corners_x, kinks, ellipses, ball, steepest }
    }

    fn sample(&self, angle: f64) -> Sample {
        let (y, x) = libm::sincos(angle);
        let (mut h, mut corner) = (f64::NEG_INFINITY, 0);
        for (i, c) in self.corners.iter().enumerate() {
            let d = c[0] * x + c[1] * y;
            if d > h {
                (h, corner) = (d, i);
            }
        }
        self.with_corner([x, y], corner)
    }

    fn with_corner(&self, [x, y]: [f64; 2], corner: usize) -> Sample {
        let c = self.corners[corner];
        let (mut h, mut slope) = (c[0] * x + c[1] * y, c[1] * x - c[0] * y);
        for e in &self.ellipses {
            let (eh, es) = e.sample([x, y]);
            h += eh;
            slope += es;
        }
        Sample { h, slope, corner }
    }

    /// A lower bound of h over all angles within `reach` of the sample's (fact 1 with fact 3).
    fn lower_bound(&self, s: Sample, reach: f64) -> f64 {
        let (h, g) = (s.h - self.ball, s.slope);
        let (sin, cos) = libm::sincos(reach);
        let ends = h * cos - g.abs() * sin;
        // Where the wave h cos t + g sin t has its trough inside the interval.
        let least = if h < 0.0 && g.abs() * cos <= -h * sin { ends.min(-libm::hypot(h, g)) } else { ends };
        least + self.ball
    }

    /// A lower bound of h'' within `reach` of `angle`, apart from the corners' share, which is not negative (fact 2).
    fn convexity(&self, angle: f64, s: Sample, reach: f64) -> f64 {
        let (y, x) = libm::sincos(angle);
        let curvature: f64 = self.ellipses.iter().map(|e| e.curvature(e.sample([x, y]).0, reach)).sum();
        curvature - s.h - self.steepest * reach - MARGIN
    }

    /// All local minima that may be the least, and a lower bound of h everywhere.
    fn minimise(&self) -> (Vec<Minimum>, BigInt) {
        use std::f64::consts::PI;
        const START: usize = 32;
        let step = 2.0 * PI / START as f64;
        let mut alive: Vec<(f64, f64)> = (0..START).map(|i| (-PI + step * (i as f64 + 0.5), step / 2.0)).collect();
        // (lower bound, centre, reach, convexity if convex)
        let mut basins: Vec<(f64, f64, f64, f64)> = Vec::new();
        let mut kinks: Vec<(f64, usize)> = Vec::new();
        let mut unresolved: Vec<(f64, f64, f64)> = Vec::new();
        let mut best = f64::INFINITY;
        for level in 0..MOST_LEVELS {
            let samples: Vec<Sample> = alive.iter().map(|&(t, _)| self.sample(t)).collect();
            best = samples.iter().map(|s| s.h).fold(best, f64::min);
            let mut next = Vec::new();
            let last = level + 1 == MOST_LEVELS;
            for (&(t, r), s) in alive.iter().zip(samples) {
                // Neighbours share a little, so that no direction falls between them.
                let reach = r * 1.001 + 1e-14;
                let low = self.lower_bound(s, reach);
                if low > best + 2.0 * MARGIN {
                    continue;
                }
                if let Some(k) = self.certain_kink(t, reach, &mut best) {
                    kinks.push((low, k));
                    continue;
                }
                let m = self.convexity(t, s, reach);
                if m > 1e-11 {
                    basins.push((low, t, reach, m));
                } else if low >= best - RESOLUTION || last || alive.len() > MOST_INTERVALS {
                    unresolved.push((low, t, r));
                } else {
                    next.extend([(t - r / 2.0, r / 2.0), (t + r / 2.0, r / 2.0)]);
                }
            }
            alive = next;
            if alive.is_empty() {
                break;
            }
        }
        let keep = |low: f64| low <= best + 2.0 * MARGIN;
        let mut minima: Vec<Minimum> = Vec::new();
        for (_, k) in kinks.into_iter().filter(|x| keep(x.0)) {
            self.add(&mut minima, self.kink(k).2);
        }
        for (low, t, reach, m) in basins.into_iter().filter(|x| keep(x.0)) {
            // A slope that points out of the interval: its least value lies on the border and the neighbour's is lower.
            if self.sample(t - reach).slope > 1e-12 || self.sample(t + reach).slope < -1e-12 {
                continue;
            }
            let mut found = self.polish(t - reach, t + reach, m);
            // Should the polish have stopped early, what branching knows is still true.
            found.lower = found.lower.max(fixed(low - MARGIN));
            self.add(&mut minima, found);
        }
        let mut lower = minima.iter().map(|x| x.lower.clone()).min();
        unresolved.retain(|x| keep(x.0));
        unresolved.sort_by(|x, y| x.1.total_cmp(&y.1));
        let mut rest = unresolved.as_slice();
        while let Some(&(_, t, r)) = rest.first() {
            // A run of neighbours.
            let run = 1 + rest.windows(2).take_while(|w| w[1].1 - w[0].1 <= 1.01 * (w[0].2 + w[1].2)).count();
            let (group, others) = rest.split_at(run.min(rest.len()));
            rest = others;
            let low = group.iter().map(|x| x.0).fold(f64::INFINITY, f64::min) - MARGIN;
            let low = fixed(low);
            let end = group.last().map_or(t + r, |x| x.1 + x.2);
            let flat = self.flat(t - r, end, group, &low);
            lower = Some(lower.map_or(low.clone(), |x| x.min(low)));
            self.add(&mut minima, flat);
        }
        let lower = lower.unwrap_or_else(|| fixed(best - MARGIN));
        (minima, lower)
    }

    /// Adds a minimum unless it is there already.
    fn add(&self, minima: &mut Vec<Minimum>, new: Minimum) {
        // Directions closer than 2^-100 are one.
        let near = BigInt::one() << (2 * FRACTION - 100) as u64;
        let same = |m: &Minimum| cross(&m.n, &new.n).abs() < near && dot(&m.n, &new.n).is_positive();
        match minima.iter_mut().find(|m| same(m)) {
            Some(m) => m.lower = (&m.lower).min(&new.lower).clone(),
            None => minima.push(new),
        }
    }

    /// An edge whose normal is proven the least direction of the whole interval: from the normal h grows both ways at least as
    /// fast as fact 1 with the edge's two ends says.
    fn certain_kink(&self, t: f64, reach: f64, best: &mut f64) -> Option<usize> {
        use std::f64::consts::TAU;
        for (k, &(ref n, angle)) in self.kinks.iter().enumerate() {
            let off = (angle - t) - TAU * ((angle - t) / TAU).round();
            if off.abs() > reach {
                continue;
            }
            let n = n.each_ref().map(float);
            let before = self.with_corner(n, k);
            let after = self.with_corner(n, (k + 1) % self.corners.len());
            *best = best.min(before.h.max(after.h));
            let need = (before.h - self.ball).max(0.0) * libm::tan((off.abs() + reach).min(3.0) / 2.0) + 1e-12;
            if before.slope < -need && after.slope > need {
                return Some(k);
            }
        }
        None
    }

    /// h and h' in fixed point with the given corner.
    fn exact(&self, n: &Vector, corner: usize) -> (BigInt, BigInt) {
        let c = &self.corners_x[corner];
        let (mut h, mut slope) = (dot(n, c) >> FRACTION as u64, dot(&perpendicular(n), c) >> FRACTION as u64);
        for e in &self.ellipses {
            let (_, eh, es) = e.exact(n);
            h += eh;
            slope += es;
        }
        (h, slope)
    }

    /// At the normal of edge k: h' before and after it, and the minimum it would be.
    fn kink(&self, k: usize) -> (BigInt, BigInt, Minimum) {
        let n = self.kinks[k].0.clone();
        let (h, before) = self.exact(&n, k);
        let (h2, after) = self.exact(&n, (k + 1) % self.corners.len());
        let lower = (&h).min(&h2).clone();
        (before, after, Minimum { n, h: h.max(h2), lower, corner: k, on_edge: true })
    }

    /// The minimum of a convex piece, h'' >= m.
    fn polish(&self, mut low: f64, mut high: f64, m: f64) -> Minimum {
        for _ in 0..60 {
            let middle = low + (high - low) / 2.0;
            if self.sample(middle).slope > 0.0 { high = middle } else { low = middle }
        }
        let count = self.corners.len();
        let start = self.sample(low).corner;
        if count == 1 {
            return self.newton(low, start, m);
        }
        // Floats may be off by a corner: at the normals of the edges beside, walk until the slope turns.
        let before = (start + count - 1) % count;
        let mut corner = if self.beside(low, before) { before } else { start };
        for _ in 0..8 {
            if !self.beside(low, corner) {
                break;
            }
            let (before, after, minimum) = self.kink(corner);
            if before.is_positive() {
                break;
            }
            if !after.is_negative() {
                return minimum;
            }
            corner = (corner + 1) % count;
        }
        self.newton(low, corner, m)
    }

    /// Whether the angle is within 1e-9 of the normal of the edge that begins at `corner`.
    fn beside(&self, angle: f64, corner: usize) -> bool {
        let off = self.kinks[corner].1 - angle;
        libm::sin(off / 2.0).abs() < 1e-9
    }

    /// Newton's method for h' = 0 with a fixed corner. A step that does not bring h' closer to 0
    /// is halved: the minimum of a needle is narrower than the spacing of f64 angles.
    fn newton(&self, angle: f64, corner: usize, m: f64) -> Minimum {
        const EVALUATIONS: usize = 120;
        let (y, x) = libm::sincos(angle);
        let mut n = normalised(&[fixed(x), fixed(y)]);
        let (mut h, mut slope) = self.exact(&n, corner);
        let mut step: Option<BigInt> = None;
        for _ in 0..EVALUATIONS {
            if bits(&slope) <= 10 {
                break;
            }
            let turn = step.take().unwrap_or_else(|| self.step(&n, &h, &slope, m));
            if bits(&turn) <= 1 {
                break;
            }
            let side = perpendicular(&n);
            let moved = normalised(&[0, 1].map(|i| &n[i] + times(&turn, &side[i])));
            let (h2, slope2) = self.exact(&moved, corner);
            if slope2.abs() >= slope.abs() {
                step = Some(turn / 2);
            } else {
                (n, h, slope) = (moved, h2, slope2);
            }
        }
        let drop = &slope * &slope / (fixed(m) << 1u32).max(BigInt::one());
        let lower = &h - drop - BigInt::one();
        Minimum { h: self.upper(&n, h), n, lower, corner, on_edge: false }
    }

    /// -h' / h'', at most a quarter of a radian; h'' is the radius of curvature less h.
    fn step(&self, n: &Vector, h: &BigInt, slope: &BigInt, m: f64) -> BigInt {
        let curvature: BigInt = self.ellipses.iter().map(|e| e.curvature_exact(n)).sum();
        let second = (curvature - h).max(fixed(m)).max(BigInt::one());
        let most = BigInt::one() << (FRACTION - 2) as u64;
        ((-slope << FRACTION as u64) / second).clamp(-&most, most)
    }

    /// h with the best corner, at least `h`.
    fn upper(&self, n: &Vector, h: BigInt) -> BigInt {
        let f = n.each_ref().map(float);
        let along = |c: &[f64; 2]| c[0] * f[0] + c[1] * f[1];
        let most = self.corners.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
        let close = (0..self.corners.len()).filter(|&i| along(&self.corners[i]) > most - 1e-12);
        close.map(|i| self.exact(n, i).0).fold(h, |a, b| a.max(b))
    }

    /// The best direction of a run of intervals that could not be told apart.
    fn flat(&self, mut low: f64, mut high: f64, group: &[(f64, f64, f64)], lower: &BigInt) -> Minimum {
        let best = group.iter().map(|x| x.1).min_by(|x, y| self.sample(*x).h.total_cmp(&self.sample(*y).h));
        let mut angle = best.unwrap_or(low);
        if self.sample(low).slope < 0.0 && self.sample(high).slope > 0.0 {
            for _ in 0..60 {
                let middle = low + (high - low) / 2.0;
                if self.sample(middle).slope > 0.0 { high = middle } else { low = middle }
            }
            if self.sample(low).h <= self.sample(angle).h + MARGIN {
                angle = low;
            }
        }
        let (y, x) = libm::sincos(angle);
        let n = normalised(&[fixed(x), fixed(y)]);
        let corner = self.sample(angle).corner;
        let h = self.upper(&n, self.exact(&n, corner).0);
        Minimum { n, h, lower: lower.clone(), corner, on_edge: false }
    }

    /// The points of A and B that belong to a minimum, in the world.
    fn witnesses(&self, pair: &Pair, vertices: &[Vertex], m: &Minimum) -> (DVec3, DVec3) {
        let next = (m.corner + 1) % vertices.len();
        let (from, to) = (&vertices[m.corner], &vertices[next]);
        // How far along the edge the support point lies on the normal's line: h' is linear in it.
        let (mut t, mut whole) = (BigInt::zero(), BigInt::one());
        if m.on_edge {
            let (before, after) = (self.exact(&m.n, m.corner).1, self.exact(&m.n, next).1);
            whole = (&after - &before).max(BigInt::one());
            t = (-before).clamp(BigInt::zero(), whole.clone());
        }
        let place = |outline: &Outline, from: usize, to: usize, way: i32| {
            let (p, q) = (&outline.points[from], &outline.points[to]);
            let radius = shift(&outline.radius, self.lift);
            let mut offset = m.n.each_ref().map(|x| times(x, &radius));
            if let Some(e) = &outline.ellipse {
                let support = Smooth::new(e, self.lift).exact(&m.n).0;
                offset = [&offset[0] + &support[0], &offset[1] + &support[1]];
            }
            let [x, y] = [0, 1].map(|k| {
                let core = &p[k] + (&q[k] - &p[k]) * &t / &whole;
                let at = shift(&core, self.lift) + &offset[k] * way;
                round_ratio(&unless_noise(&at), &pair.q, pair.exp - self.lift) + 0.0
            });
            DVec3::new(x, y, 0.0)
        };
        (place(&pair.a, from.a, to.a, 1), place(&pair.b, from.b, to.b, -1))
    }
}
