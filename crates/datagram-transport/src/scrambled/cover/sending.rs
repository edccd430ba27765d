//! One end's pacer, shared by the tasks that send and receive.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use maybenot::Machine;
use tokio::sync::Notify;
use tokio::time::sleep_until;

use super::super::data;
use super::super::random::Random;
use super::counts::Counts;
use super::datagram::{Contents, Sender, seal};
use super::idle::Role;
use super::pacer::Pacer;
use super::queue::Outgoing;
use crate::outer_socket::OuterSender;

/// Data messages that a client holds until it has its machines.
const HELD: usize = 64;

pub struct Cover {
    role: Role,
    state: Mutex<State>,
    is_paused: AtomicBool,
    /// Notified when there may be something to send.
    pub wake: Notify,
}

enum State {
    /// Nothing but handshakes may be sent without machines.
    Waiting {
        handshakes: Vec<Outgoing>,
        held: Vec<Vec<u8>>,
    },
    Running(Box<Pacer>),
}

impl Default for State {
    fn default() -> Self {
        Self::Waiting {
            handshakes: Vec::new(),
            held: Vec::new(),
        }
    }
}

impl Cover {
    pub fn new(role: Role) -> Self {
        Self {
            role,
            state: Mutex::default(),
            is_paused: AtomicBool::new(false),
            wake: Notify::new(),
        }
    }

    /// Starts machines, once: those of a later text are ignored.
    pub fn start(&self, machines: Vec<Machine>) {
        let mut state = self.state();
        let State::Waiting { held, .. } = &mut *state else {
            return;
        };
        let now = Instant::now();
        if let Some(mut pacer) = Pacer::new(machines, self.role, now) {
            pacer.pause(self.is_paused(), now);
            for message in held.drain(..) {
                pacer.send(&message, now);
            }
            *state = State::Running(Box::new(pacer));
            self.wake.notify_one();
        }
    }

    pub fn is_running(&self) -> bool {
        matches!(*self.state(), State::Running(_))
    }

    /// Pauses the machines, also those that start later, or ends that.
    pub fn pause(&self, is_paused: bool) {
        if self.is_paused.swap(is_paused, Ordering::Relaxed) == is_paused {
            return;
        }
        if let State::Running(pacer) = &mut *self.state() {
            pacer.pause(is_paused, Instant::now());
            self.wake.notify_one();
        }
    }

    pub fn is_paused(&self) -> bool {
        self.is_paused.load(Ordering::Relaxed)
    }

    /// Takes a message of WireGuard; `take` returns it when it must be sent.
    pub fn send(&self, message: &[u8]) {
        match &mut *self.state() {
            State::Running(pacer) => pacer.send(message, Instant::now()),
            State::Waiting { held, .. } if data::is_data(message) => {
                if held.len() < HELD {
                    held.push(message.to_vec());
                }
            }
            State::Waiting { handshakes, .. } => handshakes.push(Outgoing::Message(message.to_vec())),
        }
    }

    /// Tells the machines of a received datagram: `message` is `None` in a dummy.
    pub fn received(&self, message: Option<&[u8]>) {
        if let State::Running(pacer) = &mut *self.state() {
            let before = pacer.deadline();
            pacer.received(message, Instant::now());
            if pacer.deadline() != before {
                self.wake.notify_one();
            }
        }
    }

    /// Returns what must be sent now, in order.
    pub fn take(&self) -> Vec<Outgoing> {
        match &mut *self.state() {
            State::Running(pacer) => {
                pacer.advance(Instant::now());
                pacer.sent()
            }
            State::Waiting { handshakes, .. } => std::mem::take(handshakes),
        }
    }

    /// Returns when `take` must be called again, unless there is something new to send.
    pub async fn next(&self) {
        let deadline = match &*self.state() {
            State::Running(pacer) => pacer.deadline(),
            State::Waiting { .. } => None,
        };
        let due = async {
            match deadline {
                Some(due) => sleep_until(due.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = due => {}
            () = self.wake.notified() => {}
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Encrypts and sends datagrams.
pub struct Output<'a> {
    sender: OuterSender,
    random: Random,
    datagram: Vec<u8>,
    counts: Option<&'a Counts>,
}

impl<'a> Output<'a> {
    pub fn new(sender: OuterSender, counts: Option<&'a Counts>) -> Self {
        Self {
            sender,
            random: Random::new(),
            datagram: Vec::new(),
            counts,
        }
    }

    /// Sends datagrams, except messages that are too long, which the tunnel's MTU prevents.
    pub async fn send(&mut self, sender: &Sender<'_>, outgoing: &[Outgoing]) -> io::Result<()> {
        for one in outgoing {
            let contents = match one {
                Outgoing::Message(message) => Contents::Message(message),
                Outgoing::Dummy => Contents::Dummy,
            };
            self.add(sender, &contents).await?;
        }
        self.sender.send().await
    }

    /// Adds a datagram to the next that are sent.
    pub async fn add(&mut self, sender: &Sender<'_>, contents: &Contents<'_>) -> io::Result<()> {
        if seal(sender, contents, &mut self.random, &mut self.datagram).is_none() {
            return Ok(());
        }
        if let Some(counts) = self.counts {
            counts.sent(match contents {
                Contents::Message(message) => Some(message.len()),
                _ => None,
            });
        }
        self.sender.add(&self.datagram).await
    }
}
