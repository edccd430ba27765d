//! Requests that clients make of the proxy.

use super::Malformed;
use super::body::Framing;
use super::fields::{Fields, has_strict_lines, write_codings, write_field};

/// A request's head, as far as the proxy goes by it.
pub struct Request {
    head: Vec<u8>,
    fields_at: usize,
    pub method: Vec<u8>,
    /// As it was written.
    pub target: Vec<u8>,
    /// Of HTTP/1.
    pub minor: u8,
    pub authorization: Option<Vec<u8>>,
    pub framing: Framing,
    pub keeps: bool,
    /// The client waits for 100 before it sends the body (RFC 9110 §10.1.1).
    pub expects_continue: bool,
}

impl Request {
    /// `head` ends with its empty line. What would let two readers see two requests in it is malformed (RFC 9112 §11.2).
    pub fn parse(head: Vec<u8>) -> Result<Self, Malformed> {
        let line_end = head.iter().position(|byte| *byte == b'\r').ok_or(Malformed)?;
        if !has_strict_lines(&head) {
            return Err(Malformed);
        }
        let (method, target, minor) = request_line(&head[..line_end])?;
        let fields_at = line_end + 2;
        let fields = Fields::parse(&head[fields_at..])?;
        // Every request names one host (RFC 9112 §3.2), but those of HTTP/1.0 need not.
        let hosts = fields.values("host").count();
        let authorizations: Vec<&[u8]> = fields.values("proxy-authorization").collect();
        if hosts > 1 || (hosts == 0 && minor == 1) || authorizations.len() > 1 {
            return Err(Malformed);
        }
        let authorization = authorizations.first().map(|value| value.to_vec());
        let framing = framing_of(&fields, minor)?;
        let keeps = fields.keeps(minor);
        let expects_continue = minor == 1 && fields.list("expect").iter().any(|one| one == b"100-continue");
        Ok(Request {
            method: method.to_vec(),
            target: target.to_vec(),
            minor,
            authorization,
            framing,
            keeps,
            expects_continue,
            fields_at,
            head,
        })
    }

    /// Without a body, and of a method that changes nothing: it may be sent once more (RFC 9112 §9.3.1).
    pub fn is_repeatable(&self) -> bool {
        self.framing == Framing::None && (self.method == b"GET" || self.method == b"HEAD")
    }

    /// The head for a server: `target` in origin form, and `host` as the target names it.
    pub fn forwarded(&self, host: &[u8], target: &[u8]) -> Vec<u8> {
        let mut out = [&self.method, b" ".as_slice(), target, b" HTTP/1.1\r\n"].concat();
        // It was parsed before.
        if let Ok(fields) = Fields::parse(&self.head[self.fields_at..]) {
            fields.write_forwarded(Some(host), &mut out);
            if self.framing == Framing::Chunked {
                write_codings(&fields.list("transfer-encoding"), &mut out);
            }
        }
        write_field("Connection", b"keep-alive", &mut out);
        out.extend_from_slice(b"\r\n");
        out
    }
}

fn request_line(line: &[u8]) -> Result<(&[u8], &[u8], u8), Malformed> {
    let mut words = line.split(|byte| *byte == b' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Malformed);
    };
    let minor = match version {
        b"HTTP/1.0" => 0,
        b"HTTP/1.1" => 1,
        _ => return Err(Malformed),
    };
    let is_method = (1..=32).contains(&method.len())
        && method
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || *byte == b'-');
    let is_target = !target.is_empty() && target.iter().all(|byte| *byte > b' ' && *byte != 0x7f);
    if is_method && is_target {
        Ok((method, target, minor))
    } else {
        Err(Malformed)
    }
}

/// RFC 9112 §6.3: a length beside a coding, and a coding whose last is not `chunked`, leave open where the body ends.
fn framing_of(fields: &Fields, minor: u8) -> Result<Framing, Malformed> {
    let codings = fields.list("transfer-encoding");
    let is_coded = fields.values("transfer-encoding").next().is_some();
    match fields.length()? {
        Some(_) if is_coded => Err(Malformed),
        Some(0) => Ok(Framing::None),
        Some(length) => Ok(Framing::Length(length)),
        None if !is_coded => Ok(Framing::None),
        None if minor == 1 && ends_chunked(&codings) => Ok(Framing::Chunked),
        None => Err(Malformed),
    }
}

/// Whether `chunked` is the last coding, and no other.
pub fn ends_chunked(codings: &[Vec<u8>]) -> bool {
    let is_chunked = |coding: &Vec<u8>| coding == b"chunked";
    codings.last().is_some_and(is_chunked) && codings.iter().filter(|coding| is_chunked(coding)).count() == 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<Request, Malformed> {
        Request::parse(text.as_bytes().to_vec())
    }

    fn framing(fields: &str) -> Result<Framing, Malformed> {
        parse(&format!("POST http://a/ HTTP/1.1\r\nHost: a\r\n{fields}\r\n")).map(|request| request.framing)
    }

    #[test]
    fn the_end_of_a_body_is_known_or_the_request_is_malformed() {
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
    fn lines_end_in_one_way_and_names_have_one_spelling() {
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
    fn what_goes_on_is_for_the_server_alone() {
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
    fn a_coding_goes_on_as_it_came() {
        let request =
            parse("PUT http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n").unwrap();
        let sent = String::from_utf8(request.forwarded(b"a", b"/")).unwrap();
        assert!(sent.contains("\r\nTransfer-Encoding: gzip, chunked\r\n"));
        assert!(!request.is_repeatable());
    }

    #[test]
    fn a_connection_is_kept_as_its_client_says() {
        let keeps = |version: &str, fields: &str| {
            parse(&format!(
                "GET http://a/ HTTP/{version}\r\nHost: a\r\n{fields}\r\n"
            ))
            .unwrap()
            .keeps
        };
        assert!(keeps("1.1", ""));
        assert!(!keeps("1.1", "Connection: x, Close\r\n"));
        assert!(!keeps("1.1", "Proxy-Connection: close\r\n"));
        assert!(!keeps("1.0", ""));
        assert!(keeps("1.0", "Connection: keep-alive\r\n"));
    }

    proptest! {
        /// What goes on is one request to whoever reads it, with the same body's end.
        #[test]
        fn what_goes_on_is_read_as_the_same_request(
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
        fn arbitrary_heads_are_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = Request::parse(bytes);
        }
    }
}
