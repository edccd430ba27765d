//! What the proxy's process says is done.

use std::net::SocketAddr;

use rustix::io::{Errno, Result};
use rustix::stdio::stdin;

use crate::carrier::Carrier;
use crate::frames::{self, Join, Order};
use crate::line::{CLIENT, EXIT, Stage};
use crate::sockets;

impl Carrier {
    /// False when nobody is there any more.
    pub fn hear(&mut self) -> Result<bool> {
        loop {
            match rustix::io::read(stdin(), &mut *self.world.buffer) {
                Ok(0) => return Ok(false),
                Ok(count) => self.orders.extend_from_slice(&self.world.buffer[..count]),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => (),
                Err(error) => return Err(error),
            }
        }
        let bytes = std::mem::take(&mut self.orders);
        let mut at = 0;
        while let Some((order, length)) = frames::read(&bytes[at..]).map_err(|()| Errno::PROTO)? {
            at += length;
            self.carry_out(order);
        }
        self.orders.extend_from_slice(&bytes[at..]);
        Ok(true)
    }

    fn carry_out(&mut self, order: Order) {
        match order {
            Order::Refuse { line, word } => {
                if let Some(one) = self.lines.get_mut(&line) {
                    // It has been greeted already: nothing else would be understood.
                    if one.stage == Stage::Joined {
                        return self.end(line);
                    }
                    one.stage = Stage::Leaving;
                    one.sockets[EXIT] = None;
                    one.flows[EXIT].held = word;
                    self.leave(line);
                }
            }
            Order::Dial { line, to, from, join } => self.dial(line, to, from, join),
            Order::Say { line, bytes } => {
                let Some(one) = self.lines.get_mut(&line) else {
                    return;
                };
                let Some(exit) = &one.sockets[EXIT] else { return };
                one.stage = Stage::Talking;
                // It is the first that is said on a new connection: there is room for it.
                if rustix::io::write(exit, &bytes) != Ok(bytes.len()) {
                    return self.end(line);
                }
                self.go_on(line);
            }
            Order::Join { line, join } => self.join(line, join),
            Order::Bridge {
                line,
                with_head,
                preamble,
            } => {
                let Ok(socket) = sockets::dial_local(&self.path) else {
                    return self.end(line);
                };
                if rustix::io::write(&socket, &preamble) != Ok(preamble.len())
                    || self.watch(line, EXIT, &socket).is_err()
                {
                    return self.end(line);
                }
                let Some(one) = self.lines.get_mut(&line) else {
                    return;
                };
                one.flows[CLIENT].held = if with_head {
                    std::mem::take(&mut one.heard)
                } else {
                    one.heard.split_off(one.head)
                };
                one.heard = Vec::new();
                one.sockets[EXIT] = Some(socket);
                one.stage = Stage::Joined;
                one.readable = [true, true];
                self.go_on(line);
            }
            Order::End { line } => self.end(line),
            Order::Lend { purse, bytes, mark } => {
                let waiting = self.world.purses.lend(purse, bytes, mark);
                waiting.into_iter().for_each(|line| self.go_on(line));
            }
            Order::Recall { purse } => self.world.purses.recall(purse, &mut self.world.news),
            Order::Broke { purse } => {
                let waiting = self.world.purses.broke(purse, &mut self.world.news);
                waiting.into_iter().for_each(|line| self.go_on(line));
            }
            Order::Limit { gate, rate } => {
                for (line, flow) in self.world.gates.limit(gate, rate) {
                    self.called(line, flow);
                }
            }
            Order::Charge { gate, bytes } => self.world.gates.charge(gate, bytes),
            Order::Forget { purse, gate } => {
                self.world.purses.forget(purse);
                self.world.gates.forget(gate);
            }
            Order::Stir => {
                let still: Vec<u32> = (self.lines.iter_mut())
                    .filter(|(_, line)| line.stage == Stage::Joined && line.gates[0] != 0)
                    .filter_map(|(id, line)| (!std::mem::take(&mut line.moved)).then_some(*id))
                    .collect();
                still.into_iter().for_each(|line| self.end(line));
            }
            Order::Finish => {
                let all: Vec<u32> = self.lines.keys().copied().collect();
                all.into_iter().for_each(|line| self.end(line));
                self.world.gates.tick(0.0, &mut self.world.news);
                self.world.purses.report(&mut self.world.news);
                self.world.news.finished();
                self.finishing = true;
            }
        }
    }

    fn dial(&mut self, line: u32, to: SocketAddr, from: Option<SocketAddr>, join: Option<Join>) {
        let Some(one) = self.lines.get_mut(&line) else {
            return;
        };
        let socket = match sockets::dial(to, from) {
            Ok(socket) => socket,
            Err(error) => return self.world.news.dialled(line, error),
        };
        one.stage = Stage::Dialling;
        one.join = join;
        if self.watch(line, EXIT, &socket).is_err() {
            return self.end(line);
        }
        if let Some(one) = self.lines.get_mut(&line) {
            one.sockets[EXIT] = Some(socket);
        }
    }
}
