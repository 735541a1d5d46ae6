//! The rows of the table: which query on which poses against whom, and what the ratio has to be.

use box2d_rust::collision::LocalManifold;
use box2d_rust::distance::{DistanceOutput, SimplexCache};
use gjkscope::kernel::{Off, Settings, Tape};
use glam::{DVec2, Vec2};
use parry2d::shape::SupportMap;

use crate::peers::{self, Box2d, circles, parry32, parry64};
use crate::poses::{Kind, Pool, Regime, World, coherent, pool};
use crate::report::{Against, Contender, Reply, heading, row};

/// What a ratio has to be and should be.
type Figures = (f64, f64);

/// Runs the rows whose name contains `filter`.
pub fn run(filter: &str) {
    heading();
    let wanted = |name: &str| name.contains(filter);
    use Regime::{Deep, Near, Separated, Shallow};
    let polygons = [
        ("box", Kind::Boxes),
        ("8-gon", Kind::Regular(8)),
        ("64-gon", Kind::Regular(64)),
        ("1000-gon", Kind::Regular(1000)),
    ];
    let regimes = [("separated", Separated), ("near", Near), ("shallow", Shallow), ("deep", Deep)];
    for (shape, kind) in polygons {
        for (state, regime) in regimes {
            let apart = matches!(regime, Separated | Near);
            let names = ["boolean", if apart { "distance" } else { "depth" }].map(|q| format!("{q} {shape} {state}"));
            if !names.iter().any(|n| wanted(n)) {
                continue;
            }
            let pool = pool(kind, regime);
            let many = match kind {
                Kind::Regular(64) => Some((0.40, 0.27)),
                Kind::Regular(1000) => Some((0.05, 0.03)),
                _ => None,
            };
            let boolean = many.unwrap_or(if regime == Separated { (0.40, 0.30) } else { (0.75, 0.60) });
            let full = many.unwrap_or(if apart { (0.70, 0.60) } else { (0.75, 0.65) });
            if kind == Kind::Boxes {
                polygon_rows(&names, &wanted, &pool, regime, &parry32::boxes(&pool), boolean, full, many.is_none());
            } else {
                polygon_rows(&names, &wanted, &pool, regime, &parry32::polygons(&pool), boolean, full, many.is_none());
            }
        }
    }
    sat_rows(&wanted);
    capsule_rows(&wanted);
    circle_rows(&wanted);
    warm_row(&wanted);
    double_rows(&wanted);
    tape_rows(&wanted);
}

/// Yes or no, and distance or depth, of polygons in f32.
#[expect(clippy::too_many_arguments, reason = "a row of a table, called from one place")]
fn polygon_rows<S: SupportMap>(
    [boolean, full]: &[String; 2],
    wanted: &dyn Fn(&str) -> bool,
    pool: &Pool,
    regime: Regime,
    parry: &parry32::World<S>,
    of_boolean: Figures,
    of_full: Figures,
    few: bool,
) {
    let world: World<Vec2> = pool.world();
    let settings = Settings::default();
    let box2d = few.then(|| peers::box2d(pool));
    let apart = matches!(regime, Regime::Separated | Regime::Near);
    if wanted(boolean) {
        let mine = Contender::new(pool, |i| world.boolean(i, &settings, &mut Off), |_, &a| Reply::answer(a));
        let peer = Contender::new(pool, |i| parry.boolean(i), |_, &hit| Reply::boolean(hit));
        let mut against = vec![Against::new("parry2d typed", of_boolean.0, of_boolean.1, peer)];
        if let Some(box2d) = &box2d {
            let peer = Contender::new(pool, |i| cold(box2d, i), |_, d| Reply::boolean(d.distance == 0.0));
            against.push(Against::new("box2d shape_distance", 0.95, 0.80, peer));
        }
        row(boolean, pool, mine, against);
    }
    if !wanted(full) {
        return;
    }
    if apart {
        let mine = Contender::new(pool, |i| world.distance(i, &settings, &mut Off), |_, o| Reply::outcome(o));
        let peer = Contender::new(pool, |i| parry.distance(i), |i, c| Reply::distance(parry.length(i, c)));
        let mut against = vec![Against::new("parry2d typed", of_full.0, of_full.1, peer)];
        if let Some(box2d) = &box2d {
            let peer = Contender::new(pool, |i| cold(box2d, i), |_, d| distance_reply(d));
            against.push(Against::new("box2d shape_distance", 1.00, 0.85, peer));
        }
        row(full, pool, mine, against);
    } else {
        let mine = Contender::new(pool, |i| world.depth(i, &settings, &mut Off), |_, o| Reply::outcome(o));
        let reply = |contact: &Option<parry2d::query::Contact>| match contact {
            Some(c) => Reply {
                signed: Some(c.dist as f64),
                normal: Some(DVec2::new(c.normal1.x as f64, c.normal1.y as f64)),
                ..Reply::boolean(true)
            },
            None => Reply::boolean(false),
        };
        let peer = Contender::new(pool, |i| parry.contact(i), |_, c| reply(c));
        let mut against = vec![Against::new("parry2d typed", of_full.0, of_full.1, peer)];
        if let Some(box2d) = &box2d {
            let peer = Contender::new(pool, |i| box2d.manifold(i), |_, m| manifold_reply(m));
            against.push(Against::info("box2d manifold (SAT)", peer));
        }
        row(full, pool, mine, against);
    }
}

