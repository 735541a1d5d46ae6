//! Edits of bodies by scripts: what was before, what a person does, what is after.

use gjkscope::exact::{Class, truth};
use gjkscope::kernel::StartRule;
use gjkscope::model::{
    Axis, Command, Edit, Effect, Form, Handle, Line, Model, Part, Side, Snap, Vertex, Way, convert, grips, neighbour,
    plus, update,
};
use gjkscope::num::Precision;
use gjkscope::scene::{Body, Document, Scene, convex_in_order, parse};
use gjkscope::shape::{PoseDef, RotationDef, SHAPES, ShapeDef};
use glam::{DVec2, DVec3};

const SQUARES: &str = r#"// Two squares.
(
    format: 1,
    story: "Two squares.",
    bodies: [
        // The left one.
        (name: "A", shape: Polygon(points: [(-1, -1), (1.0, -1), (1, 1), (-1, 1)])), // A stays
        (name: "B", shape: Box(half_extents: (1, 1.00)), translation: (1.5, 0.0)),
    ],
    query: (a: "A", b: "B", kernel: "gjk-distance+epa", precision: F64),
    expect: (answer: Overlapping(depth: 0.5, normals: [(1, 0)])),
)
"#;

fn model_of(text: &str) -> Model {
    Model::new(parse(text, "x.ron").expect("a scene"), Some("x.ron".into()))
}

fn squares() -> Model {
    model_of(SQUARES)
}

fn play(model: &mut Model, edits: impl IntoIterator<Item = Edit>) -> Vec<Effect> {
    edits.into_iter().flat_map(|e| update(model, Command::Edit(e))).collect()
}

fn after(edits: impl IntoIterator<Item = Edit>) -> Model {
    let mut model = squares();
    play(&mut model, edits);
    model
}

fn names(model: &Model) -> String {
    model.scene.bodies.iter().map(|b| b.name.as_str()).collect::<Vec<_>>().join(" ")
}

fn pair(model: &Model) -> (&str, &str) {
    (&model.scene.query.a, &model.scene.query.b)
}

fn points(model: &Model, body: usize) -> Vec<(f64, f64)> {
    model.scene.bodies[body].shape.points().expect("points").iter().map(|p| (p.x, p.y)).collect()
}

fn at(model: &Model, body: usize) -> (f64, f64) {
    let t = model.scene.bodies[body].pose.translation;
    (t.x, t.y)
}

fn class(scene: &Scene) -> Class {
    let (a, b) = gjkscope::run::bodies(scene).expect("a pair");
    let p = scene.query.precision;
    let ((a, pa), (b, pb)) = (gjkscope::run::rounded(a, p), gjkscope::run::rounded(b, p));
    truth(&a, &pa, &b, &pb).class
}

/// What a file of the edited scene says, read back, is the scene to the last bit; and undoing all gives the first one.
fn saved_and_undone(model: &mut Model) -> String {
    let text = model.document.edited(model.scene.clone()).text;
    let read = parse(&text, "x.ron").unwrap_or_else(|e| panic!("{e}\n{text}"));
    // Debug tells minus zero from zero.
    assert_eq!(format!("{:?}", read.scene), format!("{:?}", model.scene), "{text}");
    let now = model.scene.clone();
    let mut count = 0;
    while model.can_undo() && count < 1000 {
        update(model, Command::Undo);
        count += 1;
    }
    assert_eq!(format!("{:?}", model.scene), format!("{:?}", model.document.scene));
    for _ in 0..count {
        update(model, Command::Redo);
    }
    assert_eq!(model.scene, now);
    text
}

#[test]
fn every_shape_is_added_beside_what_is_there() {
    let mut model = squares();
    play(&mut model, (0..SHAPES.len()).map(Edit::Add));
    assert_eq!(names(&model), "A B C D E F G H I J");
    assert_eq!(pair(&model), ("A", "B"));
    assert_eq!(model.selected, Some(9));
    let bounds: Vec<_> = model.scene.bodies.iter().map(gjkscope::model::Bounds::of).collect();
    assert!(bounds[1..].windows(2).all(|w| w[1].min.x > w[0].max.x), "{bounds:?}");
    assert_eq!(at(&model, 2), (3.0, 0.0));
    // All of them are in sight.
    assert!(bounds.iter().all(|b| b.max.x <= model.world.range.1.x && b.min.y >= model.world.range.0.y));
    let text = saved_and_undone(&mut model);
    assert!(text.starts_with("// Two squares.") && text.contains("(1.0, -1)") && text.contains("(1, 1.00)"));
    assert!(text.contains("// A stays") && text.contains("// The left one."));
}

#[test]
fn shapes_are_as_large_as_the_scene() {
    for (unit, half) in [("0.002", 0.001), ("300", 100.0)] {
        let text = SQUARES
            .replace("(1, 1.00)", &format!("({unit}, {unit})"))
            .replace("Polygon(points: [(-1, -1), (1.0, -1), (1, 1), (-1, 1)])", &format!("Circle(radius: {unit})"));
        let mut model = model_of(&text.replace("expect: (answer: Overlapping(depth: 0.5, normals: [(1, 0)])),", ""));
        play(&mut model, [Edit::Add(4)]);
        let ShapeDef::Box { half_extents, .. } = model.scene.bodies[2].shape else { panic!("a box") };
        assert_eq!(half_extents.x, half);
    }
}

#[test]
fn a_scene_is_built_from_nothing() {
    let empty = Document::new(Scene { bodies: vec![], ..squares().scene });
    let mut model = Model::new(empty, None);
    assert!(model.trace.is_none());
    play(&mut model, [Edit::Add(4)]);
    assert_eq!((names(&model).as_str(), at(&model, 0)), ("A", (0.0, 0.0)));
    play(&mut model, [Edit::Add(5)]);
    assert_eq!(pair(&model), ("A", "B"));
    assert!(model.trace.is_some());
}

