//! Runs one kernel over a fixed pool, for an instruction counter from outside.

use std::hint::black_box;

use gjkscope::kernel::{Off, Settings};
use glam::Vec2;

use crate::poses::{Kind, Regime, World, pool};

/// `passes` passes of the named query over 1024 pairs of 8-gons, near each other or, for the depth, deep in each other.
/// `bare` is `distance` by the copy without recording lines; the answers of the two are compared first.
pub fn run(kernel: &str, passes: usize) {
    let regime = if matches!(kernel, "depth" | "sat") { Regime::Deep } else { Regime::Near };
    let world: World<Vec2> = pool(Kind::Regular(8), regime).world();
    let settings = Settings::default();
    let all = 0..world.items.len();
    assert!(
        all.clone().all(|i| world.bare(i, &settings) == world.distance(i, &settings, &mut Off)),
        "the copy is stale"
    );
    for _ in 0..passes {
        for i in all.clone() {
            match kernel {
                "boolean" => boolean(&world, i, &settings),
                "distance" => distance(&world, i, &settings),
                "bare" => bare(&world, i, &settings),
                "depth" => depth(&world, i, &settings),
                "sat" => sat(&world, i, &settings),
                _ => panic!("no query {kernel}: boolean, distance, bare, depth or sat"),
            }
        }
    }
}

// Each a function of its own, so that how one is compiled does not depend on the others.

#[inline(never)]
fn boolean(world: &World<Vec2>, i: usize, settings: &Settings) {
    black_box(&world.boolean(black_box(i), settings, &mut Off));
}

#[inline(never)]
fn distance(world: &World<Vec2>, i: usize, settings: &Settings) {
    black_box(&world.distance(black_box(i), settings, &mut Off));
}

#[inline(never)]
fn bare(world: &World<Vec2>, i: usize, settings: &Settings) {
    black_box(&world.bare(black_box(i), settings));
}

#[inline(never)]
fn depth(world: &World<Vec2>, i: usize, settings: &Settings) {
    black_box(&world.depth(black_box(i), settings, &mut Off));
}

#[inline(never)]
fn sat(world: &World<Vec2>, i: usize, settings: &Settings) {
    black_box(&world.sat(black_box(i), settings, &mut Off));
}
