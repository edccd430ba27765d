//! The state of the tunnel, as a person reads it.

use crate::protocol::{Exit, ExitType, Link, Place, Snapshot, SnapshotOutsideKind, TunnelState};
use crate::texts::{self, account, settings as choices, state as words};

use super::{bytes, settings, time_of};

/// The snapshot, a thought a line.
pub fn describe(snapshot: &Snapshot) -> Vec<String> {
    let chosen = &snapshot.settings;
    let mut lines = tunnel(snapshot);
    lines.extend(outside(snapshot));
    if snapshot.quantum_resistant == Some(true) {
        lines.push(words::QUANTUM_RESISTANT.into());
    }
    if let Some(traffic) = &snapshot.traffic {
        lines.push(words::traffic(bytes(traffic.received), bytes(traffic.sent)));
    }
    lines.push(snapshot.account.as_ref().map_or_else(
        || account::NOT_SIGNED_IN.into(),
        |signed_in| account::account(&signed_in.email, &signed_in.device),
    ));
    if snapshot.sign_out_untold == Some(true) {
        lines.push(account::SIGN_OUT_UNTOLD.into());
    }
    if chosen.lockdown && !is_locked_down(&snapshot.tunnel) {
        lines.push(choices::LOCKDOWN_ON.into());
    }
    if chosen.allow_lan {
        lines.push(choices::LAN_ON.into());
    }
    if !snapshot.unsupported.is_empty() {
        let features: Vec<&str> = snapshot
            .unsupported
            .iter()
            .map(|&one| texts::platform_feature(one))
            .collect();
        lines.push(words::unsupported(features.join(", ")));
    }
    // A pause and what leaves outside the tunnel are told with the state already.
    let split = snapshot
        .outside
        .as_ref()
        .map(|_| settings::split(&chosen.split_tunnel));
    let rest: Vec<String> = settings::features(snapshot)
        .into_iter()
        .filter(|line| !lines.contains(line) && split.as_ref() != Some(line))
        .collect();
    lines.extend(rest);
    lines
}

fn is_locked_down(tunnel: &TunnelState) -> bool {
    matches!(tunnel, TunnelState::Error { reason, .. } if *reason == crate::protocol::BlockReason::LockedDown)
}

/// What leaves outside the tunnel while the rest is protected or held back.
fn outside(snapshot: &Snapshot) -> Option<String> {
    let outside = snapshot.outside.as_ref()?;
    Some(match outside.kind {
        SnapshotOutsideKind::Held if outside.named.is_empty() => choices::SPLIT_HELD.into(),
        SnapshotOutsideKind::Held => choices::split_held_named(outside.named.join(", ")),
        _ => settings::split(&snapshot.settings.split_tunnel),
    })
}

/// The tunnel's part of it: its state, and where it failed what that means for traffic and what ends it.
pub fn tunnel(snapshot: &Snapshot) -> Vec<String> {
    match &snapshot.tunnel {
        TunnelState::Connected {
            place,
            via,
            link,
            stands_in_for,
            fallback_from,
            ..
        } => {
            let mut lines = vec![connected(place, link)];
            lines.extend(via.as_ref().map(|via| words::enters(name_of(via))));
            lines.push(match fallback_from {
                None => words::by(way(link)),
                Some(better) => {
                    let better = texts::choice(&better.to_string()).unwrap_or_default();
                    if snapshot.settings.post_quantum {
                        words::fallback_post_quantum(way(link), better)
                    } else {
                        words::fallback_plain(way(link), better)
                    }
                }
            });
            lines.extend(exit(snapshot.exit.as_ref()));
            lines.extend(stands_in_for.as_ref().map(words::stands_in));
            lines
        }
        TunnelState::Connecting { place, attempt, .. } => vec![connecting(place.as_ref(), *attempt)],
        TunnelState::Disconnected {
            refusal: Some(reason),
            ..
        } => {
            vec![words::refused(
                texts::block_what(*reason),
                texts::block_next(*reason),
            )]
        }
        TunnelState::Disconnected { .. } if snapshot.settings.paused_until.is_some() => {
            vec![settings::pause(&snapshot.settings)]
        }
        TunnelState::Disconnected { .. } => vec![words::DISCONNECTED.into()],
        TunnelState::Disconnecting { .. } => vec![words::DISCONNECTING.into()],
        TunnelState::Error {
            reason,
            blocking,
            retry_at,
            by_account,
            ..
        } => {
            let (what, next) = (texts::block_what(*reason), texts::block_next(*reason));
            if is_locked_down(&snapshot.tunnel) {
                return vec![words::failed(what, next)];
            }
            let failed = if *blocking {
                words::failed_blocking(what, next)
            } else {
                words::failed_open(what, next)
            };
            let mut lines = vec![failed];
            if let Some(at) = retry_at {
                lines.push(words::retry_at(time_of(at)));
            } else if *blocking && !snapshot.settings.lockdown {
                lines.push(words::LET_OUT.into());
            }
            if *blocking && *by_account == Some(true) {
                lines.push(words::DASHBOARD_OPENS.into());
            }
            lines
        }
    }
}

