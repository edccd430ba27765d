use serde_json::json;

use crate::fake_daemon::{Field, connected, off, results, said, snapshot};

#[test]
fn status_is_told_in_words_or_as_it_came() {
    let field = Field::new();
    let (_, told) = field.told(&["status"], &[off()]);
    assert_eq!(
        told,
        results(
            0,
            "Disconnected. Traffic leaves this machine unprotected.\nNot signed in.\n"
        )
    );
    let mut newer = off();
    newer["unheardOf"] = 7.into();
    let (_, told) = field.told(&["status", "--json"], std::slice::from_ref(&newer));
    assert_eq!(told, results(0, &format!("{newer:#}\n")));
}

#[test]
fn a_watched_status_is_told_again_with_each_change_but_not_for_figures() {
    let field = Field::new();
    let comet = field.comet(&["status", "--watch"]);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    assert_eq!(request["command"], "status.watch");
    daemon.answer(&request, &off());
    let figures = snapshot(json!({ "traffic": { "received": 1, "sent": 2, "lastHandshake": null } }));
    daemon.say(&json!({ "kind": "snapshot", "snapshot": figures }));
    daemon.say(&json!({ "kind": "snapshot", "snapshot": snapshot(json!({ "tunnel": connected() })) }));
    drop(daemon);
    let told = said(comet);
    assert_eq!(
        (told.code, told.remarks.as_str()),
        (1, "cometd ended the conversation.\n")
    );
    let firsts: Vec<&str> = told
        .results
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| &line[10..])
        .collect();
    assert_eq!(firsts.len(), 2, "{told:?}");
    assert!(firsts[0].starts_with("Disconnected.") && firsts[1].starts_with("Connected to"));
}
