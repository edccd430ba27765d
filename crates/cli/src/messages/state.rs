//! The state of the tunnel as text.

use crate::protocol::{
    Exit, ExitType, GatewayLocation, Link, Snapshot, SnapshotCaptivePortal, SnapshotOutsideKind, TunnelState,
    Way,
};
use crate::texts::{self, account, settings as choices, state as text};

use super::{bytes, day_and_time_of, settings, statistics, time_of};

/// Describes the snapshot, one statement per line.
pub fn describe(snapshot: &Snapshot) -> Vec<String> {
    let chosen = &snapshot.settings;
    let mut lines = tunnel(snapshot);
    lines.extend(outside(snapshot));
    lines.extend(maintenance(snapshot));
    lines.extend(portal(snapshot.captive_portal.as_ref()));
    if snapshot.quantum_resistant == Some(true) {
        lines.push(text::QUANTUM_RESISTANT.into());
    }
    if let Some(traffic) = &snapshot.traffic {
        lines.push(text::traffic(bytes(traffic.received), bytes(traffic.sent)));
    }
    lines.extend(statistics::alert(snapshot));
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
        lines.push(text::unsupported(features.join(", ")));
    }
    // The state includes a pause and the traffic outside the tunnel already.
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

/// Describes the sign-in page of the network; nothing without one.
pub fn portal(found: Option<&SnapshotCaptivePortal>) -> Vec<String> {
    let Some(found) = found else { return Vec::new() };
    let next = found.open_until.as_ref().map_or_else(
        || text::PORTAL_COMMAND.into(),
        |until| text::portal_shown(time_of(until)),
    );
    vec![text::portal(&found.page), next]
}

/// Describes the planned move to another server.
fn maintenance(snapshot: &Snapshot) -> Option<String> {
    let planned = snapshot.maintenance.as_ref()?;
    let time = day_and_time_of(&planned.at);
    Some(if planned.blocks {
        text::maintenance_blocking(time)
    } else {
        text::maintenance(time)
    })
}

/// Describes traffic outside the tunnel while the rest is protected or blocked.
fn outside(snapshot: &Snapshot) -> Option<String> {
    let outside = snapshot.outside.as_ref()?;
    Some(match outside.kind {
        SnapshotOutsideKind::Held if outside.named.is_empty() => choices::SPLIT_HELD.into(),
        SnapshotOutsideKind::Held => choices::split_held_named(outside.named.join(", ")),
        _ => settings::split(&snapshot.settings.split_tunnel),
    })
}

/// Describes the tunnel; after a failure also the effect on traffic and the remedy.
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
            lines.extend(via.as_ref().map(|via| text::enters(name_of(via))));
            lines.push(match fallback_from {
                None => text::by(transport(&way(link))),
                Some(better) => {
                    let better = texts::choice(&better.to_string()).unwrap_or_default();
                    if snapshot.settings.post_quantum {
                        text::fallback_post_quantum(transport(&way(link)), better)
                    } else {
                        text::fallback_plain(transport(&way(link)), better)
                    }
                }
            });
            lines.extend(exit(snapshot.exit.as_ref()));
            lines.extend(stands_in_for.as_ref().map(text::stands_in));
            lines
        }
        TunnelState::Connecting { place, attempt, .. } => vec![connecting(place.as_ref(), *attempt)],
        TunnelState::Disconnected {
            refusal: Some(reason),
            ..
        } => {
            vec![text::refused(
                texts::block_what(*reason),
                texts::block_next(*reason),
            )]
        }
        TunnelState::Disconnected { .. } if snapshot.settings.paused_until.is_some() => {
            vec![settings::pause(&snapshot.settings)]
        }
        TunnelState::Disconnected { .. } => vec![text::DISCONNECTED.into()],
        TunnelState::Disconnecting { .. } => vec![text::DISCONNECTING.into()],
        TunnelState::Error {
            reason,
            blocking,
            retry_at,
            by_account,
            ..
        } => {
            let (what, next) = (texts::block_what(*reason), texts::block_next(*reason));
            if is_locked_down(&snapshot.tunnel) {
                return vec![text::failed(what, next)];
            }
            let failed = if *blocking {
                text::failed_blocking(what, next)
            } else {
                text::failed_open(what, next)
            };
            let mut lines = vec![failed];
            if let Some(at) = retry_at {
                lines.push(text::retry_at(time_of(at)));
            } else if *blocking && !snapshot.settings.lockdown {
                lines.push(text::LET_OUT.into());
            }
            if *blocking && *by_account == Some(true) {
                lines.push(text::DASHBOARD_OPENS.into());
            }
            lines
        }
    }
}

pub fn connected(place: &GatewayLocation, link: &Link) -> String {
    let (Link::Wireguard { endpoint, .. } | Link::Openvpn { endpoint, .. }) = link;
    text::connected(name_of(place), endpoint)
}

pub fn connecting(place: Option<&GatewayLocation>, attempt: i64) -> String {
    match place {
        None => text::FINDING_GATEWAY.into(),
        Some(place) if attempt > 1 => text::another_gateway(name_of(place), attempt),
        Some(place) => text::connecting(name_of(place)),
    }
}

/// Describes the exit behind the gateway, if it is not the gateway itself.
pub fn exit(exit: Option<&Exit>) -> Vec<String> {
    let Some(exit) = exit else { return Vec::new() };
    let leaves = match (exit.type_, exit.data_left_bytes) {
        (ExitType::Dedicated, _) => text::leaves_dedicated(exit.address.as_deref().unwrap_or_default()),
        (ExitType::Residential, _) => text::LEAVES_SHARED.into(),
        (ExitType::NativeResidential, None) => text::LEAVES_METERED.into(),
        (ExitType::NativeResidential, Some(left)) => text::leaves_metered_left(bytes(left)),
    };
    let mut lines = vec![leaves];
    if exit.any_city == Some(true) {
        lines.push(text::ANY_CITY_NOW.into());
    }
    lines
}

pub fn name_of(place: &GatewayLocation) -> String {
    text::place(&place.city, &place.country_name, &place.location)
}

fn way(link: &Link) -> Way {
    match link {
        Link::Wireguard { over, .. } => Way::Wireguard { over: *over },
        Link::Openvpn { variant, .. } => Way::Openvpn { variant: *variant },
    }
}

pub fn transport(way: &Way) -> &'static str {
    match way {
        Way::Wireguard { over: None } => texts::choice("wireguard"),
        Way::Wireguard { over: Some(over) } => texts::choice(&format!("wireguard_{over}")),
        Way::Openvpn { variant } => texts::choice(&variant.to_string()),
    }
    .unwrap_or_default()
}

#[cfg(test)]
#[path = "tests/state.rs"]
pub mod tests;
