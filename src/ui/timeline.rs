//! Bottom panel: transport, and under it iterations, problem marks, pips and the chart of the bounds on one axis, crossed by one play head.

use egui::{Align2, Color32, FontId, Pos2, Rect, Response, Sense, Shape, Stroke, TextEdit, Ui, pos2, vec2};

use super::icon::{Icon, icon_button_ui};
use super::style::{Colors, SMALL, color};
use crate::draw::{Role, Target};
use crate::model::{Align, Bin, Command, Kind, Mark, Model, Pinned, SPEEDS};
use crate::run::{NumberStyle, format_number, sentence};

/// Heights of the rows: iteration numbers, marks, pips.
const NUMBERS: f32 = 15.0;
const MARKS: f32 = 12.0;
const PIPS: f32 = 18.0;
/// Height of the pinned run's row, marks and pips.
const PINNED: f32 = 28.0;
/// Room at the left for the chart's numbers.
const GUTTER: f32 = 72.0;
/// Widest column of a step, points of the screen: short runs are not stretched.
const WIDE: f32 = 64.0;
/// Narrowest bin, points of the screen: below, steps are binned.
const NARROW: f32 = 6.0;

/// The bottom panel.
pub fn timeline_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    transport_ui(ui, model, out);
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    let parts = model.pinned.as_ref().and_then(|p| p.parts);
    let name = format!("Timeline, step {} of {}", model.cursor, model.steps().saturating_sub(1));
    let name = parts.map_or(name.clone(), |step| format!("{name}, parts from the pinned run at step {step}"));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(egui::accesskit::Role::Slider);
        node.set_label("Timeline");
        node.set_description(name);
        node.set_numeric_value(model.cursor as f64);
    });
    if model.timeline.is_empty() || rect.height() < NUMBERS + MARKS + PIPS {
        return;
    }
    let steps = model.timeline.len();
    let columns = model.pinned.as_ref().map_or(steps, |p| p.columns().max(steps));
    let width = (rect.width() - GUTTER - 8.0).min(WIDE * columns as f32);
    let axis = Axis { left: rect.left() + GUTTER, width, steps, columns };
    let row =
        |from: f32, height: f32| Rect::from_min_size(pos2(rect.left(), rect.top() + from), vec2(rect.width(), height));
    let own = NUMBERS + MARKS + PIPS;
    let head = own + if model.pinned.is_some() { PINNED } else { 0.0 } + 6.0;
    let chart = Rect::from_min_max(pos2(rect.left(), rect.top() + head), rect.max);
    iterations_ui(ui, model, &axis, row(0.0, NUMBERS), rect);
    own_row_ui(ui, model, &axis, row(NUMBERS, MARKS), row(NUMBERS + MARKS, PIPS));
    if let Some(pinned) = &model.pinned {
        pinned_row_ui(ui, model, pinned, &axis, row(own, PINNED));
    }
    if chart.height() >= 24.0 {
        chart_ui(ui, model, &axis, chart);
    }
    if let Some(step) = parts {
        parting_ui(ui, model, &axis, step, rect);
    }
    play_head_ui(ui, model, &axis, rect);
    pointer_ui(ui, model, &axis, &response, out);
}

/// Steps along x. A pinned run that is longer has columns of its own behind the last step.
struct Axis {
    left: f32,
    width: f32,
    steps: usize,
    columns: usize,
}

impl Axis {
    fn pitch(&self) -> f32 {
        self.width / self.columns.max(1) as f32
    }
    /// Middle of a step's column.
    fn x(&self, step: f64) -> f32 {
        self.left + (step + 0.5) as f32 * self.pitch()
    }
    fn step(&self, x: f32) -> usize {
        (((x - self.left) / self.pitch()).floor().max(0.0) as usize).min(self.steps.saturating_sub(1))
    }
}