/// The shortest way to a depth for few vertices: separating axes, against Box2D's, whose manifold has no depth of shapes apart.
fn sat_rows(wanted: &dyn Fn(&str) -> bool) {
    for (shape, kind) in [("box", Kind::Boxes), ("8-gon", Kind::Regular(8))] {
        for (state, regime) in [("shallow", Regime::Shallow), ("deep", Regime::Deep)] {
            let name = format!("sat {shape} {state}");
            if !wanted(&name) {
                continue;
            }
            let pool = pool(kind, regime);
            let (world, box2d, settings) = (pool.world::<Vec2>(), peers::box2d(&pool), Settings::default());
            let mine = Contender::new(&pool, |i| world.sat(i, &settings, &mut Off), |_, o| Reply::outcome(o));
            let peer = Contender::new(&pool, |i| box2d.manifold(i), |_, m| manifold_reply(m));
            row(&name, &pool, mine, vec![Against::new("box2d manifold (SAT)", 0.80, 0.50, peer)]);
        }
    }
}

fn cold(box2d: &Box2d, i: usize) -> DistanceOutput {
    box2d.distance(i, &mut SimplexCache::default())
}

fn distance_reply(d: &DistanceOutput) -> Reply {
    let normal = (d.distance > 0.0).then(|| DVec2::new(d.normal.x as f64, d.normal.y as f64));
    Reply { normal, ..Reply::distance(d.distance as f64) }
}

/// The deepest point of a manifold. Box2D keeps points up to four slops (0.02) apart.
fn manifold_reply(m: &LocalManifold) -> Reply {
    let points = &m.points[..m.point_count as usize];
    let least = points.iter().map(|p| p.separation as f64).fold(f64::INFINITY, f64::min);
    let normal = (m.point_count > 0).then(|| DVec2::new(m.normal.x as f64, m.normal.y as f64));
    Reply { signed: Some(least), normal, ..Reply::boolean(least <= 0.0) }
}

/// Capsules against 8-gons.
fn capsule_rows(wanted: &dyn Fn(&str) -> bool) {
    for (state, regime) in [("separated", Regime::Separated), ("near", Regime::Near)] {
        let name = format!("distance capsule-8-gon {state}");
        if !wanted(&name) {
            continue;
        }
        let pool = pool(Kind::CapsulePolygon, regime);
        let (world, box2d, settings) = (pool.world::<Vec2>(), peers::box2d(&pool), Settings::default());
        let mine = Contender::new(&pool, |i| world.distance(i, &settings, &mut Off), |_, o| Reply::outcome(o));
        let peer = Contender::new(&pool, |i| cold(&box2d, i), |_, d| distance_reply(d));
        row(&name, &pool, mine, vec![Against::new("box2d shape_distance", 1.00, 0.90, peer)]);
    }
}

/// Two circles: the distance kernel, whose answer is a yes or no as well.
fn circle_rows(wanted: &dyn Fn(&str) -> bool) {
    for (state, regime) in [("separated", Regime::Separated), ("near", Regime::Near), ("shallow", Regime::Shallow)] {
        let name = format!("distance circle-circle {state}");
        if !wanted(&name) {
            continue;
        }
        let pool = pool(Kind::Circles, regime);
        let (world, settings) = (pool.world::<Vec2>(), Settings::default());
        let parry = circles::world(&pool);
        let mine = Contender::new(&pool, |i| world.distance(i, &settings, &mut Off), |_, o| Reply::outcome(o));
        let contact = Contender::new(
            &pool,
            |i| parry.contact(i),
            |_, c| match c {
                Some(c) => Reply {
                    signed: Some(c.dist as f64),
                    normal: Some(DVec2::new(c.normal1.x as f64, c.normal1.y as f64)),
                    ..Reply::boolean(c.dist <= 0.0)
                },
                None => Reply::boolean(false),
            },
        );
        let boolean = Contender::new(&pool, |i| parry.boolean(i), |_, &hit| Reply::boolean(hit));
        let against = vec![
            Against::new("parry2d query contact", 0.60, 0.25, contact),
            Against::info("parry2d query boolean", boolean),
        ];
        row(&name, &pool, mine, against);
    }
}

