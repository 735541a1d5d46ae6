//! Adding, removing, renaming and duplicating bodies, and which two are asked about.

use glam::{DVec2, DVec3};

use super::bounds::Bounds;
use super::drag::rounded;
use crate::scene::{Body, MOST_BODIES, Scene};
use crate::shape::{PoseDef, ShapeDef};

/// The next free name: A to Z, then A2 to Z2, ...
pub fn free_name(scene: &Scene) -> String {
    let letters = ('A'..='Z').map(|c| c.to_string());
    let more = (2..).flat_map(|n| ('A'..='Z').map(move |c| format!("{c}{n}")));
    let taken = |name: &String| scene.bodies.iter().any(|b| b.name == *name);
    // One more name than there are bodies is enough for one to be free.
    letters.chain(more).take(scene.bodies.len() + 1).find(|name| !taken(name)).unwrap_or_default()
}

/// Why a body may not be called that; `None`: it may.
pub fn bad_name(scene: &Scene, body: usize, name: &str) -> Option<String> {
    if name.is_empty() || name.chars().any(char::is_control) {
        return Some("a name is one line with at least one letter".into());
    }
    let other = scene.bodies.iter().enumerate().any(|(i, b)| i != body && b.name == name);
    other.then(|| format!("another body is called {name}; choose another name"))
}

/// Puts a body at the end of the list; where the pair lacks one, it takes that part. Its index, or why not.
pub fn push(scene: &mut Scene, shape: ShapeDef, pose: PoseDef) -> Result<usize, String> {
    if scene.bodies.len() >= MOST_BODIES {
        return Err(format!("a scene has at most {MOST_BODIES} bodies"));
    }
    let name = free_name(scene);
    let exists = |name: &str| scene.bodies.iter().any(|b| b.name == name);
    let (a, b) = (exists(&scene.query.a), exists(&scene.query.b) && scene.query.a != scene.query.b);
    scene.bodies.push(Body { name: name.clone(), shape, pose });
    if !a {
        scene.query.a = name;
    } else if !b {
        scene.query.b = name;
    }
    Ok(scene.bodies.len() - 1)
}

/// A shape about as large as what is there, to the right of everything and at the height of the first body.
pub fn add(scene: &mut Scene, shape: &ShapeDef) -> Result<usize, String> {
    let Some(around) = Bounds::of_all(&scene.bodies) else {
        return push(scene, shape.clone(), PoseDef::default());
    };
    let middle = scene.bodies.first().map_or(around.center(), |b| Bounds::of(b).center());
    let sizes = scene.bodies.iter().map(|b| Bounds::of(b).size().max_element());
    let size = sizes.fold(0.0, f64::max);
    // Samples are about 2 units wide; a scene in millimetres or kilometres gets one of its own size, in round numbers.
    let exponent = if size > 0.0 { (size / 2.0).log10().round() } else { 0.0 };
    let (exponent, scale) =
        if exponent.is_finite() { (exponent as i32, 10f64.powi(exponent as i32)) } else { (0, 1.0) };
    let shape = shape.map(|x| if scale == 1.0 { x } else { rounded(x * scale, 12 - exponent) });
    let sample = Bounds::of(&Body { name: String::new(), shape: shape.clone(), pose: PoseDef::default() });
    let at = DVec2::new(around.max.x + 0.5 * scale - sample.min.x, middle.y - sample.center().y);
    let decimals = 1 - exponent;
    let translation = DVec3::new(rounded(at.x, decimals), rounded(at.y, decimals), 0.0);
    push(scene, shape, PoseDef { translation, ..PoseDef::default() })
}

/// A copy to the right of the original, a quarter of its width away.
pub fn duplicate(scene: &mut Scene, body: usize) -> Result<usize, String> {
    let Some(original) = scene.bodies.get(body).cloned() else { return Err("no body is selected".into()) };
    let width = Bounds::of(&original).size().x;
    let by = if width > 0.0 && width.is_finite() { 1.25 * width } else { 1.0 };
    let decimals = 1 - by.log10().floor() as i32;
    let mut pose = original.pose;
    pose.translation.x = rounded(pose.translation.x + by, decimals.max(0) + 2);
    push(scene, original.shape, pose)
}

/// Takes a body out. Another one takes its part in the pair, the first that is free.
pub fn remove(scene: &mut Scene, body: usize) {
    if body >= scene.bodies.len() {
        return;
    }
    let gone = scene.bodies.remove(body).name;
    let free = |scene: &Scene, other: &str| scene.bodies.iter().find(|b| b.name != other).map(|b| b.name.clone());
    if scene.query.a == gone
        && let Some(name) = free(scene, &scene.query.b)
    {
        scene.query.a = name;
        scene.query.settings.warm_start.clear();
    }
    if scene.query.b == gone
        && let Some(name) = free(scene, &scene.query.a)
    {
        scene.query.b = name;
        scene.query.settings.warm_start.clear();
    }
}

/// Gives a body another name; the pair follows.
pub fn rename(scene: &mut Scene, body: usize, name: &str) {
    let Some(body) = scene.bodies.get_mut(body) else { return };
    let old = std::mem::replace(&mut body.name, name.to_owned());
    for part in [&mut scene.query.a, &mut scene.query.b] {
        if *part == old {
            *part = name.to_owned();
        }
    }
}

/// Lets a body play A (`first`) or B; who played that part plays the other one if the body played it.
pub fn play(scene: &mut Scene, body: usize, first: bool) {
    let Some(name) = scene.bodies.get(body).map(|b| b.name.clone()) else { return };
    let query = &mut scene.query;
    let (part, other) = if first { (&mut query.a, &mut query.b) } else { (&mut query.b, &mut query.a) };
    if *part == name {
        return;
    }
    if *other == name {
        std::mem::swap(part, other);
    } else {
        *part = name;
    }
    query.settings.warm_start.clear();
}

/// Drops what of a warm start names vertices that are no more.
pub fn tidy(scene: &mut Scene) {
    if scene.query.settings.warm_start.is_empty() {
        return;
    }
    let count = |name: &str| {
        let body = scene.bodies.iter().find(|b| b.name == name)?;
        body.shape.points().map(|points| points.len())
    };
    let (a, b) = (count(&scene.query.a), count(&scene.query.b));
    let known = |i: u32, count: Option<usize>| count.is_none_or(|count| (i as usize) < count);
    scene.query.settings.warm_start.retain(|(ia, ib)| known(*ia, a) && known(*ib, b));
}
