//! Any scene of few points by every kernel in both precisions, judged: no panic, no endless loop, and what is answered is a number.
#![no_main]

use gjkscope::check::judge;
use gjkscope::kernel::KERNELS;
use gjkscope::num::Precision;
use gjkscope::run::traced;
use gjkscope::scene;
use libfuzzer_sys::fuzz_target;

/// Most points of a scene that is run: exact arithmetic on many of them is slow, not wrong.
const MOST: usize = 24;

fuzz_target!(|text: &str| {
    let Ok(mut document) = scene::parse(text, "fuzz.ron") else { return };
    let scene = &mut document.scene;
    if scene.bodies.iter().map(|b| b.shape.points().map_or(1, |points| points.len())).sum::<usize>() > MOST {
        return;
    }
    scene.query.settings.max_iterations = scene.query.settings.max_iterations.min(200);
    scene.query.settings.max_expansions = scene.query.settings.max_expansions.min(200);
    for kernel in KERNELS {
        scene.query.kernel = kernel.id.into();
        for precision in [Precision::F32, Precision::F64] {
            scene.query.precision = precision;
            let trace = traced(scene).expect("a scene that was read names its bodies and a kernel");
            judge(scene, &trace).expect("it names its bodies");
        }
    }
});
