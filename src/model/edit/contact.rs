//! Where a moving body meets another one: by the exact truth, down to two neighbouring floats.

use glam::{DVec2, DVec3};

use super::bounds::Bounds;
use crate::exact::{Class, Truth, truth};
use crate::num::Precision;
use crate::run::rounded;
use crate::scene::Scene;

/// Two neighbouring places of a body on its way: in one it is in contact, in the other it is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The last place apart.
    pub apart: DVec3,
    /// The first place in contact.
    pub touching: DVec3,
    /// The axis along which the two places are neighbouring floats: 0 for x, 1 for y.
    pub axis: usize,
}

/// Which of the two places a body is put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The last float that is apart.
    Apart,
    /// The first float that touches.
    Touching,
}

/// The way a body slides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Along the shortest way, as the truth has it: together where they are apart, apart where they overlap.
    Shortest,
    /// In this direction of the world.
    Along(DVec2),
}

/// Most looks for a place in contact on a way that begins and ends apart.
const LOOKS: usize = 64;
/// Most halvings: f64 has 64 bits.
const HALVINGS: usize = 66;

/// The float as an integer of the same order, so that neighbouring floats are neighbouring integers; f32 where that is asked.
fn ordered(x: f64, precision: Precision) -> i64 {
    match precision {
        Precision::F32 => {
            let bits = (x as f32).to_bits() as i32;
            i64::from(if bits < 0 { i32::MIN - bits } else { bits })
        }
        Precision::F64 => {
            let bits = x.to_bits() as i64;
            if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
        }
    }
}

/// The float of an integer made by [`ordered`]; minus zero is never made.
fn float(order: i64, precision: Precision) -> f64 {
    match precision {
        Precision::F32 => {
            let order = order as i32;
            let bits = if order < 0 { i32::MIN.wrapping_sub(order) } else { order };
            f64::from(f32::from_bits(bits as u32))
        }
        Precision::F64 => f64::from_bits((if order < 0 { i64::MIN.wrapping_sub(order) } else { order }) as u64),
    }
}

/// The neighbour of a number in f32 or f64, `by` units in the last place away; stays finite.
pub fn neighbour(x: f64, by: i64, precision: Precision) -> f64 {
    let next = float(ordered(x, precision).saturating_add(by), precision);
    if next.is_finite() { next } else { x }
}

/// A body that moves beside one that stands, in the precision of the scene's question.
struct Motion<'a> {
    scene: &'a Scene,
    mover: usize,
    still: usize,
    precision: Precision,
    from: DVec3,
    /// End minus start.
    by: DVec3,
    /// The axis that moves most.
    axis: usize,
}

impl<'a> Motion<'a> {
    fn new(scene: &'a Scene, mover: usize, still: usize, from: DVec3, to: DVec3) -> Option<Self> {
        let precision = scene.query.precision;
        let round = |p: DVec3| p.map(|x| precision.round(x));
        let (from, by) = (round(from), round(to) - round(from));
        let axis = if by.x.abs() >= by.y.abs() { 0 } else { 1 };
        let there = mover != still && scene.bodies.len() > mover.max(still);
        (there && from.is_finite() && by.is_finite() && by[axis] != 0.0).then_some(Motion {
            scene,
            mover,
            still,
            precision,
            from,
            by,
            axis,
        })
    }

    /// The place where the main coordinate is `x`: on the way but for rounding.
    fn place(&self, x: f64) -> DVec3 {
        let other = 1 - self.axis;
        let mut place = self.from;
        place[self.axis] = x;
        if self.by[other] != 0.0 {
            let share = (x - self.from[self.axis]) / self.by[self.axis];
            place[other] = self.precision.round(self.from[other] + share * self.by[other]);
        }
        place
    }

    fn truth(&self, at: DVec3) -> Truth {
        let (still, still_pose) = rounded(&self.scene.bodies[self.still], self.precision);
        let (mover, mut pose) = rounded(&self.scene.bodies[self.mover], self.precision);
        pose.translation = at;
        truth(&still, &still_pose, &mover, &pose)
    }

    fn apart(&self, x: f64) -> bool {
        self.truth(self.place(x)).class == Class::Separated
    }

    /// Between two main coordinates of which exactly one is apart, the neighbouring two of which exactly one is.
    fn between(&self, apart: f64, touching: f64) -> Contact {
        let (mut a, mut t) = (ordered(apart, self.precision), ordered(touching, self.precision));
        for _ in 0..HALVINGS {
            if a.abs_diff(t) <= 1 {
                break;
            }
            // Their sum may not fit.
            let middle = a + (t as i128 - a as i128).div_euclid(2) as i64;
            let middle = if middle == a { a + (t - a).signum() } else { middle };
            if self.apart(float(middle, self.precision)) { a = middle } else { t = middle }
        }
        let place = |order| self.place(float(order, self.precision));
        Contact { apart: place(a), touching: place(t), axis: self.axis }
    }

