//! What a scene keeps of a figure for its own view, and what of it another view can use.

use super::Call;
use crate::scene::{Figure, Part, Scene, View};

impl Call {
    /// The call's wish, and what of the scene's fits the view that is drawn.
    pub fn wished(&self, scene: &Scene) -> Figure {
        let kept = scene.figure.clone().unwrap_or_default();
        let (range, loupe) = self.unfit(&kept);
        let mut figure = self.wish.clone().over(&kept);
        if range {
            figure.range = None;
        }
        if loupe {
            figure.show.retain(|part| *part != Part::Loupe);
        }
        figure
    }

    /// What the scene says of its figure and this one of another view leaves out, a sentence each.
    pub fn left_out(&self, scene: &Scene) -> Vec<String> {
        let kept = scene.figure.clone().unwrap_or_default();
        let whose = kept.view.unwrap_or(View::Pair);
        let (range, loupe) = self.unfit(&kept);
        let range = range.then(|| format!("the scene's range is that of its figure {whose} and is left out"));
        let loupe = loupe.then(|| format!("the scene's loupe is that of its figure {whose} and is left out"));
        range.into_iter().chain(loupe).collect()
    }

    /// Whether the kept range, and whether the kept loupe, cannot be used by the view that this call asks for.
    fn unfit(&self, kept: &Figure) -> (bool, bool) {
        let asked = Figure { view: self.wish.view.or(kept.view), of: self.wish.of.or(kept.of), ..Figure::default() };
        let other = pictured(&asked) != pictured(kept);
        let range = kept.range.is_some() && self.wish.range.is_none();
        let loupe = kept.show.contains(&Part::Loupe) && !self.wish.show.contains(&Part::Loupe);
        // A scene that names no view says nothing of whose range it is: any one plane may have it.
        let range_fits = matches!(pictured(&asked), View::World | View::Minkowski) && kept.view.is_none();
        let loupe_fits = matches!(pictured(&asked), View::Minkowski | View::Pair);
        (range && other && !range_fits, loupe && other && !loupe_fits)
    }
}

/// What is seen, a sheet being so many pictures of it.
fn pictured(figure: &Figure) -> View {
    match figure.view.unwrap_or(View::Pair) {
        View::Sheet => figure.of.unwrap_or(View::Minkowski),
        view => view,
    }
}
