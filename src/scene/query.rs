//! Reading the question: which pair, which kernel, which settings.

use super::reader::{Read, Reader, Trail, shortened, suggestion};
use super::tree::Node;
use super::{Body, DEFAULT_KERNEL, Query};
use crate::kernel::{self, Settings, StartRule, Tie};
use crate::num::Precision;

/// A run records what it does, so its length is bounded.
const MOST_ITERATIONS: i64 = 1_000_000;

/// The question of a scene without one: the first two bodies.
pub(super) fn default(bodies: &[Body]) -> Option<Query> {
    let [a, b, ..] = bodies else { return None };
    Some(Query {
        a: a.name.clone(),
        b: b.name.clone(),
        kernel: DEFAULT_KERNEL.to_owned(),
        precision: Precision::F64,
        settings: Settings::default(),
    })
}

pub(super) fn query(r: &Reader, node: &Node, bodies: &[Body]) -> Read<Query> {
    let top = Trail::TOP;
    let trail = top.field("query");
    let fields = r.fields(node, &trail, "Query", &["a", "b", "kernel", "precision", "settings"])?;
    let body = |name: &str| {
        let node = fields.required(name, &trail, "\"a body's name\"")?;
        let trail = trail.field(name);
        let word = r.text(node, &trail)?;
        if r.judge && !bodies.iter().any(|body| body.name == word) {
            let names: Vec<&str> = bodies.iter().take(20).map(|body| body.name.as_str()).collect();
            let message = format!("no body is named {:?}; {}", shortened(&word), suggestion(&word, &names));
            return Err(r.error(&node.span, &trail, message));
        }
        Ok((word, node))
    };
    let ((a, _), (b, b_node)) = (body("a")?, body("b")?);
    if r.judge && a == b {
        return Err(r.error(&b_node.span, &trail.field("b"), "the same body as a; name another one"));
    }
    let kernel = match fields.optional("kernel") {
        Some(node) => kernel_id(r, node, &trail.field("kernel"))?,
        None => DEFAULT_KERNEL.to_owned(),
    };
    let precision = match fields.optional("precision") {
        Some(node) => precision(r, node, &trail.field("precision"))?,
        None => Precision::F64,
    };
    let settings = match fields.optional("settings") {
        Some(node) => settings(r, node, &trail.field("settings"), [&a, &b].map(|name| vertices(bodies, name)))?,
        None => Settings::default(),
    };
    Ok(Query { a, b, kernel, precision, settings })
}

fn vertices(bodies: &[Body], name: &str) -> Option<usize> {
    bodies.iter().find(|body| body.name == name)?.shape.points().map(|points| points.len())
}

/// The id of a kernel that is listed.
pub(super) fn kernel_id(r: &Reader, node: &Node, trail: &Trail) -> Read<String> {
    let id = r.text(node, trail)?;
    if r.judge && kernel::find(&id).is_none() {
        let known: Vec<&str> = kernel::KERNELS.iter().map(|kernel| kernel.id).collect();
        let message = format!("unknown kernel {:?}; known: {}", shortened(&id), known.join(", "));
        return Err(r.error(&node.span, trail, message));
    }
    Ok(id)
}

pub(super) fn precision(r: &Reader, node: &Node, trail: &Trail) -> Read<Precision> {
    match r.variant(node) {
        Some("F32") => Ok(Precision::F32),
        Some("F64") => Ok(Precision::F64),
        _ => Err(r.expected(node, trail, "F32 or F64")),
    }
}

/// `vertices`: how many A and B have, where they have vertices.
fn settings(r: &Reader, node: &Node, trail: &Trail, vertices: [Option<usize>; 2]) -> Read<Settings> {
    const KNOWN: [&str; 7] =
        ["start", "tie", "max_iterations", "max_expansions", "tolerance", "touching", "warm_start"];
    let fields = r.fields(node, trail, "Settings", &KNOWN)?;
    let mut settings = Settings::default();
    if let Some(node) = fields.optional("start") {
        settings.start = start(r, node, &trail.field("start"))?;
    }
    if let Some(node) = fields.optional("tie") {
        settings.tie = match r.variant(node) {
            Some("First") => Tie::First,
            Some("Last") => Tie::Last,
            _ => return Err(r.expected(node, &trail.field("tie"), "First or Last")),
        };
    }
    let count = |name: &str| match fields.optional(name) {
        Some(node) => r.integer(node, &trail.field(name), 0, MOST_ITERATIONS).map(|n| Some(n as u32)),
        None => Ok(None),
    };
    settings.max_iterations = count("max_iterations")?.unwrap_or(settings.max_iterations);
    settings.max_expansions = count("max_expansions")?.unwrap_or(settings.max_expansions);
    let size = |name: &str| fields.optional(name).map(|node| r.size(node, &trail.field(name), "tolerance")).transpose();
    settings.tolerance = size("tolerance")?;
    settings.touching = size("touching")?;
    if let Some(node) = fields.optional("warm_start") {
        settings.warm_start = warm_start(r, node, &trail.field("warm_start"), vertices)?;
    }
    Ok(settings)
}

fn start(r: &Reader, node: &Node, trail: &Trail) -> Read<StartRule> {
    let values = r.tuple(node).unwrap_or_default();
    match (r.variant(node), values) {
        (Some("Centers"), []) => Ok(StartRule::Centers),
        (Some("PlusX"), []) => Ok(StartRule::PlusX),
        (Some("Direction"), [direction]) => Ok(StartRule::Direction(r.point(&direction.value, trail)?)),
        _ => Err(r.expected(node, trail, "Centers, PlusX or Direction((x, y))")),
    }
}

fn warm_start(r: &Reader, node: &Node, trail: &Trail, vertices: [Option<usize>; 2]) -> Read<Vec<(u32, u32)>> {
    const PAIR: &str = "(index of A, index of B)";
    let items = r.list(node, trail, PAIR)?;
    if r.judge && items.len() > 3 {
        return Err(r.error(
            &items[3].value.span,
            &trail.index(3),
            "a simplex in 2D has at most 3 points; remove this one",
        ));
    }
    let pair = |(i, item): (usize, &super::tree::Item)| {
        let trail = trail.index(i);
        let Some(pair @ [_, _]) = r.tuple(&item.value) else {
            return Err(r.expected(&item.value, &trail, PAIR));
        };
        let mut indices = [0u32; 2];
        for (k, index) in pair.iter().enumerate() {
            indices[k] = r.integer(&index.value, &trail, 0, u32::MAX as i64)? as u32;
            if let Some(count) = vertices[k].filter(|count| r.judge && indices[k] as usize >= *count) {
                let body = ["a", "b"][k];
                let message = format!("body {body} has no vertex {}; its last one is {}", indices[k], count - 1);
                return Err(r.error(&index.value.span, &trail, message));
            }
        }
        Ok((indices[0], indices[1]))
    };
    items.iter().enumerate().map(pair).collect()
}
