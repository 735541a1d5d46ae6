use std::time::Instant;
use gjkscope::model::{update, Command, Model};
use gjkscope::ui::{prepare, window_ui};
use glam::DVec2;

struct Win { ctx: egui::Context, t: f64 }
impl Win {
    fn new() -> Self { let ctx = egui::Context::default(); prepare(&ctx); Win { ctx, t: 0.0 } }
    fn frame(&mut self, m: &mut Model, events: Vec<egui::Event>) -> (f64, f64) {
        self.t += 1.0 / 60.0;
        let input = egui::RawInput { screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1600.0, 1000.0))), time: Some(self.t), events, ..Default::default() };
        let start = Instant::now();
        let mut out = vec![];
        let mut o = self.ctx.run_ui(input, |ui| window_ui(ui, m, &mut out));
        for c in out { update(m, c); }
        let ui = start.elapsed().as_secs_f64();
        let shapes = std::mem::take(&mut o.shapes);
        let prims = self.ctx.tessellate(shapes, 1.0);
        std::hint::black_box(prims.len());
        o.textures_delta.clear();
        (ui * 1e3, start.elapsed().as_secs_f64() * 1e3)
    }
    fn median(&mut self, m: &mut Model, n: usize, hover: Option<(f32, f32)>) -> (f64, f64) {
        let mut v = vec![]; let mut u = vec![];
        for i in 0..n + 20 {
            let ev = hover.map(|(x, y)| egui::Event::PointerMoved(egui::pos2(x + (i % 7) as f32, y))).into_iter().collect();
            let (a, b) = self.frame(m, ev);
            if i >= 20 { u.push(a); v.push(b); }
        }
        u.sort_by(f64::total_cmp); v.sort_by(f64::total_cmp);
        (u[n / 2], v[n / 2])
    }
}

fn circles(expansions: u32) -> Model {
    let n = 1500;
    let ngon = (0..n).map(|i| { let t = std::f64::consts::TAU * i as f64 / n as f64; format!("({}, {})", t.cos(), t.sin()) }).collect::<Vec<_>>().join(", ");
    let text = format!("(format: 1, story: \"perf\", bodies: [(name: \"A\", shape: Hull(points: [{ngon}])), (name: \"B\", shape: Hull(points: [{ngon}]), rotation: 0.001)], query: (a: \"A\", b: \"B\", kernel: \"gjk-distance+epa\", precision: F64, settings: (max_expansions: {expansions})))");
    std::fs::write("/tmp/big.ron", &text).unwrap();
    Model::new(gjkscope::scene::parse(&text, "perf").unwrap(), None)
}

fn main() {
    for hover in [None, Some((700.0, 930.0)), Some((400.0, 300.0))] {
        for e in [0, 1, 50, 3000] {
            let mut m = circles(e);
            update(&mut m, Command::GoTo(5));
            let mut w = Win::new();
            let (u, f) = w.median(&mut m, 200, hover);
            println!("hover {hover:?} steps {} (exit {:?}): ui {u:.2} ms, with tessellation {f:.2} ms", m.steps(), m.trace.as_ref().unwrap().answered.exit);
        }
    }
    let ngon = |n: usize| (0..n).map(|i| { let t = std::f64::consts::TAU * i as f64 / n as f64; format!("({}, {})", t.cos(), t.sin()) }).collect::<Vec<_>>().join(", ");
    for (n, x) in [(4, 1.5), (64, 1.5), (64, 3.0)] {
        let text = format!("(format: 1, story: \"perf\", bodies: [(name: \"A\", shape: Hull(points: [{0}])), (name: \"B\", shape: Hull(points: [{0}]), translation: ({x}, 0))], query: (a: \"A\", b: \"B\", precision: F32))", ngon(n));
        let mut m = Model::new(gjkscope::scene::parse(&text, "perf").unwrap(), None);
        let mut w = Win::new();
        w.median(&mut m, 10, None);
        update(&mut m, Command::GestureBegin);
        let mut v = vec![]; let mut us = vec![];
        for i in 0..200 {
            let s = Instant::now();
            update(&mut m, Command::DragBody { body: 1, by: DVec2::new(0.003 * f64::from(i), 0.001 * f64::from(i)), decimals: 3 });
            us.push(s.elapsed().as_secs_f64() * 1e3);
            w.frame(&mut m, vec![]);
            v.push(s.elapsed().as_secs_f64() * 1e3);
        }
        v.sort_by(f64::total_cmp); us.sort_by(f64::total_cmp);
        println!("drag {n}-gons at {x}: update {:.2} ms, whole {:.2} ms (p90 {:.2})", us[100], v[100], v[180]);
    }
}
