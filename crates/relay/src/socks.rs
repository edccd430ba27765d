//! Clients of SOCKS5, with whom the proxy's process speaks until both sides of a line are one.

use rustix::io::Errno;

use crate::http::LONGEST_HEAD;
use crate::line::{CLIENT, EXIT, Line, Stage};
use crate::relay::Relay;
use crate::sockets;

impl Relay {
    pub fn begin_socks(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(client) = &line.sockets[CLIENT] else {
            return;
        };
        let Ok(near) = sockets::near(client) else {
            return self.end(id);
        };
        line.stage = Stage::Asked;
        // Whatever is not read of it when both sides are one is for the other side.
        line.head = 0;
        let ends = [line.from, near.ip().to_canonical()];
        self.world.notifications.head(id, ends, &line.received);
    }

    pub fn receive_socks(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        if !line.readable[CLIENT] {
            return;
        }
        let before = line.received.len();
        let mut received = std::mem::take(&mut line.received);
        let count = line.receive(&mut received, LONGEST_HEAD, &mut self.world);
        line.received = received;
        match count {
            // No message is nearly as long.
            _ if line.received.len() > 2 * LONGEST_HEAD => self.end(id),
            None => self.end(id),
            Some(0) => (),
            Some(_) => {
                line.stage = Stage::Asked;
                self.world.notifications.spoken(id, &line.received[before..]);
            }
        }
    }

    pub fn reply(&mut self, id: u32, read: usize, more: bool, bytes: &[u8]) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        if line.stage != Stage::Asked || read > line.received.len() || !line.write_all(bytes) {
            return self.end(id);
        }
        line.received.drain(..read);
        // Zero of SOCKS5 already; the head of a CONNECT is shorter by what was read.
        line.head = line.head.saturating_sub(read);
        if more {
            line.stage = Stage::Speaking;
            self.go_on(id);
        } else {
            self.handshakes.over(id);
        }
    }

    pub fn hold(&mut self, id: u32, bytes: &[u8]) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        if line.stage != Stage::Asked || !line.write_all(bytes) {
            return self.end(id);
        }
        line.received = Vec::new();
        line.head = 0;
        line.readable.fill(true);
        line.stage = Stage::Holding;
        self.go_on(id);
    }

    pub fn watch_held(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        for side in [CLIENT, EXIT] {
            let Some(socket) = line.sockets[side].as_ref().filter(|_| line.readable[side]) else {
                continue;
            };
            loop {
                match rustix::io::read(socket, &mut *self.world.buffer) {
                    Err(Errno::AGAIN) => break,
                    Err(Errno::INTR) => (),
                    Err(_) | Ok(0) => return self.end(id),
                    Ok(_) => (),
                }
            }
            line.readable[side] = false;
        }
    }
}

impl Line {
    /// A few bytes for the client, for which there is room unless it reads nothing.
    fn write_all(&self, bytes: &[u8]) -> bool {
        let Some(client) = &self.sockets[CLIENT] else {
            return false;
        };
        bytes.is_empty() || rustix::io::write(client, bytes) == Ok(bytes.len())
    }
}
