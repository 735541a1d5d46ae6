//! Steps as an animated GIF: one palette for all frames, and of each frame only the rectangle that changed.

use std::collections::HashMap;

use super::drawing::About;
use super::png::Pixels;

/// Most colours of a GIF.
const COLORS: usize = 256;
/// Largest side.
const LARGEST: u32 = 65_535;
/// Code of a comment.
const COMMENT: u8 = 0xfe;
/// Longest piece of a comment.
const PIECE: usize = 255;

type Rgb = [u8; 3];

/// The file, repeated for ever. Each frame is shown for `delay` hundredths of a second, the last one three times as long. All
/// frames have the size of the first and are opaque. `Err` says in a sentence what cannot be written.
pub fn gif(frames: &[Pixels], delay: u16, about: &About) -> Result<Vec<u8>, String> {
    let Some(first) = frames.first() else { return Err("a GIF has at least one frame".into()) };
    if first.width > LARGEST || first.height > LARGEST {
        return Err(format!("a GIF has at most {LARGEST} pixels a side; change --width, --height or --scale"));
    }
    let colors = |p: &Pixels| -> Vec<Rgb> { p.rgba.chunks_exact(4).map(|c| [c[0], c[1], c[2]]).collect() };
    let palette = palette(frames.iter().map(colors));
    let mut nearest: HashMap<Rgb, u8> = HashMap::new();
    let failed = |e: gif::EncodingError| format!("cannot write a GIF: {e}");
    let (w, h) = (first.width as u16, first.height as u16);
    let mut encoder = gif::Encoder::new(Vec::new(), w, h, palette.as_flattened()).map_err(failed)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    let comment = about.lines().join("\n");
    let pieces: Vec<&[u8]> = comment.as_bytes().chunks(PIECE).collect();
    encoder.write_raw_extension(gif::AnyExtension(COMMENT), &pieces).map_err(failed)?;
    let mut before: Option<Vec<u8>> = None;
    for (i, frame) in frames.iter().enumerate() {
        let mut index = |c: Rgb| *nearest.entry(c).or_insert_with(|| closest(&palette, c));
        let mut now = Vec::with_capacity(frame.rgba.len() / 4);
        // Most pixels have the colour of the one before.
        for run in colors(frame).chunk_by(|a, b| a == b) {
            now.extend(std::iter::repeat_n(index(run[0]), run.len()));
        }
        let area = before.as_ref().map_or((0, 0, w, h), |before| changed(before, &now, w));
        let (left, top, width, height) = area;
        let rows = now.chunks_exact(usize::from(w)).skip(top.into()).take(height.into());
        let buffer: Vec<u8> =
            rows.flat_map(|row| &row[usize::from(left)..usize::from(left) + usize::from(width)]).copied().collect();
        let frame = gif::Frame {
            left,
            top,
            width,
            height,
            buffer: buffer.into(),
            delay: if i + 1 == frames.len() { delay.saturating_mul(3) } else { delay },
            dispose: gif::DisposalMethod::Keep,
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(now);
    }
    encoder.into_inner().map_err(failed)
}

/// Left, top, width and height of what differs; one pixel where nothing does.
fn changed(before: &[u8], now: &[u8], width: u16) -> (u16, u16, u16, u16) {
    let w = usize::from(width);
    let (mut low, mut high) = ((w, usize::MAX), (0, 0));
    for (i, _) in before.iter().zip(now).enumerate().filter(|(_, (a, b))| a != b) {
        let (x, y) = (i % w, i / w);
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    if low.1 == usize::MAX {
        return (0, 0, 1, 1);
    }
    (low.0 as u16, low.1 as u16, (high.0 - low.0 + 1) as u16, (high.1 - low.1 + 1) as u16)
}

/// All colours while they are at most 256, else those of a median cut (Heckbert 1982): boxes of colours are halved at the median
/// of their longest side, the most used wide box first.
fn palette(frames: impl Iterator<Item = Vec<Rgb>>) -> Vec<Rgb> {
    let mut counts: HashMap<Rgb, u64> = HashMap::new();
    for frame in frames {
        for run in frame.chunk_by(|a, b| a == b) {
            *counts.entry(run[0]).or_default() += run.len() as u64;
        }
    }
    let mut colors: Vec<(Rgb, u64)> = counts.into_iter().collect();
    colors.sort_unstable();
    let mut boxes: Vec<Vec<(Rgb, u64)>> = vec![colors];
    while boxes.len() < COLORS {
        // Large flat areas count less than their pixels: the few pixels of thin lines are what a figure says.
        let weight = |b: &[(Rgb, u64)]| {
            let used: f64 = b.iter().map(|c| (c.1 as f64).sqrt()).sum();
            used * f64::from(longest(b).1)
        };
        let best = (0..boxes.len()).max_by(|&i, &j| weight(&boxes[i]).total_cmp(&weight(&boxes[j])));
        let Some(best) = best.filter(|&i| boxes[i].len() > 1) else { break };
        let mut whole = boxes.swap_remove(best);
        let axis = longest(&whole).0;
        whole.sort_unstable_by_key(|c| (c.0[axis], c.0));
        let upper = whole.split_off(whole.len() / 2);
        boxes.extend([whole, upper]);
    }
    let mut palette: Vec<Rgb> = boxes.iter().filter_map(|b| b.iter().max_by_key(|c| (c.1, c.0))).map(|c| c.0).collect();
    palette.sort_unstable();
    palette
}

/// The channel in which the colours of a box differ most, and by how much.
fn longest(colors: &[(Rgb, u64)]) -> (usize, u8) {
    let span = |axis: usize| {
        let of = colors.iter().map(|c| c.0[axis]);
        of.clone().max().unwrap_or(0) - of.min().unwrap_or(0)
    };
    (0..3).map(|axis| (axis, span(axis))).max_by_key(|s| (s.1, 3 - s.0)).unwrap_or((0, 0))
}

fn closest(palette: &[Rgb], c: Rgb) -> u8 {
    let distance = |p: &Rgb| (0..3).map(|i| (i32::from(p[i]) - i32::from(c[i])).pow(2)).sum::<i32>();
    (0..palette.len()).min_by_key(|&i| distance(&palette[i])).unwrap_or(0) as u8
}

/// A line of the comment of a file of [`gif`].
pub(super) fn read(bytes: &[u8], name: &str) -> Option<String> {
    let at = bytes.windows(2).position(|w| w == [0x21, COMMENT])? + 2;
    let (mut text, mut rest) = (vec![], &bytes[at..]);
    while let Some((&length @ 1.., tail)) = rest.split_first() {
        text.extend(tail.get(..length.into())?);
        rest = tail.get(length.into()..)?;
    }
    let text = String::from_utf8(text).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))?;
    Some(line.to_owned())
}
