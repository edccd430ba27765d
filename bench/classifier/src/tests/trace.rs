use std::net::Ipv4Addr;

use super::*;

const CLIENT: Ipv4Addr = Ipv4Addr::new(192, 168, 77, 10);
const GATEWAY: Ipv4Addr = Ipv4Addr::new(203, 0, 113, 101);

/// A file as tcpdump writes it (link type RAW), with the first 28 bytes of each packet.
fn capture(packets: &[(u32, u32, Ipv4Addr, u16)]) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(0xa1b2_c3d4_u32.to_le_bytes());
    file.extend([2_u16, 4].map(u16::to_le_bytes).concat());
    file.extend([0_u32, 0, 64, 101].map(u32::to_le_bytes).concat());
    for &(seconds, microseconds, source, payload) in packets {
        let length = 28 + u32::from(payload);
        file.extend([seconds, microseconds, 28, length].map(u32::to_le_bytes).concat());
        let target = if source == CLIENT { GATEWAY } else { CLIENT };
        let header = etherparse::Ipv4Header::new(
            8 + payload,
            64,
            etherparse::IpNumber::UDP,
            source.octets(),
            target.octets(),
        );
        header.unwrap().write(&mut file).unwrap();
        file.extend([0; 8]);
    }
    file
}

fn packet(time: f64, is_outgoing: bool, length: u32) -> Packet {
    Packet {
        time,
        is_outgoing,
        length,
    }
}

#[test]
fn reads_time_direction_and_length_of_udp_packets() {
    let file = capture(&[(7, 500_000, CLIENT, 148), (7, 250_000, GATEWAY, 1_452)]);
    assert_eq!(
        read_capture(&file[..], CLIENT).unwrap(),
        [packet(7.25, false, 1_452), packet(7.5, true, 148)]
    );
}

#[test]
fn reports_a_capture_that_ends_within_a_packet() {
    let file = capture(&[(7, 0, CLIENT, 148)]);
    assert!(read_capture(&file[..file.len() - 4], CLIENT).is_err());
}

#[test]
fn a_visit_ends_with_its_window_or_with_the_next_visit() {
    let packets = [9.0, 10.0, 10.9, 11.0, 11.5, 13.0].map(|time| packet(time, true, 100));
    let visits = [(1, 10.0), (2, 11.0)].map(|(page, start)| Visit { page, start });
    let traces = traces_of(&packets, &visits, 2.0);
    let times: Vec<Vec<f64>> = traces
        .iter()
        .map(|trace| trace.iter().map(|packet| (packet.time * 10.0).round()).collect())
        .collect();
    assert_eq!(times, [vec![0.0, 9.0], vec![0.0, 5.0]]);
}
