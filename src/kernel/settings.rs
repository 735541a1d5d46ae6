//! The parameters that every kernel takes, since they change answers.

use glam::DVec3;

/// Where the first search direction comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StartRule {
    /// From the centroid of A to that of B; if they coincide, from the first vertex of A to the first vertex of B that differs; else +x.
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
