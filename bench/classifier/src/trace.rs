//! The traffic of visits, as an observer of the encrypted flow sees it.

use std::error::Error;
use std::net::Ipv4Addr;

use etherparse::Ipv4HeaderSlice;
use pcap_parser::traits::PcapReaderIterator;
use pcap_parser::{LegacyPcapReader, PcapBlockOwned, PcapError};

use crate::config::Visit;

const UDP_HEADER: usize = 8;
const BUFFER: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packet {
    /// Seconds since the start of the visit; Unix time in a whole capture.
    pub time: f64,
    pub is_outgoing: bool,
    /// Bytes of UDP payload.
    pub length: u32,
}

/// The packets of one visit, in the order of their times.
pub type Trace = Vec<Packet>;

/// Reads a file of libpcap's format with IPv4 packets (link type RAW).
pub fn read_capture(file: impl std::io::Read, client: Ipv4Addr) -> Result<Trace, Box<dyn Error>> {
    let mut reader = LegacyPcapReader::new(BUFFER, file).map_err(|error| error.to_string())?;
    let mut packets = Trace::new();
    loop {
        match reader.next() {
            Ok((size, block)) => {
                if let PcapBlockOwned::Legacy(block) = block {
                    let header = Ipv4HeaderSlice::from_slice(block.data)?;
                    let headers = header.slice().len() + UDP_HEADER;
                    packets.push(Packet {
                        time: f64::from(block.ts_sec) + f64::from(block.ts_usec) / 1e6,
                        is_outgoing: header.source_addr() == client,
                        length: usize::from(header.total_len()).saturating_sub(headers) as u32,
                    });
                }
                reader.consume(size);
            }
            Err(PcapError::Eof) => break,
            Err(PcapError::Incomplete(_)) => reader.refill().map_err(|error| error.to_string())?,
            Err(error) => return Err(error.to_string().into()),
        }
    }
    packets.sort_by(|one, other| one.time.total_cmp(&other.time));
    Ok(packets)
}

/// Returns the packets of each visit: those of `window` seconds from its start, and before the next visit.
pub fn traces_of(packets: &[Packet], visits: &[Visit], window: f64) -> Vec<Trace> {
    let starts: Vec<f64> = visits.iter().map(|visit| visit.start).collect();
    let trace_of = |(index, &start): (usize, &f64)| {
        let next = starts.get(index + 1).copied().unwrap_or(f64::INFINITY);
        let end = next.min(start + window);
        let first = packets.partition_point(|packet| packet.time < start);
        packets[first..]
            .iter()
            .take_while(|packet| packet.time < end)
            .map(|packet| Packet {
                time: packet.time - start,
                ..*packet
            })
            .collect()
    };
    starts.iter().enumerate().map(trace_of).collect()
}

#[cfg(test)]
#[path = "tests/trace.rs"]
mod tests;
