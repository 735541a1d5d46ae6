//! Pictures: the geometry of labels, ranges that hold still, the difference against brute force, cameras, themes, and golden figures.

use gjkscope::draw::{
    Camera, Dot, Look, MarkKind, Painted, Role, Shape, Stage, Style, Target, Theme, Viewport, chart, difference,
    estimate, hit, lattice_spacing, linked, loupe, loupe_box, loupe_camera, loupe_view, minkowski, paint, paint_chart,
    paint_under, step_at, text_box, world,
};
use gjkscope::export::figure;
use gjkscope::kernel::KERNELS;
use gjkscope::num::{Precision, cos_sin};
use gjkscope::run::{Trace, traced};
use gjkscope::scene::{Body, Language, Query, Scene, View};
use gjkscope::shape::{PoseDef, RotationDef, SMOOTH, ShapeDef};
use glam::{DVec2, DVec3};

fn v(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn square(half: f64) -> ShapeDef {
    ShapeDef::Box { half_extents: v(half, half), radius: 0.0 }
}

fn gon(n: usize, r: f64) -> ShapeDef {
    let corner = |i: usize| cos_sin(i as f64 * std::f64::consts::TAU / n as f64);
    ShapeDef::Polygon { points: (0..n).map(|i| v(corner(i).0, corner(i).1) * r).collect(), radius: 0.0 }
}

fn run(a: ShapeDef, b: ShapeDef, at: (f64, f64), angle: f64, far: DVec3, kernel: &str, precision: Precision) -> Trace {
    let body = |name: &str, shape, translation, angle| Body {
        name: name.into(),
        shape,
        pose: PoseDef { translation, rotation: RotationDef::Angle(angle) },
    };
    let scene = Scene {
        story: String::new(),
        source: String::new(),
        bodies: vec![body("A", a, far, 0.2 * angle), body("B", b, far + v(at.0, at.1), angle)],
        query: Query { a: "A".into(), b: "B".into(), kernel: kernel.into(), precision, settings: Default::default() },
        expect: None,
        figure: None,
    };
    traced(&scene).expect("both bodies and the kernel exist")
}

fn two_squares() -> Trace {
    run(square(1.0), square(1.0), (1.5, 0.0), 0.0, DVec3::ZERO, "gjk-distance+epa", Precision::F64)
}

/// Scenes that differ in what is hard to draw.
fn traces() -> Vec<(&'static str, Trace)> {
    let capsule = ShapeDef::Capsule { a: v(-1.0, 0.0), b: v(1.0, 0.3), radius: 0.4 };
    let circle = |radius| ShapeDef::Circle { radius, center: DVec3::ZERO };
    let ellipse = ShapeDef::Ellipse { semi_axes: v(1.5, 0.7), center: v(0.1, 0.0), radius: 0.1 };
    let segment = |x: f64, y: f64| ShapeDef::Segment { a: v(-x, -y), b: v(x, y), radius: 0.0 };
    let point = ShapeDef::Point { at: DVec3::ZERO, radius: 0.0 };
    let doubled = ShapeDef::Polygon {
        points: vec![v(-1.0, -1.0), v(0.0, -1.0), v(1.0, -1.0), v(1.0, -1.0), v(1.0, 1.0), v(-1.0, 1.0)],
        radius: 0.0,
    };
    let pairs = [
        ("squares", square(1.0), square(1.0), (1.5, 0.0), 0.0, DVec3::ZERO),
        ("apart", gon(5, 1.0), square(0.8), (2.6, 1.3), 0.5, DVec3::ZERO),
        ("capsule and box", capsule, square(0.7), (0.4, 1.9), 0.3, DVec3::ZERO),
        ("circles", circle(1.0), circle(0.6), (1.2, 0.4), 0.0, DVec3::ZERO),
        ("concentric", square(1.0), square(1.0), (0.0, 0.0), 0.0, DVec3::ZERO),
        ("64-gons", gon(64, 1.0), gon(64, 0.7), (0.9, 0.35), 0.1, DVec3::ZERO),
        ("tiny", square(1e-9), square(1e-9), (2.5e-9, 3e-10), 0.0, DVec3::ZERO),
        ("far out", square(1.0), square(1.0), (1.5, 0.2), 0.0, v(1e7, -1e7)),
        ("ellipse", ellipse, square(0.8), (2.8, 0.5), 0.7, DVec3::ZERO),
        ("segments", segment(1.0, 1.0), segment(1.0, -1.0), (0.2, 0.1), 0.0, DVec3::ZERO),
        ("parallel segments", segment(1.0, 0.0), segment(1.0, 0.0), (0.2, 0.0), 0.0, DVec3::ZERO),
        ("points", point.clone(), point.clone(), (1.0, 0.5), 0.0, DVec3::ZERO),
        ("equal points", point.clone(), point, (0.0, 0.0), 0.0, DVec3::ZERO),
        ("doubled and collinear", doubled, gon(3, 1.0), (0.9, 1.1), 0.4, DVec3::ZERO),
    ];
    let mut traces = vec![];
    for (name, a, b, at, angle, far) in pairs {
        for kernel in KERNELS {
            for precision in Precision::ALL {
                traces.push((name, run(a.clone(), b.clone(), at, angle, far, kernel.id, precision)));
            }
        }
    }
    traces
}

fn view() -> Viewport {
    Viewport::new(DVec2::new(10.0, 20.0), DVec2::new(480.0, 456.0))
}

fn painted(picture: &gjkscope::draw::Picture) -> Vec<Painted> {
    paint(picture, &Camera::fit(picture.range, view()), Theme::Light, &estimate)
}

/// Every display list that the scenes give, both views, all steps.
fn for_each_list(look: Look, mut f: impl FnMut(&str, usize, &[Painted])) {
    for (name, trace) in traces() {
        let stage = Stage::new(&trace);
        for step in 0..trace.len() {
            for picture in [world(&trace, &stage, step, &look), minkowski(&trace, &stage, step, &look)] {
                f(&format!("{name}, {}, {}", trace.kernel.id, trace.precision.id()), step, &painted(&picture));
            }
        }
    }
}

fn labels_keep_clear(look: Look) {
    let mut seen = 0;
    for_each_list(look, |name, step, list| {
        let boxes: Vec<(Viewport, &Painted)> =
            list.iter().filter_map(|p| Some((text_box(&p.shape, &estimate)?, p))).collect();
        seen += boxes.len();
        for (i, (a, p)) in boxes.iter().enumerate() {
            for (b, q) in &boxes[i + 1..] {
                let apart = a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
                assert!(apart, "{name}, step {step}: {:?} over {:?}", p.shape, q.shape);
            }
            for dot in list.iter().filter(|_| p.role != Role::Axis) {
                if let Shape::Circle { center, radius, .. } = dot.shape {
                    let d = center.clamp(a.min, a.max).distance(center);
                    assert!(d >= radius, "{name}, step {step}: {:?} covers a dot of {:?}", p.shape, dot.role);
                }
            }
            assert!(view().contains(a.min) && view().contains(a.max), "{name}, step {step}: {:?} leaves", p.shape);
        }
    });
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn labels_cover_neither_each_other_nor_dots() {
    labels_keep_clear(Look::default());
}

#[test]
fn labels_cover_neither_each_other_nor_dots_with_grid_and_indices() {
    labels_keep_clear(Look::window());
}

/// Left out is only what has no room: the letters of a step with room are there.
/// What the loupe of the window covers is no place for a label, and without it labels do stand there.
#[test]
fn no_label_is_half_under_the_loupe() {
    let covered = loupe_box(&view());
    let under = |list: &[Painted]| {
        let boxes = list.iter().filter(|p| p.role != Role::Axis).filter_map(|p| text_box(&p.shape, &estimate));
        boxes.filter(|b| b.overlaps(&covered)).count()
    };
    let mut before = 0;
    for (name, trace) in traces() {
        let stage = Stage::new(&trace);
        for step in (0..trace.len()).step_by(3) {
            let picture = minkowski(&trace, &stage, step, &Look::window());
            let camera = Camera::fit(picture.range, view());
            before += under(&paint(&picture, &camera, Theme::Light, &estimate));
            let list = paint_under(&picture, &camera, Theme::Light, &estimate, Some(covered));
            assert_eq!(under(&list), 0, "{name}, step {step}");
        }
    }
    assert!(before > 50, "{before}");
}

/// Tips of arrows that come head-on stay apart; where one arrow is alone it has its full length.
#[test]
fn arrows_that_meet_head_on_both_show_their_heads() {
    let mut picture = gjkscope::draw::Picture { marks: vec![], range: (DVec2::ZERO, DVec2::new(100.0, 100.0)) };
    let camera = Camera { center: DVec2::new(50.0, 50.0), scale: 1.0, view: view() };
    let tip = |list: &[Painted], left: bool| {
        let heads = list.iter().filter_map(|p| match &p.shape {
            Shape::Polygon { points, .. } => Some(points[0].x),
            _ => None,
        });
        if left { heads.fold(f64::INFINITY, f64::min) } else { heads.fold(f64::NEG_INFINITY, f64::max) }
    };
    picture.add(Role::Direction, MarkKind::Arrow(DVec2::new(10.0, 50.0), DVec2::X));
    let alone = tip(&paint(&picture, &camera, Theme::Light, &estimate), true);
    picture.add(Role::Direction, MarkKind::Arrow(DVec2::new(70.0, 50.0), -DVec2::X));
    let both = paint(&picture, &camera, Theme::Light, &estimate);
    assert!(tip(&both, false) - tip(&both, true) >= 5.0, "{both:?}");
    assert!(tip(&both, true) < alone - 10.0);
}

/// Far from the origin the numbers of the grid are longer than it is wide: one is whole, the others say how much more, and none
/// covers another or a third of the picture.
#[test]
fn numbers_of_the_grid_have_room_far_from_the_origin() {
    for far in [0.0, 1e6, 1e8, -1e8, 1e12, 3.3e15] {
        let range = (DVec2::new(far, far - 1.0), DVec2::new(far + 3.0, far + 2.0));
        let mut picture = gjkscope::draw::Picture { marks: vec![], range };
        picture.add(Role::Axis, MarkKind::Grid);
        let list = paint(&picture, &Camera::fit(range, view()), Theme::Light, &estimate);
        let texts: Vec<(&str, Viewport)> = list
            .iter()
            .filter_map(|p| match &p.shape {
                Shape::Text { text, .. } => Some((text.as_str(), text_box(&p.shape, &estimate)?)),
                _ => None,
            })
            .collect();
        for (i, (a, p)) in texts.iter().enumerate() {
            assert!(texts[i + 1..].iter().all(|(_, q)| !p.overlaps(q)), "{a} at {far}");
        }
        let more = texts.iter().filter(|(text, _)| text.starts_with('+')).count();
        let wide = texts.iter().filter(|(_, p)| p.size().x > 80.0).count();
        assert_eq!(more > 2, far.abs() > 1e7, "{texts:?}");
        assert!(wide <= 2 && texts.len() >= 5, "{texts:?}");
    }
}

#[test]
fn the_letters_of_a_support_call_are_there() {
    let trace = two_squares();
    let stage = Stage::new(&trace);
    let texts = |list: &[Painted]| -> Vec<String> {
        let text = |p: &Painted| if let Shape::Text { text, .. } = &p.shape { Some(text.clone()) } else { None };
        let mut texts: Vec<String> = list.iter().filter_map(text).collect();
        texts.sort();
        texts
    };
    let look = Look::default();
    assert_eq!(texts(&painted(&world(&trace, &stage, 1, &look))), ["A", "B", "a", "b", "d", "−d"]);
    assert_eq!(texts(&painted(&minkowski(&trace, &stage, 1, &look))), ["A − B", "d", "p·d = 0", "w0"]);
}

#[test]
fn everything_painted_is_finite_and_near_the_view() {
    for_each_list(Look::window(), |name, step, list| {
        for p in list {
            let points = match &p.shape {
                Shape::Polygon { points, .. } | Shape::Polyline { points, .. } => points.clone(),
                Shape::Circle { center, .. } => vec![*center],
                Shape::Text { pos, .. } => vec![*pos],
            };
            let near = view().shrunk(-20.0);
            assert!(points.iter().all(|&q| near.contains(q)), "{name}, step {step}: {:?}", p.shape);
        }
        assert_eq!(list.last().map(|p| p.role).filter(|r| *r == Role::Origin).is_some(), has_origin(list), "{name}");
    });
}

/// Where the origin is drawn, it is drawn last.
fn has_origin(list: &[Painted]) -> bool {
    list.iter().any(|p| p.role == Role::Origin)
}

#[test]
fn one_range_serves_all_steps() {
    for (name, trace) in traces() {
        let stage = Stage::new(&trace);
        let look = Look::default();
        let inside = |range: (DVec2, DVec2), p: DVec2| {
            let slack = 1e-9 * (range.1 - range.0).max_element() + 1e-15;
            p.cmpge(range.0 - slack).all() && p.cmple(range.1 + slack).all()
        };
        for step in 0..trace.len() {
            assert_eq!(world(&trace, &stage, step, &look).range, stage.world_range, "{name}");
            assert_eq!(minkowski(&trace, &stage, step, &look).range, stage.minkowski_range, "{name}");
        }
        assert!(inside(stage.minkowski_range, DVec2::ZERO), "{name}");
        for p in &trace.points {
            assert!(inside(stage.minkowski_range, trace.direction_in_world(p.w).truncate()), "{name}");
        }
        for &p in stage.a.rim.iter().chain(&stage.b.rim) {
            assert!(inside(stage.world_range, p), "{name}");
            assert!(
                stage.escape.is_none_or(|m| !stage.b.rim.contains(&p) || inside(stage.world_range, p + m)),
                "{name}"
            );
        }
    }
}

/// Every corner is a difference of the vertices it names, every difference of two vertices lies inside, and every corner turns left:
/// then the ring is the hull of all differences.
#[test]
fn the_difference_is_the_hull_of_all_differences() {
    for (name, trace) in traces() {
        let corners = difference(&trace);
        let turned = |p: DVec3| trace.direction_in_world(p).truncate();
        let size = corners.iter().map(|c| c.at.abs().max_element()).fold(0.0, f64::max);
        // Rounding of the vertices where they stand, of their differences, and of a turn.
        let slack = 8.0 * f64::EPSILON * (size + trace.scale);
        assert!(!corners.is_empty(), "{name}");
        for c in corners.iter().filter(|c| c.ia != SMOOTH && c.ib != SMOOTH) {
            let want = turned(trace.a.vertices[c.ia as usize] - trace.b.vertices[c.ib as usize]);
            assert!(c.at.distance(want) <= slack, "{name}: {c:?} {want}");
        }
        let n = corners.len();
        for i in (0..n).filter(|_| n > 2) {
            let (p, q, r) = (corners[i].at, corners[(i + 1) % n].at, corners[(i + 2) % n].at);
            assert!((q - p).perp_dot(r - q) > -slack * size, "{name}: {i} of {n}");
            let along = (q - p).normalize();
            for a in &trace.a.vertices {
                for b in &trace.b.vertices {
                    assert!(along.perp_dot(turned(*a - *b) - p) >= -slack, "{name}: outside edge {i}");
                }
            }
        }
    }
}

#[test]
fn the_difference_of_two_squares_is_a_square_with_names() {
    let corners: Vec<_> = difference(&two_squares()).iter().map(|c| (c.at.x, c.at.y, c.ia, c.ib)).collect();
    assert_eq!(corners, [(-3.5, -2.0, 0, 2), (0.5, -2.0, 1, 3), (0.5, 2.0, 2, 0), (-3.5, 2.0, 3, 1)]);
}

#[test]
fn links_go_both_ways() {
    let trace = two_squares();
    let stage = Stage::new(&trace);
    for c in &stage.difference {
        let pair = Target::VertexPair(c.ia, c.ib);
        let from_pair = linked(&trace, &stage, pair);
        for end in [Target::VertexA(c.ia), Target::VertexB(c.ib)] {
            assert!(from_pair.contains(&end));
            assert!(linked(&trace, &stage, end).contains(&pair));
        }
    }
    for (p, id) in trace.points.iter().zip(0..) {
        let found = linked(&trace, &stage, Target::Point(id));
        assert!(found.contains(&Target::VertexA(p.ia)) && found.contains(&Target::VertexB(p.ib)));
        assert!(linked(&trace, &stage, Target::VertexA(p.ia)).contains(&Target::Point(id)));
        assert!(linked(&trace, &stage, Target::Step(p.step)).contains(&Target::Point(id)));
    }
    for nonsense in
        [Target::VertexA(99), Target::Point(99), Target::Edge(99), Target::Step(999), Target::VertexPair(9, 9)]
    {
        let look = Look { hover: Some(nonsense), ..Look::window() };
        assert_eq!(linked(&trace, &stage, nonsense)[0], nonsense);
        painted(&world(&trace, &stage, 3, &look));
        painted(&minkowski(&trace, &stage, 3, &look));
    }
}

#[test]
fn the_pointer_finds_dots_then_edges_then_areas() {
    let trace = two_squares();
    let stage = Stage::new(&trace);
    let picture = world(&trace, &stage, 0, &Look::default());
    let camera = Camera::fit(picture.range, view());
    let at = |x: f64, y: f64, dx: f64| hit(&picture, &camera, camera.to_screen(DVec2::new(x, y)) + DVec2::new(dx, 0.0));
    assert_eq!(at(-1.0, -1.0, 5.0), Some(Target::VertexA(0)));
    assert_eq!(at(-1.0, 0.3, -4.0), Some(Target::A));
    assert_eq!(at(-0.5, 0.5, 0.0), Some(Target::A));
    assert_eq!(at(2.0, 0.5, 0.0), Some(Target::B));
    assert_eq!(at(-1.0, 0.3, -14.0), None);
    let picture = minkowski(&trace, &stage, 0, &Look::default());
    let camera = Camera::fit(picture.range, view());
    assert_eq!(hit(&picture, &camera, camera.to_screen(DVec2::new(0.02, 0.02))), Some(Target::Origin));
    assert_eq!(hit(&picture, &camera, camera.to_screen(DVec2::new(0.5, 2.0))), Some(Target::VertexPair(2, 0)));
    assert_eq!(hit(&picture, &camera, DVec2::NAN), None);
}

#[test]
fn a_camera_maps_there_and_back_at_any_size() {
    let ranges = [
        (DVec2::new(-1.0, -2.0), DVec2::new(3.0, 1.0)),
        (DVec2::splat(1e12), DVec2::splat(1e12) + 2.0),
        (DVec2::splat(-1e-9), DVec2::splat(1e-9)),
        (DVec2::ONE, DVec2::ONE),
        (DVec2::ZERO, DVec2::new(5.0, 0.0)),
        (DVec2::splat(-1e200), DVec2::splat(1e200)),
        (DVec2::NAN, DVec2::ONE),
        (DVec2::NEG_INFINITY, DVec2::INFINITY),
    ];
    for range in ranges {
        for view in
            [view(), Viewport::new(DVec2::ZERO, DVec2::ZERO), Viewport::new(DVec2::ZERO, DVec2::splat(f64::NAN))]
        {
            let camera = Camera::fit(range, view);
            assert!(camera.scale > 0.0 && camera.scale.is_finite() && camera.center.is_finite(), "{range:?}");
        }
        let mut camera = Camera::fit(range, view());
        for (factor, at) in
            [(1.0, DVec2::new(30.0, 50.0)), (7.0, DVec2::new(400.0, 100.0)), (0.01, DVec2::new(99.0, 430.0))]
        {
            let before = camera.to_scene(at);
            camera = camera.zoomed(factor, at);
            // The scene point under the pointer stays: to a hundredth of a pixel or to the rounding of the coordinate itself.
            let slack = 0.01 / camera.scale + 4.0 * f64::EPSILON * before.abs().max_element();
            assert!(camera.to_scene(at).distance(before) <= slack, "{range:?} {factor}");
            let there = camera.to_screen(camera.to_scene(at));
            let rounding = 4.0 * f64::EPSILON * before.abs().max_element() * camera.scale;
            assert!(there.distance(at) <= 1e-6 + rounding, "{range:?}: {there} {at}");
        }
        let moved = camera.panned(DVec2::new(12.0, -5.0));
        let rounding = 8.0 * f64::EPSILON * camera.center.abs().max_element() * camera.scale;
        let shift = moved.to_screen(camera.center) - camera.to_screen(camera.center);
        assert!(shift.distance(DVec2::new(12.0, -5.0)) <= 1e-6 + rounding, "{range:?}: {shift}");
    }
    // Fitted: the range is inside, with its margin of at least 8 %.
    let range = (DVec2::new(-1.0, -2.0), DVec2::new(3.0, 1.0));
    let camera = Camera::fit(range, view());
    let (low, high) = (camera.to_screen(range.0), camera.to_screen(range.1));
    let margin = view().size() * 0.08 - 1e-9;
    assert!(low.x >= view().min.x + margin.x && high.y >= view().min.y + margin.y);
    assert!(high.x <= view().max.x - margin.x && low.y <= view().max.y - margin.y);
}

/// The roles that can meet in one view.
const TOGETHER: [&[Role]; 2] = [
    &[
        Role::A,
        Role::B,
        Role::Other,
        Role::Core,
        Role::Direction,
        Role::SupportLine,
        Role::Closest,
        Role::Normal,
        Role::MovedB,
        Role::Hover,
        Role::Axis,
        Role::Note,
        Role::Text,
    ],
    &[
        Role::Difference,
        Role::Core,
        Role::Simplex,
        Role::Dropped,
        Role::Tested,
        Role::Direction,
        Role::SupportLine,
        Role::HalfPlane,
        Role::Closest,
        Role::Origin,
        Role::Polytope,
        Role::NearestEdge,
        Role::Normal,
        Role::Hover,
        Role::Region,
        Role::Axis,
        Role::Note,
        Role::Text,
    ],
];

#[test]
fn roles_differ_by_more_than_colour_in_every_theme() {
    let form = |s: &Style| (s.fill.is_some(), s.dash.map(|d| (d.on, d.off)), s.hatch, format!("{:?}", s.dot));
    for theme in Theme::ALL {
        for role in Role::ALL {
            let style = theme.style(role);
            assert!(style.color.0[3] > 0 && style.width >= 0.0, "{theme:?} {role:?}");
            assert!(TOGETHER.iter().any(|roles| roles.contains(&role)), "{role:?}");
        }
        for roles in TOGETHER {
            for (i, &a) in roles.iter().enumerate() {
                for &b in &roles[i + 1..] {
                    let (s, t) = (theme.style(a), theme.style(b));
                    let differ = form(&s) != form(&t) || (s.width - t.width).abs() >= 0.25;
                    assert!(differ, "{theme:?}: {a:?} and {b:?} differ by colour only");
                }
            }
        }
    }
    assert_eq!(Theme::Light.style(Role::Closest).dot, Dot::Diamond);
}

#[test]
fn the_chart_brackets_and_finds_its_steps() {
    for (name, trace) in traces() {
        let bounds = chart(&trace);
        assert_eq!(bounds.lower.len(), bounds.upper.len(), "{name}");
        let view = Viewport::new(DVec2::ZERO, DVec2::new(640.0, 180.0));
        for log in [false, true] {
            let list = paint_chart(&bounds, Some(3), Some(-0.5), (log, Language::En), view, Theme::Dark, &estimate);
            let finite = |p: &Painted| text_box(&p.shape, &estimate).is_none_or(|b| b.min.is_finite());
            assert!(!list.is_empty() && list.iter().all(finite), "{name}");
            for p in &list {
                if let (Some(Target::Step(step)), Shape::Circle { center, .. }) = (p.target, &p.shape) {
                    assert_eq!(step_at(&bounds, center.x, view), step as usize, "{name}");
                }
            }
        }
        assert_eq!(step_at(&bounds, -1e9, view), 0);
        assert_eq!(step_at(&bounds, 1e9, view), trace.len() - 1);
        step_at(&bounds, f64::NAN, view);
    }
    assert!(chart(&traces_of_ellipse()).log, "an ellipse converges over many decades");
    assert!(!chart(&two_squares()).log);
}

fn traces_of_ellipse() -> Trace {
    let ellipse = ShapeDef::Ellipse { semi_axes: v(1.5, 0.7), center: DVec3::ZERO, radius: 0.0 };
    run(ellipse, square(0.8), (2.8, 0.5), 0.7, DVec3::ZERO, "gjk-distance+epa", Precision::F64)
}

#[test]
fn numbers_that_are_none_do_not_panic() {
    let bad = [f64::NAN, f64::INFINITY, f64::MAX, 1e300, 5e-324, -0.0];
    for x in bad {
        for y in bad {
            for kernel in KERNELS {
                let a = ShapeDef::Polygon { points: vec![v(x, 0.0), v(1.0, y), v(0.0, 1.0)], radius: 0.0 };
                let b = ShapeDef::Ellipse { semi_axes: v(y.abs(), 1.0), center: v(0.0, x), radius: x.abs() };
                let trace = run(a, b, (y, x), 0.3, DVec3::ZERO, kernel.id, Precision::F64);
                for view in [View::World, View::Minkowski, View::Pair, View::Chart] {
                    for step in [0, trace.len() / 2, usize::MAX] {
                        assert!(
                            figure(&trace, step, view, Theme::Print, DVec2::new(300.0, 200.0)).ends_with("</svg>\n")
                        );
                    }
                }
                assert!(figure(&trace, 0, View::Pair, Theme::Dark, DVec2::new(x, y)).starts_with("<svg"));
            }
        }
    }
}

/// Run with UPDATE_GOLDEN=1 to write them anew, and read the difference before committing it.
#[test]
fn figures_of_the_two_squares_stay_as_they_are() {
    let trace = two_squares();
    let size = DVec2::new(960.0, 480.0);
    let figures = [
        ("squares-step-01-light", figure(&trace, 1, View::Pair, Theme::Light, size)),
        ("squares-step-24-dark", figure(&trace, 24, View::Pair, Theme::Dark, size)),
        ("squares-last-print", figure(&trace, usize::MAX, View::Pair, Theme::Print, size)),
        ("squares-chart-light", figure(&trace, 24, View::Chart, Theme::Light, DVec2::new(640.0, 180.0))),
    ];
    for (name, text) in figures {
        let path = format!("{}/tests/golden/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &text).expect("the folder of golden files can be written");
        }
        let golden = std::fs::read_to_string(&path).expect("the golden file is there");
        assert!(golden == text, "{name} differs from its golden file");
    }
}

#[test]
fn the_loupe_shows_the_lattice_only_where_it_is_wide_enough() {
    for (name, trace) in traces() {
        let stage = Stage::new(&trace);
        let spacing = lattice_spacing(&trace);
        // The next float above the largest coordinate is one step away.
        let scale = trace.scale;
        let next = match trace.precision {
            Precision::F32 => f64::from((scale as f32).next_up()) - f64::from(scale as f32),
            Precision::F64 => scale.next_up() - scale,
        };
        if scale == 0.0 {
            assert_eq!(spacing, 0.0, "{name}");
            continue;
        }
        assert_eq!(spacing, next, "{name}");
        let view = loupe_view(&Viewport::new(DVec2::ZERO, DVec2::new(400.0, 300.0)));
        for (scale, shows) in [(3.0 / spacing, false), (20.0 / spacing, true)] {
            let camera = loupe_camera(&trace, &stage, 0, view, Some(scale));
            let picture = loupe(&trace, &stage, 0, &Look::default(), &camera);
            let dots =
                picture.marks.iter().filter(|m| matches!(m.kind, MarkKind::Dot(_, Dot::Tiny)) && m.role == Role::Axis);
            assert_eq!(dots.count() > 20, shows, "{name}");
        }
        for step in 0..trace.len() {
            let camera = loupe_camera(&trace, &stage, step, view, None);
            assert!(camera.scale.is_finite() && camera.scale > 0.0 && camera.center == DVec2::ZERO, "{name}");
        }
    }
}
