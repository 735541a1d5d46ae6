//! Pasted texts of every kind: what each number becomes, what is asked about, what is refused.

use gjkscope::import::{IMPORTERS, MOST_PASTED, Reading, paste};
use gjkscope::num::Precision;
use gjkscope::scene;
use gjkscope::shape::{PoseDef, RotationDef, ShapeDef};
use glam::DVec3;
use proptest::prelude::*;

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

/// The only reading.
fn one(text: &str) -> Reading {
    let paste = paste(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(paste.readings.len(), 1, "{:#?}\n{text}", labels(text));
    let reading = paste.readings.into_iter().next().unwrap();
    for a in &reading.assigned {
        assert!(text.get(a.span.clone()).is_some(), "{a:?}");
    }
    reading
}

fn labels(text: &str) -> Vec<String> {
    paste(text).unwrap().readings.into_iter().map(|r| r.label).collect()
}

fn refused(text: &str) -> String {
    match paste(text) {
        Ok(paste) => panic!("{:#?}", paste.readings),
        Err(e) => e.to_string(),
    }
}

fn polygon(points: &[(f64, f64)]) -> ShapeDef {
    ShapeDef::Polygon { points: points.iter().map(|(x, y)| p(*x, *y)).collect(), radius: 0.0 }
}

#[track_caller]
fn shapes(text: &str, importer: &str, a: ShapeDef, b: ShapeDef) -> Reading {
    let reading = one(text);
    assert_eq!(reading.importer, importer);
    assert_eq!(reading.scene.bodies[0].shape, a);
    assert_eq!(reading.scene.bodies[1].shape, b);
    reading
}

const TRIANGLE: [(f64, f64); 3] = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
const OTHER: [(f64, f64); 3] = [(2.0, 0.5), (3.0, 0.25), (2.0, 1.5)];

/// One text a kind, each of the triangles above.
const SAMPLES: [(&str, &str); 11] = [
    ("wkt", "POLYGON ((0 0, 1 0, 0 1, 0 0)) POLYGON((2 0.5,3 0.25,2 1.5,2 0.5))"),
    ("svg", "<polygon points='0,0 1,0 0,1'/>\n<polygon points='2 .5 3 .25 2 1.5'/>"),
    ("pose-matrix", "a = [[0,0],[1,0],[0,1]]\nb = [[2,.5],[3,.25],[2,1.5]]\nposeB = [[1,0,0],[0,1,0],[0,0,1]]"),
    (
        "field-writes",
        "in.proxyA.v[0].x = 0; in.proxyA.v[0].y = 0; in.proxyA.v[1] = {1, 0}; in.proxyA.v[2] = b2Vec2(0, 1);\n\
         in.proxyB.v[2] = {2, 1.5}; in.proxyB.v[0] = {2, 0.5}; in.proxyB.v[1] = {3, 0.25}; in.proxyB.count = 3;",
    ),
    (
        "constructors",
        "ConvexPolygon::from_convex_hull(&[Point2::new(0.0, 0.0), Point2::new(1.0, 0.0), Point2::new(0.0, 1.0)]);\n\
         vec![point![2.0, 0.5], point!(3.0, 0.25), Point2::new(2.0_f64, 1.5)]",
    ),
    (
        "brace-lists",
        "b2Vec2 first[] = {{0, 0}, {1, 0}, {0, 1},}; /* then */ double second[3] = {2, 0.5, 3, .25, 2, 1.5};",
    ),
    ("nested-lists", "[[0, 0], [1, 0], [0, 1]] [[2, 0.5], [3, 0.25], [2, 1.5]]"),
    (
        "hex-words",
        "00000000 00000000 3f800000 00000000 00000000 3f800000\n\n\
         0x40000000 0x3f000000 0x40400000 0x3e800000 0x40000000 0x3fc00000",
    ),
    ("columns", "0 0\n1 0\n0 1\n\n2;0.5\n3;0.25\n2;1.5\n"),
    ("columns", "name,x,y\na,0,0\na,1,0\na,0,1\nb,2,0.5\nb,3,0.25\nb,2,1.5"),
    ("nested-lists", "A = [0 0; 1 0; 0 1]\nB = [2 .5\n 3 .25\n 2 1.5]"),
];

#[test]
fn each_kind_reads_the_same_triangles() {
    for (kind, text) in SAMPLES {
        let reading = shapes(text, kind, polygon(&TRIANGLE), polygon(&OTHER));
        let poses = reading.scene.bodies.iter().map(|body| body.pose);
        assert!(poses.into_iter().all(|pose| pose == PoseDef::default()), "{kind}");
    }
    for importer in IMPORTERS {
        let sampled = SAMPLES.iter().any(|(kind, _)| *kind == importer.id);
        assert!(sampled || matches!(importer.id, "scene" | "cases"), "{} has no sample", importer.id);
    }
}

#[test]
fn digits_are_exact() {
    let reading =
        one("a = [[0.449999988, -0.0], [0.1f, 0x1.8p3]]\nb = [[0x3ee66666, 0x3fb999999999999a], [1e-3_f64, 1_000.5]]");
    let values: Vec<u64> = reading.assigned.iter().map(|a| a.value.to_bits()).collect();
    let expected: [f64; 8] = [0.449999988, -0.0, 0.1f32 as f64, 12.0, 0.45f32 as f64, 0.1, 1e-3, 1000.5];
    assert_eq!(values, expected.map(f64::to_bits));
    assert_eq!(reading.assigned[0].literal, "0.449999988");
    assert_eq!((reading.assigned[0].what.as_str(), reading.assigned[0].place), ("A.a.x", (1, 7)));
    assert_eq!(reading.scene.query.precision, Precision::F32);
}

#[test]
fn names_decide_over_order() {
    let text = "polyB = {{2,0.5},{3,0.25},{2,1.5}}; polyA = {{0,0},{1,0},{0,1}};";
    shapes(text, "brace-lists", polygon(&TRIANGLE), polygon(&OTHER));
    let text = "shape2: [[2,0.5],[3,0.25],[2,1.5]]\nshape1: [[0,0],[1,0],[0,1]]";
    shapes(text, "nested-lists", polygon(&TRIANGLE), polygon(&OTHER));
}

#[test]
fn parry_code_with_poses() {
    let text = "let pos1 = Isometry2::translation(0.0, 0.5);\nlet g1 = Cuboid::new(Vector2::new(1.0, 2.0));\n\
                let pos2 = Isometry2::new(vector![2.5, 0.25], 0.75); let g2 = Ball::new(0.5);";
    let cuboid = ShapeDef::Box { half_extents: p(1.0, 2.0), radius: 0.0 };
    let ball = ShapeDef::Circle { radius: 0.5, center: DVec3::ZERO };
    let reading = shapes(text, "constructors", cuboid, ball);
    assert_eq!(reading.scene.bodies[0].pose.translation, p(0.0, 0.5));
    assert_eq!(reading.scene.bodies[1].pose, PoseDef { translation: p(2.5, 0.25), rotation: RotationDef::Angle(0.75) });
}

#[test]
fn box2d_fields_count_and_transforms() {
    let text = "proxyA = {points = {{x = 0, y = 0}, {x = 1, y = 0}, {x = 0, y = 1}, {x = 9, y = 9}}, count = 3, radius = 0.5}\n\
                proxyB = {points = {{x = 2, y = 0}, {x = 3, y = 1}}, count = 2, radius = 0}\n\
                transformB = {p = {x = 0.25, y = 3}, q = {c = 0.6, s = 0.8}}";
    let reading = one(text);
    assert_eq!(
        reading.scene.bodies[0].shape,
        ShapeDef::Polygon { points: TRIANGLE.map(|(x, y)| p(x, y)).to_vec(), radius: 0.5 }
    );
    let pose = PoseDef { translation: p(0.25, 3.0), rotation: RotationDef::CosSin(0.6, 0.8) };
    assert_eq!(reading.scene.bodies[1].pose, pose);
    assert!(reading.note.contains("the count is 3"));
    assert!(refused(&text.replace("count = 2", "count = 5")).contains("only 2 points"));
}

#[test]
fn matrices_are_poses() {
    let text = "a = [[0,0],[1,0],[0,1]]\nb = [[2,.5],[3,.25],[2,1.5]]\n\
                poseB = [[0.6,-0.8,0,5],[0.8,0.6,0,-1],[0,0,1,0],[0,0,0,1]]";
    let pose = PoseDef { translation: p(5.0, -1.0), rotation: RotationDef::CosSin(0.6, 0.8) };
    assert_eq!(one(text).scene.bodies[1].pose, pose);
    let unnamed = labels(&text.replace("poseB", "m"));
    assert_eq!(unnamed.len(), 2, "one pose, two shapes");
    let tilted = "a = [[0,0],[1,0],[0,1]] b = [[2,0],[3,0],[2,1]] m = [[1,0,0,5],[0,0,-1,0],[0,1,0,0],[0,0,0,1]]";
    assert!(refused(tilted).contains("3D"));
}

#[test]
fn units_and_degrees() {
    let text = "a: Cuboid::new(1 m, 2m)\nrotationA = 90deg\nb: Ball::new(0.5 m)\nangleB = 45°";
    let reading = one(text);
    assert_eq!(reading.scene.bodies[0].pose.rotation, RotationDef::Quarter(1));
    assert_eq!(reading.scene.bodies[1].pose.rotation, RotationDef::Angle(45f64.to_radians()));
    assert!(refused(&text.replace("2m", "2 cm")).contains("mixes m and cm"));
}

#[test]
fn what_is_not_convex_is_a_hull() {
    let reading = one("A: (0,0), (1,1), (1,0), (0,1)\nB: (3,0), (4,0), (4,1)");
    assert_eq!(reading.scene.bodies[0].shape.kind().id, "hull");
    assert!(reading.note.contains("not convex"));
}

#[test]
fn ambiguous_texts_are_questions() {
    let eight = labels("0 0 1 0 1 1 0 1");
    assert_eq!(eight[0], "A: segment, B: segment");
    assert_eq!(eight[1], "A: polygon of 4 points, B: point");
    assert_eq!(labels("[[0,0],[1,0],[0,1]]").len(), 2, "B is missing");
    assert_eq!(labels("[0, 0, 2, 1], [1, 0.5, 4, 3]").len(), 3, "segments or boxes");
    assert_eq!(labels("[[0,0],[1,0],[0,1]] [[2,0],[3,0],[2,1]] [[4,0],[5,0],[4,1]]").len(), 3, "three pairs");
}

#[test]
fn refusals_name_the_reason() {
    assert!(refused("(0.1, 0.2, 0.3), (1, 0, 0.5), (0, 1, 2)").contains("3D scenes are not supported yet"));
    assert!(refused("a = [[0, 0], [1/3, 0], [1, 1]]").contains("arithmetic"));
    assert!(refused("a = [[0, 0], [sqrt(2), 0], [1, 1]]").contains("not evaluated"));
    assert!(refused("[[0, 0], [nan, 0], [1, 1]]").contains("no coordinate"));
    assert!(refused("the quick brown fox").contains("columns"));
    assert!(refused("").contains("understood"));
    assert!(refused(&"[".repeat(5000)).contains("nested too deeply"));
    assert!(refused(&" ".repeat(MOST_PASTED + 1)).contains("1 MiB"));
    assert!(refused("foo.v[0] = {1, 2}; foo.v[2] = {3, 4};").contains("missing"));
}

#[test]
fn own_scenes_and_cases() {
    let text = scene::write(&one(SAMPLES[0].1).scene);
    assert_eq!(one(&text).importer, "scene");
    let cases: Vec<serde_json::Value> = serde_json::from_str(include_str!("data/cases.json")).unwrap();
    let flat = cases.iter().find(|case| case["dim"] == 2 && case["query"].is_null()).unwrap();
    assert_eq!(one(&flat.to_string()).importer, "cases");
}

#[test]
fn largest_texts_are_quick() {
    for part in [
        "[",
        "a.b[0].x=1;",
        "1 2\n",
        "(1,2)",
        ";",
        "\"",
        "/**/",
        "a:",
        "POINT(",
        "0x",
        "<polygon points='",
        "{{1,2},",
        "-",
        "v: (0,0) ",
        "a=1,2,",
        "{1}<repeats 9 times>",
        "0x7f <",
        "(gdb) p a\n",
        "a={{1,2},{3,4}};hull(a,2);",
        "circle 1 2 3\n",
        "0,5;1\n",
        "3 verts: ",
        "2024-03-01 ",
    ] {
        let text = part.repeat(MOST_PASTED / part.len());
        let start = std::time::Instant::now();
        let _ = paste(&text);
        assert!(start.elapsed().as_secs() < 20, "{part}");
    }
}

/// Every scene that comes out reads back as itself.
fn sound(text: &str) {
    if let Ok(paste) = paste(text) {
        for reading in paste.readings {
            let scene = scene::parse(&scene::write(&reading.scene), "").unwrap().scene;
            assert_eq!(scene, reading.scene, "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_text_is_safe(text in "\\PC{0,80}") {
        sound(&text);
    }

    #[test]
    fn any_mixture_is_safe(parts in prop::collection::vec(prop::sample::select(vec![
        "[", "]", "(", ")", "{", "}", ",", ";", "\n", " ", "=", ":", ".", "-", "1", "0.5f", "x", "y", "a", "B", "points", "[0]",
        "0x3ee66666", "Circle", "b2Vec2", "POLYGON", "<polygon points=\"", "\"", "radius", "q", "p", "1e999", "nan", "−", "deg",
        "1 2\n", "(1,2)", "[1,2,3,4]", "Isometry2::new", "count", "matrix",
    ]), 0..40)) {
        sound(&parts.concat());
    }

    #[test]
    fn mutated_samples_are_safe(i in 0..SAMPLES.len(), at in 0..400usize, cut in 0..6usize, put in "[\\PC\n]{0,3}") {
        let chars: Vec<char> = SAMPLES[i].1.chars().collect();
        let at = at % chars.len();
        let end = (at + cut).min(chars.len());
        let text: String = chars[..at].iter().copied().chain(put.chars()).chain(chars[end..].iter().copied()).collect();
        sound(&text);
    }
}

#[test]
fn a_named_constant_is_refused_and_not_left_out() {
    for angle in ["std::f32::consts::FRAC_PI_4", "M_PI_2", "PI", "np.pi", "math.tau"] {
        let text = format!(
            "a = Cuboid::new(vector![0.5, 0.5]); b = Ball::new(1.0);\nlet p = Isometry2::new(vector![1.2, 0.0], {angle});"
        );
        let error = refused(&text);
        assert!(error.contains("is not evaluated here; write the value"), "{error}");
    }
}

#[test]
fn an_angle_beyond_a_turn_is_asked_about() {
    let text = |angle: &str| {
        format!(
            "a = Cuboid::new(vector![0.5, 0.5]); b = Ball::new(1.0);\nlet p = Isometry2::new(vector![1.2, 0.0], {angle});"
        )
    };
    assert!(refused(&text("90")).contains("degrees or radians?"));
    for angle in ["90deg", "1.5", "-6.25", "7rad"] {
        assert!(paste(&text(angle)).is_ok(), "{angle}");
    }
}

#[test]
fn degrees_are_what_the_fields_of_the_window_make_of_them() {
    for tenth in 1..3600 {
        let degrees = f64::from(tenth) / 10.0;
        let text = format!("a: Cuboid::new(1, 2)\nb: Ball::new(0.5)\nangleB = {degrees}deg");
        let typed = gjkscope::model::evaluate(&format!("{degrees}deg")).unwrap();
        match one(&text).scene.bodies[1].pose.rotation {
            RotationDef::Angle(angle) => assert_eq!(angle.to_bits(), typed.to_bits(), "{degrees}"),
            other => assert_eq!(other, RotationDef::Quarter((tenth / 900) as i64), "{degrees}"),
        }
    }
}

#[test]
fn a_part_of_a_pose_or_an_angle_is_not_the_whole() {
    let pair = "b2Polygon boxA = b2MakeBox(0.5f, 0.25f); b2Circle circleB = {{0.0f, 0.0f}, 0.5f};\n";
    for pose in [
        "xfB = {{1.2f, 0.1f}, b2MakeRot(a)};",
        "b2Transform xfB = {{1.2f, 0.1f}, b2MakeRot(a)};",
        "auto isoB = Isometry2::new(Vector2::new(1.2, 0.1), a);",
        "angleB = 0.5 * M_PI;",
        "rotationB = M_PI / 4;",
        "angleB = atan2(1.0, 2.0);",
    ] {
        let error = refused(&format!("{pair}{pose}"));
        assert!(error.contains("write the value") || error.contains("atan2(..) is not known"), "{pose}: {error}");
    }
    let error = refused(&format!("{pair}poseB = (1.2, 0.1, 0.5)"));
    assert!(error.contains("is the third an angle?"), "{error}");
    for degrees in ["30 * Mathf.Deg2Rad", "30.0f * M_PI / 180.0f", "30.0_f32.to_radians()", "math.radians(30)"] {
        let reading = one(&format!("{pair}angleB = {degrees};"));
        let RotationDef::Angle(angle) = reading.scene.bodies[1].pose.rotation else { panic!("{degrees}") };
        assert!((angle - std::f64::consts::FRAC_PI_6).abs() < 1e-15, "{degrees}: {angle}");
    }
}

#[test]
fn commas_that_may_be_decimal_or_not_are_asked_about() {
    let labels = labels("0,5;1,5\n1,5;0,25\n");
    assert!(labels.len() > 1, "{labels:?}");
    let reading = one("0,5;0\n1,5;0,25\n0,5;1\n\n2,5;0\n3,5;0,125\n2,5;1\n");
    assert_eq!((reading.assigned[0].literal.as_str(), reading.assigned[0].value), ("0,5", 0.5));
    assert!(reading.note.contains("0,5 is 0.5"), "{}", reading.note);
}

#[test]
fn repeats_of_a_debugger_are_bounded() {
    let text =
        |n: &str| format!("A = {{{{x = 0, y = 0}}, {{x = 1, y = 0}} <repeats {n} times>}}\nB = {{{{2, 0}}, {{3, 1}}}}");
    assert_eq!(one(&text("2")).scene.bodies[0].shape, polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0)]));
    assert!(refused(&text("99999999")).contains("at most"), "no memory is asked for that nobody wrote");
    let nested = "{".repeat(30) + "1 <repeats 60000 times>" + &"} <repeats 60000 times>".repeat(30);
    let _ = paste(&nested);
}

#[test]
fn an_offset_that_moves_nothing_is_no_second_pose() {
    let text = "b2Transform xfA = {{1.25f, 0.75f}, b2MakeRot(0.25f)};\n\
                b2Polygon a = b2MakeOffsetBox(0.5f, 0.25f, (b2Vec2){0.0f, 0.0f}, b2Rot_identity);\n\
                b2Transform xfB = {{1.5f, 1.0f}, b2MakeRot(0.5f)};\n\
                b2Polygon b = b2MakeBox(1.0f, 0.125f);";
    let scene = one(text).scene;
    let places: Vec<DVec3> = scene.bodies.iter().map(|b| b.pose.translation).collect();
    assert_eq!(places, [p(1.25, 0.75), p(1.5, 1.0)]);
    // One that moves something still is.
    assert!(refused(&text.replacen("{0.0f, 0.0f}", "{0.0f, 1.0f}", 1)).contains("two poses"));
}
