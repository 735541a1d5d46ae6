//! Scene files: what is read, what is refused with which line, and that writing and editing keep what they must.

use std::path::Path;

use gjkscope::kernel::{KERNELS, StartRule, Tie};
use gjkscope::num::Precision;
use gjkscope::scene::{self, Answer, Body, Document, Expect, KnownFailure, Over, Query, SaveError, Scene};
use gjkscope::shape::{PoseDef, RotationDef, SHAPES, ShapeDef};
use glam::DVec3;
use proptest::prelude::*;

const EXAMPLE: &str = r#"(
    format: 1,
    story: "Two squares of side 2, 1.5 apart along x: they overlap by 0.5.",
    source: "seed 000",
    bodies: [
        (name: "A", shape: Polygon(points: [(-1, -1), (1, -1), (1, 1), (-1, 1)])),
        (name: "B", shape: Box(half_extents: (1, 1)), translation: (1.5, 0), rotation: 0),
    ],
    query: (a: "A", b: "B", kernel: "gjk-distance+epa", precision: F32, settings: (max_iterations: 32)),
    expect: (answer: Overlapping(depth: 0.5, normals: [(1, 0)]), tolerance: 1e-6),
)
"#;

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn read(text: &str) -> Scene {
    scene::parse(text, "x.ron").unwrap_or_else(|e| panic!("{e}")).scene
}

/// The whole line a person sees.
fn refused(text: &str) -> String {
    format!("error: {}", scene::parse(text, "x.ron").expect_err("must be refused"))
}

/// Checks (text, line) pairs and shows all that differ.
#[track_caller]
fn assert_lines(pairs: impl IntoIterator<Item = (String, String)>) {
    let differ =
        pairs.into_iter().map(|(text, line)| (refused(&text), format!("error: {line}"))).filter(|(a, b)| a != b);
    let differ: Vec<String> = differ.map(|(is, should)| format!("  is {is}\nnot {should}")).collect();
    assert!(differ.is_empty(), "\n{}", differ.join("\n"));
}

/// A scene with this shape as A.
fn with_shape(shape: &str) -> String {
    format!("(format: 1, bodies: [\n(name: \"A\", shape: {shape}),\n(name: \"B\", shape: Circle(radius: 1))])")
}

/// A scene with these fields after the bodies.
fn with_fields(fields: &str) -> String {
    format!(
        "(format: 1, bodies: [(name: \"A\", shape: Point(at: (0, 0))), (name: \"B\", shape: Circle(radius: 1))],\n{fields})"
    )
}

// Reading

#[test]
fn the_example_is_read() {
    let scene = read(EXAMPLE);
    assert_eq!(scene.source, "seed 000");
    let [a, b] = &scene.bodies[..] else { panic!("{:?}", scene.bodies) };
    let square = vec![p(-1.0, -1.0), p(1.0, -1.0), p(1.0, 1.0), p(-1.0, 1.0)];
    assert_eq!((a.name.as_str(), &a.shape), ("A", &ShapeDef::Polygon { points: square, radius: 0.0 }));
    assert_eq!(b.pose, PoseDef { translation: p(1.5, 0.0), rotation: RotationDef::Angle(0.0) });
    assert_eq!((scene.query.precision, scene.query.settings.max_iterations), (Precision::F32, 32));
    let expect = scene.expect.unwrap();
    assert_eq!(expect.answer, Answer::Overlapping(Some(0.5)));
    assert_eq!((expect.normals, expect.tolerance), (vec![p(1.0, 0.0)], Some(1e-6)));
}

#[test]
fn every_liberty_of_the_format_is_read() {
    let text = "\u{feff}#![enable(implicit_some)] /* a /* nested */ comment */\r\n\
        Scene(format: Some(1), dimension: 2, bodies: [ // two\r\n\
        Body(name: r#\"A \"1\"\"#, shape: Capsule(a: (-0.0, 1_0), b: (\"0x1.99999ap-2\", -.5e0), radius: 2.,), \
        rotation: Some(Quarter(-3)), translation: None),\
        (name: \"B\", shape: Ellipse(semi_axes: (1, 2), center: Some((3, 4)), radius: 1e-3), rotation: CosSin(3, 4)),\
        ], query: Query(a: \"B\", b: \"A \\\"1\\\"\", settings: Settings(start: Direction((0, -1)), tie: Last, \
        max_expansions: 9, tolerance: Some(1e-9), touching: 0, warm_start: [(0, 1),])), \
        expect: Expect(answer: Touching, normals: [(0, 1)], f32: (answer: Separated), known_failures: [\
        (exit: IterationLimit, answer: Undecided, precision: F32, kernel: \"gjk-boolean\", reason: \"why\"), (reason: \"all\")],\
        reported: \"12\"))";
    let scene = read(text);
    let ShapeDef::Capsule { a, b, radius } = scene.bodies[0].shape else { panic!() };
    assert_eq!(scene.bodies[0].name, "A \"1\"");
    assert_eq!(a.x.to_bits(), (-0.0f64).to_bits());
    assert_eq!((a.y, b, radius), (10.0, p(0.4f32 as f64, -0.5), 2.0));
    assert_eq!(scene.bodies[0].pose.rotation, RotationDef::Quarter(-3));
    assert_eq!(scene.bodies[1].pose.rotation, RotationDef::CosSin(3.0, 4.0));
    let settings = &scene.query.settings;
    assert_eq!(settings.start, StartRule::Direction(p(0.0, -1.0)));
    assert_eq!((settings.tie, settings.max_iterations, settings.max_expansions), (Tie::Last, 64, 9));
    assert_eq!((settings.tolerance, settings.touching), (Some(1e-9), Some(0.0)));
    assert_eq!(settings.warm_start, [(0, 1)]);
    let expect = scene.expect.unwrap();
    assert_eq!((expect.answer, expect.f32.unwrap().answer), (Answer::Touching, Answer::Separated(None)));
    assert_eq!(expect.known_failures[0].exit.as_deref(), Some("iteration-limit"));
    assert_eq!(expect.known_failures[0].answer.as_deref(), Some("undecided"));
    assert_eq!(expect.known_failures[1], KnownFailure { reason: "all".into(), ..Default::default() });
}

