//! From a tree to typed values: fields by name, numbers, points, words, and the error for whatever is not one; no shape or query is known here.

use std::cell::RefCell;

use glam::DVec3;

use super::error::SceneError;
use super::number::{self, BadNumber};
use super::tree::{self, Fault, Item, Kind, Node, Span};

pub(super) type Read<T> = Result<T, SceneError>;

/// The text being read.
pub(super) struct Reader<'t> {
    pub text: &'t str,
    pub path: &'t str,
    /// What was accepted but should be known.
    pub notes: RefCell<Vec<SceneError>>,
    /// Whether values are judged (convex, not negative, names known) or only their form is.
    pub judge: bool,
}

/// The way from the top of the scene to a value; spelled out only in an error.
#[derive(Clone, Copy)]
pub(super) struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Top,
    Named(&'a str),
    Index(usize),
}

impl<'a> Trail<'a> {
    pub const TOP: Trail<'static> = Trail { parent: None, step: Step::Top };

    /// The trail of a body, which starts with the body's own name.
    pub fn body(name: &'a str) -> Trail<'a> {
        Trail { parent: None, step: Step::Named(name) }
    }

    pub fn field(&'a self, name: &'a str) -> Trail<'a> {
        Trail { parent: Some(self), step: Step::Named(name) }
    }

    pub fn index(&'a self, index: usize) -> Trail<'a> {
        Trail { parent: Some(self), step: Step::Index(index) }
    }

    fn spelled(&self) -> String {
        let before = self.parent.map(Trail::spelled).unwrap_or_default();
        match self.step {
            Step::Top => before,
            Step::Named(name) if before.is_empty() => name.to_owned(),
            Step::Named(name) => format!("{before}.{name}"),
            Step::Index(index) => format!("{before}[{index}]"),
        }
    }
}

impl<'t> Reader<'t> {
    /// The error that `message` is, at a span of the text.
    pub fn error(&self, span: &Span, trail: &Trail, message: impl Into<String>) -> SceneError {
        SceneError {
            field: trail.spelled(),
            message: message.into(),
            path: self.path.to_owned(),
            place: Some(tree::place(self.text, span.start as usize)),
        }
    }

    /// The error for a text that is not RON.
    pub fn fault(&self, fault: Fault) -> SceneError {
        let at = fault.at as u32;
        self.error(&(at..at), &Trail::TOP, fault.message)
    }

    pub fn note(&self, span: &Span, trail: &Trail, message: impl Into<String>) {
        self.notes.borrow_mut().push(self.error(span, trail, message));
    }

    pub fn slice(&self, span: &Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// A value in a few words, for "expected .., found ..".
    pub fn found(&self, node: &Node) -> String {
        match &node.kind {
            Kind::Number | Kind::Text | Kind::Word => shortened(self.slice(&node.span)),
            Kind::List(_) => "a list [..]".into(),
            Kind::Group { name: Some(name), .. } => format!("{}(..)", shortened(self.slice(name))),
            Kind::Group { name: None, items, .. } if items.iter().all(|i| i.key.is_none()) => {
                format!("a group of {}", items.len())
            }
            Kind::Group { .. } => "(name: value, ..)".into(),
        }
    }

    pub fn expected(&self, node: &Node, trail: &Trail, what: &str) -> SceneError {
        self.error(&node.span, trail, format!("expected {what}, found {}", self.found(node)))
    }

    /// The members of a `(name: value, ..)`, which may bear `struct_name`. Unknown and repeated fields are errors.
    pub fn fields<'n>(
        &self,
        node: &'n Node,
        trail: &Trail,
        struct_name: &str,
        known: &[&str],
    ) -> Read<Fields<'n, 't, '_>> {
        let Kind::Group { name, items, .. } = &node.kind else {
            return Err(self.expected(node, trail, &format!("({}: .., ..)", known[0])));
        };
        if name.as_ref().is_some_and(|name| self.slice(name) != struct_name) {
            return Err(self.expected(node, trail, &format!("{struct_name}(..) or (..)")));
        }
        self.members(node, items, trail, struct_name, known)
    }

