//! Drawing a shape in the world plot: clicks put points, the outline follows the pointer.

use egui::{CursorIcon, FontId, Painter, Rect, Response, RichText, Stroke, Ui, vec2};
use glam::DVec2;

use super::bodies::paint_dent;
use super::grips::NEAR;
use super::paint::{dvec, pos};
use super::style::{Colors, TEXT, color};
use crate::draw::{Camera, Role, grid_step};
use crate::model::{Command, Edit, Model, Sketch, Snap, snapped};

/// Where a click would put a point: rounded to what the screen can tell, or on what the keys ask for.
fn place(model: &Model, camera: &Camera, at: egui::Pos2, snap: Snap, decimals: i32) -> DVec2 {
    snapped(&model.scene, camera.to_scene(dvec(at)), decimals, snap)
}

/// What the pressed modifiers keep a drag or a point to.
pub fn snap(ui: &Ui, camera: &Camera) -> Snap {
    let modifiers = ui.input(|i| i.modifiers);
    if modifiers.alt {
        Snap::Contact
    } else if modifiers.shift {
        Snap::Grid(grid_step(camera.scale))
    } else if modifiers.command || modifiers.ctrl {
        Snap::Vertices(1.5 * NEAR / camera.scale)
    } else {
        Snap::Free
    }
}

/// The sketch and its pointer, in place of taking hold of bodies. Drags still pan.
pub fn sketch_ui(
    ui: &Ui,
    model: &Model,
    sketch: &Sketch,
    response: &Response,
    camera: &Camera,
    decimals: i32,
    out: &mut Vec<Command>,
) {
    let painter = ui.painter().with_clip_rect(response.rect);
    let hovered = response.hover_pos();
    let closes = |at: egui::Pos2| {
        let first = sketch.points.first().filter(|_| sketch.points.len() > 2);
        first.is_some_and(|p| camera.to_screen(*p).distance(dvec(at)) <= NEAR)
    };
    let closing = hovered.is_some_and(closes);
    let snap = snap(ui, camera);
    let next = hovered.filter(|_| !closing).map(|at| place(model, camera, at, snap, decimals));
    paint(&painter, model, sketch, camera, next, closing);
    if hovered.is_some() {
        ui.ctx().set_cursor_icon(if closing { CursorIcon::PointingHand } else { CursorIcon::Crosshair });
    }
    if response.double_clicked() || (response.clicked() && closing) {
        out.push(Command::Edit(Edit::DrawDone));
    } else if let (true, Some(p)) = (response.clicked(), next) {
        // A second click at the same place is the first half of a double click.
        if sketch.points.last() != Some(&p) {
            out.push(Command::Edit(Edit::DrawPoint(p)));
        }
    }
}

fn paint(painter: &Painter, model: &Model, sketch: &Sketch, camera: &Camera, next: Option<DVec2>, closing: bool) {
    let colors = Colors::of(model.theme);
    let ink = color(model.theme.style(Role::Simplex).color);
    let screen = |p: &DVec2| pos(camera.to_screen(*p));
    let outline: Vec<egui::Pos2> = sketch.outline(next).iter().map(screen).collect();
    if let (Some(first), Some(last)) = (outline.first(), outline.last()) {
        painter.line(outline.clone(), Stroke::new(2.0, ink));
        let back = [*last, *first];
        painter.extend(egui::Shape::dashed_line(&back, Stroke::new(if closing { 2.0 } else { 1.2 }, ink), 5.0, 4.0));
    }
    for (i, p) in sketch.points.iter().enumerate() {
        let ring = if i == 0 && closing { 6.5 } else { 3.5 };
        painter.circle(screen(p), ring, colors.ground, Stroke::new(2.0, ink));
    }
    let points: Vec<DVec2> = sketch.points.iter().copied().chain(next).collect();
    for fault in sketch.faults(next) {
        if let Some(p) = points.get(fault) {
            painter.circle_stroke(screen(p), 8.0, Stroke::new(1.5, colors.wrong));
            paint_dent(painter, screen(p) + vec2(11.0, 11.0), &colors);
        }
    }
}

/// A line of words at the top of a plot.
pub fn banner_ui(ui: &mut Ui, model: &Model, rect: Rect, text: &str) {
    let colors = Colors::of(model.theme);
    let painter = ui.painter().with_clip_rect(rect);
    let galley = painter.layout(text.to_owned(), FontId::proportional(TEXT), colors.text, rect.width() - 32.0);
    let at = rect.left_top() + vec2(12.0, 6.0);
    let area = Rect::from_min_size(at, galley.size()).expand2(vec2(6.0, 3.0));
    painter.rect(area, 3.0, colors.panel, Stroke::new(1.0, colors.line), egui::StrokeKind::Inside);
    let room = egui::UiBuilder::new().max_rect(Rect::from_min_size(at, galley.size() + vec2(2.0, 0.0)));
    ui.new_child(room).add(egui::Label::new(RichText::new(text).color(colors.text)).wrap());
}

/// What to do while drawing.
pub fn words(sketch: &Sketch) -> &'static str {
    match (sketch.points.len(), sketch.hull) {
        (0, true) => "Click points in any order; their hull is the shape. Shift: grid, Ctrl: vertices. Esc: leave it",
        (0, false) => "Click vertices in order. Shift: grid, Ctrl: vertices. Esc: leave it",
        (1 | 2, _) => "Click on. Enter takes what is there, Backspace takes the last point back",
        _ => "Click on. The first point, a double click or Enter closes it; Backspace takes the last point back",
    }
}
