//! Right panel: the step in words, its decision, the simplex, the answer so far, the pseudo-code, the findings.

use egui::text::{LayoutJob, TextFormat};
use egui::{FontId, Label, RichText, ScrollArea, Sense, Stroke, Ui, vec2};
use glam::DVec3;

use super::beside;
use super::style::{Colors, MONO, SENTENCE, SMALL, TEXT};
use crate::check::Severity;
use crate::draw::{Target, linked};
use crate::exact::Judged;
use crate::kernel::{Answer, EventKind, PointId};
use crate::model::{Command, Model};
use crate::run::{
    Answered, NumberStyle, Step, Trace, claim_sentence, direction_words, format_number, point_name, sentence,
    test_words,
};
use crate::shape::SMOOTH;

/// The right panel.
pub fn step_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let Some(trace) = &model.trace else {
        ui.weak("No run: the question names a body or kernel that does not exist. Choose both at the left.");
        return;
    };
    let Some(step) = trace.step(model.cursor) else { return };
    let colors = Colors::of(model.theme);
    let top = ui.cursor().top();
    title_ui(ui, model, &step);
    let words = RichText::new(sentence(trace, step.index, model.numbers)).size(SENTENCE).color(colors.text);
    ui.add(Label::new(words).wrap().selectable(true));
    // The verdict stands where the eye is: the panel below may be scrolled to the listing's line.
    if let Some(fault) = model.report.as_ref().and_then(|report| report.fault(step.index)) {
        ui.add(Label::new(RichText::new(fault_words(fault)).size(TEXT).color(colors.wrong)).wrap());
    }
    // Room for four lines, so that what follows stays where it is while stepping; for three beside another run, which needs room too.
    let used = ui.cursor().top() - top;
    let room = if model.pinned.is_some() { 80.0 } else { 102.0 };
    ui.add_space((room - used).max(4.0));
    if let Some(pinned) = &model.pinned {
        beside::beside_ui(ui, model, pinned, &step);
    }
    ScrollArea::vertical().id_salt("step").auto_shrink(false).animated(false).show(ui, |ui| {
        decision_ui(ui, model, &step);
        simplex_ui(ui, model, trace, &step, out);
        answer_ui(ui, model, trace, &step);
        listing_ui(ui, model, trace, &step);
        findings_ui(ui, model, out);
    });
}

fn fault_words(fault: &str) -> String {
    if fault.is_empty() { "False.".to_owned() } else { format!("False: {fault}.") }
}

/// A heading with the space above it.
pub fn heading_ui(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).strong().size(TEXT));
}

fn title_ui(ui: &mut Ui, model: &Model, step: &Step) {
    let colors = Colors::of(model.theme);
    let kind = crate::model::Kind::of(&step.event.kind).label();
    let phase = if step.event.phase == 0 { "GJK" } else { "EPA" };
    let text = format!(
        "Step {} of {}   ·   {phase}   ·   iteration {}   ·   {kind}",
        step.index,
        model.steps() - 1,
        step.event.iteration
    );
    ui.label(RichText::new(text).size(SMALL).color(colors.weak));
}

fn mono(text: impl Into<String>) -> RichText {
    RichText::new(text).monospace()
}

/// Rows close to each other.
fn rows_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 16.0;
        add(ui);
    });
}

/// A row of a name and a value; the value wraps in its own column.
fn row_ui(ui: &mut Ui, name: &str, value: RichText) {
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(64.0, 16.0), Sense::hover());
        let weak = ui.visuals().weak_text_color();
        let font = FontId::proportional(TEXT);
        ui.painter().text(rect.left_top(), egui::Align2::LEFT_TOP, name, font, weak);
        ui.add(Label::new(value).wrap());
    });
}

