//! From a job to the bytes of its file.

use super::super::output::Failure;
use super::job::{Job, Loaded};
use super::{DrawWindow, WindowRequest, about};
use crate::draw::Shape;
use crate::export::{self, About, Drawing, Drawn, Format, Pixels, Settings, fonts};
use crate::run::{NumberStyle, sentence};
use crate::scene::{Background, Figure, FigureTheme, View};

/// A file as bytes.
pub struct Bytes {
    pub bytes: Vec<u8>,
    /// Characters that no shipped font has, where that matters.
    pub missing: String,
}

/// Hundredths of a second a step of an animation is shown if nothing else is asked for.
const DELAY: f64 = 80.0;

pub fn draw(job: &Job, loaded: &Loaded, window: Option<DrawWindow>) -> Result<Bytes, Failure> {
    let failed = |message: String| Failure(format!("{message} ({})", job.output.display()));
    if job.figure.view == Some(View::Window) {
        let bytes = of_window(job, loaded, window).map_err(failed)?;
        return Ok(Bytes { bytes, missing: String::new() });
    }
    let settings = Settings::new(&with_paper(job)).map_err(failed)?;
    let drawn = Drawn::new(&loaded.trace, &settings);
    let about = about(job.command.clone(), &loaded.path);
    let scale = job.figure.scale.unwrap_or(1.0);
    if job.format == Format::Gif && settings.view != View::Sheet {
        let drawings: Vec<Drawing> = job.steps.iter().map(|&step| drawn.figure(&[step], about.clone())).collect();
        let missing = drawings.iter().map(missing).collect::<String>();
        let frames: Result<Vec<Pixels>, String> = drawings.iter().map(|d| export::raster(d, scale)).collect();
        let about = of_many(&drawings, loaded);
        let bytes = export::gif(&frames.map_err(failed)?, delay(&job.figure), &about).map_err(failed)?;
        return Ok(Bytes { bytes, missing });
    }
    let drawing = drawn.figure(&job.steps, about);
    let bytes = match job.format {
        Format::Svg => export::svg(&drawing).into_bytes(),
        Format::Tex => export::tikz(&drawing).into_bytes(),
        Format::Pdf => export::pdf(&drawing).map_err(failed)?,
        Format::Png => {
            let pixels = export::raster(&drawing, scale).map_err(failed)?;
            export::png(&pixels, scale, &drawing.about).map_err(failed)?
        }
        Format::Gif => {
            let pixels = export::raster(&drawing, scale).map_err(failed)?;
            export::gif(&[pixels], delay(&job.figure), &drawing.about).map_err(failed)?
        }
    };
    let matters = !matches!(job.format, Format::Svg | Format::Tex);
    Ok(Bytes { bytes, missing: if matters { missing(&drawing) } else { String::new() } })
}

/// A GIF knows no half-transparent pixels, so it has paper behind it.
fn with_paper(job: &Job) -> Figure {
    let background = match (job.format, job.figure.background, job.figure.theme) {
        (Format::Gif, None | Some(Background::Transparent), Some(FigureTheme::Print)) => {
            Some(Background::Color(0xffffff))
        }
        (Format::Gif, None | Some(Background::Transparent), _) => Some(Background::Theme),
        (_, background, _) => background,
    };
    Figure { background, ..job.figure.clone() }
}

fn delay(figure: &Figure) -> u16 {
    figure.delay.map_or(DELAY, |seconds| seconds * 100.0).round().clamp(1.0, f64::from(u16::MAX)) as u16
}

/// What an animation says of itself: what its last frame does, and which steps it has.
fn of_many(drawings: &[Drawing], loaded: &Loaded) -> About {
    let Some(last) = drawings.last() else { return About::default() };
    About { step: format!("{} steps of {}", drawings.len(), loaded.trace.len()), ..last.about.clone() }
}

fn missing(drawing: &Drawing) -> String {
    let text = |p: &crate::draw::Painted| match &p.shape {
        Shape::Text { text, .. } => text.clone(),
        _ => String::new(),
    };
    fonts::missing(&drawing.shapes.iter().map(text).collect::<String>())
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
        ..about(job.command.clone(), &loaded.path)
    };
    match (job.format, frames.as_slice()) {
        (Format::Png, [pixels]) => export::png(pixels, scale, &about),
        _ => export::gif(&frames, delay(&job.figure), &about),
    }
}
