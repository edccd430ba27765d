//! Moving bytes from one side of a line to the other: each is paid before it is written.

use rustix::io::Errno;
use rustix::net::Shutdown;

use crate::line::{BUFFER, CLIENT, EXIT, Line, Outcome};
use crate::purses::Paid;
use crate::world::World;

/// Reads in a row of one flow before another has its turn.
const TURNS: usize = 4;

impl Line {
    /// Moves what can be moved from one side to the other.
    pub fn pump(&mut self, id: u32, world: &mut World) -> Outcome {
        let mut again = false;
        for from in [CLIENT, EXIT] {
            match self.carry(id, from, world) {
                Outcome::Over => return Outcome::Over,
                Outcome::Again => again = true,
                Outcome::Rests => (),
            }
        }
        if self.flows[0].told && self.flows[1].told {
            Outcome::Over
        } else if again {
            Outcome::Again
        } else {
            Outcome::Rests
        }
    }

    fn carry(&mut self, id: u32, from: usize, world: &mut World) -> Outcome {
        let other_ended = self.flows[1 - from].told;
        let [client, exit] = &self.sockets;
        let (Some(client), Some(exit)) = (client, exit) else {
            return Outcome::Over;
        };
        let (source, sink) = if from == CLIENT {
            (client, exit)
        } else {
            (exit, client)
        };
        let flow = &mut self.flows[from];
        let size = world.gates.piece(self.gates, BUFFER);
        let turns = if size < BUFFER { 1 } else { TURNS };
        for _ in 0..turns {
            if !flow.held.is_empty() {
                if flow.at + flow.paid < flow.held.len() {
                    let rest = flow.held.len() - flow.at - flow.paid;
                    match world.purses.take(self.purse, rest, id, &mut world.news) {
                        Paid::Broke => return Outcome::Over,
                        Paid::Bytes(0) => (),
                        Paid::Bytes(paid) => {
                            flow.paid += paid;
                            flow.waits |= !world.gates.pass(self.gates, paid, (id, from));
                        }
                    }
                }
                while flow.paid > 0 {
                    match rustix::io::write(sink, &flow.held[flow.at..flow.at + flow.paid]) {
                        Ok(count) => {
                            flow.at += count;
                            flow.paid -= count;
                        }
                        Err(Errno::AGAIN) => return Outcome::Rests,
                        Err(Errno::INTR) => (),
                        Err(_) => return Outcome::Over,
                    }
                }
                if flow.at < flow.held.len() {
                    return Outcome::Rests;
                }
                flow.held = Vec::new();
                flow.at = 0;
            }
            if flow.waits || flow.told {
                return Outcome::Rests;
            }
            if flow.ended {
                flow.told = true;
                // Where nothing else is left to do, closing says it, and spares a shutdown.
                if !other_ended && rustix::net::shutdown(sink, Shutdown::Write).is_err() {
                    return Outcome::Over;
                }
                return Outcome::Rests;
            }
            if !self.readable[from] {
                return Outcome::Rests;
            }
            let buffer = &mut world.buffer[..size];
            let count = match rustix::io::read(source, &mut *buffer) {
                Ok(count) => count,
                Err(Errno::AGAIN) => {
                    self.readable[from] = false;
                    return Outcome::Rests;
                }
                Err(Errno::INTR) => continue,
                Err(_) => return Outcome::Over,
            };
            if count == 0 {
                flow.ended = true;
                continue;
            }
            self.moved = true;
            if from == EXIT {
                self.down += count as u64;
            }
            if count < size && !self.last[from] {
                self.readable[from] = false;
            }
            let paid = match world.purses.take(self.purse, count, id, &mut world.news) {
                Paid::Broke => return Outcome::Over,
                Paid::Bytes(paid) => paid,
            };
            let mut written = 0;
            if paid > 0 {
                flow.waits |= !world.gates.pass(self.gates, paid, (id, from));
                written = match rustix::io::write(sink, &buffer[..paid]) {
                    Ok(count) => count,
                    Err(Errno::AGAIN | Errno::INTR) => 0,
                    Err(_) => return Outcome::Over,
                };
            }
            if written < count {
                flow.held = buffer[written..count].to_vec();
                flow.at = 0;
                flow.paid = paid - written;
            }
        }
        Outcome::Again
    }
}
