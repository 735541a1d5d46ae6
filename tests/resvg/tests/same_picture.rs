//! Two roads to the same pixels: our painter, and resvg reading our SVG.

use std::path::Path;

use gjkscope::check;
use gjkscope::draw::Shape;
use gjkscope::export::{About, Drawing, Drawn, Pixels, Settings, fonts, raster, svg};
use gjkscope::run::{Trace, traced};
use gjkscope::scene::{self, Background, Figure, FigureTheme, Language, Part, Steps, View};

const SQUARES: &str = "scenes/tutorial/two-squares.ron";

fn trace_of(path: &str) -> Trace {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    traced(&scene::load(&root.join(path)).expect("the scene can be read").scene).expect("it runs")
}

fn drawing(trace: &Trace, steps: &[usize], figure: &Figure) -> Drawing {
    let settings = Settings::new(figure).expect("the settings are possible");
    Drawn::new(trace, &settings).figure(steps, About::default())
}

/// Where two pictures differ: the share of pixels that are off by more than `off` in some channel (over white), and the mean.
fn difference(a: &Pixels, b: &Pixels, off: f64) -> (f64, f64) {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let over_white = |p: &[u8]| {
        let alpha = f64::from(p[3]) / 255.0;
        [0, 1, 2].map(|i| f64::from(p[i]) * alpha + 255.0 * (1.0 - alpha))
    };
    let (mut many, mut sum) = (0.0, 0.0);
    for (p, q) in a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)) {
        let (p, q) = (over_white(p), over_white(q));
        let d = (0..3).map(|i| (p[i] - q[i]).abs()).fold(0.0, f64::max);
        many += f64::from(u8::from(d > off));
        sum += d;
    }
    let n = f64::from(a.width * a.height);
    (many / n, sum / n)
}

/// The SVG drawn by resvg with the shipped fonts.
fn by_resvg(text: &str, scale: f32) -> Pixels {
    let mut options = resvg::usvg::Options::default();
    for font in fonts::Font::ALL {
        options.fontdb_mut().load_font_data(font.bytes().to_vec());
    }
    let tree = resvg::usvg::Tree::from_str(text, &options).expect("it is SVG");
    let side = |x: f32| (x * scale).round() as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let mut pixmap = resvg::tiny_skia::Pixmap::new(width, height).expect("it has a size");
    resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let plain = |p: &resvg::tiny_skia::PremultipliedColorU8| {
        let p = p.demultiply();
        [p.red(), p.green(), p.blue(), p.alpha()]
    };
    Pixels { width, height, rgba: pixmap.pixels().iter().flat_map(plain).collect() }
}

/// The share of pixels that may be off by more than 48 levels: the worst figure below has 0.8e-4, one letter that is missing 2e-4.
const FEW: f64 = 1.5e-4;

/// Our painter and resvg reading our SVG part ways only by its two decimals: a hundredth of a pixel in an edge is 2.55 levels, and
/// in few pixels do more than a dozen edges meet. An opacity that is half a hundredth off is 1.3 levels in every pixel of an area,
/// and areas do not fill a figure: half of that on average.
#[test]
fn svg_and_png_are_the_same_picture() {
    let scenes = [
        SQUARES,
        "scenes/tutorial/distance-capsules.ron",
        "scenes/regression/own-polygon-64-on-64.ron",
        "scenes/regression/own-thin-needles-cross.ron",
    ];
    for scene in scenes {
        let trace = trace_of(scene);
        for &view in [View::World, View::Minkowski, View::Pair, View::Chart].iter() {
            for &theme in FigureTheme::ALL {
                let language = if theme == FigureTheme::Dark { Language::Zh } else { Language::En };
                let figure = Figure {
                    view: Some(view),
                    theme: Some(theme),
                    show: vec![Part::Grid, Part::Indices, Part::Legend],
                    caption: Some(language),
                    background: (theme == FigureTheme::Dark).then_some(scene::Background::Theme),
                    ..Figure::default()
                };
                let drawing = drawing(&trace, &[trace.len() / 2], &figure);
                let ours = raster(&drawing, 2.0).expect("it fits");
                let theirs = by_resvg(&svg(&drawing), 2.0);
                let (many, mean) = difference(&ours, &theirs, 48.0);
                assert!(many <= FEW && mean <= 0.65, "{scene} {view} {theme}: {many} {mean}");
            }
        }
    }
}

/// That the comparison above can fail: a picture without the letter A is another one.
#[test]
fn a_missing_letter_is_seen() {
    let trace = trace_of(SQUARES);
    let whole = drawing(&trace, &[0], &Figure { view: Some(View::World), ..Figure::default() });
    let mut without = whole.clone();
    without.shapes.retain(|p| !matches!(&p.shape, Shape::Text { text, .. } if text == "A"));
    assert_eq!(without.shapes.len() + 1, whole.shapes.len());
    let (many, _) = difference(&raster(&without, 2.0).expect("it fits"), &by_resvg(&svg(&whole), 2.0), 48.0);
    assert!(many > FEW, "{many}");
}

/// As its scene has it, in every theme.
#[test]
fn every_figure_of_the_gallery_is_the_same_picture() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/gallery");
    let scenes = scene::list(&folder).expect("the folder can be read");
    assert!(scenes.len() > 10);
    for file in scenes {
        let scene = scene::load(&file).expect("the scene can be read").scene;
        let (trace, report) = check::run(&scene).expect("it runs");
        let own = scene.figure.clone().unwrap_or_default();
        let last = trace.len() - 1;
        let steps: Vec<usize> = match &own.step {
            Some(Steps::First) => vec![0],
            Some(Steps::Problem) => vec![report.culprit.map_or(last, |s| s as usize)],
            Some(Steps::Chosen(ranges)) => ranges.iter().flat_map(|&(a, b)| a as usize..=b as usize).collect(),
            _ => vec![last],
        };
        for &theme in FigureTheme::ALL {
            let figure = Figure { theme: Some(theme), background: Some(Background::Theme), ..own.clone() };
            let drawing = drawing(&trace, &steps, &figure);
            let ours = raster(&drawing, 2.0).expect("it fits");
            let theirs = by_resvg(&svg(&drawing), 2.0);
            let (many, mean) = difference(&ours, &theirs, 48.0);
            assert!(many <= FEW && mean <= 0.65, "{} {theme}: {many} {mean}", file.display());
        }
    }
}
