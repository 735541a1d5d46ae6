//! Left panel: the bodies, the palette to add one, and the fields of the one that is selected.

use egui::{
    Align, Button, Label, Layout, Popup, PopupCloseBehavior, RichText, ScrollArea, Sense, Stroke, TextEdit, Ui, vec2,
};
use glam::{DVec2, DVec3};

use super::field::number_ui;
use super::paint::{paint_list, viewport};
use super::step::heading_ui;
use super::style::{Colors, SMALL, TEXT, color};
use crate::draw::{self, Camera, MarkKind, Picture, Role, Target};
use crate::model::{Axis, Command, Edit, Form, Line, Model, Vertex, commands, convert, keys_of};
use crate::run::world_outline;
use crate::scene::Body;
use crate::shape::{PoseDef, RotationDef, SHAPES, ShapeDef};

/// Width of the names of fields.
const NAME: f32 = 62.0;
/// Height of a row of vertices.
const ROW: f32 = 20.0;
/// Rows of vertices that are seen at once; the others are scrolled to.
const ROWS: usize = 8;

/// The list of bodies.
pub fn bodies_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.vertical(|ui| heading_ui(ui, "Bodies"));
        ui.with_layout(Layout::right_to_left(Align::Max), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            pair_menu_ui(ui, model, out);
            palette_ui(ui, model, out);
        });
    });
    for (i, body) in model.scene.bodies.iter().enumerate() {
        body_ui(ui, model, i, body, out);
    }
    if model.scene.bodies.is_empty() {
        ui.weak("None yet. Add one, or draw one in the world plot.");
    }
}

/// Who a body plays in the pair.
pub fn part_of(model: &Model, body: usize) -> Option<Role> {
    let (a, b) = model.pair()?;
    if body == a { Some(Role::A) } else { (body == b).then_some(Role::B) }
}

/// What a body stands for in the plots.
pub fn target_of(model: &Model, body: usize) -> Target {
    match part_of(model, body) {
        Some(Role::A) => Target::A,
        Some(_) => Target::B,
        None => Target::Body(body as u32),
    }
}

fn body_ui(ui: &mut Ui, model: &Model, i: usize, body: &Body, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    let selected = model.selected == Some(i);
    if let Some((_, text)) = model.editing.renaming.as_ref().filter(|(body, _)| *body == i) {
        rename_ui(ui, text, out);
    } else {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let (rect, _) = ui.allocate_exact_size(vec2(12.0, 16.0), Sense::hover());
            let role = part_of(model, i);
            let ink = color(model.theme.style(role.unwrap_or(Role::Other)).color);
            let square = egui::Rect::from_center_size(rect.center(), vec2(9.0, 9.0));
            let width = if role.is_some() { 2.0 } else { 1.0 };
            ui.painter().rect_stroke(square, 1.0, Stroke::new(width, ink), egui::StrokeKind::Inside);
            let letter = role.map(|role| if role == Role::A { "A" } else { "B" });
            let plays = letter.filter(|l| *l != body.name).map_or(String::new(), |l| format!(" as {l}"));
            let name = format!("{}{plays}: {}", body.name, body.shape.kind().label);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                menu_ui(ui, "…", &format!("What to do with {}", body.name), |ui| body_menu_ui(ui, model, i, out));
                if !model.faults(i).is_empty() {
                    dent_badge_ui(ui, &colors);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let row = Button::selectable(selected, name).truncate();
                    let row =
                        ui.add(row).on_hover_text("Click: show its fields. Double click: rename. Right click: more");
                    if row.double_clicked() {
                        out.push(Command::Edit(Edit::AskRename(i)));
                    } else if row.clicked() {
                        out.push(Command::Select((!selected).then_some(i)));
                    }
                    if row.hovered() {
                        out.push(Command::Hover(Some(target_of(model, i))));
                    }
                    row.context_menu(|ui| body_menu_ui(ui, model, i, out));
                });
            });
        });
    }
    if selected {
        ui.indent(("fields", i), |ui| fields_ui(ui, model, i, body, out));
    }
}

