//! A client's session over UDP at the server, with a socket to WireGuard.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::BytesMut;
use quinn::udp::RecvMeta;
use shadowsocks::config::ServerUser;
use shadowsocks::context::Context;
use shadowsocks::relay::Address;
use shadowsocks::relay::udprelay::crypto_io::encrypt_server_payload;
use shadowsocks::relay::udprelay::options::UdpSocketControlData;
use tokio::time::timeout;

use super::METHOD;
use super::window::ReplayWindow;
use crate::activity::IDLE;
use crate::outer_socket::{OuterSender, OuterSocket};
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Time in which WireGuard must send a first datagram: as long as a copy of the session's packets has a valid timestamp, so that no copy
/// opens the session again.
const UNANSWERED: Duration = Duration::from_secs(60);

pub struct Session {
    /// Chosen by the client.
    id: u64,
    user: Arc<ServerUser>,
    pub wireguard: WireGuardSocket,
    received: Mutex<Received>,
}

struct Received {
    window: ReplayWindow,
    source: Source,
}

/// The client's address, and the server's own one that it contacted.
type Source = (SocketAddr, Option<IpAddr>);

impl Session {
    pub fn new(id: u64, user: Arc<ServerUser>, wireguard: SocketAddr, meta: &RecvMeta) -> io::Result<Self> {
        Ok(Self {
            id,
            user,
            wireguard: WireGuardSocket::to(wireguard)?,
            received: Mutex::new(Received {
                window: ReplayWindow::new(),
                source: (meta.addr, meta.dst_ip),
            }),
        })
    }

    /// Returns whether an authenticated packet of `user` belongs to the session and is no copy. Responses follow it to its address.
    pub fn accept(&self, user: &ServerUser, packet_id: u64, meta: &RecvMeta) -> bool {
        if user.identity_hash() != self.user.identity_hash() {
            return false;
        }
        let mut received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = received.window.accept(packet_id);
        if is_new {
            received.source = (meta.addr, meta.dst_ip);
        }
        is_new
    }

    fn source(&self) -> Source {
        self.received
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .source
    }

    /// Sends the client the datagrams of WireGuard at `from` until WireGuard sends none.
    pub async fn forward_responses(
        &self,
        outer: &OuterSocket,
        context: &Context,
        from: SocketAddr,
    ) -> io::Result<()> {
        let (client, local) = self.source();
        let mut sender = OuterSender::new(outer, client, local);
        let mut control = UdpSocketControlData::default();
        control.client_session_id = self.id;
        control.server_session_id = super::packet::random_id()?;
        let from = Address::SocketAddress(from);
        let (mut buffer, mut packet) = (vec![0; RECEIVE_BUFFER], BytesMut::new());
        let mut wait = UNANSWERED;
        loop {
            let datagrams = timeout(wait, self.wireguard.receive(&mut buffer)).await??;
            wait = IDLE;
            let (client, local) = self.source();
            sender.direct_to(client, local);
            for datagram in datagrams {
                packet.clear();
                encrypt_server_payload(
                    context,
                    METHOD,
                    self.user.key(),
                    &from,
                    &control,
                    datagram,
                    &mut packet,
                );
                control.packet_id += 1;
                sender.add(&packet).await?;
            }
            sender.send().await?;
        }
    }
}
