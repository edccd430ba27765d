//! A UDP association (RFC 1928 §7) of a client in a tunnel. Each datagram of the client leaves as one datagram at most, and datagrams arrive
//! only from peers to which the client has sent one.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::rc::Rc;
use std::time::{Duration, Instant};

use comet_dns_filter::Upstream;
use rustix::net::{SendFlags, sendto};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpStream, UdpSocket};
use tokio::select;
use tokio::task::spawn_local;

use super::client::look_up;
use super::names::{Names, Step};
use super::peers::Peers;
use crate::sockets;
use crate::udp::datagram;

/// Maximum payload in bytes: far above the MTU of tunnels and of the internet. Longer datagrams are dropped.
pub const MAX_DATAGRAM: usize = 8_192;
/// Pause after a failed recvfrom(2).
const RETRY: Duration = Duration::from_millis(50);

pub struct Association {
    client: IpAddr,
    /// The port of the client, from which alone datagrams are accepted: announced, or that of its first datagram.
    client_port: Cell<Option<u16>>,
    /// Towards the client.
    inside: Rc<UdpSocket>,
    ipv4: UdpSocket,
    /// `None` on a machine without IPv6.
    ipv6: Option<UdpSocket>,
    resolver: Rc<Upstream>,
    peers: RefCell<Peers>,
    names: RefCell<Names>,
}

impl Association {
    pub fn open(
        (client, announced): (IpAddr, Option<u16>),
        inside: Rc<UdpSocket>,
        resolver: Rc<Upstream>,
    ) -> io::Result<Self> {
        Ok(Association {
            client,
            client_port: Cell::new(announced),
            inside,
            ipv4: open_socket(Ipv4Addr::UNSPECIFIED.into())?,
            ipv6: open_socket(Ipv6Addr::UNSPECIFIED.into()).ok(),
            resolver,
            peers: RefCell::default(),
            names: RefCell::default(),
        })
    }

    /// Forwards peers' datagrams until the client's connection ends.
    pub async fn run(&self, client: TcpStream) {
        let ipv6 = async {
            match &self.ipv6 {
                Some(socket) => self.receive_from_peers(socket).await,
                None => pending().await,
            }
        };
        select! {
            () = end_of(client) => (),
            () = self.receive_from_peers(&self.ipv4) => (),
            () = ipv6 => (),
        }
    }

    /// Forwards a datagram from the client's address. One from another port, an invalid one and a fragment are dropped.
    pub fn receive_from_client(self: &Rc<Self>, from: SocketAddr, bytes: &[u8]) {
        let Some(datagram) = datagram::read(bytes).filter(|one| one.payload.len() <= MAX_DATAGRAM) else {
            return;
        };
        let port = self.client_port.get().unwrap_or(from.port());
        if port != from.port() {
            return;
        }
        self.client_port.set(Some(port));
        match datagram::address_of(datagram.destination) {
            Some(to) => self.send(to, datagram.payload),
            None => self.send_to_name(datagram.destination, datagram.payload),
        }
    }

    fn send(&self, to: SocketAddr, payload: &[u8]) {
        let socket = if to.is_ipv4() {
            Some(&self.ipv4)
        } else {
            self.ipv6.as_ref()
        };
        if let Some(socket) = socket
            && self.peers.borrow_mut().send_to(to, Instant::now())
        {
            // A datagram that the socket or the gateway's rules do not accept is dropped.
            let _ = sendto(socket, payload, SendFlags::empty(), &to);
        }
    }

    fn send_to_name(self: &Rc<Self>, destination: &[u8], payload: &[u8]) {
        let Some((name, port)) = name_of(destination) else {
            return;
        };
        let step = self.names.borrow_mut().find(&name, port, payload, Instant::now());
        match step {
            Step::Known(Some(ip)) => self.send(SocketAddr::new(ip, port), payload),
            Step::Known(None) | Step::Waits => (),
            Step::LookUp => {
                let association = Rc::downgrade(self);
                let resolver = self.resolver.clone();
                spawn_local(async move {
                    let found = look_up(&resolver, &name).await.first().copied();
                    // The association may have ended.
                    if let Some(association) = association.upgrade() {
                        let waited = association.names.borrow_mut().found(name, found, Instant::now());
                        if let Some(ip) = found {
                            for (port, payload) in waited {
                                association.send(SocketAddr::new(ip, port), &payload);
                            }
                        }
                    }
                });
            }
        }
    }

    async fn receive_from_peers(&self, socket: &UdpSocket) {
        let mut buffer = vec![0; MAX_DATAGRAM + 1];
        loop {
            let Ok((length, from)) = socket.recv_from(&mut buffer).await else {
                tokio::time::sleep(RETRY).await;
                continue;
            };
            let is_expected = length <= MAX_DATAGRAM && self.peers.borrow().accepts(from, Instant::now());
            if let (true, Some(port)) = (is_expected, self.client_port.get()) {
                let client = SocketAddr::new(self.client, port);
                let bytes = datagram::write(from, &buffer[..length]);
                let _ = sendto(&self.inside, &bytes, SendFlags::empty(), &client);
            }
        }
    }
}

/// Reads and discards until the connection ends.
async fn end_of(mut client: TcpStream) {
    let mut discarded = [0; 512];
    while client.read(&mut discarded).await.is_ok_and(|length| length > 0) {}
}

/// Returns the name and the port of a destination.
fn name_of(destination: &[u8]) -> Option<(String, u16)> {
    let (address, port) = destination.split_last_chunk::<2>()?;
    let [3, _, name @ ..] = address else {
        return None;
    };
    let name = str::from_utf8(name).ok().filter(|name| !name.is_empty())?;
    Some((name.to_ascii_lowercase(), u16::from_be_bytes(*port)))
}

/// Opens a socket at a free port.
fn open_socket(ip: IpAddr) -> io::Result<UdpSocket> {
    UdpSocket::from_std(sockets::bind_udp(SocketAddr::new(ip, 0))?.into())
}
