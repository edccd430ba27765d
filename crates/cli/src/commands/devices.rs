//! `comet devices`: lists the account's devices, and removes one by its name or id.

use serde_json::json;

use super::{Done, End, print, show};
use crate::daemon::{Daemon, read};
use crate::grammar::Json;
use crate::messages::devices;
use crate::protocol::{AccountDevicesResult, CommandName, Device};
use crate::screen::Screen;
use crate::texts::devices as text;

pub(super) fn list(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = daemon.request(CommandName::AccountDevices, &json!({}))?;
    show::show(reply, json, screen, devices::lines).map(drop)
}

pub(super) fn remove(wanted: &str, Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let listed: AccountDevicesResult = read(daemon.request(CommandName::AccountDevices, &json!({}))?)?;
    let device = match matching(&listed.devices, wanted).as_slice() {
        [device] => *device,
        [] => return fail(&text::unknown(wanted), screen),
        several => {
            let commands: Vec<String> = several.iter().map(|one| text::command(&one.id)).collect();
            return fail(&text::several(wanted, commands.join(", ")), screen);
        }
    };
    let reply = daemon.request(CommandName::AccountDeviceRemove, &json!({ "id": device.id }))?;
    if json {
        return print(&reply, screen);
    }
    Ok(screen.print(&text::removed(&device.name))?)
}

/// The device with this id, or those with this name, in either case.
fn matching<'a>(devices: &'a [Device], wanted: &str) -> Vec<&'a Device> {
    let by_id: Vec<&Device> = devices.iter().filter(|one| one.id == wanted).collect();
    if !by_id.is_empty() {
        return by_id;
    }
    let name = wanted.to_lowercase();
    devices
        .iter()
        .filter(|one| one.name.to_lowercase() == name)
        .collect()
}

fn fail(problem: &str, screen: &mut Screen) -> Done {
    screen.print_error(problem);
    Err(End::Failed)
}
