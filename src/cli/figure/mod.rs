//! `gjkscope figure`: steps of a run as files, the same bytes on every machine.

mod draw;
mod stale;

use std::path::PathBuf;

use clap::Args;

use super::PrecisionArg;
use super::output::{Failure, complain, write};
use crate::export::{Call, Loaded, Pixels};
use crate::scene::{self, Background, Figure, FigureTheme, Language, Length, Part, Steps, View};

/// Arguments of `figure`.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = AFTER, args_override_self = true)]
pub struct FigureArgs {
    /// The scene, or a folder of scenes; without one, the embedded first scene.
    scene: Option<PathBuf>,
    /// world, minkowski, pair (both), sheet (steps as small pictures), chart (bounds over steps), window (the real one).
    #[arg(long)]
    view: Option<View>,
    /// What each picture of a sheet shows: world, minkowski or pair.
    #[arg(long, value_name = "VIEW")]
    of: Option<View>,
    /// A number from 0, first, last, problem (the step to blame; last where the run is right), all, iterations (the last step of
    /// each), or numbers and ranges: 0,3,5..8.
    #[arg(long)]
    step: Option<Steps>,
    /// light, dark, print (no colours needed), colour-blind; several give a file each.
    #[arg(long, value_delimiter = ',')]
    theme: Vec<FigureTheme>,
    /// Another kernel than the scene's.
    #[arg(long, value_name = "ID")]
    kernel: Option<String>,
    /// Another precision than the scene's.
    #[arg(long, value_name = "P")]
    precision: Option<PrecisionArg>,
    /// Width: 900, 80mm, 8cm, 3.2in or 240pt; a plain number is pixels of 1/96 inch.
    #[arg(long, value_name = "LENGTH")]
    width: Option<Length>,
    /// Height.
    #[arg(long, value_name = "LENGTH")]
    height: Option<Length>,
    /// White space on every side.
    #[arg(long, value_name = "LENGTH")]
    margin: Option<Length>,
    /// Size of the letters that name things (11.25pt); other text in proportion.
    #[arg(long, value_name = "LENGTH")]
    font_size: Option<Length>,
    /// Width of the outline of the difference (1.125pt); other lines, dots and arrows in proportion.
    #[arg(long, value_name = "LENGTH")]
    line_width: Option<Length>,
    /// Pictures in a row of a sheet.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    columns: Option<u32>,
    /// PNG and GIF: pixels to a pixel of the figure.
    #[arg(long, value_name = "FACTOR", value_parser = above_zero)]
    scale: Option<f64>,
    /// PNG and GIF: pixels to the inch; the same as a scale of so many 96ths.
    #[arg(long, value_name = "DPI", value_parser = above_zero, conflicts_with = "scale")]
    dpi: Option<f64>,
    /// GIF: seconds each step is shown (0.8).
    #[arg(long, value_name = "SECONDS", value_parser = above_zero)]
    delay: Option<f64>,
    /// What is shown, in the scene's units, instead of what holds all steps of the run.
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = range, allow_hyphen_values = true)]
    range: Option<[f64; 4]>,
    /// none (the page shows through), theme, or a colour such as #ffffff.
    #[arg(long, value_name = "COLOUR")]
    background: Option<Background>,
    /// Also show: grid, axes, indices, coordinates, legend, caption, loupe (what is around the origin, magnified, beside the
    /// difference).
    #[arg(long, value_name = "PART,..", value_delimiter = ',')]
    show: Vec<Part>,
    /// Leave out: labels, direction, support-lines, half-plane, regions, witness, normals, moved, others (bodies the query is
    /// not about), or what --show names.
    #[arg(long, value_name = "PART,..", value_delimiter = ',')]
    hide: Vec<Part>,
    /// The step's sentence below the picture, and the language of all words: en or zh.
    #[arg(long, value_name = "LANGUAGE")]
    caption: Option<Language>,
    /// Where to write it; the ending names the format: svg, pdf, png, gif or tex.
    #[arg(short, long, value_name = "FILE", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long)]
    force: bool,
    /// Say of figures, or folders of them, whether they are still what their command draws. Exit 1 if one is not.
    #[arg(long, value_name = "PATH", num_args = 1.., exclusive = true)]
    check: Vec<PathBuf>,
}

const AFTER: &str = "What the scene's own field `figure` says holds where the command says nothing. Where one call makes \
several files, {scene}, {step} and {theme} in FILE stand for what differs, else it is put before the ending: \
x.svg becomes x-03.svg, x-light.svg.";

fn above_zero(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x <= 1e4 => Ok(x),
        _ => Err("not a number above 0 and up to 10000".into()),
    }
}

