//! Edits a line of input.

#[derive(Debug, PartialEq)]
pub(super) enum Entry {
    Open,
    Entered,
    Cancelled,
}

/// Moves characters from `typed` to `line` up to the end of the line; the rest stays for the next one. In raw mode the terminal does not edit,
/// so that backspace and control keys are handled here. Otherwise every other character belongs to the answer.
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
