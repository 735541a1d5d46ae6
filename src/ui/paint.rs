//! Draw's display list on egui's painter, one to one.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Painter, Pos2, Stroke, Vec2};
use glam::DVec2;

use super::style::color;
use crate::draw::{Anchor, Painted, Rgba, Shape, Viewport};

/// A point of the screen for egui.
pub fn pos(p: DVec2) -> Pos2 {
    egui::pos2(p.x as f32, p.y as f32)
}

/// A point of the screen for draw.
pub fn dvec(p: Pos2) -> DVec2 {
    DVec2::new(f64::from(p.x), f64::from(p.y))
}

/// A rectangle of the screen for draw.
pub fn viewport(rect: egui::Rect) -> Viewport {
    Viewport { min: dvec(rect.min), max: dvec(rect.max) }
}

fn job(text: &str, size: f64, italics: bool, color: Color32) -> LayoutJob {
    let mut job = LayoutJob { break_on_newline: false, ..Default::default() };
    job.wrap.max_width = f32::INFINITY;
    job.append(
        text,
        0.0,
        TextFormat { font_id: FontId::proportional(size as f32), color, italics, ..Default::default() },
    );
    job
}

/// Width and height of a line of text in the window's font.
pub fn measure(painter: &Painter) -> impl Fn(&str, f64, bool) -> DVec2 + '_ {
    move |text, size, italics| {
        let extent = painter.layout_job(job(text, size, italics, Color32::PLACEHOLDER)).size();
        // Slanted letters lean out of their layout at the upper right, by about an eighth of their size.
        let lean = if italics { 0.25 * size } else { 0.0 };
        DVec2::new(f64::from(extent.x) + lean, f64::from(extent.y))
    }
}

/// Paints a display list, first to last.
pub fn paint_list(painter: &Painter, list: &[Painted]) {
    for painted in list {
        paint_shape(painter, &painted.shape);
    }
}

fn paint_shape(painter: &Painter, shape: &Shape) {
    let points = |points: &[DVec2]| points.iter().copied().map(pos).collect::<Vec<_>>();
    match shape {
        Shape::Polygon { points: at, fill } => {
            let at = points(at);
            if turns_back(&at, true) {
                // As triangles without soft edges, for the same reason as a needle's outline.
                let mut mesh = egui::Mesh::default();
                at.iter().for_each(|&p| mesh.colored_vertex(p, color(*fill)));
                (2..at.len() as u32).for_each(|i| mesh.add_triangle(0, i - 1, i));
                painter.add(mesh);
            } else {
                painter.add(egui::Shape::convex_polygon(at, color(*fill), Stroke::NONE));
            }
        }
        Shape::Polyline { points: at, closed, width, color: ink, dash } => {
            let stroke = Stroke::new(*width as f32, color(*ink));
            let mut at = points(at);
            match dash {
                Some(dash) => {
                    if *closed && let Some(first) = at.first().copied() {
                        at.push(first);
                    }
                    painter.extend(egui::Shape::dashed_line(&at, stroke, dash.on as f32, dash.off as f32));
                }
                None if turns_back(&at, *closed) => {
                    // Joined, the ends of a needle would be drawn as a spike many times their width.
                    let last = if *closed { at.len() } else { at.len().saturating_sub(1) };
                    for i in 0..last {
                        painter.line_segment([at[i], at[(i + 1) % at.len()]], stroke);
                    }
                }
                None if *closed => drop(painter.add(egui::Shape::closed_line(at, stroke))),
                None => drop(painter.line(at, stroke)),
            }
        }
        Shape::Circle { center, radius, fill, stroke } => {
            let fill = fill.map_or(Color32::TRANSPARENT, color);
            let stroke = stroke.map_or(Stroke::NONE, |(width, ink)| Stroke::new(width as f32, color(ink)));
            painter.circle(pos(*center), *radius as f32, fill, stroke);
        }
        Shape::Text { pos: at, anchor, text, size, color: ink, italic, halo } => {
            paint_text(painter, pos(*at), *anchor, (text, *size, *italic), *ink, *halo);
        }
    }
}

/// Somewhere the line turns by more than 150 degrees.
fn turns_back(at: &[Pos2], closed: bool) -> bool {
    let n = at.len();
    let corners = if closed { 0..n } else { 1..n.saturating_sub(1) };
    n > 1
        && corners.into_iter().any(|i| {
            let (before, after) = (at[i] - at[(i + n - 1) % n], at[(i + 1) % n] - at[i]);
            before.dot(after) < -0.866 * before.length() * after.length()
        })
}

fn paint_text(
    painter: &Painter,
    at: Pos2,
    anchor: Anchor,
    (text, size, italic): (&str, f64, bool),
    ink: Rgba,
    halo: Option<Rgba>,
) {
    let galley = painter.layout_job(job(text, size, italic, color(ink)));
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let at = at - galley.size() * egui::vec2(left, 0.5);
    if let Some(halo) = halo {
        for (x, y) in
            [(-1.5, 0.0), (1.5, 0.0), (0.0, -1.5), (0.0, 1.5), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        {
            painter.galley_with_override_text_color(at + Vec2::new(x, y), galley.clone(), color(halo));
        }
    }
    painter.galley(at, galley, color(ink));
}
