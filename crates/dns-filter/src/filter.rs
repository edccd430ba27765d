//! The reply to one query.

use std::net::IpAddr;
use std::rc::Rc;

use hickory_proto::op::{Message, MessageType, Metadata, OpCode, ResponseCode};

use crate::block_list::{BlockList, is_blocked};
use crate::slots::Slots;
use crate::upstream::{Failure, Upstream};

/// Maximum number of pending queries of one client.
const MAX_PENDING: usize = 128;

#[derive(Clone, Copy, PartialEq)]
pub enum Transport {
    Udp,
    Tcp,
}

pub struct Filter {
    lists: Vec<Rc<BlockList>>,
    upstream: Rc<Upstream>,
    pending: Rc<Slots>,
}

/// Returns the message where it is a well-formed query with exactly one question. Additional records are EDNS (RFC 6891).
pub fn read_query(bytes: &[u8]) -> Option<Message> {
    let message = Message::from_vec(bytes).ok()?;
    let is_query =
        message.metadata.message_type == MessageType::Query && message.metadata.op_code == OpCode::Query;
    let has_one = message.queries.len() == 1 && message.answers.is_empty() && message.authorities.is_empty();
    (is_query && has_one).then_some(message)
}

impl Filter {
    pub fn new(lists: Vec<Rc<BlockList>>, upstream: Rc<Upstream>) -> Self {
        Filter {
            lists,
            upstream,
            pending: Slots::new(usize::MAX, MAX_PENDING),
        }
    }

    /// NXDOMAIN for a blocked name, else the resolver's answer; REFUSED above the limit, SERVFAIL without an answer. An unreadable answer
    /// over UDP becomes an empty truncated one: the client retries over TCP, where answers are not parsed.
    pub async fn reply(&self, query: Message, client: IpAddr, transport: Transport) -> Vec<u8> {
        let name = query.queries[0].name().to_lowercase().to_ascii();
        if is_blocked(name.trim_end_matches('.'), &self.lists) {
            return reply_with(&query, ResponseCode::NXDomain, false);
        }
        let Some(_slot) = self.pending.take(client) else {
            return reply_with(&query, ResponseCode::Refused, false);
        };
        let answer = match transport {
            Transport::Udp => self.upstream.query_udp(&query).await,
            Transport::Tcp => self.upstream.query_tcp(&query).await,
        };
        answer.unwrap_or_else(|failure| match failure {
            Failure::Unreadable => reply_with(&query, ResponseCode::NoError, true),
            Failure::Unanswered => reply_with(&query, ResponseCode::ServFail, false),
        })
    }
}

/// The question with a response code and no records.
fn reply_with(query: &Message, code: ResponseCode, is_truncated: bool) -> Vec<u8> {
    let mut metadata = Metadata::response_from_request(&query.metadata);
    metadata.response_code = code;
    metadata.recursion_available = true;
    metadata.truncation = is_truncated;
    let mut reply = Message::query();
    reply.metadata = metadata;
    reply.queries.clone_from(&query.queries);
    reply.to_vec().unwrap_or_default()
}

#[cfg(test)]
#[path = "tests/filter.rs"]
mod tests;
