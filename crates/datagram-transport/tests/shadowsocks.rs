//! WireGuard over Shadowsocks 2022, both ends on the loopback, also with the ends of shadowsocks-rust.

mod program;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};

use program::*;
use ring::hkdf::{HKDF_SHA256, Salt};
use serde_json::{Value, json};
use shadowsocks::config::{ServerType, ServerUser, ServerUserManager};
use shadowsocks::context::Context;
use shadowsocks::crypto::CipherKind;
use shadowsocks::relay::Address;
use shadowsocks::relay::tcprelay::ProxyClientStream;
use shadowsocks::relay::udprelay::options::UdpSocketControlData;
use shadowsocks::{ProxyListener, ProxySocket, ServerConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const METHOD: CipherKind = CipherKind::AEAD2022_BLAKE3_AES_256_GCM;

fn client_of(address: SocketAddr, client: u8, network: &str) -> Value {
    json!({ "kind": "shadowsocks", "network": network, "to": address, "server_key": SERVER_KEY, "client_key": key(client) })
}

fn restart(wireguard: &UdpSocket, address: SocketAddr) -> Program {
    let program = start_server(wireguard, json!([{ "kind": "shadowsocks", "address": address }]));
    program.write(&json!({ "add": [key(1)] }));
    program
}

/// A server that knows client 1.
fn server() -> (Program, SocketAddr, UdpSocket) {
    let (address, wireguard) = (free_address(), wireguard());
    (restart(&wireguard, address), address, wireguard)
}

/// The preshared keys of the server and of client 1, as the README derives them.
fn preshared_keys() -> [ServerUser; 2] {
    let derive = |label: &str, keys: &[u8]| {
        let mut key = vec![0; 32];
        let salt = format!("comet wireguard over shadowsocks, {label}, 1");
        let secret = Salt::new(HKDF_SHA256, salt.as_bytes()).extract(keys);
        let okm = secret.expand(&[b"psk"], HKDF_SHA256).unwrap();
        okm.fill(&mut key).unwrap();
        ServerUser::new("", key)
    };
    let server = [0x5a; 32];
    let user = derive("key of the user", &[server, [1; 32]].concat());
    [derive("key of the server", &server), user]
}

fn stock_client(server: SocketAddr) -> ServerConfig {
    let password = preshared_keys().map(|key| key.encoded_key()).join(":");
    ServerConfig::new(server, password, METHOD).unwrap()
}

fn stock_server(address: SocketAddr) -> ServerConfig {
    let [server, user] = preshared_keys();
    let mut users = ServerUserManager::new();
    users.add_user(user);
    let mut config = ServerConfig::new(address, server.encoded_key(), METHOD).unwrap();
    config.set_user_manager(users);
    config
}

fn named_target() -> Address {
    Address::DomainNameAddress("localhost".to_owned(), 51_820)
}

/// Waits until the server has read of its client.
fn wait_until_known(local: &UdpSocket, wireguard: &UdpSocket) {
    exchange_after_reconnect(local, wireguard);
}

#[test]
fn carries_datagrams_over_udp_and_tcp() {
    let (_server, address, wireguard) = server();
    for network in ["udp", "tcp"] {
        let (mut client, local) = start_client(&client_of(address, 1, network));
        wait_until_known(&local, &wireguard);
        exchange(&local, &wireguard);
        assert!(client.end().success());
    }
}

#[test]
fn continues_after_a_restart_of_the_server() {
    let (first, address, wireguard) = server();
    let clients = ["udp", "tcp"].map(|network| start_client(&client_of(address, 1, network)));
    for (_, local) in &clients {
        wait_until_known(local, &wireguard);
    }
    drop(first);
    let _second = restart(&wireguard, address);
    for (_, local) in &clients {
        wait_until_known(local, &wireguard);
        exchange(local, &wireguard);
    }
}

#[tokio::test]
async fn serves_the_client_of_shadowsocks_rust() {
    let (_server, address, wireguard) = server();
    let (_ready, local) = start_client(&client_of(address, 1, "udp"));
    wait_until_known(&local, &wireguard);
    let config = stock_client(address);
    let literal = Address::SocketAddress(wireguard.local_addr().unwrap());
    for (session_id, target) in [(1, named_target()), (2, literal)] {
        let mut control = UdpSocketControlData::default();
        control.client_session_id = session_id;
        let context = Context::new_shared(ServerType::Local);
        let socket = ProxySocket::connect(context.clone(), &config).await.unwrap();
        socket
            .send_with_ctrl(&target, &control, b"over UDP")
            .await
            .unwrap();
        let (_, session) = receive(&wireguard, b"over UDP");
        wireguard.send_to(b"response", session).unwrap();
        let mut buffer = [0; 2_000];
        let (length, from, _) = socket.recv(&mut buffer).await.unwrap();
        assert_eq!(&buffer[..length], b"response");
        assert_eq!(from, Address::SocketAddress(wireguard.local_addr().unwrap()));

        let mut stream = ProxyClientStream::connect(context, &config, target)
            .await
            .unwrap();
        stream.write_all(b"\0\x08over TCP").await.unwrap();
        let (_, session) = receive(&wireguard, b"over TCP");
        wireguard.send_to(b"response", session).unwrap();
        let mut frame = [0; 10];
        stream.read_exact(&mut frame).await.unwrap();
        assert_eq!(&frame, b"\0\x08response");
    }
}

#[tokio::test]
async fn is_served_by_the_server_of_shadowsocks_rust() {
    let address = free_address();
    let (config, context) = (stock_server(address), Context::new_shared(ServerType::Server));
    let udp = ProxySocket::bind(context.clone(), &config).await.unwrap();
    let tcp = ProxyListener::bind(context, &config).await.unwrap();
    let (_client, local) = start_client(&client_of(address, 1, "udp"));
    local.send(b"over UDP").unwrap();
    let mut buffer = [0; 2_000];
    let (length, from, target, _, control) = udp.recv_from_with_ctrl(&mut buffer).await.unwrap();
    assert_eq!((&buffer[..length], target), (&b"over UDP"[..], named_target()));
    let mut control = control.unwrap();
    control.server_session_id = 1;
    // It is authenticated by the key of the user.
    let user = control.user.clone().unwrap();
    assert_eq!(user.key(), preshared_keys()[1].key());
    udp.send_to_with_ctrl(from, &named_target(), &control, b"response")
        .await
        .unwrap();
    assert_eq!(receive(&local, b"response").0, b"response");
    // A copy of it is dropped; the next one passes.
    udp.send_to_with_ctrl(from, &named_target(), &control, b"a copy")
        .await
        .unwrap();
    control.packet_id += 1;
    udp.send_to_with_ctrl(from, &named_target(), &control, b"next")
        .await
        .unwrap();
    let mut received = [0; 100];
    assert_eq!(local.recv(&mut received).unwrap(), b"next".len());

    let (_client, local) = start_client(&client_of(address, 1, "tcp"));
    local.send(b"over TCP").unwrap();
    let (mut stream, _) = tcp.accept().await.unwrap();
    assert_eq!(stream.handshake().await.unwrap(), named_target());
    let mut frame = [0; 10];
    stream.read_exact(&mut frame).await.unwrap();
    assert_eq!(&frame, b"\0\x08over TCP");
    stream.write_all(b"\0\x08response").await.unwrap();
    assert_eq!(receive(&local, b"response").0, b"response");
}

#[tokio::test]
async fn unknown_and_removed_clients_other_targets_and_garbage_reach_nothing() {
    let (server, address, wireguard) = server();
    let (_known, local) = start_client(&client_of(address, 1, "udp"));
    wait_until_known(&local, &wireguard);
    let context = Context::new_shared(ServerType::Local);
    let socket = ProxySocket::connect(context.clone(), &stock_client(address))
        .await
        .unwrap();
    let other = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let elsewhere = Address::SocketAddress(other.local_addr().unwrap());
    socket.send(&elsewhere, b"elsewhere").await.unwrap();
    let mut stream = ProxyClientStream::connect(context, &stock_client(address), elsewhere)
        .await
        .unwrap();
    stream.write_all(b"\0\x09elsewhere").await.unwrap();
    let unknown = ["udp", "tcp"].map(|network| start_client(&client_of(address, 2, network)));
    for (_, local) in &unknown {
        local.send(b"unknown").unwrap();
    }
    let probe = Relay::outer(address);
    for garbage in [vec![0; 1_200], vec![0xff; 59], vec![7; 3], vec![1; 148]] {
        probe.send(&garbage).unwrap();
    }
    assert!(is_silent(&wireguard) && is_silent(&other) && is_silent(&probe));
    server.write(&json!({ "add": [key(2)], "remove": [key(1)] }));
    for (_, local) in &unknown {
        wait_until_known(local, &wireguard);
    }
    let (_removed, local) = start_client(&client_of(address, 1, "udp"));
    local.send(b"removed").unwrap();
    assert!(is_silent(&wireguard));
}

#[test]
fn copies_of_packets_reach_wireguard_once_also_from_another_address() {
    let (_server, address, wireguard) = server();
    let (_ready, other) = start_client(&client_of(address, 1, "udp"));
    wait_until_known(&other, &wireguard);
    let mut relay = Relay::new(address);
    let (_client, local) = start_client(&client_of(relay.address(), 1, "udp"));
    local.send(b"datagram").unwrap();
    let copied = relay.pass();
    let (_, session) = receive(&wireguard, b"datagram");
    let probe = Relay::outer(address);
    probe.send(&copied).unwrap();
    relay.to_server.send(&copied).unwrap();
    assert!(is_silent(&wireguard));
    // Responses go to the client, not to the sender of the copy.
    wireguard.send_to(b"response", session).unwrap();
    assert!(relay.to_server.recv(&mut [0; 2_000]).is_ok());
    assert!(is_silent(&probe));
    // The control: the next packet from another address moves the session there.
    relay.to_server = probe;
    wireguard.set_read_timeout(Some(PATIENCE)).unwrap();
    local.send(b"datagram").unwrap();
    relay.pass();
    let (_, session) = receive(&wireguard, b"datagram");
    wireguard.send_to(b"response", session).unwrap();
    relay.to_server.set_read_timeout(Some(PATIENCE)).unwrap();
    assert!(relay.to_server.recv(&mut [0; 2_000]).is_ok());
}

#[test]
fn a_copied_tcp_connection_reaches_nothing_and_gets_no_byte() {
    let (_server, address, wireguard) = server();
    let (_ready, other) = start_client(&client_of(address, 1, "udp"));
    wait_until_known(&other, &wireguard);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let (_client, local) = start_client(&client_of(listener.local_addr().unwrap(), 1, "tcp"));
    let (mut from_client, _) = listener.accept().unwrap();
    local.send(b"datagram").unwrap();
    let mut copied = [0; 2_000];
    let length = from_client.read(&mut copied).unwrap();
    let mut first = TcpStream::connect(address).unwrap();
    first.write_all(&copied[..length]).unwrap();
    let (_, session) = receive(&wireguard, b"datagram");
    let mut second = TcpStream::connect(address).unwrap();
    second.write_all(&copied[..length]).unwrap();
    assert!(is_silent(&wireguard));
    wireguard.send_to(b"response", session).unwrap();
    assert!(first.read(&mut [0; 100]).unwrap() > 0);
    second.set_read_timeout(Some(SILENCE)).unwrap();
    assert!(second.read(&mut [0; 100]).is_err());
}

#[test]
fn connections_without_a_request_stay_open_get_no_byte_and_are_closed() {
    let (_server, address, _wireguard) = server();
    let connections = [1, 75, 3_000].map(|length| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&vec![0xa7; length]).unwrap();
        stream
    });
    for mut stream in &connections {
        stream.set_read_timeout(Some(SILENCE)).unwrap();
        assert!(stream.read(&mut [0; 16]).is_err());
    }
    for stream in &connections {
        assert!(closed_silently(stream));
    }
}

#[test]
fn a_server_without_the_key_of_wireguard_names_the_cause() {
    let listeners = json!([{ "kind": "shadowsocks", "address": free_address() }]);
    let config = json!({ "to": free_address(), "listeners": listeners });
    let (code, errors) = Program::start("server", &config).failure();
    assert_eq!(code, Some(1));
    assert!(errors.contains("Shadowsocks need public_key"), "{errors}");
}
