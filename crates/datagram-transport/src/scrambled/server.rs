//! The server's end: a session for each source address from which a known client sent a handshake message.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use quinn::udp::RecvMeta;
use tokio::task::AbortHandle;

use super::clients::Clients;
use super::cover;
use super::cover::session::CoverSession;
use super::keys::PublicKey;
use super::session::{ServerSession, Session};
use crate::limits::Limits;
use crate::outer_socket::{OuterReceiver, OuterSocket, outer_socket};

/// Maximum number of sessions to which WireGuard has not answered yet, which copies of handshakes can cause: the oldest one ends.
const UNANSWERED: usize = 1_024;

/// Receives the scrambled datagrams of a UDP socket.
pub struct ScrambledServer {
    wireguard: SocketAddr,
    clients: Arc<Clients>,
    limits: Arc<Limits>,
    socket: OuterSocket,
    /// Whether clients may have cover traffic.
    cover: bool,
    sessions: Mutex<Sessions>,
}

#[derive(Default)]
struct Sessions {
    of_source: HashMap<SocketAddr, Running>,
    /// The sources of the newest sessions.
    newest: VecDeque<SocketAddr>,
}

struct Running {
    session: Arc<dyn ServerSession>,
    task: AbortHandle,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl ScrambledServer {
    pub fn new(
        socket: OuterSocket,
        wireguard: SocketAddr,
        clients: Arc<Clients>,
        limits: Arc<Limits>,
        cover: bool,
    ) -> Arc<Self> {
        Arc::new(Self {
            wireguard,
            clients,
            limits,
            socket,
            cover,
            sessions: Mutex::default(),
        })
    }

    /// Serves a socket of its own until the runtime ends.
    pub fn start(
        socket: std::net::UdpSocket,
        wireguard: SocketAddr,
        clients: Arc<Clients>,
        limits: Arc<Limits>,
        cover: bool,
    ) -> io::Result<()> {
        let socket = outer_socket(socket)?;
        let server = Self::new(socket.clone(), wireguard, clients, limits, cover);
        tokio::spawn(async move {
            let mut receiver = OuterReceiver::new(socket);
            let mut receive = |meta: &RecvMeta, message: &mut [u8]| {
                server.receive(meta, message);
            };
            // It fails only at the runtime's end.
            while receiver.receive(&mut receive).await.is_ok() {}
        });
        Ok(())
    }

    /// Passes the scrambled datagrams of a source to WireGuard. Returns false, and leaves them as they are, if the source is no client.
    pub fn receive(self: &Arc<Self>, meta: &RecvMeta, message: &mut [u8]) -> bool {
        let stride = meta.stride.max(1);
        let session = self.session(meta.addr);
        if session
            .as_ref()
            .is_some_and(|session| session.receive(message, stride))
        {
            return true;
        }
        // A first handshake message, or one of another client behind the same address.
        let first = &message[..stride.min(message.len())];
        if let Some(client) = self.clients.find(first)
            && let Some(opened) = self.open(&client, meta, first)
        {
            return opened.receive(message, stride);
        }
        session.is_some()
    }

    fn session(&self, source: SocketAddr) -> Option<Arc<dyn ServerSession>> {
        let sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions
            .of_source
            .get(&source)
            .map(|running| running.session.clone())
    }

    /// Returns a new session if the first datagram is encrypted with a client's keys; it may be a copy of one.
    fn open(
        self: &Arc<Self>,
        client: &PublicKey,
        meta: &RecvMeta,
        first: &[u8],
    ) -> Option<Arc<dyn ServerSession>> {
        let keys = self.clients.keys(client);
        let session: Arc<dyn ServerSession> = if self.cover && first.len() == cover::DATAGRAM {
            Arc::new(CoverSession::open(keys, self.wireguard, first)?)
        } else {
            let session = Session::new(keys, self.wireguard).ok()?;
            session.handshake(first)?;
            Arc::new(session)
        };
        let (server, running) = (self.clone(), session.clone());
        let (source, local) = (meta.addr, meta.dst_ip);
        let task = tokio::spawn(async move {
            // It ends when WireGuard sends no more.
            let _ = running
                .forward_responses(&server.socket, source, local, &server.limits)
                .await;
            server.remove(source, &running);
        });
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.insert(source, session.clone(), task.abort_handle());
        Some(session)
    }

    fn remove(&self, source: SocketAddr, session: &Arc<dyn ServerSession>) {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = sessions.of_source.get(&source)
            && ptr::addr_eq(Arc::as_ptr(&running.session), Arc::as_ptr(session))
        {
            sessions.of_source.remove(&source);
        }
    }
}

impl Sessions {
    fn insert(&mut self, source: SocketAddr, session: Arc<dyn ServerSession>, task: AbortHandle) {
        self.of_source.insert(source, Running { session, task });
        self.newest.push_back(source);
        if self.newest.len() > UNANSWERED
            && let Some(oldest) = self.newest.pop_front()
            && self
                .of_source
                .get(&oldest)
                .is_some_and(|running| !running.session.is_answered())
        {
            self.of_source.remove(&oldest);
        }
    }
}

impl fmt::Debug for ScrambledServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ScrambledServer").finish_non_exhaustive()
    }
}
