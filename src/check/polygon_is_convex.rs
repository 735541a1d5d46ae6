//! EPA's polygon is closed, convex and has the origin inside, and its normals look outward, after every change.
//!
//! Around a closed polygon the outward normals, each as long as its edge, add up to zero: turned round, a single one shows at once.

use std::collections::HashMap;

use super::Found;
use super::judge::Context;
use crate::kernel::{EdgeId, EdgeRecord, EventKind, PointId};
use crate::run::{Trace, point_name, short};

pub(super) fn run(_: &Context, trace: &Trace, found: &mut dyn FnMut(Found)) {
    let eps = trace.precision.epsilon();
    let w = |p: PointId| trace.points[p as usize].w;
    // Points of a curved outline carry the rounding of their posed centre, not only their own.
    let radius = if trace.kernel.rounded_support { trace.a.radius + trace.b.radius } else { 0.0 };
    let curved = radius > 0.0 || trace.a.ellipse.is_some() || trace.b.ellipse.is_some();
    let floor = if curved { trace.scale + radius } else { 0.0 };
    // The edge that leaves and the one that enters each vertex, kept up to date as edges are born and die.
    let mut leaves: HashMap<PointId, EdgeId> = HashMap::new();
    let mut enters: HashMap<PointId, EdgeId> = HashMap::new();
    let mut by_death: Vec<EdgeId> = (0..trace.edges.len() as EdgeId).collect();
    by_death.sort_by_key(|&e| trace.edges[e as usize].died);
    let (mut born, mut dead) = (0, 0);
    // The sum of the edges' normals, each as long as its edge, and the length around.
    let (mut sum, mut around, mut closes) = (glam::DVec3::ZERO, 0.0, true);
    let length = |e: &EdgeRecord| (w(e.to) - w(e.from)).length();
    for (step, event) in trace.events.iter().enumerate() {
        let EventKind::Polygon { .. } = event.kind else { continue };
        while let Some(&e) = by_death.get(dead).filter(|&&e| trace.edges[e as usize].died <= step as u32) {
            let edge = &trace.edges[e as usize];
            sum -= edge.normal * length(edge);
            around -= length(edge);
            if leaves.get(&edge.from) == Some(&e) {
                leaves.remove(&edge.from);
            }
            if enters.get(&edge.to) == Some(&e) {
                enters.remove(&edge.to);
            }
            dead += 1;
        }
        let first = born;
        while trace.edges.get(born).is_some_and(|e| e.born <= step as u32) {
            let edge = &trace.edges[born];
            sum += edge.normal * length(edge);
            around += length(edge);
            leaves.insert(trace.edges[born].from, born as EdgeId);
            enters.insert(trace.edges[born].to, born as EdgeId);
            born += 1;
        }
        let mut say = |measured: f64, allowed: f64, message: String| {
            found(Found { step: Some(step as u32), measured: Some(measured), allowed: Some(allowed), message });
        };
        // Each normal is off by a few roundings; so are the ends of its edge.
        let off = sum.length();
        let allowed = 16.0 * eps * (around + trace.scale + radius);
        if closes && !(off <= allowed) {
            closes = false;
            let count = born - dead;
            say(off, allowed, format!("the normals of its {count} edges do not go round: one looks inward"));
        }
        for e in &trace.edges[first..born] {
            let (p, q) = (w(e.from), w(e.to));
            let largest = p.abs().max_element().max(q.abs().max_element()).max(floor);
            // How far the neighbours' far ends stick out of the new edge's line, and how far the origin does.
            for (other, neighbour) in [(leaves.get(&e.to), true), (enters.get(&e.from), false)] {
                let Some(other) = other.map(|&o| &trace.edges[o as usize]) else {
                    say(
                        f64::NAN,
                        0.0,
                        format!("the polygon is open at {}", point_name(if neighbour { e.to } else { e.from })),
                    );
                    continue;
                };
                let far = w(if neighbour { other.to } else { other.from });
                let out = (far - p).dot(e.normal);
                let allowed = 16.0 * eps * largest.max(far.abs().max_element());
                if !(out <= allowed) {
                    say(
                        out,
                        allowed,
                        format!(
                            "not convex at edge {} {}: {} sticks out by {}",
                            point_name(e.from),
                            point_name(e.to),
                            point_name(if neighbour { other.to } else { other.from }),
                            short(out)
                        ),
                    );
                }
            }
            let inside = e.normal.dot(p);
            let allowed = 16.0 * eps * largest;
            if !(inside >= -allowed) {
                say(
                    inside,
                    -allowed,
                    format!(
                        "the origin lies {} outside edge {} {}",
                        short(-inside),
                        point_name(e.from),
                        point_name(e.to)
                    ),
                );
            }
        }
    }
}