fn rename_ui(ui: &mut Ui, text: &str, out: &mut Vec<Command>) {
    let mut new = text.to_owned();
    let response = ui.add(TextEdit::singleline(&mut new).desired_width(f32::INFINITY).hint_text("name"));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Name of the body"));
    if new != text {
        out.push(Command::Edit(Edit::RenameText(new)));
    }
    if response.lost_focus() && !ui.input(|i| i.key_pressed(egui::Key::Escape)) {
        out.push(Command::Edit(Edit::RenameConfirm));
    } else if !response.has_focus() {
        response.request_focus();
    }
}

/// A mark of a polygon that is not convex.
fn dent_badge_ui(ui: &mut Ui, colors: &Colors) {
    let (rect, response) = ui.allocate_exact_size(vec2(14.0, 16.0), Sense::hover());
    paint_dent(ui.painter(), rect.center(), colors);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, "not convex"));
    response.on_hover_text("Not convex: runs as its hull and cannot be saved");
}

/// A circle with an exclamation mark.
pub fn paint_dent(painter: &egui::Painter, c: egui::Pos2, colors: &Colors) {
    painter.circle(c, 6.0, colors.ground, Stroke::new(1.5, colors.wrong));
    painter.line_segment([c + vec2(0.0, -3.2), c + vec2(0.0, 0.8)], Stroke::new(1.5, colors.wrong));
    painter.circle_filled(c + vec2(0.0, 2.8), 0.9, colors.wrong);
}

/// A button that opens a menu.
fn menu_ui(ui: &mut Ui, text: &str, label: &str, content: impl FnOnce(&mut Ui)) {
    let response = ui.button(text).on_hover_text(label);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
    Popup::menu(&response).show(content);
}

/// The button that opens the palette of shapes.
fn palette_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let keys = keys_of("Add a body").map_or(String::new(), |keys| format!(" ({keys})"));
    let response = ui.button("Add").on_hover_text(format!("Add a body{keys}"));
    if response.clicked() {
        out.push(Command::Edit(Edit::Palette(!model.editing.palette)));
    }
    let mut open = model.editing.palette;
    Popup::from_response(&response)
        .open_bool(&mut open)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| shapes_ui(ui, model, out));
    if model.editing.palette && !open && !response.clicked() {
        out.push(Command::Edit(Edit::Palette(false)));
    }
}

fn shapes_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
    egui::Grid::new("palette").num_columns(2).show(ui, |ui| {
        for (row, kind) in SHAPES.iter().enumerate() {
            if shape_button_ui(ui, model, kind.label, &(kind.sample)()).clicked() {
                out.push(Command::Edit(Edit::Add(row)));
            }
            if row % 2 == 1 {
                ui.end_row();
            }
        }
    });
    ui.separator();
    ui.horizontal(|ui| {
        let sides = model.editing.sides;
        let points = crate::model::regular(sides.min(24), 1.0, 6);
        if shape_button_ui(ui, model, "Regular polygon", &ShapeDef::Polygon { points, radius: 0.0 }).clicked() {
            out.push(Command::Edit(Edit::AddRegular));
        }
        number_ui(ui, "Vertices of a regular polygon", f64::from(sides), 0.1, out, |x| {
            Command::Edit(Edit::Sides(x.round().clamp(3.0, 1e6) as u32))
        });
    });
    ui.separator();
    action_ui(ui, model, "Draw a polygon", out);
    action_ui(ui, model, "Draw a hull of points", out);
}