#[test]
fn what_is_left_out_has_its_default() {
    let scene = read(&with_shape("Hull(points: [(0, 0)])"));
    assert_eq!((scene.story.as_str(), scene.source.as_str(), &scene.expect), ("", "", &None));
    let query = &scene.query;
    assert_eq!((query.a.as_str(), query.b.as_str(), query.kernel.as_str()), ("A", "B", "gjk-distance+epa"));
    assert_eq!((query.precision, &query.settings), (Precision::F64, &Default::default()));
    assert_eq!(scene.bodies[0].pose, PoseDef::default());
}

#[test]
fn every_shape_of_the_list_is_read_as_it_is_written() {
    for kind in SHAPES {
        let mut scene = read(EXAMPLE);
        scene.bodies[0].shape = (kind.sample)();
        let text = scene::write(&scene);
        assert!(text.contains(&format!("shape: {}(", kind.ron)), "{text}");
        assert_eq!(read(&text), scene);
    }
}

#[test]
fn a_tiny_dent_is_accepted_with_a_note() {
    let document = scene::parse(&with_shape("Polygon(points: [(0, 0), (1, 3e-16), (2, 0), (1, 2)])"), "x.ron").unwrap();
    let notes: Vec<String> = document.notes.iter().map(|note| note.to_string()).collect();
    assert_eq!(
        notes,
        ["A.shape.points[1]: a dent of less than 4 units in the last place; taken as convex (x.ron:2:45)"]
    );
}

// Errors

#[test]
fn shapes_and_bodies_that_are_wrong() {
    let lines = [
        ("Polygon(points: [(0, 0), (4, 0), (1, 1), (0, 4)])", "A.shape.points[2]: not convex; use Hull (x.ron:2:53)"),
        (
            "Polygon(points: [(0, 0), (1, 1), (1, 0), (0, 1)])",
            "A.shape.points[1]: not in order around the polygon; sort the points or use Hull (x.ron:2:45)",
        ),
        (
            "Polygon(points: [(0, 0), (1, 0), (0, 1), (0, 0), (1, 0), (0, 1)])",
            "A.shape.points: goes around 2 times; list each point once or use Hull (x.ron:2:36)",
        ),
        ("Polygon(points: [])", "A.shape.points: too few points; a Polygon has at least 1 (x.ron:2:36)"),
        ("Hull(points: [])", "A.shape.points: too few points; a Hull has at least 1 (x.ron:2:33)"),
        ("Hull(points: [(0, NaN)])", "A.shape.points[0].y: NaN is not a number; write a finite one (x.ron:2:38)"),
        ("Hull(points: [(-inf, 0)])", "A.shape.points[0].x: infinite; write a finite number (x.ron:2:35)"),
        (
            "Hull(points: [(1e999, 0)])",
            "A.shape.points[0].x: 1e999 is too large; the largest number is 1.7976931348623157e308 (x.ron:2:35)",
        ),
        (
            "Hull(points: [(1.2.3, 0)])",
            "A.shape.points[0].x: 1.2.3 is no number; write a decimal or a quoted hex float \"0x1.8p-2\" (x.ron:2:35)",
        ),
        (
            "Hull(points: [(0x1.8p-2, 0)])",
            "A.shape.points[0].x: 0x1.8p-2 is no number; write a decimal or a quoted hex float \"0x1.8p-2\" (x.ron:2:35)",
        ),
        (
            "Hull(points: [(\"0x1.8q\", 0)])",
            "A.shape.points[0].x: \"0x1.8q\" is no number; write a decimal or a quoted hex float \"0x1.8p-2\" (x.ron:2:35)",
        ),
        ("Hull(points: [[0, 0]])", "A.shape.points[0]: expected a point (x, y), found a list [..] (x.ron:2:34)"),
        ("Hull(points: [(1,5, 2,5)])", "A.shape.points[0]: expected a point (x, y), found a group of 4 (x.ron:2:34)"),
        ("Hull(points: (0, 0))", "A.shape.points: expected a list [(x, y), ..], found a group of 2 (x.ron:2:33)"),
        ("Circle(radius: -1)", "A.shape.radius: negative radius; write 0 or more (x.ron:2:35)"),
        (
            "Circle(radius: \"big\")",
            "A.shape.radius: \"big\" is no number; write a decimal or a quoted hex float \"0x1.8p-2\" (x.ron:2:35)",
        ),
        ("Circle(radius: true)", "A.shape.radius: expected a number, found true (x.ron:2:35)"),
        ("Circle", "A.shape.radius: missing; write radius: 0.5 (x.ron:2:20)"),
        ("Circle(1)", "A.shape: the fields of Circle need names: radius, center (x.ron:2:27)"),
        ("Circle(radius: 1, radius: 2)", "A.shape.radius: given twice; remove one (x.ron:2:38)"),
        ("Circle(raduis: 1)", "A.shape.raduis: unknown field of Circle; did you mean radius? (x.ron:2:27)"),
        ("Circle(wobble: 1)", "A.shape.wobble: unknown field of Circle; known: radius, center (x.ron:2:27)"),
        ("Box(half_extents: (1, -1))", "A.shape.half_extents.y: negative half extent; write 0 or more (x.ron:2:42)"),
        (
            "Ellipse(semi_axes: (0, 1))",
            "A.shape.semi_axes.x: the semi-axis is 0; write a positive one, or a Segment or Point (x.ron:2:40)",
        ),
        ("Capsul(radius: 1)", "A.shape: unknown shape Capsul; did you mean Capsule? (x.ron:2:20)"),
        (
            "Torus(radius: 1)",
            "A.shape: unknown shape Torus; known: Point, Segment, Polygon, Hull, Box, Circle, Capsule, Ellipse (x.ron:2:20)",
        ),
        ("7", "A.shape: expected a shape, as Box(half_extents: (1, 1)), found 7 (x.ron:2:20)"),
        (
            "Circle(radius: 1), rotation: CosSin(0, -0.0)",
            "A.rotation: CosSin(0, 0) is no rotation; write CosSin(1, 0) for none (x.ron:2:49)",
        ),
        ("Circle(radius: 1), rotation: Quarter(0.5)", "A.rotation: expected an integer, found 0.5 (x.ron:2:57)"),
        (
            "Circle(radius: 1), rotation: Euler(1)",
            "A.rotation: expected an angle in radians, Quarter(n) or CosSin(c, s), found Euler(..) (x.ron:2:49)",
        ),
        ("Circle(radius: 1), rotation: NaN", "A.rotation: NaN is not a number; write a finite one (x.ron:2:49)"),
        (
            "Circle(radius: 1), position: (1, 1)",
            "A.position: unknown field of Body; known: name, shape, translation, rotation (x.ron:2:39)",
        ),
        (
            "Circle(radius: 1)), (name: \"A\", shape: Circle(radius: 1)",
            "bodies[1]: bodies[0] has the name \"A\" already; choose another (x.ron:2:40)",
        ),
        (
            "Circle(radius: 1)), (name: \"\", shape: Circle(radius: 1)",
            "bodies[1].name: a name is one line with at least one letter (x.ron:2:47)",
        ),
        ("Circle(radius: 1)), (shape: Circle(radius: 1)", "bodies[1].name: missing; write name: \"A\" (x.ron:2:40)"),
        ("Circle(radius: 1)), (name: \"C\"", "C.shape: missing; write shape: Box(half_extents: (1, 1)) (x.ron:2:40)"),
        ("Circle(radius: 1)), (name: 5", "bodies[1].name: expected text in double quotes, found 5 (x.ron:2:47)"),
        ("Circle(radius: 1)), 5, (name: \"D\"", "bodies[1]: expected (name: .., ..), found 5 (x.ron:2:40)"),
    ];
    assert_lines(lines.map(|(shape, line)| (with_shape(shape), line.into())));
}

