use std::io::Write;

use serde_json::json;

use crate::fake_daemon::{Fixture, errors, output_of, snapshot};

#[test]
fn reads_password_and_code_from_a_pipe() {
    let fixture = Fixture::new();
    let mut comet = fixture.comet(&["login", "--email", "ada@example.com", "--name", "laptop"]);
    comet
        .stdin
        .take()
        .unwrap()
        .write_all(b"secret\n000000\n 123456 \n")
        .unwrap();
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    assert_eq!(
        request["params"],
        json!({ "email": "ada@example.com", "password": "secret", "deviceName": "laptop" })
    );
    daemon.respond(&request, &json!({ "error": "two_factor_required" }));
    let request = daemon.receive();
    assert_eq!(request["params"], json!({ "code": "000000" }));
    daemon.respond(&request, &json!({ "error": "two_factor_code_wrong" }));
    let request = daemon.receive();
    assert_eq!(request["params"], json!({ "code": "123456" }));
    daemon.respond(
        &request,
        &snapshot(json!({ "account": { "email": "ada@example.com", "device": "laptop" } })),
    );
    let output = output_of(comet);
    assert_eq!(output.results, "Signed in as ada@example.com.\n");
    assert_eq!(output.errors, "The one time code you entered was incorrect.\n");
}

#[test]
fn reports_a_missing_reply() {
    let fixture = Fixture::new();
    let comet = fixture.comet(&["login", "--email", "ada@example.com"]);
    assert_eq!(output_of(comet), errors(1, "No password was entered.\n"));
}

#[test]
fn signs_in_with_an_approved_code_and_cancels_on_an_interrupt() {
    let fixture = Fixture::new();
    let started = json!({
        "userCode": "BCDF\u{1b}-GHJK", "verificationUri": "https://comet.example/quick",
        "verificationUriComplete": "https://comet.example/quick?code=BCDF-GHJK", "expiresAt": "2026-11-21T10:10:00.000Z",
    });
    let comet = fixture.comet(&["login"]);
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    assert_eq!(request["params"], json!({}));
    daemon.respond(&request, &started);
    assert_eq!(daemon.receive()["command"], "login.wait");
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&comet),
        rustix::process::Signal::INT,
    )
    .unwrap();
    let output = output_of(comet);
    assert_eq!(
        (output.code, output.errors.as_str()),
        (1, "Canceled. You’re not signed in.\n")
    );
    assert!(output.results.starts_with(
        "Open https://comet.example/quick and approve the code BCDF-GHJK\nIt expires at 10:10:00."
    ));
}
