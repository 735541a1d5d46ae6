//! What was understood as pieces with their names, and the text as a whole.

use super::words::{ANGLE, PLACE, RADIUS, known_call};
use super::{Form, Kid, Meaning, Piece, Pose, Reader, Rot, Shape, What};
use crate::import::ImportError;

impl Reader<'_> {
    /// The kids as pieces of their own, their names in front.
    pub(super) fn gather(&self, kids: &[Kid]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for kid in kids {
            let node = &self.tree.nodes[kid.id];
            let mut own: Vec<String> = node.section.iter().cloned().collect();
            own.extend(node.name.clone());
            if node.head.len() > 1 || node.name.is_none() {
                own.extend(node.head.iter().filter(|word| known_call(word).is_none()).cloned());
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
        let kids = self.kids(0)?;
        let mut pieces = Vec::new();
        let mut rest = kids.into_iter().peekable();
        while let Some(first) = rest.next() {
            let section = tree.nodes[first.id].section.clone();
            let mut part = vec![first];
            while rest.peek().is_some_and(|kid| tree.nodes[kid.id].section == section) {
                part.extend(rest.next());
            }
            let labelled = section.is_some() && part.len() > 1;
            let meaning = match labelled && !part.iter().all(|k| matches!(k.meaning, Meaning::Point(_))) {
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
