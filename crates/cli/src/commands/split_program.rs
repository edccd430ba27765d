//! `comet exclude` and `comet include`: this process is moved by the daemon, which knows it by its socket, and becomes the program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process;

use rustix::fs::{Access, access};
use serde_json::json;

use super::{Done, End};
use crate::daemon::Daemon;
use crate::protocol::{CommandName, Snapshot, SplitMode};
use crate::screen::Screen;
use crate::texts::{settings as words, usage};

/// Returns only where it came to nothing: same user, same terminal, same environment.
pub(super) fn run(mode: &str, command: &[OsString], daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let Some((name, rest)) = command.split_first() else {
        return Err(End::Usage(usage::command_form(mode)));
    };
    let path = env::var_os("PATH").unwrap_or_default();
    let Some(program) = find_program(name, &path) else {
        screen.complain(&usage::command_unknown(name.to_string_lossy()));
        return Err(End::Failed);
    };
    let before: Option<Snapshot> = daemon.call(CommandName::SplitList, &json!({})).ok();
    daemon.ask(
        CommandName::SplitAdopt,
        &json!({ "pid": process::id(), "mode": mode }),
    )?;
    // The mode outlives the program. Said aside, because the standard output is the program's.
    if before.is_some_and(|before| before.settings.split_tunnel.mode == SplitMode::Off) {
        let excludes = mode == "exclude";
        screen.complain(if excludes {
            words::SPLIT_STARTED_EXCLUDE
        } else {
            words::SPLIT_STARTED_INCLUDE
        });
    }
    let error = process::Command::new(program).arg0(name).args(rest).exec();
    screen.complain(&format!("{}: {error}", name.to_string_lossy()));
    Err(End::Failed)
}

/// As execvp(3) finds it: a name with a slash is a path, any other is looked for on PATH.
fn find_program(name: &OsStr, path: &OsStr) -> Option<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return Some(PathBuf::from(name)).filter(|program| is_executable(program));
    }
    env::split_paths(path)
        .map(|folder| {
            if folder.as_os_str().is_empty() {
                Path::new(".").join(name)
            } else {
                folder.join(name)
            }
        })
        .find(|program| is_executable(program))
}

fn is_executable(program: &Path) -> bool {
    access(program, Access::EXEC_OK).is_ok()
}

#[cfg(test)]
#[path = "tests/split_program.rs"]
mod tests;
