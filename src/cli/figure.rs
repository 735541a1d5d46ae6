//! `gjkscope figure`: a picture of a step as a file, the same bytes on every machine.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use glam::DVec2;

use super::PrecisionArg;
use super::output::{Failure, write};
use super::trace::open;
use crate::check;
use crate::draw::{Look, Theme};
use crate::export::{self, View};
use crate::run::{NumberStyle, sentence, shell_word};

/// Arguments of `figure`.
#[derive(Args, Debug)]
pub struct FigureArgs {
    /// The scene; without one, the embedded first scene.
    scene: Option<PathBuf>,
    /// What to draw.
    #[arg(long, default_value = "pair")]
    view: ViewArg,
    /// Which step: a number from 0, `first`, `last`, or `problem` (the step to blame; `last` where the run is right).
    #[arg(long, default_value = "last", value_name = "N|first|last|problem")]
    step: String,
    /// Colours.
    #[arg(long, default_value = "light")]
    theme: ThemeArg,
    /// Another kernel than the scene's.
    #[arg(long, value_name = "ID")]
    kernel: Option<String>,
    /// Another precision than the scene's.
    #[arg(long, value_name = "P")]
    precision: Option<PrecisionArg>,
    /// Width in pixels.
    #[arg(long, default_value_t = 900, value_parser = clap::value_parser!(u32).range(64..=8192))]
    width: u32,
    /// Height in pixels.
    #[arg(long, default_value_t = 460, value_parser = clap::value_parser!(u32).range(64..=8192))]
    height: u32,
    /// Where to write it; the ending names the format: .svg, or .png for the window.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ViewArg {
    World,
    Minkowski,
    Pair,
    Chart,
    /// The real window, drawn without a display.
    Window,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
    Light,
    Dark,
    Print,
}

/// Draws the real window: scene file (or none), kernel, precision, step, dark, width, height -> PNG bytes. Given by the program, since commands know no window.
pub type DrawWindow = fn(&WindowRequest) -> Result<Vec<u8>, String>;

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
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

pub(super) fn run(args: FigureArgs, window: Option<DrawWindow>) -> Result<u8, Failure> {
    let ending = args.output.extension().and_then(|e| e.to_str()).unwrap_or("").to_lowercase();
    let (scene, path) = open(args.scene.as_deref(), args.kernel.as_deref(), args.precision)?;
    let (trace, report) =
        check::run(&scene).ok_or_else(|| Failure(format!("the query names no two bodies ({path})")))?;
    let last = trace.len().saturating_sub(1);
    let step = match args.step.as_str() {
        "first" => 0,
        "last" => last,
        "problem" => report.culprit.map_or(last, |s| s as usize),
        n => n.parse::<usize>().ok().filter(|&n| n <= last).ok_or_else(|| {
            Failure(format!("--step {n}: this run has steps 0 to {last}; or say first, last or problem ({path})"))
        })?,
    };
    let bytes = match (args.view, ending.as_str()) {
        (ViewArg::Window, "png") => {
            let draw = window.ok_or_else(|| {
                Failure("this program was built without the window; build it with the feature `gui`".to_owned())
            })?;
            draw(&WindowRequest {
                scene: args.scene.clone(),
                kernel: args.kernel.clone(),
                precision: args.precision.map(Into::into),
                step: Some(step),
                dark: matches!(args.theme, ThemeArg::Dark),
                width: args.width,
                height: args.height,
            })
            .map_err(Failure)?
        }
        (ViewArg::Window, _) => return Err(wrong_ending(".png for the window", &args.output)),
        (view, "svg") => {
            let view = match view {
                ViewArg::World => View::World,
                ViewArg::Minkowski => View::Minkowski,
                ViewArg::Chart => View::Chart,
                ViewArg::Pair | ViewArg::Window => View::Pair,
            };
            let theme = match args.theme {
                ThemeArg::Light => Theme::Light,
                ThemeArg::Dark => Theme::Dark,
                ThemeArg::Print => Theme::Print,
            };
            let size = DVec2::new(args.width.into(), args.height.into());
            let shapes = export::composed(&trace, step, view, &Look::default(), theme, size);
            let title = format!("{path}: {}, {}, step {step} of {last}", trace.kernel.id, trace.precision.id());
            let command = format!(
                "gjkscope figure {} --view {} --step {step} --kernel {} --precision {} --theme {} --width {} --height {} -o {}",
                shell_word(&path),
                view.id(),
                trace.kernel.id,
                trace.precision.id(),
                args.theme.to_possible_value().map_or("light".to_owned(), |v| v.get_name().to_owned()),
                args.width,
                args.height,
                shell_word(&args.output.display().to_string()),
            );
            let desc = format!("{} {command}", sentence(&trace, step, NumberStyle::Short));
            export::svg(&shapes, size, theme, &title, &desc).into_bytes()
        }
        _ => return Err(wrong_ending(".svg", &args.output)),
    };
    write(&bytes, &args.output, args.force)?;
    Ok(0)
}

fn wrong_ending(wanted: &str, path: &Path) -> Failure {
    Failure(format!("this view is written as {wanted}; change the ending of the file ({})", path.display()))
}
