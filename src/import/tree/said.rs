//! What words mean around the values of a tree: labels, counts and nouns of sentences, casts, names and repeats.

use super::super::lex::{Num, Path, Seg, Tok, Token, blank_before};
use super::super::names;
use super::{Kind, Labels, Node, Parser, Pending, joined, last_name};

/// The field that a method of this name sets: `setPosition`.
fn set_field(method: &str) -> Option<&'static str> {
    let name: String = method.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect();
    let field = name.strip_prefix("set")?;
    ["position", "translation", "angle", "rotation", "transform", "radius", "center"].into_iter().find(|f| *f == field)
}

/// Nouns of which a sentence or a log line counts: `3 verts`.
fn is_counted(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(
        word.as_str(),
        "vert"
            | "verts"
            | "vertex"
            | "vertices"
            | "vertexes"
            | "point"
            | "points"
            | "pts"
            | "corners"
            | "sides"
            | "edges"
    )
}

/// Nouns for a whole shape, as sentences and log lines use them.
pub(super) fn is_noun(word: &str) -> bool {
    let word = word.to_lowercase();
    is_listed_noun(&word)
        || matches!(
            word.as_str(),
            "box"
                | "circle"
                | "ball"
                | "disk"
                | "disc"
                | "capsule"
                | "segment"
                | "ellipse"
                | "rect"
                | "rectangle"
                | "square"
        )
}

/// Nouns behind which a number can only be the shape's own.
fn is_listed_noun(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(
        word.as_str(),
        "poly"
            | "polygon"
            | "hull"
            | "triangle"
            | "quad"
            | "shape"
            | "body"
            | "object"
            | "proxy"
            | "collider"
            | "fixture"
    )
}

