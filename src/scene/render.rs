//! Text of an edited scene: the source with only what was edited replaced, so comments, spellings and layout of the rest stay.

use super::tree::{self, Item, Kind, Node, Span};
use super::write::{self, Field, Layout, Val, inline, same};
use super::{Document, Scene, query, read};

impl Document {
    /// A new scene with its text as [`scene::write`](crate::scene::write()) has it.
    pub fn new(scene: Scene) -> Document {
        Document { text: write::write(&scene), scene, notes: Vec::new() }
    }

    /// The text of `edited`: this document's text, in which only what differs from this document's scene is changed. Reading it
    /// gives `edited` to the last bit.
    ///
    /// A value that is removed goes with its line; a comment on a line of its own stays.
    pub fn render(&self, edited: &Scene) -> String {
        if same(&self.scene, edited) {
            return self.text.clone();
        }
        let text = self.patched(edited);
        // The text of a document that was put together by hand may not be the scene's; the edited scene counts then.
        match text.filter(|text| reads_as(text, edited)) {
            Some(text) => text,
            None => write::write(edited),
        }
    }

    /// The document after saving `edited`: its text by [`render`](Document::render), its scene, no notes. The scene is not
    /// judged: a polygon that is not convex yet can be kept, but [`parse`](super::parse) would refuse it.
    pub fn edited(&self, edited: Scene) -> Document {
        Document { text: self.render(&edited), scene: edited, notes: Vec::new() }
    }

    fn patched(&self, edited: &Scene) -> Option<String> {
        let root = tree::parse(&self.text).ok()?;
        let mut patch = Patch { text: &self.text, edits: Vec::new() };
        let layout = patch.layout(&root);
        let [old, new] = [&self.scene, edited].map(|scene| {
            let mut val = write::scene(scene, layout);
            // A file without a query asks the default one; it stays silent for as long as that is what is asked.
            let Val::Struct(_, fields) = &mut val else { return val };
            let default = query::default(&scene.bodies).is_some_and(|default| default == scene.query);
            fields.iter_mut().filter(|field| field.name == "query").for_each(|field| field.silent = default);
            // So does one without a story.
            let untold = scene.story.is_empty();
            fields.iter_mut().filter(|field| field.name == "story").for_each(|field| field.silent = untold);
            val
        });
        patch.merge(&root, &old, &new);
        Some(patch.applied())
    }
}

/// Whether a text reads as this scene, judged by form alone.
fn reads_as(text: &str, scene: &Scene) -> bool {
    read::read(text, "", false).is_ok_and(|reading| same(&reading.scene, scene))
}

/// Changes to a text.
struct Patch<'t> {
    text: &'t str,
    /// A stretch and what replaces it.
    edits: Vec<(Span, String)>,
}

