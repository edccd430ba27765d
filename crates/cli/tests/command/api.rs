use std::io::Write;

use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, output_of, results};

fn access(proxy: &Value) -> Value {
    json!({
        "choice": "automatic", "working": "gateway", "proxy": proxy, "shadowsocks": null, "bridges": 0,
    })
}

#[test]
fn shows_and_changes_the_access() {
    let fixture = Fixture::new();
    let none = access(&Value::Null);
    let text = "Method: automatic.\nWorks on this network: Through a Comet server.\n\
        No SOCKS5 proxy. Add one with `comet api add socks5://ADDRESS:PORT`.\n";
    for arguments in [vec!["api"], vec!["api", "status"]] {
        let (requests, output) = fixture.run(&arguments, std::slice::from_ref(&none));
        assert_eq!(requests, [json!(["api.status", {}])]);
        assert_eq!(output, results(0, text));
    }
    let (_, output) = fixture.run(&["api", "--json"], std::slice::from_ref(&none));
    assert_eq!(output, results(0, &format!("{none:#}\n")));
    let fixed = json!({ "choice": "doh", "working": null, "proxy": { "address": "2001:db8::1", "port": 1, "user": null }, "shadowsocks": { "address": "2001:db8::2", "port": 8388 }, "bridges": 2 });
    let (requests, output) = fixture.run(&["api", "use", "DoH"], &[fixed]);
    assert_eq!(requests, [json!(["api.use", { "choice": "doh" }])]);
    let text = "Method: only DNS over HTTPS.\nNo connection to Comet on this network yet.\n\
        SOCKS5 proxy: [2001:db8::1]:1.\nShadowsocks server: [2001:db8::2]:8388.\nBridges that you added: 2.\n";
    assert_eq!(output, results(0, text));
    let (requests, output) = fixture.run(&["api", "remove"], &[none]);
    assert_eq!(requests, [json!(["api.remove", { "method": "socks5" }])]);
    assert!(output.results.starts_with("Removed.\n"));
}

#[test]
fn tests_each_method() {
    let fixture = Fixture::new();
    let tested = json!([
        { "method": "direct", "outcome": "failed", "milliseconds": null },
        { "method": "gateway", "outcome": "reached", "milliseconds": 412 },
        { "method": "socks5", "outcome": "unavailable", "milliseconds": null },
    ]);
    let reply = json!({ "results": tested });
    let (requests, output) = fixture.run(&["api", "test"], std::slice::from_ref(&reply));
    assert_eq!(requests, [json!(["api.test", {}])]);
    let text = "Direct: doesn’t work on this network.\nThrough a Comet server: works, 412 ms.\n\
        Your SOCKS5 proxy: nothing to try.\n";
    assert_eq!((output.code, output.results.as_str()), (0, text));
    let (_, output) = fixture.run(&["api", "test", "--json"], &[reply]);
    assert_eq!(output, results(0, &format!("{tested:#}\n")));
}

#[test]
fn adds_a_proxy_and_reads_its_password_from_standard_input() {
    let fixture = Fixture::new();
    let (requests, _) = fixture.run(
        &["api", "add", "socks5://192.0.2.10:1080"],
        &[access(
            &json!({ "address": "192.0.2.10", "port": 1080, "user": null }),
        )],
    );
    let params = json!({ "address": "192.0.2.10", "port": 1080, "login": null });
    assert_eq!(requests, [json!(["api.add", params])]);

    let mut comet = fixture.comet(&["api", "add", "socks5://ada@[2001:db8::1]:1080"]);
    comet.stdin.take().unwrap().write_all(b"pass word\n").unwrap();
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    let login = json!({ "user": "ada", "password": "pass word" });
    assert_eq!(
        request["params"],
        json!({ "address": "2001:db8::1", "port": 1080, "login": login })
    );
    daemon.respond(
        &request,
        &access(&json!({ "address": "2001:db8::1", "port": 1080, "user": "ada" })),
    );
    let output = output_of(comet);
    assert!(
        output
            .results
            .ends_with("SOCKS5 proxy: [2001:db8::1]:1080, as ada.\n")
    );
    assert!(!format!("{output:?}").contains("pass word"));
}

#[test]
fn refuses_proxies_without_an_address_and_with_a_password() {
    let fixture = Fixture::new();
    for proxy in [
        "socks5://proxy.example:1080",
        "socks5://192.0.2.10",
        "socks5://192.0.2.10:0",
        "socks5://ada:secret@192.0.2.10:1080",
        "socks5://@192.0.2.10:1080",
    ] {
        let output = output_of(fixture.comet(&["api", "add", proxy]));
        assert_eq!((output.code, output.results.as_str()), (2, ""), "{proxy}");
        assert!(output.errors.contains("IP address of a proxy"), "{output:?}");
    }
    for text in ["192.0.2.10:1080", "http://192.0.2.10:1080", "obfs4://x"] {
        let output = output_of(fixture.comet(&["api", "add", text]));
        assert_eq!((output.code, output.results.as_str()), (2, ""), "{text}");
        assert!(output.errors.contains("Add a bridge text"), "{output:?}");
    }
    let output = output_of(fixture.comet(&["api", "use", "carrier-pigeon"]));
    assert_eq!(output.code, 2);
    let (_, output) = fixture.run(
        &["api", "use", "socks5"],
        &[json!({ "error": "access_proxy_missing" })],
    );
    assert_eq!(
        (output.code, output.errors.contains("Add a SOCKS5 proxy first")),
        (1, true)
    );
}

#[test]
fn adds_a_text_also_from_standard_input() {
    let fixture = Fixture::new();
    let mut access = access(&Value::Null);
    access["bridges"] = json!(1);
    for text in [
        "ss://YQ@192.0.2.7:1",
        "kid.content.signature",
        "https://comet.example/b",
    ] {
        let (requests, output) = fixture.run(&["api", "add", text], std::slice::from_ref(&access));
        assert_eq!(requests, [json!(["api.add-text", { "text": text }])]);
        assert!(output.results.ends_with("Bridges that you added: 1.\n"));
    }
    let mut comet = fixture.comet(&["api", "add", "-"]);
    let input = b"ss://c2VjcmV0@192.0.2.7:1\n";
    comet.stdin.take().unwrap().write_all(input).unwrap();
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    assert_eq!(request["params"], json!({ "text": "ss://c2VjcmV0@192.0.2.7:1" }));
    daemon.respond(&request, &access);
    let output = output_of(comet);
    assert!(!format!("{output:?}").contains("c2VjcmV0"));
    for method in ["bridge", "shadowsocks"] {
        let (requests, _) = fixture.run(&["api", "remove", method], std::slice::from_ref(&access));
        assert_eq!(requests, [json!(["api.remove", { "method": method }])]);
    }
}
