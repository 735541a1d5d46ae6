//! Tokens as a tree of named groups: brackets of every language, field writes folded into the object they fill.

mod said;

use std::collections::{HashMap, HashSet};

use super::lex::{Num, Path, Seg, Span, Tok, Token, blank_before};
use super::names;
use crate::scene::MOST_POINTS;
use said::is_noun;

/// Deepest nesting of brackets.
const DEEPEST: usize = 60;

/// What a node is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Num(Num),
    /// What looks like a number or a value and is none, and why.
    Bad(String),
    /// Bracketed (`open` is its bracket) or made of field writes (`open` is 0).
    Group {
        open: u8,
        items: Vec<usize>,
    },
}

/// A value with the words that stand before it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Its key: `points` in `points = ..`; for `[0] = ..` the index as text.
    pub name: Option<String>,
    /// Its index, where the key is one.
    pub index: Option<u64>,
    /// The words before it, as a type or a call: `Isometry2::new`.
    pub head: Vec<String>,
    /// A label on an earlier line: `A:`.
    pub section: Option<String>,
    /// Where its label stands: two labels of the same words are two things.
    pub labelled_at: usize,
    pub kind: Kind,
    pub span: Span,
    /// A call chained to the node before: `.translation(..)`.
    pub chained: bool,
    /// Its bracket follows a word without a space.
    pub call: bool,
    /// Its numbers are f32: `Float32[..]`, `dtype=float32`.
    pub single: bool,
    /// Words in it that stand alone between commas: names of values.
    pub words: Vec<String>,
}

/// All nodes; the first is the whole text.
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    /// There are writes to fields of fields.
    pub writes: bool,
    /// There is a word right before a `(`.
    pub calls: bool,
}

/// Too deep a nesting, and where.
pub(super) struct TooDeep(pub usize);

/// The tree of all tokens. Unclosed and stray brackets are tolerated.
pub(super) fn tree(text: &str, tokens: &[Token]) -> Result<Tree, TooDeep> {
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        tree: Tree { nodes: Vec::new(), writes: false, calls: false },
        fields: HashMap::new(),
        kept: HashSet::new(),
        labelled_at: 0,
        copies: MOST_POINTS,
    };
    let root = parser.add(None, None, Vec::new(), None, Kind::Group { open: 0, items: Vec::new() }, 0..text.len());
    parser.items(root, 0)?;
    Ok(parser.tree)
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    tree: Tree,
    /// Objects made by field writes, by the group they stand in and their key.
    fields: HashMap<(usize, String), usize>,
    /// Of such an object what it took over when its variable was written to once more.
    kept: HashSet<(usize, usize)>,
    /// Where the label of the next node stands.
    labelled_at: usize,
    /// How many more copies `<repeats ..>` may make.
    copies: usize,
}

/// `main.rs: 12` is a place in a program.
fn is_source_file(words: &[(String, Option<u64>)]) -> bool {
    let last = words.last().map_or("", |(word, _)| word.as_str());
    matches!(
        last,
        "rs" | "c" | "h" | "cc" | "cpp" | "hpp" | "cxx" | "cs" | "py" | "js" | "ts" | "lua" | "jl" | "go" | "java"
    ) && words.len() == 2
}

/// A word for f32 that a library prints beside its numbers.
fn says_single(word: &str) -> bool {
    let last = word.rsplit("::").next().unwrap_or(word).to_ascii_lowercase();
    matches!(last.as_str(), "float32" | "f32" | "float32array")
}

/// A word of a library that makes a list of what follows, and no shape.
fn makes_list(word: &str) -> bool {
    let last = word.rsplit("::").next().unwrap_or(word).to_ascii_lowercase();
    matches!(last.as_str(), "array" | "asarray" | "list" | "tuple" | "tensor" | "matrix" | "shape" | "print" | "log")
}