/// Each query starts from the simplex of the one before, on poses that change little.
fn warm_row(wanted: &dyn Fn(&str) -> bool) {
    let name = "distance 8-gon coherent, warm";
    if !wanted(name) {
        return;
    }
    let pool = coherent(8);
    let (world, box2d, parry) = (pool.world::<Vec2>(), peers::box2d(&pool), parry32::polygons(&pool));
    let mut settings = Settings::default();
    let ours = |i: usize| {
        if i.is_multiple_of(16) {
            settings.warm_start.clear();
        }
        world.warm(i, &mut settings)
    };
    let mine = Contender::new(&pool, ours, |_, o| Reply::outcome(o));
    let mut cache = SimplexCache::default();
    let theirs = |i: usize| {
        if i.is_multiple_of(16) {
            cache = SimplexCache::default();
        }
        box2d.distance(i, &mut cache)
    };
    let warm = Contender::new(&pool, theirs, |_, d| distance_reply(d));
    let cold = Contender::new(&pool, |i| parry.distance(i), |i, c| Reply::distance(parry.length(i, c)));
    let against =
        vec![Against::new("box2d warm", 0.80, 0.55, warm), Against::new("parry2d typed, cold", 0.25, 0.13, cold)];
    row(name, &pool, mine, against);
}

/// The kernels in f64.
fn double_rows(wanted: &dyn Fn(&str) -> bool) {
    let rows = [
        ("boolean 8-gon near f64", Regime::Near),
        ("distance 8-gon near f64", Regime::Near),
        ("depth 8-gon deep f64", Regime::Deep),
    ];
    for (query, (name, regime)) in rows.into_iter().enumerate() {
        if !wanted(name) {
            continue;
        }
        let pool = pool(Kind::Regular(8), regime);
        let (world, parry, settings) = (pool.world::<DVec2>(), parry64::polygons(&pool), Settings::default());
        let (mine, peer) = match query {
            0 => (
                Contender::new(&pool, |i| world.boolean(i, &settings, &mut Off), |_, &a| Reply::answer(a)),
                Contender::new(&pool, |i| parry.boolean(i), |_, &hit| Reply::boolean(hit)),
            ),
            1 => (
                Contender::new(&pool, |i| world.distance(i, &settings, &mut Off), |_, o| Reply::outcome(o)),
                Contender::new(&pool, |i| parry.distance(i), |i, c| Reply::distance(parry.length(i, c))),
            ),
            _ => (
                Contender::new(&pool, |i| world.depth(i, &settings, &mut Off), |_, o| Reply::outcome(o)),
                Contender::new(
                    &pool,
                    |i| parry.contact(i),
                    |_, c| Reply { signed: c.as_ref().map(|c| c.dist), ..Reply::boolean(c.is_some()) },
                ),
            ),
        };
        row(name, &pool, mine, vec![Against::new("parry2d-f64 typed", 0.75, 0.60, peer)]);
    }
}

/// The same kernel with a tape, cleared and used again, against itself with nobody listening.
fn tape_rows(wanted: &dyn Fn(&str) -> bool) {
    let rows = [
        ("traced boolean 8-gon near", Regime::Near),
        ("traced distance 8-gon near", Regime::Near),
        ("traced depth 8-gon deep", Regime::Deep),
    ];
    for (query, (name, regime)) in rows.into_iter().enumerate() {
        if !wanted(name) {
            continue;
        }
        let pool = pool(Kind::Regular(8), regime);
        let (world, settings) = (pool.world::<Vec2>(), Settings::default());
        let mut tape = Tape::default();
        let (mine, peer) = match query {
            0 => (
                Contender::new(
                    &pool,
                    |i| {
                        tape.clear();
                        world.boolean(i, &settings, &mut tape)
                    },
                    |_, &a| Reply::answer(a),
                ),
                Contender::new(&pool, |i| world.boolean(i, &settings, &mut Off), |_, &a| Reply::answer(a)),
            ),
            1 => (
                Contender::new(
                    &pool,
                    |i| {
                        tape.clear();
                        world.distance(i, &settings, &mut tape)
                    },
                    |_, o| Reply::outcome(o),
                ),
                Contender::new(&pool, |i| world.distance(i, &settings, &mut Off), |_, o| Reply::outcome(o)),
            ),
            _ => (
                Contender::new(
                    &pool,
                    |i| {
                        tape.clear();
                        world.depth(i, &settings, &mut tape)
                    },
                    |_, o| Reply::outcome(o),
                ),
                Contender::new(&pool, |i| world.depth(i, &settings, &mut Off), |_, o| Reply::outcome(o)),
            ),
        };
        row(name, &pool, mine, vec![Against::new("itself, untraced", 4.00, 3.00, peer)]);
    }
}
