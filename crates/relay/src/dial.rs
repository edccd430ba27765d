//! Giving a client's connection its other side.

use std::net::SocketAddr;

use crate::line::{EXIT, Stage};
use crate::order::Join;
use crate::relay::Relay;
use crate::sockets;

impl Relay {
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
            Err(error) => return self.world.notifications.dialled(line, error),
        };
        one.drop_exit();
        one.down = 0;
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
