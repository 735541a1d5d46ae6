//! Numbers without brackets: columns, CSV, and lines of names and values.

use super::lex::{Num, Path, Seg, Tok, Token};
use super::matrix;
use super::meaning::{Form, Found, Piece, Pt, Shape, THREE_D, What};
use super::names;
use super::{ImportError, Reading, Source, assemble};

const ID: &str = "columns";

/// One line with numbers.
struct Row {
    nums: Vec<Num>,
    label: Option<String>,
    at: usize,
}

/// Lines up to a blank one or to another label.
#[derive(Default)]
struct Block {
    rows: Vec<Row>,
    label: Option<String>,
}

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    // Names with values: `x = 0.5`.
    let assigns =
        source.tokens.iter().any(|t| t.tok == Tok::Is) && source.tree.nodes.iter().skip(1).any(|n| n.name.is_some());
    if assigns {
        let readings = source.read(ID)?;
        if !readings.is_empty() {
            return Ok(readings);
        }
    }
    let (blocks, columns) = blocks(source)?;
    let mut found = Found::default();
    for block in blocks {
        pieces(source, block, &columns, &mut found)?;
    }
    assemble::readings(source, ID, found)
}

/// Which columns are x and y, by a header; twice, with their labels, where A and B stand side by side.
type Columns = Option<Vec<(Option<&'static str>, usize, usize)>>;

fn blocks(source: &Source) -> Result<(Vec<Block>, Columns), ImportError> {
    let mut blocks: Vec<Block> = vec![Block::default()];
    let mut columns = None;
    let mut section: Option<String> = None;
    let mut blank = false;
    for line in source.tokens.split(|t| t.tok == Tok::Newline) {
        let nums: Vec<Num> = line
            .iter()
            .filter_map(|t| match &t.tok {
                Tok::Num(n) => Some(n.clone()),
                _ => None,
            })
            .collect();
        let words: Vec<String> = line.iter().filter_map(word).collect();
        if line.is_empty() {
            blank = true;
            continue;
        }
        if let Some(bad) = line.iter().find(|t| matches!(t.tok, Tok::Bad(_) | Tok::Op(_))) {
            if let (Tok::Bad(message), true) = (&bad.tok, !nums.is_empty() && words.is_empty()) {
                return Err(source.error(bad.span.start, message));
            }
            if matches!(bad.tok, Tok::Op(_)) && nums.len() > 1 && words.is_empty() {
                return Err(source.error(bad.span.start, "arithmetic is not evaluated here; write the value"));
            }
            continue;
        }
        let said = words.join(" ");
        if nums.is_empty() {
            if let Some(found) = header(line) {
                columns = Some(found);
            } else if names::side(&said).is_some() {
                section = Some(said);
                blank = true;
            } else if let Some(token) = line.iter().find(|t| t.tok == Tok::Comment) {
                let comment = source.text[token.span.clone()].trim_matches(['#', '/', '*', '-', ';', '%', ' ']);
                if comment.len() < 60 && names::side(comment).is_some() {
                    section = Some(comment.to_owned());
                    blank = true;
                }
            }
            continue;
        }
        // A sentence with a number in it is no row: `A has 3 points`.
        if words.len() > 2 {
            if names::side(&said).is_some() && said.len() < 60 {
                section = Some(said);
                blank = true;
            }
            continue;
        }
        let label = Some(said).filter(|said| !said.is_empty());
        let label_side = label.as_deref().and_then(names::side);
        let last = blocks.last().and_then(|b| b.rows.last());
        let changed = last.is_some_and(|row| label_side.is_some() && row.label != label);
        if blank || changed {
            blocks.push(Block::default());
            blank = false;
        }
        if let Some(block) = blocks.last_mut() {
            block.label = label.clone().filter(|_| label_side.is_some()).or_else(|| section.clone());
            block.rows.push(Row { at: nums[0].span.start, nums, label });
        }
    }
    blocks.retain(|block| !block.rows.is_empty());
    Ok((blocks.into_iter().flat_map(counted).collect(), columns))
}

/// A block of lists that each begin with a line of their count; else the block as it is.
fn counted(block: Block) -> Vec<Block> {
    let count = |row: &Row| match &row.nums[..] {
        [n] if n.value >= 1.0 && n.value.fract() == 0.0 => Some(n.value as usize),
        _ => None,
    };
    let mut at = 0;
    while at < block.rows.len() {
        let end = count(&block.rows[at]).map_or(usize::MAX, |n| at.saturating_add(n).saturating_add(1));
        if end > block.rows.len() || block.rows[at + 1..end].iter().any(|row| row.nums.len() < 2) {
            return vec![block];
        }
        at = end;
    }
    let label = block.label;
    let mut lists: Vec<Block> = Vec::new();
    let mut left = 0;
    for row in block.rows {
        if left == 0 {
            left = count(&row).unwrap_or(0);
            lists.push(Block { label: label.clone(), ..Block::default() });
        } else {
            left -= 1;
            if let Some(list) = lists.last_mut() {
                list.rows.push(row);
            }
        }
    }
    lists
}

/// The line begins with the name of a round shape: `circle 0 0 1`.
fn is_circle(row: &Row) -> bool {
    let word = row.label.as_deref().and_then(|label| label.split_whitespace().next()).unwrap_or("");
    row.nums.len() == 3 && matches!(word.to_lowercase().as_str(), "circle" | "ball" | "disk" | "disc")
}

fn word(token: &Token) -> Option<String> {
    match &token.tok {
        Tok::Word(Path { segs, .. }) => match &segs[..] {
            [Seg::Name(name)] => Some(name.clone()),
            [Seg::Name(side), Seg::Name(axis)] if side.len() == 1 && axis.len() == 1 => Some(format!("{side}.{axis}")),
            _ => Some(String::new()),
        },
        _ => None,
    }
}

/// The places of x and y among the numbers of a row, by a line of names. Columns of words are not counted.
fn header(line: &[Token]) -> Columns {
    let words: Vec<String> = line.iter().filter_map(word).map(|w| w.to_lowercase()).collect();
    let textual = |w: &str| matches!(w, "name" | "shape" | "body" | "polygon" | "label" | "poly" | "object");
    let numeric: Vec<&String> = words.iter().filter(|w| !textual(w)).collect();
    let of = |names: [&str; 3]| numeric.iter().position(|w| names.contains(&w.as_str()));
    if let Some((x, y)) = of(["x", "px", "pos_x"]).zip(of(["y", "py", "pos_y"])) {
        return Some(vec![(None, x, y)]);
    }
    // `Ax Ay Bx By`, `a.x`, `x_a`.
    let place = |side: char, axis: char| {
        let (before, behind) = (format!("{side}{axis}"), format!("{axis}{side}"));
        let letters = |w: &str| w.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        numeric.iter().position(|w| letters(w) == before || letters(w) == behind)
    };
    let both = |label: &'static str, side: char| Some((Some(label), place(side, 'x')?, place(side, 'y')?));
    Some(vec![both("A", 'a')?, both("B", 'b')?])
}

fn pieces(source: &Source, block: Block, columns: &Columns, found: &mut Found) -> Result<(), ImportError> {
    let names: Vec<String> = block.label.iter().cloned().collect();
    let rows: Vec<Vec<Num>> = block.rows.iter().map(|row| row.nums.clone()).collect();
    let at = block.rows[0].at;
    let width = rows[0].len();
    let even = rows.iter().all(|row| row.len() == width);
    let shape = |form: Form| What::Shape(Shape { form, radius: None, pose: None });
    let pt = |row: &[Num], i: usize, j: usize| Pt { x: row[i].clone(), y: row[j].clone(), z: None };
    if let Some(columns) = columns {
        for (side, x, y) in columns {
            // A column of words counts no number, whatever its header calls it.
            let worded = block.rows.iter().all(|row| row.label.is_some() && row.nums.len() == *x.max(y));
            let (x, y) = if worded && *x.min(y) > 0 { (&(x - 1), &(y - 1)) } else { (x, y) };
            if let Some(row) = block.rows.iter().find(|row| row.nums.len() <= *x.max(y)) {
                return Err(source.error(row.at, "fewer numbers than the header has columns"));
            }
            let points = rows.iter().map(|row| pt(row, *x, *y)).collect();
            let names = side.map(|side| vec![side.to_owned()]).unwrap_or_else(|| names.clone());
            let what = shape(Form::Points { points, loose: false });
            found.pieces.push(Piece { what, names, at, chained: false });
        }
        return Ok(());
    }
    let mut push = |what: What, at: usize| {
        found.pieces.push(Piece { what, names: names.clone(), at, chained: false });
    };
    if block.rows.iter().all(is_circle) {
        for row in &block.rows {
            let (center, radius) = (Some(pt(&row.nums, 0, 1)), row.nums[2].clone());
            push(shape(Form::Circle { center, radius }), row.at);
        }
        found.notes.push("a circle of three numbers is x, y and radius".into());
        return Ok(());
    }
    if let Some((pose, note)) = matrix::pose(&rows).map_err(|message| source.error(at, &message))? {
        push(What::Pose(pose), at);
        found.notes.extend(note.map(str::to_owned));
        return Ok(());
    }
    match width {
        _ if !even => {
            // Wrapped numbers are one list; points of different width are not.
            let message = format!(
                "a line of {} numbers after lines of {width}",
                rows.iter().map(Vec::len).find(|n| *n != width).unwrap_or(0)
            );
            if rows.len() > 1 && rows[..rows.len() - 1].iter().any(|row| row.len() != width) {
                return Err(source.error(at, &message));
            }
            push(shape(Form::Flat(rows.into_iter().flatten().collect())), at);
        }
        1 => push(shape(Form::Flat(rows.into_iter().flatten().collect())), at),
        2 if rows.len() == 1 => push(What::Point(pt(&rows[0], 0, 1)), at),
        2 => {
            let loose = block.label.is_none();
            push(shape(Form::Points { points: rows.iter().map(|row| pt(row, 0, 1)).collect(), loose }), at);
        }
        3 if rows.len() > 1 || block.label.is_some() => {
            let same = rows.iter().all(|row| row[2].value == rows[0][2].value);
            if !same || rows.len() == 1 {
                let counted =
                    rows.len() > 2 && (0..rows.len()).all(|i| rows[i][0].value == rows[0][0].value + i as f64);
                let hint = if counted { "; if the first column counts the points, add a header: i x y" } else { "" };
                return Err(source.error(at, &format!("{THREE_D}{hint}")));
            }
            let points = rows.iter().map(|row| Pt { z: Some(row[2].clone()), ..pt(row, 0, 1) }).collect();
            push(shape(Form::Points { points, loose: false }), at);
        }
        _ if rows.len() == 2 && block.label.is_none() && width > 2 => push(shape(Form::Rows(rows)), at),
        _ => {
            for row in rows {
                push(shape(Form::Flat(row)), at);
            }
        }
    }
    Ok(())
}
