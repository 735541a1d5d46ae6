//! The one number field: drag it, type an expression into it, nudge it by the last place. One gesture is one step to undo.
//!
//! Text that is being typed belongs to egui's memory, like the caret in it: nothing else may know it before it is a number.

use egui::text::{CCursorRange, LayoutJob, TextFormat};
use egui::{
    Button, Context, CursorIcon, FontId, Id, Key, Modifiers, Popup, PopupKind, Response, Role, Sense, TextEdit,
    TextWrapMode, Ui, WidgetInfo,
};

use super::style::{MONO, SMALL};
use crate::model::{Command, Model, evaluate, is_plain, neighbour, plus};
use crate::num::Precision;
use crate::run::{NumberStyle, anatomy, format_number, short};

/// What all number fields of a frame share.
#[derive(Clone, Copy)]
struct Setting {
    /// What a unit in the last place is one of.
    precision: Precision,
    /// A nudge with shift.
    step: f64,
    /// A nudge or drag is under way.
    in_gesture: bool,
}

/// The text of a field while it is typed.
#[derive(Clone, Default)]
struct Typed {
    text: String,
    /// The value it began from, to know when somebody else changed it.
    value: u64,
}

/// The value a drag began from.
#[derive(Clone, Copy)]
struct DraggedFrom(f64);

/// The pass in which a number field had the keyboard last.
#[derive(Clone, Copy)]
struct TypedIn(u64);

fn setting_id() -> Id {
    Id::unique("number fields")
}

/// Tells the fields of this frame the precision and the step of the model; before any of them.
pub fn set_up(ctx: &Context, model: &Model) {
    let setting =
        Setting { precision: model.scene.query.precision, step: model.editing.step, in_gesture: model.in_gesture() };
    ctx.data_mut(|data| data.insert_temp(setting_id(), setting));
}

/// A number field had the keyboard in this frame or the one before: Escape belongs to it.
pub fn typing(ctx: &Context) -> bool {
    let now = ctx.cumulative_pass_nr();
    ctx.data(|data| data.get_temp::<TypedIn>(setting_id())).is_some_and(|TypedIn(pass)| pass + 1 >= now)
}

/// A number shown exactly. `label` is what is read aloud and shown in the tooltip; `command` makes the change.
pub fn number_ui(
    ui: &mut Ui,
    label: &str,
    value: f64,
    speed: f64,
    out: &mut Vec<Command>,
    command: impl FnOnce(f64) -> Command,
) {
    let setting = ui.ctx().data(|data| data.get_temp::<Setting>(setting_id()));
    let setting = setting.unwrap_or(Setting { precision: Precision::F64, step: 0.1, in_gesture: false });
    // The same in both forms, as long as nothing before it in the panel changes.
    let id = ui.next_auto_id();
    let typing = ui.memory_mut(|memory| {
        memory.interested_in_focus(id, ui.layer_id());
        memory.has_focus(id)
    });
    let new = if typing {
        typed_ui(ui, id, label, value, setting, out)
    } else {
        let left = text_left_behind(ui, id, label, value, setting, out);
        let dragged = dragged_ui(ui, id, label, value, speed, setting, out);
        left.or(dragged)
    };
    if let Some(new) = new.filter(|new| new.to_bits() != value.to_bits()) {
        out.push(command(new));
    }
}

/// Room for the small button that may follow a field, points.
const AFTER: f32 = 34.0;

fn shown(value: f64) -> String {
    format_number(value, NumberStyle::Exact)
}

/// The number as it is where there is room, else its first digits: a long one must not push the panel wider. The tooltip has all.
fn fitting(ui: &Ui, value: f64) -> String {
    let wide = |text: &str| {
        let font = FontId::monospace(MONO);
        ui.painter().layout_no_wrap(text.to_owned(), font, egui::Color32::PLACEHOLDER).size().x
    };
    // A row that wraps has a whole line for it.
    let row = if ui.layout().main_wrap() { ui.max_rect().width() } else { ui.available_width() };
    let room = row - 2.0 * ui.spacing().button_padding.x - AFTER;
    let all = shown(value);
    if wide(&all) <= room {
        return all;
    }
    let digits = |n: usize| format!("{}…", short(format!("{value:.n$e}").parse().unwrap_or(value)));
    (2..=5).rev().map(digits).find(|text| wide(text) <= room).unwrap_or_else(|| digits(1))
}

