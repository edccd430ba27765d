//! `comet exclude`, `comet include` and the program of `comet portal open`: the daemon moves this process, which it identifies by its socket, and the process executes the program.

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
use crate::texts::{settings as text, usage};

/// Executes the program with the same user, terminal and environment. Returns only on failure.
pub(super) fn run(mode: &str, command: &[OsString], daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let Some((name, rest)) = command.split_first() else {
        return Err(End::Usage(usage::command_form(mode)));
    };
    let program = program_named(name, screen)?;
    let before: Option<Snapshot> = daemon.call(CommandName::SplitList, &json!({})).ok();
    daemon.request(
        CommandName::SplitAdopt,
        &json!({ "pid": process::id(), "mode": mode }),
    )?;
    // The mode outlives the program. Standard output belongs to the program.
    if before.is_some_and(|before| before.settings.split_tunnel.mode == SplitMode::Off) {
        let excludes = mode == "exclude";
        screen.print_error(if excludes {
            text::SPLIT_STARTED_EXCLUDE
        } else {
            text::SPLIT_STARTED_INCLUDE
        });
    }
    execute(&program, name, rest, screen)
}

/// Finds the program before the daemon is asked to move this process.
pub(super) fn program_named(name: &OsStr, screen: &mut Screen) -> Result<PathBuf, End> {
    let path = env::var_os("PATH").unwrap_or_default();
    find_program(name, &path).ok_or_else(|| {
        screen.print_error(&usage::command_unknown(name.to_string_lossy()));
        End::Failed
    })
}

/// Replaces this process by the program. Returns only on failure.
pub(super) fn execute(program: &Path, name: &OsStr, rest: &[OsString], screen: &mut Screen) -> Done {
    let error = process::Command::new(program).arg0(name).args(rest).exec();
    screen.print_error(&format!("{}: {error}", name.to_string_lossy()));
    Err(End::Failed)
}

/// Finds a program as execvp(3) does: a name with a slash is a path, any other is searched for in PATH.
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
