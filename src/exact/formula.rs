//! The value of a recorded test in exact arithmetic, and how far it is from its turning point measured in roundings of the kernel.

use super::number::Exact;
use crate::kernel::{Formula, Op, PointRecord, TestRecord};
use glam::DVec3;

/// Arithmetic a formula can be worked out in.
trait Number: Clone {
    fn new(x: f64) -> Self;
    fn sub(&self, y: &Self) -> Self;
    fn add(&self, y: &Self) -> Self;
    fn mul(&self, y: &Self) -> Self;
    /// `None` where the divisor is zero.
    fn div(&self, y: &Self) -> Option<Self>;
    fn neg(&self) -> Self;
    fn abs(&self) -> Self;
    /// -1, 0, 1; `None` where it cannot be told.
    fn sign(&self) -> Option<i32>;
    /// The difference of two points as the kernel rounded it.
    fn rounded_difference(x: f64, y: f64, eps: f64) -> Self;
}

/// An exact number over a positive one, or over 1: what division leaves.
#[derive(Clone, Debug)]
struct Fraction {
    over: Exact,
    under: Option<Exact>,
}

impl Fraction {
    /// With the other one's divisor as well.
    fn widened(&self, y: &Fraction) -> Exact {
        y.under.as_ref().map_or_else(|| self.over.clone(), |u| &self.over * u)
    }

    fn common(&self, y: &Fraction) -> Option<Exact> {
        match (&self.under, &y.under) {
            (Some(a), Some(b)) => Some(a * b),
            (a, b) => a.clone().or_else(|| b.clone()),
        }
    }

    fn to_f64(&self) -> f64 {
        self.over.to_f64() / self.under.as_ref().map_or(1.0, Exact::to_f64)
    }
}

impl Number for Fraction {
    fn new(x: f64) -> Self {
        Fraction { over: Exact::new(x).unwrap_or_else(Exact::zero), under: None }
    }
    fn sub(&self, y: &Self) -> Self {
        Fraction { over: &self.widened(y) - &y.widened(self), under: self.common(y) }
    }
    fn add(&self, y: &Self) -> Self {
        Fraction { over: &self.widened(y) + &y.widened(self), under: self.common(y) }
    }
    fn mul(&self, y: &Self) -> Self {
        Fraction { over: &self.over * &y.over, under: self.common(y) }
    }
    fn div(&self, y: &Self) -> Option<Self> {
        let turned = match y.over.sign() {
            0 => return None,
            1 => Fraction {
                over: y.under.clone().unwrap_or_else(|| <Self as Number>::new(1.0).over),
                under: Some(y.over.clone()),
            },
            _ => Fraction {
                over: -&y.under.clone().unwrap_or_else(|| <Self as Number>::new(1.0).over),
                under: Some(-&y.over),
            },
        };
        Some(self.mul(&turned))
    }
    fn neg(&self) -> Self {
        Fraction { over: -&self.over, under: self.under.clone() }
    }
    fn abs(&self) -> Self {
        if self.over.sign() < 0 { self.neg() } else { self.clone() }
    }
    fn sign(&self) -> Option<i32> {
        Some(self.over.sign())
    }
    fn rounded_difference(x: f64, y: f64, _: f64) -> Self {
        Fraction::new(x).sub(&Fraction::new(y))
    }
}

/// A running error analysis: `value` is within `error` of the exact one, counting one rounding of the kernel's format for every
/// operation that the kernel did, and no intermediate was larger than `size`. (Wilkinson; Higham, Accuracy and Stability, 3.3.)
#[derive(Clone, Copy, Debug)]
struct Bounded {
    value: f64,
    error: f64,
    size: f64,
    eps: f64,
}

impl Bounded {
    fn rounded(self, value: f64, error: f64, size: f64) -> Bounded {
        Bounded { value, error: error + self.eps * value.abs(), size: size.max(value.abs()), eps: self.eps }
    }
}

