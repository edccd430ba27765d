//! Commands that change settings.

use serde_json::{Value, json};

use super::show::request_with_timeout;
use super::{Done, change, is_disconnected, print};
use crate::daemon::{Daemon, read};
use crate::grammar::{Command, Forward, Forwarded, Json, Setting, Split};
use crate::messages::{settings as messages, statistics};
use crate::protocol::{BlockListName, CommandName, Snapshot, TunnelState, WireguardOverChoice};
use crate::screen::Screen;
use crate::texts::{settings as choices, state, usage};
use crate::values::{Listed, is_resolver, is_short, joined};

/// Validates what clap cannot. The error is the sentence for the user.
pub(super) fn checked(setting: &Setting) -> Result<(), String> {
    let is_valid = match setting {
        Setting::Server { server } => joined(server).is_some_and(|server| is_short(&server)),
        Setting::Dns { servers } => resolvers(servers).is_some(),
        Setting::Block { lists } => lists.len() == 1 || lists.iter().all(Listed::is_some),
        _ => true,
    };
    let form = match setting {
        Setting::Server { .. } => usage::SERVER_FORM,
        Setting::Dns { .. } => usage::DNS_FORM,
        _ => usage::BLOCK_FORM,
    };
    if is_valid { Ok(()) } else { Err(form.into()) }
}

/// One to three resolvers, `Some(None)` for `default`, `None` for anything else.
pub(super) fn resolvers(arguments: &[String]) -> Option<Option<Vec<&str>>> {
    if let [word] = arguments
        && word.eq_ignore_ascii_case("default")
    {
        return Some(None);
    }
    let are_valid = arguments.len() <= 3 && arguments.iter().all(|word| is_resolver(word));
    are_valid.then(|| Some(arguments.iter().map(String::as_str).collect()))
}

pub(super) fn run(command: Command, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match command {
        Command::Settings(json) => settings(json, daemon, screen),
        Command::Set { setting, json } => set(&setting, json, daemon, screen),
        Command::Lockdown(switch) => {
            let request = (CommandName::LockdownSet, &json!({ "on": switch.on }));
            change(daemon, screen, switch.json, request, |after| {
                with_warning(messages::lockdown(switch.on).into(), is_disconnected(after))
            })
        }
        Command::Lan(switch) => {
            let request = (CommandName::AllowLanSet, &json!({ "on": switch.on }));
            change(daemon, screen, switch.json, request, |_| {
                vec![messages::lan(switch.on).into()]
            })
        }
        Command::Trust { name, json } => {
            let request = (CommandName::NetworkTrust, &json!({ "name": joined(&name) }));
            change(daemon, screen, json, request, |after| {
                with_warning(messages::trusted(&after.settings), is_disconnected(after))
            })
        }
        Command::Distrust { name, json } => {
            let request = (CommandName::NetworkDistrust, &json!({ "name": joined(&name) }));
            change(daemon, screen, json, request, |after| {
                vec![messages::trusted(&after.settings)]
            })
        }
        Command::Pause { seconds, json } => {
            let request = (CommandName::Pause, &json!({ "seconds": seconds }));
            change(daemon, screen, json, request, |after| {
                vec![messages::pause(&after.settings)]
            })
        }
        Command::Resume(json) => {
            let request = (CommandName::Resume, &json!({}));
            change(daemon, screen, json, request, |_| vec![choices::RESUMED.into()])
        }
        Command::Split { change: None, json } => listed_split(json, daemon, screen),
        Command::Split {
            change: Some(wanted),
            json,
        } => {
            let (command, params) = split(&wanted);
            change(daemon, screen, json, (command, &params), |after| {
                vec![messages::split(&after.settings.split_tunnel)]
            })
        }
        Command::Forward { change: wanted, json } => forward(wanted.as_ref(), json, daemon, screen),
        _ => Ok(()),
    }
}

fn with_warning(line: String, is_unprotected: bool) -> Vec<String> {
    [Some(line), is_unprotected.then(|| state::UNPROTECTED.into())]
        .into_iter()
        .flatten()
        .collect()
}

fn settings(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::Status, daemon, screen)?;
    if json {
        return print(&reply["settings"], screen);
    }
    for line in messages::settings(&read(reply)?) {
        screen.print(&line)?;
    }
    Ok(())
}

fn set(setting: &Setting, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let (command, params) = request_of(setting);
    change(daemon, screen, json, (command, &params), |after| {
        describe(setting, after)
    })
}

