use std::fs;

use serde_json::json;

use crate::fake_daemon::{Fixture, output_of, results, snapshot};

#[test]
fn adds_removes_and_shows_own_lists() {
    let fixture = Fixture::new();
    let folder = std::env::temp_dir().join(format!("comet-own-lists-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.txt");
    fs::write(&file, "ads.example\n").unwrap();
    let file = file.to_str().unwrap();
    let url = "https://lists.example/hosts";
    let row = |kind: &str, source: &str, names: Option<i64>, failure: Option<&str>| {
        json!({ "kind": kind, "source": source, "isUrl": source.contains("://"), "names": names,
            "updatedAt": names.map(|_| "2026-11-30T06:00:00.000Z"), "failure": failure })
    };
    let lists = json!({
        "lists": [row("block", url, None, Some("unreachable")), row("allow", "mine.txt", Some(2), None)],
        "allowed": ["good.example"],
    });
    let block = "Blocked: https://lists.example/hosts (downloaded when connected). \
        The last update failed: the server can’t be reached.\n";
    let allow = "Allowed: mine.txt (domains: 2).\nAllowed domains: good.example.\n";
    for (arguments, request, printed) in [
        (
            vec!["dns"],
            json!(["name-list.list", {}]),
            format!("{block}{allow}"),
        ),
        (
            vec!["dns", "block", "list"],
            json!(["name-list.list", {}]),
            block.into(),
        ),
        (
            vec!["dns", "block", "add", url],
            json!(["name-list.add-url", { "kind": "block", "url": url }]),
            block.into(),
        ),
        (
            vec!["dns", "block", "add", file],
            json!(["name-list.add-text", { "kind": "block", "name": "mine.txt", "text": "ads.example\n" }]),
            block.into(),
        ),
        (
            vec!["dns", "block", "remove", "mine.txt"],
            json!(["name-list.remove", { "kind": "block", "source": "mine.txt" }]),
            block.into(),
        ),
        (
            vec!["dns", "block", "update"],
            json!(["name-list.update", {}]),
            block.into(),
        ),
        (
            vec!["dns", "allow", "add", "Good.Example."],
            json!(["allowed-names.add", { "names": ["good.example"] }]),
            allow.into(),
        ),
        (
            vec!["dns", "allow", "remove", url],
            json!(["name-list.remove", { "kind": "allow", "source": url }]),
            allow.into(),
        ),
    ] {
        let (requests, output) = fixture.run(&arguments, std::slice::from_ref(&lists));
        assert_eq!(requests, [request]);
        assert_eq!(output, results(0, &printed), "{arguments:?}");
    }
    let none = json!({ "lists": [], "allowed": [] });
    let (_, output) = fixture.run(&["dns"], &[none]);
    assert_eq!(output, results(0, "No lists of your own.\n"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn shows_and_clears_counts() {
    let fixture = Fixture::new();
    let counts = json!({ "lists": [{ "source": "mine", "today": 3, "month": 40, "gateway": false }], "countsGateway": false });
    let (requests, output) = fixture.run(&["dns", "counts"], &[counts]);
    assert_eq!(requests, [json!(["block-counts", {}])]);
    assert_eq!(output, results(0, "mine: 3 blocked today, 40 in 30 days.\n"));
    let both = json!([
        { "source": "mine", "gateway": false, "today": 3, "month": 40 },
        { "source": "ads", "gateway": true, "today": 1, "month": 2 },
    ]);
    let lines = "mine: 3 blocked today, 40 in 30 days.\nads (Comet DNS): 1 blocked today, 2 in 30 days.\n";
    for (counting, note) in [
        (true, ""),
        (false, "Lists of Comet DNS aren’t counted right now."),
    ] {
        let counts = json!({ "lists": both, "countsGateway": counting });
        let (_, output) = fixture.run(&["dns", "counts"], &[counts]);
        let rest = output.results.strip_prefix(lines).unwrap();
        assert_eq!((rest.is_empty(), rest.starts_with(note)), (counting, true));
    }
    let (requests, output) = fixture.run(&["dns", "counts", "--clear"], &[json!({})]);
    assert_eq!(requests, [json!(["block-counts.clear", {}])]);
    assert_eq!(output, results(0, "Counts deleted.\n"));
}

#[test]
fn refuses_a_missing_file_and_names_that_are_no_domains() {
    let fixture = Fixture::new();
    let (requests, output) = fixture.run(&["dns", "block", "add", "/nonexistent"], &[]);
    assert_eq!((requests.len(), output.code), (0, 1));
    assert!(output.errors.contains("can’t be read"), "{output:?}");
    for name in ["example", "-a.example", "10.0.0.1"] {
        let output = output_of(fixture.comet(&["dns", "allow", "add", "--", name]));
        assert_eq!((output.code, output.results.as_str()), (2, ""), "{name}");
    }
}

#[test]
fn shows_and_changes_dns_servers_of_domains() {
    let fixture = Fixture::new();
    let domains = json!([
        { "domain": "corp.example", "server": "10.0.0.53" },
        { "domain": "lab.example", "server": "9.9.9.9" },
    ]);
    let state = |lan: bool| snapshot(json!({ "settings": { "splitDns": domains, "allowLan": lan } }));
    let text = "corp.example: DNS server 10.0.0.53, in your local network.\n\
        lab.example: DNS server 9.9.9.9, through the tunnel.\n";
    for (arguments, request) in [
        (vec!["dns", "split"], json!(["status", {}])),
        (
            vec!["dns", "split", "add", "Corp.example.", "10.0.0.53"],
            json!(["split-dns.add", { "domain": "corp.example", "server": "10.0.0.53" }]),
        ),
        (
            vec!["dns", "split", "remove", "corp.example"],
            json!(["split-dns.remove", { "domain": "corp.example" }]),
        ),
    ] {
        let (requests, output) = fixture.run(&arguments, &[state(true)]);
        assert_eq!(requests, [request]);
        assert_eq!(output, results(0, text), "{arguments:?}");
    }
    let (_, output) = fixture.run(&["dns", "split", "list"], &[state(false)]);
    assert!(output.results.contains("Not reachable"), "{output:?}");
    for arguments in [["corp", "9.9.9.9"], ["corp.example", "dns.example"]] {
        let output = output_of(fixture.comet(&[&["dns", "split", "add"], &arguments[..]].concat()));
        assert_eq!((output.code, output.results.as_str()), (2, ""), "{arguments:?}");
    }
}
