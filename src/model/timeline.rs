//! What the timeline draws, prepared once per run: problems, iteration starts, and a pyramid of bins, so that a frame looks at
//! as many bins as fit on the screen and never at all events.

use super::Problem;
use crate::check::{Report, Severity};
use crate::exact::Judged;
use crate::kernel::EventKind;
use crate::run::Trace;

/// The form of a pip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Start of a run.
    Start,
    /// A support call.
    Support,
    /// A decision.
    Decision,
    /// A reduction of the simplex.
    Reduction,
    /// Bounds.
    Bounds,
    /// A change of EPA's polygon, or its nearest edge.
    Polytope,
    /// From GJK to EPA.
    HandOver,
    /// The end.
    Exit,
}

impl Kind {
    /// All kinds, in the order of the legend.
    pub const ALL: [Kind; 8] = [
        Kind::Start,
        Kind::Support,
        Kind::Decision,
        Kind::Reduction,
        Kind::Bounds,
        Kind::Polytope,
        Kind::HandOver,
        Kind::Exit,
    ];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Kind::Start => "start",
            Kind::Support => "support",
            Kind::Decision => "decision",
            Kind::Reduction => "reduction",
            Kind::Bounds => "bounds",
            Kind::Polytope => "polygon",
            Kind::HandOver => "hand-over",
            Kind::Exit => "exit",
        }
    }

    /// The kind of an event.
    pub fn of(event: &EventKind) -> Kind {
        match event {
            EventKind::Start { .. } | EventKind::Given { .. } => Kind::Start,
            EventKind::Support { .. } => Kind::Support,
            EventKind::Test(_) => Kind::Decision,
            EventKind::Reduce { .. } => Kind::Reduction,
            EventKind::Bounds { .. } => Kind::Bounds,
            EventKind::Polygon { .. } | EventKind::Nearest { .. } => Kind::Polytope,
            EventKind::HandOver { .. } => Kind::HandOver,
            EventKind::Exit { .. } => Kind::Exit,
        }
    }
}

/// The worst that is known of some steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A decision that rounding could have changed.
    Fragile,
    /// A finding worth knowing.
    Note,
    /// A finding that is an error.
    Finding,
    /// A false decision.
    False,
}

/// A stretch of steps, summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The worst that is known of it.
    pub mark: Mark,
    /// How many of its steps are of each kind.
    pub kinds: [u32; 8],
    /// Its first step begins an iteration.
    pub iteration_starts: bool,
    /// Least lower and greatest upper bound that hold in it.
    pub bounds: Option<(f64, f64)>,
    /// Bounds of the second phase.
    pub phase: u8,
}

impl Bin {
    fn join(self, other: Bin) -> Bin {
        let mut kinds = self.kinds;
        for (sum, n) in kinds.iter_mut().zip(other.kinds) {
            *sum += n;
        }
        Bin {
            mark: self.mark.max(other.mark),
            kinds,
            iteration_starts: self.iteration_starts || other.iteration_starts,
            bounds: match (self.bounds, other.bounds) {
                (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
                (one, two) => one.or(two),
            },
            phase: self.phase.max(other.phase),
        }
    }
}

/// See the head of this file.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// Steps with findings, in order.
    pub problems: Vec<Problem>,
    /// First step of each iteration.
    pub iterations: Vec<u32>,
    /// The least and the greatest gap > 0 between the bounds.
    pub gap: Option<(f64, f64)>,
    /// Level k sums up 2^k steps per bin.
    levels: Vec<Vec<Bin>>,
}

impl Timeline {
    /// Prepares the timeline of a run.
    pub fn new(trace: Option<&Trace>, report: Option<&Report>) -> Self {
        let Some(trace) = trace.filter(|t| !t.is_empty()) else { return Timeline::default() };
        let end = trace.len() as u32 - 1;
        let mut problems: Vec<Problem> = report.map_or(Vec::new(), |report| {
            let problem = |(i, f): (usize, &crate::check::Finding)| Problem {
                step: f.step.unwrap_or(end).min(end),
                error: f.severity == Severity::Error,
                finding: i as u32,
            };
            report.findings.iter().enumerate().map(problem).collect()
        });
        problems.sort_by_key(|p| (p.step, !p.error, p.finding));
        let mut iterations: Vec<u32> = Vec::new();
        let mut gap: Option<(f64, f64)> = None;
        let mut level = Vec::with_capacity(trace.len());
        let mut last_iteration = None;
        for (i, event) in trace.events.iter().enumerate() {
            let starts = last_iteration != Some(event.iteration);
            if starts {
                iterations.push(i as u32);
            }
            last_iteration = Some(event.iteration);
            let mut kinds = [0; 8];
            kinds[Kind::of(&event.kind) as usize] = 1;
            let said = match event.kind {
                EventKind::Bounds { lower, upper } if lower.is_finite() && upper.is_finite() => Some((lower, upper)),
                _ => None,
            };
            if let Some(g) = said.map(|(lower, upper)| upper - lower).filter(|g| *g > 0.0) {
                gap = Some(gap.map_or((g, g), |(least, most)| (least.min(g), most.max(g))));
            }
            level.push(Bin { mark: Mark::None, kinds, iteration_starts: starts, bounds: said, phase: event.phase });
        }
        for p in &problems {
            let bin = &mut level[p.step as usize];
            bin.mark = bin.mark.max(if p.error { Mark::Finding } else { Mark::Note });
        }
        for audited in report.iter().flat_map(|r| &r.audit) {
            let mark = match audited.judged {
                Judged::Right => Mark::None,
                Judged::Fragile => Mark::Fragile,
                Judged::FalseSign | Judged::FalseClaim => Mark::False,
            };
            if let Some(bin) = level.get_mut(audited.step as usize) {
                bin.mark = bin.mark.max(mark);
            }
        }
        let mut levels = vec![level];
        while let Some(last) = levels.last().filter(|l| l.len() > 1) {
            let next = last.chunks(2).map(|c| c.iter().copied().reduce(Bin::join).unwrap_or(c[0])).collect();
            levels.push(next);
        }
        Timeline { problems, iterations, gap, levels }
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.levels.first().map_or(0, Vec::len)
    }

    /// No step at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// At most `most` bins over all steps, and how many steps each sums up (1: a bin is a step).
    pub fn bins(&self, most: usize) -> (&[Bin], usize) {
        for (k, level) in self.levels.iter().enumerate() {
            if level.len() <= most.max(1) {
                return (level, 1 << k);
            }
        }
        (&[], 1)
    }

    /// The gap falls by more than three decades, so that its logarithm says more than the bounds.
    pub fn gap_spans(&self) -> bool {
        self.gap.is_some_and(|(least, most)| most > 1e3 * least)
    }

    /// The bin of one step.
    pub fn at(&self, step: usize) -> Option<&Bin> {
        self.levels.first()?.get(step)
    }

    /// The findings at a step, as indices into the report.
    pub fn findings_at(&self, step: usize) -> impl Iterator<Item = usize> + '_ {
        let from = self.problems.partition_point(|p| (p.step as usize) < step);
        self.problems[from..].iter().take_while(move |p| p.step as usize == step).map(|p| p.finding as usize)
    }
}
