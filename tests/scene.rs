//! Scene files: what is read, what is refused with which line, and that writing and editing keep what they must.

use gjkscope::scene::{self, Answer};

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

#[test]
fn the_example_is_read() {
    let document = scene::parse(EXAMPLE, "x.ron").unwrap();
    let scene = &document.scene;
    assert_eq!(scene.bodies.len(), 2);
    assert_eq!(scene.query.settings.max_iterations, 32);
    assert_eq!(scene.expect.as_ref().unwrap().answer, Answer::Overlapping(Some(0.5)));
}
