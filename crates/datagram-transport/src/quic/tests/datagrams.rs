use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

#[test]
fn integers_of_rfc_9000() {
    // RFC 9000, appendix A.1.
    let examples: [(&[u8], u64); 4] = [
        (
            &[0xc2, 0x19, 0x7c, 0x5e, 0xff, 0x14, 0xe8, 0x8c],
            151_288_809_941_952_652,
        ),
        (&[0x9d, 0x7f, 0x3e, 0x7d], 494_878_333),
        (&[0x7b, 0xbd], 15_293),
        (&[0x25], 37),
    ];
    for (bytes, value) in examples {
        assert_eq!(take_variable(bytes), Some((value, [].as_slice())));
        let mut encoded = BytesMut::new();
        put_variable(&mut encoded, value);
        assert_eq!(encoded, bytes);
        for length in 0..bytes.len() {
            assert_eq!(take_variable(&bytes[..length]), None);
        }
    }
}

#[test]
fn drops_datagrams_of_other_requests_and_contexts() {
    let payloads = Payloads::new(4);
    assert_eq!(payloads.decode(&[1, 0, 7]), Some([7].as_slice()));
    assert_eq!(payloads.decode(&[0, 0, 7]), None);
    assert_eq!(payloads.decode(&[1, 2, 7]), None);
    assert_eq!(payloads.decode(&payloads.empty()), None);
}

proptest! {
    #[test]
    fn decodes_what_is_encoded(quarter in 0_u64..1 << 60, payload in vec(any::<u8>(), 0..1_500)) {
        let payloads = Payloads::new(quarter * 4);
        let encoded = payloads.encode(&mut BytesMut::new(), &payload);
        prop_assert_eq!(payloads.decode(&encoded), Some(payload.as_slice()));
    }

    #[test]
    fn decodes_any_bytes_without_panic(bytes in vec(any::<u8>(), 0..40)) {
        let _ = Payloads::new(0).decode(&bytes);
    }
}
