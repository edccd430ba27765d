use super::*;

fn edited(begun: &str, typed: &str, raw: bool) -> (String, Entry, String) {
    let (mut line, mut typed) = (begun.to_owned(), typed.to_owned());
    let entry = edit(&mut line, &mut typed, raw);
    (line, entry, typed)
}

#[test]
fn keeps_the_input_after_the_end_of_a_line() {
    assert_eq!(
        edited("", "secret\n123456\n", false),
        ("secret".into(), Entry::Entered, "123456\n".into())
    );
    assert_eq!(
        edited("", "secret\r\n123456", false),
        ("secret".into(), Entry::Entered, "123456".into())
    );
    assert_eq!(
        edited("se", "cret\r", true),
        ("secret".into(), Entry::Entered, String::new())
    );
    assert_eq!(
        edited("se", "cr", true),
        ("secr".into(), Entry::Open, String::new())
    );
}

#[test]
fn handles_control_keys_in_raw_mode() {
    assert_eq!(edited("", "wrong🙂\x7f\x7f\x08g\x15ht\r", true).0, "wroght");
    assert_eq!(
        edited("secret", "\x04", true),
        ("secret".into(), Entry::Entered, String::new())
    );
    assert_eq!(
        edited("secret", "\x03", true),
        (String::new(), Entry::Cancelled, String::new())
    );
}

#[test]
fn keeps_control_characters_from_a_pipe() {
    assert_eq!(edited("", "a\x7fb\x03c\n", false).0, "a\x7fb\x03c");
}
