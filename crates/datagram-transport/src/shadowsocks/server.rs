//! The server's end over UDP: a session for each session id that a known user chose.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use quinn::udp::RecvMeta;
use shadowsocks::config::{ServerType, ServerUser};
use shadowsocks::context::{Context, SharedContext};
use shadowsocks::relay::udprelay::crypto_io::decrypt_client_payload;

use super::packet::PacketBuffer;
use super::session::Session;
use super::users::Users;
use super::{METHOD, is_wireguard};
use crate::batch::Batch;
use crate::limits::Limits;
use crate::outer_socket::{OuterReceiver, OuterSocket, outer_socket};

pub struct UdpServer {
    wireguard: SocketAddr,
    users: Arc<Users>,
    limits: Arc<Limits>,
    context: SharedContext,
    socket: OuterSocket,
    sessions: Mutex<HashMap<u64, Arc<Session>>>,
}

impl UdpServer {
    /// Serves until the runtime ends.
    pub fn start(
        socket: std::net::UdpSocket,
        wireguard: SocketAddr,
        users: Arc<Users>,
        limits: Arc<Limits>,
    ) -> io::Result<()> {
        let socket = outer_socket(socket)?;
        let server = Arc::new(Self {
            wireguard,
            users,
            limits,
            context: Context::new_shared(ServerType::Server),
            socket: socket.clone(),
            sessions: Mutex::default(),
        });
        tokio::spawn(async move {
            let (mut receiver, mut buffer) = (OuterReceiver::new(socket), PacketBuffer::new());
            let mut receive = |meta: &RecvMeta, message: &mut [u8]| {
                server.receive(&mut buffer, meta, message);
            };
            // It fails only at the runtime's end.
            while receiver.receive(&mut receive).await.is_ok() {}
        });
        Ok(())
    }

    /// Passes the datagrams of a source to WireGuard. All that no user has encrypted are dropped.
    fn receive(self: &Arc<Self>, buffer: &mut PacketBuffer, meta: &RecvMeta, message: &[u8]) {
        let mut current: Option<(Arc<Session>, Batch)> = None;
        for datagram in message.chunks(meta.stride.max(1)) {
            let Some((session, payload)) = self.decrypt(buffer, meta, datagram) else {
                continue;
            };
            let (session, batch) = match &mut current {
                Some((last, batch)) if Arc::ptr_eq(last, &session) => (session, batch),
                other => {
                    if let Some((last, batch)) = other {
                        last.wireguard.send_now(batch);
                    }
                    let batch = session.wireguard.batch();
                    (session.clone(), &mut other.insert((session, batch)).1)
                }
            };
            session.wireguard.add(batch, payload);
        }
        if let Some((session, batch)) = &mut current {
            session.wireguard.send_now(batch);
        }
    }

    /// Returns the datagram for WireGuard in a packet, with its session.
    fn decrypt<'a>(
        self: &Arc<Self>,
        buffer: &'a mut PacketBuffer,
        meta: &RecvMeta,
        packet: &[u8],
    ) -> Option<(Arc<Session>, &'a [u8])> {
        let packet = buffer.copy(packet)?;
        let decrypted = {
            let users = self.users.all();
            decrypt_client_payload(&self.context, METHOD, self.users.key(), packet, Some(&users))
        };
        // Timestamps that differ by more than 30 s are rejected, too.
        let (length, target, control) = decrypted.ok()?;
        let control = control?;
        let user = control.user?;
        if !is_wireguard(&target, self.wireguard) {
            return None;
        }
        let session = self.session(control.client_session_id, &user, meta)?;
        session
            .accept(&user, control.packet_id, meta)
            .then_some((session, &packet[..length]))
    }

    /// Returns the session of an id, which is opened if there is none; `None` at the limit of connections.
    fn session(self: &Arc<Self>, id: u64, user: &Arc<ServerUser>, meta: &RecvMeta) -> Option<Arc<Session>> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = sessions.get(&id) {
            return Some(session.clone());
        }
        let permit = self.limits.acquire(meta.addr.ip())?;
        let session = Arc::new(Session::new(id, user.clone(), self.wireguard, meta).ok()?);
        sessions.insert(id, session.clone());
        let (server, running) = (self.clone(), session.clone());
        tokio::spawn(async move {
            // It ends when WireGuard sends no more.
            let _ = running
                .forward_responses(&server.socket, &server.context, server.wireguard)
                .await;
            let mut sessions = server.sessions.lock().unwrap_or_else(PoisonError::into_inner);
            sessions.remove(&id);
            drop(permit);
        });
        Some(session)
    }
}
