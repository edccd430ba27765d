use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> Result<Request, Malformed> {
    Request::parse(text.as_bytes().to_vec())
}

fn framing(fields: &str) -> Result<Framing, Malformed> {
    parse(&format!("POST http://a/ HTTP/1.1\r\nHost: a\r\n{fields}\r\n")).map(|request| request.framing)
}

#[test]
fn rejects_a_request_with_an_ambiguous_body_length() {
    assert_eq!(framing(""), Ok(Framing::None));
    assert_eq!(framing("Content-Length: 5\r\n"), Ok(Framing::Length(5)));
    assert_eq!(framing("Transfer-Encoding: chunked\r\n"), Ok(Framing::Chunked));
    assert_eq!(
        framing("Transfer-Encoding: gzip\r\nTransfer-Encoding: Chunked\r\n"),
        Ok(Framing::Chunked)
    );
    for fields in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\nTransfer-Encoding:\r\n",
        "Content-Length: 5\r\nContent-Length: 5\r\n",
        "Content-Length: 5, 5\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 5 6\r\n",
        "Content-Length:\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked, gzip\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding : chunked\r\n",
        "Transfer-Encoding: chun\r\n ked\r\n",
        " Transfer-Encoding: chunked\r\n",
    ] {
        assert_eq!(framing(fields), Err(Malformed), "{fields:?}");
    }
    let of_1_0 = "POST http://a/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n";
    assert!(parse(of_1_0).is_err());
}

#[test]
fn rejects_irregular_line_ends_fields_and_request_lines() {
    for text in [
        "GET http://a/ HTTP/1.1\nHost: a\n\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\rX: 1\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\n: 1\r\n\r\n",
        "GET  http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/ b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET\thttp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/ HTTP/2.0\r\nHost: a\r\n\r\n",
        "get http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic a\r\nProxy-Authorization: Basic b\r\n\r\n",
    ] {
        assert!(parse(text).is_err(), "{text:?}");
    }
    assert!(parse("GET http://a/ HTTP/1.0\r\n\r\n").is_ok());
}

#[test]
fn forwards_only_end_to_end_fields() {
    let request = parse(
        "GET http://a:1/b HTTP/1.1\r\nHost: wrong\r\nConnection: X-Secret, content-length, keep-alive\r\nX-Secret: 1\r\n\
         Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic a\r\nTE: trailers\r\nUpgrade: h2c\r\nContent-Length: 4\r\nx-Kept: \tyes \r\n\r\n",
    )
    .unwrap();
    let sent = String::from_utf8(request.forwarded(b"a:1", b"/b")).unwrap();
    assert_eq!(
        sent,
        "GET /b HTTP/1.1\r\nHost: a:1\r\nContent-Length: 4\r\nx-Kept: yes\r\nConnection: keep-alive\r\n\r\n"
    );
}

#[test]
fn forwards_transfer_codings_unchanged() {
    let request =
        parse("PUT http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n").unwrap();
    let sent = String::from_utf8(request.forwarded(b"a", b"/")).unwrap();
    assert!(sent.contains("\r\nTransfer-Encoding: gzip, chunked\r\n"));
    assert!(!request.is_repeatable());
}

#[test]
fn persistence_follows_version_and_connection_field() {
    let keeps_alive = |version: &str, fields: &str| {
        parse(&format!(
            "GET http://a/ HTTP/{version}\r\nHost: a\r\n{fields}\r\n"
        ))
        .unwrap()
        .keeps_alive
    };
    assert!(keeps_alive("1.1", ""));
    assert!(!keeps_alive("1.1", "Connection: x, Close\r\n"));
    assert!(!keeps_alive("1.1", "Proxy-Connection: close\r\n"));
    assert!(!keeps_alive("1.0", ""));
    assert!(keeps_alive("1.0", "Connection: keep-alive\r\n"));
}

proptest! {
    /// Every parser sees one request in the forwarded head, with the same body length.
    #[test]
    fn a_forwarded_head_parses_to_the_same_request(
        lines in proptest::collection::vec("(Content-Length|Transfer-Encoding|Connection|Host|X-A|Expect|TE)( |\t)?:( |\t)?[ -~]{0,20}(\r\n|\n|\r)?", 0..6),
    ) {
        let head = format!("POST http://a/ HTTP/1.1\r\nHost: a\r\n{}\r\n", lines.concat());
        if let Ok(request) = parse(&head) {
            let sent = request.forwarded(b"a", b"/");
            prop_assert_eq!(crate::http::head_length(&sent, 0), Some(sent.len()));
            let again = Request::parse(sent).unwrap();
            prop_assert_eq!(again.framing, request.framing);
            prop_assert_eq!(again.method, request.method);
        }
    }

    #[test]
    fn arbitrary_heads_cause_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Request::parse(bytes);
    }
}
