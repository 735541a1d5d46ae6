//! A report for an issue: what the scene shows, its numbers with their bits, the truth, and what this tool found.

use std::fmt::Write as _;

use glam::DVec3;

use super::Kept;
use super::text::{stem, truth_words};
use crate::check::{Verdict, finding_words};
use crate::num::Precision;
use crate::run::{self, NumberStyle, plain_number, sentence, short};
use crate::scene::Body;
use crate::shape::{RotationDef, ShapeDef};

/// Text for a paragraph or a cell: nothing in it is read as markup that hides or breaks it.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        match c {
            c if c.is_control() => out.push(' '),
            '\\' | '`' | '*' | '_' | '|' | '<' | '[' | '#' | '@' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// A number as it reads back, its hexadecimal float, and the f32 it rounds to where the run is in f32.
fn row(out: &mut String, what: &str, x: f64, precision: Precision) {
    let number = |style| plain_number(x, style);
    let rounded = match precision {
        Precision::F32 => {
            format!(" {} = 0x{:08x} |", plain_number(x as f32 as f64, NumberStyle::Exact), (x as f32).to_bits())
        }
        Precision::F64 => String::new(),
    };
    let _ = writeln!(
        out,
        "| {what} | {} | {} | 0x{:016x} |{rounded}",
        number(NumberStyle::Exact),
        number(NumberStyle::Hex),
        x.to_bits()
    );
}

fn numbers(out: &mut String, body: &Body, role: &str, precision: Precision) {
    let _ = writeln!(out, "\n### {role}: {} ({})\n", plain(&body.name), body.shape.kind().label.to_lowercase());
    let more = if precision == Precision::F32 { (" as f32 |", "---|") } else { ("", "") };
    let _ = writeln!(out, "| | decimal | hex float | bits of f64 |{}\n|---|---|---|---|{}", more.0, more.1);
    let mut add = |what: &str, x: f64| row(out, what, x, precision);
    let mut point = |what: &str, p: DVec3| {
        add(&format!("{what}.x"), p.x);
        add(&format!("{what}.y"), p.y);
    };
    match (&body.shape, body.shape.points()) {
        (ShapeDef::Box { half_extents, .. }, _) => point("half_extents", *half_extents),
        (ShapeDef::Ellipse { semi_axes, center, .. }, _) => {
            point("semi_axes", *semi_axes);
            point("center", *center);
        }
        (_, points) => {
            for (i, p) in points.unwrap_or_default().into_iter().enumerate() {
                point(&format!("points\\[{i}\\]"), p);
            }
        }
    }
    if body.pose.translation != DVec3::ZERO {
        point("translation", body.pose.translation);
    }
    if body.shape.radius() != 0.0 {
        add("radius", body.shape.radius());
    }
    match body.pose.rotation {
        RotationDef::Angle(0.0) => {}
        RotationDef::Angle(angle) => add("rotation", angle),
        RotationDef::Quarter(n) => {
            let _ = writeln!(out, "\nTurned by {n} quarter turns.");
        }
        RotationDef::CosSin(c, s) => {
            add("cos", c);
            add("sin", s);
        }
    }
}

pub fn write(kept: &Kept) -> String {
    let (scene, trace, report) = (kept.scene(), kept.trace, kept.report);
    let mut out = format!("# {}\n\n{}\n", plain(stem(kept.path)), plain(&scene.story));
    if !scene.source.is_empty() {
        let _ = writeln!(out, "\nSource: {}", plain(&scene.source));
    }
    let step = kept.step();
    let command = format!(
        "gjkscope figure {} --kernel {} --precision {} --step {step} -o {}.svg",
        kept.path,
        trace.kernel.id,
        trace.precision.id(),
        stem(kept.path)
    );
    match kept.picture {
        Some(file) => {
            let _ = writeln!(out, "\n![Step {step} of {}]({})", trace.kernel.id, file.replace(' ', "%20"));
        }
        None => {
            let _ = writeln!(out, "\nPicture of step {step}: `{command}`");
        }
    }
    out += "\n## Truth\n\n";
    let _ = writeln!(
        out,
        "{}, in exact arithmetic on the numbers{}.",
        truth_words(&report.truth),
        match trace.precision {
            Precision::F64 => " below",
            Precision::F32 => " rounded to f32",
        }
    );
    if let Some(written) = &report.truth_as_written {
        let _ = writeln!(out, "As written, before rounding: {}.", truth_words(written));
    }
    for n in report.truth.normals.iter().take(8) {
        let number = |x: f64| plain_number(x, NumberStyle::Exact);
        let _ = writeln!(out, "Normal from A toward B: ({}, {}).", number(n.x), number(n.y));
    }
    let answered = &trace.answered;
    let _ = writeln!(out, "\n## What {} answers in {}\n", trace.kernel.id, trace.precision.id());
    let _ = writeln!(
        out,
        "{}{}; exit {}, iterations {}, support calls {}. Verdict: **{}**.",
        answered.answer.id(),
        answered
            .signed_distance
            .map_or(String::new(), |s| format!(", signed distance {}", plain_number(s, NumberStyle::Exact))),
        answered.exit.id(),
        answered.iterations,
        answered.supports,
        report.verdict.id()
    );
    if let Some(error) = report.error {
        let _ = writeln!(out, "Error {}, tolerance {}.", short(error), short(report.tolerance));
    }
    if let Some(reported) = scene.expect.as_ref().and_then(|e| e.reported.as_deref()) {
        let _ = writeln!(out, "Reported by the engine: {}", plain(reported));
    }
    if let Some(culprit) = report.culprit {
        let words = sentence(trace, culprit as usize, NumberStyle::Exact);
        let _ = writeln!(out, "\nFirst bad step, {culprit} of {}: {}", trace.len().saturating_sub(1), plain(&words));
    }
    if !report.findings.is_empty() {
        out += "\nFindings:\n\n";
        for f in &report.findings {
            let _ = writeln!(out, "- {}", plain(&finding_words(f)));
        }
    }
    out += "\n## Every kernel\n\n| kernel | precision | answer | signed distance | first bad step | exit | verdict |\n|---|---|---|---|---|---|---|\n";
    out += &verdicts(kept);
    out += "\n## Numbers\n";
    if let Some((a, b)) = run::bodies(scene) {
        numbers(&mut out, a, "A", trace.precision);
        numbers(&mut out, b, "B", trace.precision);
    }
    // A fence longer than any in the text.
    let fence = "`".repeat(longest_run(&kept.document.text, '`').max(2) + 1);
    let _ = write!(out, "\n## The scene\n\n{fence}ron\n{}\n{fence}\n", kept.document.text.trim_end());
    let _ = writeln!(out, "\nTo step through it: `gjkscope {} --step {step}`.", kept.path);
    out
}

fn verdicts(kept: &Kept) -> String {
    let mut out = String::new();
    super::by_every_kernel(kept.scene(), |trace, report| {
        let a = &trace.answered;
        let verdict = match report.verdict {
            Verdict::Pass => report.verdict.id().to_owned(),
            other => format!("**{}**", other.id()),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {verdict} |",
            trace.kernel.id,
            trace.precision.id(),
            a.answer.id(),
            a.signed_distance.map_or("-".to_owned(), |s| plain_number(s, NumberStyle::Exact)),
            report.culprit.map_or("-".to_owned(), |s| s.to_string()),
            a.exit.id(),
        );
    });
    out
}

fn longest_run(text: &str, mark: char) -> usize {
    let (mut longest, mut now) = (0, 0);
    for c in text.chars() {
        now = if c == mark { now + 1 } else { 0 };
        longest = longest.max(now);
    }
    longest
}
