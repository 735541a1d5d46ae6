//! The window as pixels without a window: egui's meshes drawn on the CPU, the same on every machine. For figures and tests.

use std::collections::HashMap;

use egui::epaint::{Primitive, Vertex};
use egui::{Color32, ColorImage, Context, ImageData, Rect, TextureId};
use image::RgbaImage;

use super::{prepare, window_ui};
use crate::model::{Model, update};

/// Passes until nothing moves any more: sizes of panels, then of their contents, then what is scrolled to.
const PASSES: u32 = 5;

/// Most pixels along a side: 1 GiB of picture.
const LARGEST: u32 = 16_384;

/// A picture of the window, `width` x `height` points at `scale` pixels a point. Panels and scrolled lists settle in a few passes; what they ask
/// for on the way (nothing but hover) is done.
pub fn picture(model: &mut Model, width: u32, height: u32, scale: f32) -> RgbaImage {
    let ctx = Context::default();
    prepare(&ctx);
    let mut textures = HashMap::new();
    let mut image = RgbaImage::new(1, 1);
    let pixels = |points: u32| ((points as f32 * scale).round() as u32).clamp(1, LARGEST);
    for pass in 0..PASSES {
        let mut input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width as f32, height as f32))),
            time: Some(f64::from(pass) * 0.1),
            ..Default::default()
        };
        input.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point = Some(scale);
        let mut commands = Vec::new();
        let mut output = ctx.run_ui(input, |ui| window_ui(ui, model, &mut commands));
        for command in commands {
            drop(update(model, command));
        }
        for (id, deltas) in std::mem::take(&mut output.textures_delta.set) {
            for delta in deltas {
                let ImageData::Color(patch) = &delta.image;
                patch_texture(textures.entry(id).or_default(), patch, delta.pos);
            }
        }
        output.textures_delta.clear();
        if pass + 1 == PASSES {
            let size = (pixels(width), pixels(height));
            image = rasterise(&ctx, std::mem::take(&mut output.shapes), scale, size, &textures);
        }
    }
    image
}

fn patch_texture(texture: &mut ColorImage, patch: &ColorImage, at: Option<[usize; 2]>) {
    let Some([x, y]) = at else {
        *texture = patch.clone();
        return;
    };
    let (width, from) = (texture.size[0], patch.size[0]);
    for (row, pixels) in patch.pixels.chunks(from.max(1)).enumerate() {
        let start = (y + row) * width + x;
        if let Some(target) = texture.pixels.get_mut(start..start + from) {
            target.copy_from_slice(pixels);
        }
    }
}

fn rasterise(
    ctx: &Context,
    shapes: Vec<egui::epaint::ClippedShape>,
    scale: f32,
    (width, height): (u32, u32),
    textures: &HashMap<TextureId, ColorImage>,
) -> RgbaImage {
    let mut canvas = Canvas { width, height, pixels: vec![Color32::BLACK; width as usize * height as usize] };
    for clipped in ctx.tessellate(shapes, scale) {
        let Primitive::Mesh(mesh) = &clipped.primitive else { continue };
        let Some(texture) = textures.get(&mesh.texture_id) else { continue };
        let clip = Clip::new(clipped.clip_rect, scale, width, height);
        for triangle in mesh.indices.chunks_exact(3) {
            let corner = |i: usize| mesh.vertices.get(triangle[i] as usize).copied();
            if let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) {
                canvas.triangle([a, b, c], scale, &clip, texture);
            }
        }
    }
    let bytes = canvas.pixels.iter().flat_map(|p| [p.r(), p.g(), p.b(), 255]).collect();
    RgbaImage::from_raw(width, height, bytes).unwrap_or_else(|| RgbaImage::new(width, height))
}

/// Pixels that may be painted, half open.
struct Clip {
    x: (i32, i32),
    y: (i32, i32),
}

impl Clip {
    fn new(rect: Rect, scale: f32, width: u32, height: u32) -> Clip {
        let side = |from: f32, to: f32, most: u32| {
            let at = |v: f32| ((v * scale).round().clamp(0.0, most as f32)) as i32;
            (at(from), at(to))
        };
        Clip { x: side(rect.min.x, rect.max.x, width), y: side(rect.min.y, rect.max.y, height) }
    }
}

struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<Color32>,
}