#[test]
fn who_is_removed_is_replaced_in_the_pair() {
    for (gone, left, expected) in [(0, "B C", ("C", "B")), (1, "A C", ("A", "C")), (2, "A B", ("A", "B"))] {
        let mut model = after([Edit::Add(5), Edit::Remove(gone)]);
        assert_eq!((names(&model).as_str(), pair(&model)), (left, expected));
        assert!(model.trace.is_some() && model.selected.is_none());
        saved_and_undone(&mut model);
    }
    // The last two: no pair is left, nothing is lost.
    let mut model = after([Edit::Remove(1)]);
    assert!(model.trace.is_none());
    update(&mut model, Command::Undo);
    assert_eq!(model.scene, model.document.scene);
    // A body added takes the free letter and the free part.
    let model = after([Edit::Remove(0), Edit::Add(5)]);
    assert_eq!((names(&model).as_str(), pair(&model)), ("B A", ("A", "B")));
}

#[test]
fn names_are_changed_and_the_pair_follows() {
    let mut model = after([Edit::AskRename(1), Edit::RenameText(" wheel ".into()), Edit::RenameConfirm]);
    assert_eq!((names(&model).as_str(), pair(&model)), ("A wheel", ("A", "wheel")));
    let text = saved_and_undone(&mut model);
    assert!(
        text.contains(r#"(name: "wheel", shape: Box(half_extents: (1, 1.00)), translation: (1.5, 0.0)),"#),
        "{text}"
    );
    // A name that is taken is refused, and can be mended.
    let mut model = after([Edit::AskRename(1), Edit::RenameText("A".into()), Edit::RenameConfirm]);
    assert_eq!(names(&model), "A B");
    assert!(model.messages.last().is_some_and(|m| m.text == "another body is called A; choose another name"));
    assert_eq!(model.editing.renaming, Some((1, "A".into())));
    play(&mut model, [Edit::RenameText("A1".into()), Edit::RenameConfirm]);
    assert_eq!(names(&model), "A A1");
    let model = after([Edit::AskRename(1), Edit::RenameText("\t".into()), Edit::RenameConfirm]);
    assert!(model.messages.last().is_some_and(|m| m.text.starts_with("a name is one line")));
}

#[test]
fn a_duplicate_stands_beside_its_original() {
    let mut model = after([Edit::Duplicate(1)]);
    assert_eq!((names(&model).as_str(), at(&model, 2)), ("A B C", (4.0, 0.0)));
    assert_eq!(model.scene.bodies[2].shape, model.scene.bodies[1].shape);
    saved_and_undone(&mut model);
}

#[test]
fn the_pair_is_chosen() {
    for (edits, expected) in [
        (vec![Edit::PlayA(2)], ("C", "B")),
        (vec![Edit::PlayB(2)], ("A", "C")),
        (vec![Edit::PlayA(1)], ("B", "A")),
        (vec![Edit::PlayB(0)], ("B", "A")),
        (vec![Edit::PlayA(0)], ("A", "B")),
        (vec![Edit::PlayA(2), Edit::PlayA(0)], ("A", "B")),
    ] {
        let model = after([Edit::Add(5)].into_iter().chain(edits.clone()));
        assert_eq!(pair(&model), expected, "{edits:?}");
    }
}

fn body(shape: ShapeDef) -> Body {
    Body { name: "X".into(), shape, pose: PoseDef::default() }
}

fn p(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

#[test]
fn shapes_are_converted() {
    let sample = |id: &str| body((SHAPES.iter().find(|k| k.id == id).expect("a shape").sample)());
    let to = |id: &str, form| convert(&sample(id), form).map(|b| b.shape);
    let corners = vec![p(-1.0, -1.0), p(1.0, -1.0), p(1.0, 1.0), p(-1.0, 1.0)];
    assert_eq!(to("box", Form::Polygon(8)), Some(ShapeDef::Polygon { points: corners.clone(), radius: 0.0 }));
    assert_eq!(to("hull", Form::Polygon(8)), Some(ShapeDef::Polygon { points: corners.clone(), radius: 0.0 }));
    assert_eq!(
        to("segment", Form::Polygon(8)),
        Some(ShapeDef::Polygon { points: vec![p(-1.0, 0.0), p(1.0, 0.0)], radius: 0.0 })
    );
    assert_eq!(to("capsule", Form::Segment), Some(ShapeDef::Segment { a: p(-1.0, 0.0), b: p(1.0, 0.0), radius: 0.5 }));
    assert_eq!(to("segment", Form::Capsule), Some(ShapeDef::Capsule { a: p(-1.0, 0.0), b: p(1.0, 0.0), radius: 0.0 }));
    assert_eq!(
        to("circle", Form::Ellipse),
        Some(ShapeDef::Ellipse { semi_axes: p(1.0, 1.0), center: p(0.0, 0.0), radius: 0.0 })
    );
    assert_eq!(to("hull", Form::Box), Some(ShapeDef::Box { half_extents: p(1.0, 1.0), radius: 0.0 }));
    assert_eq!(
        (to("polygon", Form::Segment), to("box", Form::Circle), to("polygon", Form::Polygon(3))),
        (None, None, None)
    );
    // On a circle: as many as asked, convex, all as far from the centre as six digits allow.
    for n in [3, 6, 17, 64] {
        let Some(ShapeDef::Polygon { points, .. }) = to("circle", Form::Polygon(n)) else { panic!("a polygon") };
        assert_eq!(points.len(), n as usize);
        assert!(convex_in_order(&points) && points.iter().all(|p| (p.length() - 1.0).abs() < 2e-6), "{points:?}");
    }
    let Some(ShapeDef::Polygon { points, .. }) = to("ellipse", Form::Polygon(12)) else { panic!("a polygon") };
    assert!(points.iter().all(|p| ((p.x / 1.5).powi(2) + p.y * p.y - 1.0).abs() < 1e-5));
    // A box around something off its origin is moved there.
    let off = body(ShapeDef::Polygon { points: vec![p(1.0, 0.0), p(3.0, 0.0), p(3.0, 4.0)], radius: 0.25 });
    let boxed = convert(&off, Form::Box).expect("a box");
    assert_eq!(boxed.shape, ShapeDef::Box { half_extents: p(1.0, 2.0), radius: 0.25 });
    assert_eq!(boxed.pose.translation, p(2.0, 2.0));
}

#[test]
fn a_body_in_another_form_is_saved_where_it_stood() {
    let mut model = after([Edit::Convert(1, Form::Polygon(6))]);
    assert_eq!(points(&model, 1), [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]);
    let text = saved_and_undone(&mut model);
    let line = r#"(name: "B", shape: Polygon(points: [(-1, -1), (1, -1), (1, 1), (-1, 1)]), translation: (1.5, 0.0)),"#;
    assert!(text.contains(line), "{text}");
    let mut model = after([Edit::Sides(5), Edit::AddRegular]);
    assert_eq!(points(&model, 2).len(), 5);
    saved_and_undone(&mut model);
}

#[test]
fn polygons_are_drawn_by_clicks() {
    let clicks = [(3.0, 0.0), (4.0, 0.0), (4.0, 1.0)].map(|(x, y)| Edit::DrawPoint(DVec2::new(x, y)));
    let mut model = after([Edit::Draw { hull: false }]);
    play(&mut model, clicks.clone());
    play(&mut model, [Edit::DrawPoint(DVec2::new(9.0, 9.0)), Edit::DrawBack]);
    assert!(!model.can_undo() && model.scene == model.document.scene);
    play(&mut model, [Edit::DrawDone]);
    assert_eq!((names(&model).as_str(), points(&model, 2)), ("A B C", vec![(3.0, 0.0), (4.0, 0.0), (4.0, 1.0)]));
    assert_eq!(model.selected, Some(2));
    saved_and_undone(&mut model);
    // Escape lets it be; nothing clicked makes nothing; one makes a point, two a segment.
    let mut model = after([Edit::Draw { hull: true }]);
    play(&mut model, clicks.clone());
    update(&mut model, Command::Escape);
    assert!(model.editing.sketch.is_none() && model.scene.bodies.len() == 2);
    for (n, id) in [(0, "box"), (1, "point"), (2, "segment"), (3, "hull")] {
        let model = after([Edit::Draw { hull: true }].into_iter().chain(clicks[..n].to_vec()).chain([Edit::DrawDone]));
        assert_eq!(model.scene.bodies.last().expect("a body").shape.kind().id, id);
    }
}

/// A polygon with a dent at vertex 2, as body 0.
fn dart() -> Model {
    let mut model = squares();
    let shape = ShapeDef::Polygon { points: vec![p(-1.0, -1.0), p(3.0, -1.0), p(0.0, 0.0), p(-1.0, 3.0)], radius: 0.0 };
    update(&mut model, Command::SetShape(0, shape));
    model
}

#[test]
fn a_dented_polygon_is_marked_runs_as_its_hull_and_is_not_saved() {
    let mut model = dart();
    assert_eq!(model.faults(0), [2]);
    let answered = model.trace.as_ref().expect("it runs").answered.clone();
    let effects = update(&mut model, Command::Save);
    assert!(effects.iter().all(|e| matches!(e, Effect::Repaint)), "{effects:?}");
    let message = model.messages.last().expect("a message").clone();
    assert_eq!(message.text, "Not saved: A is not convex; take its hull, split it, or undo");
    let (label, hull) = message.actions[0].clone();
    assert_eq!(label, "Take the hull");
    update(&mut model, hull);
    assert_eq!(points(&model, 0), [(-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0)]);
    assert!(model.faults(0).is_empty());
    // The same answer: it ran as that hull before.
    assert_eq!(model.trace.as_ref().map(|t| t.answered.signed_distance), Some(answered.signed_distance));
    assert!(update(&mut model, Command::Save).iter().any(|e| matches!(e, Effect::Write(_))));
    update(&mut model, Command::Undo);
    assert_eq!(model.faults(0), [2]);
    update(&mut model, Command::Undo);
    assert_eq!(model.scene, model.document.scene);
}

/// Twice the signed area.
fn area(points: &[(f64, f64)]) -> f64 {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()])).map(|(p, q)| p.0 * q.1 - p.1 * q.0).sum()
}

