//! Unsaved edits survive the end of the process, whenever it comes. No display: the process that is killed is this test itself,
//! started again as a child that edits a model and keeps it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use gjkscope::model::{Command, Effect, Model, Recovered, update};
use gjkscope::scene::parse;
use gjkscope::shape::{PoseDef, ShapeDef};
use gjkscope::ui::{INTERVAL, Recovery, left_behind};
use glam::DVec3;

/// Set for the child: the folder of recovery files.
const FOLDER: &str = "GJKSCOPE_TEST_RECOVERY";
/// Set for the child: it stops after so many edits and waits.
const EDITS: &str = "GJKSCOPE_TEST_EDITS";

fn place(model: &mut Model, x: f64) {
    let translation = DVec3::new(x, 0.0, 0.0);
    drop(update(model, Command::SetPose(1, PoseDef { translation, ..PoseDef::default() })));
}

/// The child: edits without end, keeps each edit and says its number. Does nothing where it is no child.
#[test]
fn edit_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let edits: u32 = std::env::var(EDITS).ok().and_then(|n| n.parse().ok()).unwrap_or(u32::MAX);
    let mut model = Model::embedded();
    let mut recovery = Recovery::new(Path::new(&folder)).expect("a recovery file");
    let end = Instant::now() + Duration::from_secs(60);
    let mut edit = 0;
    while Instant::now() < end {
        if edit < edits {
            edit += 1;
            place(&mut model, f64::from(edit));
            recovery.keep(&model);
            println!("edit {edit}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A child, and each edit's number with the time at which it was heard of.
fn child(folder: &Path, edits: Option<u32>) -> (Child, Receiver<(u32, Instant)>) {
    let mut process = Process::new(std::env::current_exe().expect("this test"));
    process.args(["--exact", "edit_until_killed", "--nocapture"]).env(FOLDER, folder).stdout(Stdio::piped());
    if let Some(edits) = edits {
        process.env(EDITS, edits.to_string());
    }
    let mut child = process.spawn().expect("a child");
    let out = child.stdout.take().expect("its output");
    let (sender, heard) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if let Some(edit) = line.strip_prefix("edit ").and_then(|n| n.parse().ok())
                && sender.send((edit, Instant::now())).is_err()
            {
                return;
            }
        }
    });
    (child, heard)
}

fn kill(mut child: Child) {
    child.kill().expect("killed");
    drop(child.wait());
}

fn the_one(folder: &Path) -> Recovered {
    let (mut found, unreadable) = left_behind(folder);
    assert_eq!((found.len(), unreadable), (1, 0));
    found.remove(0)
}

fn edit_of(recovered: &Recovered) -> u32 {
    recovered.scene.bodies[1].pose.translation.x as u32
}

/// The file as it stands, read in the middle of the child's writing.
fn peek(folder: &Path) -> Option<u32> {
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let file = files.map(|f| f.path()).find(|p| p.extension().is_some_and(|end| end == "recovery"))?;
    let text = std::fs::read_to_string(file).ok()?;
    let value: serde_json::Value = serde_json::from_str(&text).expect("never half a file");
    let edited = parse(value["edited"].as_str().expect("a text"), "").expect("never half a scene");
    Some(edited.scene.bodies[1].pose.translation.x as u32)
}

#[test]
fn a_process_killed_in_the_middle_of_edits_loses_no_more_than_the_last_moment() {
    for after in [300, 731, 3000] {
        let folder = tempfile::tempdir().expect("a folder");
        let (child, heard) = child(folder.path(), None);
        let (first, _) = heard.recv_timeout(Duration::from_secs(30)).expect("it edits");
        let end = Instant::now() + Duration::from_millis(after);
        let mut last_seen = 0;
        while Instant::now() < end {
            let seen = peek(folder.path()).unwrap_or(last_seen);
            assert!(seen >= last_seen, "the file never goes back");
            last_seen = seen;
        }
        assert!(left_behind(folder.path()).0.is_empty(), "its process lives");
        let killed = Instant::now();
        kill(child);
        let kept = edit_of(&the_one(folder.path()));
        // Besides the interval, a write may take its time on a busy disk.
        let safe = killed.checked_sub(INTERVAL + Duration::from_secs(2));
        let due = heard.try_iter().take_while(|(_, at)| safe.is_some_and(|safe| *at <= safe)).last();
        assert!(kept >= due.map_or(first, |(edit, _)| edit) && kept >= last_seen, "{kept} of {due:?}");
    }
}

#[test]
fn the_last_edit_is_there_once_the_hand_rests() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, heard) = child(folder.path(), Some(57));
    while heard.recv_timeout(Duration::from_secs(30)).expect("it edits").0 < 57 {}
    let patience = Instant::now() + Duration::from_secs(20);
    while peek(folder.path()) != Some(57) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(10));
    }
    kill(child);
    assert_eq!(edit_of(&the_one(folder.path())), 57);
}