    /// A main coordinate in contact on a way that begins and ends apart: the signed distance is convex along a straight way,
    /// so thirds close in on its least value.
    fn meeting(&self) -> Option<f64> {
        let (mut low, mut high) = (0.0, 1.0);
        let at = |share: f64| self.precision.round(self.from[self.axis] + share * self.by[self.axis]);
        for _ in 0..LOOKS {
            let (p, q) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            let [one, two] = [p, q].map(|share| self.truth(self.place(at(share))));
            if one.class != Class::Separated {
                return Some(at(p));
            }
            if two.class != Class::Separated {
                return Some(at(q));
            }
            if at(p) == at(q) {
                break;
            }
            if one.signed_distance <= two.signed_distance { high = q } else { low = p }
        }
        None
    }

    fn contact(&self) -> Option<Contact> {
        let (start, end) = (self.from[self.axis], self.place(self.from[self.axis] + self.by[self.axis])[self.axis]);
        match (self.apart(start), self.apart(end)) {
            (true, false) => Some(self.between(start, end)),
            (false, true) => Some(self.between(end, start)),
            (true, true) => self.meeting().map(|x| self.between(start, x)),
            (false, false) => None,
        }
    }
}

/// Where `mover`, on its way from one translation to another, first meets or leaves `still`. `None`: nowhere.
pub fn on_the_way(scene: &Scene, mover: usize, still: usize, from: DVec3, to: DVec3) -> Option<Contact> {
    Motion::new(scene, mover, still, from, to)?.contact()
}

/// Where `mover` slides to until it just touches `still`, or why it does not.
pub fn slide(scene: &Scene, mover: usize, still: usize, way: Way) -> Result<Contact, String> {
    let (Some(one), Some(two)) = (scene.bodies.get(still), scene.bodies.get(mover)) else {
        return Err("sliding needs two bodies".into());
    };
    let names = (&two.name, &one.name);
    let (a, a_pose) = rounded(one, scene.query.precision);
    let (b, b_pose) = rounded(two, scene.query.precision);
    let now = truth(&a, &a_pose, &b, &b_pose);
    let by = match way {
        Way::Shortest => {
            // Twice as far as needed, and at least some units in the last place of the largest coordinate.
            let large = Bounds::of_all([one, two]).map_or(0.0, |b| b.min.abs().max(b.max.abs()).max_element());
            let slack = 64.0 * scene.query.precision.epsilon() * large;
            let n = now.normals.first().copied().unwrap_or(DVec3::X);
            n * (-2.0 * now.signed_distance - slack.copysign(now.signed_distance))
        }
        Way::Along(direction) => {
            let all = Bounds::of_all([one, two]).map_or(1.0, |b| b.size().length());
            let unit = direction.normalize_or_zero();
            DVec3::new(unit.x, unit.y, 0.0) * (2.0 * all)
        }
    };
    let from = two.pose.translation;
    if now.class == Class::Touching && way == Way::Shortest {
        return Err(format!("{} and {} touch already", names.0, names.1));
    }
    on_the_way(scene, mover, still, from, from + by)
        .ok_or_else(|| format!("{} does not meet {} on that way, not in one float", names.0, names.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_the_format() {
        assert_eq!(neighbour(1.0, 1, Precision::F64), 1.0 + f64::EPSILON);
        assert_eq!(neighbour(1.0, -1, Precision::F32), f64::from(1.0f32.next_down()));
        assert_eq!(neighbour(-1.0, 1, Precision::F64), (-1.0f64).next_up());
        assert_eq!(neighbour(0.0, 1, Precision::F32), f64::from(f32::from_bits(1)));
        assert_eq!(neighbour(0.0, -1, Precision::F64), -5e-324);
        assert_eq!(neighbour(-5e-324, 1, Precision::F64).to_bits(), 0);
        assert_eq!(neighbour(-0.0, 1, Precision::F64), 5e-324);
        assert_eq!(neighbour(f64::MAX, 1, Precision::F64), f64::MAX);
        assert_eq!(neighbour(f64::from(f32::MAX), 1, Precision::F32), f64::from(f32::MAX));
        for x in [0.1, -0.1, 1e-300, -1e300, 3.0] {
            assert_eq!(neighbour(neighbour(x, 5, Precision::F64), -5, Precision::F64), x);
        }
    }
}