#[test]
fn a_dented_polygon_is_split_into_convex_parts() {
    let mut model = dart();
    let before = area(&points(&model, 0));
    play(&mut model, [Edit::Split(0)]);
    assert_eq!(names(&model), "A B C");
    let parts = [points(&model, 0), points(&model, 2)];
    assert_eq!(parts.iter().map(|part| area(part)).sum::<f64>(), before);
    assert_eq!(model.scene.bodies[0].pose, model.scene.bodies[2].pose);
    saved_and_undone(&mut model);

    // Stars, combs and spirals, either way round: convex parts that cover it, made of its own vertices.
    let star = |n: usize| -> Vec<DVec3> {
        (0..2 * n)
            .map(|i| {
                let (s, c) = (i as f64 * std::f64::consts::PI / n as f64).sin_cos();
                let r = if i % 2 == 0 { 1.0 } else { 0.4 };
                p(r * c, r * s)
            })
            .collect()
    };
    let comb = vec![
        p(0.0, 0.0),
        p(7.0, 0.0),
        p(7.0, 3.0),
        p(6.0, 1.0),
        p(5.0, 3.0),
        p(4.0, 1.0),
        p(3.0, 3.0),
        p(2.0, 1.0),
        p(1.0, 3.0),
        p(0.0, 1.0),
    ];
    let spiral = vec![
        p(0.0, 0.0),
        p(5.0, 0.0),
        p(5.0, 5.0),
        p(1.0, 5.0),
        p(1.0, 2.0),
        p(3.0, 2.0),
        p(3.0, 3.0),
        p(2.0, 3.0),
        p(2.0, 4.0),
        p(4.0, 4.0),
        p(4.0, 1.0),
        p(0.0, 1.0),
    ];
    for ring in [star(5), star(12), comb, spiral] {
        for ring in [ring.clone(), ring.iter().rev().copied().collect()] {
            let mut model = squares();
            update(&mut model, Command::SetShape(0, ShapeDef::Polygon { points: ring.clone(), radius: 0.0 }));
            let faults = model.faults(0).len();
            let before = area(&points(&model, 0)).abs();
            play(&mut model, [Edit::Split(0)]);
            let parts: Vec<usize> = std::iter::once(0).chain(2..model.scene.bodies.len()).collect();
            assert!(parts.len() > 1 && parts.len() <= 4 * (faults + 1), "{} parts", parts.len());
            let mut sum = 0.0;
            for part in parts {
                let part = points(&model, part);
                assert!(part.iter().all(|q| ring.iter().any(|r| (r.x, r.y) == *q)));
                assert!(area(&part) > 0.0 && convex_in_order(&part.iter().map(|q| p(q.0, q.1)).collect::<Vec<_>>()));
                sum += area(&part);
            }
            // Sums of a few dozen products of size 50 at most.
            assert!((sum - before).abs() < 1e-12, "{sum} {before}");
        }
    }
}

