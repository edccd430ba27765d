use std::io::Write;

use serde_json::json;

use crate::fake_daemon::{Field, remarks, said, snapshot};

#[test]
fn password_and_code_may_be_piped_in_a_line_each() {
    let field = Field::new();
    let mut comet = field.comet(&["login", "--email", "ada@example.com", "--name", "laptop"]);
    comet
        .stdin
        .take()
        .unwrap()
        .write_all(b"secret\n000000\n 123456 \n")
        .unwrap();
    let mut daemon = field.conversation();
    let request = daemon.hear();
    assert_eq!(
        request["params"],
        json!({ "email": "ada@example.com", "password": "secret", "deviceName": "laptop" })
    );
    daemon.answer(&request, &json!({ "error": "two_factor_required" }));
    let request = daemon.hear();
    assert_eq!(request["params"], json!({ "code": "000000" }));
    daemon.answer(&request, &json!({ "error": "two_factor_code_wrong" }));
    let request = daemon.hear();
    assert_eq!(request["params"], json!({ "code": "123456" }));
    daemon.answer(
        &request,
        &snapshot(json!({ "account": { "email": "ada@example.com", "device": "laptop" } })),
    );
    let told = said(comet);
    assert_eq!(told.results, "Signed in as ada@example.com.\n");
    assert_eq!(told.remarks, "The one time code you entered was incorrect.\n");
}

#[test]
fn an_answer_that_was_not_given_is_said_to_be_missing() {
    let field = Field::new();
    let comet = field.comet(&["login", "--email", "ada@example.com"]);
    assert_eq!(said(comet), remarks(1, "No password was given.\n"));
}

#[test]
fn a_code_is_approved_elsewhere_and_an_interrupt_says_that_nobody_is_signed_in() {
    let field = Field::new();
    let started = json!({
        "userCode": "BCDF\u{1b}-GHJK", "verificationUri": "https://comet.example/quick",
        "verificationUriComplete": "https://comet.example/quick?code=BCDF-GHJK", "expiresAt": "2026-11-21T10:10:00.000Z",
    });
    let comet = field.comet(&["login"]);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    assert_eq!(request["params"], json!({}));
    daemon.answer(&request, &started);
    assert_eq!(daemon.hear()["command"], "login.wait");
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&comet),
        rustix::process::Signal::INT,
    )
    .unwrap();
    let told = said(comet);
    assert_eq!(
        (told.code, told.remarks.as_str()),
        (1, "Cancelled. You are not signed in.\n")
    );
    assert!(told.results.starts_with(
        "Open https://comet.example/quick and approve the code BCDF-GHJK\nIt holds until 10:10:00."
    ));
}