fn request_of(setting: &Setting) -> (CommandName, Value) {
    match setting {
        Setting::Protocol { value } => (CommandName::ProtocolSet, json!({ "protocol": value })),
        Setting::Variant { value } => (CommandName::VariantSet, json!({ "variant": value })),
        Setting::Port { value } => (CommandName::WireguardPortSet, json!({ "port": value })),
        Setting::WireguardOver { value } => (CommandName::WireguardOverSet, json!({ "over": value })),
        Setting::CoverTraffic { on } => {
            let over = [WireguardOverChoice::Automatic, WireguardOverChoice::Cover][usize::from(*on)];
            (CommandName::WireguardOverSet, json!({ "over": over }))
        }
        Setting::Server { server } => (CommandName::ServerSet, json!({ "server": joined(server) })),
        Setting::Dns { servers } => {
            let dns = resolvers(servers)
                .flatten()
                .map(|servers| json!({ "servers": servers }));
            (CommandName::DnsSet, json!({ "dns": dns }))
        }
        Setting::Block { lists } => {
            let has = |list: BlockListName| lists.contains(&Some(list));
            let chosen = json!({
                "ads": has(BlockListName::Ads),
                "trackers": has(BlockListName::Trackers),
                "malware": has(BlockListName::Malware),
                "adult": has(BlockListName::Adult),
                "gambling": has(BlockListName::Gambling),
                "social": has(BlockListName::Social),
            });
            (CommandName::BlockListsSet, json!({ "blockLists": chosen }))
        }
        Setting::AutoConnect { on } => (CommandName::AutoConnectSet, json!({ "on": on })),
        Setting::PostQuantum { on } => (CommandName::PostQuantumSet, json!({ "on": on })),
        Setting::Metered { value } => (CommandName::MeteredSet, json!({ "metered": value })),
        Setting::Statistics { on } => (CommandName::StatisticsSet, json!({ "on": on })),
        Setting::DataBudget { budget } => (CommandName::DataBudgetSet, json!({ "bytes": budget })),
    }
}

fn describe(setting: &Setting, after: &Snapshot) -> Vec<String> {
    let chosen = &after.settings;
    match setting {
        Setting::Protocol { .. } => with_consequence(messages::protocol(chosen.protocol), after),
        Setting::Variant { .. } => with_consequence(messages::variant(chosen.variant), after),
        Setting::Port { .. } => with_consequence(&messages::port(chosen.wireguard_port), after),
        Setting::WireguardOver { .. } => {
            with_consequence(messages::wireguard_over(chosen.wireguard_over), after)
        }
        Setting::CoverTraffic { on } => {
            let line = if *on {
                choices::OVER_COVER
            } else {
                choices::COVER_OFF
            };
            with_consequence(line, after)
        }
        Setting::Server { .. } => vec![messages::server(&chosen.server)],
        Setting::Dns { .. } => vec![messages::dns(chosen)],
        Setting::Block { .. } => vec![messages::block(after)],
        Setting::AutoConnect { .. } => vec![messages::auto_connect(chosen.auto_connect).into()],
        Setting::PostQuantum { .. } => vec![messages::post_quantum(chosen.post_quantum).into()],
        Setting::Metered { .. } => vec![messages::metered(after).into()],
        Setting::Statistics { .. } => vec![statistics::switch(chosen.statistics).into()],
        Setting::DataBudget { .. } => vec![statistics::budget(chosen.data_budget)],
    }
}

/// Adds when a choice takes effect that the current tunnel does not use yet.
fn with_consequence(line: &str, after: &Snapshot) -> Vec<String> {
    let consequence = match &after.tunnel {
        TunnelState::Connected {
            outdated: Some(true),
            fallback_from: None,
            ..
        } => Some(choices::NEXT_CONNECT),
        TunnelState::Connected {
            outdated: Some(true), ..
        } => Some(choices::MOVES_ITSELF),
        _ => None,
    };
    [Some(line), consequence]
        .into_iter()
        .flatten()
        .map(str::to_owned)
        .collect()
}

fn split(wanted: &Split) -> (CommandName, Value) {
    let app = |path: &str| json!({ "kind": "app", "path": path });
    let network = |network: &str| json!({ "kind": "network", "network": network });
    match wanted {
        Split::Off => (CommandName::SplitSet, json!({ "mode": "off" })),
        Split::Exclude => (CommandName::SplitSet, json!({ "mode": "exclude" })),
        Split::Include => (CommandName::SplitSet, json!({ "mode": "include" })),
        Split::AddApp { path } => (CommandName::SplitAdd, app(path)),
        Split::AddNetwork { network: named } => (CommandName::SplitAdd, network(named)),
        Split::RemoveApp { path } => (CommandName::SplitRemove, app(path)),
        Split::RemoveNetwork { network: named } => (CommandName::SplitRemove, network(named)),
    }
}

fn listed_split(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::SplitList, daemon, screen)?;
    if json {
        return print(&reply["settings"]["splitTunnel"], screen);
    }
    let now: Snapshot = read(reply)?;
    Ok(screen.print(&messages::split(&now.settings.split_tunnel))?)
}

fn forward(wanted: Option<&Forward>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let (command, params) = match wanted {
        None | Some(Forward::List) => {
            let reply = request_with_timeout(CommandName::ForwardList, daemon, screen)?;
            if json.json {
                return print(&reply["forwardedPorts"], screen);
            }
            return Ok(screen.print(&messages::forwards(&read(reply)?))?);
        }
        Some(Forward::Add(Forwarded { protocol, port })) => (
            CommandName::ForwardAdd,
            json!({ "protocol": protocol, "port": port }),
        ),
        Some(Forward::Remove(Forwarded { protocol, port })) => (
            CommandName::ForwardRemove,
            json!({ "protocol": protocol, "port": port }),
        ),
    };
    change(daemon, screen, json, (command, &params), |after| {
        vec![messages::forwards(after)]
    })
}
