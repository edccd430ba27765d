//! Reads answers from standard input, a terminal or a pipe, one line at a time.

use std::io::{self, IsTerminal, Read, Write};

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::line_editor::{Entry, edit};

/// Prompts go to standard error, only if standard input is a terminal. Input that ends early is an empty answer.
#[derive(Default)]
pub(super) struct Prompts {
    /// Input after the current line.
    rest: String,
    /// Bytes of an incomplete character.
    incomplete: Vec<u8>,
}

impl Prompts {
    /// Reads an answer without echo; `None` on Ctrl-C.
    pub(super) fn read_hidden(&mut self, prompt: &str) -> Option<String> {
        if !io::stdin().is_terminal() {
            return self.read_line(false);
        }
        write_prompt(prompt);
        let stdin = io::stdin();
        let Ok(original) = tcgetattr(&stdin) else {
            return self.read_line(false);
        };
        let mut raw = original.clone();
        raw.local_modes
            .remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
        // On failure the terminal shows the answer, and the sign-in continues.
        let _ = tcsetattr(&stdin, OptionalActions::Flush, &raw);
        let line = self.read_line(true);
        let _ = tcsetattr(&stdin, OptionalActions::Flush, &original);
        write_prompt("\n");
        line
    }

    pub(super) fn read_visible(&mut self, prompt: &str) -> Option<String> {
        if io::stdin().is_terminal() {
            write_prompt(prompt);
        }
        self.read_line(false)
    }

    /// Whether the response is `y` or `yes`. Without a response it is no.
    pub(super) fn confirms(&mut self, question: &str) -> bool {
        let response = self.read_visible(question).unwrap_or_default();
        matches!(response.trim().to_lowercase().as_str(), "y" | "yes")
    }

    fn read_line(&mut self, raw: bool) -> Option<String> {
        let mut line = String::new();
        let mut chunk = [0; 1024];
        loop {
            match edit(&mut line, &mut self.rest, raw) {
                Entry::Entered => return Some(line),
                Entry::Cancelled => return None,
                Entry::Open => {}
            }
            let Ok(length @ 1..) = io::stdin().read(&mut chunk) else {
                return Some(line);
            };
            self.incomplete.extend_from_slice(&chunk[..length]);
            self.rest.push_str(&whole_characters(&mut self.incomplete));
        }
    }
}

/// Removes and returns the complete characters.
fn whole_characters(bytes: &mut Vec<u8>) -> String {
    let whole = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => bytes.len(),
    };
    let taken: Vec<u8> = bytes.drain(..whole).collect();
    String::from_utf8_lossy(&taken).into_owned()
}

fn write_prompt(prompt: &str) {
    // Failures are ignored: an answer is possible without a prompt.
    let _ = io::stderr().write_all(prompt.as_bytes());
}
