use libc::POLLPRI;

use super::*;

fn polled(fd: c_int, events: i16) -> pollfd {
    pollfd {
        fd,
        events,
        revents: 99,
    }
}

#[test]
fn returns_bytes_once_and_in_order() {
    let mut stream = Stream::new();
    stream.data[..5].copy_from_slice(b"abcde");
    stream.filled(5);
    for (room, expected) in [(2, "ab"), (0, ""), (2, "cd"), (usize::MAX, "e"), (9, "")] {
        let count = stream.peek(room).len();
        assert_eq!(stream.peek(room), expected.as_bytes());
        stream.skip(count);
    }
    assert!(stream.is_empty());
    stream.filled(usize::MAX);
    assert_eq!(stream.peek(usize::MAX).len(), MAX_BYTES);
}

#[test]
fn reports_only_its_descriptors_as_ready() {
    let stream = Stream {
        fd: 5,
        device: 6,
        ..Stream::new()
    };
    let mut both = [polled(6, POLLIN), polled(5, POLLIN | POLLPRI)];
    assert!(stream.report_ready(&mut both));
    assert_eq!([both[0].revents, both[1].revents], [0, POLLIN]);
    let mut device = [polled(6, POLLOUT), polled(7, POLLIN)];
    assert!(stream.report_ready(&mut device));
    assert_eq!([device[0].revents, device[1].revents], [POLLOUT, 0]);
    for other in [
        polled(5, POLLOUT),
        polled(5, POLLIN | POLLOUT),
        polled(6, POLLIN),
        polled(7, POLLIN),
    ] {
        assert!(!stream.report_ready(&mut [other]));
    }
}

#[test]
fn discards_the_bytes_of_a_closed_connection() {
    let mut stream = Stream {
        fd: 5,
        device: 6,
        ..Stream::new()
    };
    stream.filled(100);
    stream.closed(6);
    assert!(!stream.is_empty());
    stream.closed(5);
    assert!(stream.is_empty());
    assert_eq!([stream.fd, stream.device], [-1, -1]);
}
