//! `gjkscope export`: a scene as a test for an engine, as JSON, or as a report.

use std::path::PathBuf;

use clap::Args;
use glam::DVec2;

use super::output::{Failure, emit, write};
use crate::check;
use crate::draw::Theme;
use crate::export::{self, EXPORTERS, Exporter, Kept};
use crate::scene::{self, View};

/// Size of the picture beside a report, pixels.
const PICTURE: DVec2 = DVec2::new(900.0, 460.0);

/// Arguments of `export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The scene.
    scene: PathBuf,
    /// What to write (see `gjkscope list exporters`).
    #[arg(long, value_name = "ID")]
    to: String,
    /// Write to a file instead of standard output; a report gets a picture beside it, with the ending .svg.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long)]
    force: bool,
}

fn known(id: &str) -> Result<&'static Exporter, Failure> {
    export::exporter(id).ok_or_else(|| {
        let ids: Vec<&str> = EXPORTERS.iter().map(|e| e.id).collect();
        Failure(format!("unknown exporter `{id}`; there are {}", ids.join(", ")))
    })
}

pub(super) fn run(args: ExportArgs) -> Result<u8, Failure> {
    let exporter = known(&args.to)?;
    let document = scene::load(&args.scene)?;
    let path = check::shown(&args.scene);
    (exporter.applies)(&document.scene).map_err(|reason| Failure(format!("{reason} ({path})")))?;
    let (trace, report) =
        check::run(&document.scene).ok_or_else(|| Failure(format!("the query names no two bodies ({path})")))?;
    let picture = args.output.as_ref().filter(|_| exporter.picture).map(|file| file.with_extension("svg"));
    if picture.is_some() && picture == args.output {
        return Err(Failure(format!("the picture would overwrite the report; name it .{} ({path})", exporter.ending)));
    }
    let name = picture.as_deref().and_then(|p| p.file_name()).map(|name| name.to_string_lossy().into_owned());
    let kept = Kept { path: &path, document: &document, trace: &trace, report: &report, picture: name.as_deref() };
    let text = (exporter.write)(&kept);
    emit(&text, args.output.as_deref(), args.force)?;
    if let Some(picture) = &picture {
        let figure = export::figure(&trace, kept.step(), View::Pair, Theme::Light, PICTURE);
        write(figure.as_bytes(), picture, args.force)?;
    }
    Ok(0)
}
