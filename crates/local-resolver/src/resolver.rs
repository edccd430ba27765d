//! The reply to one query.

use std::net::IpAddr;
use std::rc::Rc;

use comet_dns_filter::Failure;
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
    /// For names that the user allows; none if `servers` block no names.
    unfiltered: Option<Servers>,
    lists: Rc<OwnLists>,
    split: Split,
    pending: Rc<Slots>,
}

impl Resolver {
    pub fn new(servers: Servers, unfiltered: Option<Servers>, lists: Rc<OwnLists>, split: Split) -> Self {
        Resolver {
            servers,
            unfiltered,
            lists,
            split,
            pending: Slots::new(MAX_PENDING, MAX_PENDING),
        }
    }
}

impl Responder for Resolver {
    /// NXDOMAIN for a blocked name, as a gateway's filter. SERVFAIL without an answer, REFUSED above the limit.
    async fn reply(&self, query: Message, client: IpAddr, transport: Transport) -> Vec<u8> {
        let name = name_of(&query);
        let servers = match (self.lists.verdict(&name), &self.unfiltered) {
            (Verdict::Blocked, _) => return reply_with(&query, ResponseCode::NXDomain, false),
            (Verdict::Allowed, Some(unfiltered)) => unfiltered,
            _ => &self.servers,
        };
        let Some(_slot) = self.pending.take(client) else {
            return reply_with(&query, ResponseCode::Refused, false);
        };
        // No other resolver in its place: it would learn the names of the domain, and does not know them.
        let answer = match self.split.resolver(&name) {
            Some(resolver) => resolver.query(&query, transport).await,
            None => servers.query(&query, transport).await,
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
