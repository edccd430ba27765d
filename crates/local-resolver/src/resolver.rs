//! The reply to one query.

use std::net::IpAddr;
use std::rc::Rc;

use comet_dns_filter::Failure;
use comet_dns_filter::extended_error::{blocked_by, with_edns, without_edns};
use comet_dns_filter::query::{Responder, Transport, name_of, reply_with};
use comet_dns_filter::slots::Slots;
use hickory_proto::op::{Message, ResponseCode};

use crate::own_lists::{OwnLists, Verdict};
use crate::servers::Servers;
use crate::split::Split;

/// Maximum number of pending queries.
const MAX_PENDING: usize = 1_024;
/// Maximum bytes of an answer over UDP to a client without EDNS (RFC 1035 §2.3.4).
const MIN_PAYLOAD: u16 = 512;

pub struct Resolver {
    servers: Servers,
    /// The block lists of `servers`; empty for other resolvers than the gateway's filter.
    filter_lists: Vec<String>,
    /// For names that the user allows; none if `servers` block no names.
    unfiltered: Option<Servers>,
    lists: Rc<OwnLists>,
    split: Split,
    pending: Rc<Slots>,
}

impl Resolver {
    pub fn new(
        servers: Servers,
        filter_lists: Vec<String>,
        unfiltered: Option<Servers>,
        lists: Rc<OwnLists>,
        split: Split,
    ) -> Self {
        Resolver {
            servers,
            filter_lists,
            unfiltered,
            lists,
            split,
            pending: Slots::new(MAX_PENDING, MAX_PENDING),
        }
    }

    /// The answer of `servers`; a query that one of their block lists has blocked is counted.
    async fn filtered(&self, query: &Message, transport: Transport) -> Result<Vec<u8>, Failure> {
        if self.filter_lists.is_empty() {
            return self.servers.query(query, transport).await;
        }
        let answer = self.servers.query(&with_edns(query), transport).await?;
        if let Some(list) = blocked_by(&answer).filter(|list| self.filter_lists.contains(list)) {
            self.lists.count(format!("gateway:{list}"));
        }
        Ok(match &query.edns {
            Some(_) => answer,
            None => without_edns(answer),
        })
    }
}

impl Responder for Resolver {
    /// NXDOMAIN for a blocked name, as a gateway's filter. SERVFAIL without an answer, REFUSED above the limit.
    async fn reply(&self, query: Message, client: IpAddr, transport: Transport) -> Vec<u8> {
        let name = name_of(&query);
        let unfiltered = match self.lists.verdict(&name) {
            Verdict::Blocked => return reply_with(&query, ResponseCode::NXDomain, false),
            Verdict::Allowed => self.unfiltered.as_ref(),
            Verdict::Unlisted => None,
        };
        let Some(_slot) = self.pending.take(client) else {
            return reply_with(&query, ResponseCode::Refused, false);
        };
        // No other resolver in its place: it would learn the names of the domain, and does not know them.
        let answer = match (self.split.resolver(&name), unfiltered) {
            (Some(resolver), _) => resolver.query(&query, transport).await,
            (None, Some(unfiltered)) => unfiltered.query(&query, transport).await,
            (None, None) => self.filtered(&query, transport).await,
        };
        match answer {
            Ok(bytes) if transport == Transport::Tcp || bytes.len() <= payload_of(&query).into() => bytes,
            // The client repeats the query over TCP.
            Ok(_) | Err(Failure::Unreadable) => reply_with(&query, ResponseCode::NoError, true),
            Err(Failure::Unanswered) => reply_with(&query, ResponseCode::ServFail, false),
        }
    }
}

fn payload_of(query: &Message) -> u16 {
    query
        .edns
        .as_ref()
        .map_or(MIN_PAYLOAD, |edns| edns.max_payload().max(MIN_PAYLOAD))
}
