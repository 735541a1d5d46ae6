//! What the kernels of the GJK family share: how they start from a given simplex, which way they go on, when they stop and what
//! follows from it; and the loop that three of them are. How a simplex is reduced to the feature nearest to the origin is each
//! kernel's own.
//!
//! Letters: d search direction (toward the origin), w support point of A - B along d, w0 a vertex of the simplex.

use super::boundary::boundary_normal;
use super::outcome::{Answer, Outcome};
use super::record::{Claim, Exit, Formula, Line, Op, Recorder, Relation, Test};
use super::simplex::{Closest, Simplex, Vertex};
use super::{Settings, first_direction};
use crate::num::{Real, Space};
use crate::shape::Pair;

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

/// Adds to an empty simplex what the settings give to start from: the pairs of vertices that exist, each once.
#[inline(always)]
pub fn given<V: Space, R: Recorder<V>>(
    simplex: &mut Simplex<V, R::Point>,
    pair: &Pair<V>,
    settings: &Settings,
    line: Line,
    rec: &mut R,
) {
    for &(ia, ib) in settings.warm_start.iter().take(V::DIM + 1) {
        if let Some(point) = pair.vertex(ia, ib)
            && !simplex.has(&point)
        {
            let id = rec.given(line, &point);
            simplex.grow(Vertex { point, id });
        }
    }
}

/// Lines of a listing that [`stop`] records on.
pub struct StopLines {
    pub bounds: Line,
    pub duplicate: Line,
    pub converged: Line,
    pub progress: Line,
}

/// Lines of a listing that [`run`] records on.
pub struct Lines {
    pub start: Line,
    pub support: Line,
    pub stop: StopLines,
    pub contains: Line,
    pub beyond: Line,
    pub on_simplex: Line,
    pub limit: Line,
}

impl Lines {
    /// The line on which a run with this exit ends.
    pub fn of(&self, exit: Exit) -> Line {
        match exit {
            Exit::NotFinite => self.support,
            Exit::DuplicateSupport => self.stop.duplicate,
            Exit::Converged => self.stop.converged,
            Exit::NoProgress => self.stop.progress,
            Exit::ContainsOrigin => self.contains,
            Exit::OnBoundary => self.beyond,
            Exit::OriginOnSimplex => self.on_simplex,
            _ => self.limit,
        }
    }
}

/// How a simplex is reduced to its feature nearest to the origin: what sets the kernels of the family apart.
pub trait Subalgorithm<V: Space, R: Recorder<V>> {
    /// Where the listing has what all of them do.
    const LINES: Lines;

    /// Keeps the vertices that carry the nearest point. `given`: the simplex comes from the settings; else its newest vertex was
    /// found beyond the nearest feature of the others. `found`: where that point is, for [`Subalgorithm::closest`].
    fn reduce(simplex: &mut Simplex<V, R::Point>, found: &mut Closest<V>, given: bool, rec: &mut R);

    /// The nearest point of the simplex that was reduced last.
    #[inline(always)]
    fn closest(_: &Simplex<V, R::Point>, found: &Closest<V>) -> Closest<V> {
        found.packed()
    }
}

