//! DNS queries and the replies to them.

use std::net::IpAddr;

use hickory_proto::op::{Message, MessageType, Metadata, OpCode, ResponseCode};

#[derive(Clone, Copy, PartialEq)]
pub enum Transport {
    Udp,
    Tcp,
}

/// Replies to the queries of a socket.
pub trait Responder: 'static {
    fn reply(&self, query: Message, client: IpAddr, transport: Transport) -> impl Future<Output = Vec<u8>>;
}

/// Returns the message where it is a well-formed query with exactly one question. Additional records are EDNS (RFC 6891).
pub fn read_query(bytes: &[u8]) -> Option<Message> {
    let message = Message::from_vec(bytes).ok()?;
    let is_query =
        message.metadata.message_type == MessageType::Query && message.metadata.op_code == OpCode::Query;
    let has_one = message.queries.len() == 1 && message.answers.is_empty() && message.authorities.is_empty();
    (is_query && has_one).then_some(message)
}

/// The name of a query's question, in lower case, without the final dot.
pub fn name_of(query: &Message) -> String {
    let mut name = query.queries[0].name().to_lowercase().to_ascii();
    name.truncate(name.trim_end_matches('.').len());
    name
}

/// The question with a response code and no records.
pub fn reply_with(query: &Message, code: ResponseCode, is_truncated: bool) -> Vec<u8> {
    let mut reply = response_to(query, code);
    reply.metadata.truncation = is_truncated;
    reply.to_vec().unwrap_or_default()
}

/// The same as a message.
pub fn response_to(query: &Message, code: ResponseCode) -> Message {
    let mut metadata = Metadata::response_from_request(&query.metadata);
    metadata.response_code = code;
    metadata.recursion_available = true;
    let mut reply = Message::query();
    reply.metadata = metadata;
    reply.queries.clone_from(&query.queries);
    reply
}

#[cfg(test)]
#[path = "tests/query.rs"]
mod tests;
