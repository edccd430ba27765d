//! WireGuard over HTTP/3, both ends on the loopback.

mod program;

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bytes::{Buf, Bytes};
use h3::ext::Protocol;
use http::{Method, Request, StatusCode};
use program::*;
use quinn::crypto::rustls::QuicClientConfig;
use rustls::RootCertStore;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde_json::{Value, json};
use tokio::time::timeout;

const NAME: &str = "gateway.example";

fn server() -> (Program, SocketAddr, UdpSocket, Certificates) {
    let (address, wireguard, certificates) = (free_address(), wireguard(), certificates(NAME));
    let program = start_server(&wireguard, listeners(address, &certificates));
    (program, address, wireguard, certificates)
}

fn listeners(address: SocketAddr, Certificates { certificate, key, .. }: &Certificates) -> Value {
    json!([{ "kind": "quic", "address": address, "certificate": certificate, "key": key }])
}

fn client(address: SocketAddr, authority: &str, name: &str) -> Value {
    json!({ "kind": "quic", "to": address, "server_name": name, "certificate_authorities": [authority] })
}

#[test]
fn carries_datagrams_in_both_directions() {
    let (_server, address, wireguard, certificates) = server();
    let (mut client, local) = start_client(&client(address, &certificates.authority, NAME));
    // 1,312 bytes, a full packet of a tunnel with an MTU of 1,280, fit once the path's MTU is discovered.
    sleep(Duration::from_millis(500));
    exchange(&local, &wireguard);
    assert!(client.end().success());
}

#[test]
fn drops_a_datagram_above_the_path_mtu_and_carries_the_next() {
    let (_server, address, wireguard, certificates) = server();
    let (_client, local) = start_client(&client(address, &certificates.authority, NAME));
    local.send(&[b'x'; 1_500]).unwrap();
    local.send(b"next").unwrap();
    assert_eq!(receive(&wireguard, b"").0, b"next");
}

