//! Figures of the dialog as files: drawn from the scene's file as the command that stands in them would draw them.

use std::path::Path;

use super::load;
use crate::export::{Job, Loaded};
use crate::model::{FigureCommand, ToWrite};
use crate::scene::{self, Over, SaveError};

/// Draws and writes the files of a figure. An existing file stays unless it may be overwritten, and then none is written.
pub fn write_figure(asked: &ToWrite) -> FigureCommand {
    match files(asked) {
        Ok(answer) => answer,
        Err(text) => FigureCommand::Failed(format!("Not written: {text}")),
    }
}

fn files(asked: &ToWrite) -> Result<FigureCommand, String> {
    let path = asked.call.scene.as_ref().map_or_else(String::new, |path| path.to_string_lossy().into_owned());
    let scene = load(&path).map_err(|error| error.to_string())?.scene;
    if !scene::same(&scene, &asked.scene) {
        return Err(format!("the file was changed since it was opened; open it again ({path})"));
    }
    let loaded = Loaded::new(&asked.call, scene, path)?;
    let jobs = asked.call.jobs(&loaded, None)?;
    let shown = |job: &Job| job.output.to_string_lossy().into_owned();
    let exist: Vec<String> = jobs.iter().filter(|job| job.output.exists()).map(shown).collect();
    if !asked.force && !exist.is_empty() {
        return Ok(FigureCommand::Exist(exist));
    }
    let over = if asked.force { Over::Anything } else { Over::Nothing };
    let mut missing = String::new();
    for job in &jobs {
        let drawn = job.bytes(&loaded)?;
        match scene::save(&job.output, &drawn.bytes, over) {
            Ok(()) => {}
            Err(SaveError::Exists(path)) => return Ok(FigureCommand::Exist(vec![path])),
            Err(error) => return Err(refused(&job.output, &error)),
        }
        missing.extend(drawn.missing.chars().filter(|c| !missing.contains(*c)).collect::<Vec<_>>());
    }
    Ok(FigureCommand::Written(jobs.iter().map(shown).collect(), missing))
}

fn refused(path: &Path, error: &SaveError) -> String {
    match (error, path.parent()) {
        (SaveError::Io(..), Some(folder)) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            format!("the folder does not exist ({})", folder.display())
        }
        _ => error.to_string(),
    }
}
