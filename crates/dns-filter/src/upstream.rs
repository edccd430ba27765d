//! The operator's resolver, which recurses, caches and validates.

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

use crate::serve::{read_framed, write_framed};
use crate::slots::Slots;

const PATIENCE: Duration = Duration::from_secs(3);
/// Queries by UDP and by TCP that wait; each takes a descriptor.
const MOST: [usize; 2] = [8_192, 512];
/// Bytes by UDP, `hickory_net::udp::MAX_RECEIVE_BUFFER_SIZE`; a longer answer comes truncated, and the client asks again by TCP.
const LARGEST_ANSWER: u16 = 4_096;

pub enum Failure {
    /// Too many queries wait, or no answer came in time.
    Unanswered,
    /// `hickory-net` reads every answer by UDP, and this one has an invalid record.
    Unreadable,
}

pub struct Upstream {
    address: SocketAddr,
    udp: Rc<Slots>,
    tcp: Rc<Slots>,
}

impl Upstream {
    pub fn new(address: SocketAddr) -> Self {
        let [udp, tcp] = MOST.map(|most| Slots::new(most, most));
        Upstream { address, udp, tcp }
    }

    /// Returns the resolver's answer with the id of the query. Each query has a random port and id, and an answer must repeat the
    /// question (RFC 5452): `hickory-net` ignores all others.
    pub async fn ask(&self, query: &Message) -> Result<Vec<u8>, Failure> {
        let _slot = self.udp.take(self.address.ip()).ok_or(Failure::Unanswered)?;
        let mut asked = query.clone();
        // A new message has a random id.
        asked.metadata.id = Message::query().metadata.id;
        if let Some(edns) = &mut asked.edns {
            edns.set_max_payload(edns.max_payload().min(LARGEST_ANSWER));
        }
        let mut client = UdpClientStream::builder(self.address, TokioRuntimeProvider::default())
            .with_timeout(Some(PATIENCE))
            .with_max_retries(0)
            .with_os_port_selection(true)
            .build();
        let request = DnsRequest::new(asked, DnsRequestOptions::default());
        let mut bytes = match client.send_message(request).next().await {
            Some(Ok(answer)) => answer.into_buffer(),
            Some(Err(NetError::Proto(ProtoError::Decode(_)))) => return Err(Failure::Unreadable),
            _ => return Err(Failure::Unanswered),
        };
        bytes[..2].copy_from_slice(&query.metadata.id.to_be_bytes());
        Ok(bytes)
    }

    /// Returns the bytes of the resolver's answer, unread.
    pub async fn ask_by_tcp(&self, query: &Message) -> Result<Vec<u8>, Failure> {
        let _slot = self.tcp.take(self.address.ip()).ok_or(Failure::Unanswered)?;
        let exchange = async {
            let mut stream = TcpStream::connect(self.address).await?;
            write_framed(&mut stream, &query.to_vec().map_err(std::io::Error::other)?).await?;
            read_framed(&mut stream).await
        };
        match timeout(PATIENCE, exchange).await {
            Ok(Ok(bytes)) => Ok(bytes),
            _ => Err(Failure::Unanswered),
        }
    }
}
