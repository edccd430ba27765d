use super::*;

#[test]
fn a_program_is_found_as_a_shell_finds_it() {
    let path = OsStr::new("/nowhere:/bin:/usr/bin");
    assert_eq!(find_program(OsStr::new("sh"), path), Some("/bin/sh".into()));
    assert_eq!(
        find_program(OsStr::new("/bin/sh"), OsStr::new("")),
        Some("/bin/sh".into())
    );
    assert_eq!(find_program(OsStr::new("no-such-program"), path), None);
    assert_eq!(find_program(OsStr::new("/etc/passwd"), path), None);
}
