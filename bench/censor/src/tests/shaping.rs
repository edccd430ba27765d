use super::*;
use crate::packet::Packet;

#[test]
fn throttling_permits_a_burst_and_then_the_rate() {
    let mut network = Network::new(r#"[{"kind":"throttle","bytes_per_second":10000,"burst":3000}]"#);
    let packet = || datagram(SERVER, &[7; 972]);
    let passed = |network: &mut Network| (0..100).filter(|_| network.passes(packet())).count();
    assert_eq!(passed(&mut network), 3);
    network.wait(100);
    assert_eq!(passed(&mut network), 1);
    assert!(
        network.passes(reply(SERVER, &[7; 972])),
        "each direction has its own"
    );
    network.wait(60_000);
    assert_eq!(passed(&mut network), 3);
}

#[test]
fn loss_drops_its_share_of_packets() {
    let mut network = Network::new(r#"[{"kind":"loss","percent":5,"seed":28}]"#);
    let passed = (0..10_000)
        .filter(|_| network.passes(datagram(SERVER, b"data")))
        .count();
    assert!((9_400..9_600).contains(&passed), "{passed} passed");
}

#[test]
fn a_translated_flow_ends_after_its_timeout() {
    let mut network = Network::new(r#"[{"kind":"cgn","udp_timeout_ms":30000}]"#);
    let sent = |network: &mut Network| -> SocketAddr {
        let packets = network.send(datagram(SERVER, b"data"));
        let packet = Packet::parse(&packets[0], &[address(CLIENT).ip()]).expect("a packet");
        assert_eq!(packet.payload(), b"data");
        packet.flow.client
    };
    let respond_to =
        |network: &mut Network, to: SocketAddr| network.send(forge::udp(address(SERVER), to, b"response"));
    let first = sent(&mut network);
    assert_ne!(first, address(CLIENT));
    network.wait(20_000);
    assert_eq!(respond_to(&mut network, first), [reply(SERVER, b"response")]);
    assert_eq!(sent(&mut network), first, "the same mapping");
    network.wait(29_999);
    assert_eq!(respond_to(&mut network, first), [reply(SERVER, b"response")]);
    network.wait(1);
    assert!(
        respond_to(&mut network, first).is_empty(),
        "incoming packets do not extend it"
    );
    let second = sent(&mut network);
    assert_ne!(second, first);
    assert!(respond_to(&mut network, first).is_empty());
    assert_eq!(respond_to(&mut network, second), [reply(SERVER, b"response")]);
    assert!(network.passes(datagram(SERVER6, b"data")));
}
