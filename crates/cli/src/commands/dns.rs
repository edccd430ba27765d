//! `comet dns`: the user's own block and allow lists, and the counts of blocked names.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde_json::{Value, json};

use super::show::request_with_timeout;
use super::{Done, End, change, print};
use crate::daemon::{Daemon, read};
use crate::domains::is_url;
use crate::grammar::{Allowed, Dns, DnsAllow, DnsBlock, DnsSplit, Json};
use crate::messages::own_lists as messages;
use crate::protocol::{BlockCountsResult, CommandName, NameListKind, NameListListResult, Snapshot};
use crate::screen::Screen;
use crate::texts::own_lists as text;

/// Maximum size of a text in bytes, one more than the daemon accepts.
const MAX_TEXT: u64 = 100_001;

pub(super) fn run(wanted: Option<&Dns>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match wanted {
        None => listed(None, json, daemon, screen),
        Some(Dns::Block { change }) => block(change.as_ref(), json, daemon, screen),
        Some(Dns::Allow { change }) => allow(change.as_ref(), json, daemon, screen),
        Some(Dns::Split { change }) => split(change.as_ref(), json, daemon, screen),
        Some(Dns::Counts { clear: true }) => {
            daemon.request(CommandName::BlockCountsClear, &json!({}))?;
            Ok(screen.print(text::CLEARED)?)
        }
        Some(Dns::Counts { clear: false }) => {
            let reply = daemon.request(CommandName::BlockCounts, &json!({}))?;
            if json.json {
                return print(&reply["lists"], screen);
            }
            let counts: BlockCountsResult = read(reply)?;
            Ok(screen.print(&messages::counts(&counts))?)
        }
    }
}

fn block(change: Option<&DnsBlock>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let kind = NameListKind::Block;
    let reply = match change {
        None | Some(DnsBlock::List) => return listed(Some(kind), json, daemon, screen),
        Some(DnsBlock::Add { source }) if is_url(source) => {
            let params = json!({ "kind": kind, "url": source });
            daemon.request(CommandName::NameListAddUrl, &params)?
        }
        Some(DnsBlock::Add { source }) => {
            let (name, content) = match read_text(source) {
                Ok(found) => found,
                Err(error) => {
                    screen.print_error(&text::unreadable(error));
                    return Err(End::Failed);
                }
            };
            let params = json!({ "kind": kind, "name": name, "text": content });
            daemon.request(CommandName::NameListAddText, &params)?
        }
        Some(DnsBlock::Remove { list }) => {
            let params = json!({ "kind": kind, "source": list });
            daemon.request(CommandName::NameListRemove, &params)?
        }
        Some(DnsBlock::Update) => daemon.request(CommandName::NameListUpdate, &json!({}))?,
    };
    show(reply, Some(kind), json, screen)
}

fn allow(change: Option<&DnsAllow>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let kind = NameListKind::Allow;
    let (names, by_name, by_url) = match change {
        None | Some(DnsAllow::List) => return listed(Some(kind), json, daemon, screen),
        Some(DnsAllow::Add { names }) => (names, CommandName::AllowedNamesAdd, CommandName::NameListAddUrl),
        Some(DnsAllow::Remove { names }) => (
            names,
            CommandName::AllowedNamesRemove,
            CommandName::NameListRemove,
        ),
    };
    let key = if by_url == CommandName::NameListRemove {
        "source"
    } else {
        "url"
    };
    let mut reply = Value::Null;
    let plain: Vec<&String> = names
        .iter()
        .filter_map(|one| match one {
            Allowed::Name(name) => Some(name),
            Allowed::List(_) => None,
        })
        .collect();
    if !plain.is_empty() {
        reply = daemon.request(by_name, &json!({ "names": plain }))?;
    }
    for one in names {
        if let Allowed::List(url) = one {
            reply = daemon.request(by_url, &json!({ "kind": kind, key: url }))?;
        }
    }
    show(reply, Some(kind), json, screen)
}

fn split(wanted: Option<&DnsSplit>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let (command, params) = match wanted {
        None | Some(DnsSplit::List) => {
            let reply = request_with_timeout(CommandName::Status, daemon, screen)?;
            if json.json {
                return print(&reply["settings"]["splitDns"], screen);
            }
            return Ok(screen.print(&messages::split(&read::<Snapshot>(reply)?.settings))?);
        }
        Some(DnsSplit::Add { domain, server }) => (
            CommandName::SplitDnsAdd,
            json!({ "domain": domain, "server": server }),
        ),
        Some(DnsSplit::Remove { domain }) => (CommandName::SplitDnsRemove, json!({ "domain": domain })),
    };
    change(daemon, screen, json, (command, &params), |after| {
        vec![messages::split(&after.settings)]
    })
}

/// The name and the text of a list: of a file, or with `-` of standard input.
fn read_text(source: &str) -> io::Result<(String, String)> {
    let mut bytes = Vec::new();
    let name = if source == "-" {
        io::stdin().take(MAX_TEXT).read_to_end(&mut bytes)?;
        text::INPUT_NAME.to_owned()
    } else {
        File::open(source)?.take(MAX_TEXT).read_to_end(&mut bytes)?;
        let name = Path::new(source).file_name().unwrap_or_default();
        name.to_string_lossy().chars().take(60).collect()
    };
    Ok((name, String::from_utf8_lossy(&bytes).into_owned()))
}

fn listed(kind: Option<NameListKind>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let reply = request_with_timeout(CommandName::NameListList, daemon, screen)?;
    show(reply, kind, json, screen)
}

/// Prints the lists of a kind, or all.
fn show(reply: Value, kind: Option<NameListKind>, Json { json }: Json, screen: &mut Screen) -> Done {
    if json {
        return print(&reply, screen);
    }
    let lists: NameListListResult = read(reply)?;
    for line in messages::lists(&lists, kind) {
        screen.print(&line)?;
    }
    Ok(())
}