#[test]
fn three_dimensions_are_refused_by_name() {
    let lines = [
        ("Sphere(radius: 1)", "A.shape: 3D scenes are not supported yet (Sphere); write a 2D one (x.ron:1:49)"),
        ("Cone(half_height: 1)", "A.shape: 3D scenes are not supported yet (Cone); write a 2D one (x.ron:1:49)"),
        (
            "Hull(points: [(0, 0, 1)])",
            "A.shape.points[0]: 3D scenes are not supported yet (three coordinates); write a 2D one (x.ron:1:63)",
        ),
        (
            "Box(half_extents: (1, 1, 1)), rotation: Quat(0, 0, 0, 1)",
            "A.shape.half_extents: 3D scenes are not supported yet (three coordinates); write a 2D one (x.ron:1:67)",
        ),
        (
            "Hull(points: [(0, 0), (0, 0, 1)])",
            "A.shape.points[1]: mixes 2D and 3D: three coordinates here, two coordinates at A.shape.points[0]; a scene has one dimension (x.ron:1:71)",
        ),
        (
            "Sphere(radius: 1)), (name: \"C\", shape: Circle(radius: 1)",
            "C.shape: mixes 2D and 3D: Circle here, Sphere at A.shape; a scene has one dimension (x.ron:1:88)",
        ),
    ];
    let text =
        |shape| format!("(format: 1, bodies: [      (name: \"A\",   shape: {shape}), (name: \"B\", shape: Point())])");
    assert_lines(lines.map(|(shape, line)| (text(shape), line.into())));
    assert_eq!(
        refused(&with_fields("dimension: 3")),
        "error: A.shape.at: mixes 2D and 3D: dimension: 3 here, two coordinates at A.shape.at; a scene has one dimension (x.ron:2:12)"
            .replace("A.shape.at: mixes", "dimension: mixes")
    );
}

