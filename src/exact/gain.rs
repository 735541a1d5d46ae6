//! Claims about what a step gains, and about features that are not the nearest, held against the geometry of the recorded points.
//!
//! A kernel measures a gain between two points; the claim is about the difference and all of the simplex (or of EPA's polygon). Where the
//! two disagree, rounding explains no more than [`Recorded::slack`] of what was measured: the rest was measured from a wrong point.

use super::audit::{Around, Held, Recorded, within};
use super::number::sign_along;
use super::orient2d;
use crate::kernel::{PointId, TestRecord};

impl Recorded<'_> {
    /// The points that a new one has to be beyond: the corners of EPA's polygon once it stands, before that the simplex, and without
    /// either the points that the test measured from.
    fn known(&self, test: &TestRecord, around: &Around) -> Vec<PointId> {
        let step = around.step;
        let alive = self.edges.iter().take_while(|e| e.born <= step).filter(|e| e.died > step);
        let polygon: Vec<PointId> = alive.map(|e| e.from).collect();
        if !polygon.is_empty() {
            polygon
        } else if !around.simplex.is_empty() {
            around.simplex.to_vec()
        } else {
            test.points[1..].to_vec()
        }
    }

    /// How far the nearest of the points reach along d.
    fn base(&self, test: &TestRecord, points: &[PointId]) -> f64 {
        points.iter().map(|&q| self.w(q).dot(test.d)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// How far the difference reaches beyond the feature whose nearest point the upper bound is of: the edge that was measured from
    /// once EPA's polygon stands, before that the simplex. In units of |d|, as the test has it.
    fn gap(&self, test: &TestRecord, around: &Around) -> f64 {
        let of_edge = self.edges.first().is_some_and(|e| e.born <= around.step);
        let feature = if of_edge { test.points[1..].to_vec() } else { self.known(test, around) };
        self.farthest(test.d) - self.base(test, &feature)
    }

    /// The bounds that the geometry gives agree to the tolerance, and the point is farthest.
    pub(super) fn converged(&self, test: &TestRecord, around: &Around) -> Held {
        let beyond = self.farthest(test.d) - self.w(test.points[0]).dot(test.d);
        let excess = beyond.max(self.gap(test, around) - test.right_value);
        within(excess, self.slack(test.d), || "the difference reaches farther along d than the tolerance".to_owned())
    }

    /// The bounds that the geometry gives are farther apart than the tolerance. That does not say that the distance is smaller by as much:
    /// a point far aside that gains g along d brings the nearest point closer by about g² only.
    pub(super) fn not_converged(&self, test: &TestRecord, around: &Around) -> Held {
        let missing = test.right_value - self.gap(test, around);
        if missing < 0.0 {
            return Held::True;
        }
        within(test.left_value - test.right_value + missing, self.slack(test.d), || {
            "the difference reaches no farther along d than the tolerance: the bounds agree".to_owned()
        })
    }

    /// The difference extends beyond what is known by no more than the kernel's rounding error bound, which may not be more than rounding is.
    pub(super) fn no_progress(&self, test: &TestRecord, around: &Around) -> Held {
        let beyond = self.farthest(test.d) - self.base(test, &self.known(test, around));
        if beyond <= test.numbers[0].abs().min(self.slack(test.d)) {
            return Held::True;
        }
        within(beyond, self.slack(test.d), || {
            "the difference reaches farther along d than what is known of it".to_owned()
        })
    }

    /// The new point lies beyond all that is known, exactly.
    pub(super) fn progress(&self, test: &TestRecord, around: &Around) -> Held {
        self.beyond(test, &self.known(test, around), "what is known of the difference")
    }

    /// The difference extends beyond the points that the line goes through, exactly.
    pub(super) fn extends(&self, test: &TestRecord) -> Held {
        self.beyond(test, &test.points[1..], "this line")
    }

    /// The point in slot 0 is one of the difference, as far as it reaches along d, and beyond all of `points` in exact arithmetic.
    fn beyond(&self, test: &TestRecord, points: &[PointId], of: &str) -> Held {
        let (w, d, p) = (self.w(test.points[0]), test.d, test.points[0]);
        let outside = w.dot(d) - self.farthest(d);
        if outside > self.slack(d) {
            return Held::False(format!("w{p} is beyond the difference"));
        }
        if points.iter().all(|&q| sign_along(w, self.w(q), d) > 0) {
            return Held::True;
        }
        let missing = self.base(test, points) - w.dot(d);
        within((test.left_value + missing).max(f64::MIN_POSITIVE), self.slack(d), || {
            format!("w{p} is not beyond {of} along d")
        })
    }

    /// The difference reaches no farther along d than the disc inside it leaves every direction, and no direction has less depth than that.
    pub(super) fn inscribed(&self, test: &TestRecord) -> Held {
        let inner = test.numbers[1];
        let too_deep = inner + self.truth + self.radius;
        if too_deep > self.tolerance {
            return Held::False(format!("the depth is {too_deep:.3e} less than the disc says"));
        }
        let beyond = self.farthest(test.d) - inner * test.d.length();
        within(beyond - self.tolerance * test.d.length(), self.slack(test.d), || {
            "the difference reaches farther along d than the disc".to_owned()
        })
    }

    /// The simplex that a claim about regions speaks of; of separating axes the two corners.
    fn spoken_of<'a>(test: &'a TestRecord, around: &Around<'a>) -> &'a [PointId] {
        if around.before.is_empty() { &test.points } else { around.before }
    }

    /// Some vertex q of the simplex has p . (q - p) < 0, so p is not its point nearest to the origin.
    pub(super) fn vertex_is_not_nearest(&self, test: &TestRecord, around: &Around) -> Held {
        let p = test.points[0];
        let simplex = Self::spoken_of(test, around);
        let w = self.w(p);
        if simplex.iter().any(|&q| sign_along(self.w(q), w, w) < 0) {
            return Held::True;
        }
        let largest = simplex.iter().map(|&q| self.w(q).abs().max_element()).fold(0.0, f64::max);
        let others = simplex.iter().filter(|&&q| q != p);
        let excess = others.map(|&q| w.dot(self.w(q) - w)).fold(f64::INFINITY, f64::min);
        within(excess.max(f64::MIN_POSITIVE), 16.0 * self.eps * largest * largest, || {
            format!("vertex w{p} is the nearest feature")
        })
    }

    /// The foot of the origin does not lie inside edge pq, or another vertex lies on the origin's side of it.
    pub(super) fn edge_is_not_nearest(&self, test: &TestRecord, around: &Around) -> Held {
        let [p, q, _] = test.points;
        let simplex = Self::spoken_of(test, around);
        let (a, b) = (self.w(p), self.w(q));
        if sign_along(b, a, a) >= 0 || sign_along(a, b, b) >= 0 {
            return Held::True;
        }
        let side = |x: f64, y: f64| orient2d([a.x, a.y], [b.x, b.y], [x, y]);
        let origin = side(0.0, 0.0);
        let others = || simplex.iter().filter(|&&r| r != p && r != q).map(|&r| self.w(r));
        if origin != 0 && others().any(|r| side(r.x, r.y) == origin) {
            return Held::True;
        }
        let e = b - a;
        let area = |x: f64, y: f64| (e.x * (y - a.y) - e.y * (x - a.x)).abs();
        let largest = simplex.iter().map(|&s| self.w(s).abs().max_element()).fold(0.0, f64::max);
        // That far from being right: the foot from either end, and of a third vertex either the origin or it from the other side.
        let inside = (-a.dot(e)).min(b.dot(e));
        let aside = others().map(|r| area(r.x, r.y).min(area(0.0, 0.0))).fold(f64::INFINITY, f64::min);
        let slack = 16.0 * self.eps * largest * largest.min(e.abs().max_element());
        within(inside.min(aside).max(f64::MIN_POSITIVE), slack, || format!("edge w{p} w{q} is the nearest feature"))
    }
}