fn transport_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let (start, end) = (model.cursor > 0, model.cursor + 1 < model.steps());
        let problems = !model.timeline.problems.is_empty();
        let play = if model.playback.playing { Icon::Pause } else { Icon::Play };
        for (icon, label, enabled, command) in [
            (Icon::First, "First step", start, Command::Home),
            (Icon::BackIteration, "Previous iteration", start, Command::IterationBy(-1)),
            (Icon::Back, "Previous event", start, Command::StepBy(-1)),
            (play, "Play or pause", model.steps() > 1, Command::TogglePlay),
            (Icon::Next, "Next event", end, Command::StepBy(1)),
            (Icon::NextIteration, "Next iteration", end, Command::IterationBy(1)),
            (Icon::Last, "Last step", end, Command::End),
            (Icon::BackProblem, "Previous problem", problems, Command::PrevProblem),
            (Icon::NextProblem, "Next problem", problems, Command::NextProblem),
        ] {
            if icon_button_ui(ui, icon, label, enabled).clicked() {
                out.push(command);
            }
        }
        ui.add_space(12.0);
        go_to_ui(ui, model, out);
        ui.add_space(12.0);
        speed_ui(ui, model, out);
        chart_switch_ui(ui, model, out);
        pin_ui(ui, model, out);
        ui.add_space(12.0);
        legend_ui(ui, model);
    });
}

fn speed_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let words = |speed: f64| format!("{} / s", format_number(speed, NumberStyle::Short));
    let shown = egui::ComboBox::from_id_salt("speed").width(72.0).selected_text(words(model.playback.speed)).show_ui(
        ui,
        |ui| {
            for binding in SPEEDS {
                let keys = binding.chord.map_or(String::new(), |chord| format!("   ({chord})"));
                if ui.selectable_label(false, format!("{}{keys}", binding.label)).clicked() {
                    out.push((binding.command)(model));
                }
            }
        },
    );
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Speed"));
    shown.response.on_hover_text("Speed of playing, steps per second (1 to 9)");
}

fn chart_switch_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    if model.timeline.gap.is_none() {
        return;
    }
    ui.add_space(12.0);
    for (word, gap, tip) in [
        ("bounds", false, "Chart: lower and upper bound of the signed distance"),
        ("gap, log", true, "Chart: upper minus lower bound on a logarithmic scale"),
    ] {
        if ui.selectable_label(model.shows_gap() == gap, word).on_hover_text(tip).clicked() {
            out.push(Command::ChartGap(gap));
        }
    }
}

/// Keeps this run, or lets the kept one go.
fn pin_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    ui.add_space(12.0);
    let (word, tip) = match &model.pinned {
        None => ("pin", "Pin this run: it is kept beside the next ones (B)".to_owned()),
        Some(pinned) => ("pinned", format!("Pinned: {}. Let it go (B)", pinned.name())),
    };
    if ui.selectable_label(model.pinned.is_some(), word).on_hover_text(tip).clicked() {
        out.push(Command::TogglePin);
    }
    let Some(pinned) = &model.pinned else { return };
    for (word, align, tip) in [
        ("by step", Align::Step, "The pinned run's event of the same number stands below"),
        ("by iteration", Align::Iteration, "The pinned run's iteration of the same number stands below"),
    ] {
        if ui.selectable_label(pinned.align == align, word).on_hover_text(tip).clicked() {
            out.push(Command::SetAlign(align));
        }
    }
}

fn go_to_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let Some(text) = &model.go_to else {
        let label = format!("step {} / {}", model.cursor, model.steps().saturating_sub(1));
        let button = egui::Button::new(egui::RichText::new(label).monospace()).frame(false);
        if ui.add(button).on_hover_text("Go to step number (G)").clicked() {
            out.push(Command::AskGoTo);
        }
        return;
    };
    let label = ui.label("step ");
    let mut text = text.clone();
    let field = ui.add(TextEdit::singleline(&mut text).desired_width(56.0).id_salt("go to")).labelled_by(label.id);
    if !field.has_focus() && !field.lost_focus() {
        field.request_focus();
    }
    if Some(&text) != model.go_to.as_ref() {
        out.push(Command::GoToText(text));
    }
    if field.lost_focus() {
        let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
        out.push(if enter { Command::GoToConfirm } else { Command::Escape });
    }
}

