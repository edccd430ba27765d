//! Limits that each end sets to its machines, so that those of a gateway cannot exhaust a client.

use std::time::{Duration, Instant};

use maybenot::Machine;
use maybenot::action::Action;
use maybenot::dist::{Dist, DistType};

/// Machines of one end.
const MACHINES: usize = 4;
/// States of a machine.
const STATES: usize = 32;

/// Dummies in the long run, per second: about 2 GB an hour.
const RATE: f64 = 400.0;
/// Dummies that may be sent at any rate, after some quiet minutes: about 140 MB.
const BURST: f64 = 100_000.0;

/// Minimum time between two expirations of a timer, so that a machine without delays costs little.
pub const MIN_INTERVAL: Duration = Duration::from_micros(100);
/// Blocking ends when messages wait and none was sent for this time.
pub const MAX_STALL: Duration = Duration::from_millis(500);

/// Returns the machines of a text, one a line, if their number and contents are within the limits.
pub fn parse(text: &[u8]) -> Option<Vec<Machine>> {
    let lines: Vec<_> = std::str::from_utf8(text).ok()?.lines().collect();
    if lines.is_empty() || lines.len() > MACHINES {
        return None;
    }
    lines
        .into_iter()
        .map(|line| line.parse().ok().filter(is_acceptable))
        .collect()
}

/// Only uniform distributions, whose samples cost the same whatever their parameters.
fn is_acceptable(machine: &Machine) -> bool {
    machine.states.len() <= STATES
        && machine.states.iter().all(|state| {
            let (a, b) = state.counter;
            let counters = [a, b].into_iter().flatten().filter_map(|counter| counter.dist);
            distributions(state.action)
                .into_iter()
                .flatten()
                .chain(counters)
                .all(|one| matches!(one.dist, DistType::Uniform { .. }))
        })
}

fn distributions(action: Option<Action>) -> [Option<Dist>; 3] {
    match action {
        Some(Action::SendPadding { timeout, limit, .. }) => [Some(timeout), limit, None],
        Some(Action::BlockOutgoing {
            timeout,
            duration,
            limit,
            ..
        }) => [Some(timeout), Some(duration), limit],
        Some(Action::UpdateTimer { duration, limit, .. }) => [Some(duration), limit, None],
        Some(Action::Cancel { .. }) | None => [None; 3],
    }
}

/// A token bucket of dummies.
pub struct DummyLimit {
    tokens: f64,
    at: Instant,
}

impl DummyLimit {
    pub fn new(now: Instant) -> Self {
        Self {
            tokens: BURST,
            at: now,
        }
    }

    /// Returns whether a dummy may be sent, and counts it.
    pub fn take(&mut self, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = self.at.max(now);
        self.tokens = BURST.min(self.tokens + seconds * RATE);
        if self.tokens < 1.0 {
            return false;
        }
        self.tokens -= 1.0;
        true
    }
}

#[cfg(test)]
#[path = "tests/limits.rs"]
mod tests;
