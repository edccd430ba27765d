//! Connections of plain HTTP, which end when nothing comes of them.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::relay::Relay;

const PERIOD: Duration = Duration::from_secs(1);

pub struct IdleConnections {
    all: HashSet<u32>,
    looked: Instant,
}

impl IdleConnections {
    pub fn new(now: Instant) -> Self {
        IdleConnections {
            all: HashSet::new(),
            looked: now,
        }
    }

    pub fn add(&mut self, line: u32) {
        self.all.insert(line);
    }

    pub fn remove(&mut self, line: u32) {
        self.all.remove(&line);
    }
}

impl Relay {
    pub fn end_idle(&mut self, now: Instant) {
        if now - self.idle.looked < PERIOD {
            return;
        }
        self.idle.looked = now;
        let lines = &mut self.lines;
        let mut late = |id: &u32| {
            let line = lines.get_mut(id)?;
            let stage = line.stage;
            line.exchange.as_mut()?.is_late(stage, now).then_some(*id)
        };
        let ended: Vec<u32> = self.idle.all.iter().filter_map(&mut late).collect();
        ended.into_iter().for_each(|id| self.end(id));
        let left: Vec<u32> = self.idle.all.iter().copied().collect();
        left.into_iter().for_each(|id| self.leave_server(id, now));
    }
}
