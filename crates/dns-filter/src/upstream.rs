//! Client of the operator's resolver, which recurses, caches and validates.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use futures_util::StreamExt;
use hickory_net::NetError;
use hickory_net::runtime::TokioRuntimeProvider;
use hickory_net::udp::UdpClientStream;
use hickory_net::xfer::DnsRequestSender;
use hickory_proto::ProtoError;
use hickory_proto::op::{DnsRequest, DnsRequestOptions, Message};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::query::Transport;
use crate::serve::{read_framed, write_framed};
use crate::slots::Slots;

const TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum number of pending queries over UDP and TCP; each uses a descriptor.
const MAX_PENDING: [usize; 2] = [8_192, 512];
/// Maximum answer over UDP in bytes (`hickory_net::udp::MAX_RECEIVE_BUFFER_SIZE`). A longer one is truncated, and the client retries over TCP.
const MAX_ANSWER: u16 = 4_096;

pub enum Failure {
    /// Too many queries are pending, or no answer came in time.
    Unanswered,
    /// `hickory-net` parses every answer over UDP, and this one has an invalid record.
    Unreadable,
}

pub struct Upstream {
    address: SocketAddr,
    udp: Rc<Slots>,
    tcp: Rc<Slots>,
}

impl Upstream {
    pub fn new(address: SocketAddr) -> Self {
        let [udp, tcp] = MAX_PENDING.map(|max| Slots::new(max, max));
        Upstream { address, udp, tcp }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Queries over the transport of the client.
    pub async fn query(&self, query: &Message, transport: Transport) -> Result<Vec<u8>, Failure> {
        match transport {
            Transport::Udp => self.query_udp(query).await,
            Transport::Tcp => self.query_tcp(query).await,
        }
    }

    /// Returns the resolver's answer with the id of the query. Each query has a random port and id, and an answer must repeat the
    /// question (RFC 5452): `hickory-net` ignores all others.
    pub async fn query_udp(&self, query: &Message) -> Result<Vec<u8>, Failure> {
        let _slot = self.udp.take(self.address.ip()).ok_or(Failure::Unanswered)?;
        let mut forwarded = query.clone();
        // A new message has a random id.
        forwarded.metadata.id = Message::query().metadata.id;
        if let Some(edns) = &mut forwarded.edns {
            edns.set_max_payload(edns.max_payload().min(MAX_ANSWER));
        }
        let mut client = UdpClientStream::builder(self.address, TokioRuntimeProvider::default())
            .with_timeout(Some(TIMEOUT))
            .with_max_retries(0)
            .with_os_port_selection(true)
            .build();
        let request = DnsRequest::new(forwarded, DnsRequestOptions::default());
        let mut bytes = match client.send_message(request).next().await {
            Some(Ok(answer)) => answer.into_buffer(),
            Some(Err(NetError::Proto(ProtoError::Decode(_)))) => return Err(Failure::Unreadable),
            _ => return Err(Failure::Unanswered),
        };
        bytes[..2].copy_from_slice(&query.metadata.id.to_be_bytes());
        Ok(bytes)
    }

    /// Returns the bytes of the resolver's answer without parsing them.
    pub async fn query_tcp(&self, query: &Message) -> Result<Vec<u8>, Failure> {
        let _slot = self.tcp.take(self.address.ip()).ok_or(Failure::Unanswered)?;
        let exchange = async {
            let mut stream = TcpStream::connect(self.address).await?;
            write_framed(&mut stream, &query.to_vec().map_err(std::io::Error::other)?).await?;
            read_framed(&mut stream).await
        };
        match timeout(TIMEOUT, exchange).await {
            Ok(Ok(bytes)) => Ok(bytes),
            _ => Err(Failure::Unanswered),
        }
    }
}
