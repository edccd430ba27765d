//! What is said before the two sides of a line are one, and when they cannot be.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Instant;

use rustix::event::epoll::EventFlags;
use rustix::io::Errno;

use crate::http::{LONGEST_HEAD, Malformed};
use crate::line::{CLIENT, EXIT, Stage};
use crate::order::Join;
use crate::relay::Relay;

impl Relay {
    pub fn receive_head(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(client) = &line.sockets[CLIENT] else {
            return;
        };
        if !line.readable[CLIENT] {
            return;
        }
        let from = line.received.len().saturating_sub(3);
        match rustix::io::read(client, &mut self.world.buffer[..LONGEST_HEAD]) {
            Err(Errno::AGAIN | Errno::INTR) => return,
            Err(_) | Ok(0) => return self.end(id),
            Ok(count) => {
                line.readable[CLIENT] = count == LONGEST_HEAD || line.last[CLIENT];
                line.received.extend_from_slice(&self.world.buffer[..count]);
            }
        }
        // SOCKS5 begins with its version (RFC 1928 §3), and methods are capital letters; nothing else will become a request.
        match line.received[0] {
            5 => return self.begin_socks(id),
            first if !first.is_ascii_uppercase() => return self.end(id),
            _ => (),
        }
        let end = line.received[from..]
            .windows(4)
            .position(|bytes| bytes == b"\r\n\r\n");
        line.head = match end {
            Some(at) => from + at + 4,
            None if line.received.len() >= LONGEST_HEAD => line.received.len(),
            None => return,
        };
        line.stage = Stage::Asked;
        self.handshakes.over(id);
        if !line.received.starts_with(b"CONNECT ") {
            let received = line.received.split_off(line.head);
            let head = std::mem::take(&mut line.received);
            line.head = 0;
            return self.begin_http(
                id,
                if end.is_some() { Ok(head) } else { Err(Malformed) },
                received,
            );
        }
        if let Some(given) = (self.passes).take(line.from, &line.received[..line.head], Instant::now()) {
            self.world.notifications.taken(given.pass, id);
            return self.dial(id, given.to, Some(given.from), Some(given.join));
        }
        // Nobody asks for the near end of a CONNECT, and it costs a call.
        let ends = [line.from, IpAddr::V6(Ipv6Addr::UNSPECIFIED)];
        self.world
            .notifications
            .head(id, ends, &line.received[..line.head]);
    }

    pub fn receive_exit(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(exit) = &line.sockets[EXIT] else { return };
        if !line.readable[EXIT] {
            return;
        }
        match rustix::io::read(exit, &mut self.world.buffer[..LONGEST_HEAD]) {
            Err(Errno::AGAIN | Errno::INTR) => (),
            Err(_) | Ok(0) => {
                line.drop_exit();
                self.world.notifications.received(id, &[]);
            }
            Ok(count) => {
                // What follows may be for the client: it stays where it is until more is wanted, or both sides are one.
                line.stage = Stage::Asked;
                self.world.notifications.received(id, &self.world.buffer[..count]);
            }
        }
    }

    pub fn dialled(&mut self, id: u32, flags: EventFlags) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(exit) = &line.sockets[EXIT] else { return };
        // What has not failed need not be asked of what: that costs a call.
        let failure = if flags.intersects(EventFlags::ERR | EventFlags::HUP) {
            match rustix::net::sockopt::socket_error(exit) {
                Ok(Ok(())) => 0,
                Ok(Err(error)) | Err(error) => error.raw_os_error() as u32,
            }
        } else {
            0
        };
        if failure != 0 {
            line.drop_exit();
        }
        line.stage = Stage::Asked;
        let join = line.join.take();
        self.world.notifications.dialled(id, failure);
        if let Some(join) = join {
            self.join(id, join);
        }
    }

    pub fn join(&mut self, id: u32, join: Join) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        // Its bytes are read as something else.
        if line.stage != Stage::Asked || line.exchange.is_some() {
            return self.end(id);
        }
        let Some(client) = &line.sockets[CLIENT] else {
            return;
        };
        if !join.greeting.is_empty() && rustix::io::write(client, &join.greeting) != Ok(join.greeting.len()) {
            return self.end(id);
        }
        line.stage = Stage::Joined;
        line.quota_account = join.quota_account;
        line.gates = join.gates;
        line.flows[CLIENT].held = line.received.split_off(line.head);
        line.received = Vec::new();
        line.head = 0;
        line.flows[EXIT].held = join.rest;
        self.go_on(id);
    }

    pub fn leave(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(client) = &line.sockets[CLIENT] else {
            return;
        };
        let flow = &mut line.flows[EXIT];
        while !flow.held.is_empty() {
            match rustix::io::write(client, &flow.held) {
                Ok(count) => drop(flow.held.drain(..count)),
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => (),
                Err(_) => return self.end(id),
            }
        }
        if !flow.ended {
            flow.ended = true;
            let _ = rustix::net::shutdown(client, rustix::net::Shutdown::Write);
        }
        // What it still says is not wanted, but closing over it would take the last word back.
        loop {
            match rustix::io::read(client, &mut *self.world.buffer) {
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => (),
                Err(_) | Ok(0) => return self.end(id),
                Ok(_) => (),
            }
        }
    }
}