/// Which form stands for which kind of event, for those that occur.
fn legend_ui(ui: &mut Ui, model: &Model) {
    let colors = Colors::of(model.theme);
    let (all, _) = model.timeline.bins(1);
    let Some(all) = all.first() else { return };
    let font = FontId::proportional(SMALL);
    for kind in Kind::ALL.into_iter().filter(|k| all.kinds[*k as usize] > 0) {
        let galley = ui.painter().layout_no_wrap(kind.label().to_owned(), font.clone(), colors.weak);
        let width = galley.size().x + 24.0;
        if ui.available_width() < width {
            return;
        }
        let (rect, _) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
        pip(ui, kind, rect.left_center() + vec2(7.0, 0.0), 1.0, colors.weak);
        ui.painter().galley(rect.left_center() + vec2(15.0, -galley.size().y / 2.0), galley, colors.weak);
    }
}

/// Paints the form of a kind.
fn pip(ui: &Ui, kind: Kind, c: Pos2, size: f32, ink: Color32) {
    let painter = ui.painter();
    let r = 4.0 * size;
    let line = Stroke::new(1.5, ink);
    let polygon = |points: Vec<egui::Vec2>, filled: bool| {
        let points = points.into_iter().map(|p| c + p * r).collect();
        let shape =
            if filled { Shape::convex_polygon(points, ink, Stroke::NONE) } else { Shape::closed_line(points, line) };
        painter.add(shape);
    };
    match kind {
        Kind::Start => polygon(vec![vec2(-0.8, -1.0), vec2(1.1, 0.0), vec2(-0.8, 1.0)], true),
        Kind::Support => drop(painter.circle_filled(c, r * 0.95, ink)),
        Kind::Decision => polygon(vec![vec2(0.0, -1.15), vec2(1.15, 0.0), vec2(0.0, 1.15), vec2(-1.15, 0.0)], false),
        Kind::Reduction => polygon(vec![vec2(-1.1, -0.9), vec2(1.1, -0.9), vec2(0.0, 1.1)], true),
        Kind::Bounds => {
            painter.line_segment([c + vec2(-r, -r * 0.6), c + vec2(r, -r * 0.6)], line);
            painter.line_segment([c + vec2(-r, r * 0.6), c + vec2(r, r * 0.6)], line);
        }
        Kind::Polytope => {
            polygon((0..6).map(|i| egui::Vec2::angled(std::f32::consts::TAU * i as f32 / 6.0) * 1.1).collect(), false)
        }
        Kind::HandOver => {
            painter.line_segment([c + vec2(-r, 0.0), c + vec2(r, 0.0)], line);
            painter.line(vec![c + vec2(0.0, -r), c + vec2(r, 0.0), c + vec2(0.0, r)], line);
        }
        Kind::Exit => polygon(vec![vec2(-0.9, -0.9), vec2(0.9, -0.9), vec2(0.9, 0.9), vec2(-0.9, 0.9)], true),
    }
}

/// Paints the sign of a finding or of a false or fragile decision.
fn mark(ui: &Ui, mark: Mark, c: Pos2, colors: &Colors) {
    let painter = ui.painter();
    let triangle = || vec![c + vec2(-4.5, 4.0), c + vec2(0.0, -4.5), c + vec2(4.5, 4.0)];
    let warning = |ink| {
        painter.circle_stroke(c, 4.5, Stroke::new(1.4, ink));
        painter.line_segment([c + vec2(0.0, -2.6), c + vec2(0.0, 0.6)], Stroke::new(1.4, ink));
        painter.circle_filled(c + vec2(0.0, 2.4), 0.8, ink);
    };
    match mark {
        Mark::None => {}
        Mark::Fragile => drop(painter.add(Shape::closed_line(triangle(), Stroke::new(1.4, colors.fragile)))),
        Mark::Note => warning(colors.fragile),
        Mark::Finding => warning(colors.wrong),
        Mark::False => drop(painter.add(Shape::convex_polygon(triangle(), colors.wrong, Stroke::NONE))),
    }
}