fn decision_ui(ui: &mut Ui, model: &Model, step: &Step) {
    let EventKind::Test(test) = &step.event.kind else { return };
    let colors = Colors::of(model.theme);
    heading_ui(ui, "Decision");
    let (left, relation, right) = test_words(test, model.numbers);
    let number = |x: f64| format_number(x, model.numbers);
    let side = |words: String, value: f64| {
        let value = number(value);
        if words == value { value } else { format!("{words} = {value}") }
    };
    rows_ui(ui, |ui| {
        row_ui(ui, "left", mono(side(left, test.left_value)));
        row_ui(ui, &format!("{relation} right"), mono(side(right, test.right_value)));
        row_ui(ui, "held", mono(if test.held { "yes" } else { "no" }).strong());
        row_ui(ui, "claim", RichText::new(claim_sentence(test)).color(colors.text));
        exact_ui(ui, model, step);
    });
}

/// What exact arithmetic says of the decision: sign and margin, and whether it is right.
fn exact_ui(ui: &mut Ui, model: &Model, step: &Step) {
    let Some(report) = &model.report else { return };
    let found = report.audit.binary_search_by_key(&(step.index as u32), |a| a.step);
    let Some(audited) = found.ok().and_then(|i| report.audit.get(i)) else { return };
    let colors = Colors::of(model.theme);
    if let Some(sign) = audited.sign {
        let relation = ["<", "=", ">"][(sign.signum() + 1) as usize];
        let margin =
            audited.margin.map_or(String::new(), |m| format!(", by {} ulp", format_number(m, NumberStyle::Short)));
        row_ui(ui, "exact", mono(format!("left {relation} right{margin}")));
    }
    let ink = match audited.judged {
        Judged::Right => colors.text,
        Judged::Fragile => colors.fragile,
        Judged::FalseSign | Judged::FalseClaim => colors.wrong,
    };
    let word = audited.judged.id().replace('-', " ");
    let text = if audited.message.is_empty() { word } else { format!("{word}: {}", audited.message) };
    row_ui(ui, "judged", RichText::new(text).color(ink));
}

/// What a row of the table says.
struct Row {
    id: PointId,
    name: String,
    ia: String,
    ib: String,
    a: DVec3,
    b: DVec3,
    w: DVec3,
    weight: Option<f64>,
    pending: bool,
}

fn rows(trace: &Trace, step: &Step) -> Vec<Row> {
    let edge = step.nearest_edge().and_then(|e| trace.edges.get(e as usize)).map(|e| [e.from, e.to]);
    let (simplex, weights) = match &edge {
        Some(ends) => (&ends[..], None),
        None => (step.simplex(), step.closest().map(|(weights, _)| weights)),
    };
    let index = |i: u32| if i == SMOOTH { "·".to_owned() } else { i.to_string() };
    let row = |(i, id): (usize, PointId)| {
        let p = trace.points.get(id as usize)?;
        let weight = weights.as_ref().and_then(|w| w.get(i)).copied();
        Some(Row {
            id,
            name: point_name(id),
            ia: index(p.ia),
            ib: index(p.ib),
            a: trace.point_in_world(p.a),
            b: trace.point_in_world(p.b),
            w: trace.direction_in_world(p.w),
            weight,
            pending: i >= simplex.len(),
        })
    };
    let new = step.pending().filter(|p| !simplex.contains(p));
    simplex.iter().copied().chain(new).enumerate().filter_map(row).collect()
}

/// Texts of numbers, padded so that their decimal points stand above each other in a monospaced face.
pub fn aligned(numbers: &[f64], style: NumberStyle) -> Vec<String> {
    let texts: Vec<String> = numbers.iter().map(|x| format_number(*x, style)).collect();
    let point = |t: &String| t.chars().position(|c| c == '.').unwrap_or(t.chars().count());
    let before = texts.iter().map(point).max().unwrap_or(0);
    let padded: Vec<String> = texts.iter().map(|t| format!("{}{t}", " ".repeat(before - point(t)))).collect();
    let width = padded.iter().map(|t| t.chars().count()).max().unwrap_or(0);
    padded.into_iter().map(|t| format!("{t}{}", " ".repeat(width - t.chars().count()))).collect()
}

