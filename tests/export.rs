//! Exporters: the list is walked over every scene; literals read back to the same bits; the same input gives the same text.

use std::path::{Path, PathBuf};

use gjkscope::check::{self, Asked};
use gjkscope::export::{EXPORTERS, Exporter, Kept, exporter};
use gjkscope::num::Precision;
use gjkscope::scene::{self, Document};
use gjkscope::shape::ShapeDef;

fn scenes() -> Vec<PathBuf> {
    scene::list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes")).unwrap()
}

fn export(exporter: &Exporter, path: &str, document: &Document) -> String {
    let (trace, report) = check::run(&document.scene).unwrap();
    (exporter.write)(&Kept { path, document, trace: &trace, report: &report, picture: None })
}

/// Every scene an exporter applies to, with its text.
fn exported(id: &str) -> Vec<(String, Document, String)> {
    let exporter = exporter(id).unwrap();
    let all = scenes().into_iter().filter_map(|file| {
        let document = scene::load(&file).unwrap();
        (exporter.applies)(&document.scene).ok()?;
        let path = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = export(exporter, &path, &document);
        Some((path, document, text))
    });
    all.collect()
}

/// The words of a text between `open` and the next `close`.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    text.split(open).skip(1).map(|rest| rest.split(close).next().unwrap()).collect()
}

/// Every number of a shape and its place, but for the rotation.
fn numbers(shape: &ShapeDef) -> Vec<f64> {
    let mut all: Vec<f64> = shape.points().unwrap().iter().flat_map(|p| [p.x, p.y]).collect();
    all.push(shape.radius());
    all
}

#[test]
fn every_exporter_writes_every_scene_it_applies_to_the_same_way_twice() {
    let mut ids: Vec<&str> = EXPORTERS.iter().map(|e| e.id).collect();
    for exporter in EXPORTERS {
        assert!(!exporter.label.is_empty() && !exporter.ending.is_empty());
        assert!(
            exporter.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            exporter.id
        );
        let first = exported(exporter.id);
        assert!(first.len() > 100, "{} applies to {} scenes", exporter.id, first.len());
        for (path, document, text) in &first {
            assert!(text.len() > 200 && text.ends_with('\n'), "{} of {path} is empty", exporter.id);
            assert_eq!(*text, export(exporter, path, document), "{} of {path} differs", exporter.id);
        }
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), EXPORTERS.len(), "an id twice");
}

