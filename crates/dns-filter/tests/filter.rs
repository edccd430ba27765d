mod program;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use program::{ask, connect, framed, query, read_framed, reply_to, resolver, start};

const NXDOMAIN: u8 = 3;
const SERVFAIL: u8 = 2;
/// A flag in the third byte of a message.
const TRUNCATED: u8 = 2;
const UNUSED_ADDRESS: &str = "127.0.0.1:9";

fn code(reply: &[u8]) -> u8 {
    reply[3] & 15
}

fn unresponsive_resolver() -> SocketAddr {
    UNUSED_ADDRESS.parse().unwrap()
}

#[test]
fn blocks_listed_names_by_udp_and_forwards_all_others_with_their_id_and_letters() {
    let program = start(resolver(|query| vec![reply_to(query)]));
    let blocked = ask(&program, &query("www.Ads.example", 300)).unwrap();
    assert_eq!((&blocked[..2], code(&blocked)), ([1, 44].as_slice(), NXDOMAIN));
    assert_eq!(blocked[2..4], [0x81, 0x80 | NXDOMAIN]);
    assert_eq!(blocked[12..], query("www.Ads.example", 300)[12..]);
    let allowed = ask(&program, &query("News.example", 301)).unwrap();
    assert_eq!(allowed, reply_to(&query("News.example", 301)));
}

#[test]
fn returns_the_resolvers_bytes_unchanged() {
    // An HTTPS record (RFC 9460) with a parameter that does not exist yet, and a record of an unassigned type.
    const RECORDS: [&[u8]; 2] = [
        &[
            0xc0, 12, 0, 65, 0, 1, 0, 0, 0, 60, 0, 9, 0, 1, 0, 250, 250, 0, 2, 7, 7,
        ],
        &[0xc0, 12, 250, 1, 0, 1, 0, 0, 0, 60, 0, 3, 1, 2, 3],
    ];
    let replies = |query: &[u8]| {
        let mut reply = reply_to(query);
        reply[7] = 2;
        reply[3] |= 0x20;
        vec![[reply.as_slice(), RECORDS[0], RECORDS[1]].concat()]
    };
    let program = start(resolver(replies));
    let answer = ask(&program, &query("a.example", 5)).unwrap();
    assert_eq!(answer, replies(&query("a.example", 5))[0]);
}

#[test]
fn asks_the_resolver_once_while_an_answer_is_valid_and_never_for_blocked_names() {
    static QUERIES: AtomicUsize = AtomicUsize::new(0);
    let program = start(resolver(|query| {
        QUERIES.fetch_add(1, Ordering::Relaxed);
        let mut reply = reply_to(query);
        reply[7] = 1;
        vec![
            [
                reply.as_slice(),
                &[0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7],
            ]
            .concat(),
        ]
    }));
    for (id, name) in [(1, "a.example"), (2, "A.example"), (3, "a.EXAMPLE")] {
        let answer = ask(&program, &query(name, id)).unwrap();
        let question = query(name, id);
        assert_eq!(
            (&answer[..2], &answer[12..question.len()]),
            (&question[..2], &question[12..])
        );
        assert_eq!(answer[answer.len() - 4..], [192, 0, 2, 7]);
    }
    assert_eq!(QUERIES.load(Ordering::Relaxed), 1);
    assert_eq!(code(&ask(&program, &query("ads.example", 4)).unwrap()), NXDOMAIN);
    // The control: another question.
    ask(&program, &query("b.example", 5)).unwrap();
    assert_eq!(QUERIES.load(Ordering::Relaxed), 2);
}

#[test]
fn ignores_replies_with_another_id_or_to_another_question() {
    let program = start(resolver(|query| {
        let mut wrong_id = reply_to(query);
        wrong_id[1] = wrong_id[1].wrapping_add(1);
        let mut other = reply_to(query);
        other[13] = b'b';
        vec![wrong_id, other, reply_to(query)]
    }));
    let answer = ask(&program, &query("a.example", 6)).unwrap();
    assert_eq!(answer, reply_to(&query("a.example", 6)));
}

#[test]
fn passes_a_truncated_answer_on_and_repeats_the_query_by_tcp() {
    let program = start(resolver(|query| {
        let mut truncated = reply_to(query);
        truncated[2] |= TRUNCATED;
        vec![truncated]
    }));
    let answer = ask(&program, &query("a.example", 8)).unwrap();
    assert_eq!((answer[2] & TRUNCATED, code(&answer)), (TRUNCATED, 0));
    let mut stream = connect(&program);
    stream.write_all(&framed(&query("a.example", 8))).unwrap();
    assert_eq!(
        read_framed(&mut stream).unwrap(),
        reply_to(&query("a.example", 8))
    );
}

#[test]
fn truncates_an_answer_that_it_cannot_read() {
    // An HTTPS record (RFC 9460) whose parameters are out of order.
    const RECORD: &[u8] = &[
        0xc0, 12, 0, 65, 0, 1, 0, 0, 0, 60, 0, 13, 0, 1, 0, 0, 4, 0, 0, 0, 3, 0, 2, 1, 187,
    ];
    let program = start(resolver(|query| {
        let mut reply = reply_to(query);
        reply[7] = 1;
        vec![[reply.as_slice(), RECORD].concat()]
    }));
    let answer = ask(&program, &query("a.example", 9)).unwrap();
    let mut expected = reply_to(&query("a.example", 9));
    expected[2] |= TRUNCATED;
    assert_eq!(answer, expected);
}

