use std::fs;
use std::io::Write;
use std::process::Command;
use std::process::Stdio;

use serde_json::json;

use crate::fake_daemon::{Field, off, remarks, results, said};

#[test]
fn an_excluded_program_is_this_process_and_starts_when_the_daemon_has_moved_it() {
    let field = Field::new();
    let comet = field.comet(&["exclude", "sh", "-c", "echo $0 $1 $$; exit 7", "--x", "--help"]);
    let process = comet.id();
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &off());
    let request = daemon.hear();
    assert_eq!(request["command"], "split.adopt");
    assert_eq!(request["params"], json!({ "pid": process, "mode": "exclude" }));
    daemon.answer(&request, &off());
    let told = said(comet);
    assert_eq!((told.code, told.results), (7, format!("--x --help {process}\n")));
    assert!(told.remarks.contains("`comet split off` ends it."));
    let (_, told) = field.told(
        &["include", "true"],
        &[off(), json!({ "error": "split_locked_down" })],
    );
    assert!(
        told.code == 1 && told.remarks.starts_with("Under lockdown"),
        "{told:?}"
    );
}

#[test]
fn a_program_that_is_not_there_is_refused_before_the_daemon_is_asked() {
    let field = Field::new();
    fs::remove_file(field.folder.join("daemon.sock")).unwrap();
    let path = field.folder.join("nonexistent");
    let told = said(field.comet(&["split", "add-app", path.to_str().unwrap()]));
    assert_eq!(
        told,
        remarks(1, &format!("There is no program “{}”.\n", path.display()))
    );
}

#[test]
fn a_report_is_written_by_the_user_and_never_over_a_file() {
    let field = Field::new();
    let files = json!({ "files": [{ "name": "words.txt", "text": "Grüße" }] });
    let path = field.folder.join("report.tar.gz");
    let (_, told) = field.told(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (
            told.code,
            told.results
                .starts_with("The report is in report.tar.gz. Read it")
        ),
        (0, true)
    );
    let unpacked = Command::new("tar").args(["-xOzf"]).arg(&path).output().unwrap();
    assert_eq!(String::from_utf8(unpacked.stdout).unwrap(), "Grüße");
    let (_, told) = field.told(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (
            told.code,
            told.remarks.starts_with("The report could not be written: ")
        ),
        (1, true)
    );
    let (_, told) = field.told(&["report"], &[files]);
    assert!(
        told.results.starts_with("The report is in comet-report-20"),
        "{told:?}"
    );
}

#[test]
fn a_reader_that_left_is_no_failure_and_a_full_disk_is_one() {
    let field = Field::new();
    for words in [&["status"][..], &["status", "--json"], &["status", "--watch"]] {
        let mut comet = field.comet(words);
        drop(comet.stdout.take());
        let mut daemon = field.conversation();
        let request = daemon.hear();
        daemon.answer(&request, &off());
        assert_eq!(said(comet), results(0, ""), "{words:?}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_comet"));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let told = said(
        command
            .arg("--help")
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    assert_eq!(told.code, 1);
    assert!(
        told.remarks.starts_with("The result could not be written: "),
        "{told:?}"
    );
}

#[test]
fn the_version_is_told_and_requests_where_that_is_asked_for() {
    let field = Field::new();
    for words in [["--version"], ["-V"], ["-v"]] {
        assert_eq!(
            said(field.comet(&words)),
            results(0, concat!(env!("CARGO_PKG_VERSION"), "\n"))
        );
    }
    let (_, told) = field.told(&["status", "-v"], &[off()]);
    assert!(
        told.remarks.starts_with("status: asked\nstatus: answered after "),
        "{told:?}"
    );
    let mut comet = field.comet(&["login", "-v", "--email", "ada@example.com"]);
    comet.stdin.take().unwrap().write_all(b"hunter2\n").unwrap();
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &json!({ "error": "wrong_credentials" }));
    let told = said(comet);
    assert!(
        told.remarks
            .contains("login.email: refused with wrong_credentials")
            && !told.remarks.contains("hunter2")
    );
}
