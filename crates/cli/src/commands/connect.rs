//! `comet connect`: shows progress on a terminal, and disconnects on Ctrl-C; a second Ctrl-C waits for nothing.

use std::time::Instant;

use serde_json::{Value, json};

use super::{Done, End, print, refused};
use crate::daemon::{Daemon, Event, Failure, Refused, answers, read};
use crate::grammar::{Connect, joined};
use crate::protocol::{
    BlockListName, BlockReason, CommandError, CommandName, LocationsHomesResult, Snapshot, TunnelState,
};
use crate::screen::Screen;
use crate::texts::{self, state as words};
use crate::words::{settings, state};

pub(super) fn connect(wanted: &Connect, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let location = joined(&wanted.place);
    let mut params = json!({ "location": location });
    if let Some(via) = wanted.via.as_deref().and_then(joined) {
        params["via"] = via.into();
    }
    if let Some(address) = wanted.dedicated {
        params["dedicated"] = address.to_string().into();
    }
    // Without it, a Ctrl-C ends only this program, which is no reason not to connect.
    let _ = daemon.catch_interrupts();
    match outcome(&params, daemon, screen)? {
        Outcome::Cancelled(after) => {
            let held = after.settings.lockdown;
            screen.complain(if held {
                words::CANCELLED_HELD_BACK
            } else {
                words::CANCELLED
            });
            Err(End::Failed)
        }
        Outcome::Answered(answer) if wanted.json.json => print(&answer, screen),
        Outcome::Answered(answer) => say_connected(&read(answer)?, screen),
        Outcome::Refused(refused) => explain(refused, location.as_deref(), daemon, screen),
    }
}

enum Outcome {
    Answered(Value),
    Refused(Refused),
    /// Taken back, with the state afterwards.
    Cancelled(Box<Snapshot>),
}

fn outcome(params: &Value, daemon: &mut Daemon, screen: &mut Screen) -> Result<Outcome, End> {
    let asked = Instant::now();
    // First of all: a daemon that is just being started reads only a first line before it is loaded.
    let connect = daemon.send(CommandName::Connect, params)?;
    let watch = if screen.watched {
        daemon.send(CommandName::StatusWatch, &json!({}))?
    } else {
        0
    };
    let mut taken_back = None;
    let mut told: Vec<BlockListName> = Vec::new();
    let mut show = |snapshot: &Snapshot, screen: &mut Screen| {
        if !snapshot.missing_lists.is_empty() && snapshot.missing_lists != told {
            screen.complain(&settings::missing_lists(&snapshot.missing_lists));
        }
        told.clone_from(&snapshot.missing_lists);
        if let TunnelState::Connecting { place, attempt, .. } = &snapshot.tunnel {
            screen.progress(&state::connecting(place.as_ref(), *attempt));
        }
    };
    loop {
        match daemon.next(None) {
            Some(Event::Snapshot(snapshot)) if taken_back.is_none() => show(&snapshot, screen),
            Some(Event::Interrupted) if taken_back.is_none() => {
                taken_back = Some(daemon.send(CommandName::Disconnect, &json!({}))?);
            }
            Some(Event::Answered(id, answer)) if taken_back.is_some_and(|wanted| answers(id, wanted)) => {
                let after = answer.map_err(|_| Failure::Lost).and_then(read)?;
                return Ok(Outcome::Cancelled(Box::new(after)));
            }
            Some(Event::Answered(id, answer)) if taken_back.is_none() && answers(id, connect) => {
                daemon.note(CommandName::Connect, asked, &answer);
                return Ok(match answer {
                    Ok(answer) => {
                        show(&read(answer.clone())?, screen);
                        Outcome::Answered(answer)
                    }
                    Err(refused) => Outcome::Refused(refused),
                });
            }
            Some(Event::Answered(id, Ok(answer))) if taken_back.is_none() && id == watch => {
                show(&read(answer)?, screen);
            }
            Some(Event::Ended) => return Err(Failure::Lost.into()),
            Some(Event::NotUnderstood) => return Err(Failure::NotUnderstood.into()),
            _ => {}
        }
    }
}

fn say_connected(snapshot: &Snapshot, screen: &mut Screen) -> Done {
    let TunnelState::Connected { place, link, .. } = &snapshot.tunnel else {
        return Err(End::Failed);
    };
    screen.say(&state::connected(place, link))?;
    for line in state::exit(snapshot.exit.as_ref()) {
        screen.say(&line)?;
    }
    Ok(())
}

/// Says why a connect came to nothing. The state says more than the refusal: whether traffic is held back, and when the next try is due.
fn explain(refusal: Refused, location: Option<&str>, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    if refusal.error == CommandError::Superseded {
        screen.complain(texts::SUPERSEDED);
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
        screen.complain(error);
    }
    screen.complain(&state::tunnel(&now).join("\n"));
    if let (BlockReason::LocationUnavailable, Some(location)) = (reason, location) {
        name_homes(location, daemon, screen)?;
    }
    Err(End::Failed)
}

/// Names what else leads to a country, since nobody is led to a home unasked.
fn name_homes(location: &str, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let params = json!({ "location": location });
    let homes: LocationsHomesResult = match daemon.call(CommandName::LocationsHomes, &params) {
        Ok(homes) => homes,
        Err(failure) if refused(&failure).is_some() => return Ok(()),
        Err(failure) => return Err(failure.into()),
    };
    if !homes.codes.is_empty() {
        let commands: Vec<String> = homes.codes.iter().map(words::home_command).collect();
        screen.complain(&words::homes(commands.join(", ")));
    }
    Ok(())
}
