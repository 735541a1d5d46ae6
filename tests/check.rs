//! Checking many scenes: threads, blessing, another engine's answers, and the three lines for a project's own test.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gjkscope::check::{self, Blessing, Plan, Verdict};
use gjkscope::{run, scene};

fn scenes(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(folder)
}

/// Runs the program in a folder: exit code, standard output, standard error.
fn gjkscope(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = assert_cmd::Command::cargo_bin("gjkscope").unwrap().current_dir(folder).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const APART: &str = "// kept
(
    format: 1, // one
    story: \"Two boxes 1 apart.\",
    bodies: [
        (name: \"A\", shape: Box(half_extents: (1.0, 1))),
        (name: \"B\", shape: Box(half_extents: (1, 1)), translation: (3.00, 0)), /* B */
    ],
    query: (a: \"A\", b: \"B\", kernel: \"gjk-distance+epa\"),
)
";

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn the_results_do_not_depend_on_the_threads() {
    let (files, errors) = check::files(&[scenes("")]);
    assert!(errors.is_empty());
    let with = |jobs| check::check_files(&files, &Plan { jobs, ..Plan::default() });
    let one = with(1);
    assert_eq!(one.checked.len(), files.len());
    for jobs in [0, 2, 7] {
        assert_eq!(with(jobs).json(), one.json());
    }
}

#[test]
fn a_folder_in_three_lines() {
    check::folder(scenes("regression")).assert_passed();
}

#[test]
#[should_panic(expected = "not every scene passed\nverdict  scene")]
fn a_failing_folder_panics_with_the_table() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.ron", &APART.replace("\"),\n)", "\"),\n    expect: (answer: Touching),\n)"));
    check::folder(folder.path()).assert_passed();
}

#[test]
#[should_panic(expected = "no scenes in this folder")]
fn a_folder_without_scenes_does_not_pass() {
    check::folder(tempfile::tempdir().unwrap().path()).assert_passed();
}

#[test]
fn blessing_writes_what_is_missing_and_keeps_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.ron", APART);
    let (code, out, _) = gjkscope(folder.path(), &["check", "--bless", "a.ron"]);
    let line = "    expect: (answer: Separated(distance: 1, normals: [(1, 0)])),\n";
    assert_eq!(
        (code, out.as_str()),
        (
            0,
            format!("a.ron: expectation written\n+  10  {line}1 written, 0 as they were, 0 not true and left\n")
                .as_str()
        )
    );
    let blessed = APART.replace("gjk-distance+epa\"),\n", &format!("gjk-distance+epa\"),\n{line}"));
    assert_eq!(read(folder.path(), "a.ron"), blessed);
    assert_eq!(gjkscope(folder.path(), &["check", "a.ron"]).0, 0);
    let (code, out, _) = gjkscope(folder.path(), &["check", "--bless", "a.ron"]);
    assert_eq!((code, out.as_str()), (0, "0 written, 1 as they were, 0 not true and left\n"));
    assert_eq!(read(folder.path(), "a.ron"), blessed);
}

#[test]
fn blessing_changes_an_expectation_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = APART
        .replace("epa\"),\n", "epa\"),\n    expect: (answer: Touching, tolerance: 1e-6, max_iterations: 9), // mine\n");
    write(folder.path(), "a.ron", &wrong);
    let (code, out, _) = gjkscope(folder.path(), &["check", "--bless", "a.ron"]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("a.ron: left as it is: the scene expects touching 0, but the truth is separated 1;"),
        "{out}"
    );
    assert_eq!(read(folder.path(), "a.ron"), wrong);
    assert_eq!(gjkscope(folder.path(), &["check", "--bless", "--force", "a.ron"]).0, 0);
    let right = wrong.replace("answer: Touching,", "answer: Separated(distance: 1, normals: [(1, 0)]),");
    assert_eq!(read(folder.path(), "a.ron"), right);
}

#[test]
fn every_scene_blessed_anew_expects_what_it_did() {
    for file in scene::list(&scenes("")).unwrap() {
        let mut document = scene::load(&file).unwrap();
        assert_eq!(check::bless(&document, false), Blessing::Kept, "{}", file.display());
        document = document.edited(scene::Scene { expect: None, ..document.scene.clone() });
        let Blessing::Written(text) = check::bless(&document, false) else { panic!("{}", file.display()) };
        let again = scene::parse(&text, "x.ron").unwrap();
        let (_, report) = check::run(&again.scene).unwrap();
        // What was a known failure fails now, but not because of the expectation.
        let blamed = report.findings.iter().find(|f| f.check == "expectation-agrees-with-truth");
        assert_eq!(blamed, None, "{}", file.display());
    }
}

