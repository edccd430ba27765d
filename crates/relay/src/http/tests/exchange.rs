use proptest::prelude::*;

use super::*;

fn exchange(received: &str) -> Exchange {
    Exchange::new(received.as_bytes().to_vec(), Instant::now())
}

fn asking(method: &str) -> Exchange {
    let mut exchange = exchange("");
    let head = format!("{method} http://a/ HTTP/1.1\r\nHost: a\r\n\r\n");
    exchange.request = Some(Request::parse(head.into_bytes()).unwrap());
    assert!(exchange.begin(Vec::new(), Instant::now()));
    exchange
}

#[test]
fn heads_are_read_one_after_the_other() {
    let mut all = exchange("\r\n\r\nGET a\r\n\r\nGET b\r\n\r\nGET");
    assert_eq!(all.next_head(), Ok(Some(b"GET a\r\n\r\n".to_vec())));
    assert_eq!(all.next_head(), Ok(Some(b"GET b\r\n\r\n".to_vec())));
    assert_eq!(all.next_head(), Ok(None));
    all.received.extend_from_slice(b" c\r\n\r");
    assert_eq!(all.next_head(), Ok(None));
    all.received.extend_from_slice(b"\n");
    assert_eq!(all.next_head(), Ok(Some(b"GET c\r\n\r\n".to_vec())));
    all.received = vec![b'x'; LONGEST_HEAD];
    assert_eq!(all.next_head(), Err(Malformed));
}

#[test]
fn a_response_is_read_in_whatever_pieces_it_comes_and_informational_ones_are_left_out() {
    let said = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    for size in 1..said.len() {
        let (mut exchange, mut out) = (asking("GET"), Vec::new());
        for piece in said.chunks(size) {
            exchange.take(piece, &mut out).unwrap();
        }
        assert_eq!(
            out,
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok"
        );
        assert!(exchange.is_answered() && exchange.keeps_server());
    }
}

#[test]
fn what_follows_a_response_goes_nowhere() {
    let (mut exchange, mut out) = (asking("HEAD"), Vec::new());
    exchange
        .take(
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            &mut out,
        )
        .unwrap();
    assert!(out.ends_with(b"Content-Length: 2\r\nConnection: keep-alive\r\n\r\n"));
    assert!(exchange.is_answered() && !exchange.keeps_server());
}

#[test]
fn another_protocol_and_an_endless_head_are_malformed() {
    for said in [
        "HTTP/1.1 101 Now\r\nUpgrade: odd\r\n\r\n",
        "HTTP/1.1 000 Odd\r\n\r\n",
        "HTTP/1.1 099 Odd\r\n\r\n",
    ] {
        assert_eq!(
            asking("GET").take(said.as_bytes(), &mut Vec::new()),
            Err(Malformed)
        );
    }
    let long = [b"HTTP/1.1 200 OK\r\nX: ".as_slice(), &vec![b'x'; LONGEST_HEAD]].concat();
    assert_eq!(asking("GET").take(&long, &mut Vec::new()), Err(Malformed));
}

#[test]
fn an_end_is_the_end_of_a_response_only_where_it_may_be() {
    let close = |said: &str, is_reset: bool| {
        let (mut exchange, mut out) = (asking("GET"), Vec::new());
        exchange.take(said.as_bytes(), &mut out).unwrap();
        exchange.is_reset = is_reset;
        (
            exchange.close(&mut out),
            exchange.is_cut,
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
fn a_client_has_as_long_as_its_state_allows() {
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let mut exchange = Exchange::new(Vec::new(), start);
    assert!(!exchange.is_late(Stage::Resting, at(14)));
    assert!(exchange.is_late(Stage::Resting, at(15)));
    exchange.received = b"GET".to_vec();
    assert!(!exchange.is_late(Stage::Resting, at(29)));
    assert!(exchange.is_late(Stage::Resting, at(30)));
    exchange.moved = true;
    assert!(!exchange.is_late(Stage::Forwarding, at(200)));
    assert!(!exchange.is_late(Stage::Forwarding, at(319)));
    assert!(exchange.is_late(Stage::Forwarding, at(320)));
    assert!(!exchange.is_late(Stage::Asked, at(900)));
}

#[test]
fn a_server_is_left_before_it_leaves() {
    let (mut exchange, now) = (asking("GET"), Instant::now());
    let said = b"HTTP/1.1 204 No Content\r\nKeep-Alive: max=5, timeout=9\r\n\r\n";
    exchange.take(said, &mut Vec::new()).unwrap();
    exchange.keep(now);
    assert_eq!(exchange.kept_until, Some(now + Duration::from_secs(8)));
}

#[test]
fn what_is_sent_in_advance_has_a_bound() {
    assert!(!exchange(&"GET a\r\n\r\n".repeat(MOST_AHEAD)).is_too_far_ahead());
    assert!(exchange(&"GET a\r\n\r\n".repeat(MOST_AHEAD + 1)).is_too_far_ahead());
    assert!(exchange(&"x".repeat(LONGEST_AHEAD)).is_too_far_ahead());
    assert!(exchange("CONNECT a:1 HTTP/1.1\r\n").is_too_far_ahead());
}

proptest! {
    #[test]
    fn arbitrary_answers_are_read_alike_however_they_are_cut(
        head in "HTTP/1\\.[01] (200|204|304|100)( OK)?\r\n((Content-Length: [0-9]{1,2}|Transfer-Encoding: chunked|X: y)\r\n){0,2}\r\n",
        body in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\r'), Just(b'\n'), Just(b'2'), Just(b'0')], 0..60),
        size in 1_usize..40,
    ) {
        let bytes = [head.as_bytes(), &body].concat();
        let told = |size: usize| {
            let (mut exchange, mut out) = (asking("GET"), Vec::new());
            for piece in bytes.chunks(size) {
                if exchange.is_answered() {
                    exchange.has_surplus = true;
                    break;
                }
                if exchange.take(piece, &mut out).is_err() {
                    return None;
                }
            }
            Some((exchange.is_answered(), exchange.keeps_server()))
        };
        prop_assert_eq!(told(size), told(bytes.len()));
    }
}
