//! The client: a local UDP socket, and a connection to the server that is re-established when it breaks.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::Failure;
use crate::config::{ClientConfig, ClientTransport, Network};
use crate::direct::DirectPath;
use crate::quic::client::QuicTransport;
use crate::scrambled::client::ScrambledTransport;
use crate::scrambled::cover::client::CoverTransport;
use crate::shadowsocks::{client, keys, tcp_client};
use crate::tcp::client::TcpTransport;
use crate::wireguard_socket::WireGuardSocket;

/// Maximum time to establish a connection. The program ends within 3 s if it cannot.
const CONNECT: Duration = Duration::from_millis(2_800);
const FIRST_DELAY: Duration = Duration::from_millis(100);
const MAX_DELAY: Duration = Duration::from_secs(3);

/// One way to reach the server.
pub trait Transport {
    type Connection;

    async fn connect(&self) -> Result<Self::Connection, Failure>;

    /// Carries datagrams until the connection breaks, and returns why.
    async fn carry(&self, connection: Self::Connection, wireguard: &WireGuardSocket) -> Failure;

    /// Tells the server that the client ends.
    async fn close(&self);
}

/// Returns after `stop`, or with an error before the first connection. `paused`: whether cover traffic is.
pub async fn run(
    config: ClientConfig,
    direct: Arc<DirectPath>,
    paused: watch::Receiver<bool>,
    stop: impl Future<Output = io::Result<()>>,
) -> Result<(), Failure> {
    let mark = config.mark;
    match config.transport {
        ClientTransport::Tcp { to } => run_transport(&TcpTransport { to, mark }, to, direct, stop).await,
        ClientTransport::Quic {
            to,
            server_name,
            certificate_authorities,
        } => {
            let transport = QuicTransport::new(to, server_name, &certificate_authorities, mark)?;
            run_transport(&transport, to, direct, stop).await
        }
        ClientTransport::Scrambled {
            to,
            server_key,
            client_key,
            cover: true,
        } => {
            let transport = CoverTransport::new(to, &server_key, &client_key, mark, paused);
            run_transport(&transport, to, direct, stop).await
        }
        ClientTransport::Scrambled {
            to,
            server_key,
            client_key,
            cover: false,
        } => {
            let transport = ScrambledTransport::new(to, &server_key, &client_key, mark);
            run_transport(&transport, to, direct, stop).await
        }
        ClientTransport::Shadowsocks {
            to,
            network,
            server_key,
            client_key,
        } => {
            let config = keys::client_config(to, &server_key, &client_key)?;
            match network {
                Network::Udp => {
                    run_transport(&client::UdpTransport { to, mark, config }, to, direct, stop).await
                }
                Network::Tcp => {
                    run_transport(&tcp_client::TcpTransport::new(to, config, mark), to, direct, stop).await
                }
            }
        }
    }
}

async fn run_transport(
    transport: &impl Transport,
    to: SocketAddr,
    direct: Arc<DirectPath>,
    stop: impl Future<Output = io::Result<()>>,
) -> Result<(), Failure> {
    let wireguard = WireGuardSocket::local(direct.clone()).await?;
    let result = tokio::select! {
        Err(error) = keep_connected(transport, to, &wireguard) => Err(error),
        error = direct.receive(&wireguard) => Err(error.into()),
        result = stop => Ok(result?),
    };
    transport.close().await;
    result
}

/// Returns only with an error before the first connection.
async fn keep_connected(
    transport: &impl Transport,
    to: SocketAddr,
    wireguard: &WireGuardSocket,
) -> Result<(), Failure> {
    let mut connection = connect(transport, to).await?;
    println!(
        "{}",
        serde_json::json!({ "listening": { "port": wireguard.port()? } })
    );
    let mut delay = FIRST_DELAY;
    loop {
        let start = Instant::now();
        let error = transport.carry(connection, wireguard).await;
        eprintln!("connection to {to} lost: {error}");
        if start.elapsed() > MAX_DELAY {
            delay = FIRST_DELAY;
        }
        connection = loop {
            sleep(delay).await;
            delay = (delay * 2).min(MAX_DELAY);
            if let Ok(connection) = connect(transport, to).await {
                break connection;
            }
        };
    }
}

async fn connect<T: Transport>(transport: &T, to: SocketAddr) -> Result<T::Connection, Failure> {
    match timeout(CONNECT, transport.connect()).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(error)) => Err(format!("{to}: {error}").into()),
        Err(_) => Err(format!("{to}: no answer within {} ms", CONNECT.as_millis()).into()),
    }
}
