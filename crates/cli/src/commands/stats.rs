//! `comet stats`: statistics that the daemon keeps on this machine.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;

use serde_json::{Value, json};

use super::prompts::Prompts;
use super::{Done, End, print};
use crate::daemon::{Daemon, Failure, read};
use crate::grammar::{Format, Stats, StatsChange};
use crate::messages::statistics as messages;
use crate::protocol::{CommandName, StatisticsResult, StatisticsSession, StatisticsSessionsResult};
use crate::screen::Screen;
use crate::texts::statistics as text;

pub(super) fn stats(wanted: &Stats, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match &wanted.change {
        Some(StatsChange::Export { file, format }) => export(file, *format, daemon, screen),
        Some(StatsChange::Forget { yes }) => forget(*yes, daemon, screen),
        None if wanted.sessions => sessions(wanted, daemon, screen),
        None => months(wanted, daemon, screen),
    }
}

fn months(wanted: &Stats, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let mut reply = daemon.request(CommandName::Statistics, &json!({}))?;
    if let (Some(month), Some(Value::Array(all))) = (&wanted.month, reply.get_mut("months")) {
        all.retain(|one| one["month"] == month.as_str());
    }
    if wanted.json.json {
        return print(&reply, screen);
    }
    for line in messages::months(&read::<StatisticsResult>(reply)?) {
        screen.print(&line)?;
    }
    Ok(())
}

fn sessions(wanted: &Stats, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let all = all_sessions(wanted.month.as_deref(), daemon)?;
    if wanted.json.json {
        return print(&json!({ "sessions": all }), screen);
    }
    if all.is_empty() {
        screen.print(text::NONE)?;
    }
    for session in &all {
        screen.print(&messages::session(session))?;
    }
    Ok(())
}

/// All pages, the newest session first.
fn all_sessions(month: Option<&str>, daemon: &mut Daemon) -> Result<Vec<StatisticsSession>, Failure> {
    let mut all = Vec::new();
    let mut from = Some(0);
    while let Some(first) = from {
        let params = json!({ "month": month, "from": first });
        let page: StatisticsSessionsResult = read(daemon.request(CommandName::StatisticsSessions, &params)?)?;
        all.extend(page.sessions);
        from = page.next.filter(|next| *next > first);
    }
    Ok(all)
}

/// Writes never over an existing file.
fn export(path: &str, format: Option<Format>, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = daemon.request(CommandName::Statistics, &json!({}))?;
    let sessions = all_sessions(None, daemon)?;
    let is_csv = path.to_ascii_lowercase().ends_with(".csv");
    let content = match format.unwrap_or(if is_csv { Format::Csv } else { Format::Json }) {
        Format::Csv => csv(&sessions),
        Format::Json => format!(
            "{:#}\n",
            json!({ "months": reply["months"], "sessions": sessions })
        ),
    };
    if path == "-" {
        return Ok(screen.print(content.trim_end())?);
    }
    match write(path, &content) {
        Ok(()) => Ok(screen.print(&text::exported(sessions.len(), path))?),
        Err(error) => {
            screen.print_error(&text::unwritable(error));
            Err(End::Failed)
        }
    }
}

fn write(path: &str, content: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(content.as_bytes())
}

/// One line for each session (RFC 4180). No field needs quotation marks: the daemon has no other characters in them.
fn csv(sessions: &[StatisticsSession]) -> String {
    let header = "started_at,ended_at,location,transport,received_bytes,sent_bytes\r\n".to_owned();
    sessions.iter().fold(header, |lines, one| {
        let ended = one.ended_at.as_deref().unwrap_or("");
        let fields = [&one.started_at, ended, &one.location, &one.transport].join(",");
        format!("{lines}{fields},{},{}\r\n", one.received, one.sent)
    })
}

fn forget(confirmed: bool, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    if !confirmed && !Prompts::default().confirms(text::FORGET_QUESTION) {
        screen.print_error(text::KEPT);
        return Err(End::Failed);
    }
    daemon.request(CommandName::StatisticsForget, &json!({}))?;
    Ok(screen.print(text::FORGOTTEN)?)
}
