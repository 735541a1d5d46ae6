//! The one interpreter of [`Formula`]s: their value in a space's own floats, and as words.

use glam::DVec3;

use super::record::{Formula, Op};
use super::tape::{PointId, TestRecord};
use crate::num::{Real, Space};

/// What the slots of a formula stand for.
pub trait Slots<V: Space> {
    /// w of the point in a slot.
    fn w(&self, slot: u8) -> V;
    /// The current search direction.
    fn d(&self) -> V;
    /// The number in a slot.
    fn number(&self, slot: u8) -> V::R;
}

#[derive(Clone, Copy)]
enum Value<V: Space> {
    Number(V::R),
    Vector(V),
    Outer(V::Bivector),
}

/// The value of a formula with the same operations in the same order as the kernel used; `None` for a formula that is not well formed.
pub fn replay<V: Space>(formula: Formula, slots: &impl Slots<V>) -> Option<V::R> {
    use Value::{Number, Outer, Vector};
    let mut stack: Vec<Value<V>> = Vec::with_capacity(8);
    for op in formula {
        let value = match *op {
            Op::W(slot) => Vector(slots.w(slot)),
            Op::D => Vector(slots.d()),
            Op::Num(slot) => Number(slots.number(slot)),
            Op::Const(x) => Number(V::R::from_f64(x)),
            Op::Perp => match stack.pop()? {
                Vector(x) => Vector(x.any_perpendicular()),
                Number(_) | Outer(_) => return None,
            },
            Op::Neg => match stack.pop()? {
                Number(x) => Number(-x),
                Vector(x) => Vector(-x),
                Outer(_) => return None,
            },
            Op::Abs => match stack.pop()? {
                Number(x) => Number(x.abs()),
                _ => return None,
            },
            Op::Axis(axis) => match stack.pop()? {
                Vector(x) => Number(x.component(axis)),
                _ => return None,
            },
            Op::Square => match stack.pop()? {
                Vector(x) => Number(x.length_squared()),
                _ => return None,
            },
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Dot | Op::Wedge | Op::Along => {
                let y = stack.pop()?;
                match (op, stack.pop()?, y) {
                    (Op::Add, Number(x), Number(y)) => Number(x + y),
                    (Op::Add, Vector(x), Vector(y)) => Vector(x + y),
                    (Op::Mul, Vector(x), Number(y)) => Vector(x * y),
                    (Op::Div, Number(x), Number(y)) => Number(x / y),
                    (Op::Sub, Number(x), Number(y)) => Number(x - y),
                    (Op::Sub, Vector(x), Vector(y)) => Vector(x - y),
                    (Op::Mul, Number(x), Number(y)) => Number(x * y),
                    (Op::Dot, Vector(x), Vector(y)) => Number(x.dot(y)),
                    (Op::Wedge, Vector(x), Vector(y)) => Outer(x.wedge(y)),
                    (Op::Along, Outer(x), Outer(y)) => Number(V::along(x, y)),
                    _ => return None,
                }
            }
        };
        stack.push(value);
    }
    match stack[..] {
        [Number(x)] => Some(x),
        _ => None,
    }
}

/// How the slots of a formula are called.
pub struct Words<'a> {
    /// Name of the point in a slot, such as `w3`.
    pub point: &'a dyn Fn(PointId) -> String,
    /// A number as text.
    pub number: &'a dyn Fn(f64) -> String,
}

/// A formula as a person writes it: `(w3 − w1)·d`. Areas of the triangle of slots 0, 1, 2 with the origin are written `area(w3, w1, O)`.
pub fn words(formula: Formula, test: &TestRecord, names: &Words) -> String {
    // Each entry: text, and whether it needs brackets as a factor.
    let mut stack: Vec<(String, bool)> = Vec::new();
    let tight = |(text, loose): (String, bool)| if loose { format!("({text})") } else { text };
    for op in formula {
        let entry = match *op {
            Op::W(slot) => ((names.point)(test.points[slot as usize % 3]), false),
            Op::D => ("d".to_owned(), false),
            Op::Num(slot) => ((names.number)(test.numbers[slot as usize % 2]), false),
            Op::Const(x) => ((names.number)(x), false),
            Op::Perp => match stack.pop() {
                Some((x, _)) => (format!("perp({x})"), false),
                None => continue,
            },
            Op::Neg => match stack.pop() {
                Some(x) => (format!("−{}", tight(x)), false),
                None => continue,
            },
            Op::Abs => match stack.pop() {
                Some((x, _)) => (format!("|{x}|"), false),
                None => continue,
            },
            Op::Square => match stack.pop() {
                Some((x, _)) => (format!("|{x}|²"), false),
                None => continue,
            },
            Op::Axis(axis) => match stack.pop() {
                Some(x) => (format!("{}.{}", tight(x), ["x", "y", "z"][axis.min(2) as usize]), false),
                None => continue,
            },
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Dot | Op::Wedge | Op::Along => {
                let (Some(y), Some(x)) = (stack.pop(), stack.pop()) else { continue };
                match op {
                    Op::Add => (format!("{} + {}", x.0, y.0), true),
                    Op::Div => (format!("{} / {}", tight(x), tight(y)), false),
                    Op::Sub => (format!("{} − {}", x.0, tight(y)), true),
                    Op::Mul => (format!("{} · {}", tight(x), tight(y)), false),
                    Op::Dot => (format!("{}·{}", tight(x), tight(y)), false),
                    Op::Wedge => (format!("{} × {}", tight(x), tight(y)), true),
                    _ => (format!("{} on the triangle's side", y.0), true),
                }
            }
        };
        stack.push(entry);
    }
    stack.pop().map(|(text, _)| text).unwrap_or_default()
}

/// The slots of a recorded test, for replaying it.
pub struct Recorded<'a> {
    /// The test.
    pub test: &'a TestRecord,
    /// w of every recorded point.
    pub w: &'a dyn Fn(PointId) -> DVec3,
}

impl<V: Space> Slots<V> for Recorded<'_> {
    fn w(&self, slot: u8) -> V {
        V::from_dvec3((self.w)(self.test.points[slot as usize % 3]))
    }
    fn d(&self) -> V {
        V::from_dvec3(self.test.d)
    }
    fn number(&self, slot: u8) -> V::R {
        V::R::from_f64(self.test.numbers[slot as usize % 2])
    }
}
