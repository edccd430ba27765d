//! A resolver over TLS, HTTPS or QUIC: one connection, opened by the first query and again after its end.

use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use comet_dns_filter::Failure;
use futures_util::StreamExt;
use hickory_net::NetError;
use hickory_net::h2::HttpsClientStream;
use hickory_net::quic::QuicClientStream;
use hickory_net::runtime::TokioRuntimeProvider;
use hickory_net::tls::tls_client_connect;
use hickory_net::xfer::{DnsExchange, DnsHandle, DnsMultiplexer};
use hickory_proto::op::{DnsRequest, DnsRequestOptions, Message};
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::lookup::Lookup;

/// Timeout of a connection to one address, with its handshake.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeout of one query, with the time for a connection.
const QUERY_TIMEOUT: Duration = Duration::from_secs(4);
/// Maximum number of pending queries of a connection over TLS.
const MAX_PENDING: usize = 256;

type Exchange = DnsExchange<TokioRuntimeProvider>;

pub enum Protocol {
    Tls,
    /// With the path of the URL.
    Https(Arc<str>),
    Quic,
}

pub struct Encrypted {
    pub protocol: Protocol,
    pub host: String,
    pub port: u16,
    pub tls: ClientConfig,
    pub bootstrap: Rc<Lookup>,
    /// The open connection with its number.
    pub connection: Mutex<(u64, Option<Exchange>)>,
}

impl Encrypted {
    /// Returns the resolver's answer with the id of the query.
    pub async fn query(&self, query: &Message) -> Result<Vec<u8>, Failure> {
        let answer = timeout(QUERY_TIMEOUT, self.query_twice(query)).await;
        let mut bytes = answer.ok().flatten().ok_or(Failure::Unanswered)?;
        let id = bytes.get_mut(..2).ok_or(Failure::Unanswered)?;
        id.copy_from_slice(&query.metadata.id.to_be_bytes());
        Ok(bytes)
    }

    /// Repeats a failed query over a new connection: resolvers close idle ones.
    async fn query_twice(&self, query: &Message) -> Option<Vec<u8>> {
        for _ in 0..2 {
            let (number, is_new, exchange) = self.connected().await?;
            let request = DnsRequest::new(query.clone(), DnsRequestOptions::default());
            match timeout(CONNECT_TIMEOUT, exchange.send(request).next()).await {
                Ok(Some(Ok(answer))) => return Some(answer.into_buffer()),
                _ => self.forget(number).await,
            }
            if is_new {
                return None;
            }
        }
        None
    }

    /// The open connection with its number, and whether this call has opened it.
    async fn connected(&self) -> Option<(u64, bool, Exchange)> {
        let mut connection = self.connection.lock().await;
        if let (number, Some(exchange)) = &*connection {
            return Some((*number, false, exchange.clone()));
        }
        for address in self.addresses().await {
            let opened = timeout(CONNECT_TIMEOUT, self.connect(SocketAddr::new(address, self.port))).await;
            if let Ok(Ok(exchange)) = opened {
                let number = connection.0 + 1;
                *connection = (number, Some(exchange.clone()));
                return Some((number, true, exchange));
            }
        }
        None
    }

    /// Drops a connection that has failed, unless a later one has replaced it.
    async fn forget(&self, number: u64) {
        let mut connection = self.connection.lock().await;
        if connection.0 == number {
            connection.1 = None;
        }
    }

    async fn connect(&self, address: SocketAddr) -> Result<Exchange, NetError> {
        let provider = TokioRuntimeProvider::default();
        let host: Arc<str> = self.host.as_str().into();
        match &self.protocol {
            Protocol::Tls => {
                let name = ServerName::try_from(self.host.clone()).map_err(|_| "invalid host")?;
                let (stream, sender) =
                    tls_client_connect(address, name, Arc::new(self.tls.clone()), provider);
                let multiplexer =
                    DnsMultiplexer::new(stream.await?, sender).with_max_active_requests(MAX_PENDING);
                Ok(spawned(DnsExchange::from_stream(multiplexer)))
            }
            Protocol::Https(path) => {
                let builder = HttpsClientStream::builder(Arc::new(self.tls.clone()), provider);
                Ok(spawned(DnsExchange::from_stream(
                    builder.build(address, host, path.clone()).await?,
                )))
            }
            Protocol::Quic => {
                let builder = QuicClientStream::builder().crypto_config(self.tls.clone());
                Ok(spawned(DnsExchange::from_stream(
                    builder.build(address, host).await?,
                )))
            }
        }
    }

    /// The addresses of the host, by the gateway's resolver unless the host is one.
    async fn addresses(&self) -> Vec<IpAddr> {
        match self.host.parse() {
            Ok(address) => vec![address],
            Err(_) => self.bootstrap.addresses(&self.host).await,
        }
    }
}

/// Starts the task that drives a connection. One started by `hickory-net` would end with its `TokioRuntimeProvider`.
fn spawned((exchange, driver): (Exchange, impl Future<Output = ()> + Send + 'static)) -> Exchange {
    tokio::spawn(driver);
    exchange
}
