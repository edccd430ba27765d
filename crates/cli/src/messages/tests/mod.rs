use super::*;

#[test]
fn formats_bytes_in_decimal_units() {
    for (count, text) in [
        (0, "0 B"),
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (1_500_000, "1.5 MB"),
        (2_000_000_000_000_000, "2000.0 TB"),
    ] {
        assert_eq!(bytes(count), text);
    }
}
