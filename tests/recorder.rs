//! What the recorder promises: it changes nothing, records what was used to the last bit, and can steer.

use std::path::{Path, PathBuf};

use gjkscope::kernel::{
    self, EventKind, Exit, KERNELS, Line, Plane, Recorded, Recorder, Settings, Simplex, Tape, Test, TestRecord,
};
use gjkscope::num::{Precision, Real, Space};
use gjkscope::run::{Answered, Trace, quick, traced};
use gjkscope::scene::{self, Scene};
use gjkscope::shape::{Core, Pair, Pose, ShapeDef, SupportPoint};
use glam::{DVec2, DVec3, Vec2};

fn scenes() -> Vec<(PathBuf, Scene)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let files = scene::list(&folder).unwrap();
    files.into_iter().map(|f| (f.clone(), scene::load(&f).unwrap_or_else(|e| panic!("{e}")).scene)).collect()
}

/// Every scene with every kernel in both precisions.
fn every_run(mut look: impl FnMut(&str, &Scene, &Trace)) {
    for (path, mut scene) in scenes() {
        for row in KERNELS {
            for precision in Precision::ALL {
                scene.query.kernel = row.id.to_owned();
                scene.query.precision = precision;
                let case = format!("{} {} {}", path.display(), row.id, precision.id());
                look(&case, &scene, &traced(&scene).unwrap());
            }
        }
    }
}

/// The bits of every number of an answer; a NaN counts as one value.
fn bits(a: &Answered) -> Vec<Option<u64>> {
    let number = |x: f64| Some(if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() });
    let vector = |v: Option<DVec3>| v.map_or(vec![None], |v| v.to_array().map(number).to_vec());
    let mut all = vec![a.signed_distance.and_then(number), number(a.tolerance)];
    all.extend(vector(a.normal));
    all.extend(vector(a.witnesses.map(|w| w.0)));
    all.extend(vector(a.witnesses.map(|w| w.1)));
    all
}

#[test]
fn recording_changes_no_bit_of_the_answer() {
    every_run(|case, scene, trace| {
        let (bare, taped) = (quick(scene).unwrap(), &trace.answered);
        let plain = |a: &Answered| (a.answer, a.exit, a.iterations, a.supports);
        assert_eq!(plain(&bare), plain(taped), "{case}");
        assert_eq!(bits(&bare), bits(taped), "{case}: {bare:?} {taped:?}");
    });
}

/// The sides of a test computed again from what was recorded.
fn again<V: Space>(trace: &Trace, test: &TestRecord) -> Option<(f64, f64)> {
    let w = |p: u32| trace.points[p as usize].w;
    let slots = Recorded { test, w: &w };
    let side = |formula| Some(kernel::replay::<V>(formula, &slots)?.to_f64());
    Some((side(test.left)?, side(test.right)?))
}

#[test]
fn formulas_give_the_recorded_sides_bit_for_bit() {
    let same = |x: f64, y: f64| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
    let mut tests = 0;
    every_run(|case, _, trace| {
        for (step, event) in trace.events.iter().enumerate() {
            let EventKind::Test(test) = &event.kind else { continue };
            let replayed = match trace.precision {
                Precision::F32 => again::<Vec2>(trace, test),
                Precision::F64 => again::<DVec2>(trace, test),
            };
            let (left, right) = replayed.unwrap_or_else(|| panic!("{case} step {step}: not well formed: {test:?}"));
            assert!(same(left, test.left_value), "{case} step {step}: left {left:e}, recorded {test:?}");
            assert!(same(right, test.right_value), "{case} step {step}: right {right:e}, recorded {test:?}");
            let holds = test.relation.holds(test.left_value, test.right_value);
            assert_eq!(test.held, holds, "{case} step {step}: {test:?}");
            tests += 1;
        }
    });
    assert!(tests > 10_000, "{tests}");
}

#[test]
fn events_stand_on_lines_of_their_listing_and_end_with_one_exit() {
    every_run(|case, _, trace| {
        let exits: Vec<(usize, Exit)> = trace
            .events
            .iter()
            .enumerate()
            .filter_map(|(i, e)| if let EventKind::Exit { exit, .. } = e.kind { Some((i, exit)) } else { None })
            .collect();
        // A pair of kernels exits twice: GJK before its hand-over or as its last event, EPA at the end.
        let last = trace.events.len() - 1;
        let phases = trace.events[last].phase as usize + 1;
        assert_eq!(exits.last(), Some(&(last, trace.answered.exit)), "{case}: {exits:?}");
        assert_eq!(exits.len(), phases, "{case}: one exit a phase, {exits:?}");
        for (i, event) in trace.events.iter().enumerate() {
            let listing = trace.kernel.listings.get(event.phase as usize);
            let listing = listing.unwrap_or_else(|| panic!("{case} step {i}: no listing of phase {}", event.phase));
            assert!((event.line as usize) < listing.len(), "{case} step {i}: line {} of {listing:?}", event.line);
        }
    });
}

