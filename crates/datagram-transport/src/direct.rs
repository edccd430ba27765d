//! Tries WireGuard's own ports beside the transport, without disturbing the tunnel.
//!
//! On request the next handshake initiation is also sent to these ports. The copy arrives first if it arrives at all, and WireGuard at the
//! gateway drops the one over the transport as a replay: its response over UDP proves that UDP works in both directions. Where UDP does
//! not work, the handshake takes place over the transport as usual. The gateway sends to the address of the newest packet, so datagrams
//! that arrive here belong to the tunnel too.

use std::io;
use std::mem;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use tokio::net::UdpSocket;
use tokio::sync::{Notify, OnceCell};

use crate::sockets::bind_udp;
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Type and length of messages, `https://www.wireguard.com/protocol/`.
const INITIATION: ([u8; 4], usize) = ([1, 0, 0, 0], 148);
const RESPONSE: ([u8; 4], usize) = ([2, 0, 0, 0], 92);

pub struct DirectPath {
    gateway: IpAddr,
    mark: Option<u32>,
    /// The ports to which the next initiation is copied.
    ports: Mutex<Vec<u16>>,
    /// Opened by the first request.
    socket: OnceCell<UdpSocket>,
    opened: Notify,
}

impl DirectPath {
    pub fn new(gateway: IpAddr, mark: Option<u32>) -> Self {
        Self {
            gateway,
            mark,
            ports: Mutex::new(Vec::new()),
            socket: OnceCell::new(),
            opened: Notify::new(),
        }
    }

    /// Copies the next initiation to these ports of the gateway.
    pub async fn copy_next(&self, ports: Vec<u16>) -> io::Result<()> {
        self.socket
            .get_or_try_init(|| async {
                let any: IpAddr = match self.gateway {
                    IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
                    IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
                };
                UdpSocket::from_std(bind_udp((any, 0).into(), self.mark)?)
            })
            .await?;
        self.opened.notify_one();
        *self.ports.lock().unwrap_or_else(PoisonError::into_inner) = ports;
        Ok(())
    }

    /// Called with each datagram of WireGuard before the transport sends it.
    pub fn sent(&self, datagram: &[u8]) {
        let Some(socket) = self.socket.get() else { return };
        if !is_message(datagram, INITIATION) {
            return;
        }
        let ports = mem::take(&mut *self.ports.lock().unwrap_or_else(PoisonError::into_inner));
        for port in ports {
            // Where the rules or the network refuse it, the handshake takes place over the transport.
            let _ = socket.try_send_to(datagram, SocketAddr::new(self.gateway, port));
        }
    }

    /// Passes the gateway's datagrams to WireGuard, and prints the port of each handshake response. Returns only with an error.
    pub async fn receive(&self, wireguard: &WireGuardSocket) -> io::Error {
        let mut buffer = vec![0; RECEIVE_BUFFER];
        let mut batch = wireguard.batch();
        loop {
            let Some(socket) = self.socket.get() else {
                self.opened.notified().await;
                continue;
            };
            let (length, from) = match socket.recv_from(&mut buffer).await {
                // An earlier copy was refused by ICMP.
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => continue,
                Err(error) => return error,
                Ok(received) => received,
            };
            if from.ip() != self.gateway {
                continue;
            }
            let datagram = &buffer[..length];
            wireguard.add(&mut batch, datagram);
            wireguard.send_now(&mut batch);
            if is_message(datagram, RESPONSE) {
                println!("{}", serde_json::json!({ "responded": { "port": from.port() } }));
            }
        }
    }
}

fn is_message(datagram: &[u8], (kind, length): ([u8; 4], usize)) -> bool {
    datagram.len() == length && datagram.starts_with(&kind)
}
