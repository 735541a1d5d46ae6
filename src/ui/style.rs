//! Fonts, sizes and the chrome of the window, all colours taken or mixed from draw's theme.

use egui::{
    Align2, Color32, Context, CornerRadius, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Visuals, Window,
    vec2,
};

use crate::draw::{Rgba, Role, Theme};

/// Text of the step's sentence.
pub const SENTENCE: f32 = 15.0;
/// Plain text and headings.
pub const TEXT: f32 = 13.0;
/// Notes, ticks.
pub const SMALL: f32 = 11.5;
/// Numbers.
pub const MONO: f32 = 12.0;

/// An egui colour.
pub fn color(rgba: Rgba) -> Color32 {
    let [r, g, b, a] = rgba.0;
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// A window in the middle that stays there as it is.
pub fn centered(title: &str) -> Window<'_> {
    Window::new(title).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).collapsible(false).resizable(false)
}

fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    a.lerp_to_gamma(b, share)
}

/// The colours of the chrome.
#[derive(Clone, Copy, Debug)]
pub struct Colors {
    /// Behind the plots.
    pub ground: Color32,
    /// Behind panels.
    pub panel: Color32,
    /// Lines between panels, grid.
    pub line: Color32,
    /// Under the current line.
    pub lit: Color32,
    /// Plain text.
    pub text: Color32,
    /// Less important text.
    pub weak: Color32,
    /// Selection and play head.
    pub accent: Color32,
    /// A finding.
    pub wrong: Color32,
    /// A note.
    pub fragile: Color32,
}

impl Colors {
    /// The chrome of a theme.
    pub fn of(theme: Theme) -> Colors {
        let ground = color(theme.paper());
        let text = color(theme.text());
        let accent = color(theme.accent());
        let line = color(theme.style(Role::Axis).color);
        Colors {
            ground,
            panel: mix(ground, text, 0.035),
            line: mix(line, text, 0.08),
            lit: mix(ground, accent, 0.20),
            text,
            weak: color(theme.weak_text()),
            accent,
            wrong: color(theme.wrong()),
            fragile: color(theme.fragile()),
        }
    }
}

/// Once per context: fonts that hold every glyph the window writes.
pub fn prepare(ctx: &Context) {
    let mut fonts = FontDefinitions::default();
    // The proportional face lacks some signs of mathematics; the monospaced one has them.
    if let Some(family) = fonts.families.get_mut(&FontFamily::Proportional) {
        family.push("Hack".to_owned());
    }
    ctx.set_fonts(fonts);
}

/// Dresses the context in a theme, if it is not yet.
pub fn dress(ctx: &Context, theme: Theme) {
    let c = Colors::of(theme);
    let now = ctx.global_style();
    if now.visuals.panel_fill == c.panel && now.animation_time == 0.0 {
        return;
    }
    ctx.set_theme(if theme == Theme::Dark { egui::Theme::Dark } else { egui::Theme::Light });
    let visuals = visuals(theme, c);
    ctx.all_styles_mut(|style| {
        style.visuals = visuals.clone();
        style.animation_time = 0.0;
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(SMALL)),
            (TextStyle::Body, FontId::proportional(TEXT)),
            (TextStyle::Button, FontId::proportional(TEXT)),
            (TextStyle::Heading, FontId::proportional(TEXT)),
            (TextStyle::Monospace, FontId::monospace(MONO)),
        ]
        .into();
        style.drag_value_text_style = TextStyle::Monospace;
        style.spacing.item_spacing = egui::vec2(8.0, 4.0);
        style.spacing.button_padding = egui::vec2(6.0, 2.0);
        style.spacing.interact_size = egui::vec2(28.0, 20.0);
        style.spacing.combo_width = 60.0;
        style.spacing.scroll = egui::style::ScrollStyle::thin();
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.3;
    });
}

fn visuals(theme: Theme, c: Colors) -> Visuals {
    let mut v = if theme == Theme::Dark { Visuals::dark() } else { Visuals::light() };
    let corner = CornerRadius::same(3);
    v.panel_fill = c.panel;
    v.window_fill = c.panel;
    v.extreme_bg_color = c.ground;
    v.text_edit_bg_color = Some(c.ground);
    v.faint_bg_color = mix(c.panel, c.text, 0.03);
    v.code_bg_color = c.ground;
    v.window_stroke = Stroke::new(1.0, c.line);
    v.window_corner_radius = CornerRadius::same(4);
    v.menu_corner_radius = CornerRadius::same(4);
    v.weak_text_color = Some(c.weak);
    v.hyperlink_color = c.accent;
    v.warn_fg_color = c.fragile;
    v.error_fg_color = c.wrong;
    v.selection.bg_fill = mix(c.ground, c.accent, 0.28);
    v.selection.stroke = Stroke::new(1.0, c.text);
    for (widget, fill, line) in [
        (&mut v.widgets.noninteractive, c.panel, c.line),
        (&mut v.widgets.inactive, mix(c.panel, c.text, 0.07), c.line),
        (&mut v.widgets.hovered, mix(c.panel, c.text, 0.14), c.weak),
        (&mut v.widgets.active, mix(c.panel, c.accent, 0.30), c.accent),
        (&mut v.widgets.open, mix(c.panel, c.text, 0.14), c.weak),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, line);
        widget.fg_stroke = Stroke::new(1.0, c.text);
        widget.corner_radius = corner;
        widget.expansion = 0.0;
    }
    v.widgets.inactive.bg_stroke = Stroke::NONE;
    v
}
