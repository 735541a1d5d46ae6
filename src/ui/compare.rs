//! Compare panel: every kernel in both precisions beside the truth, and how each closes in on it. A click opens that run.

use egui::{Align, Align2, Color32, FontId, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, Ui, pos2, vec2};
use egui_plot::{AxisHints, GridMark, HoverPosition, Line, LineStyle, Plot, PlotPoints, Points, uniform_grid_spacer};

use super::folder::paint_badge;
use super::icon::{Icon, icon_button_ui};
use super::step::{aligned, outcome_words};
use super::style::{Colors, MONO, SMALL, TEXT};
use crate::check::{Finding, Severity};
use crate::exact::Class;
use crate::model::{Badge, Command, Comparison, Model};
use crate::num::Precision;
use crate::run::{Answered, NumberStyle, format_number};
use crate::search::{Compared, Twisted};

/// Height of a row.
const ROW: f32 = 18.0;
/// Room for the sign of the verdict.
const SIGN: f32 = 20.0;
/// Room for "pin" at the end of a row.
const PIN: f32 = 52.0;
/// Between columns.
const BETWEEN: f32 = 12.0;
/// The plot's share of the width, where the panel is wide enough for both.
const PLOT: f32 = 0.22;
/// What an error of zero is drawn as on the logarithmic scale.
const GROUND: f64 = 1e-18;

/// The compare panel.
pub fn compare_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let Some(comparison) = &model.comparison else { return };
    head_ui(ui, comparison, out);
    if comparison.kernels == 0 {
        ui.weak("Nothing to compare: the question names a body that does not exist. Choose both at the left.");
        return;
    }
    let rect = ui.available_rect_before_wrap();
    let plot = if rect.width() > 1000.0 { (PLOT * rect.width()).round() } else { 0.0 };
    let (table, plot) = rect.split_left_right_at_x(rect.right() - plot);
    let mut lit = None;
    ui.scope_builder(egui::UiBuilder::new().max_rect(table), |ui| lit = table_ui(ui, model, comparison, out));
    if plot.width() > 1.0 {
        let inner = Rect::from_min_max(plot.min + vec2(12.0, 0.0), plot.max);
        ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| plot_ui(ui, model, comparison, lit));
    }
    ui.allocate_rect(rect, Sense::hover());
}

fn head_ui(ui: &mut Ui, comparison: &Comparison, out: &mut Vec<Command>) {
    let line = vec2(ui.available_width(), 22.0);
    ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
        if icon_button_ui(ui, Icon::Close, "Close the comparison", true).clicked() {
            out.push(Command::ToggleCompare);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new("All kernels").strong().size(TEXT));
            if let Some(truth) = comparison.truth() {
                let class = match truth.class {
                    Class::Separated => "separated",
                    Class::Touching => "touching",
                    Class::Overlapping => "overlapping",
                };
                let value = format_number(truth.signed_distance, NumberStyle::Short);
                ui.label(format!("truth: {class}, signed distance {value}"))
                    .on_hover_text(truth.digits.replace('-', "−"));
                let rounded = comparison.truth_in_f32().map(|t| format_number(t, NumberStyle::Short));
                if let Some(rounded) = rounded.filter(|r| *r != value) {
                    ui.label(format!("(of the numbers as rounded to f32: {rounded})"));
                }
            }
            if comparison.waiting {
                ui.weak("compared anew when the drag ends");
            } else if !comparison.done() {
                ui.weak(format!("{} of {} kernels", comparison.answered, comparison.kernels));
            } else {
                ui.weak("a click on a row opens that run");
            }
        });
    });
}

/// The finding a run is blamed for, and where.
fn blamed(run: &Compared) -> Option<(String, &Finding)> {
    let findings = &run.report.findings;
    let error = |f: &&Finding| f.severity == Severity::Error;
    let at_culprit = findings.iter().filter(error).find(|f| f.step.is_some() && f.step == run.report.culprit);
    let finding = at_culprit.or_else(|| findings.iter().find(error))?;
    let place = finding.step.map_or("result".to_owned(), |s| format!("step {s}"));
    Some((place, finding))
}

