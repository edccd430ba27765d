use std::fs;
use std::io::Write;
use std::process::Command;
use std::process::Stdio;

use serde_json::json;

use crate::fake_daemon::{Field, errors, off, output_of, results};

#[test]
fn executes_an_excluded_program_after_the_daemon_moved_the_process() {
    let field = Field::new();
    let comet = field.comet(&["exclude", "sh", "-c", "echo $0 $1 $$; exit 7", "--x", "--help"]);
    let process = comet.id();
    let mut daemon = field.connection();
    let request = daemon.receive();
    daemon.answer(&request, &off());
    let request = daemon.receive();
    assert_eq!(request["command"], "split.adopt");
    assert_eq!(request["params"], json!({ "pid": process, "mode": "exclude" }));
    daemon.answer(&request, &off());
    let told = output_of(comet);
    assert_eq!((told.code, told.results), (7, format!("--x --help {process}\n")));
    assert!(told.errors.contains("use `comet split off`."));
    let (_, told) = field.run(
        &["include", "true"],
        &[off(), json!({ "error": "split_locked_down" })],
    );
    assert!(
        told.code == 1 && told.errors.starts_with("Lockdown blocks"),
        "{told:?}"
    );
}

#[test]
fn rejects_a_missing_program_without_a_request() {
    let field = Field::new();
    fs::remove_file(field.folder.join("daemon.sock")).unwrap();
    let path = field.folder.join("nonexistent");
    let told = output_of(field.comet(&["split", "add-app", path.to_str().unwrap()]));
    assert_eq!(
        told,
        errors(1, &format!("Program not found: “{}”.\n", path.display()))
    );
}

#[test]
fn never_overwrites_a_file_with_a_report() {
    let field = Field::new();
    let files = json!({ "files": [{ "name": "words.txt", "text": "Grüße\naus Oslo\n" }] });
    let path = field.folder.join("report.tar.gz");
    let (_, told) = field.run(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (
            told.code,
            told.results.starts_with("Report saved to report.tar.gz. Names")
        ),
        (0, true)
    );
    let unpacked = Command::new("tar").args(["-xOzf"]).arg(&path).output().unwrap();
    assert_eq!(String::from_utf8(unpacked.stdout).unwrap(), "Grüße\naus Oslo\n");
    let (_, told) = field.run(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (told.code, told.errors.starts_with("Couldn’t write the report: ")),
        (1, true)
    );
    let (_, told) = field.run(&["report"], &[files]);
    assert!(
        told.results.starts_with("Report saved to comet-report-20"),
        "{told:?}"
    );
}

#[test]
fn a_broken_pipe_is_no_failure_and_a_full_disk_is_one() {
    let field = Field::new();
    for words in [&["status"][..], &["status", "--json"], &["status", "--watch"]] {
        let mut comet = field.comet(words);
        drop(comet.stdout.take());
        let mut daemon = field.connection();
        let request = daemon.receive();
        daemon.answer(&request, &off());
        assert_eq!(output_of(comet), results(0, ""), "{words:?}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_comet"));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let told = output_of(
        command
            .arg("--help")
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    assert_eq!(told.code, 1);
    assert!(told.errors.starts_with("Couldn’t write the result: "), "{told:?}");
}

#[test]
fn prints_the_version_and_logs_requests_in_verbose_mode() {
    let field = Field::new();
    for words in [["--version"], ["-V"], ["-v"]] {
        assert_eq!(
            output_of(field.comet(&words)),
            results(0, concat!(env!("CARGO_PKG_VERSION"), "\n"))
        );
    }
    let (_, told) = field.run(&["status", "-v"], &[off()]);
    assert!(
        told.errors.starts_with("status: sent\nstatus: answered after "),
        "{told:?}"
    );
    let mut comet = field.comet(&["login", "-v", "--email", "ada@example.com"]);
    comet.stdin.take().unwrap().write_all(b"hunter2\n").unwrap();
    let mut daemon = field.connection();
    let request = daemon.receive();
    daemon.answer(&request, &json!({ "error": "wrong_credentials" }));
    let told = output_of(comet);
    assert!(
        told.errors.contains("login.email: failed with wrong_credentials")
            && !told.errors.contains("hunter2")
    );
}
