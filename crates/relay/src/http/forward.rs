//! Moving one request to its server and the response back.

use rustix::io::Errno;

use super::{Exchange, LONGEST_HEAD};
use crate::flow::Fare;
use crate::line::{CLIENT, EXIT, Line, Outcome};
use crate::world::World;

/// Bytes that are read at once.
const PIECE: usize = 65_536;

pub enum Forwarded {
    Rests,
    /// There is more to do, after the others.
    Again,
    /// The server's connection ended before a response.
    Failed,
    /// The client's connection has to end.
    Over,
    /// The response is out, or all that was left of its request has been read.
    Answered,
}

impl Line {
    /// Moves what can be moved.
    pub fn forward(&mut self, id: u32, world: &mut World) -> Forwarded {
        let Some(mut exchange) = self.exchange.take() else {
            return Forwarded::Over;
        };
        let sent = self.send(id, &mut exchange, world);
        let outcome = match sent {
            Forwarded::Rests | Forwarded::Again if !exchange.is_told => {
                match self.respond(id, &mut exchange, world) {
                    Forwarded::Rests => sent,
                    other => other,
                }
            }
            other => other,
        };
        self.exchange = Some(exchange);
        outcome
    }

    fn fare(&self, id: u32, flow: usize) -> Fare {
        Fare {
            quota_account: self.quota_account,
            gates: self.gates,
            line: id,
            flow,
        }
    }

    /// The request's head and body to the server; what it does not take is read all the same.
    fn send(&mut self, id: u32, exchange: &mut Exchange, world: &mut World) -> Forwarded {
        let fare = self.fare(id, CLIENT);
        let size = world.gates.piece(self.gates, PIECE);
        let mut has_read = false;
        loop {
            let flow = &mut self.flows[CLIENT];
            match &self.sockets[EXIT] {
                Some(exit) if !exchange.is_deaf => match flow.deliver(exit, fare, world) {
                    Outcome::Again => (),
                    Outcome::Rests => return Forwarded::Rests,
                    Outcome::Deaf => {
                        // After a reset that followed an end the system says EPIPE, and the end was one.
                        exchange.is_reset |= flow.error == Some(Errno::CONNRESET);
                        exchange.is_deaf = true;
                    }
                    // Nothing is left to pay with.
                    Outcome::Over if exchange.response.is_none() => return Forwarded::Failed,
                    Outcome::Over => return Forwarded::Over,
                },
                _ => exchange.is_deaf = true,
            }
            let flow = &mut self.flows[CLIENT];
            if exchange.is_deaf {
                flow.clear();
            } else if flow.waits {
                return Forwarded::Rests;
            }
            if exchange.up.is_done() {
                return if exchange.is_told {
                    Forwarded::Answered
                } else {
                    self.read_ahead(exchange, world)
                };
            }
            if !exchange.received.is_empty() {
                let bytes = std::mem::take(&mut exchange.received);
                match exchange.up.feed(&bytes, &mut flow.held) {
                    Ok(used) => exchange.received = bytes[used..].to_vec(),
                    Err(_) => return Forwarded::Over,
                }
                continue;
            }
            if !self.readable[CLIENT] {
                return Forwarded::Rests;
            }
            if has_read {
                return Forwarded::Again;
            }
            has_read = true;
            match self.receive(&mut exchange.received, size, world) {
                None => return Forwarded::Over,
                Some(0) => return Forwarded::Rests,
                Some(_) => exchange.moved = true,
            }
        }
    }

    /// What the client sends before it has its response, and whether it is still there.
    fn read_ahead(&mut self, exchange: &mut Exchange, world: &mut World) -> Forwarded {
        loop {
            if exchange.is_too_far_ahead() {
                return Forwarded::Over;
            }
            if !self.readable[CLIENT] {
                return Forwarded::Rests;
            }
            match self.receive(&mut exchange.received, LONGEST_HEAD, world) {
                None => return Forwarded::Over,
                Some(0) => return Forwarded::Rests,
                Some(_) => (),
            }
        }
    }

    /// Reads once from the client: how many bytes, and none where it has said all.
    pub fn receive(&mut self, into: &mut Vec<u8>, size: usize, world: &mut World) -> Option<usize> {
        let client = self.sockets[CLIENT].as_ref()?;
        match rustix::io::read(client, &mut world.buffer[..size]) {
            Ok(0) => None,
            Ok(count) => {
                into.extend_from_slice(&world.buffer[..count]);
                self.readable[CLIENT] = count == size || self.last[CLIENT];
                Some(count)
            }
            Err(Errno::AGAIN) => {
                self.readable[CLIENT] = false;
                Some(0)
            }
            // It is read again with the next event, or at once.
            Err(Errno::INTR) => Some(0),
            Err(_) => None,
        }
    }

    /// The response to the client: each byte of the server's is paid before it is looked at.
    fn respond(&mut self, id: u32, exchange: &mut Exchange, world: &mut World) -> Forwarded {
        let fare = self.fare(id, EXIT);
        let free = Fare {
            quota_account: 0,
            gates: [0, 0],
            ..fare
        };
        let size = world.gates.piece(self.gates, PIECE);
        let mut has_read = false;
        loop {
            let Some(client) = &self.sockets[CLIENT] else {
                return Forwarded::Over;
            };
            let flow = &mut self.flows[EXIT];
            let before = flow.standing();
            let delivered = flow.deliver(client, free, world);
            exchange.moved |= flow.standing() < before;
            match delivered {
                Outcome::Again => (),
                Outcome::Rests => return Forwarded::Rests,
                Outcome::Deaf | Outcome::Over => return Forwarded::Over,
            }
            if exchange.is_cut {
                return Forwarded::Over;
            }
            if exchange.is_answered() {
                return Forwarded::Answered;
            }
            if flow.waits {
                return Forwarded::Rests;
            }
            if !exchange.unpaid.is_empty() {
                let paid = match flow.pay(exchange.unpaid.len(), fare, world) {
                    None if exchange.response.is_none() => return Forwarded::Failed,
                    None => return Forwarded::Over,
                    Some(0) => return Forwarded::Rests,
                    Some(paid) => paid,
                };
                let rest = exchange.unpaid.split_off(paid);
                let bytes = std::mem::replace(&mut exchange.unpaid, rest);
                if exchange.take(&bytes, &mut flow.held).is_err() {
                    if exchange.response.is_none() {
                        return Forwarded::Failed;
                    }
                    exchange.is_cut = true;
                }
                continue;
            }
            if has_read {
                return Forwarded::Again;
            }
            let Some(exit) = self.sockets[EXIT].as_ref().filter(|_| self.readable[EXIT]) else {
                return Forwarded::Rests;
            };
            has_read = true;
            match rustix::io::read(exit, &mut world.buffer[..size]) {
                Err(Errno::AGAIN) => {
                    self.readable[EXIT] = false;
                    return Forwarded::Rests;
                }
                Err(Errno::INTR) => return Forwarded::Again,
                Ok(count) if count > 0 => {
                    self.down += count as u64;
                    self.readable[EXIT] = count == size || self.last[EXIT];
                    exchange.unpaid.extend_from_slice(&world.buffer[..count]);
                    exchange.moved = true;
                }
                ended => {
                    exchange.is_reset |= ended.is_err();
                    if !exchange.close(&mut flow.held) {
                        return Forwarded::Failed;
                    }
                }
            }
        }
    }
}
