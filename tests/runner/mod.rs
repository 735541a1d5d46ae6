//! The program as a person runs it, without a display, and folders of scenes to run it on.

use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;

/// What a command left.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in a folder; it must end in time, by itself, and without a panic.
#[track_caller]
pub fn run_within(limit: Duration, folder: &Path, args: &[&str], input: &str) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_gjkscope"))
        .args(args)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .write_stdin(input)
        .timeout(limit)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or_else(|| panic!("{args:?} was killed"));
    let ran = Ran { code, out: text(output.stdout), err: text(output.stderr) };
    assert!(!ran.err.contains("panicked"), "{args:?}\n{}", ran.err);
    ran
}

/// A folder of scenes, one a (name, text).
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    dir
}
