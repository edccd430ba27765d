use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, connected, errors, results, snapshot};

#[test]
fn each_change_sends_one_request_and_prints_the_new_state() {
    let fixture = Fixture::new();
    let lists = json!({ "ads": true, "trackers": false, "malware": true, "adult": false, "gambling": false, "social": false });
    let networks = json!({ "mode": "exclude", "apps": [], "networks": ["203.0.113.0/24"] });
    let cases = [
        (
            "disconnect",
            json!({}),
            "disconnect",
            json!({}),
            "Disconnected. Your traffic is unprotected.\n",
        ),
        (
            "lockdown ON",
            json!({ "lockdown": true }),
            "lockdown.set",
            json!({ "on": true }),
            "Lockdown is on: traffic is blocked when not connected.\nYou’re not connected, so your traffic is unprotected.\n",
        ),
        (
            "lan off",
            json!({}),
            "allow-lan.set",
            json!({ "on": false }),
            "Local network access is blocked while connected.\n",
        ),
        (
            "set protocol WireGuard",
            json!({ "protocol": "wireguard" }),
            "protocol.set",
            json!({ "protocol": "wireguard" }),
            "Protocol: WireGuard.\n",
        ),
        (
            "set variant TLS",
            json!({ "variant": "tls" }),
            "variant.set",
            json!({ "variant": "tls" }),
            "Variant: TLS (obfuscated: looks like visiting a website).\n",
        ),
        (
            "set port 443",
            json!({ "wireguardPort": "443" }),
            "wireguard-port.set",
            json!({ "port": "443" }),
            "WireGuard port: UDP 443 only.\n",
        ),
        (
            "set wireguard-over TCP",
            json!({ "wireguardOver": "tcp" }),
            "wireguard-over.set",
            json!({ "over": "tcp" }),
            "WireGuard over: TCP only.\n",
        ),
        (
            "set server new york",
            json!({ "server": "new york" }),
            "server.set",
            json!({ "server": "new york" }),
            "Default location: new york.\n",
        ),
        (
            "set dns 9.9.9.9 2620:fe::fe",
            json!({ "dns": { "servers": ["9.9.9.9", "2620:fe::fe"] } }),
            "dns.set",
            json!({ "dns": { "servers": ["9.9.9.9", "2620:fe::fe"] } }),
            "DNS: 9.9.9.9, 2620:fe::fe.\n",
        ),
        (
            "set dns Default",
            json!({}),
            "dns.set",
            json!({ "dns": null }),
            "DNS: Comet DNS.\n",
        ),
        (
            "set block ads Malware",
            json!({ "blockLists": lists }),
            "block-lists.set",
            json!({ "blockLists": lists }),
            "Blocking domains on these lists: ads, malware.\n",
        ),
        (
            "set auto-connect on",
            json!({ "autoConnect": true }),
            "auto-connect.set",
            json!({ "on": true }),
            "Auto-connect is on: Comet connects when this computer starts, and on every network you don’t trust.\n",
        ),
        (
            "set post-quantum off",
            json!({ "postQuantum": false }),
            "post-quantum.set",
            json!({ "on": false }),
            "Quantum-resistant encryption is off from the next connection.\n",
        ),
        (
            "set cover-traffic on",
            json!({ "wireguardOver": "cover" }),
            "wireguard-over.set",
            json!({ "over": "cover" }),
            "Cover traffic is on. Comet connects only to servers that offer it; with multi-hop, the entry must. It uses 2 to 9 MB more for each small page or message, 16 MB more for a download of 5 MB, and 3.5 MB an hour without traffic. It pauses on metered networks. `comet status --details` counts it.\n",
        ),
        (
            "set cover-traffic off",
            json!({ "wireguardOver": "automatic" }),
            "wireguard-over.set",
            json!({ "over": "automatic" }),
            "Cover traffic is off. WireGuard over: automatic.\n",
        ),
        (
            "trust at home",
            json!({}),
            "network.trust",
            json!({ "name": "at home" }),
            "No trusted networks.\nYou’re not connected, so your traffic is unprotected.\n",
        ),
        (
            "distrust home",
            json!({}),
            "network.distrust",
            json!({ "name": "home" }),
            "No trusted networks.\n",
        ),
        (
            "pause 15m",
            json!({ "pausedUntil": "2026-11-21T10:15:00.000Z" }),
            "pause",
            json!({ "seconds": 900 }),
            "Paused until 10:15:00. Your traffic is unprotected. To connect now, use `comet resume`.\n",
        ),
        (
            "resume",
            json!({}),
            "resume",
            json!({}),
            "The pause is over. Comet is connecting again.\n",
        ),
        (
            "split exclude",
            json!({ "splitTunnel": networks }),
            "split.set",
            json!({ "mode": "exclude" }),
            "Excluded from the tunnel: 203.0.113.0/24.\n",
        ),
        (
            "split add-network 203.0.113.0/24",
            json!({ "splitTunnel": networks }),
            "split.add",
            json!({ "kind": "network", "network": "203.0.113.0/24" }),
            "Excluded from the tunnel: 203.0.113.0/24.\n",
        ),
        (
            "split remove-app /gone",
            json!({}),
            "split.remove",
            json!({ "kind": "app", "path": "/gone" }),
            "Split tunneling is off.\n",
        ),
        (
            "proxy add 9001 us Sticky",
            json!({}),
            "proxy.add",
            json!({ "port": 9001, "country": "US", "mode": "sticky" }),
            "No local proxies.\n",
        ),
        (
            "proxy add 9002 any rotating",
            json!({}),
            "proxy.add",
            json!({ "port": 9002, "country": null, "mode": "rotating" }),
            "No local proxies.\n",
        ),
        (
            "proxy add-location jp-tyo",
            json!({}),
            "proxy.add-location",
            json!({ "location": "jp-tyo", "port": null }),
            "No local proxies.\n",
        ),
        (
            "proxy add-location Amsterdam 9003",
            json!({}),
            "proxy.add-location",
            json!({ "location": "Amsterdam", "port": 9003 }),
            "No local proxies.\n",
        ),
        (
            "proxy remove 9001",
            json!({}),
            "proxy.remove",
            json!({ "port": 9001 }),
            "No local proxies.\n",
        ),
        (
            "logout",
            json!({}),
            "logout",
            json!({}),
            "Signed out. The account, its key and its tickets were removed from this computer.\n",
        ),
    ];
    for (line, settings, command, params, text) in cases {
        let args: Vec<&str> = line.split(' ').collect();
        let reply = snapshot(json!({ "settings": settings }));
        let (requests, output) = fixture.run(&args, std::slice::from_ref(&reply));
        assert_eq!(requests, [json!([command, params])], "{line}");
        assert_eq!(output, results(0, text), "{line}");
        let (_, output) = fixture.run(&[&args[..], &["--json"]].concat(), std::slice::from_ref(&reply));
        assert_eq!(output, results(0, &format!("{reply:#}\n")), "{line} --json");
    }
}

