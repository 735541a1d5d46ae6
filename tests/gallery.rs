//! The gallery: its figures have labels that cover nothing, and its page shows every scene in the scene's own words.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gjkscope::check;
use gjkscope::draw::{Painted, Role, Shape, Viewport, text_box};
use gjkscope::export::{About, Drawing, Drawn, Settings, fonts};
use gjkscope::run::{Trace, kind_words};
use gjkscope::scene::{self, Figure, Language, Part, Scene, Steps, View};
use glam::DVec2;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every scene of the gallery with its run, the step to blame and the name of its file.
fn gallery() -> Vec<(String, Scene, Trace, Option<u32>)> {
    let files: Vec<PathBuf> = scene::list(&root().join("scenes/gallery")).expect("the folder can be read");
    let one = |file: &PathBuf| {
        let scene = scene::load(file).expect("every scene can be read").scene;
        let (trace, report) = check::run(&scene).expect("every scene runs");
        let name = file.file_stem().expect("it has a name").to_string_lossy().into_owned();
        (name, scene, trace, report.culprit)
    };
    files.iter().map(one).collect()
}

fn steps(figure: &Figure, trace: &Trace, culprit: Option<u32>) -> Vec<usize> {
    let last = trace.len() - 1;
    match figure.step.as_ref().expect("a figure of the gallery says its step") {
        Steps::First => vec![0],
        Steps::Last => vec![last],
        Steps::Problem => vec![culprit.expect("there is a step to blame") as usize],
        Steps::Chosen(ranges) => ranges.iter().flat_map(|&(a, b)| a as usize..=b as usize).collect(),
        other => panic!("no figure of the gallery shows {other}"),
    }
}

fn drawing(trace: &Trace, steps: &[usize], figure: &Figure) -> Drawing {
    let settings = Settings::new(figure).expect("the settings are possible");
    Drawn::new(trace, &settings).figure(steps, About::default())
}

/// What a label may not stand on: outlines, edges, arrows and the lines of distances, dashed or not. Thinner lines are leaders and
/// hatching; supporting lines, borders of regions and what is dropped may pass under a letter, which then has a halo.
fn solid(painted: &Painted) -> Option<(&[DVec2], bool)> {
    let scene = matches!(
        painted.role,
        Role::A
            | Role::B
            | Role::Difference
            | Role::Simplex
            | Role::Polytope
            | Role::NearestEdge
            | Role::Normal
            | Role::Direction
            | Role::Closest
            | Role::Note
    );
    match &painted.shape {
        Shape::Polyline { points, closed, width, .. } if scene && *width > 0.75 => Some((points, *closed)),
        // Heads of arrows and diamonds.
        Shape::Polygon { points, .. } if scene && extent(points).max_element() < 20.0 => Some((points, true)),
        _ => None,
    }
}

fn extent(points: &[DVec2]) -> DVec2 {
    let low = points.iter().copied().reduce(DVec2::min).unwrap_or_default();
    points.iter().copied().reduce(DVec2::max).unwrap_or_default() - low
}

/// Whether a segment meets the inside of a box, by the signs of its corners.
fn hits(a: DVec2, b: DVec2, area: &Viewport) -> bool {
    if a.max(b).cmple(area.min).any() || a.min(b).cmpge(area.max).any() {
        return false;
    }
    let corners = [area.min, DVec2::new(area.max.x, area.min.y), area.max, DVec2::new(area.min.x, area.max.y)];
    let sides = corners.map(|c| (b - a).perp_dot(c - a));
    sides.iter().any(|&s| s > 0.0) && sides.iter().any(|&s| s < 0.0)
}

fn labels_cover_nothing(name: &str, drawing: &Drawing) -> usize {
    let boxed = |p: &Painted| match &p.shape {
        Shape::Text { text, .. } => Some((text_box(&p.shape, &fonts::measure)?, text.clone())),
        _ => None,
    };
    let boxes: Vec<(Viewport, String)> = drawing.shapes.iter().filter_map(boxed).collect();
    let whole = Viewport::new(DVec2::ZERO, drawing.size);
    for (i, (area, text)) in boxes.iter().enumerate() {
        assert!(whole.contains(area.min) && whole.contains(area.max), "{name}: {text} leaves the figure");
        for (other, words) in &boxes[i + 1..] {
            let apart = area.max.cmple(other.min).any() || other.max.cmple(area.min).any();
            assert!(apart, "{name}: {text} over {words}");
        }
        for painted in &drawing.shapes {
            if let Shape::Circle { center, radius, .. } = painted.shape {
                let far = center.clamp(area.min, area.max).distance(center) >= radius;
                assert!(far, "{name}: {text} covers a point of {:?}", painted.role);
            }
            if let Some((points, closed)) = solid(painted) {
                let ends = points.iter().zip(points.iter().cycle().skip(1)).take(points.len() - usize::from(!closed));
                for (a, b) in ends {
                    assert!(!hits(*a, *b, area), "{name}: {text} stands on a line of {:?}", painted.role);
                }
            }
        }
    }
    boxes.len()
}

