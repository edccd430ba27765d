//! Answers of the resolver, by question. A key has nothing of a client: queries with options, which can identify one, are not cached.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use hickory_proto::op::Message;
use lru::LruCache;

use crate::answer::{question_end, times_of};

/// Maximum number of answers, of which the least recently used ones are replaced, and maximum length of one.
const MAX_ANSWERS: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();
const MAX_LENGTH: usize = 1_232;
/// Maximum time in seconds that an answer is kept, and one without records (RFC 2308 §5).
pub const MAX_AGE: u32 = 3_600;
pub const MAX_NEGATIVE_AGE: u32 = 300;

struct Answer {
    bytes: Box<[u8]>,
    stored: Instant,
    lifetime: Duration,
}

/// The query without its id, in lower case.
#[derive(PartialEq, Eq, Hash)]
pub struct Key(Box<[u8]>);

/// A query whose answer can be cached.
pub struct Question {
    pub key: Key,
    /// The query's header and question, with its id and letters.
    head: Vec<u8>,
}

impl Question {
    /// None for a query whose answer can depend on more than its question, flags and buffer size.
    pub fn of(query: &Message) -> Option<Self> {
        let has_options = query
            .edns
            .as_ref()
            .is_some_and(|edns| !edns.options().as_ref().is_empty());
        if has_options || !query.additionals.is_empty() || query.signature.is_some() {
            return None;
        }
        let mut head = query.to_vec().ok()?;
        let end = question_end(&head)?;
        let mut key: Box<[u8]> = head[2..].into();
        key[10..end - 2].make_ascii_lowercase();
        head.truncate(end);
        Some(Question { key: Key(key), head })
    }
}

pub struct Cache(RefCell<LruCache<Key, Answer>>);

impl Default for Cache {
    fn default() -> Self {
        Cache(RefCell::new(LruCache::new(MAX_ANSWERS)))
    }
}

impl Cache {
    /// Returns the answer with the id and the letters of the query, and the remaining times to live.
    pub fn get(&self, Question { key, head }: &Question, now: Instant) -> Option<Vec<u8>> {
        let mut answers = self.0.borrow_mut();
        let answer = answers.get(key)?;
        let age = now.duration_since(answer.stored);
        if age >= answer.lifetime {
            answers.pop(key);
            return None;
        }
        let mut bytes = answer.bytes.to_vec();
        bytes[..2].copy_from_slice(&head[..2]);
        bytes[12..head.len()].copy_from_slice(&head[12..]);
        // Rounded up, so that no client keeps an answer for longer than the resolver would.
        let seconds = u32::try_from(age.as_millis().div_ceil(1_000)).ok()?;
        for time in times_of(&bytes)? {
            let rest = time.ttl.saturating_sub(seconds);
            bytes[time.offset..time.offset + 4].copy_from_slice(&rest.to_be_bytes());
        }
        Some(bytes)
    }

    /// Keeps an answer for as long as its records allow.
    pub fn insert(&self, key: Key, answer: &[u8], now: Instant) {
        let Some(seconds) = lifetime(answer) else { return };
        let answer = Answer {
            bytes: answer.into(),
            stored: now,
            lifetime: Duration::from_secs(seconds.into()),
        };
        self.0.borrow_mut().put(key, answer);
    }
}

/// The time in seconds that an answer can be kept; none for one that is not kept: truncated, an error, or without a time to live.
fn lifetime(answer: &[u8]) -> Option<u32> {
    const TRUNCATED: u8 = 2;
    let (flags, code) = (*answer.get(2)?, answer.get(3)? & 15);
    if answer.len() > MAX_LENGTH || flags & TRUNCATED != 0 {
        return None;
    }
    let times = times_of(answer)?;
    let has_answer = u16::from_be_bytes([answer[6], answer[7]]) > 0;
    let shortest = times.iter().map(|time| time.ttl).min()?;
    let seconds = match (code, has_answer) {
        (0, true) => shortest.min(MAX_AGE),
        // RFC 2308 §3 and §5: the SOA record has the time.
        (0 | 3, _) => shortest
            .min(times.iter().find_map(|time| time.negative)?)
            .min(MAX_NEGATIVE_AGE),
        _ => return None,
    };
    (seconds > 0).then_some(seconds)
}

#[cfg(test)]
#[path = "tests/cache.rs"]
mod tests;