/// A button with a small picture of a shape.
fn shape_button_ui(ui: &mut Ui, model: &Model, label: &str, shape: &ShapeDef) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(132.0, 26.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
    let visuals = ui.style().interact(&response);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
    }
    let place = egui::Rect::from_center_size(rect.left_center() + vec2(18.0, 0.0), vec2(26.0, 20.0));
    let contour = draw::Contour::new(&world_outline(shape, &PoseDef::default()), |p| p);
    let mut picture = Picture::default();
    picture.add_outline(None, Role::A, contour.rim.clone());
    if contour.rim.len() < 3 || matches!(shape, ShapeDef::Hull { .. }) {
        let dots = contour.vertices.iter().map(|p| MarkKind::Dot(*p, draw::Dot::Small));
        dots.for_each(|dot| picture.add(Role::A, dot));
    }
    // Samples are up to 3 units wide.
    let camera = Camera { center: DVec2::ZERO, scale: 8.0, view: viewport(place) };
    paint_list(ui.painter(), &draw::paint(&picture, &camera, model.theme, &draw::estimate));
    ui.painter().text(
        rect.left_center() + vec2(38.0, 0.0),
        egui::Align2::LEFT_CENTER,
        label,
        egui::FontId::proportional(TEXT),
        visuals.fg_stroke.color,
    );
    response
}

/// A row of a menu that is a row of the list of commands, with its key.
pub fn action_ui(ui: &mut Ui, model: &Model, label: &'static str, out: &mut Vec<Command>) {
    let Some(binding) = commands().find(|b| b.label == label) else { return };
    let keys = binding.chord.map_or(String::new(), |chord| chord.to_string());
    if ui.add(Button::new(label).shortcut_text(keys)).clicked() {
        out.push((binding.command)(model));
        ui.close();
    }
}

/// A row of a menu that does an edit.
fn edit_ui(ui: &mut Ui, label: &str, edit: Edit, out: &mut Vec<Command>) {
    if ui.button(label).clicked() {
        out.push(Command::Edit(edit));
        ui.close();
    }
}

/// What is done to the pair as a whole.
fn pair_menu_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    if model.pair().is_none() {
        return;
    }
    menu_ui(ui, "Pair", "What to do with A and B", |ui| {
        action_ui(ui, model, "Swap A and B", out);
        ui.separator();
        for label in [
            "Slide B until it touches A",
            "Slide B until it is just apart from A",
            "Slide B left until it touches A",
            "Slide B right until it touches A",
            "Slide B up until it touches A",
            "Slide B down until it touches A",
            "Move B so that the nearest vertices meet",
        ] {
            action_ui(ui, model, label, out);
        }
        ui.separator();
        ui.menu_button("Align B with A", |ui| {
            for (label, axis, line) in [
                ("Left sides", Axis::X, Line::Low),
                ("Middles, left to right", Axis::X, Line::Middle),
                ("Right sides", Axis::X, Line::High),
                ("Lower sides", Axis::Y, Line::Low),
                ("Middles, bottom to top", Axis::Y, Line::Middle),
                ("Upper sides", Axis::Y, Line::High),
            ] {
                edit_ui(ui, label, Edit::Align(axis, line), out);
            }
        });
        action_ui(ui, model, "Put B concentric with A", out);
        ui.separator();
        action_ui(ui, model, "Mirror the scene left to right", out);
        action_ui(ui, model, "Mirror the scene top to bottom", out);
    });
}

