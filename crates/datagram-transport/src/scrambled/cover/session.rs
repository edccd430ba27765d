//! A client with cover traffic at the server.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::time::{Instant, sleep_until};

use super::super::keys::PairKeys;
use super::super::last_time::LastTime;
use super::super::session::{COOKIE_REPLY, ServerSession, UNANSWERED};
use super::datagram::{Contents, Run, Sender, open};
use super::idle::Role;
use super::machines::choose;
use super::sending::{Cover, Output};
use crate::activity::IDLE;
use crate::limits::Limits;
use crate::outer_socket::{OuterSender, OuterSocket};
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Minimum time between two datagrams with the machines of a client that does not have them.
const MACHINES: Duration = Duration::from_millis(100);

pub struct CoverSession {
    keys: PairKeys,
    wireguard: WireGuardSocket,
    /// That of the first datagram.
    run: Run,
    cover: Cover,
    is_answered: AtomicBool,
    has_machines: AtomicBool,
}

impl CoverSession {
    /// Returns a session if its first datagram is of the client with these keys.
    pub fn open(keys: PairKeys, wireguard: SocketAddr, first: &[u8]) -> Option<Self> {
        let run = open(&keys.to_server.cover, first, &mut Vec::new())?.run;
        Some(Self {
            keys,
            wireguard: WireGuardSocket::to(wireguard).ok()?,
            run,
            cover: Cover::new(Role::Gateway),
            is_answered: AtomicBool::new(false),
            has_machines: AtomicBool::new(false),
        })
    }

    async fn forward(
        &self,
        outer: &OuterSocket,
        client: SocketAddr,
        local: Option<IpAddr>,
        limits: &Arc<Limits>,
    ) -> io::Result<()> {
        let chosen = choose(&mut StdRng::from_os_rng());
        let mut output = Output::new(OuterSender::new(outer, client, local), None);
        let mut buffer = vec![0; RECEIVE_BUFFER];
        let mut permit = None;
        let mut server_machines = Some(chosen.server);
        let mut introduced: Option<LastTime> = None;
        let mut last = Instant::now();
        let sender = Sender {
            key: &self.keys.to_client.cover,
            run: self.run,
            has_machines: false,
            is_paused: false,
            name: None,
        };
        loop {
            let wait = if permit.is_some() { IDLE } else { UNANSWERED };
            tokio::select! {
                messages = self.wireguard.receive(&mut buffer) => {
                    last = Instant::now();
                    for message in messages? {
                        if permit.is_none() {
                            // A copy of a datagram gets no response, from any address.
                            if message.first() == Some(&COOKIE_REPLY) {
                                continue;
                            }
                            permit = Some(limits.acquire(client.ip()).ok_or(io::ErrorKind::QuotaExceeded)?);
                            self.is_answered.store(true, Ordering::Relaxed);
                            self.cover.start(server_machines.take().unwrap_or_default());
                        }
                        self.cover.send(message);
                    }
                }
                () = self.cover.next() => {}
                () = sleep_until(last + wait) => return Err(io::ErrorKind::TimedOut.into()),
            }
            if permit.is_none() {
                continue;
            }
            // Before the first message, so that the client can send at once.
            let has_machines = self.has_machines.load(Ordering::Relaxed);
            if !has_machines && introduced.as_ref().is_none_or(|last| last.is_over(MACHINES)) {
                introduced.get_or_insert_with(LastTime::new).now();
                let machines = Contents::Machines(chosen.client.as_bytes());
                output.add(&sender, &machines).await?;
            }
            output.send(&sender, &self.cover.take()).await?;
        }
    }
}

impl ServerSession for CoverSession {
    fn is_answered(&self) -> bool {
        self.is_answered.load(Ordering::Relaxed)
    }

    fn receive(&self, message: &mut [u8], stride: usize) -> bool {
        let mut batch = self.wireguard.batch();
        let mut buffer = Vec::new();
        let mut is_any = false;
        for datagram in message.chunks(stride) {
            let Some(opened) = open(&self.keys.to_server.cover, datagram, &mut buffer) else {
                continue;
            };
            is_any = true;
            if opened.run != self.run {
                continue;
            }
            self.has_machines.store(opened.has_machines, Ordering::Relaxed);
            self.cover.pause(opened.is_paused);
            match opened.contents {
                Contents::Message(message) => {
                    self.cover.received(Some(message));
                    self.wireguard.add(&mut batch, message);
                }
                Contents::Dummy => self.cover.received(None),
                Contents::Machines(_) => {}
            }
            if !opened.has_machines {
                self.cover.wake.notify_one();
            }
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