pub fn connected(place: &Place, link: &Link) -> String {
    let (Link::Wireguard { endpoint, .. } | Link::Openvpn { endpoint, .. }) = link;
    words::connected(name_of(place), endpoint)
}

pub fn connecting(place: Option<&Place>, attempt: i64) -> String {
    match place {
        None => words::FINDING_GATEWAY.into(),
        Some(place) if attempt > 1 => words::another_gateway(name_of(place), attempt),
        Some(place) => words::connecting(name_of(place)),
    }
}

/// By what it leaves behind its gateway, where not by the gateway's own addresses.
pub fn exit(exit: Option<&Exit>) -> Vec<String> {
    let Some(exit) = exit else { return Vec::new() };
    let leaves = match (exit.type_, exit.data_left_bytes) {
        (ExitType::Dedicated, _) => words::leaves_dedicated(exit.address.as_deref().unwrap_or_default()),
        (ExitType::Residential, _) => words::LEAVES_SHARED.into(),
        (ExitType::NativeResidential, None) => words::LEAVES_METERED.into(),
        (ExitType::NativeResidential, Some(left)) => words::leaves_metered_left(bytes(left)),
    };
    let mut lines = vec![leaves];
    if exit.any_city == Some(true) {
        lines.push(words::ANY_CITY_NOW.into());
    }
    lines
}

fn name_of(place: &Place) -> String {
    words::place(&place.city, &place.country_name, &place.location)
}

fn way(link: &Link) -> &'static str {
    match link {
        Link::Wireguard { .. } => texts::choice("wireguard"),
        Link::Openvpn { variant, .. } => texts::choice(&variant.to_string()),
    }
    .unwrap_or_default()
}

