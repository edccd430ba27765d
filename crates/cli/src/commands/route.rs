//! `comet route`: the traffic of sites and programs by chosen exits.

use serde_json::{Value, json};

use super::program_path::canonical_path;
use super::show::request_with_timeout;
use super::{Done, change, print};
use crate::daemon::{Daemon, read};
use crate::grammar::{Json, Route};
use crate::messages::routes;
use crate::protocol::{CommandName, Snapshot};
use crate::screen::Screen;

pub(super) fn run(wanted: Option<&Route>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let (command, params) = match wanted {
        None | Some(Route::List) => return list(json, daemon, screen),
        Some(Route::Add { site, to }) => (
            CommandName::RouteAdd,
            json!({ "subject": { "kind": "site", "site": site }, "to": to }),
        ),
        Some(Route::AddApp { path, to }) => (
            CommandName::RouteAdd,
            json!({ "subject": { "kind": "app", "path": path }, "to": to }),
        ),
        Some(Route::Remove { subject }) => (
            CommandName::RouteRemove,
            json!({ "subject": subject_of(subject) }),
        ),
    };
    change(daemon, screen, json, (command, &params), |after| {
        vec![routes::all(after)]
    })
}

/// A program's path begins with a slash. One that was deleted is removed by the path that was given.
fn subject_of(text: &str) -> Value {
    if text.starts_with('/') {
        let path = canonical_path(text).unwrap_or_else(|_| text.to_owned());
        json!({ "kind": "app", "path": path })
    } else {
        json!({ "kind": "site", "site": text })
    }
}

/// With `--json`, each route with its state and its bytes.
fn list(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::RouteList, daemon, screen)?;
    if json {
        return print(&with_traffic(&reply), screen);
    }
    let now: Snapshot = read(reply)?;
    Ok(screen.print(&routes::all(&now))?)
}

fn with_traffic(reply: &Value) -> Value {
    let routes = reply["settings"]["routes"].as_array().into_iter().flatten();
    let merged = routes.enumerate().map(|(index, route)| {
        let mut merged = route.clone();
        for (field, value) in reply["routes"][index].as_object().into_iter().flatten() {
            merged[field] = value.clone();
        }
        merged
    });
    merged.collect()
}
