//! Whether a polygon is convex and in order, judged exactly on the numbers as written.

use glam::DVec3;
use num_bigint::{BigInt, Sign};
use num_traits::{Float, ToPrimitive, Zero};

/// Why a polygon is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// This vertex lies inside the hull of the others.
    Dent(usize),
    /// This vertex does not follow its predecessor around the hull, or goes back along an edge.
    Order(usize),
    /// The vertices go around this many times.
    Winds(usize),
}

/// Dents below this are rounding: 4 units in the last place of the largest coordinate, once that is scaled into [1, 2).
const SLACK: f64 = 4.0 * f64::EPSILON;

/// Checks a polygon, either way round; repeated and collinear vertices are fine, and so is one collapsed to a line or a point.
/// `Ok` holds the first vertex, if any, whose dent is let pass as rounding.
///
/// The vertices are compared with their exact convex hull: they must visit its corners in order and exactly once around, and
/// between two corners stay on that edge and go forward.
pub(super) fn check(points: &[DVec3]) -> Result<Option<usize>, Fault> {
    let hull = hull(points);
    if hull.len() < 3 {
        return Ok(None);
    }
    let scale = scale(points);
    around(points, &hull, scale).or_else(|fault| collapsed(points, &hull, scale).ok_or(fault))
}

/// Every vertex that keeps a polygon from being convex in order, ascending: dents, vertices that go back along an edge, and
/// those that do not follow their predecessor around the hull. Empty where [`check`] passes.
pub(super) fn faults(points: &[DVec3]) -> Vec<usize> {
    if check(points).is_ok() {
        return vec![];
    }
    let hull = hull(points);
    let (scale, visits) = (scale(points), visits(points, &hull));
    let step = |j: usize| (visits[(j + 1) % visits.len()].1 + hull.len() - visits[j].1) % hull.len();
    let forward = (0..visits.len()).filter(|j| step(*j) == 1).count();
    let backward = (0..visits.len()).filter(|j| step(*j) == hull.len() - 1).count();
    let way = if forward >= backward { 1 } else { hull.len() - 1 };
    let mut found = Vec::new();
    for (j, (first, _)) in visits.iter().enumerate() {
        let last = visits[(j + 1) % visits.len()].0;
        if step(j) != way {
            found.push(last);
        }
        let (a, b) = (points[*first], points[last]);
        let along = ((b - a) * scale).truncate().normalize_or_zero();
        let mut i = *first;
        while i != last {
            let (p, i_next) = (points[i], (i + 1) % points.len());
            let q = points[i_next];
            let back = ((p - q) * scale).truncate().dot(along) > SLACK;
            if back || (q != a && q != b && height(a, b, q, scale) > SLACK) {
                found.push(i_next);
            }
            i = i_next;
        }
    }
    if found.is_empty() {
        // It goes around several times: from the second time on.
        found.extend(visits.iter().skip(hull.len()).map(|(i, _)| *i));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The check of a polygon against its hull of at least 3 corners.
fn around(points: &[DVec3], hull: &[DVec3], scale: f64) -> Result<Option<usize>, Fault> {
    let visits = visits(points, hull);
    in_order_once(&visits, hull.len())?;
    let mut dent = None;
    for (j, (first, _)) in visits.iter().enumerate() {
        let last = visits[(j + 1) % visits.len()].0;
        let (a, b) = (points[*first], points[last]);
        let along = ((b - a) * scale).truncate().normalize_or_zero();
        let mut i = *first;
        while i != last {
            let (p, i_next) = (points[i], (i + 1) % points.len());
            let q = points[i_next];
            if ((p - q) * scale).truncate().dot(along) > SLACK {
                return Err(Fault::Order(i_next));
            }
            let depth = if q == a || q == b { 0.0 } else { height(a, b, q, scale) };
            if depth > SLACK {
                return Err(Fault::Dent(i_next));
            }
            if depth > 0.0 {
                dent = dent.min(Some(i_next)).or(Some(i_next));
            }
            i = i_next;
        }
    }
    Ok(dent)
}

/// The first vertex off the line, if all vertices lie on one but for rounding: in such a polygon no order is wrong.
fn collapsed(points: &[DVec3], hull: &[DVec3], scale: f64) -> Option<Option<usize>> {
    let farthest = |from: DVec3| {
        let far = |p: &DVec3| ((*p - from) * scale).truncate().length_squared();
        hull.iter().copied().max_by(|p, q| far(p).total_cmp(&far(q))).unwrap_or(from)
    };
    let a = farthest(hull[0]);
    let b = farthest(a);
    let flat = a != b && hull.iter().all(|p| height(a, b, *p, scale) <= SLACK);
    flat.then(|| points.iter().position(|p| height(a, b, *p, scale) > 0.0))
}

/// The visits of hull corners: (vertex, corner), vertices in file order, repeated visits of the same corner counted once.
fn visits(points: &[DVec3], hull: &[DVec3]) -> Vec<(usize, usize)> {
    let mut by_place: Vec<usize> = (0..hull.len()).collect();
    by_place.sort_by(|a, b| order(&hull[*a], &hull[*b]));
    let corner = |p: &DVec3| by_place.binary_search_by(|rank| order(&hull[*rank], p)).ok().map(|i| by_place[i]);
    let mut visits: Vec<(usize, usize)> =
        points.iter().enumerate().filter_map(|(i, p)| Some((i, corner(p)?))).collect();
    visits.dedup_by_key(|(_, corner)| *corner);
    if visits.len() > 1 && visits[0].1 == visits[visits.len() - 1].1 {
        visits.pop();
    }
    visits
}

/// Whether the visits go around `corners` (at least 3) corners once, either way.
fn in_order_once(visits: &[(usize, usize)], corners: usize) -> Result<(), Fault> {
    let step = |j: usize| (visits[(j + 1) % visits.len()].1 + corners - visits[j].1) % corners;
    let forward = (0..visits.len()).filter(|j| step(*j) == 1).count();
    let backward = (0..visits.len()).filter(|j| step(*j) == corners - 1).count();
    let way = if forward >= backward { 1 } else { corners - 1 };
    match (0..visits.len()).find(|j| step(*j) != way) {
        Some(j) => Err(Fault::Order(visits[(j + 1) % visits.len()].0)),
        None if visits.len() > corners => Err(Fault::Winds(visits.len() / corners)),
        None => Ok(()),
    }
}

/// By x, then y; both zeros are equal, and nothing is NaN.
fn order(p: &DVec3, q: &DVec3) -> std::cmp::Ordering {
    let by = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(std::cmp::Ordering::Equal);
    by(p.x, q.x).then(by(p.y, q.y))
}

/// The corners of the convex hull, counter-clockwise, no three collinear (Andrew's monotone chain with exact signs).
pub(super) fn hull(points: &[DVec3]) -> Vec<DVec3> {
    let mut sorted = points.to_vec();
    sorted.sort_by(order);
    sorted.dedup_by(|p, q| p == q);
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = &DVec3>| {
        let mut chain: Vec<DVec3> = Vec::new();
        for p in points {
            while chain.len() > 1 && orientation(chain[chain.len() - 2], chain[chain.len() - 1], *p) <= 0 {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut sorted.iter());
    hull.extend(half(&mut sorted.iter().rev()));
    hull
}

/// The sign of the area of a, b, c: 1 if they turn left.
fn orientation(a: DVec3, b: DVec3, c: DVec3) -> i32 {
    let (left, right) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let (area, sum) = (left - right, left.abs() + right.abs());
    // J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates" (1997), bound A:
    // 3u + 16u^2 with u = 2^-53, valid while no product underflows or overflows.
    const BOUND: f64 = 3.3306690738754716e-16;
    if area.abs() > BOUND * sum && sum > 1e-280 && sum < f64::MAX {
        return if area > 0.0 { 1 } else { -1 };
    }
    match area_exactly(a, b, c).0.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

/// Twice the area of a, b, c as an integer times a power of two.
fn area_exactly(a: DVec3, b: DVec3, c: DVec3) -> (BigInt, i64) {
    let parts = [a.x, a.y, b.x, b.y, c.x, c.y].map(|x| {
        let (mantissa, power, sign) = x.integer_decode();
        let zeros = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() };
        (sign as i64 * (mantissa >> zeros) as i64, power as i64 + zeros as i64)
    });
    let unit = parts.iter().filter(|(m, _)| *m != 0).map(|(_, power)| *power).min().unwrap_or(0);
    let [ax, ay, bx, by, cx, cy] = parts.map(|(m, power)| match m {
        0 => BigInt::zero(),
        _ => BigInt::from(m) << (power - unit) as u64,
    });
    ((ax - &cx) * (by - &cy) - (ay - cy) * (bx - cx), 2 * unit)
}

/// The distance of `q` from the line a, b, all three scaled, right to a few units in the last place.
fn height(a: DVec3, b: DVec3, q: DVec3, scale: f64) -> f64 {
    let base = ((b - a) * scale).truncate().length();
    let (area, power) = area_exactly(a, b, q);
    let surplus = area.bits().saturating_sub(64);
    let leading = (area >> surplus).to_f64().unwrap_or(f64::INFINITY).abs();
    let power = power + surplus as i64 + 2 * exponent(scale);
    libm::ldexp(leading, power.clamp(-4000, 4000) as i32) / base
}

/// A power of two that brings the largest coordinate into [1, 2) (as far as f64 has such a power).
fn scale(points: &[DVec3]) -> f64 {
    let largest = points.iter().map(|p| p.x.abs().max(p.y.abs())).fold(f64::MIN_POSITIVE, f64::max);
    libm::ldexp(1.0, -exponent(largest).clamp(-1022, 1023) as i32)
}

/// The exponent of a positive normal number: 0 for [1, 2).
fn exponent(x: f64) -> i64 {
    (x.to_bits() >> 52) as i64 - 1023
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(points: &[(f64, f64)]) -> Result<Option<usize>, Fault> {
        let points: Vec<DVec3> = points.iter().map(|(x, y)| DVec3::new(*x, *y, 0.0)).collect();
        let reversed: Vec<DVec3> = points.iter().rev().copied().collect();
        assert_eq!(check(&points).is_ok(), check(&reversed).is_ok(), "the other way round");
        check(&points)
    }

    #[test]
    fn convex_ones_pass() {
        for points in [
            &[(0.0, 0.0)][..],
            &[(0.0, 0.0), (0.0, 0.0)],
            &[(0.0, 0.0), (1.0, 0.0)],
            &[(0.0, 0.0), (2.0, 2.0), (1.0, 1.0), (3.0, 3.0)],
            &[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)],
            &[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0), (0.0, 0.0)],
            &[(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0), (-0.0, 0.0)],
            &[(0.0, 0.0), (1e300, 0.0), (1e300, 1e300), (0.0, 1e300)],
            &[(0.0, 0.0), (5e-324, 0.0), (5e-324, 5e-324), (0.0, 5e-324)],
            &[(0.0, 0.0), (1e300, 0.0), (1e300, 1e-300)],
        ] {
            assert_eq!(judged(points), Ok(None), "{points:?}");
        }
    }

    #[test]
    fn dents_below_four_ulp_pass_and_are_known() {
        let dented = |by: f64| [(0.0, 0.0), (1.0, by), (1.5, 0.0), (1.5, 1.0), (0.0, 1.0)];
        assert_eq!(judged(&dented(0.0)), Ok(None));
        assert_eq!(judged(&dented(by_ulp(3.9))), Ok(Some(1)));
        assert_eq!(judged(&dented(by_ulp(4.1))), Err(Fault::Dent(1)));
        assert_eq!(judged(&dented(5e-324)), Ok(Some(1)), "exact, far below rounding");
    }

    fn by_ulp(n: f64) -> f64 {
        n * f64::EPSILON
    }

    #[test]
    fn collapsed_but_for_rounding_passes() {
        let tenths = [(0.0, 0.0), (0.1, 0.3), (0.2, 0.6), (0.3, 0.9), (0.7, 2.1), (0.6, 1.8)];
        assert!(matches!(judged(&tenths), Ok(Some(_))));
        assert!(judged(&tenths.map(|(x, y)| (x, y + 1e-14 * (x * 40.0).sin()))).is_err(), "thicker than rounding");
        let tiny = [(0.0, 0.0), (1e-200, 1e-200), (0.0, 1e-200), (1e-200, 0.0)];
        assert!(judged(&tiny).is_err(), "small is not flat");
    }

    #[test]
    fn every_fault_is_listed() {
        let of =
            |points: &[(f64, f64)]| faults(&points.iter().map(|(x, y)| DVec3::new(*x, *y, 0.0)).collect::<Vec<_>>());
        assert!(of(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]).is_empty());
        assert_eq!(of(&[(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)]), [2]);
        // A star of four points has four dents.
        let star: Vec<(f64, f64)> = (0..8)
            .map(|i| (i as f64 * std::f64::consts::FRAC_PI_4).sin_cos())
            .enumerate()
            .map(|(i, (s, c))| if i % 2 == 1 { (0.2 * c, 0.2 * s) } else { (c, s) })
            .collect();
        assert_eq!(of(&star), [1, 3, 5, 7]);
        // A bow tie: two of its steps go across and one back; only the one to its first vertex goes on around.
        assert_eq!(of(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]), [1, 2, 3]);
        let twice = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
        assert_eq!(of(&twice), [3, 4, 5]);
        assert_eq!(of(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (3.0, 0.0), (0.0, 1.0)]), [2]);
    }

    #[test]
    fn others_name_the_vertex() {
        let dart = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)];
        assert_eq!(judged(&dart), Err(Fault::Dent(2)));
        let bow = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)];
        assert!(matches!(judged(&bow), Err(Fault::Order(_))));
        let twice = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
        assert_eq!(judged(&twice), Err(Fault::Winds(2)));
        let star: Vec<(f64, f64)> =
            (0..5).map(|i| (i as f64 * 0.8 * std::f64::consts::PI).sin_cos()).map(|(s, c)| (c, s)).collect();
        assert!(matches!(judged(&star), Err(Fault::Order(_))));
        let back = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (3.0, 0.0), (0.0, 1.0)];
        assert_eq!(judged(&back), Err(Fault::Order(2)));
        let spike = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.5), (2.0, 0.0), (0.0, 2.0)];
        assert_eq!(judged(&spike), Err(Fault::Dent(2)));
    }
}
