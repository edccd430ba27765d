//! Tests the functions that OpenVPN calls for datagrams, over the loopback.

mod loopback;

use std::net::{SocketAddr, UdpSocket};
use std::os::fd::{AsRawFd, IntoRawFd};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use comet_udp_offload::{close, poll, recvfrom, recvmsg, sendmsg, sendto, socket};
use libc::{AF_INET, POLLIN, SOCK_DGRAM, SOCK_NONBLOCK, c_int, pollfd, sockaddr_in};
use loopback::name_of;

/// The preloaded library has one state per process; the tests run one after the other, until the last of their sockets is closed, because
/// every close affects it.
static TURN: Mutex<()> = Mutex::new(());

struct Sender {
    fd: c_int,
    turn: Rc<MutexGuard<'static, ()>>,
}

impl Sender {
    fn new() -> Self {
        let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let sender = Self {
            fd: unsafe { socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0) },
            turn: Rc::new(turn),
        };
        sender.poll(0);
        sender
    }

    /// Polls as OpenVPN does between two packets.
    fn poll(&self, timeout: c_int) -> bool {
        let mut fds = [pollfd {
            fd: self.fd,
            events: POLLIN,
            revents: 0,
        }];
        unsafe { poll(fds.as_mut_ptr(), 1, timeout) == 1 && fds[0].revents & POLLIN != 0 }
    }

    fn send(&self, datagram: &[u8], to: &UdpSocket) {
        let name = name_of(to.local_addr().unwrap());
        let sent = unsafe {
            sendto(
                self.fd,
                datagram.as_ptr().cast(),
                datagram.len(),
                0,
                (&raw const name).cast(),
                16,
            )
        };
        assert_eq!(sent, datagram.len() as isize);
    }

    fn receive(&self) -> Option<(Vec<u8>, u16)> {
        let mut room = [0_u8; 2_000];
        let mut name: sockaddr_in = unsafe { std::mem::zeroed() };
        let mut name_len = 16;
        let len = unsafe {
            recvfrom(
                self.fd,
                room.as_mut_ptr().cast(),
                room.len(),
                0,
                (&raw mut name).cast(),
                &raw mut name_len,
            )
        };
        usize::try_from(len)
            .ok()
            .map(|len| (room[..len].to_vec(), u16::from_be(name.sin_port)))
    }

    fn port(&self) -> u16 {
        let mut name: sockaddr_in = unsafe { std::mem::zeroed() };
        let mut len = 16;
        unsafe { libc::getsockname(self.fd, (&raw mut name).cast(), &raw mut len) };
        u16::from_be(name.sin_port)
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        unsafe { close(self.fd) };
    }
}

/// A plain socket, read with the C library's own functions, which shows the sender's calls.
fn receiver() -> UdpSocket {
    let plain = UdpSocket::bind("127.0.0.1:0").unwrap();
    plain.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    plain
}

fn enable_gro(on: &UdpSocket) {
    let one: c_int = 1;
    let set = unsafe {
        libc::setsockopt(
            on.as_raw_fd(),
            libc::SOL_UDP,
            libc::UDP_GRO,
            (&raw const one).cast(),
            4,
        )
    };
    assert_eq!(set, 0);
}

/// Reads by the C library's function, so that a burst is not split.
fn read(from: &UdpSocket) -> Option<Vec<u8>> {
    let mut room = vec![0; 65_535];
    let len = unsafe { libc::read(from.as_raw_fd(), room.as_mut_ptr().cast(), room.len()) };
    usize::try_from(len).ok().map(|len| room[..len].to_vec())
}

#[test]
fn sends_a_burst_with_one_call() {
    let sender = Sender::new();
    let (together, apart) = (receiver(), receiver());
    enable_gro(&together);
    for to in [&together, &apart] {
        for index in 0..20_u8 {
            sender.send(&[index; 1_000], to);
        }
        assert!(!sender.poll(0));
    }
    assert_eq!(read(&together).map(|burst| burst.len()), Some(20_000));
    for index in 0..20_u8 {
        assert_eq!(read(&apart), Some(vec![index; 1_000]));
    }
}

#[test]
fn sends_queued_datagrams_before_a_poll_blocks() {
    let sender = Sender::new();
    let to = receiver();
    sender.send(b"one", &to);
    assert!(!sender.poll(1));
    assert_eq!(read(&to), Some(b"one".to_vec()));
}

#[test]
fn sends_queued_datagrams_after_a_bounded_number_of_polls() {
    let sender = Sender::new();
    let to = receiver();
    sender.send(b"patient", &to);
    let mut busy = [pollfd {
        fd: sender.fd,
        events: libc::POLLOUT,
        revents: 0,
    }];
    for _ in 0..100 {
        assert_eq!(unsafe { poll(busy.as_mut_ptr(), 1, -1) }, 1);
    }
    assert_eq!(read(&to), Some(b"patient".to_vec()));
}

