use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::scrambled::keys::{PairKeys, PublicKey};

fn keys(client: u8) -> PairKeys {
    PairKeys::new(&PublicKey([1; 32]), &PublicKey([client; 32]))
}

/// A data message with its ciphertext.
fn message(counter: u64, ciphertext: &[u8]) -> Vec<u8> {
    let mut message = vec![TYPE, 0, 0, 0, 0xaa, 0xbb, 0xcc, 0xdd];
    message.extend_from_slice(&counter.to_le_bytes());
    message.extend_from_slice(ciphertext);
    message
}

proptest! {
    #[test]
    fn unscrambles_what_it_scrambled(counter: u64, ciphertext in vec(any::<u8>(), 16..1_500)) {
        let (pair, mut scrambler, mut datagram) = (keys(2), DataScrambler::new(), Vec::new());
        let message = message(counter, &ciphertext);
        prop_assert!(is_data(&message));
        scrambler.next_batch();
        scrambler.scramble(&pair.to_server.header, &message, &mut datagram);
        let scrambled = datagram.clone();
        for other in [&pair.to_client, &keys(3).to_server] {
            prop_assert_eq!(unscramble(&other.header, &mut datagram), None);
            prop_assert_eq!(&datagram, &scrambled);
        }
        prop_assert_eq!(unscramble(&pair.to_server.header, &mut datagram), Some(message.len()));
        prop_assert_eq!(&datagram[..message.len()], &message);
        let grows_at_most = if message.len() == MIN { 255 } else if message.len() <= MAX_PADDED { 15 } else { 0 };
        prop_assert!(datagram.len() <= message.len() + grows_at_most);
    }

    #[test]
    fn any_datagram_is_refused_or_shortened(mut datagram in vec(any::<u8>(), 0..200)) {
        let length = datagram.len();
        if let Some(message) = unscramble(&keys(2).to_server.header, &mut datagram) {
            prop_assert!((MIN..=length).contains(&message));
        }
    }
}

#[test]
fn each_byte_of_a_header_is_uniform_and_independent_of_the_next() {
    const PACKETS: usize = 65_536;
    let (pair, mut scrambler, mut random) = (keys(2), DataScrambler::new(), Random::new());
    let (mut datagram, mut counts) = (Vec::new(), vec![[0_u32; 256]; HEADER]);
    let mut equal_to_last = 0;
    let mut last = [0; HEADER];
    for counter in 0..PACKETS as u64 {
        let message = message(counter, random.bytes(48));
        scrambler.scramble(&pair.to_server.header, &message, &mut datagram);
        for (index, byte) in datagram[..HEADER].iter().enumerate() {
            counts[index][usize::from(*byte)] += 1;
            equal_to_last += usize::from(*byte == last[index]);
        }
        last.copy_from_slice(&datagram[..HEADER]);
    }
    let expected = PACKETS as f64 / 256.0;
    for counts in counts {
        let chi_square: f64 = counts
            .iter()
            .map(|count| (f64::from(*count) - expected).powi(2) / expected)
            .sum();
        // 255 degrees of freedom: beyond eight standard deviations.
        assert!(chi_square < 436.0, "{chi_square}");
    }
    let equal = HEADER * PACKETS / 256;
    assert!(
        equal_to_last.abs_diff(equal) < 8 * equal.isqrt(),
        "{equal_to_last}"
    );
}

#[test]
fn keepalives_have_many_lengths_and_a_batch_has_one() {
    let (pair, mut scrambler, mut datagram) = (keys(2), DataScrambler::new(), Vec::new());
    let mut length_of = |scrambler: &mut DataScrambler, length| {
        let message = message(0, &vec![9; length - HEADER]);
        scrambler.scramble(&pair.to_server.header, &message, &mut datagram);
        datagram.len()
    };
    let keepalives: std::collections::HashSet<_> = (0..500).map(|_| length_of(&mut scrambler, MIN)).collect();
    assert!(keepalives.len() > 150);
    let mut batches = std::collections::HashSet::new();
    for _ in 0..200 {
        scrambler.next_batch();
        let length = length_of(&mut scrambler, 96);
        assert_eq!(length_of(&mut scrambler, 96), length);
        assert_eq!(length_of(&mut scrambler, 1_452), 1_452);
        batches.insert(length);
    }
    assert_eq!(batches.len(), usize::from(PADDING));
}
