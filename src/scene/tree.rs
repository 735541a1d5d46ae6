//! RON text as a tree of values with their places in the text; what the values mean is not decided here.
//!
//! `ron::value::RawValue` borrows from the source and so knows where a value stands, but it tells neither where a field's
//! name and its comma stand nor, under `deserialize_any`, the name before a parenthesis. Errors need the first, edits in
//! place need both, hence a tree of our own; strings and rare spellings of numbers are still decoded by ron, and a test
//! requires that whatever is read here is RON for ron, too.

/// A stretch of the text, in bytes.
pub(super) type Span = std::ops::Range<u32>;

/// A value and its place.
#[derive(Debug)]
pub(super) struct Node {
    pub span: Span,
    pub kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// A number as spelled.
    Number,
    /// A string as spelled, with its quotes.
    Text,
    /// A bare word: `true`, `F32`, `None`.
    Word,
    /// `[..]`
    List(Vec<Item>),
    /// `(..)` or `Name(..)`.
    Group { name: Option<Span>, items: Vec<Item> },
}

/// A member of a list or group.
#[derive(Debug)]
pub(super) struct Item {
    /// The field's name, in a group of named fields.
    pub key: Option<Span>,
    pub value: Node,
    /// The place after the comma that follows.
    pub comma: Option<u32>,
}

impl Item {
    /// From the name, or the value where there is none, to the value's end.
    pub fn start(&self) -> u32 {
        self.key.as_ref().map_or(self.value.span.start, |key| key.start)
    }
}

/// What is wrong with the text, and at which byte.
#[derive(Debug)]
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
}

type Parsed<T> = Result<T, Fault>;

/// A scene needs 6 levels; every level costs stack.
const DEEPEST: usize = 64;
/// About 650,000 points. A value takes about 60 bytes, so the tree stays below 250 MB while a list grows.
const MOST_VALUES: usize = 2_000_000;

