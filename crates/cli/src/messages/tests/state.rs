use serde_json::{Value, json};

use super::*;

/// The snapshot of a fresh daemon with some values replaced.
pub fn snapshot(part: Value) -> Snapshot {
    let mut all = json!({
        "tunnel": { "state": "disconnected", "since": "2026-11-21T10:00:00.000Z" },
        "account": null,
        "settings": {
            "lockdown": false, "allowLan": false, "protocol": "automatic", "variant": "automatic",
            "wireguardPort": "automatic", "wireguardOver": "automatic", "server": "last", "dns": null, "blockLists": { "ads": false, "trackers": false, "malware": false, "adult": false, "gambling": false, "social": false },
            "splitTunnel": { "mode": "off", "apps": [], "networks": [] }, "autoConnect": false,
            "trustedNetworks": [], "localProxies": [], "locationProxies": [], "forwardedPorts": [], "pausedUntil": null, "postQuantum": true, "metered": "automatic", "locationLists": [], "profiles": [], "networkRules": [], "routes": [], "nameLists": [], "allowedNames": [], "splitDns": [], "statistics": true, "dataBudget": null,
        },
        "traffic": null,
    });
    merge(&mut all, part);
    serde_json::from_value(all).unwrap()
}

fn merge(into: &mut Value, part: Value) {
    match (into, part) {
        (Value::Object(fields), Value::Object(others)) if !others.contains_key("state") => {
            for (name, value) in others {
                merge(fields.entry(name).or_insert(Value::Null), value);
            }
        }
        (into, part) => *into = part,
    }
}

fn location(location: &str) -> Value {
    json!({ "gateway": "g", "location": location, "country": "NL", "countryName": "Netherlands", "city": "Amsterdam" })
}

fn link() -> Value {
    json!({ "protocol": "wireguard", "endpoint": "203.0.113.101:51820", "ipv4": "100.64.3.4", "ipv6": "fd00::1" })
}

fn connected(more: Value) -> Value {
    let mut tunnel = json!({ "state": "connected", "since": "", "place": location("nl-ams"), "link": link(), "standsInFor": null });
    for (name, value) in more.as_object().unwrap() {
        tunnel[name] = value.clone();
    }
    tunnel
}

fn failed(reason: &str, blocking: bool, retry_at: Value) -> Value {
    json!({ "state": "error", "since": "", "reason": reason, "blocking": blocking, "retryAt": retry_at })
}

#[test]
fn describes_a_connected_tunnel_with_its_traffic() {
    let lines = describe(&snapshot(json!({
        "tunnel": connected(json!({})),
        "account": { "email": "ada@example.com", "device": "laptop" },
        "settings": { "lockdown": true },
        "traffic": { "received": 1_234_567, "sent": 999, "lastHandshake": null },
    })));
    assert_eq!(
        lines,
        [
            "Connected to Amsterdam, Netherlands (nl-ams). Server 203.0.113.101:51820.",
            "Protocol: WireGuard.",
            "Received 1.2 MB, sent 999 B",
            "Signed in as ada@example.com on “laptop”.",
            "Lockdown is on: traffic is blocked when not connected.",
        ]
    );
}

#[test]
fn describes_a_fallback_protocol_and_missing_features() {
    let mut openvpn = link();
    openvpn["protocol"] = "openvpn".into();
    openvpn["variant"] = "udp".into();
    let lines = |post_quantum: bool| {
        describe(&snapshot(json!({
            "tunnel": connected(json!({ "link": openvpn, "fallbackFrom": "wireguard" })),
            "settings": { "postQuantum": post_quantum },
        })))
    };
    assert_eq!(
        lines(true)[1],
        "Protocol: OpenVPN over UDP, without quantum-resistant encryption. WireGuard doesn’t get through on this network; Comet keeps retrying it."
    );
    assert_eq!(
        lines(false)[1],
        "Protocol: OpenVPN over UDP. WireGuard doesn’t get through on this network; Comet keeps retrying it."
    );
}