#[test]
fn answers_are_judged_as_kernels_are() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.ron", APART);
    write(folder.path(), "b.ron", APART);
    let answer = |a: &str, b: &str| {
        write(folder.path(), "x.json", &format!("[{{\"scene\": \"./a.ron\", {a}}},\n {{\"scene\": \"b.ron\", {b}}}]"));
        gjkscope(folder.path(), &["check", "a.ron", "b.ron", "--answers", "x.json"])
    };
    let right = "\"answer\": \"separated\", \"signed_distance\": 1, \"normal\": [1, 0], \"witness_a\": [1, 0.5], \"witness_b\": [2, 0.5], \"engine\": \"mine\", \"precision\": \"f32\"";
    let (code, out, error) = answer(right, right);
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    assert!(out.contains("pass     a.ron  mine    f32  separated         1      1         -  -\n"), "{out}");
    assert!(out.ends_with("2 passed, 0 failed, 0 known failures, 0 unexpected passes, 0 undecided\n"));
    for (wrong, message) in [
        ("\"answer\": \"touching\"", "answers touching, but the shapes are separated"),
        ("\"answer\": \"separated\", \"signed_distance\": 1.001", "signed distance 1.001, true is 1"),
        ("\"answer\": \"separated\", \"signed_distance\": 1, \"normal\": [-1, 0]", "the normal (−1, 0) needs"),
        ("\"answer\": \"separated\", \"signed_distance\": 1, \"normal\": [2, 0]", "the normal has length"),
        (
            "\"answer\": \"separated\", \"signed_distance\": 1, \"normal\": [1, 0], \"witness_a\": [1, 0], \"witness_b\": [2, 1]",
            "the witness points do not differ",
        ),
    ] {
        let (code, out, _) = answer(right, wrong);
        assert_eq!(code, 1, "{out}");
        assert!(out.contains(message), "{out}");
    }
    assert_eq!(answer(right, "\"answer\": \"undecided\"").0, 1);
    let (code, out, error) = answer(right, "\"answer\": \"skipped\", \"reason\": \"no box\"");
    assert_eq!((code, error.as_str()), (0, "skipped: b.ron: no box (engine)\n"), "{out}");
    for (wrong, line) in [
        (
            "\"answer\": \"apart\"",
            "unknown variant `apart`, expected one of `separated`, `touching`, `overlapping`, `undecided`, `skipped` (x.json:2:",
        ),
        ("\"answer\": \"touching\", \"depth\": 1", "unknown field `depth`"),
        ("\"answer\": \"separated\", \"signed_distance\": -1", "[1].signed_distance: contradicts the answer"),
        ("\"answer\": \"touching\", \"witness_a\": [0, 0]", "[1].witness_a: given without the other"),
    ] {
        let (code, _, error) = answer(right, wrong);
        assert_eq!(code, 2);
        assert!(error.starts_with(&format!("error: {line}")) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn missing_and_unknown_scenes_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.ron", APART);
    write(folder.path(), "b.ron", APART);
    write(
        folder.path(),
        "x.json",
        "[{\"scene\": \"a.ron\", \"answer\": \"separated\"}, {\"scene\": \"c.ron\", \"answer\": \"touching\"}]",
    );
    let (code, out, error) = gjkscope(folder.path(), &["check", "a.ron", "b.ron", "--answers", "x.json"]);
    assert_eq!(code, 2);
    assert!(out.starts_with("verdict  scene  kernel  in") && out.contains("1 passed"), "{out}");
    let lines = "error: c.ron: answered, but not among the scenes to check; correct the path (x.json)\n\
                 error: b.ron: has no answer; answer it, or say \"answer\": \"skipped\" and why (x.json)\n";
    assert_eq!(error, lines);
    // Without paths the scenes are those in the file.
    let (code, _, error) = gjkscope(folder.path(), &["check", "--answers", "x.json"]);
    assert_eq!((code, error.as_str()), (2, "error: no such file; check the path (c.ron)\n"));
    write(folder.path(), "x.json", "[{\"scene\": \"a.ron\", \"answer\": \"separated\"}]");
    let (code, out, _) = gjkscope(folder.path(), &["check", "--answers", "x.json", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, told[0]["verdict"].as_str(), told[0]["exit"].as_str()), (0, Some("pass"), None));
}

/// The kernels' own answers, given as an engine's, get the verdict they got as kernels' wherever that rests on the answer.
#[test]
fn a_kernel_judged_as_an_engine_gets_the_same_verdict() {
    for checked in check::folder(scenes("regression")).checked {
        let scene = scene::load(Path::new(&checked.scene)).unwrap().scene;
        let asked = check::Asked::new(&scene, checked.precision).unwrap();
        let report = check::judge_reply(&scene, asked, &checked.reply);
        assert_eq!(checked.report.verdict == Verdict::Pass, report.verdict == Verdict::Pass, "{}", checked.scene);
    }
}

/// How fast a check of 10,000 scenes is: `cargo test --release --no-default-features --test check -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn ten_thousand_scenes() {
    const COUNT: usize = 10_000;
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<String> =
        (scene::list(&scenes("regression")).unwrap().iter()).map(|f| std::fs::read_to_string(f).unwrap()).collect();
    for i in 0..COUNT {
        write(folder.path(), &format!("{i:05}.ron"), &texts[i % texts.len()]);
    }
    let files = scene::list(folder.path()).unwrap();
    let clock = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let per = |d: Duration| format!("{:6.1} µs a scene", d.as_secs_f64() * 1e6 / COUNT as f64);
    for jobs in [1, 0] {
        let plan = Plan { jobs, ..Plan::default() };
        let took = clock(&mut || assert_eq!(check::check_files(&files, &plan).checked.len(), COUNT));
        println!(
            "check, jobs {jobs}: {:.2} s, {:.0} scenes a second",
            took.as_secs_f64(),
            COUNT as f64 / took.as_secs_f64()
        );
    }
    let mut texts = Vec::new();
    println!(
        "files    {}",
        per(clock(&mut || texts = files.iter().map(|f| std::fs::read_to_string(f).unwrap()).collect()))
    );
    let mut documents = Vec::new();
    let ours = clock(&mut || documents = texts.iter().map(|t| scene::parse(t, "x.ron").unwrap()).collect());
    println!("reading  {}", per(ours));
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let rons = clock(&mut || texts.iter().for_each(|t| drop(options.from_str::<ron::Value>(t).unwrap())));
    println!("ron's    {}; ours takes {:.2} times as long", per(rons), ours.as_secs_f64() / rons.as_secs_f64());
    let mut traces = Vec::new();
    println!(
        "running  {}",
        per(clock(&mut || traces = documents.iter().map(|d| run::traced(&d.scene).unwrap()).collect()))
    );
    let truth =
        clock(&mut || documents.iter().for_each(|d| drop(check::Asked::new(&d.scene, d.scene.query.precision))));
    println!("truth    {}", per(truth));
    let judging = clock(&mut || documents.iter().zip(&traces).for_each(|(d, t)| drop(check::judge(&d.scene, t))));
    println!("checks   {} (judging without the truth)", per(judging.saturating_sub(truth)));
}

