use std::fs;
use std::io::Write;
use std::process::Command;
use std::process::Stdio;

use serde_json::json;

use crate::fake_daemon::{Fixture, errors, off, output_of, results};

#[test]
fn executes_an_excluded_program_after_the_daemon_moved_the_process() {
    let fixture = Fixture::new();
    let comet = fixture.comet(&["exclude", "sh", "-c", "echo $0 $1 $$; exit 7", "--x", "--help"]);
    let process = comet.id();
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    daemon.respond(&request, &off());
    let request = daemon.receive();
    assert_eq!(request["command"], "split.adopt");
    assert_eq!(request["params"], json!({ "pid": process, "mode": "exclude" }));
    daemon.respond(&request, &off());
    let output = output_of(comet);
    assert_eq!(
        (output.code, output.results),
        (7, format!("--x --help {process}\n"))
    );
    assert!(output.errors.contains("use `comet split off`."));
    let (_, output) = fixture.run(
        &["include", "true"],
        &[off(), json!({ "error": "split_locked_down" })],
    );
    assert!(
        output.code == 1 && output.errors.starts_with("Lockdown blocks"),
        "{output:?}"
    );
}

#[test]
fn shows_a_sign_in_page_in_a_program_that_the_daemon_lets_out() {
    let fixture = Fixture::new();
    let comet = fixture.comet(&["portal", "open", "sh", "-c", "echo $0 $1 $$; exit 7", "--x"]);
    let process = comet.id();
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    assert_eq!(request["command"], "portal.open");
    assert_eq!(request["params"], json!({ "pid": process }));
    daemon.respond(&request, &json!({ "page": "http://192.168.1.1/login" }));
    let output = output_of(comet);
    assert_eq!(
        (output.code, output.results),
        (7, format!("--x http://192.168.1.1/login {process}\n"))
    );
    let (_, output) = fixture.run(&["portal", "open", "true"], &[json!({ "error": "portal_none" })]);
    assert!(
        output.code == 1 && output.errors.starts_with("No sign-in page was found"),
        "{output:?}"
    );
}

#[test]
fn describes_the_sign_in_page_of_a_network() {
    let fixture = Fixture::new();
    let with = |portal: serde_json::Value| {
        let mut snapshot = off();
        snapshot["captivePortal"] = portal;
        snapshot
    };
    let page = "http://192.168.1.1/login";
    let found = with(json!({ "page": page, "openUntil": null }));
    let (requests, output) = fixture.run(&["portal"], &[found]);
    assert_eq!(requests, [json!(["portal.check", {}])]);
    assert_eq!(
        output,
        results(
            0,
            &format!(
                "This network wants you to sign in on its own page first: {page}\nOpen it with `comet portal open PROGRAM`, such as `comet portal open w3m`. Everything else stays as it is.\n"
            )
        )
    );
    let shown = with(json!({ "page": page, "openUntil": "2026-11-21T10:10:00.000Z" }));
    let (_, output) = fixture.run(&["status"], &[shown]);
    assert!(
        output
            .results
            .contains("One program may show this page until 10:10:00."),
        "{output:?}"
    );
    let (_, output) = fixture.run(&["portal"], &[off()]);
    assert_eq!(output, results(0, "No sign-in page found on this network.\n"));
}

#[test]
fn rejects_a_missing_program_without_a_request() {
    let fixture = Fixture::new();
    fs::remove_file(fixture.folder.join("daemon.sock")).unwrap();
    let path = fixture.folder.join("nonexistent");
    let output = output_of(fixture.comet(&["split", "add-app", path.to_str().unwrap()]));
    assert_eq!(
        output,
        errors(1, &format!("Program not found: “{}”.\n", path.display()))
    );
}

#[test]
fn never_overwrites_a_file_with_a_report() {
    let fixture = Fixture::new();
    let files = json!({ "files": [{ "name": "words.txt", "text": "Grüße\naus Oslo\n" }] });
    let path = fixture.folder.join("report.tar.gz");
    let (_, output) = fixture.run(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (
            output.code,
            output.results.starts_with("Report saved to report.tar.gz. Names")
        ),
        (0, true)
    );
    let unpacked = Command::new("tar").args(["-xOzf"]).arg(&path).output().unwrap();
    assert_eq!(String::from_utf8(unpacked.stdout).unwrap(), "Grüße\naus Oslo\n");
    let (_, output) = fixture.run(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (
            output.code,
            output.errors.starts_with("Couldn’t write the report: ")
        ),
        (1, true)
    );
    let (_, output) = fixture.run(&["report"], &[files]);
    assert!(
        output.results.starts_with("Report saved to comet-report-20"),
        "{output:?}"
    );
}

#[test]
fn a_broken_pipe_is_no_failure_and_a_full_disk_is_one() {
    let fixture = Fixture::new();
    for args in [&["status"][..], &["status", "--json"]] {
        let mut comet = fixture.comet(args);
        drop(comet.stdout.take());
        let mut daemon = fixture.connection();
        let request = daemon.receive();
        daemon.respond(&request, &off());
        assert_eq!(output_of(comet), results(0, ""), "{args:?}");
    }
    // Its reader is noticed without a snapshot.
    let mut watch = fixture.comet(&["status", "--watch"]);
    drop(watch.stdout.take());
    let mut daemon = fixture.connection();
    daemon.receive();
    assert_eq!(output_of(watch), results(0, ""));
    let mut command = Command::new(env!("CARGO_BIN_EXE_comet"));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = output_of(
        command
            .arg("--help")
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    assert_eq!(output.code, 1);
    assert!(
        output.errors.starts_with("Couldn’t write the result: "),
        "{output:?}"
    );
}

#[test]
fn prints_the_version_and_logs_requests_in_verbose_mode() {
    let fixture = Fixture::new();
    for args in [["--version"], ["-V"], ["-v"]] {
        assert_eq!(
            output_of(fixture.comet(&args)),
            results(0, concat!(env!("CARGO_PKG_VERSION"), "\n"))
        );
    }
    let (_, output) = fixture.run(&["status", "-v"], &[off()]);
    assert!(
        output.errors.starts_with("status: sent\nstatus: answered after "),
        "{output:?}"
    );
    let mut comet = fixture.comet(&["login", "-v", "--email", "ada@example.com"]);
    comet.stdin.take().unwrap().write_all(b"hunter2\n").unwrap();
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    daemon.respond(&request, &json!({ "error": "wrong_credentials" }));
    let output = output_of(comet);
    assert!(
        output
            .errors
            .contains("login.email: failed with wrong_credentials")
            && !output.errors.contains("hunter2")
    );
}
