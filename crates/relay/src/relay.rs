//! The event loop: epoll(7), commands of the parent process, timers.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::io::{Errno, Result};
use rustix::stdio::{stdin, stdout};

use crate::connection::ProxyConnection;
use crate::events::EventSource;
use crate::handshakes::Handshakes;
use crate::http::IdleConnections;
use crate::preauthorisations::Preauthorisations;
use crate::shared_state::SharedState;
use crate::sockets;

const COMMANDS: u64 = u64::MAX;
const NOTIFICATIONS: u64 = u64::MAX - 1;
/// The first listener; the others follow.
const LISTENER: u64 = u64::MAX - 4;
const LAST_LISTENER: u64 = LISTENER + 2;
/// Maximum number of listeners.
const LISTENERS: usize = 3;
/// Index of the listener for connections of tunnels.
pub const TUNNELS: usize = 2;
const NO_WAIT: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 0,
};
const TICK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 50_000_000,
};

/// Time between two reports of usage and load.
const REPORT_PERIOD: Duration = Duration::from_millis(500);

pub struct Relay {
    pub epoll: OwnedFd,
    /// HTTP, SOCKS5 (either port takes both: the first byte decides), and connections of tunnels.
    pub listeners: Vec<OwnedFd>,
    pub connections: HashMap<u32, ProxyConnection>,
    pub handshakes: Handshakes,
    pub preauthorisations: Preauthorisations,
    pub idle: IdleConnections,
    pub shared: SharedState,
    /// Received from the parent process and not executed yet.
    pub command_bytes: Vec<u8>,
    /// Connections that yielded and continue in the next iteration.
    pub ready: Vec<u32>,
    next_id: u32,
    pub is_accepting: [bool; LISTENERS],
    /// accept(2) failed; it is retried at the next tick.
    pub retries_accept: [bool; LISTENERS],
    pub is_finishing: bool,
    ticked: Instant,
    reported: Instant,
    /// Time spent waiting for events since the last report.
    idle_time: Duration,
}

impl Relay {
    /// A relay whose commands and notifications are standard input and output.
    pub fn new(listeners: Vec<OwnedFd>) -> Result<Self> {
        let mut relay = Self::without_parent(listeners)?;
        rustix::io::ioctl_fionbio(stdin(), true)?;
        rustix::io::ioctl_fionbio(stdout(), true)?;
        let flags = EventFlags::IN | EventFlags::ET;
        epoll::add(&relay.epoll, stdin(), EventData::new_u64(COMMANDS), flags)?;
        epoll::add(
            &relay.epoll,
            stdout(),
            EventData::new_u64(NOTIFICATIONS),
            EventFlags::OUT | EventFlags::ET,
        )?;
        let ports = [
            sockets::local_address(&relay.listeners[0])?.port(),
            sockets::local_address(&relay.listeners[1])?.port(),
        ];
        relay.shared.notifications.listening(ports);
        Ok(relay)
    }

