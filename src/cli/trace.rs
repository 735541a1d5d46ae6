//! `gjkscope trace`: everything a run recorded, for a person or a program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use glam::DVec3;
use serde_json::{Value, json};

use super::PrecisionArg;
use super::output::{Failure, emit};
use crate::check::{self, Reply, Report, Severity, class_word, vector};
use crate::exact::Judged;
use crate::kernel::{self, EventKind, StartRule, Tie};
use crate::model::INSIDE;
use crate::run::{NumberStyle, Trace, point_name, sentence, short, test_words};
use crate::scene::{self, Scene};

/// Arguments of `trace`.
#[derive(Args, Debug, Default)]
pub struct TraceArgs {
    /// The scene; without one, the embedded first scene.
    pub scene: Option<PathBuf>,
    /// Another kernel than the scene's.
    #[arg(long, value_name = "ID")]
    pub kernel: Option<String>,
    /// Another precision than the scene's.
    #[arg(long, value_name = "P")]
    pub precision: Option<PrecisionArg>,
    /// Settings as an engine has them, instead of the scene's (see `gjkscope list presets`).
    #[arg(long, value_name = "ID")]
    pub preset: Option<String>,
    /// How to print it.
    #[arg(long, default_value = "text")]
    pub format: Format,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long)]
    pub force: bool,
}

/// How a trace is printed.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// Sentences.
    #[default]
    Text,
    /// One object.
    Json,
    /// One row an event.
    Csv,
}

pub(super) fn run(args: TraceArgs) -> Result<u8, Failure> {
    let (mut scene, path) = open(args.scene.as_deref(), args.kernel.as_deref(), args.precision)?;
    if let Some(id) = &args.preset {
        let preset = kernel::preset(id).ok_or_else(|| {
            let ids: Vec<&str> = kernel::PRESETS.iter().map(|p| p.id).collect();
            Failure(format!("unknown preset `{id}`; there are {}", ids.join(", ")))
        })?;
        scene.query.settings = (preset.settings)(scene.query.precision);
    }
    let (trace, report) =
        check::run(&scene).ok_or_else(|| Failure(format!("the query names no two bodies ({path})")))?;
    let text = match args.format {
        Format::Text => as_text(&scene, &path, &trace, &report),
        Format::Json => serde_json::to_string_pretty(&as_json(&path, &trace, &report)).unwrap_or_default() + "\n",
        Format::Csv => as_csv(&trace),
    };
    emit(&text, args.output.as_deref(), args.force)?;
    Ok(0)
}

/// A scene (the embedded first one without a path) with its kernel and precision replaced where asked for, and the path to show.
pub(super) fn open(
    path: Option<&Path>,
    kernel: Option<&str>,
    precision: Option<PrecisionArg>,
) -> Result<(Scene, String), Failure> {
    let (mut scene, path) = match path {
        Some(path) => (load(path)?.scene, path.display().to_string()),
        None => (scene::first()?.scene, scene::FIRST.to_owned()),
    };
    if let Some(id) = kernel {
        scene.query.kernel = known_kernel(id)?.to_owned();
    }
    if let Some(p) = precision {
        scene.query.precision = p.into();
    }
    Ok((scene, path))
}

/// A scene from a file, or from inside the program as the window names it.
fn load(path: &Path) -> Result<scene::Document, scene::SceneError> {
    let inside = path.to_str().and_then(|path| path.strip_prefix(INSIDE)).and_then(scene::embedded);
    inside.unwrap_or_else(|| scene::load(path))
}

/// The id as the list spells it, or an error that names the nearest.
pub(super) fn known_kernel(id: &str) -> Result<&'static str, Failure> {
    kernel::find(id).map(|k| k.id).ok_or_else(|| {
        let ids: Vec<&str> = kernel::KERNELS.iter().map(|k| k.id).collect();
        Failure(format!("unknown kernel {id:?}; known: {} (--kernel)", ids.join(", ")))
    })
}

pub(super) fn truth_words(truth: &crate::exact::Truth) -> String {
    format!("{}, signed distance {}", class_word(truth.class), truth.digits.replace('-', "−"))
}

