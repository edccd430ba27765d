//! `comet proxy`: local ports that lead to residential exits and locations.

use serde_json::{Value, json};

use super::show::request_with_timeout;
use super::{Done, End, change, print, refused};
use crate::daemon::{Daemon, Failure, read};
use crate::grammar::{Json, Proxy};
use crate::messages::proxies;
use crate::protocol::{CommandError, CommandName, Snapshot};
use crate::screen::Screen;
use crate::texts::{self, usage};

pub(super) fn run(wanted: Option<&Proxy>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let (command, params, typed) = match wanted {
        None | Some(Proxy::List) => return list(json, daemon, screen),
        Some(Proxy::Add { port, country, mode }) => {
            let code = (!country.eq_ignore_ascii_case("any")).then(|| country.to_uppercase());
            (
                CommandName::ProxyAdd,
                json!({ "port": port, "country": code, "mode": mode }),
                country.as_str(),
            )
        }
        Some(Proxy::AddLocation { location, port }) => (
            CommandName::ProxyAddLocation,
            json!({ "location": location, "port": port }),
            "",
        ),
        Some(Proxy::Remove { port }) => (CommandName::ProxyRemove, json!({ "port": port }), ""),
    };
    let done = change(daemon, screen, json, (command, &params), |after| {
        vec![proxies::all(after)]
    });
    match done {
        Err(End::Failure(failure)) if is_no_country(&failure) => {
            Err(End::Usage(usage::proxy_no_country(typed)))
        }
        other => other,
    }
}

/// With `--json`, those to residential exits, then those to locations with their state.
fn list(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::ProxyList, daemon, screen)?;
    if json {
        return print(&with_states(&reply), screen);
    }
    let now: Snapshot = read(reply)?;
    screen.print(&proxies::all(&now))?;
    if let Some(trouble) = now
        .proxy_trouble
        .filter(|_| !now.settings.local_proxies.is_empty())
    {
        screen.print_error(texts::proxy_trouble(trouble));
    }
    Ok(())
}

fn with_states(reply: &Value) -> Value {
    let of = |list: &str| reply["settings"][list].as_array().cloned().unwrap_or_default();
    let by_location = of("locationProxies")
        .into_iter()
        .enumerate()
        .map(|(index, mut proxy)| {
            for (field, value) in reply["locationProxies"][index].as_object().into_iter().flatten() {
                proxy[field] = value.clone();
            }
            proxy
        });
    of("localProxies").into_iter().chain(by_location).collect()
}

fn is_no_country(failure: &Failure) -> bool {
    refused(failure).is_some_and(|refused| refused.error == CommandError::CountryUnknown)
}
