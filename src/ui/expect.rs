//! Left panel: the answer that the scene expects, shown and edited. The fields serve the dialog of a regression scene, too.

use egui::{ComboBox, Label, RichText, Ui};
use glam::DVec3;

use super::field::number_ui;
use super::icon::{Icon, icon_button_ui};
use super::step::heading_ui;
use super::style::SMALL;
use crate::model::{Command, Model};
use crate::num::Precision;
use crate::scene::{Answer, Expect};

/// Width of the names of fields.
const NAME: f32 = 76.0;

/// The expectation.
pub fn expect_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    heading_ui(ui, "Expectation");
    match &model.scene.expect {
        None => {
            ui.weak("None in the file.");
        }
        Some(expect) => expect_fields_ui(ui, expect, out, &|e| Command::SetExpect(Some(Box::new(e)))),
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if ui.button("From the truth").on_hover_text("Class, value and normals as the exact truth has them").clicked() {
            out.push(Command::ExpectFromTruth);
        }
        if model.scene.expect.is_some() && ui.button("Remove").on_hover_text("Expects nothing").clicked() {
            out.push(Command::SetExpect(None));
        }
    });
}

/// Every field of an expectation; `make` turns an edited one into a command.
pub fn expect_fields_ui(ui: &mut Ui, expect: &Expect, out: &mut Vec<Command>, make: &dyn Fn(Expect) -> Command) {
    judgement_ui(ui, "", expect, out, make);
    match &expect.f32 {
        Some(f32) => {
            ui.horizontal(|ui| {
                ui.label("In f32").on_hover_text("Where rounding the numbers changes the answer");
                if icon_button_ui(ui, Icon::Close, "Remove the answer in f32", true).clicked() {
                    out.push(make(Expect { f32: None, ..expect.clone() }));
                }
            });
            let make = |e: Expect| make(Expect { f32: Some(Box::new(e)), ..expect.clone() });
            ui.indent("f32", |ui| judgement_ui(ui, "f32 ", f32, out, &make));
        }
        None => {
            let tip = "Where the numbers rounded to f32 have another answer";
            if ui.button("Another answer in f32").on_hover_text(tip).clicked() {
                let inner = Expect { known_failures: Vec::new(), reported: None, ..expect.clone() };
                out.push(make(Expect { f32: Some(Box::new(inner)), ..expect.clone() }));
            }
        }
    }
    for (i, known) in expect.known_failures.iter().enumerate() {
        ui.horizontal(|ui| {
            if icon_button_ui(ui, Icon::Close, "No longer a known failure", true).clicked() {
                let mut expect = expect.clone();
                expect.known_failures.remove(i);
                out.push(make(expect));
            }
            let precision = known.precision.map(Precision::id);
            let parts = [known.kernel.as_deref(), precision, known.answer.as_deref(), known.exit.as_deref()];
            let what = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
            let text = format!("fails: {}", if what.is_empty() { "any" } else { &what });
            ui.add(Label::new(RichText::new(text).size(SMALL)).truncate()).on_hover_text(&known.reason);
        });
    }
    if let Some(reported) = &expect.reported {
        ui.add(Label::new(RichText::new(format!("Reported: {reported}")).weak()).wrap());
    }
}

/// The name before a field.
pub fn name_ui(ui: &mut Ui, name: &str) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(NAME, 18.0), egui::Sense::hover());
    let weak = ui.visuals().weak_text_color();
    let font = egui::FontId::proportional(super::style::TEXT);
    ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, name, font, weak);
}