/// What is done to one body: for its row and for a right click in the world.
pub fn body_menu_ui(ui: &mut Ui, model: &Model, i: usize, out: &mut Vec<Command>) {
    let Some(body) = model.scene.bodies.get(i) else { return };
    let key = |label: &str| keys_of(label).unwrap_or_default();
    let keyed = |ui: &mut Ui, label: &str, of: &str, edit: Edit, out: &mut Vec<Command>| {
        if ui.add(Button::new(label).shortcut_text(key(of))).clicked() {
            out.push(Command::Edit(edit));
            ui.close();
        }
    };
    keyed(ui, "Rename", "Rename", Edit::AskRename(i), out);
    keyed(ui, "Duplicate", "Duplicate", Edit::Duplicate(i), out);
    keyed(ui, "Remove", "Remove the selected body", Edit::Remove(i), out);
    ui.separator();
    let part = part_of(model, i);
    if part != Some(Role::A) {
        keyed(ui, "Plays A", "Selected body, or the next, plays A", Edit::PlayA(i), out);
    }
    if part != Some(Role::B) {
        keyed(ui, "Plays B", "Selected body, or the next, plays B", Edit::PlayB(i), out);
    }
    ui.separator();
    let forms: Vec<Form> =
        Form::all(model.editing.sides).into_iter().filter(|form| convert(body, *form).is_some()).collect();
    if !forms.is_empty() {
        ui.menu_button("Convert to", |ui| {
            for form in forms {
                edit_ui(ui, &form.label(&body.shape), Edit::Convert(i, form), out);
            }
        });
    }
    if !model.faults(i).is_empty() {
        edit_ui(ui, "Take the hull", Edit::TakeHull(i), out);
        edit_ui(ui, "Split into convex parts", Edit::Split(i), out);
    }
    edit_ui(ui, "Put on multiples of the step", Edit::OnGrid(i), out);
    ui.menu_button("Turn and flip", |ui| {
        edit_ui(ui, "A quarter left", Edit::QuarterTurn(i, 1), out);
        edit_ui(ui, "A quarter right", Edit::QuarterTurn(i, -1), out);
        edit_ui(ui, "Flip left to right", Edit::Flip(i, Axis::X), out);
        edit_ui(ui, "Flip top to bottom", Edit::Flip(i, Axis::Y), out);
    });
    if matches!(
        body.shape,
        ShapeDef::Polygon { .. } | ShapeDef::Hull { .. } | ShapeDef::Segment { .. } | ShapeDef::Capsule { .. }
    ) {
        ui.menu_button("List vertices", |ui| {
            edit_ui(ui, "From the next one", Edit::ShiftStart(i, 1), out);
            edit_ui(ui, "From the previous one", Edit::ShiftStart(i, -1), out);
            edit_ui(ui, "The other way round", Edit::Reverse(i), out);
        });
    }
}

/// A labelled row of numbers that wraps. The name may be lit, and may be pointed at.
fn numbers_ui(
    ui: &mut Ui,
    body: &str,
    name: &str,
    values: &[(&str, f64)],
    out: &mut Vec<Command>,
    command: &dyn Fn(usize, f64) -> Command,
) -> egui::Response {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (rect, response) = ui.allocate_exact_size(vec2(NAME, 18.0), Sense::click());
        let weak = ui.visuals().weak_text_color();
        let font = egui::FontId::proportional(TEXT);
        ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, name, font, weak);
        for (i, (part, value)) in values.iter().enumerate() {
            let label = format!("{body} {name}{part}");
            number_ui(ui, &label, *value, 0.01, out, |x| command(i, x));
        }
        response
    })
    .inner
}

fn fields_ui(ui: &mut Ui, model: &Model, index: usize, body: &Body, out: &mut Vec<Command>) {
    if !model.faults(index).is_empty() {
        dent_ui(ui, model, index, out);
    }
    let pose = body.pose;
    let t = pose.translation;
    numbers_ui(ui, &body.name, "place", &[(" x", t.x), (" y", t.y)], out, &|i, x| {
        let mut t = t;
        t[i] = x;
        Command::SetPose(index, PoseDef { translation: t, ..pose })
    });
    rotation_ui(ui, index, body, out);
    shape_ui(ui, model, index, body, out);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (rect, _) = ui.allocate_exact_size(vec2(NAME, 18.0), Sense::hover());
        let weak = ui.visuals().weak_text_color();
        ui.painter().text(
            rect.left_center(),
            egui::Align2::LEFT_CENTER,
            "step",
            egui::FontId::proportional(TEXT),
            weak,
        );
        let label = "Step of a nudge: Ctrl+Shift+arrows, or Shift+Up and Down in a field";
        number_ui(ui, label, model.editing.step, 0.01, out, |x| Command::Edit(Edit::Step(x)));
    });
}

