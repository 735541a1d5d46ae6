//! From a job to the bytes of its file, the real window included.

use super::super::output::Failure;
use super::{DrawWindow, WindowRequest};
use crate::export::{self, About, Bytes, Format, Job, Loaded, Pixels};
use crate::run::{NumberStyle, sentence};
use crate::scene::{FigureTheme, View};

pub fn draw(job: &Job, loaded: &Loaded, window: Option<DrawWindow>) -> Result<Bytes, Failure> {
    let drawn = match job.figure.view {
        Some(View::Window) => of_window(job, loaded, window).map(|bytes| Bytes { bytes, missing: String::new() }),
        _ => job.bytes(loaded),
    };
    drawn.map_err(|message| Failure(format!("{message} ({})", job.output.display())))
}

/// The real window in pixels.
fn of_window(job: &Job, loaded: &Loaded, window: Option<DrawWindow>) -> Result<Vec<u8>, String> {
    if !job.format.is_pixels() {
        return Err("the window is drawn as .png or .gif; change the ending of the file".into());
    }
    let draw = window.ok_or("this program was built without the window; build it with the feature `gui`")?;
    let size = export::size(&job.figure, View::Window)?;
    let scale = job.figure.scale.unwrap_or(1.0);
    let most = f64::from(export::LARGEST);
    if !(size * scale).cmple(glam::DVec2::splat(most)).all() {
        return Err(format!("more than {most} pixels a side; change --width, --height or --scale"));
    }
    let frame = |&step: &usize| {
        draw(&WindowRequest {
            scene: loaded.file.clone(),
            kernel: Some(loaded.trace.kernel.id.to_owned()),
            precision: Some(loaded.trace.precision),
            step: Some(step),
            dark: job.figure.theme == Some(FigureTheme::Dark),
            width: size.x.round() as u32,
            height: size.y.round() as u32,
            scale: scale as f32,
        })
    };
    let frames = job.steps.iter().map(frame).collect::<Result<Vec<Pixels>, String>>()?;
    let last = loaded.trace.len().saturating_sub(1);
    let step = job.steps.last().copied().unwrap_or(last);
    let (kernel, precision) = (loaded.trace.kernel.id, loaded.trace.precision.id());
    let about = About {
        title: format!("{}: the window of gjkscope, {kernel}, {precision}, step {step} of {last}", loaded.path),
        alt: sentence(&loaded.trace, step, NumberStyle::Short),
        kernel: kernel.into(),
        precision: precision.into(),
        step: format!("{step} of {last}"),
        ..job.about(loaded)
    };
    match (job.format, frames.as_slice()) {
        (Format::Png, [pixels]) => export::png(pixels, scale, &about),
        _ => export::gif(&frames, export::delay(&job.figure), &about),
    }
}