    pub(crate) fn without_parent(listeners: Vec<OwnedFd>) -> Result<Self> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let flags = EventFlags::IN | EventFlags::ET;
        for (listener, data) in listeners.iter().zip(LISTENER..) {
            epoll::add(&epoll, listener, EventData::new_u64(data), flags)?;
        }
        let count = listeners.len();
        Ok(Relay {
            epoll,
            listeners,
            connections: HashMap::new(),
            handshakes: Handshakes::default(),
            preauthorisations: Preauthorisations::default(),
            idle: IdleConnections::new(Instant::now()),
            shared: SharedState::new(),
            command_bytes: Vec::new(),
            ready: Vec::new(),
            next_id: 1,
            is_accepting: std::array::from_fn(|at| at < count),
            retries_accept: [false; LISTENERS],
            is_finishing: false,
            ticked: Instant::now(),
            reported: Instant::now(),
            idle_time: Duration::ZERO,
        })
    }

    /// Returns the number for a new connection. Numbers wrap around, and a connection may outlive 2³² others.
    pub fn unused_id(&mut self) -> u32 {
        loop {
            let id = self.next_id;
            self.next_id = id.wrapping_add(1).max(1);
            if !self.connections.contains_key(&id) {
                return id;
            }
        }
    }

    pub fn run(mut self) -> Result<()> {
        let mut events: Vec<Event> = Vec::with_capacity(256);
        let mut is_reported = false;
        loop {
            self.flush()?;
            if self.is_finishing && self.shared.notifications.bytes.is_empty() {
                return Ok(());
            }
            // While backlogged, clients wait in the accept queue; standard output becomes writable before they are accepted.
            let accepts = self.is_accepting.contains(&true) && !self.shared.notifications.is_backlogged();
            let timeout = if !self.ready.is_empty() || accepts {
                Some(&NO_WAIT)
            } else if self.connections.is_empty()
                && self.preauthorisations.is_empty()
                && is_reported
                && !self.retries_accept.contains(&true)
            {
                // Without connections and with all usage reported, no timer is needed.
                None
            } else {
                Some(&TICK)
            };
            is_reported = false;
            let began = Instant::now();
            events.clear();
            match epoll::wait(&self.epoll, spare_capacity(&mut events), timeout) {
                Ok(_) | Err(Errno::INTR) => (),
                Err(error) => return Err(error),
            }
            let now = Instant::now();
            self.idle_time += now - began;
            for event in &events {
                let (data, flags) = (event.data.u64(), event.flags);
                match data {
                    LISTENER..=LAST_LISTENER => self.is_accepting[(data - LISTENER) as usize] = true,
                    COMMANDS => {
                        if !self.read_commands()? {
                            return Ok(());
                        }
                    }
                    NOTIFICATIONS => (),
                    _ => self.handle_event(EventSource::unpack(data), flags),
                }
            }
            for connection in std::mem::take(&mut self.ready) {
                self.advance(connection);
            }
            for at in 0..self.listeners.len() {
                if self.is_accepting[at] && !self.shared.notifications.is_backlogged() {
                    self.accept(at, now);
                }
            }
            if (now - self.ticked).as_millis() >= 50 {
                self.tick(now);
                is_reported = self.connections.is_empty();
            }
        }
    }

    /// Ends expired handshakes and idle connections, resumes rate-limited flows and reports usage.
    fn tick(&mut self, now: Instant) {
        let elapsed = now - self.ticked;
        self.ticked = now;
        for listener in 0..self.listeners.len() {
            self.is_accepting[listener] |= std::mem::take(&mut self.retries_accept[listener]);
        }
        for id in self.handshakes.expired(now) {
            self.end(id);
        }
        self.end_idle(now);
        for preauthorisation in self.preauthorisations.expired(now) {
            self.shared.notifications.preauthorisation_ended(preauthorisation);
        }
        let connections = &self.connections;
        let resumed = self.shared.limiters.tick(
            elapsed.as_secs_f64(),
            |id| connections.contains_key(&id),
            &mut self.shared.notifications,
        );
        for (id, flow) in resumed {
            self.resume(id, flow);
        }
        let period = now - self.reported;
        if period < REPORT_PERIOD {
            return;
        }
        let worked = period.saturating_sub(self.idle_time);
        (self.shared.notifications).load(worked.as_micros() as u64, self.idle_time.as_micros() as u64);
        self.shared.quota_accounts.report(&mut self.shared.notifications);
        self.reported = now;
        self.idle_time = Duration::ZERO;
    }

    /// Writes notifications until standard output blocks.
    fn flush(&mut self) -> Result<()> {
        let bytes = &mut self.shared.notifications.bytes;
        while !bytes.is_empty() {
            match rustix::io::write(stdout(), bytes) {
                Ok(count) if count == bytes.len() => bytes.clear(),
                Ok(count) => drop(bytes.drain(..count)),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "tests/relay.rs"]
mod tests;
