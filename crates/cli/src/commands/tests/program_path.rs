use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::*;

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn folder() -> Folder {
    let path = std::env::temp_dir().join(format!("comet-program-{}", std::process::id()));
    fs::create_dir(&path).unwrap();
    let folder = Folder(fs::canonicalize(path).unwrap());
    let within = |name: &str| folder.0.join(name);
    fs::copy("/bin/true", within("program")).unwrap();
    for (name, content, mode) in [
        ("text", "\u{7f}ELF", 0o644),
        ("script", "#!/bin/sh\n", 0o755),
        ("empty", "", 0o755),
    ] {
        fs::write(within(name), content).unwrap();
        fs::set_permissions(within(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    for (name, aim) in [
        ("link", "further"),
        ("further", "program"),
        ("to-script", "script"),
        ("dangling", "gone"),
        ("round", "round"),
    ] {
        symlink(within(aim), within(name)).unwrap();
    }
    symlink(&folder.0, within("here")).unwrap();
    folder
}

#[test]
fn resolves_links_and_rejects_what_is_no_program() {
    let folder = folder();
    let path = |name: &str| Path::join(&folder.0, name).to_str().unwrap().to_owned();
    for name in ["program", "link", "here/further"] {
        assert_eq!(canonical_path(&path(name)), Ok(path("program")));
    }
    for name in ["nonexistent", "dangling", "program/within"] {
        assert_eq!(
            canonical_path(&path(name)),
            Err(usage::command_unknown(path(name)))
        );
    }
    for name in ["text", "here"] {
        assert_eq!(canonical_path(&path(name)), Err(usage::not_runnable(path(name))));
    }
    for name in ["script", "to-script", "empty"] {
        assert_eq!(canonical_path(&path(name)), Err(usage::not_itself(path(name))));
    }
    // A path that cannot be examined stays as given.
    assert_eq!(canonical_path(&path("round")), Ok(path("round")));
}
