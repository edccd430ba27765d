//! Commands about UDP associations.

use std::net::SocketAddr;

use super::association::{Association, Destination, EgressRouteConfig};
use crate::connection::{CLIENT_UDP, Outcome};
use crate::events::EventSource;
use crate::relay::Relay;
use crate::sockets;

impl Relay {
    /// Opens the sockets and reports the port for the client's datagrams, 0 on failure.
    pub fn associate(
        &mut self,
        id: u32,
        local: SocketAddr,
        quota_account: u32,
        limiter: u32,
        routes: &[EgressRouteConfig],
    ) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let announced_port = (local.port() != 0).then_some(local.port());
        let opened = Association::open(connection.client, local.ip(), announced_port, routes).ok();
        let port = opened
            .as_ref()
            .and_then(|one| sockets::local_address(&one.client_socket).ok())
            .map(|local| local.port());
        connection.quota_account = quota_account;
        connection.limiters = [limiter, 0];
        connection.association = opened.map(Box::new);
        let is_watched = (CLIENT_UDP..connection.readable.len()).all(|side| self.watch_datagrams(id, side));
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        match port.filter(|_| is_watched) {
            Some(port) => self.shared.notifications.associated(id, port),
            None => {
                connection.association = None;
                self.shared.notifications.associated(id, 0);
            }
        }
    }

    fn watch_datagrams(&self, id: u32, side: usize) -> bool {
        let connection = self.connections.get(&id);
        let socket = connection.and_then(|connection| connection.association.as_ref()?.socket(side));
        socket.is_none_or(|socket| self.watch(EventSource { id, side, dial: 0 }, socket).is_ok())
    }

    /// Applies the decision on a destination: egress route and address, `None` for a refusal.
    pub fn resolve(&mut self, id: u32, resolved: Option<(usize, SocketAddr)>, destination: &[u8]) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(mut association) = connection.association.take() else {
            return;
        };
        let decision = resolved.map_or(Destination::Refused, |(route, to)| {
            Destination::Allowed(route, to)
        });
        let mut has_quota = true;
        for payload in association.resolve(destination, decision) {
            if let (true, Some((route, to))) = (has_quota, resolved) {
                has_quota =
                    connection.send_datagram(id, route, to, &payload, &mut association, &mut self.shared);
            }
        }
        connection.association = Some(association);
        if !has_quota {
            self.end(id);
        }
    }

    pub fn clear_destinations(&mut self, id: u32) {
        if let Some(association) = self
            .connections
            .get_mut(&id)
            .and_then(|connection| connection.association.as_mut())
        {
            association.clear_destinations();
        }
    }

    pub fn forward_datagrams(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        match connection.forward_datagrams(id, &mut self.shared) {
            Outcome::Blocked => (),
            Outcome::Yield => self.ready.push(id),
            Outcome::SinkClosed | Outcome::Ended => self.end(id),
        }
    }
}
