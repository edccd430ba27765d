//! Addresses of host names, by plain resolvers.

use std::net::{IpAddr, SocketAddr};

use comet_dns_filter::Upstream;
use hickory_proto::rr::RecordType;

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
        for resolver in &self.0 {
            if let Ok(found) = resolver.addresses(name, record_type).await {
                return found;
            }
        }
        Vec::new()
    }
}

pub fn upstream(address: IpAddr) -> Upstream {
    Upstream::new(SocketAddr::new(address, DNS_PORT))
}
