//! From one request of a client to the next.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Instant;

use rustix::io::Errno;

use super::forward::Forwarded;
use super::request::Request;
use super::{Exchange, LONGEST_HEAD, Malformed};
use crate::flow::Flow;
use crate::line::{EXIT, Stage};
use crate::order::Join;
use crate::relay::Relay;

impl Relay {
    /// A client has sent `head` first of all, and `received` after it.
    pub fn begin_http(&mut self, id: u32, head: Result<Vec<u8>, Malformed>, received: Vec<u8>) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        line.exchange = Some(Box::new(Exchange::new(received, Instant::now())));
        self.idle.add(id);
        self.take_request(id, head);
    }

    fn take_request(&mut self, id: u32, head: Result<Vec<u8>, Malformed>) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(exchange) = &mut line.exchange else {
            return;
        };
        line.stage = Stage::Asked;
        if let Ok(head) = &head
            && head.starts_with(b"CONNECT ")
        {
            let received = std::mem::take(&mut exchange.received);
            line.drop_exit();
            line.exchange = None;
            line.flows = [Flow::default(), Flow::default()];
            line.head = head.len();
            line.received = [head.as_slice(), &received].concat();
            self.idle.remove(id);
            let ends = [line.from, IpAddr::V6(Ipv6Addr::UNSPECIFIED)];
            return self.world.notifications.head(id, ends, head);
        }
        exchange.request = head.and_then(Request::parse).ok();
        self.world
            .notifications
            .request(id, line.from, exchange.request.as_ref());
    }

    /// Sends the request that was told to the server that the line is connected with.
    pub fn forward_request(&mut self, id: u32, host: &[u8], target: &[u8], join: Join) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(exchange) = line.exchange.as_mut().filter(|_| line.stage == Stage::Asked) else {
            return;
        };
        if !exchange.begin(join.rest, Instant::now()) {
            return self.end(id);
        }
        line.flows = [Flow::default(), Flow::default()];
        if let Some(request) = &exchange.request {
            line.flows[crate::line::CLIENT].held = request.forwarded(host, target);
            if request.expects_continue && !exchange.up.is_done() && exchange.received.is_empty() {
                line.flows[EXIT].held = b"HTTP/1.1 100 Continue\r\n\r\n".to_vec();
            }
        }
        line.quota_account = join.quota_account;
        line.gates = join.gates;
        line.stage = Stage::Forwarding;
        if line.sockets[EXIT].is_none() {
            return self.fail(id);
        }
        self.forward(id);
    }

    pub fn forward(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        match line.forward(id, &mut self.world) {
            Forwarded::Rests => (),
            Forwarded::Again => self.ready.push(id),
            Forwarded::Over => self.end(id),
            Forwarded::Failed => self.fail(id),
            Forwarded::Answered => self.answered(id),
        }
    }

    /// The line's connection to a server is to end: what is forwarded by it, too.
    pub fn drop_server(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let stage = line.stage;
        let has_begun = (line.exchange.as_ref()).is_some_and(|exchange| exchange.response.is_some());
        match stage {
            Stage::Forwarding if has_begun => self.end(id),
            Stage::Forwarding => self.fail(id),
            Stage::Resting | Stage::Asked => {
                line.drop_exit();
                line.stage = stage;
            }
            _ => (),
        }
    }

    /// There is no response, and none will come by this connection.
    fn fail(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        line.drop_exit();
        line.flows = [Flow::default(), Flow::default()];
        let Some(exchange) = &mut line.exchange else {
            return;
        };
        // The server ended a connection that rested, just when it was to be used again (RFC 9112 §9.3.1).
        let is_repeatable = exchange.request.as_ref().is_some_and(Request::is_repeatable);
        let repeats = std::mem::take(&mut exchange.is_reused) && is_repeatable;
        self.world
            .quota_accounts
            .tell_of(line.quota_account, &mut self.world.notifications);
        self.world.notifications.failed(id, repeats);
    }

    /// The response is out; once the request is, too, the next one is read.
    fn answered(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(exchange) = &mut line.exchange else {
            return;
        };
        if !exchange.is_told {
            exchange.is_told = true;
            let keeps = exchange.keeps_server() && line.sockets[EXIT].is_some();
            exchange.is_reused = keeps;
            exchange.keep(Instant::now());
            self.world
                .quota_accounts
                .tell_of(line.quota_account, &mut self.world.notifications);
            self.world.notifications.answered(id, keeps);
            if !keeps {
                line.drop_exit();
            }
        }
        let Some(exchange) = &mut line.exchange else {
            return;
        };
        if exchange
            .response
            .as_ref()
            .is_none_or(|response| !response.client_keeps)
        {
            line.stage = Stage::Leaving;
            for old in self.handshakes.begin(id, line.from, Instant::now()) {
                self.end(old);
            }
            return self.leave(id);
        }
        if !exchange.up.is_done() {
            line.stage = Stage::Forwarding;
            return self.ready.push(id);
        }
        exchange.since = Instant::now();
        exchange.request = None;
        exchange.response = None;
        line.stage = Stage::Resting;
        self.rest(id);
    }

    /// The server is about to end a connection that rests, and said so.
    pub fn leave_server(&mut self, id: u32, now: Instant) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let kept_until = line.exchange.as_ref().and_then(|exchange| exchange.kept_until);
        let is_over = kept_until.is_some_and(|until| now >= until);
        if is_over && line.stage == Stage::Resting && line.sockets[EXIT].is_some() {
            line.drop_exit();
            line.stage = Stage::Resting;
            self.world.notifications.dropped(id);
        }
    }

    /// Between two requests.
    pub fn rest(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        if let Some(exit) = line.sockets[EXIT].as_ref().filter(|_| line.readable[EXIT]) {
            match rustix::io::read(exit, &mut self.world.buffer[..1]) {
                Err(Errno::AGAIN) => line.readable[EXIT] = false,
                // It has ended, or sends what nobody asked for.
                _ => {
                    line.drop_exit();
                    line.stage = Stage::Resting;
                    self.world.notifications.dropped(id);
                }
            }
        }
        loop {
            let Some(exchange) = &mut line.exchange else {
                return;
            };
            match exchange.next_head() {
                Ok(None) => (),
                Ok(Some(head)) => return self.take_request(id, Ok(head)),
                Err(malformed) => return self.take_request(id, Err(malformed)),
            }
            if !line.readable[crate::line::CLIENT] {
                return;
            }
            let mut received = std::mem::take(&mut exchange.received);
            let count = line.receive(&mut received, LONGEST_HEAD, &mut self.world);
            if let Some(exchange) = &mut line.exchange {
                exchange.received = received;
            }
            match count {
                None => return self.end(id),
                Some(0) => return,
                Some(_) => (),
            }
        }
    }
}