#[test]
fn describes_traffic_outside_the_tunnel_once() {
    let split = json!({ "splitTunnel": { "mode": "exclude", "apps": [], "networks": ["203.0.113.0/24"] } });
    let lines = |kind: &str, reason: &str| {
        describe(&snapshot(json!({
            "tunnel": failed(reason, true, Value::Null),
            "settings": split,
            "outside": { "kind": kind, "named": ["203.0.113.0/24"] },
        })))
    };
    let outside = "Excluded from the tunnel: 203.0.113.0/24.".to_owned();
    assert_eq!(
        lines("exclude", "gateway_unreachable")
            .iter()
            .filter(|&line| *line == outside)
            .count(),
        1
    );
    let held = lines("held", "locked_down");
    assert!(held.contains(&"Lockdown blocks these too until the tunnel is up: 203.0.113.0/24.".into()));
    assert!(!held.contains(&outside));
}

#[test]
fn describes_a_pause_once() {
    let lines = describe(&snapshot(
        json!({ "settings": { "pausedUntil": "2026-11-21T10:15:00.000Z" } }),
    ));
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("Paused until ") && lines[0].contains("unprotected."));
}

#[test]
fn describes_a_failure_its_effect_on_traffic_and_the_remedy() {
    for blocking in [true, false] {
        let lines = tunnel(&snapshot(
            json!({ "tunnel": failed("gateway_unreachable", blocking, Value::Null) }),
        ));
        assert_eq!(lines[0].lines().count(), 2);
        assert_eq!(lines[0].contains("NOT"), !blocking);
    }
    let mut refused = failed("subscription_required", true, Value::Null);
    refused["byAccount"] = true.into();
    let lines = tunnel(&snapshot(json!({ "tunnel": refused })));
    assert!(
        lines[1].contains("comet disconnect") && lines[2].starts_with("You can still open the dashboard")
    );
    let locked = tunnel(&snapshot(
        json!({ "tunnel": refused, "settings": { "lockdown": true } }),
    ));
    assert!(!locked.join("\n").contains("comet disconnect"));
    refused["retryAt"] = "2026-11-21T10:00:05.000Z".into();
    let again = tunnel(&snapshot(json!({ "tunnel": refused })));
    assert!(
        again[1].starts_with("Next retry at ") && again[1].contains(":05. To stop, use `comet disconnect`"),
        "{again:?}"
    );
}

#[test]
fn a_refused_connect_states_that_traffic_is_not_blocked() {
    let tunnel_state = json!({ "state": "disconnected", "since": "", "refusal": "subscription_required" });
    assert_eq!(
        tunnel(&snapshot(json!({ "tunnel": tunnel_state }))),
        [
            "Your account has no active plan. Your traffic is unprotected.\nChoose a plan in the dashboard, then connect again."
        ]
    );
}

#[test]
fn describes_an_exit_and_its_remaining_data() {
    let lines = |exit_: Value| exit(Some(&serde_json::from_value(exit_).unwrap()));
    assert_eq!(
        lines(
            json!({ "type": "native_residential", "address": null, "dataLeftBytes": 12_300_000_000_i64, "anyCity": true })
        ),
        [
            "Exit: a residential IP. Traffic counts against your residential data: 12.3 GB left.",
            "This exit may belong to a provider that doesn’t support UDP and IPv6.",
        ]
    );
    assert_eq!(
        lines(json!({ "type": "dedicated", "address": "198.51.100.7", "dataLeftBytes": null })),
        ["Exit: your dedicated IP 198.51.100.7."]
    );
}

#[test]
fn announces_the_move_to_another_server() {
    let lines = |blocks: bool| {
        describe(&snapshot(json!({
            "tunnel": connected(json!({})),
            "maintenance": { "at": "2026-12-24T17:04:00.000Z", "blocks": blocks },
        })))
        .join(" ")
    };
    assert!(lines(false).contains("without interruption"));
    assert!(lines(true).contains("blocks your internet for these few seconds"));
    let at = day_and_time_of("2026-12-24T12:04:00.000Z");
    assert!(at.starts_with("Dec 2") && at.contains(':'), "{at}");
}
