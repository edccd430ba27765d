use serde_json::json;

use crate::fake_daemon::{Fixture, connected, off, output_of, results, snapshot};

#[test]
fn prints_status_as_text_or_json() {
    let fixture = Fixture::new();
    let (_, output) = fixture.run(&["status"], &[off()]);
    assert_eq!(
        output,
        results(0, "Disconnected. Your traffic is unprotected.\nNot signed in.\n")
    );
    let mut newer = off();
    newer["unheardOf"] = 7.into();
    let (_, output) = fixture.run(&["status", "--json"], std::slice::from_ref(&newer));
    assert_eq!(output, results(0, &format!("{newer:#}\n")));
}

#[test]
fn watch_prints_each_change_except_traffic_figures() {
    let fixture = Fixture::new();
    let comet = fixture.comet(&["status", "--watch"]);
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    assert_eq!(request["command"], "status.watch");
    daemon.respond(&request, &off());
    let figures = snapshot(json!({ "traffic": { "received": 1, "sent": 2, "lastHandshake": null } }));
    daemon.send(&json!({ "kind": "snapshot", "snapshot": figures }));
    daemon.send(&json!({ "kind": "snapshot", "snapshot": snapshot(json!({ "tunnel": connected() })) }));
    drop(daemon);
    let output = output_of(comet);
    assert_eq!(
        (output.code, output.errors.as_str()),
        (1, "cometd closed the connection.\n")
    );
    let firsts: Vec<&str> = output
        .results
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| &line[10..])
        .collect();
    assert_eq!(firsts.len(), 2, "{output:?}");
    assert!(firsts[0].starts_with("Disconnected.") && firsts[1].starts_with("Connected to"));
}
