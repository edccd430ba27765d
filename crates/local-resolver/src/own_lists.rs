//! The user's own block and allow lists, and the number of queries that each block list, also of the gateway, has blocked.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{Error, Read};
use std::time::Duration;

use comet_dns_filter::block_list::BlockList;
use serde::Deserialize;
use serde_json::json;
use tokio::time::sleep;

/// Interval of the reports of counts.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// A list whose text follows the configuration.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListConfig {
    pub id: String,
    pub kind: Kind,
    /// Length of its text.
    pub bytes: u32,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Block,
    Allow,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    Blocked,
    /// By name: no list of a gateway blocks it either.
    Allowed,
    Unlisted,
}

#[derive(Default)]
pub struct OwnLists {
    block: Vec<(String, BlockList)>,
    allow: Vec<BlockList>,
    counts: RefCell<BTreeMap<String, u64>>,
    printed: RefCell<BTreeMap<String, u64>>,
}

impl OwnLists {
    /// Reads the texts of the lists, one after the other. `allowed`: names that are allowed in addition.
    pub fn read(lists: Vec<ListConfig>, allowed: &[String], mut input: impl Read) -> Result<Self, Error> {
        let mut own = OwnLists {
            allow: vec![BlockList::parse(&allowed.join("\n"))],
            ..OwnLists::default()
        };
        for ListConfig { id, kind, bytes } in lists {
            let mut text = Vec::new();
            if input.by_ref().take(bytes.into()).read_to_end(&mut text)? != bytes as usize {
                return Err(Error::other(format!("list {id}: the text is incomplete")));
            }
            let list = BlockList::parse(&String::from_utf8_lossy(&text));
            match kind {
                Kind::Block => own.block.push((id, list)),
                Kind::Allow => own.allow.push(list),
            }
        }
        Ok(own)
    }

    /// What the lists say about a name, in lower case and without the final dot. The first block list that has the name counts it.
    pub fn verdict(&self, name: &str) -> Verdict {
        let is_excepted = || self.block.iter().any(|(_, list)| list.excepts(name));
        if self.allow.iter().any(|list| list.has(name)) || is_excepted() {
            return Verdict::Allowed;
        }
        let Some((id, _)) = self.block.iter().find(|(_, list)| list.has(name)) else {
            return Verdict::Unlisted;
        };
        self.count(id.clone());
        Verdict::Blocked
    }

    /// Counts a query that a list has blocked.
    pub fn count(&self, id: String) {
        *self.counts.borrow_mut().entry(id).or_default() += 1;
    }

    /// Prints the counts after each change, at most once a second.
    pub async fn report(&self) {
        loop {
            sleep(REPORT_INTERVAL).await;
            self.print_changed_counts();
        }
    }

    /// Prints the counts since the start as a line of JSON if they have changed since the last line.
    pub fn print_changed_counts(&self) {
        let counts = self.counts.borrow().clone();
        if counts != *self.printed.borrow() {
            println!("{}", json!({ "blocked": counts }));
            self.printed.replace(counts);
        }
    }
}

#[cfg(test)]
#[path = "tests/own_lists.rs"]
mod tests;
