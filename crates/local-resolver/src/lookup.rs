//! Addresses of host names, by plain resolvers.

use std::net::{IpAddr, SocketAddr};

use comet_dns_filter::Upstream;
use hickory_proto::op::{Message, Query};
use hickory_proto::rr::{Name, RData, RecordType};

const DNS_PORT: u16 = 53;
/// Maximum number of a host's addresses.
const MAX_ADDRESSES: usize = 4;

pub struct Lookup(Vec<Upstream>);

impl Lookup {
    pub fn new(resolvers: &[IpAddr]) -> Self {
        Lookup(resolvers.iter().copied().map(upstream).collect())
    }

    /// The addresses of a domain name; none without an answer.
    pub async fn addresses(&self, name: &str) -> Vec<IpAddr> {
        let mut addresses = Vec::new();
        for record_type in [RecordType::A, RecordType::AAAA] {
            addresses.extend(self.look_up(name, record_type).await);
        }
        addresses.truncate(MAX_ADDRESSES);
        addresses
    }

    async fn look_up(&self, name: &str, record_type: RecordType) -> Vec<IpAddr> {
        let Ok(name) = Name::from_ascii(format!("{name}.")) else {
            return Vec::new();
        };
        let mut query = Message::query();
        query.metadata.recursion_desired = true;
        query.add_query(Query::query(name, record_type));
        for resolver in &self.0 {
            if let Ok(bytes) = resolver.query_udp(&query).await {
                let answer = Message::from_vec(&bytes);
                return answer.map_or_else(|_| Vec::new(), |answer| addresses_in(&answer));
            }
        }
        Vec::new()
    }
}

pub fn upstream(address: IpAddr) -> Upstream {
    Upstream::new(SocketAddr::new(address, DNS_PORT))
}

fn addresses_in(answer: &Message) -> Vec<IpAddr> {
    let address = |data: &RData| match data {
        RData::A(address) => Some(IpAddr::V4(address.0)),
        RData::AAAA(address) => Some(IpAddr::V6(address.0)),
        _ => None,
    };
    answer
        .answers
        .iter()
        .filter_map(|record| address(&record.data))
        .collect()
}