#[test]
fn forwards_edns_with_its_options_and_a_size_that_it_can_receive() {
    // A cookie (RFC 7873) and an option that does not exist yet; DO is set, and 65,535 bytes are allowed.
    const OPTIONS: [u8; 20] = [0, 10, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8, 253, 233, 0, 4, 9, 9, 9, 9];
    let with_edns = |size: [u8; 2]| {
        let mut bytes = query("a.example", 10);
        bytes[11] = 1;
        let record = [&[0, 0, 41][..], &size, &[0, 0, 0x80, 0, 0, 20], &OPTIONS].concat();
        [bytes, record].concat()
    };
    let program = start(resolver(|query| vec![reply_to(query)]));
    let answer = ask(&program, &with_edns([255, 255])).unwrap();
    assert_eq!(answer, reply_to(&with_edns([16, 0])));
}

#[test]
fn fails_the_query_when_the_resolver_echoes_it() {
    let program = start(resolver(|query| vec![query.to_vec()]));
    assert_eq!(code(&ask(&program, &query("a.example", 7)).unwrap()), SERVFAIL);
}

#[test]
fn replies_to_several_queries_on_one_connection_in_pieces_and_ends_it_on_anything_else() {
    let program = start(resolver(|query| vec![reply_to(query)]));
    let mut stream = connect(&program);
    let both = [
        framed(&query("ads.example", 1)),
        framed(&query("news.example", 2)),
    ]
    .concat();
    stream.write_all(&both[..9]).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    stream.write_all(&both[9..]).unwrap();
    let mut codes = [
        read_framed(&mut stream).unwrap(),
        read_framed(&mut stream).unwrap(),
    ]
    .map(|reply| (reply[1], code(&reply)));
    codes.sort_unstable();
    assert_eq!(codes, [(1, NXDOMAIN), (2, 0)]);
    stream.write_all(&framed(b"GET / HTTP/1.1\r\n\r\n")).unwrap();
    assert_eq!(stream.read(&mut [0; 16]).unwrap(), 0);
}

#[test]
fn replies_to_a_client_that_has_closed_its_sending_side() {
    let program = start(resolver(|query| vec![reply_to(query)]));
    let mut stream = connect(&program);
    stream.write_all(&framed(&query("news.example", 2))).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(
        read_framed(&mut stream).unwrap(),
        reply_to(&query("news.example", 2))
    );
    assert_eq!(stream.read(&mut [0; 16]).unwrap(), 0);
}

#[test]
fn does_not_reply_to_anything_but_a_query() {
    let program = start(unresponsive_resolver());
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let two_questions = {
        let mut bytes = query("ads.example", 1);
        bytes[5] = 2;
        [bytes, query("ads.example", 1)[12..].to_vec()].concat()
    };
    for bytes in [
        &[][..],
        b"x",
        &[0; 12],
        &reply_to(&query("ads.example", 1)),
        &two_questions,
    ] {
        socket.send_to(bytes, program.address).unwrap();
    }
    assert!(socket.recv(&mut [0; 64]).is_err());
    assert_eq!(code(&ask(&program, &query("ads.example", 1)).unwrap()), NXDOMAIN);
}

#[test]
fn takes_eight_connections_of_one_client_and_ends_silent_ones() {
    let program = start(unresponsive_resolver());
    // The connection that detected the listening program has ended by then.
    std::thread::sleep(Duration::from_millis(100));
    let began = Instant::now();
    let mut open: Vec<_> = (0..8).map(|_| connect(&program)).collect();
    for stream in &mut open {
        stream.write_all(&framed(&query("ads.example", 1))).unwrap();
        assert_eq!(code(&read_framed(stream).unwrap()), NXDOMAIN);
    }
    assert_eq!(connect(&program).read(&mut [0; 1]).unwrap_or(0), 0);
    assert_eq!(open[0].read(&mut [0; 1]).unwrap(), 0);
    assert!(began.elapsed() >= Duration::from_secs(4));
}

#[test]
fn stops_reading_from_a_client_that_does_not_read() {
    let program = start(unresponsive_resolver());
    let mut stream = connect(&program);
    stream
        .set_write_timeout(Some(Duration::from_millis(800)))
        .unwrap();
    let queries: Vec<u8> = (0..2_000)
        .flat_map(|id| framed(&query("ads.example", id)))
        .collect();
    // At most the bytes that the kernel buffers on both sides, of 25 MB.
    let taken = (0..400)
        .take_while(|_| stream.write_all(&queries).is_ok())
        .count();
    assert!(taken < 350, "{taken}");
}

#[test]
fn ends_with_its_parent() {
    let mut program = start(unresponsive_resolver());
    drop(program.child.stdin.take());
    let began = Instant::now();
    while program.child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(10));
    }
}
