use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, errors, output_of, results, snapshot};

fn profile(name: &str, more: &Value) -> Value {
    let mut profile = json!({
        "name": name, "server": "last", "protocol": "automatic", "variant": "automatic",
        "wireguardPort": "automatic", "wireguardOver": "automatic", "dns": null,
        "blockLists": { "ads": false, "trackers": false, "malware": false, "adult": false, "gambling": false, "social": false },
        "splitTunnel": { "mode": "off", "apps": [], "networks": [] },
    });
    for (field, value) in more.as_object().unwrap() {
        profile[field] = value.clone();
    }
    profile
}

#[test]
fn shows_profiles_as_text_and_as_json() {
    let fixture = Fixture::new();
    let profiles = json!([
        profile(
            "Work",
            &json!({
                "server": "nl-ams", "protocol": "openvpn", "variant": "tls", "dns": { "servers": ["9.9.9.9"] },
                "splitTunnel": { "mode": "exclude", "apps": ["/usr/bin/steam"], "networks": ["203.0.113.0/24"] },
            })
        ),
        profile(
            "Near",
            &json!({ "server": "nearest", "protocol": "wireguard", "wireguardPort": "443" })
        ),
        profile(
            "Web",
            &json!({
                "server": "random", "protocol": "wireguard", "wireguardOver": "quic",
                "blockLists": { "ads": true, "trackers": false, "malware": true, "adult": false, "gambling": false, "social": false },
                "splitTunnel": { "mode": "include", "apps": [], "networks": [] },
            })
        ),
        profile("Plain", &json!({})),
    ]);
    let now = snapshot(json!({ "settings": { "profiles": profiles }, "profile": "Near" }));
    let text = "\
Work: nl-ams; OpenVPN over TLS; DNS 9.9.9.9; split tunneling: exclude /usr/bin/steam, 203.0.113.0/24.
Near (in use): nearest location; WireGuard on port 443; Comet DNS; no split tunneling.
Web: random location; WireGuard over QUIC; Comet DNS blocking ads, malware; split tunneling: include.
Plain: last location; automatic protocol; Comet DNS; no split tunneling.
";
    for arguments in [&["profile"][..], &["profile", "list"]] {
        let (requests, output) = fixture.run(arguments, std::slice::from_ref(&now));
        assert_eq!(requests, [json!(["profile.list", {}])]);
        assert_eq!(output, results(0, text));
    }
    let (_, output) = fixture.run(&["profile", "--json"], &[now]);
    assert_eq!(output, results(0, &format!("{profiles:#}\n")));
    let (_, output) = fixture.run(&["profile"], &[snapshot(json!({}))]);
    let none = "No profiles. Save your current settings with `comet profile save NAME`.\n";
    assert_eq!(output, results(0, none));
}

#[test]
fn saves_uses_renames_and_removes_profiles() {
    let fixture = Fixture::new();
    let now = snapshot(json!({ "settings": { "profiles": [profile("Work", &json!({}))] } }));
    let line = "Work: last location; automatic protocol; Comet DNS; no split tunneling.\n";
    let used = format!("{line}Disconnected. Your traffic is unprotected.\n");
    for (arguments, request, text) in [
        (
            &["profile", "save", " work"][..],
            json!(["profile.save", { "name": "work" }]),
            line,
        ),
        (
            &["profile", "use", "Work"],
            json!(["profile.use", { "name": "Work" }]),
            &used,
        ),
        (
            &["profile", "rename", "Office", "Work"],
            json!(["profile.rename", { "name": "Office", "to": "Work" }]),
            line,
        ),
        (
            &["profile", "remove", "Play"],
            json!(["profile.remove", { "name": "Play" }]),
            "Profile removed: Play.\n",
        ),
    ] {
        let (requests, output) = fixture.run(arguments, std::slice::from_ref(&now));
        assert_eq!(requests, [request]);
        assert_eq!(output, results(0, text));
    }
}

#[test]
fn refuses_names_and_explains_refusals_of_the_daemon() {
    let fixture = Fixture::new();
    let output = output_of(fixture.comet(&["profile", "save", "…"]));
    assert_eq!((output.code, output.results.as_str()), (2, ""));
    let output = output_of(fixture.comet(&["profile", "use"]));
    assert!(output.errors.starts_with("Use `comet profile`, "), "{output:?}");
    let unknown = "There’s no profile with this name. `comet profile` shows your profiles.\n";
    let refusal = json!({ "error": "profile_unknown" });
    let (_, output) = fixture.run(&["profile", "use", "Work"], &[refusal]);
    assert_eq!(output, errors(1, unknown));
}
