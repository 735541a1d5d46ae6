//! Timing: thread CPU time, contenders interleaved round by round.

/// A contender answers every pose of its pool once per call.
pub type Pass<'a> = Box<dyn FnMut() + 'a>;

/// Rounds per row; the median of as many ratios is what is printed.
const ROUNDS: usize = 15;
/// Least length of a contender's turn in a round, seconds.
const TURN: f64 = 3e-3;

/// CPU time of this thread, seconds. Other processes do not count, which wall time on a shared machine would.
#[expect(unsafe_code, reason = "the only door to the thread's CPU clock")]
fn cpu_seconds() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is a valid, writable timespec, and the clock id is one the system knows.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    assert_eq!(status, 0, "no thread CPU clock");
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}

fn seconds(pass: &mut Pass, times: usize) -> f64 {
    let start = cpu_seconds();
    for _ in 0..times {
        pass();
    }
    cpu_seconds() - start
}

/// What a contender took: per round, nanoseconds per query.
pub struct Times(Vec<f64>);

impl Times {
    /// Median time of a query in nanoseconds.
    pub fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// Median over the rounds of this time divided by the other one in the same round.
    pub fn ratio(&self, other: &Times) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(x, y)| x / y).collect())
    }
}

fn median(mut x: Vec<f64>) -> f64 {
    x.sort_by(f64::total_cmp);
    x[x.len() / 2]
}

/// Runs all contenders in turn, round by round; `queries` is how many answers a pass gives.
pub fn measure(passes: &mut [Pass], queries: usize) -> Vec<Times> {
    let turns: Vec<usize> = passes
        .iter_mut()
        .map(|pass| {
            let once = seconds(pass, 1).min(seconds(pass, 1)).max(1e-7);
            (TURN / once).ceil() as usize
        })
        .collect();
    let mut times: Vec<Times> = passes.iter().map(|_| Times(Vec::new())).collect();
    for _ in 0..ROUNDS {
        for ((pass, &turn), times) in passes.iter_mut().zip(&turns).zip(&mut times) {
            times.0.push(seconds(pass, turn) * 1e9 / (turn * queries) as f64);
        }
    }
    times
}
