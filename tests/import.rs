//! Case files: what becomes a scene, what is skipped, and where an error points.

use gjkscope::import::{ImportedCase, LeftOut, cases, paste};
use gjkscope::scene::{self, Answer, Scene};
use gjkscope::shape::ShapeDef;
use glam::DVec3;

const CASES: &str = include_str!("data/cases.json");

fn case(id: &str) -> ImportedCase {
    cases(CASES).unwrap().into_iter().find(|case| case.id == id).unwrap()
}

fn scene_of(id: &str) -> Scene {
    case(id).scene.unwrap()
}

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

#[test]
fn static_cases_become_scenes() {
    let scene = scene_of("parry-378-epa-stuck-witness");
    assert_eq!(scene.source, "dimforge/parry#378");
    assert_eq!(
        scene.story,
        "EPA got stuck on an exactly touching capsule and box and returned a witness 2 units away from the contact. \
         Kind: touching. Tags: origin-on-edge, rounded, touching, wrong-witness."
    );
    assert_eq!(scene.bodies[0].shape, ShapeDef::Capsule { a: p(0.0, -0.25), b: p(0.0, 0.25), radius: 0.5 });
    assert_eq!(scene.bodies[1].shape, ShapeDef::Box { half_extents: p(4.0, 0.5), radius: 0.0 });
    assert_eq!(scene.bodies[1].pose.translation, p(-2.0373735, -1.25));
    let expect = scene.expect.unwrap();
    assert_eq!((expect.answer, expect.normals, expect.f32), (Answer::Touching, vec![p(0.0, -1.0)], None));
    assert_eq!(
        expect.reported.as_deref(),
        Some("point_a: [0.0,-0.75], point_b_local: [4.0,0.5], signed_distance: 6.7250437e-7")
    );
}

#[test]
fn all_read_back_from_their_text() {
    for case in cases(CASES).unwrap() {
        if let Ok(scene) = case.scene {
            assert_eq!(scene::parse(&scene::write(&scene), &case.id).unwrap().scene, scene);
        }
    }
}

#[test]
fn normals_are_taken_where_they_can_be_listed() {
    let normals = |id: &str| scene_of(id).expect.unwrap().normals.len();
    assert_eq!(normals("parry-34-ball-centre-on-corner"), 0, "a cone");
    assert_eq!(normals("dyn4j-ellipse-concentric"), 4);
}

#[test]
fn f32_has_its_own_answer_where_it_differs() {
    let expect = scene_of("own-decimal-touch-0.7").expect.unwrap();
    assert_eq!(expect.answer, Answer::Separated(Some(5.551115123125783e-17)));
    assert_eq!(expect.f32.unwrap().answer, Answer::Overlapping(Some(1.4901161193847656e-8)));
    assert_eq!(scene_of("ncollide-181-epa2-assert").expect.unwrap().f32, None, "the same to 2e-10 of the scale");
}

#[test]
fn polygons_that_are_not_convex_in_order_become_hulls() {
    let scene = scene_of("own-rounded-corner-corner");
    assert!(matches!(&scene.bodies[0].shape, ShapeDef::Polygon { radius: 0.25, points } if points.len() == 4));
    assert!(matches!(&scene_of("parry-310-degenerate-triangle").bodies[0].shape, ShapeDef::Polygon { .. }));
    let shuffled = CASES.replace("[[40, 0], [0, 80], [0, 80]]", "[[0, 0], [1, 1], [1, 0], [0, 1]]");
    let case = cases(&shuffled).unwrap().into_iter().find(|case| case.id == "parry-310-degenerate-triangle").unwrap();
    assert!(matches!(&case.scene.unwrap().bodies[0].shape, ShapeDef::Hull { points, .. } if points.len() == 4));
}

#[test]
fn what_cannot_be_a_scene_yet_is_skipped_with_its_reason() {
    assert_eq!(case("parry-epa3-offset-y").scene, Err(LeftOut::Later("3D scenes are not supported yet".into())));
    assert_eq!(
        case("parry-107-ball-toi-lost").scene,
        Err(LeftOut::Later("a moving case (shapecast) is not supported yet".into()))
    );
    let text = CASES.replace("\"type\": \"ellipse\"", "\"type\": \"blob\"");
    let case = cases(&text).unwrap().into_iter().find(|case| case.id == "dyn4j-ellipse-concentric").unwrap();
    assert_eq!(case.scene, Err(LeftOut::Later("no shape of a scene is a \"blob\"".into())));
}

#[test]
fn an_object_alone_or_one_a_line_is_fine() {
    let lines: Vec<&str> = CASES.lines().filter(|l| l.starts_with('{')).map(|l| l.trim_end_matches(',')).collect();
    assert_eq!(cases(lines[0]).unwrap().len(), 1);
    assert_eq!(cases(&lines.join("\n")).unwrap(), cases(CASES).unwrap());
    assert_eq!(cases(" []").unwrap(), []);
}

/// A case whose polygon A has these points.
fn minimal(points: &str) -> String {
    format!(
        "[\n  {{\"id\": \"x\", \"dim\": 2, \"a\": {{\"type\": \"polygon\", \"points\": {points}}},\n   \
         \"b\": {{\"type\": \"circle\", \"radius\": 1}}, \"expected\": {{\"intersects\": true}}}}\n]"
    )
}

#[test]
fn numbers_are_read_exactly() {
    // Literals whose nearest f64 a fast reader misses by a unit in the last place.
    let numbers = [
        "5.551115123125783e-17",
        "-0",
        "-0.0",
        "9007199254740993",
        "123456789012345678901234567890",
        "2.2250738585072011e-308",
    ];
    for number in numbers {
        let case = cases(&minimal(&format!("[[{number}, 0.1]]"))).unwrap().remove(0);
        let ShapeDef::Polygon { points, .. } = &case.scene.unwrap().bodies[0].shape.clone() else { panic!() };
        let exact: f64 = number.parse().unwrap();
        assert_eq!(points[0].x.to_bits(), exact.to_bits(), "{number}");
    }
}

