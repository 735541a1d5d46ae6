//! What can be undone and done again: one snapshot of the scene a gesture, as many as a bounded memory holds.

use crate::scene::Scene;

/// Most that all snapshots together may weigh, in points: at 24 bytes each about 100 MB.
const MOST: usize = 1 << 22;
/// What a snapshot weighs beside its points.
const EMPTY: usize = 32;

/// Snapshots before and after the present.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    before: Vec<Scene>,
    after: Vec<Scene>,
    /// Of all in `before`.
    weight: usize,
}

impl History {
    /// There is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// There is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    /// The scene was another one before the edit that just ended; the oldest snapshots go where there are too many.
    pub fn remember(&mut self, before: Scene) {
        self.after.clear();
        self.weight += weight(&before);
        self.before.push(before);
        while self.weight > MOST && self.before.len() > 1 {
            self.weight -= weight(&self.before.remove(0));
        }
    }

    /// Drops the last snapshot.
    pub fn forget(&mut self) {
        self.weight -= self.before.pop().map_or(0, |scene| weight(&scene));
    }

    /// The scene before `now`, which can then be done again.
    pub fn back(&mut self, now: &Scene) -> Option<Scene> {
        let scene = self.before.pop()?;
        self.weight -= weight(&scene);
        self.after.push(now.clone());
        Some(scene)
    }

    /// The scene after `now`, which can then be undone again.
    pub fn forth(&mut self, now: &Scene) -> Option<Scene> {
        let scene = self.after.pop()?;
        self.weight += weight(now);
        self.before.push(now.clone());
        Some(scene)
    }
}

fn weight(scene: &Scene) -> usize {
    scene.bodies.iter().map(|b| EMPTY + b.shape.points().map_or(0, |points| points.len())).sum::<usize>() + EMPTY
}