/// What can be done about a polygon that is not convex.
fn dent_ui(ui: &mut Ui, model: &Model, index: usize, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    let which = model.faults(index).iter().take(6).map(usize::to_string).collect::<Vec<_>>().join(", ");
    let more = if model.faults(index).len() > 6 { ", …" } else { "" };
    let noun = if model.faults(index).len() > 1 { "vertices" } else { "vertex" };
    let text = format!("Not convex at {noun} {which}{more}: runs as its hull, and cannot be saved.");
    ui.add(Label::new(RichText::new(text).color(colors.wrong)).wrap());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (label, tip, command) in [
            ("Take the hull", "The corners of its hull alone", Command::Edit(Edit::TakeHull(index))),
            ("Split", "Convex parts, each a body", Command::Edit(Edit::Split(index))),
            ("Undo", "Take the last edit back", Command::Undo),
        ] {
            if ui.small_button(label).on_hover_text(tip).clicked() {
                out.push(command);
            }
        }
    });
}

/// The rotation as the file says it: an angle, quarters, or cosine and sine.
fn rotation_ui(ui: &mut Ui, index: usize, body: &Body, out: &mut Vec<Command>) {
    let pose = body.pose;
    let set = |rotation| Command::SetPose(index, PoseDef { rotation, ..pose });
    match pose.rotation {
        RotationDef::Angle(angle) => {
            numbers_ui(ui, &body.name, "rotation", &[("", angle)], out, &|_, x| set(RotationDef::Angle(x)))
        }
        RotationDef::Quarter(n) => {
            // Beyond 2^53 a count is no float; it is shown rounded and kept until it is edited.
            numbers_ui(ui, &body.name, "quarters", &[("", n as f64)], out, &|_, x| {
                set(if x == x.round() {
                    RotationDef::Quarter(x as i64)
                } else {
                    RotationDef::Angle(x * std::f64::consts::FRAC_PI_2)
                })
            })
        }
        RotationDef::CosSin(c, s) => {
            numbers_ui(ui, &body.name, "cos, sin", &[(" cosine", c), (" sine", s)], out, &|i, x| {
                let (c, s) = if i == 0 { (x, s) } else { (c, x) };
                // Both zero are no direction.
                set(if c == 0.0 && s == 0.0 { pose.rotation } else { RotationDef::CosSin(c, s) })
            })
        }
    };
}

fn shape_ui(ui: &mut Ui, model: &Model, index: usize, body: &Body, out: &mut Vec<Command>) {
    let set = |edit: &dyn Fn(&mut ShapeDef)| {
        let mut shape = body.shape.clone();
        edit(&mut shape);
        Command::SetShape(index, shape)
    };
    let vector =
        |ui: &mut Ui, name: &str, v: DVec3, out: &mut Vec<Command>, edit: &dyn Fn(&mut ShapeDef, usize, f64)| {
            numbers_ui(ui, &body.name, name, &[(" x", v.x), (" y", v.y)], out, &|i, x| set(&|s| edit(s, i, x)))
        };
    match &body.shape {
        ShapeDef::Point { at, .. } => drop(vector(ui, "at", *at, out, &|s, i, x| {
            if let ShapeDef::Point { at, .. } = s {
                at[i] = x;
            }
        })),
        ShapeDef::Segment { a, b, .. } | ShapeDef::Capsule { a, b, .. } => {
            vector(ui, "a", *a, out, &|s, i, x| {
                if let ShapeDef::Segment { a, .. } | ShapeDef::Capsule { a, .. } = s {
                    a[i] = x;
                }
            });
            vector(ui, "b", *b, out, &|s, i, x| {
                if let ShapeDef::Segment { b, .. } | ShapeDef::Capsule { b, .. } = s {
                    b[i] = x;
                }
            });
        }
        ShapeDef::Box { half_extents, .. } => drop(vector(ui, "half", *half_extents, out, &|s, i, x| {
            if let ShapeDef::Box { half_extents, .. } = s {
                half_extents[i] = x.max(0.0);
            }
        })),
        ShapeDef::Circle { center, .. } => drop(vector(ui, "center", *center, out, &|s, i, x| {
            if let ShapeDef::Circle { center, .. } = s {
                center[i] = x;
            }
        })),
        ShapeDef::Ellipse { semi_axes, center, .. } => {
            vector(ui, "semi-axes", *semi_axes, out, &|s, i, x| {
                // A flat ellipse cannot be saved; it has a better name.
                if let ShapeDef::Ellipse { semi_axes, .. } = s
                    && x > 0.0
                {
                    semi_axes[i] = x;
                }
            });
            vector(ui, "center", *center, out, &|s, i, x| {
                if let ShapeDef::Ellipse { center, .. } = s {
                    center[i] = x;
                }
            });
        }
        ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } => {
            vertices_ui(ui, model, index, points, out, &vector);
        }
    }
    numbers_ui(ui, &body.name, "radius", &[("", body.shape.radius())], out, &|_, r| set(&|s| s.set_radius(r.max(0.0))));
}