/// Numbers above the groups, and every other group on a faint ground.
fn iterations_ui(ui: &Ui, model: &Model, axis: &Axis, row: Rect, all: Rect) {
    let colors = Colors::of(model.theme);
    let starts = &model.timeline.iterations;
    let end = axis.steps as u32;
    // So many groups share a number that numbers have room.
    let room = axis.width / starts.len().max(1) as f32;
    let stride = (1u32..).map(|k| 10usize.pow(k / 3) * [1, 2, 5][k as usize % 3]).find(|s| *s as f32 * room >= 26.0);
    let digits = starts.len().saturating_sub(1).to_string().len();
    let stride = if room >= 8.0 + 7.0 * digits as f32 { 1 } else { stride.unwrap_or(1) };
    let font = FontId::proportional(SMALL);
    ui.painter().text(row.left_center(), Align2::LEFT_CENTER, "iteration", font.clone(), colors.weak);
    for (n, i) in (0..starts.len()).step_by(stride).enumerate() {
        let from = axis.x(f64::from(starts[i]) - 0.5);
        let next = starts.get(i + stride).copied().unwrap_or(end);
        let to = axis.x(f64::from(next) - 0.5);
        if n % 2 == 1 {
            let band = Rect::from_min_max(pos2(from, row.top()), pos2(to, all.bottom()));
            ui.painter().rect_filled(band, 0.0, colors.text.gamma_multiply(0.04));
        }
        let number = ui.painter().layout_no_wrap(i.to_string(), font.clone(), colors.weak);
        if number.size().x + 4.0 <= to - from || stride > 1 || n == 0 {
            ui.painter().galley(pos2(from + 3.0, row.center().y - number.size().y / 2.0), number, colors.weak);
        }
    }
}

/// Steps that light up with what the pointer is over.
fn lit_steps(model: &Model) -> Vec<usize> {
    let (Some(trace), Some(stage), Some(target)) = (&model.trace, &model.stage, model.hover) else { return vec![] };
    let step = |target: Target| match target {
        Target::Step(step) => Some(step as usize),
        Target::Point(id) => trace.points.get(id as usize).map(|p| p.step as usize),
        Target::Edge(id) => trace.edges.get(id as usize).map(|e| e.born as usize),
        _ => None,
    };
    match target {
        // All of a shape is in every step.
        Target::A | Target::B | Target::Body(_) | Target::Difference | Target::Origin => vec![],
        Target::Step(step) => vec![step as usize],
        other => crate::draw::linked(trace, stage, other).into_iter().filter_map(step).take(64).collect(),
    }
}

/// The current run: marks above its pips.
fn own_row_ui(ui: &Ui, model: &Model, axis: &Axis, marks: Rect, pips: Rect) {
    let colors = Colors::of(model.theme);
    for step in lit_steps(model) {
        let x = axis.x(step as f64);
        let half = (axis.pitch() / 2.0).clamp(2.0, 8.0);
        ui.painter().rect_filled(
            Rect::from_min_max(pos2(x - half, pips.top()), pos2(x + half, pips.bottom())),
            2.0,
            colors.lit,
        );
    }
    let font = FontId::proportional(SMALL);
    let name = if model.pinned.is_some() { "this run" } else { "events" };
    ui.painter().text(pips.left_center(), Align2::LEFT_CENTER, name, font, colors.weak);
    let row =
        RowOf { timeline: &model.timeline, now: model.cursor, ink: colors.text, most: (axis.width / NARROW) as usize };
    pips_ui(ui, &row, axis, &|column| axis.x(column), marks, pips, &colors);
}

