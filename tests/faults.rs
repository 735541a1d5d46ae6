//! Small faults of the commands that a person or a CI server met once: each is a test.

use std::path::Path;
use std::time::Duration;

mod runner;
use runner::{Ran, folder, run_within};

const BODIES: &str = r#"bodies: [
        (name: "A", shape: Box(half_extents: (1, 1))),
        (name: "B", shape: Box(half_extents: (1, 1)), translation: (1.5, 0)),
    ],"#;

/// What a command left: its exit code, standard output and standard error.
#[track_caller]
fn run_in(folder: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    let Ran { code, out, err } = run_within(Duration::from_secs(60), folder, args, input);
    (code, out, err)
}

fn scene(fields: &str) -> String {
    format!("(\n    format: 1,\n    {BODIES}\n    {fields}\n)\n")
}

#[test]
fn blessing_adds_no_empty_story() {
    let dir = folder(&[("a.ron", &scene(""))]);
    assert_eq!(run_in(dir.path(), &["check", "--bless", "a.ron"], "").0, 0);
    let text = std::fs::read_to_string(dir.path().join("a.ron")).unwrap();
    assert!(text.contains("expect:") && !text.contains("story"), "{text}");
}

#[test]
fn junit_names_what_could_not_be_read() {
    let dir = folder(&[("a.ron", &scene("")), ("b.ron", "(format: 1")]);
    let (code, out, _) = run_in(dir.path(), &["check", ".", "--format", "junit"], "");
    assert_eq!(code, 2);
    assert!(out.contains("<testsuite name=\"gjkscope\" tests=\"2\" failures=\"0\" errors=\"1\""), "{out}");
    assert!(out.contains("<testcase classname=\"./b.ron\" name=\"read\"><error message=\""), "{out}");
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_refused_and_not_waited_for() {
    let dir = folder(&[]);
    let made = std::process::Command::new("mkfifo").arg(dir.path().join("pipe.ron")).status();
    let pipe = made.is_ok_and(|status| status.success()).then_some("pipe.ron");
    for path in pipe.into_iter().chain(["/dev/zero"]) {
        for args in
            [&["check", path][..], &["trace", path], &["import", path, "-o", "x.ron"], &["figure", "--check", path]]
        {
            let (code, _, err) = run_in(dir.path(), args, "");
            assert_eq!((code, err.contains("not a regular file")), (2, true), "{args:?}: {err}");
        }
    }
    let (code, out, _) = run_in(dir.path(), &["trace", "/dev/stdin"], &scene(""));
    assert!(code == 0 && out.contains("truth    overlapping"), "what a shell hands over is read: {out}");
}

#[test]
fn what_a_file_says_does_nothing_to_the_terminal() {
    let story = scene("story: \"\\u{1b}[2J\\u{9b}31m\\u{202e}red\",");
    let dir = folder(&[("a.ron", &story)]);
    for args in [&["trace", "a.ron"][..], &["trace", "nowhere\u{1b}[2J.ron"], &["export", "a.ron", "--to", "markdown"]]
    {
        let (_, out, err) = run_in(dir.path(), args, "");
        let raw = |text: &str| text.chars().any(|c| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}');
        assert!(!raw(&out) && !raw(&err), "{args:?}: {out:?} {err:?}");
        assert!(out.contains("[2J") || err.contains("[2J"), "the rest is shown: {args:?}: {out:?} {err:?}");
    }
    let answers = r#"[{"scene": "a.ron", "answer": "overlapping", "engine": "two\nlines"}]"#;
    std::fs::write(dir.path().join("answers.json"), answers).unwrap();
    let (_, out, _) = run_in(dir.path(), &["check", "--answers", "answers.json"], "");
    assert!(out.contains("two\\u000alines"), "{out}");
    let (_, out, _) = run_in(dir.path(), &["check", "--answers", "answers.json", "--format", "json"], "");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&out).unwrap()[0]["kernel"], "two\nlines");
}

#[test]
fn a_word_in_the_name_of_a_figure_must_stand_for_something() {
    let dir = folder(&[("a.ron", &scene(""))]);
    let (code, _, err) = run_in(dir.path(), &["figure", "a.ron", "-o", "{kernel}.svg"], "");
    assert_eq!(code, 2);
    assert!(err.contains("{kernel} stands for nothing; there are {scene}, {step}, {theme}"), "{err}");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_filter_that_fits_nothing_is_not_green() {
    let dir = folder(&[("a.ron", &scene(""))]);
    for more in [&[][..], &["--format", "json"], &["--bless"]] {
        let args = [&["check", ".", "--filter", "no such word"][..], more].concat();
        let (code, _, err) = run_in(dir.path(), &args, "");
        assert_eq!(code, 2, "{args:?}");
        assert!(err.starts_with("error: nothing was checked: no scene has \"no such word\""), "{err}");
    }
}

#[test]
fn a_step_beyond_the_end_is_remarked_on_without_a_window() {
    let dir = folder(&[("a.ron", &scene(""))]);
    let (code, out, err) = run_in(dir.path(), &["a.ron", "--step", "999"], "");
    assert!(code == 0 && out.contains("truth    overlapping"), "{out}");
    assert!(err.contains("note: step 999 is beyond the last, "), "{err}");
    assert!(!run_in(dir.path(), &["a.ron", "--step", "1"], "").2.contains("beyond"));
}

#[test]
fn a_trace_prints_each_finding_once() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/tutorial/triple-product-wrong-depth.ron");
    let (_, out, _) = run_in(Path::new("."), &["trace", path], "");
    let findings: Vec<&str> = out.lines().filter(|line| line.starts_with("finding ")).collect();
    assert!(findings.iter().any(|line| line.contains("polygon-is-convex")), "{out}");
    for (i, line) in findings.iter().enumerate() {
        assert!(!findings[..i].contains(line), "{line}");
    }
}

#[test]
fn a_broken_case_is_named_and_the_others_are_written() {
    let good = r#"{"id": "good", "a": {"type": "point", "point": [0, 0]}, "b": {"type": "circle", "radius": 1}}"#;
    let bad = r#"{"id": "bad", "a": {"type": "point"}, "b": {"type": "circle", "radius": 1}}"#;
    let dir = folder(&[("cases.json", &format!("[{bad},\n{good}]"))]);
    let (code, out, err) = run_in(dir.path(), &["import", "cases.json", "-o", "out"], "");
    assert_eq!((code, out.as_str()), (2, "1 scenes written, 0 skipped, 1 broken and left out\n"));
    assert_eq!(err, "error: bad: a: point: missing (cases.json:1:2)\n");
    assert!(dir.path().join("out/good.ron").exists());
}
