//! Forwards datagrams. A datagram without quota or tokens is dropped.

use std::net::SocketAddr;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recvfrom, sendto};

use super::association::{Association, Disposition};
use super::datagram;
use crate::connection::{CLIENT_UDP, Outcome, ProxyConnection};
use crate::quota_accounts::Reserved;
use crate::shared_state::SharedState;

/// Datagrams forwarded from one socket before other work continues.
const BATCH: usize = 64;
/// Larger than any UDP datagram.
const MAX_DATAGRAM: usize = 65_536;

impl ProxyConnection {
    /// Forwards datagrams of both directions as far as possible.
    pub fn forward_datagrams(&mut self, id: u32, shared: &mut SharedState) -> Outcome {
        let Some(mut association) = self.association.take() else {
            return Outcome::Blocked;
        };
        let mut outcome = Outcome::Blocked;
        for side in CLIENT_UDP..self.readable.len() {
            if self.readable[side] {
                match self.receive_datagrams(id, side, &mut association, shared) {
                    Outcome::Blocked => (),
                    Outcome::Yield => outcome = Outcome::Yield,
                    ended => {
                        outcome = ended;
                        break;
                    }
                }
            }
        }
        self.association = Some(association);
        outcome
    }

    fn receive_datagrams(
        &mut self,
        id: u32,
        side: usize,
        association: &mut Association,
        shared: &mut SharedState,
    ) -> Outcome {
        for _ in 0..BATCH {
            let Some(socket) = association.socket(side) else {
                self.readable[side] = false;
                return Outcome::Blocked;
            };
            let (count, from) = match recvfrom(socket, &mut shared.buffer[..MAX_DATAGRAM], RecvFlags::empty())
            {
                Ok((count, _, from)) => (count, from.and_then(|from| SocketAddr::try_from(from).ok())),
                Err(Errno::AGAIN) => {
                    self.readable[side] = false;
                    return Outcome::Blocked;
                }
                Err(_) => continue,
            };
            let Some(from) = from else { continue };
            let bytes = shared.buffer[..count].to_vec();
            let has_quota = if side == CLIENT_UDP {
                self.send_from_client(id, from, &bytes, association, shared)
            } else {
                self.send_to_client(id, (side - CLIENT_UDP - 1) / 2, from, &bytes, association, shared)
            };
            if !has_quota {
                return Outcome::Ended;
            }
        }
        Outcome::Yield
    }

    /// Forwards a datagram of the client. False if the quota account is exhausted.
    fn send_from_client(
        &mut self,
        id: u32,
        from: SocketAddr,
        bytes: &[u8],
        association: &mut Association,
        shared: &mut SharedState,
    ) -> bool {
        let Some(datagram) = datagram::read(bytes) else {
            return true;
        };
        if !association.is_from_client(from) {
            return true;
        }
        match association.route(datagram.destination, datagram.payload) {
            Disposition::Send(route, to) => {
                self.send_datagram(id, route, to, datagram.payload, association, shared)
            }
            Disposition::Resolve => {
                shared.notifications.destination(id, datagram.destination);
                true
            }
            Disposition::QueuedOrDropped => true,
        }
    }

    /// Sends a payload if there are quota and tokens. False if the quota account is exhausted.
    pub fn send_datagram(
        &mut self,
        id: u32,
        route: usize,
        to: SocketAddr,
        payload: &[u8],
        association: &mut Association,
        shared: &mut SharedState,
    ) -> bool {
        let Some(egress) = association.routes.get(route) else {
            return true;
        };
        match self.reserve_now(id, egress.limiter, counted(payload, to), shared) {
            Some(true) => (),
            Some(false) => return true,
            None => return false,
        }
        // A datagram that cannot be sent is dropped.
        match (egress.provider, &egress.sockets) {
            (Some(relay), [Some(socket), _]) => send(socket, &datagram::write(to, payload), relay),
            (None, [ipv4, ipv6]) => {
                if let Some(socket) = if to.is_ipv4() { ipv4 } else { ipv6 } {
                    send(socket, payload, to);
                }
            }
            _ => (),
        }
        association.add_peer(to);
        true
    }

    fn send_to_client(
        &mut self,
        id: u32,
        route: usize,
        from: SocketAddr,
        bytes: &[u8],
        association: &mut Association,
        shared: &mut SharedState,
    ) -> bool {
        let Some(egress) = association.routes.get(route) else {
            return true;
        };
        let origin = match egress.provider {
            Some(relay) if relay == from => datagram::read(bytes)
                .and_then(|datagram| Some((datagram::address_of(datagram.destination)?, datagram.payload))),
            Some(_) => None,
            None => Some((from, bytes)),
        };
        let (Some((peer, payload)), Some(client)) = (origin, association.client()) else {
            return true;
        };
        if !association.has_peer(&peer) {
            return true;
        }
        match self.reserve_now(id, egress.limiter, counted(payload, peer), shared) {
            Some(true) => send(
                &association.client_socket,
                &datagram::write(peer, payload),
                client,
            ),
            Some(false) => (),
            None => return false,
        }
        true
    }

    /// Reserves quota and tokens for a datagram. False if it has to be dropped, `None` if the quota account is exhausted.
    fn reserve_now(&mut self, id: u32, limiter: u32, bytes: usize, shared: &mut SharedState) -> Option<bool> {
        self.is_active = true;
        let limiters = [self.limiters[0], limiter];
        if !shared.limiters.has_tokens(limiters) {
            return Some(false);
        }
        match shared
            .quota_accounts
            .reserve(self.quota_account, bytes, id, &mut shared.notifications)
        {
            Reserved::Bytes(reserved) if reserved == bytes => {
                shared.limiters.count(limiters, bytes);
                Some(true)
            }
            Reserved::Bytes(_) => Some(false),
            Reserved::Exhausted => None,
        }
    }
}

/// Bytes that a datagram counts as: its payload with the headers of UDP and IP, like the packets of tunnels. An empty one is not free.
fn counted(payload: &[u8], peer: SocketAddr) -> usize {
    payload.len() + if peer.is_ipv4() { 28 } else { 48 }
}

fn send(socket: &OwnedFd, bytes: &[u8], to: SocketAddr) {
    let _ = sendto(socket, bytes, SendFlags::empty(), &to);
}

impl Association {
    /// The socket of a side: `CLIENT_UDP`, then two for each egress route.
    pub fn socket(&self, side: usize) -> Option<&OwnedFd> {
        match side.checked_sub(CLIENT_UDP)? {
            0 => Some(&self.client_socket),
            at => self.routes.get((at - 1) / 2)?.sockets[(at - 1) % 2].as_ref(),
        }
    }
}

#[cfg(test)]
#[path = "tests/forward.rs"]
mod tests;
