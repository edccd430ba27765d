//! Profiles: settings that are applied together.

use super::settings::{chosen_lists, names};
use crate::protocol::{Profile, ProtocolChoice, Snapshot, SplitMode, VariantChoice, WireguardOverChoice};
use crate::texts::{self, settings as text};

/// Describes all profiles, one per line.
pub fn all(snapshot: &Snapshot) -> String {
    let profiles = &snapshot.settings.profiles;
    if profiles.is_empty() {
        return text::PROFILES_NONE.into();
    }
    let lines: Vec<String> = profiles.iter().map(|profile| line(profile, snapshot)).collect();
    lines.join("\n")
}

/// Describes the profile with this name, as the user typed it; all profiles if the name differs by more than case and punctuation.
pub fn named(name: &str, snapshot: &Snapshot) -> String {
    let wanted = letters(name);
    let mut profiles = snapshot.settings.profiles.iter();
    let found = profiles.find(|profile| letters(&profile.name) == wanted);
    found.map_or_else(|| all(snapshot), |profile| line(profile, snapshot))
}

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars()
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn line(profile: &Profile, snapshot: &Snapshot) -> String {
    let parts = [
        server(&profile.server),
        transport(profile),
        dns(profile),
        split(profile),
    ]
    .join("; ");
    if snapshot.profile.as_ref() == Some(&profile.name) {
        text::profile_in_use(&profile.name, parts)
    } else {
        text::profile(&profile.name, parts)
    }
}

pub fn server(server: &str) -> String {
    match server {
        "last" => text::PROFILE_LAST.into(),
        "nearest" => text::PROFILE_NEAREST.into(),
        "random" => text::PROFILE_RANDOM.into(),
        location => location.to_owned(),
    }
}

/// The most specific choice: a variant, a transport or a port, otherwise the protocol.
fn transport(profile: &Profile) -> String {
    let word = if profile.variant != VariantChoice::Automatic {
        profile.variant.to_string()
    } else if !matches!(
        profile.wireguard_over,
        WireguardOverChoice::Automatic | WireguardOverChoice::Direct
    ) {
        format!("wireguard_{}", profile.wireguard_over)
    } else if profile.protocol == ProtocolChoice::Automatic {
        return text::PROFILE_AUTOMATIC.into();
    } else {
        profile.wireguard_port.to_string()
    };
    let protocol = profile.protocol.to_string();
    let found = texts::choice(&word).or_else(|| texts::choice(&protocol));
    found.unwrap_or_default().to_owned()
}

fn dns(profile: &Profile) -> String {
    if let Some(dns) = &profile.dns {
        return text::profile_dns(dns.servers.join(", "));
    }
    let lists = chosen_lists(&profile.block_lists);
    if lists.is_empty() {
        text::PROFILE_COMET.into()
    } else {
        text::profile_blocking(names(&lists))
    }
}

fn split(profile: &Profile) -> String {
    let split = &profile.split_tunnel;
    if split.mode == SplitMode::Off {
        return text::PROFILE_NO_SPLIT.into();
    }
    let named = [split.apps.as_slice(), split.networks.as_slice()]
        .concat()
        .join(", ");
    text::profile_split(format!("{} {named}", split.mode).trim_end())
}
