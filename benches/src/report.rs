//! Contenders of a row, how right they are, and the lines of the table.

use std::hint::black_box;

use gjkscope::exact::Class;
use gjkscope::kernel::{Answer, Outcome, Plane};
use gjkscope::num::Real;
use glam::DVec2;

use crate::clock::{Pass, Times, measure};
use crate::poses::{Item, Pool};

/// Poses nearer to touching than this, scene units, may be called either way.
const UNCLEAR: f64 = 2e-6;
/// A distance or a normal's separation that is farther off than this counts as wrong.
const WRONG: f64 = 1e-5;

/// An answer of any library; what it does not say is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reply {
    /// Undecided is neither.
    pub undecided: bool,
    pub meets: Option<bool>,
    /// Distance, or minus the depth.
    pub signed: Option<f64>,
    /// Only the distance is known: where the shapes overlap 0 is right.
    pub no_depth: bool,
    pub normal: Option<DVec2>,
}

impl Reply {
    pub fn boolean(meets: bool) -> Self {
        Reply { meets: Some(meets), ..Reply::default() }
    }

    /// One of ours that says yes or no.
    pub fn answer(answer: Answer) -> Self {
        Reply { undecided: answer == Answer::Undecided, ..Reply::boolean(answer != Answer::Separated) }
    }

    /// One of ours with a distance.
    pub fn outcome<V: Plane>(outcome: &Outcome<V>) -> Self {
        Reply {
            signed: outcome.signed_distance.map(Real::to_f64),
            normal: outcome.normal.map(|n| n.to_dvec3().truncate()),
            ..Reply::answer(outcome.answer)
        }
    }

    /// A distance that is 0 where the shapes meet.
    pub fn distance(length: f64) -> Self {
        Reply { signed: Some(length), no_depth: true, ..Reply::boolean(length == 0.0) }
    }

    /// Wrong or not, and the error of the distance.
    fn judge(&self, pool: &Pool, item: &Item) -> (bool, f64) {
        let truth = item.truth.signed_distance;
        let unclear = truth.abs() < UNCLEAR;
        let meets = item.truth.class != Class::Separated;
        let mut wrong = self.undecided || (!unclear && self.meets.is_some_and(|m| m != meets));
        let mut error = 0.0f64;
        if let Some(signed) = self.signed {
            let truth = if self.no_depth { truth.max(0.0) } else { truth };
            error = (signed - truth).abs();
            if let Some(n) = self.normal {
                error = error.max(truth - pool.separation(item, n)).max((n.length() - 1.0).abs());
            }
            // NaN is wrong too.
            wrong |= !(error <= WRONG);
        }
        (wrong, error)
    }
}

/// One that answers a pool.
pub struct Contender<'a> {
    pass: Pass<'a>,
    wrong: usize,
    error: f64,
}

impl<'a> Contender<'a> {
    /// `query` answers pose `i` and is what is timed; `reply` says what the answer means.
    pub fn new<T>(
        pool: &Pool,
        mut query: impl FnMut(usize) -> T + 'a,
        mut reply: impl FnMut(usize, &T) -> Reply,
    ) -> Self {
        let (mut wrong, mut error) = (0, 0.0f64);
        for (i, item) in pool.items.iter().enumerate() {
            let (bad, e) = reply(i, &query(i)).judge(pool, item);
            wrong += bad as usize;
            error = if e.is_nan() { f64::INFINITY } else { error.max(e) };
        }
        let count = pool.items.len();
        let pass = move || {
            for i in 0..count {
                black_box(&query(black_box(i)));
            }
        };
        Contender { pass: Box::new(pass), wrong, error }
    }
}

/// A peer of a row with the ratio it asks for: at most `must`, better `aim`.
pub struct Against<'a> {
    pub name: &'static str,
    pub must: Option<f64>,
    pub aim: Option<f64>,
    pub peer: Contender<'a>,
}

impl<'a> Against<'a> {
    pub fn new(name: &'static str, must: f64, aim: f64, peer: Contender<'a>) -> Self {
        Against { name, must: Some(must), aim: Some(aim), peer }
    }

    /// One without a figure to reach.
    pub fn info(name: &'static str, peer: Contender<'a>) -> Self {
        Against { name, must: None, aim: None, peer }
    }
}

/// Prints the heading of the table.
pub fn heading() {
    println!(
        "{:38} {:22} {:>7} {:>7} {:>6} {:>5} {:>5}  {:4} {:>6} {:>6} {:>8} {:>8}",
        "query", "against", "ours ns", "peer ns", "ratio", "must", "aim", "", "wrong", "peer's", "error", "peer's"
    );
}

/// Measures a row and prints a line per peer. Its name and those of the peers are what the filter looks at.
pub fn row(name: &str, pool: &Pool, ours: Contender, against: Vec<Against>) {
    let Contender { pass, wrong, error } = ours;
    let mut passes = vec![pass];
    let mut rest = Vec::new();
    for Against { name, must, aim, peer } in against {
        passes.push(peer.pass);
        rest.push((name, must, aim, peer.wrong, peer.error));
    }
    let times: Vec<Times> = measure(&mut passes, pool.items.len());
    for ((peer, must, aim, peer_wrong, peer_error), time) in rest.into_iter().zip(&times[1..]) {
        let ratio = times[0].ratio(time);
        let figure = |x: Option<f64>| x.map_or(String::from("-"), |x| format!("{x:.2}"));
        let verdict = match (must, aim) {
            (Some(must), _) if ratio > must => "MISS",
            (_, Some(aim)) if ratio <= aim => "aim",
            (Some(_), _) => "must",
            (None, _) => "",
        };
        println!(
            "{name:38} {peer:22} {:7.1} {:7.1} {ratio:6.3} {:>5} {:>5}  {verdict:4} {wrong:6} {peer_wrong:6} {error:8.1e} {peer_error:8.1e}",
            times[0].median(),
            time.median(),
            figure(must),
            figure(aim),
        );
    }
}
