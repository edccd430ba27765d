//! Runs the SOCKS5 proxy of a gateway's tunnels with real sockets.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Ports for datagrams, and with them the associations of one client.
pub const UDP_PORTS: u16 = 4;

pub struct Proxy {
    pub child: Child,
    pub address: SocketAddr,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// The first of `UDP_PORTS` free ports in a row.
fn free_udp_ports() -> u16 {
    let bind = |port: u16| UdpSocket::bind((Ipv4Addr::LOCALHOST, port)).ok();
    loop {
        let first = bind(0).unwrap().local_addr().unwrap().port();
        let Some(last) = first.checked_add(UDP_PORTS - 1) else {
            continue;
        };
        if (first..=last).map(bind).collect::<Option<Vec<_>>>().is_some() {
            return first;
        }
    }
}

/// A proxy whose resolver replies to every query for an A record with 127.0.0.1, and `nowhere.example` with no record.
pub fn start() -> Proxy {
    let resolver = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
    let first = free_udp_ports();
    let mut child = Command::new(env!("CARGO_BIN_EXE_comet-relay"))
        .args([
            "tunnel-socks",
            "-",
            &resolver.local_addr().unwrap().to_string(),
            &format!("{first}-{}", first + UDP_PORTS - 1),
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

/// A name as the address of a request.
pub fn name(text: &str) -> Vec<u8> {
    [&[3, text.len() as u8][..], text.as_bytes()].concat()
}

pub const LOOPBACK: [u8; 5] = [1, 127, 0, 0, 1];
