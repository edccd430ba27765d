//! Decides when an end sends its messages and dummies: runs the machines, their timers, and what they block.

use std::time::{Duration, Instant};

use maybenot::{Framework, Machine, MachineId, TriggerEvent};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::super::data;
use super::idle::{Idle, Role};
use super::limits::DummyLimit;
use super::queue::{Outgoing, Queue};
use super::timers::{self, Scheduled, Timers};

/// Expirations handled at once; the rest follows after what they sent.
const EXPIRATIONS: usize = 512;
/// Timers that expired longer ago, since the program did not run, count as expired before this time.
const MAX_DELAY: Duration = Duration::from_millis(50);
/// Changes of timers that follow from each other.
const CHAIN: usize = 8;

/// One end's machines. The caller passes the time, sends what `sent` returns, and calls `advance` again at `deadline`.
pub struct Pacer {
    machines: Vec<Machine>,
    framework: Framework<Vec<Machine>, StdRng>,
    timers: Timers,
    blocking: Option<Blocking>,
    queue: Queue,
    idle: Idle,
    dummies: DummyLimit,
    outgoing: Vec<Outgoing>,
    /// The framework's time never goes back.
    latest: Instant,
    is_paused: bool,
}

struct Blocking {
    until: Instant,
    bypass: bool,
}

enum Expired {
    Timer(timers::Expired),
    Blocking,
    Tick,
}

impl Pacer {
    /// Returns `None` for machines that maybenot does not accept.
    pub fn new(machines: Vec<Machine>, role: Role, now: Instant) -> Option<Self> {
        Some(Self {
            framework: framework(&machines, now)?,
            timers: Timers::new(machines.len()),
            machines,
            blocking: None,
            queue: Queue::default(),
            idle: Idle::new(role, now),
            dummies: DummyLimit::new(now),
            outgoing: Vec::new(),
            latest: now,
            is_paused: false,
        })
    }

    /// Sends all messages at once and no dummies until it is called with false, after which the machines start anew.
    pub fn pause(&mut self, is_paused: bool, now: Instant) {
        if is_paused == self.is_paused {
            return;
        }
        self.latest = self.latest.max(now);
        let Some(framework) = framework(&self.machines, self.latest) else {
            return;
        };
        self.framework = framework;
        self.timers = Timers::new(self.machines.len());
        self.blocking = None;
        while let Some(outgoing) = self.queue.pop(now) {
            self.outgoing.push(outgoing);
        }
        self.outgoing.extend(self.idle.take().map(Outgoing::Message));
        self.idle = Idle::new(self.idle.role(), now);
        self.is_paused = is_paused;
    }

    /// Takes a message of WireGuard. Keepalives and handshakes, whose times the protocol determines, are no events for the machines.
    pub fn send(&mut self, message: &[u8], now: Instant) {
        let outgoing = Outgoing::Message(message.to_vec());
        if self.is_paused {
            self.outgoing.push(outgoing);
            return;
        }
        self.advance(now);
        let is_normal = data::has_contents(message);
        if self.blocking.is_some() {
            self.queue.push(outgoing, now);
            if is_normal {
                self.trigger(&[TriggerEvent::NormalSent], now);
            }
        } else if is_normal {
            self.outgoing.push(outgoing);
            self.trigger(&[TriggerEvent::NormalSent, TriggerEvent::TunnelSent], now);
            self.release(now);
        } else {
            let at_once = self.idle.hold(message, now);
            self.outgoing.extend(at_once.map(Outgoing::Message));
        }
    }

    /// Sends what waits for a tick in the burst that begins.
    fn release(&mut self, now: Instant) {
        let waiting = self.idle.take().map(Outgoing::Message);
        match waiting {
            Some(waiting) if self.blocking.is_some() => self.queue.push(waiting, now),
            waiting => self.outgoing.extend(waiting),
        }
    }

    /// Tells the machines of a received datagram: `message` is `None` in a dummy.
    pub fn received(&mut self, message: Option<&[u8]>, now: Instant) {
        if self.is_paused {
            return;
        }
        self.idle.received(now);
        match message {
            Some(message) if data::has_contents(message) => {
                self.trigger(&[TriggerEvent::TunnelRecv, TriggerEvent::NormalRecv], now);
            }
            Some(_) => {}
            None => self.trigger(&[TriggerEvent::TunnelRecv, TriggerEvent::PaddingRecv], now),
        }
    }

    /// Handles the timers that have expired.
    pub fn advance(&mut self, now: Instant) {
        let earliest = now.checked_sub(MAX_DELAY).unwrap_or(now);
        for _ in 0..EXPIRATIONS {
            let Some((due, expired)) = self.first() else {
                return;
            };
            if due > now {
                return;
            }
            self.expire(expired, due.max(earliest));
        }
    }

