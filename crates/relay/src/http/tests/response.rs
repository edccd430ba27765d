use super::*;

fn request(method: &str, version: &str) -> Request {
    Request::parse(format!("{method} http://a/ HTTP/{version}\r\nHost: a\r\n\r\n").into_bytes()).unwrap()
}

fn answer(head: &str) -> Result<Response, Malformed> {
    Response::parse(format!("{head}\r\n\r\n").as_bytes(), &request("GET", "1.1"))
}

#[test]
fn the_end_of_an_answer_is_what_its_head_says() {
    let framing = |head: &str| answer(head).map(|answer| answer.framing);
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
fn a_body_without_a_length_is_written_in_chunks_to_who_reads_them() {
    let told = answer("HTTP/1.0 200 Fine\r\nServer: x\r\nKeep-Alive: timeout=9").unwrap();
    assert!(told.writes_chunks && told.client_keeps && !told.keeps);
    assert_eq!(told.rests, Some(9));
    assert_eq!(
        String::from_utf8(told.forwarded).unwrap(),
        "HTTP/1.1 200 Fine\r\nServer: x\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
    );
    let old = Response::parse(b"HTTP/1.1 200 OK\r\n\r\n", &request("GET", "1.0")).unwrap();
    assert!(!old.writes_chunks && !old.client_keeps);
    assert_eq!(old.forwarded, b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
}

#[test]
fn odd_heads_are_malformed_and_odd_reasons_left_out() {
    assert_eq!(
        answer("HTTP/1.1 200 \x01OK").unwrap().forwarded,
        b"HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
    );
    for head in [
        "HTTP/2.0 200 OK",
        "HTTP/1.1 2000",
        "HTTP/1.1 20x OK",
        "HTTP/1.1  200 OK",
        "ICY 200 OK",
    ] {
        assert!(answer(head).is_err(), "{head}");
    }
    assert!(answer("HTTP/1.1 100 Continue").unwrap().forwarded.is_empty());
}
