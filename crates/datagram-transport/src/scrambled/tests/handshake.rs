use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::scrambled::keys::{NameKey, PairKeys, PublicKey};

const SERVER: PublicKey = PublicKey([1; 32]);

fn keys(client: u8) -> PairKeys {
    PairKeys::new(&SERVER, &PublicKey([client; 32]))
}

proptest! {
    #[test]
    fn opens_what_it_sealed(message in vec(any::<u8>(), 0..=MAX_MESSAGE), flipped: u16) {
        let (pair, mask) = (keys(2), Mask::of_names(&SERVER));
        let named = NameKey::new(&SERVER, &PublicKey([2; 32])).name(5);
        for prefix in [Prefix::Name(&mask, named), Prefix::None] {
            let has_name = matches!(prefix, Prefix::Name(..));
            let key = &pair.to_server.handshake;
            let mut datagram = seal(key, &prefix, &message, &mut Random::new()).unwrap();
            prop_assert_eq!(open(key, has_name, &datagram), Some(message.clone()));
            prop_assert!(!has_name || name(&mask, &datagram) == Some(named));
            for other in [&keys(3).to_server, &pair.to_client] {
                prop_assert_eq!(open(&other.handshake, has_name, &datagram), None);
            }
            let flipped = usize::from(flipped) % datagram.len();
            datagram[flipped] ^= 1;
            // The last 4 of the first 16 bytes and the name are authenticated, too.
            prop_assert_eq!(open(key, has_name, &datagram), None);
        }
    }

    #[test]
    fn garbage_is_refused(datagram in vec(any::<u8>(), 0..800)) {
        let pair = keys(2);
        for has_name in [true, false] {
            prop_assert_eq!(open(&pair.to_server.handshake, has_name, &datagram), None);
        }
    }
}

#[test]
fn equal_messages_become_datagrams_of_many_lengths_without_common_bytes() {
    let (pair, mask, mut random) = (keys(2), Mask::of_names(&SERVER), Random::new());
    let named = NameKey::new(&SERVER, &PublicKey([2; 32])).name(5);
    let mut seal = || {
        let prefix = Prefix::Name(&mask, named);
        seal(&pair.to_server.handshake, &prefix, &[0; MAX_MESSAGE], &mut random).unwrap()
    };
    let datagrams: Vec<_> = (0..512).map(|_| seal()).collect();
    let lengths: HashSet<_> = datagrams.iter().map(Vec::len).collect();
    assert!(lengths.len() > 250);
    for position in 0..RANDOM + NAME + LENGTH {
        let bytes: HashSet<_> = datagrams.iter().map(|datagram| datagram[position]).collect();
        assert!(bytes.len() > 180, "{position}: {}", bytes.len());
    }
}

#[test]
fn a_message_that_is_not_of_a_handshake_is_not_sealed() {
    let too_long = [0; MAX_MESSAGE + 1];
    assert!(
        seal(
            &keys(2).to_server.handshake,
            &Prefix::None,
            &too_long,
            &mut Random::new()
        )
        .is_none()
    );
}
