//! The answer of the library parry, 0.31.1, to the same question: `query::contact` of parry2d in f32, of parry2d-f64 in f64.
//!
//! An adapter, not an algorithm of this project: what parry does inside is not traced, and its answer is given as it is, wrong or
//! right. Shapes are built of the corners of the cores: one is a ball, two are a segment or a capsule, more are a convex polygon
//! (so a box is one too), rounded or not. A stands in its own frame and B by the relative pose, as the other kernels have them.
//! Where `contact` answers nothing, `query::closest_points` is asked.
//!
//! An ellipse, and a polygon that parry refuses to build: exit `not-applicable`, undecided. Settings but for the touching
//! tolerance, and steering, do not reach parry.

use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::DVec3;

use super::outcome::{Answer, Outcome};
use super::record::{Exit, Line, Recorder};
use super::{Plane, Settings};
use crate::num::{Precision, Real, Space};
use crate::shape::{Core, Outline, Pair, Pose};

/// What the panel shows beside the steps; [`line`] names the rows.
pub const LISTING: &[&str] = &["parry::query::contact(A, B): an answer whose inside is not traced"];

mod line {
    use super::Line;
    pub const CONTACT: Line = 0;
}

/// What parry says, in A's frame.
enum Said {
    /// Signed distance, normal from A toward B where there is one, points on A and on B.
    Signed(f64, Option<DVec3>, (DVec3, DVec3)),
    /// The shapes meet, and no more.
    Meet,
    /// No answer.
    Nothing,
}

/// Parry's class, signed distance, normal and points.
pub fn parry<V: Plane, R: Recorder<V>>(pair: &Pair<V>, settings: &Settings, rec: &mut R) -> Outcome<V> {
    let x = V::from_dvec3(DVec3::X);
    // Where parry's own GJK starts: from the origin of A toward that of B.
    rec.start(line::CONTACT, pair.b_pose.translation.unit().filter(|d| d.is_finite()).unwrap_or(x));
    let mut outcome = Outcome::undecided(Exit::ExternalAnswer, settings.touching_tolerance(pair));
    if !finite(pair) {
        outcome.exit = Exit::NotFinite;
    } else {
        // Should parry panic, that is no answer, and no end of this program.
        let said = catch_unwind(AssertUnwindSafe(|| match V::R::PRECISION {
            Precision::F32 => single::contact(pair),
            Precision::F64 => double::contact(pair),
        }));
        match said.ok().flatten() {
            None => outcome.exit = Exit::NotApplicable,
            Some(Said::Signed(signed, normal, (a, b))) => {
                outcome.decide(V::R::from_f64(signed));
                outcome.normal = normal.map(V::from_dvec3);
                outcome.witnesses = Some((V::from_dvec3(a), V::from_dvec3(b)));
            }
            Some(Said::Meet) => outcome.answer = Answer::Overlapping,
            Some(Said::Nothing) => {}
        }
    }
    rec.exit(line::CONTACT, outcome.exit);
    outcome
}

/// Nothing that parry would be given is NaN or infinite.
fn finite<V: Space>(pair: &Pair<V>) -> bool {
    let numbers = [pair.a.extent, pair.b.extent, pair.a.radius, pair.b.radius, pair.scale()];
    let turned = pair.b_pose.direction(V::from_dvec3(DVec3::X));
    numbers.into_iter().all(Real::is_finite)
        && [pair.a, pair.b].into_iter().all(|core| corners(core).is_none_or(|c| c.into_iter().all(V::is_finite)))
        && pair.b_pose.translation.is_finite()
        && turned.is_finite()
}

/// The corners of a core counter-clockwise; `None` for an ellipse.
fn corners<V: Space>(core: &Core<V>) -> Option<Vec<V>> {
    match &core.outline {
        Outline::Points(points) => Some(points.corners.iter().map(|&i| points.vertices[i as usize]).collect()),
        Outline::Ellipse { .. } => None,
    }
}

/// Parry in one precision. Its vectors are those of another glam, so numbers go over one by one; none is rounded on the way.
macro_rules! precision {
    ($name:ident, $parry:ident, $r:ty) => {
        mod $name {
            use super::*;
            use $parry::math::{Pose as Isometry, Rot2, Vector};
            use $parry::query::{self, ClosestPoints};
            use $parry::shape::{Ball, Capsule, ConvexPolygon, RoundShape, Segment, Shape};

            fn vector<V: Space>(v: V) -> Vector {
                let v = v.to_dvec3();
                Vector::new(v.x as $r, v.y as $r)
            }

            fn back(v: Vector) -> DVec3 {
                DVec3::new(v.x.into(), v.y.into(), 0.0)
            }

            /// A shape, and where its frame stands in the core's. `None` where parry has no such shape.
            fn shape<V: Space>(core: &Core<V>) -> Option<(Box<dyn Shape>, Vector)> {
                let corners = corners(core)?;
                let border_radius = core.radius.to_f64() as $r;
                let round = border_radius > 0.0;
                let shape: Box<dyn Shape> = match corners[..] {
                    [] => return None,
                    [center] => return Some((Box::new(Ball::new(border_radius)), vector(center))),
                    [a, b] if round => Box::new(Capsule::new(vector(a), vector(b), border_radius)),
                    [a, b] => Box::new(Segment::new(vector(a), vector(b))),
                    _ => {
                        let points = corners.into_iter().map(vector).collect();
                        let inner_shape = ConvexPolygon::from_convex_polyline_unmodified(points)?;
                        if round { Box::new(RoundShape { inner_shape, border_radius }) } else { Box::new(inner_shape) }
                    }
                };
                Some((shape, Vector::ZERO))
            }

            fn isometry<V: Space>(pose: &Pose<V>) -> Isometry {
                let turned = vector(pose.direction(V::from_dvec3(DVec3::X)));
                Isometry::from_parts(vector(pose.translation), Rot2::from_cos_sin_unchecked(turned.x, turned.y))
            }

            /// `None` where parry has no such shapes.
            pub fn contact<V: Space>(pair: &Pair<V>) -> Option<Said> {
                let ((a, center_a), (b, center_b)) = (shape(pair.a)?, shape(pair.b)?);
                let at_a = Isometry::from_translation(center_a);
                let at_b = isometry(&pair.b_pose) * Isometry::from_translation(center_b);
                if let Some(contact) = query::contact(&at_a, &*a, &at_b, &*b, <$r>::MAX).ok()? {
                    let points = (back(contact.point1), back(contact.point2));
                    return Some(Said::Signed(contact.dist.into(), Some(back(contact.normal1)), points));
                }
                Some(match query::closest_points(&at_a, &*a, &at_b, &*b, <$r>::MAX).ok()? {
                    ClosestPoints::Intersecting => Said::Meet,
                    ClosestPoints::WithinMargin(p, q) => {
                        let (p, q) = (back(p), back(q));
                        Said::Signed((q - p).length(), Space::unit(q - p), (p, q))
                    }
                    ClosestPoints::Disjoint => Said::Nothing,
                })
            }
        }
    };
}
precision!(single, parry2d, f32);
precision!(double, parry2d_f64, f64);
