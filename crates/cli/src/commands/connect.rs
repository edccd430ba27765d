//! `comet connect`: shows progress on a terminal and disconnects on Ctrl-C; a second Ctrl-C ends the program at once.

use std::time::Instant;

use serde_json::{Value, json};

use super::{Done, End, print, refused};
use crate::daemon::{Daemon, Event, Failure, Refused, is_reply_to, read};
use crate::grammar::Connect;
use crate::messages::{settings, state};
use crate::protocol::{
    BlockListName, BlockReason, CommandError, CommandName, LocationsHomesResult, Snapshot, TunnelState,
};
use crate::screen::Screen;
use crate::texts::{self, state as text};
use crate::values::joined;

pub(super) fn connect(wanted: &Connect, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let location = joined(&wanted.place);
    let mut params = json!({ "location": location });
    if let Some(via) = wanted.via.as_deref().and_then(joined) {
        params["via"] = via.into();
    }
    if let Some(address) = wanted.dedicated {
        params["dedicated"] = address.to_string().into();
    }
    // Failures are ignored: Ctrl-C would then end this program without a disconnect.
    let _ = daemon.catch_interrupts();
    match outcome(&params, daemon, screen)? {
        Outcome::Cancelled(after) => {
            let is_blocked = after.settings.lockdown;
            screen.print_error(if is_blocked {
                text::CANCELLED_HELD_BACK
            } else {
                text::CANCELLED
            });
            Err(End::Failed)
        }
        Outcome::Reply(reply) if wanted.json.json => print(&reply, screen),
        Outcome::Reply(reply) => print_connected(&read(reply)?, screen),
        Outcome::Refused(refused) => explain(refused, location.as_deref(), daemon, screen),
    }
}

enum Outcome {
    Reply(Value),
    Refused(Refused),
    /// Cancelled, with the state afterwards.
    Cancelled(Box<Snapshot>),
}

fn outcome(params: &Value, daemon: &mut Daemon, screen: &mut Screen) -> Result<Outcome, End> {
    let started = Instant::now();
    // The first request: a daemon that is being started reads only one line before it is loaded.
    let connect = daemon.send(CommandName::Connect, params)?;
    let watch = if screen.is_terminal {
        daemon.send(CommandName::StatusWatch, &json!({}))?
    } else {
        0
    };
    let mut cancellation = None;
    let mut reported: Vec<BlockListName> = Vec::new();
    let mut show = |snapshot: &Snapshot, screen: &mut Screen| {
        if !snapshot.missing_lists.is_empty() && snapshot.missing_lists != reported {
            screen.print_error(&settings::missing_lists(&snapshot.missing_lists));
        }
        reported.clone_from(&snapshot.missing_lists);
        if let TunnelState::Connecting { place, attempt, .. } = &snapshot.tunnel {
            screen.progress(&state::connecting(place.as_ref(), *attempt));
        }
    };
    loop {
        match daemon.next(None) {
            Some(Event::Snapshot(snapshot)) if cancellation.is_none() => show(&read(snapshot)?, screen),
            Some(Event::Interrupted) if cancellation.is_none() => {
                cancellation = Some(daemon.send(CommandName::Disconnect, &json!({}))?);
            }
            Some(Event::Reply(id, reply)) if cancellation.is_some_and(|wanted| is_reply_to(id, wanted)) => {
                let after = reply.map_err(|_| Failure::ConnectionLost).and_then(read)?;
                return Ok(Outcome::Cancelled(Box::new(after)));
            }
            Some(Event::Reply(id, reply)) if cancellation.is_none() && is_reply_to(id, connect) => {
                daemon.log(CommandName::Connect, started, &reply);
                return Ok(match reply {
                    Ok(reply) => {
                        show(&read(reply.clone())?, screen);
                        Outcome::Reply(reply)
                    }
                    Err(refused) => Outcome::Refused(refused),
                });
            }
            Some(Event::Reply(id, Ok(reply))) if cancellation.is_none() && id == watch => {
                show(&read(reply)?, screen);
            }
            Some(Event::Ended) => return Err(Failure::ConnectionLost.into()),
            Some(Event::InvalidReply) => return Err(Failure::InvalidReply.into()),
            _ => {}
        }
    }
}

fn print_connected(snapshot: &Snapshot, screen: &mut Screen) -> Done {
    let TunnelState::Connected { place, link, .. } = &snapshot.tunnel else {
        return Err(End::Failed);
    };
    screen.print(&state::connected(place, link))?;
    for line in state::exit(snapshot.exit.as_ref()) {
        screen.print(&line)?;
    }
    Ok(())
}

/// Prints why a connect failed. The state has more details than the refusal: whether traffic is blocked, and when the next attempt is due.
fn explain(refusal: Refused, location: Option<&str>, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    if refusal.error == CommandError::Superseded {
        screen.print_error(texts::SUPERSEDED);
    }
    if refusal.error != CommandError::ConnectFailed {
        return Err(Failure::Refused(refusal).into());
    }
    let now: Snapshot = match daemon.call(CommandName::Status, &json!({})) {
        Ok(now) => now,
        Err(failure) if refused(&failure).is_some() => return Err(Failure::Refused(refusal).into()),
        Err(failure) => return Err(failure.into()),
    };
    let (TunnelState::Error { reason, .. }
    | TunnelState::Disconnected {
        refusal: Some(reason),
        ..
    }) = &now.tunnel
    else {
        return Err(Failure::Refused(refusal).into());
    };
    let error = texts::vpn_error(*reason);
    if !error.is_empty() {
        screen.print_error(error);
    }
    screen.print_error(&state::tunnel(&now).join("\n"));
    if let (BlockReason::LocationUnavailable, Some(location)) = (reason, location) {
        print_homes(location, daemon, screen)?;
    }
    Err(End::Failed)
}

/// Prints the commands for residential exits of a country, which are used only on request.
fn print_homes(location: &str, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let params = json!({ "location": location });
    let homes: LocationsHomesResult = match daemon.call(CommandName::LocationsHomes, &params) {
        Ok(homes) => homes,
        Err(failure) if refused(&failure).is_some() => return Ok(()),
        Err(failure) => return Err(failure.into()),
    };
    if !homes.codes.is_empty() {
        let commands: Vec<String> = homes.codes.iter().map(text::home_command).collect();
        screen.print_error(&text::homes(commands.join(", ")));
    }
    Ok(())
}
