use proptest::prelude::*;

use super::*;

fn exchange(received: &str) -> Exchange {
    Exchange::new(received.as_bytes().to_vec(), Instant::now())
}

fn with_request(method: &str) -> Exchange {
    let mut exchange = exchange("");
    let head = format!("{method} http://a/ HTTP/1.1\r\nHost: a\r\n\r\n");
    exchange.request = Some(Request::parse(head.into_bytes()).unwrap());
    assert!(exchange.begin(Vec::new(), Instant::now()));
    exchange
}

#[test]
fn parses_pipelined_heads_in_order() {
    let mut all = exchange("\r\n\r\nGET a\r\n\r\nGET b\r\n\r\nGET");
    assert_eq!(all.next_head(), Ok(Some(b"GET a\r\n\r\n".to_vec())));
    assert_eq!(all.next_head(), Ok(Some(b"GET b\r\n\r\n".to_vec())));
    assert_eq!(all.next_head(), Ok(None));
    all.received.extend_from_slice(b" c\r\n\r");
    assert_eq!(all.next_head(), Ok(None));
    all.received.extend_from_slice(b"\n");
    assert_eq!(all.next_head(), Ok(Some(b"GET c\r\n\r\n".to_vec())));
    all.received = vec![b'x'; MAX_HEAD];
    assert_eq!(all.next_head(), Err(Malformed));
}

#[test]
fn skips_many_empty_lines_in_one_call() {
    let mut many = exchange(&("\r\n".repeat(500_000) + "GET a\r\n\r\n"));
    assert_eq!(many.next_head(), Ok(Some(b"GET a\r\n\r\n".to_vec())));
    assert!(many.received.is_empty());
}

#[test]
fn parses_a_response_in_pieces_of_any_size_and_skips_informational_ones() {
    let response = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    for size in 1..response.len() {
        let (mut exchange, mut out) = (with_request("GET"), Vec::new());
        for piece in response.chunks(size) {
            exchange.receive(piece, &mut out).unwrap();
        }
        assert_eq!(
            out,
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok"
        );
        assert!(exchange.is_complete() && exchange.keeps_server());
    }
}