#[test]
fn reconnects_after_the_death_of_the_server() {
    let (server, address, wireguard, certificates) = server();
    let (_client, local) = start_client(&client(address, &certificates.authority, NAME));
    local.send(b"before").unwrap();
    receive(&wireguard, b"before");
    drop(server);
    let _server = start_server(&wireguard, listeners(address, &certificates));
    // The new server replies to packets of the old connection with stateless resets: the client's idle timeout would be 20 s.
    let start = Instant::now();
    exchange_after_reconnect(&local, &wireguard);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn reconnects_at_once_to_a_server_with_another_key() {
    let (mut server, address, wireguard, mut certificates) = server();
    let (_client, local) = start_client(&client(address, &certificates.authority, NAME));
    local.send(b"before").unwrap();
    receive(&wireguard, b"before");
    assert!(server.end().success());
    certificates.renew(NAME);
    let _server = start_server(&wireguard, listeners(address, &certificates));
    let start = Instant::now();
    exchange_after_reconnect(&local, &wireguard);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn half_open_handshakes_take_no_share_of_an_address() {
    let (address, wireguard, certificates) = (free_address(), wireguard(), certificates(NAME));
    let limits = json!({ "per_address": 1 });
    let _server = start_limited_server(&wireguard, listeners(address, &certificates), limits);
    // An endpoint whose replies are not read, as behind a forged address.
    let relay = UdpSocket::bind("127.0.0.1:0").unwrap();
    let config = client(relay.local_addr().unwrap(), &certificates.authority, NAME);
    let _silent = Program::start("client", &config);
    let mut initial = [0; 2_000];
    let (length, _) = relay.recv_from(&mut initial).unwrap();
    relay.send_to(&initial[..length], address).unwrap();
    sleep(Duration::from_millis(200));
    let (_client, local) = start_client(&client(address, &certificates.authority, NAME));
    exchange(&local, &wireguard);
}

#[test]
fn refuses_and_names_a_certificate_of_another_authority_or_name() {
    let (_server, address, _wireguard, right) = server();
    let other = certificates(NAME);
    for (authority, name, cause) in [
        (&other.authority, NAME, "UnknownIssuer"),
        (&right.authority, "other.example", "not valid for name"),
    ] {
        let start = Instant::now();
        let (code, errors) = Program::start("client", &client(address, authority, name)).failure();
        assert_eq!((code, errors.lines().count()), (Some(1), 1), "{errors}");
        assert!(errors.contains(cause), "{errors}");
        assert!(start.elapsed() < Duration::from_secs(3));
    }
}

#[test]
fn an_unreachable_server_ends_the_client_within_3_seconds() {
    let silent = wireguard();
    let authority = certificates(NAME).authority;
    let start = Instant::now();
    let config = client(silent.local_addr().unwrap(), &authority, NAME);
    let (code, errors) = Program::start("client", &config).failure();
    assert_eq!((code, errors.lines().count()), (Some(1), 1), "{errors}");
    assert!(start.elapsed() < Duration::from_millis(3_500));
}

#[test]
fn garbage_is_not_answered() {
    let (_server, address, wireguard, certificates) = server();
    let probe = UdpSocket::bind("127.0.0.1:0").unwrap();
    probe.connect(address).unwrap();
    probe.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    for garbage in [[0x40; 60].as_slice(), &[0xff; 20], &[1; 148], &[0; 1_200]] {
        probe.send(garbage).unwrap();
    }
    // Only a packet of an unknown connection may get a stateless reset (RFC 9000 §10.3), shorter than itself.
    let mut buffer = [0; 2_000];
    while let Ok(length) = probe.recv(&mut buffer) {
        assert!(length < 60 && buffer[0] & 0xc0 == 0x40, "{length}");
    }
    let (_client, local) = start_client(&client(address, &certificates.authority, NAME));
    local.send(b"alive").unwrap();
    receive(&wireguard, b"alive");
}

#[test]
fn refuses_connections_above_the_limit_of_an_address() {
    let (address, wireguard, certificates) = (free_address(), wireguard(), certificates(NAME));
    let limits = json!({ "per_address": 1 });
    let _server = start_limited_server(&wireguard, listeners(address, &certificates), limits);
    let config = client(address, &certificates.authority, NAME);
    let (mut first, _local) = start_client(&config);
    let (code, errors) = Program::start("client", &config).failure();
    assert_eq!(code, Some(1));
    assert!(errors.contains("H3_EXCESSIVE_LOAD"), "{errors}");
    // A client that ends closes its connection.
    first.end();
    let (_second, _) = start_client(&config);
}

/// A connection without HTTP/3 yet.
async fn connect(address: SocketAddr, certificates: &Certificates) -> quinn::Connection {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(certificates.authority.as_bytes()).unwrap())
        .unwrap();
    let mut tls = rustls::ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    tls.alpn_protocols = vec![b"h3".to_vec()];
    let config = quinn::ClientConfig::new(Arc::new(QuicClientConfig::try_from(tls).unwrap()));
    let endpoint = quinn::Endpoint::client("127.0.0.1:0".parse().unwrap()).unwrap();
    endpoint
        .connect_with(config, address, NAME)
        .unwrap()
        .await
        .unwrap()
}

/// h3 stores whole frames, also of unknown types (RFC 9114 §9).
#[tokio::test]
async fn a_long_frame_takes_no_memory_beyond_the_first_window() {
    let (_server, address, _wireguard, certificates) = server();
    let quic = connect(address, &certificates).await;
    let mut control = quic.open_uni().await.unwrap();
    // The control stream, empty settings, and a frame of the reserved type 0x21 with 2^30 bytes.
    let frames = [0x00, 0x04, 0x00, 0x21, 0xc0, 0, 0, 0, 0x40, 0, 0, 0];
    control.write_all(&frames).await.unwrap();
    let mut written = 0;
    while let Ok(length) = timeout(Duration::from_secs(1), control.write(&[0; 4_096])).await {
        written += length.unwrap();
        assert!(written <= 32_768, "{written}");
    }
    assert!(written > 8_192, "{written}");
}

#[tokio::test]
async fn other_requests_get_the_page_of_a_site() {
    let (_server, address, _wireguard, certificates) = server();
    let quic = connect(address, &certificates).await;
    let connection = h3_quinn::Connection::new(quic);
    let (mut driver, mut requests) = h3::client::builder()
        .enable_datagram(true)
        .build::<_, _, Bytes>(connection)
        .await
        .unwrap();
    tokio::spawn(async move { driver.wait_idle().await });

    let masque = "/.well-known/masque/udp";
    let tunnel_to = |path: String| {
        Request::builder()
            .method(Method::CONNECT)
            .uri(format!("https://{NAME}{path}"))
            .extension(Protocol::CONNECT_UDP)
            .body(())
            .unwrap()
    };
    let get = |path: &str| Request::get(format!("https://{NAME}{path}")).body(()).unwrap();
    for request in [
        get("/"),
        get(&format!("{masque}/localhost/51820/")),
        tunnel_to(format!("{masque}/127.0.0.1/{}/", address.port())),
        tunnel_to(format!("{masque}/192.0.2.1/53/")),
        tunnel_to(format!("{masque}/localhost/22/")),
    ] {
        let mut stream = requests.send_request(request).await.unwrap();
        let response = stream.recv_response().await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        let mut page = stream.recv_data().await.unwrap().unwrap();
        assert!(
            page.copy_to_bytes(page.remaining())
                .starts_with(b"<!doctype html>")
        );
    }
    let mut stream = requests
        .send_request(tunnel_to(format!("{masque}/localhost/51820/")))
        .await
        .unwrap();
    assert_eq!(stream.recv_response().await.unwrap().status(), StatusCode::OK);
}
