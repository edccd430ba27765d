use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, errors, results};

fn device(id: &str, name: &str, current: bool, signed_in: bool) -> Value {
    json!({ "id": id, "name": name, "platform": "linux", "current": current,
        "createdAt": "2026-11-02T10:00:00.000Z", "signedIn": signed_in })
}

fn listed() -> Value {
    let devices = [
        device("d1", "ThinkPad", true, true),
        device("d2", "Old laptop", false, false),
        device("d3", "phone", false, true),
        device("d4", "Phone", false, true),
    ];
    json!({ "devices": devices, "limit": 10, "taken": 6 })
}

#[test]
fn lists_devices_as_text_and_as_json() {
    let fixture = Fixture::new();
    let (requests, output) = fixture.run(&["devices"], &[listed()]);
    assert_eq!(requests, [json!(["account.devices", {}])]);
    let text = "d1  ThinkPad    Linux, added 2026-11-02 (this device)
d2  Old laptop  Linux, added 2026-11-02 (signed out)
d3  phone       Linux, added 2026-11-02
d4  Phone       Linux, added 2026-11-02
6 of 10 devices, configs included.
";
    assert_eq!(output, results(0, text));
    let (_, output) = fixture.run(&["devices", "--json"], &[listed()]);
    assert_eq!(output, results(0, &format!("{:#}\n", listed())));
}

#[test]
fn removes_the_device_of_a_name_or_an_id() {
    let fixture = Fixture::new();
    for (wanted, id) in [(&["old", "laptop"][..], "d2"), (&["d4"][..], "d4")] {
        let words = [&["devices", "remove"][..], wanted].concat();
        let (requests, output) = fixture.run(&words, &[listed(), json!({})]);
        assert_eq!(requests[1], json!(["account.device.remove", { "id": id }]));
        assert_eq!(output.code, 0);
        assert!(output.results.contains("has to sign in again"), "{output:?}");
    }
    let (_, output) = fixture.run(&["devices", "remove", "d4", "--json"], &[listed(), json!({})]);
    assert_eq!(output, results(0, "{}\n"));
}

#[test]
fn removes_nothing_without_exactly_one_match() {
    let fixture = Fixture::new();
    let (_, output) = fixture.run(&["devices", "remove", "tablet"], &[listed()]);
    assert_eq!(
        output,
        errors(
            1,
            "There’s no device “tablet” in your account. `comet devices` lists your devices.\n"
        )
    );
    let (_, output) = fixture.run(&["devices", "remove", "PHONE"], &[listed()]);
    let choices = "`comet devices remove d3`, `comet devices remove d4`";
    let problem = format!("Several devices are named “PHONE”. Remove one by its id: {choices}.\n");
    assert_eq!(output, errors(1, &problem));
}

#[test]
fn prints_why_this_device_cannot_be_removed() {
    let fixture = Fixture::new();
    let refused = json!({ "error": "device_in_use" });
    let (_, output) = fixture.run(&["devices", "remove", "ThinkPad"], &[listed(), refused]);
    assert_eq!((output.code, output.results.as_str()), (1, ""));
    assert!(output.errors.contains("Sign out with"), "{output:?}");
}

#[test]
fn a_blank_name_is_wrong_usage() {
    let fixture = Fixture::new();
    let output = crate::fake_daemon::output_of(fixture.comet(&["devices", "remove", " "]));
    assert_eq!(output.code, 2);
}
