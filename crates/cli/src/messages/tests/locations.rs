use serde_json::{Value, json};

use super::*;

fn location(part: Value) -> Location {
    let mut all = json!({
        "code": "us-nyc", "country": "US", "countryName": "United States", "city": "New York",
        "type": "standard", "online": true, "lacks": null,
    });
    for (name, value) in part.as_object().unwrap() {
        all[name] = value.clone();
    }
    serde_json::from_value(all).unwrap()
}

#[test]
fn adds_remarks_to_a_location() {
    let lines = lines(&[
        location(json!({ "kilometres": 5860, "milliseconds": 81, "load": 12, "features": ["p2p"] })),
        location(json!({ "code": "us-any-home", "type": "native_residential", "anyCity": true })),
        location(json!({ "code": "us-sea", "city": "Seattle", "lacks": "tls", "missingLists": ["ads"] })),
        location(json!({ "code": "us-lax", "type": "residential", "online": false, "load": 3 })),
    ]);
    assert_eq!(
        lines,
        [
            "us-nyc       New York  United States (5860 km, 81 ms, 12% load, p2p)",
            "us-any-home  New York  United States (residential, uses your data, UDP and IPv6 may not work)",
            "us-sea       Seattle   United States (no OpenVPN over TLS, no ads list)",
            "us-lax       New York  United States (residential, shared, offline)",
        ]
    );
}

#[test]
fn a_location_without_remarks_has_no_parentheses() {
    assert_eq!(lines(&[location(json!({}))]), ["us-nyc  New York  United States"]);
    assert!(lines(&[]).is_empty());
}