/// Which twists change the answer.
fn changed(run: &Compared) -> String {
    run.twisted.iter().filter(|t| !t.same).map(|t| t.twist.id()).collect::<Vec<_>>().join(" ")
}

/// A row: a run, or under the current one the same with one thing changed.
#[derive(Clone, Copy)]
struct Entry<'a> {
    /// Which run, in the order of the comparison.
    index: usize,
    run: &'a Compared,
    twisted: Option<&'a Twisted>,
}

impl Entry<'_> {
    fn answered(&self) -> &Answered {
        self.twisted.map_or(&self.run.answered, |t| &t.answered)
    }

    fn error(&self) -> Option<f64> {
        let Some(twisted) = self.twisted else { return self.run.report.error };
        let truth = self.run.report.truth.signed_distance;
        // A bound of the depth has no error: neither has it here.
        self.run.report.error.and(twisted.answered.signed_distance).map(|s| (s - truth).abs())
    }

    fn badge(&self) -> Option<Badge> {
        self.twisted.is_none().then_some(Badge::Run(self.run.report.verdict))
    }
}

/// The rows, the variants of the run that `current` names among them.
fn entries<'a>(runs: &'a [Compared], current: Option<&(String, Precision)>) -> Vec<Entry<'a>> {
    let mut entries = Vec::with_capacity(runs.len() + 4);
    for (index, run) in runs.iter().enumerate() {
        entries.push(Entry { index, run, twisted: None });
        if current.is_some_and(|(kernel, precision)| run.kernel.id == kernel && run.precision == *precision) {
            entries.extend(run.twisted.iter().map(|t| Entry { index, run, twisted: Some(t) }));
        }
    }
    entries
}

/// What stands under which heading.
struct Column {
    head: &'static str,
    tip: &'static str,
    cells: Vec<String>,
    mono: bool,
}

fn columns(rows: &[Entry]) -> Vec<Column> {
    let text = |head, tip, cell: &dyn Fn(&Entry) -> String| Column {
        head,
        tip,
        cells: rows.iter().map(cell).collect(),
        mono: false,
    };
    let optional = |head, tip, value: &dyn Fn(&Entry) -> Option<f64>| {
        let known: Vec<f64> = rows.iter().filter_map(value).collect();
        let mut cells = aligned(&known, NumberStyle::Short).into_iter();
        let cells = rows.iter().map(|r| value(r).and_then(|_| cells.next()).unwrap_or_default()).collect();
        Column { head, tip, cells, mono: true }
    };
    let count = |head, tip, value: &dyn Fn(&Entry) -> u32| {
        let width = rows.iter().map(|r| value(r).to_string().len()).max().unwrap_or(0);
        Column { head, tip, cells: rows.iter().map(|r| format!("{:>width$}", value(r))).collect(), mono: true }
    };
    vec![
        text("kernel", "The kernel; under the current run what may not change its answer", &|r| {
            r.twisted.map_or(r.run.kernel.id.to_owned(), |t| format!("      {}", t.twist.id().replace('-', " ")))
        }),
        text("in", "The precision", &|r| match r.twisted {
            None => r.run.precision.id().to_owned(),
            Some(_) => String::new(),
        }),
        text("answer", "What it answered", &|r| r.answered().answer.id().to_owned()),
        optional("distance", "Signed distance: the distance, or minus the depth", &|r| r.answered().signed_distance),
        optional("error", "How far that is from the truth", &|r| r.error()),
        count("iter.", "Iterations", &|r| r.answered().iterations),
        count("supp.", "Support calls", &|r| r.answered().supports),
        text("exit", "Why it stopped", &|r| r.answered().exit.id().to_owned()),
        text("parts", "The first step at which f32 and f64 go different ways", &|r| match r.twisted {
            None => r.run.parts.map_or(String::new(), |s| format!("step {s}")),
            Some(_) => String::new(),
        }),
        text(
            "changed by",
            "What changes the answer but must not: A and B swapped, another start, an oblique start, another tie rule",
            &|r| match r.twisted {
                None => changed(r.run),
                Some(t) if t.same => "the same".to_owned(),
                Some(_) => "changed".to_owned(),
            },
        ),
        text("finding", "The finding to blame, or the first", &|r| match r.twisted {
            None => blamed(r.run).map_or(String::new(), |(place, f)| format!("{place}: {}", f.message)),
            Some(_) => String::new(),
        }),
    ]
}