impl Parser<'_> {
    /// `v[0].Set(1, 2)` writes to `v[0]`, as a line `a.p <tab> {x=1 y=2}` of a watch window shows `a.p`.
    pub(super) fn written(&self, path: &Path, depth: usize, token: &Token) -> Option<Path> {
        if path.segs.len() < 2 || path.dot {
            return None;
        }
        let opens = matches!(self.peek(0), Some(Tok::Open(b'(')));
        let value = matches!(self.peek(0), Some(Tok::Open(b'{') | Tok::Num(_)));
        let last = last_name(path);
        let set = opens && last.eq_ignore_ascii_case("set");
        if let Some(field) = set_field(last).filter(|_| opens) {
            let mut segs = path.segs[..path.segs.len() - 1].to_vec();
            segs.push(Seg::Name(field.to_owned()));
            return Some(Path { segs, dot: false });
        }
        let watched = value && depth == 0 && self.text[token.span.end..].starts_with('\t');
        match (set, watched && blank_before(self.text, token.span.start)) {
            (true, _) => Some(Path { segs: path.segs[..path.segs.len() - 1].to_vec(), dot: false }),
            (_, true) => Some(path.clone()),
            _ => None,
        }
    }

    /// A word before `:` or `=` that speaks of what follows on its line instead of being the key of one value.
    pub(super) fn labelling(&self, path: &Path, before: &mut Pending, labels: &mut Labels, at: usize) -> bool {
        let colon = self.tokens.get(self.at).is_some_and(|t| self.text[t.span.clone()] == *":");
        let words = [before.head.join(" "), joined(path)].join(" ");
        let words = words.trim();
        let free = before.key.is_none();
        // `A: circle, center (0, 0)`
        // `log: poly 1 ..` begins a sentence.
        if free
            && colon
            && names::side(words).is_none()
            && matches!(self.peek(1), Some(Tok::Word(w)) if is_noun(last_name(w)))
        {
            *before = Pending::default();
            return true;
        }
        let spoken = colon && matches!(self.peek(1), Some(Tok::Word(_))) && names::side(words).is_some();
        // `hull with 3 verts: (0, 0) (1, 0)`
        let listed = colon && names::side(words).is_none() && !labels.sided() && self.lists();
        if free && (spoken || listed) {
            labels.line = Some((words.to_owned(), at));
            *before = Pending::default();
            return true;
        }
        // `BoxA size: (1, 2) center: (0, 0)`
        let head = before.head.join(" ");
        if free && labels.line.is_none() && !head.is_empty() && names::side(&head).is_some() {
            labels.line = Some((head, at));
            before.head.clear();
        }
        false
    }

    /// Behind the coming sign stand several groups on one line.
    pub(super) fn lists(&self) -> bool {
        let mut depth = 0usize;
        let mut groups = 0;
        for token in self.tokens.iter().skip(self.at + 1).take(100) {
            match token.tok {
                Tok::Open(_) => depth += 1,
                Tok::Close(_) => {
                    depth = depth.saturating_sub(1);
                    groups += (depth == 0) as usize;
                }
                Tok::Newline => break,
                Tok::Num(_) | Tok::Comma if depth > 0 => {}
                Tok::Comma => {}
                _ => return false,
            }
        }
        groups > 1
    }

    /// The numbers after the first of a list without brackets that ends with its line: `v0 = 1, 2`.
    pub(super) fn more(&self) -> Vec<Num> {
        let mut nums = Vec::new();
        let mut ahead = 0;
        while let (Some(Tok::Comma), Some(Tok::Num(num))) = (self.peek(ahead), self.peek(ahead + 1)) {
            nums.push(num.clone());
            ahead += 2;
        }
        match self.peek(ahead) {
            None | Some(Tok::Newline | Tok::Semi) => nums,
            _ => Vec::new(),
        }
    }

    /// Keeps a name that stands where a value could; a word behind a number is its unit or noise.
    pub(super) fn alone(&mut self, group: usize, depth: usize, before: &Pending) {
        let behind = self.at.checked_sub(3).is_some_and(|i| matches!(self.tokens[i].tok, Tok::Num(_)));
        let words = &mut self.tree.nodes[group].words;
        if let (true, [word]) = (depth > 0 && !behind && before.key.is_none() && words.len() < 16, &before.head[..]) {
            words.push(word.clone());
        }
    }

    /// `(b2Vec2)` before `{1, 2}` and `(float)` before a number: its type; it is passed over.
    pub(super) fn cast(&mut self, open: u8) -> Option<String> {
        let (Some(Tok::Word(path)), Some(Tok::Close(b')')), b'(') = (self.peek(0), self.peek(1), open) else {
            return None;
        };
        let plain = matches!(last_name(path), "float" | "double" | "int" | "f32" | "f64" | "real" | "Real");
        let casts = match self.peek(2) {
            Some(Tok::Open(b'{')) => true,
            Some(Tok::Num(_)) => plain,
            _ => false,
        };
        let word = joined(path);
        casts.then(|| self.at += 2).map(|()| word)
    }

    /// A number of a sentence that is no data: `3 verts`, `4-gon`, `box 1 has`. The latter goes to the words before.
    pub(super) fn is_said(&self, num: &Num, before: &mut Pending) -> bool {
        let whole = self.text[num.span.clone()].bytes().all(|b| b.is_ascii_digit());
        let next = match self.peek(0) {
            Some(Tok::Word(path)) if path.segs.len() == 1 => last_name(path),
            _ => "",
        };
        let gon = matches!(self.peek(0), Some(Tok::Op('-')))
            && matches!(self.peek(1), Some(Tok::Word(w)) if last_name(w) == "gon");
        if !whole || is_counted(next) || gon {
            return whole;
        }
        let Some(noun) = before.head.last_mut() else { return false };
        let bracket = matches!(self.peek(0), Some(Tok::Open(_) | Tok::Newline)) && is_listed_noun(noun);
        let label = is_noun(noun) && (bracket || matches!(self.peek(0), Some(Tok::Word(_) | Tok::Is)));
        if label {
            noun.push_str(&self.text[num.span.clone()]);
        }
        label
    }

    /// `x <repeats 8 times>`: as many of the number or the point before.
    pub(super) fn repeat(&mut self, group: usize, times: usize) {
        let Kind::Group { items, .. } = &self.tree.nodes[group].kind else { return };
        let Some(&last) = items.last() else { return };
        let leaf = match &self.tree.nodes[last].kind {
            Kind::Group { items, .. } => {
                items.len() < 5 && items.iter().all(|id| matches!(self.tree.nodes[*id].kind, Kind::Num(_)))
            }
            _ => true,
        };
        let copies = times.saturating_sub(1).min(self.copies);
        if leaf {
            self.copies -= copies;
            for _ in 0..copies {
                self.child(group, last);
            }
        }
    }

    /// `angle = 3 * x`: what was taken as the value is only a part of it.
    pub(super) fn spoil(&mut self, sign: char) {
        let before = self.at.checked_sub(2).map(|i| &self.tokens[i]);
        let follows = match self.peek(0) {
            Some(Tok::Num(_) | Tok::Open(_)) => true,
            Some(Tok::Word(_)) => matches!(sign, '*' | '/'),
            _ => false,
        };
        let (Some(before), true) = (before, follows) else { return };
        if let Some(Node { name: Some(_), kind, span, .. }) = self.tree.nodes.last_mut()
            && matches!(kind, Kind::Num(_))
            && *span == before.span
        {
            *kind = Kind::Bad("arithmetic is not evaluated here; write the value".into());
        }
    }
}
