use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn reads_arbitrary_bytes_without_panicking(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = read_query(&bytes);
    }

    #[test]
    fn reads_the_name_of_a_question(labels in proptest::collection::vec("[a-zA-Z0-9_][a-zA-Z0-9_-]{0,20}", 1..6)) {
        let mut bytes = vec![0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        for label in &labels {
            bytes.push(u8::try_from(label.len()).unwrap());
            bytes.extend_from_slice(label.as_bytes());
        }
        bytes.extend_from_slice(&[0, 0, 1, 0, 1]);
        let query = read_query(&bytes).unwrap();
        prop_assert_eq!(query.queries[0].name().to_ascii(), format!("{}.", labels.join(".")));
        bytes[2] |= 0x80;
        prop_assert!(read_query(&bytes).is_none());
    }
}
