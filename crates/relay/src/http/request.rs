//! Heads of requests.

use super::Malformed;
use super::body::Framing;
use super::fields::{Fields, has_strict_lines, write_codings, write_field};

/// A parsed head of a request.
pub struct Request {
    head: Vec<u8>,
    fields_at: usize,
    pub method: Vec<u8>,
    /// As the client wrote it.
    pub target: Vec<u8>,
    /// Minor version of HTTP/1.
    pub minor: u8,
    pub authorization: Option<Vec<u8>>,
    pub framing: Framing,
    pub keeps_alive: bool,
    /// The client waits for 100 before it sends the body (RFC 9110 §10.1.1).
    pub expects_continue: bool,
}

impl Request {
    /// `head` ends with its empty line. Any ambiguity about the end of the request is malformed (RFC 9112 §11.2).
    pub fn parse(head: Vec<u8>) -> Result<Self, Malformed> {
        let line_end = head.iter().position(|byte| *byte == b'\r').ok_or(Malformed)?;
        if !has_strict_lines(&head) {
            return Err(Malformed);
        }
        let (method, target, minor) = request_line(&head[..line_end])?;
        let fields_at = line_end + 2;
        let fields = Fields::parse(&head[fields_at..])?;
        // Exactly one Host field (RFC 9112 §3.2), which HTTP/1.0 may omit.
        let hosts = fields.values("host").count();
        let authorizations: Vec<&[u8]> = fields.values("proxy-authorization").collect();
        if hosts > 1 || (hosts == 0 && minor == 1) || authorizations.len() > 1 {
            return Err(Malformed);
        }
        let authorization = authorizations.first().map(|value| value.to_vec());
        let framing = framing_of(&fields, minor)?;
        let keeps_alive = fields.keeps_alive(minor);
        let expects_continue = minor == 1 && fields.list("expect").iter().any(|one| one == b"100-continue");
        Ok(Request {
            method: method.to_vec(),
            target: target.to_vec(),
            minor,
            authorization,
            framing,
            keeps_alive,
            expects_continue,
            fields_at,
            head,
        })
    }

    /// Whether the request may be sent again (RFC 9112 §9.3.1): a safe method without a body.
    pub fn is_repeatable(&self) -> bool {
        self.framing == Framing::None && (self.method == b"GET" || self.method == b"HEAD")
    }

    /// Returns the head for the server, with `target` in origin form and `host` as its Host field.
    pub fn forwarded(&self, host: &[u8], target: &[u8]) -> Vec<u8> {
        let mut out = [&self.method, b" ".as_slice(), target, b" HTTP/1.1\r\n"].concat();
        // `parse` has accepted these fields.
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
    let mut parts = line.split(|byte| *byte == b' ');
    let (Some(method), Some(target), Some(version), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
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

/// RFC 9112 §6.3: a length beside a coding, or a last coding other than `chunked`, leaves the end of the body ambiguous.
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

/// Whether `chunked` is the last coding and occurs once.
pub fn ends_chunked(codings: &[Vec<u8>]) -> bool {
    let is_chunked = |coding: &Vec<u8>| coding == b"chunked";
    codings.last().is_some_and(is_chunked) && codings.iter().filter(|coding| is_chunked(coding)).count() == 1
}

#[cfg(test)]
#[path = "tests/request.rs"]
mod tests;
