use serde_json::json;

use crate::fake_daemon::{Field, errors, output_of};

#[test]
fn a_daemon_that_does_not_answer_ends_what_it_knows_at_once_with_3() {
    let field = Field::new();
    let waiting = [
        field.comet(&["status"]),
        field.comet(&["settings"]),
        field.comet(&["split"]),
    ];
    for comet in waiting {
        let told = output_of(comet);
        assert_eq!((told.code, told.results.as_str()), (3, ""));
        assert!(told.errors.contains("systemctl restart cometd"), "{told:?}");
    }
}

#[test]
fn reports_a_lost_connection_and_an_invalid_reply() {
    let field = Field::new();
    let comet = field.comet(&["disconnect"]);
    let mut daemon = field.connection();
    daemon.receive();
    drop(daemon);
    assert_eq!(output_of(comet), errors(1, "cometd closed the connection.\n"));
    let comet = field.comet(&["disconnect"]);
    let mut daemon = field.connection();
    let request = daemon.receive();
    daemon.answer(&request, &json!({ "tunnel": "another" }));
    let told = output_of(comet);
    assert_eq!(told.code, 1);
    assert!(
        told.errors.contains("Update both to the same version."),
        "{told:?}"
    );
}