fn range(text: &str) -> Result<[f64; 4], String> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|n| n.trim().parse().ok().filter(|x: &f64| x.is_finite())).collect();
    let four = numbers.and_then(|n| <[f64; 4]>::try_from(n).ok());
    four.ok_or_else(|| "not four numbers x0,y0,x1,y1".into())
}

impl FigureArgs {
    /// What is asked of a scene.
    fn call(&self, scene: Option<PathBuf>) -> Call {
        Call {
            scene,
            wish: self.wish(),
            themes: self.theme.clone(),
            kernel: self.kernel.clone(),
            precision: self.precision.map(Into::into),
            output: self.output.clone().unwrap_or_default(),
        }
    }

    /// What the command says of the look; themes apart.
    fn wish(&self) -> Figure {
        Figure {
            view: self.view,
            of: self.of,
            step: self.step.clone(),
            theme: None,
            width: self.width,
            height: self.height,
            margin: self.margin,
            font_size: self.font_size,
            line_width: self.line_width,
            columns: self.columns,
            scale: self.scale.or(self.dpi.map(|dpi| dpi / crate::export::DPI)),
            delay: self.delay,
            range: self.range,
            background: self.background,
            show: self.show.clone(),
            hide: self.hide.clone(),
            caption: self.caption,
            notes: vec![],
        }
    }
}

/// Draws the real window. Given by the program, since commands know no window.
pub type DrawWindow = fn(&WindowRequest) -> Result<Pixels, String>;

/// What a picture of the window shows.
#[derive(Debug)]
pub struct WindowRequest {
    /// The scene file; `None` for the embedded first scene.
    pub scene: Option<PathBuf>,
    /// Another kernel than the scene's.
    pub kernel: Option<String>,
    /// Another precision than the scene's.
    pub precision: Option<crate::num::Precision>,
    /// The step; `None` for where the window would open.
    pub step: Option<usize>,
    /// Dark theme.
    pub dark: bool,
    /// Points.
    pub width: u32,
    /// Points.
    pub height: u32,
    /// Pixels to a point.
    pub scale: f32,
}

pub(super) fn run(args: FigureArgs, window: Option<DrawWindow>) -> Result<u8, Failure> {
    if !args.check.is_empty() {
        return stale::run(&args.check, window);
    }
    if let Some(unknown) = args.output.as_deref().and_then(crate::export::unknown_word) {
        return Err(Failure(unknown));
    }
    let folder = args.scene.as_deref().filter(|path| path.is_dir());
    let scenes = match folder {
        Some(folder) => scene::list(folder)?.into_iter().map(Some).collect(),
        None => vec![args.scene.clone()],
    };
    if let (true, Some(folder)) = (scenes.is_empty(), folder) {
        return Err(Failure(format!("no scene (*.ron) in this folder ({})", folder.display())));
    }
    let mut code = 0;
    for scene in scenes {
        let drawn = one_scene(&args, scene, folder, window);
        match drawn {
            // One bad scene does not keep the others of a folder from being drawn.
            Err(failure) if folder.is_some() => {
                complain(&format!("error: {failure}"));
                code = 2;
            }
            other => other?,
        }
    }
    Ok(code)
}

fn one_scene(
    args: &FigureArgs,
    scene: Option<PathBuf>,
    folder: Option<&std::path::Path>,
    window: Option<DrawWindow>,
) -> Result<(), Failure> {
    let call = args.call(scene);
    let loaded = loaded(&call)?;
    for text in call.left_out(&loaded.scene) {
        complain(&format!("note: {text} ({})", loaded.path));
    }
    for job in call.jobs(&loaded, folder).map_err(Failure)? {
        if !args.force && job.output.exists() {
            return Err(Failure(format!(
                "the file exists already; add --force to overwrite it ({})",
                job.output.display()
            )));
        }
        let drawn = draw::draw(&job, &loaded, window)?;
        write(&drawn.bytes, &job.output, args.force)?;
        if !drawn.missing.is_empty() {
            let (letters, path) = (&drawn.missing, job.output.display());
            complain(&format!(
                "note: drawn as boxes, as no shipped font has them: {letters}; svg and tex keep them ({path})"
            ));
        }
    }
    Ok(())
}

/// The scene of a call and its run.
fn loaded(call: &Call) -> Result<Loaded, Failure> {
    let (scene, path) = super::trace::open(call.scene.as_deref(), call.kernel.as_deref(), None)?;
    Loaded::new(&Call { kernel: None, ..call.clone() }, scene, path).map_err(Failure)
}
