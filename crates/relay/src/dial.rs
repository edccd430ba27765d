//! Giving a client's connection its other side.

use std::net::SocketAddr;

use crate::carrier::Carrier;
use crate::line::{CLIENT, EXIT, Stage};
use crate::order::Join;
use crate::sockets;

impl Carrier {
    /// What comes of it is told, and `join` done where it stands.
    pub fn dial(&mut self, line: u32, to: SocketAddr, from: Option<SocketAddr>, join: Option<Join>) {
        let Some(one) = self.lines.get_mut(&line) else {
            return;
        };
        // It stood a moment before it was given up: its client has been told so.
        if one.stage == Stage::Joined {
            return self.end(line);
        }
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

    /// Gives the client to the proxy's process itself, with `preamble` before what the client says.
    pub fn bridge(&mut self, line: u32, with_head: bool, preamble: &[u8]) {
        let Ok(socket) = sockets::dial_local(&self.path) else {
            return self.end(line);
        };
        if rustix::io::write(&socket, preamble) != Ok(preamble.len())
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
}
