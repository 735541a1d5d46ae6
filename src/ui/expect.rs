//! Left panel: the answer that the scene expects.

use egui::{Label, RichText, Ui};

use super::step::heading_ui;
use crate::model::{Command, Model};
use crate::run::{direction_words, format_number};
use crate::scene::Answer;

/// The expectation.
pub fn expect_ui(ui: &mut Ui, model: &Model, _out: &mut Vec<Command>) {
    heading_ui(ui, "Expectation");
    let number = |x: f64| format_number(x, model.numbers);
    let Some(expect) = &model.scene.expect else {
        ui.weak("None in the file.");
        return;
    };
    let text = match expect.answer {
        Answer::Separated(None) => "separated".to_owned(),
        Answer::Separated(Some(d)) => format!("separated, distance {}", number(d)),
        Answer::Touching => "touching".to_owned(),
        Answer::Overlapping(None) => "overlapping".to_owned(),
        Answer::Overlapping(Some(d)) => format!("overlapping, depth {}", number(d)),
    };
    ui.label(text);
    for n in &expect.normals {
        ui.label(RichText::new(format!("normal {}", direction_words(*n, model.numbers))).monospace());
    }
    if let Some(reported) = &expect.reported {
        ui.add(Label::new(RichText::new(format!("Reported: {reported}")).weak()).wrap());
    }
}