/// Waits until the file of this very process says so.
fn until(folder: &Path, right: impl Fn(Option<u32>) -> bool) {
    let patience = Instant::now() + Duration::from_secs(20);
    while !right(peek(folder)) {
        assert!(Instant::now() < patience, "never written");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_lone_minus_zero_after_another_edit_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::embedded();
    let mut recovery = Recovery::new(folder.path()).expect("a recovery file");
    let text = || {
        let files = std::fs::read_dir(folder.path()).into_iter().flatten().flatten();
        let kept = files.map(|f| f.path()).find(|p| p.extension().is_some_and(|e| e == "recovery"));
        kept.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default()
    };
    // The only body far from the origin, so that the text says its place.
    for x in [7.0, 7.0] {
        let y = if text().is_empty() { 0.0 } else { -0.0 };
        let translation = DVec3::new(x, y, 0.0);
        drop(update(&mut model, Command::SetPose(1, PoseDef { translation, ..PoseDef::default() })));
        recovery.keep(&model);
        let wanted = if y.is_sign_negative() { "(7, -0" } else { "(7, 0" };
        let end = Instant::now() + Duration::from_secs(20);
        while !text().contains(wanted) {
            assert!(Instant::now() < end, "{wanted} is not in {:?}", text());
            std::thread::sleep(INTERVAL);
        }
    }
}

#[test]
fn saving_undoing_and_closing_leave_nothing_to_recover() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::embedded();
    let mut recovery = Recovery::new(folder.path()).expect("a recovery file");
    recovery.keep(&model);
    place(&mut model, 3.0);
    recovery.keep(&model);
    until(folder.path(), |kept| kept == Some(3));
    drop(update(&mut model, Command::Undo));
    recovery.keep(&model);
    until(folder.path(), |kept| kept.is_none());
    place(&mut model, 4.0);
    recovery.keep(&model);
    until(folder.path(), |kept| kept == Some(4));
    drop(recovery);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn what_was_kept_comes_back_as_edits_of_its_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, heard) = child(folder.path(), Some(9));
    while heard.recv_timeout(Duration::from_secs(30)).expect("it edits").0 < 9 {}
    until(folder.path(), |kept| kept == Some(9));
    kill(child);
    let found = the_one(folder.path());
    let id = found.id.clone();

    let mut model = Model::embedded();
    drop(update(&mut model, Command::Recovered(Box::new(found))));
    let actions = model.messages[0].actions.clone();
    assert_eq!(actions.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(), ["Restore", "Discard"]);
    let effects = update(&mut model, actions[0].1.clone());
    assert!(matches!(&effects[0], Effect::Forget(which, false) if *which == id));
    assert!(model.dirty() && model.would_lose() && model.path.as_deref() == Some("embedded:tutorial/two-squares.ron"));
    assert_eq!(model.scene.bodies[1].pose.translation.x, 9.0);
    assert!(model.document.text.contains("computed by hand"), "what was loaded is the base of saving");

    // The old file goes when this process holds the edits, not before.
    let mut recovery = Recovery::new(folder.path()).expect("a recovery file");
    recovery.forget(&id, false);
    assert!(Path::new(&id).exists());
    recovery.keep(&model);
    let patience = Instant::now() + Duration::from_secs(20);
    while Path::new(&id).exists() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!Path::new(&id).exists());
    assert_eq!(peek(folder.path()), Some(9));
    assert!(matches!(&update(&mut model, actions[1].1.clone())[0], Effect::Forget(which, true) if *which == id));
}

#[test]
fn a_polygon_that_is_not_convex_yet_is_kept_and_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::embedded();
    let dent = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    let shape = ShapeDef::Polygon { points: dent.to_vec(), radius: 0.0 };
    drop(update(&mut model, Command::SetShape(0, shape.clone())));
    {
        let mut recovery = Recovery::new(folder.path()).expect("a recovery file");
        recovery.keep(&model);
        // The end of a process by a panic keeps the file: what is dropped while the thread unwinds.
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            let _held = recovery;
            std::panic::resume_unwind(Box::new("an error of this program"));
        }));
        assert!(unwound.is_err());
    }
    assert_eq!(the_one(folder.path()).scene.bodies[0].shape, shape);
}

#[test]
fn what_cannot_be_read_is_counted_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("1-2.recovery");
    std::fs::write(&file, "{\"format\": 1, \"edited\": 3").expect("written");
    let (found, unreadable) = left_behind(folder.path());
    assert_eq!((found.len(), unreadable), (0, 1));
    assert!(file.exists());
    assert!(left_behind(&folder.path().join("none")).0.is_empty());
}
