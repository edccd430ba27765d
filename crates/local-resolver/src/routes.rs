//! Routed sites: their addresses are reported to `cometd` and routed before a program learns them.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::rc::Rc;
use std::time::Duration;

use comet_dns_filter::query::{Responder, Transport, name_of, reply_with};
use hickory_proto::op::{Message, Query, ResponseCode};
use hickory_proto::rr::{Name, RData, Record, RecordType};
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Timeout of a report's reply; the query fails then.
const REPORT_TIMEOUT: Duration = Duration::from_secs(4);
/// Browsers that resolve over HTTPS on their own do not where this name does not exist (Mozilla's canary domain).
const CANARY: &str = "use-application-dns.net";

/// A domain, with its subdomains.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteRoute {
    /// In lower case, without the final dot.
    pub site: String,
    /// Whether its names do not exist.
    pub blocked: bool,
}

/// Replies to queries for routed sites when their addresses are routed, and to all others as `inner`.
pub struct Routed<R> {
    inner: R,
    /// By site: whether it is blocked.
    sites: HashMap<String, bool>,
    reports: Rc<Reports>,
}

impl<R: Responder> Routed<R> {
    pub fn new(inner: R, sites: Vec<SiteRoute>, reports: Rc<Reports>) -> Self {
        Routed {
            inner,
            sites: sites
                .into_iter()
                .map(|route| (route.site, route.blocked))
                .collect(),
            reports,
        }
    }

    /// The most specific site of a name.
    fn site_of<'a>(&self, name: &'a str) -> Option<(&'a str, bool)> {
        let suffixes =
            std::iter::successors(Some(name), |rest| rest.split_once('.').map(|(_, parent)| parent));
        suffixes
            .into_iter()
            .find_map(|suffix| self.sites.get(suffix).map(|blocked| (suffix, *blocked)))
    }

    /// Reports the addresses of each site itself: a program may have them in a cache of its own.
    pub async fn prefetch(&self) {
        for (site, _) in self.sites.iter().filter(|(_, blocked)| !**blocked) {
            let Ok(name) = Name::from_ascii(format!("{site}.")) else {
                continue;
            };
            for record_type in [RecordType::A, RecordType::AAAA] {
                let mut query = Message::query();
                query.metadata.recursion_desired = true;
                query.add_query(Query::query(name.clone(), record_type));
                self.reply(query, Ipv4Addr::LOCALHOST.into(), Transport::Tcp)
                    .await;
            }
        }
    }

    /// The answer, once its addresses are routed, without those that are not.
    async fn routed(&self, site: &str, query: &Message, bytes: Vec<u8>) -> Vec<u8> {
        let failure = || reply_with(query, ResponseCode::ServFail, false);
        let Ok(mut answer) = Message::from_vec(&bytes) else {
            return failure();
        };
        let found: Vec<(IpAddr, u32)> = answer
            .answers
            .iter()
            .chain(&answer.additionals)
            .filter_map(|record| Some((address_of(record)?, record.ttl)))
            .collect();
        if found.is_empty() {
            return bytes;
        }
        let Some(routed) = self.reports.report(site, &found).await else {
            return failure();
        };
        if found.iter().all(|(address, _)| routed.contains(address)) {
            return bytes;
        }
        let is_usable = |record: &Record| address_of(record).is_none_or(|address| routed.contains(&address));
        answer.answers.retain(is_usable);
        answer.additionals.retain(is_usable);
        if !answer.answers.iter().any(|record| address_of(record).is_some()) {
            return failure();
        }
        answer.to_vec().unwrap_or_else(|_| failure())
    }
}

impl<R: Responder> Responder for Routed<R> {
    async fn reply(&self, query: Message, client: IpAddr, transport: Transport) -> Vec<u8> {
        if self.sites.is_empty() {
            return self.inner.reply(query, client, transport).await;
        }
        let name = name_of(&query);
        let (site, is_blocked) = match self.site_of(&name) {
            Some(found) => found,
            None if name == CANARY => return reply_with(&query, ResponseCode::NXDomain, false),
            None => return self.inner.reply(query, client, transport).await,
        };
        if is_blocked {
            return reply_with(&query, ResponseCode::NXDomain, false);
        }
        // They contain addresses and other names of the site (RFC 9460): programs use the address records instead.
        if matches!(
            query.queries[0].query_type(),
            RecordType::HTTPS | RecordType::SVCB
        ) {
            return reply_with(&query, ResponseCode::NoError, false);
        }
        let bytes = self.inner.reply(query.clone(), client, transport).await;
        self.routed(site, &query, bytes).await
    }
}

fn address_of(record: &Record) -> Option<IpAddr> {
    match &record.data {
        RData::A(address) => Some(IpAddr::V4(address.0)),
        RData::AAAA(address) => Some(IpAddr::V6(address.0)),
        _ => None,
    }
}

/// Reports to the parent process: lines of JSON on standard output, with replies on standard input.
#[derive(Default)]
pub struct Reports {
    last: Cell<u64>,
    pending: RefCell<HashMap<u64, oneshot::Sender<HashSet<IpAddr>>>>,
}

/// The addresses that are routed now.
#[derive(Deserialize)]
struct Reply {
    id: u64,
    addresses: HashSet<IpAddr>,
}

impl Reports {
    /// The addresses of a report that are routed; none without a reply.
    async fn report(&self, site: &str, found: &[(IpAddr, u32)]) -> Option<HashSet<IpAddr>> {
        let id = self.last.get() + 1;
        self.last.set(id);
        let addresses: HashSet<IpAddr> = found.iter().map(|(address, _)| *address).collect();
        let seconds = found.iter().map(|(_, seconds)| *seconds).max();
        let (sender, reply) = oneshot::channel();
        self.pending.borrow_mut().insert(id, sender);
        let line = json!({ "routed": { "id": id, "site": site, "addresses": addresses, "ttl": seconds } });
        let is_sent = writeln!(std::io::stdout(), "{line}").is_ok();
        let routed = if is_sent {
            timeout(REPORT_TIMEOUT, reply).await.ok().and_then(Result::ok)
        } else {
            None
        };
        self.pending.borrow_mut().remove(&id);
        routed
    }

    /// Receives replies until standard input ends: the parent process has exited.
    pub async fn receive(&self) {
        let mut lines = BufReader::new(tokio::io::stdin()).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let Ok(Reply { id, addresses }) = serde_json::from_str(&line) else {
                continue;
            };
            if let Some(sender) = self.pending.borrow_mut().remove(&id) {
                let _ = sender.send(addresses);
            }
        }
    }
}
