//! Block lists: one name per line, hosts files (`0.0.0.0 ads.example`), or the network filters of ad blockers that name a whole domain
//! (`||ads.example^`, and `@@||cdn.example^` as an exception).

use std::collections::HashSet;
use std::net::IpAddr;
use std::path::Path;

#[derive(Default)]
pub struct BlockList {
    blocked: HashSet<Box<str>>,
    /// Names of a hosts file.
    hosts: HashSet<Box<str>>,
    /// Exceptions, which apply to all lists.
    allowed: HashSet<Box<str>>,
}

enum Line {
    Blocked(Box<str>),
    Host(Box<str>),
    Allowed(Box<str>),
    /// A comment, or no name that can be blocked.
    Skipped,
}

impl BlockList {
    /// Returns an empty list where the file is missing or unreadable.
    pub fn read(file: &Path) -> Self {
        std::fs::read(file).map_or_else(
            |_| Self::default(),
            |bytes| Self::parse(&String::from_utf8_lossy(&bytes)),
        )
    }

    /// `#` and `!` begin a comment. Names with fewer than two labels are skipped: a third-party list must not block a top-level domain.
    pub fn parse(text: &str) -> Self {
        let mut list = Self::default();
        for line in text.lines() {
            match read_line(line) {
                Line::Skipped => {}
                Line::Blocked(name) => drop(list.blocked.insert(name)),
                Line::Host(name) => drop(list.hosts.insert(name)),
                Line::Allowed(name) => drop(list.allowed.insert(name)),
            }
        }
        list
    }

    /// The number of names, with the exceptions.
    pub fn len(&self) -> usize {
        self.blocked.len() + self.hosts.len() + self.allowed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the list has the name, or a parent domain of it that is not from a hosts file: hosts(5) has no subdomains. Exceptions
    /// are ignored. `name` is in lower case, without the final dot.
    pub fn has(&self, name: &str) -> bool {
        self.hosts.contains(name) || domains(name).any(|domain| self.blocked.contains(domain))
    }

    /// Whether the list has an exception for the name or a parent domain of it.
    pub fn excepts(&self, name: &str) -> bool {
        domains(name).any(|domain| self.allowed.contains(domain))
    }

    fn blocks(&self, domain: &str) -> bool {
        self.blocked.contains(domain) || self.hosts.contains(domain)
    }
}

fn read_line(line: &str) -> Line {
    let line = line.trim();
    if line.starts_with(['!', '#', '[']) {
        return Line::Skipped;
    }
    if let Some(filter) = line.strip_prefix("@@||") {
        return filtered_domain(filter).map_or(Line::Skipped, Line::Allowed);
    }
    if let Some(filter) = line.strip_prefix("||") {
        return filtered_domain(filter).map_or(Line::Skipped, Line::Blocked);
    }
    // Within a word, `#` begins the part of an ad blocker's filter for the elements of a page.
    let mut columns = line.split_whitespace().take_while(|word| !word.starts_with('#'));
    let first = columns.next().unwrap_or_default();
    let Some(name) = domain(columns.next().unwrap_or(first)) else {
        return Line::Skipped;
    };
    if first.parse::<IpAddr>().is_ok() {
        Line::Host(name)
    } else {
        Line::Blocked(name)
    }
}

/// The domain of a network filter (`ads.example^`); none if the filter has a path, a wildcard, or options other than `important`.
fn filtered_domain(filter: &str) -> Option<Box<str>> {
    let (name, options) = filter.split_once('$').unwrap_or((filter, "important"));
    let name = name.strip_suffix('^').or_else(|| name.strip_suffix("^|"))?;
    (options == "important").then(|| domain(name)).flatten()
}

fn domain(word: &str) -> Option<Box<str>> {
    let word = word.to_ascii_lowercase();
    let name = word.strip_suffix('.').unwrap_or(&word);
    let is_address = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_name = name.contains('.') && name.len() <= 253 && name.split('.').all(is_label);
    (is_name && !is_address && name != "localhost.localdomain").then(|| name.into())
}

fn is_label(label: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=63).contains(&label.len())
        && label.bytes().all(is_allowed)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// The name and its parent domains with at least two labels.
fn domains(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |domain| {
        domain.split_once('.').map(|(_, parent)| parent)
    })
    .filter(|domain| domain.contains('.'))
}

/// The place of the first list that has the name or a parent domain of it, also from a hosts file; none if a list has an exception for
/// it. `name` is in lower case, without the final dot.
pub fn blocking_list(name: &str, lists: &[impl AsRef<BlockList>]) -> Option<usize> {
    if lists.iter().any(|list| list.as_ref().excepts(name)) {
        return None;
    }
    let has = |list: &BlockList| domains(name).any(|domain| list.blocks(domain));
    lists.iter().position(|list| has(list.as_ref()))
}

#[cfg(test)]
#[path = "tests/block_list.rs"]
mod tests;
