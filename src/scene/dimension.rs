//! Whether the bodies are 2D or 3D, told from coordinates and names before anything else is read; 3D ones are refused by name.

use super::SceneError;
use super::reader::{Read, Reader, Trail};
use super::tree::{Item, Kind, Node};

const FLAT: [&str; 4] = ["Circle", "Polygon", "Ellipse", "CosSin"];
const SOLID: [&str; 7] = ["Triangle", "Sphere", "Cylinder", "Cone", "Ellipsoid", "Quat", "Matrix"];

/// The first sign of either dimension, in file order: where it stands, and an error whose message still is the sign alone.
#[derive(Default)]
struct Signs {
    flat: Option<(u32, SceneError)>,
    solid: Option<(u32, SceneError)>,
}

/// Refuses bodies that mix 2D and 3D, and 3D ones as long as they cannot be run. `said` is the scene's own field `dimension`.
pub(super) fn check(reader: &Reader, said: Option<&Node>, bodies: &Node) -> Read<()> {
    let mut signs = Signs::default();
    if let Some(node) = said {
        let trail = Trail::TOP;
        let trail = trail.field("dimension");
        let dimension = reader.integer(node, &trail, 2, 3)?;
        signs.add(dimension == 3, reader, node, &trail, format!("dimension: {dimension}"));
    }
    let Kind::List(items) = &bodies.kind else { return Ok(()) };
    for (i, body) in items.iter().enumerate() {
        let name = body_name(reader, &body.value);
        let top = Trail::TOP;
        let bodies = top.field("bodies");
        let trail = name.as_ref().map_or(bodies.index(i), |name| Trail::body(name));
        visit(reader, &body.value, &trail, &mut signs);
    }
    signs.refusal().map_or(Ok(()), Err)
}

/// The name a body gives itself, if it can be read.
pub(super) fn body_name(reader: &Reader, body: &Node) -> Option<String> {
    let Kind::Group { items, .. } = &body.kind else { return None };
    let name = items.iter().find(|i| i.key.as_ref().is_some_and(|k| reader.slice(k) == "name"))?;
    reader.text(&name.value, &Trail::TOP).ok().filter(|name| !name.is_empty())
}

fn visit(reader: &Reader, node: &Node, trail: &Trail, signs: &mut Signs) {
    if let Some(word) = reader.variant(node) {
        let solid = SOLID.contains(&word);
        if solid || FLAT.contains(&word) {
            signs.add(solid, reader, node, trail, word.to_owned());
        }
    }
    match &node.kind {
        Kind::Group { name: None, items, .. } if is_point(items) => {
            let count = if items.len() == 2 { "two" } else { "three" };
            signs.add(items.len() == 3, reader, node, trail, format!("{count} coordinates"));
        }
        Kind::List(items) => {
            for (i, item) in items.iter().enumerate() {
                visit(reader, &item.value, &trail.index(i), signs);
            }
        }
        Kind::Group { items, .. } => {
            for item in items {
                match &item.key {
                    Some(key) => visit(reader, &item.value, &trail.field(reader.slice(key)), signs),
                    None => visit(reader, &item.value, trail, signs),
                }
            }
        }
        _ => {}
    }
}

fn is_point(items: &[Item]) -> bool {
    let number = |node: &Node| matches!(node.kind, Kind::Number | Kind::Text | Kind::Word);
    matches!(items.len(), 2 | 3) && items.iter().all(|item| item.key.is_none() && number(&item.value))
}

impl Signs {
    fn add(&mut self, solid: bool, reader: &Reader, node: &Node, trail: &Trail, sign: String) {
        let first = if solid { &mut self.solid } else { &mut self.flat };
        if first.is_none() {
            *first = Some((node.span.start, reader.error(&node.span, trail, sign)));
        }
    }

    fn refusal(self) -> Option<SceneError> {
        let (solid_at, solid) = self.solid?;
        let Some((flat_at, flat)) = self.flat else {
            let message = format!("3D scenes are not supported yet ({}); write a 2D one", solid.message);
            return Some(SceneError { message, ..solid });
        };
        let (later, earlier) = if solid_at > flat_at { (solid, flat) } else { (flat, solid) };
        let message = format!(
            "mixes 2D and 3D: {} here, {} at {}; a scene has one dimension",
            later.message, earlier.message, earlier.field
        );
        Some(SceneError { message, ..later })
    }
}
