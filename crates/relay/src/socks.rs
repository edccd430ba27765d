//! Handshakes of SOCKS5 clients (RFC 1928). The parent process parses and answers their messages.

use rustix::io::Errno;

use crate::connection::{CLIENT, ProxyConnection, Stage, UPSTREAM};
use crate::http::MAX_HEAD;
use crate::relay::Relay;
use crate::sockets;

impl Relay {
    /// Reports the first bytes of a SOCKS5 client.
    pub fn begin_socks(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(client) = &connection.sockets[CLIENT] else {
            return;
        };
        let Ok(local) = sockets::local_address(client) else {
            return self.end(id);
        };
        connection.stage = Stage::AwaitingCommand;
        // Bytes that the parent process does not consume belong to the tunnel.
        connection.head_length = 0;
        let ends = [connection.client, local.ip().to_canonical()];
        self.shared.notifications.head(id, ends, &connection.received);
    }

    /// Reports further bytes of a SOCKS5 client.
    pub fn receive_socks(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        if !connection.readable[CLIENT] {
            return;
        }
        let before = connection.received.len();
        let mut received = std::mem::take(&mut connection.received);
        let count = connection.receive(&mut received, MAX_HEAD, &mut self.shared);
        connection.received = received;
        match count {
            // Every message is far shorter.
            _ if connection.received.len() > 2 * MAX_HEAD => self.end(id),
            None => self.end(id),
            Some(0) => (),
            Some(_) => {
                connection.stage = Stage::AwaitingCommand;
                self.shared
                    .notifications
                    .socks_received(id, &connection.received[before..]);
            }
        }
    }

    /// Consumes `read` bytes of the client and sends `bytes`. With `more`, the next input is reported; otherwise the handshake is over.
    pub fn reply(&mut self, id: u32, read: usize, more: bool, bytes: &[u8]) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        if connection.stage != Stage::AwaitingCommand
            || read > connection.received.len()
            || !connection.write_all(bytes)
        {
            return self.end(id);
        }
        connection.received.drain(..read);
        // Zero for SOCKS5; the head of a CONNECT is shorter by the consumed bytes.
        connection.head_length = connection.head_length.saturating_sub(read);
        if more {
            connection.stage = Stage::ReadingSocks;
            self.advance(id);
        } else {
            self.handshakes.finish(id);
        }
    }

    /// Sends `bytes`, then only watches for the end of the connection.
    pub fn hold(&mut self, id: u32, bytes: &[u8]) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        if connection.stage != Stage::AwaitingCommand || !connection.write_all(bytes) {
            return self.end(id);
        }
        connection.received = Vec::new();
        connection.head_length = 0;
        connection.readable.fill(true);
        connection.stage = Stage::Held;
        self.advance(id);
    }

    /// Discards input of both sides. Ends with either.
    pub fn discard_held(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        for side in [CLIENT, UPSTREAM] {
            let Some(socket) = connection.sockets[side]
                .as_ref()
                .filter(|_| connection.readable[side])
            else {
                continue;
            };
            match rustix::io::read(socket, &mut *self.shared.buffer) {
                Err(Errno::AGAIN) => connection.readable[side] = false,
                Err(Errno::INTR) => self.ready.push(id),
                Err(_) | Ok(0) => return self.end(id),
                // Other connections come first.
                Ok(_) => self.ready.push(id),
            }
        }
    }
}

impl ProxyConnection {
    /// Writes a short message to the client. False if its socket does not accept all of it.
    fn write_all(&self, bytes: &[u8]) -> bool {
        let Some(client) = &self.sockets[CLIENT] else {
            return false;
        };
        bytes.is_empty() || rustix::io::write(client, bytes) == Ok(bytes.len())
    }
}
