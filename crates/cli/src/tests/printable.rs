use super::*;

#[test]
fn removes_control_sequences_and_bidirectional_overrides() {
    let hostile = "a\u{1b}]0;title\u{7}b\u{1b}[2Kc\r\u{9b}31md\u{202e}e\nf";
    assert_eq!(printable(hostile), "a]0;titleb[2Kc31mde\nf");
    assert_eq!(on_one_line(hostile), "a]0;titleb[2Kc31mdef");
    assert_eq!(printable("Grüße “nl” 🙂"), "Grüße “nl” 🙂");
}

#[test]
fn adds_a_full_stop_to_text_without_punctuation() {
    assert_eq!(
        sentence("Ten devices are connected"),
        "Ten devices are connected."
    );
    assert_eq!(sentence("Really?"), "Really?");
}