#[test]
fn what_has_no_inside_is_not_split() {
    for (ring, why) in [
        (vec![p(0.0, 0.0), p(1.0, 1.0), p(1.0, 0.0), p(0.0, 1.0)], "crosses or touches itself"),
        (vec![p(0.0, 0.0), p(4.0, 0.0), p(2.0, 0.0), p(2.0, 2.0)], "crosses or touches itself"),
        (vec![p(0.0, 0.0), p(4.0, 0.0), p(1.0, 1e-300), p(0.0, 4.0)], "take the hull"),
    ] {
        let mut model = squares();
        update(&mut model, Command::SetShape(0, ShapeDef::Polygon { points: ring, radius: 0.0 }));
        let before = model.scene.clone();
        play(&mut model, [Edit::Split(0)]);
        assert_eq!(model.scene, before);
        assert!(model.messages.last().is_some_and(|m| m.text.contains(why)), "{:?}", model.messages);
    }
}

#[test]
fn b_is_aligned_with_a() {
    let start = |edits: Vec<Edit>| {
        let mut model = squares();
        let shape = ShapeDef::Box { half_extents: p(0.5, 0.25), radius: 0.25 };
        update(&mut model, Command::SetShape(1, shape));
        play(&mut model, edits);
        at(&model, 1)
    };
    use Line::{High, Low, Middle};
    assert_eq!(start(vec![Edit::Align(Axis::X, Low)]), (-0.25, 0.0));
    assert_eq!(start(vec![Edit::Align(Axis::X, Middle)]), (0.0, 0.0));
    assert_eq!(start(vec![Edit::Align(Axis::X, High)]), (0.25, 0.0));
    assert_eq!(start(vec![Edit::Align(Axis::Y, Low)]), (1.5, -0.5));
    assert_eq!(start(vec![Edit::Align(Axis::Y, High)]), (1.5, 0.5));
    assert_eq!(start(vec![Edit::Concentric]), (0.0, 0.0));
}

#[test]
fn a_mirrored_or_swapped_scene_has_the_mirrored_answer() {
    let mut model = squares();
    let off = ShapeDef::Polygon { points: vec![p(0.1, 0.0), p(2.0, 0.3), p(1.0, 1.7)], radius: 0.1 };
    update(&mut model, Command::SetShape(1, off));
    let pose = PoseDef { translation: p(0.7, 0.2), rotation: RotationDef::Angle(0.3) };
    update(&mut model, Command::SetPose(1, pose));
    update(&mut model, Command::SetStart(StartRule::Direction(p(1.0, 2.0))));
    let start = model.scene.clone();
    let of = |scene: &Scene| {
        let (a, b) = gjkscope::run::bodies(scene).expect("a pair");
        truth(&a.shape, &a.pose, &b.shape, &b.pose)
    };
    let before = of(&model.scene);
    for (edit, x, y, d) in [
        (Edit::Mirror(Axis::X), -1.0, 1.0, p(-1.0, 2.0)),
        (Edit::Mirror(Axis::Y), 1.0, -1.0, p(1.0, -2.0)),
        (Edit::Swap, -1.0, -1.0, p(-1.0, -2.0)),
    ] {
        play(&mut model, [edit.clone()]);
        let after = of(&model.scene);
        assert_eq!(after.signed_distance, before.signed_distance, "{edit:?}");
        let (n, m) = (before.normals[0], after.normals[0]);
        assert_eq!((m.x, m.y), (x * n.x, y * n.y), "{edit:?}");
        assert_eq!(model.scene.query.settings.start, StartRule::Direction(d));
        assert_eq!(model.scene.expect.as_ref().expect("kept").normals, [p(x, 0.0)]);
        // Twice is nothing.
        play(&mut model, [edit]);
        assert_eq!(model.scene, start);
    }
}

