//! The dialog of a pasted text: which number became what, the pair it makes, and everything about it changed by hand.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Align2, ComboBox, Context, FontId, Galley, Key, Label, Layout, Modifiers, RichText, ScrollArea, Sense,
    Stroke, TextBuffer, TextEdit, Ui, vec2,
};

use super::paint::{measure, paint_list, viewport};
use super::step::heading_ui;
use super::style::{Colors, MONO, SMALL, centered, color};
use crate::draw::{Camera, Look, Role, Stage, Theme, paint, world};
use crate::import::{Field, Group, Order, Part, Reading, Whose};
use crate::model::{Command, Model, PasteCommand, Pasting};
use crate::run::{NumberStyle, format_number};

/// Longer texts are shown from their beginning and cannot be edited here.
const MOST_SHOWN: usize = 64 << 10;
/// Most numbers of a group that are listed.
const MOST_LISTED: usize = 12;

/// The dialog, while a text is looked at.
pub fn paste_ui(ctx: &Context, model: &Model, out: &mut Vec<Command>) {
    let Some(pasting) = &model.pasting else { return };
    let room = ctx.content_rect().size();
    let size = vec2((room.x - 80.0).clamp(600.0, 1060.0), (room.y - 120.0).clamp(360.0, 700.0));
    let mut open = true;
    centered("Paste numbers").fixed_size(size).open(&mut open).show(ctx, |ui| {
        let size = ui.available_size();
        let half = (size.x - 16.0) / 2.0;
        let height = size.y - 40.0;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            ui.allocate_ui_with_layout(vec2(half, height), Layout::top_down(Align::Min), |ui| {
                ui.set_width(half);
                text_ui(ui, model.theme, pasting, height, out);
            });
            ui.allocate_ui_with_layout(vec2(half, height), Layout::top_down(Align::Min), |ui| {
                ui.set_width(half);
                meaning_ui(ui, model, pasting, height, out);
            });
        });
        ui.with_layout(Layout::bottom_up(Align::Min), |ui| answer_ui(ui, model, pasting, out));
    });
    if !open {
        out.push(Command::Escape);
    }
}

fn say(command: PasteCommand) -> Command {
    Command::Paste(command)
}

/// The colour of a part, always with a form beside it: A thin, B thick underlined, poses slanted.
fn ink(theme: Theme, part: Part) -> Option<egui::Color32> {
    part.map(|(whose, _)| color(theme.label(role(whose))))
}

fn role(whose: Whose) -> Role {
    match whose {
        Whose::A => Role::A,
        Whose::B => Role::B,
    }
}

/// What a group is, for a person.
fn words(part: Part) -> String {
    part.map_or_else(|| "nothing".to_owned(), |(whose, field)| format!("{} {}", whose.letter(), field.label()))
}

/// The text with every number dressed as what it is.
fn dressed(text: &str, theme: Theme, pasting: &Pasting) -> LayoutJob {
    let colors = Colors::of(theme);
    let font = FontId::monospace(MONO);
    let plain = TextFormat { font_id: font.clone(), color: colors.weak, ..Default::default() };
    let mut spans: Vec<(usize, usize, Part)> =
        pasting.groups.iter().flat_map(|g| g.numbers.iter().map(move |n| (n.span.start, n.span.end, g.part))).collect();
    spans.sort_by_key(|(start, end, part)| (*start, *end, part.is_none()));
    let mut job = LayoutJob::default();
    let mut at = 0;
    for (start, end, part) in spans {
        if start < at || end > text.len() || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            continue;
        }
        job.append(&text[at..start], 0.0, plain.clone());
        let selected = pasting.selected.start < end && start < pasting.selected.end;
        let background = if selected { colors.lit } else { egui::Color32::TRANSPARENT };
        let format = match (ink(theme, part), part) {
            (Some(ink), Some((whose, field))) => TextFormat {
                color: ink,
                underline: Stroke::new(if whose == Whose::A { 1.0 } else { 2.5 }, ink),
                italics: field.posed(),
                background,
                ..plain.clone()
            },
            _ => TextFormat { background, ..plain.clone() },
        };
        job.append(&text[start..end], 0.0, format);
        at = end;
    }
    job.append(&text[at..], 0.0, plain);
    job
}

