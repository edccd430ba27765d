use serde_json::json;

use crate::fake_daemon::{Field, remarks, said};

#[test]
fn a_daemon_that_does_not_answer_ends_what_it_knows_at_once_with_3() {
    let field = Field::new();
    let waiting = [
        field.comet(&["status"]),
        field.comet(&["settings"]),
        field.comet(&["split"]),
    ];
    for comet in waiting {
        let told = said(comet);
        assert_eq!((told.code, told.results.as_str()), (3, ""));
        assert!(told.remarks.contains("systemctl restart cometd"), "{told:?}");
    }
}

#[test]
fn a_daemon_that_leaves_or_is_of_another_version_is_a_failure_in_a_sentence() {
    let field = Field::new();
    let comet = field.comet(&["disconnect"]);
    let mut daemon = field.conversation();
    daemon.hear();
    drop(daemon);
    assert_eq!(said(comet), remarks(1, "cometd ended the conversation.\n"));
    let comet = field.comet(&["disconnect"]);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &json!({ "tunnel": "another" }));
    let told = said(comet);
    assert_eq!(told.code, 1);
    assert!(
        told.remarks.contains("Update both to the same version."),
        "{told:?}"
    );
}
