//! UDP ASSOCIATE of the SOCKS5 proxy of a gateway's tunnels.

mod tunnel_proxy;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use tunnel_proxy::{LOOPBACK, Proxy, UDP_PORTS, name, start};

/// Time in which a datagram that must not arrive would.
const SILENCE: Duration = Duration::from_millis(300);

fn socket() -> UdpSocket {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    socket
}

fn port_of(socket: &UdpSocket) -> u16 {
    socket.local_addr().unwrap().port()
}

/// Requests an association that announces an address; returns the connection and the address for datagrams, or the code of a refusal.
fn associate(proxy: &Proxy, announced: SocketAddr) -> Result<(TcpStream, SocketAddr), u8> {
    let mut control = TcpStream::connect(proxy.address).unwrap();
    control.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let SocketAddr::V4(announced) = announced else {
        panic!("only IPv4")
    };
    let request = [
        &[5, 1, 0, 5, 3, 0, 1][..],
        &announced.ip().octets(),
        &announced.port().to_be_bytes(),
    ]
    .concat();
    control.write_all(&request).unwrap();
    let mut reply = [0; 12];
    control.read_exact(&mut reply).unwrap();
    assert_eq!(reply[..3], [5, 0, 5]);
    if reply[3] != 0 {
        return Err(reply[3]);
    }
    assert_eq!(reply[4..10], [0, 1, 127, 0, 0, 1]);
    let port = u16::from_be_bytes([reply[10], reply[11]]);
    Ok((control, SocketAddr::from((Ipv4Addr::LOCALHOST, port))))
}

fn any() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))
}

/// A datagram for a destination, with the number of a fragment.
fn request(fragment: u8, address: &[u8], port: u16, payload: &[u8]) -> Vec<u8> {
    [&[0, 0, fragment][..], address, &port.to_be_bytes(), payload].concat()
}

fn received(socket: &UdpSocket) -> (Vec<u8>, SocketAddr) {
    let mut buffer = vec![0; 65_536];
    let (length, from) = socket.recv_from(&mut buffer).unwrap();
    (buffer[..length].to_vec(), from)
}

fn assert_silent(socket: &UdpSocket) {
    socket.set_read_timeout(Some(SILENCE)).unwrap();
    assert!(socket.recv_from(&mut [0; 64]).is_err());
    socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
}

#[test]
fn forwards_datagrams_by_address_and_by_name_and_their_replies() {
    let proxy = start();
    let (client, server) = (socket(), socket());
    let (_control, to) = associate(&proxy, any()).unwrap();
    for address in [LOOPBACK.to_vec(), name("site.example"), name("site.example")] {
        client
            .send_to(&request(0, &address, port_of(&server), b"ping"), to)
            .unwrap();
        let (payload, from) = received(&server);
        assert_eq!(payload, b"ping");
        server.send_to(b"pong", from).unwrap();
        let expected = request(0, &LOOPBACK, port_of(&server), b"pong");
        assert_eq!(received(&client), (expected, to));
    }
}

#[test]
fn forwards_ipv6() {
    let proxy = start();
    let client = socket();
    let server = UdpSocket::bind((Ipv6Addr::LOCALHOST, 0)).unwrap();
    server.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let (_control, to) = associate(&proxy, any()).unwrap();
    let address = [&[4][..], &Ipv6Addr::LOCALHOST.octets()].concat();
    client
        .send_to(&request(0, &address, port_of(&server), b"ping"), to)
        .unwrap();
    let (payload, from) = received(&server);
    assert_eq!(payload, b"ping");
    server.send_to(b"pong", from).unwrap();
    let expected = request(0, &address, port_of(&server), b"pong");
    assert_eq!(received(&client).0, expected);
}

#[test]
fn drops_fragments_invalid_datagrams_and_too_long_ones() {
    let proxy = start();
    let (client, server) = (socket(), socket());
    let (_control, to) = associate(&proxy, any()).unwrap();
    let port = port_of(&server);
    for wrong in [
        request(1, &LOOPBACK, port, b"fragment"),
        request(0, &[2, 127, 0, 0, 1], port, b"unknown type"),
        request(0, &LOOPBACK, port, &[0; 8_193]),
        request(0, &name("nowhere.example"), port, b"no address"),
        vec![0, 0, 0, 3, 255],
        Vec::new(),
    ] {
        client.send_to(&wrong, to).unwrap();
    }
    assert_silent(&server);
    // The control: the longest one.
    client
        .send_to(&request(0, &LOOPBACK, port, &[0; 8_192]), to)
        .unwrap();
    let (payload, from) = received(&server);
    assert_eq!(payload.len(), 8_192);
    server.send_to(&[0; 8_193], from).unwrap();
    assert_silent(&client);
}

#[test]
fn accepts_datagrams_only_from_peers_and_from_the_clients_own_port() {
    let proxy = start();
    let (client, server, stranger) = (socket(), socket(), socket());
    let (_control, to) = associate(&proxy, any()).unwrap();
    let port = port_of(&server);
    client.send_to(&request(0, &LOOPBACK, port, b"1"), to).unwrap();
    let (_, outside) = received(&server);
    // Not a peer: nothing was sent to it.
    stranger.send_to(b"unasked", outside).unwrap();
    assert_silent(&client);
    // Another port of the client's address.
    stranger.send_to(&request(0, &LOOPBACK, port, b"2"), to).unwrap();
    assert_silent(&server);
    // The control: once it is a peer, its datagrams arrive.
    let to_stranger = request(0, &LOOPBACK, port_of(&stranger), b"3");
    client.send_to(&to_stranger, to).unwrap();
    assert_eq!(received(&stranger).0, b"3");
    stranger.send_to(b"reply", outside).unwrap();
    assert!(received(&client).0.ends_with(b"reply"));
}

#[test]
fn an_announced_port_is_the_only_one() {
    let proxy = start();
    let (client, other, server) = (socket(), socket(), socket());
    let (_control, to) = associate(&proxy, client.local_addr().unwrap()).unwrap();
    let datagram = request(0, &LOOPBACK, port_of(&server), b"1");
    other.send_to(&datagram, to).unwrap();
    assert_silent(&server);
    client.send_to(&datagram, to).unwrap();
    assert_eq!(received(&server).0, b"1");
}

#[test]
fn ends_with_its_connection_and_limits_the_associations_of_a_client() {
    let proxy = start();
    let (client, server) = (socket(), socket());
    let mut open: Vec<_> = (0..UDP_PORTS)
        .map(|_| associate(&proxy, any()).unwrap())
        .collect();
    let mut ports: Vec<_> = open.iter().map(|(_, to)| to.port()).collect();
    ports.sort_unstable();
    ports.dedup();
    assert_eq!(ports.len(), usize::from(UDP_PORTS));
    assert_eq!(associate(&proxy, any()).unwrap_err(), 1);
    let (control, to) = open.remove(0);
    let datagram = request(0, &LOOPBACK, port_of(&server), b"1");
    client.send_to(&datagram, to).unwrap();
    let (_, outside) = received(&server);
    drop(control);
    let start = Instant::now();
    // Its port is free for a new one, which does not continue it.
    let (_control, again) = loop {
        match associate(&proxy, any()) {
            Ok(new) => break new,
            Err(_) => assert!(start.elapsed() < Duration::from_secs(10)),
        }
    };
    assert_eq!(again, to);
    server.send_to(b"late", outside).unwrap();
    assert_silent(&client);
}
