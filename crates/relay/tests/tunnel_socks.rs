//! The SOCKS5 proxy of a gateway's tunnels with real sockets. Who reaches it, and what it reaches, is tested with the gateway's rules
//! (`apps/gateway/test/tunnel-socks.net.test.ts`).

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

struct Proxy {
    child: Child,
    address: SocketAddr,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// A proxy whose resolver replies to every query for an A record with 127.0.0.1, and `nowhere.example` with no record.
fn start() -> Proxy {
    let resolver = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_comet-relay"))
        .args([
            "tunnel-socks",
            "-",
            &resolver.local_addr().unwrap().to_string(),
            &address.to_string(),
        ])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    thread::spawn(move || {
        let mut query = [0; 512];
        while let Ok((length, from)) = resolver.recv_from(&mut query) {
            resolver.send_to(&reply_to(&query[..length]), from).unwrap();
        }
    });
    while TcpStream::connect(address).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "the program has ended");
        thread::sleep(Duration::from_millis(10));
    }
    Proxy { child, address }
}

fn reply_to(query: &[u8]) -> Vec<u8> {
    let name_end = 12 + query[12..].iter().position(|byte| *byte == 0).unwrap();
    let question = &query[12..name_end + 5];
    let has_record = question[question.len() - 3] == 1 && !query.windows(7).any(|part| part == b"nowhere");
    let mut reply = [
        &query[..2],
        &[0x81, 0x80, 0, 1, 0, has_record.into(), 0, 0, 0, 0],
        question,
    ]
    .concat();
    if has_record {
        reply.extend_from_slice(&[0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    }
    reply
}

/// Sends a CONNECT request; returns the connection and the code of the reply.
fn request(proxy: &Proxy, address: &[u8], port: u16) -> (TcpStream, u8) {
    let mut client = TcpStream::connect(proxy.address).unwrap();
    client.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let message = [&[5, 1, 0, 5, 1, 0][..], address, &port.to_be_bytes()].concat();
    client.write_all(&message).unwrap();
    let mut reply = [0; 12];
    client.read_exact(&mut reply).unwrap();
    assert_eq!(reply[..3], [5, 0, 5]);
    (client, reply[3])
}

fn name(text: &str) -> Vec<u8> {
    [&[3, text.len() as u8][..], text.as_bytes()].concat()
}

const LOOPBACK: [u8; 5] = [1, 127, 0, 0, 1];

/// A server that sends what it has received when the client's end arrives.
fn echo_server() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut received = Vec::new();
            if stream.read_to_end(&mut received).is_ok() {
                let _ = stream.write_all(&received);
            }
        }
    });
    port
}

#[test]
fn forwards_all_bytes_and_the_end_of_either_side_by_address_and_by_name() {
    let proxy = start();
    let port = echo_server();
    let sent: Vec<u8> = (0..300_000_u32).map(|number| number as u8).collect();
    for address in [LOOPBACK.to_vec(), name("site.example")] {
        let (mut client, code) = request(&proxy, &address, port);
        assert_eq!(code, 0);
        client.write_all(&sent).unwrap();
        client.shutdown(Shutdown::Write).unwrap();
        let mut received = Vec::new();
        client.read_to_end(&mut received).unwrap();
        assert!(received == sent);
    }
}

#[test]
fn reports_why_it_does_not_connect() {
    let proxy = start();
    // Nothing listens at the port; the name has no address.
    assert_eq!(request(&proxy, &LOOPBACK, free_port()).1, 5);
    assert_eq!(request(&proxy, &name("nowhere.example"), 80).1, 4);
}

#[test]
fn ends_with_its_standard_input() {
    let mut proxy = start();
    assert!(proxy.child.try_wait().unwrap().is_none());
    drop(proxy.child.stdin.take());
    assert!(proxy.child.wait().unwrap().success());
    assert!(TcpStream::connect(proxy.address).is_err());
}
