//! Block lists: one name per line, or hosts files (`0.0.0.0 ads.example`).

use std::collections::HashSet;
use std::path::Path;

#[derive(Default)]
pub struct BlockList(HashSet<Box<str>>);

impl BlockList {
    /// Returns an empty list where the file is missing or unreadable.
    pub fn read(file: &Path) -> Self {
        std::fs::read(file).map_or_else(
            |_| Self::default(),
            |bytes| Self::parse(&String::from_utf8_lossy(&bytes)),
        )
    }

    /// `#` begins a comment. Names with fewer than two labels are skipped: a third-party list must not block a top-level domain.
    pub fn parse(text: &str) -> Self {
        Self(text.lines().filter_map(name_in).collect())
    }

    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

fn name_in(line: &str) -> Option<Box<str>> {
    let mut columns = line.split('#').next()?.split_whitespace();
    let first = columns.next()?;
    let word = columns.next().unwrap_or(first).to_ascii_lowercase();
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

/// Whether a list has the name or a parent domain of it. `name` is in lower case, without the final dot.
pub fn is_blocked(name: &str, lists: &[impl AsRef<BlockList>]) -> bool {
    let mut domain = name;
    while let Some((_, parent)) = domain.split_once('.') {
        if lists.iter().any(|list| list.as_ref().contains(domain)) {
            return true;
        }
        domain = parent;
    }
    false
}

#[cfg(test)]
#[path = "tests/block_list.rs"]
mod tests;
