use std::collections::HashSet;

use super::{Rule, Seen, Verdict, is_within};
use crate::packet::Flow;
use crate::tls::client_hello::ClientHello;
use crate::tls::hello_reader::HelloReader;
use crate::tls::ja4::{ProtocolType, ja4};

enum Criterion {
    /// Only these JA4 fingerprints pass.
    AllowList(Vec<String>),
    /// These domains are blocked, with their subdomains.
    BlockedNames(Vec<String>),
}

/// Resets TLS connections by their ClientHello, and drops QUIC connections by that of their Initial packets, as China's firewall does
/// (Zohaib et al., "Exposing and Circumventing SNI-based QUIC Censorship of the Great Firewall of China", USENIX Security 2025).
pub struct TlsFilter {
    criterion: Criterion,
    reader: HelloReader,
    blocked: HashSet<Flow>,
}

impl TlsFilter {
    pub fn allow_list(ja4: Vec<String>) -> Self {
        Self::new(Criterion::AllowList(ja4))
    }

    pub fn blocked_names(names: Vec<String>) -> Self {
        Self::new(Criterion::BlockedNames(names))
    }

    fn new(criterion: Criterion) -> Self {
        Self {
            criterion,
            reader: HelloReader::default(),
            blocked: HashSet::new(),
        }
    }

    fn is_blocked(&self, hello: &ClientHello, protocol_type: ProtocolType) -> bool {
        match &self.criterion {
            Criterion::AllowList(allowed) => !allowed.contains(&ja4(hello, protocol_type)),
            Criterion::BlockedNames(names) => hello
                .server_name
                .as_deref()
                .is_some_and(|name| is_within(name, names)),
        }
    }
}

impl Rule for TlsFilter {
    fn name(&self) -> &'static str {
        match self.criterion {
            Criterion::AllowList(_) => "tls_allow_list",
            Criterion::BlockedNames(_) => "sni_filter",
        }
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let flow = seen.packet.flow;
        if seen.is_first_data {
            self.blocked.remove(&flow);
        }
        if let Some((hello, protocol_type)) = self.reader.read(seen)
            && self.is_blocked(&hello, protocol_type)
        {
            self.blocked.insert(flow);
            return Verdict::Reset;
        }
        Verdict::drop_if(self.blocked.contains(&flow))
    }
}
