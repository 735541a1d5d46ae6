//! One call of `gjkscope figure`, whoever makes it: what it asks of a scene, the files it makes, and the command that makes each alone.

mod bytes;
mod kept;
mod name;

use std::path::{Path, PathBuf};

use self::name::{Differs, named};
use super::{Format, MOST_OF_SHEET};
use crate::check;
use crate::num::Precision;
use crate::run::{self, Trace, shell_word};
use crate::scene::{self, Figure, FigureTheme, Scene, Steps, View};

pub use bytes::{Bytes, delay};
pub use name::unknown_word;

/// The arguments of `gjkscope figure` that say what is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// The scene's file; `None` for the embedded first scene.
    pub scene: Option<PathBuf>,
    /// What is said of the look; theme apart.
    pub wish: Figure,
    /// Themes, a file each; none: the scene's, else light.
    pub themes: Vec<FigureTheme>,
    /// Another kernel than the scene's.
    pub kernel: Option<String>,
    /// Another precision than the scene's.
    pub precision: Option<Precision>,
    /// Where to; the ending names the format.
    pub output: PathBuf,
}

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
    /// Runs the scene as it stands in the file that is shown as `path`, by the kernel and in the precision of the call.
    pub fn new(call: &Call, mut scene: Scene, path: String) -> Result<Loaded, String> {
        if let Some(kernel) = &call.kernel {
            scene.query.kernel.clone_from(kernel);
        }
        scene.query.precision = call.precision.unwrap_or(scene.query.precision);
        let trace = run::traced(&scene).ok_or_else(|| format!("the query names no two bodies ({path})"))?;
        Ok(Loaded { file: call.scene.clone(), path, scene, trace })
    }

    fn last(&self) -> usize {
        self.trace.len().saturating_sub(1)
    }

    /// The steps that a wish names, in the order it has them.
    fn steps(&self, steps: &Steps) -> Result<Vec<usize>, String> {
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
                        return Err(format!(
                            "--step {to}: this run has steps 0 to {last}; or say first, last or problem ({})",
                            self.path
                        ));
                    }
                    steps.extend(from as usize..=to as usize);
                    if steps.len() > self.trace.len() {
                        return Err(format!("--step names a step twice ({})", self.path));
                    }
                }
                steps
            }
        })
    }

    /// The steps of a call; `together`: those of one sheet or animation.
    fn asked(&self, wish: &Figure, together: bool) -> Result<Vec<usize>, String> {
        let sheet = wish.view == Some(View::Sheet);
        let (most, what) = if sheet { (MOST_OF_SHEET, "pictures") } else { (MOST, "steps") };
        let steps = match &wish.step {
            Some(steps) => self.steps(steps)?,
            // A sheet or an animation of a short run shows all of it, of a long one each iteration.
            None if together && self.trace.len() <= most => self.steps(&Steps::All)?,
            None if together => self.steps(&Steps::Iterations)?,
            None => self.steps(&Steps::Last)?,
        };
        if steps.len() > most {
            let iterations = self.ends_of_iterations().len();
            let fewer = match iterations < steps.len() && iterations <= most {
                true => format!("--step iterations ({iterations} steps) or "),
                false => String::new(),
            };
            return Err(format!(
                "{} steps, and no more than {most} {what} are drawn; choose with {fewer}--step 0,5,10..20 ({})",
                steps.len(),
                self.path
            ));
        }
        Ok(steps)
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

impl Call {
    /// What is asked of this scene: the call's wish, and the scene's where it says nothing and its own view is drawn. View and theme are said.
    pub fn over(&self, scene: &Scene) -> Figure {
        let wish = self.wished(scene);
        let theme = self.themes.first().copied().or(wish.theme).unwrap_or(FigureTheme::Light);
        Figure { view: Some(wish.view.unwrap_or(View::Pair)), theme: Some(theme), ..wish }
    }

    /// The format of the file, by its ending.
    pub fn format(&self) -> Result<Format, String> {
        let ending = self.output.extension().and_then(|e| e.to_str()).unwrap_or("");
        Format::of_ending(ending).ok_or_else(|| {
            let known: Vec<String> = Format::ALL.iter().map(|f| format!(".{}", f.id())).collect();
            let output = self.output.display();
            format!("a figure ends in {}; change the ending of the file ({output})", known.join(", "))
        })
    }

    /// All files of the call for one scene; `folder` is where the scene was found.
    pub fn jobs(&self, loaded: &Loaded, folder: Option<&Path>) -> Result<Vec<Job>, String> {
        let format = self.format()?;
        let wish = self.over(&loaded.scene);
        let together = wish.view == Some(View::Sheet) || format == Format::Gif;
        let themes = match (&self.themes[..], wish.theme) {
            ([], theme) => Vec::from_iter(theme),
            (themes, _) => themes.to_vec(),
        };
        let steps = loaded.asked(&wish, together)?;
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
                let alone = Call {
                    scene: loaded.file.clone(),
                    themes: if self.themes.is_empty() { vec![] } else { vec![theme] },
                    output: named(&self.output, &differs),
                    ..self.clone()
                };
                let step = (groups.len() > 1).then(|| Steps::Chosen(vec![(group[0] as u32, group[0] as u32)]));
                let alone = Call { wish: Figure { step: step.or(alone.wish.step), ..alone.wish }, ..alone };
                jobs.push(Job {
                    command: alone.command(),
                    output: alone.output,
                    format,
                    figure: Figure { theme: Some(theme), ..wish.clone() },
                    steps: group.clone(),
                });
            }
        }
        Ok(jobs)
    }

    /// The command line, with what the call says and no more.
    pub fn command(&self) -> String {
        let mut words = vec!["gjkscope".to_owned(), "figure".to_owned()];
        words.extend(self.scene.as_ref().map(|file| shell_word(&file.to_string_lossy())));
        let wish = &self.wish;
        let listed = |ids: Vec<&str>| (!ids.is_empty()).then(|| ids.join(","));
        let parts = |parts: &[scene::Part]| listed(parts.iter().map(|part| part.id()).collect());
        let number = |x: Option<f64>| x.map(|x| x.to_string());
        let text = |x: Option<scene::Length>| x.map(|x| x.to_string());
        let options = [
            ("view", wish.view.map(|x| x.to_string())),
            ("of", wish.of.map(|x| x.to_string())),
            ("step", wish.step.as_ref().map(|x| x.to_string())),
            ("theme", listed(self.themes.iter().map(|theme| theme.id()).collect())),
            ("kernel", self.kernel.clone()),
            ("precision", self.precision.map(|p| p.id().to_owned())),
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
            ("show", parts(&wish.show)),
            ("hide", parts(&wish.hide)),
            ("caption", wish.caption.map(|x| x.to_string())),
        ];
        for (name, value) in options {
            if let Some(value) = value {
                words.extend([format!("--{name}"), shell_word(&value)]);
            }
        }
        words.extend(["-o".to_owned(), shell_word(&self.output.to_string_lossy())]);
        words.join(" ")
    }
}

/// What tells a scene from others: its path in the folder, or its name.
fn scene_name(loaded: &Loaded, folder: Option<&Path>) -> String {
    let Some(file) = &loaded.file else { return "scene".into() };
    let inside = folder.and_then(|folder| file.strip_prefix(folder).ok()).map(Path::to_owned);
    let inside = inside.unwrap_or_else(|| file.file_name().map(PathBuf::from).unwrap_or_default());
    let parts: Vec<String> = inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    parts.join("-")
}
