//! The commands as a stranger or a CI server meets them: exit codes, what stands where, one clear line for every bad input.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use gjkscope::kernel::{Exit, KERNELS};
use serde_json::Value;
use tempfile::TempDir;

mod runner;
use runner::{Ran, folder, run_within};

const SCENE: &str = r#"(
    format: 1,
    story: "Two squares of side 2, 1.5 apart along x: they overlap by 0.5.",
    bodies: [
        (name: "A", shape: Box(half_extents: (1, 1))),
        (name: "B", shape: Box(half_extents: (1, 1)), translation: (1.5, 0)),
    ],
    query: (a: "A", b: "B", precision: F32),
    expect: (answer: Overlapping(depth: 0.5, normals: [(1, 0)])),
)
"#;

/// Runs the program without a display, from the project's folder.
#[track_caller]
fn run(args: &[&str]) -> Ran {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, "")
}

#[track_caller]
fn run_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    run_within(std::time::Duration::from_secs(120), folder, args, input)
}

/// A scene whose expectation is wrong.
fn failing() -> String {
    SCENE.replace("depth: 0.5", "depth: 0.25")
}

/// The one error line: `error: what (place)`, where the place begins so.
#[track_caller]
fn assert_error(err: &str, says: &str, place: &str) {
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 1, "one line, not\n{err}");
    assert!(lines[0].starts_with("error: ") && lines[0].ends_with(')'), "{err}");
    assert!(lines[0].contains(says), "{says:?} is not in\n{err}");
    let at = lines[0].rfind(" (").unwrap();
    assert!(lines[0][at + 2..].starts_with(place), "the place is not {place}:\n{err}");
}