fn text_ui(ui: &mut Ui, theme: Theme, pasting: &Pasting, height: f32, out: &mut Vec<Command>) {
    heading_ui(ui, "Text");
    let end = (0..=MOST_SHOWN.min(pasting.text.len())).rev().find(|i| pasting.text.is_char_boundary(*i)).unwrap_or(0);
    let whole = end == pasting.text.len();
    let mut text = pasting.text[..end].to_owned();
    let mut layouter = |ui: &Ui, buffer: &dyn TextBuffer, width: f32| -> Arc<Galley> {
        // What was typed this very frame has no meaning yet.
        let mut job = match buffer.as_str() == &pasting.text[..end] {
            true => dressed(buffer.as_str(), theme, pasting),
            false => LayoutJob::simple(
                buffer.as_str().to_owned(),
                FontId::monospace(MONO),
                Colors::of(theme).weak,
                f32::INFINITY,
            ),
        };
        job.wrap.max_width = width;
        ui.painter().layout_job(job)
    };
    let area = ScrollArea::vertical().id_salt("pasted").max_height(height - 64.0).auto_shrink([false, false]);
    let shown = area.show(ui, |ui| {
        let rows = ((height - 72.0) / 14.0).max(4.0) as usize;
        let edit = TextEdit::multiline(&mut text)
            .id_salt("pasted text")
            .font(FontId::monospace(MONO))
            .desired_width(f32::INFINITY)
            .desired_rows(rows)
            .hint_text("Paste or type numbers here: code, a debugger's watch window, a log, data ..")
            .interactive(whole)
            .layouter(&mut layouter);
        edit.show(ui)
    });
    let output = shown.inner;
    output.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "Pasted text"));
    let response = &output.response.response;
    if pasting.text.is_empty() && ui.ctx().memory(|m| m.focused().is_none()) {
        response.request_focus();
    }
    if let Some(at) = response.hover_pos() {
        let under = output.galley.cursor_from_pos(at - output.galley_pos);
        let byte = byte_of(&text, under.index.0);
        if let Some(tip) = pasting.shown().and_then(|r| named(r, byte)) {
            response.clone().on_hover_text_at_pointer(tip);
        }
    }
    if let Some(range) = output.cursor_range {
        let chars = range.as_sorted_char_range();
        let bytes = byte_of(&text, chars.start.0)..byte_of(&text, chars.end.0);
        // The button that says what they are takes the focus, not the selection.
        if response.has_focus() && bytes != pasting.selected && text == pasting.text[..end] {
            out.push(say(PasteCommand::Select(bytes)));
        }
    }
    if text != pasting.text[..end] {
        out.push(say(PasteCommand::Text(text)));
    }
    if !whole {
        ui.weak(format!("The first {} of {} KiB are shown.", MOST_SHOWN >> 10, pasting.text.len() >> 10));
    }
    selection_ui(ui, pasting, out);
}

fn byte_of(text: &str, char: usize) -> usize {
    text.char_indices().nth(char).map_or(text.len(), |(i, _)| i)
}

/// What the number at a byte became.
fn named(reading: &Reading, byte: usize) -> Option<String> {
    let mut found = reading.assigned.iter().filter(|a| a.span.start <= byte && byte <= a.span.end);
    let first = found.next()?;
    let more = found.count();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let from =
        if format!("{:?}", first.value) == first.literal { String::new() } else { format!(" ({})", first.literal) };
    Some(format!("{} = {:?}{from}{more}", first.what, first.value))
}

/// Says what the selected numbers are.
fn selection_ui(ui: &mut Ui, pasting: &Pasting, out: &mut Vec<Command>) {
    let count = pasting.selected_numbers();
    ui.add_space(4.0);
    if count == 0 {
        ui.weak("Select numbers in the text to say what they are.");
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(match count {
            1 => "The selected number is".to_owned(),
            n => format!("The {n} selected numbers are"),
        });
        for whose in Whose::ALL {
            if ui.button(format!("{} points", whose.letter())).clicked() {
                out.push(say(PasteCommand::Assign(Some((whose, Field::Points)))));
            }
        }
        let shown =
            ComboBox::from_id_salt("selected are").selected_text("other").width(90.0).height(400.0).show_ui(ui, |ui| {
                parts_ui(ui, None, &mut |part| out.push(say(PasteCommand::Assign(part))));
            });
        shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Selected numbers are"));
        if ui.button("nothing").clicked() {
            out.push(say(PasteCommand::Assign(None)));
        }
    });
}