/// What the panel remembers from frame to frame: where the rows are scrolled to, for which run, and which line of the plot the pointer is at.
#[derive(Clone, Default)]
struct Seen {
    current: Option<(String, Precision)>,
    offset: f32,
    line: Option<usize>,
}

fn seen_id() -> egui::Id {
    egui::Id::unique("compare rows")
}

/// Where to scroll so that the current run is seen, if it is another one than before. What was clicked stays under the pointer.
fn scrolled_to(
    runs: &[Compared],
    seen: &Seen,
    rows: &[Entry],
    current: &(String, Precision),
    height: f32,
) -> Option<f32> {
    if seen.current.as_ref() == Some(current) {
        return None;
    }
    let own = |e: &Entry| e.twisted.is_none() && e.run.kernel.id == current.0 && e.run.precision == current.1;
    let place = |rows: &[Entry]| rows.iter().position(own).map(|i| i as f32 * ROW);
    let (before, now) = (place(&entries(runs, seen.current.as_ref()))?, place(rows)?);
    let kept = seen.offset + now - before;
    // All of its variants too, where there is room.
    let end = now + 5.0 * ROW;
    Some(kept.max(end - height).min(now).max(0.0))
}

/// The rows; the one under the pointer.
fn table_ui(ui: &mut Ui, model: &Model, comparison: &Comparison, out: &mut Vec<Command>) -> Option<usize> {
    let colors = Colors::of(model.theme);
    let query = &model.scene.query;
    let current = (query.kernel.clone(), query.precision);
    let rows = entries(&comparison.runs, Some(&current));
    let columns = columns(&rows);
    let font = |mono: bool| if mono { FontId::monospace(MONO) } else { FontId::proportional(TEXT) };
    let head_font = FontId::proportional(SMALL);
    let width = |text: &str, font: FontId| ui.painter().layout_no_wrap(text.to_owned(), font, colors.text).size().x;
    let widths: Vec<f32> = columns
        .iter()
        .map(|c| {
            // The longest text is near enough the widest: a few of them are measured, not all.
            let mut cells: Vec<&String> = c.cells.iter().collect();
            cells.sort_by_key(|t| std::cmp::Reverse(t.chars().count()));
            let cells = cells.into_iter().take(4).map(|t| width(t, font(c.mono)));
            cells.fold(width(c.head, head_font.clone()), f32::max).ceil() + BETWEEN
        })
        .collect();
    // The finding has the rest, and all of it in the tooltip.
    let fixed: f32 = SIGN + widths[..widths.len() - 1].iter().sum::<f32>();
    let whole = (fixed + widths.last().copied().unwrap_or(0.0).min(200.0)).max(ui.available_width() - 8.0);
    let mut seen: Seen = ui.data(|d| d.get_temp(seen_id())).unwrap_or_default();
    let mut lit = None;
    ScrollArea::horizontal().id_salt("compare").auto_shrink(false).show(ui, |ui| {
        ui.set_width(whole);
        ui.spacing_mut().item_spacing.y = 0.0;
        head_row_ui(ui, &columns, &widths, whole, &colors);
        let height = ui.available_height();
        let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        if let Some(offset) = scrolled_to(&comparison.runs, &seen, &rows, &current, height) {
            area = area.vertical_scroll_offset(offset);
        }
        let shown = area.show_rows(ui, ROW, rows.len(), |ui, range| {
            for i in range {
                if row_ui(ui, model, comparison, (&rows, i), &columns, &widths, seen.line, out) {
                    lit = Some(rows[i].index);
                }
            }
        });
        // Before its row has come nothing is scrolled to.
        if rows.iter().any(|r| r.run.kernel.id == current.0 && r.run.precision == current.1) {
            seen.current = Some(current.clone());
        }
        seen.offset = shown.state.clamped_offset().y;
    });
    ui.data_mut(|d| d.insert_temp(seen_id(), seen));
    lit
}

