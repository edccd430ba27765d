//! `comet stats`, its export and deletion, and the data budget.

use std::fs;
use std::io::Write;

use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, errors, output_of, results, snapshot};

fn months() -> Value {
    json!({ "on": true, "budget": 50_000_000_000_i64, "months": [
        { "month": "2026-11", "sessions": 2, "received": 48_200_000, "sent": 6_100_000 },
        { "month": "2026-10", "sessions": 1, "received": 900, "sent": 0 },
    ] })
}

fn session(location: &str) -> Value {
    json!({
        "startedAt": "2026-11-30T10:00:00.000Z", "endedAt": "2026-11-30T11:30:00.000Z", "location": location,
        "transport": "openvpn/tls", "received": 1_000_000, "sent": 20,
    })
}

fn page(sessions: &[Value], next: Option<i64>) -> Value {
    json!({ "sessions": sessions, "next": next })
}

#[test]
fn prints_the_sums_of_months_and_the_budget() {
    let fixture = Fixture::new();
    let (requests, output) = fixture.run(&["stats"], &[months()]);
    let text = "2026-11  2 sessions  48.2 MB received  6.1 MB sent\n\
        2026-10  1 session  900 B received  0 B sent\n\
        Data budget: 50.0 GB a month. Used in 2026-11: 54.3 MB.\n";
    assert_eq!(output, results(0, text));
    assert_eq!(requests, [json!(["statistics", {}])]);
    let (_, output) = fixture.run(&["stats", "--month", "2026-10", "--json"], &[months()]);
    let printed: Value = serde_json::from_str(&output.results).unwrap();
    assert_eq!(printed["months"], json!([months()["months"][1]]));
}

#[test]
fn says_that_there_is_nothing_and_that_nothing_is_recorded() {
    let fixture = Fixture::new();
    let empty = json!({ "on": false, "budget": null, "months": [] });
    let (_, output) = fixture.run(&["stats"], &[empty]);
    let text = "No statistics yet. They begin with the next connection, and stay on this computer.\n\
        Statistics are off: nothing is recorded.\n";
    assert_eq!(output, results(0, text));
}

#[test]
fn lists_the_sessions_of_all_pages() {
    let fixture = Fixture::new();
    let mut lasting = session("jp-tyo");
    lasting["endedAt"] = Value::Null;
    let replies = [page(&[lasting], Some(1)), page(&[session("nl-ams")], None)];
    let (requests, output) = fixture.run(&["stats", "--sessions", "--month", "2026-11"], &replies);
    let text = "Nov 30, 10:00 - now  jp-tyo  openvpn/tls  1.0 MB received  20 B sent\n\
        Nov 30, 10:00 - Nov 30, 11:30  nl-ams  openvpn/tls  1.0 MB received  20 B sent\n";
    assert_eq!(output, results(0, text));
    let params: Vec<&Value> = requests.iter().map(|request| &request[1]).collect();
    assert_eq!(
        params,
        [
            &json!({ "month": "2026-11", "from": 0 }),
            &json!({ "month": "2026-11", "from": 1 })
        ]
    );
}

#[test]
fn exports_csv_and_json_and_overwrites_nothing() {
    let fixture = Fixture::new();
    let replies = [months(), page(&[session("nl-ams")], None)];
    let (_, output) = fixture.run(&["stats", "export", "all.csv"], &replies);
    let done = "Exported 1 sessions and the sums of each month to all.csv.\n";
    assert_eq!(output, results(0, done));
    let csv = "started_at,ended_at,location,transport,received_bytes,sent_bytes\r\n\
        2026-11-30T10:00:00.000Z,2026-11-30T11:30:00.000Z,nl-ams,openvpn/tls,1000000,20\r\n";
    assert_eq!(fs::read_to_string(fixture.folder.join("all.csv")).unwrap(), csv);
    let (_, output) = fixture.run(&["stats", "export", "-"], &replies);
    let printed: Value = serde_json::from_str(&output.results).unwrap();
    assert_eq!(
        printed,
        json!({ "months": months()["months"], "sessions": [session("nl-ams")] })
    );
    let (_, output) = fixture.run(&["stats", "export", "-", "--format", "csv"], &replies);
    assert_eq!(output.results.replace("\r\n", "\n"), csv.replace("\r\n", "\n"));
    let (_, output) = fixture.run(&["stats", "export", "all.csv"], &replies);
    assert_eq!(output.code, 1);
    assert!(
        output.errors.starts_with("Couldn’t write the export"),
        "{output:?}"
    );
}

