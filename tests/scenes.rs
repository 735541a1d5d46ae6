//! Every scene of the project is read, judged as it says, and runs as the ledger has it.
//!
//! `UPDATE_GOLDEN=1 cargo test --test scenes` writes the ledger anew; read what changed before it is committed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use gjkscope::check::{self, Verdict};
use gjkscope::kernel::KERNELS;
use gjkscope::num::Precision;
use gjkscope::run::quick;
use gjkscope::scene::{self, Document, EMBEDDED};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `(path below scenes/ with /, document)`, in bytewise order of the paths.
fn scenes() -> Vec<(String, Document)> {
    let folder = root().join("scenes");
    let files: Vec<PathBuf> = scene::list(&folder).unwrap();
    let name = |f: &Path| f.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
    files.iter().map(|f| (name(f), scene::load(f).unwrap_or_else(|e| panic!("{e}")))).collect()
}

#[test]
fn every_scene_has_a_story_and_a_source() {
    let scenes = scenes();
    assert!(scenes.len() > 100, "{}", scenes.len());
    for (name, document) in scenes {
        let story = document.scene.story.trim();
        assert!(story.ends_with(['.', '!', '?']) && story.len() > 20, "{name}: the story is no sentence: {story:?}");
        assert!(!document.scene.source.trim().is_empty(), "{name}: says not where it comes from");
        assert!(document.scene.expect.is_some(), "{name}: expects nothing");
        assert!(document.text.ends_with(")\n"), "{name}: does not end with one line break");
        assert!(document.notes.is_empty(), "{name}: {:?}", document.notes);
    }
}

#[test]
fn every_scene_judges_as_it_says_in_both_precisions() {
    let mut wrong = String::new();
    for (name, document) in scenes() {
        let mut scene = document.scene;
        for precision in Precision::ALL {
            scene.query.precision = precision;
            let (trace, report) = check::run(&scene).unwrap();
            if !matches!(report.verdict, Verdict::Pass | Verdict::KnownFailure) {
                let _ = writeln!(
                    wrong,
                    "{name} {} {}: {} {:?}\n    {:?}",
                    scene.query.kernel,
                    precision.id(),
                    report.verdict.id(),
                    trace.answered,
                    report.findings
                );
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_known_failure_says_why_and_still_fails() {
    let mut known = 0;
    for (name, document) in scenes() {
        let mut scene = document.scene;
        let failures = scene.expect.as_ref().map_or(Vec::new(), |e| e.known_failures.clone());
        for failure in failures {
            known += 1;
            assert!(failure.reason.len() > 10, "{name}: {failure:?}");
            scene.query.kernel = failure.kernel.clone().unwrap_or(scene.query.kernel);
            scene.query.precision = failure.precision.unwrap_or(scene.query.precision);
            let (_, report) = check::run(&scene).unwrap();
            assert_eq!(report.verdict, Verdict::KnownFailure, "{name}: {failure:?}");
        }
    }
    assert!(known > 0);
}

#[test]
fn the_embedded_scenes_are_the_files_of_the_tutorial() {
    let files: Vec<(String, String)> = scenes()
        .into_iter()
        .filter(|(name, _)| name.starts_with("tutorial/"))
        .map(|(name, document)| (name, document.text))
        .collect();
    let embedded: Vec<(String, String)> = EMBEDDED.iter().map(|(n, t)| (n.to_string(), t.replace('\r', ""))).collect();
    let names = |list: &[(String, String)]| list.iter().map(|(n, _)| n.clone()).collect::<Vec<_>>();
    assert_eq!(names(&embedded), names(&files), "src/scene/embedded.rs and scenes/tutorial differ");
    assert_eq!(embedded, files);
    assert!(scene::first().is_ok());
    assert!(scene::embedded("tutorial/no-such.ron").is_none());
}

/// One line for each scene, sound kernel and precision: where it stops and what it cost.
fn ledger() -> String {
    let mut out = String::from("# scene kernel precision: exit, iterations, support calls\n");
    for (name, document) in scenes() {
        let mut scene = document.scene;
        for kernel in KERNELS.iter().filter(|k| !k.tutorial) {
            for precision in Precision::ALL {
                (scene.query.kernel, scene.query.precision) = (kernel.id.to_owned(), precision);
                let answered = quick(&scene).unwrap();
                let _ = writeln!(
                    out,
                    "{name} {} {}: {}, {}, {}",
                    kernel.id,
                    precision.id(),
                    answered.exit.id(),
                    answered.iterations,
                    answered.supports
                );
            }
        }
    }
    out
}

/// What differs between two ledgers, by the runs they are about.
fn difference(golden: &str, now: &str) -> String {
    fn rows(text: &str) -> Vec<(&str, &str)> {
        text.lines().map(|l| l.split_once(": ").unwrap_or((l, ""))).collect()
    }
    let (was, is) = (rows(golden), rows(now));
    let find = |rows: &[(&str, &str)], key: &str| rows.iter().find(|(k, _)| *k == key).map(|(_, v)| v.to_string());
    let mut out = String::new();
    for (key, value) in &was {
        match find(&is, key) {
            None => out += &format!("gone     {key}: {value}\n"),
            Some(new) if new != *value => out += &format!("changed  {key}: was {value}; is {new}\n"),
            Some(_) => {}
        }
    }
    for (key, value) in &is {
        if find(&was, key).is_none() {
            out += &format!("new      {key}: {value}\n");
        }
    }
    if out.is_empty() && golden != now {
        out += "the order of the lines\n";
    }
    out
}

#[test]
fn runs_stop_where_the_ledger_says() {
    let path = root().join("tests/golden/ledger.txt");
    let now = ledger();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &now).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
    let differs = difference(&golden, &now);
    assert!(
        differs.is_empty(),
        "\n{differs}\nIf that is meant: UPDATE_GOLDEN=1 cargo test --test scenes, then read git diff."
    );
}

#[test]
fn the_difference_of_ledgers_names_what_changed() {
    let (was, is) =
        ("a k f32: converged, 1, 2\nb k f32: apart, 1, 1\n", "a k f32: converged, 3, 2\nc k f32: apart, 1, 1\n");
    assert_eq!(
        difference(was, is),
        "changed  a k f32: was converged, 1, 2; is converged, 3, 2\ngone     b k f32: apart, 1, 1\nnew      c k f32: apart, 1, 1\n"
    );
    assert_eq!(difference(was, was), "");
    assert_eq!(difference("a: 1\nb: 2\n", "b: 2\na: 1\n"), "the order of the lines\n");
}
