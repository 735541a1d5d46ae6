//! The results of a check as JUnit XML, which CI servers show.

use super::table::{finding_words, first_error};
use super::{Results, Verdict};

/// The document.
pub(super) fn junit(results: &Results) -> String {
    let failures = results.count(Verdict::Fail) + results.count(Verdict::UnexpectedPass);
    let errors = results.count(Verdict::Undecided) + results.unreadable.len();
    let skipped = results.count(Verdict::KnownFailure);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"gjkscope\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">\n",
        results.checked.len() + results.unreadable.len()
    );
    // What could not be read was not checked, and a server that shows only this must show it.
    for error in &results.unreadable {
        let (scene, message) = (xml(&error.path), xml(&error.to_string()));
        out += &format!("  <testcase classname=\"{scene}\" name=\"read\"><error message=\"{message}\"/></testcase>\n");
    }
    for r in &results.checked {
        let message = first_error(r).map_or(String::new(), finding_words);
        let inner = match r.report.verdict {
            Verdict::Pass => None,
            Verdict::Fail => Some(("failure", message)),
            Verdict::UnexpectedPass => Some(("failure", "passes although it is listed as a known failure".to_owned())),
            Verdict::Undecided => Some(("error", "stopped without an answer".to_owned())),
            Verdict::KnownFailure => Some(("skipped", format!("known failure: {message}"))),
        };
        let name = format!("{} {}", r.kernel, r.precision.id());
        out += &format!("  <testcase classname=\"{}\" name=\"{}\"", xml(&r.scene), xml(&name));
        out += &match inner {
            None => "/>\n".to_owned(),
            Some((tag, text)) => format!("><{tag} message=\"{}\"/></testcase>\n", xml(&text)),
        };
    }
    out + "</testsuite>\n"
}

fn xml(text: &str) -> String {
    text.chars()
        .filter(|c| *c >= ' ' || *c == '\t')
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            c => c.to_string(),
        })
        .collect()
}
