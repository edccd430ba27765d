//! The client's end over UDP: it sends no packet of its own before WireGuard does, and waits for none.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use bytes::BytesMut;
use shadowsocks::ServerConfig;
use shadowsocks::config::ServerType;
use shadowsocks::context::Context;
use shadowsocks::relay::udprelay::crypto_io::{decrypt_server_payload, encrypt_client_payload};
use shadowsocks::relay::udprelay::options::UdpSocketControlData;

use super::packet::{PacketBuffer, random_id};
use super::window::ReplayWindow;
use super::{METHOD, target};
use crate::Failure;
use crate::client::Transport;
use crate::outer_socket::{OuterReceiver, OuterSender, OuterSocket, outer_socket};
use crate::sockets::bind_udp;
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Maximum number of the server's sessions that are remembered: it begins another one when it restarts.
const SERVER_SESSIONS: usize = 16;

pub struct UdpTransport {
    pub to: SocketAddr,
    pub mark: Option<u32>,
    pub config: ServerConfig,
}

impl UdpTransport {
    async fn receive(
        &self,
        context: &Context,
        socket: OuterSocket,
        session_id: u64,
        wireguard: &WireGuardSocket,
    ) -> io::Error {
        let (mut receiver, mut buffer) = (OuterReceiver::new(socket), PacketBuffer::new());
        let mut batch = wireguard.batch();
        let mut server_sessions = ServerSessions::default();
        loop {
            let result = receiver
                .receive(|meta, message| {
                    if meta.addr != self.to {
                        return;
                    }
                    for datagram in message.chunks(meta.stride.max(1)) {
                        let Some(packet) = buffer.copy(datagram) else {
                            continue;
                        };
                        if let Ok((length, _, Some(control))) =
                            decrypt_server_payload(context, METHOD, self.config.key(), packet)
                            && control.client_session_id == session_id
                            && server_sessions.accept(&control)
                        {
                            wireguard.add(&mut batch, &packet[..length]);
                        }
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
        context: &Context,
        socket: &OuterSocket,
        session_id: u64,
        wireguard: &WireGuardSocket,
    ) -> io::Result<()> {
        let mut sender = OuterSender::new(socket, self.to, None);
        let mut control = UdpSocketControlData::default();
        control.client_session_id = session_id;
        let (mut buffer, mut packet, target) = (vec![0; RECEIVE_BUFFER], BytesMut::new(), target());
        loop {
            for datagram in wireguard.receive(&mut buffer).await? {
                packet.clear();
                encrypt_client_payload(
                    context,
                    METHOD,
                    self.config.key(),
                    &target,
                    &control,
                    self.config.identity_keys(),
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

impl Transport for UdpTransport {
    type Connection = OuterSocket;

    /// The socket is not connected, so that it follows a change of the own address.
    async fn connect(&self) -> Result<OuterSocket, Failure> {
        let any: SocketAddr = match self.to {
            SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
            SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
        };
        Ok(outer_socket(bind_udp(any, self.mark)?)?)
    }

    async fn carry(&self, socket: OuterSocket, wireguard: &WireGuardSocket) -> Failure {
        let context = Context::new(ServerType::Local);
        let session_id = match random_id() {
            Ok(id) => id,
            Err(error) => return error.into(),
        };
        tokio::select! {
            error = self.receive(&context, socket.clone(), session_id, wireguard) => error.into(),
            Err(error) = self.send(&context, &socket, session_id, wireguard) => error.into(),
        }
    }

    /// The server forgets a client that sends nothing.
    async fn close(&self) {}
}

/// The newest sessions of the server, with the packets received in each.
#[derive(Default)]
struct ServerSessions(VecDeque<(u64, ReplayWindow)>);

impl ServerSessions {
    /// Returns whether a packet is no copy.
    fn accept(&mut self, control: &UdpSocketControlData) -> bool {
        let id = control.server_session_id;
        if let Some((_, window)) = self.0.iter_mut().find(|(known, _)| *known == id) {
            return window.accept(control.packet_id);
        }
        self.0.truncate(SERVER_SESSIONS - 1);
        let mut window = ReplayWindow::new();
        window.accept(control.packet_id);
        self.0.push_front((id, window));
        true
    }
}
