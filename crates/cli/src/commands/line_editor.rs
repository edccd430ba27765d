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
#[path = "tests/line_editor.rs"]
mod tests;
