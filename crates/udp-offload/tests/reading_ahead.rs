//! Tests the functions that OpenVPN calls for connections, over the loopback.

mod loopback;

use std::fs::File;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::{Mutex, MutexGuard};

use comet_udp_offload::{close, poll, recv, socket};
use libc::{AF_INET, MSG_NOSIGNAL, POLLIN, POLLOUT, POLLPRI, SOCK_STREAM, c_int, pollfd};
use loopback::name_of;

/// The preloaded library has one state per process, so the tests run one after the other.
static TURN: Mutex<()> = Mutex::new(());

/// Forwards between a connection and a device like OpenVPN.
struct Forwarder {
    fd: c_int,
    device: File,
    server: TcpStream,
    _turn: MutexGuard<'static, ()>,
}

impl Forwarder {
    fn new() -> Self {
        let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let name = name_of(listener.local_addr().unwrap());
        let fd = unsafe { socket(AF_INET, SOCK_STREAM, 0) };
        assert_eq!(unsafe { libc::connect(fd, (&raw const name).cast(), 16) }, 0);
        unsafe { libc::fcntl(fd, libc::F_SETFL, libc::O_NONBLOCK) };
        let (server, _) = listener.accept().unwrap();
        server.set_nodelay(true).unwrap();
        let device = File::options().read(true).write(true).open("/dev/null").unwrap();
        Self {
            fd,
            device,
            server,
            _turn: turn,
        }
    }

    /// Polls connection and device for `events`, and returns the ready ones.
    fn poll(&self, connection: i16, device: i16) -> [i16; 2] {
        let one = |fd: c_int, events: i16| pollfd {
            fd,
            events,
            revents: 0,
        };
        let mut fds = [one(self.fd, connection), one(self.device.as_raw_fd(), device)];
        unsafe { poll(fds.as_mut_ptr(), 2, 0) };
        fds.map(|one| one.revents)
    }

    fn receive(&self, max_len: usize) -> Option<Vec<u8>> {
        let mut room = vec![0_u8; max_len];
        let len = unsafe { recv(self.fd, room.as_mut_ptr().cast(), max_len, MSG_NOSIGNAL) };
        usize::try_from(len).ok().map(|len| room[..len].to_vec())
    }

    /// Bytes that the kernel still has for the connection.
    fn left(&self) -> c_int {
        let mut left: c_int = 0;
        assert_eq!(unsafe { libc::ioctl(self.fd, libc::FIONREAD, &raw mut left) }, 0);
        left
    }
}

impl Drop for Forwarder {
    fn drop(&mut self) {
        unsafe { close(self.fd) };
    }
}

#[test]
fn reads_ahead_once_a_connection_is_forwarded_to_a_device() {
    let mut forwarder = Forwarder::new();
    forwarder
        .server
        .write_all(b"proxy's word, then the rest")
        .unwrap();
    assert_eq!(forwarder.receive(5), Some(b"proxy".to_vec()));
    assert_eq!(forwarder.left(), 22);
    forwarder.poll(POLLIN | POLLPRI, POLLIN | POLLPRI);
    assert_eq!(forwarder.receive(7), Some(b"'s word".to_vec()));
    assert_eq!(forwarder.left(), 0);
    // No new bytes have arrived: buffered ones are reported as readable, and the device as writable.
    assert_eq!(forwarder.poll(POLLIN, POLLIN), [POLLIN, 0]);
    assert_eq!(forwarder.poll(0, POLLOUT), [0, POLLOUT]);
    assert_eq!(forwarder.receive(100), Some(b", then the rest".to_vec()));
    assert_eq!(forwarder.receive(100), None);
    assert_eq!(
        std::io::Error::last_os_error().kind(),
        std::io::ErrorKind::WouldBlock
    );
}

#[test]
fn delivers_all_bytes_in_order_and_the_end_of_the_stream() {
    let forwarder = Forwarder::new();
    forwarder.poll(POLLIN, POLLIN);
    let sent: Vec<u8> = (0..300_000_u32).map(|index| (index * 7 / 5) as u8).collect();
    let mut server = forwarder.server.try_clone().unwrap();
    let copy = sent.clone();
    let teller = std::thread::spawn(move || {
        server.write_all(&copy).unwrap();
        server.shutdown(std::net::Shutdown::Write).unwrap();
    });
    let mut came = Vec::new();
    loop {
        match forwarder.receive(1 + came.len() % 1_768) {
            Some(piece) if piece.is_empty() => break,
            Some(piece) => came.extend(piece),
            None => std::thread::yield_now(),
        }
    }
    teller.join().unwrap();
    assert!(came == sent);
}

#[test]
fn a_reused_descriptor_has_no_bytes_of_the_previous_connection() {
    let mut forwarder = Forwarder::new();
    forwarder.server.write_all(b"old").unwrap();
    forwarder.poll(POLLIN, POLLIN);
    assert_eq!(forwarder.receive(1), Some(b"o".to_vec()));
    let fd = forwarder.fd;
    drop(forwarder);
    let mut forwarder = Forwarder::new();
    assert_eq!(forwarder.fd, fd);
    forwarder.server.write_all(b"new").unwrap();
    forwarder.poll(POLLIN, POLLIN);
    assert_eq!(forwarder.receive(3), Some(b"new".to_vec()));
}
