//! The bounds of the signed distance over the steps: the data of the chart, and the chart as a display list.

use super::{Measure, Painted, Theme, Viewport};
use crate::run::Trace;

/// Bounds over steps. Only finite values; steps ascend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoundsChart {
    /// (step, best lower bound of the signed distance so far).
    pub lower: Vec<(u32, f64)>,
    /// (step, latest upper bound).
    pub upper: Vec<(u32, f64)>,
    /// (step, upper minus lower), where it is > 0.
    pub gap: Vec<(u32, f64)>,
    /// (step, distance of EPA's nearest edge plus the radii: the depth so far).
    pub depth: Vec<(u32, f64)>,
    /// The gap spans more than three decades, so its logarithm says more than the bounds themselves.
    pub log: bool,
    /// Number of steps of the trace.
    pub steps: u32,
    /// First step of EPA, if any.
    pub hand_over: Option<u32>,
}

/// The bounds of a trace.
pub fn chart(_trace: &Trace) -> BoundsChart {
    BoundsChart::default()
}

/// The chart as a display list; `step` is marked by a line, `truth` (signed distance) by another one. `log`: the gap on a logarithmic scale instead of the bounds.
pub fn paint_chart(
    _chart: &BoundsChart,
    _step: Option<usize>,
    _truth: Option<f64>,
    _log: bool,
    _view: Viewport,
    _theme: Theme,
    _measure: Measure,
) -> Vec<Painted> {
    vec![]
}

/// The step under that pixel column of the chart.
pub fn step_at(_chart: &BoundsChart, _x: f64, _view: Viewport) -> usize {
    0
}
