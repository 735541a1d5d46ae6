//! Where a body stands: what a file says ([`PoseDef`]) and the rigid motion that runs ([`Pose`]).

use glam::{DMat3, DVec3};

use crate::num::{Space, cos_sin};

/// A rotation as a file says it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RotationDef {
    /// Radians, counter-clockwise; a real number for the truth.
    Angle(f64),
    /// That many quarter turns counter-clockwise, exact.
    Quarter(i64),
    /// Cosine and sine as they stand, need not be of length 1: for the truth they are normalised exactly.
    CosSin(f64, f64),
}

/// The place of a body's frame in the world: turn first, then move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseDef {
    /// World position of the body's origin, scene units.
    pub translation: DVec3,
    /// How the body's axes are turned against the world's.
    pub rotation: RotationDef,
}

impl Default for PoseDef {
    fn default() -> Self {
        PoseDef { translation: DVec3::ZERO, rotation: RotationDef::Angle(0.0) }
    }
}

impl RotationDef {
    /// (cosine, sine), each right to about half a unit in the last place of f64; a zero angle and quarter turns are exact.
    pub fn cos_sin(self) -> (f64, f64) {
        match self {
            RotationDef::Angle(angle) => cos_sin(angle),
            RotationDef::Quarter(n) => [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][n.rem_euclid(4) as usize],
            RotationDef::CosSin(c, s) => {
                let m = c.abs().max(s.abs());
                let (c, s) = (c / m, s / m);
                let l = c.hypot(s);
                (c / l, s / l)
            }
        }
    }

    /// The angle in radians: as written for `Angle`, else computed.
    pub fn angle(self) -> f64 {
        match self {
            RotationDef::Angle(angle) => angle,
            other => {
                let (c, s) = other.cos_sin();
                libm::atan2(s, c)
            }
        }
    }

    /// The same rotation with `f` applied to its numbers (a count of quarter turns is kept).
    pub fn map(self, f: impl Fn(f64) -> f64) -> RotationDef {
        match self {
            RotationDef::Angle(a) => RotationDef::Angle(f(a)),
            RotationDef::Quarter(n) => RotationDef::Quarter(n),
            RotationDef::CosSin(c, s) => RotationDef::CosSin(f(c), f(s)),
        }
    }

    /// The matrix, in f64.
    pub fn matrix(self) -> DMat3 {
        let (c, s) = self.cos_sin();
        DMat3::from_cols(DVec3::new(c, s, 0.0), DVec3::new(-s, c, 0.0), DVec3::Z)
    }
}

impl PoseDef {
    /// The same pose with `f` applied to every number of it.
    pub fn map(self, f: impl Fn(f64) -> f64) -> PoseDef {
        let t = self.translation;
        PoseDef { translation: DVec3::new(f(t.x), f(t.y), f(t.z)), rotation: self.rotation.map(f) }
    }

    /// `world_from_body`, in f64.
    pub fn pose(self) -> Pose<DVec3> {
        Pose { rotation: DVec3::rotation(&self.rotation.matrix()), translation: self.translation }
    }

    /// `self_from_other` as a matrix and a translation, in f64: the pose of `other` in the frame of `self`. The translations
    /// are subtracted before anything is turned, so bodies far from the origin and close to each other lose nothing.
    pub fn relative(self, other: PoseDef) -> (DMat3, DVec3) {
        let inverse = self.rotation.matrix().transpose();
        (inverse * other.rotation.matrix(), inverse * (other.translation - self.translation))
    }
}

/// A rigid motion: turn, then move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Space> {
    /// The turn.
    pub rotation: V::Rotation,
    /// The move.
    pub translation: V,
}

impl<V: Space> Pose<V> {
    /// The motion that changes nothing.
    pub const IDENTITY: Self = Pose { rotation: V::UNTURNED, translation: V::ZERO };

    /// The image of a point.
    #[inline(always)]
    pub fn point(&self, p: V) -> V {
        p.turned(&self.rotation) + self.translation
    }

    /// The image of a direction.
    #[inline(always)]
    pub fn direction(&self, d: V) -> V {
        d.turned(&self.rotation)
    }

    /// The pre-image of a direction.
    #[inline(always)]
    pub fn inverse_direction(&self, d: V) -> V {
        d.unturned(&self.rotation)
    }
}
