//! Pasted text as tokens: numbers with their exact value, words with their path, brackets and separators.

use std::ops::Range;

use crate::scene;

/// Where something stands in the text, in bytes.
pub(super) type Span = Range<usize>;

/// A unit written behind a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Degrees.
    Degrees,
    /// Radians.
    Radians,
    /// A length, as written in lower case.
    Length(String),
}

/// A number as it stands in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Num {
    /// What it denotes: the nearest f64, or the f32 that its suffix or its bits say.
    pub value: f64,
    pub span: Span,
    /// It is an f32.
    pub single: bool,
    pub unit: Option<Unit>,
    /// What was computed from the literal, as "10 + 4"; else the literal is the text at `span`.
    pub computed: Option<String>,
    /// The place of the second number it was computed from.
    pub other: Option<Span>,
}

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seg {
    Name(String),
    Index(u64),
}

/// `input.proxyA.points[0].x`, `Isometry2::new` or a quoted word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub segs: Vec<Seg>,
    /// It begins with a dot: a call chained to what stands before, or a designated field.
    pub dot: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tok {
    Num(Num),
    /// What looks like a number and is none, and why.
    Bad(String),
    Word(Path),
    Open(u8),
    Close(u8),
    Comma,
    Semi,
    /// `=`, `:`, `=>`, `:=`
    Is,
    Newline,
    /// An operator of arithmetic.
    Op(char),
    /// `<repeats 8 times>`: the value before stands for so many.
    Repeat(usize),
    Comment,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub tok: Tok,
    pub span: Span,
    /// No space before it.
    pub glued: bool,
}

/// Longest literal.
const LONGEST_NUMBER: usize = 1_000;
/// Most parts of a path.
const MOST_SEGS: usize = 12;

/// All tokens of `text`. Never fails: what it cannot read is `Bad` or left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, out: Vec::new() };
    while lexer.at < text.len() {
        lexer.step();
    }
    lexer.out
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    out: Vec<Token>,
}

/// The line is blank before byte `at`, as far as 200 characters tell.
pub(super) fn blank_before(text: &str, at: usize) -> bool {
    let last = text[..at].chars().rev().take(200).find(|c| *c == '\n' || !c.is_whitespace());
    matches!(last, None | Some('\n'))
}