#[test]
fn one_body_is_flipped_and_turned_in_place() {
    let mut model = squares();
    let shape = ShapeDef::Polygon { points: vec![p(0.0, 0.0), p(3.0, 0.0), p(0.0, 3.0)], radius: 0.0 };
    update(&mut model, Command::SetShape(1, shape));
    play(&mut model, [Edit::Flip(1, Axis::X)]);
    // The centre (1, 1) of the body stays at (2.5, 1).
    assert_eq!((at(&model, 1), points(&model, 1)), ((3.5, 0.0), vec![(0.0, 0.0), (-3.0, 0.0), (0.0, 3.0)]));
    play(&mut model, [Edit::Flip(1, Axis::X), Edit::QuarterTurn(1, 1)]);
    assert_eq!(model.scene.bodies[1].pose.rotation, RotationDef::Quarter(1));
    assert_eq!(at(&model, 1), (3.5, 0.0));
    play(&mut model, [Edit::QuarterTurn(1, -1)]);
    assert_eq!((at(&model, 1), model.scene.bodies[1].pose.rotation), ((1.5, 0.0), RotationDef::Quarter(0)));
    saved_and_undone(&mut model);
}

#[test]
fn vertices_are_listed_otherwise_and_a_warm_start_follows() {
    let mut model = squares();
    update(&mut model, Command::WarmStartFromLast);
    let before = model.scene.query.settings.warm_start.clone();
    let place = |model: &Model, i: u32| points(model, 0)[i as usize];
    let named: Vec<_> = before.iter().map(|(a, _)| place(&model, *a)).collect();
    assert!(!before.is_empty());
    for (edit, expected) in [
        (Edit::ShiftStart(0, 1), [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)]),
        (Edit::ShiftStart(0, -1), [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]),
        (Edit::Reverse(0), [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)]),
    ] {
        play(&mut model, [edit.clone()]);
        assert_eq!(points(&model, 0), expected, "{edit:?}");
        let now: Vec<_> = model.scene.query.settings.warm_start.iter().map(|(a, _)| place(&model, *a)).collect();
        assert_eq!(now, named, "{edit:?}");
    }
    saved_and_undone(&mut model);
    // What is named no more is dropped, or the scene could not be read.
    play(&mut model, [Edit::Convert(0, Form::Box), Edit::Convert(1, Form::Polygon(4))]);
    update(&mut model, Command::SetShape(0, ShapeDef::Point { at: p(0.0, 0.0), radius: 0.0 }));
    saved_and_undone(&mut model);
}

#[test]
fn nudges_are_one_unit_in_the_last_place_or_a_step() {
    let mut model = squares();
    play(&mut model, [Edit::NudgeUlp(1, [1, 0]), Edit::NudgeUlp(1, [1, 1])]);
    let t = at(&model, 1);
    assert_eq!(t, (1.5 + 4.0 * 2f64.powi(-53), 5e-324));
    saved_and_undone(&mut model);
    // In a row they are one step to undo.
    update(&mut model, Command::Undo);
    assert_eq!((at(&model, 1), model.can_undo()), ((1.5, 0.0), false));
    update(&mut model, Command::SetPrecision(Precision::F32));
    play(&mut model, [Edit::NudgeUlp(1, [1, 0])]);
    assert_eq!(at(&model, 1).0, f64::from(1.5f32.next_up()));
    update(&mut model, Command::Undo);
    play(
        &mut model,
        [Edit::Step(0.1), Edit::NudgeStep(1, [0, 1]), Edit::NudgeStep(1, [0, 1]), Edit::NudgeStep(1, [0, 1])],
    );
    assert_eq!(at(&model, 1), (1.5, 0.3), "three tenths, without the digits that adding leaves");
    // Another command between two nudges parts them.
    play(&mut model, [Edit::SelectBy(1), Edit::NudgeStep(1, [0, 1])]);
    update(&mut model, Command::Undo);
    assert_eq!(at(&model, 1), (1.5, 0.3));
    assert_eq!(plus(0.1, 0.2), 0.3);
    assert_eq!(plus(1e300, 1.0), 1e300);
}

/// Slides B and returns where the two neighbouring places are.
fn slid(model: &Model, way: Way) -> (DVec3, DVec3) {
    let put = |side| {
        let mut model = model.clone();
        play(&mut model, [Edit::Slide(way, side)]);
        assert!(!model.messages.is_empty());
        let separated = class(&model.scene) == Class::Separated;
        assert_eq!(separated, side == Side::Apart, "{:?}", model.messages);
        model.scene.bodies[1].pose.translation
    };
    (put(Side::Apart), put(Side::Touching))
}

