//! Pose matrices: 2x3 and 3x3 homogeneous in 2D, and 4x4 whose rotation is about z.

use super::lex::Num;
use super::meaning::{Pose, Pt, Rot};

/// How far columns of printed digits may be from unit length and a right angle.
const SLOP: f64 = 1e-3;

/// The pose that rows of numbers are, and a note; `None` if they are no matrix of a pose, `Err` if it is one that a 2D scene
/// cannot have.
pub(super) fn pose(rows: &[Vec<Num>]) -> Result<Option<(Pose, Option<&'static str>)>, String> {
    let (m, n) = (rows.len(), rows[0].len());
    if rows.iter().any(|row| row.len() != n) || !matches!((m, n), (2, 3) | (3, 3) | (4, 4) | (3, 4)) {
        return Ok(None);
    }
    let v = |i: usize, j: usize| rows[i][j].value;
    let unit_row = |i: usize| (0..n).all(|j| v(i, j) == if j == n - 1 { 1.0 } else { 0.0 });
    let unit_column = |j: usize| (0..m).all(|i| v(i, j) == if i == m - 1 { 1.0 } else { 0.0 });
    let by_rows = m != n || unit_row(m - 1);
    let by_columns = m == n && unit_column(n - 1);
    if !by_rows && !by_columns {
        return Ok(None);
    }
    let transposed = !by_rows;
    let at = |i: usize, j: usize| if transposed { &rows[j][i] } else { &rows[i][j] };
    let value = |i: usize, j: usize| at(i, j).value;
    let last = n - 1;
    if n == 4 {
        let flat =
            value(2, 0) == 0.0 && value(2, 1) == 0.0 && value(0, 2) == 0.0 && value(1, 2) == 0.0 && value(2, 2) == 1.0;
        let lengths: Vec<f64> = (0..3).map(|j| (0..3).map(|i| value(i, j) * value(i, j)).sum()).collect();
        if !flat {
            return match lengths.iter().all(|l| (l - 1.0).abs() < SLOP) {
                true => Err("a matrix that turns about another axis than z; 3D scenes are not supported yet".into()),
                false => Ok(None),
            };
        }
    }
    let (c, s) = (value(0, 0), value(1, 0));
    let turned = (value(0, 1) + s).abs() < SLOP && (value(1, 1) - c).abs() < SLOP;
    if !turned || (c * c + s * s - 1.0).abs() > SLOP {
        // Rows of 3D points look the same as a matrix with a scale; only a clear one is refused as such.
        return match n == 4 || m == 2 {
            true if n == 4 => Err("a matrix with a scale, a shear or a mirror; a pose turns and moves".into()),
            _ => Ok(None),
        };
    }
    let z = (n == 4).then(|| at(2, last).clone());
    let pose = Pose {
        translation: Some(Pt { x: at(0, last).clone(), y: at(1, last).clone(), z }),
        rotation: Some(Rot::CosSin(at(0, 0).clone(), at(1, 0).clone())),
    };
    let note = match (transposed, by_rows && by_columns && s != 0.0) {
        (true, _) => Some("the matrix has its translation in the last row; read as its transpose"),
        (_, true) => Some("the matrix has no translation; read with the rotation's columns as columns, (c, s) first"),
        _ => None,
    };
    Ok(Some((pose, note)))
}