fn is_ident(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '\u{2212}' | '\u{2013}' | '\u{fe63}' | '\u{ff0d}')
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn push(&mut self, tok: Tok, len: usize) {
        let glued = self.out.last().is_some_and(|t| t.span.end == self.at && t.tok != Tok::Newline);
        self.out.push(Token { tok, span: self.at..self.at + len, glued });
        self.at += len;
    }

    /// The text on this line before here is blank.
    fn line_start(&self) -> bool {
        blank_before(self.text, self.at)
    }

    fn line_len(&self) -> usize {
        self.rest().find('\n').unwrap_or(self.rest().len())
    }

    /// What was typed at a debugger: `(gdb) print input`.
    fn prompt(&self) -> bool {
        ["(gdb) ", "(lldb) ", "(cuda-gdb) "].iter().any(|p| self.rest().starts_with(p)) && self.line_start()
    }

    fn repeats(&mut self) {
        let tail = &self.rest()["<repeats ".len()..];
        let digits = tail.bytes().take(9).take_while(u8::is_ascii_digit).count();
        match (tail[..digits].parse(), tail[digits..].starts_with(" times>")) {
            (Ok(n), true) => self.push(Tok::Repeat(n), "<repeats  times>".len() + digits),
            _ => self.at += 1,
        }
    }

    fn step(&mut self) {
        let rest = self.rest();
        let Some(c) = rest.chars().next() else { return };
        let after = &rest[c.len_utf8()..];
        let next = after.chars().next().unwrap_or(' ');
        let before = self.text[..self.at].chars().next_back().unwrap_or(' ');
        match c {
            '\n' => self.push(Tok::Newline, 1),
            '(' if self.prompt() => self.push(Tok::Comment, self.line_len()),
            '0' if self.line_start() && address(rest) > 0 => self.at += address(rest),
            '<' if rest.starts_with("<repeats ") => self.repeats(),
            '/' if next == '/' && before != ':' => self.push(Tok::Comment, self.line_len()),
            '/' if next == '*' => self.push(Tok::Comment, rest[2..].find("*/").map_or(rest.len(), |i| i + 4)),
            '#' if next != '[' => self.push(Tok::Comment, self.line_len()),
            '-' if next == '-' && !after[1..].starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-')) => {
                self.push(Tok::Comment, self.line_len());
            }
            '%' if before.is_whitespace() && !next.is_alphanumeric() => self.push(Tok::Comment, self.line_len()),
            ';' if self.line_start() => self.push(Tok::Comment, self.line_len()),
            _ if c.is_whitespace() => self.at += c.len_utf8(),
            '(' | '{' => self.push(Tok::Open(c as u8), 1),
            '[' => self.bracket(),
            ')' | '}' | ']' => self.push(Tok::Close(c as u8), 1),
            ',' => self.push(Tok::Comma, 1),
            ';' => self.push(Tok::Semi, 1),
            '=' if next == '=' => self.push(Tok::Op('='), 2),
            '=' if next == '>' => self.push(Tok::Is, 2),
            ':' if next == '=' => self.push(Tok::Is, 2),
            '=' | ':' => self.push(Tok::Is, 1),
            '"' | '\'' | '`' => self.quoted(c),
            _ if c.is_ascii_digit() && date(rest) > 0 => self.at += date(rest),
            _ if c.is_ascii_digit() || c == '.' && next.is_ascii_digit() => self.number(0, false),
            '.' if next.is_alphabetic() || next == '_' => self.word(),
            _ if is_minus(c) || c == '+' => self.sign(c, after),
            // `$1` of a debugger is a name.
            '$' => self.at += 1 + after.bytes().take_while(u8::is_ascii_digit).count(),
            '*' | '/' | '^' => self.push(Tok::Op(c), 1),
            _ if is_ident(c) => self.word(),
            _ => self.at += c.len_utf8(),
        }
    }

    fn sign(&mut self, c: char, after: &str) {
        let blank = after.len() - after.trim_start_matches([' ', '\t']).len();
        let digits = &after[blank..];
        let number = digits.starts_with(|c: char| c.is_ascii_digit())
            || digits.starts_with('.') && digits[1..].starts_with(|c: char| c.is_ascii_digit());
        let word = digits.get(..3).unwrap_or("").to_ascii_lowercase();
        let glued = self.out.last().is_some_and(|t| t.span.end == self.at);
        let value_before = matches!(self.out.last().map(|t| &t.tok), Some(Tok::Num(_) | Tok::Bad(_) | Tok::Close(_)));
        let word_before = glued && matches!(self.out.last().map(|t| &t.tok), Some(Tok::Word(_)));
        // A bullet of a list: `- 1.5` at the start of a line.
        let bullet = is_minus(c) && blank > 0 && self.line_start();
        let sign = number && !word_before && !(value_before && (glued || blank > 0));
        if bullet {
            self.at += c.len_utf8();
        } else if sign {
            self.number(c.len_utf8() + blank, is_minus(c));
        } else if matches!(word.as_str(), "inf" | "nan") {
            self.at += c.len_utf8();
        } else if after.starts_with('>') && is_minus(c) {
            self.at += c.len_utf8() + 1;
        } else {
            self.push(Tok::Op(if is_minus(c) { '-' } else { c }), c.len_utf8());
        }
    }

    /// A quoted word, or a quoted number.
    fn quoted(&mut self, quote: char) {
        let before = self.text[..self.at].chars().next_back();
        let after = &self.rest()[1..];
        let window: usize = after.char_indices().nth(200).map_or(after.len(), |(i, _)| i);
        let line = after[..window].split('\n').next().unwrap_or("");
        let Some(end) = line.find(quote).filter(|_| !before.is_some_and(is_ident)) else {
            self.at += 1;
            return;
        };
        let inner = &line[..end];
        let whole = tokens_of_number(inner.trim());
        let span = self.at..self.at + end + 2;
        let tok = match whole {
            Some(mut num) => {
                num.span = span.clone();
                Tok::Num(num)
            }
            None => Tok::Word(Path { segs: vec![Seg::Name(inner.trim().to_owned())], dot: false }),
        };
        self.push(tok, end + 2);
    }

    /// `[0] =`, an index that is a key, or a bracket.
    fn bracket(&mut self) {
        let after = &self.rest()[1..];
        let digits = after.bytes().take(18).take_while(u8::is_ascii_digit).count();
        let keyed = digits > 0 && after[digits..].starts_with(']') && {
            let tail = after[digits + 1..].trim_start_matches([' ', '\t']);
            (tail.starts_with('=') && !tail.starts_with("==")) || tail.starts_with(':')
        };
        match after[..digits].parse() {
            Ok(index) if keyed => {
                self.push(Tok::Word(Path { segs: vec![Seg::Index(index)], dot: false }), digits + 2);
            }
            _ => self.push(Tok::Open(b'['), 1),
        }
    }

    fn word(&mut self) {
        let rest = self.rest();
        let dot = rest.starts_with('.');
        let mut len = dot as usize;
        let mut segs = Vec::new();
        loop {
            let ident: usize = rest[len..].chars().take_while(|c| is_ident(*c)).map(char::len_utf8).sum();
            if segs.len() < MOST_SEGS {
                segs.push(Seg::Name(rest[len..len + ident].chars().take(100).collect()));
            }
            len += ident;
            len += generic(&rest[len..]);
            while let Some((index, used)) = subscript(&rest[len..]) {
                if segs.len() < MOST_SEGS {
                    segs.extend(index.map(Seg::Index));
                }
                len += used;
            }
            let link = ["::", "->", "."].into_iter().find(|link| {
                let tail = rest[len..].strip_prefix(link);
                tail.is_some_and(|tail| tail.starts_with(|c: char| c.is_alphabetic() || c == '_'))
            });
            match link {
                Some(link) => len += link.len(),
                None => break,
            }
        }
        // A macro: `vector![..]`.
        let mut used = len;
        if rest[len..].starts_with('!') && rest[len + 1..].starts_with(['[', '(', '{']) {
            used += 1;
        }
        let word = match &segs[..] {
            [Seg::Name(word)] if !dot => word.as_str(),
            _ => "",
        };
        match word.to_ascii_lowercase().as_str() {
            "nan" | "inf" | "infinity" => self.push(Tok::Bad(format!("{word} is no coordinate")), used),
            _ => self.push(Tok::Word(Path { segs, dot }), used),
        }
    }

    /// A number; `sign` bytes of sign and space stand before its digits.
    fn number(&mut self, sign: usize, negative: bool) {
        let rest = self.rest();
        let body = &rest[sign..];
        let Some(found) = scan(body) else {
            // A clock, an address, a version, an expression: swallow what belongs together.
            let len: usize = body.chars().take_while(|c| is_ident(*c) || matches!(c, '.')).map(char::len_utf8).sum();
            let len = len.max(1);
            let text: String = body[..len].chars().take(40).collect();
            return self.push(Tok::Bad(format!("{text:?} is no number")), sign + len);
        };
        let start = self.at;
        let value = match found.value {
            Ok(value) => value,
            Err(message) => return self.push(Tok::Bad(message), sign + found.len),
        };
        let mut len = sign + found.len;
        if let Some(clock) = clock(&body[found.len..]) {
            len += clock;
            return self.push(Tok::Bad("a time of day is no coordinate".into()), len);
        }
        let value = if negative { -value } else { value };
        let mut num =
            Num { value, span: start..start + len, single: found.single, unit: None, computed: None, other: None };
        let tail = &rest[len..];
        if let Some((unit, used)) = unit(tail) {
            num.unit = Some(unit);
            len += used;
        }
        self.push(Tok::Num(num), len);
    }
}

