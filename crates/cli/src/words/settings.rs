//! What is chosen beside the location.

use crate::protocol::{
    BlockListName, ProtocolChoice, ProxyMode, Settings, Snapshot, SplitMode, SplitTunnel, VariantChoice,
};
use crate::texts::{self, settings as words};

use super::time_of;

/// What is chosen, a thought a line.
pub fn settings(snapshot: &Snapshot) -> Vec<String> {
    let chosen = &snapshot.settings;
    let mut lines = vec![protocol(chosen.protocol).to_owned()];
    if chosen.protocol == ProtocolChoice::Openvpn {
        lines.push(variant(chosen.variant).into());
    }
    lines.push(lockdown(chosen.lockdown).into());
    lines.push(lan(chosen.allow_lan).into());
    lines.extend(features(snapshot));
    lines
}

/// A line for each of the others that is not as it was when Comet was installed.
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
    if !chosen_lists(chosen).is_empty() {
        lines.push(block(snapshot));
    }
    if chosen.split_tunnel.mode != SplitMode::Off {
        lines.push(split(&chosen.split_tunnel));
    }
    if !chosen.local_proxies.is_empty() {
        lines.push(proxies(chosen));
        lines.extend(
            snapshot
                .proxy_trouble
                .map(|why| texts::proxy_trouble(why).to_owned()),
        );
    }
    if chosen.auto_connect {
        lines.push(auto_connect(true).into());
    }
    if !chosen.trusted_networks.is_empty() {
        lines.push(trusted(chosen));
    }
    lines
}

pub fn protocol(choice: ProtocolChoice) -> &'static str {
    match choice {
        ProtocolChoice::Automatic => words::PROTOCOL_AUTOMATIC,
        ProtocolChoice::Wireguard => words::PROTOCOL_WIREGUARD,
        ProtocolChoice::Openvpn => words::PROTOCOL_OPENVPN,
    }
}

pub fn variant(choice: VariantChoice) -> &'static str {
    match choice {
        VariantChoice::Automatic => words::VARIANT_AUTOMATIC,
        VariantChoice::Udp => words::VARIANT_UDP,
        VariantChoice::Tcp => words::VARIANT_TCP,
        VariantChoice::Tls => words::VARIANT_TLS,
        VariantChoice::Shadowsocks => words::VARIANT_SHADOWSOCKS,
        VariantChoice::Obfs4 => words::VARIANT_OBFS4,
    }
}

pub fn lockdown(on: bool) -> &'static str {
    if on {
        words::LOCKDOWN_ON
    } else {
        words::LOCKDOWN_OFF
    }
}

pub fn lan(on: bool) -> &'static str {
    if on { words::LAN_ON } else { words::LAN_OFF }
}

pub fn auto_connect(on: bool) -> &'static str {
    if on {
        words::AUTO_CONNECT_ON
    } else {
        words::AUTO_CONNECT_OFF
    }
}

pub fn post_quantum(on: bool) -> &'static str {
    if on {
        words::POST_QUANTUM_ON
    } else {
        words::POST_QUANTUM_OFF
    }
}

pub fn server(server: &str) -> String {
    match server {
        "last" => words::SERVER_LAST.into(),
        "nearest" => words::SERVER_NEAREST.into(),
        place => words::server_named(place),
    }
}

pub fn dns(settings: &Settings) -> String {
    settings.dns.as_ref().map_or_else(
        || words::DNS_OF_GATEWAY.into(),
        |dns| words::dns_named(dns.servers.join(", ")),
    )
}

/// What of the chosen lists holds, and what the gateway lacks.
pub fn block(snapshot: &Snapshot) -> String {
    let chosen = chosen_lists(&snapshot.settings);
    let held: Vec<_> = chosen
        .iter()
        .copied()
        .filter(|list| !snapshot.missing_lists.contains(list))
        .collect();
    let mut lines = Vec::new();
    if chosen.is_empty() {
        lines.push(words::BLOCK_NONE.to_owned());
    } else if !held.is_empty() {
        lines.push(words::block(names(&held)));
    }
    if !snapshot.missing_lists.is_empty() {
        lines.push(missing_lists(&snapshot.missing_lists));
    }
    lines.join("\n")
}

pub fn missing_lists(lists: &[BlockListName]) -> String {
    if lists.len() == 1 {
        words::missing_list(names(lists))
    } else {
        words::missing_lists(names(lists))
    }
}

fn chosen_lists(settings: &Settings) -> Vec<BlockListName> {
    let lists = &settings.block_lists;
    [
        (BlockListName::Ads, lists.ads),
        (BlockListName::Trackers, lists.trackers),
        (BlockListName::Malware, lists.malware),
    ]
    .into_iter()
    .filter_map(|(list, chosen)| chosen.then_some(list))
    .collect()
}

fn names(lists: &[BlockListName]) -> String {
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
        .map_or_else(|| words::RESUMED.into(), |until| words::paused(time_of(until)))
}

pub fn trusted(settings: &Settings) -> String {
    let names: Vec<&str> = settings
        .trusted_networks
        .iter()
        .map(|network| network.name.as_str())
        .collect();
    if names.is_empty() {
        words::TRUSTED_NONE.into()
    } else {
        words::trusted(names.join(", "))
    }
}

pub fn proxies(settings: &Settings) -> String {
    if settings.local_proxies.is_empty() {
        return words::PROXIES_NONE.into();
    }
    let lines = settings.local_proxies.iter().map(|proxy| {
        let country = proxy.country.as_deref().unwrap_or(words::ANY_COUNTRY);
        match proxy.mode {
            ProxyMode::Sticky => words::proxy_sticky(proxy.port, country),
            ProxyMode::Rotating => words::proxy_rotating(proxy.port, country),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub fn split(split: &SplitTunnel) -> String {
    let named = [split.apps.as_slice(), split.networks.as_slice()]
        .concat()
        .join(", ");
    match (split.mode, named.is_empty()) {
        (SplitMode::Off, true) => words::SPLIT_OFF.into(),
        (SplitMode::Off, false) => words::split_off_named(named),
        (SplitMode::Exclude, true) => words::SPLIT_EXCLUDE.into(),
        (SplitMode::Exclude, false) => words::split_exclude_named(named),
        (SplitMode::Include, true) => words::SPLIT_INCLUDE.into(),
        (SplitMode::Include, false) => words::split_include_named(named),
    }
}

#[cfg(test)]
#[path = "tests/settings.rs"]
mod tests;
