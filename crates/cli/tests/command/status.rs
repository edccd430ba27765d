use std::io::{BufRead, BufReader};
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::fake_daemon::{Connection, Fixture, connected, off, output_of, results, snapshot};

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

#[test]
fn details_follow_the_state_and_replace_its_figures() {
    let fixture = Fixture::new();
    let mut state = snapshot(json!({ "tunnel": connected() }));
    state["quantumResistant"] = true.into();
    state["traffic"] = json!({ "received": 1, "sent": 1, "lastHandshake": null });
    let figures = json!({ "details": {
        "transport": { "protocol": "wireguard" }, "endpoint": "203.0.113.101:51820", "cipher": "ChaCha20-Poly1305",
        "mtu": 1420, "postQuantum": true, "lastHandshake": null, "received": 2300, "sent": 10, "socks5Proxy": null, "entry": null,
    } });
    let (requests, output) = fixture.run(&["status", "--details"], &[state.clone(), figures.clone()]);
    assert_eq!(requests, [json!(["status", {}]), json!(["status.details", {}])]);
    let lines: Vec<&str> = output.results.lines().collect();
    assert!(lines[0].starts_with("Connected to"), "{output:?}");
    let received: Vec<_> = lines.iter().filter(|line| line.starts_with("Received")).collect();
    assert_eq!(received, [&"Received 2.3 kB, sent 10 B"]);
    let quantum: Vec<_> = lines.iter().filter(|line| line.starts_with("Quantum")).collect();
    assert_eq!(quantum, [&"Quantum-resistant encryption: on"]);
    let (_, output) = fixture.run(
        &["status", "--details", "--json"],
        &[state.clone(), figures.clone()],
    );
    state["details"] = figures["details"].clone();
    assert_eq!(output, results(0, &format!("{state:#}\n")));
}

#[test]
fn details_without_a_tunnel_are_the_state_alone() {
    let fixture = Fixture::new();
    let none = json!({ "details": null });
    let (_, output) = fixture.run(&["status", "--details"], &[off(), none.clone()]);
    assert_eq!(
        output,
        results(0, "Disconnected. Your traffic is unprotected.\nNot signed in.\n")
    );
    let (_, output) = fixture.run(&["status", "--details", "--json"], &[off(), none]);
    let printed: Value = serde_json::from_str(&output.results).unwrap();
    assert_eq!(printed["details"], Value::Null);
    assert!(printed.get("details").is_some());
}

/// Starts `comet status --watch --json` and returns it after its first document.
fn watching(fixture: &Fixture) -> (Child, Connection) {
    let comet = fixture.comet(&["status", "--watch", "--json"]);
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    daemon.respond(&request, &off());
    (comet, daemon)
}

#[test]
fn watch_as_json_prints_one_document_per_line_for_each_change() {
    let fixture = Fixture::new();
    let (comet, mut daemon) = watching(&fixture);
    let figures = snapshot(json!({ "traffic": { "received": 1, "sent": 2, "lastHandshake": null } }));
    let mut newer = snapshot(json!({ "tunnel": connected() }));
    newer["unheardOf"] = "a\nb".into();
    for next in [&figures, &newer] {
        daemon.send(&json!({ "kind": "snapshot", "snapshot": next }));
    }
    drop(daemon);
    let output = output_of(comet);
    assert_eq!(output.code, 1);
    let documents: Vec<Value> = output
        .results
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(documents, [off(), newer]);
}

#[test]
fn watch_flushes_each_document_and_ends_without_an_error_on_an_interrupt() {
    let fixture = Fixture::new();
    let (mut comet, _daemon) = watching(&fixture);
    let mut lines = BufReader::new(comet.stdout.take().unwrap()).lines();
    let document: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(document, off());
    kill_process(Pid::from_child(&comet), Signal::INT).unwrap();
    assert!(lines.next().is_none());
    let output = output_of(comet);
    assert_eq!((output.code, output.errors.as_str()), (0, ""));
}

#[test]
fn watch_ends_without_an_error_when_its_reader_ends_although_nothing_changes() {
    let fixture = Fixture::new();
    let (mut comet, _daemon) = watching(&fixture);
    let mut lines = BufReader::new(comet.stdout.take().unwrap()).lines();
    assert!(lines.next().is_some());
    drop(lines);
    let output = output_of(comet);
    assert_eq!((output.code, output.errors.as_str()), (0, ""));
}
