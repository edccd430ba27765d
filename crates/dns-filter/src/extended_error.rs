//! Which list has blocked a name: an extended DNS error (RFC 8914) in the reply.

use hickory_proto::op::{Edns, Message, ResponseCode};
use hickory_proto::rr::rdata::opt::{EdnsCode, EdnsOption};

use crate::answer::last_edns;
use crate::query::response_to;

/// The code of the option, and "Filtered": on a block list that the client has chosen (RFC 8914 §4.18). Its text is the name of the list.
const OPTION: u16 = 15;
const FILTERED: u16 = 17;
/// Bytes of an answer that every network passes (RFC 9715).
const MAX_PAYLOAD: u16 = 1_232;

/// NXDOMAIN, with the list if the query has EDNS.
pub fn blocked_reply(query: &Message, list: &str) -> Vec<u8> {
    let mut reply = response_to(query, ResponseCode::NXDomain);
    if query.edns.is_some() {
        let mut edns = edns();
        let error = [&FILTERED.to_be_bytes(), list.as_bytes()].concat();
        edns.options_mut().insert(EdnsOption::Unknown(OPTION, error));
        reply.edns = Some(edns);
    }
    reply.to_vec().unwrap_or_default()
}

/// The list in a reply of `blocked_reply`; none in any other answer.
pub fn blocked_by(answer: &[u8]) -> Option<String> {
    if answer.get(3)? & 15 != u16::from(ResponseCode::NXDomain) as u8 {
        return None;
    }
    let edns = Message::from_vec(answer).ok()?.edns?;
    match edns.option(EdnsCode::from(OPTION))? {
        EdnsOption::Unknown(_, error) if error.starts_with(&FILTERED.to_be_bytes()) => {
            String::from_utf8(error[2..].to_vec()).ok()
        }
        _ => None,
    }
}

/// The query with EDNS, without which a reply does not name the list.
pub fn with_edns(query: &Message) -> Message {
    let mut extended = query.clone();
    extended.edns.get_or_insert_with(edns);
    extended
}

/// The answer to `with_edns` for a client whose query has no EDNS: a reply has it only if the query has it (RFC 6891 §6.1.1).
pub fn without_edns(mut answer: Vec<u8>) -> Vec<u8> {
    const ADDITIONAL_RECORDS: usize = 10;
    if let Some(start) = last_edns(&answer) {
        answer.truncate(start);
        let count = u16::from_be_bytes([answer[ADDITIONAL_RECORDS], answer[ADDITIONAL_RECORDS + 1]]) - 1;
        answer[ADDITIONAL_RECORDS..ADDITIONAL_RECORDS + 2].copy_from_slice(&count.to_be_bytes());
    }
    answer
}

fn edns() -> Edns {
    let mut edns = Edns::new();
    edns.set_max_payload(MAX_PAYLOAD);
    edns
}

#[cfg(test)]
#[path = "tests/extended_error.rs"]
mod tests;
