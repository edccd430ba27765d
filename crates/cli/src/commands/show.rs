//! Commands that show state.

use std::time::{Duration, Instant};

use chrono::{Local, Utc};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Done, End, print, refused};
use crate::daemon::{Daemon, Event, Failure, is_reply_to, read, read_verbatim};
use crate::grammar::Json;
use crate::messages::{account as accounts, details, locations as lists, state};
use crate::protocol::{
    AccountResult, CheckResult, CheckResultLeaksItem as Leak, CheckResultVerdict as Verdict, CommandError,
    CommandName, LocationsResult, Snapshot, StatusDetailsResult, UpdateCheckResult, UpdateFetchResult,
};
use crate::screen::Screen;
use crate::texts::{diagnosis, location as location_text, state as text};

/// For replies that the daemon has in memory: delay of the progress line, and timeout for a daemon that is stopped or overloaded.
const PROGRESS_DELAY: Duration = Duration::from_millis(500);
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);

/// Sends a request that the daemon answers from memory.
pub(super) fn request_with_timeout(
    command: CommandName,
    daemon: &mut Daemon,
    screen: &mut Screen,
) -> Result<Value, Failure> {
    let started = Instant::now();
    let id = daemon.send(command, &json!({}))?;
    loop {
        let waited = started.elapsed();
        let due = if waited < PROGRESS_DELAY {
            PROGRESS_DELAY
        } else {
            REPLY_TIMEOUT
        };
        match daemon.next(Some(due.saturating_sub(waited))) {
            Some(Event::Reply(replied, reply)) if is_reply_to(replied, id) => {
                daemon.log(command, started, &reply);
                return reply.map_err(Failure::Refused);
            }
            Some(Event::Ended) => return Err(Failure::ConnectionLost),
            Some(Event::InvalidReply) => return Err(Failure::InvalidReply),
            None if due == REPLY_TIMEOUT => return Err(Failure::TimedOut),
            None => screen.progress(text::WAITING_FOR_DAEMON),
            Some(_) => {}
        }
    }
}

/// Prints a reply as JSON or as text.
pub(super) fn show<T: DeserializeOwned>(
    reply: Value,
    Json { json }: Json,
    screen: &mut Screen,
    describe: impl FnOnce(&T) -> Vec<String>,
) -> Result<T, End> {
    let printed = if json {
        print(&reply, screen).map(|()| reply)?
    } else {
        reply
    };
    let read: T = read(printed)?;
    if !json {
        for line in describe(&read) {
            screen.print(&line)?;
        }
    }
    Ok(read)
}

pub(super) fn status(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::Status, daemon, screen)?;
    show(reply, json, screen, |snapshot: &Snapshot| {
        vec![state::describe(snapshot).join("\n")]
    })
    .map(drop)
}

/// Prints the state with the figures of the tunnel.
pub(super) fn status_with_details(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let mut status = request_with_timeout(CommandName::Status, daemon, screen)?;
    let figures = request_with_timeout(CommandName::StatusDetails, daemon, screen)?;
    if let (true, Some(fields)) = (json, status.as_object_mut()) {
        fields.insert("details".into(), figures["details"].clone());
        return print(&status, screen);
    }
    let figures: StatusDetailsResult = read(figures)?;
    let mut snapshot: Snapshot = read(status)?;
    let Some(figures) = figures.details else {
        return Ok(screen.print(&state::describe(&snapshot).join("\n"))?);
    };
    // They are among the figures.
    snapshot.traffic = None;
    snapshot.quantum_resistant = None;
    let lines = [state::describe(&snapshot), details::lines(&figures, Utc::now())].concat();
    Ok(screen.print(&lines.join("\n"))?)
}

/// Prints the state after each change, as JSON on one line each, until the daemon or the reader closes or Ctrl-C.
pub(super) fn watch(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    // Failures are ignored: Ctrl-C would then end this program by its signal.
    let _ = daemon.catch_interrupts();
    daemon.watch_output();
    let id = daemon.send(CommandName::StatusWatch, &json!({}))?;
    let mut last = String::new();
    loop {
        let reply = match daemon.next(None) {
            Some(Event::Reply(replied, reply)) if is_reply_to(replied, id) => {
                reply.map_err(Failure::Refused)?
            }
            Some(Event::Snapshot(snapshot)) => snapshot,
            Some(Event::Interrupted | Event::OutputClosed) => return Ok(()),
            Some(Event::InvalidReply) => return Err(Failure::InvalidReply.into()),
            Some(Event::Ended) => return Err(Failure::ConnectionLost.into()),
            _ => continue,
        };
        let snapshot: Snapshot = read(reply.clone())?;
        // Traffic figures, which change every second, are no change.
        let description = if json {
            let fields = reply.as_object().into_iter().flatten();
            json!(fields.filter(|(name, _)| *name != "traffic").collect::<Vec<_>>()).to_string()
        } else {
            let traffic = None;
            state::describe(&Snapshot {
                traffic,
                ..snapshot.clone()
            })
            .join("\n")
        };
        if description != last && json {
            screen.print(&reply.to_string())?;
        } else if description != last {
            let time = Local::now().format("%H:%M:%S").to_string();
            let indent = format!("\n{:width$}", "", width = time.len() + 2);
            screen.print(&format!(
                "{time}  {}",
                state::describe(&snapshot).join("\n").replace('\n', &indent)
            ))?;
        }
        last = description;
    }
}

