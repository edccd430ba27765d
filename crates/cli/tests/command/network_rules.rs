use serde_json::json;

use crate::fake_daemon::{Fixture, errors, output_of, results, snapshot};

fn rules() -> serde_json::Value {
    json!([
        {
            "id": "0".repeat(32), "name": "Home", "connect": false, "server": null, "transport": null,
            "allowLan": true, "dns": null,
        },
        {
            "id": "1".repeat(32), "name": "Office", "connect": true, "server": "nl-ams",
            "transport": "wireguard_tcp", "allowLan": false, "dns": { "servers": ["9.9.9.9", "2620:fe::9"] },
        },
    ])
}
const TEXT: &str = "\
Home: doesn’t connect unless lockdown is on; local network allowed (under lockdown, only if the settings allow it).
Office (current network): connects automatically; nl-ams; WireGuard over TCP; local network blocked; DNS 9.9.9.9, 2620:fe::9.
";

#[test]
fn shows_rules_and_the_one_in_force() {
    let fixture = Fixture::new();
    let now = snapshot(json!({ "settings": { "networkRules": rules() }, "networkRule": "Office" }));
    for arguments in [&["network"][..], &["network", "list"]] {
        let (requests, output) = fixture.run(arguments, std::slice::from_ref(&now));
        assert_eq!(requests, [json!(["network-rule.list", {}])]);
        assert_eq!(output, results(0, TEXT));
    }
    let (_, output) = fixture.run(&["network", "--json"], std::slice::from_ref(&now));
    assert_eq!(output, results(0, &format!("{:#}\n", rules())));
    let (_, output) = fixture.run(&["settings"], &[now]);
    assert!(
        output
            .results
            .contains("The rule “Office” of this network changes these settings: connects"),
        "{output:?}"
    );
    let (_, output) = fixture.run(&["network"], &[snapshot(json!({}))]);
    let none = "No rules. Add one for the current network with `comet network set`.\n";
    assert_eq!(output, results(0, none));
}

#[test]
fn changes_only_the_named_choices_and_removes_rules() {
    let fixture = Fixture::new();
    let now = snapshot(json!({ "settings": { "networkRules": rules() }, "networkRule": "Office" }));
    let set = |name: Option<&str>, rule| json!(["network-rule.set", { "name": name, "rule": rule }]);
    for (line, request) in [
        (
            "set --name My Office --connect on --location new york --transport 443 --lan off --dns 9.9.9.9",
            set(
                Some("My Office"),
                json!({
                    "connect": true, "server": "new york", "transport": "443", "allowLan": false,
                    "dns": { "servers": ["9.9.9.9"] },
                }),
            ),
        ),
        (
            "set --connect default --location default --transport default --lan default --dns default",
            set(
                None,
                json!({ "connect": null, "server": null, "transport": null, "allowLan": null, "dns": null }),
            ),
        ),
        ("set --lan on", set(None, json!({ "allowLan": true }))),
    ] {
        let arguments: Vec<&str> = ["network"].into_iter().chain(line.split(' ')).collect();
        let (requests, output) = fixture.run(&arguments, std::slice::from_ref(&now));
        assert_eq!(requests, [request]);
        assert_eq!(output, results(0, TEXT));
    }
    let (requests, output) = fixture.run(&["network", "remove", "My", "Home"], &[now]);
    assert_eq!(requests, [json!(["network-rule.remove", { "name": "My Home" }])]);
    assert_eq!(output, results(0, "Rule removed: My Home.\n"));
}

#[test]
fn refuses_other_values_and_explains_refusals_of_the_daemon() {
    let fixture = Fixture::new();
    for (arguments, problem) in [
        (
            &["set", "--dns", "resolver"][..],
            "Enter one to three DNS servers",
        ),
        (
            &["set", "--location", ""],
            "A location must be 60 characters or fewer.",
        ),
        (&["remove", "\u{1b}[31m"], "A network name must be"),
    ] {
        let all: Vec<&str> = ["network"].iter().chain(arguments).copied().collect();
        let output = output_of(fixture.comet(&all));
        assert_eq!((output.code, output.results.as_str()), (2, ""), "{arguments:?}");
        assert!(output.errors.starts_with(problem), "{output:?}");
    }
    let refusal = json!({ "error": "network_rule_empty" });
    let (_, output) = fixture.run(&["network", "set"], &[refusal]);
    let empty = "A rule must change something. To remove one, use `comet network remove NAME`.\n";
    assert_eq!(output, errors(1, empty));
}
