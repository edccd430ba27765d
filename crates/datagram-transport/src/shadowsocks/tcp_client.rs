//! The client's end over TCP: frames of datagrams in a Shadowsocks connection.

use std::net::SocketAddr;

use shadowsocks::ServerConfig;
use shadowsocks::config::ServerType;
use shadowsocks::context::{Context, SharedContext};
use shadowsocks::relay::tcprelay::ProxyClientStream;
use tokio::io::split;
use tokio::net::TcpStream;

use super::target;
use crate::Failure;
use crate::activity::Activity;
use crate::client::Transport;
use crate::frames::Frames;
use crate::tcp;
use crate::wireguard_socket::WireGuardSocket;

pub struct TcpTransport {
    to: SocketAddr,
    mark: Option<u32>,
    config: ServerConfig,
    context: SharedContext,
}

impl TcpTransport {
    pub fn new(to: SocketAddr, config: ServerConfig, mark: Option<u32>) -> Self {
        let context = Context::new_shared(ServerType::Local);
        Self {
            to,
            mark,
            config,
            context,
        }
    }
}

impl Transport for TcpTransport {
    type Connection = TcpStream;

    async fn connect(&self) -> Result<TcpStream, Failure> {
        Ok(tcp::client::connect(self.to, self.mark).await?)
    }

    /// The first bytes go with the first datagram, as the lengths of both together differ less from those of other programs.
    async fn carry(&self, stream: TcpStream, wireguard: &WireGuardSocket) -> Failure {
        let stream = ProxyClientStream::from_stream(self.context.clone(), stream, &self.config, target());
        let (reader, writer) = split(stream);
        tcp::carry(reader, writer, Frames::new(), wireguard, &Activity::new())
            .await
            .into()
    }

    /// The kernel closes the connection when the program ends.
    async fn close(&self) {}
}