/// As they are, with everything below them, and small on paper.
#[test]
fn labels_cover_neither_points_nor_edges_nor_each_other() {
    let mut labels = 0;
    for (name, scene, trace, culprit) in gallery() {
        let own = scene.figure.clone().expect("a scene of the gallery says how it is drawn");
        let steps = steps(&own, &trace, culprit);
        let below = Figure { show: vec![Part::Legend], caption: Some(Language::En), ..Figure::default() };
        for (size, wish) in [("as it is", Figure::default()), ("with a caption", below)] {
            labels += labels_cover_nothing(&format!("{name} {size}"), &drawing(&trace, &steps, &wish.over(&own)));
        }
        // The first steps of the run as a sheet of the view that the figure has: a column of pairs with a loupe holds 22.
        let of = if own.view == Some(View::Sheet) { own.of } else { own.view };
        let all: Vec<usize> = (0..trace.len().min(20)).collect();
        let sheet = Figure { view: Some(View::Sheet), of, notes: vec![], ..own };
        labels += labels_cover_nothing(&format!("{name} as a sheet"), &drawing(&trace, &all, &sheet));
    }
    assert!(labels > 1_000, "{labels}");
}

/// Every scene is on the page, in both themes and in the words of its story; no figure is left of a scene that is gone.
#[test]
fn the_page_shows_every_scene() {
    let page = std::fs::read_to_string(root().join("docs/gallery.md")).expect("the page is there");
    let mut expected = BTreeSet::new();
    for (name, scene, ..) in gallery() {
        assert!(page.contains(&scene.story), "docs/gallery.md has not the story of {name}: {}", scene.story);
        for theme in ["light", "dark"] {
            let file = format!("{name}-{theme}.svg");
            assert!(page.contains(&format!("gallery/{file}")), "docs/gallery.md does not show {file}");
            expected.insert(file);
        }
    }
    let files = std::fs::read_dir(root().join("docs/gallery")).expect("the folder is there");
    let found: BTreeSet<String> =
        files.map(|f| f.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(expected, found);
}

/// The third panel is centred on the origin, and its scale puts the gap of 5e-8 at half of half its side; in f32 the origin is on the
/// border, and the floats are seen instead.
#[test]
fn the_loupe_shows_the_gap_in_f64_and_the_floats_in_f32() {
    let loupe = |name: &str| {
        let found = gallery().into_iter().find(|g| g.0 == name).expect("it is in the gallery");
        let drawing = drawing(&found.2, &[found.2.len() - 1], &found.1.figure.expect("it has a figure"));
        assert_eq!(drawing.size, DVec2::new(1200.0, 440.0));
        let at = |p: &Painted| match &p.shape {
            Shape::Polygon { points, .. } => points[0],
            Shape::Circle { center, .. } => *center,
            Shape::Text { pos, .. } => *pos,
            Shape::Polyline { points, .. } => points[0],
        };
        drawing.shapes.into_iter().filter(|p| at(p).x > 800.0).collect::<Vec<_>>()
    };
    let says = |shapes: &[Painted], words: &str| {
        shapes.iter().any(|p| matches!(&p.shape, Shape::Text { text, .. } if text == words))
    };
    let dots = |shapes: &[Painted]| {
        shapes.iter().filter(|p| p.role == Role::Axis && matches!(p.shape, Shape::Circle { .. })).count()
    };
    let double = loupe("double-precision");
    // The title has 24 of the 440 pixels; the panel is 400 wide.
    let v = double.iter().find_map(|p| match &p.shape {
        Shape::Polygon { points, .. } if p.role == Role::Closest => Some((points[0] + points[2]) * 0.5),
        _ => None,
    });
    assert!(v.expect("v is drawn").distance(DVec2::new(900.0, 24.0 + 208.0)) < 1e-6, "{v:?}");
    assert!(says(&double, "Around the origin: ± 1e−7") && dots(&double) == 0);
    // The largest coordinate is 2.5, and floats of 24 digits from 2 to 4 are 2^-22 apart.
    let single = loupe("single-precision");
    assert!(says(&single, "Around the origin: floats 2.4e−7 apart"));
    assert!(dots(&single) > 50, "{}", dots(&single));
    let world = Figure { view: Some(View::World), show: vec![Part::Loupe], ..Figure::default() };
    assert!(Settings::new(&world).is_err_and(|e| e.contains("has no loupe")));
}

/// Figures that say their step by its number show what they are about, also when a kernel takes a decision more or less.
#[test]
fn numbered_steps_are_what_the_figure_is_about() {
    let about = [
        ("boolean-gjk", "support point"),
        ("epa-expanding", "nearest edge"),
        ("near-tie", "reduction"),
        ("order-of-tests", "reduction"),
        ("regions-of-a-segment", "reduction"),
        ("regions-of-a-triangle", "reduction"),
        ("support-function", "support point"),
    ];
    let mut seen = vec![];
    for (name, scene, trace, culprit) in gallery() {
        let figure = scene.figure.expect("it has a figure");
        if matches!(figure.step, Some(Steps::Chosen(_))) {
            let first = steps(&figure, &trace, culprit)[0];
            seen.push((name, kind_words(&trace, first, Language::En)));
        }
    }
    let seen: Vec<(&str, &str)> = seen.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
    assert_eq!(seen, about);
}