impl<'t> Patch<'t> {
    fn slice(&self, span: &Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn applied(mut self) -> String {
        self.edits.sort_by_key(|(span, _)| (span.start, span.end));
        let mut out = String::with_capacity(self.text.len());
        let mut at = 0;
        for (span, new) in &self.edits {
            out.push_str(&self.text[at..(span.start as usize).max(at)]);
            out.push_str(new);
            at = at.max(span.end as usize);
        }
        out.push_str(&self.text[at..]);
        out
    }

    fn replace(&mut self, span: &Span, new: &Val) {
        self.edits.push((span.clone(), inline(new)));
    }

    fn member<'n>(&self, node: &'n Node, name: &str) -> Option<&'n Item> {
        let Kind::Group { items, .. } = &node.kind else { return None };
        items.iter().find(|item| item.key.as_ref().is_some_and(|key| self.slice(key) == name))
    }

    /// Where the file keeps its normals.
    fn layout(&self, root: &Node) -> Layout {
        let expect = self.member(root, "expect").map(|item| self.bare(&item.value));
        let f32 = expect.and_then(|node| self.member(node, "f32")).map(|item| self.bare(&item.value));
        let outside = |node: Option<&Node>| node.is_some_and(|node| self.member(node, "normals").is_some());
        Layout { normals_outside: outside(expect), f32_normals_outside: outside(f32) }
    }

    /// What is inside `Some(..)`.
    fn bare<'n>(&self, node: &'n Node) -> &'n Node {
        match &node.kind {
            Kind::Group { name: Some(name), items, .. } if self.slice(name) == "Some" && items.len() == 1 => {
                &items[0].value
            }
            _ => node,
        }
    }

    /// Changes the text of `node`, which says `old`, to say `new`.
    fn merge(&mut self, node: &Node, old: &Val, new: &Val) {
        if old == new {
            return;
        }
        let node = self.bare(node);
        match (&node.kind, old, new) {
            (Kind::Group { name, items, .. }, Val::Struct(a, old), Val::Struct(b, new))
                if a == b && (name.is_some() || b.is_empty()) && !items.is_empty() =>
            {
                if !self.merge_fields(items, old, new) {
                    self.replace(&node.span, &Val::Struct(b, new.clone()));
                }
            }
            (Kind::Group { items, .. }, Val::Tuple(a, old), Val::Tuple(b, new))
                if a == b && items.len() == old.len() && old.len() == new.len() =>
            {
                for ((item, old), new) in items.iter().zip(old).zip(new) {
                    self.merge(&item.value, old, new);
                }
            }
            (Kind::List(items), Val::List(old), Val::List(new)) if !items.is_empty() && items.len() == old.len() => {
                self.merge_list(node, items, old, new)
            }
            _ => self.replace(&node.span, new),
        }
    }

    /// Changes fields one by one; `false`, and nothing is changed, if none of them is kept.
    fn merge_fields(&mut self, items: &[Item], old: &[Field], new: &[Field]) -> bool {
        let name_of = |item: &Item| item.key.as_ref().map_or("", |key| self.slice(key));
        let names: Vec<&str> = items.iter().map(name_of).collect();
        // Fields that neither scene has a value for (`None`, `dimension`) say nothing and stay.
        let says = |fields: &[Field], name: &str| fields.iter().any(|field| field.name == name);
        let gone = |name: &str| says(old, name) && !says(new, name);
        let kept: Vec<usize> = (0..items.len()).filter(|i| !gone(names[*i])).collect();
        if kept.is_empty() {
            return false;
        }
        for i in (0..items.len()).filter(|i| gone(names[*i])) {
            self.remove(&items[i]);
        }
        for (rank, field) in new.iter().enumerate() {
            match names.iter().position(|name| *name == field.name) {
                Some(i) => match old.iter().find(|old| old.name == field.name) {
                    Some(old) => self.merge(&items[i].value, &old.val, &field.val),
                    None => self.replace(&items[i].value.span, &field.val),
                },
                None if field.silent => {}
                None => {
                    let before = |i: &&usize| new[..rank].iter().any(|field| field.name == names[**i]);
                    let after = *kept.iter().rfind(before).unwrap_or(&kept[kept.len() - 1]);
                    self.insert(items, after, &[format!("{}: {}", field.name, inline(&field.val))]);
                }
            }
        }
        true
    }

    /// Members that stayed are kept where they stand. Between two of them members are changed one by one as far as both lists
    /// go, then removed or added; one that was moved takes its spelling along.
    fn merge_list(&mut self, node: &Node, items: &[Item], old: &[Val], new: &[Val]) {
        if new.is_empty() {
            return self.edits.push((node.span.clone(), "[]".into()));
        }
        let mut stayed = stayed(old, new);
        stayed.push((old.len(), new.len()));
        let (mut i, mut j, mut kept) = (0, 0, None);
        let mut first = Vec::new();
        for (to_i, to_j) in stayed {
            let both = (to_i - i).min(to_j - j);
            for k in 0..both {
                self.merge(&items[i + k].value, &old[i + k], &new[j + k]);
                kept = Some(i + k);
            }
            for item in &items[i + both..to_i] {
                self.remove(item);
            }
            let moved =
                |val: &Val| old.iter().position(|old| old == val).map(|k| self.slice(&items[k].value.span).to_owned());
            let added: Vec<String> =
                new[j + both..to_j].iter().map(|val| moved(val).unwrap_or_else(|| inline(val))).collect();
            match kept {
                _ if added.is_empty() => {}
                Some(after) => self.insert(items, after, &added),
                None => first = added,
            }
            if let Some((old, new)) = old.get(to_i).zip(new.get(to_j)) {
                if !first.is_empty() {
                    self.insert_first(&items[to_i], &std::mem::take(&mut first));
                }
                self.merge(&items[to_i].value, old, new);
                kept = Some(to_i);
            }
            (i, j) = (to_i + 1, to_j + 1);
        }
    }

    /// The line that a place is on begins here.
    fn line_start(&self, at: u32) -> usize {
        self.text[..at as usize].rfind('\n').map_or(0, |i| i + 1)
    }

    /// The white space before an item, if nothing else stands before it on its line.
    fn indent(&self, item: &Item) -> Option<&'t str> {
        let before = &self.text[self.line_start(item.start())..item.start() as usize];
        before.chars().all(char::is_whitespace).then_some(before)
    }

    fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// Takes out an item and its comma, with the line where it is alone on it.
    fn remove(&mut self, item: &Item) {
        let end = item.comma.unwrap_or(item.value.span.end);
        let rest = &self.text[end as usize..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        let alone = self.indent(item).is_some() && rest[blank..].starts_with('\n');
        let span = match alone {
            true => self.line_start(item.start()) as u32..end + blank as u32 + 1,
            false if item.comma.is_some() => item.start()..end + blank as u32,
            false => item.start()..end,
        };
        self.edits.push((span, String::new()));
    }

    /// Puts new members after `items[after]`, in its style: on lines of their own, or on the same line.
    fn insert(&mut self, items: &[Item], after: usize, added: &[String]) {
        let previous = &items[after];
        let value_end = previous.value.span.end;
        let end = previous.comma.unwrap_or(value_end);
        if previous.comma.is_none() {
            self.edits.push((value_end..value_end, ",".into()));
        }
        let rest = &self.text[end as usize..];
        let line = rest.find('\n').map_or(rest, |i| &rest[..i]);
        let trimmed = line.trim();
        let own_lines = self.indent(previous).filter(|_| trimmed.is_empty() || trimmed.starts_with("//"));
        let (at, new) = match own_lines {
            Some(indent) => {
                let new = added.iter().map(|new| format!("{}{indent}{new},", self.newline())).collect();
                (end as usize + line.trim_end_matches('\r').len(), new)
            }
            None => {
                let comma = previous.comma.is_some();
                (end as usize, format!(" {}{}", added.join(", "), if comma { "," } else { "" }))
            }
        };
        self.edits.push((at as u32..at as u32, new));
    }

    /// Puts new members before the first one.
    fn insert_first(&mut self, first: &Item, added: &[String]) {
        let between = self.indent(first).map_or(" ".to_owned(), |indent| format!("{}{indent}", self.newline()));
        let new = added.iter().map(|new| format!("{new},{between}")).collect();
        self.edits.push((first.start()..first.start(), new));
    }
}