/// Runs GJK on the cores until it is known how they stand to each other. Never fails: trouble is an exit.
#[inline(always)]
pub fn run<V: Space, R: Recorder<V>, S: Subalgorithm<V, R>>(
    pair: &Pair<V>,
    settings: &Settings,
    rec: &mut R,
) -> Gjk<V, R::Point> {
    let lines = S::LINES;
    let mut found = Closest::FIRST;
    let mut d = rec.start(lines.start, first_direction(pair, settings));
    let tolerance = settings.relative_tolerance::<V::R>();
    // A given simplex is reduced like one of our own; where it holds the origin already it is of no use.
    let mut simplex = Simplex::default();
    given(&mut simplex, pair, settings, lines.start, rec);
    if !simplex.is_empty() {
        S::reduce(&mut simplex, &mut found, true, rec);
        let toward = toward_origin(&simplex);
        if toward != V::ZERO && simplex.len() <= V::DIM {
            d = toward;
        } else {
            simplex = Simplex::default();
        }
    }
    // The largest coordinate so far: what rounding errors of a gain are relative to.
    let mut largest = simplex.max_abs();
    let mut exit = Exit::IterationLimit;
    let (mut iterations, mut beside) = (0, 0);
    while iterations < settings.max_iterations {
        iterations += 1;
        rec.iteration();
        d = rec.direction(d);
        let point = pair.support(d);
        let new = Vertex { point, id: rec.support(lines.support, &point) };
        largest = largest.max(point.w.max_abs());
        if !point.w.dot(d).is_finite() {
            exit = Exit::NotFinite;
            break;
        }
        if !simplex.is_empty()
            && let Some(stopped) = stop(pair, tolerance, largest, &simplex, &new, d, &lines.stop, rec)
        {
            exit = stopped;
            break;
        }
        simplex.grow(new);
        S::reduce(&mut simplex, &mut found, false, rec);
        if simplex.len() > V::DIM {
            exit = Exit::ContainsOrigin;
            break;
        }
        let toward = toward_origin(&simplex);
        if toward == V::ZERO {
            let (normal, supports) = boundary_normal(pair, simplex, d, lines.beyond, rec);
            beside = supports;
            match normal {
                Some(n) => (exit, d) = (Exit::OnBoundary, n),
                None => exit = Exit::OriginOnSimplex,
            }
            break;
        }
        d = toward;
    }
    rec.exit(lines.of(exit), exit);
    Gjk { simplex, closest: S::closest(&simplex, &found), d, exit, iterations, supports: iterations + beside }
}

/// Whether the support point `new` along d shows that the simplex's nearest point is the difference's. d is perpendicular to the
/// feature it lies on, so all vertices have the same w0 . d = -|v| |d|, and |d| times each bound is had without a root:
/// upper |v| |d| = -w0 . d, lower -w . d. (Van den Bergen 1999, section 4.) `largest`: of the coordinates of all support points so
/// far, what rounding errors of a gain are relative to.
#[expect(clippy::too_many_arguments, reason = "what its tests look at; a struct for one call would only hide it")]
#[inline(always)]
pub fn stop<V: Space, R: Recorder<V>>(
    pair: &Pair<V>,
    tolerance: V::R,
    largest: V::R,
    simplex: &Simplex<V, R::Point>,
    new: &Vertex<V, R::Point>,
    d: V,
    line: &StopLines,
    rec: &mut R,
) -> Option<Exit> {
    let reach = new.point.w.dot(d);
    let base = simplex.w(0).dot(d);
    let slots = [new.id, simplex.id(0), simplex.id(0)];
    rec.bounds(line.bounds, || (-(reach / d.length()) - pair.radius, -(base / d.length()) - pair.radius));
    let known = simplex.has(&new.point);
    if rec.test(line.duplicate, known, || duplicate_test(slots, known)) {
        return Some(Exit::DuplicateSupport);
    }
    let gain = reach - base;
    let allowed = tolerance * -base;
    if rec.test(line.converged, gain <= allowed, || converged_test(slots, tolerance, gain, allowed)) {
        return Some(Exit::Converged);
    }
    let noise = progress_noise(pair, largest, d);
    if rec.test(line.progress, gain <= noise, || progress_test(slots, gain, noise)) {
        return Some(Exit::NoProgress);
    }
    None
}

/// (w - w0) . d, the gain along d over the simplex; slot 0 is the new point, slot 1 a vertex of the simplex.
const GAIN: &[Op] = &[Op::W(0), Op::D, Op::Dot, Op::W(1), Op::D, Op::Dot, Op::Sub];

/// Reduces the simplex to the closest feature. Its weights stay where they are until [`Closest::packed`].
#[inline(always)]
pub fn reduce<V: Space, R: Recorder<V>>(
    simplex: &mut Simplex<V, R::Point>,
    closest: &mut Closest<V>,
    line: Line,
    rec: &mut R,
) {
    let kept = rec.keep(line, simplex, closest.kept, || {
        let weights = closest.normalised();
        (weights, simplex.combine(&weights).2)
    });
    simplex.keep(kept);
    closest.kept = kept;
}

/// Reduces the simplex to the closest feature, the vertices in the mask.
#[inline(always)]
pub fn keep<V: Space, R: Recorder<V>>(simplex: &mut Simplex<V, R::Point>, kept: u8, line: Line, rec: &mut R) {
    let kept = rec.keep(line, simplex, kept, || {
        let weights = simplex.reduced(kept).whole().spread(kept).normalised();
        (weights, simplex.combine(&weights).2)
    });
    simplex.keep(kept);
}

