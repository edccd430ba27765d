use super::*;

#[test]
fn reads_64_hexadecimal_digits_only() {
    let text = "0aF1".repeat(16);
    assert_eq!(
        from_hex(&text),
        Some(PublicKey([0x0a, 0xf1].repeat(16).try_into().unwrap()))
    );
    for text in ["", "0a", &"0a".repeat(33), &"0g".repeat(32), &"é".repeat(32)] {
        assert_eq!(from_hex(text), None);
    }
}

#[test]
fn names_differ_by_hour_client_and_server() {
    let key = |byte| PublicKey([byte; 32]);
    let name = |server, client, hour| NameKey::new(&key(server), &key(client)).name(hour);
    let names = [name(1, 2, 5), name(1, 2, 6), name(1, 3, 5), name(4, 2, 5)];
    assert_eq!(name(1, 2, 5), names[0]);
    for (index, one) in names.iter().enumerate() {
        assert!(!names[..index].contains(one));
    }
}

#[test]
fn all_bytes_of_a_mask_depend_on_the_sample() {
    let mask = Mask::of_names(&PublicKey([7; 32]));
    let one = mask.bytes(&[1; SAMPLE]);
    let other = mask.bytes(&[2; SAMPLE]);
    assert!(
        one.iter()
            .zip(other)
            .filter(|(one, other)| **one != *other)
            .count()
            > 12
    );
    assert!(one.chunks(5).collect::<std::collections::HashSet<_>>().len() == 4);
}