fn simplex_ui(ui: &mut Ui, model: &Model, trace: &Trace, step: &Step, out: &mut Vec<Command>) {
    heading_ui(ui, if step.nearest_edge().is_some() { "Nearest edge" } else { "Simplex" });
    let rows = rows(trace, step);
    if rows.is_empty() {
        ui.weak("No point yet.");
        return;
    }
    let lit = match (model.hover, &model.stage) {
        (Some(target), Some(stage)) => linked(trace, stage, target),
        _ => vec![],
    };
    // Each point takes two lines: x above y. Columns: name, a index, b index, a, b, w, weight.
    let column = |of: &dyn Fn(&Row) -> DVec3| {
        let numbers: Vec<f64> = rows.iter().flat_map(|r| [of(r).x, of(r).y]).collect();
        aligned(&numbers, model.numbers)
    };
    let (a, b, w) = (column(&|r| r.a), column(&|r| r.b), column(&|r| r.w));
    let known: Vec<f64> = rows.iter().filter_map(|r| r.weight).collect();
    let mut weights = aligned(&known, model.numbers).into_iter();
    let weights: Vec<String> = rows.iter().map(|r| r.weight.and_then(|_| weights.next()).unwrap_or_default()).collect();
    let columns: [(&str, Vec<String>); 7] = [
        (
            "",
            rows.iter().flat_map(|r| [r.name.clone(), if r.pending { "new".into() } else { String::new() }]).collect(),
        ),
        ("A", rows.iter().flat_map(|r| [r.ia.clone(), String::new()]).collect()),
        ("B", rows.iter().flat_map(|r| [r.ib.clone(), String::new()]).collect()),
        ("a", a),
        ("b", b),
        ("w", w),
        (if known.is_empty() { "" } else { "weight" }, weights.into_iter().flat_map(|w| [w, String::new()]).collect()),
    ];
    let font = FontId::monospace(MONO);
    let advance = ui.ctx().fonts_mut(|f| f.glyph_width(&font, '0'));
    let chars = |(head, cells): &(&str, Vec<String>)| {
        cells.iter().map(|c| c.chars().count()).max().unwrap_or(0).max(head.chars().count()) as f32
    };
    let widths: Vec<f32> = columns.iter().map(|c| chars(c) * advance + 10.0).collect();
    if widths.iter().sum::<f32>() > ui.available_width() + 10.0 {
        blocks_ui(ui, model, &rows, &lit, out);
        return;
    }
    table_ui(ui, model, &rows, &columns, &widths, &lit, out);
}

fn row_hovered(row: &Row, response: &egui::Response, out: &mut Vec<Command>) {
    if response.hovered() {
        out.push(Command::Hover(Some(Target::Point(row.id))));
    }
}

fn table_ui(
    ui: &mut Ui,
    model: &Model,
    rows: &[Row],
    columns: &[(&str, Vec<String>); 7],
    widths: &[f32],
    lit: &[Target],
    out: &mut Vec<Command>,
) {
    let colors = Colors::of(model.theme);
    let font = FontId::monospace(MONO);
    let line = 15.0;
    let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), line), Sense::hover());
    let mut x = head.left();
    for ((name, _), width) in columns.iter().zip(widths) {
        let at = egui::pos2(x, head.top());
        ui.painter().text(at, egui::Align2::LEFT_TOP, *name, FontId::monospace(MONO), colors.weak);
        x += width;
    }
    for (i, row) in rows.iter().enumerate() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 2.0 * line + 2.0), Sense::hover());
        let name = format!("Simplex row {}", row.name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Row, true, &name));
        row_hovered(row, &response, out);
        if lit.contains(&Target::Point(row.id)) {
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 1.0)), 2.0, colors.lit);
        }
        let mut x = rect.left();
        for ((_, cells), width) in columns.iter().zip(widths) {
            for part in 0..2 {
                let at = egui::pos2(x, rect.top() + 1.0 + part as f32 * line);
                let ink = if row.pending { colors.weak } else { colors.text };
                ui.painter().text(at, egui::Align2::LEFT_TOP, &cells[2 * i + part], font.clone(), ink);
            }
            x += width;
        }
    }
}

