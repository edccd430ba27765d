//! `comet report`: the file, and sending it to support.

use std::fs;
use std::io::Write;

use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, errors, output_of, results};

const SAVED: &str = "Report saved to report.tar.gz. Names, domains, IP and email addresses and keys were removed; read it before you send it.\n";
const PARTS: &str = "The report has 2 parts, 2 kB. This is exactly what support gets:\nstate.json: 2 bytes\njournal.txt: 1200 bytes\n";

fn report() -> Value {
    let files = [
        json!({ "name": "state.json", "text": "{}" }),
        json!({ "name": "journal.txt", "text": "x".repeat(1200) }),
    ];
    json!({ "files": files, "id": "r1" })
}

fn sent() -> Value {
    json!({ "ticket": "2a4d6e8f" })
}

#[test]
fn saves_a_report_and_sends_nothing() {
    let fixture = Fixture::new();
    let (requests, output) = fixture.run(&["report", "report.tar.gz"], &[report()]);
    assert_eq!(output, results(0, SAVED));
    assert_eq!(requests, [json!(["report", {}])]);
    assert!(fixture.folder.join("report.tar.gz").exists());
}

#[test]
fn shows_what_is_sent_and_prints_the_ticket_number() {
    let fixture = Fixture::new();
    let arguments = ["report", "report.tar.gz", "--send", "--yes"];
    let (requests, output) = fixture.run(&arguments, &[report(), sent()]);
    let done = "Sent to support. Your ticket number is 2a4d6e8f.\n";
    assert_eq!(output, results(0, &format!("{SAVED}{PARTS}{done}")));
    assert_eq!(requests[1], json!(["report.send", { "id": "r1" }]));
}

#[test]
fn sends_only_after_a_confirmation() {
    for (response, sends) in [
        ("y\n", true),
        ("YES\n", true),
        ("n\n", false),
        ("\n", false),
        ("", false),
    ] {
        let fixture = Fixture::new();
        let mut comet = fixture.comet(&["report", "report.tar.gz", "--send"]);
        let mut input = comet.stdin.take().unwrap();
        input.write_all(response.as_bytes()).unwrap();
        drop(input);
        let mut daemon = fixture.connection();
        let request = daemon.receive();
        daemon.respond(&request, &report());
        if sends {
            let request = daemon.receive();
            assert_eq!(request["command"], "report.send");
            daemon.respond(&request, &sent());
        }
        let output = output_of(comet);
        assert_eq!(output.code, i32::from(!sends), "{response:?}: {output:?}");
        assert_eq!(output.results.contains("2a4d6e8f"), sends);
        assert_eq!(output.errors.contains("Nothing was sent."), !sends);
    }
}

#[test]
fn keeps_the_file_where_sending_fails() {
    let fixture = Fixture::new();
    let refused = json!({ "error": "report_limit" });
    let arguments = ["report", "report.tar.gz", "--send", "--yes"];
    let (_, output) = fixture.run(&arguments, &[report(), refused]);
    assert_eq!(output.code, 1);
    assert!(
        output.errors.contains("You’ve sent five reports today."),
        "{output:?}"
    );
    assert!(fs::metadata(fixture.folder.join("report.tar.gz")).unwrap().len() > 0);
}

#[test]
fn an_older_daemon_sends_no_report() {
    let fixture = Fixture::new();
    let files = report()["files"].clone();
    let arguments = ["report", "report.tar.gz", "--send", "--yes"];
    let (_, output) = fixture.run(&arguments, &[json!({ "files": files })]);
    assert_eq!(output.code, 1);
    assert!(output.errors.contains("can’t send reports"), "{output:?}");
}

#[test]
fn writes_over_no_file_and_confirms_only_what_is_sent() {
    let fixture = Fixture::new();
    fs::write(fixture.folder.join("taken"), "mine").unwrap();
    let (requests, output) = fixture.run(&["report", "taken", "--send", "--yes"], &[report()]);
    assert_eq!((requests.len(), output.code), (1, 1));
    assert!(
        output.errors.starts_with("Couldn’t write the report"),
        "{output:?}"
    );
    let output = output_of(fixture.comet(&["report", "--yes"]));
    assert_eq!(output.code, 2);
    assert_ne!(output, errors(2, ""));
}
