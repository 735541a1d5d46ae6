//! A scene of this tool, pasted as a whole.

use super::{ImportError, Reading, Source, assemble};
use crate::scene;

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let text = source.text;
    let own = text.contains("bodies:") && text.contains("shape:") && text.contains("format:");
    if !own {
        return Ok(Vec::new());
    }
    let document = scene::parse(text, "pasted").map_err(|e| {
        let (line, column) = e.place.unwrap_or((1, 1));
        ImportError { case: e.field, message: e.message, line, column }
    })?;
    let scene = document.scene;
    let label: Vec<String> =
        scene.bodies.iter().take(10).map(|b| format!("{}: {}", b.name, assemble::described(&b.shape))).collect();
    let note: Vec<String> = document.notes.iter().take(10).map(|n| format!("{}: {}", n.field, n.message)).collect();
    Ok(vec![Reading {
        importer: "scene",
        label: label.join(", "),
        scene,
        assigned: Vec::new(),
        ignored: Vec::new(),
        note: note.join("; "),
    }])
}