    /// The fields of a variant whose name is known already; a bare word has none.
    pub fn variant_fields<'n>(&self, node: &'n Node, trail: &Trail, known: &[&str]) -> Read<Fields<'n, 't, '_>> {
        match &node.kind {
            Kind::Group { name: Some(name), items, .. } => self.members(node, items, trail, self.slice(name), known),
            _ => self.members(node, &[], trail, self.slice(&node.span), known),
        }
    }

    fn members<'n>(
        &self,
        node: &'n Node,
        items: &'n [Item],
        trail: &Trail,
        of: &str,
        known: &[&str],
    ) -> Read<Fields<'n, 't, '_>> {
        for (i, item) in items.iter().enumerate() {
            let Some(key) = &item.key else {
                let message = match known {
                    [] => format!("{of} has no fields; write {of}"),
                    _ => format!("the fields of {of} need names: {}", known.join(", ")),
                };
                return Err(self.error(&item.value.span, trail, message));
            };
            let name = self.slice(key);
            if !known.contains(&name) {
                let message = format!("unknown field of {of}; {}", suggestion(name, known));
                return Err(self.error(key, &trail.field(&shortened(name)), message));
            }
            if items[..i].iter().any(|other| other.key.as_ref().is_some_and(|k| self.slice(k) == name)) {
                return Err(self.error(key, &trail.field(name), "given twice; remove one"));
            }
        }
        Ok(Fields { reader: self, node, items })
    }

    /// What is inside `Some(..)`, `None` for `None`, the value itself if it is bare.
    pub fn some<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        match &node.kind {
            Kind::Word if self.slice(&node.span) == "None" => None,
            Kind::Group { name: Some(name), items, .. }
                if self.slice(name) == "Some" && items.len() == 1 && items[0].key.is_none() =>
            {
                Some(&items[0].value)
            }
            _ => Some(node),
        }
    }

    /// The name of a variant: a bare word or the name before a parenthesis.
    pub fn variant(&self, node: &Node) -> Option<&'t str> {
        match &node.kind {
            Kind::Word => Some(self.slice(&node.span)),
            Kind::Group { name: Some(name), .. } => Some(self.slice(name)),
            _ => None,
        }
    }

    pub fn list<'n>(&self, node: &'n Node, trail: &Trail, of: &str) -> Read<&'n [Item]> {
        match &node.kind {
            Kind::List(items) => Ok(items),
            _ => Err(self.expected(node, trail, &format!("a list [{of}, ..]"))),
        }
    }

    /// The values of a group without field names.
    pub fn tuple<'n>(&self, node: &'n Node) -> Option<&'n [Item]> {
        match &node.kind {
            Kind::Group { items, .. } if items.iter().all(|item| item.key.is_none()) => Some(items),
            _ => None,
        }
    }

    /// A finite number, in decimal or as a quoted hex float.
    pub fn number(&self, node: &Node, trail: &Trail) -> Read<f64> {
        let spelling = self.slice(&node.span);
        let value = match node.kind {
            Kind::Number => number::decimal(spelling),
            Kind::Word if matches!(spelling, "NaN" | "inf") => number::decimal(spelling),
            Kind::Text => number::hex(spelling.trim_matches('"')),
            _ => return Err(self.expected(node, trail, "a number")),
        };
        value.map_err(|bad| {
            let spelling = shortened(spelling);
            let message = match bad {
                BadNumber::NotANumber => "NaN is not a number; write a finite one".into(),
                BadNumber::Infinite => "infinite; write a finite number".into(),
                BadNumber::TooLarge => format!("{spelling} is too large; the largest number is 1.7976931348623157e308"),
                BadNumber::Unknown => {
                    format!("{spelling} is no number; write a decimal or a quoted hex float \"0x1.8p-2\"")
                }
            };
            self.error(&node.span, trail, message)
        })
    }

    /// A finite number that is 0 or more; `what` names it in the error.
    pub fn size(&self, node: &Node, trail: &Trail, what: &str) -> Read<f64> {
        let value = self.number(node, trail)?;
        if self.judge && value < 0.0 {
            return Err(self.error(&node.span, trail, format!("negative {what}; write 0 or more")));
        }
        Ok(value)
    }

    /// An integer of a range.
    pub fn integer(&self, node: &Node, trail: &Trail, least: i64, most: i64) -> Read<i64> {
        let value = match node.kind {
            Kind::Number => ron::from_str::<i64>(self.slice(&node.span)).ok(),
            _ => None,
        };
        match value.filter(|value| (least..=most).contains(value)) {
            Some(value) => Ok(value),
            None if most == i64::MAX && value.is_some() => {
                Err(self.expected(node, trail, &format!("an integer from {least}")))
            }
            None if most == i64::MAX => Err(self.expected(node, trail, "an integer")),
            None => Err(self.expected(node, trail, &format!("an integer from {least} to {most}"))),
        }
    }

    /// `(x, y)`
    pub fn point(&self, node: &Node, trail: &Trail) -> Read<DVec3> {
        match self.tuple(node) {
            Some([x, y]) if !matches!(node.kind, Kind::Group { name: Some(_), .. }) => {
                let x = self.number(&x.value, &trail.field("x"))?;
                let y = self.number(&y.value, &trail.field("y"))?;
                Ok(DVec3::new(x, y, 0.0))
            }
            _ => Err(self.expected(node, trail, "a point (x, y)")),
        }
    }

    /// A string, decoded by ron.
    pub fn text(&self, node: &Node, trail: &Trail) -> Read<String> {
        match node.kind {
            Kind::Text => ron::from_str(self.slice(&node.span)).map_err(|e| {
                let message = format!("not RON text: {}", e.code);
                self.error(&node.span, trail, message)
            }),
            _ => Err(self.expected(node, trail, "text in double quotes")),
        }
    }
}

