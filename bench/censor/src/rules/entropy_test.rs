use std::collections::HashSet;

use super::{Rule, Seen, Verdict};
use crate::packet::Flow;

/// The rule of China's firewall against fully encrypted traffic: Wu et al., "How the Great Firewall of China Detects and Blocks Fully
/// Encrypted Traffic", USENIX Security 2023, §4. It drops a TCP connection, from its first data of the client on, unless one of five
/// exemptions holds.
#[derive(Default)]
pub struct EntropyTest {
    blocked: HashSet<Flow>,
}

impl Rule for EntropyTest {
    fn name(&self) -> &'static str {
        "entropy_test"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let flow = seen.packet.flow;
        if seen.is_first_data {
            self.blocked.remove(&flow);
            if is_fully_encrypted(seen.packet.payload()) {
                self.blocked.insert(flow);
            }
        }
        Verdict::drop_if(self.blocked.contains(&flow))
    }
}

/// Average number of set bits in a byte, from and to which data is exempt.
const EXEMPT_UP_TO: f64 = 3.4;
const EXEMPT_FROM: f64 = 4.6;
/// Printable bytes at the beginning, and in a row, that exempt data.
const PRINTABLE_START: usize = 6;
const PRINTABLE_RUN: usize = 20;

pub fn is_fully_encrypted(data: &[u8]) -> bool {
    let set: u32 = data.iter().map(|byte| byte.count_ones()).sum();
    let average = f64::from(set) / data.len().max(1) as f64;
    let printable = data.iter().filter(|byte| is_printable(byte)).count();
    let max_run = data
        .split(|byte| !is_printable(byte))
        .map(<[u8]>::len)
        .max()
        .unwrap_or(0);
    let is_exempt = average <= EXEMPT_UP_TO
        || average >= EXEMPT_FROM
        || (data.len() >= PRINTABLE_START && data[..PRINTABLE_START].iter().all(is_printable))
        || printable * 2 > data.len()
        || max_run > PRINTABLE_RUN
        || is_tls_or_http(data);
    !is_exempt
}

fn is_printable(byte: &u8) -> bool {
    (0x20..=0x7e).contains(byte)
}

/// Whether data begins as TLS (a record of type 22 or 23 and version 3.0 to 3.9) or an HTTP request.
pub fn is_tls_or_http(data: &[u8]) -> bool {
    const METHODS: [&[u8]; 4] = [b"GET ", b"PUT ", b"POST ", b"HEAD "];
    matches!(data, [0x16 | 0x17, 3, 0..=9, ..]) || METHODS.iter().any(|method| data.starts_with(method))
}
