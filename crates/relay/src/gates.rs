//! Places that all bytes of one customer, or by one exit, go through: they count, and hold to a rate.

use std::collections::HashMap;

use crate::notifications::Notifications;

/// Bytes that one who waited is expected to carry at once; only as many are called as have room.
const STRIDE: f64 = 65_536.0;
/// Seconds of a rate that may be saved up while nobody goes through.
const BURST: f64 = 0.25;

#[derive(Default)]
struct Gate {
    rate: Option<f64>,
    room: f64,
    waiting: std::collections::VecDeque<(u32, usize)>,
    carried: u64,
}

#[derive(Default)]
pub struct Gates {
    all: HashMap<u32, Gate>,
}

impl Gates {
    /// False when the flow has to wait, and is called in its turn.
    pub fn pass(&mut self, gates: [u32; 2], bytes: usize, flow: (u32, usize)) -> bool {
        let mut closed = None;
        for id in gates {
            if id == 0 {
                continue;
            }
            let Some(gate) = self.all.get_mut(&id) else {
                continue;
            };
            gate.carried += bytes as u64;
            if gate.rate.is_some() {
                gate.room -= bytes as f64;
                if gate.room <= 0.0 && closed.is_none() {
                    closed = Some(id);
                }
            }
        }
        if let Some(gate) = closed.and_then(|id| self.all.get_mut(&id)) {
            gate.waiting.push_back(flow);
        }
        closed.is_none()
    }

    /// Whether something may go through now, for what is lost rather than kept waiting.
    pub fn has_room(&self, gates: [u32; 2]) -> bool {
        (gates.iter().filter_map(|id| self.all.get(id))).all(|gate| gate.rate.is_none() || gate.room > 0.0)
    }

    /// Counts what has gone through without waiting.
    pub fn count(&mut self, gates: [u32; 2], bytes: usize) {
        for id in gates {
            let Some(gate) = self.all.get_mut(&id) else {
                continue;
            };
            gate.carried += bytes as u64;
            if gate.rate.is_some() {
                gate.room -= bytes as f64;
            }
        }
    }

    /// How much is read at once: small pieces where connections wait for each other.
    pub fn piece(&self, gates: [u32; 2], most: usize) -> usize {
        let is_held = |id| self.all.get(&id).is_some_and(|gate| gate.rate.is_some());
        if gates.into_iter().any(is_held) {
            most.min(STRIDE as usize)
        } else {
            most
        }
    }

    /// From here on there is such a gate.
    pub fn limit(&mut self, id: u32, rate: u64) -> Vec<(u32, usize)> {
        let gate = self.all.entry(id).or_default();
        if rate == u64::MAX {
            gate.rate = None;
            gate.room = 0.0;
            return gate.waiting.drain(..).collect();
        }
        let rate = rate as f64;
        let most = rate * BURST;
        gate.room = gate.room.min(most);
        gate.rate = Some(rate);
        Vec::new()
    }

    /// Those whose turn it is.
    pub fn tick(&mut self, seconds: f64, notifications: &mut Notifications) -> Vec<(u32, usize)> {
        let mut called = Vec::new();
        for (id, gate) in &mut self.all {
            if gate.carried > 0 {
                notifications.carried(*id, std::mem::take(&mut gate.carried));
            }
            let Some(rate) = gate.rate else { continue };
            gate.room = (gate.room + rate * seconds).min(rate * BURST);
            if gate.room > 0.0 {
                let count = ((gate.room / STRIDE).ceil() as usize).min(gate.waiting.len());
                called.extend(gate.waiting.drain(..count));
            }
        }
        called
    }

    /// Nobody goes by it any more; those who still wait at it are let go.
    pub fn forget(&mut self, id: u32) -> Vec<(u32, usize)> {
        self.all
            .remove(&id)
            .map_or_else(Vec::new, |gate| gate.waiting.into())
    }
}

#[cfg(test)]
#[path = "tests/gates.rs"]
mod tests;
