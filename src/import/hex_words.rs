//! Bits in hex, as a memory dump prints them: words of f32 or of f64, with `0x` or without.

use super::lex::{Num, word_of_bits};
use super::meaning::{Form, Found, Piece, Shape, What};
use super::{ImportError, Reading, Source, assemble, names};

/// Words of one part of the text, and what stands before them.
#[derive(Default)]
struct Block {
    nums: Vec<Num>,
    label: Option<String>,
}

pub(super) fn read(source: &Source) -> Result<Vec<Reading>, ImportError> {
    let mut blocks = vec![Block::default()];
    let mut letters = false;
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        let is_word = |word: &&str| matches!(digits(word).len(), 8 | 16) && hex(digits(word));
        let separators = [' ', '\t', ',', ';', '\n', '\r'];
        let body = values(line);
        let label = line[..line.len() - body.len()].trim().trim_end_matches(':');
        if !body.split(separators).any(|word| is_word(&word)) {
            // A blank line or words: another part begins.
            if body.bytes().any(|b| b.is_ascii_digit()) && !label.is_empty() {
                return Ok(Vec::new());
            }
            let said = line.trim().trim_end_matches(':');
            let label = Some(said).filter(|said| names::side(said).is_some()).map(str::to_owned);
            blocks.push(Block { label, ..Block::default() });
            continue;
        }
        if is_address(label) {
            // Another line of the same memory.
        } else if names::side(label).is_some() {
            blocks.push(Block { label: Some(label.to_owned()), ..Block::default() });
        } else if !label.is_empty() {
            return Ok(Vec::new());
        }
        let mut start = line.len() - body.len();
        for word in body.split(separators) {
            let place = begin + start;
            start += word.len() + 1;
            if word.is_empty() {
                continue;
            }
            if !is_word(&word) {
                return Ok(Vec::new());
            }
            letters |= digits(word).len() < word.len() || word.contains(|c: char| c.is_ascii_alphabetic());
            let Some((value, single)) = word_of_bits(digits(word)) else { return Ok(Vec::new()) };
            let span = place..place + word.len();
            if !value.is_finite() {
                return Err(source.error(place, &format!("{word} is no finite number")));
            }
            if let Some(block) = blocks.last_mut() {
                block.nums.push(Num { value, span, single, unit: None, computed: None, other: None });
            }
        }
    }
    blocks.retain(|block| !block.nums.is_empty());
    if !letters || blocks.is_empty() {
        return Ok(Vec::new());
    }
    let pieces = blocks.into_iter().map(|Block { nums, label }| Piece {
        at: nums[0].span.start,
        what: What::Shape(Shape { form: Form::Flat(nums), radius: None, pose: None }),
        names: label.into_iter().collect(),
        chained: false,
    });
    assemble::readings(source, "hex-words", Found { pieces: pieces.collect(), ..Found::default() })
}

/// What stands behind a label or an address, `A:`, `0x7ffe0010 <v+16>:`; the whole line where there is none.
fn values(line: &str) -> &str {
    match line.rfind(':') {
        Some(i) if line[i + 1..].starts_with([' ', '\t']) => &line[i + 1..],
        _ => line,
    }
}

fn is_address(label: &str) -> bool {
    let word = label.split_whitespace().next().unwrap_or("");
    hex(digits(word)) && (word.len() > digits(word).len() || word.len() > 5)
}

fn digits(word: &str) -> &str {
    word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word)
}

fn hex(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit())
}
