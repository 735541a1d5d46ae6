//! Settings as well-known engines have them: start, tie, limits and relative tolerances. They set this project's kernels; they do not turn one into another.

use super::settings::{Settings, StartRule, Tie};
use crate::num::Precision;

/// A row of the list of presets.
pub struct Preset {
    /// Kebab-case word on the command line.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// What was taken over, and from which file.
    pub source: &'static str,
    /// The settings for a run in that precision.
    pub settings: fn(Precision) -> Settings,
}

/// Every preset, the project's own first.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "default",
        label: "gjkscope",
        source: "centre line, eight roundings of the answer",
        settings: |_| Settings::default(),
    },
    Preset {
        id: "box2d",
        label: "Box2D v3",
        source: "b2ShapeDistance in distance.c: starts from vertex 0 of both, stops at a repeated pair of indices, 20 iterations",
        settings: |_| Settings {
            warm_start: vec![(0, 0)],
            max_iterations: 20,
            tolerance: Some(0.0),
            ..Settings::default()
        },
    },
    Preset {
        id: "parry",
        label: "parry 0.31",
        source: "gjk.rs and epa2.rs: centre line, upper - lower <= sqrt(10 eps) upper, 100 iterations",
        settings: |precision| Settings {
            max_iterations: 100,
            max_expansions: 100,
            tolerance: Some((10.0 * precision.epsilon()).sqrt()),
            ..Settings::default()
        },
    },
    Preset {
        id: "jolt",
        label: "Jolt",
        source: "GJKClosestPoint.h and EPAPenetrationDepth.h: starts along +x, v^2 may fall by eps v^2 at least, EPA to a relative 1e-4, 128 points",
        settings: |_| Settings {
            start: StartRule::PlusX,
            max_expansions: 128,
            tolerance: Some(1e-4),
            ..Settings::default()
        },
    },
    Preset {
        id: "bullet",
        label: "Bullet 3",
        source: "btGjkPairDetector and btGjkEpa2: relative error 1e-6 (1e-12 in double) of the square, 1000 iterations, 255 expansions",
        settings: |precision| Settings {
            start: StartRule::PlusX,
            max_iterations: 1000,
            max_expansions: 255,
            tolerance: Some(match precision {
                Precision::F32 => 1e-3,
                Precision::F64 => 1e-6,
            }),
            ..Settings::default()
        },
    },
    Preset {
        id: "libccd",
        label: "libccd",
        source: "ccd.c: +x unless told, distance to 1e-6, EPA to 1e-4, no limit (here the largest one), the last of equally far vertices",
        settings: |_| Settings {
            start: StartRule::PlusX,
            tie: Tie::Last,
            max_iterations: 1_000_000,
            max_expansions: 1_000_000,
            tolerance: Some(1e-6),
            ..Settings::default()
        },
    },
];

/// The preset with this id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.id == id)
}
