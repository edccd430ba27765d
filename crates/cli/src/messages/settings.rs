//! Settings other than the location.

use crate::protocol::{
    BlockListName, BlockLists, MeteredChoice, Metering, ProtocolChoice, Settings, Snapshot, SplitMode,
    SplitTunnel, VariantChoice, WireguardOverChoice, WireguardPortChoice,
};
use crate::texts::{self, settings as text};

use super::{network_rules, proxies, time_of};

/// Describes all settings, one statement per line.
pub fn settings(snapshot: &Snapshot) -> Vec<String> {
    let chosen = &snapshot.settings;
    let mut lines: Vec<String> = snapshot.profile.iter().map(text::profile_chosen).collect();
    lines.push(protocol(chosen.protocol).into());
    if chosen.protocol == ProtocolChoice::Openvpn {
        lines.push(variant(chosen.variant).into());
    } else if chosen.wireguard_port != WireguardPortChoice::Automatic {
        lines.push(port(chosen.wireguard_port));
    }
    if chosen.wireguard_over != WireguardOverChoice::Automatic {
        lines.push(wireguard_over(chosen.wireguard_over).into());
    }
    lines.push(lockdown(chosen.lockdown).into());
    lines.push(lan(chosen.allow_lan).into());
    lines.extend(features(snapshot));
    lines
}

/// Describes each of the other settings that differs from its default.
pub fn features(snapshot: &Snapshot) -> Vec<String> {
    let chosen = &snapshot.settings;
    let mut lines = Vec::new();
    if chosen.paused_until.is_some() {
        lines.push(pause(chosen));
    }
    if chosen.server != "last" {
        lines.push(server(&chosen.server));
    }
    if chosen.dns.is_some() {
        lines.push(dns(chosen));
    }
    if !chosen_lists(&chosen.block_lists).is_empty() {
        lines.push(block(snapshot));
    }
    if chosen.split_tunnel.mode != SplitMode::Off {
        lines.push(split(&chosen.split_tunnel));
    }
    if !chosen.local_proxies.is_empty() || !chosen.location_proxies.is_empty() {
        lines.push(proxies::all(snapshot));
        lines.extend(
            snapshot
                .proxy_trouble
                .map(|why| texts::proxy_trouble(why).to_owned()),
        );
    }
    if !snapshot.forwarded_ports.is_empty() {
        lines.push(forwards(snapshot));
    }
    if chosen.auto_connect {
        lines.push(auto_connect(true).into());
    }
    if !chosen.trusted_networks.is_empty() {
        lines.push(trusted(chosen));
    }
    if chosen.metered != MeteredChoice::Automatic || snapshot.metered == Some(Metering::Yes) {
        lines.push(metered(snapshot).into());
    }
    lines.extend(network_rules::active(snapshot));
    lines
}

pub fn protocol(choice: ProtocolChoice) -> &'static str {
    match choice {
        ProtocolChoice::Automatic => text::PROTOCOL_AUTOMATIC,
        ProtocolChoice::Wireguard => text::PROTOCOL_WIREGUARD,
        ProtocolChoice::Openvpn => text::PROTOCOL_OPENVPN,
    }
}

pub fn variant(choice: VariantChoice) -> &'static str {
    match choice {
        VariantChoice::Automatic => text::VARIANT_AUTOMATIC,
        VariantChoice::Udp => text::VARIANT_UDP,
        VariantChoice::Tcp => text::VARIANT_TCP,
        VariantChoice::Tls => text::VARIANT_TLS,
        VariantChoice::Shadowsocks => text::VARIANT_SHADOWSOCKS,
        VariantChoice::Obfs4 => text::VARIANT_OBFS4,
    }
}

pub fn port(choice: WireguardPortChoice) -> String {
    match choice {
        WireguardPortChoice::Automatic => text::PORT_AUTOMATIC.into(),
        chosen => text::port(chosen),
    }
}

pub fn wireguard_over(choice: WireguardOverChoice) -> &'static str {
    match choice {
        WireguardOverChoice::Automatic => text::OVER_AUTOMATIC,
        WireguardOverChoice::Direct => text::OVER_DIRECT,
        WireguardOverChoice::Scrambled => text::OVER_SCRAMBLED,
        WireguardOverChoice::Quic => text::OVER_QUIC,
        WireguardOverChoice::Tcp => text::OVER_TCP,
        WireguardOverChoice::Shadowsocks => text::OVER_SHADOWSOCKS,
        WireguardOverChoice::ShadowsocksTcp => text::OVER_SHADOWSOCKS_TCP,
        WireguardOverChoice::Cover => text::OVER_COVER,
    }
}

pub fn lockdown(on: bool) -> &'static str {
    if on { text::LOCKDOWN_ON } else { text::LOCKDOWN_OFF }
}

pub fn lan(on: bool) -> &'static str {
    if on { text::LAN_ON } else { text::LAN_OFF }
}