#[test]
fn steps_and_iterations_are_numbered_from_zero_without_a_gap() {
    every_run(|case, _, trace| {
        assert_eq!((trace.events[0].iteration, trace.events[0].phase), (0, 0), "{case}");
        let begun = trace.events.last().unwrap().iteration + 1;
        // A tutorial that answers before its loop has begun none.
        assert_eq!(begun, trace.answered.iterations.max(1), "{case}");
        for (i, pair) in trace.events.windows(2).enumerate() {
            let [a, b] = pair else { unreachable!() };
            assert!(b.iteration == a.iteration || b.iteration == a.iteration + 1, "{case} step {i}: {a:?}\n{b:?}");
            assert!(b.phase == a.phase || b.phase == a.phase + 1, "{case} step {i}");
        }
        for i in 0..trace.len() {
            assert_eq!(trace.step(i).map(|s| s.index), Some(i), "{case}");
        }
        for (p, point) in trace.points.iter().enumerate() {
            let made = trace.events[point.step as usize].kind;
            let by = matches!(made, EventKind::Support { point } | EventKind::Given { point } if point as usize == p);
            assert!(by, "{case}: point {p} is not of step {}: {made:?}", point.step);
        }
    });
}

/// A recorder that overrules the kernel; it writes down what it answers.
#[derive(Default)]
struct Steer {
    tape: Tape,
    /// Taken instead of the first direction.
    start: Option<DVec3>,
    /// Taken instead of the direction of each support call with that number.
    directions: Vec<(usize, DVec3)>,
    /// The result of the test with that number is turned around.
    overrule: Option<usize>,
    /// Kept instead at the reduction with that number.
    kept: Option<(usize, u8)>,
    calls: [usize; 3],
}

impl<V: Space> Recorder<V> for Steer {
    type Point = u32;
    type Edge = u32;
    fn iteration(&mut self) {
        Recorder::<V>::iteration(&mut self.tape);
    }
    fn start(&mut self, line: Line, d: V) -> V {
        let d = self.start.map_or(d, V::from_dvec3);
        Recorder::<V>::start(&mut self.tape, line, d)
    }
    fn direction(&mut self, d: V) -> V {
        let call = self.calls[0];
        self.calls[0] += 1;
        let other = self.directions.iter().find(|(at, _)| *at == call);
        Recorder::<V>::direction(&mut self.tape, other.map_or(d, |(_, d)| V::from_dvec3(*d)))
    }
    fn support(&mut self, line: Line, p: &SupportPoint<V>) -> u32 {
        Recorder::<V>::support(&mut self.tape, line, p)
    }
    fn given(&mut self, line: Line, p: &SupportPoint<V>) -> u32 {
        Recorder::<V>::given(&mut self.tape, line, p)
    }
    fn test(&mut self, line: Line, held: bool, test: impl FnOnce() -> Test<V, u32>) -> bool {
        let held = held != (self.overrule == Some(self.calls[1]));
        self.calls[1] += 1;
        Recorder::<V>::test(&mut self.tape, line, held, test)
    }
    fn keep(
        &mut self,
        line: Line,
        simplex: &Simplex<V, u32>,
        kept: u8,
        closest: impl FnOnce() -> ([V::R; 4], V),
    ) -> u8 {
        let kept = self.kept.filter(|(at, _)| *at == self.calls[2]).map_or(kept, |(_, kept)| kept);
        self.calls[2] += 1;
        Recorder::<V>::keep(&mut self.tape, line, simplex, kept, closest)
    }
    fn bounds(&mut self, line: Line, bounds: impl FnOnce() -> (V::R, V::R)) {
        Recorder::<V>::bounds(&mut self.tape, line, bounds);
    }
    fn edge(&mut self, from: u32, to: u32, normal: V, distance: V::R) -> u32 {
        Recorder::<V>::edge(&mut self.tape, from, to, normal, distance)
    }
    fn edge_gone(&mut self, edge: u32) {
        Recorder::<V>::edge_gone(&mut self.tape, edge);
    }
    fn polygon(&mut self, line: Line, by: Option<u32>) {
        Recorder::<V>::polygon(&mut self.tape, line, by);
    }
    fn nearest(&mut self, line: Line, edge: u32) {
        Recorder::<V>::nearest(&mut self.tape, line, edge);
    }
    fn hand_over(&mut self, line: Line, simplex: &Simplex<V, u32>) {
        Recorder::<V>::hand_over(&mut self.tape, line, simplex);
    }
    fn exit(&mut self, line: Line, exit: Exit) {
        Recorder::<V>::exit(&mut self.tape, line, exit);
    }
}

/// Two squares of side 2, B moved by `at`.
fn steered<V: Plane>(kernel: &str, at: DVec3, steer: &mut Steer) -> kernel::Outcome<V> {
    let square = ShapeDef::Box { half_extents: DVec3::new(1.0, 1.0, 0.0), radius: 0.0 };
    let core = Core::<V>::new(&square);
    let pair = Pair::new(&core, &core, Pose { rotation: V::UNTURNED, translation: V::from_dvec3(at) }, false);
    kernel::solve(kernel, &pair, &Settings::default(), steer)
}

