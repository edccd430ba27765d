use proptest::prelude::*;

use super::*;

#[test]
fn reads_a_command_once_it_is_complete() {
    let bytes = [
        7, 20, 0, 0, 0, 9, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0,
    ];
    for length in 0..bytes.len() {
        assert!(matches!(read(&bytes[..length]), Ok(None)));
    }
    let Ok(Some((
        Command::Grant {
            quota_account,
            bytes,
            mark,
        },
        25,
    ))) = read(&bytes)
    else {
        panic!("not a grant");
    };
    assert_eq!((quota_account, bytes, mark), (9, 100, 50));
}

#[test]
fn rejects_invalid_frames() {
    assert!(read(&[99, 0, 0, 0, 0]).is_err());
    assert!(read(&[6, 1, 0, 0, 0, 1]).is_err());
    assert!(read(&[6, 255, 255, 255, 255]).is_err());
}

proptest! {
    #[test]
    fn arbitrary_frames_are_consumed_whole_or_rejected(
        kind in 0_u8..32,
        body in proptest::collection::vec(any::<u8>(), 0..200),
        more in proptest::collection::vec(any::<u8>(), 0..20),
    ) {
        let mut bytes = vec![kind];
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&body);
        for length in 0..bytes.len() {
            prop_assert!(matches!(read(&bytes[..length]), Ok(None)));
        }
        let length = bytes.len();
        bytes.extend_from_slice(&more);
        match read(&bytes) {
            Ok(Some((_, read))) => prop_assert_eq!(read, length),
            Ok(None) => prop_assert!(false, "a complete frame was not read"),
            Err(()) => (),
        }
    }

    #[test]
    fn arbitrary_bytes_cause_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }
}
