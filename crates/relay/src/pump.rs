//! Moving bytes from one side of a line to the other: each is paid before it is written.

use rustix::io::Errno;
use rustix::net::Shutdown;

use crate::flow::{BUFFER, Fare};
use crate::line::{CLIENT, EXIT, Line, Outcome};
use crate::world::World;

impl Line {
    /// Moves what can be moved from one side to the other.
    pub fn pump(&mut self, id: u32, world: &mut World) -> Outcome {
        let mut again = false;
        for from in [CLIENT, EXIT] {
            match self.carry(id, from, world) {
                // What the other side said before it went is still received.
                Outcome::Deaf if from == CLIENT => self.flows[CLIENT].give_up(),
                Outcome::Deaf | Outcome::Over => return Outcome::Over,
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
        let fare = Fare {
            quota_account: self.quota_account,
            gates: self.gates,
            line: id,
            flow: from,
        };
        let size = world.gates.piece(self.gates, BUFFER);
        let mut has_read = false;
        loop {
            match flow.deliver(sink, fare, world) {
                Outcome::Again => (),
                other => return other,
            }
            if flow.waits || flow.told {
                return Outcome::Rests;
            }
            if flow.ended {
                flow.told = true;
                // Where nothing else is left to do, closing says it, and spares a shutdown.
                if !other_ended && rustix::net::shutdown(sink, Shutdown::Write).is_err() {
                    return Outcome::Deaf;
                }
                return Outcome::Rests;
            }
            if !self.readable[from] {
                return Outcome::Rests;
            }
            // Others have their turn; meanwhile more comes here, and what is moved at once costs the less.
            if has_read {
                return Outcome::Again;
            }
            has_read = true;
            let (count, by_pipe) = match flow.fetch(source, size, world) {
                Ok(fetched) => fetched,
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
            if by_pipe {
                continue;
            }
            // A pipe may be full of packets before the source is empty; a buffer is not.
            if count < size && !self.last[from] {
                self.readable[from] = false;
            }
            match flow.pass_on(count, sink, fare, world) {
                Outcome::Again => (),
                other => return other,
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/pump.rs"]
mod tests;
