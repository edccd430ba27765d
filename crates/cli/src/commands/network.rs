//! `comet network`: rules that apply in one network.

use serde_json::{Map, Value, json};

use super::settings::resolvers;
use super::show::request_with_timeout;
use super::{Done, change, print};
use crate::daemon::{Daemon, read};
use crate::grammar::{Json, Network, NetworkRuleChange};
use crate::messages::network_rules;
use crate::protocol::{CommandName, Snapshot};
use crate::screen::Screen;
use crate::texts::usage;
use crate::values::{is_short, joined, network_named};

/// Validates what clap cannot. The error is the sentence for the user.
pub(super) fn checked(wanted: &Network) -> Result<(), String> {
    match wanted {
        Network::List => Ok(()),
        Network::Remove { name } => network_named(name)?
            .map(drop)
            .ok_or_else(|| usage::NETWORK_FORM.into()),
        Network::Set(change) => {
            if let Some(name) = &change.name {
                network_named(name)?.ok_or_else(|| usage::needs_value("--name"))?;
            }
            let location = change.location.as_deref().map(joined);
            if location.is_some_and(|one| one.is_none_or(|text| !is_short(&text))) {
                return Err(usage::PLACE_FORM.into());
            }
            match change.dns.as_deref().map(resolvers) {
                Some(None) => Err(usage::DNS_FORM.into()),
                _ => Ok(()),
            }
        }
    }
}

pub(super) fn run(wanted: Option<&Network>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match wanted {
        None | Some(Network::List) => list(json, daemon, screen),
        Some(Network::Set(wanted)) => {
            let params = json!({ "name": wanted.name.as_deref().and_then(joined), "rule": rule(wanted) });
            let request = (CommandName::NetworkRuleSet, &params);
            change(daemon, screen, json, request, |after| {
                vec![network_rules::all(after)]
            })
        }
        Some(Network::Remove { name }) => {
            let name = joined(name).unwrap_or_default();
            let request = (CommandName::NetworkRuleRemove, &json!({ "name": name }));
            change(daemon, screen, json, request, |_| {
                vec![network_rules::removed(&name)]
            })
        }
    }
}

/// The choices of the command line; those that it does not name are absent.
fn rule(wanted: &NetworkRuleChange) -> Map<String, Value> {
    let is_default = |text: &str| text.eq_ignore_ascii_case("default");
    let location = wanted
        .location
        .as_deref()
        .map(|words| joined(words).filter(|text| !is_default(text)));
    let dns = wanted.dns.as_deref().map(|words| {
        resolvers(words)
            .flatten()
            .map(|servers| json!({ "servers": servers }))
    });
    let choices = [
        ("connect", wanted.connect.map(|on| json!(on))),
        ("server", location.map(|text| json!(text))),
        ("transport", wanted.transport.map(|one| json!(one))),
        ("allowLan", wanted.lan.map(|on| json!(on))),
        ("dns", dns.map(|dns| json!(dns))),
    ];
    choices
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
}

fn list(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::NetworkRuleList, daemon, screen)?;
    if json {
        return print(&reply["settings"]["networkRules"], screen);
    }
    let now: Snapshot = read(reply)?;
    Ok(screen.print(&network_rules::all(&now))?)
}
