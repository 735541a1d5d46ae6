//! `gjkscope import`: reported cases become scenes, one file each.

use std::path::PathBuf;

use clap::Args;

use super::output::{Failure, complain, plain, read_text, write};
use crate::import;
use crate::scene;

/// Arguments of `import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// A JSON file of cases, or `-` for standard input.
    input: String,
    /// A folder for one scene a case, or a file ending in .ron for a single case.
    #[arg(short, long, value_name = "SCENE.ron|FOLDER")]
    output: PathBuf,
    /// Overwrite scenes that exist.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: ImportArgs) -> Result<u8, Failure> {
    let text = read_text(&args.input)?;
    let cases = import::cases(&text).map_err(|e| e.in_file(&args.input))?;
    let single = args.output.extension().is_some_and(|e| e == "ron");
    if single && cases.len() != 1 {
        return Err(Failure(format!(
            "{} cases do not fit into one scene; name a folder instead ({})",
            cases.len(),
            args.output.display()
        )));
    }
    if !single {
        std::fs::create_dir_all(&args.output)
            .map_err(|e| Failure(format!("cannot make the folder: {} ({})", plain(&e), args.output.display())))?;
    }
    let (mut written, mut skipped) = (0, 0);
    for case in cases {
        match case.scene {
            Ok(scene) => {
                let path = if single { args.output.clone() } else { args.output.join(format!("{}.ron", case.id)) };
                write(scene::write(&scene).as_bytes(), &path, args.force)?;
                written += 1;
            }
            Err(reason) => {
                complain(&format!("skipped: {}: {reason}", case.id));
                skipped += 1;
            }
        }
    }
    super::print(&format!("{written} scenes written, {skipped} skipped\n"))?;
    Ok(0)
}