/// What the expectations for f64 and for f32 have in common.
fn judgement_ui(ui: &mut Ui, of: &str, expect: &Expect, out: &mut Vec<Command>, make: &dyn Fn(Expect) -> Command) {
    let with = |answer: Answer| make(Expect { answer, ..expect.clone() });
    let (word, amount) = match expect.answer {
        Answer::Separated(d) => ("separated", d),
        Answer::Touching => ("touching", None),
        Answer::Overlapping(d) => ("overlapping", d),
    };
    ui.horizontal(|ui| {
        name_ui(ui, "answer");
        let shown =
            ComboBox::from_id_salt((of, "answer")).selected_text(word).width(ui.available_width()).show_ui(ui, |ui| {
                for (other, answer) in [
                    ("separated", Answer::Separated(amount)),
                    ("touching", Answer::Touching),
                    ("overlapping", Answer::Overlapping(amount)),
                ] {
                    if ui.selectable_label(other == word, other).clicked() {
                        out.push(with(answer));
                    }
                }
            });
        let label = format!("Expected {of}answer");
        shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    });
    let set = |x: Option<f64>| match expect.answer {
        Answer::Separated(_) => with(Answer::Separated(x)),
        _ => with(Answer::Overlapping(x)),
    };
    match expect.answer {
        Answer::Separated(d) => optional_ui(ui, "distance", of, d, 1.0, out, &set),
        Answer::Overlapping(d) => optional_ui(ui, "depth", of, d, 1.0, out, &set),
        Answer::Touching => {}
    }
    normals_ui(ui, of, expect, out, make);
    let tolerance = |x: Option<f64>| make(Expect { tolerance: x, ..expect.clone() });
    optional_ui(ui, "tolerance", of, expect.tolerance, 1e-6, out, &tolerance);
    let most = |x: Option<f64>| {
        let max_iterations = x.map(|x| x.round().clamp(0.0, 1e6) as u32);
        make(Expect { max_iterations, ..expect.clone() })
    };
    optional_ui(ui, "iterations", of, expect.max_iterations.map(f64::from), 32.0, out, &most);
}

/// A number above 0 that may be left open.
fn optional_ui(
    ui: &mut Ui,
    name: &str,
    of: &str,
    value: Option<f64>,
    first: f64,
    out: &mut Vec<Command>,
    set: &dyn Fn(Option<f64>) -> Command,
) {
    ui.horizontal(|ui| {
        name_ui(ui, name);
        ui.spacing_mut().item_spacing.x = 2.0;
        let Some(x) = value else {
            if ui.button("any").on_hover_text(format!("Not said; press to say the {name}")).clicked() {
                out.push(set(Some(first)));
            }
            return;
        };
        number_ui(ui, &format!("Expected {of}{name}"), x, x.abs() * 0.01 + 1e-9, out, |x| {
            // Zero would contradict the class.
            set(Some(if x > 0.0 { x } else { first }))
        });
        if icon_button_ui(ui, Icon::Close, &format!("Any {of}{name}"), true).clicked() {
            out.push(set(None));
        }
    });
}

fn normals_ui(ui: &mut Ui, of: &str, expect: &Expect, out: &mut Vec<Command>, make: &dyn Fn(Expect) -> Command) {
    let with = |normals: Vec<DVec3>| make(Expect { normals, ..expect.clone() });
    for (i, n) in expect.normals.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            name_ui(ui, if i == 0 { "normals" } else { "" });
            ui.spacing_mut().item_spacing.x = 2.0;
            for axis in 0..2 {
                let label = format!("Expected {of}normal {i} {}", ["x", "y"][axis]);
                number_ui(ui, &label, n[axis], 0.01, out, |x| {
                    let mut normals = expect.normals.clone();
                    normals[i] = unit(*n, axis, x);
                    with(normals)
                });
            }
            if icon_button_ui(ui, Icon::Close, &format!("Remove {of}normal {i}"), true).clicked() {
                let mut normals = expect.normals.clone();
                normals.remove(i);
                out.push(with(normals));
            }
        });
    }
    ui.horizontal(|ui| {
        name_ui(ui, if expect.normals.is_empty() { "normals" } else { "" });
        let word = if expect.normals.is_empty() { "any" } else { "or another" };
        if ui.button(word).on_hover_text("Press to say one; any of those listed is right").clicked() {
            let mut normals = expect.normals.clone();
            normals.push(DVec3::X);
            out.push(with(normals));
        }
    });
}

/// The unit vector whose one coordinate is typed; the other follows, its sign stays.
fn unit(n: DVec3, axis: usize, x: f64) -> DVec3 {
    let x = x.clamp(-1.0, 1.0);
    let rest = ((1.0 - x) * (1.0 + x)).sqrt();
    let mut out = DVec3::ZERO;
    out[axis] = x;
    out[1 - axis] = rest.copysign(n[1 - axis]) + 0.0;
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_normal_stays_a_unit_vector() {
        for (n, axis, x, right) in [
            (DVec3::X, 0, 0.6, (0.6, 0.8)),
            (DVec3::new(0.6, -0.8, 0.0), 0, -0.8, (-0.8, -0.6)),
            (DVec3::Y, 1, 7.0, (0.0, 1.0)),
        ] {
            let u = unit(n, axis, x);
            assert!((u.x - right.0).abs() < 1e-15 && (u.y - right.1).abs() < 1e-15, "{u}");
        }
    }
}