/// The one value that a text holds.
pub(super) fn parse(text: &str) -> Parsed<Node> {
    let mut parser = Parser { text, at: 0, values: 0, open: Vec::new() };
    if text.starts_with('\u{feff}') {
        parser.at = '\u{feff}'.len_utf8();
    }
    parser.attributes()?;
    if parser.peek().is_none() {
        return Err(parser.fault("empty; a scene begins with (format: 1, story: .."));
    }
    if !matches!(parser.peek(), Some('(' | 'S')) {
        return Err(parser.fault("not a scene; a scene begins with (format: 1, story: .."));
    }
    let node = parser.value()?;
    parser.space()?;
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(parser.fault("text after the end of the scene; remove it")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    values: usize,
    /// Places of the brackets that are open.
    open: Vec<usize>,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { at: self.at, message: message.into() }
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn skip_while(&mut self, f: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !f(c)).unwrap_or(rest.len());
    }

    /// `expected .., found ..`, or that the text ends too early.
    fn expected(&self, what: &str) -> Fault {
        match (self.peek(), self.open.last()) {
            (Some(c), _) => self.fault(format!("not RON: expected {what}, found {c:?}")),
            (None, Some(&at)) => {
                let bracket = &self.text[at..=at];
                let (line, column) = place(self.text, at);
                self.fault(format!("ends too early: {bracket:?} of {line}:{column} is not closed"))
            }
            (None, None) => self.fault(format!("ends too early: expected {what}")),
        }
    }

    /// White space (as ron has it) and comments.
    fn space(&mut self) -> Parsed<()> {
        loop {
            self.skip_while(is_space);
            let start = self.at;
            if self.eat("//") {
                self.skip_while(|c| c != '\n');
            } else if self.eat("/*") {
                let mut depth = 1usize;
                while depth > 0 {
                    let rest = self.rest();
                    match rest.find("/*").into_iter().chain(rest.find("*/")).min() {
                        Some(i) => {
                            depth = if rest[i..].starts_with("/*") { depth + 1 } else { depth - 1 };
                            self.at += i + 2;
                        }
                        None => return Err(Fault { at: start, message: "this comment is not closed by */".into() }),
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// `#![enable(implicit_some)]` and the other extensions that change nothing in a scene.
    fn attributes(&mut self) -> Parsed<()> {
        const KNOWN: [&str; 3] = ["implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes"];
        self.space()?;
        while self.peek() == Some('#') {
            for word in ["#", "!", "[", "enable", "("] {
                self.space()?;
                if !self.eat(word) {
                    return Err(self.fault("unknown attribute; only #![enable(implicit_some)] is understood"));
                }
            }
            loop {
                self.space()?;
                let start = self.at;
                self.skip_while(is_word);
                if self.at > start && !KNOWN.contains(&&self.text[start..self.at]) {
                    return Err(Fault {
                        at: start,
                        message: format!("unknown extension; known: {}", KNOWN.join(", ")),
                    });
                }
                self.space()?;
                if !self.eat(",") || self.at == start {
                    break;
                }
            }
            for word in [")", "]"] {
                self.space()?;
                if !self.eat(word) {
                    return Err(self.expected(&format!("{word:?} of the attribute")));
                }
            }
            self.space()?;
        }
        Ok(())
    }

    fn value(&mut self) -> Parsed<Node> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(self.fault("more than 2,000,000 values; split the scene"));
        }
        let start = self.at;
        let kind = match self.peek() {
            Some('[') => Kind::List(self.items(']', false)?),
            Some('(') => Kind::Group { name: None, items: self.items(')', true)? },
            Some('"') => self.string()?,
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-' | '.') => self.number(),
            Some(c) if is_word(c) => self.word()?,
            Some('{') => return Err(self.fault("a scene has no maps {..}; write (name: value, ..)")),
            Some('\'') => return Err(self.fault("text stands in double quotes")),
            _ => return Err(self.expected("a value")),
        };
        Ok(Node { span: start as u32..self.at as u32, kind })
    }

    /// The members between the bracket here and `close`.
    fn items(&mut self, close: char, named: bool) -> Parsed<Vec<Item>> {
        if self.open.len() == DEEPEST {
            return Err(self.fault(format!("nested deeper than {DEEPEST} levels; no scene is")));
        }
        self.open.push(self.at);
        self.at += 1;
        let mut items: Vec<Item> = Vec::new();
        loop {
            self.space()?;
            if self.peek() == Some(close) {
                break;
            }
            if items.last().is_some_and(|last| last.comma.is_none()) {
                return Err(self.expected(&format!("',' or {close:?}")));
            }
            let before = self.at;
            let key = if named { self.key()? } else { None };
            if items.last().is_some_and(|last| last.key.is_some() != key.is_some()) {
                return Err(Fault {
                    at: before,
                    message: "not RON: fields with and without a name in one (..)".into(),
                });
            }
            let value = self.value()?;
            self.space()?;
            let comma = self.eat(",").then_some(self.at as u32);
            items.push(Item { key, value, comma });
        }
        self.at += 1;
        self.open.pop();
        Ok(items)
    }

    /// `name:`, or nothing if what stands here is no field name.
    fn key(&mut self) -> Parsed<Option<Span>> {
        let start = self.at;
        if !self.peek().is_some_and(|c| c.is_alphabetic() || c == '_') {
            return Ok(None);
        }
        self.eat("r#");
        self.skip_while(is_word);
        let end = self.at;
        self.space()?;
        if self.eat(":") {
            self.space()?;
            return Ok(Some(start as u32..end as u32));
        }
        self.at = start;
        Ok(None)
    }

    fn number(&mut self) -> Kind {
        let hex = self.rest().trim_start_matches(['+', '-']).starts_with("0x");
        let mut last = ' ';
        while let Some(c) = self.peek() {
            let sign = matches!(c, '+' | '-')
                && (last == ' ' || matches!((hex, last), (false, 'e' | 'E') | (true, 'p' | 'P')));
            if !(sign || c.is_ascii_alphanumeric() || matches!(c, '.' | '_')) {
                break;
            }
            self.at += 1;
            last = c;
        }
        Kind::Number
    }

    fn string(&mut self) -> Parsed<Kind> {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip_while(|c| c != '"' && c != '\\');
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return Ok(Kind::Text);
                }
                Some(_) => {
                    self.at += 1;
                    self.at += self.peek().map_or(0, char::len_utf8);
                }
                None => return Err(Fault { at: start, message: "this text is not closed by \"".into() }),
            }
        }
    }

    /// A bare word, a named group, or a raw string.
    fn word(&mut self) -> Parsed<Kind> {
        let start = self.at;
        if self.rest().starts_with("r\"") || self.rest().starts_with("r#") {
            self.at += 1;
            let hashes = self.rest().len() - self.rest().trim_start_matches('#').len();
            self.at += hashes;
            if self.eat("\"") {
                let end = format!("\"{}", &"#".repeat(hashes));
                return match self.rest().find(&end) {
                    Some(i) => {
                        self.at += i + end.len();
                        Ok(Kind::Text)
                    }
                    None => Err(Fault { at: start, message: format!("this text is not closed by {end}") }),
                };
            }
        }
        self.skip_while(is_word);
        let name = start as u32..self.at as u32;
        let end = self.at;
        self.space()?;
        if self.peek() == Some('(') {
            return Ok(Kind::Group { name: Some(name), items: self.items(')', true)? });
        }
        self.at = end;
        Ok(Kind::Word)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\n' | '\t' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}'
    )
}

/// Line and column of a byte, both from 1, the column in characters.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let in_line = before[line_start..].trim_start_matches('\u{feff}');
    (line, in_line.chars().count() + 1)
}
