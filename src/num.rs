//! Numbers and vectors: the four spaces (f32 or f64, 2D or 3D) behind one trait each, and sine and cosine with the same bits on every machine. Nothing here knows of shapes.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

use glam::{DMat3, DVec2, DVec3, DVec4, Vec2, Vec3, Vec4, Vec4Swizzles};
use serde::{Deserialize, Serialize};

/// The floating-point format of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Precision {
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

impl Precision {
    /// Both formats, in the order in which lists show them.
    pub const ALL: [Precision; 2] = [Precision::F32, Precision::F64];

    /// The word on the command line, in JSON and in the window.
    pub fn id(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::F64 => "f64",
        }
    }

    /// Distance from 1 to the next larger number.
    pub fn epsilon(self) -> f64 {
        match self {
            Precision::F32 => f32::EPSILON as f64,
            Precision::F64 => f64::EPSILON,
        }
    }

    /// `x` rounded once to this format (ties to even); overflow gives an infinity.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Precision::F32 => x as f32 as f64,
            Precision::F64 => x,
        }
    }
}

/// A floating-point number that a kernel computes with.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// Distance from 1 to the next larger number.
    const EPSILON: Self;
    /// The smallest positive normal number.
    const MIN_POSITIVE: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// Which format this is.
    const PRECISION: Precision;
    /// Rounds once, ties to even.
    fn from_f64(x: f64) -> Self;
    /// Exact.
    fn to_f64(self) -> f64;
    /// Toward zero; NaN and negative numbers give 0, and what is too large the largest.
    fn to_u32(self) -> u32;
    /// Correctly rounded square root.
    fn sqrt(self) -> Self;
    /// Absolute value.
    fn abs(self) -> Self;
    /// The larger one; `other` if either is NaN, which is what the machine does in one instruction.
    fn max(self, other: Self) -> Self;
    /// The smaller one; `other` if either is NaN.
    fn min(self, other: Self) -> Self;
    /// Neither NaN nor infinite.
    fn is_finite(self) -> bool;
}

macro_rules! real {
    ($t:ty, $p:expr) => {
        impl Real for $t {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const EPSILON: Self = <$t>::EPSILON;
            const MIN_POSITIVE: Self = <$t>::MIN_POSITIVE;
            const INFINITY: Self = <$t>::INFINITY;
            const PRECISION: Precision = $p;
            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $t
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn to_u32(self) -> u32 {
                self as u32
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$t>::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$t>::abs(self)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if self < other { self } else { other }
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                <$t>::is_finite(self)
            }
        }
    };
}
real!(f32, Precision::F32);
real!(f64, Precision::F64);