/// The last dotted word as one text, for a head.
fn joined(path: &Path) -> String {
    let segs = path.segs.iter().map(|seg| match seg {
        Seg::Name(name) => name.clone(),
        Seg::Index(index) => index.to_string(),
    });
    segs.collect::<Vec<_>>().join("::")
}

/// A label and where it stands.
type Label = Option<(String, usize)>;

/// What labels say of the values behind them.
#[derive(Default)]
struct Labels {
    /// Of a part of the text: `A:` on a line of its own.
    section: Label,
    /// Up to the end of the statement.
    inline: Label,
    /// `c1: pos=(0, 0) r=1`: what the whole line speaks of.
    line: Label,
}

impl Labels {
    fn of(&self, keyed: bool) -> Label {
        let inline = || self.inline.clone().filter(|_| !keyed);
        self.line.clone().or_else(|| self.section.clone()).or_else(inline)
    }

    /// Some label says which of the two it speaks of.
    fn sided(&self) -> bool {
        [&self.section, &self.inline, &self.line].into_iter().flatten().any(|(words, _)| names::side(words).is_some())
    }
}

/// The last word of a path.
fn last_name(path: &Path) -> &str {
    match path.segs.last() {
        Some(Seg::Name(name)) => name,
        _ => "",
    }
}

/// What stands before the next value.
#[derive(Default)]
struct Pending {
    key: Option<Path>,
    head: Vec<String>,
    chained: bool,
}

