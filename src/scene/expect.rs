//! Reading the answer that is expected, and refusing one that contradicts itself.

use glam::DVec3;

use super::reader::{Fields, Read, Reader, Trail, suggestion};
use super::tree::Node;
use super::{Answer, Expect, KnownFailure};
use crate::kernel::Exit;

/// A normal is a unit vector; one typed with 6 digits passes.
const UNIT_SLACK: f64 = 1e-5;

pub(super) fn expect(r: &Reader, node: &Node, trail: &Trail) -> Read<Expect> {
    let known = ["answer", "normals", "tolerance", "max_iterations", "f32", "known_failures", "reported"];
    let fields = r.fields(node, trail, "Expect", &known)?;
    let mut expect = judgement(r, &fields, trail)?;
    if let Some(node) = fields.optional("f32") {
        let trail = trail.field("f32");
        let known = ["answer", "normals", "tolerance", "max_iterations", "reported"];
        let fields = r.fields(node, &trail, "Expect", &known)?;
        expect.f32 = Some(Box::new(judgement(r, &fields, &trail)?));
    }
    if let Some(node) = fields.optional("known_failures") {
        let trail = trail.field("known_failures");
        let items = r.list(node, &trail, "(kernel: .., reason: ..)")?;
        let read = |(i, item): (usize, &super::tree::Item)| known_failure(r, &item.value, &trail.index(i));
        expect.known_failures = items.iter().enumerate().map(read).collect::<Read<_>>()?;
    }
    Ok(expect)
}

/// What the expectations for f64 and for f32 have in common.
fn judgement(r: &Reader, fields: &Fields, trail: &Trail) -> Read<Expect> {
    let node = fields.required("answer", trail, "Separated(distance: 1), Touching or Overlapping(depth: 1)")?;
    let (answer, inner) = answer(r, node, &trail.field("answer"))?;
    let outer = match fields.optional("normals") {
        Some(node) => Some((node, normals(r, node, &trail.field("normals"))?)),
        None => None,
    };
    let normals = match (inner, outer) {
        (Some(_), Some((node, _))) => {
            let message = "given in the answer, too; remove one of them";
            return Err(r.error(&node.span, &trail.field("normals"), message));
        }
        (inner, outer) => inner.or(outer.map(|(_, normals)| normals)).unwrap_or_default(),
    };
    let tolerance = fields.optional("tolerance");
    let tolerance = tolerance.map(|node| r.size(node, &trail.field("tolerance"), "tolerance")).transpose()?;
    let most = fields.optional("max_iterations");
    let most = most.map(|node| r.integer(node, &trail.field("max_iterations"), 0, u32::MAX as i64)).transpose()?;
    let reported = fields.optional("reported");
    Ok(Expect {
        answer,
        normals,
        tolerance,
        max_iterations: most.map(|n| n as u32),
        f32: None,
        known_failures: Vec::new(),
        reported: reported.map(|node| r.text(node, &trail.field("reported"))).transpose()?,
    })
}

/// The class with its value, and the normals if they are given with it.
fn answer(r: &Reader, node: &Node, trail: &Trail) -> Read<(Answer, Option<Vec<DVec3>>)> {
    let (known, value, other): (&[&str], _, _) = match r.variant(node) {
        Some("Separated") => (&["distance", "normals"], Some("distance"), "Overlapping(depth: ..)"),
        Some("Overlapping") => (&["depth", "normals"], Some("depth"), "Separated(distance: ..)"),
        Some("Touching") => (&["normals"], None, ""),
        _ => return Err(r.expected(node, trail, "Separated(distance: ..), Touching or Overlapping(depth: ..)")),
    };
    let fields = r.variant_fields(node, trail, known)?;
    let amount = match value.and_then(|name| Some((name, fields.optional(name)?))) {
        Some((name, node)) => {
            let amount = r.number(node, &trail.field(name))?;
            if r.judge && amount <= 0.0 {
                let right = if amount == 0.0 { "Touching" } else { other };
                let message = format!("contradicts its class: the {name} is not above 0; write {right}");
                return Err(r.error(&node.span, &trail.field(name), message));
            }
            Some(amount)
        }
        None => None,
    };
    let normals = fields.optional("normals").map(|node| normals(r, node, &trail.field("normals"))).transpose()?;
    let answer = match value {
        Some("distance") => Answer::Separated(amount),
        Some(_) => Answer::Overlapping(amount),
        None => Answer::Touching,
    };
    Ok((answer, normals))
}

fn normals(r: &Reader, node: &Node, trail: &Trail) -> Read<Vec<DVec3>> {
    let normal = |(i, item): (usize, &super::tree::Item)| {
        let trail = trail.index(i);
        let normal = r.point(&item.value, &trail)?;
        let length = normal.x.hypot(normal.y);
        if r.judge && (length - 1.0).abs() > UNIT_SLACK {
            let message = format!("a normal has length 1, this one {length}; divide it by its length");
            return Err(r.error(&item.value.span, &trail, message));
        }
        Ok(normal)
    };
    r.list(node, trail, "(x, y)")?.iter().enumerate().map(normal).collect()
}

fn known_failure(r: &Reader, node: &Node, trail: &Trail) -> Read<KnownFailure> {
    const ANSWERS: [&str; 4] = ["separated", "touching", "overlapping", "undecided"];
    let fields = r.fields(node, trail, "KnownFailure", &["kernel", "precision", "answer", "exit", "reason"])?;
    let word = |name: &str| fields.optional(name).map(|node| id(r, node, &trail.field(name))).transpose();
    let answer = word("answer")?;
    if let (true, Some(answer), Some(node)) = (r.judge, &answer, fields.optional("answer"))
        && !ANSWERS.contains(&answer.as_str())
    {
        let message = format!("unknown answer; {}", suggestion(answer, &ANSWERS));
        return Err(r.error(&node.span, &trail.field("answer"), message));
    }
    let exit = word("exit")?;
    if let (true, Some(exit), Some(node)) = (r.judge, &exit, fields.optional("exit"))
        && !Exit::ALL.iter().any(|known| known.id() == exit)
    {
        let message = format!("unknown exit; {}", suggestion(exit, &Exit::ALL.map(Exit::id)));
        return Err(r.error(&node.span, &trail.field("exit"), message));
    }
    let kernel = fields.optional("kernel").map(|node| super::query::kernel_id(r, node, &trail.field("kernel")));
    let precision =
        fields.optional("precision").map(|node| super::query::precision(r, node, &trail.field("precision")));
    Ok(KnownFailure {
        kernel: kernel.transpose()?,
        precision: precision.transpose()?,
        answer,
        exit,
        reason: r.text(fields.required("reason", trail, "\"why\"")?, &trail.field("reason"))?,
    })
}

/// An id as text, `"iteration-limit"`, or as a word in Rust case, `IterationLimit`.
fn id(r: &Reader, node: &Node, trail: &Trail) -> Read<String> {
    let Some(word) = r.variant(node).filter(|_| matches!(node.kind, super::tree::Kind::Word)) else {
        return r.text(node, trail);
    };
    let mut id = String::new();
    for c in word.chars() {
        if c.is_uppercase() && !id.is_empty() {
            id.push('-');
        }
        id.extend(c.to_lowercase());
    }
    Ok(id)
}