/// The length of `0x7ffe3a10:` or `0x7ffe3a10 <name+16>:` with which a debugger begins a line of memory; 0 if it is none.
fn address(rest: &str) -> usize {
    let Some(body) = rest.strip_prefix("0x") else { return 0 };
    let mut len = 2 + body.bytes().take(16).take_while(u8::is_ascii_hexdigit).count();
    if let Some(name) = rest[len..].strip_prefix(" <") {
        len += name.char_indices().take(100).find(|(_, c)| matches!(c, '>' | '\n')).map_or(0, |(i, _)| i + 3);
    }
    let blank = rest[len.min(rest.len())..].strip_prefix(':').is_some_and(|tail| tail.starts_with([' ', '\t']));
    if blank { len + 1 } else { 0 }
}

/// The length of `2024-03-01`, with what follows of a time of day; 0 if it is none.
fn date(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let shape = |from: usize, pattern: &[u8]| {
        let like = |(b, p): (&u8, &u8)| if *p == b'0' { b.is_ascii_digit() } else { b == p };
        bytes.len() >= from + pattern.len() && bytes[from..].iter().zip(pattern).all(like)
    };
    if !shape(0, b"0000-00-00") || bytes.get(10).is_some_and(u8::is_ascii_digit) {
        return 0;
    }
    if !(shape(10, b"T00:00") || shape(10, b" 00:00")) {
        return 10;
    }
    let time = |b: &&u8| b.is_ascii_digit() || matches!(**b, b':' | b'.' | b',');
    let len = 11 + bytes[11..].iter().take(20).take_while(time).count();
    match bytes.get(len) {
        Some(b'Z') => len + 1,
        Some(b'+' | b'-') if shape(len + 1, b"00:00") => len + 6,
        _ => len,
    }
}

