//! One client's requests, of which one is forwarded at a time.

use std::time::{Duration, Instant};

use super::body::{Body, Framing};
use super::request::Request;
use super::response::Response;
use super::{LONGEST_HEAD, Malformed, head_length};
use crate::line::Stage;

/// How long a client may send nothing between two requests, may take from one response to the whole head of the next request, and how long
/// nothing may move while a request is forwarded.
const SILENT: Duration = Duration::from_secs(15);
const HEAD: Duration = Duration::from_secs(30);
const STUCK: Duration = Duration::from_secs(120);

/// Requests, and bytes of them, that may be sent before the response to an earlier one.
const MOST_AHEAD: usize = 100;
const LONGEST_AHEAD: usize = 65_536;

pub struct Exchange {
    /// From the client, and not read yet.
    pub received: Vec<u8>,
    /// Bytes of it that are known to hold no end of a head.
    pub scanned: usize,
    pub request: Option<Request>,
    /// Of the request.
    pub up: Body,
    /// The server takes nothing more.
    pub is_deaf: bool,
    /// The server's connection was reset: where it ends is not the end of what was to be sent.
    pub is_reset: bool,
    /// The response's head, until it is whole.
    head: Vec<u8>,
    pub response: Option<Response>,
    /// Of the response.
    pub down: Body,
    /// From the server, and not paid yet.
    pub unpaid: Vec<u8>,
    /// The response cannot be completed.
    pub is_cut: bool,
    /// The server sent more than the response.
    pub has_surplus: bool,
    /// Who looks after the line knows that the response is out; what is left of the request is let go.
    pub is_told: bool,
    /// A request was answered before on the server's connection.
    pub is_reused: bool,
    /// Until when the server said that it keeps the connection, less a second: a request must not meet its end.
    pub kept_until: Option<Instant>,
    pub moved: bool,
    pub since: Instant,
}

impl Exchange {
    pub fn new(received: Vec<u8>, now: Instant) -> Self {
        Exchange {
            received,
            scanned: 0,
            request: None,
            up: Body::new(Framing::None, false),
            is_deaf: false,
            is_reset: false,
            head: Vec::new(),
            response: None,
            down: Body::new(Framing::None, false),
            unpaid: Vec::new(),
            is_cut: false,
            has_surplus: false,
            is_told: false,
            is_reused: false,
            kept_until: None,
            moved: false,
            since: now,
        }
    }

    /// The next request's head with its empty line, once it is whole; an error where it never will be.
    pub fn next_head(&mut self) -> Result<Option<Vec<u8>>, Malformed> {
        // RFC 9112 §2.2.
        while self.received.starts_with(b"\r\n") {
            self.received.drain(..2);
            self.scanned = 0;
        }
        let Some(length) = head_length(&self.received, self.scanned).filter(|length| *length <= LONGEST_HEAD)
        else {
            self.scanned = self.received.len();
            return if self.received.len() >= LONGEST_HEAD {
                Err(Malformed)
            } else {
                Ok(None)
            };
        };
        let rest = self.received.split_off(length);
        self.scanned = 0;
        Ok(Some(std::mem::replace(&mut self.received, rest)))
    }

    /// Begins to forward the request; `heard` is what the server's side has sent already. False where there is none.
    pub fn begin(&mut self, heard: Vec<u8>, now: Instant) -> bool {
        let Some(request) = &self.request else {
            return false;
        };
        self.up = Body::new(request.framing, request.framing == Framing::Chunked);
        self.down = Body::new(Framing::None, false);
        self.head = Vec::new();
        self.response = None;
        self.unpaid = heard;
        (self.is_deaf, self.is_reset, self.is_cut) = (false, false, false);
        (self.has_surplus, self.is_told) = (false, false);
        (self.moved, self.since) = (false, now);
        true
    }

    /// Whether more is sent in advance than is kept, or a tunnel is begun before the response that is owed (RFC 9110 §9.3.6).
    pub fn is_too_far_ahead(&self) -> bool {
        self.received.len() >= LONGEST_AHEAD
            || self.received.starts_with(b"CONNECT ")
            || (self.received.windows(4))
                .filter(|four| *four == b"\r\n\r\n")
                .count()
                > MOST_AHEAD
    }

    /// Takes paid bytes of the server's, and writes what is for the client to `out`.
    pub fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        let mut at = 0;
        while self.response.is_none() {
            let before = self.head.len();
            self.head.extend_from_slice(&bytes[at..]);
            let length = head_length(&self.head, before);
            if length.unwrap_or(self.head.len()) > LONGEST_HEAD {
                return Err(Malformed);
            }
            let Some(length) = length else { return Ok(()) };
            at += length - before;
            self.head.truncate(length);
            let request = self.request.as_ref().ok_or(Malformed)?;
            let response = Response::parse(&self.head, request)?;
            self.head = Vec::new();
            match response.status {
                // Nobody asked for another protocol: the field that does is between neighbours.
                ..100 | 101 => return Err(Malformed),
                102..200 | 100 => (),
                _ => {
                    out.extend_from_slice(&response.forwarded);
                    self.down = Body::new(response.framing, response.writes_chunks);
                    self.response = Some(response);
                }
            }
        }
        let used = self.down.feed(&bytes[at..], out)?;
        self.has_surplus |= at + used < bytes.len();
        Ok(())
    }

    /// The server has closed its connection. False where it has not answered.
    pub fn close(&mut self, out: &mut Vec<u8>) -> bool {
        self.is_cut = self.is_reset || self.down.close(out).is_err();
        self.response.is_some()
    }

    pub fn is_answered(&self) -> bool {
        self.response.is_some() && self.down.is_done()
    }

    /// Whether the server's connection may carry another request.
    pub fn keeps_server(&self) -> bool {
        let keeps = self.response.as_ref().is_some_and(|response| response.keeps);
        keeps && self.up.is_done() && !self.is_deaf && !self.is_reset && !self.has_surplus
    }

    /// The response is out, and the next request may come by the same connection.
    pub fn keep(&mut self, now: Instant) {
        let rests = self.response.as_ref().and_then(|response| response.rests);
        self.kept_until =
            rests.and_then(|rests| now.checked_add(Duration::from_secs(rests.saturating_sub(1))));
    }

    /// Whether the client has had its time.
    pub fn is_late(&mut self, stage: Stage, now: Instant) -> bool {
        let patience = match stage {
            Stage::Resting if self.received.is_empty() => SILENT,
            Stage::Resting => HEAD,
            Stage::Forwarding => STUCK,
            _ => return false,
        };
        if stage == Stage::Forwarding && std::mem::take(&mut self.moved) {
            self.since = now;
        }
        now - self.since >= patience
    }
}

#[cfg(test)]
mod tests {
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
}
