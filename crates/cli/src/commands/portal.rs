//! `comet portal`: the network's sign-in page.

use std::ffi::OsString;
use std::process;

use serde_json::json;

use super::{Done, End, change, split_program};
use crate::daemon::{Daemon, read};
use crate::grammar::Json;
use crate::messages::state;
use crate::protocol::{CommandName, PortalOpenResult};
use crate::screen::Screen;
use crate::texts::{state as text, usage};

/// Checks now, and describes the page.
pub(super) fn check(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    change(
        daemon,
        screen,
        json,
        (CommandName::PortalCheck, &json!({})),
        |after| {
            let lines = state::portal(after.captive_portal.as_ref());
            if lines.is_empty() {
                vec![text::PORTAL_NONE.into()]
            } else {
                lines
            }
        },
    )
}

/// Executes a program with the page's address as its last argument. Returns only on failure.
pub(super) fn open(command: &[OsString], daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let Some((name, rest)) = command.split_first() else {
        return Err(End::Usage(usage::PORTAL_FORM.into()));
    };
    let program = split_program::program_named(name, screen)?;
    let opened: PortalOpenResult =
        read(daemon.request(CommandName::PortalOpen, &json!({ "pid": process::id() }))?)?;
    let arguments = [rest, &[opened.page.into()]].concat();
    split_program::execute(&program, name, &arguments, screen)
}
