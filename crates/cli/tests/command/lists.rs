use serde_json::json;

use crate::fake_daemon::{Fixture, output_of, results, snapshot};

#[test]
fn prints_lists_as_text_and_as_json() {
    let fixture = Fixture::new();
    let row = |code: &str, kind: &str| {
        json!({ "code": code, "country": "US", "countryName": "United States", "city": "New York",
            "type": kind, "online": true, "lacks": null })
    };
    let listed =
        json!({ "locations": [row("us-nyc", "standard"), row("us-nyc-home", "native_residential")] });
    let (_, output) = fixture.run(&["locations"], std::slice::from_ref(&listed));
    assert_eq!(output.results.lines().count(), 2);
    let (_, output) = fixture.run(
        &["locations", "--type", "Native-Residential", "--json"],
        std::slice::from_ref(&listed),
    );
    assert_eq!(
        output,
        results(
            0,
            &format!(
                "{:#}\n",
                json!({ "locations": [row("us-nyc-home", "native_residential")] })
            )
        )
    );
    let (_, output) = fixture.run(&["locations", "--type", "specialty"], &[listed]);
    assert_eq!(
        output,
        results(0, "There are no locations of this type right now.\n")
    );
    let proxy = json!({ "port": 9001, "country": "US", "mode": "sticky", "session": "abcdef012345" });
    let mut stopped = snapshot(json!({ "settings": { "localProxies": [proxy] } }));
    stopped["proxyTrouble"] = "spending_stopped".into();
    let (requests, output) = fixture.run(&["proxy"], std::slice::from_ref(&stopped));
    assert_eq!(requests, [json!(["proxy.list", {}])]);
    assert_eq!(
        output.results,
        "127.0.0.1:9001: US, same exit for a day. If the exit goes offline, connections are refused.\n"
    );
    assert!(
        output
            .errors
            .contains("suspended on your account. Contact support")
    );
    let (_, output) = fixture.run(&["settings", "--json"], &[stopped.clone()]);
    assert_eq!(output, results(0, &format!("{:#}\n", stopped["settings"])));
}

#[test]
fn lists_local_proxies_to_locations_with_their_state() {
    let fixture = Fixture::new();
    let proxies = json!([
        { "port": 8100, "location": "jp-tyo" },
        { "port": 8101, "location": "nl-ams" },
        { "port": 8102, "location": "us-nyc" },
        { "port": 8103, "location": "jp-tyo" },
    ]);
    let state = |state: &str, reason: Option<&str>, listens: bool| json!({ "state": state, "reason": reason, "listens": listens });
    let mut now = snapshot(json!({ "settings": { "locationProxies": proxies } }));
    now["locationProxies"] = json!([
        state("active", None, true),
        state("blocked", Some("gateway_unreachable"), true),
        state("inactive", None, true),
        state("active", None, false),
    ]);
    let (requests, output) = fixture.run(&["proxy"], std::slice::from_ref(&now));
    assert_eq!(requests, [json!(["proxy.list", {}])]);
    assert_eq!(
        output,
        results(
            0,
            "127.0.0.1:8100: leaves at jp-tyo.\n\
             127.0.0.1:8101: leaves at nl-ams. Blocked until the tunnel to it is up. The server isn’t responding.\n\
             127.0.0.1:8102: leaves at us-nyc. Blocked until you connect.\n\
             127.0.0.1:8103: not open. Another program is using this port.\n"
        )
    );
    let (_, output) = fixture.run(&["proxy", "list", "--json"], &[now]);
    let listed: serde_json::Value = serde_json::from_str(&output.results).unwrap();
    assert_eq!(
        listed[1],
        json!({ "port": 8101, "location": "nl-ams", "state": "blocked", "reason": "gateway_unreachable", "listens": true })
    );
}

#[test]
fn adds_lists_and_removes_forwarded_ports() {
    let fixture = Fixture::new();
    let public = json!({ "address": "203.0.113.101", "port": 40123 });
    let forwarded = json!([
        { "protocol": "tcp", "port": 8080, "public": public, "refusal": null },
        { "protocol": "udp", "port": 8081, "public": null, "refusal": "no_port_left" },
        { "protocol": "udp", "port": 8082, "public": null, "refusal": null },
    ]);
    let now = snapshot(json!({ "forwardedPorts": forwarded }));
    let text = "TCP port 8080: reachable from the internet at 203.0.113.101:40123.\n\
        UDP port 8081 isn’t forwarded. No port is free right now. Remove a port, or try again in an hour.\n\
        UDP port 8082: forwarded when connected.\n";
    for (arguments, request) in [
        (vec!["forward"], json!(["forward.list", {}])),
        (vec!["forward", "list"], json!(["forward.list", {}])),
        (
            vec!["forward", "add", "TCP", "8080"],
            json!(["forward.add", { "protocol": "tcp", "port": 8080 }]),
        ),
        (
            vec!["forward", "remove", "udp", "1"],
            json!(["forward.remove", { "protocol": "udp", "port": 1 }]),
        ),
    ] {
        let (requests, output) = fixture.run(&arguments, std::slice::from_ref(&now));
        assert_eq!(requests, [request]);
        assert_eq!(output, results(0, text));
    }
    let (_, output) = fixture.run(&["forward", "list", "--json"], std::slice::from_ref(&now));
    assert_eq!(output, results(0, &format!("{forwarded:#}\n")));
    let (_, output) = fixture.run(&["forward"], &[snapshot(json!({ "forwardedPorts": [] }))]);
    assert_eq!(output, results(0, "No forwarded ports.\n"));
}

#[test]
fn refuses_ports_that_cannot_be_forwarded() {
    let fixture = Fixture::new();
    for arguments in [
        ["forward", "add", "sctp", "8080"],
        ["forward", "add", "tcp", "0"],
        ["forward", "add", "tcp", "65536"],
        ["forward", "add", "tcp", "08"],
    ] {
        let output = output_of(fixture.comet(&arguments));
        assert_eq!((output.code, output.results.as_str()), (2, ""), "{arguments:?}");
    }
    let (_, output) = fixture.run(
        &["forward", "add", "tcp", "1"],
        &[json!({ "error": "forward_too_many" })],
    );
    assert_eq!((output.code, output.errors.contains("five ports")), (1, true));
}

#[test]
fn fetches_an_update_and_prints_its_notes_without_control_sequences() {
    let fixture = Fixture::new();
    let newer =
        json!({ "version": "0.2.0", "notes": "Faster.\nSmaller.\u{1b}[2J", "bytes": 47, "fetched": true });
    let fetched = json!({ "version": "0.2.0", "path": "/var/cache/comet/comet.deb" });
    let replies = [fetched, json!({ "version": "0.1.0", "newer": newer })];
    let (_, output) = fixture.run(&["update"], &replies);
    assert!(
        output.results.starts_with(
            "Update available: 0.2.0 (you have 0.1.0)\nFaster.\nSmaller.[2J\nDownloaded and verified"
        ),
        "{output:?}"
    );
    let replies = [
        json!({ "error": "update_none" }),
        json!({ "version": "0.1.0", "newer": null }),
    ];
    let (_, output) = fixture.run(&["update"], &replies);
    assert_eq!(output, results(0, "Comet 0.1.0 is up to date.\n"));
    let (_, output) = fixture.run(
        &["update"],
        &[json!({ "error": "update_refused", "detail": "expired" })],
    );
    assert_eq!(
        (output.code, output.errors.contains("is out of date.")),
        (1, true)
    );
}
