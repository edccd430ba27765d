use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::fake_daemon::{Fixture, connected, errors, listen, off, output_of, results, snapshot};

#[test]
fn connects_to_the_given_location_and_prints_it() {
    let fixture = Fixture::new();
    let reply = snapshot(json!({ "tunnel": connected() }));
    let line = "Connected to Amsterdam, Netherlands (nl-ams). Server 203.0.113.101:51820.\n";
    for (args, params) in [
        (&["connect"][..], json!({ "location": null })),
        (&["connect", "random"], json!({ "location": "random" })),
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
        let (requests, output) = fixture.run(args, std::slice::from_ref(&reply));
        assert_eq!(requests, [json!(["connect", params])]);
        assert_eq!(output, results(0, line));
    }
}

#[test]
fn prints_the_state_after_a_failed_connect_and_suggests_residential_exits() {
    let fixture = Fixture::new();
    let tunnel = json!({ "state": "error", "since": "", "reason": "location_unavailable", "blocking": true, "retryAt": null });
    let replies = [
        json!({ "error": "connect_failed", "detail": "location_unavailable" }),
        snapshot(json!({ "tunnel": tunnel })),
        json!({ "codes": ["de-ber-home"] }),
    ];
    let (requests, output) = fixture.run(&["connect", "germany"], &replies);
    assert_eq!(requests[2], json!(["locations.homes", { "location": "germany" }]));
    assert_eq!((output.code, output.results.as_str()), (1, ""));
    assert!(output.errors.starts_with(
        "The VPN couldn’t connect.\nThis location isn’t available right now. Your traffic is blocked.\n"
    ));
    assert!(
        output
            .errors
            .ends_with("Residential locations online there: `comet connect de-ber-home`.\n")
    );
    let refused = json!({ "state": "disconnected", "since": "", "refusal": "subscription_required" });
    let replies = [
        json!({ "error": "connect_failed", "detail": "subscription_required" }),
        snapshot(json!({ "tunnel": refused })),
    ];
    let (_, output) = fixture.run(&["connect"], &replies);
    assert_eq!(
        output,
        errors(
            1,
            "The VPN couldn’t connect.\nYour account has no active plan. Your traffic is unprotected.\nChoose a plan in the dashboard, then connect again.\n"
        )
    );
    let (_, output) = fixture.run(&["connect"], &[json!({ "error": "superseded" })]);
    assert_eq!(
        output,
        errors(
            1,
            "The VPN is already running. Check it with `comet status`.\nSuperseded by a newer `comet` command.\n"
        )
    );
}

#[test]
fn an_interrupt_cancels_a_connect_and_waits_for_the_reply() {
    let fixture = Fixture::new();
    let comet = fixture.comet(&["connect"]);
    let mut daemon = fixture.connection();
    let connect = daemon.receive();
    let process = rustix::process::Pid::from_child(&comet);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let disconnect = daemon.receive();
    assert_eq!(disconnect["command"], "disconnect");
    daemon.respond(&connect, &json!({ "error": "superseded" }));
    daemon.respond(&disconnect, &off());
    assert_eq!(
        output_of(comet),
        errors(1, "Canceled. Your traffic is unprotected.\n")
    );
}

#[test]
fn only_connect_waits_for_a_daemon_that_is_being_started() {
    let mut fixture = Fixture::new();
    let socket = fixture.folder.join("daemon.sock");
    fs::remove_file(&socket).unwrap();
    let output = output_of(fixture.comet(&["status"]));
    assert_eq!(output.code, 3);
    assert!(output.errors.contains("systemctl start cometd"), "{output:?}");
    let comet = fixture.comet(&["connect"]);
    sleep(Duration::from_millis(50));
    fixture.listener = listen(&fixture.folder);
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    daemon.respond(&request, &snapshot(json!({ "tunnel": connected() })));
    assert_eq!(output_of(comet).code, 0);
}
