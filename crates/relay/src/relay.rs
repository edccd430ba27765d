//! The loop that everything goes round in.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::io::{Errno, Result};
use rustix::stdio::{stdin, stdout};

use crate::handshakes::Handshakes;
use crate::http::IdleConnections;
use crate::line::Line;
use crate::passes::Passes;
use crate::sockets;
use crate::world::World;

const ORDERS: u64 = u64::MAX;
const NOTIFICATIONS: u64 = u64::MAX - 1;
/// The first listener; the others come after it.
const LISTENER: u64 = u64::MAX - 4;
const LAST_LISTENER: u64 = LISTENER + 2;
/// How many there are at most.
const LISTENERS: usize = 3;
/// The one of tunnels' connections.
pub const TUNNELS: usize = 2;
const AT_ONCE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 0,
};
const TICK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 50_000_000,
};

pub struct Relay {
    pub epoll: OwnedFd,
    /// Of HTTP and SOCKS5, where a client's first byte says which it speaks, and of tunnels' connections.
    pub listeners: Vec<OwnedFd>,
    pub lines: HashMap<u32, Line>,
    pub handshakes: Handshakes,
    pub passes: Passes,
    pub idle: IdleConnections,
    pub world: World,
    pub orders: Vec<u8>,
    /// Lines that go on when the others have had their turn.
    pub ready: Vec<u32>,
    pub next: u32,
    pub accepting: [bool; LISTENERS],
    /// Somebody waits who could not be taken.
    pub postponed: [bool; LISTENERS],
    pub finishing: bool,
    pub ticked: Instant,
    pub told: Instant,
    /// Since the last time that it was told.
    pub rested: Duration,
}

impl Relay {
    pub fn new(listeners: Vec<OwnedFd>) -> Result<Self> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let flags = EventFlags::IN | EventFlags::ET;
        for (listener, data) in listeners.iter().zip(LISTENER..) {
            epoll::add(&epoll, listener, EventData::new_u64(data), flags)?;
        }
        rustix::io::ioctl_fionbio(stdin(), true)?;
        rustix::io::ioctl_fionbio(stdout(), true)?;
        epoll::add(&epoll, stdin(), EventData::new_u64(ORDERS), flags)?;
        epoll::add(
            &epoll,
            stdout(),
            EventData::new_u64(NOTIFICATIONS),
            EventFlags::OUT | EventFlags::ET,
        )?;
        let mut world = World::new();
        let count = listeners.len();
        let ports = [
            sockets::near(&listeners[0])?.port(),
            sockets::near(&listeners[1])?.port(),
        ];
        world.notifications.listening(ports);
        Ok(Relay {
            epoll,
            listeners,
            lines: HashMap::new(),
            handshakes: Handshakes::default(),
            passes: Passes::default(),
            idle: IdleConnections::new(Instant::now()),
            world,
            orders: Vec::new(),
            ready: Vec::new(),
            next: 1,
            accepting: std::array::from_fn(|at| at < count),
            postponed: [false; LISTENERS],
            finishing: false,
            ticked: Instant::now(),
            told: Instant::now(),
            rested: Duration::ZERO,
        })
    }

    pub fn run(mut self) -> Result<()> {
        let mut events: Vec<Event> = Vec::with_capacity(256);
        let mut quiet = false;
        loop {
            self.flush()?;
            if self.finishing && self.world.notifications.bytes.is_empty() {
                return Ok(());
            }
            let timeout = if !self.ready.is_empty() || self.accepting.contains(&true) {
                Some(&AT_ONCE)
            } else if self.lines.is_empty()
                && self.passes.is_empty()
                && quiet
                && !self.postponed.contains(&true)
            {
                // Nobody is there, and all is told: nothing has to be looked at.
                None
            } else {
                Some(&TICK)
            };
            quiet = false;
            let began = Instant::now();
            events.clear();
            match epoll::wait(&self.epoll, spare_capacity(&mut events), timeout) {
                Ok(_) | Err(Errno::INTR) => (),
                Err(error) => return Err(error),
            }
            let now = Instant::now();
            self.rested += now - began;
            for event in &events {
                let (data, flags) = (event.data.u64(), event.flags);
                match data {
                    LISTENER..=LAST_LISTENER => self.accepting[(data - LISTENER) as usize] = true,
                    ORDERS => {
                        if !self.receive()? {
                            return Ok(());
                        }
                    }
                    NOTIFICATIONS => (),
                    _ => self.event((data >> 3) as u32, (data & 7) as usize, flags),
                }
            }
            for line in std::mem::take(&mut self.ready) {
                self.go_on(line);
            }
            for at in 0..self.listeners.len() {
                if self.accepting[at] {
                    self.accept(at, now);
                }
            }
            if (now - self.ticked).as_millis() >= 50 {
                self.tick(now);
                quiet = self.lines.is_empty();
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        let bytes = &mut self.world.notifications.bytes;
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