fn parts_ui(ui: &mut Ui, now: Part, choose: &mut dyn FnMut(Part)) {
    for part in Whose::ALL.into_iter().flat_map(|w| Field::ALL.map(|f| Some((w, f)))).chain([None]) {
        if ui.selectable_label(part == now, words(part)).clicked() {
            choose(part);
        }
    }
}

fn meaning_ui(ui: &mut Ui, model: &Model, pasting: &Pasting, height: f32, out: &mut Vec<Command>) {
    preview_ui(ui, model, pasting, (height * 0.42).max(120.0));
    ScrollArea::vertical().id_salt("meaning").auto_shrink([false, false]).show(ui, |ui| {
        readings_ui(ui, pasting, out);
        if let Some(error) = pasting.fault() {
            let colors = Colors::of(model.theme);
            let text = format!("{} (line {}, column {})", error.message, error.line, error.column);
            ui.add(Label::new(RichText::new(text).color(colors.wrong)).wrap());
            if pasting.by_hand.is_none() {
                ui.weak("Select numbers in the text, or say below what each group is.");
            }
        }
        groups_ui(ui, model.theme, pasting, out);
        ignored_ui(ui, pasting);
    });
}

fn preview_ui(ui: &mut Ui, model: &Model, pasting: &Pasting, height: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Preview"));
    let colors = Colors::of(model.theme);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 3.0, colors.ground);
    let Some(preview) = &pasting.preview else {
        let text = if pasting.text.trim().is_empty() { "Nothing is pasted yet" } else { "No pair yet" };
        let font = FontId::proportional(super::style::TEXT);
        painter.text(rect.center(), Align2::CENTER_CENTER, text, font, colors.weak);
        return;
    };
    let (trace, report) = &**preview;
    let stage = Stage::new(trace);
    // The shapes alone: what a run finds is not the question yet.
    let picture = world(
        trace,
        &stage,
        0,
        &Look { moved: false, support_lines: false, direction: false, indices: true, ..Look::default() },
    );
    let camera = Camera::fit(picture.range, viewport(rect.shrink2(vec2(4.0, 12.0))));
    paint_list(&painter, &paint(&picture, &camera, model.theme, &measure(&painter)));
    let number = |x: f64| format_number(x, NumberStyle::Short);
    let truth = match report.truth.signed_distance {
        d if d > 0.0 => format!("Truth: {} apart", number(d)),
        d if d < 0.0 => format!("Truth: {} deep", number(-d)),
        _ => "Truth: touching".to_owned(),
    };
    let at = rect.left_bottom() + vec2(8.0, -6.0);
    let guess = if pasting.takes().is_some() { "" } else { "Reading 1: " };
    let text = format!("{guess}{truth}, in {}", trace.precision.id());
    painter.text(at, Align2::LEFT_BOTTOM, text, FontId::proportional(SMALL), colors.text);
}

fn readings_ui(ui: &mut Ui, pasting: &Pasting, out: &mut Vec<Command>) {
    let by_hand = pasting.by_hand.is_some();
    if pasting.readings.len() > 1 {
        heading_ui(ui, &format!("This text has {} readings; choose one", pasting.readings.len()));
        for (i, reading) in pasting.readings.iter().enumerate() {
            let chosen = !by_hand && pasting.chosen == Some(i);
            let note = if reading.note.is_empty() { String::new() } else { format!(": {}", reading.note) };
            let text = format!("{}. {}{note}", i + 1, reading.label);
            if ui.add(egui::Button::selectable(chosen, text).wrap()).clicked() {
                out.push(say(PasteCommand::Reading(i)));
            }
        }
    } else if let Some(reading) = pasting.readings.first().filter(|_| !by_hand) {
        let kind = crate::import::IMPORTERS.iter().find(|row| row.id == reading.importer);
        ui.add(Label::new(reading.label.as_str()).wrap()).on_hover_text(kind.map_or(reading.importer, |row| row.label));
        if !reading.note.is_empty() {
            ui.add(Label::new(RichText::new(format!("Note: {}", reading.note)).weak()).wrap());
        }
    }
    if by_hand {
        ui.horizontal_wrapped(|ui| {
            ui.label(pasting.shown().map_or("By hand".to_owned(), |r| format!("By hand: {}", r.label)));
            if ui.button("As it was read").on_hover_text("Gives up what was changed by hand").clicked() {
                out.push(say(PasteCommand::Reset));
            }
        });
        if let Some(reading) = pasting.shown().filter(|r| !r.note.is_empty()) {
            ui.add(Label::new(RichText::new(format!("Note: {}", reading.note)).weak()).wrap());
        }
    }
}