#[test]
fn literals_of_the_parry_test_are_bit_exact() {
    for (path, document, text) in exported("parry") {
        let precision = document.scene.query.precision;
        let asked = Asked::new(&document.scene, precision).unwrap();
        // Each literal is bits with its decimal beside it; both must name the same number.
        let mut literals = Vec::new();
        for literal in between(&text, "f(0x", " */") {
            let (bits, decimal) = literal.split_once(") /* ").unwrap();
            let value = match precision {
                Precision::F64 => f64::from_bits(u64::from_str_radix(bits, 16).unwrap()),
                Precision::F32 => f32::from_bits(u32::from_str_radix(bits, 16).unwrap()) as f64,
            };
            assert_eq!(decimal.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{path}: {literal}");
            literals.push(value.to_bits());
        }
        for (shape, pose) in [&asked.a, &asked.b] {
            let listed = matches!(shape, ShapeDef::Box { .. });
            let expected = if let ShapeDef::Box { half_extents, radius } = shape {
                vec![half_extents.x, half_extents.y, *radius]
            } else {
                numbers(shape)
            };
            let translation = [pose.translation.x, pose.translation.y];
            for x in expected.iter().chain(&translation).filter(|x| **x != 0.0 || listed) {
                // A flat shape is written by its corners, so a point between them is not there.
                let flat = text.contains("Segment::new") || text.contains("Ball::new") || text.contains("Capsule::new");
                assert!(literals.contains(&x.to_bits()) || flat || *x == 0.0, "{path}: {x:?} is missing");
            }
        }
        assert!(literals.contains(&precision.round(asked.truth.signed_distance).to_bits()), "{path}");
    }
}

/// A C hexadecimal float with its suffix.
fn c_float(text: &str) -> f64 {
    let text = text.trim();
    let hex = text.strip_suffix('f').unwrap();
    // Read by the scene reader, which knows the same spelling.
    let scene = format!(
        "(format: 1, bodies: [(name: \"A\", shape: Point(at: (\"{hex}\", 0))), (name: \"B\", shape: Point(at: (0, 0)))])"
    );
    scene::parse(&scene, "x.ron").unwrap().scene.bodies[0].shape.points().unwrap()[0].x
}

#[test]
fn literals_of_the_box2d_test_are_bit_exact() {
    for (path, document, text) in exported("box2d") {
        let asked = Asked::new(&document.scene, Precision::F32).unwrap();
        for (name, (shape, pose)) in [("a", &asked.a), ("b", &asked.b)] {
            let list = between(&text, &format!("b2Vec2 {name}[] = {{\n"), "\t};")[0];
            let read: Vec<u64> =
                between(list, "{ ", " }").iter().flat_map(|p| p.split(", ")).map(|x| c_float(x).to_bits()).collect();
            let points = shape.points().unwrap();
            let expected: Vec<u64> = points.iter().flat_map(|p| [p.x.to_bits(), p.y.to_bits()]).collect();
            assert_eq!(read, expected, "{path}: points of {name}");
            let role = name.to_uppercase();
            let proxy = between(&text, &format!("input.proxy{role} = b2MakeProxy( {name}, "), " );")[0];
            let (count, radius) = proxy.split_once(", ").unwrap();
            assert_eq!(count.parse::<usize>().unwrap(), points.len(), "{path}");
            assert_eq!(c_float(radius).to_bits(), shape.radius().to_bits(), "{path}");
            let placed = between(&text, &format!("b2Transform world{role} = {{ {{ "), " }")[0];
            let place: Vec<u64> = placed.split(", ").map(|x| c_float(x).to_bits()).collect();
            assert_eq!(place, [pose.translation.x.to_bits(), pose.translation.y.to_bits()], "{path}");
        }
        let small = between(&text, "ENSURE_SMALL( output.distance - ", " );")[0];
        let (distance, tolerance) = small.split_once(", ").unwrap();
        assert_eq!(c_float(distance), asked.truth.signed_distance.max(0.0) as f32 as f64, "{path}");
        assert!(c_float(tolerance) > 0.0, "{path}");
    }
}

#[test]
fn json_reads_back_with_its_bits() {
    for (path, document, text) in exported("json") {
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let (a, b) = gjkscope::run::bodies(&document.scene).unwrap();
        for (role, body) in [("a", a), ("b", b)] {
            let told = &value[role];
            let Some(points) = body.shape.points() else {
                assert!(told["points"].is_null() && told["ellipse"].is_object(), "{path}");
                continue;
            };
            assert_eq!(told["points"].as_array().unwrap().len(), points.len());
            for (i, p) in points.iter().enumerate() {
                for (k, x) in [p.x, p.y].into_iter().enumerate() {
                    assert_eq!(told["points"][i][k].as_f64().unwrap().to_bits(), x.to_bits(), "{path}");
                    let bits = told["bits"]["points"][i][k].as_str().unwrap();
                    assert_eq!(u64::from_str_radix(&bits[2..], 16).unwrap(), x.to_bits(), "{path}");
                }
            }
        }
        let kernels = gjkscope::kernel::KERNELS.iter();
        let fitting = kernels.filter(|k| gjkscope::kernel::applies(k, &a.shape, &b.shape)).count();
        assert_eq!(value["runs"].as_array().unwrap().len(), 2 * fitting, "{path}");
        assert_eq!(value["run"]["scene"], path.as_str());
    }
}

#[test]
fn the_report_says_what_was_found() {
    for (path, document, text) in exported("markdown") {
        let (_, report) = check::run(&document.scene).unwrap();
        assert!(text.contains(&report.truth.digits), "{path}: no truth");
        assert!(text.contains(document.text.trim_end()), "{path}: no scene");
        assert_eq!(text.contains("First bad step"), report.culprit.is_some(), "{path}");
        assert!(text.contains(&format!("**{}**", report.verdict.id())), "{path}");
    }
}

#[test]
fn what_an_engine_cannot_hold_is_refused_by_name() {
    let scene = |a: &str| {
        let text = format!("(format: 1, bodies: [(name: \"A\", shape: {a}), (name: \"B\", shape: Circle(radius: 1))])");
        scene::parse(&text, "x.ron").unwrap().scene
    };
    let why = |id: &str, a: &str| (exporter(id).unwrap().applies)(&scene(a)).unwrap_err();
    let nine: Vec<String> = (0..9).map(|i| format!("({i}, {})", i * i)).collect();
    assert_eq!(why("parry", "Ellipse(semi_axes: (2, 1))"), "parry has no ellipse");
    assert_eq!(why("box2d", "Ellipse(semi_axes: (2, 1))"), "Box2D has no ellipse, as A is");
    assert_eq!(
        why("box2d", &format!("Hull(points: [{}])", nine.join(", "))),
        "a Box2D proxy has at most 8 points, A has 9"
    );
    assert_eq!(why("box2d", "Circle(radius: 1e300)"), "a number is too large for f32");
}

#[test]
fn the_command_writes_files_and_the_picture_beside_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let output =
            assert_cmd::Command::cargo_bin("gjkscope").unwrap().current_dir(&folder).args(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/tutorial/triangle-and-square-missed.ron");
    assert_eq!(run(&["export", scene, "--to", "markdown", "-o", "r.md"]), (Some(0), String::new(), String::new()));
    let report = std::fs::read_to_string(folder.path().join("r.md")).unwrap();
    assert!(report.contains("](r.svg)"), "{report}");
    assert!(std::fs::read_to_string(folder.path().join("r.svg")).unwrap().starts_with("<svg"));
    let (code, _, error) = run(&["export", scene, "--to", "markdown", "-o", "r.md"]);
    assert_eq!(
        (code, error.as_str()),
        (Some(2), "error: the file exists already; add --force to overwrite it (r.md)\n")
    );
    assert_eq!(run(&["export", scene, "--to", "markdown", "-o", "r.md", "--force"]).0, Some(0));
    let (code, _, error) = run(&["export", scene, "--to", "pary"]);
    assert_eq!(
        (code, error.as_str()),
        (Some(2), "error: unknown exporter `pary`; there are parry, box2d, json, markdown\n")
    );
    let (_, listed, _) = run(&["list", "exporters"]);
    assert_eq!(listed.lines().count(), EXPORTERS.len());
}