#[test]
fn b_slides_to_the_very_float_that_touches() {
    let neighbours = |a: f64, b: f64, p| neighbour(a, 1, p) == b || neighbour(a, -1, p) == b;
    for precision in Precision::ALL {
        let mut model = squares();
        update(&mut model, Command::SetPrecision(precision));
        // Squares that overlap by 0.5 are pushed apart, along x by the shortest way.
        let (apart, touching) = slid(&model, Way::Shortest);
        assert_eq!((touching.x, touching.y), (2.0, 0.0));
        assert!(neighbours(apart.x, touching.x, precision), "{apart} {touching}");
        // From afar, with numbers that are no sums of powers of two.
        let pose = PoseDef { translation: p(7.3, 0.1), rotation: RotationDef::Angle(0.2) };
        update(&mut model, Command::SetPose(1, pose));
        for way in [Way::Shortest, Way::Along(DVec2::NEG_X)] {
            let (apart, touching) = slid(&model, way);
            assert!(neighbours(apart.x, touching.x, precision), "{way:?}: {apart} {touching}");
        }
        // Across: the way begins and ends apart.
        let (apart, touching) = slid(&model, Way::Along(DVec2::new(-1.0, -0.1)));
        assert!(neighbours(apart.x, touching.x, precision), "{apart} {touching}");
        // Round ones, an ellipse by its certified bounds.
        let ellipse = ShapeDef::Ellipse { semi_axes: p(1.3, 0.4), center: p(0.0, 0.0), radius: 0.0 };
        update(&mut model, Command::SetShape(1, ellipse));
        let (apart, touching) = slid(&model, Way::Shortest);
        let axis = usize::from((apart - touching).x == 0.0);
        assert!(neighbours(apart[axis], touching[axis], precision), "{apart} {touching}");
        update(&mut model, Command::SetPose(1, pose));
        update(&mut model, Command::SetShape(1, ShapeDef::Circle { radius: 0.7, center: p(0.0, 0.0) }));
        let (apart, touching) = slid(&model, Way::Along(DVec2::NEG_X));
        assert!(neighbours(apart.x, touching.x, precision), "{apart} {touching}");
    }
    // A way that meets nothing changes nothing and says so.
    let mut model = squares();
    update(&mut model, Command::SetPose(1, PoseDef { translation: p(5.0, 0.0), ..PoseDef::default() }));
    let before = model.scene.clone();
    play(&mut model, [Edit::Slide(Way::Along(DVec2::Y), Side::Touching)]);
    assert_eq!(model.scene, before);
    assert!(model.messages.last().is_some_and(|m| m.text.contains("does not meet A")));
}

fn drag(model: &mut Model, handle: Handle, by: (f64, f64), snap: Snap) {
    update(model, Command::GestureBegin);
    // Two moves: the second counts from where the gesture began.
    for part in [0.5, 1.0] {
        let by = DVec2::new(by.0, by.1) * part;
        play(model, [Edit::Drag { handle, by, decimals: 2, snap }]);
    }
    update(model, Command::GestureEnd);
}

#[test]
fn a_drag_keeps_to_the_grid_to_vertices_or_to_contact() {
    let b = Handle::Body(1);
    let dragged = |handle, by, snap| {
        let mut model = squares();
        drag(&mut model, handle, by, snap);
        model
    };
    assert_eq!(at(&dragged(b, (0.337, 0.011), Snap::Free), 1), (1.84, 0.01));
    assert_eq!(at(&dragged(b, (0.337, 0.0), Snap::Grid(0.2)), 1), (1.8, 0.0));
    // B's corner (-1, -1) meets A's corner (1, 1).
    assert_eq!(at(&dragged(b, (0.45, 1.93), Snap::Vertices(0.2)), 1), (2.0, 2.0));
    let model = dragged(b, (3.0, 0.0), Snap::Contact);
    assert_eq!((at(&model, 1), class(&model.scene)), ((2.0, 0.0), Class::Touching));
    assert!(model.editing.hint.is_none(), "the gesture is over");
    // The difference moves B the other way.
    assert_eq!(at(&dragged(Handle::Difference, (-3.0, 0.0), Snap::Contact), 1), (2.0, 0.0));
    let mut model = dragged(Handle::Vertex(Vertex { body: 0, vertex: 2 }), (-0.32, 0.21), Snap::Grid(0.5));
    assert_eq!(points(&model, 0)[2], (0.5, 1.0));
    drag(&mut model, Handle::Vertex(Vertex { body: 0, vertex: 2 }), (0.05, 0.1), Snap::Vertices(0.2));
    assert_eq!(points(&model, 0)[2], (0.5, 1.0), "B's corner (0.5, 1)");
    assert!(model.can_undo());
    saved_and_undone(&mut model);
}

#[test]
fn every_grip_moves_what_it_stands_for() {
    let sample = |id: &str| (SHAPES.iter().find(|k| k.id == id).expect("a shape").sample)();
    // Shape, what is dragged by (0.5, 0.25) or its outward part, what it becomes.
    let edge = |vertex| Handle::Edge(Vertex { body: 1, vertex });
    let radius = Handle::Radius(1);
    for (shape, handle, expected) in [
        (sample("box"), edge(1), ShapeDef::Box { half_extents: p(1.5, 1.0), radius: 0.0 }),
        (sample("box"), edge(2), ShapeDef::Box { half_extents: p(1.0, 1.25), radius: 0.0 }),
        (sample("box"), edge(3), ShapeDef::Box { half_extents: p(0.5, 1.0), radius: 0.0 }),
        (
            sample("polygon"),
            edge(0),
            ShapeDef::Polygon { points: vec![p(-0.5, -0.75), p(1.5, -0.75), p(0.0, 1.0)], radius: 0.0 },
        ),
        (sample("circle"), radius, ShapeDef::Circle { radius: 1.5, center: p(0.0, 0.0) }),
        // Below the segment from left to right is its right side.
        (sample("capsule"), radius, ShapeDef::Capsule { a: p(-1.0, 0.0), b: p(1.0, 0.0), radius: 0.25 }),
        (sample("point"), radius, ShapeDef::Point { at: p(0.0, 0.0), radius: 0.5 }),
        (
            sample("ellipse"),
            Handle::SemiAxis(Vertex { body: 1, vertex: 1 }),
            ShapeDef::Ellipse { semi_axes: p(1.5, 1.25), center: p(0.0, 0.0), radius: 0.0 },
        ),
    ] {
        let mut model = squares();
        update(&mut model, Command::SetShape(1, shape.clone()));
        drag(&mut model, handle, (0.5, 0.25), Snap::Free);
        assert_eq!(model.scene.bodies[1].shape, expected, "{shape:?} {handle:?}");
        saved_and_undone(&mut model);
    }
    // Turned by a quarter, outward of the right side is up.
    let mut model = squares();
    update(&mut model, Command::SetPose(1, PoseDef { translation: p(5.0, 0.0), rotation: RotationDef::Quarter(1) }));
    let body = &model.scene.bodies[1];
    let grip = grips(body).into_iter().find(|g| g.part == Part::Edge(1)).expect("a grip");
    assert_eq!((grip.at, grip.out), (DVec2::new(5.0, 1.0), DVec2::Y));
    drag(&mut model, edge(1), (0.0, 0.5), Snap::Free);
    assert_eq!(model.scene.bodies[1].shape, ShapeDef::Box { half_extents: p(1.5, 1.0), radius: 0.0 });
    // Sizes end at nothing.
    drag(&mut model, edge(1), (0.0, -50.0), Snap::Free);
    assert_eq!(model.scene.bodies[1].shape, ShapeDef::Box { half_extents: p(0.0, 1.0), radius: 0.0 });
    saved_and_undone(&mut model);
}

