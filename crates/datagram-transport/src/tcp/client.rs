//! The client's end of a TCP connection.

use std::net::SocketAddr;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use super::first_bytes::opening_frame;
use crate::Failure;
use crate::activity::Activity;
use crate::client::Transport;
use crate::frames::Frames;
use crate::sockets::{tcp_client, tune_tcp};
use crate::wireguard_socket::WireGuardSocket;

pub struct TcpTransport {
    pub to: SocketAddr,
    pub mark: Option<u32>,
}

impl Transport for TcpTransport {
    type Connection = TcpStream;

    async fn connect(&self) -> Result<TcpStream, Failure> {
        let socket = TcpSocket::from_std_stream(tcp_client(self.to, self.mark)?);
        let mut stream = socket.connect(self.to).await?;
        tune_tcp(&stream)?;
        stream.write_all(&opening_frame()?).await?;
        Ok(stream)
    }

    async fn carry(&self, stream: TcpStream, wireguard: &WireGuardSocket) -> Failure {
        super::carry(stream, Frames::new(), wireguard, &Activity::new())
            .await
            .into()
    }

    /// The kernel closes the connection when the program ends.
    async fn close(&self) {}
}