/// The field as a button: shows, and is dragged.
fn dragged_ui(
    ui: &mut Ui,
    id: Id,
    label: &str,
    value: f64,
    speed: f64,
    setting: Setting,
    out: &mut Vec<Command>,
) -> Option<f64> {
    let text = egui::RichText::new(fitting(ui, value)).text_style(ui.style().drag_value_text_style.clone());
    let button = Button::new(text)
        .wrap_mode(TextWrapMode::Extend)
        .sense(Sense::click_and_drag())
        .min_size(ui.spacing().interact_size);
    let response = ui.add(button).on_hover_cursor(CursorIcon::ResizeHorizontal);
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, label));
    debug_assert_eq!(response.id, id);
    let response = response.on_hover_ui(|ui| anatomy_ui(ui, label, value, setting.precision));
    if response.clicked() || response.gained_focus() {
        response.request_focus();
    }
    if response.drag_started() {
        ui.data_mut(|data| data.insert_temp(id, DraggedFrom(value)));
        out.push(Command::GestureBegin);
    }
    let mut new = None;
    if response.dragged()
        && let Some(DraggedFrom(from)) = ui.data(|data| data.get_temp(id))
    {
        let slow = if ui.input(|i| i.modifiers.shift) { 0.1 } else { 1.0 };
        let by = f64::from(response.total_drag_delta().unwrap_or_default().x) * speed * slow;
        new = Some(rounded_like(from, by, speed * slow));
    }
    if response.drag_stopped() {
        ui.data_mut(|data| data.remove::<DraggedFrom>(id));
        out.push(Command::GestureEnd);
    }
    new.filter(|x| x.is_finite())
}

/// `from + by` in multiples of a tenth to a whole power of ten below the speed, so that a drag makes short numbers.
fn rounded_like(from: f64, by: f64, speed: f64) -> f64 {
    let unit = 10f64.powi(speed.log10().floor() as i32);
    plus(from, (by / unit).round() * unit)
}

/// What was typed when another widget took the keyboard.
fn text_left_behind(
    ui: &mut Ui,
    id: Id,
    label: &str,
    value: f64,
    setting: Setting,
    out: &mut Vec<Command>,
) -> Option<f64> {
    let typed = ui.data_mut(|data| data.remove_temp::<Typed>(id)).filter(|typed| !typed.text.is_empty())?;
    if setting.in_gesture {
        out.push(Command::GestureEnd);
    }
    let escape = ui.input(|i| i.key_pressed(Key::Escape));
    if escape || typed.value != value.to_bits() || typed.text == shown(value) {
        return None;
    }
    match evaluate(&typed.text) {
        Ok(new) => Some(new),
        Err(why) => {
            out.push(Command::Say(format!("{label} stays {}: {why} (in {:?})", shown(value), typed.text)));
            None
        }
    }
}

/// The field with the keyboard.
fn typed_ui(ui: &mut Ui, id: Id, label: &str, value: f64, setting: Setting, out: &mut Vec<Command>) -> Option<f64> {
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(setting_id(), TypedIn(pass)));
    let nudged = nudged(ui, value, setting);
    let typed = ui.data_mut(|data| data.get_temp::<Typed>(id));
    let fresh = typed.is_none();
    let mut text = match typed {
        Some(typed) if typed.value == value.to_bits() && nudged.is_none() => typed.text,
        _ => shown(nudged.unwrap_or(value)),
    };
    let wide =
        ui.painter().layout_no_wrap(format!("{text}00"), FontId::monospace(MONO), egui::Color32::PLACEHOLDER).size().x;
    let output = TextEdit::singleline(&mut text)
        .id(id)
        .min_size(ui.spacing().interact_size)
        .desired_width(wide.min(ui.available_width() - 8.0))
        .font(ui.style().drag_value_text_style.clone())
        .show(ui);
    let response = output.response.response;
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, label));
    if fresh || nudged.is_some() {
        let mut state = output.state;
        state.cursor.set_char_range(Some(CCursorRange::select_all_str(&text)));
        state.store(ui.ctx(), id);
    }
    let read = evaluate(&text);
    let (enter, escape) = ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape)));
    if response.lost_focus() && enter && read.is_err() {
        // Mend it; Escape gives the old value back.
        response.request_focus();
    } else if response.lost_focus() {
        ui.data_mut(|data| data.remove::<Typed>(id));
        if setting.in_gesture {
            out.push(Command::GestureEnd);
        }
        return read.ok().filter(|_| !escape && text != shown(value));
    }
    reading_ui(&response, &text, &read);
    let value_then = nudged.unwrap_or(value);
    ui.data_mut(|data| data.insert_temp(id, Typed { text, value: value_then.to_bits() }));
    if nudged.is_some() && !setting.in_gesture {
        out.push(Command::GestureBegin);
    }
    nudged
}

