//! The loop that everything goes round in.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::time::Instant;

use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::io::{Errno, Result};
use rustix::stdio::{stdin, stdout};

use crate::handshakes::Handshakes;
use crate::line::{CLIENT, Line};
use crate::sockets;
use crate::world::World;

/// Connections that are taken before others have their turn.
const AT_ONCE: usize = 64;
const LISTENER: u64 = u64::MAX;
const ORDERS: u64 = u64::MAX - 1;
const NEWS: u64 = u64::MAX - 2;
const TICK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 50_000_000,
};

pub struct Carrier {
    pub epoll: OwnedFd,
    listener: OwnedFd,
    /// Where the proxy's process takes clients itself.
    pub path: String,
    pub lines: HashMap<u32, Line>,
    pub handshakes: Handshakes,
    pub world: World,
    pub orders: Vec<u8>,
    /// Lines that go on when the others have had their turn.
    pub ready: Vec<u32>,
    next: u32,
    accepting: bool,
    pub finishing: bool,
}

impl Carrier {
    pub fn new(listener: OwnedFd, path: String) -> Result<Self> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let flags = EventFlags::IN | EventFlags::ET;
        epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), flags)?;
        rustix::io::ioctl_fionbio(stdin(), true)?;
        rustix::io::ioctl_fionbio(stdout(), true)?;
        epoll::add(&epoll, stdin(), EventData::new_u64(ORDERS), flags)?;
        epoll::add(
            &epoll,
            stdout(),
            EventData::new_u64(NEWS),
            EventFlags::OUT | EventFlags::ET,
        )?;
        let mut world = World::new();
        world.news.listening(sockets::near(&listener)?.port());
        Ok(Carrier {
            epoll,
            listener,
            path,
            lines: HashMap::new(),
            handshakes: Handshakes::default(),
            world,
            orders: Vec::new(),
            ready: Vec::new(),
            next: 1,
            accepting: true,
            finishing: false,
        })
    }

    pub fn run(mut self) -> Result<()> {
        let mut events: Vec<Event> = Vec::with_capacity(256);
        let (mut ticked, mut told, mut rested) = (Instant::now(), Instant::now(), 0u64);
        let mut quiet = false;
        loop {
            self.flush()?;
            if self.finishing && self.world.news.bytes.is_empty() {
                return Ok(());
            }
            let zero = Timespec {
                tv_sec: 0,
                tv_nsec: 0,
            };
            let timeout = if self.ready.is_empty() && !self.accepting {
                Some(&TICK)
            } else {
                Some(&zero)
            };
            // Once nobody is there, and all is told, nothing has to be looked at.
            let timeout = if self.lines.is_empty() && !self.accepting && quiet {
                None
            } else {
                timeout
            };
            quiet = false;
            let began = Instant::now();
            events.clear();
            match epoll::wait(&self.epoll, spare_capacity(&mut events), timeout) {
                Ok(_) | Err(Errno::INTR) => (),
                Err(error) => return Err(error),
            }
            let now = Instant::now();
            rested += (now - began).as_micros() as u64;
            for event in &events {
                let (data, flags) = (event.data.u64(), event.flags);
                match data {
                    LISTENER => self.accepting = true,
                    ORDERS => {
                        if !self.hear()? {
                            return Ok(());
                        }
                    }
                    NEWS => (),
                    _ => self.event((data >> 1) as u32, (data & 1) as usize, flags),
                }
            }
            for line in std::mem::take(&mut self.ready) {
                self.go_on(line);
            }
            if self.accepting {
                self.accept(now);
            }
            let elapsed = now - ticked;
            if elapsed.as_millis() >= 50 {
                ticked = now;
                for line in self.handshakes.late(now) {
                    self.end(line);
                }
                for (line, flow) in self.world.gates.tick(elapsed.as_secs_f64(), &mut self.world.news) {
                    self.called(line, flow);
                }
                quiet = self.lines.is_empty();
                if (now - told).as_millis() >= 500 {
                    let whole = (now - told).as_micros() as u64;
                    self.world.news.worked(whole.saturating_sub(rested), rested);
                    self.world.purses.report(&mut self.world.news);
                    (told, rested) = (now, 0);
                }
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        let bytes = &mut self.world.news.bytes;
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

    fn accept(&mut self, now: Instant) {
        for _ in 0..AT_ONCE {
            let (client, from) = match sockets::accept(&self.listener) {
                Ok(accepted) => accepted,
                Err(Errno::INTR | Errno::CONNABORTED) => continue,
                // Out of descriptors for a moment, too: those who wait in the line are taken later.
                Err(error) => {
                    self.accepting = error != Errno::AGAIN && !self.lines.is_empty();
                    return;
                }
            };
            let line = self.next;
            self.next = self.next.wrapping_add(1).max(1);
            if self.watch(line, CLIENT, &client).is_err() {
                continue;
            }
            for old in self.handshakes.begin(line, from, now) {
                self.end(old);
            }
            self.lines.insert(line, Line::new(client, from));
        }
    }
}