/// The longest list of members that are in both lists in the same order, as pairs of indices; where both are very long only
/// those at the head and at the tail.
fn stayed(old: &[Val], new: &[Val]) -> Vec<(usize, usize)> {
    /// Entries of the table below.
    const MOST: usize = 1 << 20;
    let shorter = old.len().min(new.len());
    let head = (0..shorter).find(|i| !alike(&old[*i], &new[*i])).unwrap_or(shorter);
    let same_tail = |i: &usize| alike(&old[old.len() - 1 - i], &new[new.len() - 1 - i]);
    let tail = (0..shorter - head).find(|i| !same_tail(i)).unwrap_or(shorter - head);
    let (n, m) = (old.len() - head - tail, new.len() - head - tail);
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|i| (i, i)).collect();
    if n.saturating_mul(m) <= MOST {
        // longest[i][j]: how many of old[head + i..] and new[head + j..] can be paired.
        let mut longest = vec![vec![0u32; m + 1]; n + 1];
        let same = |i: usize, j: usize| alike(&old[head + i], &new[head + j]);
        for i in (0..n).rev() {
            for j in (0..m).rev() {
                longest[i][j] = match same(i, j) {
                    true => longest[i + 1][j + 1] + 1,
                    false => longest[i + 1][j].max(longest[i][j + 1]),
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < n && j < m {
            if same(i, j) {
                pairs.push((head + i, head + j));
                (i, j) = (i + 1, j + 1);
            } else if longest[i + 1][j] >= longest[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
    pairs.extend((0..tail).rev().map(|i| (old.len() - 1 - i, new.len() - 1 - i)));
    pairs
}

/// Whether two members of a list are the same one: bodies by name, others by value.
fn alike(a: &Val, b: &Val) -> bool {
    let name = |val: &Val| match val {
        Val::Struct(_, fields) => match fields.first() {
            Some(Field { name: "name", val: Val::Text(name), .. }) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    match (name(a), name(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}
