//! The algorithms, one a file, and the vocabulary of what they record.
//!
//! A kernel is one function over a [`Pair`], [`Settings`] and a [`Recorder`]; it never fails, its [`Outcome`] names the exit.
//! [`solve`] runs any of [`KERNELS`] by id.

mod boundary;
mod epa;
mod formula;
mod gjk_boolean;
mod gjk_distance;
mod outcome;
mod record;
mod settings;
mod simplex;
mod tape;
mod tutorial_outward_normal;

pub use epa::epa;
pub use formula::{Recorded, Slots, Words, replay, words};
pub use gjk_boolean::gjk_boolean;
pub use gjk_distance::{Gjk, gjk_distance};
pub use outcome::{Answer, Outcome};
pub use record::{Claim, Exit, Formula, Line, Off, Op, Recorder, Relation, Test};
pub use settings::{Settings, StartRule, Tie, first_direction};
pub use simplex::{Closest, Simplex, Vertex};
pub use tape::{EdgeId, EdgeRecord, Event, EventKind, PointId, PointRecord, PointSet, Tape, TestRecord};
pub use tutorial_outward_normal::tutorial_outward_normal;

use crate::num::{Real, Space};
use crate::shape::Pair;

/// A space in which an outer product is a number: 2D.
pub trait Plane: Space<Bivector = <Self as Space>::R> {}
impl<V: Space<Bivector = <V as Space>::R>> Plane for V {}

/// The coordinates a kernel computes in; stated once per trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A's own frame, B posed by one relative pose.
    A,
    /// The world, with both shapes' vertices posed before the kernel starts.
    World,
}

impl Frame {
    /// The word in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Frame::A => "a",
            Frame::World => "world",
        }
    }
}

/// How much a kernel's answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Yes or no.
    Class,
    /// The distance of separated shapes, else only that they meet.
    Distance,
    /// The distance or the depth.
    SignedDistance,
    /// The depth of overlapping shapes, else only that they are apart.
    Depth,
}

/// A row of the list of kernels.
#[derive(Debug)]
pub struct KernelRow {
    /// Kebab-case word in scenes, on the command line and in JSON.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// How much it answers.
    pub answers: Answers,
    /// What it computes in.
    pub frame: Frame,
    /// The radius of a rounded shape is part of its support mapping, instead of being taken off the distance of the cores.
    pub rounded_support: bool,
    /// A tutorial with its faults: it may be wrong and answers where it should not.
    pub tutorial: bool,
    /// Listing of the first phase, and of the second after a hand-over.
    pub listings: &'static [&'static [&'static str]],
}

/// Every kernel, in the order in which menus show them. Adding one is one file, a row here and an arm in [`solve`].
pub const KERNELS: &[KernelRow] = &[
    KernelRow {
        id: "gjk-distance+epa",
        label: "GJK distance, then EPA",
        source: "van den Bergen 1999 and 2001; Catto, GDC 2010",
        answers: Answers::SignedDistance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_distance::LISTING, epa::LISTING],
    },
    KernelRow {
        id: "gjk-boolean+epa",
        label: "GJK yes or no, then EPA",
        source: "Muratori 2006; Ericson, RTCD 9.5; van den Bergen 2001",
        answers: Answers::Depth,
        frame: Frame::A,
        rounded_support: true,
        tutorial: false,
        listings: &[gjk_boolean::LISTING, epa::LISTING],
    },
    KernelRow {
        id: "gjk-distance",
        label: "GJK distance",
        source: "van den Bergen 1999; Catto, GDC 2010",
        answers: Answers::Distance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_distance::LISTING],
    },
    KernelRow {
        id: "gjk-boolean",
        label: "GJK yes or no",
        source: "Muratori 2006; Ericson, RTCD 9.5",
        answers: Answers::Class,
        frame: Frame::A,
        rounded_support: true,
        tutorial: false,
        listings: &[gjk_boolean::LISTING],
    },
    KernelRow {
        id: "tutorial-outward-normal",
        label: "Tutorial: outward normals",
        source: "seed 003",
        answers: Answers::Depth,
        frame: Frame::World,
        rounded_support: true,
        tutorial: true,
        listings: &[tutorial_outward_normal::LISTING, tutorial_outward_normal::EPA_LISTING],
    },
];

/// The row with this id.
pub fn find(id: &str) -> Option<&'static KernelRow> {
    KERNELS.iter().find(|k| k.id == id)
}

/// Runs a kernel of [`KERNELS`] on a planar pair whose frame is the one its row names. An unknown id is our own bug and answers undecided.
pub fn solve<V: Plane, R: Recorder<V>>(kernel: &str, pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    match kernel {
        "gjk-distance" => gjk_distance(pair, settings, rec).outcome(pair, settings),
        "gjk-distance+epa" => {
            let gjk = gjk_distance(pair, settings, rec);
            then_epa(pair, settings, gjk, rec)
        }
        "gjk-boolean" => gjk_boolean(&pair.rounded(), settings, rec).outcome(pair, settings),
        "gjk-boolean+epa" => {
            let pair = &pair.rounded();
            let found = gjk_boolean(pair, settings, rec);
            match found.answer {
                Answer::Touching | Answer::Overlapping => epa(pair, settings, &found.gjk, rec),
                Answer::Separated | Answer::Undecided => found.outcome(pair, settings),
            }
        }
        "tutorial-outward-normal" => tutorial_outward_normal(pair, settings, rec),
        _ => Outcome::undecided(Exit::NotFinite, V::R::ZERO),
    }
}

/// The one way from GJK to EPA: where the cores meet EPA finds the depth, else GJK's answer stands.
#[inline(always)]
pub fn then_epa<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    gjk: Gjk<V, R::Point>,
    rec: &mut R,
) -> Outcome<V> {
    match gjk.exit {
        Exit::ContainsOrigin | Exit::OriginOnSimplex => epa(pair, settings, &gjk, rec),
        _ => gjk.outcome(pair, settings),
    }
}

/// Equal weights and the middle of the kept vertices: for kernels that know no nearest point.
fn middle<V: Space, I: Copy + Default>(simplex: &Simplex<V, I>, kept: u8) -> ([V::R; 4], V) {
    let share = V::R::from_f64(1.0 / kept.count_ones().max(1) as f64);
    let mut weights = [V::R::ZERO; 4];
    for (i, weight) in weights.iter_mut().enumerate() {
        if kept & (1 << i) != 0 {
            *weight = share;
        }
    }
    (weights, simplex.combine(&weights).2)
}