impl Parser<'_> {
    fn add(
        &mut self,
        name: Option<String>,
        index: Option<u64>,
        head: Vec<String>,
        section: Option<String>,
        kind: Kind,
        span: Span,
    ) -> usize {
        self.tree.nodes.push(Node {
            name,
            index,
            head,
            section,
            labelled_at: self.labelled_at,
            kind,
            span,
            chained: false,
            call: false,
            single: false,
            words: Vec::new(),
        });
        self.tree.nodes.len() - 1
    }

    fn child(&mut self, parent: usize, child: usize) {
        if let Kind::Group { items, .. } = &mut self.tree.nodes[parent].kind {
            items.push(child);
        }
    }

    fn peek(&self, ahead: usize) -> Option<&Tok> {
        self.tokens.get(self.at + ahead).map(|t| &t.tok)
    }

    /// Hangs a value into `parent`, under its key's path, and returns its id.
    fn place(&mut self, parent: usize, before: Pending, label: Label, kind: Kind, span: Span) -> usize {
        let (section, labelled_at) = label.unzip();
        self.labelled_at = labelled_at.unwrap_or(0);
        let segs = before.key.map(|path| path.segs).unwrap_or_default();
        let words: Vec<(String, Option<u64>)> = segs
            .into_iter()
            .map(|seg| match seg {
                Seg::Name(name) => (name, None),
                Seg::Index(index) => (index.to_string(), Some(index)),
            })
            .collect();
        let mut parent = parent;
        let mut section = section;
        let mut owner = None;
        if words.len() > 1 {
            self.tree.writes |= matches!(kind, Kind::Num(_)) && !is_source_file(&words);
            for (word, index) in &words[..words.len() - 1] {
                owner = Some((word.clone(), parent));
                parent = match self.fields.get(&(parent, word.clone())) {
                    Some(id) => *id,
                    None => {
                        let kind = Kind::Group { open: 0, items: Vec::new() };
                        let id = self.add(Some(word.clone()), *index, Vec::new(), section.take(), kind, span.clone());
                        self.child(parent, id);
                        self.fields.insert((parent, word.clone()), id);
                        id
                    }
                };
            }
        }
        let (name, index) = words.into_iter().next_back().unzip();
        if let (Some(name), Some(index), Some((owner, within))) = (&name, index, owner) {
            parent = self.rewritten(within, &owner, parent, (name, index));
        }
        let id = self.add(name, index.flatten(), before.head, section, kind, span);
        self.tree.nodes[id].chained = before.chained;
        self.child(parent, id);
        id
    }

    /// The object that a write to `field` of the variable `owner`, an item of `within`, goes to. `def.position = ..` twice fills two
    /// bodies from one variable: the second object takes over what is not written again.
    fn rewritten(&mut self, within: usize, owner: &str, object: usize, field: (&String, Option<u64>)) -> usize {
        let same = |node: &Node| node.name.as_ref() == Some(field.0) && node.index == field.1;
        let Kind::Group { items, .. } = &self.tree.nodes[object].kind else { return object };
        // A body has a few fields; what has more is a list.
        if items.len() > 16 {
            return object;
        }
        let items = items.clone();
        let Some(&before) = items.iter().find(|i| same(&self.tree.nodes[**i])) else { return object };
        if self.kept.contains(&(object, before)) {
            if let Kind::Group { items, .. } = &mut self.tree.nodes[object].kind {
                items.retain(|i| *i != before);
            }
            return object;
        }
        let Node { name, index, section, span, .. } = &self.tree.nodes[object];
        let (name, index, section, span) = (name.clone(), *index, section.clone(), span.clone());
        let others: Vec<usize> = items.into_iter().filter(|i| *i != before).collect();
        let kind = Kind::Group { open: 0, items: others.clone() };
        let id = self.add(name, index, Vec::new(), section, kind, span);
        self.kept.extend(others.into_iter().map(|i| (id, i)));
        self.child(within, id);
        self.fields.insert((within, owner.to_owned()), id);
        id
    }

    /// Everything up to the closing bracket of `group`, or to the end.
    fn items(&mut self, group: usize, depth: usize) -> Result<(), TooDeep> {
        let mut before = Pending::default();
        let mut labels = Labels::default();
        // Positions among the children at which a row ends.
        let (mut hard, mut soft) = (Vec::new(), Vec::new());
        let count = |tree: &Tree| match &tree.nodes[group].kind {
            Kind::Group { items, .. } => items.len(),
            _ => 0,
        };
        let mut comma = false;
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            let was_comma = std::mem::take(&mut comma);
            match &token.tok {
                Tok::Comment => {
                    comma = was_comma;
                    let words = self.text[token.span.clone()].trim_start_matches(['/', '*', '#', '-', ';', '%', ' ']);
                    let words = words.trim_end_matches(['*', '/', ' ']);
                    if depth == 0
                        && words.len() < 60
                        && names::side(words).is_some()
                        && blank_before(self.text, token.span.start)
                    {
                        labels.section = Some((words.to_owned(), token.span.start));
                    }
                }
                Tok::Newline => {
                    comma = was_comma;
                    labels.inline = None;
                    labels.line = None;
                    if !was_comma {
                        soft.push(count(&self.tree));
                    }
                    if depth == 0 {
                        let words = match before.key.take() {
                            Some(path) => Some([before.head.join(" "), joined(&path)].join(" ")),
                            None => Some(before.head.join(" ")),
                        };
                        let words = words.filter(|words| !words.trim().is_empty());
                        // Where a block of code opens on the next line, the words belong to it.
                        let opens = (0..4).map(|i| self.peek(i)).find(|t| !matches!(t, Some(Tok::Newline)));
                        let opens = matches!(opens, Some(Some(Tok::Open(b'{'))));
                        if let Some(words) = words {
                            if names::side(&words).is_some() {
                                labels.section = Some((words, token.span.start));
                            } else if opens {
                                continue;
                            }
                        }
                        before = Pending::default();
                    }
                }
                Tok::Comma => {
                    comma = true;
                    self.alone(group, depth, &before);
                    before = Pending::default();
                }
                Tok::Semi => {
                    hard.push(count(&self.tree));
                    before = Pending::default();
                    labels.inline = None;
                }
                Tok::Repeat(n) => self.repeat(group, *n),
                Tok::Is => {
                    // `$1 = ..` and `0: ..`: a number that is a key.
                    if let (Some(Kind::Num(last)), true) = (self.last_kind(group), self.is_key(token))
                        && last.span.end <= token.span.start
                        && self.tokens.get(self.at.wrapping_sub(2)).is_some_and(|t| t.span.start == last.span.start)
                    {
                        self.drop_last(group);
                    }
                }
                Tok::Op(c) if depth == 0 => self.spoil(*c),
                Tok::Op(c) => {
                    let glued_minus = matches!(self.peek(0), Some(Tok::Open(_)) | Some(Tok::Word(_)));
                    let before_it = self.at.checked_sub(2).map(|i| &self.tokens[i].tok);
                    let value_before = matches!(before_it, Some(Tok::Num(_) | Tok::Close(_)));
                    let value_after = matches!(self.peek(0), Some(Tok::Num(_) | Tok::Open(_)));
                    let prefix = matches!(before_it, Some(Tok::Comma | Tok::Open(_) | Tok::Is)) && glued_minus;
                    if value_before || value_after || *c == '-' && prefix {
                        let kind = Kind::Bad("arithmetic is not evaluated here; write the value".into());
                        self.place(group, Pending::default(), None, kind, token.span.clone());
                    }
                }
                Tok::Bad(message) => {
                    let kind = Kind::Bad(message.clone());
                    self.place(group, std::mem::take(&mut before), None, kind, token.span.clone());
                }
                Tok::Word(path) => {
                    if let Some(written) = self.written(path, depth, token) {
                        before = Pending { key: Some(written), ..Pending::default() };
                        continue;
                    }
                    let is_key = matches!(self.peek(0), Some(Tok::Is));
                    let constant = matches!(path.segs.last(), Some(Seg::Name(name)) if names::is_constant(name));
                    if is_key {
                        if depth == 0 && self.labelling(path, &mut before, &mut labels, token.span.start) {
                            continue;
                        }
                        if let (0, Some(outer)) = (depth, &before.key) {
                            labels.line = Some((joined(outer), token.span.start));
                        }
                        before.key = Some(path.clone());
                        let word = joined(path);
                        if depth == 0 && names::side(&word).is_some() {
                            labels.inline = Some((word, token.span.start));
                        }
                    } else if constant && (depth > 0 || before.key.is_some()) {
                        let kind = Kind::Bad(format!("{} is not evaluated here; write the value", last_name(path)));
                        let pending = if depth > 0 { Pending::default() } else { std::mem::take(&mut before) };
                        self.place(group, pending, None, kind, token.span.clone());
                    } else {
                        before.chained = path.dot && (token.glued || count(&self.tree) > 0);
                        if before.head.len() < 16 {
                            before.head.push(joined(path));
                        }
                    }
                }
                Tok::Num(num) => {
                    if depth == 0 && num.unit.is_none() && self.is_said(num, &mut before) {
                        continue;
                    }
                    let label = labels.of(before.key.is_some());
                    let more = if depth == 0 && before.key.is_some() { self.more() } else { Vec::new() };
                    if !more.is_empty() {
                        let kind = Kind::Group { open: b'[', items: Vec::new() };
                        let end = more[more.len() - 1].span.end;
                        self.at += 2 * more.len();
                        let id = self.place(group, std::mem::take(&mut before), label, kind, token.span.start..end);
                        for n in std::iter::once(num.clone()).chain(more) {
                            let span = n.span.clone();
                            let child = self.add(None, None, Vec::new(), None, Kind::Num(n), span);
                            self.child(id, child);
                        }
                        continue;
                    }
                    let kind = Kind::Num(num.clone());
                    self.place(group, std::mem::take(&mut before), label, kind, token.span.clone());
                }
                Tok::Open(open) => {
                    if depth + 1 >= DEEPEST {
                        return Err(TooDeep(token.span.start));
                    }
                    let call = token.glued && *open == b'(' && !before.head.is_empty();
                    if let (false, Some(cast)) = (call, self.cast(*open)) {
                        before.head.push(cast);
                        continue;
                    }
                    self.tree.calls |= call && !before.head.last().is_some_and(|word| makes_list(word));
                    if depth == 0 && !call && before.key.is_none() && *open == b'(' {
                        let words = before.head.join(" ");
                        let capital =
                            before.head.last().is_some_and(|w| w.len() == 1 && w.starts_with(char::is_uppercase));
                        let noun = before.head.iter().any(|word| is_noun(word)) && !labels.sided();
                        if names::side(&words).is_some() || capital || noun {
                            labels.line = Some((words, token.span.start));
                        }
                    }
                    let single = before.head.iter().any(|word| says_single(word));
                    let nested_write = before
                        .key
                        .as_ref()
                        .is_some_and(|key| key.segs.iter().filter(|seg| matches!(seg, Seg::Name(_))).count() > 1);
                    let label = labels.of(before.key.is_some());
                    let kind = Kind::Group { open: *open, items: Vec::new() };
                    let id = self.place(group, std::mem::take(&mut before), label, kind, token.span.clone());
                    self.tree.nodes[id].call = call;
                    self.tree.nodes[id].single = single;
                    self.items(id, depth + 1)?;
                    let filled = matches!(&self.tree.nodes[id].kind, Kind::Group { items, .. } if !items.is_empty());
                    self.tree.writes |= nested_write && filled;
                    let end = self.tokens[self.at - 1].span.end;
                    self.tree.nodes[id].span.end = end;
                }
                Tok::Close(_) if depth > 0 => {
                    // `dtype=float32` at the end of a call.
                    self.alone(group, depth, &before);
                    self.tree.nodes[group].single |= before.head.last().is_some_and(|word| says_single(word));
                    break;
                }
                Tok::Close(_) => before = Pending::default(),
            }
        }
        if let Kind::Group { open: b'[', .. } = self.tree.nodes[group].kind {
            self.rows(group, hard, soft);
        }
        Ok(())
    }

    fn last_kind(&self, group: usize) -> Option<&Kind> {
        match &self.tree.nodes[group].kind {
            Kind::Group { items, .. } => items.last().map(|id| &self.tree.nodes[*id].kind),
            _ => None,
        }
    }

    /// The number right before this `=` or `:` is a key and no value.
    fn is_key(&self, token: &Token) -> bool {
        let before = self.at.checked_sub(2).and_then(|i| self.tokens.get(i));
        before.is_some_and(|t| matches!(t.tok, Tok::Num(_)) && t.span.end <= token.span.start)
    }

    fn drop_last(&mut self, group: usize) {
        if let Kind::Group { items, .. } = &mut self.tree.nodes[group].kind {
            items.pop();
        }
    }

    /// `[1 2; 3 4]`: the children of each row become a group of their own.
    fn rows(&mut self, group: usize, hard: Vec<usize>, soft: Vec<usize>) {
        let Kind::Group { items, .. } = &self.tree.nodes[group].kind else { return };
        let items = items.clone();
        let plain = |id: &usize| matches!(&self.tree.nodes[*id], Node { kind: Kind::Num(_), name: None, .. });
        let cut = |mut ends: Vec<usize>| {
            ends.push(items.len());
            let mut start = 0;
            let mut rows = Vec::new();
            for end in ends {
                if end > start {
                    rows.push(items[start..end].to_vec());
                    start = end;
                }
            }
            rows
        };
        if !items.iter().all(plain) {
            return;
        }
        let rows = if hard.is_empty() { cut(soft) } else { cut(hard.clone()) };
        let even = rows.iter().all(|row| row.len() == rows[0].len());
        let table = rows.len() > 1 && even && matches!(rows[0].len(), 2..=4);
        if hard.is_empty() && !table || rows.len() < 2 {
            return;
        }
        let mut groups = Vec::new();
        for row in rows {
            let span = self.tree.nodes[row[0]].span.start..self.tree.nodes[row[row.len() - 1]].span.end;
            let kind = Kind::Group { open: b';', items: row };
            groups.push(self.add(None, None, Vec::new(), None, kind, span));
        }
        if let Kind::Group { items, .. } = &mut self.tree.nodes[group].kind {
            *items = groups;
        }
    }
}
