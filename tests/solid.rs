//! The GJK kernels in space on pairs in general position, each answer proven by a support call: nothing of the difference lies nearer along the normal.

use gjkscope::kernel::{Exit, Gjk, Off, Settings, gjk_distance, gjk_johnson, gjk_nesterov, gjk_signed_volumes};
use gjkscope::num::{Real, Space};
use gjkscope::shape::{Core, Pair, Pose};
use glam::{DVec3, Vec3};

type Kernel<V> = fn(&Pair<V>, &Settings, &mut Off) -> Gjk<V, ()>;

fn random(state: &mut u64) -> f64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
}

fn every_kernel_in<V: Space>() {
    let kernels: [(&str, Kernel<V>); 4] = [
        ("gjk-distance", gjk_distance),
        ("gjk-signed-volumes", gjk_signed_volumes),
        ("gjk-johnson", gjk_johnson),
        ("gjk-nesterov", gjk_nesterov),
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let mut met = 0;
    for round in 0..3000 {
        let mut hull = |n: usize| {
            let point = |state: &mut u64| V::from_dvec3(DVec3::new(random(state), random(state), random(state)));
            Core::<V>::from_points((0..n).map(|_| point(&mut state)).collect(), V::R::ZERO)
        };
        let (a, b) = (hull(1 + round % 6), hull(1 + round / 6 % 6));
        let t = DVec3::new(random(&mut state), random(&mut state), random(&mut state)) * 2.0;
        let translation = V::from_dvec3(t);
        let pair = Pair::new(&a, &b, Pose { rotation: V::UNTURNED, translation }, false);
        // Roundings of a difference of size 4: 64 of them for distances and for what a normal leaves beyond.
        let allowed = 256.0 * V::R::EPSILON.to_f64();
        let mut classes = Vec::new();
        for (name, kernel) in kernels {
            let gjk = kernel(&pair, &Settings::default(), &mut Off);
            let outcome = gjk.outcome(&pair, &Settings::default());
            let case = format!("round {round} {name}: {outcome:?}");
            match (outcome.signed_distance, outcome.normal) {
                (Some(distance), Some(n)) => {
                    let distance = distance.to_f64();
                    let lower = -pair.support(n).w.dot(n).to_f64();
                    assert!(distance >= -allowed && (lower - distance).abs() <= allowed, "{case}, lower bound {lower}");
                    classes.push(distance);
                }
                _ => {
                    assert!(matches!(gjk.exit, Exit::ContainsOrigin | Exit::OriginOnSimplex), "{case}");
                    met += 1;
                    classes.push(0.0);
                }
            }
        }
        for c in &classes {
            assert!((c - classes[0]).abs() <= 2.0 * allowed, "round {round}: the kernels disagree: {classes:?}");
        }
    }
    assert!(met > 200, "{met}");
}

#[test]
fn the_answers_in_space_are_proven_by_their_normals() {
    every_kernel_in::<DVec3>();
    every_kernel_in::<Vec3>();
}
