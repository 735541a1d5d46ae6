//! Bodies that the question is not about, where they stand in the world.

use super::outline::Contour;
use super::world::{MOST_DOTS, vertex_dot};
use super::{Mark, MarkKind, Picture, Role, Target};
use crate::run::world_outline;
use crate::scene::Body;

/// Quiet outlines with their names, each standing for its index in the scene.
pub fn bystanders<'a>(bodies: impl IntoIterator<Item = (usize, &'a Body)>) -> Picture {
    let mut p = Picture::default();
    for (i, body) in bodies {
        let target = Target::Body(i as u32);
        let contour = Contour::new(&world_outline(&body.shape, &body.pose), |p| p);
        p.add_outline(Some(target), Role::Other, contour.rim.clone());
        if contour.vertices.len() <= MOST_DOTS {
            let dot = vertex_dot(contour.vertices.len());
            for at in &contour.vertices {
                p.add_for(target, Role::Other, MarkKind::Dot(*at, dot));
            }
        }
        let label = MarkKind::Label(contour.middle(), body.name.clone(), glam::DVec2::ZERO);
        p.marks.push(Mark { role: Role::Other, kind: label, target: Some(target) });
    }
    p
}
