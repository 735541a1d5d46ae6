//! Text in columns for a person, and the table of a check.

use std::borrow::Cow;

use super::{Checked, Finding, Results, Severity, Verdict};
use crate::run::short;

/// The text with its control characters, but for those in `keep`, as JSON writes them: `\u001b`. What a file says may not move
/// the cursor of a terminal, colour it, or begin a line.
pub fn visible<'t>(text: &'t str, keep: &[char]) -> Cow<'t, str> {
    // Besides those of C0 and C1 the marks that turn the direction of what follows.
    let hidden = |c: char| {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        (c.is_control() || turns) && !keep.contains(&c)
    };
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if hidden(c) { format!("\\u{:04x}", c as u32) } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Columns as wide as their widest cell; those in `right` stand at the right of theirs. `below` gives a line to put under a row.
pub fn table(head: &[&str], rows: &[Vec<String>], right: &[usize], below: impl Fn(usize) -> Option<String>) -> String {
    // A cell stays on its line.
    let rows: Vec<Vec<Cow<str>>> = rows.iter().map(|row| row.iter().map(|cell| visible(cell, &[])).collect()).collect();
    let mut width: Vec<usize> = head.iter().map(|h| h.chars().count()).collect();
    for row in &rows {
        for (w, cell) in width.iter_mut().zip(row) {
            *w = (*w).max(cell.chars().count());
        }
    }
    let line = |row: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (i, (cell, w)) in row.zip(&width).enumerate() {
            let pad = " ".repeat(w.saturating_sub(cell.chars().count()));
            text += &if right.contains(&i) { format!("{pad}{cell}  ") } else { format!("{cell}{pad}  ") };
        }
        text.trim_end().to_owned() + "\n"
    };
    let mut out = line(&mut head.iter().copied());
    for (i, row) in rows.iter().enumerate() {
        out += &line(&mut row.iter().map(AsRef::as_ref));
        if let Some(text) = below(i) {
            out += &format!("    {text}\n");
        }
    }
    out
}

/// The table of a check, with a line under each answer that is not right, and the counts below.
pub(super) fn results(results: &Results) -> String {
    let head = ["verdict", "scene", "kernel", "in", "answer", "distance", "truth", "bad step", "exit"];
    let rows: Vec<Vec<String>> = results.checked.iter().map(row).collect();
    let mut out = table(&head, &rows, &[5, 6, 7], |i| {
        let report = &results.checked[i].report;
        first_error(&results.checked[i]).filter(|_| report.verdict != Verdict::Pass).map(finding_words)
    });
    let count = |verdict| results.count(verdict);
    out += &format!(
        "{} passed, {} failed, {} known failures, {} unexpected passes, {} undecided\n",
        count(Verdict::Pass),
        count(Verdict::Fail),
        count(Verdict::KnownFailure),
        count(Verdict::UnexpectedPass),
        count(Verdict::Undecided)
    );
    out
}

fn row(checked: &Checked) -> Vec<String> {
    let reply = &checked.reply;
    vec![
        checked.report.verdict.id().to_owned(),
        checked.scene.clone(),
        checked.kernel.clone(),
        checked.precision.id().to_owned(),
        reply.answer.id().to_owned(),
        reply.signed_distance.map_or("-".to_owned(), short),
        short(checked.report.truth.signed_distance),
        bad_step(checked),
        reply.exit.map_or("-", |e| e.id()).to_owned(),
    ]
}

/// The step to blame, or `result` where every step is right and only the answer or the expectation is not.
fn bad_step(checked: &Checked) -> String {
    match (checked.report.culprit, first_error(checked)) {
        (Some(_), Some(error)) if error.step.is_none() => "result".to_owned(),
        (culprit, _) => culprit.map_or("-".to_owned(), |s| s.to_string()),
    }
}

/// The error that explains the verdict: the first in order of steps, else the first of the result.
pub(super) fn first_error(checked: &Checked) -> Option<&Finding> {
    checked.report.findings.iter().find(|f| f.severity == Severity::Error)
}

/// `step 3: message [check]`
pub fn finding_words(f: &Finding) -> String {
    format!("{}: {} [{}]", f.step.map_or("result".to_owned(), |s| format!("step {s}")), f.message, f.check)
}
