//! What the proxy's process says is done.

use std::time::Instant;

use rustix::io::{Errno, Result};
use rustix::stdio::stdin;

use crate::frames;
use crate::line::{EXIT, Stage};
use crate::order::Order;
use crate::relay::Relay;

impl Relay {
    /// False when nobody is there any more.
    pub fn receive(&mut self) -> Result<bool> {
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
                    // Who does not go by itself has as long as for saying what it wants.
                    for old in self.handshakes.begin(line, one.from, Instant::now()) {
                        self.end(old);
                    }
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
            Order::Reply {
                line,
                read,
                more,
                bytes,
            } => self.reply(line, read, more, &bytes),
            Order::Hold { line, bytes } => self.hold(line, &bytes),
            Order::End { line } => self.cut(line),
            Order::Lend {
                quota_account,
                bytes,
                mark,
            } => {
                let waiting = self.world.quota_accounts.lend(quota_account, bytes, mark);
                waiting.into_iter().for_each(|line| self.go_on(line));
            }
            Order::Recall { quota_account } => self
                .world
                .quota_accounts
                .recall(quota_account, &mut self.world.notifications),
            Order::Broke { quota_account } => {
                let waiting = self
                    .world
                    .quota_accounts
                    .broke(quota_account, &mut self.world.notifications);
                waiting.into_iter().for_each(|line| self.go_on(line));
            }
            Order::Limit { gate, rate } => {
                for (line, flow) in self.world.gates.limit(gate, rate) {
                    self.called(line, flow);
                }
            }
            Order::Forget { id } => {
                let unpaid = self.world.quota_accounts.forget(id);
                unpaid.into_iter().for_each(|line| self.go_on(line));
                for (line, flow) in self.world.gates.forget(id) {
                    self.called(line, flow);
                }
            }
            Order::Count { line } => {
                if let Some(one) = self.lines.get(&line) {
                    self.world.notifications.counted(line, one.down);
                }
            }
            Order::Pass { pass, places } => self.passes.open(pass, places, Instant::now()),
            Order::Extend { pass, places } => self.passes.extend(pass, places, Instant::now()),
            Order::Withdraw { pass } => {
                if self.passes.close(pass) {
                    self.world.notifications.passed(pass);
                }
            }
            Order::Forward {
                line,
                host,
                target,
                join,
            } => self.forward_request(line, &host, &target, join),
            Order::Drop { line } => self.drop_server(line),
            Order::Associate {
                line,
                near,
                quota_account,
                gate,
                ways,
            } => self.associate(line, near, quota_account, gate, &ways),
            Order::Reach {
                line,
                reached,
                destination,
            } => self.reach(line, reached, &destination),
            Order::Reconsider { line } => self.forget_destinations(line),
            Order::SweepIdle => {
                let still: Vec<u32> = (self.lines.iter_mut())
                    .filter_map(|(id, line)| line.is_still().then_some(*id))
                    .collect();
                still.into_iter().for_each(|line| self.cut(line));
            }
            Order::Finish => {
                let all: Vec<u32> = self.lines.keys().copied().collect();
                all.into_iter().for_each(|line| self.cut(line));
                self.world.gates.tick(0.0, &mut self.world.notifications);
                self.world.quota_accounts.report(&mut self.world.notifications);
                self.world.notifications.finished();
                self.finishing = true;
            }
        }
    }
}