#[test]
fn a_turn_keeps_to_steps_and_quarters_are_exact() {
    let turned = |by: f64| {
        let mut model = squares();
        update(&mut model, Command::GestureBegin);
        play(&mut model, [Edit::Turn { body: 1, by, decimals: 2, steps: true }]);
        update(&mut model, Command::GestureEnd);
        model.scene.bodies[1].pose.rotation
    };
    assert_eq!(turned(1.5), RotationDef::Quarter(1));
    assert_eq!(turned(-1.6), RotationDef::Quarter(-1));
    assert_eq!(turned(0.3), RotationDef::Angle(std::f64::consts::PI / 12.0));
}

#[test]
fn what_is_not_edited_keeps_its_spelling_wherever_it_goes() {
    // The first body goes, another comes: the one that stayed keeps its line and its comment.
    let text = SQUARES.replace("(1.5, 0.0)),", "(1.5, 0.0)), // B stays");
    let mut model = model_of(&text);
    play(&mut model, [Edit::Remove(0), Edit::Add(5)]);
    let text = saved_and_undone(&mut model);
    let b = r#"(name: "B", shape: Box(half_extents: (1, 1.00)), translation: (1.5, 0.0)), // B stays"#;
    assert!(text.contains(b) && text.contains("(name: \"A\", shape: Circle"), "{text}");
    // A renamed body keeps its numbers; a second one in the middle changes nothing else.
    let mut model = after([Edit::Add(5), Edit::AskRename(0), Edit::RenameText("left".into()), Edit::RenameConfirm]);
    let text = saved_and_undone(&mut model);
    let a = r#"(name: "left", shape: Polygon(points: [(-1, -1), (1.0, -1), (1, 1), (-1, 1)])), // A stays"#;
    assert!(text.contains(a) && text.contains(r#"(a: "left", b: "B""#), "{text}");
    // Vertices listed from another one keep their spellings.
    let mut model = after([Edit::ShiftStart(0, 2)]);
    let text = saved_and_undone(&mut model);
    assert!(text.contains("[(1, 1), (-1, 1), (-1, -1), (1.0, -1)]"), "{text}");
    let mut model = after([Edit::Reverse(0)]);
    let text = saved_and_undone(&mut model);
    assert!(text.contains("[(-1, -1), (-1, 1), (1, 1), (1.0, -1)]"), "{text}");
    // Another kind of shape changes the shape alone.
    let mut model = after([Edit::Convert(0, Form::Hull), Edit::Swap]);
    let text = saved_and_undone(&mut model);
    assert!(text.contains("shape: Hull(points: [(-1, -1), (1") && text.contains("// A stays"), "{text}");
    assert!(text.contains("half_extents: (1, 1.00)") && text.contains(r#"query: (a: "B", b: "A""#), "{text}");
}

/// A linear congruential generator: the same edits on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    /// A coordinate: small, often round, sometimes extreme.
    fn number(&mut self) -> f64 {
        let x = self.below(2001) as f64 / 1000.0 - 1.0;
        match self.below(12) {
            0 => x * 1e-3,
            1 => x * 1e3,
            2 => (x * 3.0).round(),
            3 => 0.0,
            _ => x,
        }
    }

    fn edit(&mut self, bodies: usize) -> Edit {
        let body = self.below(bodies + 1);
        let vertex = Vertex { body, vertex: self.below(6) };
        let axis = [Axis::X, Axis::Y][self.below(2)];
        let by = DVec2::new(self.number(), self.number());
        let snap = [Snap::Free, Snap::Grid(0.25), Snap::Vertices(0.3), Snap::Contact][self.below(4)];
        match self.below(33) {
            0 if bodies < 8 => Edit::Add(self.below(9)),
            1 if bodies < 8 => Edit::AddRegular,
            2 if bodies < 8 => Edit::Duplicate(body),
            3 => Edit::Remove(body),
            4 => Edit::AskRename(body),
            5 => Edit::RenameText(["A", "B", "wheel", "", "Größe"][self.below(5)].into()),
            6 => Edit::RenameConfirm,
            7 => Edit::PlayA(body),
            8 => Edit::PlayB(body),
            9 => Edit::SelectBy(1),
            10 => Edit::Convert(body, Form::all(5)[self.below(7)]),
            11 => Edit::TakeHull(body),
            12 if bodies < 8 => Edit::Split(body),
            13 => Edit::InsertVertex(vertex),
            14 => Edit::RemoveVertex(vertex),
            15 => Edit::Align(axis, [Line::Low, Line::Middle, Line::High][self.below(3)]),
            16 => Edit::Concentric,
            17 => Edit::Swap,
            18 => Edit::Mirror(axis),
            19 => Edit::Flip(body, axis),
            20 => Edit::QuarterTurn(body, self.below(5) as i64 - 2),
            21 => Edit::ShiftStart(body, self.below(5) as i64 - 2),
            22 => Edit::Reverse(body),
            23 => Edit::NudgeUlp(body, [self.below(3) as i64 - 1, 1]),
            24 => Edit::NudgeStep(body, [1, self.below(3) as i64 - 1]),
            25 => Edit::Slide(Way::Shortest, Side::Touching),
            26 => Edit::Draw { hull: self.below(2) == 0 },
            27 => Edit::DrawPoint(by),
            28 if bodies < 8 => Edit::DrawDone,
            29 => Edit::MeetVertices,
            30 => Edit::Turn { body, by: by.x, decimals: 2, steps: by.y > 0.0 },
            _ => {
                let handles = [
                    Handle::Body(body),
                    Handle::Vertex(vertex),
                    Handle::Edge(vertex),
                    Handle::Radius(body),
                    Handle::SemiAxis(vertex),
                    Handle::Difference,
                ];
                Edit::Drag { handle: handles[self.below(6)], by, decimals: 2, snap }
            }
        }
    }
}

/// No edit makes what cannot be kept, but a polygon that is not convex and fewer than two bodies; and all of it is undone.
#[test]
fn random_edits_are_saved_and_undone() {
    for seed in 0..12 {
        let (mut model, mut dice, mut read) = (squares(), Dice(seed), 0);
        for round in 0..150 {
            let edit = dice.edit(model.scene.bodies.len());
            update(&mut model, Command::Edit(edit.clone()));
            assert!(model.messages.iter().all(|m| !m.text.is_empty() && !m.text.contains('\n')), "{edit:?}");
            let sound = (0..model.scene.bodies.len()).all(|i| model.faults(i).is_empty()) && model.pair().is_some();
            let text = model.document.edited(model.scene.clone()).text;
            match parse(&text, "x.ron") {
                Ok(document) => {
                    assert!(
                        gjkscope::scene::same(&document.scene, &model.scene),
                        "seed {seed}, {round}: {edit:?}\n{text}"
                    );
                    read += 1;
                }
                Err(error) => assert!(!sound, "seed {seed}, {round}: {edit:?}: {error}\n{text}"),
            }
        }
        assert!(read > 20, "seed {seed}: only {read} states could be kept");
        // More edits than snapshots are kept are not undone to the very start.
        for _ in 0..200 {
            update(&mut model, Command::Undo);
        }
        update(&mut model, Command::Escape);
        for _ in 0..200 {
            update(&mut model, Command::Undo);
        }
        assert!(!model.dirty(), "seed {seed}");
    }
}

#[test]
fn snapping_is_a_command_too() {
    let mut model = squares();
    let pose = PoseDef { translation: p(2.337, -0.064), ..PoseDef::default() };
    update(&mut model, Command::SetPose(1, pose));
    play(&mut model, [Edit::Step(0.05), Edit::OnGrid(1)]);
    assert_eq!(at(&model, 1), (2.35, -0.05));
    // B's left corners stand 0.35 from A's right ones; the lower ones are listed first.
    play(&mut model, [Edit::MeetVertices]);
    assert_eq!(at(&model, 1), (2.0, 0.0));
    saved_and_undone(&mut model);
}

#[test]
fn vertices_are_added_and_removed() {
    let v = |vertex| Vertex { body: 0, vertex };
    let mut model = after([Edit::InsertVertex(v(3)), Edit::RemoveVertex(v(0))]);
    assert_eq!(points(&model, 0), [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, 0.0)]);
    let text = saved_and_undone(&mut model);
    assert!(text.contains("(1.0, -1), (1, 1), (-1, 1), (-1, 0)") && text.contains("// A stays"), "{text}");
    // The last one stays, and what is no polygon has no such edit.
    let mut model = after(std::iter::repeat_n(Edit::RemoveVertex(v(0)), 9));
    assert_eq!(points(&model, 0).len(), 1);
    saved_and_undone(&mut model);
    assert!(!after([Edit::RemoveVertex(Vertex { body: 1, vertex: 0 })]).dirty());
}

#[test]
fn bodies_that_are_not_there_are_no_trouble() {
    let v = Vertex { body: 9, vertex: 9 };
    let none = [
        Edit::Remove(9),
        Edit::AskRename(9),
        Edit::PlayA(9),
        Edit::Convert(9, Form::Hull),
        Edit::TakeHull(9),
        Edit::Split(9),
        Edit::InsertVertex(v),
        Edit::RemoveVertex(v),
        Edit::Flip(9, Axis::X),
        Edit::QuarterTurn(9, 1),
        Edit::ShiftStart(9, 1),
        Edit::Reverse(9),
        Edit::NudgeUlp(9, [1, 1]),
        Edit::NudgeStep(9, [1, 1]),
        Edit::Step(f64::NAN),
        Edit::DrawDone,
        Edit::DrawBack,
        Edit::DrawPoint(DVec2::NAN),
        Edit::RenameText("x".into()),
        Edit::RenameConfirm,
        Edit::Add(99),
        Edit::Turn { body: 9, by: 1.0, decimals: 2, steps: true },
        Edit::Drag { handle: Handle::Radius(9), by: DVec2::ONE, decimals: 2, snap: Snap::Contact },
        Edit::Drag { handle: Handle::Body(9), by: DVec2::ONE, decimals: 2, snap: Snap::Contact },
        Edit::Drag { handle: Handle::Edge(v), by: DVec2::ONE, decimals: 2, snap: Snap::Grid(0.1) },
    ];
    let mut model = after(none.clone());
    assert!(!model.dirty());
    // Without any body nothing happens either.
    let empty = Document::new(Scene { bodies: vec![], ..squares().scene });
    model = Model::new(empty, None);
    play(&mut model, none);
    for binding in gjkscope::model::ACTIONS {
        let command = (binding.command)(&model);
        update(&mut model, command);
    }
    assert!(model.scene.bodies.is_empty());
}
