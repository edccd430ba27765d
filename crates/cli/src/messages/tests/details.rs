use serde_json::{Value, json};

use super::*;

fn now() -> DateTime<Utc> {
    "2026-11-21T10:00:00Z".parse().unwrap()
}

fn described(details: Value) -> Vec<String> {
    lines(&serde_json::from_value(details).unwrap(), now())
}

#[test]
fn describes_a_tunnel_through_two_gateways() {
    let place = json!({ "gateway": "g", "location": "nl-ams", "country": "NL", "countryName": "Netherlands", "city": "Amsterdam" });
    let entry = json!({ "place": place, "endpoint": "203.0.113.101:51820", "lastHandshake": null });
    let details = json!({
        "transport": { "protocol": "wireguard" }, "endpoint": "203.0.113.102:51820", "cipher": "ChaCha20-Poly1305",
        "mtu": 1360, "postQuantum": true, "lastHandshake": "2026-11-21T09:58:53.000Z",
        "received": 48_200_000, "sent": 999, "socks5Proxy": "100.64.0.1:1080", "entry": entry,
    });
    assert_eq!(
        described(details),
        [
            "Server: 203.0.113.102:51820 (WireGuard)",
            "Entry server: 203.0.113.101:51820 in Amsterdam, Netherlands (nl-ams)",
            "Cipher: ChaCha20-Poly1305",
            "Quantum-resistant encryption: on",
            "MTU: 1360 bytes",
            "SOCKS5 proxy inside the tunnel: 100.64.0.1:1080",
            "Last handshake: 1 min 7 s ago",
            "Last handshake with the entry server: none yet",
            "Received 48.2 MB, sent 999 B",
        ]
    );
}

#[test]
fn omits_what_the_daemon_does_not_report() {
    let details = json!({
        "transport": { "protocol": "openvpn", "variant": "tls" }, "endpoint": "203.0.113.101:443", "cipher": null,
        "mtu": null, "postQuantum": false, "lastHandshake": null, "received": 0, "sent": 0, "socks5Proxy": null, "entry": null,
    });
    assert_eq!(
        described(details),
        [
            "Server: 203.0.113.101:443 (OpenVPN over TLS)",
            "Quantum-resistant encryption: off",
            "Last handshake: none yet",
            "Received 0 B, sent 0 B",
        ]
    );
}

#[test]
fn names_what_carries_wireguard() {
    let details = json!({
        "transport": { "protocol": "wireguard", "over": "tcp" }, "endpoint": "203.0.113.101:443", "cipher": null,
        "mtu": null, "postQuantum": false, "lastHandshake": null, "received": 0, "sent": 0, "socks5Proxy": null, "entry": null,
    });
    assert_eq!(
        described(details)[0],
        "Server: 203.0.113.101:443 (WireGuard over TCP)"
    );
}

#[test]
fn counts_cover_traffic_and_says_when_and_why_it_is_paused() {
    let details = |cover: Value| {
        json!({
            "transport": { "protocol": "wireguard", "over": "cover" }, "endpoint": "203.0.113.101:443", "cipher": null, "mtu": null,
            "postQuantum": false, "lastHandshake": null, "received": 0, "sent": 0, "socks5Proxy": null, "cover": cover, "entry": null,
        })
    };
    let counted = "Cover traffic: 5.1 MB received, 1.9 MB sent, in addition";
    let running = described(details(json!({ "received": 5_100_000, "sent": 1_900_000 })));
    assert_eq!(running.last().unwrap(), counted);
    let paused = described(details(
        json!({ "received": 5_100_000, "sent": 1_900_000, "paused": true }),
    ));
    assert_eq!(
        paused[paused.len() - 2..],
        [
            counted,
            "Cover traffic is paused because this network is metered. Packets still have one length."
        ]
    );
}

#[test]
fn formats_the_age_of_a_handshake() {
    for (at, text) in [
        ("2026-11-21T10:00:09Z", "0 s"),
        ("2026-11-21T09:59:01.500Z", "58 s"),
        ("2026-11-21T09:59:00Z", "1 min 0 s"),
        ("2026-11-21T07:55:00Z", "2 h 5 min"),
    ] {
        assert_eq!(age(Some(at), now()).as_deref(), Some(text), "{at}");
    }
    assert_eq!(age(Some("yesterday"), now()), None);
}