fn as_text(scene: &Scene, path: &str, trace: &Trace, report: &Report) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("{path}: {}", scene.story.trim()));
    line(format!(
        "A = {}, B = {}, kernel {}, {}, frame of {}",
        scene.query.a,
        scene.query.b,
        trace.kernel.id,
        trace.precision.id(),
        match trace.frame {
            kernel::Frame::A => "A",
            kernel::Frame::World => "the world",
        }
    ));
    let mut iteration = None;
    let mut marked = false;
    for (i, event) in trace.events.iter().enumerate() {
        if iteration != Some((event.phase, event.iteration)) {
            iteration = Some((event.phase, event.iteration));
            line(format!("iteration {}", event.iteration));
        }
        let judged = report.audit.iter().find(|a| a.step == i as u32).map(|a| a.judged);
        let found = report.findings.iter().any(|f| f.step == Some(i as u32) && f.severity == Severity::Error);
        let mark = match judged {
            _ if found => "!",
            Some(Judged::FalseSign) => "x",
            Some(Judged::Fragile) => "~",
            _ => " ",
        };
        marked |= mark != " ";
        line(format!("{mark}{i:4}  {}", sentence(trace, i, NumberStyle::Short)));
    }
    let answered = &trace.answered;
    if marked {
        line("marks: ! an error at this step, x a false sign, ~ nearer than its rounding".to_owned());
    }
    line(String::new());
    line(format!(
        "answer   {}{}",
        answered.answer.id(),
        answered.signed_distance.map_or(String::new(), |s| format!(", signed distance {}", exact(s)))
    ));
    if let Some(n) = answered.normal {
        line(format!("normal   ({}, {})", exact(n.x), exact(n.y)));
    }
    if let Some((a, b)) = answered.witnesses {
        line(format!("witness  A ({}, {}), B ({}, {})", exact(a.x), exact(a.y), exact(b.x), exact(b.y)));
    }
    line(format!(
        "effort   {} iterations, {} support calls, exit {}",
        answered.iterations,
        answered.supports,
        answered.exit.id()
    ));
    line(format!("truth    {}", truth_words(&report.truth)));
    if let Some(written) = &report.truth_as_written {
        line(format!("as written  {} (the numbers before rounding to {})", truth_words(written), trace.precision.id()));
    }
    if let Some(error) = report.error {
        line(format!("error    {} (tolerance {})", short(error), short(report.tolerance)));
    }
    if let Some(pose) = report.pose_rounding.filter(|&p| p > 0.0) {
        line(format!("posing   rounding the posed vertices alone moves the truth by {}", short(pose)));
    }
    line(format!("verdict  {}, expectation {}", report.verdict.id(), report.expectation.id()));
    if let Some(culprit) = report.culprit {
        line(format!("culprit  step {culprit}: {}", sentence(trace, culprit as usize, NumberStyle::Short)));
    }
    for f in &report.findings {
        let place = f.step.map_or("result".to_owned(), |s| format!("step {s}"));
        let severity = if f.severity == Severity::Error { "finding" } else { "note" };
        line(format!("{severity}  {place}: {} [{}]", f.message, f.check));
    }
    out
}

fn exact(x: f64) -> String {
    crate::run::format_number(x, NumberStyle::Exact)
}

fn settings_json(trace: &Trace) -> Value {
    let s = &trace.settings;
    json!({
        "start": match s.start {
            StartRule::Centers => json!("centers"),
            StartRule::PlusX => json!("plus-x"),
            StartRule::Direction(d) => vector(d),
        },
        "tie": match s.tie { Tie::First => "first", Tie::Last => "last" },
        "max_iterations": s.max_iterations,
        "max_expansions": s.max_expansions,
        "tolerance": s.tolerance,
        "touching": s.touching,
        "warm_start": s.warm_start,
    })
}

