//! The UDP socket of scrambled datagrams and of Shadowsocks: many in a system call (recvmmsg, UDP_GRO, UDP_SEGMENT), by quinn.

use std::future::poll_fn;
use std::io::{self, IoSliceMut};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::pin::Pin;
use std::sync::Arc;

use quinn::udp::{RecvMeta, Transmit};
use quinn::{AsyncUdpSocket, Runtime, TokioRuntime, UdpPoller};

use crate::batch::Batch;
use crate::sockets::bind_udp;
use crate::wireguard_socket::RECEIVE_BUFFER;

/// Messages of one system call, each of several datagrams of one source.
const MESSAGES: usize = 8;

pub type OuterSocket = Arc<dyn AsyncUdpSocket>;

pub fn outer_socket(socket: UdpSocket) -> io::Result<OuterSocket> {
    TokioRuntime.wrap_udp_socket(socket)
}

/// A client's socket. It is not connected, so that it follows a change of the own address.
pub fn client_socket(server: SocketAddr, mark: Option<u32>) -> io::Result<OuterSocket> {
    let any: SocketAddr = match server {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    outer_socket(bind_udp(any, mark)?)
}

pub struct OuterReceiver {
    socket: OuterSocket,
    buffers: Vec<Vec<u8>>,
}

impl OuterReceiver {
    pub fn new(socket: OuterSocket) -> Self {
        Self {
            socket,
            buffers: vec![vec![0; RECEIVE_BUFFER]; MESSAGES],
        }
    }

    /// Waits for messages, and calls `receive` with each: datagrams of `stride` bytes, the last one may be shorter.
    pub async fn receive(&mut self, mut receive: impl FnMut(&RecvMeta, &mut [u8])) -> io::Result<()> {
        let mut metas = [RecvMeta::default(); MESSAGES];
        let count = poll_fn(|context| {
            let mut buffers: Vec<_> = self.buffers.iter_mut().map(|one| IoSliceMut::new(one)).collect();
            self.socket.poll_recv(context, &mut buffers, &mut metas)
        })
        .await?;
        for (meta, buffer) in metas.iter().zip(&mut self.buffers).take(count) {
            receive(meta, &mut buffer[..meta.len]);
        }
        Ok(())
    }
}

pub struct OuterSender {
    socket: OuterSocket,
    poller: Pin<Box<dyn UdpPoller>>,
    batch: Batch,
    to: SocketAddr,
    /// The own address from which datagrams are sent; `None` for the kernel's choice.
    from: Option<IpAddr>,
}

impl OuterSender {
    pub fn new(socket: &OuterSocket, to: SocketAddr, from: Option<IpAddr>) -> Self {
        Self {
            poller: socket.clone().create_io_poller(),
            batch: Batch::new(socket.max_transmit_segments()),
            socket: socket.clone(),
            to,
            from,
        }
    }

    /// Sends further datagrams to another address. None waits.
    pub fn direct_to(&mut self, to: SocketAddr, from: Option<IpAddr>) {
        (self.to, self.from) = (to, from);
    }

    /// Adds a datagram, and sends those before it if it does not fit.
    pub async fn add(&mut self, datagram: &[u8]) -> io::Result<()> {
        if !self.batch.add(datagram) {
            self.send().await?;
            self.batch.add(datagram);
        }
        Ok(())
    }

    /// Sends what was added. Datagrams that cannot be sent are lost, as on any path.
    pub async fn send(&mut self) -> io::Result<()> {
        if let Some((contents, size)) = self.batch.contents() {
            let transmit = Transmit {
                destination: self.to,
                ecn: None,
                contents,
                segment_size: (size < contents.len()).then_some(size),
                src_ip: self.from,
            };
            while let Err(error) = self.socket.try_send(&transmit)
                && error.kind() == io::ErrorKind::WouldBlock
            {
                poll_fn(|context| self.poller.as_mut().poll_writable(context)).await?;
            }
        }
        self.batch.clear();
        Ok(())
    }
}
