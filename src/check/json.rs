//! The results of a check as JSON, as the contract has it.

use glam::DVec3;
use serde_json::{Value, json};

use super::judge::class_word;
use super::{Reply, Report, Severity};
use crate::exact::{NormalKind, Truth};
use crate::num::Precision;

/// A vector as an array of as many numbers as the space has.
pub fn vector(v: DVec3) -> Value {
    json!([v.x, v.y])
}

/// The object of one run, or of one answer of another engine, which then stands as the kernel.
pub fn reply_json(scene: &str, kernel: &str, precision: Precision, a: &Reply, report: &Report) -> Value {
    json!({
        "format": 1,
        "scene": scene,
        "kernel": kernel,
        "precision": precision.id(),
        "answer": a.answer.id(),
        "signed_distance": a.signed_distance,
        "distance": a.distance(),
        "depth": a.depth(),
        "normal": a.normal.map(vector),
        "witness_a": a.witnesses.map(|w| vector(w.0)),
        "witness_b": a.witnesses.map(|w| vector(w.1)),
        "tolerance": report.tolerance,
        "iterations": a.iterations,
        "supports": a.supports,
        "exit": a.exit.map(|e| e.id()),
        "truth": truth_json(&report.truth),
        "expectation": report.expectation.id(),
        "findings": report.findings.iter().map(|f| json!({
            "check": f.check,
            "severity": match f.severity { Severity::Note => "note", Severity::Error => "error" },
            "step": f.step,
            "measured": f.measured,
            "allowed": f.allowed,
            "message": f.message,
        })).collect::<Vec<_>>(),
        "verdict": report.verdict.id(),
    })
}

/// The object of a truth.
pub fn truth_json(truth: &Truth) -> Value {
    json!({
        "answer": class_word(truth.class),
        "signed_distance": truth.signed_distance,
        "normals": truth.normals.iter().map(|&n| vector(n)).collect::<Vec<_>>(),
        "normal_kind": match truth.normal_kind {
            NormalKind::Unique => "unique",
            NormalKind::Finite => "finite",
            NormalKind::Cone => "cone",
            NormalKind::Any => "any",
        },
        "gap": truth.gap,
    })
}
