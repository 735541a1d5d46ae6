//! The other libraries behind the same questions, on the same f32 numbers.

use box2d_rust::collision::{LocalManifold, Polygon};
use box2d_rust::distance::{self, DistanceInput, DistanceOutput, ShapeProxy, SimplexCache};
use box2d_rust::{Rot, Transform, geometry, hull};
use gjkscope::shape::ShapeDef;

use crate::poses::Pool;

macro_rules! parry {
    ($name:ident, $parry:ident, $r:ty) => {
        /// Parry's typed queries.
        pub mod $name {
            use $parry::math::{Pose, Rot2, Vector};
            use $parry::query::details::{
                closest_points_support_map_support_map, contact_support_map_support_map,
                intersection_test_support_map_support_map,
            };
            use $parry::query::{ClosestPoints, Contact};
            use $parry::shape::{ConvexPolygon, Cuboid};

            use super::*;

            /// Shapes of one type, and poses.
            pub struct World<S> {
                pub shapes: Vec<S>,
                pub items: Vec<(usize, usize, Pose)>,
            }

            fn items(pool: &Pool) -> Vec<(usize, usize, Pose)> {
                let rotation = |(c, s): (f64, f64)| Rot2::from_cos_sin_unchecked(c as $r, s as $r);
                let pose = |i: &crate::poses::Item| {
                    let at = Vector::new(i.translation.x as $r, i.translation.y as $r);
                    Pose::from_parts(at, rotation(i.rotation))
                };
                pool.items.iter().map(|i| (i.a, i.b, pose(i))).collect()
            }

            /// Every shape of the pool as a convex polygon; its other constructors drop vertices of what is nearly round.
            pub fn polygons(pool: &Pool) -> World<ConvexPolygon> {
                let vector = |p: &glam::DVec3| Vector::new(p.x as $r, p.y as $r);
                let polygon = |def: &ShapeDef| {
                    let points = def.points().unwrap_or_default().iter().map(vector).collect();
                    ConvexPolygon::from_convex_polyline_unmodified(points).expect("a convex polygon")
                };
                World { shapes: pool.shapes.iter().map(polygon).collect(), items: items(pool) }
            }

            /// Every shape of the pool as an axis-aligned box.
            #[allow(dead_code, reason = "boxes have rows in f32 only")]
            pub fn boxes(pool: &Pool) -> World<Cuboid> {
                let cuboid = |def: &ShapeDef| match def {
                    ShapeDef::Box { half_extents: h, .. } => Cuboid::new(Vector::new(h.x as $r, h.y as $r)),
                    _ => panic!("no box"),
                };
                World { shapes: pool.shapes.iter().map(cuboid).collect(), items: items(pool) }
            }

            impl<S: $parry::shape::SupportMap> World<S> {
                pub fn boolean(&self, i: usize) -> bool {
                    let (a, b, pose) = &self.items[i];
                    intersection_test_support_map_support_map(pose, &self.shapes[*a], &self.shapes[*b])
                }
                pub fn distance(&self, i: usize) -> ClosestPoints {
                    let (a, b, pose) = &self.items[i];
                    closest_points_support_map_support_map(pose, &self.shapes[*a], &self.shapes[*b], <$r>::MAX)
                }
                pub fn contact(&self, i: usize) -> Option<Contact> {
                    let (a, b, pose) = &self.items[i];
                    contact_support_map_support_map(pose, &self.shapes[*a], &self.shapes[*b], 0.0)
                }
                /// The distance of the two points of an answer.
                pub fn length(&self, i: usize, answer: &ClosestPoints) -> f64 {
                    match answer {
                        ClosestPoints::Intersecting => 0.0,
                        ClosestPoints::WithinMargin(p, q) => (self.items[i].2 * *q - *p).length() as f64,
                        ClosestPoints::Disjoint => f64::NAN,
                    }
                }
            }
        }
    };
}
parry!(parry32, parry2d, f32);
parry!(parry64, parry2d_f64, f64);

/// Parry's public queries on two circles.
pub mod circles {
    use parry2d::math::{Pose, Rot2, Vector};
    use parry2d::query;
    use parry2d::shape::Ball;

    use super::*;

    /// Circles and world poses; A stands at the origin.
    pub struct World {
        balls: Vec<Ball>,
        items: Vec<(usize, usize, Pose)>,
    }

    pub fn world(pool: &Pool) -> World {
        let pose = |i: &crate::poses::Item| {
            let at = Vector::new(i.translation.x as f32, i.translation.y as f32);
            Pose::from_parts(at, Rot2::from_cos_sin_unchecked(i.rotation.0 as f32, i.rotation.1 as f32))
        };
        World {
            balls: pool.shapes.iter().map(|s| Ball::new(s.radius() as f32)).collect(),
            items: pool.items.iter().map(|i| (i.a, i.b, pose(i))).collect(),
        }
    }

    impl World {
        pub fn contact(&self, i: usize) -> Option<query::Contact> {
            let (a, b, pose) = &self.items[i];
            query::contact(&Pose::IDENTITY, &self.balls[*a], pose, &self.balls[*b], f32::MAX).ok().flatten()
        }
        pub fn boolean(&self, i: usize) -> bool {
            let (a, b, pose) = &self.items[i];
            query::intersection_test(&Pose::IDENTITY, &self.balls[*a], pose, &self.balls[*b])
                .is_ok_and(|i| i.intersecting)
        }
    }
}

/// Box2D's shapes and poses.
pub struct Box2d {
    polygons: Vec<Polygon>,
    inputs: Vec<DistanceInput>,
    items: Vec<(usize, usize, Transform)>,
}

fn vec2(p: &glam::DVec3) -> box2d_rust::Vec2 {
    box2d_rust::Vec2 { x: p.x as f32, y: p.y as f32 }
}

/// A pool of shapes with at most eight vertices, as inputs of the distance and, where all of them are polygons, as polygons.
pub fn box2d(pool: &Pool) -> Box2d {
    let points = |s: &ShapeDef| s.points().unwrap_or_default().iter().map(vec2).collect::<Vec<_>>();
    let polygon =
        |s: &ShapeDef| (points(s).len() > 2).then(|| geometry::make_polygon(&hull::compute_hull(&points(s)), 0.0));
    let pose = |i: &crate::poses::Item| Transform {
        p: vec2(&i.translation),
        q: Rot { c: i.rotation.0 as f32, s: i.rotation.1 as f32 },
    };
    let proxies: Vec<ShapeProxy> =
        pool.shapes.iter().map(|s| distance::make_proxy(&points(s), s.radius() as f32)).collect();
    let input = |i: &crate::poses::Item| DistanceInput {
        proxy_a: proxies[i.a],
        proxy_b: proxies[i.b],
        transform: pose(i),
        use_radii: true,
    };
    Box2d {
        polygons: pool.shapes.iter().map(polygon).collect::<Option<_>>().unwrap_or_default(),
        inputs: pool.items.iter().map(input).collect(),
        items: pool.items.iter().map(|i| (i.a, i.b, pose(i))).collect(),
    }
}

impl Box2d {
    /// The distance from a cache; a default one is cold.
    pub fn distance(&self, i: usize, cache: &mut SimplexCache) -> DistanceOutput {
        distance::shape_distance(&self.inputs[i], cache, None)
    }

    /// The contact manifold of two polygons.
    pub fn manifold(&self, i: usize) -> LocalManifold {
        let (a, b, transform) = self.items[i];
        box2d_rust::manifold::collide_polygons(&self.polygons[a], &self.polygons[b], transform)
    }
}
