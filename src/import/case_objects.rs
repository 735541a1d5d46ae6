//! Objects of a case file, pasted: one is a scene, several are as many readings.

use super::cases::{ImportedCase, LeftOut, case_text};
use super::{ImportError, Reading, Source, assemble};

/// Most cases that are offered.
const MOST_CASES: usize = 100;
/// Most cases that a note names as left out.
const MOST_NAMED: usize = 5;

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let cases = match case_text(source.text) {
        Some(cases) => cases?,
        None => return Ok(Vec::new()),
    };
    let (mut readings, mut left_out) = (Vec::new(), Vec::new());
    let mut first_broken = None;
    for ImportedCase { id, scene } in cases {
        match scene {
            Ok(scene) if readings.len() < MOST_CASES => {
                let bodies = scene.bodies.iter().map(|b| format!("{}: {}", b.name, assemble::described(&b.shape)));
                readings.push(Reading {
                    importer: "cases",
                    label: format!("{id} ({})", bodies.collect::<Vec<_>>().join(", ")),
                    scene,
                    assigned: Vec::new(),
                    ignored: Vec::new(),
                    note: String::new(),
                });
            }
            Ok(_) => left_out.push(format!("{id}: more than {MOST_CASES} cases")),
            Err(reason) => {
                left_out.push(format!("{id}: {reason}"));
                first_broken = first_broken.or(Some((id, reason)));
            }
        }
    }
    if let (true, Some((id, reason))) = (readings.is_empty(), first_broken) {
        return Err(match reason {
            LeftOut::Later(message) => ImportError { case: id, message, line: 1, column: 1 },
            LeftOut::Broken(error) => error,
        });
    }
    let count = left_out.len();
    left_out.truncate(MOST_NAMED);
    if count > MOST_NAMED {
        left_out.push(format!("{} more", count - MOST_NAMED));
    }
    if count > 0 {
        let note = format!("left out: {}", left_out.join("; "));
        readings.iter_mut().for_each(|reading| reading.note.clone_from(&note));
    }
    Ok(readings)
}
