//! The sequence of requests of a client.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Instant;

use rustix::io::Errno;

use super::forward::Forwarded;
use super::request::Request;
use super::{Exchange, MAX_HEAD, Malformed};
use crate::command::Join;
use crate::connection::{CLIENT, Stage, UPSTREAM};
use crate::flow::Flow;
use crate::relay::Relay;

impl Relay {
    /// Begins with the first head of a client; `received` follows it.
    pub fn begin_http(&mut self, id: u32, head: Result<Vec<u8>, Malformed>, received: Vec<u8>) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        connection.exchange = Some(Box::new(Exchange::new(received, Instant::now())));
        self.idle.add(id);
        self.take_request(id, head);
    }

    fn take_request(&mut self, id: u32, head: Result<Vec<u8>, Malformed>) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(exchange) = &mut connection.exchange else {
            return;
        };
        connection.stage = Stage::AwaitingCommand;
        self.handshakes.finish(id);
        if let Ok(head) = &head
            && head.starts_with(b"CONNECT ")
        {
            let received = std::mem::take(&mut exchange.received);
            connection.close_upstream();
            connection.exchange = None;
            connection.flows = [Flow::default(), Flow::default()];
            connection.head_length = head.len();
            connection.received = [head.as_slice(), &received].concat();
            self.idle.remove(id);
            let ends = [connection.client, IpAddr::V6(Ipv6Addr::UNSPECIFIED)];
            return self.shared.notifications.head(id, ends, head);
        }
        exchange.request = head.and_then(Request::parse).ok();
        self.shared
            .notifications
            .request(id, connection.client, exchange.request.as_ref());
    }

    /// Sends the reported request to the connected server.
    pub fn forward_request(&mut self, id: u32, host: &[u8], target: &[u8], join: Join) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(exchange) = connection
            .exchange
            .as_mut()
            .filter(|_| connection.stage == Stage::AwaitingCommand)
        else {
            return;
        };
        if !exchange.begin(join.rest, Instant::now()) {
            return self.end(id);
        }
        connection.flows = [Flow::default(), Flow::default()];
        if let Some(request) = &exchange.request {
            connection.flows[CLIENT].buffer = request.forwarded(host, target);
            if request.expects_continue && !exchange.request_body.is_done() && exchange.received.is_empty() {
                connection.flows[UPSTREAM].buffer = b"HTTP/1.1 100 Continue\r\n\r\n".to_vec();
            }
        }
        connection.quota_account = join.quota_account;
        connection.limiters = join.limiters;
        connection.stage = Stage::ForwardingRequest;
        if connection.sockets[UPSTREAM].is_none() {
            return self.fail(id);
        }
        self.forward(id);
    }

    pub fn forward(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        match connection.forward(id, &mut self.shared) {
            Forwarded::Blocked => (),
            Forwarded::Yield => self.ready.push(id),
            Forwarded::Ended => self.end(id),
            Forwarded::Failed => self.fail(id),
            Forwarded::Responded => self.finish_response(id),
        }
    }

    /// Closes the connection to the server together with its request.
    pub fn drop_upstream(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let stage = connection.stage;
        let has_begun = (connection.exchange.as_ref()).is_some_and(|exchange| exchange.response.is_some());
        match stage {
            Stage::ForwardingRequest if has_begun => self.end(id),
            Stage::ForwardingRequest => self.fail(id),
            Stage::Idle | Stage::AwaitingCommand => {
                connection.close_upstream();
                connection.stage = stage;
                if stage == Stage::Idle {
                    self.limit_without_upstream(id);
                }
            }
            _ => (),
        }
    }

    /// Reports that this connection brings no response.
    fn fail(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        connection.close_upstream();
        connection.flows = [Flow::default(), Flow::default()];
        let Some(exchange) = &mut connection.exchange else {
            return;
        };
        // The server closed an idle connection just before its reuse (RFC 9112 §9.3.1).
        let is_repeatable = exchange.request.as_ref().is_some_and(Request::is_repeatable);
        let repeats = std::mem::take(&mut exchange.is_reused) && is_repeatable;
        self.shared
            .quota_accounts
            .report_account(connection.quota_account, &mut self.shared.notifications);
        self.shared.notifications.failed(id, repeats);
    }

    /// Reports that the response is sent. Reads the next request once the current one is complete.
    fn finish_response(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(exchange) = &mut connection.exchange else {
            return;
        };
        if !exchange.is_reported {
            exchange.is_reported = true;
            let keeps = exchange.keeps_server() && connection.sockets[UPSTREAM].is_some();
            exchange.is_reused = keeps;
            exchange.remember_keep_alive(Instant::now());
            self.shared
                .quota_accounts
                .report_account(connection.quota_account, &mut self.shared.notifications);
            self.shared.notifications.answered(id, keeps);
            if !keeps {
                connection.close_upstream();
            }
        }
        let Some(exchange) = &mut connection.exchange else {
            return;
        };
        if exchange
            .response
            .as_ref()
            .is_none_or(|response| !response.client_keeps_alive)
        {
            connection.stage = Stage::Closing;
            self.limit_without_upstream(id);
            return self.finish_closing(id);
        }
        if !exchange.request_body.is_done() {
            connection.stage = Stage::ForwardingRequest;
            self.limit_without_upstream(id);
            return self.ready.push(id);
        }
        exchange.since = Instant::now();
        exchange.request = None;
        exchange.response = None;
        connection.stage = Stage::Idle;
        self.limit_without_upstream(id);
        self.next_request(id);
    }

    /// Limits a client between two requests, or whose request is discarded, in time and number. One with a connection to a server is
    /// limited by the parent process.
    fn limit_without_upstream(&mut self, id: u32) {
        let Some(connection) = self.connections.get(&id) else {
            return;
        };
        if connection.sockets[UPSTREAM].is_some() {
            return;
        }
        for evicted in self.handshakes.begin(id, connection.client, Instant::now()) {
            self.end(evicted);
        }
    }

    /// Closes an idle connection that its server is about to close (Keep-Alive timeout).
    pub fn close_expiring_upstream(&mut self, id: u32, now: Instant) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let kept_until = connection
            .exchange
            .as_ref()
            .and_then(|exchange| exchange.kept_until);
        let is_due = kept_until.is_some_and(|until| now >= until);
        if is_due && connection.stage == Stage::Idle && connection.sockets[UPSTREAM].is_some() {
            connection.close_upstream();
            connection.stage = Stage::Idle;
            self.shared.notifications.dropped(id);
            self.limit_without_upstream(id);
        }
    }

    /// Waits for the next request, and watches the kept connection to the server.
    pub fn next_request(&mut self, id: u32) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        if let Some(upstream) = connection.sockets[UPSTREAM]
            .as_ref()
            .filter(|_| connection.readable[UPSTREAM])
        {
            match rustix::io::read(upstream, &mut self.shared.buffer[..1]) {
                Err(Errno::AGAIN) => connection.readable[UPSTREAM] = false,
                // The server has closed, or sends bytes without a request.
                _ => {
                    connection.close_upstream();
                    connection.stage = Stage::Idle;
                    self.shared.notifications.dropped(id);
                    self.limit_without_upstream(id);
                }
            }
        }
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let mut has_read = false;
        loop {
            let Some(exchange) = &mut connection.exchange else {
                return;
            };
            match exchange.next_head() {
                Ok(None) => (),
                Ok(Some(head)) => return self.take_request(id, Ok(head)),
                Err(malformed) => return self.take_request(id, Err(malformed)),
            }
            if !connection.readable[CLIENT] {
                return;
            }
            // A client that sends faster than it is read, empty lines for example, must not delay the others.
            if has_read {
                return self.ready.push(id);
            }
            has_read = true;
            let mut received = std::mem::take(&mut exchange.received);
            let count = connection.receive(&mut received, MAX_HEAD, &mut self.shared);
            if let Some(exchange) = &mut connection.exchange {
                exchange.received = received;
            }
            match count {
                None => return self.end(id),
                Some(0) => return,
                Some(_) => (),
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/requests.rs"]
mod tests;
