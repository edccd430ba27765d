use proptest::prelude::*;

use super::*;

/// Feeds a body in pieces of `size` bytes. Returns the written bytes and the number of bytes after the body.
fn read(
    framing: Framing,
    writes_chunks: bool,
    bytes: &[u8],
    size: usize,
) -> Result<(Vec<u8>, usize), Malformed> {
    let mut body = Body::new(framing, writes_chunks);
    let mut out = Vec::new();
    let mut used = 0;
    for piece in bytes.chunks(size) {
        used += body.feed(piece, &mut out)?;
        if body.is_done() {
            return Ok((out, bytes.len() - used));
        }
    }
    body.close(&mut out)?;
    Ok((out, bytes.len() - used))
}

#[test]
fn parses_chunks_in_pieces_of_any_size() {
    let bytes = b"5;ext=\"a\"\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\nX-Trailer: 1\r\n\r\nGET /";
    for size in 1..bytes.len() {
        let (out, rest) = read(Framing::Chunked, false, bytes, size).unwrap();
        assert_eq!((out.as_slice(), rest), (b"hello0123456789abcdef".as_slice(), 5));
    }
}

#[test]
fn drops_chunk_extensions_and_trailers() {
    let bytes = b"5;a=b\r\nhello\r\n0\r\nX: 1\r\n\r\n";
    let (out, rest) = read(Framing::Chunked, true, bytes, 1_000).unwrap();
    assert_eq!((out.as_slice(), rest), (b"5\r\nhello\r\n0\r\n\r\n".as_slice(), 0));
}

#[test]
fn a_body_with_a_length_ends_exactly_there() {
    assert_eq!(
        read(Framing::Length(5), false, b"helloX", 2),
        Ok((b"hello".to_vec(), 1))
    );
    assert_eq!(read(Framing::Length(6), false, b"hello", 2), Err(Malformed));
    assert_eq!(read(Framing::None, false, b"x", 1), Ok((Vec::new(), 1)));
}

#[test]
fn a_body_until_close_is_written_in_chunks() {
    let (out, _) = read(Framing::UntilClose, true, b"hello", 1_000).unwrap();
    assert_eq!(out, b"5\r\nhello\r\n0\r\n\r\n");
}

#[test]
fn rejects_ambiguous_chunks() {
    for bytes in [
        b"5\nhello\r\n0\r\n\r\n".as_slice(),
        b"\r\n5\r\nhello\r\n0\r\n\r\n",
        b";x\r\nhello\r\n0\r\n\r\n",
        b"-5\r\nhello\r\n0\r\n\r\n",
        b"0x5\r\nhello\r\n0\r\n\r\n",
        b"5\r\nhelloX\r\n0\r\n\r\n",
        b"5\r\nhello\n0\r\n\r\n",
        b"5\r\nhello\r\nnonsense\r\n",
        b"10000000000000005\r\nhello\r\n0\r\n\r\n",
        b"5;\rx\r\nhello\r\n0\r\n\r\n",
        b"5\r\nhello\r\n0\r\nX: 1\n\r\n",
    ] {
        for size in [1, 3, 1_000] {
            assert_eq!(
                read(Framing::Chunked, false, bytes, size),
                Err(Malformed),
                "{bytes:?}"
            );
        }
    }
    let long = [b"5;".as_slice(), &[b'x'; 2_000]].concat();
    assert_eq!(read(Framing::Chunked, false, &long, 100), Err(Malformed));
    let trailers = [b"0\r\n".as_slice(), &b"X: y\r\n".repeat(4_000)].concat();
    assert_eq!(read(Framing::Chunked, false, &trailers, 100), Err(Malformed));
}

proptest! {
    #[test]
    fn written_chunks_parse_to_the_same_data(
        pieces in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 1..100), 0..20),
        size in 1_usize..60,
    ) {
        let data = pieces.concat();
        let mut coded = Vec::new();
        let mut writer = Body::new(Framing::UntilClose, true);
        for piece in &pieces {
            writer.feed(piece, &mut coded).unwrap();
        }
        writer.close(&mut coded).unwrap();
        prop_assert_eq!(read(Framing::Chunked, false, &coded, size), Ok((data.clone(), 0)));
        // Parsing and writing once more preserves the data.
        let (again, _) = read(Framing::Chunked, true, &coded, size).unwrap();
        prop_assert_eq!(read(Framing::Chunked, false, &again, 1_000), Ok((data, 0)));
    }

    #[test]
    fn arbitrary_bytes_end_alike_in_pieces_of_any_size(
        bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\r'), Just(b'\n'), Just(b'0'), Just(b'1')], 0..200),
        size in 1_usize..20,
    ) {
        prop_assert_eq!(read(Framing::Chunked, true, &bytes, size).map(|(_, rest)| rest), read(Framing::Chunked, true, &bytes, bytes.len().max(1)).map(|(_, rest)| rest));
    }
}