/// The table for numbers too long for columns: a block a point, everything wraps.
fn blocks_ui(ui: &mut Ui, model: &Model, rows: &[Row], lit: &[Target], out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    for row in rows {
        let fill = if lit.contains(&Target::Point(row.id)) { colors.lit } else { egui::Color32::TRANSPARENT };
        let inner = egui::Frame::new().fill(fill).show(ui, |ui| {
            let new = if row.pending { ", new" } else { "" };
            let from = |i: &String, body: &str| match i.as_str() {
                "·" => format!("a point of {body}"),
                i => format!("vertex {i} of {body}"),
            };
            let head = format!("{}: {}, {}{new}", row.name, from(&row.ia, "A"), from(&row.ib, "B"));
            ui.label(RichText::new(head).color(if row.pending { colors.weak } else { colors.text }));
            for (name, p) in [("a", row.a), ("b", row.b), ("w", row.w)] {
                row_ui(ui, name, mono(direction_words(p, model.numbers)));
            }
            if let Some(weight) = row.weight {
                row_ui(ui, "weight", mono(format_number(weight, model.numbers)));
            }
        });
        row_hovered(row, &inner.response, out);
    }
}

/// The answer as a person says it: `overlapping, depth 0.5`.
pub fn outcome_words(answered: &Answered, style: NumberStyle) -> String {
    let class = answered.answer.id();
    match answered.signed_distance {
        Some(s) if answered.answer == Answer::Overlapping => format!("{class}, depth {}", format_number(-s, style)),
        Some(s) => format!("{class}, distance {}", format_number(s, style)),
        None => class.to_owned(),
    }
}

fn answer_ui(ui: &mut Ui, model: &Model, trace: &Trace, step: &Step) {
    heading_ui(ui, "Answer");
    rows_ui(ui, |ui| answer_rows_ui(ui, model, trace, step));
}

fn answer_rows_ui(ui: &mut Ui, model: &Model, trace: &Trace, step: &Step) {
    let number = |x: f64| format_number(x, model.numbers);
    let vector = |v: DVec3| direction_words(v, model.numbers);
    let last = step.index + 1 == trace.len();
    let answered = &trace.answered;
    if last {
        row_ui(ui, "outcome", RichText::new(outcome_words(answered, model.numbers)).strong());
        if let Some(n) = answered.normal {
            row_ui(ui, "normal", mono(vector(n)));
        }
        if let Some((a, b)) = answered.witnesses {
            row_ui(ui, "on A", mono(vector(a)));
            row_ui(ui, "on B", mono(vector(b)));
        }
    } else {
        row_ui(ui, "outcome", RichText::new("not decided yet").weak());
    }
    if let Some((lower, upper)) = step.bounds() {
        row_ui(ui, "bounds", mono(format!("{} to {}", number(lower), number(upper))));
        row_ui(ui, "gap", mono(number(upper - lower)));
    }
    if let (Some((_, v)), false) = (step.closest(), last) {
        row_ui(ui, "v", mono(format!("{}, length {}", vector(trace.direction_in_world(v)), number(v.length()))));
    }
    if let (true, Some(report)) = (last, &model.report) {
        row_ui(ui, "truth", mono(number(report.truth.signed_distance)));
        if let Some(error) = report.error {
            row_ui(ui, "error", mono(format!("{} (allowed {})", number(error), number(report.tolerance))));
        }
        if let Some(written) = &report.truth_as_written {
            row_ui(ui, "as written", mono(number(written.signed_distance)));
        }
        if let Some(pose) = report.pose_rounding.filter(|p| *p != 0.0) {
            row_ui(ui, "pose", mono(format!("rounding moves the truth by {}", number(pose))));
        }
    }
}

