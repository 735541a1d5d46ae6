//! The origin loupe in the corner of the difference plot: the wheel magnifies, a double click goes back to the automatic scale.

use egui::{Rect, Sense, Ui};

use super::paint::{measure, paint_list, pos, viewport};
use crate::draw::{self, Look};
use crate::model::{Command, Model};

/// Draws the loupe over the plot in `body`, while it is open.
pub fn loupe_ui(ui: &Ui, model: &Model, body: Rect, out: &mut Vec<Command>) {
    let (Some(loupe), Some(trace), Some(stage)) = (&model.loupe, &model.trace, &model.stage) else { return };
    let view = draw::loupe_view(&viewport(body));
    let rect = Rect::from_min_max(pos(view.min), pos(view.max));
    let camera = draw::loupe_camera(trace, stage, model.cursor, view, loupe.scale);
    let look = Look { hover: model.hover, ..Look::window() };
    let picture = draw::loupe(trace, stage, model.cursor, &look, &camera);
    let painter = ui.painter().with_clip_rect(body);
    let spacing = draw::lattice_spacing(trace);
    paint_list(&painter, &draw::paint_loupe(&picture, &camera, spacing, model.theme, &measure(&painter)));

    let response = ui.interact(rect, egui::Id::unique("Origin loupe"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Origin loupe"));
    if response.double_clicked() {
        out.push(Command::SetLoupeScale(None));
    }
    let Some(at) = response.hover_pos() else { return };
    if let Some(target) = draw::hit(&picture, &camera, super::paint::dvec(at)) {
        out.push(Command::Hover(Some(target)));
    }
    let (wheel, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
    let factor = f64::from((wheel * 0.01).exp() * pinch);
    if factor != 1.0 {
        let zoomed = camera.zoomed(factor, camera.view.center());
        out.push(Command::SetLoupeScale(Some(zoomed.scale)));
    }
}
