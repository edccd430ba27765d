//! `comet profile`: settings that are applied together.

use serde_json::json;

use super::show::request_with_timeout;
use super::{Done, change, print};
use crate::daemon::{Daemon, read};
use crate::grammar::{Json, Profile};
use crate::messages::{profiles, state};
use crate::protocol::{CommandName, Snapshot};
use crate::screen::Screen;
use crate::texts::settings;

pub(super) fn run(wanted: Option<&Profile>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let (command, params, shown) = match wanted {
        None | Some(Profile::List) => return list(json, daemon, screen),
        Some(Profile::Save { name }) => (CommandName::ProfileSave, json!({ "name": name }), name),
        Some(Profile::Use { name }) => (CommandName::ProfileUse, json!({ "name": name }), name),
        Some(Profile::Rename { name, to }) => {
            (CommandName::ProfileRename, json!({ "name": name, "to": to }), to)
        }
        Some(Profile::Remove { name }) => (CommandName::ProfileRemove, json!({ "name": name }), name),
    };
    change(daemon, screen, json, (command, &params), |after| {
        if command == CommandName::ProfileRemove {
            return vec![settings::profile_removed(shown)];
        }
        let mut lines = vec![profiles::named(shown, after)];
        if command == CommandName::ProfileUse {
            lines.extend(state::tunnel(after));
        }
        lines
    })
}

fn list(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::ProfileList, daemon, screen)?;
    if json {
        return print(&reply["settings"]["profiles"], screen);
    }
    let now: Snapshot = read(reply)?;
    Ok(screen.print(&profiles::all(&now))?)
}
