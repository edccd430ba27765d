//! Associations of lines, as they are ordered.

use std::net::SocketAddr;

use super::association::{Association, Destination, WayOrder};
use crate::line::{NEAR, Outcome};
use crate::relay::Relay;
use crate::sockets;

impl Relay {
    /// Opens sockets for a client's datagrams; that is told with the port that the client sends to, or none where they cannot be had.
    pub fn associate(&mut self, id: u32, near: SocketAddr, quota_account: u32, gate: u32, ways: &[WayOrder]) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let named = (near.port() != 0).then_some(near.port());
        let opened = Association::open(line.from, near.ip(), named, ways).ok();
        let port = opened
            .as_ref()
            .and_then(|one| sockets::near(&one.near).ok())
            .map(|near| near.port());
        line.quota_account = quota_account;
        line.gates = [gate, 0];
        line.association = opened.map(Box::new);
        let is_watched = (NEAR..line.readable.len()).all(|side| self.watch_datagrams(id, side));
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        match port.filter(|_| is_watched) {
            Some(port) => self.world.notifications.associated(id, port),
            None => {
                line.association = None;
                self.world.notifications.associated(id, 0);
            }
        }
    }

    fn watch_datagrams(&self, id: u32, side: usize) -> bool {
        let line = self.lines.get(&id);
        let socket = line.and_then(|line| line.association.as_ref()?.socket(side));
        socket.is_none_or(|socket| self.watch(id, side, socket).is_ok())
    }

    /// Where a destination is, and by which way; none where nothing may go there.
    pub fn reach(&mut self, id: u32, reached: Option<(usize, SocketAddr)>, destination: &[u8]) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        let Some(mut association) = line.association.take() else {
            return;
        };
        let known = reached.map_or(Destination::Refused, |(way, to)| Destination::Reached(way, to));
        let mut is_paid = true;
        for payload in association.reach(destination, known) {
            if let (true, Some((way, to))) = (is_paid, reached) {
                is_paid = line.send_datagram(id, way, to, &payload, &mut association, &mut self.world);
            }
        }
        line.association = Some(association);
        if !is_paid {
            self.end(id);
        }
    }

    pub fn forget_destinations(&mut self, id: u32) {
        if let Some(association) = self.lines.get_mut(&id).and_then(|line| line.association.as_mut()) {
            association.forget();
        }
    }

    pub fn carry_datagrams(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        match line.carry_datagrams(id, &mut self.world) {
            Outcome::Rests => (),
            Outcome::Again => self.ready.push(id),
            Outcome::Deaf | Outcome::Over => self.end(id),
        }
    }
}
