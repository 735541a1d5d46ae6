//! `gjkscope compare`: every kernel that answers the query, in both precisions, beside the truth.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::output::{Failure, emit, table};
use super::trace::truth_words;
use crate::check::{self, Reply, Severity, finding_words};
use crate::run::short;
use crate::scene;
use crate::search::{self, Compared};

/// Arguments of `compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The scene.
    scene: PathBuf,
    /// How to print it.
    #[arg(long, default_value = "table")]
    format: Format,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Table,
    Json,
}

pub(super) fn run(args: CompareArgs) -> Result<u8, Failure> {
    let scene = scene::load(&args.scene)?.scene;
    let path = args.scene.display().to_string();
    let compared = search::compare(&scene);
    let text = match args.format {
        Format::Table => as_table(&path, &scene.story, &compared),
        Format::Json => serde_json::to_string_pretty(&as_json(&path, &compared)).unwrap_or_default() + "\n",
    };
    emit(&text, args.output.as_deref(), args.force)?;
    Ok(0)
}

fn as_table(path: &str, story: &str, compared: &[Compared]) -> String {
    let mut out = format!("{path}: {}\n", story.trim());
    if let Some(first) = compared.last() {
        out += &format!(
            "truth: {}\n\n",
            truth_words(first.report.truth_as_written.as_ref().unwrap_or(&first.report.truth))
        );
    }
    let head = ["verdict", "kernel", "in", "answer", "distance", "error", "it", "sup", "exit", "parts", "changed by"];
    let rows: Vec<Vec<String>> = compared
        .iter()
        .map(|c| {
            let changed: Vec<&str> = c.twisted.iter().filter(|t| !t.same).map(|t| t.twist.id()).collect();
            vec![
                c.report.verdict.id().to_owned(),
                c.kernel.id.to_owned(),
                c.precision.id().to_owned(),
                c.answered.answer.id().to_owned(),
                c.answered.signed_distance.map_or("-".to_owned(), short),
                c.report.error.map_or("-".to_owned(), short),
                c.answered.iterations.to_string(),
                c.answered.supports.to_string(),
                c.answered.exit.id().to_owned(),
                c.parts.map_or("-".to_owned(), |s| format!("step {s}")),
                if changed.is_empty() { "-".to_owned() } else { changed.join(" ") },
            ]
        })
        .collect();
    out += &table(&head, &rows, &[4, 5, 6, 7], |i| {
        let report = &compared[i].report;
        let f = report.findings.iter().find(|f| f.severity == Severity::Error)?;
        Some(finding_words(f))
    });
    out += "\nparts: the first step at which f32 and f64 go different ways. changed by: what changes the answer but must not.\n";
    out
}

fn as_json(path: &str, compared: &[Compared]) -> Value {
    let runs: Vec<Value> = compared
        .iter()
        .map(|c| {
            let mut run = check::reply_json(path, c.kernel.id, c.precision, &Reply::from(&c.answered), &c.report);
            if let Value::Object(o) = &mut run {
                o.insert("parts".to_owned(), json!(c.parts));
                let twisted = c.twisted.iter().map(|t| {
                    json!({ "twist": t.twist.id(), "answer": t.answered.answer.id(), "signed_distance": t.answered.signed_distance,
                            "iterations": t.answered.iterations, "exit": t.answered.exit.id(), "same": t.same })
                });
                o.insert("twisted".to_owned(), Value::Array(twisted.collect()));
            }
            run
        })
        .collect();
    Value::Array(runs)
}
