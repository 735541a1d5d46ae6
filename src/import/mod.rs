//! What people paste, as scenes; reading and writing files is the caller's.

mod lex;
mod names;
mod tree;
mod matrix;
mod meaning;
mod assemble;
mod cases;
mod hand;
mod decimal_commas;

mod scene_file;
mod case_objects;
mod wkt;
mod svg;
mod pose_matrix;
mod field_writes;
mod constructors;
mod brace_lists;
mod nested_lists;
mod hex_words;
mod columns;

use std::ops::Range;

pub use cases::{ImportError, ImportedCase, LeftOut, case_text, cases};
pub use hand::{BY_HAND, Field, Group, Number, Order, Part, Whose, by_hand, groups, select};

use crate::scene::Scene;
use decimal_commas::Commas;
use lex::Token;
use tree::Tree;

/// Largest text that [`paste`] reads, 1 MiB.
pub const MOST_PASTED: usize = 1 << 20;

/// Everything a pasted text can mean, at least one reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Paste {
    /// Most likely first, but never chosen for a person: more than one is a question.
    pub readings: Vec<Reading>,
}

/// One way to read a pasted text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Id of the row of [`IMPORTERS`], or [`BY_HAND`].
    pub importer: &'static str,
    /// What it says in short: `A: polygon of 4 points, B: circle`.
    pub label: String,
    /// The scene, without an expectation unless the text has one.
    pub scene: Scene,
    /// What became what, body by body.
    pub assigned: Vec<Assignment>,
    /// What was left out, in the order of the text; at most 1,000 pieces.
    pub ignored: Vec<Ignored>,
    /// What should be known of this reading; may be empty.
    pub note: String,
}

/// A number of the text and what it became.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// `A.points[0].x`, `B.rotation`.
    pub what: String,
    /// Bytes of the text.
    pub span: Range<usize>,
    /// Line and column, both from 1, the column in characters.
    pub place: (usize, usize),
    /// As pasted, or as computed from what was pasted: `4 / 2`.
    pub literal: String,
    /// The value, exactly as in the scene; for an angle in whole quarter turns, its degrees.
    pub value: f64,
}

/// A part of the text that became nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Ignored {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// Line and column, both from 1, the column in characters.
    pub place: (usize, usize),
    /// The text.
    pub text: String,
}

/// A row of the list of importers.
pub struct Importer {
    /// Kebab-case word.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// Its readings; none if the text is not of its kind, an error if it is and cannot be read.
    read: fn(&Source) -> Result<Vec<Reading>, ImportError>,
}

/// Every kind of text, the most telling first: the first that has a reading is the one. Adding one is a file and a row.
pub const IMPORTERS: &[Importer] = &[
    Importer { id: "scene", label: "A scene of this tool (RON)", read: scene_file::read },
    Importer { id: "cases", label: "Case objects in JSON, {\"id\": .., \"dim\": 2, ..}", read: case_objects::read },
    Importer { id: "svg", label: "SVG: polygon, polyline, line, rect, circle, ellipse", read: svg::read },
    Importer { id: "wkt", label: "WKT: POLYGON, LINESTRING, MULTIPOINT, POINT", read: wkt::read },
    Importer { id: "pose-matrix", label: "Shapes with 3x3 or 4x4 pose matrices", read: pose_matrix::read },
    Importer { id: "field-writes", label: "Field writes: proxyA.points[0].x = 0.5;", read: field_writes::read },
    Importer {
        id: "constructors",
        label: "Constructor calls: b2Vec2(1, 2), Cuboid::new(..)",
        read: constructors::read,
    },
    Importer { id: "brace-lists", label: "C, C++ and Lua lists: {{1.0f, 2.0f}, ..}", read: brace_lists::read },
    Importer {
        id: "nested-lists",
        label: "Python, numpy, JSON, Julia, MATLAB lists: [[1, 2], ..]",
        read: nested_lists::read,
    },
    Importer { id: "hex-words", label: "Bits of f32 or f64: 0x3ee66666 3f800000", read: hex_words::read },
    Importer {
        id: "columns",
        label: "Bare columns and CSV: x y a line, a blank line between A and B",
        read: columns::read,
    },
];

