//! Looking across many runs of one scene: every kernel, both precisions, other starts, ties and orders, side by side.

mod compare;

pub use compare::{Compared, Twist, Twisted, applicable, compare, compare_one, convergence, part, twists};