/// Subpixel steps per pixel: corners are snapped to them, so that edge functions are exact integers.
const SUB: f32 = 16.0;

impl Canvas {
    /// Fills a triangle by edge functions with the top-left rule, so that neighbours neither overlap nor leave gaps.
    fn triangle(&mut self, corners: [Vertex; 3], scale: f32, clip: &Clip, texture: &ColorImage) {
        let snap = |v: f32| (v * scale * SUB).round().clamp(-1e8, 1e8) as i64;
        let mut p = corners.map(|v| (snap(v.pos.x), snap(v.pos.y)));
        let mut v = corners;
        let cross = |a: (i64, i64), b: (i64, i64), c: (i64, i64)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        let mut area = cross(p[0], p[1], p[2]);
        if area == 0 {
            return;
        }
        if area < 0 {
            p.swap(1, 2);
            v.swap(1, 2);
            area = -area;
        }
        let sub = SUB as i64;
        let range = |values: [i64; 3], clip: (i32, i32)| {
            let [a, b, c] = values;
            let low = a.min(b).min(c).div_euclid(sub).max(i64::from(clip.0));
            let high = (a.max(b).max(c).div_euclid(sub) + 1).min(i64::from(clip.1));
            low..high
        };
        // Edges that own the pixels on them: upper and left ones, for corners in clockwise order on a screen with y down.
        let owns = |a: (i64, i64), b: (i64, i64)| b.1 < a.1 || (b.1 == a.1 && b.0 > a.0);
        let bias = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| if owns(p[i], p[j]) { 0 } else { -1 });
        let columns = range(p.map(|p| p.0), clip.x);
        for y in range(p.map(|p| p.1), clip.y) {
            for x in columns.clone() {
                let at = (x * sub + sub / 2, y * sub + sub / 2);
                let w = [cross(p[1], p[2], at), cross(p[2], p[0], at), cross(p[0], p[1], at)];
                if (0..3).all(|i| w[i] + bias[i] >= 0) {
                    let share = w.map(|w| w as f32 / area as f32);
                    let source = shade(&v, share, texture);
                    self.blend(x as u32, y as u32, source);
                }
            }
        }
    }

    /// Premultiplied, in gamma space, as egui's own renderers do.
    fn blend(&mut self, x: u32, y: u32, [r, g, b, a]: [f32; 4]) {
        if x >= self.width || y >= self.height {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width as usize + x as usize];
        let over =
            |source: f32, under: u8| (source + f32::from(under) * (1.0 - a / 255.0) + 0.5).clamp(0.0, 255.0) as u8;
        *pixel = Color32::from_rgb(over(r, pixel.r()), over(g, pixel.g()), over(b, pixel.b()));
    }
}

/// Colour of a point of a triangle: corner colours times the texture, each from 0 to 255.
fn shade(v: &[Vertex; 3], share: [f32; 3], texture: &ColorImage) -> [f32; 4] {
    let sum = |of: &dyn Fn(&Vertex) -> f32| v.iter().zip(share).map(|(v, s)| of(v) * s).sum::<f32>();
    let texel = sample(texture, sum(&|v| v.uv.x), sum(&|v| v.uv.y));
    let tint = [0, 1, 2, 3].map(|i| sum(&|v: &Vertex| f32::from(v.color.to_array()[i])));
    [0, 1, 2, 3].map(|i| tint[i] * texel[i] / 255.0)
}

/// Bilinear, clamped to the edge.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    if width == 0 || height == 0 {
        return [255.0; 4];
    }
    let split = |t: f32, size: usize| {
        let t = (t * size as f32 - 0.5).clamp(0.0, (size - 1) as f32);
        let low = t.floor() as usize;
        (low, (low + 1).min(size - 1), t - t.floor())
    };
    let ((x0, x1, fx), (y0, y1, fy)) = (split(u, width), split(v, height));
    let texel = |x: usize, y: usize| texture.pixels[y * width + x].to_array().map(f32::from);
    if fx == 0.0 && fy == 0.0 {
        return texel(x0, y0);
    }
    let (a, b, c, d) = (texel(x0, y0), texel(x1, y0), texel(x0, y1), texel(x1, y1));
    [0, 1, 2, 3].map(|i| {
        let top = a[i] + (b[i] - a[i]) * fx;
        let bottom = c[i] + (d[i] - c[i]) * fx;
        top + (bottom - top) * fy
    })
}
