//! The steps before both sides of a connection are joined, and the refusal of a client.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::Instant;

use rustix::event::epoll::EventFlags;
use rustix::io::Errno;

use crate::command::Join;
use crate::connection::{CLIENT, Stage, UPSTREAM};
use crate::events::EventSource;
use crate::http::{MAX_HEAD, Malformed};
use crate::relay::Relay;
use crate::sockets;

impl Relay {
    /// Reads the head of a CONNECT or of a plain HTTP request, or the first bytes of SOCKS5.
    pub fn receive_head(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(client) = &connection.sockets[CLIENT] else {
            return;
        };
        if !connection.readable[CLIENT] {
            return;
        }
        let from = connection.received.len().saturating_sub(3);
        match rustix::io::read(client, &mut self.shared.buffer[..MAX_HEAD]) {
            Err(Errno::AGAIN | Errno::INTR) => return,
            Err(_) | Ok(0) => return self.end(id),
            Ok(count) => {
                connection.readable[CLIENT] = count == MAX_HEAD || connection.end_seen[CLIENT];
                connection
                    .received
                    .extend_from_slice(&self.shared.buffer[..count]);
            }
        }
        // SOCKS5 begins with its version (RFC 1928 §3), HTTP with a method in capital letters.
        match connection.received[0] {
            5 => return self.begin_socks(id),
            first if !first.is_ascii_uppercase() => return self.end(id),
            _ => (),
        }
        let end = connection.received[from..]
            .windows(4)
            .position(|bytes| bytes == b"\r\n\r\n");
        connection.head_length = match end {
            Some(at) => from + at + 4,
            None if connection.received.len() >= MAX_HEAD => connection.received.len(),
            None => return,
        };
        connection.stage = Stage::AwaitingCommand;
        self.handshakes.finish(id);
        if !connection.received.starts_with(b"CONNECT ") {
            let received = connection.received.split_off(connection.head_length);
            let head = std::mem::take(&mut connection.received);
            connection.head_length = 0;
            return self.begin_http(
                id,
                if end.is_some() { Ok(head) } else { Err(Malformed) },
                received,
            );
        }
        let head = &connection.received[..connection.head_length];
        if let Some(admission) = self
            .preauthorisations
            .take(connection.client, head, Instant::now())
        {
            self.shared.notifications.taken(admission.preauthorisation, id);
            return self.dial(id, 0, admission.to, Some(admission.from), Some(admission.join));
        }
        // The parent process does not need the local address of a CONNECT, and getsockname(2) costs a system call.
        let ends = [connection.client, IpAddr::V6(Ipv6Addr::UNSPECIFIED)];
        self.shared.notifications.head(id, ends, head);
    }

    /// Begins a connection to the upstream. Its result is reported; with `join`, both sides are joined once it is established.
    pub fn dial(&mut self, id: u32, dial: u16, to: SocketAddr, from: Option<SocketAddr>, join: Option<Join>) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        // The previous attempt was established before the parent process gave it up, and the client has its greeting.
        if connection.stage == Stage::Joined {
            return self.end(id);
        }
        connection.close_upstream();
        connection.bytes_down = 0;
        connection.join = None;
        connection.dial = dial;
        let socket = match sockets::dial(to, from) {
            Ok(socket) => socket,
            Err(error) => {
                connection.stage = Stage::AwaitingCommand;
                return self.shared.notifications.dialled(id, dial, error);
            }
        };
        connection.stage = Stage::Dialling;
        connection.join = join;
        if self
            .watch(
                EventSource {
                    id,
                    side: UPSTREAM,
                    dial,
                },
                &socket,
            )
            .is_err()
        {
            return self.end(id);
        }
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.sockets[UPSTREAM] = Some(socket);
        }
    }

    pub fn dialled(&mut self, id: u32, flags: EventFlags) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(upstream) = &connection.sockets[UPSTREAM] else {
            return;
        };
        // SO_ERROR costs a system call and is 0 without one of these flags.
        let failure = if flags.intersects(EventFlags::ERR | EventFlags::HUP) {
            match rustix::net::sockopt::socket_error(upstream) {
                Ok(Ok(())) => 0,
                Ok(Err(error)) | Err(error) => error.raw_os_error() as u32,
            }
        } else {
            0
        };
        let join = connection.join.take();
        if failure != 0 {
            connection.close_upstream();
        }
        connection.stage = Stage::AwaitingCommand;
        self.shared.notifications.dialled(id, connection.dial, failure);
        if let Some(join) = join.filter(|_| failure == 0) {
            self.join(id, join);
        }
    }

    /// Reports one read of the upstream's response.
    pub fn receive_upstream(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(upstream) = &connection.sockets[UPSTREAM] else {
            return;
        };
        if !connection.readable[UPSTREAM] {
            return;
        }
        match rustix::io::read(upstream, &mut self.shared.buffer[..MAX_HEAD]) {
            Err(Errno::AGAIN | Errno::INTR) => (),
            Err(_) | Ok(0) => {
                connection.close_upstream();
                self.shared.notifications.received(id, connection.dial, &[]);
            }
            Ok(count) => {
                // Further bytes may be for the client: they stay in the socket until the parent process reads more or joins.
                connection.stage = Stage::AwaitingCommand;
                self.shared
                    .notifications
                    .received(id, connection.dial, &self.shared.buffer[..count]);
            }
        }
    }

    /// Joins both sides: sends the greeting and forwards from then on.
    pub fn join(&mut self, id: u32, join: Join) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        // Bytes of plain HTTP are parsed, not forwarded.
        if connection.stage != Stage::AwaitingCommand || connection.exchange.is_some() {
            return self.end(id);
        }
        let Some(client) = &connection.sockets[CLIENT] else {
            return;
        };
        if !join.greeting.is_empty() && rustix::io::write(client, &join.greeting) != Ok(join.greeting.len()) {
            return self.end(id);
        }
        connection.stage = Stage::Joined;
        connection.quota_account = join.quota_account;
        connection.limiters = join.limiters;
        connection.flows[CLIENT].buffer = connection.received.split_off(connection.head_length);
        connection.received = Vec::new();
        connection.head_length = 0;
        connection.flows[UPSTREAM].buffer = join.rest;
        self.advance(id);
    }

    /// Sends the last response and waits until the client closes. Closing with unread input would reset the connection, and the client
    /// could lose the response.
    pub fn finish_closing(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(client) = &connection.sockets[CLIENT] else {
            return;
        };
        let flow = &mut connection.flows[UPSTREAM];
        while !flow.buffer.is_empty() {
            match rustix::io::write(client, &flow.buffer) {
                Ok(count) => drop(flow.buffer.drain(..count)),
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => (),
                Err(_) => return self.end(id),
            }
        }
        if !flow.source_ended {
            flow.source_ended = true;
            let _ = rustix::net::shutdown(client, rustix::net::Shutdown::Write);
        }
        match rustix::io::read(client, &mut *self.shared.buffer) {
            Err(Errno::AGAIN) => (),
            Err(Errno::INTR) => self.ready.push(id),
            Err(_) | Ok(0) => self.end(id),
            // Other connections come first.
            Ok(_) => self.ready.push(id),
        }
    }
}