const OVERLAP: DVec3 = DVec3::new(1.5, 0.25, 0.0);
const APART: DVec3 = DVec3::new(3.0, 0.25, 0.0);

#[test]
fn a_recorder_that_overrules_nothing_changes_nothing() {
    for row in KERNELS {
        for at in [OVERLAP, APART] {
            let mut scene = scene::first().unwrap().scene;
            let square = ShapeDef::Box { half_extents: DVec3::new(1.0, 1.0, 0.0), radius: 0.0 };
            (scene.bodies[0].shape, scene.bodies[1].shape) = (square.clone(), square);
            scene.bodies[1].pose.translation = at;
            (scene.query.kernel, scene.query.precision) = (row.id.to_owned(), Precision::F64);
            let (outcome, quick) = (steered::<DVec2>(row.id, at, &mut Steer::default()), quick(&scene).unwrap());
            assert_eq!((outcome.exit, outcome.signed_distance), (quick.exit, quick.signed_distance), "{}", row.id);
        }
    }
}

#[test]
fn the_kernel_goes_where_a_direction_is_steered() {
    for row in KERNELS.iter().filter(|k| !k.external()) {
        let mut steer = Steer { start: Some(DVec3::NEG_Y), ..Default::default() };
        steered::<DVec2>(row.id, OVERLAP, &mut steer);
        assert!(steer.tape.points.iter().any(|p| p.d == DVec3::NEG_Y), "{}", row.id);
        // One takes both points from A, so it knows no difference; the other's axes are those of edges whose own vertex is extreme.
        if ["tutorial-perpendicular-foot", "sat"].contains(&row.id) {
            continue;
        }
        let mut steer = Steer { directions: vec![(0, DVec3::Y), (1, DVec3::X)], ..Default::default() };
        steered::<DVec2>(row.id, OVERLAP, &mut steer);
        // Points that are given, such as the inner point of portal refinement, were not looked for.
        let mut found = steer.tape.events.iter().filter_map(|e| match e.kind {
            EventKind::Support { point } => Some(steer.tape.points[point as usize]),
            _ => None,
        });
        let [first, second] = [0, 1].map(|_| found.next().unwrap());
        assert_eq!((first.d, first.w.y), (DVec3::Y, 1.75), "{}: the topmost of A - B", row.id);
        assert_eq!((second.d, second.w.x), (DVec3::X, 0.5), "{}: the rightmost of A - B", row.id);
    }
    // A steered direction still gives a right answer, by another road.
    let mut steer = Steer { start: Some(DVec3::Y), ..Default::default() };
    let outcome = steered::<Vec2>("gjk-distance", APART, &mut steer);
    assert_eq!(outcome.signed_distance, Some(1.0));
}

#[test]
fn the_kernel_believes_an_overruled_test() {
    // The first test of the yes or no kernel is "w.d < 0": overruled it calls overlapping squares apart.
    let mut steer = Steer { overrule: Some(0), ..Default::default() };
    let outcome = steered::<DVec2>("gjk-boolean", OVERLAP, &mut steer);
    assert_eq!((outcome.exit, outcome.supports), (Exit::Apart, 1));
    // Each test of each kernel can be overruled, and the run still ends with a named exit.
    for row in KERNELS.iter().filter(|k| !k.external()) {
        for at in [OVERLAP, APART] {
            let mut plain = Steer::default();
            steered::<DVec2>(row.id, at, &mut plain);
            let mut parted = 0;
            for test in 0..plain.calls[1] {
                let mut steer = Steer { overrule: Some(test), ..Default::default() };
                let outcome = steered::<DVec2>(row.id, at, &mut steer);
                let last = steer.tape.events.last().map(|e| e.kind);
                assert!(matches!(last, Some(EventKind::Exit { exit, .. }) if exit == outcome.exit), "{}", row.id);
                parted += usize::from(steer.tape.events.len() != plain.tape.events.len());
            }
            assert!(parted > 0, "{}: no overruled test made the run another one", row.id);
        }
    }
}

#[test]
fn the_kernel_goes_on_with_the_vertices_it_is_told_to_keep() {
    for kernel in ["gjk-distance", "gjk-boolean"] {
        let mut steer = Steer { kept: Some((1, 0b10)), start: Some(DVec3::Y), ..Default::default() };
        steered::<DVec2>(kernel, OVERLAP, &mut steer);
        let reductions: Vec<(usize, usize)> = steer
            .tape
            .events
            .iter()
            .filter_map(|e| {
                if let EventKind::Reduce { before, after, .. } = e.kind {
                    Some((before.len(), after.len()))
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(reductions[1], (2, 1), "{kernel}");
        assert_eq!(reductions[2].0, 2, "{kernel}: the next simplex is the one kept and a new point");
    }
}