pub fn auto_connect(on: bool) -> &'static str {
    if on {
        text::AUTO_CONNECT_ON
    } else {
        text::AUTO_CONNECT_OFF
    }
}

pub fn post_quantum(on: bool) -> &'static str {
    if on {
        text::POST_QUANTUM_ON
    } else {
        text::POST_QUANTUM_OFF
    }
}

/// Describes whether the network is metered, and by whose decision.
pub fn metered(snapshot: &Snapshot) -> &'static str {
    match (snapshot.settings.metered, snapshot.metered) {
        (MeteredChoice::Yes, _) => text::METERED_YES,
        (MeteredChoice::No, _) => text::METERED_NO,
        (MeteredChoice::Automatic, Some(Metering::Yes)) => text::METERED_HERE,
        (MeteredChoice::Automatic, Some(Metering::No)) => text::METERED_NOT_HERE,
        (MeteredChoice::Automatic, _) => text::METERED_UNKNOWN,
    }
}

pub fn server(server: &str) -> String {
    match server {
        "last" => text::SERVER_LAST.into(),
        "nearest" => text::SERVER_NEAREST.into(),
        "random" => text::SERVER_RANDOM.into(),
        location => text::server_named(location),
    }
}

pub fn dns(settings: &Settings) -> String {
    settings.dns.as_ref().map_or_else(
        || text::DNS_OF_GATEWAY.into(),
        |dns| text::dns_named(dns.servers.join(", ")),
    )
}

/// Describes the chosen block lists that are in force, and those that the gateway lacks.
pub fn block(snapshot: &Snapshot) -> String {
    let chosen = chosen_lists(&snapshot.settings.block_lists);
    let active: Vec<_> = chosen
        .iter()
        .copied()
        .filter(|list| !snapshot.missing_lists.contains(list))
        .collect();
    let mut lines = Vec::new();
    if chosen.is_empty() {
        lines.push(text::BLOCK_NONE.to_owned());
    } else if !active.is_empty() {
        lines.push(text::block(names(&active)));
    }
    if !snapshot.missing_lists.is_empty() {
        lines.push(missing_lists(&snapshot.missing_lists));
    }
    lines.join("\n")
}

pub fn missing_lists(lists: &[BlockListName]) -> String {
    if lists.len() == 1 {
        text::missing_list(names(lists))
    } else {
        text::missing_lists(names(lists))
    }
}

pub fn chosen_lists(lists: &BlockLists) -> Vec<BlockListName> {
    [
        (BlockListName::Ads, lists.ads),
        (BlockListName::Trackers, lists.trackers),
        (BlockListName::Malware, lists.malware),
        (BlockListName::Adult, lists.adult),
        (BlockListName::Gambling, lists.gambling),
        (BlockListName::Social, lists.social),
    ]
    .into_iter()
    .filter_map(|(list, chosen)| chosen.then_some(list))
    .collect()
}

pub fn names(lists: &[BlockListName]) -> String {
    lists
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

pub fn pause(settings: &Settings) -> String {
    settings
        .paused_until
        .as_deref()
        .map_or_else(|| text::RESUMED.into(), |until| text::paused(time_of(until)))
}

pub fn trusted(settings: &Settings) -> String {
    let names: Vec<&str> = settings
        .trusted_networks
        .iter()
        .map(|network| network.name.as_str())
        .collect();
    if names.is_empty() {
        text::TRUSTED_NONE.into()
    } else {
        text::trusted(names.join(", "))
    }
}

/// Describes the forwarded ports, one per line.
pub fn forwards(snapshot: &Snapshot) -> String {
    if snapshot.forwarded_ports.is_empty() {
        return text::FORWARDS_NONE.into();
    }
    let lines = snapshot.forwarded_ports.iter().map(|forwarded| {
        let (protocol, port) = (forwarded.protocol.to_string().to_uppercase(), forwarded.port);
        match (&forwarded.public, forwarded.refusal) {
            (Some(public), _) => text::forward_public(protocol, port, &public.address, public.port),
            (None, Some(reason)) => text::forward_refused(protocol, port, texts::forward_refusal(reason)),
            (None, None) => text::forward_waiting(protocol, port),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub fn split(split: &SplitTunnel) -> String {
    let named = [split.apps.as_slice(), split.networks.as_slice()]
        .concat()
        .join(", ");
    match (split.mode, named.is_empty()) {
        (SplitMode::Off, true) => text::SPLIT_OFF.into(),
        (SplitMode::Off, false) => text::split_off_named(named),
        (SplitMode::Exclude, true) => text::SPLIT_EXCLUDE.into(),
        (SplitMode::Exclude, false) => text::split_exclude_named(named),
        (SplitMode::Include, true) => text::SPLIT_INCLUDE.into(),
        (SplitMode::Include, false) => text::split_include_named(named),
    }
}

#[cfg(test)]
#[path = "tests/settings.rs"]
mod tests;