/// A vector space a kernel runs in: glam's `Vec2`, `DVec2`, `Vec3` or `DVec3`.
///
/// The outer product [`Space::wedge`] is what lets 2D and 3D share their code: in the plane it is
/// the number x1 y2 - y1 x2, in space it is the cross product. Its sign (2D) or direction (3D)
/// against that of another one is [`Space::along`].
pub trait Space:
    Copy
    + Debug
    + Default
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::R, Output = Self>
    + Div<Self::R, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Its numbers.
    type R: Real;
    /// An orthogonal matrix: in 2D (cosine, sine), in 3D three columns.
    type Rotation: Copy + Debug + PartialEq + Send + Sync;
    /// Up to eight points, coordinate by coordinate. See [`Space::farthest`].
    type Lanes: Copy + Debug + Default + PartialEq + Send + Sync;
    /// What [`Space::wedge`] returns.
    type Bivector: Copy + Debug + PartialEq;
    /// 2 or 3.
    const DIM: usize;
    /// The zero vector, which is the origin.
    const ZERO: Self;
    /// The rotation that changes nothing.
    const UNTURNED: Self::Rotation;

    /// Rounds each component once; in 2D z is dropped.
    fn from_dvec3(v: DVec3) -> Self;
    /// Exact; in 2D z is 0.
    fn to_dvec3(self) -> DVec3;
    /// Inner product, summed from x to the last component.
    fn dot(self, other: Self) -> Self::R;
    /// Outer product: x1 y2 - y1 x2 in 2D, the cross product in 3D.
    fn wedge(self, other: Self) -> Self::Bivector;
    /// `m` measured along `n`: in 2D m with the sign of n (0 where n is 0), in 3D their inner product (not normalised).
    fn along(n: Self::Bivector, m: Self::Bivector) -> Self::R;
    /// Perpendicular of the edge from `p` to `q` toward the origin; zero where the origin lies on its line. In 2D as long as the
    /// edge, on the side that the sign of p x q tells, the same product that area tests use; in 3D (e x -p) x e with e = q - p.
    fn edge_toward_origin(p: Self, q: Self) -> Self;
    /// Any vector perpendicular to `self`: in 2D a quarter turn counter-clockwise, as long as `self`.
    fn any_perpendicular(self) -> Self;
    /// Normal of the triangle a, b, c, not normalised: (b - a) x (c - a); zero in 2D, where a triangle has no side.
    fn triangle_normal(a: Self, b: Self, c: Self) -> Self;
    /// Six times the signed volume of the tetrahedron 0, a, b, c, as the triangle's normal along a: its sign tells on which side
    /// of the triangle the origin lies (< 0 where the normal points). Zero in 2D.
    fn volume(a: Self, b: Self, c: Self) -> Self::R;
    /// The first eight of `points`, which must not be empty; the last one fills up what is missing.
    fn lanes(points: &[Self]) -> Self::Lanes;
    /// The point in lane `i`, which must be below eight.
    fn lane(lanes: &Self::Lanes, i: u32) -> Self;
    /// All points turned by `r` and then moved, with the very operations of [`Space::turned`] and `+`. Of `half` only the first
    /// four lanes, again in the other four.
    fn moved(lanes: &Self::Lanes, half: bool, r: &Self::Rotation, by: Self) -> Self::Lanes;
    /// Which lanes are farthest along `d`, bit i for lane i; no lane for a NaN. The products are those of [`Space::dot`].
    fn farthest(lanes: &Self::Lanes, d: Self) -> u32;
    /// Of each of up to eight lines (planes in 3D), by a point `p` on it and its unit normal `n`: how far the nearest of `corners` lies
    /// in front of it, below 0 behind it, and which one that is, the first of equals. It is -max((p - c)·n), with the products of
    /// [`Space::dot`]. Where `half` says so only the first four lines, and only the first four corners are looked at.
    fn in_front(p: &Self::Lanes, n: &Self::Lanes, corners: &Self::Lanes, half: [bool; 2]) -> [[Self::R; 8]; 2];
    /// A number that grows with the angle of (x, y) from 0 to 4, without trigonometry; NaN for (0, 0).
    fn pseudo_angle(self) -> Self::R;
    /// Four corners of an axis-aligned rectangle with an inside, counter-clockwise from the least x and y; never in 3D.
    fn is_box(corners: [Self; 4]) -> bool;
    /// The corner of such a rectangle that is farthest along `self`, by the signs of its components; of equally far ones the
    /// first, or with `LAST` the last. Some corner in 3D.
    fn box_corner<const LAST: bool>(self) -> u32;
    /// The largest absolute component.
    fn max_abs(self) -> Self::R;
    /// Component 0 is x; what is past the last one is the last one.
    fn component(self, axis: u8) -> Self::R;
    /// The axis of the largest absolute component, the first of equal ones.
    fn largest_axis(self) -> u8;
    /// All components are finite.
    fn is_finite(self) -> bool;
    /// The same bits. Of two copies of one vector the compiler knows it, which it cannot of `==`, where NaN differs from itself.
    fn is_same(self, other: Self) -> bool;
    /// A rotation from its matrix in f64, each entry rounded once.
    fn rotation(m: &DMat3) -> Self::Rotation;
    /// `self` turned by `r`.
    fn turned(self, r: &Self::Rotation) -> Self;
    /// `self` turned by the inverse of `r`.
    fn unturned(self, r: &Self::Rotation) -> Self;

    /// The square of the Euclidean length.
    #[inline(always)]
    fn length_squared(self) -> Self::R {
        self.dot(self)
    }
    /// The Euclidean length.
    #[inline(always)]
    fn length(self) -> Self::R {
        self.dot(self).sqrt()
    }
    /// `self` scaled to length 1, or `None` where it is zero or not finite. No square over- or underflows.
    #[inline(always)]
    fn unit(self) -> Option<Self> {
        let square = self.length_squared();
        // Epsilon^4 is 2e-28 in f32 and 2e-63 in f64, far above where squares lose digits; its inverse is as far from overflow.
        let small = Self::R::EPSILON * Self::R::EPSILON * Self::R::EPSILON * Self::R::EPSILON;
        if square > small && square * small < Self::R::ONE {
            return Some(self / square.sqrt());
        }
        self.unit_of_extreme()
    }

    /// [`Space::unit`] of a vector whose square may not be a normal number: the largest component is brought to 1 first.
    #[cold]
    fn unit_of_extreme(self) -> Option<Self> {
        let m = self.max_abs();
        if !(m > Self::R::ZERO && m.is_finite()) {
            return None;
        }
        // Two steps, since 1 / m overflows for a subnormal m.
        let big = Self::R::from_f64(1e30);
        let s = if m < Self::R::MIN_POSITIVE { self * big } else { self };
        let s = s / s.max_abs();
        Some(s / s.length())
    }
}