/// `:59:59` behind a number without a space.
fn clock(tail: &str) -> Option<usize> {
    let digits = tail.strip_prefix(':')?.bytes().take(3).take_while(u8::is_ascii_digit).count();
    if digits != 2 {
        return None;
    }
    let len = tail.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b':' | b'.')).count();
    Some(len)
}

/// The length of what makes radians of degrees: `.to_radians()`, `* Mathf.Deg2Rad`, `* M_PI / 180.0f`; 0 if it is none.
fn of_degrees(tail: &str) -> usize {
    const METHOD: &str = ".to_radians()";
    if tail.starts_with(METHOD) {
        return METHOD.len();
    }
    let blank = |s: &str| s.len() - s.trim_start_matches([' ', '\t']).len();
    let Some(times) = tail.trim_start_matches([' ', '\t']).strip_prefix('*') else { return 0 };
    let word = times.trim_start_matches([' ', '\t']);
    let name: usize =
        word.chars().take(60).take_while(|c| is_ident(*c) || matches!(c, '.' | ':')).map(char::len_utf8).sum();
    let used = tail.len() - word.len() + name;
    let last = word[..name].rsplit(['.', ':']).next().unwrap_or("").to_ascii_lowercase().replace('_', "");
    match last.as_str() {
        "deg2rad" | "degtorad" | "degreestoradians" | "radperdeg" | "pi180" => used,
        "pi" | "mpi" | "b2pi" | "kpi" | "mathpi" => {
            let over = &tail[used + blank(&tail[used..])..];
            let Some(number) = over.strip_prefix('/').map(|over| over.trim_start_matches([' ', '\t'])) else {
                return 0;
            };
            let digits = number.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b'f')).count();
            let half_turn = matches!(&number[..digits], "180" | "180." | "180.0" | "180.f" | "180.0f" | "180f");
            if half_turn { tail.len() - number.len() + digits } else { 0 }
        }
        _ => 0,
    }
}

/// A unit behind a number, with at most one space before it.
fn unit(tail: &str) -> Option<(Unit, usize)> {
    let degrees = of_degrees(tail);
    if degrees > 0 {
        return Some((Unit::Degrees, degrees));
    }
    let space = tail.starts_with(' ') as usize;
    let word: String = tail[space..].chars().take(8).take_while(|c| c.is_alphabetic() || *c == '\u{b0}').collect();
    let unit = match word.to_lowercase().as_str() {
        "deg" | "degs" | "degree" | "degrees" | "\u{b0}" => Unit::Degrees,
        "rad" | "rads" | "radian" | "radians" => Unit::Radians,
        "m" | "cm" | "mm" | "km" | "px" | "pt" | "in" | "ft" => Unit::Length(word.to_lowercase()),
        _ => return None,
    };
    let end = space + word.len();
    let follows = tail[end..].trim_start_matches([' ', '\t']).chars().next();
    // `1 m = ..` names something else.
    let cut = tail[end..].starts_with(is_ident);
    (!cut && !follows.is_some_and(|c| matches!(c, '=' | ':' | '('))).then_some((unit, end))
}

/// `<f32>` or `::<f32>`, a list of types.
fn generic(rest: &str) -> usize {
    let start = if rest.starts_with("::<") { 2 } else { 0 };
    if !rest[start..].starts_with('<') {
        return 0;
    }
    let inner = rest[start + 1..].bytes().take(60);
    let len = inner.take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b',' | b' ' | b'<')).count();
    let closing = rest[start + 1 + len..].bytes().take_while(|b| *b == b'>').count();
    if closing == 0 { 0 } else { start + 1 + len + closing }
}

/// `[3]`, `[]` or `[MAX]` right behind a word, and its length.
fn subscript(rest: &str) -> Option<(Option<u64>, usize)> {
    let inner = rest.strip_prefix('[')?;
    let len = inner.bytes().take(40).take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    if !inner[len..].starts_with(']') {
        return None;
    }
    let index = &inner[..len];
    match index.parse() {
        Ok(index) => Some((Some(index), len + 2)),
        Err(_) => Some((None, len + 2)).filter(|_| !index.starts_with(|c: char| c.is_ascii_digit())),
    }
}

struct Scanned {
    value: Result<f64, String>,
    single: bool,
    len: usize,
}

/// A text that is one number and nothing else.
pub(super) fn tokens_of_number(text: &str) -> Option<Num> {
    let sign: usize = text.chars().next().filter(|c| is_minus(*c) || *c == '+').map_or(0, char::len_utf8);
    let found = scan(&text[sign..]).filter(|found| found.len + sign == text.len())?;
    let value = found.value.ok()?;
    let negative = text.chars().next().is_some_and(is_minus);
    let value = if negative { -value } else { value };
    Some(Num { value, span: 0..text.len(), single: found.single, unit: None, computed: None, other: None })
}

