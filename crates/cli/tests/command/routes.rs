use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, output_of, results, snapshot};

#[test]
fn shows_routes_with_their_traffic_as_text_and_as_json() {
    let fixture = Fixture::new();
    let routes = json!([
        { "kind": "site", "site": "example.com", "to": "jp-tyo" },
        { "kind": "app", "path": "/usr/bin/steam", "to": "direct" },
        { "kind": "site", "site": "ads.example", "to": "block" },
        { "kind": "site", "site": "tv.example", "to": "us-nyc" },
    ]);
    let states = json!([
        { "state": "active", "reason": null, "received": 2_000_000, "sent": 1_000_000 },
        { "state": "active", "reason": null, "received": 0, "sent": 0 },
        { "state": "inactive", "reason": null, "received": 0, "sent": 0 },
        { "state": "blocked", "reason": null, "received": 0, "sent": 0 },
    ]);
    let now = snapshot(json!({ "settings": { "routes": routes }, "routes": states }));
    let text = "\
example.com: jp-tyo. Received 2.0 MB, sent 1.0 MB.
/usr/bin/steam: outside the tunnel. Received 0 B, sent 0 B.
ads.example: blocked. Applies when connected.
tv.example: us-nyc. Blocked until the tunnel to it is up.
";
    let (requests, output) = fixture.run(&["route"], std::slice::from_ref(&now));
    assert_eq!(requests, [json!(["route.list", {}])]);
    assert_eq!(output, results(0, text));
    let (_, output) = fixture.run(&["route", "list", "--json"], &[now]);
    let listed: Value = serde_json::from_str(&output.results).unwrap();
    assert_eq!(
        listed[0],
        json!({ "kind": "site", "site": "example.com", "to": "jp-tyo",
            "state": "active", "reason": null, "received": 2_000_000, "sent": 1_000_000 })
    );
    let (_, output) = fixture.run(&["route"], &[snapshot(json!({}))]);
    let none = "No routes. Add one with `comet route add SITE LOCATION`.\n";
    assert_eq!(output, results(0, none));
}

#[test]
fn adds_and_removes_routes_of_sites_and_programs() {
    let fixture = Fixture::new();
    let now = snapshot(json!({}));
    for (arguments, request) in [
        (
            &["route", "add", "example.com", "jp-tyo"][..],
            json!(["route.add", { "subject": { "kind": "site", "site": "example.com" }, "to": "jp-tyo" }]),
        ),
        (
            &["route", "add-app", "/bin/sh", "direct"],
            json!(["route.add", { "subject": { "kind": "app", "path": std::fs::canonicalize("/bin/sh").unwrap() }, "to": "direct" }]),
        ),
        (
            &["route", "remove", "example.com"],
            json!(["route.remove", { "subject": { "kind": "site", "site": "example.com" } }]),
        ),
        (
            &["route", "remove", "/no/such/program"],
            json!(["route.remove", { "subject": { "kind": "app", "path": "/no/such/program" } }]),
        ),
    ] {
        let (requests, _) = fixture.run(arguments, std::slice::from_ref(&now));
        assert_eq!(requests, [request]);
    }
}

#[test]
fn refuses_incomplete_commands_in_words() {
    let fixture = Fixture::new();
    let output = output_of(fixture.comet(&["route", "add", "example.com"]));
    assert!(
        output.errors.contains("comet route add SITE DESTINATION"),
        "{}",
        output.errors
    );
}