/// Two halves in a row.
#[inline(always)]
fn eight<T: Copy>(a: [T; 4], b: [T; 4]) -> [T; 8] {
    std::array::from_fn(|i| if i < 4 { a[i] } else { b[i - 4] })
}

macro_rules! plane {
    ($v:ident, $r:ty, $four:ident) => {
        impl Space for $v {
            type R = $r;
            type Rotation = ($r, $r);
            type Lanes = [[$r; 8]; 2];
            type Bivector = $r;
            const DIM: usize = 2;
            const ZERO: Self = $v::ZERO;
            const UNTURNED: ($r, $r) = (1.0, 0.0);
            #[inline(always)]
            fn from_dvec3(v: DVec3) -> Self {
                $v::new(v.x as $r, v.y as $r)
            }
            #[inline(always)]
            fn to_dvec3(self) -> DVec3 {
                DVec3::new(self.x as f64, self.y as f64, 0.0)
            }
            #[inline(always)]
            fn dot(self, o: Self) -> $r {
                self.x * o.x + self.y * o.y
            }
            #[inline(always)]
            fn wedge(self, o: Self) -> $r {
                self.x * o.y - self.y * o.x
            }
            #[inline(always)]
            fn along(n: $r, m: $r) -> $r {
                // The sign by a product: a branch on it would be anybody's guess.
                if n.abs() > 0.0 { m * (1.0 as $r).copysign(n) } else { n * m }
            }
            #[inline(always)]
            fn edge_toward_origin(p: Self, q: Self) -> Self {
                let e = q - p;
                let side = p.wedge(q);
                if side.abs() > 0.0 {
                    $v::new(-e.y, e.x) * (1.0 as $r).copysign(side)
                } else {
                    // On the line, or NaN: kept, so that the caller sees it.
                    $v::new(side * 0.0, side * 0.0)
                }
            }
            #[inline(always)]
            fn any_perpendicular(self) -> Self {
                $v::new(-self.y, self.x)
            }
            #[inline(always)]
            fn triangle_normal(_: Self, _: Self, _: Self) -> Self {
                $v::ZERO
            }
            #[inline(always)]
            fn volume(_: Self, _: Self, _: Self) -> $r {
                0.0
            }
            #[inline]
            fn lanes(points: &[Self]) -> Self::Lanes {
                [|p: $v| p.x, |p: $v| p.y].map(|f| std::array::from_fn(|i| f(points[i.min(points.len() - 1)])))
            }
            #[inline(always)]
            fn lane([x, y]: &Self::Lanes, i: u32) -> Self {
                $v::new(x[i as usize & 7], y[i as usize & 7])
            }
            #[inline(always)]
            fn moved([x, y]: &Self::Lanes, half: bool, &(c, s): &($r, $r), by: Self) -> Self::Lanes {
                let four = |i: usize| {
                    let (x, y) = ($four::from_slice(&x[i..]), $four::from_slice(&y[i..]));
                    [x * c - y * s + by.x, x * s + y * c + by.y]
                };
                let [x0, y0] = four(0);
                let [x1, y1] = if half { [x0, y0] } else { four(4) };
                [eight(x0.to_array(), x1.to_array()), eight(y0.to_array(), y1.to_array())]
            }
            #[inline(always)]
            fn farthest([x, y]: &Self::Lanes, d: Self) -> u32 {
                let four = |i: usize| $four::from_slice(&x[i..]) * d.x + $four::from_slice(&y[i..]) * d.y;
                let (s, t) = (four(0), four(4));
                let most = $four::splat(s.max(t).max_element());
                s.cmpeq(most).bitmask() | t.cmpeq(most).bitmask() << 4
            }
            #[inline(always)]
            fn in_front(
                [px, py]: &Self::Lanes,
                [nx, ny]: &Self::Lanes,
                [cx, cy]: &Self::Lanes,
                half: [bool; 2],
            ) -> [[$r; 8]; 2] {
                // Four lines by four corners at a time. Not as a closure, which would be called instead of repeated.
                let mut most = [$four::NEG_INFINITY; 2];
                let mut which = [$four::ZERO; 2];
                for (of, i) in [(0, 0), (1, 4)] {
                    if of == 1 && half[0] {
                        break;
                    }
                    let [px, py, nx, ny] = [px, py, nx, ny].map(|lane| $four::from_slice(&lane[i..]));
                    for j in [0, 4] {
                        if j == 4 && half[1] {
                            break;
                        }
                        let [x, y] = [cx, cy].map(|lane| $four::from_slice(&lane[j..]));
                        let corners =
                            [(x.xxxx(), y.xxxx()), (x.yyyy(), y.yyyy()), (x.zzzz(), y.zzzz()), (x.wwww(), y.wwww())];
                        for (k, (x, y)) in corners.into_iter().enumerate() {
                            let behind = (px - x) * nx + (py - y) * ny;
                            let number = $four::splat((j + k) as $r);
                            which[of] = $four::select(behind.cmpgt(most[of]), number, which[of]);
                            most[of] = most[of].max(behind);
                        }
                    }
                }
                [eight((-most[0]).to_array(), (-most[1]).to_array()), eight(which[0].to_array(), which[1].to_array())]
            }
            #[inline(always)]
            fn pseudo_angle(self) -> $r {
                // t in the first quadrant, 4 + t in the fourth, 2 - t on the left: from a table, since a branch here would be
                // anybody's guess. (0, 0) gives NaN.
                let quadrant = usize::from(self.x < 0.0) * 2 + usize::from(self.y < 0.0);
                let t = self.y / (self.x.abs() + self.y.abs());
                [0.0, 4.0, 2.0, 2.0][quadrant] + t * [1.0, 1.0, -1.0, -1.0][quadrant]
            }
            fn is_box([a, b, c, d]: [Self; 4]) -> bool {
                a.x < b.x && a.y < d.y && a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
            }
            #[inline(always)]
            fn box_corner<const LAST: bool>(self) -> u32 {
                // Corners 0 and 1 are below, 2 and 3 above; 1 and 2 on the right. On a level edge the first one is on the left
                // below and on the right above. Bitwise, since a branch here would be anybody's guess.
                let above = (self.y > 0.0) | (LAST & (self.y == 0.0));
                let right = (self.x > 0.0) | ((self.x >= 0.0) & (above != LAST));
                (above as u32) << 1 | (above != right) as u32
            }
            #[inline(always)]
            fn max_abs(self) -> $r {
                {
                    let (x, y) = (self.x.abs(), self.y.abs());
                    if x > y { x } else { y }
                }
            }
            #[inline(always)]
            fn component(self, axis: u8) -> $r {
                if axis == 0 { self.x } else { self.y }
            }
            #[inline(always)]
            fn largest_axis(self) -> u8 {
                u8::from(self.y.abs() > self.x.abs())
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $v::is_finite(self)
            }
            #[inline(always)]
            fn is_same(self, other: Self) -> bool {
                self.to_array().map(<$r>::to_bits) == other.to_array().map(<$r>::to_bits)
            }
            fn rotation(m: &DMat3) -> ($r, $r) {
                (m.x_axis.x as $r, m.x_axis.y as $r)
            }
            #[inline(always)]
            fn turned(self, &(c, s): &($r, $r)) -> Self {
                $v::new(c * self.x - s * self.y, s * self.x + c * self.y)
            }
            #[inline(always)]
            fn unturned(self, &(c, s): &($r, $r)) -> Self {
                $v::new(c * self.x + s * self.y, c * self.y - s * self.x)
            }
        }
    };
}
plane!(Vec2, f32, Vec4);
plane!(DVec2, f64, DVec4);