fn head_row_ui(ui: &mut Ui, columns: &[Column], widths: &[f32], whole: f32, colors: &Colors) {
    let (head, _) = ui.allocate_exact_size(vec2(whole, ROW), Sense::hover());
    let mut x = head.left() + SIGN;
    for (i, (column, width)) in columns.iter().zip(widths).enumerate() {
        let at = pos2(x, head.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, column.head, FontId::proportional(SMALL), colors.weak);
        let cell = Rect::from_min_size(pos2(x, head.top()), vec2(width - 4.0, ROW));
        ui.interact(cell, ui.scope_id().with(("head", i)), Sense::hover()).on_hover_text(column.tip);
        x += width;
    }
}

/// A row; whether the pointer is over it. `line`: the run whose line in the plot the pointer is at.
#[expect(clippy::too_many_arguments, reason = "the body of the loop over the rows")]
fn row_ui(
    ui: &mut Ui,
    model: &Model,
    comparison: &Comparison,
    (rows, i): (&[Entry], usize),
    columns: &[Column],
    widths: &[f32],
    line: Option<usize>,
    out: &mut Vec<Command>,
) -> bool {
    let colors = Colors::of(model.theme);
    let entry = rows[i];
    let (run, query) = (entry.run, &model.scene.query);
    let of_current = query.kernel == run.kernel.id && query.precision == run.precision;
    let now = of_current && entry.twisted.is_none();
    let whole = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(whole, ROW), Sense::click());
    let words = words(&entry);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, now, &words));
    let (kernel, precision) = (run.kernel.id.to_owned(), run.precision);
    match entry.twisted {
        _ if !response.clicked() || now => {}
        None => out.push(Command::OpenRun(kernel, precision)),
        Some(t) => out.push(Command::OpenTwisted(kernel, precision, t.twist)),
    }
    let near = response.hovered() || response.has_focus() || response.contains_pointer();
    if now {
        ui.painter().rect_filled(rect, 2.0, colors.lit);
    } else if near || (line == Some(entry.index) && entry.twisted.is_none()) {
        ui.painter().rect_filled(rect, 2.0, ui.visuals().widgets.hovered.weak_bg_fill);
    } else if kernels_before(&comparison.runs, entry.index) % 2 == 1 {
        ui.painter().rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
    }
    if let Some(badge) = entry.badge() {
        paint_badge(ui, pos2(rect.left() + 8.0, rect.center().y), badge, &colors);
    }
    let end = rect.right() - PIN;
    let mut x = rect.left() + SIGN;
    for (k, (column, width)) in columns.iter().zip(widths).enumerate() {
        let ink = if comparison.waiting { colors.weak } else { ink_of(k, &entry, &colors) };
        let room = if k + 1 == columns.len() { (end - x).max(1.0) } else { *width };
        let mut job = egui::text::LayoutJob::simple_singleline(column.cells[i].clone(), font_of(column), ink);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(pos2(x, rect.center().y - galley.size().y / 2.0), galley, ink);
        x += width;
    }
    pin_ui(ui, model, &entry, Rect::from_min_max(pos2(end, rect.top()), rect.max), near, out);
    response.on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(420.0);
        ui.add(Label::new(&words).wrap());
        if let Some(error) = entry.error() {
            let allowed = format_number(run.report.tolerance, NumberStyle::Short);
            ui.weak(format!("error {}, allowed {allowed}", format_number(error, NumberStyle::Exact)));
        }
    });
    near
}

