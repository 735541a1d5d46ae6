//! The algorithms, one a file, and the vocabulary of what they record.
//!
//! A kernel is one function over a [`Pair`], [`Settings`] and a [`Recorder`]; it never fails, its [`Outcome`] names the exit.
//! [`solve`] runs any of [`KERNELS`] by id.

mod boundary;
mod discs;
mod epa;
mod epa_naive;
mod formula;
mod gjk;
mod gjk_boolean;
mod gjk_distance;
mod gjk_johnson;
mod gjk_nesterov;
mod gjk_signed_volumes;
mod outcome;
mod presets;
mod mpr;
#[cfg(feature = "parry")]
mod parry;
mod plain;
mod record;
mod sat;
mod settings;
mod simplex;
mod tape;
mod tutorial_nearest_edge;
mod tutorial_outward_normal;
mod tutorial_perpendicular;
mod tutorial_perpendicular_foot;
mod tutorial_triple_product;

pub use epa::epa;
pub use epa_naive::epa_naive;
pub use formula::{Recorded, Slots, Words, replay, words};
pub use gjk::Gjk;
pub use gjk_boolean::gjk_boolean;
pub use gjk_distance::{distance, gjk_distance};
pub use gjk_johnson::gjk_johnson;
pub use gjk_nesterov::gjk_nesterov;
pub use gjk_signed_volumes::gjk_signed_volumes;
pub use mpr::mpr;
pub use outcome::{Answer, Outcome};
#[cfg(feature = "parry")]
pub use parry::parry;
pub use presets::{PRESETS, Preset, preset};
pub use record::{Claim, Exit, Formula, Line, Off, Op, Recorder, Relation, Test};
pub use sat::sat;
pub use settings::{Settings, StartRule, Tie, first_direction};
pub use simplex::{Closest, Simplex, Vertex};
pub use tape::{EdgeId, EdgeRecord, Event, EventKind, PointId, PointRecord, PointSet, Tape, TestRecord};
pub use tutorial_nearest_edge::tutorial_nearest_edge;
pub use tutorial_outward_normal::tutorial_outward_normal;
pub use tutorial_perpendicular::tutorial_perpendicular;
pub use tutorial_perpendicular_foot::tutorial_perpendicular_foot;
pub use tutorial_triple_product::tutorial_triple_product;

use crate::num::{Real, Space};
use crate::shape::{Pair, ShapeDef};

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
    /// For overlapping shapes a normal and the depth along it, which separates them but need not be the least; else only that they are apart.
    DepthBound,
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
    /// As tutorials write it, with its faults, or another library's answer: it may be wrong, and answers where it should not. Not claimed to be right.
    pub tutorial: bool,
    /// Listing of the first phase, and of the second after a hand-over.
    pub listings: &'static [&'static [&'static str]],
}

impl KernelRow {
    /// Another library's answer, whose inside is not traced: it runs where it is named or compared, and is no part of `all`.
    pub fn external(&self) -> bool {
        self.id == "parry"
    }
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
        id: "gjk-signed-volumes+epa",
        label: "GJK by signed volumes, then EPA",
        source: "Montanari, Petrinic, Barbieri 2017; van den Bergen 2001",
        answers: Answers::SignedDistance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_signed_volumes::LISTING, epa::LISTING],
    },
    KernelRow {
        id: "gjk-signed-volumes",
        label: "GJK by signed volumes",
        source: "Montanari, Petrinic, Barbieri 2017",
        answers: Answers::Distance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_signed_volumes::LISTING],
    },
    KernelRow {
        id: "gjk-johnson+epa",
        label: "GJK with Johnson's subalgorithm, then EPA",
        source: "Gilbert, Johnson, Keerthi 1988; van den Bergen 1999; van den Bergen 2001",
        answers: Answers::SignedDistance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_johnson::LISTING, epa::LISTING],
    },
    KernelRow {
        id: "gjk-johnson",
        label: "GJK with Johnson's subalgorithm",
        source: "Gilbert, Johnson, Keerthi 1988; van den Bergen 1999",
        answers: Answers::Distance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_johnson::LISTING],
    },
    KernelRow {
        id: "gjk-nesterov+epa",
        label: "GJK with Nesterov momentum, then EPA",
        source: "Montaut and others 2022; van den Bergen 2001",
        answers: Answers::SignedDistance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_nesterov::LISTING, epa::LISTING],
    },
    KernelRow {
        id: "gjk-nesterov",
        label: "GJK with Nesterov momentum",
        source: "Montaut and others 2022",
        answers: Answers::Distance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[gjk_nesterov::LISTING],
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
    KernelRow {
        id: "tutorial-perpendicular",
        label: "Tutorial: perpendiculars",
        source: "seed 000",
        answers: Answers::Class,
        frame: Frame::World,
        rounded_support: true,
        tutorial: true,
        listings: &[tutorial_perpendicular::LISTING],
    },
    KernelRow {
        id: "tutorial-triple-product",
        label: "Tutorial: triple product",
        source: "seed 001",
        answers: Answers::Depth,
        frame: Frame::World,
        rounded_support: true,
        tutorial: true,
        listings: &[tutorial_triple_product::LISTING, tutorial_triple_product::EPA_LISTING],
    },
    KernelRow {
        id: "tutorial-nearest-edge",
        label: "Tutorial: nearest edge",
        source: "seed 002",
        answers: Answers::Class,
        frame: Frame::World,
        rounded_support: true,
        tutorial: true,
        listings: &[tutorial_nearest_edge::LISTING],
    },
    KernelRow {
        id: "tutorial-perpendicular-foot",
        label: "Tutorial: foot of the perpendicular",
        source: "seed 004",
        answers: Answers::Class,
        frame: Frame::World,
        rounded_support: true,
        tutorial: true,
        listings: &[tutorial_perpendicular_foot::LISTING],
    },
    KernelRow {
        id: "gjk-distance+epa-naive",
        label: "GJK distance, then EPA as tutorials write it",
        source: "van den Bergen 1999; seeds 001 and 003",
        answers: Answers::SignedDistance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: true,
        listings: &[gjk_distance::LISTING, epa_naive::LISTING],
    },
    KernelRow {
        id: "mpr",
        label: "Minkowski portal refinement",
        source: "Snethen 2008; libccd",
        answers: Answers::DepthBound,
        frame: Frame::A,
        rounded_support: true,
        tutorial: false,
        listings: &[mpr::LISTING],
    },
    KernelRow {
        id: "sat",
        label: "Separating axes",
        source: "Gottschalk, Lin, Manocha 1996; Gregorius, GDC 2013",
        answers: Answers::SignedDistance,
        frame: Frame::A,
        rounded_support: false,
        tutorial: false,
        listings: &[sat::LISTING],
    },
    #[cfg(feature = "parry")]
    KernelRow {
        id: "parry",
        label: "The library parry",
        source: "parry2d and parry2d-f64 0.31.1, query::contact",
        answers: Answers::SignedDistance,
        frame: Frame::A,
        rounded_support: true,
        tutorial: true,
        listings: &[parry::LISTING],
    },
];