#[test]
fn queries_and_expectations_that_are_wrong() {
    let known = KERNELS.iter().map(|k| k.id).collect::<Vec<_>>().join(", ");
    let unknown_kernel =
        |line: &str| line.starts_with(&format!("error: query.kernel: unknown kernel \"gjk\"; known: {known}"));
    let line = refused(&with_fields("query: (a: \"A\", b: \"B\", kernel: \"gjk\")"));
    assert!(unknown_kernel(&line) && line.ends_with(" (x.ron:2:33)"), "{line}");
    let lines = [
        ("query: (a: \"A\", b: \"C\")", "query.b: no body is named \"C\"; known: A, B (x.ron:2:20)"),
        ("query: (a: \"A\", b: \"A\")", "query.b: the same body as a; name another one (x.ron:2:20)"),
        ("query: (a: \"A\")", "query.b: missing; write b: \"a body's name\" (x.ron:2:8)"),
        ("query: (a: \"A\", b: \"B\", precision: F16)", "query.precision: expected F32 or F64, found F16 (x.ron:2:36)"),
        (
            "query: (a: \"A\", b: \"B\", settings: (max_iteration: 3))",
            "query.settings.max_iteration: unknown field of Settings; did you mean max_iterations? (x.ron:2:36)",
        ),
        (
            "query: (a: \"A\", b: \"B\", settings: (max_iterations: -3))",
            "query.settings.max_iterations: expected an integer from 0 to 1000000, found -3 (x.ron:2:52)",
        ),
        (
            "query: (a: \"A\", b: \"B\", settings: (tolerance: -1e-9))",
            "query.settings.tolerance: negative tolerance; write 0 or more (x.ron:2:47)",
        ),
        (
            "query: (a: \"A\", b: \"B\", settings: (start: Left))",
            "query.settings.start: expected Centers, PlusX or Direction((x, y)), found Left (x.ron:2:43)",
        ),
        (
            "query: (a: \"A\", b: \"B\", settings: (warm_start: [(0, 0), (1, 0)]))",
            "query.settings.warm_start[1]: body a has no vertex 1; its last one is 0 (x.ron:2:58)",
        ),
        (
            "query: (a: \"A\", b: \"B\", settings: (warm_start: [(0, 0), (0, 0), (0, 0), (0, 0)]))",
            "query.settings.warm_start[3]: a simplex in 2D has at most 3 points; remove this one (x.ron:2:73)",
        ),
        (
            "expect: (tolerance: 1)",
            "expect.answer: missing; write answer: Separated(distance: 1), Touching or Overlapping(depth: 1) (x.ron:2:9)",
        ),
        (
            "expect: (answer: Apart)",
            "expect.answer: expected Separated(distance: ..), Touching or Overlapping(depth: ..), found Apart (x.ron:2:18)",
        ),
        (
            "expect: (answer: Separated(distance: -1))",
            "expect.answer.distance: contradicts its class: the distance is not above 0; write Overlapping(depth: ..) (x.ron:2:38)",
        ),
        (
            "expect: (answer: Overlapping(depth: 0))",
            "expect.answer.depth: contradicts its class: the depth is not above 0; write Touching (x.ron:2:37)",
        ),
        (
            "expect: (answer: Separated(depth: 1))",
            "expect.answer.depth: unknown field of Separated; known: distance, normals (x.ron:2:28)",
        ),
        ("expect: (answer: Touching(0))", "expect.answer: the fields of Touching need names: normals (x.ron:2:27)"),
        (
            "expect: (answer: Touching(normals: [(1, 1)]))",
            "expect.answer.normals[0]: a normal has length 1, this one 1.4142135623730951; divide it by its length (x.ron:2:37)",
        ),
        (
            "expect: (answer: Touching(normals: [(1, 0)]), normals: [(1, 0)])",
            "expect.normals: given in the answer, too; remove one of them (x.ron:2:56)",
        ),
        (
            "expect: (answer: Touching, f32: (answer: Touching, f32: (answer: Touching)))",
            "expect.f32.f32: unknown field of Expect; known: answer, normals, tolerance, max_iterations, reported (x.ron:2:52)",
        ),
        (
            "expect: (answer: Touching, known_failures: [()])",
            "expect.known_failures[0].reason: missing; write reason: \"why\" (x.ron:2:45)",
        ),
        (
            "expect: (answer: Touching, known_failures: [(answer: \"overlaping\", reason: \"\")])",
            "expect.known_failures[0].answer: unknown answer; did you mean overlapping? (x.ron:2:54)",
        ),
        ("story: 5", "story: expected text in double quotes, found 5 (x.ron:2:8)"),
        ("storey: \"\"", "storey: unknown field of Scene; did you mean story? (x.ron:2:1)"),
        (
            "wobble: 1, storey: 2",
            "wobble: unknown field of Scene; known: format, story, source, dimension, bodies, query, expect, figure (x.ron:2:1)",
        ),
        ("format: 1", "format: given twice; remove one (x.ron:2:1)"),
    ];
    assert_lines(lines.map(|(fields, line)| (with_fields(fields), line.into())));
}