#[test]
fn parses_many_informational_responses_in_linear_time() {
    let mut exchange = with_request("GET");
    let many = "HTTP/1.1 103\r\n\r\n".repeat(100_000);
    let start = Instant::now();
    exchange.receive(many.as_bytes(), &mut Vec::new()).unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn discards_bytes_after_a_response() {
    let (mut exchange, mut out) = (with_request("HEAD"), Vec::new());
    exchange
        .receive(
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            &mut out,
        )
        .unwrap();
    assert!(out.ends_with(b"Content-Length: 2\r\nConnection: keep-alive\r\n\r\n"));
    assert!(exchange.is_complete() && !exchange.keeps_server());
}

#[test]
fn rejects_a_protocol_switch_and_an_endless_head() {
    for response in [
        "HTTP/1.1 101 Now\r\nUpgrade: odd\r\n\r\n",
        "HTTP/1.1 000 Odd\r\n\r\n",
        "HTTP/1.1 099 Odd\r\n\r\n",
    ] {
        assert_eq!(
            with_request("GET").receive(response.as_bytes(), &mut Vec::new()),
            Err(Malformed)
        );
    }
    let long = [b"HTTP/1.1 200 OK\r\nX: ".as_slice(), &vec![b'x'; MAX_HEAD]].concat();
    assert_eq!(
        with_request("GET").receive(&long, &mut Vec::new()),
        Err(Malformed)
    );
}

#[test]
fn a_closed_connection_ends_only_a_response_without_a_length() {
    let close = |response: &str, is_reset: bool| {
        let (mut exchange, mut out) = (with_request("GET"), Vec::new());
        exchange.receive(response.as_bytes(), &mut out).unwrap();
        exchange.is_reset = is_reset;
        (
            exchange.close(&mut out),
            exchange.is_truncated,
            out.ends_with(b"0\r\n\r\n"),
        )
    };
    assert_eq!(close("HTTP/1.1 200 OK\r\n\r\nok", false), (true, false, true));
    assert_eq!(close("HTTP/1.1 200 OK\r\n\r\nok", true), (true, true, false));
    assert_eq!(
        close("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", false),
        (true, true, false)
    );
    assert!(!close("HTTP/1.1 200 OK\r\nCont", false).0);
}

#[test]
fn each_stage_has_its_own_timeout() {
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let mut exchange = Exchange::new(Vec::new(), start);
    assert!(!exchange.has_timed_out(Stage::Idle, at(14)));
    assert!(exchange.has_timed_out(Stage::Idle, at(15)));
    exchange.received = b"GET".to_vec();
    assert!(!exchange.has_timed_out(Stage::Idle, at(29)));
    assert!(exchange.has_timed_out(Stage::Idle, at(30)));
    exchange.is_active = true;
    assert!(!exchange.has_timed_out(Stage::ForwardingRequest, at(200)));
    assert!(!exchange.has_timed_out(Stage::ForwardingRequest, at(319)));
    assert!(exchange.has_timed_out(Stage::ForwardingRequest, at(320)));
    assert!(!exchange.has_timed_out(Stage::AwaitingCommand, at(900)));
}

#[test]
fn a_kept_connection_is_closed_before_its_server_closes_it() {
    let (mut exchange, now) = (with_request("GET"), Instant::now());
    let response = b"HTTP/1.1 204 No Content\r\nKeep-Alive: max=5, timeout=9\r\n\r\n";
    exchange.receive(response, &mut Vec::new()).unwrap();
    exchange.remember_keep_alive(now);
    assert_eq!(exchange.kept_until, Some(now + Duration::from_secs(8)));
}

#[test]
fn examines_pipelined_bytes_once() {
    let mut long = exchange(&"x".repeat(MAX_PIPELINED_BYTES - 1));
    let start = Instant::now();
    assert!((0..20_000).all(|_| !long.exceeds_pipeline_limit()));
    assert!(start.elapsed() < Duration::from_millis(500));
}

#[test]
fn counts_pipelined_heads_split_across_reads() {
    let mut pieces = exchange("");
    for byte in "GET a\r\n\r\n".repeat(MAX_PIPELINED).bytes() {
        pieces.received.push(byte);
        assert!(!pieces.exceeds_pipeline_limit());
    }
    pieces.received.extend_from_slice(b"GET a\r\n\r\n");
    assert!(pieces.exceeds_pipeline_limit());
}

#[test]
fn limits_pipelined_requests() {
    assert!(!exchange(&"GET a\r\n\r\n".repeat(MAX_PIPELINED)).exceeds_pipeline_limit());
    assert!(exchange(&"GET a\r\n\r\n".repeat(MAX_PIPELINED + 1)).exceeds_pipeline_limit());
    assert!(exchange(&"x".repeat(MAX_PIPELINED_BYTES)).exceeds_pipeline_limit());
    assert!(exchange("CONNECT a:1 HTTP/1.1\r\n").exceeds_pipeline_limit());
}

proptest! {
    #[test]
    fn arbitrary_responses_parse_alike_in_pieces_of_any_size(
        head in "HTTP/1\\.[01] (200|204|304|100)( OK)?\r\n((Content-Length: [0-9]{1,2}|Transfer-Encoding: chunked|X: y)\r\n){0,2}\r\n",
        body in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\r'), Just(b'\n'), Just(b'2'), Just(b'0')], 0..60),
        size in 1_usize..40,
    ) {
        let bytes = [head.as_bytes(), &body].concat();
        let parse = |size: usize| {
            let (mut exchange, mut out) = (with_request("GET"), Vec::new());
            for piece in bytes.chunks(size) {
                if exchange.is_complete() {
                    exchange.has_surplus = true;
                    break;
                }
                if exchange.receive(piece, &mut out).is_err() {
                    return None;
                }
            }
            Some((exchange.is_complete(), exchange.keeps_server()))
        };
        prop_assert_eq!(parse(size), parse(bytes.len()));
    }
}