/// Reads a text as people paste it: code, logs, debugger output, data. Never panics, never chooses between two meanings.
///
/// Names beside the numbers (`proxyA`, `shape2`, `second`) say what is A and what is B, else the order does. Literals keep
/// their digits; one with a suffix of f32, or 8 hex digits, is the f32 it denotes, and the scene then runs in f32. Lengths of
/// any one unit are taken as scene units; angles are radians unless they have a unit.
pub fn paste(text: &str) -> Result<Paste, ImportError> {
    if text.len() > MOST_PASTED {
        let message = "larger than 1 MiB; paste less, or write a scene file".to_owned();
        return Err(ImportError { case: String::new(), message, line: 1, column: 1 });
    }
    match decimal_commas::commas(text) {
        Commas::Separate => as_written(text),
        Commas::Decimal => decimal(text),
        Commas::Either => {
            let mut both = decimal(text)?;
            both.readings.extend(as_written(text).map_or_else(|_| Vec::new(), |paste| paste.readings));
            Ok(both)
        }
    }
}

/// The readings with commas that stand before decimals.
fn decimal(text: &str) -> Result<Paste, ImportError> {
    let points = decimal_commas::with_points(text);
    let mut paste = as_written(&points)?;
    for reading in &mut paste.readings {
        let note = if reading.note.is_empty() { "" } else { "; " };
        reading.note = format!("the commas stand before decimals: 0,5 is 0.5{note}{}", reading.note);
        // Literals as they were pasted; what was computed from several keeps its points.
        for a in reading.assigned.iter_mut().filter(|a| points[a.span.clone()].trim() == a.literal) {
            a.literal = text[a.span.clone()].trim().to_owned();
        }
        for ignored in &mut reading.ignored {
            ignored.text = text[ignored.span.clone()].to_owned();
        }
    }
    Ok(paste)
}

fn as_written(text: &str) -> Result<Paste, ImportError> {
    let source = Source::new(text)?;
    for importer in IMPORTERS {
        let readings = (importer.read)(&source)?;
        if !readings.is_empty() {
            return Ok(Paste { readings });
        }
    }
    let kinds: Vec<&str> = IMPORTERS.iter().map(|i| i.id).collect();
    let message = format!("nothing here is understood as shapes; understood are {}", kinds.join(", "));
    Err(source.error(0, &message))
}

/// A text with its tokens and its tree.
pub(in crate::import) struct Source<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    tree: Tree,
    /// Where lines begin.
    lines: Vec<usize>,
    /// Characters before every 1024th byte.
    characters: Vec<usize>,
}

const STRIDE: usize = 1024;

impl<'t> Source<'t> {
    fn new(text: &'t str) -> Result<Source<'t>, ImportError> {
        let tokens = lex::tokens(text);
        let tree = tree::tree(text, &tokens);
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1));
        let mut characters = vec![0];
        let mut count = 0;
        for chunk in text.as_bytes().chunks(STRIDE) {
            count += starts(chunk);
            characters.push(count);
        }
        let empty = Tree { nodes: Vec::new(), writes: false, calls: false };
        let mut source = Source { text, tokens, tree: empty, lines, characters };
        match tree {
            Ok(tree) => source.tree = tree,
            Err(tree::TooDeep(at)) => return Err(source.error(at, "brackets are nested too deeply")),
        }
        Ok(source)
    }

    /// Line and column of a byte.
    fn place(&self, at: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= at);
        let before = |at: usize| {
            let stride = at / STRIDE;
            self.characters[stride] + starts(&self.text.as_bytes()[stride * STRIDE..at])
        };
        (line, before(at) - before(self.lines[line - 1]) + 1)
    }

    fn error(&self, at: usize, message: &str) -> ImportError {
        let (line, column) = self.place(at.min(self.text.len()));
        let message = message.chars().take(400).collect();
        ImportError { case: String::new(), message, line, column }
    }

    /// The readings of the tree.
    fn read(&self, importer: &'static str) -> Result<Vec<Reading>, ImportError> {
        let found = meaning::pieces(self, &self.tree)?;
        assemble::readings(self, importer, found)
    }

    fn has_open(&self, brackets: &[u8]) -> bool {
        self.tokens.iter().any(|t| matches!(t.tok, lex::Tok::Open(b) if brackets.contains(&b)))
    }
}

/// How many characters begin in these bytes of UTF-8.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| **b & 0xC0 != 0x80).count()
}
