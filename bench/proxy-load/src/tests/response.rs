use super::*;

fn parse_all(parts: &[&str]) -> Option<bool> {
    let mut response = Response::default();
    let mut last = None;
    for part in parts {
        last = response.push(part.as_bytes()).ok();
        last?;
    }
    last
}

#[test]
fn a_tunnel_is_open_once_the_whole_response_has_come() {
    assert_eq!(parse_all(&["HTTP/1.1 200 OK\r\n\r\n"]), Some(true));
    assert_eq!(parse_all(&["HT", "TP/1.0 200 OK\r\nVia: x\r\n"]), Some(false));
    assert_eq!(
        parse_all(&["HT", "TP/1.0 200 OK\r\nVia: x\r\n", "\r\n"]),
        Some(true)
    );
}

#[test]
fn what_is_refused_ends_early_or_is_followed_by_something_is_no_tunnel() {
    assert_eq!(parse_all(&["HTTP/1.1 407 Who are you\r\n\r\n"]), None);
    assert_eq!(parse_all(&["HTTP/1.1 200 OK\r\n", ""]), None);
    assert_eq!(parse_all(&["HTTP/1.1 200 OK\r\n\r\nx"]), None);
    assert_eq!(parse_all(&["SSH-2.0-x\r\n"]), None);
}
