//! Left panel: the document, the folder's scenes, the bodies, the question and its settings.

use egui::{ComboBox, Label, RichText, ScrollArea, Sense, Ui, vec2};
use glam::DVec3;

use super::field::number_ui;
use super::step::heading_ui;
use super::style::{Colors, SMALL, TEXT};
use super::{bodies, document, expect, folder};
use crate::kernel::{KERNELS, PRESETS, StartRule, Tie};
use crate::model::{Command, Model};
use crate::num::Precision;
use crate::run::{NumberStyle, format_number};

/// Width of the names of settings and fields.
const NAME: f32 = 84.0;

/// The left panel.
pub fn scene_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    document::document_ui(ui, model, out);
    ScrollArea::vertical().id_salt("scene").auto_shrink(false).show(ui, |ui| {
        if !model.scene.story.is_empty() {
            ui.add(Label::new(RichText::new(&model.scene.story).color(Colors::of(model.theme).text)).wrap());
        }
        if !model.scene.source.is_empty() {
            ui.add(Label::new(RichText::new(format!("Source: {}", model.scene.source)).size(SMALL).weak()).wrap());
        }
        folder::folder_ui(ui, model, out);
        bodies::bodies_ui(ui, model, out);
        query_ui(ui, model, out);
        expect::expect_ui(ui, model, out);
    });
}

fn name_ui(ui: &mut Ui, name: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(NAME - 8.0, 18.0), Sense::hover());
    let weak = ui.visuals().weak_text_color();
    let font = egui::FontId::proportional(TEXT);
    ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, name, font, weak);
}

/// A combo box whose name stands before it.
fn choice_ui(ui: &mut Ui, name: &str, now: &str, options: &mut dyn FnMut(&mut Ui)) {
    ui.horizontal(|ui| {
        // The kernel's name needs the whole line.
        if name != "kernel" {
            name_ui(ui, name);
        }
        let width = ui.available_width();
        let shown =
            ComboBox::from_id_salt(name).selected_text(now).width(width).truncate().show_ui(ui, |ui| options(ui));
        shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
        shown.response.on_hover_text(now);
    });
}

/// Two or three words of which one holds.
fn switch_ui(ui: &mut Ui, name: &str, options: &[(&str, bool, Command)], out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        name_ui(ui, name);
        ui.spacing_mut().item_spacing.x = 2.0;
        for (word, now, command) in options {
            if ui.selectable_label(*now, *word).on_hover_text(format!("{name}: {word}")).clicked() && !now {
                out.push(command.clone());
            }
        }
    });
}

fn query_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    heading_ui(ui, "Question");
    let query = &model.scene.query;
    let settings = &query.settings;
    if model.scene.bodies.len() > 2 {
        for (name, now, first) in [("A is", &query.a, true), ("B is", &query.b, false)] {
            choice_ui(ui, name, now, &mut |ui| {
                for body in &model.scene.bodies {
                    if ui.selectable_label(body.name == *now, &body.name).clicked() {
                        let (a, b) = if first { (&body.name, &query.b) } else { (&query.a, &body.name) };
                        out.push(Command::SetPair(a.clone(), b.clone()));
                    }
                }
            });
        }
    }
    let label = crate::kernel::find(&query.kernel).map_or(query.kernel.as_str(), |k| k.label);
    choice_ui(ui, "kernel", label, &mut |ui| {
        for kernel in KERNELS {
            let tip = format!("{} · {}", kernel.id, kernel.source);
            if ui.selectable_label(kernel.id == query.kernel, kernel.label).on_hover_text(tip).clicked() {
                out.push(Command::SetKernel(kernel.id.to_owned()));
            }
        }
    });
    let precision = Precision::ALL.map(|p| (p.id(), p == query.precision, Command::SetPrecision(p)));
    switch_ui(ui, "precision", &precision, out);
    preset_ui(ui, model, out);
    start_ui(ui, settings.start, out);
    let tie = [(Tie::First, "first"), (Tie::Last, "last")];
    switch_ui(ui, "tie takes", &tie.map(|(t, word)| (word, t == settings.tie, Command::SetTie(t))), out);
    optional_ui(ui, "tolerance", settings.tolerance, query.precision.epsilon() * 8.0, out, Command::SetTolerance);
    optional_ui(ui, "touching", settings.touching, query.precision.epsilon() * 4.0, out, Command::SetTouching);
    ui.horizontal(|ui| {
        name_ui(ui, "iterations");
        number_ui(ui, "Most iterations of GJK", f64::from(settings.max_iterations), 0.2, out, |x| {
            Command::SetMaxIterations(x.round().clamp(1.0, 1e6) as u32)
        });
    });
    ui.horizontal(|ui| {
        name_ui(ui, "expansions");
        number_ui(ui, "Most expansions of EPA", f64::from(settings.max_expansions), 0.2, out, |x| {
            Command::SetMaxExpansions(x.round().clamp(0.0, 1e6) as u32)
        });
    });
    warm_start_ui(ui, model, out);
}

