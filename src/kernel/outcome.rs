//! What a kernel answers.

use super::record::Exit;
use crate::num::{Real, Space};

/// How the shapes stand to each other, as a kernel says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Apart.
    Separated,
    /// |signed distance| within the kernel's own tolerance.
    Touching,
    /// A common inner point.
    Overlapping,
    /// The kernel stopped without knowing.
    Undecided,
}

impl Answer {
    /// What a signed distance says to a kernel that takes up to `tolerance` for touching; NaN says nothing.
    #[inline(always)]
    pub fn of<R: Real>(signed_distance: R, tolerance: R) -> Self {
        if signed_distance.abs() <= tolerance {
            Answer::Touching
        } else if signed_distance > R::ZERO {
            Answer::Separated
        } else if signed_distance < R::ZERO {
            Answer::Overlapping
        } else {
            Answer::Undecided
        }
    }

    /// The word in JSON, scenes and on the screen.
    pub fn id(self) -> &'static str {
        match self {
            Answer::Separated => "separated",
            Answer::Touching => "touching",
            Answer::Overlapping => "overlapping",
            Answer::Undecided => "undecided",
        }
    }
}

/// The result of a run, in the kernel's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<V: Space> {
    /// How the shapes stand to each other.
    pub answer: Answer,
    /// Distance, or minus the depth, scene units; `None` where the kernel only says yes or no.
    pub signed_distance: Option<V::R>,
    /// Unit vector from A toward B.
    pub normal: Option<V>,
    /// Nearest (or deepest) points on A and on B.
    pub witnesses: Option<(V, V)>,
    /// Iterations begun, of GJK and EPA together.
    pub iterations: u32,
    /// Support calls of the difference.
    pub supports: u32,
    /// Why it stopped.
    pub exit: Exit,
    /// |signed distance| up to which it says "touching", scene units.
    pub tolerance: V::R,
}

impl<V: Space> Outcome<V> {
    /// Nothing known yet.
    pub fn undecided(exit: Exit, tolerance: V::R) -> Self {
        Outcome {
            answer: Answer::Undecided,
            signed_distance: None,
            normal: None,
            witnesses: None,
            iterations: 0,
            supports: 0,
            exit,
            tolerance,
        }
    }

    /// Sets the signed distance and the answer that follows from it; NaN stays undecided.
    pub fn decide(&mut self, signed_distance: V::R) {
        self.signed_distance = Some(signed_distance);
        self.answer = Answer::of(signed_distance, self.tolerance);
    }
}
