//! Addresses of a name.

use std::net::IpAddr;

use hickory_proto::op::{Message, Query};
use hickory_proto::rr::{Name, RData, RecordType};

use crate::{Failure, Upstream};

impl Upstream {
    /// Returns the addresses in the answer for a name, as A or AAAA records; none for an invalid name or an unreadable answer.
    pub async fn addresses(&self, name: &str, record_type: RecordType) -> Result<Vec<IpAddr>, Failure> {
        let Ok(name) = Name::from_ascii(format!("{}.", name.trim_end_matches('.'))) else {
            return Ok(Vec::new());
        };
        let mut query = Message::query();
        query.metadata.recursion_desired = true;
        query.add_query(Query::query(name, record_type));
        let bytes = self.query_udp(&query).await?;
        Ok(Message::from_vec(&bytes).map_or_else(|_| Vec::new(), |answer| addresses_in(&answer)))
    }
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