#[test]
fn prints_when_a_pending_choice_takes_effect() {
    let fixture = Fixture::new();
    let output = |more: Value| {
        let mut tunnel = connected();
        more.as_object()
            .unwrap()
            .iter()
            .for_each(|(name, value)| tunnel[name] = value.clone());
        fixture
            .run(
                &["set", "protocol", "automatic"],
                &[snapshot(json!({ "tunnel": tunnel }))],
            )
            .1
            .results
    };
    assert!(output(json!({ "outdated": true })).ends_with("To apply the change now, use `comet connect`.\n"));
    assert!(
        output(json!({ "outdated": true, "fallbackFrom": "wireguard" }))
            .ends_with("Comet switches to WireGuard as soon as it works.\n")
    );
    assert_eq!(output(json!({})).lines().count(), 1);
}

#[test]
fn prints_refusals_and_treats_an_unknown_country_as_wrong_usage() {
    let fixture = Fixture::new();
    let (_, output) = fixture.run(&["pause", "1h"], &[json!({ "error": "nothing_to_pause" })]);
    assert_eq!(
        output,
        errors(1, "You’re not connected, so there’s nothing to pause.\n")
    );
    let (_, output) = fixture.run(
        &["proxy", "add", "9001", "uk", "sticky"],
        &[json!({ "error": "country_unknown" })],
    );
    assert_eq!(
        output,
        errors(
            2,
            "Unknown country “uk”. Use a two-letter ISO 3166-1 code: us, or gb for the United Kingdom.\nRun `comet --help` for the commands.\n"
        )
    );
}
