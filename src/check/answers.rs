//! Another engine's answers, judged by the truth as a kernel's are. The format: see [`read`].

use std::collections::{HashMap, HashSet};

use glam::DVec3;
use serde::Deserialize;

use super::judge::{Asked, Reply, judge_reply};
use super::{Checked, Plan, Results};
use crate::kernel::Answer;
use crate::num::Precision;
use crate::scene::{Scene, SceneError};

/// An answer as the file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    scene: String,
    answer: Word,
    engine: Option<String>,
    precision: Option<Bits>,
    signed_distance: Option<f64>,
    normal: Option<[f64; 2]>,
    witness_a: Option<[f64; 2]>,
    witness_b: Option<[f64; 2]>,
    reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Separated,
    Touching,
    Overlapping,
    Undecided,
    Skipped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Bits {
    F32,
    F64,
}

/// An answer to a scene's question.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineAnswer {
    /// Path of the scene as the file has it, with `/` and without a leading `./`.
    pub scene: String,
    /// Who answers; `engine` where it is not said.
    pub engine: String,
    /// In which precision; `None`: in the scene's.
    pub precision: Option<Precision>,
    /// The answer, or why there is none.
    pub reply: Result<Reply, String>,
}

/// Reads answers, a JSON array of objects:
///
/// ```json
/// [{"scene": "scenes/a.ron", "answer": "overlapping", "signed_distance": -0.5, "normal": [1, 0],
///   "witness_a": [1, 0], "witness_b": [0.5, 0], "engine": "mine 1.2", "precision": "f64"}]
/// ```
///
/// `scene` and `answer` are needed, all else may be left out or null and is then not judged. `answer` is `separated`,
/// `touching`, `overlapping`, `undecided` (the engine gave up), or `skipped` (it has no such shape; say why in `reason`), which
/// is not judged. `signed_distance` is the distance, or minus the depth. `normal` is a unit vector from A toward B, and with the
/// witness points in the world frame. `precision` is `f32` or `f64`, what the engine computes in; its answer is judged by the
/// truth of the numbers rounded to that; where it is left out, the scene's is meant.
///
/// Errors: text that is no such JSON, an unknown field or word, a number that is not finite, one witness point without the other,
/// a sign of the distance that contradicts the answer, the same engine answering the same scene twice.
pub fn read(text: &str, path: &str) -> Result<Vec<EngineAnswer>, SceneError> {
    let records: Vec<Record> = serde_json::from_str(text).map_err(|e| {
        let message = e.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        let message = if e.is_data() { message.to_owned() } else { format!("not JSON: {message}") };
        SceneError { field: String::new(), message, path: path.to_owned(), place: Some((e.line(), e.column())) }
    })?;
    let mut seen = HashSet::new();
    let mut answers = Vec::with_capacity(records.len());
    for (i, record) in records.into_iter().enumerate() {
        let refused = |field: &str, message: &str| SceneError {
            field: format!("[{i}].{field}"),
            message: message.to_owned(),
            path: path.to_owned(),
            place: None,
        };
        let answer = answer(record).map_err(|(field, message)| refused(field, message))?;
        if !seen.insert((answer.scene.clone(), answer.engine.clone(), answer.precision.map(Precision::id))) {
            return Err(refused("scene", "answered by this engine already; keep one answer"));
        }
        answers.push(answer);
    }
    Ok(answers)
}

fn answer(record: Record) -> Result<EngineAnswer, (&'static str, &'static str)> {
    let point = |p: [f64; 2]| DVec3::new(p[0], p[1], 0.0);
    let witnesses = match (record.witness_a, record.witness_b) {
        (Some(a), Some(b)) => Some((point(a), point(b))),
        (None, None) => None,
        _ => return Err(("witness_a", "given without the other witness point; give both or none")),
    };
    let answer = match record.answer {
        Word::Separated => Some(Answer::Separated),
        Word::Touching => Some(Answer::Touching),
        Word::Overlapping => Some(Answer::Overlapping),
        Word::Undecided => Some(Answer::Undecided),
        Word::Skipped => None,
    };
    let contradicts = match (answer, record.signed_distance) {
        (Some(Answer::Separated), Some(s)) => s < 0.0,
        (Some(Answer::Overlapping), Some(s)) => s > 0.0,
        _ => false,
    };
    if contradicts {
        return Err(("signed_distance", "contradicts the answer: it is the distance, or minus the depth"));
    }
    let reply = answer.map(|answer| Reply {
        answer,
        signed_distance: record.signed_distance,
        normal: record.normal.map(point),
        witnesses,
        iterations: None,
        supports: None,
        exit: None,
    });
    Ok(EngineAnswer {
        scene: plain_path(&record.scene).to_owned(),
        engine: record.engine.unwrap_or_else(|| "engine".to_owned()),
        precision: record.precision.map(|bits| match bits {
            Bits::F32 => Precision::F32,
            Bits::F64 => Precision::F64,
        }),
        reply: reply.ok_or(record.reason.unwrap_or_else(|| "no reason given".to_owned())),
    })
}

/// The path without a leading `./`: how scenes and answers find each other.
pub fn plain_path(path: &str) -> &str {
    path.trim_start_matches("./")
}

/// Judges answers to scenes, in the order of the scenes, then of the file. `scenes`: path and scene. Each scene needs an answer
/// (`skipped` is one), each answer a scene: what is missing or unknown is among the unreadable, `path` the answers' file.
pub fn judge_answers(scenes: &[(String, Scene)], answers: &[EngineAnswer], plan: &Plan, path: &str) -> Results {
    let mut results = Results::default();
    let mut refuse = |field: &str, message: &str| {
        results.unreadable.push(SceneError {
            field: field.to_owned(),
            message: message.to_owned(),
            path: path.to_owned(),
            place: None,
        });
    };
    let known: HashSet<&str> = scenes.iter().map(|(name, _)| plain_path(name)).collect();
    for answer in answers.iter().filter(|a| !known.contains(a.scene.as_str())) {
        refuse(&answer.scene, "answered, but not among the scenes to check; correct the path");
    }
    let mut by_scene: HashMap<&str, Vec<&EngineAnswer>> = HashMap::new();
    for answer in answers {
        by_scene.entry(&answer.scene).or_default().push(answer);
    }
    for (name, scene) in scenes.iter().filter(|(name, scene)| plan.takes(name, scene)) {
        let answered = by_scene.get(plain_path(name)).map_or(&[][..], |all| all);
        if answered.is_empty() {
            refuse(name, "has no answer; answer it, or say \"answer\": \"skipped\" and why");
        }
        for answer in answered {
            let Ok(reply) = &answer.reply else { continue };
            let precision = answer.precision.unwrap_or(scene.query.precision);
            let Some(asked) = Asked::new(scene, precision) else { continue };
            results.checked.push(Checked {
                scene: name.clone(),
                kernel: answer.engine.clone(),
                precision,
                report: judge_reply(scene, asked, reply),
                reply: reply.clone(),
            });
        }
    }
    results
}