/// The row with this id.
pub fn find(id: &str) -> Option<&'static KernelRow> {
    KERNELS.iter().find(|k| k.id == id)
}

/// Whether a kernel can answer for such shapes: separating axes need edges, which an ellipse has not (unless it is a circle), and
/// parry has no ellipse.
pub fn applies(kernel: &KernelRow, a: &ShapeDef, b: &ShapeDef) -> bool {
    let round = |s: &ShapeDef| matches!(s, ShapeDef::Ellipse { semi_axes, .. } if semi_axes.x != semi_axes.y);
    !(kernel.id == "sat" || kernel.external()) || !(round(a) || round(b))
}

/// Runs a kernel of [`KERNELS`] on a planar pair whose frame is the one its row names. An unknown id is our own bug and answers undecided.
pub fn solve<V: Plane, R: Recorder<V>>(kernel: &str, pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    match kernel {
        "gjk-distance" => distance(pair, settings, rec),
        "gjk-distance+epa" => {
            let gjk = gjk_distance(pair, settings, rec);
            then_epa(pair, settings, &gjk, rec)
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
        "gjk-signed-volumes" => gjk_signed_volumes(pair, settings, rec).outcome(pair, settings),
        "gjk-signed-volumes+epa" => {
            let gjk = gjk_signed_volumes(pair, settings, rec);
            then_epa(pair, settings, &gjk, rec)
        }
        "gjk-johnson" => gjk_johnson(pair, settings, rec).outcome(pair, settings),
        "gjk-johnson+epa" => {
            let gjk = gjk_johnson(pair, settings, rec);
            then_epa(pair, settings, &gjk, rec)
        }
        "gjk-nesterov" => gjk_nesterov(pair, settings, rec).outcome(pair, settings),
        "gjk-nesterov+epa" => {
            let gjk = gjk_nesterov(pair, settings, rec);
            then_epa(pair, settings, &gjk, rec)
        }
        "tutorial-outward-normal" => tutorial_outward_normal(pair, settings, rec),
        "tutorial-perpendicular" => tutorial_perpendicular(pair, settings, rec),
        "tutorial-triple-product" => tutorial_triple_product(pair, settings, rec),
        "tutorial-nearest-edge" => tutorial_nearest_edge(pair, settings, rec),
        "tutorial-perpendicular-foot" => tutorial_perpendicular_foot(pair, settings, rec),
        "gjk-distance+epa-naive" => {
            let gjk = gjk_distance(pair, settings, rec);
            match gjk.exit {
                Exit::ContainsOrigin | Exit::OriginOnSimplex => epa_naive(pair, settings, &gjk, rec),
                _ => gjk.outcome(pair, settings),
            }
        }
        "mpr" => mpr(pair, settings, rec),
        "sat" => sat(pair, settings, rec),
        #[cfg(feature = "parry")]
        "parry" => parry(pair, settings, rec),
        _ => Outcome::undecided(Exit::NotFinite, V::R::ZERO),
    }
}

/// The one way from GJK to EPA: where the cores meet EPA finds the depth, else GJK's answer stands.
#[inline(always)]
pub fn then_epa<V: Plane, R: Recorder<V>>(
    pair: &Pair<V>,
    settings: &Settings,
    gjk: &Gjk<V, R::Point>,
    rec: &mut R,
) -> Outcome<V> {
    match gjk.exit {
        Exit::ContainsOrigin | Exit::OriginOnSimplex => epa(pair, settings, gjk, rec),
        _ => gjk.outcome(pair, settings),
    }
}

/// Equal weights and the middle of the kept vertices: for kernels that know no nearest point.
fn middle<V: Space, I: Copy + Default>(simplex: &Simplex<V, I>, kept: u8) -> ([V::R; 4], V) {
    let share = V::R::from_f64(1.0 / kept.count_ones().max(1) as f64);
    let (mut weights, mut middle) = ([V::R::ZERO; 4], V::ZERO);
    for (i, vertex) in simplex.vertices().iter().enumerate() {
        if kept & (1 << i) != 0 {
            weights[i] = share;
            middle = middle + vertex.point.w * share;
        }
    }
    (weights, middle)
}