#[cfg(test)]
pub mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A snapshot of a daemon that nobody has asked for anything, with other values in some places.
    pub fn snapshot(part: Value) -> Snapshot {
        let mut all = json!({
            "tunnel": { "state": "disconnected", "since": "2026-11-21T10:00:00.000Z" },
            "account": null,
            "settings": {
                "lockdown": false, "allowLan": false, "protocol": "automatic", "variant": "automatic",
                "server": "last", "dns": null, "blockLists": { "ads": false, "trackers": false, "malware": false },
                "splitTunnel": { "mode": "off", "apps": [], "networks": [] }, "autoConnect": false,
                "trustedNetworks": [], "localProxies": [], "pausedUntil": null, "postQuantum": true,
            },
            "traffic": null,
        });
        merge(&mut all, part);
        serde_json::from_value(all).unwrap()
    }

    fn merge(into: &mut Value, part: Value) {
        match (into, part) {
            (Value::Object(fields), Value::Object(others)) if !others.contains_key("state") => {
                for (name, value) in others {
                    merge(fields.entry(name).or_insert(Value::Null), value);
                }
            }
            (into, part) => *into = part,
        }
    }

    fn place(location: &str) -> Value {
        json!({ "gateway": "g", "location": location, "country": "NL", "countryName": "Netherlands", "city": "Amsterdam" })
    }

    fn link() -> Value {
        json!({ "protocol": "wireguard", "endpoint": "203.0.113.101:51820", "ipv4": "100.64.3.4", "ipv6": "fd00::1" })
    }

    fn connected(more: Value) -> Value {
        let mut tunnel = json!({ "state": "connected", "since": "", "place": place("nl-ams"), "link": link(), "standsInFor": null });
        for (name, value) in more.as_object().unwrap() {
            tunnel[name] = value.clone();
        }
        tunnel
    }

    fn failed(reason: &str, blocking: bool, retry_at: Value) -> Value {
        json!({ "state": "error", "since": "", "reason": reason, "blocking": blocking, "retryAt": retry_at })
    }

    #[test]
    fn a_state_says_where_a_tunnel_leads_and_what_went_through_it() {
        let told = describe(&snapshot(json!({
            "tunnel": connected(json!({})),
            "account": { "email": "ada@example.com", "device": "laptop" },
            "settings": { "lockdown": true },
            "traffic": { "received": 1_234_567, "sent": 999, "lastHandshake": null },
        })));
        assert_eq!(
            told,
            [
                "Connected to Amsterdam, Netherlands (nl-ams). Gateway 203.0.113.101:51820.",
                "By WireGuard.",
                "Received 1.2 MB, sent 999 B",
                "Signed in as ada@example.com on “laptop”.",
                "Lockdown is on: nothing leaves without a tunnel.",
            ]
        );
    }

    #[test]
    fn a_weaker_protocol_says_so_and_what_the_tunnel_lacks() {
        let mut openvpn = link();
        openvpn["protocol"] = "openvpn".into();
        openvpn["variant"] = "udp".into();
        let told = |post_quantum: bool| {
            describe(&snapshot(json!({
                "tunnel": connected(json!({ "link": openvpn, "fallbackFrom": "wireguard" })),
                "settings": { "postQuantum": post_quantum },
            })))
        };
        assert_eq!(
            told(true)[1],
            "By OpenVPN over UDP, without post-quantum keys: WireGuard gets no answer on this network. Comet keeps retrying it."
        );
        assert_eq!(
            told(false)[1],
            "By OpenVPN over UDP: WireGuard gets no answer on this network. Comet keeps retrying it."
        );
    }

    #[test]
    fn what_leaves_outside_is_told_once() {
        let split =
            json!({ "splitTunnel": { "mode": "exclude", "apps": [], "networks": ["203.0.113.0/24"] } });
        let told = |kind: &str, reason: &str| {
            describe(&snapshot(json!({
                "tunnel": failed(reason, true, Value::Null),
                "settings": split,
                "outside": { "kind": kind, "named": ["203.0.113.0/24"] },
            })))
        };
        let outside = "Outside of the tunnel go: 203.0.113.0/24.".to_owned();
        assert_eq!(
            told("exclude", "gateway_unreachable")
                .iter()
                .filter(|&line| *line == outside)
                .count(),
            1
        );
        let held = told("held", "locked_down");
        assert!(held.contains(&"Lockdown blocks these too, until a tunnel is up: 203.0.113.0/24.".into()));
        assert!(!held.contains(&outside));
    }

    #[test]
    fn a_pause_is_told_once() {
        let told = describe(&snapshot(
            json!({ "settings": { "pausedUntil": "2026-11-21T10:15:00.000Z" } }),
        ));
        assert_eq!(told.len(), 2);
        assert!(told[0].starts_with("Paused until ") && told[0].contains("unprotected."));
    }

    #[test]
    fn a_failure_says_what_happened_whether_traffic_is_held_back_and_what_to_do() {
        for blocking in [true, false] {
            let told = tunnel(&snapshot(
                json!({ "tunnel": failed("gateway_unreachable", blocking, Value::Null) }),
            ));
            assert_eq!(told[0].lines().count(), 2);
            assert_eq!(told[0].contains("NOT"), !blocking);
        }
        let mut refused = failed("subscription_required", true, Value::Null);
        refused["byAccount"] = true.into();
        let told = tunnel(&snapshot(json!({ "tunnel": refused })));
        assert!(told[1].contains("comet disconnect") && told[2].starts_with("The dashboard can be opened"));
        let locked = tunnel(&snapshot(
            json!({ "tunnel": refused, "settings": { "lockdown": true } }),
        ));
        assert!(!locked.join("\n").contains("comet disconnect"));
        refused["retryAt"] = "2026-11-21T10:00:05.000Z".into();
        let again = tunnel(&snapshot(json!({ "tunnel": refused })));
        assert!(
            again[1].starts_with("Next try at ") && again[1].contains(":05. `comet disconnect`"),
            "{again:?}"
        );
    }

    #[test]
    fn a_refused_connect_says_that_nothing_is_held_back() {
        let tunnel_state =
            json!({ "state": "disconnected", "since": "", "refusal": "subscription_required" });
        assert_eq!(
            tunnel(&snapshot(json!({ "tunnel": tunnel_state }))),
            [
                "Your account has no active subscription. Traffic leaves this machine unprotected.\nChoose a plan in the dashboard, then connect again."
            ]
        );
    }

    #[test]
    fn an_exit_says_by_what_it_leaves_and_what_is_left() {
        let told = |exit_: Value| exit(Some(&serde_json::from_value(exit_).unwrap()));
        assert_eq!(
            told(
                json!({ "type": "native_residential", "address": null, "dataLeftBytes": 12_300_000_000_i64, "anyCity": true })
            ),
            [
                "Leaves by a residential line there; each byte counts against your data. 12.3 GB left.",
                "The line there may be a provider’s: it carries no UDP and no IPv6.",
            ]
        );
        assert_eq!(
            told(json!({ "type": "dedicated", "address": "198.51.100.7", "dataLeftBytes": null })),
            ["Leaves by your own address 198.51.100.7."]
        );
    }
}
