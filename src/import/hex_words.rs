//! Bits in hex, as a memory dump prints them: words of f32 or of f64, with `0x` or without.

use super::lex::{Num, word_of_bits};
use super::meaning::{Form, Found, Piece, Shape, What};
use super::{ImportError, Reading, Source, assemble};

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let mut blocks: Vec<Vec<Num>> = vec![Vec::new()];
    let mut letters = false;
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        if line.trim().is_empty() {
            blocks.push(Vec::new());
        }
        let mut start = 0;
        for word in line.split([' ', '\t', ',', ';', '\n', '\r']) {
            let place = at + start;
            start += word.len() + 1;
            // `0x7ffe0010:` and `0x7ffe0010 <v>:` are addresses.
            if word.is_empty() || word.ends_with(':') {
                continue;
            }
            let digits = word.trim_start_matches("0x").trim_start_matches("0X");
            letters |= digits.len() < word.len() || digits.contains(|c: char| c.is_ascii_alphabetic());
            let hex = matches!(digits.len(), 8 | 16) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let Some((value, single)) = word_of_bits(digits).filter(|_| hex) else { return Ok(Vec::new()) };
            let span = place..place + word.len();
            if !value.is_finite() {
                return Err(source.error(place, &format!("{word} is no finite number")));
            }
            if let Some(block) = blocks.last_mut() {
                block.push(Num { value, span, single, unit: None, computed: None, other: None });
            }
        }
        at += line.len();
    }
    blocks.retain(|block| !block.is_empty());
    if !letters || blocks.is_empty() {
        return Ok(Vec::new());
    }
    let pieces = blocks.into_iter().map(|nums| Piece {
        at: nums[0].span.start,
        what: What::Shape(Shape { form: Form::Flat(nums), radius: None, pose: None }),
        names: Vec::new(),
        chained: false,
    });
    assemble::readings(source, "hex-words", Found { pieces: pieces.collect(), ..Found::default() })
}
