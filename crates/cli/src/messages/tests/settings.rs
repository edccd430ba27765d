use super::*;
use crate::messages::state::tests::snapshot;

#[test]
fn describes_active_and_missing_block_lists() {
    let told = |missing: &[&str]| {
        block(&snapshot(serde_json::json!({
            "settings": { "blockLists": { "ads": true, "trackers": true, "malware": false } },
            "missingLists": missing,
        })))
    };
    assert_eq!(told(&[]), "Names on these lists are blocked: ads, trackers.");
    let one = told(&["trackers"]);
    assert!(
        one.starts_with("Names on these lists are blocked: ads.\nNOT blocked: "),
        "{one}"
    );
    assert!(one.contains("the list trackers."));
    assert!(
        told(&["ads", "trackers"])
            .starts_with("NOT blocked: this gateway does not have the lists ads, trackers.")
    );
}

#[test]
fn describes_settings_that_differ_from_the_default() {
    let told = |part| settings(&snapshot(serde_json::json!({ "settings": part })));
    assert_eq!(
        told(serde_json::json!({ "protocol": "openvpn", "variant": "tls" })),
        [
            "Protocol: OpenVPN.",
            "Variant: TLS, which looks like a visit to a website.",
            "Lockdown is off.",
            "The local network cannot be reached while connected.",
        ]
    );
    let proxy =
        serde_json::json!({ "port": 9001, "country": null, "mode": "rotating", "session": "abcdef012345" });
    assert_eq!(
        told(serde_json::json!({
            "server": "new york",
            "dns": { "servers": ["9.9.9.9", "2620:fe::fe"] },
            "localProxies": [proxy],
            "trustedNetworks": [{ "id": "0".repeat(32), "name": "home" }],
        }))[3..],
        [
            "Where no place is named, Comet connects to new york first.",
            "Names are asked at 9.9.9.9, 2620:fe::fe.",
            "127.0.0.1:9001 leads to any country, by another exit with each connection.",
            "In these networks there is no tunnel: home. A host that imitates their router is trusted too.",
        ]
    );
}

#[test]
fn lists_the_split_tunnel_in_every_mode() {
    let told = |mode: &str, networks: &[&str]| {
        split(
            &serde_json::from_value(serde_json::json!({ "mode": mode, "apps": [], "networks": networks }))
                .unwrap(),
        )
    };
    assert_eq!(told("off", &[]), "All traffic takes the same way.");
    assert_eq!(
        told("off", &["203.0.113.0/24"]),
        "All traffic takes the same way. Named for `comet split exclude` or `include`: 203.0.113.0/24."
    );
    assert_eq!(
        told("exclude", &["203.0.113.0/24"]),
        "Outside of the tunnel go: 203.0.113.0/24."
    );
}
