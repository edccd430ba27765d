//! A program for split tunnelling, named as the kernel tells of what runs: without links.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::PermissionsExt;

use crate::texts::usage;
use crate::values::is_program;

/// The program's own path, or in a sentence why there can be no such process. The user's own process looks: the daemon sees no home, and
/// may tell nobody which files there are. What this user may not look at stays as it was said.
pub(super) fn named(said: &str) -> Result<String, String> {
    match looked_at(said) {
        Ok(found) => found,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Err(usage::command_unknown(said))
        }
        Err(_) => Ok(said.to_owned()),
    }
}

fn looked_at(said: &str) -> io::Result<Result<String, String>> {
    let path = fs::canonicalize(said)?;
    let about = fs::metadata(&path)?;
    if !about.is_file() || about.permissions().mode() & 0o111 == 0 {
        return Ok(Err(usage::not_runnable(said)));
    }
    let Some(path) = path.to_str().filter(|path| is_program(path)) else {
        return Ok(Err(usage::SPLIT_APP.into()));
    };
    Ok(if itself_runs(path)? {
        Ok(path.to_owned())
    } else {
        Err(usage::not_itself(said))
    })
}

/// Whether the kernel runs a file without an interpreter, whose processes would be the interpreter's.
fn itself_runs(path: &str) -> io::Result<bool> {
    let mut magic = Vec::with_capacity(4);
    File::open(path)?.take(4).read_to_end(&mut magic)?;
    Ok(magic == b"\x7fELF")
}

#[cfg(test)]
#[path = "tests/named_program.rs"]
mod tests;