#[test]
fn texts_that_are_no_scene() {
    let deep = format!("(format: 1, bodies: {}", "[".repeat(10_000));
    let wide = format!("(format: 1, story: {}", "(a: ".repeat(10_000));
    let lines = [
        ("", "empty; a scene begins with (format: 1, story: .. (x.ron:1:1)"),
        (" // nothing\n", "empty; a scene begins with (format: 1, story: .. (x.ron:2:1)"),
        ("hello world", "not a scene; a scene begins with (format: 1, story: .. (x.ron:1:1)"),
        ("{\"format\": 1}", "not a scene; a scene begins with (format: 1, story: .. (x.ron:1:1)"),
        ("\u{0}\u{1}", "not a scene; a scene begins with (format: 1, story: .. (x.ron:1:1)"),
        ("Some", "expected a scene (format: 1, story: ..), found Some (x.ron:1:1)"),
        ("(1, 2)", "format: missing; write format: 1 (x.ron:1:1)"),
        ("(bodies: [])", "format: missing; write format: 1 (x.ron:1:1)"),
        (
            "(format: 7, wobble: 1)",
            "format: written by a newer gjkscope (format 7, this one reads 1); update gjkscope (x.ron:1:10)",
        ),
        ("(format: 0)", "format: expected an integer from 1, found 0 (x.ron:1:10)"),
        ("(format: \"1\")", "format: expected an integer, found \"1\" (x.ron:1:10)"),
        (
            "(format: 1)",
            "bodies: missing; write bodies: [(name: \"A\", shape: ..), (name: \"B\", shape: ..)] (x.ron:1:1)",
        ),
        ("(format: 1, bodies: [])", "bodies: too few; a scene has at least 2 bodies (x.ron:1:21)"),
        ("(format: 1, bodies: [\n  (name: \"A\"", "ends too early: \"(\" of 2:3 is not closed (x.ron:2:13)"),
        ("(format: 1, story: \"abc", "this text is not closed by \" (x.ron:1:20)"),
        ("(format: 1, /* abc", "this comment is not closed by */ (x.ron:1:13)"),
        ("(format: 1 story: 2)", "not RON: expected ',' or ')', found 's' (x.ron:1:12)"),
        ("(format: 1]", "not RON: expected ',' or ')', found ']' (x.ron:1:11)"),
        ("(format: 1, story: 'a')", "text stands in double quotes (x.ron:1:20)"),
        ("(format: 1, bodies: {})", "a scene has no maps {..}; write (name: value, ..) (x.ron:1:21)"),
        ("(format: 1, 2)", "not RON: fields with and without a name in one (..) (x.ron:1:13)"),
        ("(format: 1) x", "text after the end of the scene; remove it (x.ron:1:13)"),
        (
            "#![enable(wobble)] ()",
            "unknown extension; known: implicit_some, unwrap_newtypes, unwrap_variant_newtypes (x.ron:1:11)",
        ),
        ("#![type = \"x\"] ()", "unknown attribute; only #![enable(implicit_some)] is understood (x.ron:1:4)"),
        (&deep, "nested deeper than 64 levels; no scene is (x.ron:1:84)"),
        (&wide, "nested deeper than 64 levels; no scene is (x.ron:1:272)"),
    ];
    assert_lines(lines.map(|(text, line)| (text.into(), line.into())));
    // Columns are characters, and a line break in a name stays one line.
    assert_eq!(
        refused("(format: 1, story: \"äöü\", x: 1)"),
        "error: x: unknown field of Scene; known: format, story, source, dimension, bodies, query, expect, figure (x.ron:1:27)"
    );
    let line = refused(&with_shape("Circle(radius: 1)), (name: \"a\\nb\", shape: Circle(radius: 1)"));
    assert_eq!(line, "error: bodies[1].name: a name is one line with at least one letter (x.ron:2:47)");
}

#[test]
fn every_cut_of_a_scene_is_refused_without_a_panic() {
    for end in 0..EXAMPLE.trim_end().len() {
        let line = refused(&EXAMPLE[..end]);
        assert!(!line.contains('\n') && line.ends_with(')'), "{line}");
    }
}

#[test]
fn too_many_is_refused() {
    let many = |n: usize| with_shape(&format!("Hull(points: [{}])", "(1,1),".repeat(n)));
    assert!(scene::parse(&many(65_536), "x.ron").is_ok());
    assert_eq!(refused(&many(65_537)), "error: A.shape.points: 65,537 points; a Hull has at most 65,536 (x.ron:2:33)");
    let bodies: Vec<String> = (0..1_001).map(|i| format!("(name: \"{i}\", shape: Circle(radius: 1))")).collect();
    let of = |n: usize| format!("(format: 1, bodies: [{}])", bodies[..n].join(","));
    assert!(scene::parse(&of(1_000), "x.ron").is_ok());
    assert_eq!(refused(&of(1_001)), "error: bodies: 1,001 bodies; a scene has at most 1,000 (x.ron:1:21)");
    let values = format!("(format: 1, bodies: [{}])", "1,".repeat(2_100_000));
    assert!(refused(&values).starts_with("error: more than 2,000,000 values; split the scene (x.ron:1:"));
    let text = format!("(format: 1, story: \"{}\")", "a".repeat(17 << 20));
    assert_eq!(refused(&text), "error: 17,825,814 bytes; a scene has at most 16,777,216 (16 MiB) (x.ron)");
}

// Files

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let line = |path: &Path| scene::load(path).unwrap_err().to_string().replace(&*path.to_string_lossy(), "PATH");
    assert_eq!(line(&at("none.ron")), "no such file; check the path (PATH)");
    assert_eq!(line(folder.path()), "a folder, not a scene; name a file in it (PATH)");
    std::fs::write(at("binary.ron"), b"(format: 1,\n  \xff\xfe)").unwrap();
    assert_eq!(line(&at("binary.ron")), "not text: byte 0xff is not UTF-8; a scene is RON in UTF-8 (PATH:2:3)");
    std::fs::File::create(at("huge.ron")).unwrap().set_len(100 << 20).unwrap();
    assert_eq!(line(&at("huge.ron")), "104,857,600 bytes; a scene has at most 16,777,216 (16 MiB) (PATH)");
    std::fs::write(at("bad.ron"), "(format: 1)").unwrap();
    assert!(line(&at("bad.ron")).starts_with("bodies: missing;") && line(&at("bad.ron")).ends_with("(PATH:1:1)"));
}