#[test]
fn keeps_the_order_of_datagrams_of_different_sizes() {
    let sender = Sender::new();
    let to = receiver();
    let sizes = [100, 100, 40, 1_400, 1_400, 3, 3, 3, 9, 2_000, 1];
    for (index, size) in sizes.into_iter().enumerate() {
        sender.send(&vec![index as u8; size], &to);
    }
    sender.poll(0);
    for (index, size) in sizes.into_iter().enumerate() {
        assert_eq!(read(&to), Some(vec![index as u8; size]));
    }
}

#[test]
fn sends_queued_datagrams_before_closing_their_socket() {
    let sender = Sender::new();
    let _turn = sender.turn.clone();
    let to = receiver();
    sender.send(b"goodbye", &to);
    drop(sender);
    assert_eq!(read(&to), Some(b"goodbye".to_vec()));
}

#[test]
fn returns_received_datagrams_one_by_one_with_their_sender() {
    let sender = Sender::new();
    let other = receiver();
    sender.send(b"hello", &other);
    sender.poll(0);
    // The first call enables the reception of bursts.
    assert_eq!(sender.receive(), None);
    let (port, from) = (sender.port(), other.local_addr().unwrap().port());
    let name = name_of(SocketAddr::from(([127, 0, 0, 1], port)));
    let burst: Vec<u8> = (0..5_u8).flat_map(|index| [index; 300]).chain([9; 10]).collect();
    let size: c_int = 300;
    let fd = other.as_raw_fd();
    unsafe {
        libc::setsockopt(fd, libc::SOL_UDP, libc::UDP_SEGMENT, (&raw const size).cast(), 4);
        libc::connect(fd, (&raw const name).cast(), 16);
        assert_eq!(libc::write(fd, burst.as_ptr().cast(), burst.len()), 1_510);
    }
    for index in 0..5_u8 {
        assert!(sender.poll(1_000));
        assert_eq!(sender.receive(), Some((vec![index; 300], from)));
    }
    assert!(sender.poll(0));
    assert_eq!(sender.receive(), Some((vec![9; 10], from)));
    assert!(!sender.poll(0));
    assert_eq!(sender.receive(), None);
}

#[test]
fn keeps_the_local_address_of_datagrams_and_replies() {
    let sender = Sender::new();
    let on: c_int = 1;
    unsafe {
        libc::setsockopt(
            sender.fd,
            libc::IPPROTO_IP,
            libc::IP_PKTINFO,
            (&raw const on).cast(),
            4,
        )
    };
    let other = receiver();
    sender.send(b"hello", &other);
    sender.poll(0);
    let size: c_int = 100;
    unsafe {
        libc::setsockopt(
            other.as_raw_fd(),
            libc::SOL_UDP,
            libc::UDP_SEGMENT,
            (&raw const size).cast(),
            4,
        )
    };
    assert_eq!(sender.receive(), None);
    other.send_to(&[5; 200], ("127.0.0.1", sender.port())).unwrap();
    assert!(sender.poll(1_000));
    for _ in 0..2 {
        let mut room = [0_u8; 2_000];
        let mut control = [0_u64; 4];
        let mut name: sockaddr_in = unsafe { std::mem::zeroed() };
        let mut piece = libc::iovec {
            iov_base: room.as_mut_ptr().cast(),
            iov_len: room.len(),
        };
        let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
        message.msg_name = (&raw mut name).cast();
        message.msg_namelen = 16;
        message.msg_iov = &raw mut piece;
        message.msg_iovlen = 1;
        message.msg_control = control.as_mut_ptr().cast();
        message.msg_controllen = size_of_val(&control) as _;
        unsafe {
            assert_eq!(recvmsg(sender.fd, &raw mut message, 0), 100);
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            assert_eq!((*header).cmsg_type, libc::IP_PKTINFO);
            // No other message: OpenVPN accepts an address only if it is the only one.
            assert!(libc::CMSG_NXTHDR(&raw const message, header).is_null());
            (*message.msg_iov).iov_len = 100;
            assert_eq!(sendmsg(sender.fd, &raw const message, 0), 100);
        }
    }
    assert!(!sender.poll(0));
    assert_eq!(read(&other).map(|first| first.len()), Some(5));
    for _ in 0..2 {
        assert_eq!(read(&other), Some(vec![5; 100]));
    }
}

#[test]
fn does_not_queue_a_message_with_other_flags() {
    let _turn = Sender::new();
    let (plain, to) = (receiver(), receiver());
    let fd = plain.into_raw_fd();
    let name = name_of(to.local_addr().unwrap());
    unsafe {
        sendto(
            fd,
            b"now".as_ptr().cast(),
            3,
            libc::MSG_NOSIGNAL,
            (&raw const name).cast(),
            16,
        )
    };
    assert_eq!(read(&to), Some(b"now".to_vec()));
    unsafe { close(fd) };
}