fn font_of(column: &Column) -> FontId {
    if column.mono { FontId::monospace(MONO) } else { FontId::proportional(TEXT) }
}

/// Keeps a row's run beside the one that is shown. Seen where the pointer is, and on the run that is kept.
fn pin_ui(ui: &Ui, model: &Model, entry: &Entry, rect: Rect, near: bool, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    let (run, twist) = (entry.run, entry.twisted.map(|t| t.twist));
    let kept = model
        .pinned
        .as_ref()
        .is_some_and(|p| p.trace.kernel.id == run.kernel.id && p.trace.precision == run.precision && p.twist == twist);
    let response = ui.interact(rect, ui.scope_id().with(("pin", entry.index, twist.map(|t| t.id()))), Sense::click());
    let what = twist.map_or(String::new(), |t| format!(", {}", t.id().replace('-', " ")));
    let label = format!("Pin {} in {}{what}", run.kernel.id, run.precision.id());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, kept, &label));
    if kept || near || response.has_focus() {
        let ink = if response.hovered() || response.has_focus() || kept { colors.accent } else { colors.weak };
        let word = if kept { "pinned" } else { "pin" };
        let at = rect.right_center() - vec2(6.0, 0.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, word, FontId::proportional(SMALL), ink);
    }
    if response.clicked() {
        out.push(match kept {
            true => Command::TogglePin,
            false => Command::PinRun(run.kernel.id.to_owned(), run.precision, twist),
        });
    }
    response.on_hover_text("Keep this run beside the one that is shown");
}

/// How many kernels stand above a row.
fn kernels_before(runs: &[Compared], row: usize) -> usize {
    runs[..=row].windows(2).filter(|w| w[0].kernel.id != w[1].kernel.id).count()
}

fn ink_of(column: usize, entry: &Entry, colors: &Colors) -> Color32 {
    use crate::check::Verdict;
    let run = entry.run;
    if let Some(twisted) = entry.twisted {
        return if twisted.same { colors.weak } else { colors.fragile };
    }
    let judged = match run.report.verdict {
        Verdict::Pass => colors.text,
        Verdict::Fail => colors.wrong,
        Verdict::KnownFailure | Verdict::UnexpectedPass | Verdict::Undecided => colors.fragile,
    };
    match column {
        2..=4 if run.report.findings.iter().any(|f| f.check == "agrees-with-truth") => judged,
        10 => judged,
        9 => colors.fragile,
        _ => colors.text,
    }
}

/// A row as a sentence, to be read aloud and shown in full.
fn words(entry: &Entry) -> String {
    let (run, answered) = (entry.run, entry.answered());
    let outcome = outcome_words(answered, NumberStyle::Short);
    let effort =
        format!("{} iterations, {} support calls, exit {}", answered.iterations, answered.supports, answered.exit.id());
    if let Some(t) = entry.twisted {
        let same = if t.same { "the same answer" } else { "another answer" };
        let twist = t.twist.id().replace('-', " ");
        return format!("Run {} in {}, {twist}: {same}: {outcome}, {effort}", run.kernel.id, run.precision.id());
    }
    let verdict = run.report.verdict.id().replace('-', " ");
    let mut words = format!("Run {} in {}: {verdict}: {outcome}, {effort}", run.kernel.id, run.precision.id());
    let changed = changed(run);
    if !changed.is_empty() {
        words += &format!("; changed by {changed}");
    }
    if let Some((place, finding)) = blamed(run) {
        words += &format!("; {place}: {}", finding.message);
    }
    words
}

