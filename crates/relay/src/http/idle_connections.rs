//! Timeouts of plain HTTP connections.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::relay::Relay;

const PERIOD: Duration = Duration::from_secs(1);

pub struct IdleConnections {
    all: HashSet<u32>,
    checked: Instant,
}

impl IdleConnections {
    pub fn new(now: Instant) -> Self {
        IdleConnections {
            all: HashSet::new(),
            checked: now,
        }
    }

    pub fn add(&mut self, id: u32) {
        self.all.insert(id);
    }

    pub fn remove(&mut self, id: u32) {
        self.all.remove(&id);
    }
}

impl Relay {
    /// Once per `PERIOD`: ends clients that have timed out, and closes connections that their servers are about to close.
    pub fn end_idle(&mut self, now: Instant) {
        if now - self.idle.checked < PERIOD {
            return;
        }
        self.idle.checked = now;
        let connections = &mut self.connections;
        let mut timed_out = |id: &u32| {
            let connection = connections.get_mut(id)?;
            let stage = connection.stage;
            connection
                .exchange
                .as_mut()?
                .has_timed_out(stage, now)
                .then_some(*id)
        };
        let ended: Vec<u32> = self.idle.all.iter().filter_map(&mut timed_out).collect();
        ended.into_iter().for_each(|id| self.end(id));
        let left: Vec<u32> = self.idle.all.iter().copied().collect();
        left.into_iter()
            .for_each(|id| self.close_expiring_upstream(id, now));
    }
}