fn listing_ui(ui: &mut Ui, model: &Model, trace: &Trace, step: &Step) {
    let colors = Colors::of(model.theme);
    let Some(listing) = trace.kernel.listings.get(step.event.phase as usize) else { return };
    heading_ui(ui, if step.event.phase == 0 { "Pseudo-code" } else { "Pseudo-code: EPA" });
    ui.spacing_mut().item_spacing.y = 0.0;
    for (i, line) in listing.iter().enumerate() {
        let text = line.trim_start();
        let indent = (line.len() - text.len()) as f32 / 4.0 * 14.0;
        let now = i == usize::from(step.event.line);
        let width = ui.available_width();
        let ink = if now { colors.text } else { colors.weak };
        let mut job = LayoutJob::default();
        job.wrap.max_width = width - indent - 14.0;
        job.append(text, 0.0, TextFormat { font_id: FontId::proportional(12.0), color: ink, ..Default::default() });
        let galley = ui.painter().layout_job(job);
        let (rect, response) = ui.allocate_exact_size(vec2(width, galley.size().y + 2.0), Sense::hover());
        if now {
            follow_ui(ui, step.index, rect);
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 2.0, colors.lit);
            let c = rect.left_top() + vec2(3.0, 8.0);
            let arrow = vec![c + vec2(-3.0, -4.0), c + vec2(4.0, 0.0), c + vec2(-3.0, 4.0)];
            ui.painter().add(egui::Shape::convex_polygon(arrow, colors.accent, Stroke::NONE));
            let label = format!("Current line: {text}");
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
        }
        ui.painter().galley(rect.left_top() + vec2(12.0 + indent, 1.0), galley, ink);
    }
    ui.spacing_mut().item_spacing.y = 4.0;
}

/// Scrolls to the current line after a step, until it is seen; from then on the person scrolls.
fn follow_ui(ui: &Ui, step: usize, line: egui::Rect) {
    let id = egui::Id::unique("listing");
    let clip = ui.clip_rect();
    let here = (step, clip.height().round() as i64);
    let (seen, tries) =
        ui.data(|d| d.get_temp::<((usize, i64), u8)>(id)).filter(|(at, _)| *at == here).unwrap_or((here, 0));
    if tries < 3 {
        // The scrolled area fades out at its edges.
        let whole = line.expand(14.0);
        let hidden = whole.top() < clip.top() || whole.bottom() > clip.bottom();
        if hidden {
            ui.scroll_to_rect(whole, None);
            ui.ctx().request_repaint();
        }
        ui.data_mut(|d| d.insert_temp(id, (seen, if hidden { tries + 1 } else { 3 })));
    }
}

/// Most findings that are listed: the rest is counted.
const MOST_FINDINGS: usize = 50;

fn findings_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let Some(report) = &model.report else { return };
    let colors = Colors::of(model.theme);
    heading_ui(ui, "Findings");
    if report.findings.is_empty() {
        ui.weak("None.");
    }
    // Around the cursor first: a list of thousands is walked with n.
    let from = model.timeline.problems.partition_point(|p| (p.step as usize) < model.cursor);
    let from = from.min(report.findings.len().saturating_sub(MOST_FINDINGS));
    if from > 0 {
        ui.weak(format!("{from} before"));
    }
    for problem in model.timeline.problems.iter().skip(from).take(MOST_FINDINGS) {
        let Some(finding) = report.findings.get(problem.finding as usize) else { continue };
        let (ink, word) = match finding.severity {
            Severity::Error => (colors.wrong, "error"),
            Severity::Note => (colors.fragile, "note"),
        };
        ui.horizontal_top(|ui| {
            let step = format!("step {}", problem.step);
            if ui.add(egui::Button::new(step).frame(false)).on_hover_text("Go there").clicked() {
                out.push(Command::GoTo(problem.step as usize));
            }
            let text = format!("{word}, {}: {}", finding.check, finding.message);
            ui.add(Label::new(RichText::new(text).color(ink)).wrap());
        });
    }
    let rest = model.timeline.problems.len().saturating_sub(from + MOST_FINDINGS);
    if rest > 0 {
        ui.weak(format!("{rest} more"));
    }
}
