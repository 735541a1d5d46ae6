//! Scenes as something for elsewhere: a test for an engine, JSON, a report. One file an exporter; no figure is drawn here.

mod box2d;
mod json;
mod markdown;
mod parry;
mod text;

use crate::check::{self, Report};
use crate::kernel::{self, KERNELS};
use crate::num::Precision;
use crate::run::{Trace, bodies};
use crate::scene::{Document, Scene};

/// What is exported: a scene, its own run, and the judgement of that.
pub struct Kept<'a> {
    /// Path of the scene, as it was given.
    pub path: &'a str,
    /// The scene with its text.
    pub document: &'a Document,
    /// Its run.
    pub trace: &'a Trace,
    /// The judgement.
    pub report: &'a Report,
    /// File name of a picture to link, of the step in question.
    pub picture: Option<&'a str>,
}

impl Kept<'_> {
    fn scene(&self) -> &Scene {
        &self.document.scene
    }

    /// The step a picture shows: the first bad one, else the last.
    pub fn step(&self) -> usize {
        self.report.culprit.map_or(self.trace.len().saturating_sub(1), |s| s as usize)
    }
}

/// Runs the scene by every kernel that can answer it, in both precisions.
fn by_every_kernel(scene: &Scene, mut look: impl FnMut(&Trace, &Report)) {
    let mut scene = scene.clone();
    let Some((a, b)) = bodies(&scene).map(|(a, b)| (a.shape.clone(), b.shape.clone())) else { return };
    for kernel in KERNELS.iter().filter(|k| kernel::applies(k, &a, &b)) {
        for precision in Precision::ALL {
            scene.query.kernel = kernel.id.to_owned();
            scene.query.precision = precision;
            if let Some((trace, report)) = check::run(&scene) {
                look(&trace, &report);
            }
        }
    }
}

/// A row of the list of exporters.
pub struct Exporter {
    /// Kebab-case word on the command line.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// Ending of the file, without the dot.
    pub ending: &'static str,
    /// Whether it links a picture, which then stands beside the file.
    pub picture: bool,
    /// Why a scene cannot be exported, one sentence; `Ok`: it can.
    pub applies: fn(&Scene) -> Result<(), String>,
    /// The text of the file.
    pub write: fn(&Kept) -> String,
}

fn every(_: &Scene) -> Result<(), String> {
    Ok(())
}

/// Every exporter, in the order in which menus show them. Adding one is one file and a row here.
pub const EXPORTERS: &[Exporter] = &[
    Exporter {
        id: "parry",
        label: "A Rust test of parry2d (parry2d-f64 where the scene runs in f64)",
        ending: "rs",
        picture: false,
        applies: parry::applies,
        write: parry::write,
    },
    Exporter {
        id: "box2d",
        label: "A C test of Box2D's b2ShapeDistance",
        ending: "c",
        picture: false,
        applies: box2d::applies,
        write: box2d::write,
    },
    Exporter {
        id: "json",
        label: "Numbers with their bits, truth and answers as JSON",
        ending: "json",
        picture: false,
        applies: every,
        write: json::write,
    },
    Exporter {
        id: "markdown",
        label: "A report for an issue: numbers, truth, findings, a picture",
        ending: "md",
        picture: true,
        applies: every,
        write: markdown::write,
    },
];

/// The row with this id.
pub fn exporter(id: &str) -> Option<&'static Exporter> {
    EXPORTERS.iter().find(|e| e.id == id)
}