type VectorUi<'a> =
    dyn Fn(&mut Ui, &str, DVec3, &mut Vec<Command>, &dyn Fn(&mut ShapeDef, usize, f64)) -> egui::Response + 'a;

/// One row a vertex; what spoils a polygon is marked, and each lights up in the plots.
fn vertices_ui(ui: &mut Ui, model: &Model, index: usize, points: &[DVec3], out: &mut Vec<Command>, vector: &VectorUi) {
    let colors = Colors::of(model.theme);
    let height = (ROW + 4.0) * points.len().min(ROWS) as f32;
    let faults = model.faults(index);
    ScrollArea::vertical().id_salt(("points", index)).max_height(height).auto_shrink([false, true]).show_rows(
        ui,
        ROW,
        points.len(),
        |ui, range| {
            for k in range {
                let name = format!("vertex {k}");
                let row = vector(ui, &name, points[k], out, &|s, i, x| {
                    if let ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. } = s {
                        points[k][i] = x;
                    }
                });
                if faults.binary_search(&k).is_ok() {
                    paint_dent(ui.painter(), row.rect.left_center() - vec2(10.0, 0.0), &colors);
                }
                let part = part_of(model, index);
                if row.hovered()
                    && let Some(role) = part
                {
                    let k = k as u32;
                    let target = if role == Role::A { Target::VertexA(k) } else { Target::VertexB(k) };
                    out.push(Command::Hover(Some(target)));
                }
                row.context_menu(|ui| vertex_menu_ui(ui, model, Vertex { body: index, vertex: k }, out));
            }
        },
    );
    if points.len() > ROWS {
        ui.label(RichText::new(format!("{} vertices", points.len())).size(SMALL).weak());
    }
}

/// What is done to one vertex.
pub fn vertex_menu_ui(ui: &mut Ui, model: &Model, vertex: Vertex, out: &mut Vec<Command>) {
    let Some(body) = model.scene.bodies.get(vertex.body) else { return };
    let (ShapeDef::Polygon { points, .. } | ShapeDef::Hull { points, .. }) = &body.shape else { return };
    if points.len() > 1 {
        edit_ui(ui, &format!("Remove vertex {}", vertex.vertex), Edit::RemoveVertex(vertex), out);
    }
    if matches!(body.shape, ShapeDef::Polygon { .. }) {
        edit_ui(ui, &format!("Insert a vertex after {}", vertex.vertex), Edit::InsertVertex(vertex), out);
        edit_ui(ui, "List vertices from this one", Edit::ShiftStart(vertex.body, vertex.vertex as i64), out);
    }
}