pub(super) fn account(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = daemon.request(CommandName::Account, &json!({}))?;
    show(reply, json, screen, |account: &AccountResult| {
        accounts::account(account)
    })
    .map(drop)
}

pub(super) fn locations(kind: Option<&str>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let mut reply = daemon.request(CommandName::Locations, &json!({}))?;
    if let (Some(kind), Some(rows)) = (kind, reply["locations"].as_array_mut()) {
        rows.retain(|row| row["type"] == kind);
    }
    show(reply, json, screen, |listed: &LocationsResult| {
        match (kind, listed.locations.as_slice()) {
            (Some(_), []) => vec![location_text::NONE_OF_TYPE.into()],
            (_, rows) => lists::lines(rows),
        }
    })
    .map(drop)
}

/// Prints which addresses of this machine are visible on the internet. A leak is a failure.
pub(super) fn check(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    screen.progress(diagnosis::CHECKING);
    let reply = daemon.request(CommandName::Check, &json!({}))?;
    let seen: CheckResult = show(reply, json, screen, check_lines)?;
    if seen.verdict == Verdict::Leaking {
        Err(End::Failed)
    } else {
        Ok(())
    }
}

fn check_lines(seen: &CheckResult) -> Vec<String> {
    let mut lines: Vec<String> = [("IPv4", &seen.exit.ipv4), ("IPv6", &seen.exit.ipv6)]
        .into_iter()
        .map(|(family, address)| match address {
            None => diagnosis::not_seen(family),
            Some(address) => diagnosis::seen_as(family, address),
        })
        .collect();
    if !seen.askers.is_empty() {
        lines.push(diagnosis::asked_by(seen.askers.join(", ")));
    }
    lines.push(
        match seen.verdict {
            Verdict::Protected => diagnosis::PROTECTED,
            Verdict::Leaking => diagnosis::LEAKING,
            Verdict::Unprotected => diagnosis::UNPROTECTED,
            Verdict::Split => diagnosis::SPLIT,
            Verdict::Unknown => diagnosis::UNKNOWN,
        }
        .into(),
    );
    lines.extend(seen.leaks.iter().map(|leak| {
        match leak {
            Leak::Ipv4 => diagnosis::LEAK_IPV4,
            Leak::Ipv6 => diagnosis::LEAK_IPV6,
            Leak::Dns => diagnosis::LEAK_DNS,
        }
        .to_owned()
    }));
    lines
}

/// Downloads and verifies a newer version. Prints its release notes and how to install it.
pub(super) fn update(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    screen.progress(diagnosis::FETCHING);
    let fetched: Option<UpdateFetchResult> = match daemon.call(CommandName::UpdateFetch, &json!({})) {
        Ok(fetched) => Some(fetched),
        Err(failure) if refused(&failure).is_some_and(|why| why.error == CommandError::UpdateNone) => None,
        Err(failure) => return Err(failure.into()),
    };
    let reply = daemon.request(CommandName::UpdateCheck, &json!({}))?;
    // Verbatim: signed release notes have several lines.
    let verbatim: UpdateCheckResult = read_verbatim(reply.clone())?;
    let notes = verbatim.newer.map_or(String::new(), |newer| newer.notes);
    show(reply, json, screen, |known: &UpdateCheckResult| {
        let (Some(fetched), Some(newer)) = (fetched, &known.newer) else {
            return vec![diagnosis::newest(&known.version)];
        };
        let mut lines = vec![diagnosis::newer(&newer.version, &known.version)];
        if !notes.is_empty() {
            lines.push(notes);
        }
        lines.push(diagnosis::fetched(&fetched.path));
        lines
    })
    .map(drop)
}

#[cfg(test)]
#[path = "tests/show.rs"]
mod tests;