/// Up and down: one unit in the last place, with shift a step.
fn nudged(ui: &Ui, value: f64, setting: Setting) -> Option<f64> {
    let count = |modifiers, key| ui.ctx().input_mut(|i| i.count_and_consume_key(modifiers, key)) as i64;
    let steps = count(Modifiers::SHIFT, Key::ArrowUp) - count(Modifiers::SHIFT, Key::ArrowDown);
    let ctrl = count(Modifiers::COMMAND, Key::ArrowUp) - count(Modifiers::COMMAND, Key::ArrowDown);
    let places = ctrl + count(Modifiers::NONE, Key::ArrowUp) - count(Modifiers::NONE, Key::ArrowDown);
    let mut new = value;
    if steps != 0 {
        new = plus(new, steps as f64 * setting.step);
    }
    if places != 0 {
        new = neighbour(new, places, setting.precision);
    }
    (new.to_bits() != value.to_bits() && new.is_finite()).then_some(new)
}

/// Under the field: what an expression is, or what is wrong with it.
fn reading_ui(response: &Response, text: &str, read: &Result<f64, String>) {
    if read.is_ok() && is_plain(text) {
        return;
    }
    Popup::from_response(response).id(response.id.with("reading")).kind(PopupKind::Tooltip).open(true).gap(4.0).show(
        |ui| {
            ui.set_max_width(280.0);
            match read {
                Ok(x) => ui.label(egui::RichText::new(format!("= {}", shown(*x))).monospace()),
                Err(why) => ui.colored_label(ui.visuals().error_fg_color, why),
            }
        },
    );
}

/// Everything about a number, for its tooltip.
fn anatomy_ui(ui: &mut Ui, label: &str, value: f64, precision: Precision) {
    ui.set_max_width(360.0);
    ui.label(label);
    let a = anatomy(value, precision);
    let (text, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let mut row = |name: &str, value: &str, note: &str| {
        let mut job = LayoutJob::default();
        job.wrap.max_width = 340.0;
        job.wrap.break_anywhere = true;
        let format = |font_id, color| TextFormat { font_id, color, ..Default::default() };
        job.append(&format!("{name:<7}"), 0.0, format(FontId::monospace(SMALL), weak));
        job.append(value, 0.0, format(FontId::monospace(SMALL), text));
        job.append(note, 6.0, format(FontId::proportional(SMALL), weak));
        ui.label(job);
    };
    row("exact", &a.exact, "");
    if precision == Precision::F32 {
        match &a.rounded {
            Some(rounded) => row("in f32", rounded, "what a run in f32 is given"),
            None => row("in f32", "the same number", ""),
        }
    }
    row("hex", &a.hex, "");
    row("f64", &a.bits64, "");
    row("f32", &a.bits32, if a.rounded.is_some() { "the nearest one" } else { "" });
    row("below", &a.neighbours.0, precision.id());
    row("above", &a.neighbours.1, precision.id());
    ui.add_space(2.0);
    ui.weak(
        "Click to type: 1/3, sqrt(2), 90deg, 0x1.8p-2, 0x3ee66666. Up and down: the last place; with shift: a step.",
    );
}
