//! The figure dialog: what is asked for at the left, the exporter's own picture at the right. It stands over the plots; stepping goes on.

use egui::{
    Button, ComboBox, Context, DragValue, Id, Label, Rect, RichText, Role, ScrollArea, TextEdit, TextureHandle, Ui,
    WidgetInfo, Window, pos2, vec2,
};

use glam::DVec2;

use super::expect::name_ui;
use super::icon::{Icon, icon_button_ui};
use super::step::heading_ui;
use super::style::{Colors, SMALL, color};
use crate::export::{Format, shows, size, theme};
use crate::model::{Command, FigureCommand, FigurePreview, Figuring, Model, Which, Zoom};
use crate::scene::{Background, Figure, FigureTheme, Language, Length, Note, Part, Steps, Unit, View};

/// Width of the column of questions.
const ASKED: f32 = 286.0;

/// The dialog, while it is open.
pub fn figure_ui(ctx: &Context, model: &Model, out: &mut Vec<Command>) {
    let Some(figuring) = &model.figuring else { return };
    let room = ctx.content_rect().size();
    // Beside the step panel and above the timeline, so that both stay in sight.
    let size = vec2(
        (room.x - 380.0).clamp(560.0, 1240.0),
        (room.y - if room.x >= 1500.0 { 320.0 } else { 290.0 }).clamp(320.0, 820.0),
    );
    let mut open = true;
    Window::new("Figure")
        .id(Id::unique(("figure", room.x >= 1500.0)))
        .default_pos(pos2(12.0, 62.0))
        .default_size(size)
        .min_size(vec2(560.0, 300.0))
        .collapsible(false)
        .resizable(true)
        .open(&mut open)
        .show(ctx, |ui| {
            let all = ui.available_rect_before_wrap();
            let (left, right) = all.split_left_right_at_x(all.left() + ASKED);
            let right = right.with_min_x(right.left() + 12.0);
            ui.scope_builder(egui::UiBuilder::new().max_rect(left), |ui| asked_ui(ui, model, figuring, out));
            ui.scope_builder(egui::UiBuilder::new().max_rect(right), |ui| drawn_ui(ui, model, figuring, out));
            ui.allocate_rect(all, egui::Sense::hover());
        });
    if !open {
        out.push(say(FigureCommand::Toggle));
    }
}

fn say(command: FigureCommand) -> Command {
    Command::Figure(command)
}

/// Everything that can be asked.
fn asked_ui(ui: &mut Ui, model: &Model, figuring: &Figuring, out: &mut Vec<Command>) {
    let figure = figuring.figure(model);
    ScrollArea::vertical().id_salt("figure").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_width(ASKED - 12.0);
        view_ui(ui, figuring, &figure, out);
        step_ui(ui, model, figuring, &figure, out);
        format_ui(ui, figuring, &figure, out);
        theme_ui(ui, model, figuring, out);
        background_ui(ui, figuring, &figure, out);
        caption_ui(ui, &figure, out);
        heading_ui(ui, "Size");
        sizes_ui(ui, figuring, &figure, out);
        heading_ui(ui, "Shown");
        parts_ui(ui, &figure, out);
        heading_ui(ui, "Notes, kept in the scene");
        notes_ui(ui, model, out);
    });
}

/// A row of choices that opens.
fn choice_ui<T: PartialEq + Clone>(
    ui: &mut Ui,
    name: &str,
    now: &T,
    choices: &[(T, String)],
    choose: &mut dyn FnMut(T),
) {
    ui.horizontal(|ui| {
        name_ui(ui, name);
        let shown = choices.iter().find(|(choice, _)| choice == now).map_or("", |(_, word)| word);
        let width = ui.available_width();
        let combo = ComboBox::from_id_salt(("figure", name)).selected_text(shown).width(width).height(400.0).truncate();
        let shown = combo.show_ui(ui, |ui| {
            for (choice, word) in choices {
                if ui.selectable_label(choice == now, word).clicked() && choice != now {
                    choose(choice.clone());
                }
            }
        });
        let label = format!("Figure {name}");
        shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
    });
}