/// The verdict and findings of a scene's own run, from its text.
fn judged(text: &str) -> gjkscope::check::Report {
    let scene = gjkscope::scene::parse(text, "test.ron").expect("a scene").scene;
    let trace = gjkscope::run::traced(&scene).expect("a run");
    gjkscope::check::judge(&scene, &trace).expect("a judgement")
}

fn squares(precision: &str, expect: &str) -> String {
    format!(
        "(format: 1, story: \"t\", bodies: [(name: \"A\", shape: Box(half_extents: (1, 1))), \
         (name: \"B\", shape: Box(half_extents: (1, 1)), translation: (1.5, 0))], \
         query: (a: \"A\", b: \"B\", precision: {precision}, settings: (max_iterations: 32)), expect: ({expect}))"
    )
}

#[test]
fn an_expectation_that_is_false_is_found_in_either_precision() {
    use gjkscope::check::{Expectation, Verdict};
    for precision in ["F32", "F64"] {
        let good = judged(&squares(precision, "answer: Overlapping(depth: 0.5, normals: [(1, 0)])"));
        assert_eq!((good.verdict, good.expectation), (Verdict::Pass, Expectation::Met), "{precision}");
        for expect in [
            "answer: Overlapping(depth: 0.5, normals: [(0, 1)])",
            "answer: Overlapping(depth: 0.5, normals: [(1, 0), (-1, 0)])",
            "answer: Separated(distance: 3)",
            "answer: Overlapping(depth: 0.5), max_iterations: 0",
        ] {
            let bad = judged(&squares(precision, expect));
            assert_eq!((bad.verdict, bad.expectation), (Verdict::Fail, Expectation::Missed), "{precision} {expect}");
        }
    }
}

#[test]
fn an_undecided_run_meets_no_expectation() {
    let text = squares("F64", "answer: Overlapping(depth: 0.5)").replace("max_iterations: 32", "max_iterations: 1");
    let report = judged(&text);
    assert_eq!(report.verdict, gjkscope::check::Verdict::Undecided);
    assert_eq!(report.expectation, gjkscope::check::Expectation::Missed);
}

#[test]
fn what_f32_cannot_hold_has_no_truth_there() {
    let text = squares("F32", "answer: Separated(distance: 1e39)").replace("(1.5, 0)", "(1e39, 0)");
    let report = judged(&text);
    assert!(!report.truth.gap.is_finite());
    assert_ne!(report.verdict, gjkscope::check::Verdict::Pass);
    let scene = gjkscope::scene::parse(&text, "test.ron").expect("a scene").scene;
    assert!(gjkscope::check::expectation_from_truth(&scene).expect("a pair").f32.is_none());
}
