//! Reading a scene from text.

use super::reader::{Read, Reader, Trail, shortened, thousands};
use super::tree::{self, Kind, Node};
use super::{Body, FORMAT, MOST_BODIES, MOST_BYTES, Scene, SceneError};
use super::{body, dimension, expect, query, wish};

/// A scene with what was accepted but should be known.
pub(super) struct Reading {
    pub scene: Scene,
    pub notes: Vec<SceneError>,
}

/// Reads a scene; `judge` says whether its values are judged (convex, not negative, names known) or only its form is.
pub(super) fn read(text: &str, path: &str, judge: bool) -> Read<Reading> {
    let reader = Reader { text, path, notes: Default::default(), judge };
    if text.len() > MOST_BYTES {
        return Err(super::file::too_large(path, text.len() as u64));
    }
    let root = tree::parse(text).map_err(|fault| reader.fault(fault))?;
    let scene = scene(&reader, &root)?;
    Ok(Reading { scene, notes: reader.notes.into_inner() })
}

fn scene(r: &Reader, root: &Node) -> Read<Scene> {
    let top = Trail::TOP;
    format(r, root)?;
    let known = ["format", "story", "source", "dimension", "bodies", "query", "expect", "figure"];
    let fields = r.fields(root, &top, "Scene", &known)?;
    let text = |name: &str| fields.optional(name).map_or(Ok(String::new()), |node| r.text(node, &top.field(name)));
    let (story, source) = (text("story")?, text("source")?);

    let bodies_node = fields.required("bodies", &top, "[(name: \"A\", shape: ..), (name: \"B\", shape: ..)]")?;
    dimension::check(r, fields.optional("dimension"), bodies_node)?;
    let bodies = bodies(r, bodies_node)?;
    let query = match fields.optional("query") {
        Some(node) => query::query(r, node, &bodies)?,
        None => query::default(&bodies).ok_or_else(|| {
            r.error(&bodies_node.span, &top.field("bodies"), "too few; a scene has at least 2 bodies")
        })?,
    };
    let expect = fields.optional("expect").map(|node| expect::expect(r, node, &top.field("expect"))).transpose()?;
    let figure = fields.optional("figure").map(|node| wish::figure(r, node, &top.field("figure"))).transpose()?;
    Ok(Scene { story, source, bodies, query, expect, figure })
}

/// The format is judged before anything else: a later one may have fields that are unknown here.
fn format(r: &Reader, root: &Node) -> Read<()> {
    let top = Trail::TOP;
    let trail = top.field("format");
    let Kind::Group { items, .. } = &root.kind else {
        return Err(r.expected(root, &top, "a scene (format: 1, story: ..)"));
    };
    let item = items.iter().find(|item| item.key.as_ref().is_some_and(|key| r.slice(key) == "format"));
    let item = item.ok_or_else(|| r.error(&root.span, &trail, format!("missing; write format: {FORMAT}")))?;
    let node = r.some(&item.value).unwrap_or(&item.value);
    match r.integer(node, &trail, 1, i64::MAX)? {
        FORMAT => Ok(()),
        later => {
            let message =
                format!("written by a newer gjkscope (format {later}, this one reads {FORMAT}); update gjkscope");
            Err(r.error(&node.span, &trail, message))
        }
    }
}

fn bodies(r: &Reader, node: &Node) -> Read<Vec<Body>> {
    let top = Trail::TOP;
    let trail = top.field("bodies");
    let items = r.list(node, &trail, "(name: .., shape: ..)")?;
    if items.len() > MOST_BODIES {
        let message = format!("{} bodies; a scene has at most {}", thousands(items.len()), thousands(MOST_BODIES));
        return Err(r.error(&node.span, &trail, message));
    }
    let mut bodies: Vec<Body> = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        let body = body::body(r, &item.value, &trail.index(i))?;
        if r.judge
            && let Some(first) = bodies.iter().position(|other| other.name == body.name)
        {
            let message = format!("bodies[{first}] has the name {:?} already; choose another", shortened(&body.name));
            return Err(r.error(&item.value.span, &trail.index(i), message));
        }
        bodies.push(body);
    }
    Ok(bodies)
}
