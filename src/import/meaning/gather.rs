//! What was understood as pieces with their names, and the text as a whole.

use super::words::{ANGLE, FIELDS, PLACE, RADIUS, SIZES, known_call};
use super::{Form, Kid, Meaning, Piece, Pose, Reader, Rot, Shape, What};
use crate::import::ImportError;
use crate::import::names::{self, Side};

impl Reader<'_> {
    /// The kids as pieces of their own, their names in front.
    pub(super) fn gather(&self, kids: &[Kid]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for kid in kids {
            let node = &self.tree.nodes[kid.id];
            let mut own: Vec<String> = node.section.iter().cloned().collect();
            own.extend(node.name.clone());
            if node.head.len() > 1 || node.name.is_none() {
                // `bodyB.translate(..)` is a call on bodyB.
                let owner = |word: &String| match (known_call(word), word.rsplit_once("::")) {
                    (None, _) => Some(word.clone()),
                    (Some(_), Some((owner, _))) => Some(owner.to_owned()),
                    _ => None,
                };
                own.extend(node.head.iter().filter_map(owner));
            }
            let mut piece = |what: What| {
                pieces.push(Piece { what, names: own.clone(), at: node.span.start, chained: node.chained });
            };
            match &kid.meaning {
                Meaning::Nothing | Meaning::Bad(_) => {}
                Meaning::Num(n) if RADIUS.contains(&kid.name.as_str()) || kid.name.starts_with("radius") => {
                    piece(What::Radius(n.clone()))
                }
                Meaning::Num(n) if ANGLE.iter().any(|a| kid.name.starts_with(a)) => {
                    piece(What::Pose(Pose { translation: None, rotation: Some(Rot::Angle(n.clone())) }));
                }
                Meaning::Num(_) => {}
                Meaning::Point(p) if PLACE.iter().any(|w| w.len() > 2 && kid.name.starts_with(w)) => {
                    piece(What::Pose(Pose { translation: Some(p.clone()), rotation: None }));
                }
                Meaning::Point(p) => piece(What::Point(p.clone())),
                Meaning::Flat(nums) => {
                    piece(What::Shape(Shape { form: Form::Flat(nums.clone()), radius: None, pose: None }))
                }
                Meaning::Rot(r) => piece(What::Pose(Pose { translation: None, rotation: Some(r.clone()) })),
                Meaning::Pose(p) => piece(What::Pose(p.clone())),
                Meaning::Shape(s) => piece(What::Shape((**s).clone())),
                Meaning::Pieces(inner) => {
                    for mut p in inner.iter().cloned() {
                        p.names.splice(0..0, own.iter().cloned());
                        pieces.push(p);
                    }
                }
            }
        }
        pieces
    }

    /// The whole text: what stands under one label is one object.
    pub(super) fn top(&mut self) -> Result<Vec<Piece>, ImportError> {
        let tree = self.tree;
        let mut kids = self.kids(0)?;
        // What a name stood for elsewhere is no second thing.
        kids.retain(|kid| !self.followed.contains(&kid.id));
        let mut pieces = Vec::new();
        let mut rest = kids.into_iter().peekable();
        while let Some(first) = rest.next() {
            let section = tree.nodes[first.id].section.clone();
            // A label that names A or B may come again; two others of the same words are two things.
            let label = |id: usize| {
                let node = &tree.nodes[id];
                let at = node.section.as_deref().filter(|words| names::side(words).is_none()).map(|_| node.labelled_at);
                (&node.section, at)
            };
            let own = label(first.id);
            let mut part = vec![first];
            while rest.peek().is_some_and(|kid| label(kid.id) == own) {
                part.extend(rest.next());
            }
            for kid in &part {
                let field = RADIUS.contains(&kid.name.as_str()) || ANGLE.iter().any(|a| kid.name.starts_with(a));
                let pose =
                    || tree.nodes[kid.id].head.iter().any(|word| known_call(word).is_some_and(|call| call.0 == "pose"));
                if let (Meaning::Bad(message), true) = (&kid.meaning, field || pose()) {
                    return self.error(kid.id, message);
                }
            }
            // Points under a label that names neither A nor B are one shape; those of A may be anywhere.
            let bare = |k: &Kid| matches!(k.meaning, Meaning::Point(_)) && !FIELDS.contains(&k.name.as_str());
            let one = section.as_deref().is_some_and(|words| !matches!(names::side(words), Some(Side::A | Side::B)))
                || !part.iter().all(bare);
            let sized =
                matches!(&part[..], [Kid { name, meaning: Meaning::Point(_), .. }] if SIZES.contains(&name.as_str()));
            let labelled = section.is_some() && part.len() > 1 && one || sized;
            let meaning = match labelled {
                true => {
                    let at = part[0].id;
                    let part = part.into_iter().filter(|k| !matches!(k.meaning, Meaning::Bad(_))).collect();
                    Kid { id: at, name: String::new(), meaning: self.object(0, part, false)? }
                }
                false => {
                    let part: Vec<Kid> = part.into_iter().filter(|k| !matches!(k.meaning, Meaning::Bad(_))).collect();
                    if part.is_empty() {
                        continue;
                    }
                    let at = part[0].id;
                    Kid { id: at, name: String::new(), meaning: self.object(0, part, true)? }
                }
            };
            match meaning.meaning {
                Meaning::Pieces(inner) => pieces.extend(inner),
                _ => {
                    let node = &tree.nodes[meaning.id];
                    let mut found = self.gather(std::slice::from_ref(&meaning));
                    if let (None, Some(piece)) = (&node.section, found.first_mut()) {
                        piece.chained = false;
                    }
                    pieces.extend(found);
                }
            }
        }
        Ok(pieces)
    }
}
