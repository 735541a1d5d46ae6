//! The commands: arguments in, text out, exit code. One file a subcommand; nothing here draws a window.

mod check;
mod compare;
mod export;
mod figure;
mod import;
mod list;
mod output;
mod trace;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::num::Precision;
pub use figure::{DrawWindow, WindowRequest};
pub use output::{Failure, print};

/// A debugger for GJK and EPA: step through every decision beside the exact truth.
#[derive(Parser, Debug)]
#[command(name = "gjkscope", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(after_help = "Without a command the window opens, on an embedded scene if no file or folder is named.")]
pub struct Args {
    /// What to do instead of opening the window.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// A scene (*.ron) or a folder of scenes to open in the window.
    pub path: Option<PathBuf>,
    /// Open with this kernel instead of the scene's (see `gjkscope list kernels`).
    #[arg(long, value_name = "ID")]
    pub kernel: Option<String>,
    /// Open in this precision instead of the scene's.
    #[arg(long, value_name = "P")]
    pub precision: Option<PrecisionArg>,
    /// Open at this step, counted from 0.
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Judge scenes: expectations, checks and truth. Exit 1 if any run fails, 2 if any file is unreadable.
    Check(check::CheckArgs),
    /// Print the whole trace of a scene.
    Trace(trace::TraceArgs),
    /// Draw a step as a figure, byte for byte repeatable.
    Figure(Box<figure::FigureArgs>),
    /// Run a scene by every kernel, in both precisions, and put the answers beside the truth.
    Compare(compare::CompareArgs),
    /// Turn what people paste (code, logs, data) or an array of reported cases into scenes.
    Import(import::ImportArgs),
    /// Write a scene as a test for an engine, as JSON, or as a report for an issue.
    Export(export::ExportArgs),
    /// List kernels, shapes, checks, exits, formats, importers, exporters or presets, id first.
    List(list::ListArgs),
}

/// A precision on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PrecisionArg {
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

impl From<PrecisionArg> for Precision {
    fn from(p: PrecisionArg) -> Self {
        match p {
            PrecisionArg::F32 => Precision::F32,
            PrecisionArg::F64 => Precision::F64,
        }
    }
}

/// The arguments of this process; where they are wrong (or ask for help) what to say was said and the exit code is returned.
pub fn arguments() -> Result<Args, ExitCode> {
    use clap::error::ErrorKind::{
        ArgumentConflict, DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion,
    };
    Args::try_parse().map_err(|error| {
        if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
            let code = error.exit_code();
            drop(error.print());
            return ExitCode::from(code as u8);
        }
        let first = std::env::args().nth(1).unwrap_or_default();
        let no_command = (error.kind() == ArgumentConflict).then(|| no_such_command(&first)).flatten();
        output::complain(&no_command.unwrap_or_else(|| in_one_line(&error.to_string())));
        ExitCode::from(2)
    })
}

/// What to say of a first word that is neither a command nor a file, where more words follow.
fn no_such_command(first: &str) -> Option<String> {
    let args = <Args as clap::CommandFactory>::command();
    let names: Vec<&str> = args.get_subcommands().map(clap::Command::get_name).collect();
    let is_other = first.starts_with('-') || names.contains(&first) || std::path::Path::new(first).exists();
    (!is_other).then(|| format!("error: no command \"{first}\"; known: {}", names.join(", ")))
}

/// What the argument parser has to say as the one line that errors have here.
fn in_one_line(error: &str) -> String {
    let said = error.split("\n\nFor more information").next().unwrap_or(error);
    let (said, usage) = said.split_once("\n\nUsage:").unwrap_or((said, "--help says more"));
    // That a mistyped option could be a file's name helps nobody.
    let said: Vec<&str> = said.lines().filter(|line| !line.trim_start().starts_with("tip: to pass")).collect();
    let said = said.join("\n");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}; {}", words(&said), words(usage))
}

/// Runs a subcommand. Results go to standard output or a file, errors to standard error, one line each.
pub fn run(command: Command, window: Option<DrawWindow>) -> ExitCode {
    let done = match command {
        Command::Check(args) => check::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Figure(args) => figure::run(*args, window),
        Command::Compare(args) => compare::run(args),
        Command::Import(args) => import::run(args),
        Command::Export(args) => export::run(args),
        Command::List(args) => list::run(args),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            output::complain(&format!("error: {failure}"));
            ExitCode::from(2)
        }
    }
}

/// Whether `gjkscope PATH --kernel ID` has something to show; if not, says so on standard error and gives the exit code.
pub fn openable(path: Option<&Path>, kernel: Option<&str>) -> Result<(), ExitCode> {
    if let Some(folder) = path.filter(|p| p.is_dir()) {
        let (_, unreadable) = crate::check::files(&[folder.to_owned()]);
        return match unreadable.first() {
            None => Ok(()),
            Some(_) => Err(run(
                Command::Check(check::CheckArgs { paths: vec![folder.to_owned()], ..Default::default() }),
                None,
            )),
        };
    }
    trace::open(path, kernel, None).map(|_| ()).map_err(|failure| {
        output::complain(&format!("error: {failure}"));
        ExitCode::from(2)
    })
}

/// The trace and diagnosis of a scene, or the check of a folder, as text: what the window would have shown. For machines without a display.
///
/// A text has no step to open at, but one beyond the end is a mistake that the window would have shown.
pub fn as_text(
    path: Option<PathBuf>,
    kernel: Option<String>,
    precision: Option<PrecisionArg>,
    step: Option<usize>,
) -> ExitCode {
    if let Some(step) = step
        && !path.as_deref().is_some_and(Path::is_dir)
        && let Ok((scene, shown)) = trace::open(path.as_deref(), kernel.as_deref(), precision)
        && let Some(trace) = crate::run::traced(&scene)
        && step >= trace.len()
    {
        let last = trace.len().saturating_sub(1);
        output::complain(&format!("note: step {step} is beyond the last, {last} (--step; {shown})"));
    }
    let command = match path {
        Some(folder) if folder.is_dir() => Command::Check(check::CheckArgs {
            paths: vec![folder],
            kernel: kernel.into_iter().collect(),
            precision: precision.map(Into::into),
            ..Default::default()
        }),
        scene => Command::Trace(trace::TraceArgs { scene, kernel, precision, ..Default::default() }),
    };
    run(command, None)
}
