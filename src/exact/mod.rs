//! The truth about a pair of shapes by another road than the kernels': exact rational arithmetic on the numbers as written.

mod audit;
mod ellipse;
mod formula;
mod gain;
mod number;
mod oracle;
mod outline;
mod rounding;
mod turn;
mod width;

pub use audit::{Audited, Judged, Recorded, audit};
pub use formula::{Signed, signed};
pub use number::{Exact, orient2d};
pub use oracle::{Class, NormalKind, Truth, truth};
pub use width::{difference_hull, width};