/// The bits of an f32 (8 digits) or f64 (16 digits) in hex.
pub(super) fn word_of_bits(digits: &str) -> Option<(f64, bool)> {
    let bits = u64::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        8 => Some((f32::from_bits(bits as u32) as f64, true)),
        16 => Some((f64::from_bits(bits), false)),
        _ => None,
    }
}

/// An unsigned number at the start of `text`, its suffix included; `None` if it runs into something that makes it none.
fn scan(text: &str) -> Option<Scanned> {
    if text.starts_with("0x") || text.starts_with("0X") {
        return scan_hex(text);
    }
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit() || **b == b'_').count();
    let mut len = digits(0);
    // A `_` at the end begins a suffix.
    while len > 0 && bytes[len - 1] == b'_' {
        len -= 1;
    }
    if bytes.get(len) == Some(&b'.') && bytes.get(len + 1) != Some(&b'.') {
        len += 1;
        len += digits(len);
        while bytes[len - 1] == b'_' {
            len -= 1;
        }
    }
    if matches!(bytes.get(len), Some(b'e' | b'E')) {
        let sign = matches!(bytes.get(len + 1), Some(b'+' | b'-')) as usize;
        let exponent = digits(len + 1 + sign);
        if exponent > 0 {
            len += 1 + sign + exponent;
        }
    }
    let literal = &text[..len];
    if len > LONGEST_NUMBER {
        return Some(Scanned { value: Err("a number of more than 1000 digits".into()), single: false, len });
    }
    let plain: String = literal.chars().filter(|c| *c != '_').collect();
    let (suffix, single) = suffix(&text[len..])?;
    let value: f64 = match single {
        true => plain.parse::<f32>().ok()?.into(),
        false => plain.parse().ok()?,
    };
    let value = if value.is_finite() { Ok(value) } else { Err(format!("{} is too large", literal)) };
    Some(Scanned { value, single, len: len + suffix })
}

/// The suffix of a literal and whether it says f32; `None` if what follows makes it no number.
fn suffix(tail: &str) -> Option<(usize, bool)> {
    let end = |len: usize| !tail[len..].starts_with(|c: char| is_ident(c) || c == '.') || of_degrees(&tail[len..]) > 0;
    for (word, single) in [
        ("_f32", true),
        ("f32", true),
        ("f0", true),
        ("f", true),
        ("F", true),
        ("_f64", false),
        ("f64", false),
        ("d", false),
        ("D", false),
        ("L", false),
        ("l", false),
    ] {
        if tail.starts_with(word) && end(word.len()) {
            return Some((word.len(), single));
        }
    }
    // A unit may follow without a space; other letters make it a name, a version or an address.
    let clean = end(0) || unit(tail).is_some();
    clean.then_some((0, false))
}

fn scan_hex(text: &str) -> Option<Scanned> {
    let body = &text[2..];
    let digits = body.bytes().take_while(u8::is_ascii_hexdigit).count();
    let float = body[digits..].starts_with(['.', 'p', 'P']);
    if !float {
        let len = digits + 2;
        if body[digits..].starts_with(|c: char| is_ident(c)) || digits == 0 {
            return None;
        }
        let value = match word_of_bits(&body[..digits]) {
            Some((value, _)) if !value.is_finite() => Err(format!("{} is no finite number", &text[..len])),
            Some((value, _)) => Ok(value),
            None => Err(format!("a hex word of {digits} digits; 8 are the bits of an f32, 16 those of an f64")),
        };
        return Some(Scanned { value, single: digits == 8, len });
    }
    let mut len = digits;
    if body[len..].starts_with('.') {
        len += 1;
        len += body[len..].bytes().take_while(u8::is_ascii_hexdigit).count();
    }
    if body[len..].starts_with(['p', 'P']) {
        len += 1;
        len += body[len..].starts_with(['+', '-']) as usize;
        len += body[len..].bytes().take_while(u8::is_ascii_digit).count();
    }
    let spelling = &text[..len + 2];
    let (suffix, single) = suffix(&body[len..])?;
    let value = if spelling.len() > LONGEST_NUMBER { None } else { scene::hex_float(spelling) };
    let value = value.map(|value| if single { value as f32 as f64 } else { value }).filter(|value| value.is_finite());
    let value = value.ok_or_else(|| "a hex float that cannot be read or is too large".to_owned());
    Some(Scanned { value, single, len: len + 2 + suffix })
}
