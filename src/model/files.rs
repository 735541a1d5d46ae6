//! Scenes that have no file yet.

use glam::DVec3;

use super::Model;
use crate::scene::{Body, Document, Scene};
use crate::shape::{PoseDef, ShapeDef};

/// A scene that stands nowhere but in the window; it counts as edited until it is saved, though nothing is lost with an untouched [`blank`].
pub(super) fn fresh(model: &mut Model, scene: Scene) {
    model.document = Document::new(scene.clone());
    model.scene = scene;
    model.path = None;
    model.unsaved = true;
    model.on_disk = None;
    model.start();
}

/// What "New" begins with: two unit boxes side by side, so that there is something to take hold of.
pub(super) fn blank() -> Scene {
    let half_extents = DVec3::new(1.0, 1.0, 0.0);
    let body = |name: &str, x: f64| Body {
        name: name.to_owned(),
        shape: ShapeDef::Box { half_extents, radius: 0.0 },
        pose: PoseDef { translation: DVec3::new(x, 0.0, 0.0), ..PoseDef::default() },
    };
    Scene { bodies: vec![body("A", 0.0), body("B", 3.0)], ..super::nothing() }
}
