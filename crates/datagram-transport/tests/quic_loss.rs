//! WireGuard over HTTP/3 on a congested path.

mod program;

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use program::relay::relay;
use program::*;
use serde_json::json;

const NAME: &str = "gateway.example";
/// A full packet of a tunnel with an MTU of 1,280, above QUIC's initial MTU.
const FULL: usize = 1_312;

/// A path between a client and a server that can lose every second full packet of the client.
struct Path {
    address: SocketAddr,
    loses: Arc<AtomicBool>,
    lost: Arc<AtomicUsize>,
}

impl Path {
    fn to(server: SocketAddr) -> Self {
        let (loses, lost): (Arc<AtomicBool>, Arc<AtomicUsize>) = Default::default();
        let (losing, counted, full) = (loses.clone(), lost.clone(), AtomicUsize::new(0));
        let address = relay(server, move |to_server, datagram| {
            let is_full = to_server && datagram.len() > FULL;
            let is_lost =
                is_full && full.fetch_add(1, Ordering::Relaxed) % 2 == 1 && losing.load(Ordering::Relaxed);
            counted.fetch_add(usize::from(is_lost), Ordering::Relaxed);
            !is_lost
        });
        Self { address, loses, lost }
    }
}

/// Sends full datagrams until one arrives, and returns the time until then.
fn time_to_full(local: &UdpSocket, wireguard: &UdpSocket) -> Duration {
    let start = Instant::now();
    let sent = [b'f'; FULL];
    let mut buffer = [0; 2_000];
    wireguard
        .set_read_timeout(Some(Duration::from_millis(50)))
        .unwrap();
    while start.elapsed() < PATIENCE {
        local.send(&sent).unwrap();
        while let Ok((length, _)) = wireguard.recv_from(&mut buffer) {
            if buffer[..length] == sent {
                return start.elapsed();
            }
        }
    }
    panic!("no full datagram arrives any more");
}

#[test]
fn full_datagrams_arrive_again_soon_after_congestion() {
    let (address, wireguard, certificates) = (free_address(), wireguard(), certificates(NAME));
    let Certificates {
        certificate,
        key,
        authority,
        ..
    } = &certificates;
    let listener = json!({ "kind": "quic", "address": address, "certificate": certificate, "key": key });
    let _server = start_server(&wireguard, json!([listener]));
    let path = Path::to(address);
    let config = json!({
        "kind": "quic", "to": path.address, "server_name": NAME, "certificate_authorities": [authority],
    });
    let (_client, local) = start_client(&config);
    time_to_full(&local, &wireguard);
    for round in 0..3 {
        path.loses.store(true, Ordering::Relaxed);
        for _ in 0..40 {
            local.send(&[b'l'; FULL]).unwrap();
        }
        thread::sleep(Duration::from_millis(200));
        path.loses.store(false, Ordering::Relaxed);
        while wireguard.recv(&mut [0; 2_000]).is_ok() {}
        let time = time_to_full(&local, &wireguard);
        assert!(time < Duration::from_secs(3), "round {round}: {time:?}");
    }
    assert!(path.lost.load(Ordering::Relaxed) > 30);
}
