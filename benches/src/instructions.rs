//! Runs one kernel over a fixed pool, for an instruction counter from outside.

use std::hint::black_box;

use gjkscope::kernel::{Off, Settings};
use glam::Vec2;

use crate::poses::{Kind, Regime, World, pool};

/// `passes` passes of the named query over 1024 pairs of 8-gons, near each other or, for the depth, deep in each other.
/// `bare` is `distance` by the copy without recording lines; the answers of the two are compared first.
pub fn run(kernel: &str, passes: usize) {
    let regime = if kernel == "depth" { Regime::Deep } else { Regime::Near };
    let world: World<Vec2> = pool(Kind::Regular(8), regime).world();
    let settings = Settings::default();
    let all = 0..world.items.len();
    let times = |query: &dyn Fn()| (0..passes).for_each(|_| query());
    assert!(
        all.clone().all(|i| world.bare(i, &settings) == world.distance(i, &settings, &mut Off)),
        "the copy is stale"
    );
    match kernel {
        "boolean" => times(&|| {
            for i in all.clone() {
                black_box(&world.boolean(black_box(i), &settings, &mut Off));
            }
        }),
        "distance" => times(&|| {
            for i in all.clone() {
                black_box(&world.distance(black_box(i), &settings, &mut Off));
            }
        }),
        "bare" => times(&|| {
            for i in all.clone() {
                black_box(&world.bare(black_box(i), &settings));
            }
        }),
        "depth" => times(&|| {
            for i in all.clone() {
                black_box(&world.depth(black_box(i), &settings, &mut Off));
            }
        }),
        _ => panic!("no query {kernel}: boolean, distance, bare or depth"),
    }
}
