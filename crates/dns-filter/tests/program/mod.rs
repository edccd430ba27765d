//! The program between a client and a resolver of the test's own.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

pub struct Program {
    pub child: Child,
    pub address: SocketAddr,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address of the loopback with a port that is free for both protocols.
fn free_address() -> SocketAddr {
    loop {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = tcp.local_addr().unwrap();
        if UdpSocket::bind(address).is_ok() {
            return address;
        }
    }
}

/// Starts the program with `ads.example` on its list, and returns once it listens.
pub fn start(resolver: SocketAddr) -> Program {
    let address = free_address();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lists");
    let mut child = Command::new(env!("CARGO_BIN_EXE_comet-dns-filter"))
        .args([
            "-",
            &resolver.to_string(),
            folder,
            &format!("{address}=ads,missing"),
        ])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    while TcpStream::connect(address).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "the program has ended");
        thread::sleep(Duration::from_millis(10));
    }
    Program { child, address }
}

/// A query for the A record of `name`.
pub fn query(name: &str, id: u16) -> Vec<u8> {
    let mut bytes = id.to_be_bytes().to_vec();
    bytes.extend_from_slice(&[1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in name.split('.') {
        bytes.push(label.len() as u8);
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.extend_from_slice(&[0, 0, 1, 0, 1]);
    bytes
}

/// A reply without records.
pub fn reply_to(query: &[u8]) -> Vec<u8> {
    let mut reply = query.to_vec();
    reply[2..4].copy_from_slice(&[0x81, 0x80]);
    reply
}

pub fn framed(message: &[u8]) -> Vec<u8> {
    [&(message.len() as u16).to_be_bytes(), message].concat()
}

pub fn read_framed(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut length = [0; 2];
    stream.read_exact(&mut length).ok()?;
    let mut message = vec![0; u16::from_be_bytes(length).into()];
    stream.read_exact(&mut message).ok()?;
    Some(message)
}

/// A resolver that replies to each query by UDP with the replies of `replies`, and by TCP with `reply_to`.
pub fn resolver(replies: fn(&[u8]) -> Vec<Vec<u8>>) -> SocketAddr {
    let address = free_address();
    let (udp, tcp) = (
        UdpSocket::bind(address).unwrap(),
        TcpListener::bind(address).unwrap(),
    );
    thread::spawn(move || {
        let mut buffer = [0; 1_024];
        while let Ok((length, client)) = udp.recv_from(&mut buffer) {
            for reply in replies(&buffer[..length]) {
                udp.send_to(&reply, client).unwrap();
            }
        }
    });
    thread::spawn(move || {
        for mut stream in tcp.incoming().flatten() {
            while let Some(query) = read_framed(&mut stream) {
                let _ = stream.write_all(&framed(&reply_to(&query)));
            }
        }
    });
    address
}

pub fn ask(program: &Program, message: &[u8]) -> Option<Vec<u8>> {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    socket.send_to(message, program.address).unwrap();
    let mut buffer = [0; 1_024];
    let length = socket.recv(&mut buffer).ok()?;
    Some(buffer[..length].to_vec())
}

pub fn connect(program: &Program) -> TcpStream {
    let stream = TcpStream::connect(program.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}
