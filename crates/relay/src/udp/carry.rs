//! Moving datagrams, each of which is paid or lost.

use std::net::SocketAddr;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recvfrom, sendto};

use super::association::{Association, Fate};
use super::datagram;
use crate::line::{Line, NEAR, Outcome};
use crate::quota_accounts::Paid;
use crate::world::World;

/// Datagrams of one socket that are moved before others have their turn.
const AT_ONCE: usize = 64;
/// Nothing that is sent by UDP is longer.
const LONGEST: usize = 65_536;

impl Line {
    /// Moves what can be moved between the client and those whom it sends to.
    pub fn carry_datagrams(&mut self, id: u32, world: &mut World) -> Outcome {
        let Some(mut association) = self.association.take() else {
            return Outcome::Rests;
        };
        let mut outcome = Outcome::Rests;
        for side in NEAR..self.readable.len() {
            if self.readable[side] {
                match self.drain(id, side, &mut association, world) {
                    Outcome::Rests => (),
                    Outcome::Again => outcome = Outcome::Again,
                    over => {
                        outcome = over;
                        break;
                    }
                }
            }
        }
        self.association = Some(association);
        outcome
    }

    fn drain(&mut self, id: u32, side: usize, association: &mut Association, world: &mut World) -> Outcome {
        for _ in 0..AT_ONCE {
            let Some(socket) = association.socket(side) else {
                self.readable[side] = false;
                return Outcome::Rests;
            };
            let (count, from) = match recvfrom(socket, &mut world.buffer[..LONGEST], RecvFlags::empty()) {
                Ok((count, _, from)) => (count, from.and_then(|from| SocketAddr::try_from(from).ok())),
                Err(Errno::AGAIN) => {
                    self.readable[side] = false;
                    return Outcome::Rests;
                }
                Err(_) => continue,
            };
            let Some(from) = from else { continue };
            let bytes = world.buffer[..count].to_vec();
            let moved = if side == NEAR {
                self.leave_by(id, from, &bytes, association, world)
            } else {
                self.come_back(id, (side - NEAR - 1) / 2, from, &bytes, association, world)
            };
            if !moved {
                return Outcome::Over;
            }
        }
        Outcome::Again
    }

    /// A datagram of the client's. False where nothing is left to pay with.
    fn leave_by(
        &mut self,
        id: u32,
        from: SocketAddr,
        bytes: &[u8],
        association: &mut Association,
        world: &mut World,
    ) -> bool {
        let Some(datagram) = datagram::read(bytes) else {
            return true;
        };
        if !association.owns(from) {
            return true;
        }
        match association.take(datagram.destination, datagram.payload) {
            Fate::Sent(way, to) => self.send_datagram(id, way, to, datagram.payload, association, world),
            Fate::Asks => {
                world.notifications.destination(id, datagram.destination);
                true
            }
            Fate::Rests => true,
        }
    }

    /// Sends what is paid. False where nothing is left to pay with.
    pub fn send_datagram(
        &mut self,
        id: u32,
        way: usize,
        to: SocketAddr,
        payload: &[u8],
        association: &mut Association,
        world: &mut World,
    ) -> bool {
        let Some(by) = association.ways.get(way) else {
            return true;
        };
        match self.pay_now(id, by.gate, payload.len(), world) {
            Some(true) => (),
            Some(false) => return true,
            None => return false,
        }
        // What cannot be sent is lost, as datagrams are.
        match (by.provider, &by.sockets) {
            (Some(relay), [Some(socket), _]) => send(socket, &datagram::write(to, payload), relay),
            (None, [ipv4, ipv6]) => {
                if let Some(socket) = if to.is_ipv4() { ipv4 } else { ipv6 } {
                    send(socket, payload, to);
                }
            }
            _ => (),
        }
        association.met(to);
        true
    }

    fn come_back(
        &mut self,
        id: u32,
        way: usize,
        from: SocketAddr,
        bytes: &[u8],
        association: &mut Association,
        world: &mut World,
    ) -> bool {
        let Some(by) = association.ways.get(way) else {
            return true;
        };
        let said = match by.provider {
            Some(relay) if relay == from => datagram::read(bytes)
                .and_then(|datagram| Some((datagram::address_of(datagram.destination)?, datagram.payload))),
            Some(_) => None,
            None => Some((from, bytes)),
        };
        let (Some((peer, payload)), Some(client)) = (said, association.client()) else {
            return true;
        };
        if !association.knows(&peer) {
            return true;
        }
        match self.pay_now(id, by.gate, payload.len(), world) {
            Some(true) => send(&association.near, &datagram::write(peer, payload), client),
            Some(false) => (),
            None => return false,
        }
        true
    }

    /// Whether so many bytes are paid and may be sent now; none where nothing is left, and nothing is to come.
    fn pay_now(&mut self, id: u32, gate: u32, bytes: usize, world: &mut World) -> Option<bool> {
        self.moved = true;
        let gates = [self.gates[0], gate];
        if !world.gates.has_room(gates) {
            return Some(false);
        }
        match world
            .quota_accounts
            .take(self.quota_account, bytes, id, &mut world.notifications)
        {
            Paid::Bytes(paid) if paid == bytes => {
                world.gates.count(gates, bytes);
                Some(true)
            }
            Paid::Bytes(_) => Some(false),
            Paid::Broke => None,
        }
    }
}

fn send(socket: &OwnedFd, bytes: &[u8], to: SocketAddr) {
    let _ = sendto(socket, bytes, SendFlags::empty(), &to);
}

impl Association {
    /// The socket of a side: the near one, and after it two of each way.
    pub fn socket(&self, side: usize) -> Option<&OwnedFd> {
        match side.checked_sub(NEAR)? {
            0 => Some(&self.near),
            at => self.ways.get((at - 1) / 2)?.sockets[(at - 1) % 2].as_ref(),
        }
    }
}
