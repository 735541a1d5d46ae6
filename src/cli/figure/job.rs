//! What one call of `figure` has to draw: a file each, with the command that makes it alone.

use std::path::{Path, PathBuf};

use super::super::output::Failure;
use super::FigureArgs;
use super::name::{Differs, named};
use crate::check;
use crate::export::{Format, MOST_OF_SHEET};
use crate::run::{self, Trace, shell_word};
use crate::scene::{self, Figure, FigureTheme, Scene, Steps, View};

/// A scene and its run.
pub struct Loaded {
    /// The file; `None` for the embedded first scene.
    pub file: Option<PathBuf>,
    /// The path to show.
    pub path: String,
    /// With the kernel and the precision that were asked for.
    pub scene: Scene,
    /// Its run.
    pub trace: Trace,
}

impl Loaded {
    pub fn new(args: &FigureArgs, file: Option<PathBuf>) -> Result<Loaded, Failure> {
        let (scene, path) = super::super::trace::open(file.as_deref(), args.kernel.as_deref(), args.precision)?;
        let trace = run::traced(&scene).ok_or_else(|| Failure(format!("the query names no two bodies ({path})")))?;
        Ok(Loaded { file, path, scene, trace })
    }

    fn last(&self) -> usize {
        self.trace.len().saturating_sub(1)
    }

    /// The steps that a wish names, in the order it has them.
    fn steps(&self, steps: &Steps) -> Result<Vec<usize>, Failure> {
        let last = self.last();
        Ok(match steps {
            Steps::First => vec![0],
            Steps::Last => vec![last],
            // Judging is exact and slow; only this word needs it.
            Steps::Problem => {
                let culprit = check::run(&self.scene).and_then(|(_, report)| report.culprit);
                vec![culprit.map_or(last, |s| s as usize)]
            }
            Steps::All => (0..=last).collect(),
            Steps::Iterations => self.ends_of_iterations(),
            Steps::Chosen(ranges) => {
                let mut steps = vec![];
                for &(from, to) in ranges {
                    if to as usize > last {
                        return Err(Failure(format!(
                            "--step {to}: this run has steps 0 to {last}; or say first, last or problem ({})",
                            self.path
                        )));
                    }
                    steps.extend(from as usize..=to as usize);
                    if steps.len() > self.trace.len() {
                        return Err(Failure(format!("--step names a step twice ({})", self.path)));
                    }
                }
                steps
            }
        })
    }

    fn ends_of_iterations(&self) -> Vec<usize> {
        let events = &self.trace.events;
        let ends = |&i: &usize| i + 1 == events.len() || events[i].iteration != events[i + 1].iteration;
        (0..events.len()).filter(ends).collect()
    }
}

/// A file to be drawn.
pub struct Job {
    /// Where it goes.
    pub output: PathBuf,
    /// By the ending.
    pub format: Format,
    /// How it looks; view and theme are said.
    pub figure: Figure,
    /// One step, or those of a sheet or an animation.
    pub steps: Vec<usize>,
    /// The command that makes this file alone.
    pub command: String,
}

/// Most files, and most frames of an animation.
const MOST: usize = 512;

