//! Token buckets for all bytes of a customer or of an exit. They also count the bytes.

use std::collections::{HashMap, VecDeque};

use crate::notifications::Notifications;

/// Bytes that a resumed flow is expected to forward at once: a tick resumes only as many flows as there are tokens for.
const STRIDE: f64 = 65_536.0;
/// Capacity of a bucket, in seconds of its rate.
const BURST: f64 = 0.25;

/// A flow: connection and direction.
type Flow = (u32, usize);

#[derive(Default)]
struct RateLimiter {
    /// Bytes per second; `None` for no limit.
    rate: Option<f64>,
    /// In bytes; negative after a read larger than the bucket.
    tokens: f64,
    waiting: VecDeque<Flow>,
    /// Since the last report.
    forwarded: u64,
}

#[derive(Default)]
pub struct RateLimiters {
    all: HashMap<u32, RateLimiter>,
}

impl RateLimiters {
    /// Takes tokens and counts bytes. Returns false if the flow has to wait; `tick`, `set_rate` or `remove` returns it then.
    pub fn consume(&mut self, ids: [u32; 2], bytes: usize, flow: Flow) -> bool {
        let mut empty = None;
        for id in ids {
            if id == 0 {
                continue;
            }
            let Some(limiter) = self.all.get_mut(&id) else {
                continue;
            };
            limiter.forwarded += bytes as u64;
            if limiter.rate.is_some() {
                limiter.tokens -= bytes as f64;
                if limiter.tokens <= 0.0 && empty.is_none() {
                    empty = Some(id);
                }
            }
        }
        if let Some(limiter) = empty.and_then(|id| self.all.get_mut(&id)) {
            limiter.waiting.push_back(flow);
        }
        empty.is_none()
    }

    /// Whether a datagram may be sent now. Datagrams are dropped instead of delayed.
    pub fn has_tokens(&self, ids: [u32; 2]) -> bool {
        (ids.iter().filter_map(|id| self.all.get(id)))
            .all(|limiter| limiter.rate.is_none() || limiter.tokens > 0.0)
    }

    /// Takes tokens and counts bytes without waiting.
    pub fn count(&mut self, ids: [u32; 2], bytes: usize) {
        for id in ids {
            let Some(limiter) = self.all.get_mut(&id) else {
                continue;
            };
            limiter.forwarded += bytes as u64;
            if limiter.rate.is_some() {
                limiter.tokens -= bytes as f64;
            }
        }
    }

    /// Returns how many bytes to read at once, at most `max`: fewer under a limit, for fairness between connections.
    pub fn read_size(&self, ids: [u32; 2], max: usize) -> usize {
        let is_limited = |id| self.all.get(&id).is_some_and(|limiter| limiter.rate.is_some());
        if ids.into_iter().any(is_limited) {
            max.min(STRIDE as usize)
        } else {
            max
        }
    }

    /// Creates a limiter or changes its rate in bytes per second, `u64::MAX` for no limit. Returns the flows to resume.
    pub fn set_rate(&mut self, id: u32, rate: u64) -> Vec<Flow> {
        let limiter = self.all.entry(id).or_default();
        if rate == u64::MAX {
            limiter.rate = None;
            limiter.tokens = 0.0;
            return limiter.waiting.drain(..).collect();
        }
        let rate = rate as f64;
        limiter.tokens = limiter.tokens.min(rate * BURST);
        limiter.rate = Some(rate);
        Vec::new()
    }

    /// Reports counted bytes and refills the buckets. Returns the flows to resume. Flows of ended connections, for which `is_open` is false,
    /// do not count: a client that opens and closes connections must not delay the others of an exit.
    pub fn tick(
        &mut self,
        seconds: f64,
        is_open: impl Fn(u32) -> bool,
        notifications: &mut Notifications,
    ) -> Vec<Flow> {
        let mut resumed = Vec::new();
        for (id, limiter) in &mut self.all {
            if limiter.forwarded > 0 {
                notifications.forwarded(*id, std::mem::take(&mut limiter.forwarded));
            }
            let Some(rate) = limiter.rate else { continue };
            limiter.tokens = (limiter.tokens + rate * seconds).min(rate * BURST);
            if limiter.tokens > 0.0 {
                let mut count = (limiter.tokens / STRIDE).ceil() as usize;
                while count > 0
                    && let Some(flow) = limiter.waiting.pop_front()
                {
                    if is_open(flow.0) {
                        resumed.push(flow);
                        count -= 1;
                    }
                }
            }
        }
        resumed
    }

    /// Removes a limiter. Returns the flows to resume.
    pub fn remove(&mut self, id: u32) -> Vec<Flow> {
        self.all
            .remove(&id)
            .map_or_else(Vec::new, |limiter| limiter.waiting.into())
    }
}

#[cfg(test)]
#[path = "tests/rate_limiters.rs"]
mod tests;
