//! `gjkscope list`: what there is, id first.

use clap::{Args, ValueEnum};

use super::output::{Failure, print};
use crate::check::CHECKS;
use crate::export::{EXPORTERS, Format};
use crate::import::IMPORTERS;
use crate::kernel::{Exit, KERNELS, PRESETS};
use crate::shape::SHAPES;

/// Arguments of `list`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Which list.
    what: What,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    Kernels,
    Shapes,
    Checks,
    Exits,
    Formats,
    Exporters,
    Presets,
    Importers,
}

/// The formats of other commands than `figure`, as `(id, meaning)`.
pub const FORMATS: &[(&str, &str)] = &[
    ("table", "check: a table for a person"),
    ("json", "check, trace: for programs"),
    ("junit", "check: XML that CI servers show"),
    ("text", "trace: sentences for a person"),
    ("csv", "trace: one row an event"),
];

pub(super) fn run(args: ListArgs) -> Result<u8, Failure> {
    let rows: Vec<(&str, String)> = match args.what {
        What::Kernels => KERNELS.iter().map(|k| (k.id, format!("{} ({})", k.label, k.source))).collect(),
        What::Shapes => SHAPES.iter().map(|s| (s.id, format!("{}({})", s.ron, s.fields.join(", ")))).collect(),
        What::Checks => CHECKS.iter().map(|c| (c.id, c.label.to_owned())).collect(),
        What::Exits => Exit::ALL.iter().map(|e| (e.id(), e.meaning().to_owned())).collect(),
        What::Exporters => EXPORTERS.iter().map(|e| (e.id, format!("{} (.{})", e.label, e.ending))).collect(),
        What::Presets => PRESETS.iter().map(|p| (p.id, format!("{}: {}", p.label, p.source))).collect(),
        What::Importers => IMPORTERS.iter().map(|i| (i.id, i.label.to_owned())).collect(),
        What::Formats => {
            let text = FORMATS.iter().map(|&(id, meaning)| (id, meaning.to_owned()));
            text.chain(Format::ALL.map(|f| (f.id(), format!("figure: {}", f.label())))).collect()
        }
    };
    let width = rows.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    print(&rows.iter().map(|(id, text)| format!("{id:width$}  {text}\n")).collect::<String>())?;
    Ok(0)
}