macro_rules! solid {
    ($v:ident, $r:ty, $four:ident) => {
        impl Space for $v {
            type R = $r;
            type Rotation = [$v; 3];
            type Lanes = [[$r; 8]; 3];
            type Bivector = $v;
            const DIM: usize = 3;
            const ZERO: Self = $v::ZERO;
            const UNTURNED: [$v; 3] = [$v::X, $v::Y, $v::Z];
            #[inline(always)]
            fn from_dvec3(v: DVec3) -> Self {
                $v::new(v.x as $r, v.y as $r, v.z as $r)
            }
            #[inline(always)]
            fn to_dvec3(self) -> DVec3 {
                DVec3::new(self.x as f64, self.y as f64, self.z as f64)
            }
            #[inline(always)]
            fn dot(self, o: Self) -> $r {
                self.x * o.x + self.y * o.y + self.z * o.z
            }
            #[inline(always)]
            fn wedge(self, o: Self) -> Self {
                $v::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
            }
            #[inline(always)]
            fn along(n: Self, m: Self) -> $r {
                Space::dot(n, m)
            }
            #[inline(always)]
            fn edge_toward_origin(p: Self, q: Self) -> Self {
                let e = q - p;
                e.wedge(-p).wedge(e)
            }
            #[inline]
            fn any_perpendicular(self) -> Self {
                let (x, y, z) = (self.x.abs(), self.y.abs(), self.z.abs());
                let axis = if x <= y && x <= z {
                    $v::X
                } else if y <= z {
                    $v::Y
                } else {
                    $v::Z
                };
                self.wedge(axis)
            }
            #[inline(always)]
            fn triangle_normal(a: Self, b: Self, c: Self) -> Self {
                (b - a).wedge(c - a)
            }
            #[inline(always)]
            fn volume(a: Self, b: Self, c: Self) -> $r {
                Space::dot(Self::triangle_normal(a, b, c), a)
            }
            #[inline]
            fn lanes(points: &[Self]) -> Self::Lanes {
                [|p: $v| p.x, |p: $v| p.y, |p: $v| p.z]
                    .map(|f| std::array::from_fn(|i| f(points[i.min(points.len() - 1)])))
            }
            #[inline(always)]
            fn lane([x, y, z]: &Self::Lanes, i: u32) -> Self {
                let i = i as usize & 7;
                $v::new(x[i], y[i], z[i])
            }
            #[inline(always)]
            fn moved([x, y, z]: &Self::Lanes, _: bool, [p, q, r]: &[$v; 3], by: Self) -> Self::Lanes {
                let turned = |i: usize, [p, q, r, by]: [$r; 4]| p * x[i] + q * y[i] + r * z[i] + by;
                [[p.x, q.x, r.x, by.x], [p.y, q.y, r.y, by.y], [p.z, q.z, r.z, by.z]]
                    .map(|row| std::array::from_fn(|i| turned(i, row)))
            }
            #[inline(always)]
            fn farthest([x, y, z]: &Self::Lanes, d: Self) -> u32 {
                let four = |i: usize| {
                    let [x, y, z] = [x, y, z].map(|lane| $four::from_slice(&lane[i..]));
                    x * d.x + y * d.y + z * d.z
                };
                let (s, t) = (four(0), four(4));
                let most = $four::splat(s.max(t).max_element());
                s.cmpeq(most).bitmask() | t.cmpeq(most).bitmask() << 4
            }
            #[inline(always)]
            fn in_front(p: &Self::Lanes, n: &Self::Lanes, c: &Self::Lanes, _: [bool; 2]) -> [[$r; 8]; 2] {
                let mut found = [[-<$r as Real>::INFINITY; 8], [0.0; 8]];
                for i in 0..8 {
                    let (p, n) = (Self::lane(p, i as u32), Self::lane(n, i as u32));
                    for j in 0..8 {
                        let behind = Space::dot(p - Self::lane(c, j as u32), n);
                        if behind > found[0][i] {
                            (found[0][i], found[1][i]) = (behind, j as $r);
                        }
                    }
                    found[0][i] = -found[0][i];
                }
                found
            }
            #[inline(always)]
            fn pseudo_angle(self) -> $r {
                self.truncate().pseudo_angle()
            }
            fn is_box(_: [Self; 4]) -> bool {
                false
            }
            fn box_corner<const LAST: bool>(self) -> u32 {
                0
            }
            #[inline(always)]
            fn max_abs(self) -> $r {
                self.x.abs().max(self.y.abs()).max(self.z.abs())
            }
            #[inline(always)]
            fn component(self, axis: u8) -> $r {
                match axis {
                    0 => self.x,
                    1 => self.y,
                    _ => self.z,
                }
            }
            #[inline(always)]
            fn largest_axis(self) -> u8 {
                let axis = u8::from(self.y.abs() > self.x.abs());
                if self.z.abs() > self.component(axis).abs() { 2 } else { axis }
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $v::is_finite(self)
            }
            #[inline(always)]
            fn is_same(self, other: Self) -> bool {
                self.to_array().map(<$r>::to_bits) == other.to_array().map(<$r>::to_bits)
            }
            fn rotation(m: &DMat3) -> [$v; 3] {
                [m.x_axis, m.y_axis, m.z_axis].map(Self::from_dvec3)
            }
            #[inline(always)]
            fn turned(self, r: &[$v; 3]) -> Self {
                r[0] * self.x + r[1] * self.y + r[2] * self.z
            }
            #[inline(always)]
            fn unturned(self, r: &[$v; 3]) -> Self {
                $v::new(Space::dot(r[0], self), Space::dot(r[1], self), Space::dot(r[2], self))
            }
        }
    };
}
solid!(Vec3, f32, Vec4);
solid!(DVec3, f64, DVec4);

