//! Runs one kernel over a fixed pool, for an instruction counter from outside.

use std::hint::black_box;

use gjkscope::kernel::{Off, Settings};
use glam::Vec2;

use crate::poses::{Kind, Regime, World, pool};

/// `passes` passes of the named kernel over 1024 pairs of 8-gons that are near each other.
pub fn run(kernel: &str, passes: usize) {
    let regime = if kernel.starts_with("depth") { Regime::Deep } else { Regime::Near };
    let world: World<Vec2> = pool(Kind::Regular(8), regime).world();
    let settings = Settings::default();
    for _ in 0..passes {
        for i in 0..world.items.len() {
            let i = black_box(i);
            match kernel {
                "boolean" => drop(black_box(world.boolean(i, &settings, &mut Off))),
                "distance" => drop(black_box(world.distance(i, &settings, &mut Off))),
                "depth" => drop(black_box(world.depth(i, &settings, &mut Off))),
                _ => panic!("no kernel {kernel}"),
            }
        }
    }
}
