//! Objects of a case file, pasted: one is a scene, several are as many readings.

use super::{ImportError, Reading, Source, assemble, cases};

/// Most cases that are offered.
const MOST_CASES: usize = 100;

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let text = source.text.trim_start();
    let own =
        text.starts_with(['[', '{']) && ["\"id\"", "\"dim\"", "\"expected\""].iter().all(|key| text.contains(key));
    if !own {
        return Ok(Vec::new());
    }
    // A comma behind an object cut from its array.
    let whole = source.text.trim_end().trim_end_matches(',');
    let cases = cases(whole)?;
    let mut readings = Vec::new();
    let mut refused = None;
    for case in cases {
        match case.scene {
            Ok(scene) if readings.len() < MOST_CASES => {
                let bodies = scene.bodies.iter().map(|b| format!("{}: {}", b.name, assemble::described(&b.shape)));
                readings.push(Reading {
                    importer: "cases",
                    label: format!("{} ({})", case.id, bodies.collect::<Vec<_>>().join(", ")),
                    scene,
                    assigned: Vec::new(),
                    ignored: Vec::new(),
                    note: String::new(),
                });
            }
            Ok(_) => {}
            Err(reason) => refused = refused.or(Some((case.id, reason))),
        }
    }
    match (readings.is_empty(), refused) {
        (true, Some((id, reason))) => Err(ImportError { case: id, message: reason, line: 1, column: 1 }),
        _ => Ok(readings),
    }
}
