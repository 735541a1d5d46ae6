//! Arguments to window or subcommand.

use std::process::ExitCode;

use clap::Parser;
use gjkscope::cli::{self, Args};

fn main() -> ExitCode {
    let args = Args::parse();
    match args.command {
        Some(command) => cli::run(command, None),
        None => cli::as_text(args.path, args.kernel, args.precision),
    }
}
