use std::io::Write;

use serde_json::json;

use crate::fake_daemon::{Field, errors, output_of, snapshot};

#[test]
fn reads_password_and_code_from_a_pipe() {
    let field = Field::new();
    let mut comet = field.comet(&["login", "--email", "ada@example.com", "--name", "laptop"]);
    comet
        .stdin
        .take()
        .unwrap()
        .write_all(b"secret\n000000\n 123456 \n")
        .unwrap();
    let mut daemon = field.connection();
    let request = daemon.receive();
    assert_eq!(
        request["params"],
        json!({ "email": "ada@example.com", "password": "secret", "deviceName": "laptop" })
    );
    daemon.answer(&request, &json!({ "error": "two_factor_required" }));
    let request = daemon.receive();
    assert_eq!(request["params"], json!({ "code": "000000" }));
    daemon.answer(&request, &json!({ "error": "two_factor_code_wrong" }));
    let request = daemon.receive();
    assert_eq!(request["params"], json!({ "code": "123456" }));
    daemon.answer(
        &request,
        &snapshot(json!({ "account": { "email": "ada@example.com", "device": "laptop" } })),
    );
    let told = output_of(comet);
    assert_eq!(told.results, "Signed in as ada@example.com.\n");
    assert_eq!(told.errors, "The one time code you entered was incorrect.\n");
}

#[test]
fn reports_a_missing_answer() {
    let field = Field::new();
    let comet = field.comet(&["login", "--email", "ada@example.com"]);
    assert_eq!(output_of(comet), errors(1, "No password was entered.\n"));
}

#[test]
fn signs_in_with_an_approved_code_and_cancels_on_an_interrupt() {
    let field = Field::new();
    let started = json!({
        "userCode": "BCDF\u{1b}-GHJK", "verificationUri": "https://comet.example/quick",
        "verificationUriComplete": "https://comet.example/quick?code=BCDF-GHJK", "expiresAt": "2026-11-21T10:10:00.000Z",
    });
    let comet = field.comet(&["login"]);
    let mut daemon = field.connection();
    let request = daemon.receive();
    assert_eq!(request["params"], json!({}));
    daemon.answer(&request, &started);
    assert_eq!(daemon.receive()["command"], "login.wait");
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&comet),
        rustix::process::Signal::INT,
    )
    .unwrap();
    let told = output_of(comet);
    assert_eq!(
        (told.code, told.errors.as_str()),
        (1, "Cancelled. You’re not signed in.\n")
    );
    assert!(told.results.starts_with(
        "Open https://comet.example/quick and approve the code BCDF-GHJK\nIt expires at 10:10:00."
    ));
}