/// Settings as engines have them.
fn preset_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let query = &model.scene.query;
    let now = PRESETS.iter().find(|p| (p.settings)(query.precision) == query.settings).map_or("own", |p| p.label);
    choice_ui(ui, "settings", now, &mut |ui| {
        for preset in PRESETS {
            if ui.selectable_label(preset.label == now, preset.label).on_hover_text(preset.source).clicked() {
                out.push(Command::SetSettings((preset.settings)(query.precision)));
            }
        }
    });
}

fn start_ui(ui: &mut Ui, start: StartRule, out: &mut Vec<Command>) {
    let now = match start {
        StartRule::Centers => "center to center",
        StartRule::PlusX => "+x",
        StartRule::Direction(_) => "direction",
    };
    choice_ui(ui, "start", now, &mut |ui| {
        let d = match start {
            StartRule::Direction(d) => d,
            _ => DVec3::X,
        };
        for (word, rule) in
            [("center to center", StartRule::Centers), ("+x", StartRule::PlusX), ("direction", StartRule::Direction(d))]
        {
            if ui.selectable_label(word == now, word).clicked() {
                out.push(Command::SetStart(rule));
            }
        }
    });
    if let StartRule::Direction(d) = start {
        ui.horizontal_wrapped(|ui| {
            name_ui(ui, "");
            for i in 0..2 {
                let label = format!("Start direction {}", ["x", "y"][i]);
                number_ui(ui, &label, d[i], 0.01, out, |x| {
                    let mut d = d;
                    d[i] = x;
                    Command::SetStart(StartRule::Direction(d))
                });
            }
        });
    }
}

/// A number that may be left to the kernel.
fn optional_ui(
    ui: &mut Ui,
    name: &str,
    value: Option<f64>,
    default: f64,
    out: &mut Vec<Command>,
    command: fn(Option<f64>) -> Command,
) {
    ui.horizontal_wrapped(|ui| {
        name_ui(ui, name);
        ui.spacing_mut().item_spacing.x = 2.0;
        let own = format!("{name}: the kernel's own, {}", format_number(default, NumberStyle::Short));
        if ui.selectable_label(value.is_none(), "auto").on_hover_text(own).clicked() {
            out.push(command(None));
        }
        let tip = format!("{name}: a number");
        match value {
            None => {
                if ui.selectable_label(false, "set").on_hover_text(tip).clicked() {
                    out.push(command(Some(default)));
                }
            }
            Some(x) => number_ui(ui, &tip, x, x.abs() * 0.01 + 1e-12, out, |x| command(Some(x.max(0.0)))),
        }
    });
}

fn warm_start_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let warm = &model.scene.query.settings.warm_start;
    ui.horizontal_wrapped(|ui| {
        name_ui(ui, "warm start");
        if warm.is_empty() {
            ui.label("none");
        } else {
            let pairs: Vec<String> = warm.iter().map(|(a, b)| format!("a{a} b{b}")).collect();
            ui.label(RichText::new(pairs.join(", ")).monospace());
        }
    });
    ui.horizontal_wrapped(|ui| {
        name_ui(ui, "");
        if ui.button("From the last run").on_hover_text("Start from the last run's final simplex").clicked() {
            out.push(Command::WarmStartFromLast);
        }
        if !warm.is_empty() && ui.button("Cold").on_hover_text("Start without a simplex").clicked() {
            out.push(Command::ClearWarmStart);
        }
    });
}
