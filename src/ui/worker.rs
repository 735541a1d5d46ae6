//! The one thread beside the window's: it judges the listed scenes and compares kernels, a small piece at a time, and what a
//! person waits for first.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use egui::Context;

use super::shell::{load, write_figure};
use crate::kernel::KernelRow;
use crate::model::{
    Badge, Command, ExportCommand, FigureCommand, KeepCommand, Listed, ToExport, ToPreview, ToWrite, badge_of,
};
use crate::scene::Scene;
use crate::search::{applicable, compare_one};

/// A comparison under way.
struct Comparing {
    generation: u32,
    scene: Arc<Scene>,
    kernels: std::vec::IntoIter<&'static KernelRow>,
}

impl Comparing {
    fn new(generation: u32, scene: Scene) -> Self {
        Comparing { generation, kernels: applicable(&scene).into_iter(), scene: Arc::new(scene) }
    }
}

/// A folder whose scenes are judged.
struct Judging {
    generation: u32,
    scenes: std::iter::Enumerate<std::vec::IntoIter<Listed>>,
}

/// What is to be done. New work takes the place of the old of its kind; what is under way just then is answered and dropped by
/// its generation.
#[derive(Default)]
struct Jobs {
    /// What the figure dialog shows.
    preview: Option<(u32, Box<ToPreview>)>,
    figures: Vec<ToWrite>,
    export: Vec<ToExport>,
    compare: Option<Comparing>,
    /// A scene that is to be kept.
    keep: Option<Comparing>,
    judge: Option<Judging>,
}

/// A piece of work.
enum Piece {
    Preview(u32, Box<ToPreview>),
    Figure(Box<ToWrite>),
    Export(Box<ToExport>),
    Try(u32, Arc<Scene>, &'static KernelRow),
    Compare(u32, Arc<Scene>, &'static KernelRow),
    Judge(u32, usize, Listed),
}

impl Jobs {
    /// The next piece: a comparison is looked at now, badges can wait.
    fn next(&mut self) -> Option<Piece> {
        if let Some((generation, asked)) = self.preview.take() {
            return Some(Piece::Preview(generation, asked));
        }
        if let Some(asked) = self.figures.pop() {
            return Some(Piece::Figure(Box::new(asked)));
        }
        if let Some(asked) = self.export.pop() {
            return Some(Piece::Export(Box::new(asked)));
        }
        if let Some(job) = &mut self.keep
            && let Some(kernel) = job.kernels.next()
        {
            return Some(Piece::Try(job.generation, job.scene.clone(), kernel));
        }
        if let Some(job) = &mut self.compare
            && let Some(kernel) = job.kernels.next()
        {
            return Some(Piece::Compare(job.generation, job.scene.clone(), kernel));
        }
        let job = self.judge.as_mut()?;
        job.scenes.next().map(|(i, listed)| Piece::Judge(job.generation, i, listed))
    }
}

impl Piece {
    fn work(self) -> Command {
        match self {
            Piece::Preview(generation, asked) => Command::Figure(FigureCommand::Drawn(generation, asked.draw())),
            Piece::Figure(asked) => Command::Figure(write_figure(&asked)),
            Piece::Export(asked) => {
                let texts = asked.texts();
                Command::Export(ExportCommand::Done(asked, texts))
            }
            Piece::Try(generation, scene, kernel) => {
                Command::Keep(KeepCommand::Ran(generation, compare_one(&scene, kernel)))
            }
            Piece::Compare(generation, scene, kernel) => Command::Compared(generation, compare_one(&scene, kernel)),
            Piece::Judge(generation, i, listed) => {
                let badge = load(&listed.path).map_or(Badge::Unreadable, |document| badge_of(&document.scene));
                Command::Judged(generation, i, badge)
            }
        }
    }
}

type Shared = Arc<(Mutex<Jobs>, Condvar)>;

/// The door to the thread.
pub struct Worker(Shared);

impl Worker {
    /// Starts the thread; answers go to `sender`. Without a thread badges stay "not run" and comparisons empty.
    pub fn new(sender: Sender<Command>, ctx: Context) -> Self {
        let shared = Shared::default();
        let jobs = shared.clone();
        let work = move || {
            loop {
                let piece = wait(&jobs);
                if sender.send(piece.work()).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        };
        drop(std::thread::Builder::new().name("worker".into()).spawn(work));
        Worker(shared)
    }

    /// Judges these scenes instead of those before.
    pub fn judge(&self, generation: u32, scenes: Vec<Listed>) {
        self.give(|jobs| jobs.judge = Some(Judging { generation, scenes: scenes.into_iter().enumerate() }));
    }

    /// Compares the kernels on this scene instead of what was compared before.
    pub fn compare(&self, generation: u32, scene: Option<Box<Scene>>) {
        let job = scene.map(|scene| Comparing::new(generation, *scene));
        self.give(|jobs| jobs.compare = job);
    }

    /// Tries the kernels on a scene that is to be kept, instead of what was tried before.
    pub fn attempt(&self, generation: u32, scene: Option<Box<Scene>>) {
        let job = scene.map(|scene| Comparing::new(generation, *scene));
        self.give(|jobs| jobs.keep = job);
    }

    /// Exports a scene.
    pub fn export(&self, asked: ToExport) {
        self.give(|jobs| jobs.export.push(asked));
    }

    /// Draws what the figure dialog shows instead of what was asked before.
    pub fn preview(&self, generation: u32, asked: Box<ToPreview>) {
        self.give(|jobs| jobs.preview = Some((generation, asked)));
    }

    /// Draws a figure's files.
    pub fn write_figure(&self, asked: ToWrite) {
        self.give(|jobs| jobs.figures.push(asked));
    }

    fn give(&self, change: impl FnOnce(&mut Jobs)) {
        change(&mut lock(&self.0.0));
        self.0.1.notify_one();
    }
}

fn lock(jobs: &Mutex<Jobs>) -> MutexGuard<'_, Jobs> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sleeps until there is a piece of work.
fn wait(shared: &Shared) -> Piece {
    let mut jobs = lock(&shared.0);
    loop {
        if let Some(piece) = jobs.next() {
            return piece;
        }
        jobs = shared.1.wait(jobs).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::first;

    #[test]
    fn a_comparison_comes_kernel_by_kernel_and_before_the_badges() {
        let scene = first().expect("inside the program").scene;
        let count = applicable(&scene).len();
        let listed = Listed { path: "no such file".into(), name: "x".into(), badge: Badge::NotRun };
        let mut jobs = Jobs {
            compare: Some(Comparing::new(7, scene)),
            judge: Some(Judging { generation: 3, scenes: vec![listed].into_iter().enumerate() }),
            ..Jobs::default()
        };
        for _ in 0..count {
            assert!(matches!(jobs.next(), Some(Piece::Compare(7, ..))));
        }
        let last = jobs.next().map(Piece::work);
        assert!(matches!(last, Some(Command::Judged(3, 0, Badge::Unreadable))));
        assert!(jobs.next().is_none());
    }

    #[test]
    fn the_thread_answers() {
        let (sender, answers) = std::sync::mpsc::channel();
        let worker = Worker::new(sender, Context::default());
        let scene = first().expect("inside the program").scene;
        let count = applicable(&scene).len();
        worker.compare(1, Some(Box::new(scene)));
        for _ in 0..count {
            let answer = answers.recv_timeout(std::time::Duration::from_secs(60));
            assert!(matches!(&answer, Ok(Command::Compared(1, runs)) if runs.len() == 2), "{answer:?}");
        }
        worker.compare(2, None);
    }
}
