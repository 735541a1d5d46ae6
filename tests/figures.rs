//! Figures as files: two roads to the same pixels, labels that cover nothing, metadata, options, and a record of their bytes.

use std::path::Path;
use std::process::Command;

use gjkscope::draw::{Painted, Rgba, Role, Shape, Theme, Viewport, text_box};
use gjkscope::export::{About, Drawing, Drawn, Format, Pixels, Settings, fonts, gif, pdf, png, raster, svg, tikz};
use gjkscope::run::{NumberStyle, Trace, sentence, sentence_in, traced};
use gjkscope::scene::{self, Figure, Language, Length, Part, Steps, Unit, View};
use gjkscope::{check, draw};
use glam::DVec2;

const SQUARES: &str = "scenes/tutorial/two-squares.ron";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn trace_of(path: &str) -> Trace {
    traced(&scene::load(&root().join(path)).expect("the scene can be read").scene).expect("it runs")
}

fn drawing(trace: &Trace, steps: &[usize], figure: &Figure) -> Drawing {
    let settings = Settings::new(figure).expect("the settings are possible");
    Drawn::new(trace, &settings).figure(steps, About { command: "gjkscope figure x".into(), ..About::default() })
}

/// All scenes with their first, culprit's and last step.
fn all_scenes() -> Vec<(String, Trace, Vec<usize>)> {
    let files = scene::list(&root().join("scenes")).expect("the folder can be read");
    let mut all = vec![];
    for file in files {
        let scene = scene::load(&file).expect("every scene can be read").scene;
        let (trace, report) = check::run(&scene).expect("every scene runs");
        let last = trace.len() - 1;
        let mut steps = vec![0, report.culprit.map_or(last, |s| s as usize), last];
        steps.dedup();
        all.push((file.display().to_string(), trace, steps));
    }
    assert!(all.len() > 100);
    all
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

/// By the camera's own geometry: on the outline there is the outline's colour, beside the shapes nothing.
#[test]
fn pixels_are_where_the_camera_puts_them() {
    let trace = trace_of(SQUARES);
    let figure = Figure { view: Some(View::World), hide: vec![Part::Labels], ..Figure::default() };
    let drawing = drawing(&trace, &[0], &figure);
    let stage = draw::Stage::new(&trace);
    let camera = draw::Camera::fit(stage.world_range, Viewport::new(DVec2::ZERO, drawing.size));
    for scale in [1.0, 3.0] {
        let pixels = raster(&drawing, scale).expect("it fits");
        let at = |p: DVec2| {
            let p = camera.to_screen(p) * scale;
            let i = (p.y as usize * pixels.width as usize + p.x as usize) * 4;
            <[u8; 4]>::try_from(&pixels.rgba[i..i + 4]).expect("four channels")
        };
        let Rgba(blue) = Theme::Light.style(Role::A).color;
        let near = |p: [u8; 4], q: [u8; 4]| (0..4).all(|i| p[i].abs_diff(q[i]) <= 2);
        assert!(near(at(DVec2::new(-1.0, 0.6)), blue), "{:?}", at(DVec2::new(-1.0, 0.6)));
        assert!(near(at(DVec2::new(-0.6, 1.0)), blue), "{:?}", at(DVec2::new(-0.6, 1.0)));
        // A fill of 12 %; at so little opacity a channel that is not premultiplied is known to 255 / (2 * 30) levels.
        let [r, g, b, alpha] = at(DVec2::new(-0.7, 0.2));
        assert!(alpha.abs_diff(30) <= 1, "{alpha}");
        assert!([r, g, b].iter().zip(blue).all(|(&x, y)| x.abs_diff(y) <= 5), "{r} {g} {b}");
        assert_eq!(at(DVec2::new(-1.2, 1.1))[3], 0);
    }
}

fn boxes(list: &[Painted]) -> Vec<(Viewport, &Painted)> {
    list.iter().filter_map(|p| Some((text_box(&p.shape, &fonts::measure)?, p))).collect()
}

fn labels_keep_clear(name: &str, drawing: &Drawing) -> (usize, usize) {
    let list = &drawing.shapes;
    let boxes = boxes(list);
    let whole = Viewport::new(DVec2::ZERO, drawing.size);
    for (i, (a, p)) in boxes.iter().enumerate() {
        for (b, q) in &boxes[i + 1..] {
            let apart = a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
            assert!(apart, "{name}: {:?} over {:?}", p.shape, q.shape);
        }
        for dot in list {
            if let Shape::Circle { center, radius, .. } = dot.shape {
                let d = center.clamp(a.min, a.max).distance(center);
                assert!(d >= radius, "{name}: {:?} covers a dot of {:?}", p.shape, dot.role);
            }
        }
        assert!(whole.contains(a.min) && whole.contains(a.max), "{name}: {:?} leaves", p.shape);
    }
    let crossed = boxes.iter().filter(|(area, _)| list.iter().any(|p| crosses(area, p))).count();
    (boxes.len(), crossed)
}

/// Whether a solid line of the scene runs through a box.
fn crosses(area: &Viewport, painted: &Painted) -> bool {
    let solid = !matches!(
        painted.role,
        Role::Axis
            | Role::Hover
            | Role::Tested
            | Role::Text
            | Role::SupportLine
            | Role::Core
            | Role::Dropped
            | Role::MovedB
    );
    let Shape::Polyline { points, closed, width, dash: None, .. } = &painted.shape else { return false };
    // Thinner ones are leaders and hatching.
    let line = solid && *width > 0.8;
    let ends = points.iter().zip(points.iter().cycle().skip(1)).take(points.len() - usize::from(!closed));
    line && ends.into_iter().any(|(a, b)| hits(*a, *b, area))
}

/// Whether a segment meets a box, by the signs of its corners.
fn hits(a: DVec2, b: DVec2, area: &Viewport) -> bool {
    if a.max(b).cmplt(area.min).any() || a.min(b).cmpgt(area.max).any() {
        return false;
    }
    let corners = [area.min, DVec2::new(area.max.x, area.min.y), area.max, DVec2::new(area.min.x, area.max.y)];
    let sides = corners.map(|c| (b - a).perp_dot(c - a));
    sides.iter().any(|&s| s > 0.0) && sides.iter().any(|&s| s < 0.0)
}

/// Labels cover neither points nor each other, and no line where there is another place; less than one in a thousand has none, and
/// there a halo keeps both readable.
#[test]
fn labels_cover_nothing_in_the_figures_of_all_scenes() {
    let sizes = [
        ("plain", Figure::default()),
        ("legend", Figure { show: vec![Part::Legend, Part::Caption, Part::Coordinates], ..Figure::default() }),
        (
            "small",
            Figure {
                width: Some(Length { value: 120.0, unit: Unit::Mm }),
                font_size: Some(Length { value: 9.0, unit: Unit::Pt }),
                line_width: Some(Length { value: 0.8, unit: Unit::Pt }),
                ..Figure::default()
            },
        ),
    ];
    let (mut all, mut crossed) = (0, 0);
    for (name, trace, steps) in all_scenes() {
        for (size, figure) in &sizes {
            for &step in &steps {
                let (n, c) = labels_keep_clear(&format!("{name} {size} {step}"), &drawing(&trace, &[step], figure));
                (all, crossed) = (all + n, crossed + c);
            }
        }
    }
    assert!(all > 8_000, "{all}");
    println!("{crossed} of {all} labels stand across a line");
    assert!(crossed * 1000 <= all, "{crossed} of {all} labels stand across a line");
}

/// What stands still between steps: the outline of A is the same path in all, caption or not.
#[test]
fn one_viewport_serves_all_steps() {
    let trace = trace_of(SQUARES);
    for caption in [None, Some(Language::En), Some(Language::Zh)] {
        let figure = Figure { caption, show: vec![Part::Legend], ..Figure::default() };
        let outline = |step: usize| {
            let drawing = drawing(&trace, &[step], &figure);
            let found = drawing.shapes.iter().find(|p| p.role == Role::A && matches!(p.shape, Shape::Polygon { .. }));
            found.map(|p| p.shape.clone()).expect("A is drawn")
        };
        let first = outline(0);
        assert!((1..trace.len()).all(|step| outline(step) == first), "{caption:?}");
    }
}

#[test]
fn every_letter_of_the_captions_is_shipped() {
    let sources = [
        include_str!("../src/run/chinese.rs"),
        include_str!("../src/run/words.rs"),
        include_str!("../src/kernel/formula.rs"),
        include_str!("../src/kernel/record.rs"),
        include_str!("../src/export/below.rs"),
        include_str!("../src/export/sheet.rs"),
        include_str!("../src/draw/chart.rs"),
        include_str!("../src/draw/regions.rs"),
    ];
    for text in sources {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        assert_eq!(fonts::missing(&text), "");
    }
    assert_eq!(fonts::missing("a龘b龘"), "龘");
    for font in fonts::Font::ALL {
        assert!(font.face().is_some(), "{font:?}");
    }
}

/// The Chinese sentence of a step has the numbers and the points of the English one, and no English but words that are names.
#[test]
fn captions_say_the_same_in_both_languages() {
    let parts = |text: &str| {
        let word = |c: char| c.is_ascii_alphanumeric() || ".−".contains(c);
        let mut words: Vec<String> = text.split(|c| !word(c)).map(|w| w.trim_end_matches('.').to_owned()).collect();
        words.retain(|w| w.chars().any(|c| c.is_ascii_digit()));
        words.sort();
        words
    };
    let mut seen = 0;
    for (name, trace, _) in all_scenes() {
        for step in 0..trace.len().min(300) {
            let en = sentence(&trace, step, NumberStyle::Short);
            let zh = sentence_in(&trace, step, NumberStyle::Short, Language::Zh);
            assert!(zh.ends_with('。'), "{name} {step}: {zh}");
            assert_eq!(parts(&en), parts(&zh), "{name} {step}: {en} {zh}");
            seen += 1;
        }
    }
    assert!(seen > 2_000, "{seen}");
}

/// FNV-1a of 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// Run with UPDATE_GOLDEN=1 to write the record anew, and look at the figures before committing it. The same bytes on every machine.
#[test]
fn files_stay_as_they_are() {
    let trace = trace_of(SQUARES);
    let figure = Figure { show: vec![Part::Legend], caption: Some(Language::Zh), ..Figure::default() };
    let one = drawing(&trace, &[3], &figure);
    let chart = drawing(&trace, &[3], &Figure { view: Some(View::Chart), ..Figure::default() });
    let sheet = drawing(&trace, &[0, 1, 2, 3], &Figure { view: Some(View::Sheet), ..Figure::default() });
    let paper = |step: usize| {
        let white = Figure { background: Some(scene::Background::Theme), ..Figure::default() };
        raster(&drawing(&trace, &[step], &white), 0.5).expect("it fits")
    };
    let mut record = String::new();
    for (name, drawing) in [("pair", &one), ("chart", &chart), ("sheet", &sheet)] {
        let pixels = raster(drawing, 1.0).expect("it fits");
        let files = [
            ("svg", svg(drawing).into_bytes()),
            ("tex", tikz(drawing).into_bytes()),
            ("pdf", pdf(drawing).expect("fonts can be embedded")),
            ("png", png(&pixels, 1.0, &drawing.about).expect("it can be written")),
        ];
        for (ending, bytes) in files {
            record.push_str(&format!("{name}.{ending} {} {:016x}\n", bytes.len(), hash(&bytes)));
        }
    }
    let frames: Vec<Pixels> = (0..4).map(paper).collect();
    let bytes = gif(&frames, 80, &one.about).expect("it can be written");
    record.push_str(&format!("steps.gif {} {:016x}\n", bytes.len(), hash(&bytes)));
    let path = root().join("tests/golden/figures.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &record).expect("the folder of golden files can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file is there");
    assert_eq!(golden, record);
}

/// The frames of an animation are what was drawn, to the error of 256 colours.
#[test]
fn a_gif_shows_its_frames() {
    let trace = trace_of(SQUARES);
    let figure =
        Figure { view: Some(View::Minkowski), background: Some(scene::Background::Theme), ..Figure::default() };
    let frames: Vec<Pixels> =
        (0..trace.len()).step_by(5).map(|s| raster(&drawing(&trace, &[s], &figure), 1.0).expect("it fits")).collect();
    let bytes = gif(&frames, 80, &About::default()).expect("it can be written");
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut reader = options.read_info(bytes.as_slice()).expect("it is a GIF");
    let width = usize::from(reader.width());
    let mut screen = vec![0; frames[0].rgba.len()];
    for (i, want) in frames.iter().enumerate() {
        let frame = reader.read_next_frame().expect("it can be read").expect("there are as many frames");
        assert_eq!(frame.delay, if i + 1 == frames.len() { 240 } else { 80 });
        for (y, row) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
            let at = ((usize::from(frame.top) + y) * width + usize::from(frame.left)) * 4;
            screen[at..at + row.len()].copy_from_slice(row);
        }
        let got = Pixels { rgba: screen.clone(), ..want.clone() };
        // 256 colours for some thousand mixed ones of antialiasing: a few levels on lines, nothing elsewhere.
        let (many, mean) = difference(want, &got, 32.0);
        assert!(many < 1e-3 && mean < 0.3, "{i}: {many} {mean}");
    }
}

/// Machado, Oliveira and Fernandes 2009, severity 1, in linear sRGB.
const VISION: [(&str, [[f64; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("no long", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    ("no medium", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    ("no short", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// CIE L*a*b* (D65) of a colour seen with those cones.
fn lab(Rgba(c): Rgba, m: &[[f64; 3]; 3]) -> [f64; 3] {
    let linear = [c[0], c[1], c[2]].map(|x| {
        let x = f64::from(x) / 255.0;
        if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    });
    let seen = m.map(|row| (0..3).map(|i| row[i] * linear[i]).sum::<f64>().clamp(0.0, 1.0));
    let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let white = [0.95047, 1.0, 1.08883];
    let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let [x, y, z] = [0, 1, 2].map(|i| f((0..3).map(|j| to_xyz[i][j] * seen[j]).sum::<f64>() / white[i]));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// A difference of 2.3 in L*a*b* is just seen side by side; ten times that is told apart in thin lines. Shapes of one view
/// differ in lightness, too, so that the theme survives a grey printer.
#[test]
fn the_colour_blind_theme_is_told_apart_by_everybody() {
    let roles = [Role::A, Role::B, Role::Difference, Role::Simplex];
    let theme = Theme::ColourBlind;
    for (vision, m) in &VISION {
        for (i, &p) in roles.iter().enumerate() {
            for &q in &roles[i + 1..] {
                let (a, b) = (lab(theme.style(p).color, m), lab(theme.style(q).color, m));
                let d = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
                assert!(d >= 23.0, "{vision}: {p:?} and {q:?} differ by {d}");
            }
        }
    }
    for (p, q) in [(Role::A, Role::B), (Role::Difference, Role::Simplex)] {
        let [a, b] = [p, q].map(|r| lab(theme.style(r).color, &VISION[0].1)[0]);
        assert!((a - b).abs() >= 15.0, "{p:?} and {q:?} are equally light: {a} {b}");
    }
}

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn run_in(dir: &Path, args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gjkscope"));
    let output = command.arg("figure").args(args).current_dir(dir).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

fn draw_in(dir: &Path, args: &[&str]) {
    let ran = run_in(dir, args);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{args:?}");
}

/// A folder with the scene of two squares as `s.ron`.
fn workplace() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::copy(root().join(SQUARES), dir.path().join("s.ron")).expect("the scene can be copied");
    dir
}

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).expect("the folder can be read");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "s.ron");
    names.sort();
    names
}

#[test]
fn every_format_says_how_it_was_made_and_whether_it_is_current() {
    let dir = workplace();
    let at = |name: &str| dir.path().join(name);
    for format in Format::ALL {
        let file = format!("x y.{}", format.id());
        let args = ["s.ron", "--step", "problem", "--width", "80mm", "--caption", "zh", "--show", "grid,legend"];
        draw_in(dir.path(), &[&args[..], &["--range", "-2,-2,3,2", "--view", "world", "-o", &file]].concat());
        let bytes = std::fs::read(at(&file)).expect("it was written");
        let command = format.command(&bytes).expect("it says its command");
        assert_eq!(
            command,
            format!(
                "gjkscope figure s.ron --view world --step problem --width 80mm --range -2,-2,3,2 --show grid,legend --caption zh \
                 -o 'x y.{}'",
                format.id()
            )
        );
        assert!(bytes.len() < 60_000, "{format:?}: {}", bytes.len());
    }
    let ran = run_in(dir.path(), &["--check", "."]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.ends_with("5 current, 0 stale, 0 unreadable\n"), "{}", ran.out);

    let text = std::fs::read_to_string(at("s.ron")).expect("it can be read");
    std::fs::write(at("s.ron"), text.replace("(1.5, 0)", "(1.25, 0)")).expect("it can be written");
    let ran = run_in(dir.path(), &["--check", "x y.svg", "x y.pdf"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.starts_with("stale    x y.svg: gjkscope figure s.ron "), "{}", ran.out);

    std::fs::write(at("other.svg"), "<svg/>").expect("it can be written");
    let ran = run_in(dir.path(), &["--check", "other.svg"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err, "error: no figure of gjkscope: there is no command in it (other.svg)\n");
    std::fs::remove_file(at("s.ron")).expect("it can be removed");
    assert_eq!(run_in(dir.path(), &["--check", "."]).code, 2);
}

#[test]
fn one_call_makes_many_files() {
    let dir = workplace();
    draw_in(dir.path(), &["s.ron", "--step", "0,20..22", "--theme", "light,dark", "--view", "world", "-o", "x.svg"]);
    let want = ["00", "20", "21", "22"].map(|n| ["dark", "light"].map(|t| format!("x-{n}-{t}.svg"))).concat();
    assert_eq!(names(dir.path()), want);
    assert!(run_in(dir.path(), &["--check", "."]).out.ends_with("8 current, 0 stale, 0 unreadable\n"));
    std::fs::create_dir(dir.path().join("more")).expect("a folder");
    std::fs::copy(dir.path().join("s.ron"), dir.path().join("more/t.ron")).expect("a copy");
    draw_in(dir.path(), &[".", "--view", "world", "-o", "more/{scene}.svg"]);
    assert_eq!(names(&dir.path().join("more")), ["more-t.svg", "s.svg", "t.ron"]);
    let ran = run_in(dir.path(), &[".", "--view", "world", "-o", "more/{scene}.svg"]);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 2), "{}", ran.err);
}

#[test]
fn two_calls_give_the_same_bytes() {
    let dir = workplace();
    for ending in ["svg", "pdf", "png", "gif", "tex"] {
        for view in ["pair", "sheet", "chart"] {
            let file = format!("x.{ending}");
            let once = || {
                draw_in(
                    dir.path(),
                    &["s.ron", "--view", view, "--step", "0..3", "--scale", "0.5", "--force", "-o", &file],
                );
                let read = |name: &String| std::fs::read(dir.path().join(name)).expect("it was written");
                names(dir.path()).iter().map(read).collect::<Vec<_>>()
            };
            assert!(once() == once(), "{ending} {view}");
        }
    }
}

#[test]
fn sizes_are_those_of_the_paper() {
    let dir = workplace();
    draw_in(dir.path(), &["s.ron", "--view", "world", "--width", "80mm", "--height", "3in", "-o", "x.svg"]);
    draw_in(dir.path(), &["s.ron", "--view", "world", "--width", "80mm", "--height", "3in", "-o", "x.pdf"]);
    draw_in(
        dir.path(),
        &["s.ron", "--view", "world", "--width", "80mm", "--height", "3in", "--dpi", "300", "-o", "x.png"],
    );
    let read = |name: &str| std::fs::read(dir.path().join(name)).expect("it was written");
    let text = |name: &str| String::from_utf8_lossy(&read(name)).into_owned();
    assert!(text("x.svg").contains("width=\"302.36\" height=\"288\""));
    assert!(text("x.pdf").contains("/MediaBox [0 0 226.77 216]"), "{}", text("x.pdf"));
    let bytes = read("x.png");
    // 80 mm and 3 inches at 300 pixels an inch, which is 11811 a metre.
    assert_eq!(bytes[16..24], [945u32.to_be_bytes(), 900u32.to_be_bytes()].concat());
    let phys = bytes.windows(4).position(|w| w == b"pHYs").expect("it has a resolution") + 4;
    assert_eq!(bytes[phys..phys + 9], [&11811u32.to_be_bytes()[..], &11811u32.to_be_bytes(), &[1]].concat());
}

/// Every word of a figure is in its language: in a Chinese one no two Latin letters stand together but in EPA.
#[test]
fn all_words_follow_the_language() {
    let latin = |text: &str| {
        let words = text.split(|c: char| !c.is_ascii_alphabetic());
        words.filter(|w| w.len() > 1 && *w != "EPA").map(str::to_owned).collect::<Vec<_>>()
    };
    let texts = |trace: &Trace, step: usize, figure: &Figure| -> Vec<String> {
        let text = |p: Painted| match p.shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        };
        drawing(trace, &[step], figure).shapes.into_iter().filter_map(text).collect()
    };
    let (mut english, mut regions) = (0, 0);
    for scene in [SQUARES, "scenes/gallery/order-of-tests.ron", "scenes/tutorial/triple-product-squares.ron"] {
        let trace = trace_of(scene);
        for view in [View::World, View::Minkowski, View::Chart, View::Sheet] {
            for step in 0..trace.len() {
                let figure = |language: Language| Figure {
                    view: Some(view),
                    caption: Some(language),
                    show: vec![Part::Legend],
                    hide: vec![Part::Caption],
                    ..Figure::default()
                };
                let zh = texts(&trace, step, &figure(Language::Zh));
                regions += zh.iter().filter(|text| text.starts_with("顶点")).count();
                for text in zh {
                    assert_eq!(latin(&text), Vec::<String>::new(), "{scene} {view} {step}: {text}");
                    assert_eq!(fonts::missing(&text), "", "{text}");
                }
                english += texts(&trace, step, &figure(Language::En)).iter().filter(|t| !latin(t).is_empty()).count();
            }
        }
    }
    assert!(english > 100 && regions > 5, "{english} {regions}");
}

/// A range or a loupe that the scene keeps is that of its view: another view is drawn without it, and it is said.
#[test]
fn what_is_kept_for_one_view_does_not_stop_another() {
    let dir = workplace();
    let wish = "    figure: (view: Minkowski, step: 3, range: ((-4, -3), (2, 3)), show: [Loupe]),\n)";
    std::fs::write(dir.path().join("s.ron"), with_wish(wish)).expect("it can be written");
    let ran = |args: &[&str]| run_in(dir.path(), &[&["s.ron"], args].concat());
    let range = "note: the scene's range is that of its figure minkowski and is left out (s.ron)\n";
    let loupe = "note: the scene's loupe is that of its figure minkowski and is left out (s.ron)\n";
    for (args, said) in [
        (&["-o", "a.svg"][..], String::new()),
        (&["--view", "minkowski", "-o", "b.svg"], String::new()),
        (&["--view", "sheet", "--step", "0..3", "-o", "c.svg"], String::new()),
        (&["--view", "pair", "-o", "d.svg"], range.to_owned()),
        (&["--view", "world", "-o", "e.svg"], format!("{range}{loupe}")),
        (&["--view", "chart", "-o", "f.svg"], format!("{range}{loupe}")),
        (&["--view", "world", "--range", "0,0,1,1", "-o", "g.svg"], loupe.to_owned()),
    ] {
        let Ran { code, out, err } = ran(args);
        assert_eq!((code, out.as_str(), err), (0, "", said), "{args:?}");
    }
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).expect("it was written");
    let body = |name: &str| read(name).split("</metadata>").nth(1).map(str::to_owned).expect("it has metadata");
    assert_eq!(body("a.svg"), body("b.svg"));
    // What is left out is left out: the same as from a scene that keeps nothing.
    let plain = "    figure: (step: 3),\n)";
    std::fs::write(dir.path().join("s.ron"), with_wish(plain)).expect("it can be written");
    draw_in(dir.path(), &["s.ron", "--view", "world", "-o", "h.svg"]);
    assert_eq!(body("e.svg"), body("h.svg"));
    // What the command itself asks for is not dropped in silence.
    let refused = ran(&["--view", "pair", "--range", "0,0,1,1", "-o", "x.svg"]);
    assert_eq!((refused.code, names(dir.path()).contains(&"x.svg".to_owned())), (2, false), "{}", refused.err);
}

/// Sheets have whole pixels, and never more than a figure has: columns are added, or one line says what to change.
#[test]
fn sheets_fit_or_say_why_not() {
    let trace = trace_of("scenes/regression/own-polygon-64-on-64.ron");
    let length = |value: f64| Some(Length { value, unit: Unit::Px });
    let all: Vec<usize> = (0..64).collect();
    for width in [200.0, 333.3, 900.0, 8192.0] {
        for count in [1, 5, 17, 64] {
            for of in [View::World, View::Pair] {
                let figure =
                    Figure { view: Some(View::Sheet), of: Some(of), width: length(width), ..Figure::default() };
                let settings = Settings::new(&figure).expect("the settings are possible");
                let drawn = Drawn::new(&trace, &settings);
                let size = drawn.figure(&all[..count], About::default()).size;
                assert_eq!(drawn.fits(&all[..count]), Ok(()), "{width} {count}");
                assert!(size.y == size.y.round() && size.y <= 8192.0, "{width} {count}: {size}");
            }
        }
    }
    for (figure, line) in [
        (
            Figure { width: length(900.0), columns: Some(1), ..Figure::default() },
            "64 pictures in 64 rows of 1 need a sheet 50996 px high, and none has more than 8192 (--columns, --width, --height)",
        ),
        (
            Figure { height: length(400.0), columns: Some(2), ..Figure::default() },
            "64 pictures in 32 rows of 2 would have 0 px each, and less than 24 shows nothing (--columns, --width, --height)",
        ),
    ] {
        let settings = Settings::new(&Figure { view: Some(View::Sheet), ..figure }).expect("the settings are possible");
        assert_eq!(Drawn::new(&trace, &settings).fits(&all), Err(line.to_owned()));
    }
}

/// Bodies that the question is not about stand in the world as in the window, unless they are hidden.
#[test]
fn other_bodies_stand_in_the_world() {
    let text = std::fs::read_to_string(root().join(SQUARES)).expect("it can be read");
    let third = "bodies: [\n        (name: \"wall\", shape: Box(half_extents: (0.1, 1)), translation: (0.5, -0.2)),";
    let scene = scene::parse(&text.replacen("bodies: [", third, 1), "s.ron").expect("it can be read").scene;
    let trace = traced(&scene).expect("it runs");
    let others = |view: View, hide: Vec<Part>| {
        let figure = Figure { view: Some(view), hide, show: vec![Part::Legend, Part::Grid], ..Figure::default() };
        let settings = Settings::new(&figure).expect("the settings are possible");
        let drawing = Drawn::new(&trace, &settings).with_others(&scene).figure(&[3], About::default());
        let is =
            |word: &str| drawing.shapes.iter().any(|p| matches!(&p.shape, Shape::Text { text, .. } if text == word));
        (drawing.shapes.iter().filter(|p| p.role == Role::Other).count() > 5, is("wall"), is("other bodies"))
    };
    for view in [View::World, View::Pair] {
        assert_eq!(others(view, vec![]), (true, true, true), "{view}");
    }
    assert_eq!(others(View::Minkowski, vec![]), (false, false, false));
    assert_eq!(others(View::World, vec![Part::Others]), (false, false, false));
}

#[test]
fn what_cannot_be_drawn_is_one_clear_line() {
    let dir = workplace();
    for (args, code, line) in [
        (
            &["s.ron", "-o", "x.bmp"][..],
            2,
            "error: a figure ends in .svg, .pdf, .png, .gif, .tex; change the ending of the file (x.bmp)\n",
        ),
        (
            &["s.ron", "--view", "chart", "--range", "0,0,1,1", "-o", "x.svg"],
            2,
            "error: chart has no one range; draw world or minkowski (--range) (x.svg)\n",
        ),
        (
            &["s.ron", "--step", "99", "-o", "x.svg"],
            2,
            "error: --step 99: this run has steps 0 to 39; or say first, last or problem (s.ron)\n",
        ),
        (
            &["s.ron", "--width", "1mm", "-o", "x.svg"],
            2,
            "error: a figure of 4 x 2 px; each side has 64 to 8192 px (--width, --height) (x.svg)\n",
        ),
        (
            &["s.ron", "--scale", "100", "-o", "x.png"],
            2,
            "error: a picture of 90000 x 46000 pixels; each side has 1 to 16384: change --width, --height or --scale (x.png)\n",
        ),
        (
            &["s.ron", "--margin", "300", "-o", "x.png"],
            2,
            "error: the margin leaves no room for the picture (--margin) (x.png)\n",
        ),
    ] {
        let ran = run_in(dir.path(), args);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (code, "", line), "{args:?}");
    }
    assert_eq!(names(dir.path()), Vec::<String>::new());
    for bad in [["--view", "front"], ["--width", "80ft"], ["--step", "x"], ["--background", "red"], ["--show", "all"]] {
        let ran = run_in(dir.path(), &[&["s.ron", "-o", "x.svg"], &bad[..]].concat());
        assert_eq!(ran.code, 2, "{bad:?}");
        assert!(ran.err.starts_with("error: invalid value"), "{}", ran.err);
    }
}

const WISH: &str = "    // The writer's own.
    figure: (
        view: Minkowski, step: Problem, theme: ColourBlind, width: \"80mm\", height: 300, font_size: \"9pt\", line_width: \"0.8pt\",
        scale: 2, delay: 0.5, range: ((-4, -3), (2, 3)), background: \"#fffff0\", show: [Grid, Legend], hide: [HalfPlane], caption: Zh,
        notes: [
            Arrow(from: (-3, 2.5), to: (-3.5, 2), text: \"corner\"), // of a1 and b3
            Text(at: (1, 2.5), text: \"here\", view: Minkowski),
        ],
    ),
)";

fn with_wish(wish: &str) -> String {
    let text = std::fs::read_to_string(root().join(SQUARES)).expect("it can be read");
    let end = text.rfind(')').expect("it ends");
    format!("{}{wish}\n", &text[..end])
}

#[test]
fn a_scene_keeps_how_its_figure_looks() {
    let document = scene::parse(&with_wish(WISH), "s.ron").expect("it can be read");
    let figure = document.scene.figure.clone().expect("it is there");
    assert_eq!(figure.step, Some(Steps::Problem));
    assert_eq!(figure.notes.len(), 2);
    assert_eq!(document.render(&document.scene), document.text);
    // Written anew it reads the same.
    let again = scene::parse(&scene::write(&document.scene), "again").expect("it can be read");
    assert_eq!(again.scene, document.scene);
    // An edit leaves the comments.
    let mut edited = document.scene.clone();
    let wish = edited.figure.as_mut().expect("it is there");
    wish.step = Some(Steps::Chosen(vec![(3, 3)]));
    wish.notes.remove(1);
    let text = document.render(&edited);
    assert!(
        text.contains("step: 3, theme") && text.contains("// of a1 and b3") && text.contains("The writer's own"),
        "{text}"
    );
    assert_eq!(scene::parse(&text, "s.ron").expect("it can be read").scene, edited);
}

#[test]
fn the_command_and_the_scene_draw_the_same() {
    let dir = workplace();
    let plain = ["s.ron", "--view", "minkowski", "--step", "3", "--width", "90mm", "--show", "grid", "--caption", "zh"];
    draw_in(dir.path(), &[&plain[..], &["-o", "a.pdf"]].concat());
    let wish = "    figure: (view: Minkowski, step: 3, width: \"90mm\", show: [Grid], caption: Zh),\n)";
    std::fs::write(dir.path().join("s.ron"), with_wish(wish)).expect("it can be written");
    draw_in(dir.path(), &["s.ron", "-o", "b.pdf"]);
    draw_in(dir.path(), &["s.ron", "--hide", "grid", "-o", "c.pdf"]);
    let read = |name: &str| {
        let bytes = std::fs::read(dir.path().join(name)).expect("it was written");
        let command = bytes.windows(9).position(|w| w == b"/Command ").expect("it has a command");
        bytes[..command].to_vec()
    };
    assert!(read("a.pdf") == read("b.pdf"));
    assert!(read("a.pdf") != read("c.pdf"));
    assert!(run_in(dir.path(), &["--check", "."]).out.ends_with("3 current, 0 stale, 0 unreadable\n"));
}

#[test]
fn a_wrong_field_of_a_figure_has_its_place() {
    for (wish, message) in [
        ("    figure: (vew: World),\n)", "figure.vew: unknown field of Figure; did you mean view?"),
        (
            "    figure: (view: Front),\n)",
            "figure.view: unknown word Front; known: World, Minkowski, Pair, Sheet, Chart, Window",
        ),
        (
            "    figure: (width: \"8 feet\"),\n)",
            "figure.width: unknown length \"8 feet\"; write a number with px, pt, mm, cm or in, such as 80mm",
        ),
        (
            "    figure: (range: ((1, 0), (0, 1))),\n)",
            "figure.range: the first point is not below and left of the second",
        ),
        (
            "    figure: (notes: [Circle(at: (0, 0))]),\n)",
            "figure.notes[0]: expected Arrow(from: (x, y), to: (x, y), text: \"..\") or Text(at: (x, y), text: \"..\"), found Circle(..)",
        ),
        ("    figure: (scale: 0),\n)", "figure.scale: not above 0"),
    ] {
        let text = with_wish(wish);
        let line = text.lines().position(|l| l.contains("figure:")).expect("it is there") + 1;
        let error = scene::parse(&text, "s.ron").expect_err("it is refused").to_string();
        assert!(error.starts_with(&format!("{message} (s.ron:{line}:")), "{error}");
    }
}

#[test]
fn notes_stand_in_their_view() {
    let document = scene::parse(&with_wish(WISH), "s.ron").expect("it can be read");
    let trace = traced(&document.scene).expect("it runs");
    let texts = |figure: Figure| -> Vec<String> {
        let text = |p: Painted| match p.shape {
            Shape::Text { text, .. } if p.role == Role::Note => Some(text),
            _ => None,
        };
        drawing(&trace, &[3], &figure).shapes.into_iter().filter_map(text).collect()
    };
    let figure = document.scene.figure.clone().expect("it is there");
    assert_eq!(texts(figure.clone()), ["corner", "here"]);
    let pair = Figure { view: Some(View::Pair), range: None, ..figure };
    assert_eq!(texts(pair), ["here"]);
}

#[test]
fn a_scene_file_is_not_touched_by_drawing() {
    let dir = workplace();
    let file = dir.path().join("s.ron");
    let before = std::fs::read(&file).expect("it can be read");
    draw_in(dir.path(), &["s.ron", "--view", "sheet", "--columns", "6", "-o", "x.png"]);
    assert_eq!(std::fs::read(&file).expect("it can be read"), before);
}