/// The pinned run, each of its steps where it stands beside the current run's.
fn pinned_row_ui(ui: &Ui, model: &Model, pinned: &Pinned, axis: &Axis, row: Rect) {
    let colors = Colors::of(model.theme);
    let (marks, pips) = row.split_top_bottom_at_y(row.top() + 11.0);
    ui.painter().hline(row.x_range(), row.top() + 1.0, Stroke::new(1.0, colors.line));
    ui.painter().text(pips.left_center(), Align2::LEFT_CENTER, "pinned", FontId::proportional(SMALL), colors.weak);
    let now = pinned.step_beside(model.cursor);
    let at = |column: f64| axis.x(pinned_column(pinned, column));
    let here = at(now as f64);
    let lit = Rect::from_center_size(pos2(here, pips.center().y), vec2(axis.pitch().clamp(5.0, 16.0), pips.height()));
    ui.painter().rect_filled(lit, 2.0, colors.lit);
    let most = (axis.width * pinned.timeline.len() as f32 / axis.columns.max(1) as f32 / NARROW) as usize;
    let row = RowOf { timeline: &pinned.timeline, now, ink: colors.weak, most };
    pips_ui(ui, &row, axis, &at, marks, pips, &colors);
}

/// The column of a step of the pinned run, or of a place between two.
fn pinned_column(pinned: &Pinned, step: f64) -> f64 {
    let (from, part) = (step.max(0.0).floor(), step - step.max(0.0).floor());
    let column = pinned.column(from as usize);
    if part == 0.0 { column } else { column + part * (pinned.column(from as usize + 1) - column) }
}

/// A run in the timeline.
struct RowOf<'a> {
    timeline: &'a crate::model::Timeline,
    /// Its current step.
    now: usize,
    ink: Color32,
    /// Most bins that have room.
    most: usize,
}

/// The pips of a run, and the marks above them; `x` is the middle of a step's column.
fn pips_ui(ui: &Ui, row: &RowOf, axis: &Axis, x: &dyn Fn(f64) -> f32, marks: Rect, pips: Rect, colors: &Colors) {
    let (bins, size) = row.timeline.bins(row.most);
    let steps = row.timeline.len();
    let scale = (axis.pitch() / 10.0).clamp(0.55, 1.0);
    let mut mesh = egui::Mesh::default();
    for (i, bin) in bins.iter().enumerate() {
        let from = i * size;
        let many = size.min(steps - from) as f64;
        let middle = x(from as f64 + (many - 1.0) / 2.0);
        if size == 1 {
            let kind = Kind::ALL.into_iter().find(|k| bin.kinds[*k as usize] > 0).unwrap_or(Kind::Start);
            let ink = if from == row.now { colors.accent } else { row.ink };
            pip(ui, kind, pos2(middle, pips.center().y), scale, ink);
        } else {
            let width = x(from as f64 + many - 1.0) - x(from as f64) + axis.pitch();
            bar(&mut mesh, bin, middle, width, pips, row.ink);
        }
        mark(ui, bin.mark, pos2(middle, marks.center().y), colors);
    }
    if size > 1 {
        ui.painter().add(Shape::mesh(mesh));
    }
}

/// A bin of many steps: as high as its share of support calls, the events that cost.
fn bar(mesh: &mut egui::Mesh, bin: &Bin, x: f32, width: f32, row: Rect, ink: Color32) {
    let all: u32 = bin.kinds.iter().sum();
    let share = |kind: Kind| bin.kinds[kind as usize] as f32 / all.max(1) as f32;
    let support = row.height() * share(Kind::Support);
    let half = (width / 2.0 - 0.5).max(0.5);
    let column = |top: f32, bottom: f32| Rect::from_min_max(pos2(x - half, top), pos2(x + half, bottom));
    mesh.add_colored_rect(column(row.top(), row.bottom() - support), ink.gamma_multiply(0.25));
    mesh.add_colored_rect(column(row.bottom() - support, row.bottom()), ink.gamma_multiply(0.7));
}