fn groups_ui(ui: &mut Ui, theme: Theme, pasting: &Pasting, out: &mut Vec<Command>) {
    // A scene of this tool is read whole; its numbers are its fields.
    let fields = pasting.shown().is_some_and(|r| r.assigned.is_empty());
    if pasting.groups.is_empty() || fields {
        return;
    }
    heading_ui(ui, "What the numbers are");
    for (i, group) in pasting.groups.iter().enumerate().take(200) {
        group_ui(ui, theme, i, group, out);
    }
    if pasting.groups.len() > 200 {
        ui.weak(format!("{} more groups", pasting.groups.len() - 200));
    }
}

fn group_ui(ui: &mut Ui, theme: Theme, i: usize, group: &Group, out: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let name = words(group.part);
        let text = match ink(theme, group.part) {
            Some(ink) => RichText::new(&name).color(ink),
            None => RichText::new(&name).weak(),
        };
        let shown =
            ComboBox::from_id_salt(("part", i)).selected_text(text).width(104.0).height(400.0).show_ui(ui, |ui| {
                parts_ui(ui, group.part, &mut |part| out.push(say(PasteCommand::Part(i, part))));
            });
        let label = format!("Group {} is", i + 1);
        shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
        let coordinates = group.part.is_some_and(|(_, f)| f == Field::Points) && group.numbers.len() > 1;
        if coordinates {
            let shown =
                ComboBox::from_id_salt(("order", i)).selected_text(group.order.label()).width(76.0).show_ui(ui, |ui| {
                    for order in Order::ALL {
                        if ui.selectable_label(order == group.order, order.label()).clicked() {
                            out.push(say(PasteCommand::Order(i, order)));
                        }
                    }
                });
            let label = format!("Order of group {}", i + 1);
            shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
        }
        let listed: Vec<&str> = group.numbers.iter().take(MOST_LISTED).map(|n| n.literal.as_str()).collect();
        let more = match group.numbers.len() - listed.len() {
            0 => String::new(),
            n => format!(" .. and {n} more"),
        };
        let line = group.numbers[0].place.0;
        let text = RichText::new(format!("{}{more}", listed.join("  "))).monospace().size(SMALL);
        let text = if group.part.is_none() { text.weak() } else { text };
        ui.add(Label::new(text).wrap()).on_hover_text(format!("{} numbers, from line {line}", group.numbers.len()));
    });
}

fn ignored_ui(ui: &mut Ui, pasting: &Pasting) {
    let Some(reading) = pasting.shown().filter(|r| !r.ignored.is_empty()) else { return };
    heading_ui(ui, &format!("Left out ({})", reading.ignored.len()));
    for ignored in reading.ignored.iter().take(50) {
        let text: String = ignored.text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(100).collect();
        let text = format!("{}: {text}", ignored.place.0);
        ui.add(Label::new(RichText::new(text).monospace().size(SMALL).weak()).truncate());
    }
    if reading.ignored.len() > 50 {
        ui.weak(format!("{} more", reading.ignored.len() - 50));
    }
}

fn answer_ui(ui: &mut Ui, model: &Model, pasting: &Pasting, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if pasting.asking && model.would_lose() {
            ui.label(format!("{} has changes that are not saved.", model.name()));
            if ui.button("Take anyway").clicked() {
                out.push(say(PasteCommand::TakeAnyway));
            }
            if ui.button("Save first").clicked() {
                out.push(Command::Save);
            }
            return;
        }
        let ready = pasting.takes().is_some();
        let why = match pasting.readings.len() {
            n if n > 1 => "Choose a reading first",
            _ => "Nothing is A or B yet",
        };
        let button = ui.add_enabled(ready, egui::Button::new("Take as a new scene"));
        let pressed = ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter));
        if button.on_hover_text("Ctrl+Enter").on_disabled_hover_text(why).clicked() || (pressed && ready) {
            out.push(say(PasteCommand::Take));
        }
        if ui.button("Cancel").on_hover_text("Esc").clicked() {
            out.push(Command::Escape);
        }
        if !ready && pasting.readings.len() > 1 {
            ui.weak(why);
        }
    });
}
