use super::*;

#[test]
fn finds_a_program_like_a_shell() {
    let path = OsStr::new("/nowhere:/bin:/usr/bin");
    assert_eq!(find_program(OsStr::new("sh"), path), Some("/bin/sh".into()));
    assert_eq!(
        find_program(OsStr::new("/bin/sh"), OsStr::new("")),
        Some("/bin/sh".into())
    );
    assert_eq!(find_program(OsStr::new("no-such-program"), path), None);
    assert_eq!(find_program(OsStr::new("/etc/passwd"), path), None);
}
