//! `comet lists`: the user's own lists of locations.

use serde_json::json;

use super::show::request_with_timeout;
use super::{Done, change, print};
use crate::daemon::{Daemon, read};
use crate::grammar::{Json, Lists};
use crate::messages::lists;
use crate::protocol::{CommandName, Snapshot};
use crate::screen::Screen;

pub(super) fn run(wanted: Option<&Lists>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match wanted {
        None => {
            let reply = request_with_timeout(CommandName::LocationListList, daemon, screen)?;
            if json.json {
                return print(&reply["settings"]["locationLists"], screen);
            }
            let now: Snapshot = read(reply)?;
            Ok(screen.print(&lists::all(&now.settings))?)
        }
        Some(Lists::Add { name, locations }) => {
            let params = json!({ "name": name, "locations": locations });
            let request = (CommandName::LocationListAdd, &params);
            change(daemon, screen, json, request, |after| {
                vec![lists::named(name, &after.settings)]
            })
        }
        Some(Lists::Remove { name, locations }) => {
            let some = (!locations.is_empty()).then_some(locations);
            let params = json!({ "name": name, "locations": some });
            let request = (CommandName::LocationListRemove, &params);
            change(daemon, screen, json, request, |after| {
                vec![lists::named(name, &after.settings)]
            })
        }
    }
}
