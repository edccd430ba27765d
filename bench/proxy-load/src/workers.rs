//! Opens and closes tunnels, a fixed number concurrently.

use std::io::{Error, Result};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;

use crate::Proxy;
use crate::response::Response;
use crate::sockets::dial;

/// A worker opens one tunnel at a time.
struct Worker {
    socket: OwnedFd,
    has_sent: bool,
    response: Response,
}

struct Workers {
    proxy: Proxy,
    epoll: OwnedFd,
    all: Vec<Worker>,
    buffer: [u8; 4_096],
}

/// Returns the number of tunnels opened and closed, and the elapsed time.
pub fn measure(proxy: Proxy, workers: usize, length: Duration) -> Result<(u64, Duration)> {
    if proxy.request.is_empty() {
        return Err(Error::other(
            "without a request, the opening of a tunnel cannot be detected",
        ));
    }
    let mut all = Workers {
        proxy,
        epoll: epoll::create(CreateFlags::CLOEXEC)?,
        all: Vec::with_capacity(workers),
        buffer: [0; 4_096],
    };
    let began = Instant::now();
    for at in 0..workers {
        let worker = all.begin(at)?;
        all.all.push(worker);
    }
    let mut events = Vec::with_capacity(workers);
    let mut count = 0;
    while began.elapsed() < length {
        events.clear();
        match epoll::wait(&all.epoll, spare_capacity(&mut events), None) {
            Ok(_) | Err(Errno::INTR) => (),
            Err(error) => return Err(error.into()),
        }
        for event in &events {
            let at = event.data.u64() as usize;
            if all.advance(at)? {
                // The replaced worker closes its socket.
                all.all[at] = all.begin(at)?;
                count += 1;
            }
        }
    }
    Ok((count, began.elapsed()))
}

impl Workers {
    /// Starts a connection and sends its request once established, which on the loopback is mostly immediately.
    fn begin(&mut self, at: usize) -> Result<Worker> {
        let socket = dial(self.proxy.address)?;
        let has_sent = send_request(&socket, &self.proxy.request)?;
        let flags = if has_sent { EventFlags::IN } else { EventFlags::OUT };
        epoll::add(&self.epoll, &socket, EventData::new_u64(at as u64), flags)?;
        Ok(Worker {
            socket,
            has_sent,
            response: Response::default(),
        })
    }

    /// Advances a worker and returns whether its tunnel is open.
    fn advance(&mut self, at: usize) -> Result<bool> {
        let worker = &mut self.all[at];
        if !worker.has_sent {
            worker.has_sent = send_request(&worker.socket, &self.proxy.request)?;
            if worker.has_sent {
                let data = EventData::new_u64(at as u64);
                epoll::modify(&self.epoll, &worker.socket, data, EventFlags::IN)?;
            }
            return Ok(false);
        }
        match rustix::io::read(&worker.socket, &mut self.buffer) {
            Ok(count) => worker.response.push(&self.buffer[..count]),
            Err(Errno::AGAIN | Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns whether the request was sent. A request is smaller than a new connection's send buffer.
fn send_request(socket: &OwnedFd, request: &[u8]) -> Result<bool> {
    match rustix::io::write(socket, request) {
        Ok(count) if count == request.len() => Ok(true),
        Ok(_) => Err(Error::other("a request went out in part")),
        Err(Errno::AGAIN | Errno::INTR | Errno::NOTCONN) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
