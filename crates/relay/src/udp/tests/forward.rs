use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use super::super::EgressRouteConfig;
use super::*;
use crate::sockets::pair;

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const QUOTA_ACCOUNT: u32 = 7;

#[test]
fn a_datagram_counts_with_its_headers() {
    let at = |address: &str| address.parse::<SocketAddr>().unwrap();
    assert_eq!(counted(b"hello", at("192.0.2.1:53")), 33);
    assert_eq!(counted(b"", at("[2001:db8::1]:53")), 48);
}

#[test]
fn empty_datagrams_use_quota() {
    let site = UdpSocket::bind((LOCAL, 0)).unwrap();
    site.set_nonblocking(true).unwrap();
    let config = EgressRouteConfig {
        limiter: 0,
        is_provider: false,
        ipv4: SocketAddr::new(LOCAL, 0),
        ipv6: None,
    };
    let mut association = Association::open(LOCAL, LOCAL, Some(9), &[config]).unwrap();
    let (client, _customer) = pair();
    let mut connection = ProxyConnection::new(client, LOCAL);
    connection.quota_account = QUOTA_ACCOUNT;
    let mut shared = SharedState::new();
    shared.quota_accounts.grant(QUOTA_ACCOUNT, 2 * 28, 0);
    let to = site.local_addr().unwrap();
    for _ in 0..9 {
        connection.send_datagram(1, 0, to, b"", &mut association, &mut shared);
    }
    let received = std::iter::from_fn(|| site.recv(&mut [0; 9]).ok());
    assert_eq!(received.collect::<Vec<_>>(), [0, 0]);
}
