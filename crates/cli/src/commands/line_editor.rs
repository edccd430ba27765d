//! A line that is being entered.

#[derive(Debug, PartialEq)]
pub(super) enum Entry {
    Open,
    Entered,
    Cancelled,
}

/// Adds what was typed to a line, and takes it from `typed`; what follows the line's end stays there for the next one. In raw mode the
/// terminal edits nothing, so backspace and the control keys are ours to carry out; otherwise every character but the line's end is the answer's own.
pub(super) fn edit(line: &mut String, typed: &mut String, raw: bool) -> Entry {
    let all = std::mem::take(typed);
    for (at, character) in all.char_indices() {
        let rest = &all[at + character.len_utf8()..];
        match character {
            '\n' | '\r' => {
                let rest = if character == '\r' {
                    rest.strip_prefix('\n').unwrap_or(rest)
                } else {
                    rest
                };
                typed.push_str(rest);
                return Entry::Entered;
            }
            '\x03' if raw => {
                line.clear();
                return Entry::Cancelled;
            }
            '\x04' if raw => {
                typed.push_str(rest);
                return Entry::Entered;
            }
            '\x7f' | '\x08' if raw => drop(line.pop()),
            _ if raw && character < ' ' => {}
            _ => line.push(character),
        }
    }
    Entry::Open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(begun: &str, typed: &str, raw: bool) -> (String, Entry, String) {
        let (mut line, mut typed) = (begun.to_owned(), typed.to_owned());
        let entry = edit(&mut line, &mut typed, raw);
        (line, entry, typed)
    }

    #[test]
    fn a_line_ends_with_the_key_that_ends_it_and_what_follows_is_kept() {
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
    fn on_a_terminal_the_control_keys_do_what_they_say() {
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
    fn through_a_pipe_every_character_is_meant() {
        assert_eq!(edited("", "a\x7fb\x03c\n", false).0, "a\x7fb\x03c");
    }
}
