//! UDP socket to WireGuard on this machine.

use std::io::{self, IoSliceMut};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use quinn::udp::{RecvMeta, Transmit, UdpSocketState};
use tokio::io::Interest;
use tokio::net::UdpSocket;

use crate::batch::Batch;
use crate::direct::DirectPath;

/// Bytes of one system call, which can return several datagrams (UDP_GRO, udp(7)).
pub const RECEIVE_BUFFER: usize = 65_536;

pub struct WireGuardSocket {
    socket: UdpSocket,
    state: UdpSocketState,
    /// Address of WireGuard; `None` until its first datagram.
    peer: Mutex<Option<SocketAddr>>,
    /// Of a client only.
    direct: Option<Arc<DirectPath>>,
}

impl WireGuardSocket {
    /// A socket for the client's WireGuard, whose address is that of the last datagram.
    pub async fn local(direct: Arc<DirectPath>) -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        Self::new(socket, None, Some(direct))
    }

    /// A socket for the gateway's WireGuard at `to`; datagrams from elsewhere are not received.
    pub fn to(to: SocketAddr) -> io::Result<Self> {
        let any: SocketAddr = match to {
            SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
            SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
        };
        let socket = std::net::UdpSocket::bind(any)?;
        socket.connect(to)?;
        socket.set_nonblocking(true)?;
        Self::new(UdpSocket::from_std(socket)?, Some(to), None)
    }

    fn new(socket: UdpSocket, peer: Option<SocketAddr>, direct: Option<Arc<DirectPath>>) -> io::Result<Self> {
        let state = UdpSocketState::new((&socket).into())?;
        Ok(Self {
            socket,
            state,
            peer: Mutex::new(peer),
            direct,
        })
    }

    pub fn port(&self) -> io::Result<u16> {
        Ok(self.socket.local_addr()?.port())
    }

    pub fn batch(&self) -> Batch {
        Batch::new(self.state.max_gso_segments())
    }

    /// Waits for datagrams. `buffer` has `RECEIVE_BUFFER` bytes.
    pub async fn receive<'a>(&self, buffer: &'a mut [u8]) -> io::Result<impl Iterator<Item = &'a [u8]>> {
        let meta = loop {
            let read = || self.receive_now(buffer);
            match self.socket.async_io(Interest::READABLE, read).await {
                // An earlier datagram was refused: WireGuard does not run at the moment.
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {}
                result => break result?,
            }
        };
        Ok(self.datagrams(buffer, meta))
    }

    /// Returns waiting datagrams, or `None`.
    pub fn try_receive<'a>(&self, buffer: &'a mut [u8]) -> Option<impl Iterator<Item = &'a [u8]>> {
        let read = || self.receive_now(buffer);
        let meta = self.socket.try_io(Interest::READABLE, read).ok()?;
        Some(self.datagrams(buffer, meta))
    }

    fn receive_now(&self, buffer: &mut [u8]) -> io::Result<RecvMeta> {
        let mut meta = [RecvMeta::default()];
        self.state
            .recv((&self.socket).into(), &mut [IoSliceMut::new(buffer)], &mut meta)?;
        Ok(meta[0])
    }

    fn datagrams<'a>(&self, buffer: &'a [u8], meta: RecvMeta) -> impl Iterator<Item = &'a [u8]> {
        *self.peer.lock().unwrap_or_else(PoisonError::into_inner) = Some(meta.addr);
        let datagrams = buffer[..meta.len].chunks(meta.stride.max(1));
        if let Some(direct) = &self.direct {
            datagrams.clone().for_each(|datagram| direct.sent(datagram));
        }
        datagrams
    }

    /// Adds a datagram to a batch, which is sent with `send_now` before if it is full.
    pub fn add(&self, batch: &mut Batch, datagram: &[u8]) {
        if !batch.add(datagram) {
            self.send_now(batch);
            batch.add(datagram);
        }
    }

    /// Sends and clears a batch. Datagrams that WireGuard does not accept, or for which the socket's buffer has no space, are lost, as on
    /// any path.
    pub fn send_now(&self, batch: &mut Batch) {
        if let Some(transmit) = self.transmit(batch) {
            // Not `try_io`: tokio does not know yet that a new socket is writable.
            let _ = self.state.send((&self.socket).into(), &transmit);
        }
        batch.clear();
    }

    /// Sends and clears a batch once the socket's buffer has space. Datagrams that WireGuard does not accept are lost, as on any path.
    pub async fn send(&self, batch: &mut Batch) -> io::Result<()> {
        if let Some(transmit) = self.transmit(batch) {
            let write = || self.state.send((&self.socket).into(), &transmit);
            self.socket.async_io(Interest::WRITABLE, write).await?;
        }
        batch.clear();
        Ok(())
    }

    fn transmit<'a>(&self, batch: &'a Batch) -> Option<Transmit<'a>> {
        let peer = *self.peer.lock().unwrap_or_else(PoisonError::into_inner);
        let (contents, size) = batch.contents()?;
        Some(Transmit {
            destination: peer?,
            ecn: None,
            contents,
            segment_size: (size < contents.len()).then_some(size),
            src_ip: None,
        })
    }
}
