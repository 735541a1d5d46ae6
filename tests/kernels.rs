//! The kernels on pairs with answers known in closed form.

use gjkscope::kernel::{Answer, KERNELS};
use gjkscope::num::Precision;
use gjkscope::run::{NumberStyle, quick, sentence, traced};
use gjkscope::scene::{Body, Query, Scene};
use gjkscope::shape::{PoseDef, RotationDef, ShapeDef};
use glam::DVec3;

fn square(half: f64) -> ShapeDef {
    ShapeDef::Box { half_extents: DVec3::new(half, half, 0.0), radius: 0.0 }
}

fn scene(a: ShapeDef, b: ShapeDef, at: (f64, f64), kernel: &str, precision: Precision) -> Scene {
    let body = |name: &str, shape, x, y| Body {
        name: name.into(),
        shape,
        pose: PoseDef { translation: DVec3::new(x, y, 0.0), rotation: RotationDef::Angle(0.0) },
    };
    Scene {
        story: String::new(),
        source: String::new(),
        bodies: vec![body("A", a, 0.0, 0.0), body("B", b, at.0, at.1)],
        query: Query { a: "A".into(), b: "B".into(), kernel: kernel.into(), precision, settings: Default::default() },
        expect: None,
    }
}

#[test]
fn print() {
    for at in [(1.5, 0.0), (3.0, 0.5), (0.0, 0.0), (2.0, 0.0), (1.9, 1.95)] {
        for k in KERNELS {
            let s = scene(square(1.0), square(1.0), at, k.id, Precision::F32);
            let t = traced(&s).unwrap();
            println!("== {} {:?} -> {:?}", k.id, at, t.answered);
            assert_eq!(Some(&t.answered), quick(&s).as_ref());
            if at == (1.5, 0.0) || at == (0.0, 0.0) {
                for i in 0..t.len() {
                    println!("{i:3} {}", sentence(&t, i, NumberStyle::Short));
                }
            }
        }
    }
}
