//! The client's end of a TCP connection.

use std::io;
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

/// Connects with the options of a connection that carries datagrams.
pub async fn connect(to: SocketAddr, mark: Option<u32>) -> io::Result<TcpStream> {
    let stream = TcpSocket::from_std_stream(tcp_client(to, mark)?)
        .connect(to)
        .await?;
    tune_tcp(&stream)?;
    Ok(stream)
}

impl Transport for TcpTransport {
    type Connection = TcpStream;

    async fn connect(&self) -> Result<TcpStream, Failure> {
        let mut stream = connect(self.to, self.mark).await?;
        stream.write_all(&opening_frame()?).await?;
        Ok(stream)
    }

    async fn carry(&self, mut stream: TcpStream, wireguard: &WireGuardSocket) -> Failure {
        let (reader, writer) = stream.split();
        super::carry(reader, writer, Frames::new(), wireguard, &Activity::new())
            .await
            .into()
    }

    /// The kernel closes the connection when the program ends.
    async fn close(&self) {}
}
