use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Gives `pieces` to a decoder one after the other, and returns the datagrams.
fn decode<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Result<Vec<Vec<u8>>, FrameTooLong> {
    let mut frames = Frames::new();
    let mut datagrams = Vec::new();
    for mut piece in pieces {
        while !piece.is_empty() {
            let space = frames.space();
            let length = piece.len().min(space.len());
            assert!(length > 0, "no space for a frame");
            space[..length].copy_from_slice(&piece[..length]);
            frames.received(length);
            piece = &piece[length..];
            while let Some(datagram) = frames.take()? {
                datagrams.push(datagram.to_vec());
            }
        }
    }
    Ok(datagrams)
}

fn encode(datagrams: &[Vec<u8>]) -> Vec<u8> {
    let mut stream = Vec::new();
    for datagram in datagrams {
        append_frame(&mut stream, datagram);
    }
    stream
}

#[test]
fn split_at_each_byte() {
    let datagrams = vec![vec![1; 148], vec![], vec![4; 300]];
    let stream = encode(&datagrams);
    for at in 0..=stream.len() {
        let (head, tail) = stream.split_at(at);
        assert_eq!(decode([head, tail].into_iter()).unwrap(), datagrams);
    }
    assert_eq!(decode(stream.chunks(1)).unwrap(), datagrams);
}

#[test]
fn refuses_a_length_above_the_maximum() {
    assert_eq!(decode([[0x40, 0x01].as_slice()].into_iter()), Err(FrameTooLong));
    assert_eq!(
        decode([[0x40, 0x00].as_slice()].into_iter()),
        Ok(Vec::<Vec<u8>>::new())
    );
}

#[test]
fn drops_a_datagram_above_the_maximum() {
    assert!(encode(&[vec![0; MAX_DATAGRAM + 1]]).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn decodes_what_is_encoded(
        datagrams in vec(vec(any::<u8>(), 0..1_500), 0..12),
        piece in 1_usize..5_000,
    ) {
        let mut datagrams = datagrams;
        datagrams.push(vec![7; MAX_DATAGRAM]);
        prop_assert_eq!(decode(encode(&datagrams).chunks(piece)).unwrap(), datagrams);
    }

    #[test]
    fn decodes_any_bytes_without_panic(bytes in vec(any::<u8>(), 0..20_000), piece in 1_usize..5_000) {
        let _ = decode(bytes.chunks(piece));
    }
}