/// What is said of a text that is refused as a whole, or of its first broken case.
fn complaint(text: &str) -> String {
    let broken = |case: ImportedCase| match case.scene {
        Err(LeftOut::Broken(error)) => Some(error.to_string()),
        _ => None,
    };
    cases(text).map_or_else(|e| e.to_string(), |cases| cases.into_iter().find_map(broken).unwrap_or_default())
}

#[test]
fn errors_name_the_case_and_the_place() {
    let good = minimal("[[0, 0]]");
    assert_eq!(
        cases(&good).unwrap()[0].scene.as_ref().unwrap().expect.as_ref().unwrap().answer,
        Answer::Overlapping(None)
    );
    let lines: [(String, &str); _] = [
        ("".into(), "not a case file; expected [{\"id\": .., \"dim\": 2, ..}, ..] (1:1)"),
        ("(format: 1)".into(), "not a case file; expected [{\"id\": .., \"dim\": 2, ..}, ..] (1:1)"),
        (good[..60].into(), "not a case: EOF while parsing a value (2:58)"),
        (minimal("[[0, NaN]]"), "not a case: expected value (2:65)"),
        (minimal("[[0, 1e999]]"), "x: not a case: number out of range (2:69)"),
        (minimal("[[0, \"a\"]]"), "x: not a case: invalid type: string \"a\", expected f64 (2:67)"),
        (minimal("[[0, 0, 0]]"), "x: a: points: expected 2 coordinates, found 3 (2:3)"),
        (minimal("[]"), "x: A.shape.points: too few points; a Polygon has at least 1 (2:3)"),
        (good.replace("\"radius\": 1", "\"radius\": -1"), "x: B.shape.radius: negative radius; write 0 or more (2:3)"),
        (good.replace("\"radius\": 1", "\"centre\": 1"), "x: b: radius: missing (2:3)"),
        (good.replace(": true", ": 1"), "x: expected.intersects: true, false or \"touching\", not 1 (2:3)"),
        (
            good.replace("\"x\"", "\"../x\""),
            "the id must be letters, digits, '-', '_', '.' and '+', as it names a file (2:3)",
        ),
        (good.replace("\n]", ",\n {\"id\": \"x\", \"dim\": 3}]"), "x: this id is used twice; change one (4:2)"),
        (good.replace("\"dim\": 2", "\"dim\": \"ä2\""), "not a case: invalid type: string \"ä2\", expected u32 (2:25)"),
        (format!("[{}", "[".repeat(10_000)), "not a case: EOF while parsing a list (1:10001)"),
        (
            format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
            "not a case; expected {\"id\": .., \"dim\": 2, ..} (1:2)",
        ),
        (
            format!("{{\"id\": {}{}}}", "[".repeat(10_000), "]".repeat(10_000)),
            "not a case: invalid type: sequence, expected a string (1:7)",
        ),
        (
            format!("{{\"id\": \"x\", \"dim\": 2, \"query\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000)),
            "not a case: recursion limit exceeded (1:158)",
        ),
    ];
    let differ = lines.map(|(text, line)| (complaint(&text), line));
    let differ: Vec<_> = differ.iter().filter(|(is, should)| is != should).collect();
    assert!(differ.is_empty(), "{differ:#?}");
    let Err(LeftOut::Broken(error)) = cases(&minimal("[]")).unwrap().remove(0).scene else { panic!() };
    let error = error.in_file("cases.json");
    assert_eq!(error.to_string(), "x: A.shape.points: too few points; a Polygon has at least 1 (cases.json:2:3)");
}

#[test]
fn a_broken_case_leaves_the_others() {
    let good = r#"{"id": "good", "a": {"type": "point", "point": [0, 0]}, "b": {"type": "circle", "radius": 1}}"#;
    let bad = r#"{"id": "bad", "a": {"type": "point"}, "b": {"type": "circle", "radius": 1}}"#;
    let text = format!("[{bad},\n{good},\n7]");
    let cases = cases(&text).unwrap();
    let said: Vec<(&str, Option<String>)> =
        cases.iter().map(|case| (case.id.as_str(), case.scene.as_ref().err().map(LeftOut::to_string))).collect();
    assert_eq!(said[0], ("bad", Some("a: point: missing (1:2)".into())));
    assert_eq!(said[1], ("good", None));
    assert_eq!(said[2], ("case-3", Some("not a case; expected {\"id\": .., \"dim\": 2, ..} (3:1)".into())));
    let readings = paste(&text).unwrap().readings;
    assert_eq!(readings.len(), 1);
    assert!(readings[0].note.starts_with("left out: bad: a: point: missing (1:2); case-3: "), "{}", readings[0].note);
}

#[test]
fn a_case_needs_no_expectation_and_no_id() {
    let text = r#"{"dim": 2, "a": {"type": "point", "point": [0, 0]}, "b": {"type": "circle", "radius": 1}}"#;
    let case = cases(text).unwrap().remove(0);
    assert_eq!((case.id.as_str(), case.scene.unwrap().expect), ("case-1", None));
    assert_eq!(paste(text).unwrap().readings[0].importer, "cases");
    // Another program's objects stay what they were read as.
    let other = r#"{"id": 7, "a": {"type": "c", "center": [0, 0], "radius": 1}, "b": {"type": "c", "center": [3, 0], "radius": 1}}"#;
    assert_eq!(paste(other).unwrap().readings[0].importer, "brace-lists");
}
