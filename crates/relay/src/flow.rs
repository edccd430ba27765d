//! One way through a line: what was read of its source, and is not written yet.

use std::os::fd::OwnedFd;

use rustix::io::{Errno, Result};

use crate::line::Outcome;
use crate::pipes::Pipe;
use crate::quota_accounts::Paid;
use crate::world::World;

/// Bytes that are read at once, and that are there unpaid at most.
pub const BUFFER: usize = 262_144;
/// From whom as many come at once, the next are moved by a pipe. For fewer it costs more than copying.
const BULK: usize = 65_536;

/// Who pays for what goes this way, and by which gates it goes.
#[derive(Clone, Copy)]
pub struct Fare {
    pub quota_account: u32,
    pub gates: [u32; 2],
    pub line: u32,
    pub flow: usize,
}

#[derive(Default)]
pub struct Flow {
    /// Read, and not written yet: the first `paid` bytes from `at` on may be. Or they stand in `pipe`, never in both.
    pub held: Vec<u8>,
    pub at: usize,
    pub paid: usize,
    pipe: Option<Pipe>,
    /// As much came at once as is moved by a pipe.
    bulk: bool,
    /// The source has said all.
    pub ended: bool,
    /// The sink has been told so.
    pub told: bool,
    /// At a gate.
    pub waits: bool,
    /// Why the sink takes nothing.
    pub error: Option<Errno>,
}

impl Flow {
    pub fn standing(&self) -> usize {
        let held = self.held.len() - self.at;
        self.pipe.as_ref().map_or(held, |pipe| pipe.stands)
    }

    /// How many of so many bytes are paid; none where it is known that nothing comes.
    pub fn pay(&mut self, bytes: usize, fare: Fare, world: &mut World) -> Option<usize> {
        match world
            .quota_accounts
            .take(fare.quota_account, bytes, fare.line, &mut world.notifications)
        {
            Paid::Broke => None,
            Paid::Bytes(0) => Some(0),
            Paid::Bytes(paid) => {
                self.waits |= !world.gates.pass(fare.gates, paid, (fare.line, fare.flow));
                Some(paid)
            }
        }
    }

    /// Writes what stands here, as far as it is paid: `Again` where nothing is left of it.
    pub fn deliver(&mut self, sink: &OwnedFd, fare: Fare, world: &mut World) -> Outcome {
        let unpaid = self.standing() - self.paid;
        let mut broke = false;
        if unpaid > 0 {
            match self.pay(unpaid, fare, world) {
                None => broke = true,
                Some(paid) => self.paid += paid,
            }
        }
        while self.paid > 0 {
            let sent = match &mut self.pipe {
                Some(pipe) => pipe.pour(sink, self.paid),
                None => rustix::io::write(sink, &self.held[self.at..self.at + self.paid])
                    .inspect(|count| self.at += count),
            };
            match sent {
                Ok(0) => return Outcome::Deaf,
                Ok(count) => self.paid -= count,
                Err(Errno::AGAIN) => return Outcome::Rests,
                Err(Errno::INTR) => (),
                Err(error) => {
                    self.error = Some(error);
                    return Outcome::Deaf;
                }
            }
        }
        if broke {
            return Outcome::Over;
        }
        if self.standing() > 0 {
            return Outcome::Rests;
        }
        self.held = Vec::new();
        self.at = 0;
        if let Some(pipe) = self.pipe.take() {
            world.pipes.give_back(pipe);
        }
        Outcome::Again
    }

    /// Nothing more goes this way.
    pub fn give_up(&mut self) {
        self.clear();
        (self.ended, self.told) = (true, true);
    }

    /// What stands here goes nowhere.
    pub fn clear(&mut self) {
        self.held = Vec::new();
        (self.at, self.paid) = (0, 0);
        self.pipe = None;
    }

    /// Reads once, while nothing stands here: into the buffer of all, from which it has to be passed on, or where `true` into a pipe.
    pub fn fetch(&mut self, source: &OwnedFd, size: usize, world: &mut World) -> Result<(usize, bool)> {
        // Where a rate is held to, more than copying is waited for.
        if self.bulk
            && size == BUFFER
            && let Some(mut pipe) = world.pipes.take()
        {
            let count = pipe.fill(source, size);
            if pipe.stands > 0 {
                self.pipe = Some(pipe);
            } else {
                world.pipes.give_back(pipe);
            }
            let count = count?;
            self.bulk = count >= BULK;
            return Ok((count, true));
        }
        let count = rustix::io::read(source, &mut world.buffer[..size])?;
        self.bulk = count >= BULK;
        Ok((count, false))
    }

    /// Writes the first `count` bytes of the buffer of all, as far as they are paid, and keeps the rest.
    pub fn pass_on(&mut self, count: usize, sink: &OwnedFd, fare: Fare, world: &mut World) -> Outcome {
        let Some(paid) = self.pay(count, fare, world) else {
            return Outcome::Over;
        };
        let mut written = 0;
        if paid > 0 {
            written = match rustix::io::write(sink, &world.buffer[..paid]) {
                Ok(count) => count,
                Err(Errno::AGAIN | Errno::INTR) => 0,
                Err(_) => return Outcome::Deaf,
            };
        }
        if written < count {
            self.held = world.buffer[written..count].to_vec();
            self.at = 0;
            self.paid = paid - written;
        }
        Outcome::Again
    }
}

#[cfg(test)]
#[path = "tests/flow.rs"]
mod tests;
