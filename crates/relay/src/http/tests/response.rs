use super::*;

fn request(method: &str, version: &str) -> Request {
    Request::parse(format!("{method} http://a/ HTTP/{version}\r\nHost: a\r\n\r\n").into_bytes()).unwrap()
}

fn parse(head: &str) -> Result<Response, Malformed> {
    Response::parse(format!("{head}\r\n\r\n").as_bytes(), &request("GET", "1.1"))
}

#[test]
fn framing_follows_the_head() {
    let framing = |head: &str| parse(head).map(|response| response.framing);
    assert_eq!(
        framing("HTTP/1.1 200 OK\r\nContent-Length: 5"),
        Ok(Framing::Length(5))
    );
    assert_eq!(
        framing("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked"),
        Ok(Framing::Chunked)
    );
    assert_eq!(
        framing("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip"),
        Ok(Framing::UntilClose)
    );
    assert_eq!(framing("HTTP/1.1 200"), Ok(Framing::UntilClose));
    assert_eq!(
        framing("HTTP/1.1 204 No Content\r\nContent-Length: 5"),
        Ok(Framing::None)
    );
    assert_eq!(
        framing("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked"),
        Ok(Framing::None)
    );
    assert_eq!(
        framing("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked"),
        Err(Malformed)
    );
    assert_eq!(
        framing("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6"),
        Err(Malformed)
    );
    let head = Response::parse(
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
        &request("HEAD", "1.1"),
    );
    assert_eq!(head.unwrap().framing, Framing::None);
}

#[test]
fn a_body_without_a_length_is_written_in_chunks_to_http_1_1_clients() {
    let response = parse("HTTP/1.0 200 Fine\r\nServer: x\r\nKeep-Alive: timeout=9").unwrap();
    assert!(response.writes_chunks && response.client_keeps_alive && !response.keeps_alive);
    assert_eq!(response.keep_alive, Some(9));
    assert_eq!(
        String::from_utf8(response.forwarded).unwrap(),
        "HTTP/1.1 200 Fine\r\nServer: x\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
    );
    let old = Response::parse(b"HTTP/1.1 200 OK\r\n\r\n", &request("GET", "1.0")).unwrap();
    assert!(!old.writes_chunks && !old.client_keeps_alive);
    assert_eq!(old.forwarded, b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
}

#[test]
fn rejects_invalid_heads_and_drops_invalid_reasons() {
    assert_eq!(
        parse("HTTP/1.1 200 \x01OK").unwrap().forwarded,
        b"HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
    );
    for head in [
        "HTTP/2.0 200 OK",
        "HTTP/1.1 2000",
        "HTTP/1.1 20x OK",
        "HTTP/1.1  200 OK",
        "ICY 200 OK",
    ] {
        assert!(parse(head).is_err(), "{head}");
    }
    assert!(parse("HTTP/1.1 100 Continue").unwrap().forwarded.is_empty());
}
