//! From a job to the bytes of its file, and to what a preview shows.

use super::{Job, Loaded};
use crate::draw::Shape;
use crate::export::{self, About, Drawing, Drawn, Format, Pixels, Settings, fonts};
use crate::scene::{Background, Figure, FigureTheme, View};

/// A file as bytes.
pub struct Bytes {
    /// All of it.
    pub bytes: Vec<u8>,
    /// Characters that no shipped font has, where that matters.
    pub missing: String,
}

/// Hundredths of a second a step of an animation is shown if nothing else is asked for.
const DELAY: f64 = 80.0;

impl Job {
    /// The file. `Err` is a sentence about what cannot be drawn.
    pub fn bytes(&self, loaded: &Loaded) -> Result<Bytes, String> {
        if self.is_animation() {
            return self.animation(loaded);
        }
        let drawing = self.drawing(loaded, &self.steps)?;
        let scale = self.figure.scale.unwrap_or(1.0);
        let bytes = match self.format {
            Format::Svg => export::svg(&drawing).into_bytes(),
            Format::Tex => export::tikz(&drawing).into_bytes(),
            Format::Pdf => export::pdf(&drawing)?,
            Format::Png => export::png(&export::raster(&drawing, scale)?, scale, &drawing.about)?,
            Format::Gif => export::gif(&[export::raster(&drawing, scale)?], delay(&self.figure), &drawing.about)?,
        };
        let matters = !matches!(self.format, Format::Svg | Format::Tex);
        Ok(Bytes { bytes, missing: if matters { missing(&drawing) } else { String::new() } })
    }

    /// Each step is a frame.
    pub fn is_animation(&self) -> bool {
        self.format == Format::Gif && self.figure.view != Some(View::Sheet)
    }

    /// These steps as they are drawn before they become a file.
    pub fn drawing(&self, loaded: &Loaded, steps: &[usize]) -> Result<Drawing, String> {
        if self.figure.view == Some(View::Window) {
            return Err("the window itself is drawn by the command gjkscope figure only".into());
        }
        let settings = Settings::new(&self.with_paper())?;
        let drawn = Drawn::new(&loaded.trace, &settings).with_others(&loaded.scene);
        drawn.fits(steps)?;
        Ok(drawn.figure(steps, self.about(loaded)))
    }

    /// What the file says of itself, but for the step.
    pub fn about(&self, loaded: &Loaded) -> About {
        About { command: self.command.clone(), scene: loaded.path.clone(), ..About::default() }
    }

    fn animation(&self, loaded: &Loaded) -> Result<Bytes, String> {
        let scale = self.figure.scale.unwrap_or(1.0);
        let drawings = self.steps.iter().map(|&step| self.drawing(loaded, &[step])).collect::<Result<Vec<_>, _>>()?;
        let missing = drawings.iter().map(missing).collect::<String>();
        let frames: Result<Vec<Pixels>, String> = drawings.iter().map(|d| export::raster(d, scale)).collect();
        let bytes = export::gif(&frames?, delay(&self.figure), &of_many(&drawings, loaded))?;
        Ok(Bytes { bytes, missing })
    }

    /// A GIF knows no half-transparent pixels, so it has paper behind it.
    fn with_paper(&self) -> Figure {
        let background = match (self.format, self.figure.background, self.figure.theme) {
            (Format::Gif, None | Some(Background::Transparent), Some(FigureTheme::Print)) => {
                Some(Background::Color(0xffffff))
            }
            (Format::Gif, None | Some(Background::Transparent), _) => Some(Background::Theme),
            (_, background, _) => background,
        };
        Figure { background, ..self.figure.clone() }
    }
}

/// How long a step of an animation is shown, hundredths of a second.
pub fn delay(figure: &Figure) -> u16 {
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
