use gjkscope::draw::Theme;
use gjkscope::export::{figure, View};
use gjkscope::num::Precision;
use gjkscope::run::traced;
use gjkscope::scene::{Body, Query, Scene};
use gjkscope::shape::{PoseDef, RotationDef, ShapeDef};
use glam::{DVec2, DVec3};
fn v(x: f64, y: f64) -> DVec3 { DVec3::new(x, y, 0.0) }
fn scene(a: ShapeDef, b: ShapeDef, at: (f64, f64), off: (f64,f64), ang: f64, kernel: &str) -> Scene {
    let body = |name: &str, shape, x, y, r| Body { name: name.into(), shape, pose: PoseDef { translation: v(x, y), rotation: RotationDef::Angle(r) } };
    Scene { story: String::new(), source: String::new(), bodies: vec![body("A", a, off.0, off.1, 0.0), body("B", b, at.0+off.0, at.1+off.1, ang)],
        query: Query { a: "A".into(), b: "B".into(), kernel: kernel.into(), precision: Precision::F64, settings: Default::default() }, expect: None }
}
fn sq(h: f64) -> ShapeDef { ShapeDef::Box { half_extents: v(h, h), radius: 0.0 } }
fn ngon(n: usize, r: f64) -> ShapeDef { ShapeDef::Polygon { points: (0..n).map(|i| { let t = i as f64 * std::f64::consts::TAU / n as f64; v(r*t.cos(), r*t.sin()) }).collect(), radius: 0.0 } }
fn main() {
    let penta = ngon(5, 1.0);
    let scenes: Vec<(&str, Scene)> = vec![
        ("squares", scene(sq(1.0), sq(1.0), (1.5, 0.0), (0.,0.), 0.0, "gjk-distance+epa")),
        ("apart", scene(penta, sq(0.8), (2.6, 1.3), (0.,0.), 0.5, "gjk-distance+epa")),
        ("capsule", scene(ShapeDef::Capsule { a: v(-1.0, 0.0), b: v(1.0, 0.3), radius: 0.4 }, sq(0.7), (0.4, 1.9), (0.,0.), 0.3, "gjk-distance+epa")),
        ("circles", scene(ShapeDef::Circle { radius: 1.0, center: v(0.,0.) }, ShapeDef::Circle { radius: 0.6, center: v(0.,0.) }, (1.2, 0.4), (0.,0.), 0.0, "gjk-distance+epa")),
        ("concentric", scene(sq(1.0), sq(1.0), (0.0, 0.0), (0.,0.), 0.0, "gjk-distance+epa")),
        ("gon64", scene(ngon(64, 1.0), ngon(64, 0.7), (0.9, 0.35), (0.,0.), 0.0, "gjk-distance+epa")),
        ("tiny", scene(sq(1e-9), sq(1e-9), (2.5e-9, 0.3e-9), (0.,0.), 0.0, "gjk-distance+epa")),
        ("huge", scene(sq(1.0), sq(1.0), (1.5, 0.2), (1e7,-1e7), 0.0, "gjk-distance+epa")),
        ("boolean", scene(ShapeDef::Polygon{points: vec![v(-1.0,-0.6),v(1.0,-0.8),v(0.1,1.0)], radius:0.2}, sq(0.8), (1.0, 0.5), (0.,0.), 0.7, "gjk-boolean+epa")),
        ("ellipse", scene(ShapeDef::Ellipse{semi_axes:v(1.5,0.7),center:v(0.,0.),radius:0.0}, sq(0.8), (2.8, 0.5), (0.,0.), 0.7, "gjk-distance+epa")),
        ("segments", scene(ShapeDef::Segment{a:v(-1.,-1.),b:v(1.,1.),radius:0.0}, ShapeDef::Segment{a:v(-1.,1.),b:v(1.,-1.),radius:0.0}, (0.2, 0.1), (0.,0.), 0.0, "gjk-distance+epa")),
        ("point", scene(ShapeDef::Point{at:v(0.,0.),radius:0.0}, ShapeDef::Point{at:v(0.,0.),radius:0.0}, (1., 0.5), (0.,0.), 0.0, "gjk-distance+epa")),
        ("tutorial", scene(sq(1.0), sq(1.0), (1.5, 0.3), (0.,0.), 0.2, "tutorial-outward-normal")),
    ];
    let args: Vec<String> = std::env::args().collect();
    for (name, s) in scenes {
        if args.len() > 1 && !args[1].split(',').any(|a| a == name) { continue; }
        let t = traced(&s).unwrap();
        let theme = match args.get(2).map(String::as_str) { Some("dark") => Theme::Dark, Some("print") => Theme::Print, _ => Theme::Light };
        for i in 0..t.len() {
            std::fs::write(format!("/tmp/d/{name}-{i:02}.svg"), figure(&t, i, View::Pair, theme, DVec2::new(960.0, 480.0))).unwrap();
        }
        std::fs::write(format!("/tmp/d/{name}-chart.svg"), figure(&t, t.len() - 1, View::Chart, theme, DVec2::new(640.0, 180.0))).unwrap();
        println!("{name} {} {:?}", t.len(), t.answered);
    }
}
