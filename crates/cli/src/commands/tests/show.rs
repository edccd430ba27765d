use super::*;

#[test]
fn a_check_lists_addresses_and_leaks() {
    let seen = json!({
        "verdict": "leaking", "leaks": ["ipv6", "dns"],
        "exit": { "ipv4": "203.0.113.9", "ipv6": null }, "askers": ["192.0.2.1", "192.0.2.2"],
    });
    assert_eq!(
        check_lines(&serde_json::from_value(seen).unwrap()),
        [
            "IPv4: seen as 203.0.113.9",
            "IPv6: no connection",
            "DNS servers: 192.0.2.1, 192.0.2.2",
            "NOT protected: this computer can be seen even though the tunnel is up. Send us a report: `comet report`.",
            "IPv6 leaks outside the tunnel.",
            "DNS queries leak outside the tunnel.",
        ]
    );
}
