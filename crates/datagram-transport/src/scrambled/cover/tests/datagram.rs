use super::super::super::keys::{NameKey, PairKeys, PublicKey};
use super::*;

const RUN_1: Run = [1; RUN];

fn keys() -> PairKeys {
    PairKeys::new(&PublicKey([1; 32]), &PublicKey([2; 32]))
}

fn sealed(keys: &PairKeys, contents: &Contents<'_>) -> Option<Vec<u8>> {
    let sender = Sender {
        key: &keys.to_server.cover,
        run: RUN_1,
        has_machines: true,
        is_paused: false,
        name: None,
    };
    let mut datagram = Vec::new();
    seal(&sender, contents, &mut Random::new(), &mut datagram)?;
    Some(datagram)
}

#[test]
fn all_contents_have_the_same_length_and_arrive() {
    let keys = keys();
    let bytes = [7; CONTENTS];
    for contents in [
        Contents::Dummy,
        Contents::Message(&[]),
        Contents::Message(&bytes[..32]),
        Contents::Message(&bytes),
        Contents::Machines(&bytes[..300]),
    ] {
        let datagram = sealed(&keys, &contents).unwrap();
        assert_eq!(datagram.len(), DATAGRAM);
        let mut buffer = Vec::new();
        let opened = open(&keys.to_server.cover, &datagram, &mut buffer);
        let expected = Opened {
            run: RUN_1,
            has_machines: true,
            is_paused: false,
            contents,
        };
        assert_eq!(opened, Some(expected));
    }
    assert_eq!(sealed(&keys, &Contents::Message(&[7; CONTENTS + 1])), None);
}

#[test]
fn equal_contents_become_different_datagrams() {
    let keys = keys();
    let [one, other] = [(); 2].map(|()| sealed(&keys, &Contents::Dummy).unwrap());
    let equal = one.iter().zip(&other).filter(|(one, other)| one == other).count();
    // One byte of 256 is equal by chance.
    assert!(equal < DATAGRAM / 64, "{equal} bytes are equal");
}

#[test]
fn changed_datagrams_and_those_of_other_keys_are_refused() {
    let keys = keys();
    let datagram = sealed(&keys, &Contents::Machines(b"machines")).unwrap();
    let is_open = |key, datagram: &[u8]| open(key, datagram, &mut Vec::new()).is_some();
    assert!(is_open(&keys.to_server.cover, &datagram));
    for index in [0, 12, RANDOM, PREFIX, PREFIX + HEADER, DATAGRAM - 1] {
        let mut changed = datagram.clone();
        changed[index] ^= 1;
        assert!(!is_open(&keys.to_server.cover, &changed), "byte {index}");
    }
    assert!(!is_open(&keys.to_client.cover, &datagram));
    assert!(!is_open(&keys.to_server.handshake, &datagram));
    assert!(!is_open(&keys.to_server.cover, &datagram[1..]));
}

#[test]
fn a_name_is_read_as_in_a_handshake_and_the_flags_do_not_change_the_contents() {
    let (server, client) = (PublicKey([1; 32]), PublicKey([2; 32]));
    let keys = PairKeys::new(&server, &client);
    let (mask, name) = (Mask::of_names(&server), NameKey::new(&server, &client).name(5));
    let sender = Sender {
        key: &keys.to_server.cover,
        run: RUN_1,
        has_machines: false,
        is_paused: true,
        name: Some((&mask, name)),
    };
    let mut datagram = Vec::new();
    seal(&sender, &Contents::Dummy, &mut Random::new(), &mut datagram).unwrap();
    assert_eq!(super::super::super::handshake::name(&mask, &datagram), Some(name));
    let mut buffer = Vec::new();
    let opened = open(&keys.to_server.cover, &datagram, &mut buffer).unwrap();
    assert_eq!((opened.has_machines, opened.is_paused), (false, true));
    assert_eq!(opened.contents, Contents::Dummy);
}
