//! Resolves a program for split tunnelling to the path that the kernel reports for its processes, without symbolic links.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::PermissionsExt;

use crate::texts::usage;
use crate::values::is_program;

/// Returns the program's canonical path, or the sentence why no process can have it. This runs in the user's process: the daemon has no access
/// to home folders and must not reveal which files exist. A path that the user cannot examine stays as given.
pub(super) fn canonical_path(given: &str) -> Result<String, String> {
    match resolve(given) {
        Ok(found) => found,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Err(usage::command_unknown(given))
        }
        Err(_) => Ok(given.to_owned()),
    }
}

fn resolve(given: &str) -> io::Result<Result<String, String>> {
    let path = fs::canonicalize(given)?;
    let metadata = fs::metadata(&path)?;
    if !metadata.is_file() || metadata.permissions().mode() & 0o111 == 0 {
        return Ok(Err(usage::not_runnable(given)));
    }
    let Some(path) = path.to_str().filter(|path| is_program(path)) else {
        return Ok(Err(usage::SPLIT_APP.into()));
    };
    Ok(if is_elf(path)? {
        Ok(path.to_owned())
    } else {
        Err(usage::not_itself(given))
    })
}

/// Whether the file is an ELF program. The processes of a script have the path of its interpreter.
fn is_elf(path: &str) -> io::Result<bool> {
    let mut magic = Vec::with_capacity(4);
    File::open(path)?.take(4).read_to_end(&mut magic)?;
    Ok(magic == b"\x7fELF")
}

#[cfg(test)]
#[path = "tests/program_path.rs"]
mod tests;
