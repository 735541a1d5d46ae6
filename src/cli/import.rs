//! `gjkscope import`: what people paste becomes a scene; reported cases become scenes, one file each.

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Failure, complain, plain, read_text, table, write};
use crate::import::{self, ImportedCase, LeftOut, Paste, Reading};
use crate::scene;

/// Most lines of what was ignored.
const MOST_LINES: usize = 20;

/// Arguments of `import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// A file of code, logs or data with two shapes, or a JSON array of cases; `-` for standard input.
    input: String,
    /// A file ending in .ron for one scene, or a folder.
    #[arg(short, long, value_name = "SCENE.ron|FOLDER")]
    output: PathBuf,
    /// Which reading to take where the text has several; counted from 1.
    #[arg(long, value_name = "N")]
    reading: Option<usize>,
    /// Overwrite scenes that exist.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: ImportArgs) -> Result<u8, Failure> {
    if args.output.as_os_str() == "-" {
        return Err(Failure(
            "standard output says what became what; name a file ending in .ron or a folder (-o -)".into(),
        ));
    }
    let text = read_text(&args.input)?;
    let single = args.output.extension().is_some_and(|e| e == "ron");
    let empty = text.trim_start().strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(']'));
    let found = if empty { Some(Ok(Vec::new())) } else { import::case_text(&text) };
    // A JSON array, or objects one a line, of cases: they all become scenes.
    if let (Some(found), None) = (found, args.reading) {
        return cases(found.map_err(|e| e.in_file(&args.input))?, &args, single);
    }
    let paste = import::paste(&text).map_err(|e| e.in_file(&args.input))?;
    let reading = chosen(&paste, &args)?;
    let path = if single {
        args.output.clone()
    } else {
        make_folder(&args.output)?;
        let stem = Path::new(&args.input).file_stem().filter(|_| args.input != "-");
        args.output.join(stem.unwrap_or("pasted".as_ref())).with_extension("ron")
    };
    write(scene::write(&reading.scene).as_bytes(), &path, args.force)?;
    super::print(&report(reading, &path))?;
    Ok(0)
}

/// The reading asked for, or the only one.
fn chosen<'p>(paste: &'p Paste, args: &ImportArgs) -> Result<&'p Reading, Failure> {
    let count = paste.readings.len();
    match (args.reading, &paste.readings[..]) {
        (Some(n), readings) => n
            .checked_sub(1)
            .and_then(|i| readings.get(i))
            .ok_or_else(|| Failure(format!("there is no reading {n}; this text has {count} ({})", args.input))),
        (None, [reading]) => Ok(reading),
        (None, readings) => {
            let one = |(i, r): (usize, &Reading)| {
                let note = if r.note.is_empty() { String::new() } else { format!(" ({})", r.note) };
                format!("{} = {}{note}", i + 1, r.label)
            };
            let list: Vec<String> = readings.iter().enumerate().map(one).collect();
            let list = list.join("; ");
            Err(Failure(format!("{count} readings; choose one with --reading N: {list} ({})", args.input)))
        }
    }
}

/// What became what, what was left out, and what should be known.
fn report(reading: &Reading, path: &Path) -> String {
    let mut out = format!("{}\n", reading.label);
    let rows: Vec<Vec<String>> = reading
        .assigned
        .iter()
        .map(|a| {
            let (line, column) = a.place;
            vec![a.what.clone(), a.literal.clone(), format!("{:?}", a.value), format!("{line}:{column}")]
        })
        .collect();
    if !rows.is_empty() {
        out += &table(&["what", "pasted", "value", "place"], &rows, &[], |_| None);
    }
    for ignored in reading.ignored.iter().take(MOST_LINES) {
        let (line, column) = ignored.place;
        let text: String = ignored.text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(100).collect();
        out += &format!("ignored {line}:{column}: {text}\n");
    }
    if reading.ignored.len() > MOST_LINES {
        out += &format!("ignored: {} more\n", reading.ignored.len() - MOST_LINES);
    }
    if !reading.note.is_empty() {
        out += &format!("note: {}\n", reading.note);
    }
    out + &format!("read as {}, written to {}\n", reading.importer, path.display())
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path)
        .map_err(|e| Failure(format!("cannot make the folder: {} ({})", plain(&e), path.display())))
}

fn cases(cases: Vec<ImportedCase>, args: &ImportArgs, single: bool) -> Result<u8, Failure> {
    if single && cases.len() != 1 {
        return Err(Failure(format!(
            "{} cases do not fit into one scene; name a folder instead ({})",
            cases.len(),
            args.output.display()
        )));
    }
    if !single {
        make_folder(&args.output)?;
    }
    let (mut written, mut skipped, mut broken) = (0, 0, 0);
    for case in cases {
        match case.scene {
            Ok(scene) => {
                let path = if single { args.output.clone() } else { args.output.join(format!("{}.ron", case.id)) };
                write(scene::write(&scene).as_bytes(), &path, args.force)?;
                written += 1;
            }
            Err(LeftOut::Later(reason)) => {
                complain(&format!("skipped: {}: {reason}", case.id));
                skipped += 1;
            }
            Err(LeftOut::Broken(error)) => {
                let id = if error.case.is_empty() { format!("{}: ", case.id) } else { String::new() };
                complain(&format!("error: {id}{}", error.in_file(&args.input)));
                broken += 1;
            }
        }
    }
    let left = if broken > 0 { format!(", {broken} broken and left out") } else { String::new() };
    super::print(&format!("{written} scenes written, {skipped} skipped{left}\n"))?;
    Ok(if broken > 0 { 2 } else { 0 })
}
