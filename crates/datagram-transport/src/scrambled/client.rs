//! The client's end: it sends no datagram of its own before WireGuard does, and waits for none.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use super::clients::current_hour;
use super::data::{self, DataScrambler};
use super::handshake::{self, Prefix};
use super::keys::{Mask, NameKey, PairKeys, PublicKey};
use super::last_time::LastTime;
use super::random::Random;
use crate::Failure;
use crate::client::Transport;
use crate::outer_socket::{OuterReceiver, OuterSender, OuterSocket, client_socket};
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Silence of the server after which the client sends its address again, because it may have changed.
pub const UNANSWERED: Duration = Duration::from_secs(2);

pub struct ScrambledTransport {
    to: SocketAddr,
    mark: Option<u32>,
    keys: PairKeys,
    name: NameKey,
    names: Mask,
}

impl ScrambledTransport {
    pub fn new(to: SocketAddr, server: &PublicKey, client: &PublicKey, mark: Option<u32>) -> Self {
        Self {
            to,
            mark,
            keys: PairKeys::new(server, client),
            name: NameKey::new(server, client),
            names: Mask::of_names(server),
        }
    }

    fn handshake(&self, message: &[u8], random: &mut Random) -> Option<Vec<u8>> {
        let prefix = Prefix::Name(&self.names, self.name.name(current_hour()));
        handshake::seal(&self.keys.to_server.handshake, &prefix, message, random)
    }

    async fn receive(
        &self,
        socket: OuterSocket,
        wireguard: &WireGuardSocket,
        received: &LastTime,
    ) -> io::Error {
        let mut receiver = OuterReceiver::new(socket);
        let mut batch = wireguard.batch();
        let PairKeys { to_client, .. } = &self.keys;
        loop {
            let result = receiver
                .receive(|meta, message| {
                    if meta.addr != self.to {
                        return;
                    }
                    for datagram in message.chunks_mut(meta.stride.max(1)) {
                        if let Some(length) = data::unscramble(&to_client.header, datagram) {
                            wireguard.add(&mut batch, &datagram[..length]);
                        } else if let Some(message) = handshake::open(&to_client.handshake, false, datagram) {
                            wireguard.add(&mut batch, &message);
                        } else {
                            continue;
                        }
                        received.now();
                    }
                    wireguard.send_now(&mut batch);
                })
                .await;
            if let Err(error) = result {
                return error;
            }
        }
    }

    async fn send(
        &self,
        socket: &OuterSocket,
        wireguard: &WireGuardSocket,
        received: &LastTime,
    ) -> io::Result<()> {
        let mut sender = OuterSender::new(socket, self.to, None);
        let mut scrambler = DataScrambler::new();
        let mut random = Random::new();
        let introduced = LastTime::new();
        let (mut buffer, mut datagram) = (vec![0; RECEIVE_BUFFER], Vec::new());
        loop {
            let messages = wireguard.receive(&mut buffer).await?;
            scrambler.next_batch();
            for message in messages {
                if data::is_data(message) {
                    if received.is_over(UNANSWERED) && introduced.is_over(UNANSWERED) {
                        introduced.now();
                        let empty = self.handshake(&[], &mut random).unwrap_or_default();
                        sender.add(&empty).await?;
                    }
                    scrambler.scramble(&self.keys.to_server.header, message, &mut datagram);
                    sender.add(&datagram).await?;
                } else if let Some(sealed) = self.handshake(message, &mut random) {
                    introduced.now();
                    sender.add(&sealed).await?;
                }
            }
            sender.send().await?;
        }
    }
}

impl Transport for ScrambledTransport {
    type Connection = OuterSocket;

    async fn connect(&self) -> Result<OuterSocket, Failure> {
        Ok(client_socket(self.to, self.mark)?)
    }

    async fn carry(&self, socket: OuterSocket, wireguard: &WireGuardSocket) -> Failure {
        let received = LastTime::new();
        tokio::select! {
            error = self.receive(socket.clone(), wireguard, &received) => error.into(),
            Err(error) = self.send(&socket, wireguard, &received) => error.into(),
        }
    }

    /// The server forgets a client that sends nothing.
    async fn close(&self) {}
}