/// Degrees as radians: x pi / 180 with pi to twice the digits of f64, so that but for the last rounding nothing is lost.
pub fn radians(degrees: f64) -> f64 {
    use std::f64::consts::PI;
    /// pi minus the f64 nearest to it.
    const PI_REST: f64 = 1.2246467991473532e-16;
    let product = degrees * PI;
    let rest = degrees.mul_add(PI, -product) + degrees * PI_REST;
    let quotient = product / 180.0;
    if !quotient.is_finite() || !rest.is_finite() {
        return quotient;
    }
    quotient + ((-quotient).mul_add(180.0, product) + rest) / 180.0
}

/// (cosine, sine) of an angle in radians, in f64, with the same bits on every machine (crate libm); a zero angle is exact.
pub fn cos_sin(angle: f64) -> (f64, f64) {
    (libm::cos(angle), libm::sin(angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_refuses_what_has_no_direction_and_survives_extremes() {
        assert_eq!(Vec2::ZERO.unit(), None);
        assert_eq!(Vec2::new(f32::NAN, 1.0).unit().filter(|v| v.is_finite()), None);
        assert_eq!(DVec2::new(f64::INFINITY, 0.0).unit(), None);
        for scale in [1e-45_f32, 1e-40, 1e-20, 1.0, 1e20, 3e38] {
            let u = Vec2::new(scale, 0.0).unit().unwrap();
            assert!((u.x - 1.0).abs() < 1e-6 && u.y == 0.0, "{scale:e}: {u}");
        }
    }

    #[test]
    fn the_perpendicular_of_an_edge_points_to_the_origin() {
        let (p, q) = (DVec2::new(-1.0, 1.0), DVec2::new(1.0, 1.0));
        assert_eq!(DVec2::edge_toward_origin(p, q), DVec2::new(0.0, -2.0));
        assert_eq!(DVec2::edge_toward_origin(q, p), DVec2::new(0.0, -2.0));
        assert_eq!(DVec2::edge_toward_origin(p, p * 2.0), DVec2::ZERO);
        let p = DVec3::edge_toward_origin(DVec3::new(-1.0, 0.0, -3.0), DVec3::new(1.0, 0.0, -3.0));
        assert!(p.z > 0.0 && p.x == 0.0 && p.y == 0.0);
    }

    /// Corners and lines with few different coordinates, so that many are equally near.
    #[test]
    fn the_corner_in_front_of_each_line_is_the_first_of_the_nearest() {
        fn check<V: Space>(mut random: impl FnMut() -> f64) {
            for count in 1..=8 {
                let mut some = |n: usize| -> Vec<V> {
                    (0..n).map(|_| V::from_dvec3(DVec3::new(random(), random(), random()))).collect()
                };
                let (points, normals, corners) = (some(8), some(8), some(count));
                let lanes = [&points, &normals, &corners].map(|of| V::lanes(of));
                let half = [count <= 4, count <= 4];
                let [distances, which] = V::in_front(&lanes[0], &lanes[1], &lanes[2], half);
                for i in 0..if half[0] { 4 } else { 8 } {
                    let behind = |j: usize| (points[i] - corners[j]).dot(normals[i]);
                    let j = (0..count).fold(0, |best, j| if behind(j) > behind(best) { j } else { best });
                    assert_eq!((distances[i], which[i].to_u32()), (-behind(j), j as u32), "{count} corners, line {i}");
                }
            }
        }
        let mut state = 7_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 24) % 5) as f64 / 3.0 - 0.5
        };
        for _ in 0..50 {
            check::<Vec2>(&mut random);
            check::<DVec2>(&mut random);
            check::<Vec3>(&mut random);
            check::<DVec3>(&mut random);
        }
    }
}