impl Bounded {
    fn exactly(x: f64, eps: f64) -> Bounded {
        Bounded { value: x, error: 0.0, size: x.abs(), eps }
    }
    fn sum(&self, y: &Self, value: f64) -> Self {
        self.rounded(value, self.error + y.error, self.size.max(y.size))
    }
}

/// Which numbers a formula is worked out with: the kernel's format and its two kinds of arithmetic.
struct Leaves<'a> {
    test: &'a TestRecord,
    points: &'a [PointRecord],
    eps: f64,
}

enum Value<N> {
    Number(N),
    Vector([N; 3]),
}

impl Number for Bounded {
    fn new(x: f64) -> Self {
        Bounded::exactly(x, 0.0)
    }
    fn sub(&self, y: &Self) -> Self {
        self.merged(y).sum(y, self.value - y.value)
    }
    fn add(&self, y: &Self) -> Self {
        self.merged(y).sum(y, self.value + y.value)
    }
    fn mul(&self, y: &Self) -> Self {
        let error = self.value.abs() * y.error + y.value.abs() * self.error + self.error * y.error;
        self.merged(y).rounded(self.value * y.value, error, (self.value * y.value).abs())
    }
    fn div(&self, y: &Self) -> Option<Self> {
        let value = self.value / y.value;
        let least = y.value.abs() - y.error;
        // A divisor that may be zero leaves no bound: then only the exact value tells.
        let error = if least > 0.0 { (self.error + value.abs() * y.error) / least } else { f64::INFINITY };
        (y.value != 0.0).then(|| self.merged(y).rounded(value, error, value.abs()))
    }
    fn neg(&self) -> Self {
        Bounded { value: -self.value, ..*self }
    }
    fn abs(&self) -> Self {
        Bounded { value: self.value.abs(), ..*self }
    }
    fn sign(&self) -> Option<i32> {
        (self.value.abs() > self.error)
            .then_some(if self.value > 0.0 { 1 } else { -1 })
            .or((self.size == 0.0).then_some(0))
    }
    fn rounded_difference(x: f64, y: f64, eps: f64) -> Self {
        let value = x - y;
        Bounded { value, error: eps * value.abs(), size: value.abs(), eps }
    }
}

impl Bounded {
    /// The same number, knowing the format of either operand.
    fn merged(&self, y: &Self) -> Self {
        Bounded { eps: self.eps.max(y.eps), ..*self }
    }
}

