//! Buttons with painted icons: the same on every machine, with a tooltip that names the key.

use egui::{Pos2, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use crate::model::keys_of;

/// What is painted on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    First,
    BackIteration,
    Back,
    Play,
    Pause,
    Next,
    NextIteration,
    Last,
    BackProblem,
    NextProblem,
    Undo,
    Redo,
    Close,
}

/// A button; its label is read aloud and shown as a tooltip with its key.
pub fn icon_button_ui(ui: &mut Ui, icon: Icon, label: &str, enabled: bool) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(28.0, 22.0), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, label));
    let visuals = ui.style().interact(&response);
    let ink = if enabled { visuals.fg_stroke.color } else { ui.visuals().weak_text_color().gamma_multiply(0.5) };
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, visuals.corner_radius, ui.visuals().selection.stroke, egui::StrokeKind::Inside);
    }
    paint_icon(ui, icon, rect.center(), ink);
    let tooltip = keys_of(label).map_or_else(|| label.to_owned(), |keys| format!("{label} ({keys})"));
    response.on_hover_text(tooltip)
}

fn paint_icon(ui: &Ui, icon: Icon, c: Pos2, ink: egui::Color32) {
    let painter = ui.painter();
    // A triangle with its tip at x + 5 * way.
    let triangle = |x: f32, way: f32| {
        let points = vec![c + vec2(x - 4.0 * way, -5.5), c + vec2(x + 5.0 * way, 0.0), c + vec2(x - 4.0 * way, 5.5)];
        painter.add(egui::Shape::convex_polygon(points, ink, Stroke::NONE));
    };
    let bar = |x: f32, width: f32| {
        painter.rect_filled(Rect::from_center_size(c + vec2(x, 0.0), vec2(width, 11.0)), 0.0, ink);
    };
    let line = Stroke::new(1.5, ink);
    match icon {
        Icon::Play => triangle(0.0, 1.0),
        Icon::Pause => {
            bar(-3.0, 3.0);
            bar(3.0, 3.0);
        }
        Icon::Next => {
            bar(-5.0, 2.0);
            triangle(2.0, 1.0);
        }
        Icon::Back => {
            bar(5.0, 2.0);
            triangle(-2.0, -1.0);
        }
        Icon::NextIteration => {
            triangle(-4.0, 1.0);
            triangle(4.0, 1.0);
        }
        Icon::BackIteration => {
            triangle(-4.0, -1.0);
            triangle(4.0, -1.0);
        }
        Icon::Last => {
            triangle(-2.0, 1.0);
            bar(5.0, 2.0);
        }
        Icon::First => {
            triangle(2.0, -1.0);
            bar(-5.0, 2.0);
        }
        Icon::NextProblem | Icon::BackProblem => {
            let way = if icon == Icon::NextProblem { 1.0 } else { -1.0 };
            triangle(5.0 * way, way);
            let x = -5.0 * way;
            painter.circle_stroke(c + vec2(x, 0.0), 5.0, line);
            painter.line_segment([c + vec2(x, -2.8), c + vec2(x, 0.8)], line);
            painter.circle_filled(c + vec2(x, 2.6), 0.9, ink);
        }
        Icon::Undo | Icon::Redo => {
            let way = if icon == Icon::Redo { 1.0 } else { -1.0 };
            let arc = (0..=10).map(|i| {
                let t = std::f32::consts::PI * (1.0 + 0.12 + 0.88 * i as f32 / 10.0);
                c + vec2(4.5 * t.cos() * way, 2.0 + 4.5 * t.sin())
            });
            painter.line(arc.collect(), line);
            let tip = c + vec2(4.5 * way, 5.0);
            let head = vec![tip, tip + vec2(-3.5, -4.5), tip + vec2(3.5, -4.5)];
            painter.add(egui::Shape::convex_polygon(head, ink, Stroke::NONE));
        }
        Icon::Close => {
            painter.line_segment([c + vec2(-4.0, -4.0), c + vec2(4.0, 4.0)], line);
            painter.line_segment([c + vec2(-4.0, 4.0), c + vec2(4.0, -4.0)], line);
        }
    }
}
