//! A network between one client and a server.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};
use std::thread;

/// Returns the address at which a client reaches `server`. `passes` is called with each datagram, and true for those to the server; one for
/// which it returns false is lost.
pub fn relay(server: SocketAddr, passes: impl Fn(bool, &[u8]) -> bool + Send + Sync + 'static) -> SocketAddr {
    let outer = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let inner = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    inner.connect(server).unwrap();
    let address = outer.local_addr().unwrap();
    let (passes, client) = (Arc::new(passes), Arc::new(Mutex::new(None)));
    let (to_client, from_server) = (outer.try_clone().unwrap(), inner.try_clone().unwrap());
    let (passes_out, of_client) = (passes.clone(), client.clone());
    thread::spawn(move || {
        let mut buffer = [0; 2_000];
        while let Ok((length, from)) = outer.recv_from(&mut buffer) {
            *of_client.lock().unwrap() = Some(from);
            if passes_out(true, &buffer[..length]) {
                let _ = inner.send(&buffer[..length]);
            }
        }
    });
    thread::spawn(move || {
        let mut buffer = [0; 2_000];
        while let Ok(length) = from_server.recv(&mut buffer) {
            let client: SocketAddr = client.lock().unwrap().unwrap();
            if passes(false, &buffer[..length]) {
                let _ = to_client.send_to(&buffer[..length], client);
            }
        }
    });
    address
}
