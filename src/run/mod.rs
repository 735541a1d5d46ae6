//! From a scene to a trace: the only place that chooses among dimensions and precisions.
//!
//! Above this module nothing is generic: a [`Trace`] is plain f64 data, in which f32 numbers are exact and 2D points have z = 0.

mod anatomy;
mod chinese;
mod number;
mod row;
mod trace;
mod words;

use glam::{DVec2, DVec3, Vec2};

pub use anatomy::{Anatomy, anatomy, exact_decimal};
pub use number::{NumberStyle, format_number, plain_number, short};
pub use row::Row;
pub use trace::{Answered, Outline, State, Step, Trace};
pub use words::{
    claim_sentence, direction_words, kind_words, point_name, sentence, sentence_in, shell_word, test_words,
};

use crate::kernel::{self, Frame, KernelRow, Off, Outcome, Plane, Recorder, Tape, Tie};
use crate::num::{Precision, Space};
use crate::scene::{Body, Scene};
use crate::shape::{Core, Pair, Pose, PoseDef, ShapeDef};

/// The two bodies of a scene's query, in the order A, B; `None` if one is missing.
pub fn bodies(scene: &Scene) -> Option<(&Body, &Body)> {
    let find = |name: &str| scene.bodies.iter().find(|b| b.name == name);
    Some((find(&scene.query.a)?, find(&scene.query.b)?))
}

/// A body's shape and pose with every number rounded once: what a run in that precision is given, and what its truth is the truth of.
pub fn rounded(body: &Body, precision: Precision) -> (ShapeDef, PoseDef) {
    (body.shape.map(|x| precision.round(x)), body.pose.map(|x| precision.round(x)))
}

/// A shape where it stands in the world, posed in f64.
pub fn world_outline(shape: &ShapeDef, pose: &PoseDef) -> Outline {
    let in_plane =
        Pose { rotation: DVec2::rotation(&pose.rotation.matrix()), translation: DVec2::from_dvec3(pose.translation) };
    Outline::new(&Core::<DVec2>::new(shape), &in_plane)
}

/// Runs the scene's query with its kernel, precision and settings and records everything. `None` if a body or the kernel does not exist.
pub fn traced(scene: &Scene) -> Option<Trace> {
    traced_by(scene, &mut Listed)
}

/// The same with another solver in the kernel's place: how a steered or a deliberately broken run is recorded and judged.
pub fn traced_by(scene: &Scene, solver: &mut impl Solve) -> Option<Trace> {
    let mut tape = Tape::default();
    let (row, answered, given) = with(scene, Recording(&mut tape, solver))?;
    Some(Trace::new(row, &scene.query, tape, answered, given))
}

/// The same run without a recorder: only the answer.
pub fn quick(scene: &Scene) -> Option<Answered> {
    Some(with(scene, Bare)?.1)
}

/// Something that solves a pair and writes it down, in any plane.
pub trait Solve {
    /// What stands in for [`kernel::solve`].
    fn solve<V: Plane>(
        &mut self,
        row: &KernelRow,
        pair: &Pair<V>,
        settings: &kernel::Settings,
        tape: &mut Tape,
    ) -> Outcome<V>;
}

/// The kernel that the row names.
struct Listed;

impl Solve for Listed {
    fn solve<V: Plane>(
        &mut self,
        row: &KernelRow,
        pair: &Pair<V>,
        settings: &kernel::Settings,
        tape: &mut Tape,
    ) -> Outcome<V> {
        kernel::solve(row.id, pair, settings, tape)
    }
}

/// What a kernel was given, as plain data, and where its frame stands in the world.
pub struct Given {
    world_from_frame: Pose<DVec3>,
    a: Outline,
    b: Outline,
    scale: f64,
}

/// How to call a kernel: with a tape or bare. (A closure cannot be generic over the space.)
trait Call {
    fn call<V: Plane>(self, row: &KernelRow, pair: &Pair<V>, settings: &kernel::Settings) -> Outcome<V>;
}

struct Recording<'a, S: Solve>(&'a mut Tape, &'a mut S);
struct Bare;

impl<S: Solve> Call for Recording<'_, S> {
    fn call<V: Plane>(self, row: &KernelRow, pair: &Pair<V>, settings: &kernel::Settings) -> Outcome<V> {
        self.1.solve(row, pair, settings, self.0)
    }
}

impl Call for Bare {
    fn call<V: Plane>(self, row: &KernelRow, pair: &Pair<V>, settings: &kernel::Settings) -> Outcome<V> {
        fn off<V: Space>() -> impl Recorder<V> {
            Off
        }
        kernel::solve(row.id, pair, settings, &mut off::<V>())
    }
}

fn with(scene: &Scene, call: impl Call) -> Option<(&'static KernelRow, Answered, Given)> {
    let row = kernel::find(&scene.query.kernel)?;
    let (a, b) = bodies(scene)?;
    let p = scene.query.precision;
    let (a, b) = (rounded(a, p), rounded(b, p));
    let (answered, given) = match p {
        Precision::F32 => in_space::<Vec2>(row, scene, &a, &b, call),
        Precision::F64 => in_space::<DVec2>(row, scene, &a, &b, call),
    };
    Some((row, answered, given))
}

fn in_space<V: Plane>(
    row: &KernelRow,
    scene: &Scene,
    (shape_a, pose_a): &(ShapeDef, PoseDef),
    (shape_b, pose_b): &(ShapeDef, PoseDef),
    call: impl Call,
) -> (Answered, Given) {
    let (mut a, mut b) = (Core::<V>::new(shape_a), Core::<V>::new(shape_b));
    let in_v = |pose: &PoseDef| Pose::<V> {
        rotation: V::rotation(&pose.rotation.matrix()),
        translation: V::from_dvec3(pose.translation),
    };
    let (b_pose, world_from_frame) = match row.frame {
        Frame::A => {
            let (rotation, translation) = pose_a.relative(*pose_b);
            let relative = Pose { rotation: V::rotation(&rotation), translation: V::from_dvec3(translation) };
            (relative, pose_a.pose())
        }
        Frame::World => {
            (a, b) = (a.posed(&in_v(pose_a)), b.posed(&in_v(pose_b)));
            (Pose::IDENTITY, Pose::IDENTITY)
        }
    };
    let pair = Pair::new(&a, &b, b_pose, scene.query.settings.tie == Tie::Last);
    let outcome = call.call(row, &pair, &scene.query.settings);
    let given = Given {
        world_from_frame,
        a: Outline::new(&a, &Pose::IDENTITY),
        b: Outline::new(&b, &b_pose),
        scale: crate::num::Real::to_f64(pair.scale()),
    };
    (Answered::new(&outcome, &world_from_frame), given)
}