fn event_json(trace: &Trace, report: &Report, step: usize) -> Value {
    let event = &trace.events[step];
    let mut o = json!({
        "step": step,
        "iteration": event.iteration,
        "kind": event.kind.id(),
        "line": event.line,
        "phase": event.phase,
        "text": sentence(trace, step, NumberStyle::Exact),
    });
    let names = |points: &[u32]| points.iter().map(|&p| point_name(p)).collect::<Vec<_>>();
    let more = match &event.kind {
        EventKind::Start { d } => json!({ "d": vector(*d) }),
        EventKind::Support { point } | EventKind::Given { point } => {
            let p = &trace.points[*point as usize];
            let index = |i: u32| (i != crate::shape::SMOOTH).then_some(i);
            json!({ "point": point_name(*point), "d": vector(p.d), "a": vector(p.a), "b": vector(p.b), "w": vector(p.w),
                    "a_index": index(p.ia), "b_index": index(p.ib) })
        }
        EventKind::Test(t) => {
            let (left, relation, right) = test_words(t, NumberStyle::Exact);
            json!({ "left": left, "relation": relation, "right": right, "left_value": t.left_value,
                    "right_value": t.right_value, "held": t.held, "claim": t.claim.id(), "d": vector(t.d) })
        }
        EventKind::Reduce { before, after, weights, v } => json!({
            "before": names(before), "after": names(after), "weights": weights[..before.len()], "v": vector(*v) }),
        EventKind::Bounds { lower, upper } => json!({ "lower": lower, "upper": upper }),
        EventKind::Polygon { by } => json!({
            "by": by.map(point_name),
            "edges": trace.step(step).map(|s| s.polygon().map(|(_, e)| json!({
                "from": point_name(e.from), "to": point_name(e.to), "normal": vector(e.normal), "distance": e.distance,
            })).collect::<Vec<_>>()),
        }),
        EventKind::Nearest { edge } => {
            let e = &trace.edges[*edge as usize];
            json!({ "from": point_name(e.from), "to": point_name(e.to), "normal": vector(e.normal), "distance": e.distance })
        }
        EventKind::HandOver { simplex } => json!({ "simplex": names(simplex), "rank": simplex.len() as i64 - 1 }),
        EventKind::Exit { exit, by } => json!({ "exit": exit.id(), "by": by }),
    };
    if let (Value::Object(o), Value::Object(more)) = (&mut o, more) {
        o.extend(more);
        if let Some(a) = report.audit.iter().find(|a| a.step == step as u32) {
            let judged =
                json!({ "judged": a.judged.id(), "exact_sign": a.sign, "margin_ulps": a.margin, "message": a.message });
            o.insert("audit".to_owned(), judged);
        }
    }
    o
}

fn as_json(path: &str, trace: &Trace, report: &Report) -> Value {
    json!({
        "format": 1,
        "scene": path,
        "kernel": trace.kernel.id,
        "precision": trace.precision.id(),
        "settings": settings_json(trace),
        "frame": trace.frame.id(),
        "outcome": check::reply_json(path, trace.kernel.id, trace.precision, &Reply::from(&trace.answered), report),
        "events": (0..trace.len()).map(|i| event_json(trace, report, i)).collect::<Vec<_>>(),
    })
}

/// The columns of the CSV, one row an event.
const COLUMNS: &str = "step,iteration,phase,line,kind,point,a_index,b_index,d_x,d_y,a_x,a_y,b_x,b_y,w_x,w_y,left,relation,right,held,claim,lower,upper,v_x,v_y,text";

fn as_csv(trace: &Trace) -> String {
    let mut out = format!("{COLUMNS}\n");
    let number = |x: f64| if x.is_finite() { format!("{x:?}") } else { String::new() };
    let index = |i: Option<u32>| i.map(|i| i.to_string()).unwrap_or_default();
    for (i, event) in trace.events.iter().enumerate() {
        let row = trace.row(i);
        let head = [i.to_string(), event.iteration.to_string(), event.phase.to_string(), event.line.to_string()];
        let mut cells = Vec::from(head);
        cells.extend([row.kind.to_owned(), row.point_name(), index(row.indices[0]), index(row.indices[1])]);
        let mut vector = |v: Option<DVec3>| match v {
            Some(v) => cells.extend([number(v.x), number(v.y)]),
            None => cells.extend([String::new(), String::new()]),
        };
        [row.d, row.a, row.b, row.w].into_iter().for_each(&mut vector);
        match row.test {
            Some(t) => cells.extend([
                number(t.left_value),
                t.relation.symbol().to_owned(),
                number(t.right_value),
                t.held.to_string(),
                t.claim.id().to_owned(),
            ]),
            None => cells.extend([const { String::new() }; 5]),
        }
        let (lower, upper) = row.bounds.map(|(l, u)| (number(l), number(u))).unwrap_or_default();
        let (x, y) = row.v.map(|v| (number(v.x), number(v.y))).unwrap_or_default();
        cells.extend([lower, upper, x, y, sentence(trace, i, NumberStyle::Exact)]);
        let row: Vec<String> = cells.iter().map(|c| quoted(c)).collect();
        let _ = writeln!(out, "{}", row.join(","));
    }
    out
}

/// A CSV cell, in quotes where it has to be.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
