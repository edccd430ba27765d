use super::*;

#[test]
fn nothing_moves_the_cursor_or_turns_the_writing_round() {
    let hostile = "a\u{1b}]0;title\u{7}b\u{1b}[2Kc\r\u{9b}31md\u{202e}e\nf";
    assert_eq!(printable(hostile), "a]0;titleb[2Kc31mde\nf");
    assert_eq!(on_one_line(hostile), "a]0;titleb[2Kc31mdef");
    assert_eq!(printable("Grüße “nl” 🙂"), "Grüße “nl” 🙂");
}

#[test]
fn words_without_an_end_get_one() {
    assert_eq!(
        sentence("Ten devices are connected"),
        "Ten devices are connected."
    );
    assert_eq!(sentence("Really?"), "Really?");
}
