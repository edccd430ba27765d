//! Handles epoll(7) events of connections.

use std::os::fd::OwnedFd;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::io::Result;

use crate::connection::{CLIENT, Outcome, Stage, UPSTREAM};
use crate::relay::Relay;
use crate::sockets;

/// The socket of an event: 13 unused bits, `dial`, `id`, and 3 bits of `side`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EventSource {
    pub id: u32,
    /// An index of `ProxyConnection::readable`.
    pub side: usize,
    /// The number of an upstream's dial; 0 for other sockets.
    pub dial: u16,
}

impl EventSource {
    pub fn pack(self) -> u64 {
        u64::from(self.dial) << 35 | u64::from(self.id) << 3 | self.side as u64
    }

    pub fn unpack(data: u64) -> Self {
        EventSource {
            id: (data >> 3) as u32,
            side: (data & 7) as usize,
            dial: (data >> 35) as u16,
        }
    }
}

impl Relay {
    /// Registers a socket for edge-triggered events.
    pub fn watch(&self, source: EventSource, socket: &OwnedFd) -> Result<()> {
        let data = EventData::new_u64(source.pack());
        let flags = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.epoll, socket, data, flags)
    }

    pub fn handle_event(&mut self, source: EventSource, flags: EventFlags) {
        let EventSource { id, side, dial } = source;
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        // Of a closed upstream, in the same batch of epoll_wait(2) as the event that led to the next dial.
        if side == UPSTREAM && dial != connection.dial {
            return;
        }
        if flags.intersects(EventFlags::IN | EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR) {
            connection.readable[side] = true;
        }
        if let Some(end_seen) = connection.end_seen.get_mut(side) {
            *end_seen |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP);
        }
        match (connection.stage, side) {
            (Stage::Dialling, UPSTREAM) => self.dialled(id, flags),
            (Stage::Joined, CLIENT) if flags.contains(EventFlags::ERR) => self.end(id),
            (Stage::Joined, _) => self.advance(id),
            // A client that is gone before it is answered cannot receive an answer.
            (_, CLIENT) if flags.intersects(EventFlags::ERR | EventFlags::HUP) => self.end(id),
            _ => self.advance(id),
        }
    }

    /// Continues a connection as far as possible without blocking.
    pub fn advance(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        match connection.stage {
            Stage::ReadingHead => self.receive_head(id),
            Stage::Joined => match connection.pump(id, &mut self.shared) {
                Outcome::Blocked => (),
                Outcome::Yield => self.ready.push(id),
                Outcome::SinkClosed | Outcome::Ended => self.end(id),
            },
            Stage::AwaitingUpstream => self.receive_upstream(id),
            Stage::ReadingSocks => self.receive_socks(id),
            Stage::Held => {
                self.discard_held(id);
                self.forward_datagrams(id);
            }
            Stage::Idle => self.next_request(id),
            Stage::ForwardingRequest => self.forward(id),
            Stage::Closing => self.finish_closing(id),
            Stage::AwaitingCommand | Stage::Dialling => (),
        }
    }

    /// Continues a flow that waited at a rate limiter.
    pub fn resume(&mut self, id: u32, flow: usize) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        connection.flows[flow].is_rate_limited = false;
        self.advance(id);
    }

    /// Ends a connection. One of a tunnel is closed without a reset, so that its last bytes are sent.
    pub fn end(&mut self, id: u32) {
        let connection = self
            .connections
            .get(&id)
            .filter(|connection| connection.is_of_tunnel);
        if let Some(client) = connection.and_then(|connection| connection.sockets[CLIENT].as_ref()) {
            sockets::reset_at_close(client, false);
        }
        self.close(id);
    }

    /// Closes both sides and reports it. A connection of a tunnel is reset.
    pub fn close(&mut self, id: u32) {
        self.handshakes.finish(id);
        self.idle.remove(id);
        if let Some(connection) = self.connections.remove(&id)
            && connection.stage != Stage::ReadingHead
        {
            self.shared
                .quota_accounts
                .report_account(connection.quota_account, &mut self.shared.notifications);
            self.shared.notifications.gone(id, connection.bytes_down);
        }
    }
}
