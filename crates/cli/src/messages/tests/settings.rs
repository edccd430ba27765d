use super::*;
use crate::messages::state::tests::snapshot;

#[test]
fn describes_active_and_missing_block_lists() {
    let text = |missing: &[&str]| {
        block(&snapshot(serde_json::json!({
            "settings": { "blockLists": { "ads": true, "trackers": true, "malware": false, "adult": false, "gambling": false, "social": false } },
            "missingLists": missing,
        })))
    };
    assert_eq!(text(&[]), "Blocking domains on these lists: ads, trackers.");
    let one = text(&["trackers"]);
    assert!(
        one.starts_with("Blocking domains on these lists: ads.\nNOT blocked: "),
        "{one}"
    );
    assert!(one.contains("the list trackers."));
    assert!(
        text(&["ads", "trackers"])
            .starts_with("NOT blocked: this server doesn’t have the lists ads, trackers.")
    );
}

#[test]
fn describes_the_default_location() {
    assert_eq!(
        server("random"),
        "Default location: a random one with free capacity."
    );
    assert_eq!(server("Work"), "Default location: Work.");
}

#[test]
fn describes_settings_that_differ_from_the_default() {
    let text = |part| settings(&snapshot(serde_json::json!({ "settings": part })));
    assert_eq!(
        text(serde_json::json!({ "protocol": "openvpn", "variant": "tls" })),
        [
            "Protocol: OpenVPN.",
            "Variant: TLS (obfuscated: looks like visiting a website).",
            "Lockdown is off.",
            "Local network access is blocked while connected.",
        ]
    );
    assert_eq!(
        text(serde_json::json!({ "wireguardPort": "53" }))[..2],
        [
            "Protocol: automatic. Comet picks whatever works on this network.",
            "WireGuard port: UDP 53 only.",
        ]
    );
    assert_eq!(
        text(serde_json::json!({ "protocol": "wireguard", "wireguardOver": "quic" }))[..2],
        [
            "Protocol: WireGuard.",
            "WireGuard over: QUIC only (looks like visiting a website).",
        ]
    );
    let proxy =
        serde_json::json!({ "port": 9001, "country": null, "mode": "rotating", "session": "abcdef012345" });
    assert_eq!(
        text(serde_json::json!({
            "server": "new york",
            "dns": { "servers": ["9.9.9.9", "2620:fe::fe"] },
            "localProxies": [proxy],
            "trustedNetworks": [{ "id": "0".repeat(32), "name": "home" }],
        }))[3..],
        [
            "Default location: new york.",
            "DNS: 9.9.9.9, 2620:fe::fe.",
            "127.0.0.1:9001: any country, new exit for each connection.",
            "Comet doesn’t connect on these networks: home. Anyone who can impersonate their router is trusted too.",
        ]
    );
}

#[test]
fn lists_the_split_tunnel_in_every_mode() {
    let text = |mode: &str, networks: &[&str]| {
        split(
            &serde_json::from_value(serde_json::json!({ "mode": mode, "apps": [], "networks": networks }))
                .unwrap(),
        )
    };
    assert_eq!(text("off", &[]), "Split tunneling is off.");
    assert_eq!(
        text("off", &["203.0.113.0/24"]),
        "Split tunneling is off. Saved apps and networks: 203.0.113.0/24."
    );
    assert_eq!(
        text("exclude", &["203.0.113.0/24"]),
        "Excluded from the tunnel: 203.0.113.0/24."
    );
}
