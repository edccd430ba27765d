use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn contains_each_datagram_once_in_order(lengths in vec(0_usize..1_500, 0..100), max in 1_usize..80) {
        let datagrams: Vec<Vec<u8>> =
            lengths.iter().enumerate().map(|(index, length)| vec![index as u8; *length]).collect();
        let mut batch = Batch::new(max);
        let mut sent = Vec::new();
        let send = |batch: &mut Batch, sent: &mut Vec<Vec<u8>>| {
            if let Some((bytes, size)) = batch.contents() {
                let segments: Vec<_> = bytes.chunks(size).map(<[u8]>::to_vec).collect();
                assert!(segments.len() <= max.min(MAX_SEGMENTS) && bytes.len() <= MAX_BYTES);
                sent.extend(segments);
            }
            batch.clear();
        };
        for datagram in &datagrams {
            if !batch.add(datagram) {
                send(&mut batch, &mut sent);
                prop_assert!(batch.add(datagram));
            }
        }
        send(&mut batch, &mut sent);
        let expected: Vec<_> = datagrams.into_iter().filter(|datagram| !datagram.is_empty()).collect();
        prop_assert_eq!(sent, expected);
    }
}
