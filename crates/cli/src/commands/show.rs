//! The commands that show something.

use std::time::{Duration, Instant};

use chrono::Local;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Done, End, print, refused};
use crate::daemon::{Daemon, Event, Failure, answers, read};
use crate::grammar::Json;
use crate::protocol::{
    AccountResult, CheckResult, CheckResultLeaksItem as Leak, CheckResultVerdict as Verdict, CommandError,
    CommandName, LocationsResult, Snapshot, UpdateCheckResult, UpdateFetchResult,
};
use crate::screen::Screen;
use crate::texts::{diagnosis, location as places, state as words};
use crate::words::{account as accounts, locations as lists, state};

/// What the daemon answers from memory. One that is stopped, or too busy to, must not leave its user without a word.
const FIRST_WORD: Duration = Duration::from_millis(500);
const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// Asks for what the daemon knows at once.
pub(super) fn at_once(
    command: CommandName,
    daemon: &mut Daemon,
    screen: &mut Screen,
) -> Result<Value, Failure> {
    let asked = Instant::now();
    let id = daemon.send(command, &json!({}))?;
    loop {
        let waited = asked.elapsed();
        let due = if waited < FIRST_WORD {
            FIRST_WORD
        } else {
            LONGEST_SILENCE
        };
        match daemon.next(Some(due.saturating_sub(waited))) {
            Some(Event::Answered(answered, answer)) if answers(answered, id) => {
                daemon.note(command, asked, &answer);
                return answer.map_err(Failure::Refused);
            }
            Some(Event::Ended) => return Err(Failure::Lost),
            Some(Event::NotUnderstood) => return Err(Failure::NotUnderstood),
            None if due == LONGEST_SILENCE => return Err(Failure::Silent),
            None => screen.progress(words::WAITING_FOR_DAEMON),
            Some(_) => {}
        }
    }
}

/// Shows an answer: as JSON as it came, or in words.
fn show<T: DeserializeOwned>(
    answer: Value,
    Json { json }: Json,
    screen: &mut Screen,
    say: impl FnOnce(&T) -> Vec<String>,
) -> Result<T, End> {
    let read_answer = if json {
        print(&answer, screen).map(|()| answer)?
    } else {
        answer
    };
    let read: T = read(read_answer)?;
    if !json {
        for line in say(&read) {
            screen.say(&line)?;
        }
    }
    Ok(read)
}

pub(super) fn status(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let answer = at_once(CommandName::Status, daemon, screen)?;
    show(answer, json, screen, |snapshot: &Snapshot| {
        vec![state::describe(snapshot).join("\n")]
    })
    .map(drop)
}

/// Prints the state again with each change, until the daemon or the reader ends it.
pub(super) fn watch(daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let id = daemon.send(CommandName::StatusWatch, &json!({}))?;
    let mut last = String::new();
    loop {
        let snapshot = match daemon.next(None) {
            Some(Event::Answered(answered, answer)) if answers(answered, id) => {
                Box::new(answer.map_err(Failure::Refused).and_then(read)?)
            }
            Some(Event::Snapshot(snapshot)) => snapshot,
            Some(Event::NotUnderstood) => return Err(Failure::NotUnderstood.into()),
            Some(Event::Ended) => return Err(Failure::Lost.into()),
            _ => continue,
        };
        // Figures alone, which come each second, are no change.
        let told = state::describe(&Snapshot {
            traffic: None,
            ..(*snapshot).clone()
        })
        .join("\n");
        if told != last {
            let time = Local::now().format("%H:%M:%S").to_string();
            let indent = format!("\n{:width$}", "", width = time.len() + 2);
            screen.say(&format!(
                "{time}  {}",
                state::describe(&snapshot).join("\n").replace('\n', &indent)
            ))?;
        }
        last = told;
    }
}

pub(super) fn account(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let answer = daemon.ask(CommandName::Account, &json!({}))?;
    show(answer, json, screen, |account: &AccountResult| {
        accounts::account(account)
    })
    .map(drop)
}

pub(super) fn locations(kind: Option<&str>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let mut answer = daemon.ask(CommandName::Locations, &json!({}))?;
    if let (Some(kind), Some(rows)) = (kind, answer["locations"].as_array_mut()) {
        rows.retain(|row| row["type"] == kind);
    }
    show(answer, json, screen, |listed: &LocationsResult| {
        match (kind, listed.locations.as_slice()) {
            (Some(_), []) => vec![places::NONE_OF_TYPE.into()],
            (_, rows) => lists::lines(rows),
        }
    })
    .map(drop)
}

/// How this machine is seen from outside; a failure where that gives it away.
pub(super) fn check(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    screen.progress(diagnosis::CHECKING);
    let answer = daemon.ask(CommandName::Check, &json!({}))?;
    let seen: CheckResult = show(answer, json, screen, check_lines)?;
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

/// Has a newer version fetched and verified, and says what it brings and how it is installed.
pub(super) fn update(json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    screen.progress(diagnosis::FETCHING);
    let fetched: Option<UpdateFetchResult> = match daemon.call(CommandName::UpdateFetch, &json!({})) {
        Ok(fetched) => Some(fetched),
        Err(failure) if refused(&failure).is_some_and(|why| why.error == CommandError::UpdateNone) => None,
        Err(failure) => return Err(failure.into()),
    };
    let answer = daemon.ask(CommandName::UpdateCheck, &json!({}))?;
    show(answer, json, screen, |known: &UpdateCheckResult| {
        let (Some(fetched), Some(newer)) = (fetched, &known.newer) else {
            return vec![diagnosis::newest(&known.version)];
        };
        let mut lines = vec![diagnosis::newer(&newer.version, &known.version)];
        if !newer.notes.is_empty() {
            lines.push(newer.notes.clone());
        }
        lines.push(diagnosis::fetched(&fetched.path));
        lines
    })
    .map(drop)
}

#[cfg(test)]
#[path = "tests/show.rs"]
mod tests;
