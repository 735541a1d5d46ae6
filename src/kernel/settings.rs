//! The parameters that every kernel takes, since they change answers.

use glam::DVec3;

use crate::num::{Real, Space};
use crate::shape::Pair;

/// Where the first search direction comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StartRule {
    /// From the centroid of A to that of B; if they coincide, from the first vertex of A to the first vertex of B; if these do too, +x.
    Centers,
    /// Along +x.
    PlusX,
    /// A direction in A's frame; zero counts as +x.
    Direction(DVec3),
}

/// Which of several equally far vertices the support mapping returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// The one listed first.
    #[default]
    First,
    /// The one listed last.
    Last,
}

/// Parameters of a run. `None` means the kernel's own default, which depends on the precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The first search direction.
    pub start: StartRule,
    /// Which of equally far vertices is taken.
    pub tie: Tie,
    /// Most iterations of GJK; reaching it is the exit `iteration-limit`.
    pub max_iterations: u32,
    /// Most expansions of EPA; reaching it is the exit `iteration-limit`.
    pub max_expansions: u32,
    /// GJK and EPA stop when upper minus lower bound is at most this times the upper bound. Relative to the answer.
    pub tolerance: Option<f64>,
    /// Where a kernel calls two shapes "touching": |signed distance| at most this times the largest coordinate in its frame.
    pub touching: Option<f64>,
    /// A simplex to start from: pairs of vertex indices (of A, of B), at most three in 2D.
    pub warm_start: Vec<(u32, u32)>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            start: StartRule::Centers,
            tie: Tie::First,
            max_iterations: 64,
            max_expansions: 256,
            tolerance: None,
            touching: None,
            warm_start: Vec::new(),
        }
    }
}

impl Settings {
    /// [`Settings::tolerance`], or eight roundings.
    #[inline]
    pub fn relative_tolerance<R: Real>(&self) -> R {
        self.tolerance.map_or(R::EPSILON * R::from_f64(8.0), R::from_f64)
    }

    /// What this pair's answer may be away from zero to count as touching, scene units: [`Settings::touching`], or four
    /// roundings, of the largest coordinate.
    #[inline]
    pub fn touching_tolerance<V: Space>(&self, pair: &Pair<V>) -> V::R {
        self.touching.map_or(V::R::EPSILON * V::R::from_f64(4.0), V::R::from_f64) * pair.scale()
    }
}

/// The first search direction in A's frame; never zero.
#[inline(always)]
pub fn first_direction<V: Space>(pair: &Pair<V>, settings: &Settings) -> V {
    let d = match settings.start {
        StartRule::Centers => pair.center_line(),
        StartRule::PlusX => V::ZERO,
        StartRule::Direction(d) => V::from_dvec3(d),
    };
    if d != V::ZERO { d } else { without_direction(pair, settings) }
}

/// [`first_direction`] where the rule gives none.
#[cold]
#[inline(never)]
fn without_direction<V: Space>(pair: &Pair<V>, settings: &Settings) -> V {
    let between = match settings.start {
        StartRule::Centers => pair.vertex(0, 0).map(|p| -p.w),
        StartRule::PlusX | StartRule::Direction(_) => None,
    };
    between.filter(|&d| d != V::ZERO).unwrap_or(V::from_dvec3(DVec3::X))
}