impl Leaves<'_> {
    fn vector<N: Number>(&self, v: DVec3) -> Value<N> {
        Value::Vector([v.x, v.y, v.z].map(N::new))
    }

    fn difference<N: Number>(&self, slot: u8) -> Option<Value<N>> {
        let p = self.points.get(*self.test.points.get(slot as usize)? as usize)?;
        let d = |x: f64, y: f64| N::rounded_difference(x, y, self.eps);
        Some(Value::Vector([d(p.a.x, p.b.x), d(p.a.y, p.b.y), d(p.a.z, p.b.z)]))
    }

    fn eval<N: Number>(&self, formula: Formula) -> Option<N> {
        use Value::{Number as Num, Vector};
        let mut stack: Vec<Value<N>> = Vec::with_capacity(8);
        for op in formula {
            let value = match *op {
                Op::W(slot) => self.difference(slot)?,
                Op::D => self.vector(self.test.d),
                Op::Num(slot) => Num(N::new(*self.test.numbers.get(slot as usize)?)),
                Op::Const(x) => Num(N::new(x)),
                Op::Neg => match stack.pop()? {
                    Num(x) => Num(x.neg()),
                    Vector(x) => Vector(x.map(|c| c.neg())),
                },
                Op::Abs => match stack.pop()? {
                    Num(x) => Num(x.abs()),
                    Vector(_) => return None,
                },
                Op::Axis(axis) => match stack.pop()? {
                    Vector(x) => Num(x[usize::from(axis.min(2))].clone()),
                    Num(_) => return None,
                },
                Op::Square => match stack.pop()? {
                    Vector([a, b, c]) => Num(a.mul(&a).add(&b.mul(&b)).add(&c.mul(&c))),
                    Num(_) => return None,
                },
                Op::Perp => match stack.pop()? {
                    Vector([a, b, c]) => Vector([b.neg(), a, c]),
                    Num(_) => return None,
                },
                Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Dot | Op::Wedge | Op::Along => {
                    let y = stack.pop()?;
                    match (op, stack.pop()?, y) {
                        (Op::Add, Num(x), Num(y)) => Num(x.add(&y)),
                        (Op::Add, Vector([a, b, c]), Vector([d, e, f])) => Vector([a.add(&d), b.add(&e), c.add(&f)]),
                        (Op::Mul, Vector([a, b, c]), Num(y)) => Vector([a.mul(&y), b.mul(&y), c.mul(&y)]),
                        (Op::Div, Num(x), Num(y)) => Num(x.div(&y)?),
                        (Op::Sub, Num(x), Num(y)) => Num(x.sub(&y)),
                        (Op::Sub, Vector([a, b, c]), Vector([d, e, f])) => Vector([a.sub(&d), b.sub(&e), c.sub(&f)]),
                        (Op::Mul, Num(x), Num(y)) => Num(x.mul(&y)),
                        (Op::Dot, Vector([a, b, c]), Vector([d, e, f])) => {
                            Num(a.mul(&d).add(&b.mul(&e)).add(&c.mul(&f)))
                        }
                        (Op::Wedge, Vector([a, b, c]), Vector([d, e, f])) => {
                            Vector([b.mul(&f).sub(&c.mul(&e)), c.mul(&d).sub(&a.mul(&f)), a.mul(&e).sub(&b.mul(&d))])
                        }
                        // In the plane only z is there: m with the sign of n.
                        (Op::Along, Vector([_, _, n]), Vector([_, _, m])) => Num(match n.sign()? {
                            1 => m,
                            -1 => m.neg(),
                            _ => N::new(0.0),
                        }),
                        _ => return None,
                    }
                }
            };
            stack.push(value);
        }
        match stack.pop() {
            Some(Num(x)) if stack.is_empty() => Some(x),
            _ => None,
        }
    }
}

/// What a test comes to in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signed {
    /// The sign of left minus right.
    pub sign: i32,
    /// The kernel's rounding could have turned it round.
    pub within_rounding: bool,
    /// |left - right| in units in the last place of the largest term it was made of.
    pub margin: f64,
}

/// The exact sign of left minus right of a planar test, with w = a - b of the recorded points as they are (so the rounding of
/// w counts as the kernel's). `eps` is that of the kernel's format. `None` for numbers that are not finite.
pub fn signed(test: &TestRecord, points: &[PointRecord], eps: f64) -> Option<Signed> {
    let leaves = Leaves { test, points, eps };
    let filter = leaves.eval::<Bounded>(test.left).zip(leaves.eval::<Bounded>(test.right));
    if let Some((left, right)) = filter {
        let difference = left.sub(&right);
        let error = left.error + right.error + eps * difference.value.abs();
        let margin = difference.value.abs() / (eps * difference.size.max(f64::MIN_POSITIVE));
        if !difference.value.is_finite() {
            return None;
        }
        if difference.value.abs() > error {
            return Some(Signed { sign: if difference.value > 0.0 { 1 } else { -1 }, within_rounding: false, margin });
        }
        let exact = leaves.eval::<Fraction>(test.left)?.sub(&leaves.eval::<Fraction>(test.right)?);
        let margin = exact.to_f64().abs() / (eps * difference.size.max(f64::MIN_POSITIVE));
        return Some(Signed { sign: exact.over.sign(), within_rounding: error > 0.0, margin });
    }
    let exact = leaves.eval::<Fraction>(test.left)?.sub(&leaves.eval::<Fraction>(test.right)?);
    Some(Signed { sign: exact.over.sign(), within_rounding: true, margin: 0.0 })
}
