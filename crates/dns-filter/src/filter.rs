//! The replies of a filter.

use std::net::IpAddr;
use std::rc::Rc;
use std::time::Instant;

use hickory_proto::op::{Message, ResponseCode};

use crate::block_list::{BlockList, blocking_list};
use crate::cache::{Cache, Question};
use crate::extended_error::blocked_reply;
use crate::query::{Responder, Transport, name_of, reply_with};
use crate::slots::Slots;
use crate::upstream::{Failure, Upstream};

/// Maximum number of pending queries of one client.
const MAX_PENDING: usize = 128;

pub struct Filter {
    /// The names of `lists`, in their order.
    names: Vec<String>,
    lists: Vec<Rc<BlockList>>,
    upstream: Rc<Upstream>,
    cache: Rc<Cache>,
    pending: Rc<Slots>,
}

impl Filter {
    /// The first of several lists that have a name blocks it.
    pub fn new(lists: Vec<(String, Rc<BlockList>)>, upstream: Rc<Upstream>, cache: Rc<Cache>) -> Self {
        let (names, lists) = lists.into_iter().unzip();
        Filter {
            names,
            lists,
            upstream,
            cache,
            pending: Slots::new(usize::MAX, MAX_PENDING),
        }
    }
}

impl Responder for Filter {
    /// NXDOMAIN for a blocked name, else the resolver's answer; REFUSED above the limit, SERVFAIL without an answer. An unreadable answer
    /// over UDP becomes an empty truncated one: the client retries over TCP, where answers are not parsed.
    async fn reply(&self, query: Message, client: IpAddr, transport: Transport) -> Vec<u8> {
        if let Some(place) = blocking_list(&name_of(&query), &self.lists) {
            return blocked_reply(&query, &self.names[place]);
        }
        let question = Question::of(&query);
        let cached = |question| self.cache.get(question, Instant::now());
        if let Some(answer) = question.as_ref().and_then(cached) {
            return answer;
        }
        let Some(_slot) = self.pending.take(client) else {
            return reply_with(&query, ResponseCode::Refused, false);
        };
        let answer = self.upstream.query(&query, transport).await;
        // Answers over TCP are not parsed.
        if let (Ok(answer), Some(question), Transport::Udp) = (&answer, question, transport) {
            self.cache.insert(question.key, answer, Instant::now());
        }
        answer.unwrap_or_else(|failure| match failure {
            Failure::Unreadable => reply_with(&query, ResponseCode::NoError, true),
            Failure::Unanswered => reply_with(&query, ResponseCode::ServFail, false),
        })
    }
}
