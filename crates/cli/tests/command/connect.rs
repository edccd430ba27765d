use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::fake_daemon::{Field, connected, listen, off, remarks, results, said, snapshot};

#[test]
fn a_connect_goes_to_the_place_that_is_named_and_says_where_it_leads() {
    let field = Field::new();
    let answer = snapshot(json!({ "tunnel": connected() }));
    let line = "Connected to Amsterdam, Netherlands (nl-ams). Gateway 203.0.113.101:51820.\n";
    for (words, params) in [
        (&["connect"][..], json!({ "location": null })),
        (&["connect", "new", "york"], json!({ "location": "new york" })),
        (
            &["connect", "nl-ams", "--via", "jp-tyo"],
            json!({ "location": "nl-ams", "via": "jp-tyo" }),
        ),
        (
            &["connect", "--via=new", "york"],
            json!({ "location": null, "via": "new york" }),
        ),
        (
            &["connect", "--dedicated=2001:db8::7"],
            json!({ "location": null, "dedicated": "2001:db8::7" }),
        ),
    ] {
        let (asked, said) = field.told(words, std::slice::from_ref(&answer));
        assert_eq!(asked, [json!(["connect", params])]);
        assert_eq!(said, results(0, line));
    }
}

#[test]
fn a_connect_that_fails_is_told_as_the_state_has_it_and_homes_are_named() {
    let field = Field::new();
    let tunnel = json!({ "state": "error", "since": "", "reason": "location_unavailable", "blocking": true, "retryAt": null });
    let answers = [
        json!({ "error": "connect_failed", "detail": "location_unavailable" }),
        snapshot(json!({ "tunnel": tunnel })),
        json!({ "codes": ["de-ber-home"] }),
    ];
    let (asked, said) = field.told(&["connect", "germany"], &answers);
    assert_eq!(asked[2], json!(["locations.homes", { "location": "germany" }]));
    assert_eq!((said.code, said.results.as_str()), (1, ""));
    assert!(said.remarks.starts_with(
        "The VPN could not connect.\nThis location is not available right now. Traffic is held back.\n"
    ));
    assert!(
        said.remarks
            .ends_with("Residential lines there are live: `comet connect de-ber-home`.\n")
    );
    let refused = json!({ "state": "disconnected", "since": "", "refusal": "subscription_required" });
    let answers = [
        json!({ "error": "connect_failed", "detail": "subscription_required" }),
        snapshot(json!({ "tunnel": refused })),
    ];
    let (_, said) = field.told(&["connect"], &answers);
    assert_eq!(
        said,
        remarks(
            1,
            "The VPN could not connect.\nYour account has no active subscription. Traffic leaves this machine unprotected.\nChoose a plan in the dashboard, then connect again.\n"
        )
    );
    let (_, said) = field.told(&["connect"], &[json!({ "error": "superseded" })]);
    assert_eq!(
        said,
        remarks(
            1,
            "The VPN is already running. Refresh what you know of it: `comet status`.\nAnother `comet` command took the place of this one.\n"
        )
    );
}

#[test]
fn an_interrupt_takes_a_connect_back_and_waits_for_that() {
    let field = Field::new();
    let comet = field.comet(&["connect"]);
    let mut daemon = field.conversation();
    let connect = daemon.hear();
    let process = rustix::process::Pid::from_child(&comet);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let disconnect = daemon.hear();
    assert_eq!(disconnect["command"], "disconnect");
    daemon.answer(&connect, &json!({ "error": "superseded" }));
    daemon.answer(&disconnect, &off());
    assert_eq!(
        said(comet),
        remarks(1, "Cancelled. Traffic leaves this machine unprotected.\n")
    );
}

#[test]
fn who_connects_waits_for_a_daemon_that_is_just_coming_and_nobody_else_does() {
    let mut field = Field::new();
    let socket = field.folder.join("daemon.sock");
    fs::remove_file(&socket).unwrap();
    let told = said(field.comet(&["status"]));
    assert_eq!(told.code, 3);
    assert!(told.remarks.contains("systemctl start cometd"), "{told:?}");
    let comet = field.comet(&["connect"]);
    sleep(Duration::from_millis(50));
    field.listener = listen(&field.folder);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &snapshot(json!({ "tunnel": connected() })));
    assert_eq!(said(comet).code, 0);
}
