use serde_json::{Value, json};

use super::*;

fn describe(part: Value) -> Vec<String> {
    let mut all = json!({
        "email": "a@comet.test", "emailVerified": true, "device": "desk", "status": "active",
        "subscription": { "state": "active", "activeUntil": "2027-03-01T00:00:00.000Z" },
        "plan": { "months": 12 }, "activeUntil": "2027-03-01T00:00:00.000Z", "renews": true, "source": "web",
    });
    for (name, value) in part.as_object().unwrap() {
        all[name] = value.clone();
    }
    account(&serde_json::from_value(all).unwrap())
}

#[test]
fn describes_the_plan_and_its_end() {
    assert_eq!(
        describe(json!({})),
        [
            "Signed in as a@comet.test on “desk”.",
            "Plan: active (period end: 2027-03-01).",
            "Length: 12 months.",
            "Renews automatically on 2027-03-01.",
        ]
    );
    let cancelled = json!({ "state": "cancelled", "activeUntil": "2027-03-01T00:00:00.000Z" });
    let changes =
        json!({ "status": "cancelled", "subscription": cancelled, "renews": false, "plan": { "months": 1 } });
    assert_eq!(
        describe(changes)[1..],
        [
            "Plan: canceled (period end: 2027-03-01).",
            "Length: 1 month.",
            "You won’t be charged again. You can connect until 2027-03-01.",
        ]
    );
}

#[test]
fn describes_an_ended_subscription_of_every_source() {
    let over = json!({ "state": "expired", "activeUntil": "2026-03-01T00:00:00.000Z" });
    let inactive = json!({
        "status": "inactive", "subscription": over, "plan": null, "activeUntil": null,
        "renews": false, "source": "app_store",
    });
    assert_eq!(
        describe(inactive)[1..],
        [
            "Plan: expired (period end: 2026-03-01).",
            "You need a plan to connect. Choose one in the dashboard.",
            "Bought in the App Store. Change or cancel it there.",
        ]
    );
    assert_eq!(
        describe(json!({ "subscription": null, "emailVerified": false })).len(),
        3
    );
}
