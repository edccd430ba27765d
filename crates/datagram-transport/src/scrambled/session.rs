//! A client's address at the server, with a socket to WireGuard.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::timeout;

use super::data::{self, DataScrambler};
use super::handshake::{self, Prefix};
use super::keys::PairKeys;
use super::random::Random;
use crate::activity::IDLE;
use crate::limits::Limits;
use crate::outer_socket::{OuterSender, OuterSocket};
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Time in which WireGuard must send a first datagram: above its keepalive interval of 25 s.
pub const UNANSWERED: Duration = Duration::from_secs(40);
/// Type of the cookie reply, which WireGuard under load sends without having authenticated the client (WireGuard paper, §5.4.7).
pub const COOKIE_REPLY: u8 = 3;

/// What a server does for a client's address.
pub trait ServerSession: Send + Sync + 'static {
    /// Whether WireGuard has sent the client a datagram, which it does only to clients that it authenticates.
    fn is_answered(&self) -> bool;

    /// Passes datagrams of `stride` bytes to WireGuard. Returns false, and leaves them as they are, if none is of the session's client.
    fn receive(&self, message: &mut [u8], stride: usize) -> bool;

    /// Sends WireGuard's datagrams to the client until WireGuard sends none.
    fn forward_responses<'a>(
        &'a self,
        outer: &'a OuterSocket,
        client: SocketAddr,
        local: Option<IpAddr>,
        limits: &'a Arc<Limits>,
    ) -> BoxFuture<'a, io::Result<()>>;
}

pub struct Session {
    keys: PairKeys,
    wireguard: WireGuardSocket,
    is_answered: AtomicBool,
}

impl Session {
    pub fn new(keys: PairKeys, wireguard: SocketAddr) -> io::Result<Self> {
        Ok(Self {
            keys,
            wireguard: WireGuardSocket::to(wireguard)?,
            is_answered: AtomicBool::new(false),
        })
    }

    /// Returns the handshake message of a datagram, which may be empty.
    pub fn handshake(&self, datagram: &[u8]) -> Option<Vec<u8>> {
        handshake::open(&self.keys.to_server.handshake, true, datagram)
    }

    async fn forward(
        &self,
        outer: &OuterSocket,
        client: SocketAddr,
        local: Option<IpAddr>,
        limits: &Arc<Limits>,
    ) -> io::Result<()> {
        let keys = &self.keys.to_client;
        let mut sender = OuterSender::new(outer, client, local);
        let mut scrambler = DataScrambler::new();
        let mut random = Random::new();
        let (mut buffer, mut datagram) = (vec![0; RECEIVE_BUFFER], Vec::new());
        let mut permit = None;
        loop {
            let wait = if permit.is_some() { IDLE } else { UNANSWERED };
            let messages = timeout(wait, self.wireguard.receive(&mut buffer)).await??;
            scrambler.next_batch();
            for message in messages {
                if permit.is_none() {
                    // A copy of a handshake gets no response, from any address.
                    if message.first() == Some(&COOKIE_REPLY) {
                        continue;
                    }
                    permit = Some(limits.acquire(client.ip()).ok_or(io::ErrorKind::QuotaExceeded)?);
                    self.is_answered.store(true, Ordering::Relaxed);
                }
                if data::is_data(message) {
                    scrambler.scramble(&keys.header, message, &mut datagram);
                    sender.add(&datagram).await?;
                } else if let Some(sealed) =
                    handshake::seal(&keys.handshake, &Prefix::None, message, &mut random)
                {
                    sender.add(&sealed).await?;
                }
            }
            sender.send().await?;
        }
    }
}

impl ServerSession for Session {
    fn is_answered(&self) -> bool {
        self.is_answered.load(Ordering::Relaxed)
    }

    fn receive(&self, message: &mut [u8], stride: usize) -> bool {
        let mut batch = self.wireguard.batch();
        let mut is_any = false;
        for datagram in message.chunks_mut(stride) {
            if let Some(length) = data::unscramble(&self.keys.to_server.header, datagram) {
                self.wireguard.add(&mut batch, &datagram[..length]);
            } else if let Some(message) = self.handshake(datagram) {
                self.wireguard.add(&mut batch, &message);
            } else {
                continue;
            }
            is_any = true;
        }
        self.wireguard.send_now(&mut batch);
        is_any
    }

    fn forward_responses<'a>(
        &'a self,
        outer: &'a OuterSocket,
        client: SocketAddr,
        local: Option<IpAddr>,
        limits: &'a Arc<Limits>,
    ) -> BoxFuture<'a, io::Result<()>> {
        Box::pin(self.forward(outer, client, local, limits))
    }
}