/// How the runs close in on the truth, error over iterations, both of one run and of all.
fn plot_ui(ui: &mut Ui, model: &Model, comparison: &Comparison, lit: Option<usize>) {
    let colors = Colors::of(model.theme);
    let title = "Error of the bounds by iteration; f32 dashed";
    ui.label(RichText::new(title).size(SMALL).color(colors.weak));
    let query = &model.scene.query;
    let log = |error: f64| error.max(GROUND).log10();
    let name = |run: &Compared| format!("{}, {}", run.kernel.id, run.precision.id());
    let tick = |mark: GridMark, _: &std::ops::RangeInclusive<f64>| {
        let decade = mark.value.round();
        if decade <= GROUND.log10() { "0".to_owned() } else { format!("1e{decade}").replace('-', "−") }
    };
    let near = std::cell::RefCell::new(None::<String>);
    let label = |hover: &HoverPosition<'_>| match hover {
        HoverPosition::NearDataPoint { plot_name, position, .. } => {
            near.replace(Some((*plot_name).to_owned()));
            let error = 10f64.powf(position.y);
            let error = if error <= GROUND * 1.01 { 0.0 } else { error };
            let short = format_number(error, NumberStyle::Short);
            Some(format!("{plot_name}\niteration {}: {short}", position.x.round()))
        }
        HoverPosition::Elsewhere { .. } => None,
    };
    let axis = |hints: AxisHints<'static>, least: f32| {
        let hints = hints.tick_label_color(colors.weak).tick_label_font(FontId::proportional(SMALL));
        hints.label_spacing(least..=least + 1.0)
    };
    let shown = Plot::new("convergence")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_crosshair(false)
        .show_background(false)
        .grid_color(colors.line)
        .y_grid_spacer(uniform_grid_spacer(|_| [12.0, 3.0, 3.0]))
        .x_grid_spacer(uniform_grid_spacer(|input| {
            let span = input.bounds.1 - input.bounds.0;
            let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0].into_iter().find(|s| span / s <= 8.0).unwrap_or(100.0);
            [step * 10.0, step, step]
        }))
        .custom_x_axes(vec![axis(AxisHints::new_x(), 14.0).formatter(|mark, _| mark.value.round().to_string())])
        .custom_y_axes(vec![axis(AxisHints::new_y(), 8.0).formatter(tick)])
        .label_formatter(label)
        .show(ui, |plot| {
            let is_now = |run: &Compared| query.kernel == run.kernel.id && query.precision == run.precision;
            // What stands out is drawn last.
            let mut order: Vec<usize> = (0..comparison.runs.len()).collect();
            order.sort_by_key(|&i| (is_now(&comparison.runs[i]), lit == Some(i)));
            for i in order {
                let run = &comparison.runs[i];
                let (ink, width) = match (is_now(run), lit == Some(i)) {
                    (_, true) => (colors.text, 2.5),
                    (true, false) => (colors.accent, 2.0),
                    _ => (colors.weak.gamma_multiply(0.6), 1.0),
                };
                let points: Vec<[f64; 2]> = run.convergence.iter().map(|(k, e)| [f64::from(*k), log(*e)]).collect();
                if points.len() == 1 {
                    let dots = Points::new(name(run), points.clone()).radius(width + 1.0).color(ink);
                    plot.points(dots.id(("dot", i)));
                }
                let dashed = run.precision == crate::num::Precision::F32;
                let style = if dashed { LineStyle::Dashed { length: 5.0 } } else { LineStyle::Solid };
                let line = Line::new(name(run), PlotPoints::from(points)).stroke(Stroke::new(width, ink)).style(style);
                plot.line(line.id(("run", i)));
            }
        });
    ui.ctx().accesskit_node_builder(shown.response.id, |node| {
        node.set_role(egui::accesskit::Role::Canvas);
        node.set_label("Convergence plot");
    });
    let near = near.into_inner().filter(|_| shown.response.contains_pointer());
    let line = near.and_then(|n| comparison.runs.iter().position(|run| name(run) == n));
    let mut seen: Seen = ui.data(|d| d.get_temp(seen_id())).unwrap_or_default();
    if seen.line != line {
        seen.line = line;
        ui.data_mut(|d| d.insert_temp(seen_id(), seen));
        ui.ctx().request_repaint();
    }
}
