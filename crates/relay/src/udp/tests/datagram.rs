use proptest::prelude::*;

use super::*;

#[test]
fn a_written_datagram_parses_to_the_same() {
    for address in ["192.0.2.1:53", "[2001:db8::1]:443"] {
        let address: SocketAddr = address.parse().unwrap();
        let bytes = write(address, b"hello");
        let datagram = read(&bytes).unwrap();
        assert_eq!(
            (address_of(datagram.destination), datagram.payload),
            (Some(address), b"hello".as_slice())
        );
    }
}

#[test]
fn a_host_name_has_no_address_and_rejects_truncated_datagrams_and_fragments() {
    let named = [&[0, 0, 0, 3, 3], b"abc".as_slice(), &[0, 53], b"x"].concat();
    let datagram = read(&named).unwrap();
    assert_eq!(
        (address_of(datagram.destination), datagram.payload),
        (None, b"x".as_slice())
    );
    for length in 0..named.len() - 1 {
        assert!(read(&named[..length]).is_none());
    }
    assert!(read(&[0, 0, 1, 1, 1, 2, 3, 4, 0, 53]).is_none());
    assert!(read(&[0, 0, 0, 2, 1, 2, 3, 4, 0, 53]).is_none());
}

proptest! {
    #[test]
    fn arbitrary_datagrams_parse_completely_or_not_at_all(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Some(datagram) = read(&bytes) {
            prop_assert_eq!(3 + datagram.destination.len() + datagram.payload.len(), bytes.len());
            let _ = address_of(datagram.destination);
        }
    }
}
