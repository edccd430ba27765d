//! The user's own block and allow lists.

use std::net::IpAddr;

use super::day_and_time_of;
use crate::protocol::{
    BlockCountsResult, NameListKind, NameListListResult, NameListRow, Settings, SplitDomain,
};
use crate::texts::{self, own_lists as text};

/// One line for each list of a kind, or of both, then the allowed names.
pub fn lists(result: &NameListListResult, kind: Option<NameListKind>) -> Vec<String> {
    let is_wanted = |one: NameListKind| kind.is_none_or(|kind| kind == one);
    let wanted = result.lists.iter().filter(|list| is_wanted(list.kind));
    let mut lines: Vec<String> = wanted.map(list).collect();
    if is_wanted(NameListKind::Allow) && !result.allowed.is_empty() {
        let names: Vec<&str> = result.allowed.iter().map(|name| &**name).collect();
        lines.push(text::allowed(names.join(", ")));
    }
    if lines.is_empty() {
        lines.push(text::NONE.into());
    }
    lines
}

fn list(list: &NameListRow) -> String {
    let names = list.names.map(|names| names.to_string());
    let state = match (&names, list.updated_at.as_deref()) {
        (Some(names), Some(updated)) if list.is_url => text::updated(names, day_and_time_of(updated)),
        (Some(names), _) => text::names(names),
        (None, _) => text::WAITING.into(),
    };
    let line = match list.kind {
        NameListKind::Block => text::block(&*list.source, state),
        NameListKind::Allow => text::allow(&*list.source, state),
    };
    match list.failure {
        Some(failure) => format!("{line} {}", text::failed(texts::list_failure(failure))),
        None => line,
    }
}

pub fn counts(result: &BlockCountsResult) -> String {
    let mut lines: Vec<String> = result
        .lists
        .iter()
        .map(|one| {
            let sentence = if one.gateway {
                text::count_of_gateway
            } else {
                text::count
            };
            sentence(&one.source, one.today, one.month)
        })
        .collect();
    if lines.is_empty() {
        return text::NONE_COUNTED.into();
    }
    if !result.counts_gateway && result.lists.iter().any(|one| one.gateway) {
        lines.push(text::NOT_COUNTING.into());
    }
    lines.join("\n")
}

/// One line for each domain with a DNS server of its own.
pub fn split(settings: &Settings) -> String {
    let lines: Vec<String> = settings
        .split_dns
        .iter()
        .map(|SplitDomain { domain, server }| {
            if !is_private(server) {
                text::split(domain, server)
            } else if settings.allow_lan {
                text::split_lan(domain, server)
            } else {
                text::split_blocked(domain, server)
            }
        })
        .collect();
    if lines.is_empty() {
        text::SPLIT_NONE.into()
    } else {
        lines.join("\n")
    }
}

/// As `isLanServer` of the daemon, which accepts no address that is neither private nor public.
fn is_private(server: &str) -> bool {
    match server.parse() {
        Ok(IpAddr::V4(address)) => address.is_private(),
        Ok(IpAddr::V6(address)) => address.is_unique_local(),
        Err(_) => false,
    }
}
