use serde_json::json;

use crate::fake_daemon::{Fixture, errors, output_of};

#[test]
fn commands_exit_with_3_without_a_reply() {
    let fixture = Fixture::new();
    let waiting = [
        fixture.comet(&["status"]),
        fixture.comet(&["settings"]),
        fixture.comet(&["split"]),
    ];
    for comet in waiting {
        let output = output_of(comet);
        assert_eq!((output.code, output.results.as_str()), (3, ""));
        assert!(output.errors.contains("systemctl restart cometd"), "{output:?}");
    }
}

#[test]
fn reports_a_lost_connection_and_an_invalid_reply() {
    let fixture = Fixture::new();
    let comet = fixture.comet(&["disconnect"]);
    let mut daemon = fixture.connection();
    daemon.receive();
    drop(daemon);
    assert_eq!(output_of(comet), errors(1, "cometd closed the connection.\n"));
    let comet = fixture.comet(&["disconnect"]);
    let mut daemon = fixture.connection();
    let request = daemon.receive();
    daemon.respond(&request, &json!({ "tunnel": "another" }));
    let output = output_of(comet);
    assert_eq!(output.code, 1);
    assert!(
        output.errors.contains("Update both to the same version."),
        "{output:?}"
    );
}