/// The chart: lower and upper bound over the steps, or the logarithm of the gap between them.
fn chart_ui(ui: &Ui, model: &Model, axis: &Axis, rect: Rect) {
    let colors = Colors::of(model.theme);
    let painter = ui.painter().with_clip_rect(rect.expand(1.0));
    let whole = model.timeline.bins(1).0.first();
    let Some((low, high)) = whole.and_then(|b| b.bounds) else {
        let font = FontId::proportional(SMALL);
        painter.text(rect.left_top() + vec2(0.0, 4.0), Align2::LEFT_TOP, "no bounds", font, colors.weak);
        return;
    };
    match (model.shows_gap(), model.timeline.gap) {
        (true, Some((least, most))) => {
            gap_ui(model, axis, &painter, rect, (least.log10().floor(), most.log10().ceil()))
        }
        _ => bounds_ui(model, axis, &painter, rect, (low, high)),
    }
}

/// A value of the chart on the screen, with its numbers at the left.
struct Scale {
    inner: Rect,
    low: f64,
    high: f64,
}

impl Scale {
    fn new(rect: Rect, (low, high): (f64, f64)) -> Scale {
        // A single value is shown against zero.
        let (low, high) = if low < high { (low, high) } else { (low.min(0.0), high.max(0.0)) };
        let (low, high) = if low < high { (low, high) } else { (low - 1.0, high + 1.0) };
        Scale { inner: rect.shrink2(vec2(0.0, 7.0)), low, high }
    }

    fn y(&self, value: f64) -> f32 {
        let part = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.inner.bottom() - part as f32 * self.inner.height()
    }

    fn tick(&self, model: &Model, axis: &Axis, painter: &egui::Painter, value: f64, text: &str) {
        let colors = Colors::of(model.theme);
        let at = pos2(axis.left - 6.0, self.y(value));
        painter.text(at, Align2::RIGHT_CENTER, text, FontId::monospace(10.5), colors.weak);
        painter.hline(axis.left..=axis.left + axis.width, at.y, Stroke::new(1.0, colors.line));
    }
}

