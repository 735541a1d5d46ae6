//! Arguments to window or subcommand; hands the window's picture to `figure --view window`.

use std::process::ExitCode;

use gjkscope::cli::{self, Args};

fn main() -> ExitCode {
    let args = match cli::arguments() {
        Ok(args) => args,
        Err(code) => return code,
    };
    match args.command {
        Some(command) => cli::run(command, WINDOW),
        None => open(args),
    }
}

#[cfg(not(feature = "gui"))]
const WINDOW: Option<cli::DrawWindow> = None;

#[cfg(feature = "gui")]
const WINDOW: Option<cli::DrawWindow> = Some(window::draw);

/// Without the window: what it would have shown, as text.
#[cfg(not(feature = "gui"))]
fn open(args: Args) -> ExitCode {
    cli::as_text(args.path, args.kernel, args.precision, args.step)
}

/// The window, or where none can be opened one line that says why and what to do, and the text.
#[cfg(feature = "gui")]
fn open(args: Args) -> ExitCode {
    use gjkscope::ui::{Start, run};
    let path = args.path.as_ref().map(|p| p.display().to_string());
    let start = Start::at(path, args.kernel.clone(), args.precision.map(Into::into), args.step);
    match run(start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // A scene that cannot be read is the news then, not the display.
            if let Err(error) = cli::openable(args.path.as_deref(), args.kernel.as_deref()) {
                return error;
            }
            eprintln!("gjkscope: {why}: {}; without a window: gjkscope trace, check, compare, figure", window::REMEDY);
            cli::as_text(args.path, args.kernel, args.precision, args.step)
        }
    }
}

#[cfg(feature = "gui")]
mod window {
    //! The window for those who have no display.

    use gjkscope::cli::WindowRequest;
    use gjkscope::draw::Theme;
    use gjkscope::export::Pixels;
    use gjkscope::model::{Command, Model, update};
    use gjkscope::{scene, ui};

    /// What a machine without a working display needs.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub const REMEDY: &str = "start it in a desktop session, and on Debian or Ubuntu install libx11-6 libx11-xcb1 libxcursor1 libxi6 \
                              libxkbcommon0 libxkbcommon-x11-0 libwayland-client0 libwayland-egl1 libgl1 libegl1 libgl1-mesa-dri";
    /// What a machine without a working display needs.
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    pub const REMEDY: &str = "start it in a desktop session with an OpenGL driver";

    /// The window at a step.
    pub fn draw(request: &WindowRequest) -> Result<Pixels, String> {
        let mut model = Model::embedded();
        let mut commands = Vec::new();
        if let Some(path) = &request.scene {
            let document = scene::load(path).map_err(|e| e.to_string())?;
            commands.push(Command::Opened(path.display().to_string(), Box::new(document)));
        }
        commands.push(Command::Ask(request.kernel.clone(), request.precision));
        commands.push(Command::SetTheme(if request.dark { Theme::Dark } else { Theme::Light }));
        commands.extend(request.step.map(Command::GoTo));
        for command in commands {
            drop(update(&mut model, command));
        }
        let picture = ui::picture(&mut model, request.width, request.height, request.scale);
        Ok(Pixels { width: picture.width(), height: picture.height(), rgba: picture.into_raw() })
    }
}
