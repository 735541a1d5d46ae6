//! Scene files on disk: loading with bounded memory, saving atomically, listing a folder.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::reader::thousands;
use super::{Document, MOST_BYTES, SaveError, SceneError, parse};

/// Reads a scene file. Its size is looked at before it is read; errors carry the path as given here.
pub fn load(path: &Path) -> Result<Document, SceneError> {
    let shown = path.to_string_lossy();
    let refused = |error: io::Error| unreadable(&shown, &error);
    let about = fs::metadata(path).map_err(refused)?;
    if about.is_dir() {
        return Err(whole_file(&shown, "a folder, not a scene; name a file in it"));
    }
    if waits(path, &about) {
        return Err(whole_file(&shown, NOT_REGULAR));
    }
    if about.len() > MOST_BYTES as u64 {
        return Err(too_large(&shown, about.len()));
    }
    // What a shell hands over tells no size; the limit of what is read holds for it.
    let mut bytes = Vec::with_capacity(about.len() as usize);
    File::open(path).map_err(refused)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() > MOST_BYTES {
        return Err(whole_file(&shown, "larger than 16 MiB; a scene is smaller"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => parse(&text, &shown),
        Err(error) => Err(binary(&shown, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

/// Said of a pipe or a device.
pub const NOT_REGULAR: &str = "not a regular file; give a scene's file, or /dev/stdin";

/// Whether reading the path may wait for ever: a pipe with a name, a socket or a device. What this process was given by its
/// shell, `/dev/stdin` and the `/dev/fd/63` of `<(command)`, has somebody who writes and is read.
pub fn waits(path: &Path, about: &fs::Metadata) -> bool {
    let given = path == Path::new("/dev/stdin") || path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd");
    !about.is_file() && !about.is_dir() && !given
}

fn whole_file(path: &str, message: &str) -> SceneError {
    SceneError { field: String::new(), message: message.to_owned(), path: path.to_owned(), place: None }
}

fn unreadable(path: &str, error: &io::Error) -> SceneError {
    match error.kind() {
        io::ErrorKind::NotFound => whole_file(path, "no such file; check the path"),
        io::ErrorKind::PermissionDenied => whole_file(path, "may not be read; check its permissions"),
        _ => whole_file(path, &format!("cannot be read: {error}")),
    }
}

pub(super) fn too_large(path: &str, bytes: u64) -> SceneError {
    let message =
        format!("{} bytes; a scene has at most {} (16 MiB)", thousands(bytes as usize), thousands(MOST_BYTES));
    whole_file(path, &message)
}

fn binary(path: &str, bytes: &[u8], valid: usize) -> SceneError {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let message = format!("not text: byte 0x{:02x} is not UTF-8; a scene is RON in UTF-8", bytes[valid]);
    SceneError { place: Some(super::tree::place(&before, valid)), ..whole_file(path, &message) }
}

/// What may stand at the path a scene is saved to.
#[derive(Clone, Copy, Debug)]
pub enum Over<'a> {
    /// Nothing.
    Nothing,
    /// The text that was loaded from there, unchanged since; nothing is fine, too.
    Loaded(&'a str),
    /// Any file.
    Anything,
}

/// Writes `content` to `path` in one go: a file beside it, then a rename, so the file is never half written. Permissions of a
/// file that is replaced are kept, a link is followed. On an error the old file stands.
pub fn save(path: &Path, content: impl AsRef<[u8]>, over: Over) -> Result<(), SaveError> {
    let shown = path.to_string_lossy().into_owned();
    let failed = |error: io::Error| SaveError::Io(shown.clone(), error);
    let target = match fs::canonicalize(path) {
        Ok(target) => Some(target),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    match (&target, over) {
        (None, _) | (_, Over::Anything) => {}
        (Some(_), Over::Nothing) => return Err(SaveError::Exists(shown)),
        (Some(target), Over::Loaded(loaded)) => {
            if !holds(target, loaded).map_err(failed)? {
                return Err(SaveError::Changed(shown));
            }
        }
    }
    let to = target.as_deref().unwrap_or(path);
    let mut file = beside(to).map_err(failed)?;
    file.write_all(content.as_ref()).map_err(failed)?;
    if target.is_some() {
        let permissions = fs::metadata(to).map_err(failed)?.permissions();
        file.as_file().set_permissions(permissions).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    match over {
        Over::Nothing => match file.persist_noclobber(to) {
            Ok(_) => Ok(()),
            Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Err(SaveError::Exists(shown)),
            Err(e) => Err(SaveError::Io(shown, e.error)),
        },
        _ => file.persist(to).map(drop).map_err(|e| SaveError::Io(shown, e.error)),
    }
}

/// Whether the file holds exactly this text.
fn holds(path: &Path, text: &str) -> io::Result<bool> {
    if fs::metadata(path)?.len() != text.len() as u64 {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(text.len() as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes == text.as_bytes())
}

/// A temporary file in the folder of `path`, with the permissions of a new file; it vanishes unless it is persisted.
fn beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gjkscope-").suffix(".tmp");
    #[cfg(unix)]
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(mode);
    builder.tempfile_in(folder)
}

/// Every `*.ron` file in a folder and its folders, in bytewise order of their paths with `/`. Links inside are not followed.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, SceneError> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let refused = |error: io::Error| unreadable(&folder.to_string_lossy(), &error);
        for entry in fs::read_dir(&folder).map_err(refused)? {
            let entry = entry.map_err(refused)?;
            let kind = entry.file_type().map_err(refused)?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|end| end == "ron") {
                files.push(path);
            }
        }
    }
    files.sort_by_cached_key(|path| {
        let bytes = path.as_os_str().as_encoded_bytes().iter();
        bytes.map(|b| if *b == std::path::MAIN_SEPARATOR as u8 { b'/' } else { *b }).collect::<Vec<u8>>()
    });
    Ok(files)
}