/// The bounds as stairs with what lies between them filled; upper solid, lower dotted, the truth dashed.
fn bounds_ui(model: &Model, axis: &Axis, painter: &egui::Painter, rect: Rect, (low, high): (f64, f64)) {
    let colors = Colors::of(model.theme);
    let truth = model.report.as_ref().map(|r| r.truth.signed_distance);
    let scale = Scale::new(rect, truth.map_or((low, high), |t| (low.min(t), high.max(t))));
    // The gutter has room for nine characters.
    let short = |x: f64| {
        let text = format_number(x, NumberStyle::Short);
        if text.chars().count() > 9 { format!("{x:.2e}").replace('-', "−") } else { text }
    };
    // Bounds that differ in digits the gutter has no room for: the upper one by how much it is more.
    let (low, high) = (short(scale.low), short(scale.high));
    let high = if low == high { format!("+{}", short(scale.high - scale.low)) } else { high };
    scale.tick(model, axis, painter, scale.low, &low);
    scale.tick(model, axis, painter, scale.high, &high);
    let zero = scale.y(0.0);
    if scale.low < 0.0 && scale.high > 0.0 && zero - scale.inner.top() > 14.0 && scale.inner.bottom() - zero > 14.0 {
        scale.tick(model, axis, painter, 0.0, "0");
    }
    if let Some(truth) = truth {
        let line = [pos2(axis.left, scale.y(truth)), pos2(axis.left + axis.width, scale.y(truth))];
        painter.extend(Shape::dashed_line(&line, Stroke::new(1.0, colors.weak), 6.0, 4.0));
        // Its name stands on the line, or under it at the top of the chart.
        let above = scale.y(truth) - scale.inner.top() > 8.0;
        let (align, by) = if above { (Align2::LEFT_BOTTOM, -1.0) } else { (Align2::LEFT_TOP, 1.0) };
        let at = pos2(axis.left + 4.0, scale.y(truth) + by);
        painter.text(at, align, "truth", FontId::proportional(SMALL), colors.weak);
    }
    let ink = color(model.theme.style(Role::Simplex).color);
    let mut mesh = egui::Mesh::default();
    for run in stairs(model, axis) {
        let (mut upper, mut lower): (Vec<Pos2>, Vec<Pos2>) = (vec![], vec![]);
        for (from, to, (l, u)) in run {
            let (l, u) = (scale.y(l), scale.y(u));
            mesh.add_colored_rect(Rect::from_min_max(pos2(from, u), pos2(to, l)), ink.gamma_multiply(0.14));
            upper.extend([pos2(from, u), pos2(to, u)]);
            lower.extend([pos2(from, l), pos2(to, l)]);
        }
        // Names inside the band, where it is wide enough for them.
        if let (Some(u), Some(l), Some(end)) = (upper.first(), lower.first(), upper.last())
            && end.x - u.x > 60.0
        {
            let font = FontId::proportional(SMALL);
            if l.y - u.y > 28.0 {
                painter.text(*u + vec2(4.0, 1.0), Align2::LEFT_TOP, "upper", font.clone(), ink);
                painter.text(*l + vec2(4.0, -1.0), Align2::LEFT_BOTTOM, "lower", font, ink);
            }
        }
        painter.line(upper, Stroke::new(1.6, ink));
        painter.extend(Shape::dashed_line(&lower, Stroke::new(1.6, ink), 3.0, 2.0));
    }
    painter.add(Shape::mesh(mesh));
}

/// The gap between the bounds on a logarithmic scale; a gap of zero lies on the ground.
fn gap_ui(model: &Model, axis: &Axis, painter: &egui::Painter, rect: Rect, decades: (f64, f64)) {
    let scale = Scale::new(rect, decades);
    let count = scale.high - scale.low;
    let every = (count / f64::from((rect.height() / 18.0).max(1.0))).ceil().max(1.0);
    let mut decade = scale.high;
    while decade >= scale.low {
        scale.tick(model, axis, painter, decade, &format!("1e{decade}").replace('-', "−"));
        decade -= every;
    }
    let ink = color(model.theme.style(Role::Simplex).color);
    for run in stairs(model, axis) {
        let line: Vec<Pos2> = run
            .iter()
            .flat_map(|(from, to, (l, u))| {
                let y = if u > l { scale.y((u - l).log10()) } else { scale.inner.bottom() };
                [pos2(*from, y), pos2(*to, y)]
            })
            .collect();
        painter.line(line, Stroke::new(1.6, ink));
    }
}

/// From where to where on the screen which bounds hold.
type Stair = (f32, f32, (f64, f64));

/// The bounds that hold, bin by bin, one list for GJK and one for EPA.
fn stairs(model: &Model, axis: &Axis) -> Vec<Vec<Stair>> {
    let (bins, size) = model.timeline.bins((axis.width / 3.0) as usize);
    let mut runs: Vec<Vec<Stair>> = vec![vec![]];
    let mut held: Option<(f64, f64)> = None;
    let mut phase = 0;
    for (i, bin) in bins.iter().enumerate() {
        if bin.phase != phase {
            (phase, held) = (bin.phase, None);
            runs.push(vec![]);
        }
        held = bin.bounds.or(held);
        let from = axis.x((i * size) as f64 - 0.5);
        let to = axis.x(((i + 1) * size).min(axis.steps) as f64 - 0.5);
        if let (Some(bounds), Some(run)) = (held, runs.last_mut()) {
            run.push((from, to, bounds));
        }
    }
    runs
}

