//! The SOCKS5 proxy of a gateway's tunnels with real sockets. Who reaches it, and what it reaches, is tested with the gateway's rules
//! (`apps/gateway/test/tunnel-socks.net.test.ts`).

mod tunnel_proxy;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use tunnel_proxy::{LOOPBACK, Proxy, free_port, name, start};

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