/// From the simplex's feature toward the origin, perpendicular to the feature; zero where the origin lies on it. In 2D as
/// long as the edge, which keeps every product of the loop at the square of a length.
///
/// In space an origin within four roundings of w of an edge or a triangle lies on it: nearer than that the direction is noise,
/// and GJK would cycle (seen in 3 of 300,000 snapped pairs of hulls that touch).
#[inline(always)]
pub fn toward_origin<V: Space, I: Copy + Default>(simplex: &Simplex<V, I>) -> V {
    let w = |i: usize| simplex.w(i);
    let noise = V::R::from_f64(4.0) * V::R::EPSILON;
    match simplex.len() {
        1 => -w(0),
        2 => {
            let d = V::edge_toward_origin(w(0), w(1));
            // |d| is the square of the edge times the distance.
            if V::DIM == 3 && d.max_abs() <= noise * w(0).max_abs() * (w(1) - w(0)).length_squared() {
                return V::ZERO;
            }
            d
        }
        _ => {
            // The same product as in the tetrahedron's face tests, or the two could disagree by rounding and GJK cycle.
            let (n, side) = (V::triangle_normal(w(0), w(1), w(2)), V::volume(w(0), w(1), w(2)));
            if side.abs() <= noise * w(0).max_abs() * n.max_abs() {
                return V::ZERO;
            }
            if side > V::R::ZERO {
                -n
            } else if side < V::R::ZERO {
                n
            } else {
                // NaN: kept, so that the caller sees it.
                n * side
            }
        }
    }
}

/// Rounding error bound of a gain (w - w0) . d, in the same unit: four roundings of w per unit of |d|.
#[inline(always)]
pub fn progress_noise<V: Space>(pair: &Pair<V>, w: V::R, d: V) -> V::R {
    gain_noise(pair.noise(w), d)
}

/// [`progress_noise`] where the rounding error of a coordinate of w is `noise`.
#[inline(always)]
pub fn gain_noise<V: Space>(noise: V::R, d: V) -> V::R {
    V::R::from_f64(4.0) * noise * d.max_abs()
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
pub fn converged_test<V: Space, I: Copy>(points: [I; 3], tolerance: V::R, gain: V::R, allowed: V::R) -> Test<V, I> {
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

macro_rules! edge_square {
    ($a:literal, $b:literal) => {
        &[
            Op::W($a),
            Op::W($b),
            Op::W($a),
            Op::Sub,
            Op::W($a),
            Op::W($b),
            Op::W($a),
            Op::Sub,
            Op::Dot,
            Op::Neg,
            Op::W($b),
            Op::W($a),
            Op::Sub,
            Op::Square,
            Op::Div,
            Op::Mul,
            Op::Add,
            Op::Square,
        ]
    };
}

/// Features of a triangle: 0 to 2 its vertices, from here on its edges, from vertex k to the next.
pub const EDGE: usize = 3;

/// [`squared_distance`] by feature.
const SQUARE: [Formula; 6] = [
    &[Op::W(0), Op::Square],
    &[Op::W(1), Op::Square],
    &[Op::W(2), Op::Square],
    edge_square!(0, 1),
    edge_square!(1, 2),
    edge_square!(2, 0),
];

/// The squared distance from the origin of that feature's nearest point; of an edge of its line.
#[inline(always)]
pub fn squared_distance<V: Space>(s: &[V; 3], feature: usize) -> V::R {
    if feature < EDGE {
        return s[feature].length_squared();
    }
    let (a, b) = (s[feature - EDGE], s[(feature - EDGE + 1) % 3]);
    let t = b - a;
    (a + t * (-a.dot(t) / t.length_squared())).length_squared()
}

/// "This feature of the triangle is nearer than the other one."
#[inline(always)]
pub fn nearer_test<V: Space, I: Copy>(
    points: [I; 3],
    feature: usize,
    other: usize,
    square: V::R,
    least: V::R,
) -> Test<V, I> {
    Test {
        left: SQUARE[feature],
        relation: Relation::Less,
        right: SQUARE[other],
        points,
        numbers: [V::R::ZERO; 2],
        left_value: square,
        right_value: least,
        if_held: Claim::Nearer,
        if_not: Claim::NotNearer,
    }
}