fn look(figuring: &Figuring, change: impl FnOnce(&mut Figure)) -> Command {
    let mut look = figuring.look.clone();
    change(&mut look);
    say(FigureCommand::Look(Box::new(look)))
}

fn view_ui(ui: &mut Ui, figuring: &Figuring, figure: &Figure, out: &mut Vec<Command>) {
    let view = figure.view.unwrap_or(View::Pair);
    let all = [View::World, View::Minkowski, View::Pair, View::Sheet, View::Chart];
    let words = |view: View| match view {
        View::World => "world",
        View::Minkowski => "difference",
        View::Pair => "both",
        View::Sheet => "sheet of steps",
        View::Chart => "chart of bounds",
        View::Window => "the window",
    };
    let rows = |views: &[View]| views.iter().map(|&v| (v, words(v).to_owned())).collect::<Vec<_>>();
    choice_ui(ui, "view", &view, &rows(&all), &mut |v| out.push(look(figuring, |l| l.view = Some(v))));
    if view == View::Sheet {
        let of = figure.of.unwrap_or(View::Minkowski);
        choice_ui(ui, "each", &of, &rows(&all[..3]), &mut |v| out.push(look(figuring, |l| l.of = Some(v))));
        let columns = figure.columns;
        let row = |n: Option<u32>| (n, n.map_or("as fits".to_owned(), |n| n.to_string()));
        let rows: Vec<_> = std::iter::once(None).chain((1..=12).map(Some)).map(row).collect();
        choice_ui(ui, "columns", &columns, &rows, &mut |n| out.push(look(figuring, |l| l.columns = n)));
    }
}

fn step_ui(ui: &mut Ui, model: &Model, figuring: &Figuring, figure: &Figure, out: &mut Vec<Command>) {
    let together = figure.view == Some(View::Sheet) || figuring.format() == Format::Gif;
    let kept = model.scene.figure.as_ref().and_then(|f| f.step.as_ref());
    let natural = match kept {
        Some(steps) => format!("the scene's: {steps}"),
        None if together => "all, or each iteration".to_owned(),
        None => "the run's last".to_owned(),
    };
    let said = |steps: Steps, word: &str| (Which::Said(steps), word.to_owned());
    let mut rows = vec![(Which::Current, format!("current ({})", model.cursor))];
    if kept.is_some() || together {
        rows.push((Which::Natural, natural));
    }
    rows.extend([
        said(Steps::First, "first"),
        said(Steps::Last, "last"),
        said(Steps::Problem, "problem"),
        said(Steps::All, "all"),
        said(Steps::Iterations, "last of each iteration"),
    ]);
    let typed = match (&figuring.typed_steps, &figuring.which) {
        (Some(text), _) => Some(text.clone()),
        (None, Which::Said(steps @ Steps::Chosen(_))) => Some(steps.to_string()),
        _ => None,
    };
    // The row that is lit while numbers are typed.
    let numbers = match &figuring.which {
        which @ Which::Said(Steps::Chosen(_)) => which.clone(),
        _ => Which::Said(Steps::Chosen(vec![(model.cursor as u32, model.cursor as u32)])),
    };
    rows.push((numbers.clone(), "numbers".to_owned()));
    let now = if typed.is_some() { &numbers } else { &figuring.which };
    choice_ui(ui, "step", now, &rows, &mut |which| out.push(say(FigureCommand::Step(which))));
    if let Some(typed) = typed {
        text_ui(ui, "", "Figure steps", &typed, "0,3,5..8", out, &|text| say(FigureCommand::StepText(text)));
    }
}

/// A line of text with its name.
fn text_ui(
    ui: &mut Ui,
    name: &str,
    label: &str,
    value: &str,
    hint: &str,
    out: &mut Vec<Command>,
    command: &dyn Fn(String) -> Command,
) {
    ui.horizontal(|ui| {
        name_ui(ui, name);
        let mut text = value.to_owned();
        let edit = TextEdit::singleline(&mut text).hint_text(hint).desired_width(ui.available_width() - 8.0);
        let response = ui.add(edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, label));
        if text != value {
            out.push(command(text));
        }
    });
}