fn last_line(text: &str) -> &str {
    text.lines().next_back().unwrap_or("")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn set(words: &str) -> BTreeSet<&str> {
    words.split_whitespace().collect()
}

// check

#[test]
fn check_of_good_scenes_is_0() {
    let dir = folder(&[("b.ron", SCENE), ("a/c.ron", SCENE), ("a.ron", SCENE), ("notes.txt", "no scene")]);
    let ran = run_in(dir.path(), &["check", "."], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert_eq!(last_line(&ran.out), "3 passed, 0 failed, 0 known failures, 0 unexpected passes, 0 undecided");
    let places: Vec<usize> = ["./a.ron", "./a/c.ron", "./b.ron"].iter().map(|n| ran.out.find(n).expect(n)).collect();
    assert!(places.is_sorted(), "bytewise order of the paths:\n{}", ran.out);
}

#[test]
fn check_counts_what_fails_and_2_beats_1() {
    let missed = SCENE.replace(
        "normals: [(1, 0)]))",
        "normals: [(1, 0)]), known_failures: [(kernel: \"gjk-distance+epa\", reason: \"none\")])",
    );
    let limited = SCENE.replace("precision: F32", "precision: F32, settings: (max_iterations: 1)");
    let dir = folder(&[("good.ron", SCENE), ("bad.ron", &failing())]);
    let ran = run_in(dir.path(), &["check", "good.ron", "bad.ron", "--precision", "f64"], "");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert_eq!(last_line(&ran.out), "1 passed, 1 failed, 0 known failures, 0 unexpected passes, 0 undecided");
    assert!(ran.out.contains("[matches-expectation]"), "says why:\n{}", ran.out);

    let dir = folder(&[("pass.ron", &missed), ("limit.ron", &limited)]);
    let ran = run_in(dir.path(), &["check", "."], "");
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert_eq!(last_line(&ran.out), "0 passed, 0 failed, 0 known failures, 1 unexpected passes, 1 undecided");

    let dir = folder(&[("good.ron", SCENE), ("broken.ron", "(format: 1"), ("bad.ron", &failing())]);
    let ran = run_in(dir.path(), &["check", ".", "nowhere.ron", "--precision", "f64"], "");
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
    assert!(ran.err.lines().all(|l| l.starts_with("error: ") && l.ends_with(')')), "{}", ran.err);
    assert_eq!(last_line(&ran.out), "1 passed, 1 failed, 0 known failures, 0 unexpected passes, 0 undecided");
}

#[test]
fn check_takes_kernels_precisions_and_a_filter() {
    let dir = folder(&[("one.ron", SCENE), ("two.ron", SCENE)]);
    let runs = |args: &[&str]| {
        let mut all = vec!["check", ".", "--format", "json"];
        all.extend(args);
        let ran = run_in(dir.path(), &all, "");
        let runs = json(&ran.out).as_array().unwrap().clone();
        let word = |r: &Value, key: &str| r[key].as_str().unwrap().to_owned();
        runs.iter().map(|r| [word(r, "scene"), word(r, "kernel"), word(r, "precision")].join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(runs(&[]), ["./one.ron gjk-distance+epa f32", "./two.ron gjk-distance+epa f32"]);
    assert_eq!(
        runs(&["--precision", "both", "--filter", "two.ron"]),
        ["./two.ron gjk-distance+epa f32", "./two.ron gjk-distance+epa f64"]
    );
    assert_eq!(
        runs(&["--kernel", "gjk-boolean,gjk-distance", "--filter", "one"]),
        ["./one.ron gjk-boolean f32", "./one.ron gjk-distance f32"]
    );
    let all = KERNELS.iter().filter(|k| !k.external()).count();
    assert_eq!(runs(&["--kernel", "all", "--precision", "both"]).len(), 2 * all * 2);
    assert_eq!(runs(&["--filter", "squares of side"]).len(), 2, "a word of the story");
    assert_eq!(runs(&["--filter", "no such word"]), [""; 0]);
}

#[test]
fn check_json_has_the_fields_of_the_contract() {
    let ran = run(&["check", "scenes/tutorial", "--format", "json", "--kernel", "all", "--precision", "both"]);
    let all = json(&ran.out);
    let runs = all.as_array().unwrap();
    assert!(runs.len() > 50);
    for run in runs {
        let fields = "format scene kernel precision answer signed_distance distance depth normal witness_a witness_b \
            tolerance iterations supports exit truth expectation findings verdict";
        assert_eq!(keys(run), set(fields), "{run}");
        assert_eq!(keys(&run["truth"]), set("answer signed_distance normals normal_kind gap"));
        assert_eq!(run["format"], 1);
        assert!(run["scene"].as_str().unwrap().starts_with("scenes/tutorial/"));
        let word = |value: &Value, words: &str| {
            assert!(set(words).contains(value.as_str().unwrap()), "{value} of {words}: {run}");
        };
        word(&run["precision"], "f32 f64");
        word(&run["answer"], "separated touching overlapping undecided");
        word(&run["truth"]["answer"], "separated touching overlapping");
        word(&run["truth"]["normal_kind"], "unique finite cone any");
        word(&run["expectation"], "met missed none");
        word(&run["verdict"], "pass fail known-failure unexpected-pass undecided");
        let exits: Vec<&str> = Exit::ALL.iter().map(|e| e.id()).collect();
        word(&run["exit"], &exits.join(" "));
        match run["answer"].as_str().unwrap() {
            "overlapping" => assert!(run["distance"].is_null(), "{run}"),
            "separated" => assert!(run["depth"].is_null(), "{run}"),
            _ => {}
        }
        for finding in run["findings"].as_array().unwrap() {
            assert_eq!(keys(finding), set("check severity step measured allowed message"));
            word(&finding["severity"], "note error");
        }
        for vector in ["normal", "witness_a", "witness_b"] {
            assert!(run[vector].is_null() || run[vector].as_array().unwrap().len() == 2, "{run}");
        }
    }
}

#[test]
fn check_junit_names_every_run() {
    let dir = folder(&[("good.ron", SCENE), ("bad <&>.ron", &failing())]);
    let ran = run_in(dir.path(), &["check", ".", "--format", "junit", "--precision", "f64"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""), "{}", ran.out);
    assert_eq!(ran.out.matches("<testcase ").count(), 2);
    assert!(ran.out.contains("bad &lt;&amp;&gt;.ron") && ran.out.contains("<failure message="), "{}", ran.out);
}

#[test]
fn results_go_to_a_file_that_is_not_overwritten_by_accident() {
    let dir = folder(&[("a.ron", SCENE), ("old.txt", "old")]);
    for command in [["check", "a.ron"], ["trace", "a.ron"]] {
        let with = |more: &[&str]| run_in(dir.path(), &[&command[..], more].concat(), "");
        let ran = with(&["-o", "old.txt"]);
        assert_eq!(ran.code, 2);
        assert_error(&ran.err, "add --force", "old.txt");
        assert_eq!(std::fs::read_to_string(dir.path().join("old.txt")).unwrap(), "old");
        let ran = with(&["-o", "old.txt", "--force"]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
        assert_eq!(std::fs::read_to_string(dir.path().join("old.txt")).unwrap(), with(&[]).out);
        std::fs::write(dir.path().join("old.txt"), "old").unwrap();
        let ran = with(&["-o", "nowhere/new.txt"]);
        assert_eq!(ran.code, 2);
        assert_error(&ran.err, "the folder does not exist", "nowhere/new.txt");
        let ran = with(&["-o", "new.txt"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        std::fs::remove_file(dir.path().join("new.txt")).unwrap();
    }
}

// trace

#[test]
fn trace_as_text_tells_the_whole_story() {
    let ran = run(&["trace", "scenes/tutorial/two-squares.ron"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in ["scenes/tutorial/two-squares.ron: ", "\niteration 0\n", "\nanswer ", "\ntruth ", "\nverdict  pass"] {
        assert!(ran.out.contains(part), "{part:?} is missing:\n{}", ran.out);
    }
    let missed = run(&["trace", "scenes/tutorial/triangle-and-square-missed.ron"]);
    assert_eq!(missed.code, 0, "a wrong answer is no failure of `trace`");
    assert!(missed.out.contains("finding  result: answers separated"), "{}", missed.out);
    let embedded = run(&["trace"]);
    assert_eq!(embedded.code, 0);
    assert!(embedded.out.starts_with("tutorial/two-squares.ron: "), "{}", embedded.out);
}

#[test]
fn trace_json_has_the_fields_of_the_contract() {
    let mut kinds = BTreeSet::new();
    for kernel in KERNELS {
        for precision in ["f32", "f64"] {
            let scene = "scenes/tutorial/triangle-and-square.ron";
            let ran = run(&["trace", scene, "--kernel", kernel.id, "--precision", precision, "--format", "json"]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""));
            let trace = json(&ran.out);
            assert_eq!(keys(&trace), set("format scene kernel precision settings frame outcome events"));
            assert_eq!((&trace["format"], &trace["scene"]), (&Value::from(1), &Value::from(scene)));
            assert_eq!((&trace["kernel"], &trace["precision"]), (&Value::from(kernel.id), &Value::from(precision)));
            assert_eq!(trace["outcome"]["kernel"], kernel.id);
            for (i, event) in trace["events"].as_array().unwrap().iter().enumerate() {
                assert!(keys(event).is_superset(&set("step iteration kind line")), "{event}");
                assert_eq!(event["step"], i);
                kinds.insert(event["kind"].as_str().unwrap().to_owned());
            }
            let last = trace["events"].as_array().unwrap().last().unwrap();
            assert_eq!((&last["kind"], &last["exit"]), (&Value::from("exit"), &trace["outcome"]["exit"]));
        }
    }
    let all = set("start support given test reduce bounds polygon nearest hand-over exit");
    assert_eq!(kinds.iter().map(String::as_str).collect::<BTreeSet<_>>(), all);
}

/// The cells of a CSV text by RFC 4180.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(!quoted && row.is_empty() && cell.is_empty(), "the text ends within a row");
    rows
}

#[test]
fn trace_csv_has_as_many_cells_in_each_row_and_numbers_that_read_back() {
    for scene in ["two-squares", "circle-and-square", "triangle-and-square", "distance-capsules"] {
        let path = format!("scenes/tutorial/{scene}.ron");
        let rows = csv(&run(&["trace", &path, "--format", "csv"]).out);
        let events = json(&run(&["trace", &path, "--format", "json"]).out)["events"].as_array().unwrap().clone();
        assert_eq!(rows.len(), events.len() + 1, "a head and one row an event");
        let head = &rows[0];
        assert_eq!(&head[..5], ["step", "iteration", "phase", "line", "kind"]);
        let column = |name: &str| head.iter().position(|h| h == name).unwrap_or_else(|| panic!("no column {name}"));
        for (row, event) in rows[1..].iter().zip(&events) {
            assert_eq!(row.len(), head.len(), "{row:?}");
            assert_eq!(row[column("kind")], event["kind"].as_str().unwrap());
            assert_eq!(row[column("text")], event["text"].as_str().unwrap());
            if event["kind"] == "support" {
                let read = |name: &str| row[column(name)].parse::<f64>().unwrap().to_bits();
                let bits = |i: usize| event["w"][i].as_f64().unwrap().to_bits();
                assert_eq!((read("w_x"), read("w_y")), (bits(0), bits(1)), "{row:?}");
            }
        }
    }
}

#[test]
fn without_a_display_the_scene_is_told_as_text() {
    let scene = "scenes/tutorial/two-squares.ron";
    assert_eq!(run(&[scene]).out, run(&["trace", scene]).out);
    let ran = run(&[scene, "--kernel", "gjk-boolean", "--precision", "f64"]);
    assert_eq!((ran.code, ran.out), (0, run(&["trace", scene, "--kernel", "gjk-boolean", "--precision", "f64"]).out));
    assert_eq!(run(&[]).out, run(&["trace"]).out);
    assert_eq!(run(&["scenes/tutorial"]).out, run(&["check", "scenes/tutorial"]).out);
    assert_eq!(run(&["nowhere.ron"]).code, 2);
}

// import and list

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cases.json");

#[test]
fn import_writes_scenes_that_check_and_skips_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let ran = run_in(dir.path(), &["import", CASES, "-o", "out"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let (written, skipped) = (std::fs::read_dir(dir.path().join("out")).unwrap().count(), ran.err.lines().count());
    assert_eq!(ran.out, format!("{written} scenes written, {skipped} skipped\n"));
    assert!(written > 0 && skipped > 0 && ran.err.lines().all(|l| l.starts_with("skipped: ")), "{}", ran.err);
    let checked = run_in(dir.path(), &["check", "out", "--precision", "both"], "");
    assert_eq!((checked.code, checked.err.as_str()), (0, ""), "{}", checked.out);
    let ran = run_in(dir.path(), &["import", CASES, "-o", "out"], "");
    assert_eq!(ran.code, 2);
    assert_error(
        ran.err.lines().filter(|l| !l.starts_with("skipped: ")).collect::<Vec<_>>().join("\n").as_str(),
        "add --force",
        "out/",
    );
    assert_eq!(run_in(dir.path(), &["import", CASES, "-o", "out", "--force"], "").code, 0);
    let ran = run_in(dir.path(), &["import", CASES, "-o", "one.ron"], "");
    assert_eq!(ran.code, 2);
    assert_error(&ran.err, "name a folder instead", "one.ron");
}

#[test]
fn import_reads_standard_input() {
    let dir = tempfile::tempdir().unwrap();
    let first = json(&std::fs::read_to_string(CASES).unwrap())[0].to_string();
    let ran = run_in(dir.path(), &["import", "-", "-o", "one.ron"], &format!("[{first}]"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert_eq!(run_in(dir.path(), &["check", "one.ron"], "").code, 0);
    for (input, says) in
        [("", "nothing here is understood as shapes"), ("{", ""), ("[1, 2]", ""), ("[{\"id\": 3}]", "")]
    {
        let ran = run_in(dir.path(), &["import", "-", "-o", "other"], input);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{input}");
        assert_error(&ran.err, says, "-");
    }
    let ran = run_in(dir.path(), &["import", "nowhere.json", "-o", "other"], "");
    assert_eq!(ran.code, 2);
    assert_error(&ran.err, "no such file", "nowhere.json");
}

#[test]
fn lists_name_each_id_once_at_the_start_of_a_line() {
    for what in ["kernels", "shapes", "checks", "exits", "formats"] {
        let ran = run(&["list", what]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        let ids: Vec<&str> = ran.out.lines().map(|l| l.split("  ").next().unwrap()).collect();
        assert!(ids.len() > 3 && ids.iter().collect::<BTreeSet<_>>().len() == ids.len(), "{ids:?}");
        let kebab = |id: &str| id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-+".contains(c));
        assert!(ids.iter().all(|id| kebab(id)), "{ids:?}");
        if what == "kernels" {
            assert_eq!(ids, KERNELS.iter().map(|k| k.id).collect::<Vec<_>>());
        }
    }
    assert_eq!(run(&["list", "nothing"]).code, 2);
}

// Bad input

/// Every kind of file that is no scene, and what is said.
fn bad_files() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let shape = |shape: &str| SCENE.replacen("Box(half_extents: (1, 1))", shape, 1).into_bytes();
    let nested = |depth: usize| format!("(format: 1, bodies: {}{})", "[".repeat(depth), "]".repeat(depth)).into_bytes();
    let mut cut = SCENE.as_bytes().to_vec();
    cut.truncate(200);
    vec![
        ("empty.ron", vec![], ""),
        ("cut.ron", cut, ""),
        ("binary.ron", vec![0x89, b'P', b'N', b'G', 0, 255, 254], "UTF-8"),
        ("json.ron", b"{\"format\": 1}".to_vec(), ""),
        ("prose.ron", b"Two squares overlap.".to_vec(), ""),
        ("nested.ron", nested(10_000), "deep"),
        ("deeper.ron", nested(4_000_000), "deep"),
        ("nan.ron", shape("Box(half_extents: (NaN, 1))"), "A.shape.half_extents"),
        ("infinite.ron", shape("Box(half_extents: (1, inf))"), "A.shape.half_extents"),
        ("overflow.ron", shape("Box(half_extents: (1, 1e999))"), "A.shape.half_extents"),
        ("negative.ron", shape("Circle(radius: -1)"), "A.shape.radius"),
        (
            "dent.ron",
            shape("Polygon(points: [(0, 0), (4, 0), (1, 1), (0, 4)])"),
            "A.shape.points[2]: not convex; use Hull",
        ),
        ("few.ron", shape("Polygon(points: [])"), "A.shape.points"),
        ("field.ron", shape("Circle(radius: 1, colour: 3)"), "colour"),
        ("shape.ron", shape("Blob(radius: 1)"), "Blob"),
        ("kernel.ron", SCENE.replace("precision: F32", "kernel: \"gjk\"").into_bytes(), "query.kernel"),
        ("body.ron", SCENE.replace("query: (a: \"A\"", "query: (a: \"C\"").into_bytes(), "query.a"),
        ("future.ron", SCENE.replace("format: 1", "format: 2").into_bytes(), "newer"),
        ("twice.ron", SCENE.replace("name: \"B\"", "name: \"A\"").into_bytes(), "has the name \"A\" already"),
    ]
}

#[test]
fn each_bad_file_is_one_clear_line() {
    for (name, bytes, says) in bad_files() {
        let dir = folder(&[("good.ron", SCENE)]);
        std::fs::write(dir.path().join(name), bytes).unwrap();
        for args in [&["trace", name][..], &["check", name], &[name], &["check", "good.ron", name]] {
            let ran = run_in(dir.path(), args, "");
            assert_eq!(ran.code, 2, "{args:?}");
            assert_error(&ran.err, says, name);
            assert!(ran.err.len() < 600, "{}", ran.err);
            let counted = last_line(&ran.out);
            match args {
                ["check", "good.ron", _] => assert!(counted.starts_with("1 passed"), "{}", ran.out),
                ["check", _] => assert!(counted.starts_with("0 passed"), "{}", ran.out),
                _ => assert_eq!(ran.out, "", "{args:?}"),
            }
        }
    }
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let dir = folder(&[]);
    let file = std::fs::File::create(dir.path().join("huge.ron")).unwrap();
    file.set_len(100 << 20).unwrap();
    let ran = run_in(dir.path(), &["trace", "huge.ron"], "");
    assert_eq!(ran.code, 2);
    assert_error(&ran.err, "16 MiB", "huge.ron");
    let ran = run_in(dir.path(), &["import", "huge.ron", "-o", "out"], "");
    assert_eq!(ran.code, 2);
    assert_error(&ran.err, "16 MiB", "huge.ron");
    assert!(!dir.path().join("out").exists());
}

#[test]
fn paths_that_are_no_scenes() {
    let dir = folder(&[("good.ron", SCENE), ("empty/notes.txt", "")]);
    let at = |args: &[&str]| run_in(dir.path(), args, "");
    for args in [&["check", "nowhere.ron"][..], &["trace", "nowhere.ron"], &["nowhere.ron"]] {
        let ran = at(args);
        assert_eq!(ran.code, 2);
        assert_error(&ran.err, "no such file", "nowhere.ron");
    }
    for args in [&["check", "empty"][..], &["empty"]] {
        let ran = at(args);
        assert_eq!(ran.code, 2);
        assert_error(&ran.err, "no scenes in this folder", "empty");
    }
    let ran = at(&["check", "empty", "good.ron"]);
    assert_eq!(ran.code, 2);
    assert!(last_line(&ran.out).starts_with("1 passed"), "the others still run:\n{}", ran.out);
    let ran = at(&["trace", "empty"]);
    assert_eq!(ran.code, 2);
    assert_error(&ran.err, "a folder, not a scene", "empty");
}

#[test]
fn an_unknown_kernel_is_named_with_those_there_are() {
    for args in [
        &["check", "scenes/tutorial", "--kernel", "gjk"][..],
        &["check", "scenes/tutorial", "--kernel", "gjk-distance,gjk"],
        &["trace", "scenes/tutorial/two-squares.ron", "--kernel", "gjk"],
        &["scenes/tutorial/two-squares.ron", "--kernel", "gjk"],
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert_error(&ran.err, "unknown kernel \"gjk\"; known: gjk-distance+epa", "--kernel");
    }
}

#[test]
fn wrong_arguments_are_2_and_say_what_is_right() {
    for (args, says) in [
        (&["check"][..], "PATH"),
        (&["check", ".", "--precision", "f16"], "f32, f64, both"),
        (&["check", ".", "--format", "xml"], "table, json, junit"),
        (&["trace", "x.ron", "--precision", "both"], "f32, f64"),
        (&["import", "x.json"], "--output"),
        (&["list"], "list"),
        (&["--nonsense"], "--nonsense"),
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(says), "{args:?}: {}", ran.err);
    }
    assert_eq!(run(&["--help"]).code, 0);
    assert!(run(&["--version"]).out.starts_with("gjkscope "));
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_are_not_followed() {
    let dir = folder(&[("a.ron", SCENE), ("elsewhere/b.ron", SCENE)]);
    std::os::unix::fs::symlink(dir.path(), dir.path().join("elsewhere/loop")).unwrap();
    std::os::unix::fs::symlink(dir.path().join("a.ron"), dir.path().join("c.ron")).unwrap();
    let ran = run_in(dir.path(), &["check", "."], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(last_line(&ran.out).starts_with("2 passed"), "{}", ran.out);
}

/// Starts the program with a pipe for `stdout` or `stderr` whose other end is closed at once.
fn closed_early(args: &[&str], errors: bool) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gjkscope"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut rest = String::new();
    if errors {
        drop(child.stderr.take());
        child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    } else {
        drop(child.stdout.take());
        child.stderr.take().unwrap().read_to_string(&mut rest).unwrap();
    }
    (child.wait().unwrap().code(), rest)
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["check", "scenes", "--format", "json"][..],
        &["trace", "scenes/regression/own-polygon-64-on-64.ron", "--format", "json"],
        &["list", "kernels"],
        &["scenes/tutorial/two-squares.ron"],
    ] {
        let (code, err) = closed_early(args, false);
        // Without a display the window says so in one line before the text.
        let err = err.lines().filter(|line| !line.starts_with("gjkscope: no display")).collect::<String>();
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    }
    let (code, out) = closed_early(&["check", "nowhere.ron", "scenes/tutorial/two-squares.ron"], true);
    assert_eq!(code, Some(2));
    assert!(last_line(&out).starts_with("1 passed"), "{out}");
    assert_eq!(closed_early(&["trace", "nowhere.ron"], true).0, Some(2));
}

#[test]
fn the_same_command_prints_the_same_bytes() {
    let args = ["check", "scenes", "--kernel", "all", "--precision", "both", "--format", "json"];
    assert!(run(&args).out == run(&args).out);
}

#[test]
fn the_scenes_of_the_project_check() {
    let ran = run(&["check", "scenes", "--precision", "both"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
}

/// The pictures of README and docs are what the program draws now.
#[test]
fn the_pictures_of_the_documentation_are_current() {
    let ran = run(&["figure", "--check", "docs"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("current  docs/gallery/support-function-dark.svg\n"), "{}", ran.out);
}

#[test]
fn an_ambiguous_paste_is_refused_with_its_readings_and_taken_by_number() {
    let dir = tempfile::tempdir().unwrap();
    let text = "0 0 2 2\n\n3 1 2 2\n";
    let ran = run_in(dir.path(), &["import", "-", "-o", "one.ron"], text);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_error(&ran.err, "2 readings; choose one with --reading N: 1 = A: segment, B: segment", "-");
    assert!(!dir.path().join("one.ron").exists(), "nothing is guessed");
    let boxes = run_in(dir.path(), &["import", "-", "-o", "two.ron", "--reading", "2"], text);
    assert_eq!((boxes.code, boxes.err.as_str()), (0, ""));
    assert!(boxes.out.starts_with("A: polygon of 4 points, B: polygon of 4 points\n"), "{}", boxes.out);
    assert!(boxes.out.contains("B.points[1].x") && boxes.out.contains("3 + 2"), "what became what: {}", boxes.out);
    assert_eq!(run_in(dir.path(), &["check", "two.ron"], "").code, 0);
    let first = run_in(dir.path(), &["import", "-", "-o", "one.ron", "--reading", "1"], text);
    assert_eq!(first.code, 0, "{}", first.err);
    let scene = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert!(scene("one.ron").contains("Segment(") && scene("two.ron").contains("Polygon("));
    for n in ["0", "3"] {
        let ran = run_in(dir.path(), &["import", "-", "-o", "x.ron", "--reading", n], text);
        assert_eq!(ran.code, 2);
        assert_error(&ran.err, &format!("there is no reading {n}; this text has 2"), "-");
    }
}

#[test]
fn importers_and_exporters_are_listed_id_first() {
    let lists: [(&str, Vec<(&str, &str)>); 2] = [
        ("importers", gjkscope::import::IMPORTERS.iter().map(|row| (row.id, row.label)).collect()),
        ("exporters", gjkscope::export::EXPORTERS.iter().map(|row| (row.id, row.label)).collect()),
    ];
    for (what, rows) in lists {
        let ran = run(&["list", what]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert_eq!(ran.out.lines().count(), rows.len());
        for (line, (id, label)) in ran.out.lines().zip(rows) {
            assert!(line.split_whitespace().next() == Some(id) && line.contains(label), "{line}");
        }
    }
}

#[test]
fn a_wrong_argument_is_one_line() {
    for (args, word) in [
        (&["list", "bogus"][..], "bogus"),
        (&["trace", "x.ron", "--format", "xml"], "possible values: text, json, csv"),
        (&["check"], "required arguments"),
        (&["check", "x.ron", "--jobs", "abc"], "abc"),
        (&["check", "x.ron", "--jobs", "-1"], "invalid value '-1' for '--jobs <N>'"),
        (&["nonsense.ron", "--kernal", "mpr"], "--kernal"),
        (&["trac", "x.ron"], "no command \"trac\"; known: check, trace, "),
    ] {
        let out = assert_cmd::Command::cargo_bin("gjkscope").unwrap().args(args).output().unwrap();
        let text = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(!text.contains("tip: to pass"), "{text}");
        assert!(text.starts_with("error: ") && text.contains(word) && out.stdout.is_empty(), "{text}");
    }
    let help = assert_cmd::Command::cargo_bin("gjkscope").unwrap().arg("--help").output().unwrap();
    assert!(help.status.success() && help.stdout.len() > 200);
}

#[test]
fn a_dash_is_standard_output_and_never_a_file() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("a.ron"), SCENE).unwrap();
    let said = run_in(folder.path(), &["trace", "a.ron"], "");
    let dashed = run_in(folder.path(), &["trace", "a.ron", "-o", "-"], "");
    assert_eq!((dashed.code, dashed.out), (0, said.out));
    let import = run_in(folder.path(), &["import", "a.ron", "-o", "-"], "");
    assert_eq!(import.code, 2);
    assert!(import.err.contains("name a file"), "{}", import.err);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_wrong_expectation_blames_the_result_and_no_step() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("a.ron"), SCENE.replace("depth: 0.5", "depth: 0.75")).unwrap();
    let ran = run_in(folder.path(), &["check", "a.ron"], "");
    assert_eq!(ran.code, 1);
    let row = ran.out.lines().find(|line| line.starts_with("fail")).unwrap();
    assert!(row.contains(" result "), "{row}");
}

#[test]
fn a_report_never_takes_the_place_of_a_scene() {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("x.ron"), SCENE).unwrap();
    for command in ["check", "trace", "compare"] {
        let ran = run_in(dir.path(), &[command, "x.ron", "-o", "x.ron", "--force"], "");
        let line = "error: only scenes end in .ron, and this is none; choose another ending (x.ron)\n";
        assert_eq!((ran.code, ran.err.as_str()), (2, line), "{command}");
        assert_eq!(std::fs::read_to_string(dir.path().join("x.ron")).unwrap(), SCENE);
    }
    let ran = run_in(dir.path(), &["check", "x.ron", "--answers", "x.ron"], "");
    assert!(ran.code == 2 && ran.err.starts_with("error: not JSON: "), "{}", ran.err);
}