/// The named members of a group; all are known, none is given twice.
pub(super) struct Fields<'n, 't, 'r> {
    reader: &'r Reader<'t>,
    node: &'n Node,
    items: &'n [Item],
}

impl<'n> Fields<'n, '_, '_> {
    /// The field's value; `None` if it is left out or `None`.
    pub fn optional(&self, name: &str) -> Option<&'n Node> {
        let item = self.items.iter().find(|i| i.key.as_ref().is_some_and(|k| self.reader.slice(k) == name))?;
        self.reader.some(&item.value)
    }

    /// The field's value, or the error that it is missing; `example` shows what to write.
    pub fn required(&self, name: &str, trail: &Trail, example: &str) -> Read<&'n Node> {
        self.optional(name).ok_or_else(|| {
            self.reader.error(&self.node.span, &trail.field(name), format!("missing; write {name}: {example}"))
        })
    }
}

/// `did you mean ..?` where a known word is close, else all known words.
pub(super) fn suggestion(word: &str, known: &[&str]) -> String {
    let close = known.iter().map(|k| (edits(word, k), k)).min().filter(|(n, k)| *n <= 1 + k.len() / 5 && *n < k.len());
    match close {
        Some((_, k)) => format!("did you mean {k}?"),
        None => format!("known: {}", known.join(", ")),
    }
}

/// How many letters must be changed, added, removed or swapped with the next (Levenshtein, restricted transpositions), ignoring case.
fn edits(a: &str, b: &str) -> usize {
    const LONGEST: usize = 40;
    let letters = |s: &str| s.to_lowercase().chars().take(LONGEST).collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]) as usize;
            let mut best = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// At most 40 characters of a text.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((i, _)) => format!("{}...", &text[..i]),
        None => text.to_owned(),
    }
}

/// 65536 as `65,536`.
pub(super) fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}