fn format_ui(ui: &mut Ui, figuring: &Figuring, figure: &Figure, out: &mut Vec<Command>) {
    let format = figuring.format();
    let rows = Format::ALL.map(|f| (f, format!("{}: {}", f.id(), f.label())));
    choice_ui(ui, "format", &format, &rows, &mut |f| out.push(say(FigureCommand::Format(f))));
    if format.is_pixels() {
        ui.horizontal(|ui| {
            name_ui(ui, "scale");
            let mut scale = figure.scale.unwrap_or(1.0);
            let drag = DragValue::new(&mut scale).speed(0.02).range(0.1..=16.0).max_decimals(3);
            let response = ui.add(drag).on_hover_text("Pixels to a pixel of the figure; 3.125 is 300 to the inch");
            response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Figure scale"));
            if response.changed() {
                out.push(look(figuring, |l| l.scale = Some(scale)));
            }
            ui.weak(format!("{:.0} pixels to the inch", scale * 96.0));
        });
    }
    if format == Format::Gif {
        ui.horizontal(|ui| {
            name_ui(ui, "each");
            let mut delay = figure.delay.unwrap_or(0.8);
            let drag = DragValue::new(&mut delay).speed(0.01).range(0.02..=60.0).max_decimals(2).suffix(" s");
            let response = ui.add(drag).on_hover_text("Seconds that a step is shown");
            response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Figure delay"));
            if response.changed() {
                out.push(look(figuring, |l| l.delay = Some(delay)));
            }
        });
    }
}

fn theme_ui(ui: &mut Ui, model: &Model, figuring: &Figuring, out: &mut Vec<Command>) {
    use FigureTheme::{ColourBlind, Dark, Light, Print};
    let rows = [
        (vec![Light], "light"),
        (vec![Dark], "dark"),
        (vec![Light, Dark], "light and dark, a file each"),
        (vec![Print], "print, without colours"),
        (vec![ColourBlind], "colour-blind safe"),
    ];
    let rows = rows.map(|(themes, word)| (themes, word.to_owned()));
    let now = figuring.themes(model);
    choice_ui(ui, "theme", &now, &rows, &mut |themes| out.push(say(FigureCommand::Themes(themes))));
}

fn background_ui(ui: &mut Ui, figuring: &Figuring, figure: &Figure, out: &mut Vec<Command>) {
    let now = figure.background.unwrap_or(Background::Transparent);
    let mut rows = vec![
        (Background::Transparent, "none, the page shows".to_owned()),
        (Background::Theme, "the theme's".to_owned()),
    ];
    if matches!(now, Background::Color(_)) {
        rows.push((now, now.to_string()));
    }
    choice_ui(ui, "ground", &now, &rows, &mut |b| out.push(look(figuring, |l| l.background = Some(b))));
}

fn caption_ui(ui: &mut Ui, figure: &Figure, out: &mut Vec<Command>) {
    let now = shows(figure, Part::Caption).then_some(figure.caption.unwrap_or(Language::En));
    let rows = [(None, "none"), (Some(Language::En), "English"), (Some(Language::Zh), "Chinese")];
    let rows = rows.map(|(language, word)| (language, word.to_owned()));
    choice_ui(ui, "caption", &now, &rows, &mut |language| out.push(say(FigureCommand::Caption(language))));
}

