//! The client's end of an HTTP/3 connection.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use h3::client::{RequestStream, SendRequest};
use h3::ext::Protocol;
use http::{Method, Request};
use quinn::{ClientConfig, Endpoint, TokioRuntime};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::datagrams::Payloads;
use super::{NO_ERROR, settings, target};
use crate::Failure;
use crate::activity::Activity;
use crate::client::Transport;
use crate::sockets::bind_udp;
use crate::wireguard_socket::WireGuardSocket;

/// Maximum time in which the server receives the end of the connection.
const CLOSE: Duration = Duration::from_millis(300);

pub struct QuicTransport {
    endpoint: Endpoint,
    config: ClientConfig,
    to: SocketAddr,
    server_name: String,
}

pub struct QuicConnection {
    quic: quinn::Connection,
    payloads: Payloads,
    request: RequestStream<h3_quinn::BidiStream<Bytes>, Bytes>,
    /// HTTP/3 ends when it is dropped.
    _requests: SendRequest<h3_quinn::OpenStreams, Bytes>,
    driver: JoinHandle<h3::error::ConnectionError>,
}

impl QuicTransport {
    pub fn new(
        to: SocketAddr,
        server_name: String,
        authorities: &[String],
        mark: Option<u32>,
    ) -> Result<Self, Failure> {
        let any: SocketAddr = match to {
            SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
            SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
        };
        let socket = bind_udp(any, mark)?;
        Ok(Self {
            endpoint: Endpoint::new(settings::client_endpoint(), None, socket, Arc::new(TokioRuntime))?,
            config: settings::client(authorities)?,
            to,
            server_name,
        })
    }

    /// The authority of requests; 443 is the default port of `https`.
    fn authority(&self) -> String {
        match self.to.port() {
            443 => self.server_name.clone(),
            port => format!("{}:{port}", self.server_name),
        }
    }
}

impl Transport for QuicTransport {
    type Connection = QuicConnection;

    async fn connect(&self) -> Result<QuicConnection, Failure> {
        let quic = self
            .endpoint
            .connect_with(self.config.clone(), self.to, &self.server_name)?
            .await?;
        let (mut http, mut requests) = h3::client::builder()
            .enable_datagram(true)
            .enable_extended_connect(true)
            .build(h3_quinn::Connection::new(quic.clone()))
            .await?;
        let driver = tokio::spawn(async move { http.wait_idle().await });
        let request = Request::builder()
            .method(Method::CONNECT)
            .uri(format!(
                "https://{}{}",
                self.authority(),
                target::wireguard_path()
            ))
            .header("capsule-protocol", "?1")
            .extension(Protocol::CONNECT_UDP)
            .body(())?;
        let mut request = requests.send_request(request).await?;
        let payloads = Payloads::new(request.id().into_inner());
        let response = request.recv_response().await?;
        if !response.status().is_success() {
            return Err(format!("the server refused the tunnel with status {}", response.status()).into());
        }
        if quic.max_datagram_size().is_none() {
            return Err("the server does not support QUIC datagrams".into());
        }
        Ok(QuicConnection {
            quic,
            payloads,
            request,
            _requests: requests,
            driver,
        })
    }

    async fn carry(&self, mut connection: QuicConnection, wireguard: &WireGuardSocket) -> Failure {
        let QuicConnection {
            quic,
            payloads,
            request,
            ..
        } = &mut connection;
        let activity = Activity::new();
        let error = tokio::select! {
            error = super::carry(quic, payloads, wireguard, &activity) => error,
            // The server sends nothing on the stream but its end.
            _ = request.recv_data() => "the server ended the tunnel".into(),
        };
        connection.quic.close(NO_ERROR, b"");
        connection.driver.abort();
        error
    }

    async fn close(&self) {
        self.endpoint.close(NO_ERROR, b"");
        // The server notices a lost end after its idle timeout.
        let _ = timeout(CLOSE, self.endpoint.wait_idle()).await;
    }
}