/// All files of a call for one scene; `folder` is where the scene was found.
pub fn jobs(args: &FigureArgs, loaded: &Loaded, folder: Option<&Path>) -> Result<Vec<Job>, Failure> {
    let output = args.output.clone().unwrap_or_default();
    let format = format_of(&output)?;
    let wish = args.wish().over(&loaded.scene.figure.clone().unwrap_or_default());
    let view = wish.view.unwrap_or(View::Pair);
    let themes = match args.theme[..] {
        [] => vec![wish.theme.unwrap_or(FigureTheme::Light)],
        _ => args.theme.clone(),
    };
    let together = view == View::Sheet || format == Format::Gif;
    let (most, what) = if view == View::Sheet { (MOST_OF_SHEET, "pictures") } else { (MOST, "steps") };
    let steps = match &wish.step {
        Some(steps) => loaded.steps(steps)?,
        // A sheet or an animation of a short run shows all of it, of a long one each iteration.
        None if together && loaded.trace.len() <= most => loaded.steps(&Steps::All)?,
        None if together => loaded.steps(&Steps::Iterations)?,
        None => loaded.steps(&Steps::Last)?,
    };
    if steps.len() > most {
        let iterations = loaded.ends_of_iterations().len();
        return Err(Failure(format!(
            "{} steps, and no more than {most} {what} are drawn; choose with --step iterations ({iterations} steps) or --step \
             0,5,10..20 ({})",
            steps.len(),
            loaded.path
        )));
    }
    let groups: Vec<Vec<usize>> = if together { vec![steps] } else { steps.into_iter().map(|s| vec![s]).collect() };
    let width = loaded.last().to_string().len();
    let mut jobs = vec![];
    for &theme in &themes {
        for group in &groups {
            let number = group.first().map_or(String::new(), |step| format!("{step:0width$}"));
            let differs = Differs {
                scene: (scene_name(loaded, folder), folder.is_some()),
                step: (number, groups.len() > 1),
                theme: (theme.id().to_owned(), themes.len() > 1),
            };
            let output = named(&output, &differs);
            let alone = (groups.len() > 1).then(|| group[0]);
            jobs.push(Job {
                command: command(args, loaded, theme, alone, &output),
                output,
                format,
                figure: Figure { view: Some(view), theme: Some(theme), ..wish.clone() },
                steps: group.clone(),
            });
        }
    }
    Ok(jobs)
}

fn format_of(output: &Path) -> Result<Format, Failure> {
    let ending = output.extension().and_then(|e| e.to_str()).unwrap_or("");
    Format::of_ending(ending).ok_or_else(|| {
        let known: Vec<String> = Format::ALL.iter().map(|f| format!(".{}", f.id())).collect();
        Failure(format!("a figure ends in {}; change the ending of the file ({})", known.join(", "), output.display()))
    })
}

/// What tells a scene from others: its path in the folder, or its name.
fn scene_name(loaded: &Loaded, folder: Option<&Path>) -> String {
    let Some(file) = &loaded.file else { return "scene".into() };
    let inside = folder.and_then(|folder| file.strip_prefix(folder).ok()).map(Path::to_owned);
    let inside = inside.unwrap_or_else(|| file.file_name().map(PathBuf::from).unwrap_or_default());
    let parts: Vec<String> = inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    parts.join("-")
}

/// The command that makes one file, with what the call said and no more.
fn command(args: &FigureArgs, loaded: &Loaded, theme: FigureTheme, step: Option<usize>, output: &Path) -> String {
    let mut words = vec!["gjkscope".to_owned(), "figure".to_owned()];
    words.extend(loaded.file.as_ref().map(|file| shell_word(&file.to_string_lossy())));
    let wish = args.wish();
    let list = |parts: &[scene::Part]| {
        let ids: Vec<&str> = parts.iter().map(|part| part.id()).collect();
        (!parts.is_empty()).then(|| ids.join(","))
    };
    let number = |x: Option<f64>| x.map(|x| x.to_string());
    let text = |x: Option<scene::Length>| x.map(|x| x.to_string());
    let options = [
        ("view", wish.view.map(|x| x.to_string())),
        ("of", wish.of.map(|x| x.to_string())),
        ("step", step.map(|s| s.to_string()).or(wish.step.as_ref().map(|x| x.to_string()))),
        ("theme", (!args.theme.is_empty()).then(|| theme.to_string())),
        ("kernel", args.kernel.clone()),
        ("precision", args.precision.map(|p| crate::num::Precision::from(p).id().to_owned())),
        ("width", text(wish.width)),
        ("height", text(wish.height)),
        ("margin", text(wish.margin)),
        ("font-size", text(wish.font_size)),
        ("line-width", text(wish.line_width)),
        ("columns", wish.columns.map(|n| n.to_string())),
        ("scale", number(wish.scale)),
        ("delay", number(wish.delay)),
        ("range", wish.range.map(|r| r.map(|x| x.to_string()).join(","))),
        ("background", wish.background.map(|b| b.to_string())),
        ("show", list(&wish.show)),
        ("hide", list(&wish.hide)),
        ("caption", wish.caption.map(|x| x.to_string())),
    ];
    for (name, value) in options {
        if let Some(value) = value {
            words.extend([format!("--{name}"), shell_word(&value)]);
        }
    }
    words.extend(["-o".to_owned(), shell_word(&output.to_string_lossy())]);
    words.join(" ")
}