fn sizes_ui(ui: &mut Ui, figuring: &Figuring, figure: &Figure, out: &mut Vec<Command>) {
    let view = figure.view.unwrap_or(View::Pair);
    let of =
        |name: &'static str, value, own: Option<Length>, natural| Sized { name, value, own: own.is_some(), natural };
    let px = |value: f64| Length { value, unit: Unit::Px };
    let pt = |value: f64| Length { value, unit: Unit::Pt };
    let alone = |figure: &Figure| size(figure, view).unwrap_or(DVec2::new(900.0, 460.0));
    let width = alone(&Figure { width: None, ..figure.clone() }).x.round();
    let own = &figuring.look;
    let widths = of("width", figure.width, own.width, px(width));
    length_ui(ui, &widths, out, &|x| look(figuring, |l| l.width = x));
    let natural = alone(&Figure { height: None, ..figure.clone() }).y.round();
    if natural > 0.0 || figure.height.is_some() {
        let heights = of("height", figure.height, own.height, px(natural));
        length_ui(ui, &heights, out, &|x| look(figuring, |l| l.height = x));
    }
    let letters = of("text", figure.font_size, own.font_size, pt(11.25));
    length_ui(ui, &letters, out, &|x| look(figuring, |l| l.font_size = x));
    let lines = of("lines", figure.line_width, own.line_width, pt(1.125));
    length_ui(ui, &lines, out, &|x| look(figuring, |l| l.line_width = x));
    let margins = of("margin", figure.margin, own.margin, px(0.0));
    length_ui(ui, &margins, out, &|x| look(figuring, |l| l.margin = x));
}

/// A length that is asked for.
struct Sized {
    name: &'static str,
    /// With the scene's.
    value: Option<Length>,
    /// Not the scene's.
    own: bool,
    /// What it is where nobody says it, about.
    natural: Length,
}

fn length_ui(ui: &mut Ui, sized: &Sized, out: &mut Vec<Command>, make: &dyn Fn(Option<Length>) -> Command) {
    let label = format!("Figure {}", sized.name);
    ui.horizontal(|ui| {
        name_ui(ui, sized.name);
        ui.spacing_mut().item_spacing.x = 4.0;
        let Some(length) = sized.value else {
            let button =
                ui.button("as fits").on_hover_text(format!("Not said; press to say it, from {}", sized.natural));
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{label}, as fits")));
            if button.clicked() {
                out.push(make(Some(sized.natural)));
            }
            return;
        };
        let mut value = length.value;
        let speed = (length.value.abs() * 0.005).max(0.01);
        let most = 1e5 / Length { value: 1.0, ..length }.px();
        let drag = DragValue::new(&mut value).speed(speed).range(0.0..=most).max_decimals(3);
        let response = ui.add_sized(vec2(64.0, 20.0), drag);
        response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &label));
        if response.changed() {
            out.push(make(Some(Length { value, ..length })));
        }
        let unit = Length { value: 0.0, ..length }.to_string();
        let units =
            ComboBox::from_id_salt(("unit", sized.name)).selected_text(unit.trim_start_matches('0')).width(52.0);
        let units = units.show_ui(ui, |ui| {
            for (unit, word) in
                [(Unit::Mm, "mm"), (Unit::Cm, "cm"), (Unit::In, "in"), (Unit::Pt, "pt"), (Unit::Px, "px")]
            {
                if ui.selectable_label(unit == length.unit, word).clicked() {
                    let value = length.px() / Length { value: 1.0, unit }.px();
                    out.push(make(Some(Length { value: (value * 1e3).round() * 1e-3, unit })));
                }
            }
        });
        units.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{label}, unit")));
        if sized.own && icon_button_ui(ui, Icon::Close, &format!("{} as it was", sized.name), true).clicked() {
            out.push(make(None));
        }
    });
}

fn parts_ui(ui: &mut Ui, figure: &Figure, out: &mut Vec<Command>) {
    let parts: Vec<Part> = Part::ALL.iter().copied().filter(|part| *part != Part::Caption).collect();
    let half = parts.len().div_ceil(2);
    egui::Grid::new("parts").num_columns(2).min_col_width((ASKED - 24.0) * 0.5).spacing([8.0, 2.0]).show(ui, |ui| {
        for i in 0..half {
            for part in [parts.get(i), parts.get(i + half)].into_iter().flatten() {
                let mut on = shows(figure, *part);
                if ui.checkbox(&mut on, part.id().replace('-', " ")).changed() {
                    out.push(say(FigureCommand::Show(*part, on)));
                }
            }
            ui.end_row();
        }
    });
}