    /// When `advance` must be called again.
    pub fn deadline(&self) -> Option<Instant> {
        self.first().map(|(due, _)| due)
    }

    /// Returns what must be sent now, in order.
    pub fn sent(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.outgoing)
    }

    fn first(&self) -> Option<(Instant, Expired)> {
        let timer = self
            .timers
            .first()
            .map(|(due, expired)| (due, Expired::Timer(expired)));
        let blocking = self.blocking.as_ref().map(|blocking| {
            let stall = self.queue.stalls_at().unwrap_or(blocking.until);
            (blocking.until.min(stall), Expired::Blocking)
        });
        let tick = self
            .idle
            .due()
            .filter(|_| !self.is_paused)
            .map(|due| (due, Expired::Tick));
        [timer, blocking, tick]
            .into_iter()
            .flatten()
            .min_by_key(|(due, _)| *due)
    }

    fn expire(&mut self, expired: Expired, at: Instant) {
        match expired {
            Expired::Timer(expired) => {
                self.timers.expire(expired, at);
                self.expire_timer(expired, at);
            }
            Expired::Tick => self.tick(at),
            Expired::Blocking => {
                self.blocking = None;
                self.trigger(&[TriggerEvent::BlockingEnd], at);
                while self.blocking.is_none()
                    && let Some(outgoing) = self.queue.pop(at)
                {
                    self.outgoing.push(outgoing);
                    self.trigger(&[TriggerEvent::TunnelSent], at);
                }
            }
        }
    }

    /// In a burst nothing waits for ticks, and none sends a dummy.
    fn tick(&mut self, at: Instant) {
        let waiting = self.idle.tick(at).map(Outgoing::Message);
        if self.blocking.is_none() {
            let outgoing = waiting.or_else(|| self.dummies.take(at).then_some(Outgoing::Dummy));
            self.outgoing.extend(outgoing);
        }
    }

    fn expire_timer(&mut self, expired: timers::Expired, at: Instant) {
        match expired {
            timers::Expired::Action(machine, Scheduled::Padding { bypass, replace }) => {
                self.pad(machine, bypass, replace, at);
            }
            timers::Expired::Action(
                machine,
                Scheduled::Blocking {
                    duration,
                    bypass,
                    replace,
                },
            ) => self.block(machine, at + duration, bypass, replace, at),
            timers::Expired::Internal(machine) => {
                let machine = MachineId::from_raw(machine);
                self.trigger(&[TriggerEvent::TimerEnd { machine }], at);
            }
        }
    }

    /// Sends a dummy, or a waiting datagram in its place.
    fn pad(&mut self, machine: usize, bypass: bool, replace: bool, at: Instant) {
        let machine = MachineId::from_raw(machine);
        let is_blocked = self
            .blocking
            .as_ref()
            .is_some_and(|blocking| !(bypass && blocking.bypass));
        let is_waiting = replace && !self.queue.is_empty();
        let outgoing = match (is_waiting, is_blocked) {
            (true, true) => None,
            (true, false) => self.queue.pop(at),
            (false, _) => self.dummies.take(at).then_some(Outgoing::Dummy),
        };
        let mut events = vec![TriggerEvent::PaddingSent { machine }];
        match outgoing {
            Some(outgoing) if is_blocked => self.queue.push(outgoing, at),
            Some(outgoing) => {
                self.outgoing.push(outgoing);
                events.push(TriggerEvent::TunnelSent);
            }
            None => {}
        }
        self.trigger(&events, at);
    }

    fn block(&mut self, machine: usize, until: Instant, bypass: bool, replace: bool, at: Instant) {
        let is_longer = |blocking: &Blocking| until > blocking.until;
        if replace || self.blocking.as_ref().is_none_or(is_longer) {
            self.blocking = Some(Blocking { until, bypass });
        }
        let machine = MachineId::from_raw(machine);
        self.trigger(&[TriggerEvent::BlockingBegin { machine }], at);
    }

    fn trigger(&mut self, events: &[TriggerEvent], at: Instant) {
        self.latest = self.latest.max(at);
        let mut events = events.to_vec();
        for _ in 0..CHAIN {
            let actions: Vec<_> = self
                .framework
                .trigger_events(&events, self.latest)
                .cloned()
                .collect();
            events.clear();
            for action in actions {
                events.extend(self.timers.apply(action, at));
            }
            if events.is_empty() {
                return;
            }
        }
    }
}

fn framework(machines: &[Machine], now: Instant) -> Option<Framework<Vec<Machine>, StdRng>> {
    // Fractions cannot limit machines that send a dummy only where no message waits: `DummyLimit` and `MAX_STALL` do.
    Framework::new(machines.to_vec(), 1.0, 1.0, now, StdRng::from_os_rng()).ok()
}

#[cfg(test)]
#[path = "tests/pacer.rs"]
mod tests;
