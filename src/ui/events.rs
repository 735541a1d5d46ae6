//! Table of events: every step as a row of numbers, filtered by words, the current one lit. A click goes there.

use egui::{
    Align, Align2, FontId, Label, Layout, ScrollArea, Sense, TextEdit, Ui, pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};

use super::icon::{Icon, icon_button_ui};
use super::style::{Colors, MONO, SMALL, TEXT};
use crate::draw::Target;
use crate::model::{Command, EVENT_COLUMNS, EventTable, Model, event_cells, keys_of};
use crate::run::{Trace, sentence};

/// Height of a row.
const ROW: f32 = 18.0;
/// Between columns.
const BETWEEN: f32 = 14.0;

/// The table.
pub fn events_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let Some(table) = &model.events else { return };
    head_ui(ui, model, table, out);
    let rest = ui.available_rect_before_wrap();
    match &model.trace {
        Some(_) if table.len(model.steps()) == 0 => {
            ui.weak("No event has all these words. Try a kind (support, test, reduce), a point (w1), a claim, or \"false\".");
        }
        Some(trace) => table_ui(ui, model, table, trace, out),
        None => {
            ui.weak("No run: the question names a body that does not exist. Choose both at the left.");
        }
    }
    ui.allocate_rect(rest, Sense::hover());
}

fn head_ui(ui: &mut Ui, model: &Model, table: &EventTable, out: &mut Vec<Command>) {
    let line = vec2(ui.available_width(), 22.0);
    ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
        let tip = match keys_of("Table of events") {
            Some(key) => format!("Close the table ({key})"),
            None => "Close the table".to_owned(),
        };
        if icon_button_ui(ui, Icon::Close, &tip, true).clicked() {
            out.push(Command::ToggleEvents);
        }
        let tip = "Copy the rows that are shown as text, columns apart by tabs";
        if ui.button("Copy").on_hover_text(tip).clicked() {
            out.push(Command::CopyEvents);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(egui::RichText::new("Events").strong().size(TEXT));
            let mut filter = table.filter.clone();
            let field = TextEdit::singleline(&mut filter).hint_text("filter: test w1 -edge").desired_width(220.0);
            let response = ui.add(field).on_hover_text(
                "Rows with all these words, in their cells or their sentence; -word leaves out. Marks are words too: false, fragile, finding, note",
            );
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Filter the events"));
            if response.changed() {
                out.push(Command::FilterEvents(filter));
            }
            let (left, all) = (table.len(model.steps()), model.steps());
            ui.weak(if left == all { format!("{all} events") } else { format!("{left} of {all} events") });
        });
    });
}

fn table_ui(ui: &mut Ui, model: &Model, table: &EventTable, trace: &Trace, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    let mono = FontId::monospace(MONO);
    let digit = ui.painter().layout_no_wrap("0".repeat(64), mono.clone(), colors.text).size().x / 64.0;
    let small = FontId::proportional(SMALL);
    // A column that no row has anything in is left out.
    let shown: Vec<(usize, f32)> = (0..EVENT_COLUMNS.len())
        .filter(|c| table.widths[*c] > 0)
        .map(|c| {
            let head = ui.painter().layout_no_wrap(EVENT_COLUMNS[c].into(), small.clone(), colors.text).size().x;
            (c, (table.widths[c] as f32 * digit).max(head).ceil() + BETWEEN)
        })
        .collect();
    let whole = (shown.iter().map(|(_, w)| w).sum::<f32>() + 8.0).max(ui.available_width() - 8.0);
    let rows = table.len(trace.len());
    let now = table.row_of(model.cursor);
    ScrollArea::horizontal().id_salt("events").auto_shrink(false).show(ui, |ui| {
        ui.set_width(whole);
        ui.spacing_mut().item_spacing.y = 0.0;
        let (head, _) = ui.allocate_exact_size(vec2(whole, ROW), Sense::hover());
        let mut x = head.left() + 4.0;
        for (c, width) in &shown {
            let at = pos2(x, head.center().y);
            ui.painter().text(at, Align2::LEFT_CENTER, EVENT_COLUMNS[*c], small.clone(), colors.weak);
            x += width;
        }
        // The bar that scrolls sideways covers no row.
        let bar = if whole > ui.clip_rect().width() { 10.0 } else { 0.0 };
        let room = (ui.available_height() - bar).max(ROW);
        let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false).max_height(room);
        if let Some(offset) = offset_to_show(ui, now, model.cursor, room) {
            area = area.vertical_scroll_offset(offset);
        }
        area.show_rows(ui, ROW, rows, |ui, range| {
            for row in range {
                let step = table.step(row);
                let (rect, response) = ui.allocate_exact_size(vec2(whole, ROW), Sense::click());
                let words = sentence(trace, step, model.numbers);
                let lit = step == model.cursor;
                response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, lit, &words));
                if response.clicked() {
                    out.push(Command::GoTo(step));
                }
                if response.hovered() {
                    out.push(Command::Hover(Some(Target::Step(step as u32))));
                }
                let linked = model.hover == Some(Target::Step(step as u32));
                if lit {
                    ui.painter().rect_filled(rect, 2.0, colors.lit);
                } else if linked || response.has_focus() {
                    ui.painter().rect_filled(rect, 2.0, ui.visuals().widgets.hovered.weak_bg_fill);
                } else if trace.events[step].iteration % 2 == 1 {
                    ui.painter().rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
                }
                let cells = event_cells(trace, &model.timeline, step, model.numbers);
                let mut x = rect.left() + 4.0;
                for (c, width) in &shown {
                    let ink = match (*c, cells[*c].as_str()) {
                        (4, "fragile" | "note") => colors.fragile,
                        (4, _) => colors.wrong,
                        (0 | 1, _) => colors.weak,
                        _ => colors.text,
                    };
                    // Numbers of steps and iterations stand under one another by their last digit.
                    let text = match *c {
                        0 | 1 => format!("{:>1$}", cells[*c], table.widths[*c]),
                        _ => cells[*c].clone(),
                    };
                    let mut job = LayoutJob::simple_singleline(text, mono.clone(), ink);
                    job.wrap = TextWrapping::truncate_at_width(width - 2.0);
                    let galley = ui.painter().layout_job(job);
                    let at = pos2(x, rect.center().y - galley.size().y / 2.0);
                    ui.painter().galley(at, galley, ink);
                    x += width;
                }
                response.on_hover_ui_at_pointer(|ui| {
                    ui.set_max_width(420.0);
                    ui.add(Label::new(&words).wrap());
                });
            }
        });
    });
}

/// Where to scroll so that the lit row is seen in a table so high, when another one was lit last, or the table had another height.
fn offset_to_show(ui: &Ui, row: Option<usize>, cursor: usize, room: f32) -> Option<f32> {
    let id = ui.scope_id().with("shown");
    let last: Option<(usize, f32)> = ui.data(|d| d.get_temp(id));
    if last == Some((cursor, room)) {
        return None;
    }
    ui.data_mut(|d| d.insert_temp(id, (cursor, room)));
    Some((row? as f32 * ROW - (room - ROW) / 2.0).max(0.0))
}