/// Where this run and the pinned one part: a fork on the border before that step.
fn parting_ui(ui: &Ui, model: &Model, axis: &Axis, step: u32, rect: Rect) {
    let colors = Colors::of(model.theme);
    let x = axis.x(f64::from(step) - 0.5);
    let (top, fork) = (rect.top() + NUMBERS + 1.0, rect.top() + NUMBERS + MARKS);
    let line = Stroke::new(1.6, colors.text);
    ui.painter().line(vec![pos2(x - 4.0, top), pos2(x, fork - 3.0), pos2(x + 4.0, top)], line);
    ui.painter().vline(x, fork - 3.0..=fork, line);
    let dashes = [pos2(x, fork), pos2(x, rect.bottom())];
    ui.painter().extend(Shape::dashed_line(&dashes, Stroke::new(1.0, colors.text), 2.0, 3.0));
}

fn play_head_ui(ui: &Ui, model: &Model, axis: &Axis, rect: Rect) {
    let colors = Colors::of(model.theme);
    if let Some(step) = model.ghost() {
        let x = axis.x(step as f64);
        ui.painter().vline(x, rect.top() + NUMBERS..=rect.bottom(), Stroke::new(1.0, colors.weak));
    }
    let x = axis.x(model.cursor as f64);
    ui.painter().vline(x, rect.top() + NUMBERS - 2.0..=rect.bottom(), Stroke::new(1.5, colors.accent));
    let c = pos2(x, rect.top() + NUMBERS - 2.0);
    let grip = vec![c + vec2(-4.5, -6.0), c + vec2(4.5, -6.0), c + vec2(0.0, 1.0)];
    ui.painter().add(Shape::convex_polygon(grip, colors.accent, Stroke::NONE));
}

/// Hover shows the step's sentence, a click or drag goes there.
fn pointer_ui(ui: &Ui, model: &Model, axis: &Axis, response: &Response, out: &mut Vec<Command>) {
    let Some(at) = ui.input(|i| i.pointer.latest_pos()) else { return };
    if (response.is_pointer_button_down_on() || response.clicked()) && at.x >= axis.left - 8.0 || response.dragged() {
        let step = axis.step(at.x);
        if step != model.cursor {
            out.push(Command::GoTo(step));
        }
        return;
    }
    let inside = at.x >= axis.left && at.x <= axis.left + axis.width;
    let (true, true, Some(trace)) = (response.hovered(), inside, &model.trace) else { return };
    let step = axis.step(at.x);
    out.push(Command::Hover(Some(Target::Step(step as u32))));
    let findings: Vec<&str> = model
        .report
        .iter()
        .flat_map(|report| {
            model.timeline.findings_at(step).filter_map(|i| report.findings.get(i)).map(|f| f.message.as_str())
        })
        .take(3)
        .collect();
    response.clone().on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(380.0);
        ui.weak(format!("Step {step}"));
        ui.label(sentence(trace, step, model.numbers));
        // The longer of two runs that are alike so far parts where the other has ended.
        let step = step as u32;
        let parts =
            |p: &&Pinned| p.parts == Some(step) || p.parts == Some(step + 1) && model.steps() as u32 == step + 1;
        if let Some(pinned) = &model.pinned {
            let beside = pinned.step_beside(step as usize);
            ui.weak(format!("Pinned, {}: step {beside}", pinned.name()));
            ui.label(sentence(&pinned.trace, beside, model.numbers));
        }
        if let Some(pinned) = model.pinned.as_ref().filter(parts) {
            ui.label(format!("Here this run and the pinned one ({}) part.", pinned.name()));
        }
        for finding in findings {
            ui.colored_label(Colors::of(model.theme).wrong, finding);
        }
    });
}
