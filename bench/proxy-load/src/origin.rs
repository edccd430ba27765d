//! The destination of all tunnels: sends endlessly to clients that have sent a byte, and nothing to others.

use std::collections::HashMap;
use std::io::{Result, Write, stdout};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::{AsRawFd, OwnedFd};

use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::fs::{MemfdFlags, memfd_create, sendfile};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SocketFlags, SocketType, accept_with, bind, getsockname, listen, socket_with, sockopt,
};

/// The only byte value of the payload.
pub const PAYLOAD_BYTE: u8 = b'x';
/// Maximum bytes sent to one connection before the next.
const CHUNK: usize = 1_048_576;
/// Maximum length of the accept queue.
const BACKLOG: i32 = 4_096;
const LISTENER: u64 = u64::MAX;
const ENDS: EventFlags = EventFlags::RDHUP.union(EventFlags::HUP).union(EventFlags::ERR);

struct Origin {
    epoll: OwnedFd,
    listener: OwnedFd,
    /// A memory file, whose pages the kernel sends without a copy.
    payload: OwnedFd,
    /// Connections by file descriptor.
    connections: HashMap<u64, OwnedFd>,
}

pub fn serve() -> Result<()> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let listener = socket_with(AddressFamily::INET, SocketType::STREAM, flags, None)?;
    sockopt::set_tcp_nodelay(&listener, true)?;
    bind(&listener, &SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0))?;
    listen(&listener, BACKLOG)?;
    let payload = memfd_create("payload", MemfdFlags::CLOEXEC)?;
    std::fs::File::from(payload.try_clone()?).write_all(&vec![PAYLOAD_BYTE; CHUNK])?;
    let epoll = epoll::create(CreateFlags::CLOEXEC)?;
    epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
    let port = SocketAddr::try_from(getsockname(&listener)?)?.port();
    println!("{port}");
    stdout().flush()?;
    Origin {
        epoll,
        listener,
        payload,
        connections: HashMap::new(),
    }
    .run()
}

impl Origin {
    fn run(mut self) -> Result<()> {
        let mut events: Vec<Event> = Vec::with_capacity(256);
        loop {
            events.clear();
            match epoll::wait(&self.epoll, spare_capacity(&mut events), None) {
                Ok(_) | Err(Errno::INTR) => (),
                Err(error) => return Err(error.into()),
            }
            for event in &events {
                match event.data.u64() {
                    LISTENER => self.accept()?,
                    number => self.event(number, event.flags)?,
                }
            }
        }
    }

    fn accept(&mut self) -> Result<()> {
        loop {
            let socket = match accept_with(&self.listener, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC) {
                Ok(socket) => socket,
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR | Errno::CONNABORTED) => continue,
                Err(error) => return Err(error.into()),
            };
            let number = socket.as_raw_fd() as u64;
            let flags = EventFlags::IN | EventFlags::RDHUP;
            epoll::add(&self.epoll, &socket, EventData::new_u64(number), flags)?;
            self.connections.insert(number, socket);
        }
    }

    fn event(&mut self, number: u64, flags: EventFlags) -> Result<()> {
        if flags.intersects(ENDS) {
            self.connections.remove(&number);
            return Ok(());
        }
        let Some(socket) = self.connections.get(&number) else {
            return Ok(());
        };
        if flags.contains(EventFlags::IN) {
            rustix::io::read(socket, &mut [0; 64])?;
            // From now on waits only for the end of the connection and for send buffer space.
            let flags = EventFlags::OUT | EventFlags::RDHUP;
            epoll::modify(&self.epoll, socket, EventData::new_u64(number), flags)?;
        }
        if flags.contains(EventFlags::OUT)
            && let Err(error) = sendfile(socket, &self.payload, Some(&mut 0), CHUNK)
            && error != Errno::AGAIN
        {
            self.connections.remove(&number);
        }
        Ok(())
    }
}