#[test]
fn forgets_only_after_a_confirmation() {
    let fixture = Fixture::new();
    let (requests, output) = fixture.run(&["stats", "forget", "--yes"], &[json!({})]);
    assert_eq!(
        output,
        results(0, "All statistics on this computer are forgotten.\n")
    );
    assert_eq!(requests, [json!(["statistics.forget", {}])]);
    for (response, forgets) in [("y\n", true), ("no\n", false), ("", false)] {
        let mut comet = fixture.comet(&["stats", "forget"]);
        let mut input = comet.stdin.take().unwrap();
        input.write_all(response.as_bytes()).unwrap();
        drop(input);
        let mut daemon = fixture.connection();
        if forgets {
            let request = daemon.receive();
            daemon.respond(&request, &json!({}));
        }
        let output = output_of(comet);
        assert_eq!(output.code, i32::from(!forgets), "{response:?}: {output:?}");
        assert_eq!(output.errors.contains("Nothing was forgotten."), !forgets);
    }
}

#[test]
fn sets_the_budget_and_the_switch() {
    let fixture = Fixture::new();
    for (word, bytes, line) in [
        (
            "50GB",
            json!(50_000_000_000_i64),
            "Data budget: 50.0 GB a month. Comet tells you at 80% and 100%.\n",
        ),
        (
            "1.5tb",
            json!(1_500_000_000_000_i64),
            "Data budget: 1.5 TB a month. Comet tells you at 80% and 100%.\n",
        ),
        ("off", Value::Null, "No data budget.\n"),
    ] {
        let after = snapshot(json!({ "settings": { "dataBudget": bytes } }));
        let (requests, output) = fixture.run(&["set", "data-budget", word], &[after]);
        assert_eq!(requests, [json!(["data-budget.set", { "bytes": bytes }])]);
        assert_eq!(output, results(0, line));
    }
    let after = snapshot(json!({ "settings": { "statistics": false } }));
    let (requests, output) = fixture.run(&["set", "statistics", "off"], &[after]);
    assert_eq!(requests, [json!(["statistics.set", { "on": false }])]);
    assert_eq!(output, results(0, "Statistics are off: nothing is recorded.\n"));
    let refused = json!({ "error": "statistics_off" });
    let (_, output) = fixture.run(&["set", "data-budget", "1GB"], &[refused]);
    assert_eq!(output.code, 1);
    assert!(output.errors.starts_with("Statistics are off"), "{output:?}");
}

#[test]
fn refuses_a_wrong_month_and_budget() {
    let fixture = Fixture::new();
    for arguments in [
        ["stats", "--month", "2026-13"],
        ["stats", "--month", "11-2026"],
        ["set", "data-budget", "50"],
        ["set", "data-budget", "0GB"],
        ["set", "data-budget", "-1GB"],
        ["set", "data-budget", "1e3GB"],
        ["set", "data-budget", "9999TB"],
    ] {
        let output = output_of(fixture.comet(&arguments));
        assert_eq!(output.code, 2, "{arguments:?}");
        assert_ne!(output, errors(2, ""));
    }
}

#[test]
fn status_shows_the_alert_of_the_budget() {
    let fixture = Fixture::new();
    let alert = json!({ "month": "2026-11", "percent": 80, "used": 41_000_000_000_i64, "budget": 50_000_000_000_i64 });
    let (_, output) = fixture.run(&["status"], &[snapshot(json!({ "budgetAlert": alert }))]);
    let line = "80% of this month’s data budget is used: 41.0 GB of 50.0 GB.\n";
    assert!(output.results.contains(line), "{output:?}");
}