fn notes_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Command>) {
    let notes = model.scene.figure.as_ref().map_or(&[][..], |figure| &figure.notes[..]);
    for (i, note) in notes.iter().enumerate() {
        note_ui(ui, model, i, note, out);
        ui.add_space(4.0);
    }
    if ui.button("Add a note").on_hover_text("A text at a point, with or without an arrow").clicked() {
        out.push(say(FigureCommand::AddNote));
    }
}

fn note_ui(ui: &mut Ui, model: &Model, i: usize, note: &Note, out: &mut Vec<Command>) {
    let set = |note: Note| say(FigureCommand::SetNote(i, note));
    ui.horizontal(|ui| {
        let mut text = note.text.clone();
        let edit = TextEdit::singleline(&mut text).hint_text("what it says").desired_width(ui.available_width() - 36.0);
        let response = ui.add(edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Note {i}")));
        // Letters typed one after the other are one step to undo.
        if response.lost_focus() && model.in_gesture() {
            out.push(Command::GestureEnd);
        }
        if text != note.text {
            out.push(Command::GestureBegin);
            out.push(set(Note { text, ..note.clone() }));
        }
        if icon_button_ui(ui, Icon::Close, &format!("Remove note {i}"), true).clicked() {
            out.push(say(FigureCommand::RemoveNote(i)));
        }
    });
    point_ui(ui, "at", &format!("Note {i} at"), note.at, out, &|at| set(Note { at, ..note.clone() }));
    if let Some(from) = note.from {
        let make = |from| set(Note { from: Some(from), ..note.clone() });
        point_ui(ui, "arrow from", &format!("Note {i} from"), from, out, &make);
    }
    ui.horizontal(|ui| {
        let mut arrow = note.from.is_some();
        if ui.checkbox(&mut arrow, "arrow").changed() {
            let away = model.stage.as_ref().map_or(1.0, |s| (s.world_range.1 - s.world_range.0).max_element() * 0.1);
            let from = arrow.then(|| note.at + glam::DVec3::new(away, away, 0.0));
            let rounded = from.map(|p| (p * 100.0).round() / 100.0);
            out.push(set(Note { from: rounded, ..note.clone() }));
        }
        for (view, word) in [(None, "own view"), (Some(View::World), "world"), (Some(View::Minkowski), "difference")] {
            if ui.selectable_label(note.view == view, word).clicked() && note.view != view {
                out.push(set(Note { view, ..note.clone() }));
            }
        }
    });
}

fn point_ui(
    ui: &mut Ui,
    name: &str,
    label: &str,
    at: glam::DVec3,
    out: &mut Vec<Command>,
    make: &dyn Fn(glam::DVec3) -> Command,
) {
    ui.horizontal(|ui| {
        name_ui(ui, name);
        for axis in 0..2 {
            let label = format!("{label} {}", ["x", "y"][axis]);
            super::field::number_ui(ui, &label, at[axis], 0.01, out, |x| {
                let mut moved = at;
                moved[axis] = x;
                make(moved)
            });
        }
    });
}

/// The preview, and what is done with the figure.
fn drawn_ui(ui: &mut Ui, model: &Model, figuring: &Figuring, out: &mut Vec<Command>) {
    let all = ui.available_rect_before_wrap();
    let (above, below) = all.split_top_bottom_at_y((all.bottom() - 104.0).max(all.top()));
    preview_ui(ui, model, figuring, above, out);
    ui.scope_builder(egui::UiBuilder::new().max_rect(below), |ui| {
        words_ui(ui, model, figuring);
        file_ui(ui, model, figuring, out);
        buttons_ui(ui, model, figuring, out);
    });
}

/// Pictures of a preview on the screen.
#[derive(Clone)]
struct Textures {
    generation: u32,
    pictures: Vec<TextureHandle>,
}

fn textures(ctx: &Context, generation: u32, preview: &FigurePreview) -> Vec<TextureHandle> {
    let id = Id::unique("figure preview");
    if let Some(kept) = ctx.data(|data| data.get_temp::<Textures>(id)).filter(|kept| kept.generation == generation) {
        return kept.pictures;
    }
    let load = |(theme, pixels): &(FigureTheme, crate::export::Pixels)| {
        let size = [pixels.width as usize, pixels.height as usize];
        let image = egui::ColorImage::from_rgba_unmultiplied(size, &pixels.rgba);
        ctx.load_texture(format!("figure {theme}"), image, egui::TextureOptions::LINEAR)
    };
    let pictures: Vec<TextureHandle> = preview.pictures.iter().map(load).collect();
    ctx.data_mut(|data| data.insert_temp(id, Textures { generation, pictures: pictures.clone() }));
    pictures
}

fn preview_ui(ui: &mut Ui, model: &Model, figuring: &Figuring, area: Rect, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    ui.painter().rect_filled(area, 0.0, colors.line);
    let inner = area.shrink(8.0);
    let points = ui.ctx().pixels_per_point();
    let room = [inner.width(), inner.height()].map(|x| (x * points).floor().max(1.0) as u32);
    if room != figuring.room {
        out.push(say(FigureCommand::Room(room)));
    }
    let side = ui.input(|i| i.max_texture_side).min(8192) as u32;
    if side > figuring.side {
        out.push(say(FigureCommand::Side(side)));
    }
    let response = ui.interact(area, Id::unique("figure preview area"), egui::Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Figure preview"));
    match &figuring.preview {
        Some((generation, Ok(preview))) => {
            let pictures = textures(ui.ctx(), *generation, preview);
            let near = figuring.zoom.factor as f32 / points;
            let gap = crate::model::FIGURE_GAP as f32 * near;
            let sizes: Vec<egui::Vec2> = pictures.iter().map(|p| p.size_vec2() * near / preview.finer as f32).collect();
            let Some(first) = sizes.first() else { return };
            let step = if preview.beside { vec2(first.x + gap, 0.0) } else { vec2(0.0, first.y + gap) };
            let whole = *first + step * (sizes.len() as f32 - 1.0);
            zoom_ui(ui, &response, figuring, inner.center(), whole, out);
            let middle = figuring.zoom.center.as_vec2().to_array();
            let corner = inner.center() - whole * egui::Vec2::from(middle);
            // On whole pixels of the screen the picture is the file's, not a blurred one.
            let corner = pos2((corner.x * points).round() / points, (corner.y * points).round() / points);
            let painter = ui.painter().with_clip_rect(area);
            for (i, (picture, (of, _))) in pictures.iter().zip(&preview.pictures).enumerate() {
                let rect = Rect::from_min_size(corner + step * i as f32, sizes[i]);
                painter.rect_filled(rect, 0.0, color(theme(*of).paper()));
                let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                painter.image(picture.id(), rect, uv, egui::Color32::WHITE);
            }
        }
        Some((_, Err(why))) => {
            let text = RichText::new(why).color(colors.wrong);
            ui.put(inner, Label::new(text).wrap());
        }
        None => {}
    }
}

/// The wheel magnifies about the pointer, a drag moves, a double click shows all again.
fn zoom_ui(
    ui: &Ui,
    response: &egui::Response,
    figuring: &Figuring,
    center: egui::Pos2,
    whole: egui::Vec2,
    out: &mut Vec<Command>,
) {
    let zoom = figuring.zoom;
    let share = |v: egui::Vec2| DVec2::new(f64::from(v.x / whole.x), f64::from(v.y / whole.y));
    if response.double_clicked() {
        return out.push(say(FigureCommand::Zoom(Zoom::default())));
    }
    if response.dragged() {
        let center = zoom.center - share(response.drag_delta());
        return out.push(say(FigureCommand::Zoom(Zoom { center, ..zoom })));
    }
    let Some(at) = response.hover_pos() else { return };
    let (wheel, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
    let factor = f64::from((wheel * 0.004).exp() * pinch);
    if factor != 1.0 {
        out.push(say(FigureCommand::Zoom(zoom.nearer(factor, share(at - center)))));
    }
}

/// What the figure measures and which files it makes.
fn words_ui(ui: &mut Ui, model: &Model, figuring: &Figuring) {
    let Some((_, Ok(preview))) = &figuring.preview else {
        ui.label("");
        return;
    };
    let [w, h] = preview.size;
    let mm = 25.4 / 96.0;
    let last = model.steps().saturating_sub(1);
    let steps = match preview.steps[..] {
        [step] => format!("step {step} of {last}"),
        _ => format!("{} steps", preview.steps.len()),
    };
    let files = match preview.files.len() {
        1 => String::new(),
        n => format!(" · {n} files"),
    };
    let percent = 100.0 * preview.scale * figuring.zoom.factor / f64::from(ui.ctx().pixels_per_point());
    let without = figuring.call(model).left_out(&model.scene);
    let less = if without.is_empty() { "" } else { " · less than the scene keeps" };
    let text =
        format!("{steps} · {:.0} × {:.0} mm, {w:.0} × {h:.0} px, shown at {percent:.0} %{files}{less}", w * mm, h * mm);
    let label = ui.add(Label::new(RichText::new(text).size(SMALL).weak()).truncate());
    let more = if preview.files.len() > 1 { &preview.files[..] } else { &[] };
    let words: Vec<&str> = without.iter().chain(more).map(String::as_str).collect();
    if !words.is_empty() {
        label.on_hover_text(words.join("\n"));
    }
}

fn file_ui(ui: &mut Ui, model: &Model, figuring: &Figuring, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let file = figuring.file(model);
        let mut text = file.clone();
        let width = ui.available_width() - 84.0;
        let edit = TextEdit::singleline(&mut text).hint_text("folder/name.svg").desired_width(width);
        let response = ui.add(edit).on_hover_text("Where it goes; the ending names the format");
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Figure file"));
        if text != file {
            out.push(say(FigureCommand::File(text)));
        }
        if ui.button("Folders…").on_hover_text("Choose a folder and a name").clicked() {
            out.push(say(FigureCommand::Browse));
        }
    });
}

fn buttons_ui(ui: &mut Ui, model: &Model, figuring: &Figuring, out: &mut Vec<Command>) {
    let colors = Colors::of(model.theme);
    if let Some(first) = figuring.asking.first() {
        ui.horizontal(|ui| {
            let more = figuring.asking.len() - 1;
            let and = if more > 0 { format!(" and {more} more") } else { String::new() };
            if ui.button("Overwrite").clicked() {
                out.push(say(FigureCommand::Save(true)));
            }
            if ui.button("Leave it").on_hover_text("Esc").clicked() {
                out.push(say(FigureCommand::DoNotOverwrite));
            }
            ui.add(Label::new(RichText::new(format!("{first}{and}: exists")).color(colors.fragile)).truncate());
        });
        return;
    }
    let lacks = figuring.lacks(model);
    ui.horizontal(|ui| {
        let able = lacks.is_none() && !figuring.writing;
        let why = lacks.as_ref().map_or("It is being written", |(why, _)| why);
        if ui.add_enabled(able, Button::new("Save figure")).on_disabled_hover_text(why).clicked() {
            out.push(say(FigureCommand::Save(false)));
        }
        let command = figuring.call(model).command();
        let copy = ui.add_enabled(model.path.is_some(), Button::new("Copy command"));
        if copy.on_hover_text(command).on_disabled_hover_text(why).clicked() {
            out.push(say(FigureCommand::Copy));
        }
        let keep = ui.add_enabled(figuring.keeps(model), Button::new("Keep in scene"));
        let keep = keep.on_hover_text("The scene remembers this look; one step to undo");
        if keep.on_disabled_hover_text("The scene says all of this already").clicked() {
            out.push(say(FigureCommand::Keep));
        }
        if figuring.writing {
            ui.spinner();
        }
    });
    ui.horizontal(|ui| match &lacks {
        Some((why, saving)) => {
            if *saving && ui.button("Save the scene").on_hover_text("Ctrl+S").clicked() {
                out.push(Command::Save);
            }
            ui.add(Label::new(RichText::new(why).size(SMALL).color(colors.fragile)).wrap());
        }
        None => {
            let command = RichText::new(figuring.call(model).command()).monospace().size(SMALL).weak();
            ui.add(Label::new(command).truncate())
                .on_hover_text("The command that draws it; it stands in the file too");
        }
    });
}
