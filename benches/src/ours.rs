//! gjkscope's kernels behind the same questions: the functions of the library, with nobody listening.

use gjkscope::kernel::{
    Answer, Off, Outcome, Plane, Recorder, Settings, distance, gjk_boolean, gjk_distance, sat, then_epa,
};
use gjkscope::shape::Pair;

use crate::bare;
use crate::poses::World;

impl<V: Plane> World<V> {
    #[inline(always)]
    fn pair(&self, i: usize) -> Pair<'_, V> {
        let (a, b, pose) = self.items[i];
        Pair::new(&self.cores[a], &self.cores[b], pose, false)
    }

    /// Do they meet?
    #[inline(always)]
    pub fn boolean<R: Recorder<V>>(&self, i: usize, settings: &Settings, rec: &mut R) -> Answer {
        gjk_boolean(&self.pair(i).rounded(), settings, rec).answer
    }

    /// Distance, normal and witness points.
    #[inline(always)]
    pub fn distance<R: Recorder<V>>(&self, i: usize, settings: &Settings, rec: &mut R) -> Outcome<V> {
        distance(&self.pair(i), settings, rec)
    }

    /// The same from the simplex that the settings give; where it stops is what a later query starts from.
    #[inline(always)]
    pub fn warm(&self, i: usize, settings: &mut Settings) -> Outcome<V> {
        let pair = self.pair(i);
        let gjk = gjk_distance(&pair, settings, &mut Off);
        settings.warm_start.clear();
        settings.warm_start.extend(gjk.simplex.indices());
        gjk.outcome(&pair, settings)
    }

    /// Depth, normal and witness points where they overlap, else the distance.
    #[inline(always)]
    pub fn depth<R: Recorder<V>>(&self, i: usize, settings: &Settings, rec: &mut R) -> Outcome<V> {
        let pair = self.pair(i);
        let gjk = gjk_distance(&pair, settings, rec);
        then_epa(&pair, settings, &gjk, rec)
    }

    /// Depth or distance, normal and witness points by separating axes.
    #[inline(always)]
    pub fn sat<R: Recorder<V>>(&self, i: usize, settings: &Settings, rec: &mut R) -> Outcome<V> {
        sat(&self.pair(i), settings, rec)
    }

    /// [`World::distance`] by the copy without recording lines.
    #[inline(always)]
    pub fn bare(&self, i: usize, settings: &Settings) -> Outcome<V> {
        bare::distance(&self.pair(i), settings)
    }
}