#[test]
fn saving_is_careful() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.ron");
    scene::save(&path, EXAMPLE, Over::Nothing).unwrap();
    let document = scene::load(&path).unwrap();
    assert_eq!(document.text, EXAMPLE);
    assert!(matches!(scene::save(&path, "new", Over::Nothing), Err(SaveError::Exists(_))));

    scene::save(&path, "new", Over::Loaded(&document.text)).unwrap();
    let changed = scene::save(&path, "newer", Over::Loaded(&document.text)).unwrap_err();
    assert!(matches!(changed, SaveError::Changed(_)));
    assert_eq!(
        changed.to_string(),
        format!(
            "the file was changed by somebody else since it was loaded; load it again or save anyway ({})",
            path.display()
        )
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    scene::save(&path, "newer", Over::Anything).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "newer");
    let lost = scene::save(&folder.path().join("no/x.ron"), "new", Over::Anything).unwrap_err();
    assert!(matches!(lost, SaveError::Io(..)) && lost.to_string().starts_with("cannot be saved: "), "{lost}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn saving_keeps_permissions_and_follows_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("x.ron"), folder.path().join("link.ron"));
    std::fs::write(&path, "old").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    scene::save(&link, "new", Over::Loaded("old")).unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn folders_are_listed_in_bytewise_order() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["b.ron", "a/z.ron", "a.ron", "a/b/c.ron", "B.ron", "a-b.ron", "x.json", "d.ron/e.ron"] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("b.ron"), folder.path().join("link.ron")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
    let found = scene::list(folder.path()).unwrap();
    let names: Vec<_> = found.iter().map(|p| p.strip_prefix(folder.path()).unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["B.ron", "a-b.ron", "a.ron", "a/b/c.ron", "a/z.ron", "b.ron", "d.ron/e.ron"]);
    assert!(scene::list(&folder.path().join("none")).unwrap_err().to_string().starts_with("no such file; "));
}

// Writing and editing

/// A scene that uses everything there is.
fn rich() -> Scene {
    let mut scene = read(EXAMPLE);
    scene.story = "Line one\nline \"two\" \\ ⊖ \u{7f}".into();
    scene.bodies.extend(SHAPES.iter().enumerate().map(|(i, kind)| Body {
        name: format!("C{i}"),
        shape: (kind.sample)().map(|x| x / 3.0),
        pose: PoseDef {
            translation: p(-0.0, f64::from_bits(1 + i as u64)),
            rotation: [RotationDef::Angle(-0.0), RotationDef::Quarter(-7), RotationDef::CosSin(1e300, 0.1)][i % 3],
        },
    }));
    scene.query = Query { a: "C3".into(), b: "C2".into(), ..scene.query };
    scene.query.settings.start = StartRule::Direction(p(-0.0, 1.0 / 3.0));
    scene.query.settings.tie = Tie::Last;
    scene.query.settings.max_expansions = 7;
    scene.query.settings.tolerance = Some(f64::MIN_POSITIVE);
    scene.query.settings.touching = Some(0.0);
    scene.query.settings.warm_start = vec![(0, 1), (2, 2)];
    let inner = Expect { answer: Answer::Separated(Some(5e-324)), f32: None, ..scene.expect.clone().unwrap() };
    let failure = KnownFailure {
        kernel: Some("gjk-boolean".into()),
        precision: Some(Precision::F32),
        answer: Some("touching".into()),
        exit: Some("iteration-limit".into()),
        reason: "it \"hangs\"".into(),
    };
    let expect = scene.expect.as_mut().unwrap();
    expect.f32 = Some(Box::new(inner));
    expect.max_iterations = Some(9);
    expect.known_failures = vec![failure, KnownFailure::default()];
    expect.reported = Some("depth 69.8".into());
    scene
}

/// Equal to the last bit: `Debug` tells -0.0 from 0.0 and prints every f64 apart.
#[track_caller]
fn assert_same(a: &Scene, b: &Scene) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

#[test]
fn what_is_written_is_read_to_the_last_bit() {
    for scene in [rich(), read(EXAMPLE), read(&with_shape("Point(at: (0, 0))"))] {
        let text = scene::write(&scene);
        assert_same(&read(&text), &scene);
        assert_eq!(scene::write(&read(&text)), text);
        ron::from_str::<ron::Value>(&text).expect("ron reads it, too");
    }
}

#[test]
fn a_new_scene_looks_like_the_example() {
    let text = scene::write(&read(EXAMPLE));
    assert_eq!(text, EXAMPLE.replace(", rotation: 0)", ")"), "only the default rotation is not written");
}

const COMMENTED: &str = r#"#![enable(implicit_some)]
// Head.
( /* a */ format: 1, // one
    story: "S", // the story
    bodies: [
        // First.
        (name: "A", shape: Polygon(points: [(-1, -1.0), (1, -0x1), (1.00, "0x1p0"), (-1, 1)])), // a
        // Second.
        (shape: Box(half_extents: ( 1,1 )), translation: (1.50, -0.0), name: "B", rotation: 0e0), // b
        // Third.
        (name: "C", shape: Circle(radius: Some(2))) // c
        // Bottom.
    ],
    // Not asked: the default.
    expect: (answer: Separated(distance: 1), /* rough */ tolerance: 1e-2), // e
) // Tail.
"#;

fn edited(edit: impl FnOnce(&mut Scene)) -> String {
    // ron's hex integers are no f64, so the text for the test avoids one.
    let source = COMMENTED.replace("-0x1)", "-1e0)");
    let document = scene::parse(&source, "x.ron").unwrap();
    let mut scene = document.scene.clone();
    assert_eq!(document.render(&scene), source, "unchanged");
    edit(&mut scene);
    let text = document.render(&scene);
    assert_same(&read(&text), &scene);
    let after = document.edited(scene);
    assert_eq!(after.text, text);
    for comment in source.split("//").skip(1) {
        let comment = comment.lines().next().unwrap();
        assert!(text.contains(comment) || comment == " b" || comment == " c", "{comment} is lost:\n{text}");
    }
    text
}

/// The lines of `new` that are not in the source, and the other way round.
fn changed(new: &str) -> (Vec<String>, Vec<String>) {
    let source = COMMENTED.replace("-0x1)", "-1e0)");
    let missing =
        |a: &str, b: &str| a.lines().filter(|l| !b.lines().any(|m| m == *l)).map(|l| l.trim().to_owned()).collect();
    (missing(&source, new), missing(new, &source))
}

#[test]
fn editing_changes_only_what_was_edited() {
    let (_, new) = changed(&edited(|s| s.bodies[1].pose.translation.x = 1.25));
    assert_eq!(
        new,
        [r#"(shape: Box(half_extents: ( 1,1 )), translation: (1.25, -0.0), name: "B", rotation: 0e0), // b"#]
    );

    let (_, new) = changed(&edited(|s| s.bodies[1].pose.rotation = RotationDef::Quarter(1)));
    assert_eq!(
        new,
        [r#"(shape: Box(half_extents: ( 1,1 )), translation: (1.50, -0.0), name: "B", rotation: Quarter(1)), // b"#]
    );

    let (_, new) = changed(&edited(|s| s.bodies[2].pose.translation.y = -0.5));
    assert_eq!(new, [r#"(name: "C", shape: Circle(radius: Some(2)), translation: (0, -0.5)) // c"#]);

    let (_, new) = changed(&edited(|s| s.bodies[2].shape = ShapeDef::Circle { radius: 3.0, center: p(0.0, 1.0) }));
    assert_eq!(new, [r#"(name: "C", shape: Circle(radius: Some(3), center: (0, 1))) // c"#]);

    let (_, new) = changed(&edited(|s| {
        let ShapeDef::Polygon { points, .. } = &mut s.bodies[0].shape else { panic!() };
        points.insert(2, p(1.5, 0.0));
    }));
    assert_eq!(
        new,
        [r#"(name: "A", shape: Polygon(points: [(-1, -1.0), (1, -1e0), (1.5, 0), (1.00, "0x1p0"), (-1, 1)])), // a"#]
    );

    let (_, new) = changed(&edited(|s| {
        let ShapeDef::Polygon { points, .. } = &mut s.bodies[0].shape else { panic!() };
        points.remove(0);
        points.push(p(-2.0, 0.0));
        points.push(p(-2.0, -0.5));
    }));
    assert_eq!(new.len(), 1, "{new:?}");

    let (old, new) = changed(&edited(|s| {
        s.story = "T".into();
        s.source = "a book".into();
        s.query.precision = Precision::F32;
        s.expect = None;
    }));
    assert_eq!(
        old,
        [
            r#"story: "S", // the story"#,
            r#"expect: (answer: Separated(distance: 1), /* rough */ tolerance: 1e-2), // e"#
        ]
    );
    assert_eq!(
        new,
        [
            r#"story: "T", // the story"#,
            r#"source: "a book","#,
            r#"query: (a: "A", b: "B", kernel: "gjk-distance+epa", precision: F32),"#,
            "// e"
        ]
    );
}

#[test]
fn bodies_come_and_go() {
    let (old, new) = changed(&edited(|s| {
        s.bodies.push(Body {
            name: "D".into(),
            shape: ShapeDef::Point { at: p(9.0, 9.0), radius: 0.0 },
            pose: PoseDef::default(),
        })
    }));
    assert_eq!(old, [r#"(name: "C", shape: Circle(radius: Some(2))) // c"#]);
    assert_eq!(
        new,
        [r#"(name: "C", shape: Circle(radius: Some(2))), // c"#, r#"(name: "D", shape: Point(at: (9, 9))),"#]
    );

    let (old, new) = changed(&edited(|s| {
        s.bodies.remove(1);
        s.query.b = "C".into();
    }));
    assert_eq!(new, ["// b"], "{old:?}");

    let text = edited(|s| {
        s.bodies.pop();
        s.bodies[0].name = "A2".into();
        s.query.a = "A2".into();
    });
    assert!(text.contains(r#"(name: "A2", shape: Polygon("#) && !text.contains("query"), "{text}");
    let text = edited(|s| {
        let first = Body { name: "Z".into(), ..s.bodies[2].clone() };
        s.bodies.insert(0, first);
    });
    assert!(
        text.contains("// First.\n        (name: \"Z\", shape: Circle(radius: 2)),\n        (name: \"A\""),
        "{text}"
    );
}

#[test]
fn expectations_are_edited_in_place() {
    let (_, new) = changed(&edited(|s| {
        let expect = s.expect.as_mut().unwrap();
        expect.answer = Answer::Separated(Some(1.5));
        expect.normals = vec![p(1.0, 0.0)];
        expect.reported = Some("x".into());
        expect.f32 = Some(Box::new(Expect { reported: None, ..expect.clone() }));
    }));
    assert_eq!(
        new,
        [
            r#"expect: (answer: Separated(distance: 1.5, normals: [(1, 0)]), /* rough */ tolerance: 1e-2, f32: (answer: Separated(distance: 1.5, normals: [(1, 0)]), tolerance: 0.01), reported: "x"), // e"#
        ]
    );
    let (_, new) = changed(&edited(|s| s.expect.as_mut().unwrap().answer = Answer::Touching));
    assert_eq!(new, [r#"expect: (answer: Touching, /* rough */ tolerance: 1e-2), // e"#]);
}

#[test]
fn line_ends_of_the_file_are_kept() {
    let source = EXAMPLE.replace('\n', "\r\n");
    let document = scene::parse(&source, "x.ron").unwrap();
    let mut scene = document.scene.clone();
    let body = Body { name: "C".into(), ..scene.bodies[0].clone() };
    scene.bodies.push(body);
    scene.source.clear();
    let text = document.render(&scene);
    assert_same(&read(&text), &scene);
    assert!(text.lines().count() == 12 && text.matches("\r\n").count() == text.matches('\n').count(), "{text:?}");
}

#[test]
fn a_polygon_that_is_not_convex_yet_can_be_kept() {
    let document = scene::parse(EXAMPLE, "x.ron").unwrap();
    let mut scene = document.scene.clone();
    let ShapeDef::Polygon { points, .. } = &mut scene.bodies[0].shape else { panic!() };
    points[2] = p(-0.5, -0.5);
    let after = document.edited(scene);
    assert_eq!(after.text, EXAMPLE.replace("(1, 1), (-1, 1)", "(-0.5, -0.5), (-1, 1)"));
    assert!(refused(&after.text).starts_with("error: A.shape.points[2]: not convex; use Hull"));
}

#[test]
fn a_new_document_is_written_as_a_new_scene() {
    let document = Document::new(rich());
    assert_eq!(document.text, scene::write(&rich()));
    assert_same(&document.scene, &rich());
}

// Any text, any edit

/// Numbers of all kinds: small integers, any finite bits, both zeros.
fn any_number() -> impl Strategy<Value = f64> {
    let bits = any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite());
    prop_oneof![(-9..9i32).prop_map(f64::from), bits, Just(-0.0)]
}

fn any_point() -> impl Strategy<Value = DVec3> {
    (any_number(), any_number()).prop_map(|(x, y)| p(x, y))
}

fn any_shape() -> impl Strategy<Value = ShapeDef> {
    let size = || any_number().prop_map(f64::abs);
    prop_oneof![
        (any_point(), size()).prop_map(|(at, radius)| ShapeDef::Point { at, radius }),
        (prop::collection::vec(any_point(), 1..6), size())
            .prop_map(|(points, radius)| ShapeDef::Hull { points, radius }),
        (prop::collection::vec(any_point(), 1..6), size())
            .prop_map(|(points, radius)| ShapeDef::Polygon { points, radius }),
        (size(), any_point()).prop_map(|(radius, center)| ShapeDef::Circle { radius, center }),
    ]
}

fn any_body() -> impl Strategy<Value = Body> {
    let rotation = prop_oneof![
        any_number().prop_map(RotationDef::Angle),
        any::<i64>().prop_map(RotationDef::Quarter),
        (any_number(), any_number()).prop_map(|(c, s)| RotationDef::CosSin(c, s)),
    ];
    ("[A-E]", any_shape(), any_point(), rotation).prop_map(|(name, shape, translation, rotation)| Body {
        name,
        shape,
        pose: PoseDef { translation, rotation },
    })
}

fn any_expect() -> impl Strategy<Value = Expect> {
    let answer = prop_oneof![
        Just(Answer::Touching),
        prop::option::of(any_number()).prop_map(Answer::Separated),
        prop::option::of(any_number()).prop_map(Answer::Overlapping),
    ];
    let normals = prop::collection::vec(any_point(), 0..3);
    let known = prop::collection::vec("[a-z\"\\n]{0,3}", 0..3);
    (answer, normals, prop::option::of(any_number()), prop::option::of(0..9u32), known, prop::option::of(".{0,4}"))
        .prop_map(|(answer, normals, tolerance, max_iterations, known, reported)| Expect {
            answer,
            normals,
            tolerance,
            max_iterations,
            f32: None,
            known_failures: known.into_iter().map(|reason| KnownFailure { reason, ..Default::default() }).collect(),
            reported,
        })
}

proptest! {
    /// The document's scene is not judged here, so bodies may share names and polygons need not be convex.
    #[test]
    fn any_edit_is_made_in_place(
        bodies in prop::collection::vec(any_body(), 2..6),
        keep in prop::collection::vec(any::<bool>(), 3),
        expect in prop::option::of(any_expect()),
        f32 in prop::option::of(any_expect()),
        story in ".{0,9}",
        first in any::<bool>(),
        f32_run in any::<bool>(),
    ) {
        let document = scene::parse(&COMMENTED.replace("-0x1)", "-1e0)"), "x.ron").unwrap();
        let mut scene = document.scene.clone();
        let kept = scene.bodies.drain(..).zip(&keep).filter(|(_, keep)| **keep).map(|(body, _)| body).collect::<Vec<_>>();
        scene.bodies = if first { [kept, bodies].concat() } else { [bodies, kept].concat() };
        scene.story = story;
        scene.expect = expect;
        if let Some(expect) = &mut scene.expect {
            expect.f32 = f32.map(|e| Box::new(Expect { known_failures: vec![], ..e }));
        }
        scene.query.precision = if f32_run { Precision::F32 } else { Precision::F64 };
        let once = document.edited(scene.clone());
        for comment in ["// Head.", "/* a */", "// one", "// the story", "// First.", "// Not asked", "// e", "// Tail."] {
            prop_assert!(once.text.contains(comment), "{comment} is lost, so the text was not edited in place:\n{}", once.text);
        }
        // And back: a text that renders the first scene again reads as it.
        let back = once.edited(document.scene.clone());
        prop_assert!(back.text.contains("// Head."), "{}", back.text);
        assert_same(&read(&back.text), &document.scene);
    }

    #[test]
    fn no_text_makes_the_reader_panic_and_what_is_read_is_ron(at in 0..EXAMPLE.len(), cut in 0..9usize, new in "[()\\[\\],:\"'a-f0-9.+eE/*#!r \n-]{0,6}") {
        let text = format!("{}{new}{}", &EXAMPLE[..at], &EXAMPLE[(at + cut).min(EXAMPLE.len())..]);
        match scene::parse(&text, "x.ron") {
            Ok(_) => prop_assert!(ron::from_str::<ron::Value>(&text).is_ok(), "accepted, but ron says it is not RON: {text}"),
            Err(error) => {
                let line = error.to_string();
                prop_assert!(!line.contains('\n') && line.contains("(x.ron:"), "{line}");
            }
        }
    }
}
